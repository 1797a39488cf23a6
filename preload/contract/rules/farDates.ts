import { type Problem, problem } from '../errors';

/** Days before and after today within which a date is plausible. */
export interface DateSpan {
  readonly past: number;
  readonly future: number;
}

/** Flights and voyages: entered within weeks of departure, ships are booked up to a quarter ahead. */
const VOYAGE: DateSpan = { past: 60, future: 120 };
/** Reported events: delivery lists come monthly, and none is in the future. */
const EVENT: DateSpan = { past: 60, future: 2 };

/** Spans by the name of the field or column. Dates of long-lived documents, of persons and of periods have none. */
const SPANS: Readonly<Record<string, DateSpan>> = {
  etd: VOYAGE,
  eta: VOYAGE,
  exportDate: VOYAGE,
  // A haulier is booked days ahead.
  pickupAt: { past: 60, future: 30 },
  ata: EVENT,
  noaAt: EVENT,
  atWarehouseAt: EVENT,
  t1At: EVENT,
  tatAt: EVENT,
  podAt: EVENT,
  time: VOYAGE,
  // Offices of departure set days, seldom weeks.
  timeLimit: { past: 60, future: 60 },
  // Suppliers invoice up to a year late; an invoice is never dated months ahead.
  invoiceDate: { past: 400, future: 31 },
};

const DAY = 86_400_000;

/** Returns the span of a field; undefined for dates without limits. */
export const dateSpanOf = (name: string): DateSpan | undefined => SPANS[name];

/** Days from today to a date or time, negative in the past; `now` in ms since 1970. */
const daysTo = (value: string, now: number): number => Math.round((Date.parse(value) - now) / DAY);

/** True for `YYYY-MM-DD` or an ISO time outside a span around now (ms since 1970). */
export function isFarDate(value: string, { past, future }: DateSpan, now: number): boolean {
  const days = daysTo(value, now);
  return days < -past || days > future;
}

/** Returns DATE_AGO or DATE_AHEAD for a date of a field outside its span; undefined for other values. */
export function farDateProblem(name: string, value: unknown, now: number): Problem | undefined {
  const span = SPANS[name];
  if (!span || typeof value !== 'string' || !isFarDate(value, span, now)) return undefined;
  const days = daysTo(value, now);
  return days < 0 ? problem('DATE_AGO', { days: -days }) : problem('DATE_AHEAD', { days });
}

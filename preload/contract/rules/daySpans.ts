import * as z from 'zod';
import { strictObject } from '../shape';
import { dayBounds, instantOf } from './zonedTime';

/** Spans of days relative to today; a week begins on Monday. */
export const daySpans = [
  'today',
  'yesterday',
  'last7Days',
  'thisWeek',
  'lastWeek',
  'thisMonth',
  'lastMonth',
  'thisQuarter',
  'thisYear',
  'next7Days',
] as const;
export type DaySpan = (typeof daySpans)[number];

/** Fields with a planned or promised day, which may be in the future. */
const AHEAD: ReadonlySet<string> = new Set([
  ...['eta', 'etd', 'expectedEta', 'expectedDate', 'forecastDate', 'plannedAt', 'exportDate'],
  ...['dueAt', 'dueDate', 'entryDueOn', 'summaryDueOn', 'lastFreeDay', 'validFrom', 'validTo'],
  ...['noticeDueOn', 'suitDueOn'],
]);

/** Returns the spans offered for a field. */
export const spansOf = (field: string): readonly DaySpan[] =>
  AHEAD.has(field) ? daySpans : daySpans.filter((span) => span !== 'next7Days');

/** A filter by a relative span: stored as such, so that "this month" still means the current one next month. */
export const spanned = strictObject(() => ({ span: z.enum(daySpans), of: z.enum(['date', 'dateTime']) }));
export type SpanFilter = z.output<typeof spanned>;

const DAY = 86_400_000;
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Returns the first and last day (`YYYY-MM-DD`) of a span relative to a day. */
export function daysOf(span: DaySpan, today: string): readonly [from: string, to: string] {
  const now = Date.parse(today);
  const [year = 0, month = 1] = today.split('-').map(Number);
  const monday = now - ((new Date(now).getUTCDay() + 6) % 7) * DAY;
  const days = (from: number, to: number) => [dayOf(from), dayOf(to)] as const;
  /** `count` months from the `first`, counted from January of this year. */
  const months = (first: number, count: number) =>
    days(Date.UTC(year, first, 1), Date.UTC(year, first + count, 0));
  switch (span) {
    case 'today':
      return days(now, now);
    case 'yesterday':
      return days(now - DAY, now - DAY);
    case 'last7Days':
      return days(now - 6 * DAY, now);
    case 'thisWeek':
      return days(monday, monday + 6 * DAY);
    case 'lastWeek':
      return days(monday - 7 * DAY, monday - DAY);
    case 'thisMonth':
      return months(month - 1, 1);
    case 'lastMonth':
      return months(month - 2, 1);
    case 'thisQuarter':
      return months(month - 1 - ((month - 1) % 3), 3);
    case 'thisYear':
      return months(0, 12);
    case 'next7Days':
      return days(now, now + 6 * DAY);
  }
}

/** Query parameters of a filter between two days: days, or the instants when these begin and end in a zone. */
export function dayFilter(
  of: SpanFilter['of'],
  from: string | undefined,
  to: string | undefined,
  zone: string,
): readonly [from: string | undefined, to: string | undefined] {
  if (of === 'date') return [from, to];
  return [from && dayBounds(from, zone)[0], to && instantOf(Date.parse(dayBounds(to, zone)[1]) - 1000)];
}

/** Replaces spans in a query by the current days: `{ eta: this month }` becomes `etaFrom` and `etaTo`. */
export function withoutSpans(
  query: Readonly<Record<string, unknown>>,
  today: string,
  zone: string,
): Readonly<Record<string, unknown>> {
  if (!Object.values(query).some(isSpanned)) return query;
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => {
      if (!isSpanned(value)) return [[name, value]];
      const [from, to] = dayFilter(value.of, ...daysOf(value.span, today), zone);
      return [
        [`${name}From`, from],
        [`${name}To`, to],
      ];
    }),
  );
}

/** True if a filter value is a span of days. */
export const isSpanned = (value: unknown): value is SpanFilter => spanned.safeParse(value).success;

import { dayAt, dayBounds, instantOf } from './zonedTime';

/** Spans relative to the current day. */
export const reportSpans = [
  'today',
  'yesterday',
  'last7',
  'last30',
  'thisWeek',
  'lastWeek',
  'thisMonth',
  'lastMonth',
  'all',
] as const;
export type ReportSpan = (typeof reportSpans)[number];

const DAY = 86_400_000;
const text = (at: number) => new Date(at).toISOString().slice(0, 10);
const later = (day: string, days: number) => text(Date.parse(day) + days * DAY);
/** Returns the Monday of a day's week. */
const monday = (day: string) => later(day, -((new Date(Date.parse(day)).getUTCDay() + 6) % 7));
const firstOf = (day: string) => `${day.slice(0, 8)}01`;

/** Returns the first and last day of a span, including today if it is still running; null for all time. */
export function spanDays(span: ReportSpan, today: string): { from: string; to: string } | null {
  switch (span) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: later(today, -1), to: later(today, -1) };
    case 'last7':
      return { from: later(today, -6), to: today };
    case 'last30':
      return { from: later(today, -29), to: today };
    case 'thisWeek':
      return { from: monday(today), to: today };
    case 'lastWeek':
      return { from: later(monday(today), -7), to: later(monday(today), -1) };
    case 'thisMonth':
      return { from: firstOf(today), to: today };
    case 'lastMonth':
      return { from: firstOf(later(firstOf(today), -1)), to: later(firstOf(today), -1) };
    case 'all':
      return null;
  }
}

/** Returns the start and end instants of a span, on the current day in a zone (`now` in milliseconds). */
export function spanInstants(
  span: ReportSpan,
  now: number,
  zone: string,
): { readonly from?: string; readonly to?: string } {
  const days = spanDays(span, dayAt(now, zone));
  if (!days) return {};
  const [from] = dayBounds(days.from, zone);
  const [, next] = dayBounds(days.to, zone);
  return { from, to: instantOf(Date.parse(next) - 1000) };
}

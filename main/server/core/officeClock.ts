import { dayAt, fromWall } from '@contract/rules/zonedTime';

const DAY = 86_400_000;

/** The time zone of this machine: the embedded API runs where its people work. */
export const officeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The calendar day in the office at an instant, `YYYY-MM-DD`: the basis for dates, due days and expiry. */
export const officeDay = (at: string): string => dayAt(at, officeZone());

/** The calendar day in a zone a number of days after an instant: not all days have 24 hours. */
const dayAfter = (now: number, days: number, zone: string): string =>
  new Date(Date.parse(dayAt(now, zone)) + days * DAY).toISOString().slice(0, 10);

/** Instant of a local time (`HH:mm`) on a day in a zone; an hour later where it is skipped by a clock change. */
function onDay(time: string, date: string, zone: string): number | undefined {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const wall = { year, month, day, hour, minute, second: 0 };
  const at = fromWall(wall, zone) ?? fromWall({ ...wall, hour: hour + 1 }, zone);
  return at === undefined ? undefined : Date.parse(at);
}

/**
 * The last such instant on one of some weekdays, Monday being 0; undefined without a weekday. Days are those of the
 * calendar: counted as 24 hours, one is missed on the night after the clocks go forward.
 */
export function lastTimeOn(
  weekdays: ReadonlySet<number>,
  time: string,
  now: number,
  zone: string,
): number | undefined {
  for (let days = 0; days <= 8; days += 1) {
    const date = dayAfter(now, -days, zone);
    if (!weekdays.has(weekdayOf(date))) continue;
    const at = onDay(time, date, zone);
    if (at !== undefined && at <= now) return at;
  }
  return undefined;
}

/** Weekday of a date, Monday being 0. */
const weekdayOf = (date: string): number => (new Date(Date.parse(date)).getUTCDay() + 6) % 7;

/** The last instant, in milliseconds, at which the office clock showed a time of day. */
export function lastTime(time: string, now: number, zone: string): number {
  for (const days of [0, -1, -2]) {
    const at = onDay(time, dayAfter(now, days, zone), zone);
    if (at !== undefined && at <= now) return at;
  }
  return Number.NEGATIVE_INFINITY;
}

/** The next such instant, which may be now. */
export function nextTime(time: string, now: number, zone: string): number {
  for (const days of [0, 1, 2]) {
    const at = onDay(time, dayAfter(now, days, zone), zone);
    if (at !== undefined && at >= now) return at;
  }
  return now;
}

/** The next such instant after now on one of some weekdays, Monday being 0; undefined without a weekday. */
export function nextTimeOn(
  weekdays: ReadonlySet<number>,
  time: string,
  now: number,
  zone: string,
): number | undefined {
  for (let days = 0; days <= 8; days += 1) {
    const date = dayAfter(now, days, zone);
    if (!weekdays.has(weekdayOf(date))) continue;
    const at = onDay(time, date, zone);
    if (at !== undefined && at > now) return at;
  }
  return undefined;
}

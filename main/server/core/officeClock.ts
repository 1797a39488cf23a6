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

/** A time of day (`HH:mm`) on the clock of a zone, as seen from an instant in milliseconds. */
interface Turn {
  readonly time: string;
  readonly now: number;
  readonly zone: string;
  /** Monday is 0; every day where left out. */
  readonly weekdays?: ReadonlySet<number>;
}

/**
 * Returns the first instant that fits, day by day from today, forwards or backwards. Days are calendar days: steps of
 * 24 hours would miss one in the night after the clocks go forward.
 */
function firstTurn(
  { time, now, zone, weekdays }: Turn,
  step: 1 | -1,
  fits: (at: number) => boolean,
): number | undefined {
  const most = weekdays ? 8 : 2;
  for (let days = 0; days <= most; days += 1) {
    const date = dayAfter(now, step * days, zone);
    if (weekdays && !weekdays.has(weekdayOf(date))) continue;
    const at = onDay(time, date, zone);
    if (at !== undefined && fits(at)) return at;
  }
  return undefined;
}

/** Weekday of a date, Monday being 0. */
const weekdayOf = (date: string): number => (new Date(Date.parse(date)).getUTCDay() + 6) % 7;

/** The last instant, in milliseconds, at which the office clock showed a time of day. */
export const lastTime = (time: string, now: number, zone: string): number =>
  firstTurn({ time, now, zone }, -1, (at) => at <= now) ?? Number.NEGATIVE_INFINITY;

/** The last instant of a time of day on one of some weekdays, Monday being 0; undefined without a weekday. */
export const lastTimeOn = (
  weekdays: ReadonlySet<number>,
  time: string,
  now: number,
  zone: string,
): number | undefined => firstTurn({ time, now, zone, weekdays }, -1, (at) => at <= now);

/** The next instant of a time of day, which may be now. */
export const nextTime = (time: string, now: number, zone: string): number =>
  firstTurn({ time, now, zone }, 1, (at) => at >= now) ?? now;

/**
 * The next instant of a time of day after now, on one of some weekdays, Monday being 0; undefined without a weekday.
 */
export const nextTimeOn = (
  weekdays: ReadonlySet<number>,
  time: string,
  now: number,
  zone: string,
): number | undefined => firstTurn({ time, now, zone, weekdays }, 1, (at) => at > now);

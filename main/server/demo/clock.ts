import { instantOf, toWall } from '@contract/rules/zonedTime';

/** Units of time in milliseconds; all times here are milliseconds since 1970. */
export const MINUTE = 60_000;
export const HOUR = 3_600_000;
export const DAY = 86_400_000;

/** Opening hours in local time, as hours of the day. */
export interface Hours {
  readonly open: number;
  readonly close: number;
}

/** Document staff in China work long days. */
export const chinaOffice: Hours = { open: 8.5, close: 20.5 };
/** Brokers' desks in Europe and America, in two shifts. */
export const brokerDesk: Hours = { open: 6.5, close: 22 };
/** Docks of cargo stations serve trucks nearly around the clock. */
export const stationDock: Hours = { open: 5, close: 23.5 };
/** Hubs of last-mile carriers take trucks before and during their sorting. */
export const hubDock: Hours = { open: 5, close: 21 };

const offsets = new Map<string, number>();

function exactOffset(time: number, zone: string): number {
  const { year, month, day, hour, minute, second } = toWall(time, zone);
  return Date.UTC(year, month - 1, day, hour, minute, second) - time;
}

/** Milliseconds by which a zone is ahead of UTC. Cached per day, because Intl is slow and there are 10,000 calls. */
function offsetAt(time: number, zone: string): number {
  const dayStart = Math.floor(time / DAY) * DAY;
  const [start, end] = [dayStart, dayStart + DAY].map((at) => {
    const key = `${zone}${at}`;
    const known = offsets.get(key) ?? exactOffset(at, zone);
    offsets.set(key, known);
    return known;
  });
  return start !== undefined && start === end ? start : exactOffset(Math.floor(time / 1000) * 1000, zone);
}

/** Hours since midnight in a zone. */
export function hourIn(time: number, zone: string): number {
  const local = time + offsetAt(time, zone);
  return (local - Math.floor(local / DAY) * DAY) / HOUR;
}

/** Day of the week in a zone; 0 is Sunday. */
export function weekdayIn(time: number, zone: string): number {
  return (Math.floor((time + offsetAt(time, zone)) / DAY) + 4) % 7;
}

/** Date in a zone, as `YYYY-MM-DD`. */
export function dayIn(time: number, zone: string): string {
  return instantOf(time + offsetAt(time, zone)).slice(0, 10);
}

/** Returns the time if the place is open then, otherwise a while after it opens again. */
export function onceOpen(time: number, zone: string, { open, close }: Hours, after: number): number {
  const hour = hourIn(time, zone);
  if (hour >= open && hour < close) return time;
  const wait = hour < open ? open - hour : open + 24 - hour;
  return time + wait * HOUR + after;
}

/** Returns the time if the place is open then, otherwise a while before it last closed. */
export function beforeClosing(time: number, zone: string, { open, close }: Hours, before: number): number {
  const hour = hourIn(time, zone);
  if (hour >= open && hour < close) return time;
  const since = hour >= close ? hour - close : hour + 24 - close;
  return time - since * HOUR - before;
}

/** Rounds to the minute, as in manual entries. */
export const toMinute = (time: number): number => Math.round(time / MINUTE) * MINUTE;

const days = new Map<number, string>();
const twoDigits = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, '0'));

/** Formats an instant for the API. Cached per day, because the demo has some 150,000. */
export function iso(time: number): string {
  const day = Math.floor(time / DAY);
  let date = days.get(day);
  if (date === undefined) {
    date = instantOf(day * DAY).slice(0, 11);
    days.set(day, date);
  }
  const seconds = Math.floor((time - day * DAY) / 1000);
  const minutes = Math.floor(seconds / 60);
  return `${date}${twoDigits[Math.floor(minutes / 60)]}:${twoDigits[minutes % 60]}:${twoDigits[seconds % 60]}Z`;
}

/** Date in UTC, as `YYYY-MM-DD`. */
export const dayOf = (time: number): string => iso(time).slice(0, 10);

/** Formats an instant; null stays null (has not happened). */
export const isoOrNull = (time: number | null): string | null => (time === null ? null : iso(time));

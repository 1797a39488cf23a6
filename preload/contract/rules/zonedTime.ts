/** Wall-clock times and instants, by IANA time zone. Instants are `YYYY-MM-DDTHH:mm:ssZ`, wall times carry no zone. */

/** A wall-clock time. */
export interface WallTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(zone, format);
  }
  return format;
}

/** True for a zone known to this runtime. */
export function isTimeZone(zone: string): boolean {
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
  }
}

const DAY = 86_400_000;

/** Offset of a zone from UTC in ms, by zone and UTC day; null on days when the clocks change. */
const offsets = new Map<string, Map<number, number | null>>();

/**
 * Converts an instant to the wall time of a zone. Throws RangeError for an unknown zone or an invalid time. Lists and
 * exports need many times of few days: the offset of a day is asked of the runtime once.
 */
export function toWall(instant: string | number, zone: string): WallTime {
  const time = new Date(instant).getTime();
  const offset = time >= 0 ? dayOffset(Math.floor(time / DAY), zone) : null;
  return offset === null ? formattedWall(time, zone) : utcWall(new Date(time + offset));
}

function dayOffset(day: number, zone: string): number | null {
  let known = offsets.get(zone);
  if (!known) {
    known = new Map();
    offsets.set(zone, known);
  }
  let offset = known.get(day);
  if (offset === undefined) {
    const [first, next] = [day * DAY, (day + 1) * DAY].map((at) => asUtc(formattedWall(at, zone)) - at);
    offset = first !== undefined && first === next ? first : null;
    known.set(day, offset);
  }
  return offset;
}

function formattedWall(time: number, zone: string): WallTime {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatOf(zone).formatToParts(time)) parts[type] = Number(value);
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
  return { year, month, day, hour, minute, second };
}

const utcWall = (date: Date): WallTime => ({
  year: date.getUTCFullYear(),
  month: date.getUTCMonth() + 1,
  day: date.getUTCDate(),
  hour: date.getUTCHours(),
  minute: date.getUTCMinutes(),
  second: date.getUTCSeconds(),
});

const asUtc = (wall: WallTime): number =>
  Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute, wall.second);

/**
 * Returns the instants at which the clocks of a zone show a wall time, in order: two if they go back and the time occurs
 * twice, none if they go forward and it never occurs, or if there is no such day.
 */
export function instantsAt(wall: WallTime, zone: string): readonly string[] {
  const wanted = asUtc(wall);
  const check = new Date(wanted);
  if (check.getUTCDate() !== wall.day || check.getUTCMonth() !== wall.month - 1) return [];
  const offsets = [wanted - DAY, wanted + DAY].map((near) => asUtc(toWall(near, zone)) - near);
  const candidates = [...new Set(offsets.map((offset) => wanted - offset))].sort((a, b) => a - b);
  return candidates.filter((candidate) => asUtc(toWall(candidate, zone)) === wanted).map(instantOf);
}

/** Converts the wall time of a zone to an instant: the first one of {@link instantsAt}, undefined if there is none. */
export const fromWall = (wall: WallTime, zone: string): string | undefined => instantsAt(wall, zone)[0];

/** Hours after a change of the clocks in which they show times for the second time. */
const REPEATED = 3 * 3_600_000;

/** True if the clocks of a zone show the time of an instant twice, because they go back. */
export function occursTwice(instant: string | number, zone: string): boolean {
  const time = new Date(instant).getTime();
  const days = [time - REPEATED, time].map((at) => Math.floor(at / DAY));
  if (time >= DAY && days.every((day) => dayOffset(day, zone) !== null)) return false;
  return instantsAt(toWall(time, zone), zone).length > 1;
}

/** Returns the offset of a zone from UTC at an instant, for example `+0200`. */
export function offsetAt(instant: string, zone: string): string {
  const minutes = Math.round((asUtc(toWall(instant, zone)) - Date.parse(instant)) / 60_000);
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${pad2(Math.floor(size / 60))}${pad2(size % 60)}`;
}

/** Returns the calendar day `YYYY-MM-DD` in a zone at an instant. */
export function dayAt(instant: string | number, zone: string): string {
  const { year, month, day } = toWall(instant, zone);
  return `${year}-${pad2(month)}-${pad2(day)}`;
}

/** Returns the instants at which a calendar day `YYYY-MM-DD` and the next one begin in a zone. */
export function dayBounds(day: string, zone: string): readonly [from: string, next: string] {
  return [dayBegins(Date.parse(day), zone), dayBegins(Date.parse(day) + DAY, zone)];
}

/** Returns the start of a day given by its UTC midnight; if the clocks skip midnight, the first hour that exists. */
function dayBegins(midnight: number, zone: string): string {
  const { year, month, day } = utcWall(new Date(midnight));
  const shown = [0, 1, 2].flatMap(
    (hour) => fromWall({ year, month, day, hour, minute: 0, second: 0 }, zone) ?? [],
  );
  return shown[0] ?? instantOf(midnight);
}

/** Converts milliseconds since 1970 to an instant in the API's format. */
export function instantOf(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19)}Z`;
}

/** Formats a number with two digits. */
export const pad2 = (value: number): string => String(value).padStart(2, '0');

/** Formats a calendar day `YYYY-MM-DD` as `DD/MM/YYYY`. */
export function formatDay(day: string): string {
  const [year, month, date] = day.split('-');
  return `${date}/${month}/${year}`;
}

/** Formats an instant in a zone as `DD/MM/YYYY HH:mm`. */
export function formatInstant(instant: string, zone: string): string {
  const { year, month, day, hour, minute } = toWall(instant, zone);
  return `${pad2(day)}/${pad2(month)}/${year} ${pad2(hour)}:${pad2(minute)}`;
}

const zoneNames = new Map<string, string>();

/** Returns the short name of a zone at an instant, for example `CET`, `GMT+8`. */
export function zoneName(instant: string, zone: string): string {
  const time = new Date(instant).getTime();
  const day = Math.floor(time / DAY);
  // Caches per day if the clocks do not change on it: lists need few days, and the lookup is slow.
  if (time < 0 || dayOffset(day, zone) === null) return nameIn(time, zone);
  const of = `${zone} ${day}`;
  const known = zoneNames.get(of) ?? nameIn(time, zone);
  zoneNames.set(of, known);
  return known;
}

function nameIn(time: number, zone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'short' }).formatToParts(
    time,
  );
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone;
}

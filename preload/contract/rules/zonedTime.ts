/** Wall-clock times and instants, by IANA time zone. Instants are `YYYY-MM-DDTHH:mm:ssZ`, wall times carry no zone. */

/** A time as a clock on the wall shows it. */
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

/** True for a zone that this runtime knows. */
export function isTimeZone(zone: string): boolean {
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
  }
}

const DAY = 86_400_000;

/** How far a zone's clock is ahead of UTC, in ms, by zone and UTC day; null on days on which the clock is changed. */
const offsets = new Map<string, Map<number, number | null>>();

/**
 * What a clock in the zone shows at an instant. Throws RangeError for an unknown zone or a time that is none. Lists and
 * exports ask for many times of few days: the offset of a day is asked of the runtime once.
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
 * The instant at which a clock in the zone shows this. When the clocks go back and it is shown twice, the earlier one;
 * undefined when the clocks go forward and it is never shown, or when there is no such day.
 */
export function fromWall(wall: WallTime, zone: string): string | undefined {
  const wanted = asUtc(wall);
  const check = new Date(wanted);
  if (check.getUTCDate() !== wall.day || check.getUTCMonth() !== wall.month - 1) return undefined;
  const offsets = [wanted - DAY, wanted + DAY].map((near) => asUtc(toWall(near, zone)) - near);
  const candidates = offsets.map((offset) => wanted - offset).sort((a, b) => a - b);
  const found = candidates.find((candidate) => asUtc(toWall(candidate, zone)) === wanted);
  return found === undefined ? undefined : instantOf(found);
}

/** The calendar day `YYYY-MM-DD` that a clock in the zone shows at an instant. */
export function dayAt(instant: string | number, zone: string): string {
  const { year, month, day } = toWall(instant, zone);
  return `${year}-${pad2(month)}-${pad2(day)}`;
}

/** The instants at which a calendar day `YYYY-MM-DD` begins on the clocks of a zone, and the next one. */
export function dayBounds(day: string, zone: string): readonly [from: string, next: string] {
  return [dayBegins(Date.parse(day), zone), dayBegins(Date.parse(day) + DAY, zone)];
}

/** Midnight of a day that is given as UTC; where the clocks go forward over it, the first hour that they show. */
function dayBegins(midnight: number, zone: string): string {
  const { year, month, day } = utcWall(new Date(midnight));
  const shown = [0, 1, 2].flatMap(
    (hour) => fromWall({ year, month, day, hour, minute: 0, second: 0 }, zone) ?? [],
  );
  return shown[0] ?? instantOf(midnight);
}

/** Milliseconds since 1970 as an instant of the wire. */
export function instantOf(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19)}Z`;
}

/** A number of the clock or the calendar in two digits. */
export const pad2 = (value: number): string => String(value).padStart(2, '0');

/** `DD/MM/YYYY` of a calendar day `YYYY-MM-DD`. */
export function formatDay(day: string): string {
  const [year, month, date] = day.split('-');
  return `${date}/${month}/${year}`;
}

/** `DD/MM/YYYY HH:mm` of an instant on the clock of a zone. */
export function formatInstant(instant: string, zone: string): string {
  const { year, month, day, hour, minute } = toWall(instant, zone);
  return `${pad2(day)}/${pad2(month)}/${year} ${pad2(hour)}:${pad2(minute)}`;
}

const zoneNames = new Map<string, string>();

/** Short name of a zone at an instant, as `CET`, `GMT+8`. */
export function zoneName(instant: string, zone: string): string {
  const time = new Date(instant).getTime();
  const day = Math.floor(time / DAY);
  // On a day on which no clock is changed it has one name: lists ask for few days, and asking is dear.
  if (time < 0 || dayOffset(day, zone) === null) return askedName(time, zone);
  const of = `${zone} ${day}`;
  const known = zoneNames.get(of) ?? askedName(time, zone);
  zoneNames.set(of, known);
  return known;
}

function askedName(time: number, zone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'short' }).formatToParts(
    time,
  );
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone;
}

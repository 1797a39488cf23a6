import { fromWall, toWall } from '@contract/rules/zonedTime';

const DAY = 86_400_000;

/** The time zone of this machine: the embedded API runs where its people work. */
export const officeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** When the clock of a zone shows a time of the day (`HH:mm`) on the day of an instant; an hour later where it is skipped over. */
function onDayOf(time: string, day: number, zone: string): number | undefined {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const wall = { ...toWall(day, zone), hour, minute, second: 0 };
  const at = fromWall(wall, zone) ?? fromWall({ ...wall, hour: hour + 1 }, zone);
  return at === undefined ? undefined : Date.parse(at);
}

/** When a clock of the office last showed a time of the day, in milliseconds. */
export function lastTime(time: string, now: number, zone: string): number {
  for (const day of [now, now - DAY, now - 2 * DAY]) {
    const at = onDayOf(time, day, zone);
    if (at !== undefined && at <= now) return at;
  }
  return Number.NEGATIVE_INFINITY;
}

/** When it shows it next, which may be now. */
export function nextTime(time: string, now: number, zone: string): number {
  for (const day of [now, now + DAY, now + 2 * DAY]) {
    const at = onDayOf(time, day, zone);
    if (at !== undefined && at >= now) return at;
  }
  return now;
}

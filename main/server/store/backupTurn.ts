import type { BackupSchedule } from '@contract/backup';
import { dayAt } from '@contract/rules/zonedTime';
import { lastTime, officeZone } from '../core/officeClock';

const DAY = 86_400_000;

/** Returns the last scheduled time of a backup in milliseconds; undefined if none are scheduled. */
export function lastTurn(
  { every, time, weekday }: BackupSchedule,
  now: number,
  zone = officeZone(),
): number | undefined {
  if (every === 'off') return undefined;
  const days = every === 'day' ? 1 : 8;
  for (let back = 0; back < days; back += 1) {
    const at = lastTime(time, now - back * DAY, zone);
    const found = (new Date(Date.parse(dayAt(at, zone))).getUTCDay() + 6) % 7;
    if (every === 'day' || found === weekday) return at;
  }
  return undefined;
}

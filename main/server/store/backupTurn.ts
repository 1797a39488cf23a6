import type { BackupSchedule } from '@contract/backup';
import { lastTimeOn, officeZone } from '../core/officeClock';

const EVERY_DAY: ReadonlySet<number> = new Set([0, 1, 2, 3, 4, 5, 6]);

/** Returns the last scheduled time of a backup in milliseconds; undefined if none are scheduled. */
export function lastTurn(
  { every, time, weekday }: BackupSchedule,
  now: number,
  zone = officeZone(),
): number | undefined {
  if (every === 'off') return undefined;
  return lastTimeOn(every === 'day' ? EVERY_DAY : new Set([weekday]), time, now, zone);
}

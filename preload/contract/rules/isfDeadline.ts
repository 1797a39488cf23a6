import type { SeaIsf } from '../sea/seaIsf';
import { LOADING_DUE_HOURS, SEA_WARNING_HOURS } from './seaNodes';
import { instantOf } from './zonedTime';

const HOUR = 3_600_000;

/** Deadline of an ISF: 24 hours before loading (19 CFR 149.2), counted from departure; loading times are unknown. */
export const isfDueAt = (etd: string | null): string | null =>
  etd === null ? null : instantOf(Date.parse(etd) - LOADING_DUE_HOURS * HOUR);

/** Deadline status of an ISF: `late` (missed), `soon` (near), `kept` or `far` (fine). */
export type IsfDeadlineStage = 'kept' | 'far' | 'soon' | 'late' | 'none';

/** Returns the deadline status at an instant. A filing in time is `kept`, whatever customs responded. */
export function isfDeadlineStage(
  { dueAt, filedAt, lateFiling, state }: Pick<SeaIsf, 'dueAt' | 'filedAt' | 'lateFiling' | 'state'>,
  now: number,
): IsfDeadlineStage {
  if (dueAt === null || state === 'cancelled') return 'none';
  if (filedAt !== null) return lateFiling ? 'late' : 'kept';
  const left = Date.parse(dueAt) - now;
  if (left < 0) return 'late';
  return left < SEA_WARNING_HOURS * HOUR ? 'soon' : 'far';
}

/** True if a filing at an instant is late. */
export const isLateFiling = (dueAt: string | null, at: string): boolean => dueAt !== null && at > dueAt;

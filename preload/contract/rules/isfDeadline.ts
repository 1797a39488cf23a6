import type { SeaIsf } from '../sea/seaIsf';
import { LOADING_DUE_HOURS, SEA_WARNING_HOURS } from './seaNodes';
import { instantOf } from './zonedTime';

const HOUR = 3_600_000;

/**
 * Deadline of an ISF: 24 hours before the goods are loaded (19 CFR 149.2(b)). While the loading is unknown, the latest
 * possible deadline: goods are loaded before the departure.
 */
export function isfDueAt({ loadingAt, etd }: Pick<SeaIsf, 'loadingAt' | 'etd'>): string | null {
  const from = loadingAt ?? etd;
  return from === null ? null : instantOf(Date.parse(from) - LOADING_DUE_HOURS * HOUR);
}

/**
 * Deadline status of an ISF: `late` (missed), `soon` (near), `kept` or `far` (fine), `unknown` for a filing of which
 * nobody can say whether it was in time, since the loading is unknown.
 */
export type IsfDeadlineStage = 'kept' | 'far' | 'soon' | 'late' | 'unknown' | 'none';

/** Returns the deadline status at an instant. A filing in time is `kept`, whatever customs responded. */
export function isfDeadlineStage(
  {
    dueAt,
    filedAt,
    lateFiling,
    loadingAt,
    state,
  }: Pick<SeaIsf, 'dueAt' | 'filedAt' | 'lateFiling' | 'loadingAt' | 'state'>,
  now: number,
): IsfDeadlineStage {
  if (dueAt === null || state === 'cancelled') return 'none';
  if (filedAt !== null) return lateFiling ? 'late' : loadingAt === null ? 'unknown' : 'kept';
  const left = Date.parse(dueAt) - now;
  if (left < 0) return 'late';
  return left < SEA_WARNING_HOURS * HOUR ? 'soon' : 'far';
}

/** True if a filing at an instant is late. */
export const isLateFiling = (dueAt: string | null, at: string): boolean => dueAt !== null && at > dueAt;

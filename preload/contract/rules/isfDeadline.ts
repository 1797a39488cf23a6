import type { SeaIsf } from '../sea/seaIsf';
import { LOADING_DUE_HOURS, SEA_WARNING_HOURS } from './seaNodes';
import { instantOf } from './zonedTime';

const HOUR = 3_600_000;

/** By when an ISF is to be filed: 24 hours before loading (19 CFR 149.2), counted from the departure, as loading is not told. */
export const isfDueAt = (etd: string | null): string | null =>
  etd === null ? null : instantOf(Date.parse(etd) - LOADING_DUE_HOURS * HOUR);

/** How an ISF stands to its deadline: `late` it is past and was not kept; `soon` it is near; `kept` or `far` all is well. */
export type IsfClock = 'kept' | 'far' | 'soon' | 'late' | 'none';

/** Where the clock of an ISF stands at an instant. What was filed in time has kept it, whatever customs then said. */
export function isfClock(
  { dueAt, filedAt, lateFiling, state }: Pick<SeaIsf, 'dueAt' | 'filedAt' | 'lateFiling' | 'state'>,
  now: number,
): IsfClock {
  if (dueAt === null || state === 'cancelled') return 'none';
  if (filedAt !== null) return lateFiling ? 'late' : 'kept';
  const left = Date.parse(dueAt) - now;
  if (left < 0) return 'late';
  return left < SEA_WARNING_HOURS * HOUR ? 'soon' : 'far';
}

/** Whether a filing at an instant is late. */
export const isLateFiling = (dueAt: string | null, at: string): boolean => dueAt !== null && at > dueAt;

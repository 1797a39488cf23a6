import type { Bill } from '../bill/bill';
import type { ParcelState } from '../customs/parcel';

/** The decision of customs on a parcel; `clearance` if there is none yet. */
export type CustomsAnswer = 'clearance' | 'free' | 'held' | 'failed';

/**
 * Returns what customs says of a parcel, whatever has happened to it since: an abnormal one keeps the answer it had
 * before. A release is a legal act (UCC 194): damage or loss afterwards does not undo it. A completed parcel was released.
 */
export function customsOf(parcel: {
  readonly state: ParcelState;
  readonly previousState: ParcelState | null;
}): CustomsAnswer {
  const answer = parcel.state === 'abnormal' ? (parcel.previousState ?? 'clearance') : parcel.state;
  if (answer === 'completed') return 'free';
  return answer === 'abnormal' ? 'clearance' : answer;
}

/** Parcels of a bill, counted by what customs says of them. */
export interface CustomsCounts {
  /** Undecided, and nothing stops them. */
  readonly waiting: number;
  /** Undecided and stopped: held by customs, or abnormal before its decision. */
  readonly stopped: number;
  readonly released: number;
  readonly refused: number;
}

/** Counters of a bill's parcels by state. */
export type ParcelCounters = Pick<
  Bill,
  | 'parcelsClearance'
  | 'parcelsFree'
  | 'parcelsHeld'
  | 'parcelsFailed'
  | 'parcelsAbnormal'
  | 'parcelsCompleted'
>;

/** Abnormal parcels of a bill with the same state before. */
export interface AbnormalGroup {
  readonly previousState: ParcelState | null;
  readonly n: number;
}

/**
 * Counts a bill's parcels by what customs says of them. The counter of abnormal parcels does not tell: `abnormal` has
 * their states before. Those it does not list are undecided.
 */
export function customsCounts(counters: ParcelCounters, abnormal: readonly AbnormalGroup[]): CustomsCounts {
  let [released, refused] = [0, 0];
  for (const { previousState, n } of abnormal) {
    const answer = customsOf({ state: 'abnormal', previousState });
    if (answer === 'free') released += n;
    if (answer === 'failed') refused += n;
  }
  return {
    waiting: counters.parcelsClearance,
    stopped: counters.parcelsHeld + counters.parcelsAbnormal - released - refused,
    released: counters.parcelsFree + counters.parcelsCompleted + released,
    refused: counters.parcelsFailed + refused,
  };
}

import type { Bill } from '../bill/bill';
import type { ParcelState } from '../customs/parcel';
import { type Problem, problem } from '../errors';

/** The decision of customs on a parcel; `clearance` if there is none yet. */
export type CustomsAnswer = 'clearance' | 'free' | 'held' | 'failed';

/**
 * Returns the customs status of a parcel, regardless of later events: an abnormal parcel keeps its former status. A
 * release is a legal act (UCC 194): damage or loss afterwards does not undo it. A completed parcel was released.
 */
export function customsOf(parcel: {
  readonly state: ParcelState;
  readonly previousState: ParcelState | null;
}): CustomsAnswer {
  const answer = parcel.state === 'abnormal' ? (parcel.previousState ?? 'clearance') : parcel.state;
  if (answer === 'completed') return 'free';
  return answer === 'abnormal' ? 'clearance' : answer;
}

/** Parcels of a bill, counted by their customs status. */
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
 * Counts a bill's parcels by their customs status. That of abnormal parcels follows from their former states in
 * `abnormal`; abnormal parcels not listed there are undecided.
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

/** Reasons that keep a box where it is. */
export const hindrances = ['held', 'refused', 'abnormal', 'undeclared'] as const;
export type Hindrance = (typeof hindrances)[number];

/** Goods in a box, counted by their effect on whether the box may move. */
export interface Goods {
  readonly boxNo: string;
  /** Parcels in the box. A missing one is not in it. */
  readonly parcels: number;
  /** Parcels that customs has not decided on. */
  readonly waiting: number;
  readonly held: number;
  /** Parcels that customs refused, without a decision on what happens to them: they are still in the box. */
  readonly refused: number;
  /** Damaged parcels, and others that a person must look at. */
  readonly abnormal: number;
  /** False for a surplus box: no declaration covers it. */
  readonly announced: boolean;
  /** True if customs has released the whole bill; decides for a box without parcel data. */
  readonly cleared: boolean;
  /** Time of the latest release of its parcels. */
  readonly releasedAt: string | null;
}

/** Returns what keeps a box off pallets and trucks; undefined for none. */
export function hindranceOf({
  held,
  refused,
  abnormal,
}: Pick<Goods, 'held' | 'refused' | 'abnormal'>): Hindrance | undefined {
  if (held > 0) return 'held';
  if (refused > 0) return 'refused';
  return abnormal > 0 ? 'abnormal' : undefined;
}

const blocked = (no: string, why: Hindrance): Problem =>
  problem('BOX_BLOCKED', { no, why: { choice: ['hindrance', why] } });

/**
 * Returns why a box may not be put on a pallet or a truck, or leave by the gate with the customer, by the customs
 * status of its goods and by their condition; undefined if it may. Goods may wait for customs on a pallet, but leave
 * only once they are released (UCC 194). `time` is a time that a person stated for the move: NODE_ORDER if the goods
 * were released only later.
 */
export function mayMove(
  goods: Goods,
  place: 'pallet' | 'truck' | 'gate',
  time?: { readonly field: string; readonly at: string },
): Problem | undefined {
  const { boxNo: no, parcels, waiting, announced, cleared, releasedAt } = goods;
  const hindrance = hindranceOf(goods);
  if (hindrance) return blocked(no, hindrance);
  if (place === 'pallet') return undefined;
  if (parcels === 0 && !announced) return blocked(no, 'undeclared');
  if (parcels === 0 ? !cleared : waiting > 0) return problem('BOX_NOT_RELEASED', { no });
  // Compared by the minute, because people enter minutes.
  if (time && releasedAt !== null && time.at < `${releasedAt.slice(0, 16)}:00Z`)
    return problem('NODE_ORDER', { node: { field: time.field }, previous: { field: 'releasedAt' } });
  return undefined;
}

/** First box that keeps a pallet, note or trip from leaving, and why; null for none. */
export interface Kept {
  readonly blockedBox: string | null;
  readonly blockedBy: Hindrance | null;
}

/** Refusal for a pallet, note or trip with a box that may not leave; undefined for none. */
export const blockedBoxProblem = ({ blockedBox, blockedBy }: Kept): Problem | undefined =>
  blockedBox !== null && blockedBy !== null ? blocked(blockedBox, blockedBy) : undefined;

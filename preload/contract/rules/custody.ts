import type { Bill } from '../bill/bill';
import type { Place } from '../custody/place';
import type { ParcelState } from '../customs/parcel';
import { type Problem, problem } from '../errors';
import { isKeyOf } from '../names';

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

/** A box, or a parcel outside of its box, and its place. */
export interface Standing {
  readonly no: string;
  readonly place: Place;
  /** Number of the note of the truck that it has departed with; null before the departure, and at other places. */
  readonly departedOn?: string | null;
}

/** Goods in a box, counted by their effect on whether the box may move. */
export interface Goods extends Standing {
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

/** Places that a person may report: because no scan, truck or signature shows them. */
export const reportedPlaces = [
  'warehouse',
  'lost',
  'never',
  'customs',
  'returned',
  'destroyed',
  'delivered',
] as const satisfies readonly Place[];
export type ReportedPlace = (typeof reportedPlaces)[number];

/** Places that goods may have before each move that a scan, truck, signature or collection shows. */
const STARTS = {
  /** Scanned in for the first time, or again after they were thought lost. */
  receive: ['announced', 'lost', 'never'],
  unreceive: ['warehouse'],
  /** Parcels leave the box, or go into it. */
  repack: ['warehouse'],
  pallet: ['warehouse'],
  truck: ['warehouse'],
  /** A note is loaded: some of its pallets may be on the truck already. */
  load: ['warehouse', 'truck'],
  unload: ['truck'],
  depart: ['truck'],
  hub: ['truck'],
  deliver: ['truck', 'hub'],
  /** The proof of delivery of a bill whose boxes trips counted without scanning them. */
  deliverCounted: ['announced', 'warehouse', 'truck', 'hub'],
  return: ['truck', 'hub'],
  gate: ['warehouse'],
} as const satisfies Readonly<Record<string, readonly Place[]>>;
export type Movement = keyof typeof STARTS;

/**
 * Places that goods may have before they are reported elsewhere. Those found again, or handed back by customs, are in
 * the warehouse; those that a consignee signed without may turn up at the hub, and are delivered then.
 */
const REPORTED_FROM: Readonly<Record<ReportedPlace, readonly Place[]>> = {
  warehouse: ['lost', 'never', 'customs'],
  lost: ['announced', 'warehouse', 'truck', 'hub', 'customs'],
  never: ['announced', 'lost'],
  customs: ['warehouse', 'hub'],
  returned: ['warehouse', 'hub', 'customs'],
  destroyed: ['warehouse', 'hub', 'customs'],
  delivered: ['lost'],
};

/** Moves that customs and the condition of the goods decide as well: they take a box out, or prepare that. */
type Leaving = 'pallet' | 'truck' | 'load' | 'depart' | 'gate';
const LEAVING: Readonly<Record<Leaving, true>> = {
  ...{ pallet: true, truck: true, load: true, depart: true, gate: true },
};

/** True if goods at a place may make a move, as far as the place decides. */
export const mayStart = (movement: Movement, place: Place): boolean =>
  STARTS[movement].some((start) => start === place);

/** Places that goods may have before a move. */
export const startsOf = (movement: Movement): readonly Place[] => STARTS[movement];

/** True for places beyond the warehouse that a truck or the customer took goods to. */
export const hasLeft = (place: Place): boolean =>
  place === 'truck' || place === 'hub' || place === 'delivered' || place === 'collected';

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

/** Why goods cannot make a move from their place; undefined if they can. */
function placeProblem({ no, place, departedOn }: Standing, movement: Movement): Problem | undefined {
  if (movement === 'unload' && place === 'truck' && departedOn)
    return problem('BOX_DEPARTED', { no, cmr: departedOn });
  if (mayStart(movement, place)) return undefined;
  const words = { no, place: { state: ['place', place] as const } };
  if (movement === 'receive') return problem('BOX_ELSEWHERE', words);
  if (place === 'announced') return problem('BOX_NOT_RECEIVED', { no });
  if (mayStart(movement, 'warehouse')) return problem('BOX_GONE', words);
  return problem(movement === 'depart' ? 'BOX_NOT_LOADED' : 'BOX_NOT_CARRIED', words);
}

/**
 * Returns why goods may not make a move; undefined if they may. Three lines decide: their place, the decisions of
 * customs, and their condition. Goods may wait for customs on a pallet, but leave only once they are released (UCC 194).
 * `time` is a time that a person stated for the move: NODE_ORDER if the goods were released only later.
 */
export function mayMove(goods: Standing, movement: Exclude<Movement, Leaving>): Problem | undefined;
export function mayMove(
  goods: Goods,
  movement: Movement,
  time?: { readonly field: string; readonly at: string },
): Problem | undefined;
export function mayMove(
  goods: Standing | Goods,
  movement: Movement,
  time?: { readonly field: string; readonly at: string },
): Problem | undefined {
  const away = placeProblem(goods, movement);
  if (away || !isKeyOf(LEAVING, movement) || !('parcels' in goods)) return away;
  const { no, parcels, waiting, announced, cleared, releasedAt } = goods;
  const hindrance = hindranceOf(goods);
  if (hindrance) return blocked(no, hindrance);
  if (movement === 'pallet') return undefined;
  if (parcels === 0 && !announced) return blocked(no, 'undeclared');
  if (parcels === 0 ? !cleared : waiting > 0) return problem('BOX_NOT_RELEASED', { no });
  // Compared by the minute, because people enter minutes.
  if (time && releasedAt !== null && time.at < `${releasedAt.slice(0, 16)}:00Z`)
    return problem('NODE_ORDER', { node: { field: time.field }, previous: { field: 'releasedAt' } });
  return undefined;
}

/** Returns why goods may not be reported at a place; undefined if they may. */
export function mayReport({ no, place }: Standing, to: ReportedPlace): Problem | undefined {
  const words = { no, place: { state: ['place', place] as const } };
  if (place === to) return problem('GOODS_THERE', words);
  return REPORTED_FROM[to].includes(place)
    ? undefined
    : problem('GOODS_NOT_FROM', { ...words, to: { state: ['place', to] } });
}

/** First box that keeps a pallet, note or trip from leaving, and why; null for none. */
export interface BlockedBox {
  readonly blockedBox: string | null;
  readonly blockedBy: Hindrance | null;
}

/** Refusal for a pallet, note or trip with a box that may not leave; undefined for none. */
export const blockedBoxProblem = ({ blockedBox, blockedBy }: BlockedBox): Problem | undefined =>
  blockedBox !== null && blockedBy !== null ? blocked(blockedBox, blockedBy) : undefined;

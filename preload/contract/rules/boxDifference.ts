import { type Problem, problem } from '../errors';
import type { BoxReason, DifferenceReason, LegDifference } from '../warehouse/pick';
import { SHORTAGE_REASONS, SURPLUS_REASONS } from './boxChain';

/** Boxes of a trip whose inbound count is finished. */
export interface CountedTrip {
  readonly id: number;
  /** Boxes that the truck took, and that the warehouse counted. */
  readonly pickupBoxes: number;
  readonly inboundBoxes: number;
  /** Boxes scanned in with it, and the surplus ones among them. */
  readonly scanned: number;
  readonly surplus: number;
  /** Announced boxes that were expected with this trip and are not in. */
  readonly absent: number;
}

/** Inputs of the differences of a bill. */
export interface CountedBill {
  readonly boxCount: number;
  /** True if every trip was counted and no other will come. */
  readonly complete: boolean;
  readonly trips: readonly CountedTrip[];
  /** Announced boxes of the bill with a number, and those among them that are not in. */
  readonly announced: number;
  readonly absent: number;
}

/** Numbers of missing and of surplus boxes of a trip, never netted. */
export interface TripDifference {
  readonly missing: number;
  readonly surplus: number;
  /** Missing boxes of the bill that were expected with no particular trip, and are attributed to this one. */
  readonly fromBill: number;
  /** Parts of `missing` and `surplus` for which no box number is known. */
  readonly unnamedMissing: number;
  readonly unnamedSurplus: number;
}

/**
 * Returns the missing and the surplus boxes of each counted trip, and the missing ones of the bill. Box numbers
 * are known only if every counted box was scanned; otherwise the difference is only a number.
 */
export function boxDifferences(bill: CountedBill): {
  readonly missing: number;
  /** True if the missing boxes of the bill are known by their numbers. */
  readonly named: boolean;
  readonly trips: ReadonlyMap<number, TripDifference>;
} {
  const allScanned = (trip: CountedTrip) => trip.scanned >= trip.inboundBoxes;
  const named = bill.complete && bill.announced >= bill.boxCount && bill.trips.every(allScanned);
  let left = named ? bill.absent - sumOf(bill.trips, ({ absent }) => absent) : 0;
  const trips = new Map<number, TripDifference>();
  for (const trip of bill.trips) {
    const net = trip.inboundBoxes - trip.pickupBoxes;
    const absent = allScanned(trip) ? trip.absent : 0;
    const lacking = Math.max(0, trip.surplus - net - absent);
    const fromBill = Math.min(lacking, left);
    left -= fromBill;
    // If all box numbers are known, a surplus box in the count of the truck does not offset a missing box.
    const unnamedMissing = named ? Math.max(0, -net - absent - fromBill) : lacking;
    const unnamedSurplus = Math.max(0, net - trip.surplus);
    trips.set(trip.id, {
      missing: absent + fromBill + unnamedMissing,
      surplus: trip.surplus + unnamedSurplus,
      ...{ fromBill, unnamedMissing, unnamedSurplus },
    });
  }
  // Boxes without a number beyond the count of the truck may be boxes of the bill that the truck did not count.
  const arrived = sumOf(bill.trips, ({ inboundBoxes, surplus }) => inboundBoxes - surplus);
  const lacked = sumOf([...trips.values()], ({ missing }) => missing);
  return { missing: named ? bill.absent : Math.max(lacked, bill.boxCount - arrived), named, trips };
}

const sumOf = <T>(trips: readonly T[], of: (trip: T) => number): number =>
  trips.reduce((total, trip) => total + of(trip), 0);

export type DifferenceDirection = 'shortage' | 'surplus';
/** Reasons that explain missing boxes, and those that explain surplus ones. */
export const reasonsOfDirection: Readonly<Record<DifferenceDirection, readonly DifferenceReason[]>> = {
  shortage: SHORTAGE_REASONS,
  surplus: SURPLUS_REASONS,
};
/** Returns the reason if it explains a difference in this direction. */
export const fittingReason = (direction: DifferenceDirection, reason: DifferenceReason | null | undefined) =>
  reason && reasonsOfDirection[direction].includes(reason) ? reason : null;

/** Reasons of the boxes of a leg: one for all, and one for each box that has its own. */
interface Reasons {
  readonly differenceReason: DifferenceReason | null;
  readonly differenceReasons?: readonly BoxReason[] | undefined;
}

/** Returns why a leg may not be finished with these reasons: each missing and each surplus box needs one that fits. */
export function reasonProblem(
  found: LegDifference,
  counted: { readonly actual: number; readonly expected: number },
  { differenceReason, differenceReasons = [] }: Reasons,
): Problem | undefined {
  const own = new Map(differenceReasons.map(({ boxNo, reason }) => [boxNo, reason]));
  const lacks = (direction: DifferenceDirection, count: number, names: readonly string[]) => {
    if (fittingReason(direction, differenceReason)) return false;
    const explained = names.filter((boxNo) => fittingReason(direction, own.get(boxNo))).length;
    return count > explained;
  };
  if (lacks('surplus', found.surplus, found.surplusBoxes))
    return counted.actual > counted.expected
      ? problem('COUNT_EXCEEDED', { actual: counted.actual, limit: counted.expected })
      : problem('REASON_REQUIRED');
  return lacks('shortage', found.missing, found.missingBoxes) ? problem('REASON_REQUIRED') : undefined;
}

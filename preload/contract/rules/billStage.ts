import type { Bill, BillStage } from '../bill/bill';
import type { CustomsCounts } from './custody';

export type LegState = 'none' | 'open' | 'finished';

/**
 * One truck trip from the cargo station, with the state of its four legs. Trips decide the stage, and their counts are
 * those of the bill, because the custody ledger cannot say it: people open and finish legs, boxes have no numbers before
 * the warehouse scans them, and some are only counted.
 */
export interface Trip {
  readonly boxes: number;
  readonly pickup: LegState;
  readonly inbound: LegState;
  readonly clearance: LegState;
  readonly outbound: LegState;
}

/** Inputs of the stage of a bill: its dates and counts, and its trips. */
export type StageFacts = Pick<
  Bill,
  'removedAt' | 'podAt' | 'ata' | 'declaredAt' | 'pickupAt' | 'atWarehouseAt' | 'boxCount' | 'noaBoxCount'
> & {
  readonly parcels: CustomsCounts;
  readonly trips: readonly Trip[];
  readonly pickupClosedBoxes: number | null;
};

/** Inputs of {@link pickupOver}. */
type PickupFacts = Pick<StageFacts, 'boxCount' | 'noaBoxCount' | 'pickupClosedBoxes'> & {
  readonly trips: readonly Pick<Trip, 'boxes' | 'pickup'>[];
};

/** True if customs has decided finally on every parcel; without parcels, if the clearance leg is finished. */
export function everyParcelDecided(facts: StageFacts): boolean {
  const { waiting, stopped, released, refused } = facts.parcels;
  const open = waiting + stopped;
  if (released + refused + open > 0) return open === 0;
  return facts.trips.length > 0 && facts.trips.every(({ clearance }) => clearance === 'finished');
}

/** Boxes to be picked up: those of the notice of arrival, or before it those announced. */
export const boxesExpected = ({ noaBoxCount, boxCount }: Pick<Bill, 'boxCount' | 'noaBoxCount'>): number =>
  noaBoxCount ?? boxCount;

/** Boxes not picked up: missing, or still at the cargo station. */
export function boxesAtStation(
  facts: Pick<Bill, 'boxCount' | 'noaBoxCount'> & { readonly trips: readonly Pick<Trip, 'boxes'>[] },
): number {
  const picked = facts.trips.reduce((sum, { boxes }) => sum + boxes, 0);
  return Math.max(0, boxesExpected(facts) - picked);
}

/**
 * True if the pickup of the whole bill is over: every truck is back, and all boxes were fetched or a person declared
 * (`pickupClosedBoxes`: the boxes expected at that time) that no more will come. A notice of more boxes voids that
 * declaration; all else follows from the trips and is never stored.
 */
export function pickupOver(facts: PickupFacts): boolean {
  const { trips } = facts;
  if (trips.length === 0 || trips.some(({ pickup }) => pickup !== 'finished')) return false;
  return nothingToFetch(facts);
}

/** True if all boxes were fetched from the cargo station, or a person declared that no more will come. */
export function nothingToFetch(
  facts: Omit<PickupFacts, 'trips'> & { readonly trips: readonly Pick<Trip, 'boxes'>[] },
): boolean {
  const { pickupClosedBoxes: closed } = facts;
  return boxesAtStation(facts) === 0 || (closed !== null && boxesExpected(facts) <= closed);
}

/**
 * Returns the stage of a bill: its physical progress. The first rule that holds decides, from the end of the journey
 * back to its start, so that clearing a time node moves the bill back by the same function. Customs often decides
 * before the truck comes; a bill may then be cleared first and picked up later.
 */
export function stageOf(facts: StageFacts): BillStage {
  const { trips } = facts;
  if (facts.removedAt) return 'removed';
  if (facts.podAt) return 'delivery';
  if (trips.length > 0 && trips.every(({ outbound }) => outbound === 'finished')) return 'transit';
  if (trips.some(({ outbound }) => outbound !== 'none')) return 'outbound';

  const decided = everyParcelDecided(facts);
  const inbound = trips.some((trip) => trip.inbound !== 'none');
  if (inbound) return decided ? 'clearance' : 'inbound';

  const hasPickup = trips.length > 0 || facts.pickupAt !== null;
  if (facts.ata && !hasPickup && decided) return 'clearance';
  if (hasPickup) return pickupOpen(facts) ? 'pickup' : 'clearing';
  if (facts.ata && facts.declaredAt) return 'clearing';
  return facts.ata ? 'arrived' : 'draft';
}

/** True while a pickup is open; one known by its time alone ends at arrival in the warehouse. */
function pickupOpen(facts: StageFacts): boolean {
  return facts.trips.length === 0 ? facts.atWarehouseAt === null : !pickupOver(facts);
}

import { type ClaimFacts, type ClaimFinding, noticeDueOn, suitDueOn } from '@contract/rules/claimClock';
import { dayAt } from '@contract/rules/zonedTime';
import type { Reader } from '../../store/open';

/** Time limits of a claim, as stored with its case. */
export interface ClaimLimits {
  readonly noticeDueOn: string | null;
  readonly suitDueOn: string | null;
}

/** Works out the time limits of a claim; by air they depend on the landing of its bill. */
export async function limitsOf(read: Reader, billId: number, facts: ClaimFacts): Promise<ClaimLimits> {
  const bill = await read
    .selectFrom('bill')
    .innerJoin('airport', 'airport.id', 'bill.landingAirportId')
    .select(['bill.ata', 'airport.timeZone'])
    .where('bill.id', '=', billId)
    .executeTakeFirstOrThrow();
  const arrivedOn = bill.ata === null ? null : dayAt(bill.ata, bill.timeZone);
  return { noticeDueOn: noticeDueOn(facts), suitDueOn: suitDueOn(facts, arrivedOn) };
}

/** Starts the clock of goods that a trip of an air bill brought from the cargo station: its end is their receipt. */
export async function airClaim(
  read: Reader,
  pickId: number,
  claimFinding: ClaimFinding,
): Promise<ClaimFacts | undefined> {
  const trip = await read
    .selectFrom('pick')
    .innerJoin('bill', 'bill.id', 'pick.billId')
    .innerJoin('airport', 'airport.id', 'bill.landingAirportId')
    .select(['bill.mode', 'pick.pickupFinishAt', 'airport.timeZone'])
    .where('pick.id', '=', pickId)
    .executeTakeFirst();
  if (trip?.mode !== 'air') return undefined;
  const at = trip.pickupFinishAt;
  return {
    claimConvention: 'montreal',
    claimFinding,
    claimStartOn: at === null ? null : dayAt(at, trip.timeZone),
  };
}

/** Starts the clock of goods that a truck delivered across a border; within a country CMR does not apply (art. 1). */
export async function roadClaim(
  read: Reader,
  cmrId: number,
  claimFinding: ClaimFinding,
  podAt: string,
): Promise<ClaimFacts | undefined> {
  const note = await read
    .selectFrom('cmr')
    .innerJoin('warehouse', 'warehouse.id', 'cmr.fromWarehouseId')
    .innerJoin('destination', 'destination.id', 'cmr.toDestinationId')
    .select(['warehouse.countryId as from', 'destination.countryId as to'])
    .select(({ fn }) => fn.coalesce('destination.timeZone', 'warehouse.timeZone').as('timeZone'))
    .where('cmr.id', '=', cmrId)
    .executeTakeFirst();
  if (note === undefined || note.from === note.to) return undefined;
  return { claimConvention: 'cmr', claimFinding, claimStartOn: dayAt(podAt, note.timeZone) };
}

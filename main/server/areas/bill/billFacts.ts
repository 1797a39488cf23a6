import type { Bill } from '@contract/bill/bill';
import { billMachine, billRow } from '@contract/bill/bill';
import type { ParcelState } from '@contract/customs/parcel';
import { perName } from '@contract/names';
import { type LegState, pickupOver, stageOf, type Trip } from '@contract/rules/billStage';
import { type ClearanceTrip, clearanceOf } from '@contract/rules/clearanceStatus';
import { dueOrder, nextDueAt } from '@contract/rules/nextDue';
import { itself, record } from '../../core/record';
import { codecOf } from '../../store/codec';
import type { Reader, Writer } from '../../store/open';
import { rowById } from '../../store/rowById';
import { countDecisions } from '../customs/customsAnswers';
import { chargeBill } from '../finance/chargeBill';
import { refreshForecastOf } from '../scheduling/forecastFacts';
import { differencesOf } from '../warehouse/boxCounts';
import { exceptionsOf } from './cases';

export const billCodec = codecOf(billRow);

/** Loads a bill's table row, including columns that are not in the contract. Throws NOT_FOUND. */
async function billColumns(db: Reader, id: number) {
  return rowById(db, 'bill', id);
}

/** Loads a bill in the shape of the contract. Throws NOT_FOUND. */
export const readBill = async (db: Reader, id: number): Promise<Bill> =>
  billCodec.decode(await billColumns(db, id));

/** Changes of bills, by their state machine. */
export const bills = record({
  table: 'bill',
  row: billRow,
  machine: billMachine,
  load: ({ read }, id: number) => readBill(read, id),
  about: itself,
});

const COUNTER = {
  clearance: 'parcelsClearance',
  free: 'parcelsFree',
  held: 'parcelsHeld',
  failed: 'parcelsFailed',
  abnormal: 'parcelsAbnormal',
  completed: 'parcelsCompleted',
} as const satisfies Record<ParcelState, keyof Bill>;

/**
 * Recomputes the derived columns of a bill after any write to it or to its trips, boxes and parcels: counts, shortage
 * and stage. Everything that changes cargo ends here, so that a stage is never typed and a counter never drifts.
 */
export async function refreshBill(write: Writer, id: number): Promise<void> {
  const columns = await billColumns(write, id);
  const bill = billCodec.decode(columns);
  const { pickupClosedBoxes } = columns;
  const picks = await write.selectFrom('pick').selectAll().where('billId', '=', id).execute();
  const parcels = await write
    .selectFrom('parcel')
    .select([
      'state',
      (count) => count.fn.countAll<number>().as('n'),
      (first) => first.fn.min('createdAt').as('first'),
    ])
    .where('billId', '=', id)
    .groupBy('state')
    .execute();
  const counts = perName(Object.values(COUNTER), () => 0);
  for (const { state, n } of parcels) counts[COUNTER[state]] = n;
  const answers = await countDecisions(write, id, parcels.length > 0 ? counts : bill);

  const batches = await write
    .selectFrom('batch')
    .select(['status', 'declaredAt', 'releasedAt'])
    .where('billId', '=', id)
    .execute();
  const counted = { ...bill, parcels: answers };
  const clearance = clearanceOf({ ...counted, trips: picks.map(clearanceTripOf), batches });
  const trips = picks.map(tripOf);
  const facts = { ...counted, declaredAt: clearance.declaredAt, trips, pickupClosedBoxes };
  const sum = (name: 'pickupBoxes' | 'inboundBoxes' | 'outboundBoxes') =>
    picks.reduce((total, pick) => total + (pick[name] ?? 0), 0);
  const received = picks.length > 0 && picks.every((pick) => pick.inboundFinished === 1);
  const stage = stageOf(facts);
  const pickupFinished = pickupOver(facts);
  const outboundEnd =
    picks
      .flatMap(({ outboundFinishAt }) => outboundFinishAt ?? [])
      .sort()
      .at(-1) ?? null;
  const due = { ...bill, stage, pickupFinished, clearanceStatus: clearance.status, outboundEnd };
  await write
    .updateTable('bill')
    .set({
      ...(parcels.length > 0 ? counts : {}),
      firstParcelAt: parcels.map(({ first }) => first).sort()[0] ?? bill.firstParcelAt,
      pickedBoxes: sum('pickupBoxes'),
      inboundBoxes: sum('inboundBoxes'),
      outboundBoxes: sum('outboundBoxes'),
      exceptionCount: await exceptionsOf(write, id),
      shortageCount: received
        ? (await differencesOf(write, { ...bill, pickupFinished }, picks)).missing
        : noaShortage(bill),
      pickupFinished: pickupFinished ? 1 : 0,
      stage,
      nextDueAt: nextDueAt(due),
      dueOrder: dueOrder(due),
      declaredAt: clearance.declaredAt,
      clearanceStatus: clearance.status,
      partial: clearance.partial ? 1 : 0,
      clearanceReleasedAt: clearance.settled
        ? (bill.clearanceReleasedAt ?? (await lastDecision(write, id, batches)))
        : null,
    })
    .where('id', '=', id)
    .execute();
  await chargeBill(write, await readBill(write, id));
  await refreshForecastOf(write, id);
}

/** Time of customs' latest decision: on a parcel, or on a declaration of a bill without parcels. */
async function lastDecision(
  db: Reader,
  id: number,
  batches: readonly { releasedAt: string | null }[],
): Promise<string | null> {
  const { released, failed } = await db
    .selectFrom('parcel')
    .select((last) => [
      last.fn.max<string | null>('releasedAt').as('released'),
      last.fn.max<string | null>('failedAt').as('failed'),
    ])
    .where('billId', '=', id)
    .executeTakeFirstOrThrow();
  const times = [released, failed, ...batches.map(({ releasedAt }) => releasedAt)];
  return (
    times
      .filter((at) => at !== null)
      .sort()
      .at(-1) ?? null
  );
}

const noaShortage = ({ boxCount, noaBoxCount }: Bill): number =>
  noaBoxCount === null ? 0 : Math.max(0, boxCount - noaBoxCount);

type LegColumns = 'pickup' | 'inbound' | 'clearance' | 'outbound';
/** A trip in the form of the stage rule: a leg with a start or a count is open, one with its flag is finished. */
export function tripOf(
  pick: { pickupBoxes: number } & Record<`${LegColumns}Finished`, number> &
    Record<`${LegColumns}StartAt`, string | null>,
): Trip {
  const leg = (name: LegColumns): LegState =>
    pick[`${name}Finished`] === 1 ? 'finished' : pick[`${name}StartAt`] === null ? 'none' : 'open';
  const pickup = leg('pickup');
  return {
    boxes: pick.pickupBoxes,
    // A trip exists because a truck went: its pickup is at least open.
    pickup: pickup === 'none' ? 'open' : pickup,
    inbound: leg('inbound'),
    clearance: leg('clearance'),
    outbound: leg('outbound'),
  };
}

/** A trip in the form of the clearance rule. */
export function clearanceTripOf(
  pick: Parameters<typeof tripOf>[0] & {
    kind: ClearanceTrip['kind'];
    pickupFinishAt: string | null;
  },
): ClearanceTrip {
  const { inbound, clearance } = tripOf(pick);
  return { kind: pick.kind, pickedAt: pick.pickupFinishAt ?? pick.pickupStartAt, inbound, clearance };
}

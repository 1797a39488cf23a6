import type { Bill } from '@contract/bill/bill';
import { type Problem, problem } from '@contract/errors';
import { startsOf } from '@contract/rules/custody';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../core/context';
import { listed } from '../../store/dialect';
import type { Reader } from '../../store/open';
import { moveBack, moveBoxes, placeParcels } from '../custody/moves';
import { refreshBoxes } from '../warehouse/boxViews';
import { effects, idsOf, setCompleted } from './parcelEffects';
import { recordParcels } from './parcelEvents';

/** A box with the facts by which it counts as delivered. */
interface BoxOut {
  readonly id: number;
  readonly inboundAt: string | null;
  readonly outboundAt: string | null;
  /** Time of the proof of delivery of the box's truck, or of the collection at the gate. */
  readonly signedAt: string | null;
  /** 1 for a box that the warehouse packed itself, which is in no count of a trip. */
  readonly repacked: number;
}

const ids = (some: readonly { readonly id: number }[]): number[] => some.map(({ id }) => id);

/** Latest of the actions that complete a parcel; data from before parcels had a history counts as completed by POD. */
const COMPLETED_BY_POD = sql`state = 'completed' and previousState is not 'abnormal' and coalesce((
  select what from parcelEvent where parcelId = parcel.id and what in ('complete', 'deliver', 'pod')
  order by id desc limit 1), 'pod') = 'pod'`;

async function parcelsIn(
  { write }: Pick<Context, 'write'>,
  boxIds: readonly number[],
  condition: RawBuilder<unknown>,
): Promise<{ id: number }[]> {
  if (boxIds.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select id from parcel where boxId in ${listed(boxIds)} and place is null and ${condition}`.execute(write);
  return rows;
}

/**
 * Completes the released parcels in boxes that a proof of delivery covers; held, failed and abnormal ones stay. Returns
 * how many were completed. The caller refreshes boxes and bill.
 */
export async function completeBoxes(
  context: Context,
  boxIds: readonly number[],
  podAt: string,
): Promise<number> {
  const parcels = await parcelsIn(context, boxIds, sql`state = 'free'`);
  if (parcels.length === 0) return 0;
  const which = idsOf(parcels);
  // They are with their box, which was moved.
  await setCompleted(context, which, podAt, null);
  await recordParcels({ context, ids: which }, 'pod', null);
  return parcels.length;
}

/** Undoes {@link completeBoxes}: parcels that a person completed one by one stay so. */
export async function undoCompleteBoxes(
  context: Context,
  bill: Bill,
  boxIds: readonly number[],
): Promise<void> {
  const parcels = await parcelsIn(context, boxIds, COMPLETED_BY_POD);
  // Parcels that a person completed stay handed over when their box comes back.
  const stay = await parcelsIn(context, boxIds, sql`state = 'completed' and not (${COMPLETED_BY_POD})`);
  if (stay.length > 0)
    await placeParcels(
      context,
      idsOf(stay),
      { place: 'delivered', id: null },
      { at: context.now, proof: 'decision' },
    );
  if (parcels.length === 0) return;
  const moving = { context, bill, ids: idsOf(parcels), given: { reason: '' } };
  await effects.undoComplete(moving);
  await recordParcels(moving, 'undoPod', null);
}

/** Loads the boxes of a bill that may be delivered, or are; those lost, destroyed or returned stay what they are. */
const boxesOf = (db: Reader, billId: number): Promise<BoxOut[]> =>
  db
    .selectFrom('box')
    .leftJoin('pallet', 'pallet.id', 'box.palletId')
    .leftJoin('cmr', 'cmr.id', 'pallet.cmrId')
    .leftJoin('collection', 'collection.id', 'box.collectionId')
    .select(['box.id', 'box.inboundAt', 'box.outboundAt', 'box.repacked'])
    .select(({ fn }) => fn.coalesce('cmr.podAt', 'collection.collectedAt').as('signedAt'))
    .where('box.billId', '=', billId)
    .where('box.place', 'in', [...startsOf('deliverCounted'), 'delivered', 'collected'])
    .execute();

/**
 * Selects the boxes that left the warehouse: those scanned out. If none was scanned, the counts of the trips identify
 * the boxes only where they cover every box that could be meant.
 */
function boxesOut(
  boxes: readonly BoxOut[],
  trips: readonly { inboundBoxes: number | null; outboundBoxes: number | null }[],
): readonly BoxOut[] {
  const scanned = boxes.filter(({ outboundAt }) => outboundAt !== null);
  if (scanned.length > 0) return scanned;
  const covers = (name: 'inboundBoxes' | 'outboundBoxes', some: readonly BoxOut[]) =>
    trips.length === 0 || trips.reduce((sum, trip) => sum + (trip[name] ?? 0), 0) >= some.length;
  const scannedIn = boxes.filter(({ inboundAt }) => inboundAt !== null);
  const received = scannedIn.length > 0 ? scannedIn : covers('inboundBoxes', boxes) ? boxes : [];
  return covers('outboundBoxes', received) ? received : [];
}

/**
 * Applies the proof of delivery of a whole bill, or a change of it, to the parcels in its boxes that left (reference
 * 2.1, step 21). Boxes on a truck with a proof of its own follow that proof. A `podAt` of null undoes the delivery.
 * Returns a warning if it is unknown which boxes were delivered: their parcels stay released. Called before the bill is
 * written; the caller refreshes the bill.
 */
export async function deliverBill(
  context: Context,
  bill: Bill,
  podAt: string | null,
  podBoxCount: number | null,
): Promise<Problem[]> {
  const { write, now } = context;
  const boxes = await boxesOf(write, bill.id);
  const unsigned = boxes.filter(({ signedAt }) => signedAt === null);
  // A changed proof of delivery replaces the earlier one.
  await moveBack(context, ids(unsigned), 'delivered', { at: now, proof: 'node' });
  if (podAt === null) await undoCompleteBoxes(context, bill, ids(unsigned));
  const found =
    podAt === null ? [] : await deliverOut(context, bill, { podAt, podBoxCount, boxes, unsigned });
  await refreshBoxes(write, bill.id, ids(unsigned));
  return found;
}

/** Delivers the boxes of {@link deliverBill} that left. */
async function deliverOut(
  context: Context,
  bill: Bill,
  given: {
    readonly podAt: string;
    readonly podBoxCount: number | null;
    readonly boxes: readonly BoxOut[];
    readonly unsigned: readonly BoxOut[];
  },
): Promise<Problem[]> {
  const { write } = context;
  const { podAt, podBoxCount, boxes, unsigned } = given;
  if (bill.podAt !== null) {
    const moved = await parcelsIn(context, ids(unsigned), COMPLETED_BY_POD);
    if (moved.length > 0)
      await sql`update parcel set stateAt = ${podAt}, completedAt = ${podAt} where id in ${idsOf(moved)}`.execute(
        write,
      );
  }
  const trips = await write
    .selectFrom('pick')
    .select(['inboundBoxes', 'outboundBoxes'])
    .where('billId', '=', bill.id)
    .execute();
  const out = boxesOut(boxes, trips).filter(({ signedAt }) => signedAt === null);
  const announced = (some: readonly BoxOut[]) => some.filter(({ repacked }) => repacked === 0).length;
  const left = announced(out);
  const named = podBoxCount === null ? left : podBoxCount - (announced(boxes) - announced(unsigned));
  if (left > 0 && named < left) {
    // An earlier proof of all of them does not hold any more.
    await undoCompleteBoxes(context, bill, ids(unsigned));
    return [problem('POD_BOXES_UNKNOWN', { pod: Math.max(0, named), out: left })];
  }
  await moveBoxes(context, ids(out), { place: 'delivered', id: null }, { at: podAt, proof: 'node' });
  await completeBoxes(context, ids(out), podAt);
  const inside = unsigned.length - out.length;
  return inside === 0 ? [] : [problem('POD_BOXES_STAY', { boxes: inside })];
}

/** Records that the goods of a bill on trucks without a note reached the hub, or with `tatAt` null that they did not. */
export async function arriveBill(context: Context, bill: Bill, tatAt: string | null): Promise<void> {
  const boxes = await context.write
    .selectFrom('box')
    .select('id')
    .where('billId', '=', bill.id)
    .where('place', 'in', ['truck', 'hub'])
    .where('placeId', 'is', null)
    .execute();
  await moveBack(context, ids(boxes), 'hub', { at: context.now, proof: 'node' });
  if (tatAt !== null)
    await moveBoxes(context, ids(boxes), { place: 'hub', id: null }, { at: tatAt, proof: 'node' });
}

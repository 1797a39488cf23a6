import type { Bill } from '@contract/bill/bill';
import type { Place } from '@contract/custody/place';
import { nothingToFetch } from '@contract/rules/billStage';
import { sql } from 'kysely';
import type { Reader, Writer } from '../../store/open';
import { rowById } from '../../store/rowById';
import { billCodec } from '../bill/billFacts';
import { boxesIn, collectedOf } from '../warehouse/collected';
import { hasMissing } from './missingBoxes';

/** Bills with cargo on a truck, optionally of one batch; removed ones are left out. */
export async function billsOfCmr(db: Reader, cmrId: number, batchNo: string | null = null): Promise<Bill[]> {
  let asked = db
    .selectFrom('bill')
    .innerJoin('cmrBill', 'cmrBill.billId', 'bill.id')
    .selectAll('bill')
    .where('cmrBill.cmrId', '=', cmrId)
    .where('bill.removedAt', 'is', null);
  if (batchNo) asked = asked.where('bill.batchNo', '=', batchNo);
  return (await asked.orderBy('bill.id').execute()).map((found) => billCodec.decode(found));
}

/** Places of boxes that a truck carries or has brought. */
export const WITH_TRUCK = ['truck', 'hub', 'delivered'] as const satisfies readonly Place[];

/** Boxes on the pallets of a truck at some places; those lost are the ones that it was signed without. */
export async function boxesOfNote(
  db: Reader,
  { id }: { readonly id: number },
  places: readonly Place[],
): Promise<{ readonly id: number; readonly billId: number }[]> {
  return db
    .selectFrom('box')
    .innerJoin('pallet', 'pallet.id', 'box.palletId')
    .select(['box.id', 'box.billId'])
    .where('pallet.cmrId', '=', id)
    .where('box.place', 'in', [...places])
    .where((box) => box.or([box('box.place', '!=', 'lost'), box('box.placeId', '=', id)]))
    .orderBy('box.id')
    .execute();
}

/** Boxes that a truck carries or has brought, by bill. */
export async function boxesOnCmr(db: Reader, cmrId: number): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('box')
    .innerJoin('pallet', 'pallet.id', 'box.palletId')
    .select((n) => ['box.billId', n.fn.countAll<number>().as('boxes')])
    .where('pallet.cmrId', '=', cmrId)
    .where('box.place', 'in', [...WITH_TRUCK])
    .groupBy('box.billId')
    .execute();
  return new Map(rows.map(({ billId, boxes }) => [billId, boxes]));
}

/** Updates the contents of a note from its pallets: bills, boxes, parcels, weight, pallet count. */
export async function refreshCmr(write: Writer, cmrId: number): Promise<void> {
  await write.deleteFrom('cmrBill').where('cmrId', '=', cmrId).execute();
  await sql`
    insert into cmrBill (cmrId, billId)
    select distinct ${cmrId}, box.billId from box join pallet on pallet.id = box.palletId
    where pallet.cmrId = ${cmrId}`.execute(write);
  await sql`
    update cmr set (totalPallets, totalBoxes, totalParcels, totalWeight) = (
      select count(distinct pallet.id), count(box.id), coalesce(sum(coalesce(box.scannedParcels, box.declaredParcels)), 0),
        coalesce(sum(coalesce(box.measuredWeight, box.weight)), 0)
      from pallet left join box on box.palletId = pallet.id where pallet.cmrId = ${cmrId})
    where id = ${cmrId}`.execute(write);
}

/** Time at which the last truck of a bill arrived or was signed for; once signed, the boxes of all its trucks. */
export interface LastTruck {
  readonly at: string;
  readonly boxes: number | null;
  /** True if the customer collected the last of them. */
  readonly gate?: boolean;
}

/**
 * The last truck of a bill (reference 3.8); undefined while one of its trucks has not come as far, or goods of the bill
 * may still follow: then the bill as a whole has not either.
 */
export async function lastTruckOf(
  db: Reader,
  bill: Bill,
  node: 'arrivedAt' | 'podAt',
): Promise<LastTruck | undefined> {
  const notes = await db
    .selectFrom('cmr')
    .innerJoin('cmrBill', 'cmrBill.cmrId', 'cmr.id')
    .select(['cmr.id', 'cmr.podBoxCount', `cmr.${node} as at`])
    .where('cmrBill.billId', '=', bill.id)
    .where('cmr.state', '!=', 'cancelled')
    .execute();
  const gate = node === 'podAt' ? await collectedOf(db, bill.id) : [];
  const signed = notes.flatMap((note) => note.at ?? []);
  const at = [...signed, ...gate.map(({ collectedAt }) => collectedAt)].sort().at(-1);
  if (at === undefined || signed.length < notes.length || (await goodsFollow(db, bill))) return undefined;
  if (node === 'arrivedAt') return { at, boxes: null };
  let boxes = boxesIn(gate);
  for (const { id, podBoxCount } of notes) boxes += (await signedBoxes(db, id, bill.id, podBoxCount)) ?? 0;
  // The only boxes of a bill that ever left were lost.
  return boxes === 0 && (await hasMissing(db, bill.id))
    ? undefined
    : { at, boxes, gate: gate.at(-1)?.collectedAt === at };
}

/** Boxes of a bill signed for on a note: its count for the only bill, else those on the note's pallets. */
async function signedBoxes(db: Reader, cmrId: number, billId: number, podBoxCount: number | null) {
  const { length } = await billsOfCmr(db, cmrId);
  return length > 1 ? (await boxesOnCmr(db, cmrId)).get(billId) : podBoxCount;
}

/**
 * True if goods of a bill may still leave for the hub: boxes at the cargo station, on a truck from there or in the
 * warehouse, or boxes that left without a note. Boxes that customs refused as a whole stay behind for good, and a
 * surplus box belongs to no delivery.
 */
export async function goodsFollow(db: Reader, bill: Bill): Promise<boolean> {
  const trips = await db
    .selectFrom('pick')
    .select(['pickupBoxes', 'inboundBoxes', 'inboundFinished', 'outboundBoxes', 'outboundFinished'])
    .where('billId', '=', bill.id)
    .execute();
  const { pickupClosedBoxes } = await rowById(db, 'bill', bill.id);
  const fetched = trips.map(({ pickupBoxes: boxes }) => ({ boxes }));
  if (trips.length > 0 && !nothingToFetch({ ...bill, pickupClosedBoxes, trips: fetched })) return true;
  if (trips.some((trip) => trip.inboundFinished === 0 && (trip.inboundBoxes ?? 0) < trip.pickupBoxes))
    return true;
  // Notes from before pallets were stored do not name their boxes.
  const onNotes = sql`exists (select 1 from box b join pallet p on p.id = b.palletId
    where b.billId = ${bill.id} and p.cmrId is not null)`;
  const follows = sql`(box.place in ('truck', 'hub') and cmr.id is null and ${onNotes})
    or (box.place = 'warehouse' and (
      exists (select 1 from parcel where boxId = box.id and state <> 'failed' and place is null)
      or ((box.declaredParcels > 0 or box.weight > 0) and coalesce(box.scannedParcels, 1) > 0
        and not exists (select 1 from parcel where boxId = box.id))))`;
  const { rows } = await sql<{ scanned: number; open: number }>`
    select count(case when box.repacked = 0 then box.inboundAt end) as scanned, coalesce(sum(case when ${follows} then 1 else 0 end), 0) as open
    from box left join pallet on pallet.id = box.palletId left join cmr on cmr.id = pallet.cmrId
    where box.billId = ${bill.id}`.execute(db);
  const [{ scanned, open } = { scanned: 0, open: 0 }] = rows;
  // Only a parcel in the warehouse may follow; refused ones stay behind for good.
  const { rows: loose } = await sql`
    select 1 from parcel where billId = ${bill.id} and boxId is null and place = 'warehouse' and state <> 'failed'
    limit 1`.execute(db);
  if (loose.length > 0) return true;
  const sum = (name: 'inboundBoxes' | 'outboundBoxes') =>
    trips.reduce((total, trip) => total + (trip[name] ?? 0), 0);
  // Boxes counted in without their numbers leave by a count as well, until a person says that the rest stays.
  const left = sum('outboundBoxes') + boxesIn(await collectedOf(db, bill.id));
  const unnamed = sum('inboundBoxes') > scanned && left < sum('inboundBoxes');
  const isClosed = trips.every(({ outboundFinished }) => outboundFinished === 1);
  return open > 0 || (unnamed && !isClosed);
}

/** Boxes that a truck delivered. */
interface Shares {
  readonly byBill: ReadonlyMap<number, number>;
  /** Number of boxes on its pallets without the missing ones; null for a single bill, whose signed number counts. */
  readonly onNote: number | null;
}

/**
 * The boxes that a truck delivered, by bill: those on its pallets without the missing ones. For a single bill the
 * number signed for stands, unless missing boxes are named.
 */
export async function sharesOf(
  db: Reader,
  cmrId: number,
  bills: readonly Bill[],
  delivered: number,
  missing: readonly { readonly billId: number }[],
): Promise<Shares> {
  const [first] = bills;
  if (bills.length === 1 && first && missing.length === 0)
    return { byBill: new Map([[first.id, delivered]]), onNote: null };
  const carried = await boxesOnCmr(db, cmrId);
  const lost = (id: number) => missing.filter(({ billId }) => billId === id).length;
  const byBill = new Map(bills.map(({ id }) => [id, (carried.get(id) ?? 0) - lost(id)]));
  return { byBill, onNote: [...byBill.values()].reduce((sum, boxes) => sum + boxes, 0) };
}

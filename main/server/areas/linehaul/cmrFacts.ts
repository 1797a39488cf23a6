import type { Bill } from '@contract/bill/bill';
import type { NodeEntry } from '@contract/rules/timeNodes';
import { sql } from 'kysely';
import type { Reader, Writer } from '../../store/open';
import { billCodec } from '../bill/billFacts';

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

/** Boxes on the pallets of a truck, by bill. */
export async function boxesOnCmr(db: Reader, cmrId: number): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('box')
    .innerJoin('pallet', 'pallet.id', 'box.palletId')
    .select((n) => ['box.billId', n.fn.countAll<number>().as('boxes')])
    .where('pallet.cmrId', '=', cmrId)
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
      select count(distinct pallet.id), count(box.id), coalesce(sum(box.declaredParcels), 0),
        coalesce(sum(coalesce(box.measuredWeight, box.weight)), 0)
      from pallet left join box on box.palletId = pallet.id where pallet.cmrId = ${cmrId})
    where id = ${cmrId}`.execute(write);
}

/** Deliveries of the other trucks of a bill; undefined while one of them is still under way. */
async function others(
  db: Reader,
  billId: number,
  cmrId: number,
  node: 'arrivedAt' | 'podAt',
): Promise<{ at: string; boxes: number }[] | undefined> {
  const cmrs = await db
    .selectFrom('cmr')
    .innerJoin('cmrBill', 'cmrBill.cmrId', 'cmr.id')
    .select(['cmr.id', 'cmr.podBoxCount', `cmr.${node} as at`])
    .where('cmrBill.billId', '=', billId)
    .where('cmr.id', '!=', cmrId)
    .where('cmr.state', '!=', 'cancelled')
    .execute();
  if (cmrs.some(({ at }) => at === null)) return undefined;
  return Promise.all(
    cmrs.map(async ({ id, at, podBoxCount }) => {
      const { length } = await billsOfCmr(db, id);
      const boxes = length > 1 ? (await boxesOnCmr(db, id)).get(billId) : podBoxCount;
      return { at: at ?? '', boxes: boxes ?? 0 };
    }),
  );
}

/**
 * Node entries of its bills for the arrival or delivery of one truck: none while another truck of theirs is under way,
 * else the time of the last of them, with the boxes of all (reference 3.8). `shares` are the boxes of this truck by
 * bill.
 */
export async function entriesOf(
  db: Reader,
  cmrId: number,
  bills: readonly Bill[],
  node: 'arrivedAt' | 'podAt',
  time: string,
  shares?: ReadonlyMap<number, number>,
): Promise<{ bill: Bill; entry: NodeEntry }[]> {
  const found: { bill: Bill; entry: NodeEntry }[] = [];
  for (const bill of bills) {
    const brought = await others(db, bill.id, cmrId, node);
    if (!brought) continue;
    const last = [time, ...brought.map(({ at }) => at)].sort().at(-1) ?? time;
    const boxes = brought.reduce((sum, one) => sum + one.boxes, shares?.get(bill.id) ?? 0);
    found.push({ bill, entry: { time: last, ...(shares ? { podBoxCount: boxes } : {}) } });
  }
  return found;
}

/**
 * The boxes that a truck delivered, by bill: all of them for a single bill, else the count on its pallets. `differs`
 * when a note of several bills has another number than its pallets: nobody knows whose are missing.
 */
export async function sharesOf(
  db: Reader,
  cmrId: number,
  bills: readonly Bill[],
  delivered: number,
): Promise<{ shares: ReadonlyMap<number, number>; differs?: { pod: number; out: number } }> {
  const [first] = bills;
  if (bills.length === 1 && first) return { shares: new Map([[first.id, delivered]]) };
  const shares = await boxesOnCmr(db, cmrId);
  const out = bills.reduce((sum, { id }) => sum + (shares.get(id) ?? 0), 0);
  return { shares, ...(out === delivered ? {} : { differs: { pod: delivered, out } }) };
}

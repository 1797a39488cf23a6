import { boxesAtStation } from '@contract/rules/billStage';
import { boxStateOf } from '@contract/rules/boxState';
import { type BoxState, type BoxView, boxRow } from '@contract/warehouse/box';
import { type Selectable, sql } from 'kysely';
import { codecOf } from '../../store/codec';
import { listed } from '../../store/dialect';
import type { Reader, Writer } from '../../store/open';
import type { Database } from '../../store/tables';
import { readBill } from '../bill/billFacts';

export type BoxColumns = Selectable<Database['box']>;
const codec = codecOf(boxRow);

/** Boxes in the shape of the contract, with the numbers of their trips and pallets. */
export async function boxViews(read: Reader, rows: readonly BoxColumns[]): Promise<BoxView[]> {
  const idsOf = (name: 'pickId' | 'palletId') => [...new Set(rows.flatMap((row) => row[name] ?? []))];
  const [trips, pallets] = [idsOf('pickId'), idsOf('palletId')];
  const pickNos = new Map(
    trips.length === 0
      ? []
      : (await read.selectFrom('pick').select(['id', 'pickNo']).where('id', 'in', trips).execute()).map(
          ({ id, pickNo }) => [id, pickNo] as const,
        ),
  );
  const palletNos = new Map(
    pallets.length === 0
      ? []
      : (await read.selectFrom('pallet').select(['id', 'palletNo']).where('id', 'in', pallets).execute()).map(
          ({ id, palletNo }) => [id, palletNo] as const,
        ),
  );
  const cm = (mm: number | null) => (mm === null ? null : mm / 10);
  return rows.map((row) => ({
    ...codec.decode(row),
    length: cm(row.length),
    width: cm(row.width),
    height: cm(row.height),
    pickNo: (row.pickId !== null && pickNos.get(row.pickId)) || null,
    palletNo: (row.palletId !== null && palletNos.get(row.palletId)) || null,
    photos: (JSON.parse(row.photos) as string[]).length,
  }));
}

/**
 * Counts the parcels that stand in boxes by their effect on the box. A missing parcel is not in its box.
 */
export async function parcelsOf(read: Reader, billId: number, boxIds?: readonly number[]) {
  let counting = read
    .selectFrom('parcel')
    .select((n) => ['boxId', 'state', 'abnormalType', n.fn.countAll<number>().as('n')])
    .groupBy(['boxId', 'state', 'abnormalType']);
  counting = boxIds ? counting.where('boxId', 'in', boxIds) : counting.where('billId', '=', billId);
  const found = new Map<number, { parcels: number; stuck: number; waiting: number }>();
  for (const { boxId, state, abnormalType, n } of await counting.execute()) {
    if (state === 'abnormal' && abnormalType === 'shortage') continue;
    const counts = found.get(boxId) ?? { parcels: 0, stuck: 0, waiting: 0 };
    counts.parcels += n;
    if (state === 'held' || state === 'abnormal') counts.stuck += n;
    if (state === 'clearance') counts.waiting += n;
    found.set(boxId, counts);
  }
  return found;
}

/** False for a surplus box: nobody announced what is in it, and no declaration covers it. */
export const isAnnounced = (box: Pick<BoxColumns, 'declaredParcels' | 'weight'>): boolean =>
  box.declaredParcels > 0 || box.weight > 0;

/**
 * Updates the states of a bill's boxes after any change of their parcels, trips or pallets: of all, or of the given
 * ones.
 */
export async function refreshBoxes(write: Writer, billId: number, boxIds?: readonly number[]): Promise<void> {
  if (boxIds?.length === 0) return;
  let asked = write
    .selectFrom('box')
    .leftJoin('pallet', 'pallet.id', 'box.palletId')
    .leftJoin('cmr', 'cmr.id', 'pallet.cmrId')
    .select(['box.id', 'box.state', 'box.inboundAt', 'box.outboundAt', 'box.palletId', 'cmr.podAt'])
    .select(['box.declaredParcels', 'box.weight'])
    .where('box.billId', '=', billId);
  if (boxIds) asked = asked.where('box.id', 'in', boxIds);
  const boxes = await asked.execute();
  if (boxes.length === 0) return;
  const bill = await readBill(write, billId);
  const picks = await write
    .selectFrom('pick')
    .select(['pickupBoxes', 'inboundFinished'])
    .where('billId', '=', billId)
    .execute();
  const trips = picks.map(({ pickupBoxes }) => ({ boxes: pickupBoxes }));
  const atStation = boxesAtStation({ ...bill, trips: trips as never });
  const counted =
    picks.length > 0 &&
    picks.every(({ inboundFinished }) => inboundFinished === 1) &&
    (atStation === 0 || bill.pickupFinished);
  const cleared = bill.clearanceStatus === 'success' || bill.clearanceStatus === 'handover';
  const parcels = await parcelsOf(write, billId, boxIds);
  const moved = new Map<BoxState, number[]>();
  for (const box of boxes) {
    const { stuck = 0, waiting = 0, parcels: all = 0 } = parcels.get(box.id) ?? {};
    const state = boxStateOf({
      inboundAt: box.inboundAt,
      outboundAt: box.outboundAt,
      palletised: box.palletId !== null,
      delivered: (box.podAt ?? bill.podAt) !== null,
      counted,
      cleared: cleared && isAnnounced(box),
      stuck,
      waiting,
      parcels: all,
    });
    if (state === box.state) continue;
    const ids = moved.get(state);
    if (ids) ids.push(box.id);
    else moved.set(state, [box.id]);
  }
  for (const [state, ids] of moved)
    await sql`update box set state = ${state} where id in ${listed(ids)}`.execute(write);
}

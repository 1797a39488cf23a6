import { boxesAtStation } from '@contract/rules/billStage';
import { boxStateOf } from '@contract/rules/boxState';
import { type BoxState, type BoxView, boxRow } from '@contract/warehouse/box';
import { type Selectable, sql } from 'kysely';
import { codecOf } from '../../store/codec';
import { listed } from '../../store/dialect';
import type { Reader, Writer } from '../../store/open';
import type { Database } from '../../store/tables';
import { readBill } from '../bill/billFacts';
import { goodsOf } from './goods';

export type BoxColumns = Selectable<Database['box']>;
const codec = codecOf(boxRow);

/** Numbers of the pallets of boxes, by the id of the pallet. */
export async function palletNosOf(
  read: Reader,
  boxes: readonly Pick<BoxColumns, 'palletId'>[],
): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(boxes.flatMap(({ palletId }) => palletId ?? []))];
  if (ids.length === 0) return new Map();
  const rows = await read
    .selectFrom('pallet')
    .select(['id', 'palletNo'])
    .where('id', 'in', listed(ids))
    .execute();
  return new Map(rows.map(({ id, palletNo }) => [id, palletNo]));
}

/** Boxes in the shape of the contract, with the numbers of their trips and pallets. */
export async function boxViews(read: Reader, rows: readonly BoxColumns[]): Promise<BoxView[]> {
  const trips = [...new Set(rows.flatMap(({ pickId }) => pickId ?? []))];
  const pickNos = new Map(
    trips.length === 0
      ? []
      : (await read.selectFrom('pick').select(['id', 'pickNo']).where('id', 'in', trips).execute()).map(
          ({ id, pickNo }) => [id, pickNo] as const,
        ),
  );
  const palletNos = await palletNosOf(read, rows);
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
 * Updates the states of a bill's boxes after any change of their parcels, trips or pallets: of all, or of the given
 * ones.
 */
export async function refreshBoxes(write: Writer, billId: number, boxIds?: readonly number[]): Promise<void> {
  if (boxIds?.length === 0) return;
  let asked = write
    .selectFrom('box')
    .select(['box.id', 'box.state', 'box.palletId'])
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
  const goods = await goodsOf(write, boxIds ? { boxIds } : { billId });
  const moved = new Map<BoxState, number[]>();
  for (const box of boxes) {
    const own = goods.get(box.id);
    if (!own) continue;
    const state = boxStateOf({ palletised: box.palletId !== null, counted, goods: own });
    if (state === box.state) continue;
    const ids = moved.get(state);
    if (ids) ids.push(box.id);
    else moved.set(state, [box.id]);
  }
  for (const [state, ids] of moved)
    await sql`update box set state = ${state} where id in ${listed(ids)}`.execute(write);
}

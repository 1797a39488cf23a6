import type { Bill } from '@contract/bill/bill';
import { mayMove } from '@contract/rules/custody';
import type { PickView } from '@contract/warehouse/pick';
import type { Context } from '../../core/context';
import { Refusal, refuse } from '../../core/refusal';
import type { Writer } from '../../store/open';
import { readBill, refreshBill } from '../bill/billFacts';
import { logBill } from '../bill/billHistory';
import { openCase } from '../bill/cases';
import { cameFrom, forgetBox, moveBack, movesTo } from '../custody/moves';
import { unstock } from '../linehaul/restock';
import { settleDelivery } from '../linehaul/truckNodes';
import { bringBack, fewer, findBox, scanned, sendOut } from './boxes';
import { type BoxColumns, palletNosOf, refreshBoxes } from './boxViews';
import { otherBillsWith } from './otherBills';
import { addSurplus, receive } from './receiving';
import { onLeg, viewsOf } from './trips';

/** Scans a box in. */
export async function scanIn(
  context: Context,
  bill: Bill,
  { boxNo, pickId, surplus }: { boxNo: string; pickId?: number | undefined; surplus: boolean },
): Promise<BoxScan> {
  const { write } = context;
  let box = await findBox(write, bill.id, boxNo);
  // A box of another bill is no surplus: as one, its number would exist twice.
  const isSurplus = surplus && (await otherBillsWith(context, boxNo, bill.id)).length === 0;
  if (!box && !isSurplus) return { result: 'surplus', box };
  if (box?.place === 'warehouse') return { result: 'again', box };
  box ??= await addSurplus(context, bill, boxNo);
  const { pickNo, found } = await receive(context, bill, box, { pickId });
  await refreshBoxes(write, bill.id, [box.id]);
  await refreshBill(write, bill.id);
  await logScan(context, bill, 'scan', 'inbound', `${pickNo}: ${boxNo}`);
  return { result: found ? 'recovered' : 'done', box: await findBox(write, bill.id, boxNo) };
}

/** Result of a scan, and the box. */
export interface BoxScan {
  readonly result: 'done' | 'recovered' | 'again' | 'surplus';
  readonly box: BoxColumns | undefined;
}

/** Logs a scan with the counts before and after it: a box that the warehouse packed itself changes none. */
async function logScan(
  context: Context,
  bill: Bill,
  action: 'scan' | 'unscan',
  leg: 'inbound' | 'outbound',
  remark: string,
): Promise<void> {
  const name = `${leg}Boxes` as const;
  const after = await readBill(context.write, bill.id);
  await logBill(context, action, bill, {
    before: { [name]: bill[name] },
    after: { [name]: after[name] },
    remark,
  });
}

/** Scans a box out. */
export async function scanOut(context: Context, bill: Bill, boxNo: string): Promise<BoxScan> {
  const { write } = context;
  const box = await findBox(write, bill.id, boxNo);
  if (!box) return { result: 'surplus', box };
  if (box.place === 'truck') return { result: 'again', box };
  const trip = await sendOut(context, bill, [box]);
  await refreshBoxes(write, bill.id, [box.id]);
  await refreshBill(write, bill.id);
  await logScan(context, bill, 'scan', 'outbound', `${trip?.pickNo}: ${boxNo}`);
  return { result: 'done', box: await findBox(write, bill.id, boxNo) };
}

/** Undoes a scan. A surplus box created by the scan is removed. */
export async function unscan(
  context: Context,
  bill: Bill,
  leg: 'inbound' | 'outbound',
  boxNo: string,
): Promise<BoxScan> {
  const { write } = context;
  const box = await findBox(write, bill.id, boxNo);
  if (!box) return { result: 'surplus', box };
  // A box that the warehouse packed itself was never scanned in.
  const isOut = box.place === 'announced' || box.repacked === 1;
  const isIn = box.place === 'announced' || box.place === 'warehouse';
  if (leg === 'inbound' ? isOut : isIn) return { result: 'again', box };
  if (box.collectionId !== null) throw refuse('BOX_COLLECTED', { no: boxNo });
  const trip = leg === 'outbound' ? await bringBack(context, bill, [box]) : await putBack(context, bill, box);
  await refreshBoxes(write, bill.id, [box.id]);
  await refreshBill(write, bill.id);
  // Goods that are lost again will not follow: they may have been the last ones.
  if (leg === 'inbound') await settleDelivery(context, bill.id);
  await logScan(context, bill, 'unscan', leg, `${trip?.pickNo ?? ''}: ${boxNo}`);
  return { result: 'done', box: await findBox(write, bill.id, boxNo) };
}

async function putBack(context: Context, bill: Bill, box: BoxColumns): Promise<PickView | undefined> {
  const { write, now } = context;
  const away = mayMove({ no: box.boxNo, place: box.place }, 'unreceive');
  if (away) throw new Refusal(away);
  if (box.palletId !== null) {
    const pallet = (await palletNosOf(write, [box])).get(box.palletId) ?? '';
    throw refuse('BOX_ON_PALLET', { no: box.boxNo, pallet });
  }
  const trip = (await viewsOf(write, bill, now)).find(({ id }) => id === box.pickId);
  const move = { at: now, proof: 'scan', proofText: trip?.pickNo ?? null } as const;
  // If the scan found a lost box, that was a mistake, and the box is lost again.
  const wasLost = (await cameFrom(write, box.id)) === 'lost';
  if (wasLost)
    await openCase(context, {
      ...{ billId: bill.id, boxId: box.id, type: 'shortage', level: 'box', quantity: 1 },
      description: box.boxNo,
    });
  if (wasLost && (await movesTo(write, box, 'warehouse')).length > 1) {
    // It had come before it was lost, and is in the count of that day.
    await moveBack(context, [box.id], 'warehouse', move);
    await unstock(context, bill, box);
    return trip;
  }
  if (trip) onLeg.inbound.allow('update', trip);
  const had = trip ? await scanned(write, trip.id, 'inboundAt') : 0;
  await moveBack(context, [box.id], 'warehouse', move);
  if (wasLost)
    await write
      .updateTable('box')
      .set({ inboundAt: null, inboundBy: null })
      .where('id', '=', box.id)
      .execute();
  const gone = trip ? had - (await scanned(write, trip.id, 'inboundAt')) : 0;
  if (trip && gone > 0)
    await onLeg.inbound.save(context, trip, { inboundBoxes: fewer(trip.inboundBoxes, had, gone) });
  if (box.declaredParcels === 0 && box.weight === 0) await forgetSurplus(write, box);
  return trip;
}

/** Removes a box that exists only because it was scanned as surplus, while its case is untouched. */
async function forgetSurplus(write: Writer, { id: boxId, billId }: BoxColumns): Promise<void> {
  const cases = await write
    .selectFrom('abnormalCase')
    .select(['id', 'state'])
    .where('boxId', '=', boxId)
    .execute();
  const parcel = await write.selectFrom('parcel').select('id').where('boxId', '=', boxId).executeTakeFirst();
  if (parcel || cases.length !== 1 || cases[0]?.state !== 'open') return;
  await write.deleteFrom('abnormalCase').where('boxId', '=', boxId).execute();
  await write.deleteFrom('box').where('id', '=', boxId).execute();
  await forgetBox(write, billId, boxId);
}

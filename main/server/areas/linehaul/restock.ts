import type { Bill } from '@contract/bill/bill';
import { problem } from '@contract/errors';
import type { CmrDetail } from '@contract/linehaul/cmr';
import { timeNode } from '@contract/rules/timeNodes';
import type { PickView } from '@contract/warehouse/pick';
import type { Context } from '../../core/context';
import { refuseFields } from '../../core/refusal';
import { listed } from '../../store/dialect';
import type { Reader } from '../../store/open';
import { readBill, refreshBill } from '../bill/billFacts';
import { closeShortages } from '../bill/cases';
import { setNode } from '../bill/timeNodes';
import { type Move, moveBoxes, movesTo } from '../custody/moves';
import { completeBoxes, undoCompleteBoxes } from '../customs/delivered';
import { type BoxColumns, refreshBoxes } from '../warehouse/boxViews';
import { placeBoxes } from '../warehouse/pallets';
import { onLeg, viewsOf } from '../warehouse/trips';
import { boxesOnCmr } from './cmrFacts';
import { loadCmr } from './cmrView';
import { addTruckEvent, setByLast } from './truckNodes';

/**
 * Puts boxes that turned up in a warehouse into its stock again: lost ones that a scan, a count or a person finds, and
 * others that a count finds there. Another truck can take them: their legs are open again, arrival and delivery of a
 * bill whose last truck they were not are cleared, and cases about their loss end. The note that they were missing on
 * stays signed. Writes no log.
 */
export async function restock(
  context: Context,
  bill: Bill,
  boxes: readonly BoxColumns[],
  warehouseId: number | null,
  move: Move,
  resolution: string,
): Promise<void> {
  const { write } = context;
  const ids = boxes.map(({ id }) => id);
  if (ids.length === 0) return;
  await clearNodes(context, bill);
  await reopenLegs(context, bill, boxes);
  const handedOver = boxes.filter(({ place }) => place === 'delivered' || place === 'collected');
  await undoCompleteBoxes(
    context,
    bill,
    handedOver.map(({ id }) => id),
  );
  await leavePallets(context, boxes);
  await moveBoxes(context, ids, { place: 'warehouse', id: warehouseId }, move);
  await closeShortages(context, ids, resolution);
  await refreshBoxes(write, bill.id, ids);
  await refreshBill(write, bill.id);
}

/**
 * Undoes {@link restock} for a box that is lost again: it left with its truck as before. The outbound leg of its trip is
 * finished again if no other box of it is in the warehouse. The caller updates the bill, and calls `settleDelivery`.
 */
export async function unstock(context: Context, bill: Bill, box: BoxColumns): Promise<void> {
  const { write, now } = context;
  const [left] = await movesTo(write, box, 'truck');
  if (!left) return;
  await write
    .updateTable('box')
    .set({ outboundAt: left.at, outboundBy: left.recordedBy })
    .where('id', '=', box.id)
    .execute();
  const trip = (await viewsOf(write, bill, now)).find(({ id }) => id === box.pickId);
  if (!trip || box.repacked === 1) return;
  const { inside, lastAt } = await write
    .selectFrom('box')
    .select((of) => [
      of.fn.countAll<number>().filterWhere('outboundAt', 'is', null).as('inside'),
      of.fn.max('outboundAt').as('lastAt'),
    ])
    .where('pickId', '=', trip.id)
    .where('repacked', '=', 0)
    .executeTakeFirstOrThrow();
  await onLeg.outbound.save(context, trip, {
    outboundBoxes: (trip.outboundBoxes ?? 0) + 1,
    outboundStartAt: trip.outboundStartAt ?? left.at,
    ...(inside === 0 ? { outboundFinished: true, outboundFinishAt: lastAt } : {}),
  });
}

/**
 * Delivers boxes that turned up at the hub after it had signed without them: as if they had been signed for then, with
 * the count of the note and of the bill. Throws GOODS_NOT_FROM for a box that was not lost at a delivery.
 */
export async function deliverFound(
  context: Context,
  bill: Bill,
  boxes: readonly BoxColumns[],
  move: Move,
  resolution: string,
): Promise<void> {
  const { write, now, caller } = context;
  for (const { boxNo: no, place, placeId } of boxes)
    if (placeId === null)
      throw refuseFields({
        boxNos: problem('GOODS_NOT_FROM', {
          no,
          place: { state: ['place', place] },
          to: { state: ['place', 'delivered'] },
        }),
      });
  for (const [cmrId, own] of Map.groupBy(boxes, (box) => box.placeId)) {
    const ids = own.map(({ id }) => id);
    await moveBoxes(context, ids, { place: 'delivered', id: cmrId }, move);
    await completeBoxes(context, ids, move.at);
    await closeShortages(context, ids, resolution);
    await refreshBoxes(write, bill.id, ids);
    await write
      .updateTable('cmr')
      .set((of) => ({
        podBoxCount: of(of.fn.coalesce('podBoxCount', of.val(0)), '+', own.length),
        version: of('version', '+', 1),
        ...{ updatedAt: now, updatedBy: caller.id },
      }))
      .where('id', '=', cmrId)
      .execute();
  }
  await refreshBill(write, bill.id);
  for (const node of ['tat', 'pod'] as const) await setByLast(context, await readBill(write, bill.id), node);
}

/**
 * Clears arrival and delivery of a bill by its last truck: another one will follow. A delivery that a person stated for
 * boxes on no note stands until that truck leaves.
 */
async function clearNodes(context: Context, bill: Bill): Promise<void> {
  const stated = await context.write
    .selectFrom('box')
    .select('id')
    .where('billId', '=', bill.id)
    .where('place', '=', 'delivered')
    .where('placeId', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (stated) return;
  for (const node of ['pod', 'tat'] as const) {
    const at = bill[timeNode(node).field];
    if (at === null) continue;
    await setNode(context, bill.id, node, { time: null }, { follows: true });
    await keepEvent(context, bill, node, at);
  }
}

/** Takes boxes off their pallets. A signed note keeps its contents: it shows what was on the truck. */
async function leavePallets({ write }: Context, boxes: readonly BoxColumns[]): Promise<void> {
  for (const [palletId, own] of Map.groupBy(boxes, (box) => box.palletId)) {
    if (palletId === null) continue;
    const { state } = await write
      .selectFrom('pallet')
      .select('state')
      .where('id', '=', palletId)
      .executeTakeFirstOrThrow();
    if (state !== 'delivered') await placeBoxes(write, palletId, own, false);
    else
      await write
        .updateTable('box')
        .set({ palletId: null })
        .where('id', 'in', listed(own.map(({ id }) => id)))
        .execute();
  }
}

/** Keeps the arrival or delivery of a truck on the timeline of a bill that as a whole no longer has it. */
export async function keepEvent(
  context: Context,
  bill: Bill,
  node: 'tat' | 'pod',
  at: string,
): Promise<void> {
  const { write, now } = context;
  const truck = await write
    .selectFrom('cmr')
    .innerJoin('cmrBill', 'cmrBill.cmrId', 'cmr.id')
    .select('cmr.id')
    .where('cmrBill.billId', '=', bill.id)
    .where(node === 'tat' ? 'cmr.arrivedAt' : 'cmr.podAt', '=', at)
    .executeTakeFirst();
  if (!truck) return;
  const boxes = (await boxesOnCmr(write, truck.id)).get(bill.id) ?? 0;
  const { event: code } = timeNode(node);
  if (code) await addTruckEvent(context, await loadCmr(write, truck.id, now), bill, { code, at, boxes });
}

/**
 * Opens the outbound legs of a bill again for boxes that are in the warehouse again. `back`: the note that they came
 * back from, and whether all its goods did.
 */
export async function reopenLegs(
  context: Context,
  bill: Bill,
  boxes: readonly BoxColumns[],
  back?: { readonly cmr: CmrDetail; readonly isWhole: boolean },
): Promise<void> {
  const { write, now } = context;
  for (const trip of await viewsOf(write, bill, now)) {
    const own = boxes.filter(({ pickId }) => pickId === trip.id);
    const isOwnNote = back !== undefined && trip.cmrNo === back.cmr.cmrNo;
    // A trip with this note may have been counted without the numbers of its boxes.
    const isCounted = isOwnNote && back.isWhole;
    if (own.length === 0 && !isCounted) continue;
    // A box that the warehouse packed itself is in no count.
    const returned = own.filter(({ repacked, outboundAt }) => repacked === 0 && outboundAt !== null).length;
    if (!back && returned === 0 && !trip.outboundFinished) continue;
    const { out, onNote } = await boxesOut(write, trip, back?.cmr.id ?? 0);
    const before = isCounted || trip.outboundBoxes === out ? out : (trip.outboundBoxes ?? 0);
    const left = before - returned;
    await onLeg.outbound.save(context, trip, {
      ...{ outboundFinished: false, outboundFinishAt: null },
      ...(left > 0 ? { outboundBoxes: left } : NOT_BEGUN),
      ...((isOwnNote && onNote <= returned) || (!back && left <= 0) ? { cmrNo: null } : {}),
    });
  }
}

/** Columns of an outbound leg whose boxes are all in the warehouse. */
const NOT_BEGUN = { outboundStartAt: null, outboundBoxes: null, outboundPallets: null, outboundWeight: null };

/** Boxes of a trip that are out, and those of them on the pallets of a note. */
async function boxesOut(
  db: Reader,
  { id }: Pick<PickView, 'id'>,
  cmrId: number,
): Promise<{ out: number; onNote: number }> {
  return db
    .selectFrom('box')
    .leftJoin('pallet', 'pallet.id', 'box.palletId')
    .select((of) => [
      of.fn.countAll<number>().as('out'),
      of.fn.countAll<number>().filterWhere('pallet.cmrId', '=', cmrId).as('onNote'),
    ])
    .where('box.pickId', '=', id)
    .where('box.repacked', '=', 0)
    .where('box.outboundAt', 'is not', null)
    .executeTakeFirstOrThrow();
}

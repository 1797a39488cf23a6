import type { Bill } from '@contract/bill/bill';
import { problem } from '@contract/errors';
import type { CmrDetail } from '@contract/linehaul/cmr';
import { cmrTriggers } from '@contract/linehaul/cmrConfig';
import type { NamedGoods } from '@contract/linehaul/noteGoods';
import type { Warning } from '@contract/resource';
import { mayStart } from '@contract/rules/custody';
import { timeNode } from '@contract/rules/timeNodes';
import type { Context } from '../../core/context';
import { refuseFields } from '../../core/refusal';
import { listed } from '../../store/dialect';
import type { Reader } from '../../store/open';
import { rowById } from '../../store/rowById';
import { readBill, refreshBill } from '../bill/billFacts';
import { addEvent, logBill } from '../bill/billHistory';
import { moveBoxes } from '../custody/moves';
import { requireAfter, timeGiven } from '../customs/openBill';
import { requireOpen } from '../warehouse/boxes';
import { type BoxColumns, refreshBoxes } from '../warehouse/boxViews';
import { placeBoxes } from '../warehouse/pallets';
import { billsOfCmr, refreshCmr } from './cmrFacts';
import { takeBack } from './cmrMails';
import { notes } from './cmrView';
import { goodsNamed, noteBoxes } from './noteGoods';
import { keepEvent, reopenLegs } from './restock';
import { clearNode } from './truckNodes';

/** Goods that a truck brought back. */
interface Return {
  /** Now if null. */
  readonly returnedAt: string | null;
  readonly reason: string;
  /** All goods of the note if null. */
  readonly returned: NamedGoods | null;
}

/**
 * Puts goods of a truck that came back, or that its hub refused, into the warehouse again, from where another truck can
 * take them. Legs, stage, arrival and delivery of their bills follow; the timeline and the logs keep both ways. A note
 * without goods left is cancelled. Throws NODE_FUTURE, NODE_ORDER, CMR_BOX_UNKNOWN, CMR_BOX_TWICE, REQUIRED,
 * BILL_REMOVED.
 */
export async function returnGoods(
  context: Context,
  cmr: CmrDetail,
  { returnedAt, reason, returned }: Return,
): Promise<{ warnings: Warning[]; logged: object }> {
  const { write } = context;
  const at = timeGiven(context, 'returnedAt', returnedAt);
  requireAfter('returnedAt', at, 'departedAt', cmr.departedAt);
  requireAfter('returnedAt', at, 'arrivedAt', cmr.arrivedAt);
  // Boxes that are lost, or with customs, come back by a report of their own.
  const carried = (await noteBoxes(write, cmr.id)).filter(({ place }) => mayStart('return', place));
  const chosen = returned === null ? carried : goodsNamed(cmr, carried, returned, 'returned');
  if (returned !== null && chosen.length === 0) throw refuseFields({ returned: problem('REQUIRED') });
  const isWhole = chosen.length === carried.length;
  const named = await columnsOf(
    write,
    chosen.map(({ id }) => id),
  );
  const warnings: Warning[] = [];
  for (const { id } of await billsOfCmr(write, cmr.id)) {
    const own = named.filter(({ billId }) => billId === id);
    const bill = await readBill(write, id);
    const boxes = isWhole ? [...own, ...(await scannedFor(write, cmr, id))] : own;
    if (boxes.length > 0 || isWhole)
      warnings.push(...(await returnOfBill(context, cmr, bill, boxes, { at, reason, isWhole })));
  }
  await leaveTruck(context, cmr, named, isWhole);
  if (isWhole) await takeBack(context, cmr, cmrTriggers);
  await notes.save(context, cmr, isWhole ? { state: 'cancelled', cancelReason: reason } : {});
  const boxes = isWhole ? {} : { boxes: chosen.map(({ boxNo }) => boxNo) };
  return { warnings, logged: { reason, ...boxes } };
}

const columnsOf = (db: Reader, ids: readonly number[]): Promise<BoxColumns[]> =>
  db.selectFrom('box').selectAll().where('id', 'in', listed(ids)).orderBy('id').execute();

/** Boxes of a bill that were scanned onto the truck of a note without a pallet. */
const scannedFor = (db: Reader, { cmrNo }: CmrDetail, billId: number): Promise<BoxColumns[]> =>
  db
    .selectFrom('box')
    .innerJoin('pick', 'pick.id', 'box.pickId')
    .selectAll('box')
    .where('box.billId', '=', billId)
    .where('box.palletId', 'is', null)
    .where('box.outboundAt', 'is not', null)
    .where('pick.cmrNo', '=', cmrNo)
    .execute();

/** Time and reason of a return, for the log and the timeline of each bill. */
interface ReturnReport {
  readonly at: string;
  readonly reason: string;
  readonly isWhole: boolean;
}

/** Brings boxes of one bill back: its nodes, its legs, its log and its timeline. */
async function returnOfBill(
  context: Context,
  cmr: CmrDetail,
  bill: Bill,
  boxes: readonly BoxColumns[],
  { at, reason, isWhole }: ReturnReport,
): Promise<Warning[]> {
  const { write } = context;
  requireOpen(bill);
  const warnings: Warning[] = [];
  for (const node of ['pod', 'tat'] as const) {
    const standing = bill[timeNode(node).field];
    if (standing === null) continue;
    warnings.push(...(await clearNode(context, bill, node, { code: 'NODE_RETURNED', cmr: cmr.cmrNo })));
    await keepEvent(context, bill, node, standing);
  }
  const ids = boxes.map(({ id }) => id);
  await reopenLegs(context, bill, boxes, { cmr, isWhole });
  await moveBoxes(
    context,
    ids,
    { place: 'warehouse', id: cmr.fromWarehouseId },
    { at, proof: 'cmr', proofId: cmr.id, proofText: cmr.cmrNo, remark: reason },
  );
  await refreshBoxes(write, bill.id, ids);
  await refreshBill(write, bill.id);
  const { nameEn, city } = await rowById(write, 'warehouse', cmr.fromWarehouseId);
  const part = `${cmr.cmrNo} · ${boxes.length}/${bill.boxCount}`;
  await addEvent(context, bill.id, 'RETURNED', { occurredAt: at, location: `${nameEn}, ${city}`, part });
  const after = await readBill(write, bill.id);
  await logBill(context, 'return', bill, {
    before: { stage: bill.stage, outboundBoxes: bill.outboundBoxes },
    after: { stage: after.stage, outboundBoxes: after.outboundBoxes },
    remark: `${cmr.cmrNo}: × ${boxes.length}: ${reason}`.slice(0, 500),
  });
  return warnings;
}

const goneFrom = (db: Reader, palletId: number): Promise<BoxColumns[]> =>
  db
    .selectFrom('box')
    .selectAll()
    .where('palletId', '=', palletId)
    .where('place', '!=', 'warehouse')
    .execute();

/** Takes pallets off a note that came back whole, and single boxes off pallets that stay on it. */
async function leaveTruck(
  { write }: Context,
  cmr: CmrDetail,
  boxes: readonly BoxColumns[],
  isWhole: boolean,
): Promise<void> {
  for (const pallet of cmr.pallets) {
    // Boxes that were lost on the way do not come back with their pallet.
    const gone = isWhole ? await goneFrom(write, pallet.id) : [];
    if (gone.length > 0) await placeBoxes(write, pallet.id, gone, false);
    const own = boxes.filter(({ palletId }) => palletId === pallet.id);
    if (isWhole || (own.length > 0 && own.length === pallet.boxes))
      await write
        .updateTable('pallet')
        .set({ cmrId: null, state: 'closed' })
        .where('id', '=', pallet.id)
        .execute();
    else if (own.length > 0) await placeBoxes(write, pallet.id, own, false);
  }
  await refreshCmr(write, cmr.id);
}

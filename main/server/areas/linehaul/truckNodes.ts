import type { Bill } from '@contract/bill/bill';
import { problem } from '@contract/errors';
import type { CmrDetail, CmrView } from '@contract/linehaul/cmr';
import { type NamedGoods, NO_GOODS, type NoteBox } from '@contract/linehaul/noteGoods';
import type { Warning } from '@contract/resource';
import { mayStart, startsOf } from '@contract/rules/custody';
import { timeNode } from '@contract/rules/timeNodes';
import type { EventCode } from '@contract/words';
import type { Context } from '../../core/context';
import { refuseFields } from '../../core/refusal';
import type { Reader } from '../../store/open';
import { readBill, refreshBill } from '../bill/billFacts';
import { addEvent, logBill } from '../bill/billHistory';
import { forgetEvent, inWords, ofBill } from '../bill/nodeWrites';
import { setNode } from '../bill/timeNodes';
import { moveBack, moveBoxes } from '../custody/moves';
import { completeBoxes, undoCompleteBoxes } from '../customs/delivered';
import { requireAfter, timeGiven } from '../customs/openBill';
import { refreshBoxes } from '../warehouse/boxViews';
import { billsOfCmr, boxesOfNote, boxesOnCmr, lastTruckOf, sharesOf } from './cmrFacts';
import { followStep, takeBack } from './cmrMails';
import { type CmrColumns, notes } from './cmrView';
import { clearMissing, hasMissing, markMissing } from './missingBoxes';
import { goodsNamed, noteBoxes, palletsInWords } from './noteGoods';

const FIELDS = { tat: 'arrivedAt', pod: 'podAt' } as const;

/** Sets a node of a bill by its last truck; undefined while goods of the bill are under way or may follow. */
export async function setByLast(context: Context, bill: Bill, node: keyof typeof FIELDS) {
  const last = await lastTruckOf(context.write, bill, FIELDS[node]);
  if (!last) return undefined;
  const entry = { time: last.at, ...(last.boxes === null ? {} : { podBoxCount: last.boxes }) };
  const event = last.gate ? 'COLLECTED' : undefined;
  const { warnings } = await setNode(context, bill.id, node, entry, { follows: true, event });
  return warnings.map((one) => ofBill(bill, one));
}

/**
 * Records the arrival or delivery of one truck on its bills: as the node of a bill whose last truck it is, else as an
 * event of its timeline.
 */
async function setNodes(
  context: Context,
  cmr: CmrView,
  node: keyof typeof FIELDS,
  at: string,
): Promise<Warning[]> {
  const warnings: Warning[] = [];
  const { event } = timeNode(node);
  const boxes = await boxesOnCmr(context.write, cmr.id);
  for (const bill of await billsOfCmr(context.write, cmr.id)) {
    const found = await setByLast(context, bill, node);
    if (found) warnings.push(...found);
    else if (event && (boxes.has(bill.id) || !(await hasMissing(context.write, bill.id, cmr.id))))
      await addTruckEvent(context, cmr, bill, { code: event, at, boxes: boxes.get(bill.id) ?? 0 });
  }
  return warnings;
}

/** Adds the arrival or delivery of one truck to the timeline of a bill, with its share of the boxes. */
export async function addTruckEvent(
  context: Context,
  cmr: CmrView,
  bill: Bill,
  { code, at, boxes }: { readonly code: EventCode; readonly at: string; readonly boxes: number },
): Promise<void> {
  const location = await hubCity(context.write, cmr);
  const part = `${cmr.cmrNo} · ${boxes}/${bill.boxCount}`;
  await addEvent(context, bill.id, code, { occurredAt: at, location, part });
}

async function hubCity(db: Reader, { toDestinationId }: CmrView): Promise<string | null> {
  const hub = await db
    .selectFrom('destination')
    .select('city')
    .where('id', '=', toDestinationId)
    .executeTakeFirst();
  return hub?.city ?? null;
}

/** Clears the arrival or delivery on bills that have it from this truck or a later one, and its event on the others. */
async function clearNodes(
  context: Context,
  cmr: CmrView,
  node: keyof typeof FIELDS,
  at: string,
): Promise<void> {
  const { field } = timeNode(node);
  for (const bill of await billsOfCmr(context.write, cmr.id)) {
    const standing = bill[field];
    if (standing !== null && standing >= at)
      await setNode(context, bill.id, node, { time: null }, { follows: true });
    await forgetEvent(context.write, bill.id, node, at);
  }
}

/** Moves the goods of a truck to the hub. */
async function reachHub(context: Context, cmr: CmrView, at: string): Promise<void> {
  const boxes = await boxesOfNote(context.write, cmr, startsOf('hub'));
  await moveBoxes(context, idsOf(boxes), { place: 'hub', id: cmr.id }, provenBy(cmr, at));
}

/** Records the arrival of a truck that is saved as arrived: its goods are at the hub. */
export async function arrive(context: Context, cmr: CmrView, at: string): Promise<Warning[]> {
  await reachHub(context, cmr, at);
  return setNodes(context, cmr, 'tat', at);
}

/** Undoes {@link arrive}. */
export async function clearArrival(context: Context, cmr: CmrView): Promise<void> {
  const there = await boxesOfNote(context.write, cmr, ['hub']);
  await moveBack(context, idsOf(there), 'hub', provenBy(cmr, context.now));
  await clearNodes(context, cmr, 'tat', `${cmr.arrivedAt}`);
}

const idsOf = (boxes: readonly { readonly id: number }[]): number[] => boxes.map(({ id }) => id);

const provenBy = ({ id, cmrNo }: CmrView, at: string, proof: 'cmr' | 'pod' = 'cmr') => ({
  ...{ at, proof, proofId: id, proofText: cmrNo },
});

/** Clears the hub arrival or delivery of a bill and warns of the truck that is the reason. */
export async function clearNode(
  context: Context,
  bill: Bill,
  node: keyof typeof FIELDS,
  { code, cmr }: { readonly code: 'NODE_CLEARED' | 'NODE_RETURNED'; readonly cmr: string },
): Promise<Warning[]> {
  await setNode(context, bill.id, node, { time: null }, { follows: true });
  const found = problem(code, { node: { field: timeNode(node).field }, cmr });
  return inWords(context, [found]).map((one) => ofBill(bill, one));
}

/**
 * Takes back the hub arrival and delivery of bills that were recorded for the whole bill before this truck left with
 * more of its goods.
 */
export async function takeBackEarly(context: Context, cmr: CmrView, departedAt: string): Promise<Warning[]> {
  const warnings: Warning[] = [];
  for (const bill of await billsOfCmr(context.write, cmr.id)) {
    for (const node of ['pod', 'tat'] as const) {
      const at = bill[timeNode(node).field];
      if (at === null || at >= departedAt) continue;
      warnings.push(...(await clearNode(context, bill, node, { code: 'NODE_CLEARED', cmr: cmr.cmrNo })));
    }
  }
  return warnings;
}

/** Time and counts that a consignee signed for. */
export interface Signature {
  readonly podAt: string;
  readonly podBoxCount: number;
  readonly podPalletCount?: number | null | undefined;
  readonly reservations?: string | null | undefined;
  /** Goods on the note that were not received. */
  readonly missing?: NamedGoods | undefined;
}

/**
 * Signs a note for the consignee: its pallets and the released parcels on it are delivered, and bills whose last truck
 * it is have their proof of delivery. Missing boxes become cases of their bills. A note without an arrival arrived at
 * the latest then. Throws NODE_FUTURE, NODE_ORDER, CMR_BOX_UNKNOWN, CMR_BOX_TWICE, and POD_WHICH when fewer boxes were
 * signed for than a note of several bills carries and the missing ones are not named.
 */
export async function signNote(context: Context, cmr: CmrDetail, signature: Signature): Promise<Warning[]> {
  const { write } = context;
  const podAt = timeGiven(context, 'podAt', signature.podAt);
  requireAfter('podAt', podAt, 'departedAt', cmr.departedAt);
  const bills = await billsOfCmr(write, cmr.id);
  const boxes = await noteBoxes(write, cmr.id);
  // A box that was lost on the way has its case already.
  const named = goodsNamed(cmr, boxes, signature.missing ?? NO_GOODS, 'missing');
  const missing = named.filter(({ place }) => mayStart('deliver', place));
  const { byBill, onNote } = await sharesOf(write, cmr.id, bills, signature.podBoxCount, missing);
  if (onNote !== null) requireNamed(cmr, boxes, signature.podBoxCount, onNote);
  const { podBoxCount, podPalletCount = null, reservations } = signature;
  await notes.save(context, cmr, {
    ...{ podAt, podBoxCount, podPalletCount },
    reservations: reservations ?? cmr.reservations,
    arrivedAt: cmr.arrivedAt ?? podAt,
    state: 'delivered',
  });
  await movePallets(context, cmr.id, 'loaded', 'delivered');
  await reachHub(context, cmr, podAt);
  await markMissing(context, cmr, bills, missing, podAt);
  const warnings: Warning[] = [];
  for (const bill of bills)
    warnings.push(...(await completeCarried(context, cmr, bill, podAt, byBill.get(bill.id) ?? 0)));
  if (cmr.arrivedAt === null) warnings.push(...(await arrive(context, cmr, podAt)));
  warnings.push(...(await setNodes(context, cmr, 'pod', podAt)));
  await followStep(context, cmr, 'on_pod');
  return warnings;
}

/** Refuses a number that differs from the boxes on the note of which none is named as missing. */
function requireNamed(cmr: CmrDetail, boxes: readonly NoteBox[], pod: number, out: number): void {
  if (pod > out) throw refuseFields({ podBoxCount: problem('NUMBER_MAX', { max: out }) });
  if (pod === out) return;
  const pallets = { list: palletsInWords(cmr.pallets, boxes) };
  throw refuseFields({ podBoxCount: problem('POD_WHICH', { pod, out, pallets }) });
}

/** Undoes {@link signNote}: the truck is at the hub again, or where it was before. */
export async function unsignNote(
  context: Context,
  cmr: CmrDetail,
  before: { readonly state: CmrColumns['state']; readonly arrivedAt?: string | null } = { state: 'arrived' },
): Promise<void> {
  await clearNodes(context, cmr, 'pod', `${cmr.podAt}`);
  const delivered = await boxesOfNote(context.write, cmr, ['delivered']);
  await moveBack(context, idsOf(delivered), 'delivered', provenBy(cmr, context.now, 'pod'));
  // Boxes that turned up at the hub later were missing first.
  const missing = await boxesOfNote(context.write, cmr, ['lost']);
  await moveBack(context, idsOf(missing), 'lost', provenBy(cmr, context.now, 'pod'));
  if (before.arrivedAt === null) await clearArrival(context, cmr);
  await notes.save(context, cmr, { podAt: null, podBoxCount: null, podPalletCount: null, ...before });
  await movePallets(context, cmr.id, 'delivered', 'loaded');
  await clearMissing(context, cmr);
  for (const bill of await billsOfCmr(context.write, cmr.id)) {
    await undoCompleteBoxes(context, bill, idsOf(delivered.filter(({ billId }) => billId === bill.id)));
    await refreshBill(context.write, bill.id);
    await refreshBoxes(context.write, bill.id);
  }
  await takeBack(context, cmr, ['on_pod']);
}

async function movePallets(
  { write }: Context,
  cmrId: number,
  from: 'loaded' | 'delivered',
  to: 'loaded' | 'delivered',
): Promise<void> {
  await write
    .updateTable('pallet')
    .set({ state: to })
    .where('cmrId', '=', cmrId)
    .where('state', '=', from)
    .execute();
}

/** Completes what a truck brought of one bill; nothing if fewer boxes were signed for, since nobody knows which. */
async function completeCarried(
  context: Context,
  cmr: CmrView,
  bill: Bill,
  podAt: string,
  signed: number,
): Promise<Warning[]> {
  const { write } = context;
  const carried = await boxesOfNote(write, cmr, startsOf('deliver'));
  const boxes = idsOf(carried.filter(({ billId }) => billId === bill.id));
  if (signed < boxes.length) {
    const found = problem('POD_BOXES_UNKNOWN', { pod: signed, out: boxes.length });
    return inWords(context, [found]).map((one) => ofBill(bill, one));
  }
  await moveBoxes(context, boxes, { place: 'delivered', id: cmr.id }, provenBy(cmr, podAt, 'pod'));
  const completed = await completeBoxes(context, boxes, podAt);
  await refreshBill(write, bill.id);
  await refreshBoxes(write, bill.id, boxes);
  if (completed > 0)
    await logBill(context, 'deliver', bill, {
      before: { parcelState: 'free' },
      after: { parcelState: 'completed' },
      remark: `${cmr.cmrNo}: × ${completed}`,
    });
  return [];
}

/**
 * Sets hub arrival and delivery of a bill whose trucks all have theirs, after its last goods in the warehouse turned
 * out to stay: refused by customs, or never received.
 */
export async function settleDelivery(context: Context, billId: number): Promise<void> {
  for (const node of ['tat', 'pod'] as const) {
    const bill = await readBill(context.write, billId);
    if (bill[timeNode(node).field] === null) await setByLast(context, bill, node);
  }
}

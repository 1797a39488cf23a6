import type { Bill } from '@contract/bill/bill';
import type { Spot } from '@contract/custody/place';
import { problem } from '@contract/errors';
import { mayMove } from '@contract/rules/custody';
import type { Collection } from '@contract/warehouse/collection';
import type { Context, GroupHandlers } from '../../core/context';
import { Refusal, refuse, refuseFields } from '../../core/refusal';
import { listed } from '../../store/dialect';
import type { Reader } from '../../store/open';
import { storedTexts } from '../../store/storedLists';
import { requireAttached } from '../bill/attachFile';
import { readBill, refreshBill } from '../bill/billFacts';
import { addEvent, logBill } from '../bill/billHistory';
import { setNode } from '../bill/timeNodes';
import { moveBack, moveBoxes } from '../custody/moves';
import { boxesNamed } from '../custody/named';
import { completeBoxes, undoCompleteBoxes } from '../customs/delivered';
import { timeGiven } from '../customs/openBill';
import { setByLast } from '../linehaul/truckNodes';
import { requireOpen } from './boxes';
import { type BoxColumns, refreshBoxes } from './boxViews';
import { boxesIn, collectedOf } from './collected';
import { collectPallets, palletProblems, palletsUnder, uncollectPallets } from './collectedPallets';
import { goodsOf } from './goods';

/** True if the customer collects the goods: the service of the bill ends before delivery. */
async function customerCollects(read: Reader, bill: Bill): Promise<boolean> {
  const service = await read
    .selectFrom('service')
    .select('steps')
    .where('id', '=', bill.serviceId)
    .executeTakeFirstOrThrow();
  return !storedTexts(service.steps).includes('delivery');
}

const boxesOf = (read: Reader, billId: number): Promise<BoxColumns[]> =>
  read.selectFrom('box').selectAll().where('billId', '=', billId).orderBy('boxNo').execute();

/** Boxes that were counted in and have not left, of a bill without box records. */
async function countedHere(read: Reader, billId: number): Promise<number> {
  const trips = await read
    .selectFrom('pick')
    .select(['inboundBoxes', 'outboundBoxes'])
    .where('billId', '=', billId)
    .execute();
  const here = trips.reduce((sum, trip) => sum + (trip.inboundBoxes ?? 0) - (trip.outboundBoxes ?? 0), 0);
  return Math.max(0, here - boxesIn(await collectedOf(read, billId)));
}

const AT_GATE: Spot = { place: 'collected', id: null };

const isHere = (box: BoxColumns): boolean => box.place === 'warehouse';

/** Finds for each box why it stays: its place, customs, its condition, or its pallet; undefined if it may leave. */
async function stayingOf(read: Reader, boxes: readonly BoxColumns[], at?: string) {
  const pallets = await palletsUnder(read, boxes);
  const goods = await goodsOf(read, { boxIds: boxes.map(({ id }) => id) });
  const ownReason = (box: BoxColumns) => {
    const own = goods.get(box.id);
    const time = at === undefined ? undefined : { field: 'collectedAt', at };
    const kept = own && mayMove(own, 'gate', time);
    if (kept || time === undefined || box.inboundAt === null) return kept;
    // People enter minutes.
    return time.at < `${box.inboundAt.slice(0, 16)}:00Z`
      ? problem('NODE_ORDER', { node: { field: 'collectedAt' }, previous: { field: 'inboundAt' } })
      : undefined;
  };
  const keptByPallet = palletProblems(
    pallets,
    boxes.filter((box) => !ownReason(box)),
  );
  return (box: BoxColumns) => ownReason(box) ?? keptByPallet(box);
}

/** The boxes to hand over: the named ones, each of which must be free to leave, or all that are. */
async function boxesFor(context: Context, bill: Bill, boxNos: readonly string[] | null, at: string) {
  const { write } = context;
  const wanted =
    boxNos === null
      ? (await boxesOf(write, bill.id)).filter(isHere)
      : await boxesNamed(write, bill.id, boxNos);
  const staying = await stayingOf(write, wanted, at);
  if (boxNos === null) {
    const free = wanted.filter((box) => !staying(box));
    if (free.length === 0) throw refuse('COLLECT_NOTHING');
    return free;
  }
  for (const box of wanted) {
    const found = staying(box);
    if (found) throw found.code === 'NODE_ORDER' ? refuseFields({ collectedAt: found }) : new Refusal(found);
  }
  return wanted;
}

/** The number of boxes to hand over of a bill without box records. */
async function countFor({ write }: Context, bill: Bill, boxCount: number | null): Promise<number> {
  const here = await countedHere(write, bill.id);
  if (here === 0) throw refuse('COLLECT_NOTHING');
  if (bill.clearanceStatus !== 'success' && bill.clearanceStatus !== 'handover')
    throw refuse('COLLECT_NOT_RELEASED');
  if (boxCount === null) throw refuseFields({ boxCount: problem('REQUIRED') });
  if (boxCount > here) throw refuseFields({ boxCount: problem('NUMBER_MAX', { max: here }) });
  return boxCount;
}

async function collectionsOf(read: Reader, billId: number): Promise<Collection[]> {
  const rows = await read
    .selectFrom('collection')
    .leftJoin('attachment', 'attachment.id', 'collection.attachmentId')
    .selectAll('collection')
    .select('attachment.fileName')
    .where('collection.billId', '=', billId)
    .orderBy('collection.collectedAt')
    .orderBy('collection.id')
    .execute();
  const boxes = await read
    .selectFrom('box')
    .select(['boxNo', 'collectionId'])
    .where('billId', '=', billId)
    .where('collectionId', 'is not', null)
    .orderBy('boxNo')
    .execute();
  return rows.map((row) => ({
    ...row,
    boxNos: boxes.filter(({ collectionId }) => collectionId === row.id).map(({ boxNo }) => boxNo),
  }));
}

/** Adds the collection of a part of the bill to its timeline; that of the whole bill is its proof of delivery. */
const addPartEvent = (context: Context, bill: Bill, { collectedAt, signer, boxCount }: Collection) =>
  addEvent(context, bill.id, 'COLLECTED', {
    occurredAt: collectedAt,
    part: `${signer} · ${boxCount}/${bill.boxCount}`,
  });

/** Boxes handed over at the gate, with their proof. */
export const collectionHandlers: GroupHandlers<'collection'> = {
  list: async ({ read }, { params }) => {
    const bill = await readBill(read, params.id);
    return collectionsOf(read, bill.id);
  },

  offer: async ({ read, explain }, { params }) => {
    const bill = await readBill(read, params.id);
    const all = await boxesOf(read, bill.id);
    const here = all.filter(isHere);
    const staying = await stayingOf(read, here);
    const goods = await goodsOf(read, { boxIds: here.map(({ id }) => id) });
    const pallets = await palletsUnder(read, here);
    const boxes = here.map((box) => {
      const why = staying(box);
      const pallet = box.palletId === null ? undefined : pallets.get(box.palletId);
      return {
        boxNo: box.boxNo,
        parcels: goods.get(box.id)?.parcels ?? 0,
        pallet: pallet
          ? { palletNo: pallet.palletNo, sscc: pallet.sscc, isClosed: pallet.state !== 'open' }
          : null,
        stays: why ? explain(why).slice(0, 500) : null,
      };
    });
    const counted = all.length === 0;
    return {
      collects: await customerCollects(read, bill),
      counted,
      boxCount: counted
        ? await countedHere(read, bill.id)
        : boxes.filter(({ stays }) => stays === null).length,
      boxes,
    };
  },

  collect: async (context, { params, body }) => {
    const { write, now, caller } = context;
    const bill = await readBill(write, params.id);
    requireOpen(bill);
    if (!(await customerCollects(write, bill))) throw refuse('COLLECT_DELIVERY');
    const collectedAt = timeGiven(context, 'collectedAt', body.collectedAt);
    await requireAttached(context, bill, body.attachmentId);
    const counted = (await boxesOf(write, bill.id)).length === 0;
    const boxes = counted ? [] : await boxesFor(context, bill, body.boxNos, collectedAt);
    const boxCount = counted ? await countFor(context, bill, body.boxCount) : boxes.length;
    const { signer, identity, remark, attachmentId } = body;
    const { id } = await write
      .insertInto('collection')
      .values({
        ...{ billId: bill.id, collectedAt, signer, identity, remark, attachmentId, boxCount },
        createdAt: now,
        createdBy: caller.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const ids = boxes.map((box) => box.id);
    if (ids.length > 0) {
      await write.updateTable('box').set({ collectionId: id }).where('id', 'in', listed(ids)).execute();
      await moveBoxes(context, ids, AT_GATE, {
        at: collectedAt,
        proof: 'gate',
        proofId: id,
        proofText: signer.slice(0, 60),
      });
      await completeBoxes(context, ids, collectedAt);
      await collectPallets(write, boxes);
      await refreshBoxes(write, bill.id, ids);
    }
    await refreshBill(write, bill.id);
    const made = (await collectionsOf(write, bill.id)).find((one) => one.id === id);
    if (!made) throw refuse('NOT_FOUND');
    const whole = await setByLast(context, await readBill(write, bill.id), 'pod');
    if (!whole) await addPartEvent(context, bill, made);
    await logBill(context, 'deliver', bill, {
      after: { collectedAt, boxes: made.boxNos.length || boxCount },
      remark: [signer, identity, remark, made.boxNos.join(', ')].filter(Boolean).join(' · ').slice(0, 500),
    });
    return made;
  },

  undo: async (context, { params, query }) => {
    const { write, now } = context;
    const bill = await readBill(write, params.id);
    requireOpen(bill);
    const all = await collectionsOf(write, bill.id);
    const gone = all.find(({ id }) => id === params.collectionId);
    if (!gone) throw refuse('NOT_FOUND');
    if (bill.podAt !== null) await setNode(context, bill.id, 'pod', { time: null }, { follows: true });
    const rows = await write.selectFrom('box').select('id').where('collectionId', '=', gone.id).execute();
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) {
      await undoCompleteBoxes(context, bill, ids);
      const back = { at: now, proof: 'gate', proofId: gone.id, remark: query.reason } as const;
      await moveBack(context, ids, 'collected', back);
      await uncollectPallets(write, ids);
      await write.updateTable('box').set({ collectionId: null }).where('id', 'in', listed(ids)).execute();
    }
    await write.deleteFrom('collection').where('id', '=', gone.id).execute();
    await refreshBoxes(write, bill.id, ids);
    await refreshBill(write, bill.id);
    // The event of the proof of delivery stood for the last collection: those that stay have events of their own.
    await write
      .deleteFrom('timelineEvent')
      .where('billId', '=', bill.id)
      .where('code', '=', 'COLLECTED')
      .execute();
    for (const one of all) if (one.id !== gone.id) await addPartEvent(context, bill, one);
    await logBill(context, 'undo', bill, {
      before: { collectedAt: gone.collectedAt, boxes: gone.boxNos.length || gone.boxCount },
      remark: [gone.signer, query.reason].join(': '),
    });
    return null;
  },
};

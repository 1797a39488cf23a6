import type { Bill } from '@contract/bill/bill';
import { namesOf, perName } from '@contract/names';
import {
  type BoxView,
  boxRow,
  boxStates,
  type ScanAnswer,
  type ScanLeg,
  type ScanProgress,
} from '@contract/warehouse/box';
import type { Context, GroupHandlers } from '../../core/context';
import { refuse } from '../../core/refusal';
import { type ListDefinition, listRows } from '../../store/listRows';
import type { Reader } from '../../store/open';
import { rowById } from '../../store/rowById';
import { storedTexts } from '../../store/storedLists';
import { readBill } from '../bill/billFacts';
import { logBill } from '../bill/billHistory';
import { isSurplus } from './boxCounts';
import { requireOpen, weighBox } from './boxes';
import { type BoxScan, scanIn, scanOut, unscan } from './boxScans';
import { type BoxColumns, boxViews } from './boxViews';
import { looseParcels, repackParcels } from './loose';
import { otherBillsWith } from './otherBills';
import { keepPhoto } from './photos';
import { viewsOf } from './trips';

const list: ListDefinition<typeof boxRow> = {
  table: 'box',
  row: boxRow,
  filters: ['billId', 'state', 'place', 'boxNo', 'pickId', 'palletId', 'uldNo', 'inboundAt', 'outboundAt'],
  keyword: ['boxNo'],
  order: 'boxNo',
};

async function readBox(read: Reader, id: number): Promise<BoxColumns> {
  return rowById(read, 'box', id);
}

const viewOf = async (read: Reader, row: BoxColumns | undefined) =>
  row ? ((await boxViews(read, [row]))[0] ?? null) : null;

/** Reads a box again after a change. Throws NOT_FOUND. */
async function changedBox(read: Reader, id: number): Promise<BoxView> {
  const view = await viewOf(read, await readBox(read, id));
  if (!view) throw refuse('NOT_FOUND');
  return view;
}

/** Counts the boxes of a bill that a leg should bring, and has brought, with those that nobody announced. */
async function counted(
  read: Reader,
  billId: number,
  leg: ScanLeg,
): Promise<{ expected: number; done: number; surplus: number }> {
  const { pickedBoxes, inboundBoxes, outboundBoxes } = await readBill(read, billId);
  if (leg === 'outbound') return { expected: inboundBoxes, done: outboundBoxes, surplus: 0 };
  const { n } = await read
    .selectFrom('box')
    .select((count) => count.fn.countAll<number>().as('n'))
    .where('billId', '=', billId)
    .where('inboundAt', 'is not', null)
    .where(isSurplus(billId))
    .executeTakeFirstOrThrow();
  return { expected: pickedBoxes, done: inboundBoxes, surplus: n };
}

async function progressOf({ read, caller, now }: Context, bill: Bill, leg: ScanLeg): Promise<ScanProgress> {
  const [trips, staff] = await Promise.all([
    viewsOf(read, bill, now),
    read.selectFrom('staff').select('pdaBarcodeEntry').where('id', '=', caller.id).executeTakeFirst(),
  ]);
  return {
    billId: bill.id,
    billNo: bill.billNo,
    batchNo: bill.batchNo,
    stage: bill.stage,
    ...(await counted(read, bill.id, leg)),
    photoRequired: trips[0]?.photoRequired ?? false,
    photos: trips.reduce((sum, { photos }) => sum + photos, 0),
    mayType: staff?.pdaBarcodeEntry === 1,
    trips: trips
      .filter((trip) => !trip[`${leg}Finished`])
      .map((trip) => ({
        id: trip.id,
        pickNo: trip.pickNo,
        plateNo: trip.plateNo,
        expected: (leg === 'inbound' ? trip.pickupBoxes : trip.inboundBoxes) ?? 0,
        done: trip[`${leg}Boxes`] ?? 0,
      })),
  };
}

/** Result of a scan, and the progress of the leg. */
async function answerOf(
  context: Context,
  billId: number,
  { leg, boxNo }: { leg: ScanLeg; boxNo: string },
  { result, box }: BoxScan,
): Promise<ScanAnswer> {
  const { write } = context;
  const bills = result === 'surplus' ? await otherBillsWith(context, boxNo, billId) : [];
  return {
    result: bills.length > 0 ? 'elsewhere' : result,
    bills,
    box: await viewOf(write, box),
    ...(await counted(write, billId, leg)),
  };
}

/** Throws PDA_TYPING for a number typed by a person who may only scan. */
export async function requireScanned({ write, caller }: Context, typed: boolean): Promise<void> {
  if (!typed) return;
  const staff = await write
    .selectFrom('staff')
    .select('pdaBarcodeEntry')
    .where('id', '=', caller.id)
    .executeTakeFirst();
  if (staff?.pdaBarcodeEntry !== 1) throw refuse('PDA_TYPING');
}

/** Boxes of bills: list, scan in and out, weigh, photograph. */
export const boxHandlers: GroupHandlers<'box'> = {
  list: async ({ read }, { params, query }) => {
    await readBill(read, params.id);
    const page = await listRows(read, list, { ...query, billId: [params.id] });
    const ids = page.list.map(({ id }) => id);
    const rows =
      ids.length === 0 ? [] : await read.selectFrom('box').selectAll().where('id', 'in', ids).execute();
    const views = new Map((await boxViews(read, rows)).map((view) => [view.id, view]));
    return { ...page, list: ids.flatMap((id) => views.get(id) ?? []) };
  },

  counts: async ({ read }, { params }) => {
    await readBill(read, params.id);
    const rows = await read
      .selectFrom('box')
      .select((n) => ['state', n.fn.countAll<number>().as('n')])
      .where('billId', '=', params.id)
      .groupBy('state')
      .execute();
    const counts = perName(namesOf(boxStates), () => 0);
    for (const { state, n } of rows) counts[state] = n;
    return { all: rows.reduce((sum, { n }) => sum + n, 0), ...counts };
  },

  progress: async (context, { params, query }) =>
    progressOf(context, await readBill(context.read, params.id), query.leg),

  scan: async (context, { params, body }) => {
    const bill = await readBill(context.write, params.id);
    requireOpen(bill);
    await requireScanned(context, body.typed);
    const found =
      body.leg === 'inbound' ? await scanIn(context, bill, body) : await scanOut(context, bill, body.boxNo);
    if (found.result !== 'done' && found.result !== 'recovered') context.unchanged();
    return answerOf(context, bill.id, body, found);
  },

  unscan: async (context, { params, body }) => {
    const bill = await readBill(context.write, params.id);
    requireOpen(bill);
    const found = await unscan(context, bill, body.leg, body.boxNo);
    if (found.result !== 'done') context.unchanged();
    return answerOf(context, bill.id, body, found);
  },

  loose: async ({ read }, { params }) => {
    await readBill(read, params.id);
    return looseParcels(read, params.id);
  },

  repack: async (context, { params, body }) => {
    const bill = await readBill(context.write, params.id);
    requireOpen(bill);
    const { changed, box } = await repackParcels(context, bill, body);
    return { changed, box: await viewOf(context.write, box ?? undefined) };
  },

  weigh: async (context, { params, body }) => {
    const { write } = context;
    const stored = await readBox(write, params.id);
    const before = await viewOf(write, stored);
    const bill = await readBill(write, stored.billId);
    requireOpen(bill);
    await weighBox(context, bill.id, { boxNo: stored.boxNo, ...body });
    if (body.remark !== undefined)
      await write.updateTable('box').set({ remark: body.remark }).where('id', '=', stored.id).execute();
    const after = await changedBox(write, params.id);
    await logBill(context, 'update', bill, {
      before: { ...before },
      after: { ...after },
      remark: stored.boxNo,
    });
    return after;
  },

  photo: async (context, { params, file }) => {
    const { write } = context;
    const box = await readBox(write, params.id);
    const bill = await readBill(write, box.billId);
    const id = await keepPhoto(context, bill, file);
    await write
      .updateTable('box')
      .set({ photos: JSON.stringify([...storedTexts(box.photos), id]) })
      .where('id', '=', box.id)
      .execute();
    await logBill(context, 'upload', bill, { remark: `${box.boxNo}: ${file.name}` });
    return changedBox(write, box.id);
  },
};

import type { Bill } from '@contract/bill/bill';
import { type PalletView, palletMachine, palletRow } from '@contract/warehouse/pallet';
import type { Context, GroupHandlers } from '../../core/context';
import { itself, record, requireVersion } from '../../core/record';
import { Refusal, refuse } from '../../core/refusal';
import { newStamp } from '../../core/stamps';
import { codecOf } from '../../store/codec';
import { listed } from '../../store/dialect';
import { type ListDefinition, listRows } from '../../store/listRows';
import { nextNumber } from '../../store/numbers';
import type { Reader, Writer } from '../../store/open';
import { readBill, refreshBill } from '../bill/billFacts';
import { logBill } from '../bill/billHistory';
import { refreshCmr } from '../linehaul/cmrFacts';
import { bringBack, requireOpen, sendOut } from './boxes';
import { type BoxColumns, refreshBoxes } from './boxViews';
import { keptOn, requireMovable } from './goods';
import { giveSscc } from './sscc';

const codec = codecOf(palletRow);
const definition: ListDefinition<typeof palletRow> = {
  table: 'pallet',
  row: palletRow,
  filters: ['palletNo', 'sscc', 'state', 'destinationCode', 'warehouseId', 'builtAt', 'id'],
  keyword: ['palletNo', 'sscc', 'destinationCode'],
  order: '-builtAt',
};

/** Stored pallets with their contents and consignment note. */
export const palletViews = (
  read: Reader,
  stored: readonly Parameters<typeof codec.decode>[0][],
): Promise<PalletView[]> =>
  viewsOf(
    read,
    stored.map((row) => codec.decode(row)),
  );

async function viewsOf(
  read: Reader,
  rows: readonly ReturnType<typeof codec.decode>[],
): Promise<PalletView[]> {
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const [boxes, kept, notes] = await Promise.all([
    read
      .selectFrom('box')
      .innerJoin('bill', 'bill.id', 'box.billId')
      .select((n) => [
        'box.palletId',
        n.fn.countAll<number>().as('boxes'),
        n.fn.sum<number>(n.fn.coalesce('box.scannedParcels', 'box.declaredParcels')).as('parcels'),
        n.fn.max('bill.archived').as('archived'),
        n.fn.count<number>('box.billId').distinct().as('bills'),
      ])
      .where('box.palletId', 'in', ids)
      .groupBy('box.palletId')
      .execute(),
    keptOn(read, 'box.palletId', ids),
    read
      .selectFrom('pallet')
      .innerJoin('cmr', 'cmr.id', 'pallet.cmrId')
      .select(['pallet.id', 'cmr.cmrNo', 'cmr.state'])
      .where('pallet.id', 'in', ids)
      .execute(),
  ]);
  const noteOf = new Map(notes.map((note) => [note.id, note]));
  const onPallet = new Map(boxes.map((row) => [row.palletId, row]));
  return rows.map((row) => {
    const found = onPallet.get(row.id);
    return {
      ...row,
      boxes: found?.boxes ?? 0,
      parcels: found?.parcels ?? 0,
      bills: found?.bills ?? 0,
      ...kept(row.id),
      billArchived: found?.archived === 1,
      cmrNo: noteOf.get(row.id)?.cmrNo ?? null,
      onTruck: (noteOf.get(row.id)?.state ?? 'draft') !== 'draft',
    };
  });
}

/** Pallets on a consignment note, in the order they were built. */
export async function palletsOfCmr(read: Reader, cmrId: number): Promise<PalletView[]> {
  const rows = await read.selectFrom('pallet').selectAll().where('cmrId', '=', cmrId).orderBy('id').execute();
  return palletViews(read, rows);
}

async function load(read: Reader, id: number): Promise<PalletView> {
  const row = await read.selectFrom('pallet').selectAll().where('id', '=', id).executeTakeFirst();
  const [view] = row ? await palletViews(read, [row]) : [];
  if (!view) throw refuse('NOT_FOUND');
  return view;
}

const pallets = record({
  table: 'pallet',
  row: palletRow,
  machine: palletMachine,
  load: ({ read }, id: number) => load(read, id),
  about: itself,
});

/** Finds boxes by ids or scanned numbers. For a number on several bills it is the box in the warehouse. */
async function chosenBoxes(
  read: Reader,
  { boxIds, boxNos }: { boxIds: readonly number[]; boxNos: readonly string[] },
): Promise<BoxColumns[]> {
  const byId =
    boxIds.length === 0 ? [] : await read.selectFrom('box').selectAll().where('id', 'in', boxIds).execute();
  const byNo: BoxColumns[] = [];
  for (const no of new Set(boxNos)) {
    const found = await read
      .selectFrom('box')
      .selectAll()
      .where('boxNo', '=', no)
      .orderBy('id', 'desc')
      .execute();
    const here = found.find(({ place }) => place === 'warehouse') ?? found[0];
    if (!here) throw refuse('PALLET_BOX_UNKNOWN', { no });
    byNo.push(here);
  }
  for (const id of boxIds)
    if (!byId.some((box) => box.id === id)) throw refuse('PALLET_BOX_UNKNOWN', { no: String(id) });
  const all = new Map([...byId, ...byNo].map((box) => [box.id, box]));
  if (all.size === 0) throw refuse('PALLET_BOX_UNKNOWN', { no: '' });
  return [...all.values()];
}

/** Destination of a box: its own, else its bill's. */
async function destinationOf(read: Reader, box: BoxColumns, bill: Bill): Promise<string | null> {
  if (box.destinationCode !== null) return box.destinationCode;
  if (bill.destinationId === null) return null;
  const found = await read
    .selectFrom('destination')
    .select('code')
    .where('id', '=', bill.destinationId)
    .executeTakeFirst();
  return found?.code ?? null;
}

/** Bills by id, each loaded once. */
async function billsOf(read: Reader, boxes: readonly BoxColumns[]): Promise<Map<number, Bill>> {
  const bills = new Map<number, Bill>();
  for (const { billId } of boxes) if (!bills.has(billId)) bills.set(billId, await readBill(read, billId));
  return bills;
}

/** Refuses boxes that may not be on the pallet. Returns their common destination. */
async function requireFit(
  read: Reader,
  boxes: readonly BoxColumns[],
  bills: ReadonlyMap<number, Bill>,
  expected: string | null,
  palletId: number | null,
): Promise<string> {
  let wanted = expected;
  await requireMovable(read, { boxIds: boxes.map(({ id }) => id) }, 'pallet');
  for (const box of boxes) {
    const bill = bills.get(box.billId);
    if (!bill) throw refuse('NOT_FOUND');
    requireOpen(bill);
    if (box.palletId !== null && box.palletId !== palletId) {
      const { palletNo } = await load(read, box.palletId);
      throw refuse('BOX_ON_PALLET', { no: box.boxNo, pallet: palletNo });
    }
    const destination = await destinationOf(read, box, bill);
    if (destination === null) throw refuse('LEG_NO_DESTINATION');
    wanted ??= destination;
    if (destination !== wanted)
      throw refuse('PALLET_DESTINATION', { no: box.boxNo, destination, expected: wanted });
  }
  return wanted ?? '';
}

/** Puts boxes on a pallet or takes them off, and updates its weight and their states. */
export async function placeBoxes(
  write: Writer,
  palletId: number,
  boxes: readonly BoxColumns[],
  on: boolean,
): Promise<void> {
  const ids = boxes.map(({ id }) => id);
  await write
    .updateTable('box')
    .set({ palletId: on ? palletId : null })
    .where('id', 'in', ids)
    .execute();
  for (const billId of new Set(boxes.map((box) => box.billId)))
    await refreshBoxes(
      write,
      billId,
      boxes.filter((box) => box.billId === billId).map(({ id }) => id),
    );
  const standing = await write
    .selectFrom('box')
    .select(['weight', 'measuredWeight'])
    .where('palletId', '=', palletId)
    .execute();
  const weight = standing.reduce((sum, box) => sum + (box.measuredWeight ?? box.weight), 0);
  const { cmrId } = await write
    .updateTable('pallet')
    .set({ weight })
    .where('id', '=', palletId)
    .returning('cmrId')
    .executeTakeFirstOrThrow();
  if (cmrId !== null) await refreshCmr(write, cmrId);
}

async function logPallet(
  context: Context,
  action: 'create' | 'update' | 'delete' | 'finish' | 'reopen' | 'load' | 'unload',
  pallet: { id: number; palletNo: string },
  before: object | undefined,
  after: object | undefined,
): Promise<void> {
  await context.log({
    module: 'bill',
    action,
    objectType: 'pallet',
    objectId: pallet.id,
    objectNo: pallet.palletNo,
    before,
    after,
  });
}

const standingOn = (read: Reader, palletId: number): Promise<BoxColumns[]> =>
  read.selectFrom('box').selectAll().where('palletId', '=', palletId).orderBy('id').execute();

/** Loads all boxes of pallets onto the truck, or unloads them: once for each bill, however many they are. */
async function move(context: Context, carried: readonly PalletView[], out: boolean): Promise<void> {
  const { write } = context;
  if (carried.length === 0) return;
  const boxes = await write
    .selectFrom('box')
    .selectAll()
    .where('palletId', 'in', listed(carried.map(({ id }) => id)))
    .orderBy('id')
    .execute();
  const bills = await billsOf(write, boxes);
  for (const bill of bills.values()) requireOpen(bill);
  for (const bill of bills.values()) {
    const own = boxes.filter(({ billId }) => billId === bill.id);
    // A box may have been scanned out, or taken off the truck, on its own.
    const moving = own.filter(({ place }) => (place === 'truck') !== out);
    if (out) await sendOut(context, bill, moving);
    else await bringBack(context, bill, moving);
    await refreshBoxes(
      write,
      bill.id,
      own.map(({ id }) => id),
    );
    await refreshBill(write, bill.id);
    for (const { id, palletNo } of carried) {
      const on = own.filter(({ palletId }) => palletId === id).length;
      if (on > 0) await logBill(context, out ? 'load' : 'unload', bill, { remark: `${palletNo}: ${on}` });
    }
  }
}

/**
 * Loads pallets onto the truck, or unloads them: their boxes, their states, the log. Throws {@link Refusal} by the rules
 * of the machine of pallets, and for a box that may not leave.
 */
export async function carry(
  context: Context,
  carried: readonly PalletView[],
  action: 'load' | 'unload',
): Promise<void> {
  for (const pallet of carried) pallets.allow(action, pallet);
  await move(context, carried, action === 'load');
  for (const pallet of carried) {
    await pallets.save(context, pallet, { state: CARRIED[action] });
    await logPallet(context, action, pallet, { state: pallet.state }, { state: CARRIED[action] });
  }
}
const CARRIED = { load: 'loaded', unload: 'closed' } as const;

/** Pallets: build, close, load, and take apart. */
export const palletHandlers: GroupHandlers<'pallet'> = {
  list: async ({ read }, { query }) => {
    const { billId, ...rest } = query;
    const onlyOf = async () => {
      const rows = await read
        .selectFrom('box')
        .select('palletId')
        .distinct()
        .where('billId', '=', billId ?? 0)
        .where('palletId', 'is not', null)
        .execute();
      return { id: [0, ...rows.flatMap(({ palletId }) => palletId ?? [])] };
    };
    const page = await listRows(read, definition, { ...rest, ...(billId ? await onlyOf() : {}) });
    return { ...page, list: await viewsOf(read, page.list) };
  },

  create: async (context, { body }) => {
    const { write, caller, now } = context;
    const boxes = await chosenBoxes(write, body);
    const bills = await billsOf(write, boxes);
    const destinationCode = await requireFit(write, boxes, bills, null, null);
    const { id } = await write
      .insertInto('pallet')
      .values({
        palletNo: await nextNumber(write, 'pallet', 'palletNo', 'PLT', now),
        warehouseId: bills.get(boxes[0]?.billId ?? 0)?.warehouseId ?? null,
        destinationCode,
        type: body.type,
        height: body.height,
        remark: body.remark,
        state: 'open',
        builtAt: now,
        builtBy: caller.id,
        ...newStamp(context),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await placeBoxes(write, id, boxes, true);
    const pallet = await load(write, id);
    await logPallet(context, 'create', pallet, undefined, {
      boxNos: boxes.map(({ boxNo }) => boxNo),
      destinationCode,
    });
    return pallet;
  },

  update: async (context, { params, body }) => {
    const { version, ...patch } = body;
    const pallet = await pallets.open(context, params.id, 'update', version);
    await pallets.save(context, pallet, patch);
    await logPallet(context, 'update', pallet, pallet, patch);
    return load(context.write, pallet.id);
  },

  add: async (context, { params, body }) => {
    const { write } = context;
    const pallet = await pallets.open(context, params.id, 'addBoxes');
    const boxes = await chosenBoxes(write, body);
    await requireFit(write, boxes, await billsOf(write, boxes), pallet.destinationCode, pallet.id);
    await placeBoxes(write, pallet.id, boxes, true);
    await pallets.save(context, pallet, {});
    await logPallet(context, 'update', pallet, undefined, { boxNos: boxes.map(({ boxNo }) => boxNo) });
    return load(write, pallet.id);
  },

  take: async (context, { params, query }) => {
    const { write } = context;
    const pallet = await pallets.open(context, params.id, 'takeBoxes');
    const boxes = (await standingOn(write, pallet.id)).filter(({ id }) => query.boxIds.includes(id));
    if (boxes.length > 0) {
      await placeBoxes(write, pallet.id, boxes, false);
      await pallets.save(context, pallet, {});
    }
    await logPallet(context, 'update', pallet, { boxNos: boxes.map(({ boxNo }) => boxNo) }, undefined);
    return load(write, pallet.id);
  },

  act: async (context, { params, body }) => {
    const { write, now } = context;
    const pallet = await load(write, params.id);
    const reached = { close: 'closed', reopen: 'open', ...CARRIED } as const;
    const again = body.action === 'close' || body.action === 'load';
    if (again && pallet.state === reached[body.action] && !pallet.billArchived) {
      context.unchanged();
      return { changed: 0, pallet };
    }
    requireVersion(pallet, body.version);
    pallets.allow(body.action, pallet);
    if (body.action === 'load' || body.action === 'unload') await carry(context, [pallet], body.action);
    else {
      const closing = body.action === 'close';
      const state = reached[body.action];
      await pallets.save(context, pallet, { state, closedAt: closing ? now : null });
      // A closed pallet is complete, and is labelled next. It is closed even if no SSCC is left.
      if (closing) await giveSscc(context, pallet);
      await logPallet(context, closing ? 'finish' : 'reopen', pallet, { state: pallet.state }, { state });
    }
    return { changed: 1, pallet: await load(write, pallet.id) };
  },

  remove: async (context, { params }) => {
    const pallet = await pallets.open(context, params.id, 'delete');
    await context.write.deleteFrom('pallet').where('id', '=', pallet.id).execute();
    if (pallet.cmrId !== null) await refreshCmr(context.write, pallet.cmrId);
    await logPallet(context, 'delete', pallet, { palletNo: pallet.palletNo }, undefined);
    return null;
  },
};

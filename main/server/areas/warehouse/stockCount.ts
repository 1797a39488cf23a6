import type { ScanHit } from '@contract/warehouse/scan';
import {
  MAX_MISSING,
  type StockCountView,
  stockCountRow,
  stockDifference,
} from '@contract/warehouse/stockCount';
import type { Selectable } from 'kysely';
import type { Context, GroupHandlers } from '../../core/context';
import { exportRows } from '../../core/exportRows';
import { refuse } from '../../core/refusal';
import { choiceOf } from '../../core/selected';
import { codecOf } from '../../store/codec';
import { listed } from '../../store/dialect';
import { type ListDefinition, listRows } from '../../store/listRows';
import { nextNumber } from '../../store/numbers';
import type { Reader } from '../../store/open';
import type { Database } from '../../store/tables';
import { refreshBill } from '../bill/billFacts';
import { openCase } from '../bill/cases';
import { requireScanned } from './box';
import { decideDifferences } from './countDecisions';
import {
  type Comparison,
  type CountNumbers,
  type CountScan,
  compare,
  type Goods,
  goodsNamed,
  keyOf,
  lastMove,
  numbersOf,
} from './countedGoods';
import { requireWarehouse } from './reachable';
import { type ScannedNumber, scanHits, scannedNumber } from './scanHits';

type CountRow = Selectable<Database['stockCount']>;
const codec = codecOf(stockCountRow);
const differenceCodec = codecOf(stockDifference);

const definition: ListDefinition<typeof stockCountRow> = {
  table: 'stockCount',
  row: stockCountRow,
  filters: ['warehouseId', 'state', 'startedAt'],
  keyword: ['countNo', 'remark'],
  order: '-startedAt',
};

/** Reads a count of a warehouse that the caller may see. Throws NOT_FOUND. */
async function countOf({ read, caller }: Pick<Context, 'read' | 'caller'>, id: number): Promise<CountRow> {
  const row = await read.selectFrom('stockCount').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw refuse('NOT_FOUND');
  await requireWarehouse(read, caller, row.warehouseId);
  return row;
}

async function openCountOf(context: Context, id: number): Promise<CountRow> {
  const row = await countOf(context, id);
  if (row.state !== 'open') throw refuse('COUNT_ENDED', { no: row.countNo });
  return row;
}

const scansOf = (read: Reader, countId: number): Promise<CountScan[]> =>
  read
    .selectFrom('stockCountScan')
    .select(['unit', 'goodsId', 'number', 'expected', 'lastMoveId'])
    .where('countId', '=', countId)
    .orderBy('id')
    .execute();

const comparisonOf = async (read: Reader, row: CountRow): Promise<Comparison> =>
  compare(read, row, await scansOf(read, row.id));

const progressOf = async (read: Reader, row: CountRow): Promise<CountNumbers> =>
  numbersOf(read, row, await scansOf(read, row.id));

async function differencesOf(read: Reader, countId: number) {
  const rows = await read
    .selectFrom('stockDifference')
    .leftJoin('bill', 'bill.id', 'stockDifference.billId')
    .leftJoin('abnormalCase', 'abnormalCase.id', 'stockDifference.caseId')
    .selectAll('stockDifference')
    .select(['bill.billNo', 'bill.batchNo', 'abnormalCase.caseNo'])
    .where('countId', '=', countId)
    .orderBy('stockDifference.id')
    .execute();
  return rows.map((row) => differenceCodec.decode(row));
}

async function viewOf({ read, caller }: Context, row: CountRow): Promise<StockCountView> {
  const isOpen = row.state === 'open';
  const missing = isOpen ? (await comparisonOf(read, row)).missing : [];
  const differences = isOpen ? [] : await differencesOf(read, row.id);
  const of = (kind: string) => differences.filter((one) => one.kind === kind).length;
  const inPlace = isOpen ? 0 : (await scansOf(read, row.id)).length - of('extra') - of('unknown');
  const staff = await read
    .selectFrom('staff')
    .select('pdaBarcodeEntry')
    .where('id', '=', caller.id)
    .executeTakeFirst();
  return {
    ...codec.decode(row),
    ...(isOpen
      ? await progressOf(read, row)
      : {
          ...{ expected: inPlace + of('missing'), counted: inPlace },
          ...{ missing: of('missing'), extra: of('extra'), unknown: of('unknown') },
        }),
    mayType: staff?.pdaBarcodeEntry === 1,
    missingGoods: missing
      .slice(0, MAX_MISSING)
      .map(({ id, unit, number, billId, billNo, batchNo, palletNo }) => ({
        ...{ id, unit, number, billId, billNo, batchNo, palletNo },
      })),
    differences,
  };
}

/** The goods that a scan is about: a box, a parcel in no box, or the boxes on a pallet. */
async function goodsOf(read: Reader, hit: ScanHit): Promise<Goods[]> {
  const named = async (ids: readonly { unit: 'box' | 'parcel'; id: number }[]) => [
    ...(await goodsNamed(read, ids)).values(),
  ];
  const boxIds = (column: 'palletId' | 'id', id: number) =>
    read.selectFrom('box').select('id').where(column, '=', id).execute();
  if (hit.kind === 'pallet')
    return named((await boxIds('palletId', hit.recordId)).map(({ id }) => ({ unit: 'box', id })));
  if (hit.kind === 'box') return named([{ unit: 'box', id: hit.recordId }]);
  const parcel = await read
    .selectFrom('parcel')
    .select(['boxId', 'place'])
    .where('id', '=', hit.recordId)
    .executeTakeFirst();
  // A parcel with a place of its own is counted alone; in a box it stands for the box only while it is the one in it.
  if (!parcel || parcel.boxId === null || parcel.place !== null)
    return named([{ unit: 'parcel', id: hit.recordId }]);
  if (hit.parcels > 1)
    throw refuse('SCAN_PARCEL_IN_BOX', { no: hit.number, box: hit.boxNo ?? '', count: hit.parcels });
  return named([{ unit: 'box', id: parcel.boxId }]);
}

const suits = (hit: ScanHit, warehouseId: number) =>
  hit.warehouseId === warehouseId && hit.boxState !== 'delivered';

/** Selects what a number names: the chosen one, else the one that may be here. */
function hitsFor(
  hits: readonly ScanHit[],
  chosen: Pick<ScanHit, 'kind' | 'recordId'> | undefined,
  warehouseId: number,
): readonly ScanHit[] {
  if (chosen)
    return hits.filter(({ kind, recordId }) => kind === chosen.kind && recordId === chosen.recordId);
  const suiting = hits.filter((hit) => suits(hit, warehouseId));
  return suiting.length > 0 ? suiting : hits;
}

/** Writes the scans of goods that this count does not have yet; returns how many. */
async function record(context: Context, count: CountRow, goods: readonly Goods[]): Promise<number> {
  const { write, caller, now } = context;
  const rows = await write
    .selectFrom('stockCountScan')
    .select(['unit', 'goodsId'])
    .where('countId', '=', count.id)
    .where('goodsId', 'in', listed(goods.map(({ id }) => id)))
    .execute();
  const had = new Set(rows.map(({ unit, goodsId }) => keyOf({ unit, id: goodsId ?? 0 })));
  const fresh = goods.filter((one) => !had.has(keyOf(one)));
  if (fresh.length === 0) return 0;
  const lastMoveId = await lastMove(write);
  await write
    .insertInto('stockCountScan')
    .values(
      fresh.map(({ unit, id, number, place, placeId }) => ({
        ...{ countId: count.id, unit, goodsId: id, number, scannedAt: now, scannedBy: caller.id },
        expected: place === 'warehouse' && placeId === count.warehouseId ? 1 : 0,
        lastMoveId,
      })),
    )
    .execute();
  return fresh.length;
}

async function recordUnknown(context: Context, count: CountRow, number: string): Promise<boolean> {
  const { write, caller, now } = context;
  const had = await write
    .selectFrom('stockCountScan')
    .select('id')
    .where('countId', '=', count.id)
    .where('goodsId', 'is', null)
    .where('number', '=', number)
    .executeTakeFirst();
  if (had) return false;
  await write
    .insertInto('stockCountScan')
    .values({
      ...{ countId: count.id, unit: 'box', goodsId: null, number, expected: 0, lastMoveId: 0 },
      ...{ scannedAt: now, scannedBy: caller.id },
    })
    .execute();
  return true;
}

type CountAction = 'start' | 'scan' | 'unscan' | 'close' | 'cancel' | 'solve';

/** Logs a step of a count at its warehouse. */
const logCount = (context: Context, action: CountAction, count: CountRow, after: object = {}) =>
  context.log({
    ...{ module: 'bill', action, objectType: 'stockCount', objectId: count.id, objectNo: count.countNo },
    after,
  });

/** Opens a case on the bill of each difference, and keeps it with the count. */
async function recordDifferences(context: Context, count: CountRow, found: Comparison): Promise<void> {
  const { write, now } = context;
  const sets = [
    ['missing', 'shortage', found.missing],
    ['extra', 'surplus', found.extra],
  ] as const;
  for (const [kind, type, goods] of sets)
    for (const { unit, id, number, billId, place } of goods) {
      const caseId = await openCase(context, {
        ...{ billId, type, level: unit, quantity: 1, foundAt: now, description: count.countNo },
        ...(unit === 'box' ? { boxId: id } : { parcelId: id }),
      });
      await write
        .insertInto('stockDifference')
        .values({ countId: count.id, kind, unit, goodsId: id, billId, number, place, caseId })
        .execute();
    }
  for (const number of found.unknown)
    await write
      .insertInto('stockDifference')
      .values({ countId: count.id, kind: 'unknown', unit: 'box', number })
      .execute();
  for (const billId of new Set([...found.missing, ...found.extra].map((goods) => goods.billId)))
    await refreshBill(write, billId);
}

async function end(context: Context, count: CountRow, state: 'closed' | 'cancelled'): Promise<CountRow> {
  const { write, caller, now } = context;
  return write
    .updateTable('stockCount')
    .set({ state, closedAt: now, closedBy: caller.id })
    .where('id', '=', count.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Counts of the stock by scans. */
export const stockCountHandlers: GroupHandlers<'stockCount'> = {
  list: ({ read }, { query }) => listRows(read, definition, query),
  export: (context, { query }) => exportRows(context, { definition, resource: 'stockCount' }, query),
  get: async (context, { params }) => viewOf(context, await countOf(context, params.id)),

  start: async (context, { body }) => {
    const { write, caller, now } = context;
    const { id: warehouseId, code } = await requireWarehouse(write, caller, body.warehouseId);
    const open = await write
      .selectFrom('stockCount')
      .select('countNo')
      .where('warehouseId', '=', warehouseId)
      .where('state', '=', 'open')
      .executeTakeFirst();
    if (open) throw refuse('COUNT_OPEN', { no: open.countNo, warehouse: code });
    const row = await write
      .insertInto('stockCount')
      .values({
        ...{ countNo: await nextNumber(write, 'stockCount', 'countNo', 'SC', now) },
        ...{ warehouseId, state: 'open', startedAt: now, startedBy: caller.id, remark: body.remark },
        lastMoveId: await lastMove(write),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await logCount(context, 'start', row, { warehouseId });
    return codec.decode(row);
  },

  scan: async (context, { params, body }) => {
    const count = await openCountOf(context, params.id);
    await requireScanned(context, body.typed);
    const scanned: ScannedNumber = scannedNumber(body.number);
    const all = await scanHits(choiceOf(context), scanned, ['box', 'parcel', 'pallet']);
    const hits = hitsFor(all, body.chosen, count.warehouseId);
    const [hit = null] = hits;
    const answer = async (
      result: 'again' | 'counted' | 'extra' | 'unknown',
      place: Goods['place'] | null,
    ) => ({
      ...{ result, hit, hits: [], place },
      ...(await progressOf(context.write, count)),
    });
    if (!hit) {
      const isNew = await recordUnknown(context, count, scanned.sscc ?? scanned.plain);
      if (isNew) await logCount(context, 'scan', count, { number: scanned.plain });
      else context.unchanged();
      return answer('unknown', null);
    }
    const asks = hits.length > 1 ? 'several' : hit.kind === 'pallet' && !body.whole ? 'pallet' : undefined;
    if (asks) {
      context.unchanged();
      const found = await progressOf(context.write, count);
      return { result: asks, hit, hits: asks === 'several' ? [...hits] : [], place: null, ...found };
    }
    const goods = await goodsOf(context.write, hit);
    const n = await record(context, count, goods);
    if (n === 0) context.unchanged();
    else await logCount(context, 'scan', count, { number: hit.number });
    const away = goods.find(({ place, placeId }) => place !== 'warehouse' || placeId !== count.warehouseId);
    if (n === 0) return answer('again', away?.place ?? null);
    return answer(away ? 'extra' : 'counted', away?.place ?? null);
  },

  unscan: async (context, { params, body }) => {
    const { write } = context;
    const count = await openCountOf(context, params.id);
    const { plain, tracking, sscc } = scannedNumber(body.number);
    const deleted = await write
      .deleteFrom('stockCountScan')
      .where('countId', '=', count.id)
      .where('number', 'in', [plain, tracking, ...(sscc ? [sscc, `00${sscc}`] : [])])
      .returning('id')
      .execute();
    if (deleted.length === 0) context.unchanged();
    else await logCount(context, 'unscan', count, { number: plain });
    return { changed: deleted.length, ...(await progressOf(write, count)) };
  },

  close: async (context, { params }) => {
    const count = await openCountOf(context, params.id);
    await recordDifferences(context, count, await comparisonOf(context.write, count));
    const closed = await end(context, count, 'closed');
    await logCount(context, 'close', closed);
    return viewOf(context, closed);
  },

  cancel: async (context, { params }) => {
    const cancelled = await end(context, await openCountOf(context, params.id), 'cancelled');
    await logCount(context, 'cancel', cancelled);
    return codec.decode(cancelled);
  },

  decide: async (context, { params, body }) => {
    const count = await countOf(context, params.id);
    await decideDifferences(context, count, body);
    await logCount(context, 'solve', count, { decision: body.decision, reason: body.reason });
    return viewOf(context, count);
  },
};

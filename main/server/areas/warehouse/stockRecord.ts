import { problem } from '@contract/errors';
import { namesOf } from '@contract/names';
import { dayBounds, instantOf } from '@contract/rules/zonedTime';
import {
  type StockMove,
  stockMove,
  stockRecordFilters,
  stockRecordRow,
  stockRecordTotals,
} from '@contract/warehouse/stock';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Context, GroupHandlers } from '../../core/context';
import { exportRows } from '../../core/exportRows';
import { refuseFields } from '../../core/refusal';
import { codecOf } from '../../store/codec';
import { listed } from '../../store/dialect';
import { jsonRows } from '../../store/jsonRows';
import { type ListDefinition, listRows, totalsOf } from '../../store/listRows';
import type { Reader } from '../../store/open';
import { type Balance, balanceOf, type Period, type Proof, type Stay } from '../custody/stay';
import { staysOf } from '../custody/stays';
import { spotNames } from '../custody/sums';
import { requireWarehouse } from './reachable';

const codec = codecOf(stockMove);

/** A warehouse, and days on its clock. */
interface Span {
  readonly warehouseId: number;
  readonly from: string;
  readonly to: string;
}

const before = (instant: string) => instantOf(Date.parse(instant) - 1000);

/** The instants between which the days of a span lie: the last one before its first day, and the last one of it. */
async function periodOf(context: Pick<Context, 'caller'>, read: Reader, span: Span): Promise<Period> {
  const { timeZone } = await requireWarehouse(read, context.caller, span.warehouseId);
  if (span.to < span.from)
    throw refuseFields({
      to: problem('NODE_ORDER', { node: { field: 'to' }, previous: { field: 'from' } }),
    });
  return { from: before(dayBounds(span.from, timeZone)[0]), to: before(dayBounds(span.to, timeZone)[1]) };
}

/** Stays in a warehouse that a period needs, of all bills or of one. */
async function staysAt(
  read: Reader,
  { warehouseId }: Span,
  { from }: Period,
  billId?: number,
): Promise<Stay[]> {
  const counted = sql<SqlBool>`bill.removedAt is null and bill.archived in (0, 1)`;
  const bills: RawBuilder<SqlBool> =
    billId === undefined ? counted : sql<SqlBool>`bill.id = ${billId} and ${counted}`;
  const stays = await staysOf(read, { bills, from, parcels: true });
  return stays.filter((stay) => stay.warehouseId === warehouseId);
}

/** True for boxes that a trip counted without their numbers. */
const isUnnamed = ({ came }: Stay): boolean => came.source === 'trip';

function sumsOf(stays: readonly Stay[], period: Period) {
  const boxes = balanceOf(stays, period, 'boxes');
  const parcels = balanceOf(stays, period, 'parcels');
  const grams = balanceOf(stays, period, 'grams');
  // Only scanned boxes tell their parcels and weight.
  const unnamed = balanceOf(stays.filter(isUnnamed), period, 'boxes');
  const known = (sum: Balance, name: keyof Balance) => (unnamed[name] > 0 ? null : sum[name]);
  return {
    ...{ openingBoxes: boxes.opening, boxesIn: boxes.came },
    ...{ boxesOut: boxes.left, closingBoxes: boxes.closing },
    ...{ openingParcels: known(parcels, 'opening'), parcelsIn: known(parcels, 'came') },
    ...{ parcelsOut: known(parcels, 'left'), closingParcels: known(parcels, 'closing') },
    ...{ openingWeight: known(grams, 'opening'), weightIn: known(grams, 'came') },
    ...{ weightOut: known(grams, 'left'), closingWeight: known(grams, 'closing') },
  };
}

const SUMS = namesOf(stockRecordTotals.shape);
const COLUMNS = {
  integers: [...(['id', 'warehouseId', 'billId', 'customerId', 'batchId'] as const), ...SUMS],
  texts: ['billNo', 'batchNo', 'clearanceBatch', 'mrn', 't1Mrn'],
} as const;

interface BillOfLine {
  readonly billId: number;
  readonly billNo: string;
  readonly batchNo: string;
  readonly customerId: number;
  readonly t1Mrn: string | null;
}

async function listOf(
  context: Pick<Context, 'caller'>,
  read: Reader,
  span: Span,
): Promise<ListDefinition<typeof stockRecordRow>> {
  const period = await periodOf(context, read, span);
  const stays = await staysAt(read, span, period);
  const { rows: bills } = await sql<BillOfLine>`
    select id as billId, billNo, batchNo, customerId, t1Mrn from bill
    where id in ${listed([...new Set(stays.map(({ billId }) => billId))])}`.execute(read);
  const { rows: batches } = await sql<{ id: number; clearanceBatch: string; mrn: string | null }>`
    select id, batchNo as clearanceBatch, mrn from batch
    where id in ${listed([...new Set(stays.flatMap(({ batchId }) => batchId ?? []))])}`.execute(read);
  const billOf = new Map(bills.map((bill) => [bill.billId, bill]));
  const batchOf = new Map(batches.map(({ id, ...batch }) => [id, batch]));
  const groups = Map.groupBy(stays, ({ billId, batchId }) => `${billId} ${batchId}`);
  const rows = [...groups.values()].flatMap((own) => {
    const [first] = own;
    const bill = first && billOf.get(first.billId);
    const sums = sumsOf(own, period);
    if (!first || !bill || SUMS.every((name) => !sums[name])) return [];
    const batch = first.batchId === null ? undefined : batchOf.get(first.batchId);
    const { clearanceBatch = null, mrn = null } = batch ?? {};
    return {
      // Goods without a declaration have the id of their bill, which no declaration can have as well.
      id: first.batchId === null ? bill.billId * 2 : first.batchId * 2 + 1,
      ...{ warehouseId: span.warehouseId, batchId: first.batchId, ...bill, clearanceBatch, mrn, ...sums },
    };
  });
  return {
    table: 'stockRecord',
    row: stockRecordRow,
    filters: stockRecordFilters,
    keyword: ['billNo', 'batchNo', 'clearanceBatch', 'mrn', 't1Mrn'],
    order: 'billNo',
    rows: () => jsonRows(rows, COLUMNS),
    few: true,
  };
}

/** Moves into and out of the warehouse behind the numbers of a bill, in their order. */
async function movesOf(read: Reader, stays: readonly Stay[], { from, to }: Period): Promise<StockMove[]> {
  const events = stays.flatMap((stay) => {
    const sides = [
      { way: 'in' as const, at: stay.cameAt, of: stay.came, stay },
      ...(stay.leftAt !== null && stay.left
        ? [{ way: 'out' as const, at: stay.leftAt, of: stay.left, stay }]
        : []),
    ];
    return sides.filter(({ at }) => at > from && at <= to);
  });
  const idsOf = (source: Proof['source']) =>
    listed([...new Set(events.flatMap(({ of }) => (of.source === source ? (of.id ?? []) : [])))]);
  const lines = await read
    .selectFrom('custodyMove')
    .select(['id', 'fromPlace', 'fromId', 'toPlace', 'toId', 'proof', 'proofText', 'recordedBy'])
    .where('id', 'in', idsOf('move'))
    .execute();
  const trips = await read
    .selectFrom('pick')
    .select(['id', 'pickNo'])
    .where('id', 'in', idsOf('trip'))
    .execute();
  const lineOf = new Map(lines.map((line) => [line.id, line]));
  const pickNo = new Map(trips.map((trip) => [trip.id, trip.pickNo]));
  const spots = lines.flatMap(({ fromPlace, fromId, toPlace, toId }) => [
    { place: fromPlace, id: fromId },
    { place: toPlace, id: toId },
  ]);
  const nameOf = await spotNames(read, spots);
  const groups = Map.groupBy(events, ({ way, at, of }) => `${at} ${way} ${of.source} ${of.id}`);
  return [...groups.values()]
    .flatMap((own) => {
      const [first] = own;
      if (!first) return [];
      const { way, at, of } = first;
      const sum = (name: 'boxes' | 'parcels' | 'grams') =>
        own.reduce((total, { stay }) => total + stay[name], 0);
      const known = (name: 'parcels' | 'grams') =>
        own.some(({ stay }) => isUnnamed(stay)) ? null : sum(name);
      const line = of.source === 'move' && of.id !== null ? lineOf.get(of.id) : undefined;
      const spot =
        line &&
        (way === 'in' ? { place: line.fromPlace, id: line.fromId } : { place: line.toPlace, id: line.toId });
      return {
        ...{ at, way, boxes: sum('boxes'), parcels: known('parcels'), weight: known('grams') },
        ...{ place: spot?.place ?? null, placeName: spot ? nameOf(spot) : null },
        ...{ proof: line?.proof ?? 'trip', recordedBy: line?.recordedBy ?? null },
        proofText: line?.proofText ?? (of.source === 'trip' ? (pickNo.get(of.id ?? 0) ?? null) : null),
      };
    })
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
    .map((move, index) => codec.decode({ id: index + 1, ...move }));
}

/** The bonded stock record of a warehouse, from the custody ledger. */
export const stockRecordHandlers: GroupHandlers<'stockRecord'> = {
  list: async (context, { query }) =>
    listRows(context.read, await listOf(context, context.read, query), query),
  totals: async (context, { query }) =>
    totalsOf(context.read, await listOf(context, context.read, query), query, stockRecordTotals),
  export: async (context, { query }) =>
    exportRows(
      context,
      { definition: await listOf(context, context.store.read, query), resource: 'stockRecord' },
      query,
    ),
  moves: async (context, { query }) => {
    const { read } = context;
    const period = await periodOf(context, read, query);
    const stays = await staysAt(read, query, period, query.billId);
    const own = stays.filter(({ batchId }) => batchId === (query.batchId ?? null));
    return { moves: await movesOf(read, own, period) };
  },
};

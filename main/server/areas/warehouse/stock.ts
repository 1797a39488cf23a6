import { goodsCustomsOf, stockStepOf, storageLimitOf, storedUntil } from '@contract/rules/stock';
import { daysStored } from '@contract/rules/storage';
import { dayAt, dayBounds } from '@contract/rules/zonedTime';
import { type GoodsCustoms, stockFilters, stockRow, stockTotals } from '@contract/warehouse/stock';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Context, GroupHandlers } from '../../core/context';
import { exportRows } from '../../core/exportRows';
import { listed } from '../../store/dialect';
import { jsonRows } from '../../store/jsonRows';
import { type ListDefinition, listRows, totalsOf } from '../../store/listRows';
import type { Reader } from '../../store/open';
import { unnamedStays } from '../custody/unnamed';
import { warehousesOf } from './reachable';

/** A box, or loose parcels, in the warehouse, with what customs says of them. */
interface StockGoods {
  readonly id: number;
  readonly billId: number;
  readonly warehouseId: number;
  readonly batchId: number | null;
  readonly palletId: number | null;
  readonly placedAt: string;
  /** When they came in first: a transit ended then. */
  readonly cameAt: string;
  readonly boxes: number;
  readonly grams: number;
  readonly parcels: number;
  readonly waiting: number;
  readonly held: number;
  readonly refused: number;
  readonly unnamed: boolean;
}

interface BillFacts {
  readonly id: number;
  readonly billNo: string;
  readonly batchNo: string;
  readonly customerId: number;
  readonly destinationId: number | null;
  readonly ata: string | null;
  readonly t1At: string | null;
  readonly t1Mrn: string | null;
  readonly cleared: number;
  readonly declaredAt: string | null;
}

/** Numbers of the parcels of a group that are undecided, held and refused, also where they became abnormal since. */
const answers = sql`
  sum(case when answer = 'clearance' then 1 else 0 end) as waiting,
  sum(case when answer = 'held' then 1 else 0 end) as held,
  sum(case when answer = 'failed' and disposition is null then 1 else 0 end) as refused`;
const answer = sql`case when parcel.state = 'abnormal' then coalesce(parcel.previousState, 'clearance')
  else parcel.state end as answer`;

/** Filters of the list that narrow what is read; the list applies them once more. */
interface Narrow {
  readonly warehouseId?: readonly number[] | undefined;
  readonly customerId?: readonly number[] | undefined;
}

function billsWithin({ customerId, warehouseId }: Narrow): RawBuilder<SqlBool> {
  const conditions = [sql<SqlBool>`bill.removedAt is null and bill.archived in (0, 1)`];
  if (customerId) conditions.push(sql<SqlBool>`bill.customerId in ${listed(customerId)}`);
  if (warehouseId) conditions.push(sql<SqlBool>`bill.warehouseId in ${listed(warehouseId)}`);
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

async function boxesHere(read: Reader, bills: RawBuilder<SqlBool>): Promise<StockGoods[]> {
  const here = sql`select box.id from box join bill on bill.id = box.billId
    where box.place = 'warehouse' and coalesce(box.placeId, bill.warehouseId) is not null and ${bills}`;
  const { rows } = await sql<Omit<StockGoods, 'unnamed'>>`
    select box.id, box.billId, coalesce(box.placeId, bill.warehouseId) as warehouseId, box.batchId, box.palletId, box.placedAt,
      coalesce(box.inboundAt, box.placedAt) as cameAt, 1 as boxes, coalesce(box.measuredWeight, box.weight) as grams,
      coalesce(inside.parcels, 0) as parcels, coalesce(inside.waiting, 0) as waiting,
      coalesce(inside.held, 0) as held, coalesce(inside.refused, 0) as refused
    from box join bill on bill.id = box.billId left join (
      select boxId, count(*) as parcels, ${answers} from (
        select parcel.boxId, parcel.disposition, ${answer} from parcel
        where parcel.boxId in (${here}) and parcel.place is null
      ) as known group by boxId
    ) as inside on inside.boxId = box.id
    where box.id in (${here}) order by box.id`.execute(read);
  return rows.map((row) => ({ ...row, unnamed: false }));
}

/** Loose parcels in the warehouse. */
async function looseHere(read: Reader, bills: RawBuilder<SqlBool>): Promise<StockGoods[]> {
  const { rows } = await sql<Omit<StockGoods, 'unnamed' | 'palletId' | 'boxes'>>`
    select min(id) as id, billId, placeId as warehouseId, batchId, min(placedAt) as placedAt, min(placedAt) as cameAt,
      sum(grossWeight) as grams, count(*) as parcels, ${answers}
    from (
      select parcel.id, parcel.billId, coalesce(parcel.placeId, bill.warehouseId) as placeId, parcel.batchId, parcel.placedAt, parcel.grossWeight,
        parcel.disposition, ${answer}
      from parcel join bill on bill.id = parcel.billId
      where parcel.place = 'warehouse' and coalesce(parcel.placeId, bill.warehouseId) is not null and ${bills}
    ) as known group by billId, placeId, batchId, answer`.execute(read);
  return rows.map((row) => ({ ...row, boxes: 0, palletId: null, unnamed: false }));
}

async function countedHere(read: Reader, bills: RawBuilder<SqlBool>): Promise<StockGoods[]> {
  const stays = await unnamedStays(read, bills);
  return stays.flatMap(({ billId, warehouseId, boxes, cameAt, leftAt, came }) =>
    leftAt === null
      ? {
          ...{ id: came.id ?? billId, billId, warehouseId, batchId: null, palletId: null, placedAt: cameAt },
          ...{ cameAt, boxes, grams: 0, parcels: 0, waiting: 0, held: 0, refused: 0, unnamed: true },
        }
      : [],
  );
}

async function factsOf(read: Reader, lying: readonly StockGoods[]) {
  const ids = <N extends 'billId' | 'batchId' | 'palletId'>(name: N) =>
    listed([...new Set(lying.flatMap((row) => row[name] ?? []))]);
  const [bills, batches, pallets, warehouses] = await Promise.all([
    sql<BillFacts>`
      select id, billNo, batchNo, customerId, destinationId, ata, t1At, t1Mrn, declaredAt,
        case when clearanceStatus in ('success', 'handover') then 1 else 0 end as cleared
      from bill where id in ${ids('billId')}`.execute(read),
    sql<{ id: number; batchNo: string; mrn: string | null; status: string }>`
      select id, batchNo, mrn, status from batch where id in ${ids('batchId')}`.execute(read),
    sql<{ id: number; palletNo: string; cmrNo: string | null }>`
      select pallet.id, palletNo, cmrNo from pallet left join cmr on cmr.id = pallet.cmrId
      where pallet.id in ${ids('palletId')}`.execute(read),
    read.selectFrom('warehouse').select(['id', 'type', 'maxStorageDays', 'timeZone']).execute(),
  ]);
  const byId = <R extends { id: number }>(rows: readonly R[]) => new Map(rows.map((row) => [row.id, row]));
  return {
    bills: byId(bills.rows),
    batches: byId(batches.rows),
    pallets: byId(pallets.rows),
    warehouses: byId(warehouses),
  };
}
type Facts = Awaited<ReturnType<typeof factsOf>>;

function statusOf({ bills, batches }: Facts, lying: StockGoods): GoodsCustoms {
  const bill = bills.get(lying.billId);
  const batch = lying.batchId === null ? undefined : batches.get(lying.batchId);
  // Nobody knows the declaration of counted boxes: that of their bill tells.
  const ofBill = bill?.declaredAt && lying.unnamed ? 'declared' : null;
  return goodsCustomsOf({ ...lying, batchStatus: batch?.status ?? ofBill, cleared: bill?.cleared === 1 });
}

/** A line of goods of a bill with the same document, answer of customs and pallet. */
function lineOf(facts: Facts, goods: readonly StockGoods[], status: GoodsCustoms, now: string) {
  const [first] = goods;
  const bill = first && facts.bills.get(first.billId);
  const warehouse = first && facts.warehouses.get(first.warehouseId);
  if (!first || !bill || !warehouse) return [];
  const batch = first.batchId === null ? undefined : facts.batches.get(first.batchId);
  const pallet = first.palletId === null ? undefined : facts.pallets.get(first.palletId);
  const sum = (name: 'boxes' | 'parcels' | 'held' | 'grams') =>
    goods.reduce((total, one) => total + one[name], 0);
  // Only scanned boxes tell their parcels and weight.
  const known = (name: 'parcels' | 'held' | 'grams') => (first.unnamed ? null : sum(name));
  const earliest = (name: 'placedAt' | 'cameAt') => goods.map((one) => one[name]).sort()[0] ?? '';
  const since = earliest('placedAt');
  const zone = warehouse.timeZone;
  const limit = status === 'released' ? null : storageLimitOf(warehouse);
  const stay = { landedAt: bill.ata, cameAt: earliest('cameAt'), underTransit: bill.t1At !== null };
  const until = limit === null ? null : storedUntil(stay, limit, zone);
  // Boxes, loose parcels and trips have ids of their own.
  const kind = first.unnamed ? 2 : first.boxes === 0 ? 1 : 0;
  return {
    ...{ id: first.id * 3 + kind, warehouseId: first.warehouseId, billId: bill.id, billNo: bill.billNo },
    ...{ batchNo: bill.batchNo, customerId: bill.customerId, boxes: sum('boxes'), parcels: known('parcels') },
    ...{ held: known('held'), weight: known('grams'), unnamed: first.unnamed ? 1 : 0, customsStatus: status },
    ...{ clearanceBatch: batch?.batchNo ?? null, mrn: batch?.mrn ?? null, t1Mrn: bill.t1Mrn },
    ...{ storedUntil: until, overdue: until !== null && until < dayAt(now, zone) ? 1 : 0, since },
    ...{ days: Math.max(0, daysStored(since, now, zone) - 1), palletNo: pallet?.palletNo ?? null },
    ...{ destinationId: bill.destinationId, cmrNo: pallet?.cmrNo ?? null, zone },
    nextStep: stockStepOf(status, pallet !== undefined, Boolean(pallet?.cmrNo)),
  };
}

const COLUMNS = {
  integers: [
    ...(['id', 'warehouseId', 'billId', 'customerId', 'boxes', 'parcels', 'held', 'weight'] as const),
    ...(['unnamed', 'overdue', 'days', 'destinationId'] as const),
  ],
  texts: [
    ...(['billNo', 'batchNo', 'customsStatus', 'clearanceBatch', 'mrn', 't1Mrn', 'storedUntil'] as const),
    ...(['since', 'palletNo', 'cmrNo', 'nextStep'] as const),
  ],
} as const;

/** Returns the stock lines of some bills: goods in the warehouses now. */
async function linesOf(read: Reader, now: string, bills: RawBuilder<SqlBool>) {
  const lying = [
    ...(await boxesHere(read, bills)),
    ...(await looseHere(read, bills)),
    ...(await countedHere(read, bills)),
  ];
  const facts = await factsOf(read, lying);
  const groups = Map.groupBy(lying, (one) =>
    [
      ...[one.warehouseId, one.billId, one.batchId, one.palletId, one.boxes === 0, one.unnamed],
      statusOf(facts, one),
    ].join(' '),
  );
  return [...groups.values()].flatMap((goods) =>
    goods[0] ? lineOf(facts, goods, statusOf(facts, goods[0]), now) : [],
  );
}

/**
 * Returns when the last day of temporary storage begins and ends for bills with goods in our warehouses that customs has
 * not released; of several, the earliest.
 */
export async function storageEnds(
  read: Reader,
  now: string,
  billIds: readonly number[],
): Promise<ReadonlyMap<number, readonly [begins: string, ends: string]>> {
  const lines = await linesOf(read, now, sql<SqlBool>`bill.id in ${listed(billIds)}`);
  const found = new Map<number, readonly [string, string]>();
  for (const { billId, storedUntil: day, zone } of lines) {
    if (day === null) continue;
    const bounds = dayBounds(day, zone);
    const earlier = found.get(billId);
    if (!earlier || bounds[0] < earlier[0]) found.set(billId, bounds);
  }
  return found;
}

/** Returns the definition of the list of goods in the warehouses now. */
async function listOf(read: Reader, now: string, narrow: Narrow): Promise<ListDefinition<typeof stockRow>> {
  const rows = await linesOf(read, now, billsWithin(narrow));
  return {
    table: 'stock',
    row: stockRow,
    filters: stockFilters,
    keyword: ['billNo', 'batchNo', 'mrn', 't1Mrn', 'palletNo', 'cmrNo'],
    order: 'since',
    rows: () => jsonRows(rows, COLUMNS),
    few: true,
  };
}

/** The stock of the warehouses: its list, its totals and its export. */
export const stockHandlers: GroupHandlers<'stock'> = {
  list: async ({ read, now }, { query }) => listRows(read, await listOf(read, now, query), query),
  totals: async ({ read, now }, { query }) =>
    totalsOf(read, await listOf(read, now, query), query, stockTotals),
  export: async (context: Context, { query }) =>
    exportRows(
      context,
      { definition: await listOf(context.store.read, context.now, query), resource: 'stock' },
      query,
    ),
  warehouses: ({ read, caller }) => warehousesOf(read, caller),
};

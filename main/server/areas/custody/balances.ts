import {
  type BalanceRow,
  type BalanceTotal,
  balanceFilters,
  balanceRow,
  balanceStored,
  boxesAt,
  parcelsAt,
} from '@contract/custody/balance';
import type { Place, Spot } from '@contract/custody/place';
import { problem } from '@contract/errors';
import { namesOf, perName } from '@contract/names';
import { type SqlBool, sql } from 'kysely';
import type { GroupHandlers } from '../../core/context';
import { exportRows } from '../../core/exportRows';
import { refuseFields } from '../../core/refusal';
import { listed } from '../../store/dialect';
import { type ListDefinition, listRows, matchingIds } from '../../store/listRows';
import type { Reader } from '../../store/open';
import { type BillSums, PlaceSums, type SummedBill, sumsOf } from './sums';

type Query = Readonly<Record<string, unknown>> & { readonly place?: Place | undefined };

/** Bills whose goods are summed at once. */
const PIECE = 2000;

const definition: ListDefinition<typeof balanceStored> = {
  table: 'bill',
  row: balanceStored,
  filters: balanceFilters,
  keyword: ['billNo', 'batchNo'],
  order: '-eta',
  always: (where, query) => [
    sql<SqlBool>`stage <> 'removed'`,
    // Batches of a waybill are given by id, archived ones as well.
    ...(query.id ? [] : [where('archived', '=', 0)]),
  ],
};

const billsOf = (read: Reader, ids: readonly number[]): Promise<SummedBill[]> =>
  read
    .selectFrom('bill')
    .select(['id', 'boxCount', 'inboundBoxes', 'outboundBoxes', 'warehouseId', 'tatAt', 'podAt'])
    .where('id', 'in', listed(ids))
    .execute();

/** Sums the goods of all bills that match, a piece at a time. */
async function* eachSums(
  read: Reader,
  query: Query,
): AsyncGenerator<{ readonly bill: SummedBill; readonly of: BillSums }> {
  // Summing the goods of all bills there are would keep everybody waiting.
  if (query.id === undefined && query.customerId === undefined)
    throw refuseFields({ customerId: problem('REQUIRED') });
  const ids = await matchingIds(read, definition, query);
  for (let from = 0; from < ids.length; from += PIECE) {
    const bills = await billsOf(read, ids.slice(from, from + PIECE));
    const sums = await sumsOf(read, bills);
    for (const bill of bills) {
      const of = sums.get(bill.id);
      if (of) yield { bill, of };
    }
  }
}

/** The list, of bills with goods at the place of the query only. */
async function listFor(read: Reader, query: Query): Promise<typeof definition> {
  const { place } = query;
  if (place === undefined) return definition;
  const there: number[] = [];
  for await (const { bill, of } of eachSums(read, query))
    if (of.sums.full.some(({ spot }) => spot.place === place)) there.push(bill.id);
  const { always } = definition;
  return {
    ...definition,
    always: (where, given) => [...(always?.(where, given) ?? []), where('id', 'in', listed(there))],
  };
}

/** The columns of a balance from the sums of a bill. */
function columnsOf({ sums, ...rest }: BillSums): Omit<BalanceRow, keyof typeof balanceStored.shape> {
  const sum = (found: typeof sums.full, name: 'boxes' | 'unnamed' | 'parcels' | 'held') =>
    found.reduce((total, { counts }) => total + counts[name], 0);
  // The columns are named after the places.
  const at = (column: string, ending: 'Boxes' | 'Parcels') =>
    sums.full.filter(({ spot }) => `${spot.place}${ending}` === column);
  return {
    ...perName(
      namesOf(boxesAt),
      (name) => sum(at(name, 'Boxes'), 'boxes') + sum(at(name, 'Boxes'), 'unnamed'),
    ),
    ...perName(namesOf(parcelsAt), (name) => sum(at(name, 'Parcels'), 'parcels')),
    ...{ surplusBoxes: rest.surplus, repackedBoxes: rest.repacked, receivedBoxes: rest.received },
    ...{ parcels: sum(sums.full, 'parcels'), heldParcels: sum(sums.full, 'held') },
  };
}

async function withSums<R extends { readonly id: number }>(read: Reader, rows: readonly R[]) {
  const bills = await billsOf(
    read,
    rows.map(({ id }) => id),
  );
  const sums = await sumsOf(read, bills);
  return rows.flatMap((row) => {
    const own = sums.get(row.id);
    return own ? { ...row, ...columnsOf(own) } : [];
  });
}

/** Places of several bills are added up; only warehouses, of which there are few, stay apart. */
const together = ({ place, id }: Spot): Spot => ({ place, id: place === 'warehouse' ? id : null });

/** Balances of bills: of the batches of a waybill, or of a customer. */
export const balanceHandlers: GroupHandlers<'custodyBalance'> = {
  list: async ({ read }, { query }) => {
    const page = await listRows(read, await listFor(read, query), query);
    return { ...page, list: await withSums(read, page.list) };
  },

  export: async (context, { query }) =>
    exportRows(
      context,
      {
        definition: await listFor(context.read, query),
        resource: 'custodyBalance',
        worked: { row: balanceRow, of: withSums },
      },
      query,
    ),

  total: async ({ read }, { query }) => {
    const all = new PlaceSums();
    const total = { bills: 0, boxCount: 0, surplusBoxes: 0, repackedBoxes: 0, receivedBoxes: 0 };
    for await (const { bill, of } of eachSums(read, query)) {
      const { place } = query;
      if (place !== undefined && !of.sums.full.some(({ spot }) => spot.place === place)) continue;
      all.add(of.sums, together);
      total.bills += 1;
      total.boxCount += bill.boxCount;
      total.surplusBoxes += of.surplus;
      total.repackedBoxes += of.repacked;
      total.receivedBoxes += of.received;
    }
    const stops = await all.stops(read);
    const sum = (name: 'parcels' | 'held') => stops.reduce((n, stop) => n + stop[name], 0);
    return { ...total, parcels: sum('parcels'), heldParcels: sum('held'), stops } satisfies BalanceTotal;
  },
};

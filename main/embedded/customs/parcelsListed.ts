import { type ParcelState, parcelFilters, parcelRow } from '@contract/customs/parcel';
import { sql } from 'kysely';
import type { ListDefinition } from '../store/listRows';
import type { Reader } from '../store/open';

/** Parcels by state of whole bills, counted by an index alone, however many there are; undefined when more is asked. */
export async function countOfBills(
  db: Reader,
  {
    billId,
    state: _state,
    page: _page,
    pageSize: _size,
    after: _after,
    sort: _sort,
    ...others
  }: Record<string, unknown>,
): Promise<{ state: ParcelState; n: number }[] | undefined> {
  if (billId === undefined || Object.values(others).some((value) => value !== undefined)) return undefined;
  return db
    .selectFrom('parcel')
    .select((count) => ['state', count.fn.countAll<number>().as('n')])
    .where('billId', 'in', billId as number[])
    .groupBy('state')
    .execute();
}

/** Parcels of the bills named; over all bills only those in trouble, by an index of their own. */
export const parcelsListed: ListDefinition<typeof parcelRow> = {
  table: 'parcelOfBill',
  row: parcelRow,
  filters: parcelFilters,
  keyword: ['trackingNo', 'orderNo'],
  order: 'trackingNo',
  always: (_where, query) =>
    query.billId === undefined && query.id === undefined
      ? [sql<boolean>`state in ('held', 'failed', 'abnormal')`]
      : [],
  total: async (db, query) => {
    const counts = await countOfBills(db, query);
    const asked = query.state as ParcelState[] | undefined;
    return counts?.reduce((sum, { state, n }) => (!asked || asked.includes(state) ? sum + n : sum), 0);
  },
};

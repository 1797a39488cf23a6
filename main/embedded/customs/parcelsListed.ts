import { type ParcelState, parcelFilters, parcelRow } from '@contract/customs/parcel';
import { sql } from 'kysely';
import type { ListDefinition } from '../store/listRows';
import type { Reader } from '../store/open';

/** Parcels of whole bills, or of some states of them: counted by an index alone, however many there are. */
async function countOfBills(
  db: Reader,
  {
    billId,
    state,
    page: _page,
    pageSize: _size,
    after: _after,
    sort: _sort,
    ...others
  }: Record<string, unknown>,
): Promise<number | undefined> {
  if (billId === undefined || Object.values(others).some((value) => value !== undefined)) return undefined;
  let matching = db
    .selectFrom('parcel')
    .select((count) => count.fn.countAll<number>().as('n'))
    .where('billId', 'in', billId as number[]);
  if (state !== undefined) matching = matching.where('state', 'in', state as ParcelState[]);
  return (await matching.executeTakeFirstOrThrow()).n;
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
  total: countOfBills,
};

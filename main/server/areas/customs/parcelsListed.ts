import { type ParcelState, parcelRow } from '@contract/customs/parcel';
import { parcelFilters } from '@contract/customs/parcelApi';
import { trackingNo } from '@contract/rules/codes';
import { sql } from 'kysely';
import type { ListDefinition } from '../../store/listRows';
import type { Reader } from '../../store/open';

/** Counts parcels by state, of all bills or of some, by an index alone; undefined when the query has other filters. */
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
  if (Object.values(others).some((value) => value !== undefined)) return undefined;
  const counted = db.selectFrom('parcel').select((count) => ['state', count.fn.countAll<number>().as('n')]);
  const wanted = billId === undefined ? counted : counted.where('billId', 'in', [billId].flat().map(Number));
  return wanted.groupBy('state').execute();
}

/** States of parcels with problems, which have an index of their own. */
const TROUBLE: ReadonlySet<string> = new Set<ParcelState>(['held', 'failed', 'abnormal']);

/** True where an index narrows the query to a small part of all parcels. */
export const isNarrow = ({ billId, id, state }: Record<string, unknown>): boolean =>
  billId !== undefined ||
  id !== undefined ||
  (Array.isArray(state) && state.length > 0 && state.every((one) => TROUBLE.has(one)));

/** Minimum length from which a tracking number is first searched as a whole one. */
const WHOLE = 10;

/**
 * Rewrites a query so that it is fast for any number of parcels: a whole tracking number is found by its index, and
 * queries over all parcels are sorted by creation unless another order is given.
 */
export async function parcelQuery<Q extends Record<string, unknown>>(db: Reader, query: Q): Promise<Q> {
  if (isNarrow(query)) return query;
  const number = typeof query.trackingNo === 'string' ? trackingNo.normalise(query.trackingNo) : '';
  if (number.length >= WHOLE) {
    const found = await db
      .selectFrom('parcel')
      .select('id')
      .where(sql`substr("trackingNo", -6)`, '=', number.slice(-6))
      .where('trackingNo', '=', number)
      .execute();
    if (found.length > 0) return { ...query, id: found.map(({ id }) => id) };
  }
  return query.sort ? query : { ...query, sort: 'id' };
}

/** Parcels of all bills. */
export const parcelsListed: ListDefinition<typeof parcelRow> = {
  table: 'parcelOfBill',
  row: parcelRow,
  filters: parcelFilters,
  keyword: ['trackingNo', 'orderNo'],
  order: 'trackingNo',
  // A partial index is used only if the statement itself states its condition.
  always: (_where, { billId, id, state }) =>
    billId === undefined && id === undefined && isNarrow({ state })
      ? [sql<boolean>`state in ('held', 'failed', 'abnormal')`]
      : [],
  total: async (db, query) => {
    const counts = await countOfBills(db, query);
    const states = query.state === undefined ? undefined : [query.state].flat();
    return counts?.reduce((sum, { state, n }) => (!states || states.includes(state) ? sum + n : sum), 0);
  },
};

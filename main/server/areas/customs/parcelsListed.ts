import { type ParcelState, parcelFilters, parcelRow } from '@contract/customs/parcel';
import { trackingNo } from '@contract/rules/codes';
import { sql } from 'kysely';
import type { ListDefinition } from '../../store/listRows';
import type { Reader } from '../../store/open';

/** Parcels by state, of all bills or of some, counted by an index alone; undefined when more is asked. */
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
  const wanted = billId === undefined ? counted : counted.where('billId', 'in', billId as number[]);
  return wanted.groupBy('state').execute();
}

/** States of parcels in trouble, which have an index of their own. */
const TROUBLE: ReadonlySet<string> = new Set<ParcelState>(['held', 'failed', 'abnormal']);

/** True where a query leads to few of all parcels by an index. */
export const isNarrow = ({ billId, id, state }: Record<string, unknown>): boolean =>
  billId !== undefined ||
  id !== undefined ||
  (Array.isArray(state) && state.length > 0 && state.every((one) => TROUBLE.has(one)));

/** Characters from which on a tracking number is looked for as a whole one first. */
const WHOLE = 10;

/**
 * A query as the store answers it fast, however many parcels there are: a whole tracking number is found by its index, and
 * what is asked of all parcels comes in the order in which they were made unless another one is asked for.
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
  // Because an index of some rows is used only where the statement itself says that it wants no others.
  always: (_where, { billId, id, state }) =>
    billId === undefined && id === undefined && isNarrow({ state })
      ? [sql<boolean>`state in ('held', 'failed', 'abnormal')`]
      : [],
  total: async (db, query) => {
    const counts = await countOfBills(db, query);
    const asked = query.state as ParcelState[] | undefined;
    return counts?.reduce((sum, { state, n }) => (!asked || asked.includes(state) ? sum + n : sum), 0);
  },
};

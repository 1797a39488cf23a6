import { unidentifiedFilters, unidentifiedRow } from '@contract/customs/productId';
import { type SqlBool, sql } from 'kysely';
import type { GroupHandlers } from '../../core/context';
import { exportRows } from '../../core/exportRows';
import { listed } from '../../store/dialect';
import { type ListDefinition, listRows } from '../../store/listRows';
import type { Reader, Writer } from '../../store/open';
import { logBill } from '../bill/billHistory';
import { readOpenBill } from './openBill';

const list: ListDefinition<typeof unidentifiedRow> = {
  table: 'unidentifiedLine',
  row: unidentifiedRow,
  filters: unidentifiedFilters,
  keyword: ['billNo', 'trackingNo', 'sku', 'nameEn'],
  order: 'billNo,id',
};

interface Alike {
  readonly id: number;
  readonly sku: string | null;
  readonly nameEn: string;
  readonly sellerName: string;
}
const productOf = ({ sku, nameEn, sellerName }: Alike): string => JSON.stringify([sellerName, sku, nameEn]);

const linesOf = (db: Reader, billId: number) =>
  db
    .selectFrom('unidentifiedLine')
    .select(['id', 'parcelId', 'sku', 'nameEn', 'sellerName'])
    .where('billId', '=', billId);

/** True for an item line without the identifiers that customs demands of every item; `isIdentified` in SQL. */
const lacksId = sql<SqlBool>`(itemLine.merchantProductId is null or itemLine.manufacturerProductId is null)`;

/** Takes parcels off the work list once all their items have identifiers. */
async function refreshParcels(write: Writer, billId: number): Promise<void> {
  await write
    .updateTable('parcel')
    .set({ unidentified: 0 })
    .where('billId', '=', billId)
    .where('unidentified', '=', 1)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('itemLine')
            .select('itemLine.id')
            .whereRef('itemLine.parcelId', '=', 'parcel.id')
            .where(lacksId),
        ),
      ),
    )
    .execute();
}

/** Counts the parcels of a declaration with an item that lacks an identifier which customs demands of every item. */
export async function unidentifiedIn(db: Reader, batchId: number): Promise<number> {
  const { n } = await db
    .selectFrom('parcel')
    .innerJoin('itemLine', 'itemLine.parcelId', 'parcel.id')
    .select((count) => count.fn.count<number>('parcel.id').distinct().as('n'))
    .where('parcel.batchId', '=', batchId)
    .where('parcel.declarationSystem', '=', 'DECO')
    .where(lacksId)
    .executeTakeFirstOrThrow();
  return n;
}

/** Items of low-value parcels without product identifiers. */
export const productIdHandlers: GroupHandlers<'productId'> = {
  list: ({ read }, { query }) => listRows(read, list, query),
  export: (context, { query }) => exportRows(context, { definition: list, resource: 'productId' }, query),

  set: async (context, { params, body }) => {
    const { write } = context;
    const bill = await readOpenBill(context, params.id);
    const { lineIds, alike, ...ids } = body;
    const lines = await linesOf(write, bill.id).execute();
    const wanted = new Set(lineIds);
    const chosen = lines.filter(({ id }) => wanted.has(id));
    const products = new Set(chosen.map(productOf));
    const found = alike ? lines.filter((line) => products.has(productOf(line))) : chosen;
    const known = new Set(chosen.map(({ id }) => id));
    const failed = lineIds
      .filter((id) => !known.has(id))
      .map((key) => ({ key, code: 'NOT_FOUND', msg: context.say('NOT_FOUND') }));
    if (found.length === 0) context.unchanged();
    else {
      await write
        .updateTable('itemLine')
        .set(ids)
        .where('id', 'in', listed(found.map(({ id }) => id)))
        .execute();
      await refreshParcels(write, bill.id);
      await logBill(context, 'productIds', bill, { after: ids, remark: `${found.length}` });
    }
    return { ok: found.length, failed };
  },
};

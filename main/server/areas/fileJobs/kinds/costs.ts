import { check } from '@contract/checked';
import { problem } from '@contract/errors';
import { fileTemplates } from '@contract/files/templates';
import { costDraft } from '@contract/finance/billCost';
import { PRICE_DIGITS } from '@contract/rules/money';
import { priceProblem, usualPrice } from '@contract/rules/usualPrice';
import type { CheckedTable } from '../../../../tabular/check';
import type { ForeignIssue } from '../../../../tabular/issues';
import { refuseFields } from '../../../core/refusal';
import type { Reader } from '../../../store/open';
import { addCost, dayOf } from '../../finance/costs';
import { taxedOn } from '../../finance/lines';
import type { CheckScope, FileRow, RowKind } from '../rowKind';
import { rowByRow } from '../rows';
import { atColumn, billsOf, textOf } from './bills';

/** Lines written in one transaction. */
const CHUNK = 50;

/** Resolves a code in a column to its id. Refuses at the column. */
async function idOf(
  db: Reader,
  row: FileRow,
  column: 'supplierId' | 'feeCategoryId' | 'vatCodeId' | 'ownCompanyId',
  table: 'clientCompany' | 'feeCategory' | 'vatCode',
): Promise<number> {
  const value = textOf(row, column) ?? '';
  const found = await db.selectFrom(table).select('id').where('code', '=', value).executeTakeFirst();
  if (!found) throw atColumn(column, problem('REFERENCE_UNKNOWN', { value }));
  return found.id;
}

/** Like {@link idOf}; null for an empty cell. */
const idIfAny = async (...of: Parameters<typeof idOf>): Promise<number | null> =>
  textOf(of[1], of[2]) ? idOf(...of) : null;

const priceKey = (supplier: unknown, category: unknown, basis: unknown, currency: unknown) =>
  [supplier, category, basis, currency].join(' ');

/** Prices considered per supplier, category, basis and currency: the newest ones tell what is usual. */
const NEWEST = 200;

/**
 * Usual unit prices of the suppliers in a file by {@link priceKey}: of costs visible to the uploader, without those that
 * the job itself created.
 */
async function usualPrices(
  db: Reader,
  checked: CheckedTable,
  { own, warehouseIds }: CheckScope,
): Promise<ReadonlyMap<string, number>> {
  const codes = new Set<string>();
  for (const place of checked.rows('all')) {
    const { supplierId } = checked.read(place).values;
    if (typeof supplierId === 'string') codes.add(supplierId);
  }
  const usual = new Map<string, number>();
  for (const supplier of codes) {
    const prices = new Map<string, number[]>();
    let stored = db
      .selectFrom('billCost')
      .innerJoin('clientCompany', 'clientCompany.id', 'billCost.supplierId')
      .innerJoin('feeCategory', 'feeCategory.id', 'billCost.feeCategoryId')
      .select(['feeCategory.code as category', 'billCost.basis', 'billCost.currency', 'billCost.unitPrice'])
      .where('clientCompany.code', '=', supplier)
      .where('billCost.unitPrice', '>', 0);
    if (own !== null)
      stored = stored.where('billCost.id', 'not in', (made) =>
        made.selectFrom('fileEffect').select('recordId').where('jobId', '=', own).where('what', '=', 'cost'),
      );
    if (warehouseIds.length > 0)
      stored = stored.where('billCost.billId', 'in', (bills) =>
        bills.selectFrom('bill').select('id').where('warehouseId', 'in', warehouseIds),
      );
    for (const { category, basis, currency, unitPrice } of await stored
      .orderBy('billCost.id', 'desc')
      .limit(NEWEST * 10)
      .execute()) {
      const key = priceKey(supplier, category, basis, currency);
      const known = prices.get(key) ?? [];
      if (known.length < NEWEST) prices.set(key, [...known, unitPrice / 10 ** PRICE_DIGITS]);
    }
    for (const [key, known] of prices) {
      const price = usualPrice(known);
      if (price !== undefined) usual.set(key, price);
    }
  }
  return usual;
}

/** Finds rows whose price is far from their supplier's usual one. */
function priceIssues(checked: CheckedTable, usual: ReadonlyMap<string, number>): ForeignIssue[] {
  const issues: ForeignIssue[] = [];
  for (const place of usual.size > 0 ? checked.rows('all') : []) {
    const { supplierId, feeCategoryId, basis, currency, unitPrice } = checked.read(place).values;
    const price = usual.get(priceKey(supplierId, feeCategoryId, basis, currency));
    const found = price === undefined ? undefined : priceProblem(Number(unitPrice), price);
    if (!found) continue;
    const row = checked.table.number(place);
    issues.push({
      row,
      column: 'unitPrice',
      level: 'warning',
      code: found.code,
      problem: found,
      message: '',
    });
  }
  return issues;
}

/**
 * Costs of bills, a new line for each row: accrued, or invoiced if the row has an invoice number. They are created by
 * the same code as manual ones, so the same is refused; existing lines are never touched.
 */
export const costRows: RowKind = {
  template: fileTemplates.bill_cost,
  chunk: CHUNK,
  foreign: async (db, checked, scope) => priceIssues(checked, await usualPrices(db, checked, scope)),
  apply: rowByRow(async (context, row) => {
    const [bill, other] = await billsOf(context, row);
    if (!bill || other)
      throw atColumn('billNo', problem('FILE_AMBIGUOUS', { no: textOf(row, 'billNo') ?? '' }));
    const { basis, quantity, unitPrice, currency, taxRate, billedQuantity } = row.values;
    const invoiceNo = textOf(row, 'invoiceNo');
    const draft = check(costDraft, {
      billId: bill.id,
      supplierId: await idOf(context.write, row, 'supplierId', 'clientCompany'),
      feeCategoryId: await idOf(context.write, row, 'feeCategoryId', 'feeCategory'),
      ...{ chargeItemId: null, basis, quantity, unitPrice, currency, taxRate: taxRate ?? null },
      vatCodeId: await idIfAny(context.write, row, 'vatCodeId', 'vatCode'),
      ownCompanyId: await idIfAny(context.write, row, 'ownCompanyId', 'clientCompany'),
      estimated: invoiceNo === null,
      ...{ billedQuantity: billedQuantity ?? null, billedUnit: textOf(row, 'billedUnit') },
      billedPrice: textOf(row, 'billedPrice'),
      ...{ invoiceNo, invoiceDate: textOf(row, 'invoiceDate'), dueDate: null, remark: textOf(row, 'remark') },
    });
    if (!draft.ok) throw refuseFields(draft.problems);
    if (draft.value.taxRate !== null) {
      const { taxRate: rate } = await taxedOn(context.write, draft.value, dayOf(draft.value, context.now));
      // The code would decide, and the typed rate be lost without a word.
      if (rate !== draft.value.taxRate)
        throw atColumn(
          'taxRate',
          problem('VAT_RATE_DIFFERS', { code: textOf(row, 'vatCodeId') ?? '', rate: String(rate) }),
        );
    }
    const { id, version } = await addCost(context, draft.value, 'import');
    return { effects: [{ what: 'cost', recordId: id, before: null, after: { version } }] };
  }),
};

import { problem } from '@contract/errors';
import { check } from '@contract/fields';
import { fileTemplates } from '@contract/files/templates';
import { costDraft } from '@contract/finance/billCost';
import { addCost } from '../../finance/costs';
import { refuseFields } from '../../refusal';
import type { Reader } from '../../store/open';
import { type FileRow, type RowKind, rowByRow } from '../rows';
import { atColumn, billsOf, textOf } from './bills';

/** Lines written in one transaction. */
const CHUNK = 50;

/** What a code in a column means. Refuses at the column. */
async function idOf(
  db: Reader,
  row: FileRow,
  column: 'supplierId' | 'feeCategoryId',
  table: 'clientCompany' | 'feeCategory',
): Promise<number> {
  const value = textOf(row, column) ?? '';
  const found = await db.selectFrom(table).select('id').where('code', '=', value).executeTakeFirst();
  if (!found) throw atColumn(column, problem('REFERENCE_UNKNOWN', { value }));
  return found.id;
}

/**
 * Costs of bills, a new line for each row: expected ones, and with the number of an invoice those that were invoiced. They
 * are made as by hand, so that the same is refused; lines that are there are never touched.
 */
export const costRows: RowKind = {
  template: fileTemplates.bill_cost,
  chunk: CHUNK,
  apply: rowByRow(async (context, row) => {
    const [bill, other] = await billsOf(context.write, row);
    if (!bill || other)
      throw atColumn('billNo', problem('FILE_AMBIGUOUS', { no: textOf(row, 'billNo') ?? '' }));
    const { basis, quantity, unitPrice, currency, taxRate } = row.values;
    const invoiceNo = textOf(row, 'invoiceNo');
    const draft = check(costDraft, {
      billId: bill.id,
      supplierId: await idOf(context.write, row, 'supplierId', 'clientCompany'),
      feeCategoryId: await idOf(context.write, row, 'feeCategoryId', 'feeCategory'),
      ...{ chargeItemId: null, basis, quantity, unitPrice, currency, taxRate: taxRate ?? null },
      estimated: invoiceNo === null,
      ...{ invoiceNo, invoiceDate: textOf(row, 'invoiceDate'), dueDate: null, remark: textOf(row, 'remark') },
    });
    if (!draft.ok) throw refuseFields(draft.problems);
    const { id, version } = await addCost(context, draft.value, 'import');
    return { effects: [{ what: 'cost', recordId: id, before: null, after: { version } }] };
  }),
};

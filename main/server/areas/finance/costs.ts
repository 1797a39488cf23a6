import type { LogAction } from '@contract/access/operateLog';
import { problem } from '@contract/errors';
import {
  type BillCost,
  billCostRow,
  type costDraft,
  costDraftFields,
  costMachine,
} from '@contract/finance/billCost';
import { pickOf } from '@contract/names';
import { toMinor } from '@contract/rules/money';
import type * as z from 'zod';
import type { Context } from '../../core/context';
import { checkReferences } from '../../core/crud';
import { officeDay } from '../../core/officeClock';
import { itself, record } from '../../core/record';
import { refuse, refuseFields } from '../../core/refusal';
import { changeStamp, newStamp } from '../../core/stamps';
import { codecOf } from '../../store/codec';
import { nextNumber } from '../../store/numbers';
import type { Reader } from '../../store/open';
import { rowById } from '../../store/rowById';
import { requireOpenMonth } from './closedMonths';
import { pricedColumns, requireBill, requireDirection, taxedOn } from './lines';

const codec = codecOf(billCostRow);
export type CostDraft = z.output<typeof costDraft>;
type Source = BillCost['source'];

/** Loads a cost line with fields of its bill and its payment. Throws NOT_FOUND. */
export async function readCost(db: Reader, id: number): Promise<BillCost> {
  return codec.decode(await rowById(db, 'billCostOfBill', id));
}

/** Changes of cost lines, by their state machine. */
export const costs = record({
  table: 'billCost',
  row: billCostRow,
  machine: costMachine,
  load: ({ read }, id: number) => readCost(read, id),
  about: itself,
});

/** Logs an action under the line's own number and its customer's name. */
export const logCost = (
  context: Context,
  action: LogAction,
  cost: BillCost,
  change: { before?: unknown; after?: unknown },
) =>
  context.log({
    module: 'finance',
    action,
    objectType: 'billCost',
    objectId: cost.id,
    objectNo: cost.costNo,
    ...change,
  });

/**
 * Refuses a second cost of the same supplier invoice for a bill and a category; lines that adjust or reverse one may
 * repeat it.
 */
export async function requireOnce(db: Reader, draft: CostDraft, except?: number): Promise<void> {
  if (draft.invoiceNo === null) return;
  const twin = await db
    .selectFrom('billCost')
    .select('id')
    .where('billId', '=', draft.billId)
    .where('supplierId', '=', draft.supplierId)
    .where('feeCategoryId', '=', draft.feeCategoryId)
    .where('invoiceNo', '=', draft.invoiceNo)
    .where('source', 'not in', ['diff', 'reversal'])
    .execute();
  if (twin.some(({ id }) => id !== except))
    throw refuseFields({ invoiceNo: problem('COST_INVOICE_TWICE', { no: draft.invoiceNo }) });
}

/** Day whose rate a line uses in the books: that of its invoice, else the day of creation. */
export const dayOf = (line: { readonly invoiceDate: string | null }, at: string) =>
  line.invoiceDate ?? officeDay(at);

export async function checkDraft(context: Context, draft: CostDraft, before?: BillCost): Promise<void> {
  const { read } = context;
  await requireBill(read, draft.billId);
  await checkReferences(context, billCostRow, draft, before);
  await requireDirection(read, draft.feeCategoryId, 'cost');
  await requireOnce(read, draft, before?.id);
}

/** Columns of a line that its draft does not have. */
interface LineParts {
  readonly reversesId?: number;
  /** Tax amount where it is not that of the line alone: a share of the tax of an invoice, or its reversal. */
  readonly taxAmount?: string;
}

/** Columns of a tax amount that is not calculated from its line. */
const taxColumns = (net: number, taxAmount: string, currency: string) => {
  const tax = toMinor(taxAmount, currency);
  return { taxAmount: tax, grossAmount: net + tax };
};

/** Inserts a checked line, and returns it. */
export async function insertCost(
  context: Context,
  draft: CostDraft,
  source: Source,
  more: LineParts = {},
): Promise<BillCost> {
  const { write, now } = context;
  await requireOpenMonth(write, draft.invoiceDate, 'invoiceDate');
  const day = dayOf(draft, now);
  // A tax that was fixed elsewhere keeps its rate.
  const taxed = more.taxAmount === undefined ? await taxedOn(write, draft, day) : draft;
  const { quantity, unitPrice, currency, taxRate, estimated, ...plain } = taxed;
  const priced = await pricedColumns(write, { quantity, unitPrice, currency, taxRate }, day);
  const columns = {
    ...{ ...plain, ...priced },
    ...(more.taxAmount === undefined ? {} : taxColumns(priced.amount, more.taxAmount, currency)),
    estimated: estimated ? 1 : 0,
    state: 'unpaid' as const,
    source,
    costNo: await nextNumber(write, 'billCost', 'costNo', 'BC', now),
    reversesId: more.reversesId ?? null,
    ...newStamp(context),
  };
  const { id } = await write
    .insertInto('billCost')
    .values({ ...columns, paidAmount: 0, paidOn: null, paymentId: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  const cost = await readCost(write, id);
  await logCost(context, 'create', cost, { after: { billNo: cost.billNo, ...draft, amount: cost.amount } });
  return cost;
}

/** Creates a cost that does not come from its own form. */
export async function addCost(
  context: Context,
  draft: CostDraft,
  source: Source,
  more: LineParts = {},
): Promise<BillCost> {
  await checkDraft(context, draft);
  return insertCost(context, draft, source, more);
}

/** Tax of a supplier's invoice, as far as it is that of a line. */
export interface InvoicedTax {
  readonly vatCodeId: number | null;
  readonly taxRate: number | null;
  readonly taxAmount: string;
  readonly ownCompanyId: number | null;
}

/** Sets the supplier's invoice on an accrued cost of exactly that amount, with its tax if it is a share of it. */
export async function markInvoiced(
  context: Context,
  cost: BillCost,
  invoice: { invoiceNo: string; invoiceDate: string; dueDate: string | null } | null,
  tax?: InvoicedTax,
): Promise<void> {
  for (const day of [cost.invoiceDate, invoice?.invoiceDate ?? null])
    await requireOpenMonth(context.write, day, 'invoiceDate');
  const values = invoice ?? { invoiceNo: null, invoiceDate: null, dueDate: null };
  await context.write
    .updateTable('billCost')
    .set((old) => ({
      ...values,
      ...(tax
        ? {
            vatCodeId: tax.vatCodeId,
            ownCompanyId: tax.ownCompanyId ?? cost.ownCompanyId,
            taxRate: tax.taxRate === null ? null : Math.round(tax.taxRate * 1000),
            ...taxColumns(toMinor(cost.amount, cost.currency), tax.taxAmount, cost.currency),
          }
        : {}),
      estimated: invoice ? 0 : 1,
      ...changeStamp(context),
      version: old('version', '+', 1),
    }))
    .where('id', '=', cost.id)
    .execute();
  await logCost(context, 'invoice', cost, { before: { estimated: cost.estimated }, after: values });
}

/** Deletes a line that is unpaid and has no difference. */
export async function removeCost(context: Context, id: number): Promise<void> {
  const cost = await costs.open(context, id, 'remove');
  await requireOpenMonth(context.read, cost.invoiceDate, 'invoiceDate');
  const diff = await context.write
    .selectFrom('billCostDiff')
    .select('diffNo')
    .where((where) => where.or([where('costId', '=', id), where('adjustCostId', '=', id)]))
    .executeTakeFirst();
  if (diff) throw refuse('COST_OF_DIFF', { no: diff.diffNo });
  const part = await context.write
    .selectFrom('paymentLine')
    .innerJoin('billPayment', 'billPayment.id', 'paymentLine.paymentId')
    .select('billPayment.paymentNo')
    .where('paymentLine.costId', '=', id)
    .executeTakeFirst();
  // A reversed payment keeps the lines that it had settled.
  if (part) throw refuse('COST_IN_PAYMENT', { no: part.paymentNo });
  await context.write.deleteFrom('billCost').where('id', '=', id).execute();
  await logCost(context, 'delete', cost, { before: cost });
}

/** The fields of a cost that a person fills in. */
export const draftOfCost = (cost: BillCost): CostDraft => pickOf(cost, costDraftFields);

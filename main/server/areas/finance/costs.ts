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
import { amountsOf } from '@contract/rules/charge';
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
import { difference } from '../access/operateLog';
import { requireOpenMonth } from './closedMonths';
import { type Billed, billedColumns, pricedColumns, requireBill, requireDirection, taxedOn } from './lines';
import { booked } from './rates';

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

/** Fields that tell the charge of an invoice. */
const CHARGE = ['billId', 'supplierId', 'feeCategoryId', 'invoiceNo'] as const;

/** Checks the records that a draft names: its bill, its references and the direction of its category. */
export async function checkNamed(context: Context, draft: CostDraft, before?: BillCost): Promise<void> {
  const { read } = context;
  await requireBill(read, draft.billId);
  await checkReferences(context, billCostRow, draft, before);
  await requireDirection(read, draft.feeCategoryId, 'cost');
}

export async function checkDraft(context: Context, draft: CostDraft, before?: BillCost): Promise<void> {
  await checkNamed(context, draft, before);
  // Several lines of a supplier's file may be of one charge, and each can be edited afterwards.
  if (!before || CHARGE.some((name) => draft[name] !== before[name]))
    await requireOnce(context.read, draft, before?.id);
}

/** Columns of a line that its draft does not have. */
interface LineParts {
  readonly reversesId?: number;
  /** Tax amount where it is not that of the line alone: a share of the tax of an invoice, or its reversal. */
  readonly taxAmount?: string;
  /** Its place in a recorded invoice. */
  readonly part?: InvoicePart | null;
}

/** The recorded invoice that a cost is a part of, and the number of its line there. */
export type InvoicePart = Pick<BillCost, 'supplierInvoiceId' | 'invoiceLineNo'>;
const NO_PART: InvoicePart = { supplierInvoiceId: null, invoiceLineNo: null };
export const invoicePartOf = (cost: BillCost): InvoicePart =>
  pickOf(cost, ['supplierInvoiceId', 'invoiceLineNo']);

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
    ...{ ...plain, ...billedColumns(taxed), ...priced, ...(more.part ?? NO_PART) },
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

/** Tax of a line by its code on a day; undefined without a code. Throws VAT_NO_RATE. */
async function taxByCode(db: Reader, cost: BillCost, day: string): Promise<InvoicedTax | undefined> {
  if (cost.vatCodeId === null) return undefined;
  const taxed = await taxedOn(db, cost, day);
  return { ...taxed, taxAmount: amountsOf(taxed).taxAmount };
}

const columnsOfTax = (cost: BillCost, { vatCodeId, taxRate, taxAmount, ownCompanyId }: InvoicedTax) => ({
  vatCodeId,
  ownCompanyId: ownCompanyId ?? cost.ownCompanyId,
  taxRate: taxRate === null ? null : Math.round(taxRate * 1000),
  ...taxColumns(toMinor(cost.amount, cost.currency), taxAmount, cost.currency),
});

/**
 * Sets what a supplier's invoice says of an accrued cost: its VAT code, by the rates of the invoice's day, and our
 * company. Null keeps what the line has. Returns the line.
 */
export async function setInvoicedTax(
  context: Context,
  cost: BillCost,
  { vatCodeId, ownCompanyId }: Pick<BillCost, 'vatCodeId' | 'ownCompanyId'>,
  day: string,
): Promise<BillCost> {
  const named = {
    ...cost,
    vatCodeId: vatCodeId ?? cost.vatCodeId,
    ownCompanyId: ownCompanyId ?? cost.ownCompanyId,
  };
  if (named.vatCodeId === cost.vatCodeId && named.ownCompanyId === cost.ownCompanyId) return cost;
  const tax = (await taxByCode(context.write, named, day)) ?? named;
  await context.write
    .updateTable('billCost')
    .set({ ...columnsOfTax(cost, tax), ...changeStamp(context), version: cost.version + 1 })
    .where('id', '=', cost.id)
    .execute();
  const changed = await readCost(context.write, cost.id);
  const { before, after } = difference(cost, pickOf(changed, ['vatCodeId', 'ownCompanyId', 'taxRate']));
  await logCost(context, 'update', cost, { before, after });
  return changed;
}

/**
 * Sets the supplier's invoice on an accrued cost of exactly that amount, or takes it back. Its tax is that of its code
 * on the day of the invoice, if it is not a share of the invoice's; the books have it at the rate of that day.
 */
export async function markInvoiced(
  context: Context,
  cost: BillCost,
  invoice: { invoiceNo: string; invoiceDate: string; dueDate: string | null } | null,
  tax?: InvoicedTax,
): Promise<void> {
  for (const day of [cost.invoiceDate, invoice?.invoiceDate ?? null])
    await requireOpenMonth(context.write, day, 'invoiceDate');
  const values = invoice ?? { invoiceNo: null, invoiceDate: null, dueDate: null };
  const day = dayOf(values, cost.createdAt);
  const taxed = tax ?? (await taxByCode(context.write, cost, day));
  const inBooks = await booked(context.write, toMinor(cost.amount, cost.currency), cost.currency, day);
  await context.write
    .updateTable('billCost')
    .set((old) => ({
      ...values,
      ...(taxed ? columnsOfTax(cost, taxed) : {}),
      ...inBooks,
      estimated: invoice ? 0 : 1,
      ...changeStamp(context),
      version: old('version', '+', 1),
    }))
    .where('id', '=', cost.id)
    .execute();
  await logCost(context, 'invoice', cost, { before: { estimated: cost.estimated }, after: values });
}

/** Makes an expected cost a part of a recorded invoice, with the quantity that its line states. */
export async function joinInvoice(
  context: Context,
  id: number,
  billed: Billed,
  part: InvoicePart | null,
): Promise<void> {
  await context.write
    .updateTable('billCost')
    .set({ ...billedColumns(billed), ...part })
    .where('id', '=', id)
    .execute();
}

/** The place of a cost in its recorded invoice after a change; none once it is of another invoice, or expected again. */
export const partAfter = (before: BillCost, draft: CostDraft): InvoicePart =>
  draft.supplierId !== before.supplierId ||
  draft.invoiceNo !== before.invoiceNo ||
  (draft.estimated && !before.estimated)
    ? NO_PART
    : invoicePartOf(before);

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

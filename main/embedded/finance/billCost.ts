import type { LogAction } from '@contract/access/operateLog';
import { problem } from '@contract/errors';
import { check } from '@contract/fields';
import {
  type BillCost,
  billCostRow,
  type CostAction,
  costDraft,
  costDraftFields,
  costFilters,
  costMachine,
} from '@contract/finance/billCost';
import { refusalOf } from '@contract/machine';
import { fromMinor, toMinor } from '@contract/rules/money';
import type * as z from 'zod';
import { difference } from '../access/operateLog';
import type { Context, GroupHandlers } from '../context';
import { checkReferences } from '../crud';
import { exportRows } from '../exportRows';
import { refuse, refuseFields } from '../refusal';
import { choiceOf } from '../selected';
import { changeStamp, newStamp } from '../stamps';
import { codecOf } from '../store/codec';
import { type ListDefinition, listRows } from '../store/listRows';
import { nextNumber } from '../store/numbers';
import type { Reader } from '../store/open';
import { holdsReferences } from '../uses';
import { allocate, sharesOf } from './allocation';
import { openDiff } from './billCostDiff';
import { obey, pricedColumns, requireBill, requireDirection, requireVersion, totalsOf } from './lines';
import { payCosts } from './payments';

/** The customer of a line is its bill's. */
holdsReferences('billCost', billCostRow.omit({ customerId: true }), 'costNo');

const codec = codecOf(billCostRow);
type Draft = z.output<typeof costDraft>;
type Source = BillCost['source'];

const costList: ListDefinition<typeof billCostRow> = {
  table: 'billCostOfBill',
  row: billCostRow,
  filters: costFilters,
  keyword: ['costNo', 'billNo', 'batchNo', 'invoiceNo', 'remark'],
  order: '-createdAt',
};

/** A cost line with what its bill and its payment say. Throws NOT_FOUND. */
export async function readCost(db: Reader, id: number): Promise<BillCost> {
  const row = await db.selectFrom('billCostOfBill').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw refuse('NOT_FOUND');
  return codec.decode(row);
}

const requireCost = (action: CostAction, cost: BillCost) => obey(refusalOf(costMachine, action, cost));

/** A line in the log, under its own number and its customer's name. */
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

/** Whom we owe is a supplier. */
async function requireSupplier(db: Reader, supplierId: number): Promise<void> {
  const { kind } = await db
    .selectFrom('clientCompany')
    .select('kind')
    .where('id', '=', supplierId)
    .executeTakeFirstOrThrow();
  if (kind !== 'supplier') throw refuseFields({ supplierId: problem('COST_NO_SUPPLIER') });
}

/** A supplier's invoice stands once for a bill and a category; what only adjusts or takes back a line of it may stand again. */
async function requireOnce(db: Reader, draft: Draft, except?: number): Promise<void> {
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

/** The day at whose rate a line stands in the books: that of its invoice, else the day it is made. */
const dayOf = (line: { readonly invoiceDate: string | null }, at: string) =>
  line.invoiceDate ?? at.slice(0, 10);

async function checkDraft(context: Context, draft: Draft, before?: BillCost): Promise<void> {
  const { read } = context;
  await requireBill(read, draft.billId);
  await checkReferences(context, billCostRow, draft, before);
  await requireSupplier(read, draft.supplierId);
  await requireDirection(read, draft.feeCategoryId, 'cost');
  await requireOnce(read, draft, before?.id);
}

/** Writes a line that was checked, and answers it. */
export async function insertCost(
  context: Context,
  draft: Draft,
  source: Source,
  more: { readonly reversesId?: number } = {},
): Promise<BillCost> {
  const { write, now } = context;
  const { quantity, unitPrice, currency, taxRate, estimated, ...plain } = draft;
  const columns = {
    ...plain,
    ...(await pricedColumns(write, { quantity, unitPrice, currency, taxRate }, dayOf(draft, now))),
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

/** A cost that follows from something else than its own form. */
export async function addCost(
  context: Context,
  draft: Draft,
  source: Source,
  more: { readonly reversesId?: number } = {},
): Promise<BillCost> {
  await checkDraft(context, draft);
  return insertCost(context, draft, source, more);
}

/** Sets what the supplier's invoice says on an expected cost of the very amount. */
export async function markInvoiced(
  context: Context,
  cost: BillCost,
  invoice: { invoiceNo: string; invoiceDate: string; dueDate: string | null } | null,
): Promise<void> {
  const values = invoice ?? { invoiceNo: null, invoiceDate: null, dueDate: null };
  await context.write
    .updateTable('billCost')
    .set((old) => ({
      ...values,
      estimated: invoice ? 0 : 1,
      ...changeStamp(context),
      version: old('version', '+', 1),
    }))
    .where('id', '=', cost.id)
    .execute();
  await logCost(context, 'invoice', cost, { before: { estimated: cost.estimated }, after: values });
}

/** Deletes a line that is not paid and that no difference is about. */
export async function removeCost(context: Context, id: number): Promise<void> {
  const cost = await readCost(context.write, id);
  requireCost('remove', cost);
  const diff = await context.write
    .selectFrom('billCostDiff')
    .select('diffNo')
    .where((where) => where.or([where('costId', '=', id), where('adjustCostId', '=', id)]))
    .executeTakeFirst();
  if (diff) throw refuse('COST_OF_DIFF', { no: diff.diffNo });
  await context.write.deleteFrom('billCost').where('id', '=', id).execute();
  await logCost(context, 'delete', cost, { before: cost });
}

/** What we owe suppliers for bills. */
export const billCostHandlers: GroupHandlers<'billCost'> = {
  list: ({ read }, { query }) => listRows(read, costList, query),
  totals: ({ read }, { query }) => totalsOf(read, costList, query),
  export: (context, { query }) => exportRows(context, { definition: costList, resource: 'billCost' }, query),
  get: ({ read }, { params }) => readCost(read, params.id),

  create: (context, { body }) => addCost(context, body, 'manual'),

  update: async (context, { params, body }) => {
    const before = await readCost(context.read, params.id);
    const { version, ...patch } = body;
    requireVersion(before, version);
    requireCost('update', before);
    const kept = Object.fromEntries(costDraftFields.map((name) => [name, before[name]]));
    const merged = check(costDraft, { ...kept, ...patch });
    if (!merged.ok) throw refuseFields(merged.problems);
    const draft = merged.value;
    await checkDraft(context, draft, before);
    const { quantity, unitPrice, currency, taxRate, estimated, ...plain } = draft;
    await context.write
      .updateTable('billCost')
      .set({
        ...plain,
        ...(await pricedColumns(
          context.write,
          { quantity, unitPrice, currency, taxRate },
          dayOf(draft, before.createdAt),
        )),
        estimated: estimated ? 1 : 0,
        ...changeStamp(context),
        version: version + 1,
      })
      .where('id', '=', params.id)
      .execute();
    const { before: old, after } = difference(before, draft);
    await logCost(context, 'update', before, { before: old, after });
    return readCost(context.read, params.id);
  },

  remove: async (context, { params }) => {
    await removeCost(context, params.id);
    return null;
  },

  paid: (context, { body: { ids, ...movement } }) => payCosts(context, ids, movement),

  reverse: async (context, { params, body }) => {
    const cost = await readCost(context.read, params.id);
    requireVersion(cost, body.version);
    if (!body.reason) throw refuse('REASON_REQUIRED');
    requireCost('reverse', cost);
    const bill = await requireBill(context.read, cost.billId);
    const price = toMinor(cost.amount, cost.currency);
    return insertCost(
      context,
      {
        ...pick(cost),
        billId: bill.id,
        basis: 'fixed',
        quantity: 1,
        unitPrice: fromMinor(-price, cost.currency),
        estimated: false,
        remark: body.reason,
      },
      'reversal',
      { reversesId: cost.id },
    );
  },

  invoice: async (context, { params, body }) => {
    const cost = await readCost(context.read, params.id);
    requireVersion(cost, body.version);
    requireCost('invoice', cost);
    const { version: _, amount, reason, ...invoice } = body;
    await requireOnce(context.read, { ...pick(cost), invoiceNo: invoice.invoiceNo }, cost.id);
    const diff = await openDiff(context, cost, { ...invoice, amount, reason });
    if (!diff) await markInvoiced(context, cost, invoice);
    return { cost: await readCost(context.read, cost.id), diffNo: diff?.diffNo ?? null };
  },

  shares: async (context, { body }) => {
    context.unchanged();
    return { shares: await sharesOf(choiceOf(context), body), costs: 0, diffs: 0 };
  },
  allocate: (context, { body }) => allocate(context, body),
};

const pick = (cost: BillCost): Draft =>
  Object.fromEntries(costDraftFields.map((name) => [name, cost[name]])) as unknown as Draft;

import type { LogAction } from '@contract/access/operateLog';
import { check } from '@contract/checked';
import {
  type BillRevenue,
  billRevenueRow,
  revenueDraft,
  revenueDraftFields,
  revenueFilters,
} from '@contract/finance/billRevenue';
import { toMinor } from '@contract/rules/money';
import type * as z from 'zod';
import type { Context, GroupHandlers } from '../../core/context';
import { checkReferences } from '../../core/crud';
import { eachOf } from '../../core/eachOf';
import { exportRows } from '../../core/exportRows';
import { officeDay } from '../../core/officeClock';
import { refuse, refuseFields } from '../../core/refusal';
import { type BulkSelection, selectedIds } from '../../core/selected';
import { changeStamp, newStamp } from '../../core/stamps';
import { holdsReferences } from '../../core/uses';
import { type ListDefinition, listRows } from '../../store/listRows';
import { nextNumber } from '../../store/numbers';
import { difference } from '../access/operateLog';
import { requireOpenMonth } from './closedMonths';
import { creditNumbered, creditOneLine } from './invoiceCredit';
import { draftInvoice, type InvoiceDecision, previewOf } from './invoiceDraft';
import { issueInvoice } from './invoiceIssue';
import { pricedColumns, requireBill, requireDirection, requirePast, taxedOn, totalsOf } from './lines';
import { profit, profitFile } from './profit';
import { booked } from './rates';
import { readRevenue, revenues } from './revenueLines';

// The customer is left out: a revenue line has that of its bill.
holdsReferences('billRevenue', billRevenueRow.omit({ customerId: true }), 'revenueNo');

type Draft = z.output<typeof revenueDraft>;

const revenueList: ListDefinition<typeof billRevenueRow> = {
  table: 'billRevenueOfBill',
  row: billRevenueRow,
  filters: revenueFilters,
  keyword: ['revenueNo', 'billNo', 'batchNo', 'invoiceNo', 'remark'],
  order: '-createdAt',
};

const log = (
  context: Context,
  action: LogAction,
  line: BillRevenue,
  change: { before?: unknown; after?: unknown },
) =>
  context.log({
    module: 'finance',
    action,
    objectType: 'billRevenue',
    objectId: line.id,
    objectNo: line.revenueNo,
    ...change,
  });

async function checkDraft(context: Context, draft: Draft, before?: BillRevenue): Promise<void> {
  await requireBill(context.read, draft.billId);
  await checkReferences(context, billRevenueRow, draft, before);
  await requireDirection(context.read, draft.feeCategoryId, 'revenue');
}

const plainOf = ({ quantity, unitPrice, currency, taxRate, ...plain }: Draft) => plain;

const set = (context: Context, line: BillRevenue, values: object) =>
  context.write
    .updateTable('billRevenue')
    .set({ ...values, ...changeStamp(context), version: line.version + 1 })
    .where('id', '=', line.id)
    .execute();

/** Creates a draft line. No bill has two lines with the same key. */
export async function createRevenue(
  context: Context,
  draft: Draft,
  chargeKey: string | null = null,
): Promise<BillRevenue> {
  const { write, now } = context;
  await checkDraft(context, draft);
  const { id } = await write
    .insertInto('billRevenue')
    .values({
      ...newStamp(context),
      ...plainOf(draft),
      ...(await pricedColumns(write, await taxedOn(write, draft, officeDay(now)), officeDay(now))),
      revenueNo: await nextNumber(write, 'billRevenue', 'revenueNo', 'RV', now),
      state: 'draft',
      paidAmount: 0,
      ...{
        invoiceNo: null,
        invoiceDate: null,
        dueDate: null,
        chargeKey,
        creditsId: null,
        customerInvoiceId: null,
      },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const line = await readRevenue(write, id);
  await log(context, 'create', line, { after: { billNo: line.billNo, ...draft, amount: line.amount } });
  return line;
}

/** Loads the lines selected for an invoice. Throws what refuses one of them. */
async function chosenLines(
  context: Context,
  body: BulkSelection & { readonly invoiceDate: string },
): Promise<BillRevenue[]> {
  requirePast(context, body.invoiceDate);
  await requireOpenMonth(context.read, body.invoiceDate, 'invoiceDate');
  const ids = await selectedIds(context, revenueList, body);
  const lines = await Promise.all(ids.map((id) => readRevenue(context.read, id)));
  for (const line of lines) revenues.allow('invoice', line);
  return lines;
}
const decidedOf = (body: InvoiceDecision): InvoiceDecision => {
  const { invoiceDate, companyId, vatCodeId, supplyDate, buyerReference } = body;
  return { invoiceDate, companyId, vatCodeId, supplyDate, buyerReference };
};

/** Charges to customers for bills. */
export const billRevenueHandlers: GroupHandlers<'billRevenue'> = {
  list: ({ read }, { query }) => listRows(read, revenueList, query),
  totals: ({ read }, { query }) => totalsOf(read, revenueList, query),
  export: (context, { query }) =>
    exportRows(context, { definition: revenueList, resource: 'billRevenue' }, query),
  get: ({ read }, { params }) => readRevenue(read, params.id),
  profit: ({ read }, { query }) => profit(read, query),
  profitExport: profitFile,

  create: (context, { body }) => createRevenue(context, body),

  update: async (context, { params, body }) => {
    const { version, ...patch } = body;
    const before = await revenues.open(context, params.id, 'update', version);
    const kept = Object.fromEntries(revenueDraftFields.map((name) => [name, before[name]]));
    const merged = check(revenueDraft, { ...kept, ...patch });
    if (!merged.ok) throw refuseFields(merged.problems);
    const draft = merged.value;
    await checkDraft(context, draft, before);
    const day = officeDay(before.createdAt);
    const priced = await taxedOn(context.write, draft, day);
    await set(context, before, { ...plainOf(draft), ...(await pricedColumns(context.write, priced, day)) });
    const { before: old, after } = difference(before, draft);
    await log(context, 'update', before, { before: old, after });
    return readRevenue(context.write, params.id);
  },

  remove: async (context, { params }) => {
    const line = await revenues.open(context, params.id, 'remove');
    await context.write.deleteFrom('billRevenue').where('id', '=', line.id).execute();
    await log(context, 'delete', line, { before: line });
    return null;
  },

  decide: async (context, { body }) => {
    const { action } = body;
    const ids = await selectedIds(context, revenueList, body);
    const to = action === 'confirm' ? 'confirmed' : 'draft';
    let changed = 0;
    const answer = await eachOf(context, ids, async (id) => {
      const line = await readRevenue(context.write, id);
      if (line.state === to) return false;
      revenues.allow(action, line);
      // A charge flow creates lines even without a rate; lines in the books need one.
      const { amount, currency } = line;
      const minor = toMinor(amount, currency);
      const rate =
        action === 'confirm' && line.rate === null
          ? await booked(context.write, minor, currency, officeDay(line.createdAt))
          : {};
      await set(context, line, { state: to, ...rate });
      await log(context, action, line, { before: { state: line.state }, after: { state: to } });
      changed += 1;
      return true;
    });
    return { ...answer, changed };
  },

  invoice: async (context, { body }) => {
    const lines = await chosenLines(context, body);
    const { id, invoiceNo, draft } = await issueInvoice(context, lines, decidedOf(body));
    const { currency, grossAmount } = draft;
    return { id, invoiceNo, lines: lines.length, currency, grossAmount };
  },

  invoicePreview: async (context, { body }) => {
    context.unchanged();
    const lines = await chosenLines(context, body);
    return previewOf(await draftInvoice(context.read, lines, decidedOf(body)));
  },

  credit: async (context, { params, body }) => {
    const { write } = context;
    const line = await revenues.open(context, params.id, 'credit', body.version);
    const { reason } = body;
    if (!reason) throw refuse('REASON_REQUIRED');
    const { customerInvoiceId, revenueNo } = line;
    const id =
      customerInvoiceId === null
        ? await creditNumbered(context, revenueNo, reason)
        : await creditOneLine(context, customerInvoiceId, revenueNo, reason);
    return readRevenue(write, id);
  },
};

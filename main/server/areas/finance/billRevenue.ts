import type { LogAction } from '@contract/access/operateLog';
import { check } from '@contract/checked';
import {
  type BillRevenue,
  billRevenueRow,
  revenueDraft,
  revenueDraftFields,
  revenueFilters,
  revenueMachine,
} from '@contract/finance/billRevenue';
import { fromMinor, toMinor } from '@contract/rules/money';
import type * as z from 'zod';
import type { Context, GroupHandlers } from '../../core/context';
import { checkReferences } from '../../core/crud';
import { eachOf } from '../../core/eachOf';
import { exportRows } from '../../core/exportRows';
import { officeDay } from '../../core/officeClock';
import { itself, record } from '../../core/record';
import { refuse, refuseFields } from '../../core/refusal';
import { selectedIds } from '../../core/selected';
import { changeStamp, newStamp } from '../../core/stamps';
import { holdsReferences } from '../../core/uses';
import { codecOf } from '../../store/codec';
import { type ListDefinition, listRows } from '../../store/listRows';
import { nextNumber } from '../../store/numbers';
import type { Reader } from '../../store/open';
import { rowById } from '../../store/rowById';
import { difference } from '../access/operateLog';
import { pricedColumns, requireBill, requireDirection, requirePast, totalsOf } from './lines';
import { profit, profitFile } from './profit';
import { booked } from './rates';

// The customer is left out: a revenue line has that of its bill.
holdsReferences('billRevenue', billRevenueRow.omit({ customerId: true }), 'revenueNo');

const codec = codecOf(billRevenueRow);
type Draft = z.output<typeof revenueDraft>;

const revenueList: ListDefinition<typeof billRevenueRow> = {
  table: 'billRevenueOfBill',
  row: billRevenueRow,
  filters: revenueFilters,
  keyword: ['revenueNo', 'billNo', 'batchNo', 'invoiceNo', 'remark'],
  order: '-createdAt',
};

async function readRevenue(db: Reader, id: number): Promise<BillRevenue> {
  return codec.decode(await rowById(db, 'billRevenueOfBill', id));
}

/** Changes of revenue lines, by their state machine. */
const revenues = record({
  table: 'billRevenue',
  row: billRevenueRow,
  machine: revenueMachine,
  load: ({ read }, id: number) => readRevenue(read, id),
  about: itself,
});

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

const priceOf = ({ quantity, unitPrice, currency, taxRate }: Draft) => ({
  quantity,
  unitPrice,
  currency,
  taxRate,
});
const plainOf = ({ quantity, unitPrice, currency, taxRate, ...plain }: Draft) => plain;

const days = (day: string, count: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);

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
      ...(await pricedColumns(write, priceOf(draft), officeDay(now))),
      revenueNo: await nextNumber(write, 'billRevenue', 'revenueNo', 'RV', now),
      state: 'draft',
      paidAmount: 0,
      ...{ invoiceNo: null, invoiceDate: null, dueDate: null, chargeKey, creditsId: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const line = await readRevenue(write, id);
  await log(context, 'create', line, { after: { billNo: line.billNo, ...draft, amount: line.amount } });
  return line;
}

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
    await set(context, before, {
      ...plainOf(draft),
      ...(await pricedColumns(context.write, priceOf(draft), officeDay(before.createdAt))),
    });
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
    const { write, now } = context;
    requirePast(context, body.invoiceDate);
    const ids = await selectedIds(context, revenueList, body);
    const lines = await Promise.all(ids.map((id) => readRevenue(write, id)));
    for (const line of lines) revenues.allow('invoice', line);
    const [first] = lines;
    if (!first) throw refuse('NOT_FOUND');
    const { customerId, currency } = first;
    if (lines.some((line) => line.customerId !== customerId)) throw refuse('REVENUE_CUSTOMERS');
    if (lines.some((line) => line.currency !== currency)) throw refuse('CURRENCY_MIXED');
    const customer = await write
      .selectFrom('customer')
      .leftJoin('clientCompany', 'clientCompany.id', 'customer.companyId')
      .select([
        'customer.code',
        'customer.paymentTermDays',
        'clientCompany.vatNo',
        'clientCompany.registrationNo',
      ])
      .where('customer.id', '=', customerId)
      .executeTakeFirstOrThrow();
    if (customer.vatNo === null && customer.registrationNo === null)
      throw refuse('REVENUE_NO_TAX_DATA', { customer: customer.code });
    const invoiceNo = await nextNumber(write, 'billRevenue', 'invoiceNo', 'INV', now);
    const invoice = {
      state: 'invoiced',
      invoiceNo,
      invoiceDate: body.invoiceDate,
      dueDate: days(body.invoiceDate, customer.paymentTermDays),
    };
    let gross = 0;
    for (const line of lines) {
      await set(context, line, invoice);
      await log(context, 'invoice', line, { before: { state: line.state }, after: invoice });
      const { grossAmount } = await write
        .selectFrom('billRevenue')
        .select('grossAmount')
        .where('id', '=', line.id)
        .executeTakeFirstOrThrow();
      gross += grossAmount;
    }
    return { invoiceNo, lines: lines.length, currency, grossAmount: fromMinor(gross, currency) };
  },

  credit: async (context, { params, body }) => {
    const { write, now } = context;
    const line = await revenues.open(context, params.id, 'credit', body.version);
    if (!body.reason) throw refuse('REASON_REQUIRED');
    const creditNo = await nextNumber(write, 'billRevenue', 'invoiceNo', 'CN', now);
    const stored = await write
      .selectFrom('billRevenue')
      .selectAll()
      .where('id', '=', line.id)
      .executeTakeFirstOrThrow();
    const { id: _, ...copied } = stored;
    const day = officeDay(now);
    const { id } = await write
      .insertInto('billRevenue')
      .values({
        ...copied,
        ...newStamp(context),
        revenueNo: await nextNumber(write, 'billRevenue', 'revenueNo', 'RV', now),
        unitPrice: -stored.unitPrice,
        amount: -stored.amount,
        taxAmount: -stored.taxAmount,
        grossAmount: -stored.grossAmount,
        // Reverses the amount in the books: at the rate of its invoice.
        baseAmount: stored.baseAmount === null ? null : -stored.baseAmount,
        state: 'credited',
        ...{ invoiceNo: creditNo, invoiceDate: day, dueDate: day, chargeKey: null },
        creditsId: line.id,
        remark: body.reason,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await set(context, line, { state: 'credited' });
    await log(context, 'credit', line, {
      before: { state: line.state },
      after: { state: 'credited', invoiceNo: creditNo, remark: body.reason },
    });
    return readRevenue(write, id);
  },
};

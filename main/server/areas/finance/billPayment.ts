import { problem } from '@contract/errors';
import {
  type BillPayment,
  billPaymentRow,
  paymentFilters,
  paymentMachine,
  type SettledLine,
} from '@contract/finance/billPayment';
import { fromMinor, toMinor } from '@contract/rules/money';
import type { Updateable } from 'kysely';
import type { Context, GroupHandlers } from '../../core/context';
import { checkReferences } from '../../core/crud';
import { exportRows } from '../../core/exportRows';
import { officeDay } from '../../core/officeClock';
import { record } from '../../core/record';
import { refuse, refuseFields } from '../../core/refusal';
import { changeStamp } from '../../core/stamps';
import { holdsReferences } from '../../core/uses';
import { byName } from '../../store/byName';
import { type ListDefinition, listRows, sumGroups } from '../../store/listRows';
import type { Reader } from '../../store/open';
import type { Database } from '../../store/tables';
import { decidersNow, leftOf } from '../business/fourEyes';
import { requireOpenMonth } from './closedMonths';
import { realisedBy } from './exchangeGain';
import { type Part, reservedSums } from './openLines';
import {
  decidersOf,
  noteStep,
  paymentApproval,
  roleOf,
  stepColumns,
  submitted,
  tell,
  tellDeciders,
} from './paymentApproval';
import { book, partyOf, readPayment, requireBookable, setAgainst, settleParts } from './payments';

holdsReferences('billPayment', billPaymentRow, 'paymentNo');

const paymentList: ListDefinition<typeof billPaymentRow> = {
  table: 'billPayment',
  row: billPaymentRow,
  filters: paymentFilters,
  keyword: ['paymentNo', 'bankReference', 'remark'],
  order: '-paymentDate',
};

/** Lines with their open amounts; with a payment, those that it is applied to and how much of it. */
async function settledLines(
  db: Reader,
  type: 'cost' | 'revenue',
  of: { paymentId: number } | { partyId: number; currency: string },
): Promise<SettledLine[]> {
  const cost = type === 'cost';
  const columns = [
    'id',
    'billId',
    'billNo',
    'batchNo',
    'invoiceNo',
    'dueDate',
    'currency',
    'grossAmount',
  ] as const;
  const view = cost ? 'billCostOfBill' : 'billRevenueOfBill';
  let lines = byName(db)
    .selectFrom(view)
    .select([...columns, 'paidAmount', `${cost ? 'costNo' : 'revenueNo'} as number`]);
  const amounts = new Map<number, number>();
  if ('paymentId' in of) {
    const parts = await db
      .selectFrom('paymentLine')
      .select(['costId', 'revenueId', 'amount'])
      .where('paymentId', '=', of.paymentId)
      .execute();
    for (const part of parts) {
      const id = cost ? part.costId : part.revenueId;
      if (id !== null) amounts.set(id, (amounts.get(id) ?? 0) + part.amount);
    }
    lines = lines.where('id', 'in', [...amounts.keys()]);
  } else {
    lines = lines
      .where(cost ? 'supplierId' : 'customerId', '=', of.partyId)
      .where('currency', '=', of.currency)
      .where('state', 'in', cost ? ['unpaid'] : ['invoiced', 'part_paid']);
  }
  const rows = await lines.orderBy('dueDate').orderBy('id').limit(MOST_LINES).execute();
  const reserved = await reservedSums(
    db,
    type,
    rows.map(({ id }) => Number(id)),
  );
  return rows.flatMap(({ paidAmount, grossAmount, ...row }) => {
    const currency = String(row.currency);
    const amount = amounts.get(Number(row.id));
    const open = Number(grossAmount) - Number(paidAmount) - (reserved.get(Number(row.id)) ?? 0);
    // Pending payments would pay all of it.
    if (open === 0 && !('paymentId' in of)) return [];
    return {
      ...{ id: Number(row.id), billId: Number(row.billId), number: String(row.number) },
      ...{ billNo: String(row.billNo), batchNo: String(row.batchNo), currency },
      invoiceNo: row.invoiceNo === null ? null : String(row.invoiceNo),
      dueDate: row.dueDate === null ? null : String(row.dueDate),
      type,
      grossAmount: fromMinor(Number(grossAmount), currency),
      open: fromMinor(open, currency),
      amount: amount === undefined ? null : fromMinor(amount, currency),
    };
  });
}
/** Maximum lines of one party offered for selection: the oldest first. */
const MOST_LINES = 500;

const partsOf = (
  lines: readonly { type: Part['type']; id: number; amount: string }[],
  currency: string,
): Part[] => lines.map(({ type, id, amount }) => ({ type, id, amount: toMinor(amount, currency) }));

/** Changes of payments, by their state machine. */
const payments = record({
  table: 'billPayment',
  row: billPaymentRow,
  machine: paymentMachine,
  load: async ({ read, caller }, id: number) => {
    const payment = await readPayment(read, id);
    return { payment, role: roleOf(payment, await decidersOf(read, payment), caller.id) };
  },
  about: ({ payment, role }) => ({ row: payment, facts: { ...payment, ...role } }),
});

/** Payments, and the lines that they settle. */
export const billPaymentHandlers: GroupHandlers<'billPayment'> = {
  list: ({ read }, { query }) => listRows(read, paymentList, query),
  export: (context, { query }) =>
    exportRows(context, { definition: paymentList, resource: 'billPayment' }, query),

  totals: async ({ read }, { query }) => {
    const standing: typeof paymentList = {
      ...paymentList,
      always: (where) => [where('state', '=', 'booked')],
    };
    const groups = await sumGroups(
      read,
      standing,
      query,
      ['direction', 'currency'],
      ['amount', 'unallocated'],
    );
    return {
      currencies: groups.map((group) => ({
        direction: group.direction === 'out' ? 'out' : 'in',
        currency: String(group.currency),
        lines: Number(group.lines),
        amount: fromMinor(Number(group.amount), String(group.currency)),
        unallocated: fromMinor(Number(group.unallocated), String(group.currency)),
      })),
    };
  },

  open: ({ read }, { query }) => settledLines(read, query.direction === 'out' ? 'cost' : 'revenue', query),

  get: async ({ read, caller }, { params }) => {
    const payment = await readPayment(read, params.id);
    const type = payment.direction === 'out' ? 'cost' : 'revenue';
    const deciders = [...(await decidersOf(read, payment))];
    return {
      ...{ ...payment, facts: roleOf(payment, deciders, caller.id), deciders },
      lines: await settledLines(read, type, { paymentId: params.id }),
      realised: await realisedBy(read, params.id),
    };
  },

  create: async (context, { body }) => {
    await checkReferences(context, billPaymentRow, body);
    const { currency, lines, paymentDate, method, bankReference } = body;
    const amount = toMinor(body.amount, currency);
    if (amount <= 0) throw refuseFields({ amount: problem('AMOUNT_ZERO') });
    const { id } = await book(
      context,
      partyOf(body),
      { paymentDate, method, bankReference },
      { currency, amount, parts: partsOf(lines, currency), remark: body.remark },
    );
    return readPayment(context.write, id);
  },

  allocate: async (context, { params, body }) => {
    const { payment } = await payments.open(context, params.id, 'allocate', body.version);
    const { id, currency, state } = payment;
    const applied = { ...partyOf(payment), id, currency, state };
    await setAgainst(context, applied, partsOf(body.lines, currency), officeDay(context.now));
    return change(context, payment, 'allocate', {});
  },

  reverse: async (context, { params, body }) => {
    const { payment } = await payments.open(context, params.id, 'reverse', body.version);
    if (!body.reason) throw refuse('REASON_REQUIRED');
    await requireOpenMonth(context.read, payment.paymentDate, 'paymentDate');
    const after = await change(context, payment, 'reverse', {
      state: 'reversed',
      reversedAt: context.now,
      reversedBy: context.caller.id,
      reason: body.reason,
    });
    await settleParts(context, payment.id);
    return after;
  },

  approve: async (context, { params, body }) => {
    const { payment } = await payments.open(context, params.id, 'approve', body.version);
    const { standIn } = await decidersNow(context.read, paymentApproval, submitted(payment));
    await noteStep(context, payment, 'approve', { standIn });
    const left = await leftOf(context.write, paymentApproval, submitted(payment), context.now);
    if (!left) await requireBookable(context, payment);
    const booked = { state: 'booked', approvedAt: context.now, approvedBy: context.caller.id } as const;
    const after = await change(context, payment, 'approve', {
      ...(left ? {} : booked),
      ...stepColumns(left),
    });
    if (!left) await settleParts(context, payment.id);
    if (after.state === 'booked') await tell(context, after, [after.createdBy], 'DOCUMENT_APPROVED');
    else if (after.stepNo !== payment.stepNo) await tellDeciders(context, after);
    return after;
  },

  reject: async (context, { params, body }) => {
    const { payment } = await payments.open(context, params.id, 'reject', body.version);
    const { reason } = body;
    if (!reason) throw refuse('REASON_REQUIRED');
    await noteStep(context, payment, 'reject', { remark: reason });
    const after = await drop(context, payment, 'reject', { state: 'rejected', reason });
    await tell(context, after, [after.createdBy], 'DOCUMENT_REJECTED', {
      ...{ name: context.caller.realName, reason },
    });
    return after;
  },

  withdraw: async (context, { params, body }) => {
    const { payment } = await payments.open(context, params.id, 'withdraw', body.version);
    await noteStep(context, payment, 'withdraw');
    return drop(context, payment, 'recall', { state: 'withdrawn' });
  },
};

/** Ends a pending payment that will never be booked: its parts no longer reserve their lines. */
async function drop(
  context: Context,
  payment: BillPayment,
  action: 'reject' | 'recall',
  values: Updateable<Database['billPayment']>,
): Promise<BillPayment> {
  await context.write.deleteFrom('paymentLine').where('paymentId', '=', payment.id).execute();
  const unallocated = toMinor(payment.amount, payment.currency);
  return change(context, payment, action, { ...values, ...stepColumns(null), unallocated, lineCount: 0 });
}

async function change(
  context: Context,
  payment: BillPayment,
  action: 'allocate' | 'reverse' | 'approve' | 'reject' | 'recall',
  values: Updateable<Database['billPayment']>,
): Promise<BillPayment> {
  await context.write
    .updateTable('billPayment')
    .set({ ...values, ...changeStamp(context), version: payment.version + 1 })
    .where('id', '=', payment.id)
    .execute();
  const after = await readPayment(context.write, payment.id);
  await context.log({
    module: 'finance',
    action,
    objectType: 'billPayment',
    objectId: payment.id,
    objectNo: payment.paymentNo,
    before: { state: payment.state, unallocated: payment.unallocated },
    after: { state: after.state, unallocated: after.unallocated, reason: after.reason },
  });
  return after;
}

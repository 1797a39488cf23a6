import { problem } from '@contract/errors';
import {
  type BillPayment,
  billPaymentRow,
  isOfCustomer,
  paymentFilters,
  paymentMachine,
} from '@contract/finance/billPayment';
import { fromMinor, toMinor } from '@contract/rules/money';
import type { Updateable } from 'kysely';
import type { Context, GroupHandlers } from '../../core/context';
import { checkReferences } from '../../core/crud';
import { exportRows } from '../../core/exportRows';
import { officeDay } from '../../core/officeClock';
import { record } from '../../core/record';
import { refuse, refuseFields } from '../../core/refusal';
import { holdsReferences } from '../../core/uses';
import { type ListDefinition, listRows, sumGroups } from '../../store/listRows';
import type { Database } from '../../store/tables';
import { decidersNow, leftOf } from '../business/fourEyes';
import { reopenEntryOf } from './bankEntries';
import { requireOpenMonth } from './closedMonths';
import { realisedBy } from './exchangeGain';
import { settledLines } from './openLines';
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
import { restLines } from './paymentRests';
import { requireReversible, returnedBy, returnOf } from './paymentReturns';
import {
  book,
  changePayment,
  minorParts,
  partyOf,
  readPayment,
  requireBookable,
  setAgainst,
  settleParts,
} from './payments';
import { writeOff } from './writeOff';

holdsReferences('billPayment', billPaymentRow, 'paymentNo');

const paymentList: ListDefinition<typeof billPaymentRow> = {
  table: 'billPayment',
  row: billPaymentRow,
  filters: paymentFilters,
  keyword: ['paymentNo', 'bankReference', 'remark'],
  order: '-paymentDate',
};

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
      // A write-off is no money.
      always: (where) => [where('state', '=', 'booked'), where('method', '!=', 'writeOff')],
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

  open: async ({ read }, { query }) => {
    const { direction, refund = false, partyId, currency } = query;
    const ofCustomer = isOfCustomer(direction, refund);
    const lines = await settledLines(read, ofCustomer ? 'revenue' : 'cost', query);
    if (!refund) return lines;
    const payer = ofCustomer
      ? { companyId: null, customerId: partyId }
      : { companyId: partyId, customerId: null };
    const credits = lines.filter(({ open }) => open.startsWith('-'));
    return [...credits, ...(await restLines(read, { ...payer, currency }))];
  },

  get: async ({ read, caller }, { params }) => {
    const payment = await readPayment(read, params.id);
    const type = payment.customerId === null ? 'cost' : 'revenue';
    const deciders = [...(await decidersOf(read, payment))];
    return {
      ...{ ...payment, facts: roleOf(payment, deciders, caller.id), deciders },
      lines: [
        ...(await settledLines(read, type, { paymentId: params.id })),
        ...(await restLines(read, { paymentId: params.id })),
      ],
      realised: await realisedBy(read, params.id),
      returnsNo: (await returnOf(read, params.id))?.paymentNo ?? null,
      returnedByNo: (await returnedBy(read, params.id))?.paymentNo ?? null,
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
      {
        ...{ currency, amount, parts: minorParts(lines, currency), remark: body.remark },
        bankCharge: toMinor(body.bankCharge, currency),
      },
    );
    return readPayment(context.write, id);
  },

  writeOff: async (context, { body }) => ({ paymentNos: await writeOff(context, body) }),

  allocate: async (context, { params, body }) => {
    const { payment } = await payments.open(context, params.id, 'allocate', body.version);
    const { id, currency, state } = payment;
    const applied = { ...partyOf(payment), id, currency, state };
    await setAgainst(context, applied, minorParts(body.lines, currency), officeDay(context.now));
    return changePayment(context, payment, 'allocate', {});
  },

  reverse: async (context, { params, body }) => {
    const { payment } = await payments.open(context, params.id, 'reverse', body.version);
    if (!body.reason) throw refuse('REASON_REQUIRED');
    await requireOpenMonth(context.read, payment.paymentDate, 'paymentDate');
    await requireReversible(context, payment);
    const after = await changePayment(context, payment, 'reverse', {
      state: 'reversed',
      reversedAt: context.now,
      reversedBy: context.caller.id,
      reason: body.reason,
    });
    await settleParts(context, payment.id);
    await reopenEntryOf(context, payment.id);
    return after;
  },

  approve: async (context, { params, body }) => {
    const { payment } = await payments.open(context, params.id, 'approve', body.version);
    const { standIn } = await decidersNow(context.read, paymentApproval, submitted(payment));
    await noteStep(context, payment, 'approve', { standIn });
    const left = await leftOf(context.write, paymentApproval, submitted(payment), context.now);
    if (!left) await requireBookable(context, payment);
    const booked = { state: 'booked', approvedAt: context.now, approvedBy: context.caller.id } as const;
    const after = await changePayment(context, payment, 'approve', {
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

/**
 * Ends a pending payment that will never be booked: its parts no longer reserve their lines, and its bank entry is open
 * again.
 */
async function drop(
  context: Context,
  payment: BillPayment,
  action: 'reject' | 'recall',
  values: Updateable<Database['billPayment']>,
): Promise<BillPayment> {
  for (const table of ['paymentLine', 'paymentRest'] as const)
    await context.write.deleteFrom(table).where('paymentId', '=', payment.id).execute();
  await reopenEntryOf(context, payment.id);
  const unallocated = toMinor(payment.amount, payment.currency);
  return changePayment(context, payment, action, {
    ...values,
    ...stepColumns(null),
    unallocated,
    lineCount: 0,
  });
}

import * as z from 'zod';
import { decider, decides } from '../business/document';
import { endpoint } from '../endpoint';
import { problem } from '../errors';
import { choice, code, count, date, dateTime, dayRate, id, money, note, ref, stateOf, text } from '../fields';
import { MAX_BULK } from '../limits';
import { approvalSteps } from '../lineFields';
import { machine, type State } from '../machine';
import { listQuery, pageOf } from '../paging';
import { permit } from '../permissions';
import { bulkAnswer, exportOf, recordFields } from '../resource';
import { BASE_CURRENCY } from '../rules/money';
import { currencyCode } from '../rules/places';
import { extended, object, strictObject } from '../shape';
import { paymentMethods, settlementMethods } from '../vocabulary';
import { one } from './line';

export const paymentStates = {
  pending: { rank: 5, tone: 'progress' },
  booked: { rank: 10, tone: 'good' },
  reversed: { rank: 20, tone: 'neutral' },
  rejected: { rank: 30, tone: 'bad' },
  withdrawn: { rank: 40, tone: 'neutral' },
} as const satisfies Record<string, State>;

/**
 * A payment: usually out to a supplier, or in from a customer. One the other way is a refund, applied in full to credits
 * and to what was paid too much. One that leaves our account above the amount of an approval setting is pending until it
 * is approved: until then it settles nothing, and nobody else can pay its part of the lines.
 */
export const billPaymentRow = object(() => ({
  ...recordFields,
  paymentNo: text(20),
  direction: choice('paymentDirection', ['out', 'in']),
  companyId: ref('clientCompany').nullable(),
  customerId: ref('customer').nullable(),
  paymentDate: date(),
  currency: code(currencyCode),
  /** What settles lines. Money received moves less on the bank account by the bank charge, money paid moves more. */
  amount: money(),
  /** What a bank kept of money received, or took for money paid; at least zero. */
  bankCharge: money(),
  rate: dayRate(),
  baseAmount: money(BASE_CURRENCY),
  method: choice('paymentMethod', settlementMethods),
  bankReference: text(60).nullable(),
  /** Amount not yet applied to any line. */
  unallocated: money(),
  lineCount: count(),
  state: stateOf({ name: 'billPayment', states: paymentStates }),
  reversedAt: dateTime().nullable(),
  reversedBy: ref('staff').nullable(),
  /** Of the reversal, or of the rejection. */
  reason: note(500).nullable(),
  remark: note(500).nullable(),
  /** Remaining steps of its approval, the open one first. */
  waiting: approvalSteps().nullable(),
  /** Number of the open step, from 1. */
  stepNo: count(1).nullable(),
  approvedAt: dateTime().nullable(),
  /** The last person who approved it. */
  approvedBy: ref('staff').nullable(),
}));
export type BillPayment = z.output<typeof billPaymentRow>;

const view = permit('finance.payment.view');
const edit = permit('finance.payment.edit');
const reverse = permit('finance.payment.reverse');
const approve = permit('finance.payment.approve');

/** What the caller may decide about a payment; lists leave it out. */
export interface PaymentFacts extends BillPayment {
  readonly decides?: z.output<typeof decides>;
  /** True if the caller entered it. */
  readonly submitter?: boolean;
}

/** Lifecycle of a payment (reference 3.7), with the approval of large ones. */
export const paymentMachine = machine<PaymentFacts>()({
  name: 'billPayment',
  calls: {
    allocate: 'billPayment.allocate',
    reverse: 'billPayment.reverse',
    approve: 'billPayment.approve',
    reject: 'billPayment.reject',
    withdraw: 'billPayment.withdraw',
  },
  states: paymentStates,
  stateOf: ({ state }) => state,
  always: [],
  actions: {
    allocate: { from: ['booked'], to: 'same', permission: edit },
    reverse: { from: ['booked'], to: 'reversed', permission: reverse, tone: 'danger' },
    approve: {
      from: ['pending'],
      // With several steps, only the last one books it.
      to: 'computed',
      permission: approve,
      guards: [decider],
      tone: 'primary',
    },
    reject: { from: ['pending'], to: 'rejected', permission: approve, guards: [decider], tone: 'danger' },
    withdraw: {
      from: ['pending'],
      to: 'withdrawn',
      permission: edit,
      guards: [({ submitter }) => (submitter ? undefined : problem('DOCUMENT_NOT_SUBMITTER'))],
    },
  },
});
export type PaymentAction = keyof typeof paymentMachine.actions;

/** True if the other party of a payment is a customer: customers pay us, and are paid by a refund. */
export const isOfCustomer = (direction: BillPayment['direction'], refund: boolean): boolean =>
  (direction === 'in') !== refund;

/** A part of a payment applied to a line, or to the remainder of a payment that it gives back. */
export const setAgainst = strictObject(() => ({
  type: z.enum(['cost', 'revenue', 'payment']),
  id: id(),
  /** At most the open amount of the line; negative for a negative line and for a remainder. */
  amount: money(),
}));
export type SetAgainst = z.output<typeof setAgainst>;
/**
 * A line, with its open amount and the amount applied by a payment; or a payment that was too much, whose remainder is
 * owed back and therefore negative.
 */
export const settledLine = object(() => ({
  type: z.enum(['cost', 'revenue', 'payment']),
  id: id(),
  number: text(20),
  billId: id().nullable(),
  billNo: text(40).nullable(),
  batchNo: text(40).nullable(),
  invoiceNo: text(40).nullable(),
  dueDate: date().nullable(),
  currency: code(currencyCode),
  grossAmount: money(),
  open: money(),
  amount: money().nullable(),
}));
export type SettledLine = z.output<typeof settledLine>;

/** Result of paying lines: one payment for each supplier, and those of them that are pending until they are approved. */
export const paymentsMade = extended(bulkAnswer, () => ({
  /** Lines paid. */
  changed: z.int(),
  paymentNos: z.array(z.string()),
  pendingNos: z.array(z.string()),
}));
export type PaymentsMade = z.output<typeof paymentsMade>;

export const paymentFilters = [
  'direction',
  'state',
  'companyId',
  'customerId',
  'paymentDate',
  'currency',
  'method',
  'bankReference',
  'createdAt',
] as const;
export const paymentSorts = ['paymentDate', 'paymentNo', 'createdAt', 'baseAmount'] as const;
const query = listQuery(billPaymentRow, paymentFilters, paymentSorts);
export const booking = [
  'PAYMENT_FUTURE',
  'PAYMENT_CHARGE',
  'PAYMENT_TOO_MUCH',
  'PAYMENT_LINE',
  'PAYMENT_PARTY',
  'PAYMENT_PENDING',
  'PAYMENT_REFUND',
  'RATE_MISSING',
  'REFERENCE_UNKNOWN',
  'REFERENCE_INACTIVE',
] as const;

/** A payment with the lines it settles, the caller's role in its approval, and who may decide the open step. */
export const billPaymentDetail = extended(billPaymentRow, () => ({
  lines: z.array(settledLine),
  /** Exchange gain against the rates of its lines, negative for a loss; nothing in the currency of the books. */
  realised: money(BASE_CURRENCY),
  /** The payment that it is the return of, and the one that is its return. */
  returnsNo: text(20).nullable(),
  returnedByNo: text(20).nullable(),
  facts: object(() => ({ decides, submitter: z.boolean() })),
  deciders: z.array(id()),
}));
export type BillPaymentDetail = z.output<typeof billPaymentDetail>;

/** Write-offs of lines, or of what payments were too much: one for each invoice, or for each payment. */
export const writeOff = strictObject(() => ({
  type: z.enum(['cost', 'revenue', 'payment']),
  ids: z.array(id()).min(1).max(MAX_BULK),
  paymentDate: date(),
  reason: note(500),
}));
export type WriteOff = z.output<typeof writeOff>;

const deciding = ['STALE_DATA', 'STATE_NOT_ALLOWED', 'APPROVAL_SELF', 'APPROVAL_NOT_YOURS'] as const;

/** Totals of booked payments by direction and currency, without reversed ones. */
const paymentTotals = object(() => ({
  currencies: z.array(
    object(() => ({
      direction: z.enum(['out', 'in']),
      currency: z.string(),
      lines: z.int(),
      amount: money(),
      unallocated: money(),
    })),
  ),
}));

export const billPaymentApi = {
  list: endpoint({
    method: 'GET',
    path: '/bill-payment',
    access: view,
    query,
    answer: pageOf(billPaymentRow),
  }),
  totals: endpoint({
    method: 'GET',
    path: '/bill-payment/totals',
    access: view,
    query,
    answer: paymentTotals,
    extension: true,
  }),
  export: exportOf('/bill-payment', view, query),
  /** Lines of a supplier or customer with an open amount. */
  open: endpoint({
    method: 'GET',
    path: '/bill-payment/open',
    access: view,
    query: strictObject(() => ({
      direction: billPaymentRow.shape.direction,
      /** True for money that goes back: then a customer is paid, or a supplier pays. */
      refund: z.boolean().optional(),
      partyId: id(),
      currency: code(currencyCode),
    })),
    answer: z.array(settledLine),
    extension: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/bill-payment/{id}',
    access: view,
    params: one,
    answer: billPaymentDetail,
  }),
  create: endpoint({
    method: 'POST',
    path: '/bill-payment',
    access: edit,
    body: strictObject(() => ({
      direction: billPaymentRow.shape.direction,
      companyId: ref('clientCompany').nullable().default(null),
      customerId: ref('customer').nullable().default(null),
      paymentDate: date(),
      currency: code(currencyCode),
      amount: money(),
      bankCharge: money().default('0'),
      method: choice('paymentMethod', paymentMethods),
      bankReference: text(60).nullable().default(null),
      remark: note(500).nullable().default(null),
      lines: z.array(setAgainst).max(MAX_BULK).default([]),
    })),
    answer: billPaymentRow,
    errors: [...booking, 'AMOUNT_ZERO'],
    creates: true,
  }),
  /**
   * Closes what is open of invoiced lines of some invoices, or not applied of payments, up to the limit of the ledger
   * accounts. It moves no money, and corrects no VAT.
   */
  writeOff: endpoint({
    method: 'POST',
    path: '/bill-payment/write-off',
    access: edit,
    body: writeOff,
    answer: object(() => ({ paymentNos: z.array(z.string()) })),
    errors: [
      ...(['PAYMENT_FUTURE', 'PAYMENT_LINE', 'PAYMENT_PENDING', 'RATE_MISSING'] as const),
      ...(['REASON_REQUIRED', 'WRITE_OFF_LIMIT'] as const),
    ],
    creates: true,
    extension: true,
  }),
  /** Applies more of a payment to lines. */
  allocate: endpoint({
    method: 'PUT',
    path: '/bill-payment/{id}/allocation',
    access: edit,
    params: one,
    body: strictObject(() => ({ version: count(1), lines: z.array(setAgainst).min(1).max(MAX_BULK) })),
    answer: billPaymentRow,
    errors: ['STALE_DATA', 'STATE_NOT_ALLOWED', 'PAYMENT_TOO_MUCH', 'PAYMENT_LINE', 'PAYMENT_PENDING'],
    extension: true,
  }),
  /** Reverses a payment; its lines are open again. */
  reverse: endpoint({
    method: 'PUT',
    path: '/bill-payment/{id}/reversal',
    access: reverse,
    params: one,
    body: strictObject(() => ({ version: count(1), reason: note(500) })),
    answer: billPaymentRow,
    errors: [
      ...(['STALE_DATA', 'STATE_NOT_ALLOWED', 'REASON_REQUIRED', 'PAYMENT_USED'] as const),
      ...(['PAYMENT_LINE', 'PAYMENT_PENDING'] as const),
    ],
    extension: true,
  }),
  /** Decides the open step of its approval; the last decision books it. Fails for the person who entered it. */
  approve: endpoint({
    method: 'PUT',
    path: '/bill-payment/{id}/approve',
    access: approve,
    params: one,
    body: strictObject(() => ({ version: count(1) })),
    answer: billPaymentRow,
    errors: [...deciding, 'PAYMENT_LINE'],
    extension: true,
  }),
  /** Rejects it for good; its lines can be paid again. */
  reject: endpoint({
    method: 'PUT',
    path: '/bill-payment/{id}/reject',
    access: approve,
    params: one,
    body: strictObject(() => ({ version: count(1), reason: note(500) })),
    answer: billPaymentRow,
    errors: [...deciding, 'REASON_REQUIRED'],
    extension: true,
  }),
  withdraw: endpoint({
    method: 'PUT',
    path: '/bill-payment/{id}/withdraw',
    access: edit,
    params: one,
    body: strictObject(() => ({ version: count(1) })),
    answer: billPaymentRow,
    errors: ['STALE_DATA', 'STATE_NOT_ALLOWED', 'DOCUMENT_NOT_SUBMITTER'],
    extension: true,
  }),
};

import * as z from 'zod';
import { endpoint } from '../endpoint';
import { choice, code, count, date, dateTime, dayRate, id, money, note, ref, stateOf, text } from '../fields';
import { MAX_BULK } from '../limits';
import { machine, type State } from '../machine';
import { listQuery, pageOf } from '../paging';
import { permit } from '../permissions';
import { exportOf, recordFields } from '../resource';
import { BASE_CURRENCY } from '../rules/money';
import { currencyCode } from '../rules/places';
import { extended, object, strictObject } from '../shape';
import { paymentMethods } from '../vocabulary';
import { one } from './line';

export const paymentStates = {
  booked: { rank: 10, tone: 'good' },
  reversed: { rank: 20, tone: 'neutral' },
} as const satisfies Record<string, State>;

/** A payment: out to a supplier, or in from a customer. */
export const billPaymentRow = object(() => ({
  ...recordFields,
  paymentNo: text(20),
  direction: choice('paymentDirection', ['out', 'in']),
  companyId: ref('clientCompany').nullable(),
  customerId: ref('customer').nullable(),
  paymentDate: date(),
  currency: code(currencyCode),
  amount: money(),
  rate: dayRate(),
  baseAmount: money(BASE_CURRENCY),
  method: choice('paymentMethod', paymentMethods),
  bankReference: text(60).nullable(),
  /** Amount not yet applied to any line. */
  unallocated: money(),
  lineCount: count(),
  state: stateOf({ name: 'billPayment', states: paymentStates }),
  reversedAt: dateTime().nullable(),
  reversedBy: ref('staff').nullable(),
  reason: note(500).nullable(),
  remark: note(500).nullable(),
}));
export type BillPayment = z.output<typeof billPaymentRow>;

const view = permit('finance.payment.view');
const edit = permit('finance.payment.edit');
const reverse = permit('finance.payment.reverse');

/** Lifecycle of a payment (reference 3.7). */
export const paymentMachine = machine<BillPayment>()({
  name: 'billPayment',
  calls: { allocate: 'billPayment.allocate', reverse: 'billPayment.reverse' },
  states: paymentStates,
  stateOf: ({ state }) => state,
  always: [],
  actions: {
    allocate: { from: ['booked'], to: 'same', permission: edit },
    reverse: { from: ['booked'], to: 'reversed', permission: reverse, tone: 'danger' },
  },
});

/** A part of a payment applied to a line. */
export const setAgainst = strictObject(() => ({
  type: z.enum(['cost', 'revenue']),
  id: id(),
  /** At most the open amount of the line; negative for a negative line. */
  amount: money(),
}));
export type SetAgainst = z.output<typeof setAgainst>;
/** A line, with its open amount and the amount applied by a payment. */
const settled = object(() => ({
  type: z.enum(['cost', 'revenue']),
  id: id(),
  number: text(20),
  billId: id(),
  billNo: text(40),
  batchNo: text(40),
  invoiceNo: text(40).nullable(),
  dueDate: date().nullable(),
  currency: code(currencyCode),
  grossAmount: money(),
  open: money(),
  amount: money().nullable(),
}));
export type SettledLine = z.output<typeof settled>;

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
const booking = [
  'PAYMENT_FUTURE',
  'PAYMENT_TOO_MUCH',
  'PAYMENT_LINE',
  'RATE_MISSING',
  'REFERENCE_UNKNOWN',
  'REFERENCE_INACTIVE',
] as const;

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
      partyId: id(),
      currency: code(currencyCode),
    })),
    answer: z.array(settled),
    extension: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/bill-payment/{id}',
    access: view,
    params: one,
    answer: extended(billPaymentRow, () => ({ lines: z.array(settled) })),
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
      method: billPaymentRow.shape.method,
      bankReference: text(60).nullable().default(null),
      remark: note(500).nullable().default(null),
      lines: z.array(setAgainst).max(MAX_BULK).default([]),
    })),
    answer: billPaymentRow,
    errors: [...booking, 'AMOUNT_ZERO'],
    creates: true,
  }),
  /** Applies more of a payment to lines. */
  allocate: endpoint({
    method: 'PUT',
    path: '/bill-payment/{id}/allocation',
    access: edit,
    params: one,
    body: strictObject(() => ({ version: count(1), lines: z.array(setAgainst).min(1).max(MAX_BULK) })),
    answer: billPaymentRow,
    errors: ['STALE_DATA', 'STATE_NOT_ALLOWED', 'PAYMENT_TOO_MUCH', 'PAYMENT_LINE'],
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
    errors: ['STALE_DATA', 'STATE_NOT_ALLOWED', 'REASON_REQUIRED'],
    extension: true,
  }),
};

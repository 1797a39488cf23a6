import * as z from 'zod';
import { endpoint } from '../endpoint';
import { problem } from '../errors';
import {
  choice,
  code,
  count,
  date,
  dateTime,
  flag,
  id,
  money,
  note,
  ref,
  signedPercent,
  stateOf,
  text,
} from '../fields';
import { machine, type State } from '../machine';
import { listQuery, pageOf } from '../paging';
import { permit } from '../permissions';
import { exportOf, recordFields, selectedWith } from '../resource';
import { currencyCode } from '../rules/places';
import { object, strictObject } from '../shape';
import { paymentsMade } from './billPayment';
import { movement, one } from './line';

export const diffStates = {
  open: { rank: 10, tone: 'warning' },
  disputed: { rank: 20, tone: 'bad' },
  accepted: { rank: 30, tone: 'info' },
  paid: { rank: 40, tone: 'good' },
} as const satisfies Record<string, State>;

/** A difference between a supplier's invoice and the expected amount, for the same bill and category. */
export const billCostDiffRow = object(() => ({
  ...recordFields,
  diffNo: text(20),
  billId: id(),
  billNo: text(40),
  batchNo: text(40),
  supplierId: ref('clientCompany', 'supplier'),
  feeCategoryId: ref('feeCategory'),
  /** The expected cost. */
  costId: id(),
  costNo: text(20),
  currency: code(currencyCode),
  accruedAmount: money(),
  invoicedAmount: money(),
  diffAmount: money(),
  /** Percentage of the expected amount; negative if less was invoiced. */
  diffPercent: signedPercent().nullable(),
  /** True above 5 % or 50 euro. */
  large: flag(),
  invoiceNo: text(40),
  invoiceDate: date(),
  reason: choice('diffReason', [
    'quantity',
    'price',
    'surcharge',
    'currency',
    'duplicate',
    'missing',
    'other',
  ]),
  state: stateOf({ name: 'billCostDiff', states: diffStates }),
  handledBy: ref('staff').nullable(),
  handledAt: dateTime().nullable(),
  /** The line that adjusts the cost. */
  adjustCostId: id().nullable(),
  remark: note(500).nullable(),
  billArchived: flag(),
}));
export type BillCostDiff = z.output<typeof billCostDiffRow>;

const view = permit('finance.diff.view');
const edit = permit('finance.diff.edit');
const pay = permit('finance.cost.pay');

/** Lifecycle of a difference (reference 3.7). */
export const diffMachine = machine<BillCostDiff>()({
  name: 'billCostDiff',
  calls: { accept: 'billCostDiff.decide', dispute: 'billCostDiff.decide', reopen: 'billCostDiff.decide' },
  states: diffStates,
  stateOf: ({ state }) => state,
  always: [
    {
      exempt: ['pay'],
      guard: ({ billArchived }) => (billArchived ? problem('BILL_ARCHIVED') : undefined),
    },
  ],
  actions: {
    accept: { from: ['open'], to: 'accepted', permission: edit, inverse: 'reopen', tone: 'primary' },
    dispute: { from: ['open'], to: 'disputed', permission: edit, inverse: 'reopen' },
    reopen: { from: ['accepted', 'disputed'], to: 'open', permission: edit },
    pay: { from: ['accepted', 'paid'], to: 'paid', permission: pay },
  },
});
export type DiffAction = keyof typeof diffMachine.actions;

export const diffFilters = [
  'billId',
  'billNo',
  'supplierId',
  'feeCategoryId',
  'state',
  'large',
  'reason',
  'currency',
  'invoiceNo',
  'invoiceDate',
  'createdAt',
] as const;
export const diffSorts = ['createdAt', 'diffNo', 'billNo', 'diffAmount', 'diffPercent'] as const;
const query = listQuery(billCostDiffRow, diffFilters, diffSorts);

/** Totals of differences by currency. */
const diffTotals = object(() => ({
  currencies: z.array(
    object(() => ({
      currency: z.string(),
      lines: z.int(),
      accruedAmount: money(),
      invoicedAmount: money(),
      diffAmount: money(),
    })),
  ),
}));

export const billCostDiffApi = {
  list: endpoint({
    method: 'GET',
    path: '/bill-cost-diff',
    access: view,
    query,
    answer: pageOf(billCostDiffRow),
  }),
  totals: endpoint({
    method: 'GET',
    path: '/bill-cost-diff/totals',
    access: view,
    query,
    answer: diffTotals,
    extension: true,
  }),
  export: exportOf('/bill-cost-diff', view, query),
  get: endpoint({
    method: 'GET',
    path: '/bill-cost-diff/{id}',
    access: view,
    params: one,
    answer: billCostDiffRow,
  }),
  /** Accepting adjusts the cost by a separate line; disputing leaves the expected amount. */
  decide: endpoint({
    method: 'PUT',
    path: '/bill-cost-diff/{id}/state',
    access: edit,
    params: one,
    body: strictObject(() => ({
      version: count(1),
      action: z.enum(['accept', 'dispute', 'reopen']),
      /** A remark; required for a dispute and an acceptance. */
      remark: note(500).default(''),
    })),
    answer: billCostDiffRow,
    errors: [
      'STALE_DATA',
      'STATE_NOT_ALLOWED',
      'VAT_NO_RATE',
      'BILL_ARCHIVED',
      'REASON_REQUIRED',
      'COST_PAID',
      'RATE_MISSING',
    ],
    extension: true,
  }),
  paid: endpoint({
    method: 'PUT',
    path: '/bill-cost-diff/paid',
    access: pay,
    body: selectedWith(query, movement),
    answer: paymentsMade,
    errors: ['CURRENCY_MIXED', 'PAYMENT_FUTURE', 'PAYMENT_NOTHING', 'RATE_MISSING', 'COUNT_CHANGED'],
  }),
};

import * as z from 'zod';
import { endpoint } from '../endpoint';
import { type Problem, problem } from '../errors';
import { choice, code, codes, date, flag, id, money, note, ref, stateOf, text } from '../fields';
import { MAX_BULK } from '../limits';
import { machine, type State } from '../machine';
import { listQuery, pageOf } from '../paging';
import { permit } from '../permissions';
import { draftOf, exportOf, patchOf, selectedWith } from '../resource';
import { billNo, upperCased } from '../rules/codes';
import { currencyCode } from '../rules/places';
import type { CodeRule } from '../rules/rule';
import { object, strictObject } from '../shape';
import { shareBases } from '../vocabulary';
import { paymentsMade } from './billPayment';
import { billedFields, lineDraft, lineFields, lineTotals, movement, one, versioned } from './line';

export const costStates = {
  unpaid: { rank: 10, tone: 'warning' },
  paid: { rank: 20, tone: 'good' },
} as const satisfies Record<string, State>;

/** A supplier's charge for a bill: expected (an accrual), or as invoiced. */
export const billCostRow = object(() => ({
  ...lineFields,
  costNo: text(20),
  supplierId: ref('clientCompany', 'supplier'),
  /** Our company that the supplier invoices; null: not known, which is no matter where there is only one. */
  ownCompanyId: ref('clientCompany', 'own').nullable(),
  /** Expected, before the supplier's invoice. */
  estimated: flag(),
  state: stateOf({ name: 'billCost', states: costStates }),
  paidOn: date().nullable(),
  paymentId: id().nullable(),
  /** The last payment applied to it. */
  paymentNo: text(20).nullable(),
  source: choice('costSource', [
    'manual',
    'import',
    'rule',
    'utb',
    'allocation',
    'diff',
    'reversal',
    'entry',
    'invoice',
  ]),
  ...billedFields,
  /** The recorded invoice that it is a part of, and the number of its line there. */
  supplierInvoiceId: id().nullable(),
  invoiceLineNo: text(40).nullable(),
  /** The paid line that it reverses. */
  reversesId: id().nullable(),
  reversed: flag(),
  billArchived: flag(),
}));
export type BillCost = z.output<typeof billCostRow>;

const view = permit('finance.cost.view');
const edit = permit('finance.cost.edit');
const pay = permit('finance.cost.pay');

/** Guards of a locked line, with the reason. */
const untouched = ({ paidAmount, paymentNo }: BillCost): Problem | undefined =>
  Number(paidAmount) === 0 ? undefined : problem('COST_PAID', { payment: paymentNo ?? '' });
const open = ({ billArchived }: BillCost): Problem | undefined =>
  billArchived ? problem('BILL_ARCHIVED') : undefined;

/** Lifecycle of a cost line (reference 3.7). Reversing its payment makes it unpaid again. */
export const costMachine = machine<BillCost>()({
  name: 'billCost',
  calls: { invoice: 'billCost.invoice', reverse: 'billCost.reverse' },
  states: costStates,
  stateOf: ({ state }) => state,
  always: [{ exempt: ['update', 'remove', 'invoice', 'pay'], guard: open }],
  actions: {
    update: { from: ['unpaid', 'paid'], to: 'same', permission: edit, guards: [untouched, open] },
    remove: {
      from: ['unpaid', 'paid'],
      to: 'gone',
      permission: edit,
      guards: [untouched, open],
      tone: 'danger',
    },
    /** Records the supplier's invoice: an amount other than expected opens a difference. */
    invoice: {
      from: ['unpaid', 'paid'],
      to: 'same',
      permission: edit,
      guards: [untouched, open, ({ estimated }) => (estimated ? undefined : problem('COST_INVOICED'))],
    },
    pay: { from: ['unpaid', 'paid'], to: 'paid', permission: pay, tone: 'primary' },
    /** Adds a line of the opposite amount: the paid one remains unchanged. */
    reverse: {
      from: ['paid'],
      to: 'same',
      permission: edit,
      refusal: 'COST_NOT_PAID',
      guards: [({ reversed }) => (reversed ? problem('COST_REVERSED') : undefined)],
    },
  },
});
export type CostAction = keyof typeof costMachine.actions;

export const costDraftFields = [
  ...lineDraft,
  'supplierId',
  'ownCompanyId',
  'estimated',
  'invoiceNo',
  'invoiceDate',
  'dueDate',
  'billedQuantity',
  'billedUnit',
  'billedPrice',
  'remark',
] as const;
export const costDraft = draftOf(billCostRow, costDraftFields);
export const costFilters = [
  'billId',
  'billNo',
  'customerId',
  'supplierId',
  'ownCompanyId',
  'feeCategoryId',
  'state',
  'estimated',
  'currency',
  'invoiceNo',
  'invoiceDate',
  'dueDate',
  'paidOn',
  'source',
  'supplierInvoiceId',
  'createdAt',
] as const;
export const costSorts = ['createdAt', 'costNo', 'billNo', 'invoiceDate', 'dueDate', 'baseAmount'] as const;
const query = listQuery(billCostRow, costFilters, costSorts);
const lineErrors = [
  'AMOUNT_ZERO',
  'RATE_MISSING',
  'VAT_NO_RATE',
  'COST_INVOICE_TWICE',
  'COMPANY_KIND',
  'FEE_DIRECTION',
  'BILL_ARCHIVED',
  'BILL_REMOVED',
  'REFERENCE_UNKNOWN',
  'REFERENCE_INACTIVE',
] as const;

/** A bill number, optionally followed by a slash and the batch; resolved to existing bills later. */
export const billOrBatch: CodeRule = {
  max: 80,
  normalise(raw) {
    const [bill = '', ...batch] = raw.split('/');
    return [billNo.normalise(bill), ...batch.map(upperCased)].join('/');
  },
  check: () => undefined,
};

/** One invoice split over many bills. */
const allocation = strictObject(() => ({
  supplierId: ref('clientCompany', 'supplier'),
  feeCategoryId: ref('feeCategory'),
  invoiceNo: text(40),
  invoiceDate: date(),
  dueDate: date().nullable().default(null),
  currency: code(currencyCode),
  /** Net. */
  amount: money(),
  /** Decides the tax rate. */
  vatCodeId: billCostRow.shape.vatCodeId.default(null),
  taxRate: billCostRow.shape.taxRate.default(null),
  ownCompanyId: billCostRow.shape.ownCompanyId.default(null),
  by: choice('shareBasis', shareBases),
  billedQuantity: billedFields.billedQuantity.default(null),
  billedUnit: billedFields.billedUnit.default(null),
  billedPrice: billedFields.billedPrice.default(null),
  /** A bill number without batch means all its batches. */
  bills: codes(billOrBatch, MAX_BULK).min(1),
  remark: note(500).nullable().default(null),
}));
/** A bill's share, and the amount expected there. */
const share = object(() => ({
  billId: id(),
  billNo: text(40),
  batchNo: text(40),
  /** In kg, boxes or parcels. */
  weight: z.number(),
  currency: code(currencyCode),
  amount: money(),
  taxAmount: money(),
  /** Amount expected from this supplier for this category; null if none. */
  accrued: money().nullable(),
}));
const allocated = object(() => ({ shares: z.array(share), costs: z.int(), diffs: z.int() }));
export type Allocated = z.output<typeof allocated>;
const allocationErrors = ['ALLOCATION_UNKNOWN', 'ALLOCATION_NOTHING', 'VAT_NO_RATE'] as const;

export const billCostApi = {
  list: endpoint({ method: 'GET', path: '/bill-cost', access: view, query, answer: pageOf(billCostRow) }),
  totals: endpoint({
    method: 'GET',
    path: '/bill-cost/totals',
    access: view,
    query,
    answer: lineTotals,
    extension: true,
  }),
  export: exportOf('/bill-cost', view, query),
  get: endpoint({ method: 'GET', path: '/bill-cost/{id}', access: view, params: one, answer: billCostRow }),
  create: endpoint({
    method: 'POST',
    path: '/bill-cost',
    access: edit,
    body: costDraft,
    answer: billCostRow,
    errors: lineErrors,
    creates: true,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/bill-cost/{id}',
    access: edit,
    params: one,
    body: patchOf(billCostRow, costDraftFields),
    answer: billCostRow,
    errors: [...lineErrors, 'STALE_DATA', 'COST_PAID'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/bill-cost/{id}',
    access: edit,
    params: one,
    errors: ['COST_PAID', 'BILL_ARCHIVED', 'COST_OF_DIFF', 'COST_IN_PAYMENT'],
  }),
  /** Marks lines as paid. Already paid ones do not count as changed: repeating the call does nothing. */
  paid: endpoint({
    method: 'PUT',
    path: '/bill-cost/paid',
    access: pay,
    body: selectedWith(query, movement),
    answer: paymentsMade,
    errors: ['CURRENCY_MIXED', 'PAYMENT_FUTURE', 'PAYMENT_NOTHING', 'RATE_MISSING', 'COUNT_CHANGED'],
  }),
  reverse: endpoint({
    method: 'POST',
    path: '/bill-cost/{id}/reversal',
    access: edit,
    params: one,
    body: versioned,
    answer: billCostRow,
    errors: ['STALE_DATA', 'COST_NOT_PAID', 'COST_REVERSED', 'REASON_REQUIRED', 'BILL_ARCHIVED'],
    creates: true,
    extension: true,
  }),
  /** The supplier's invoice for one expected cost. */
  invoice: endpoint({
    method: 'PUT',
    path: '/bill-cost/{id}/invoice',
    access: edit,
    params: one,
    body: strictObject(() => ({
      version: lineFields.version,
      invoiceNo: text(40),
      invoiceDate: date(),
      dueDate: date().nullable().default(null),
      /** Net. */
      amount: money(),
      /** Null: as the line has it. */
      vatCodeId: billCostRow.shape.vatCodeId.default(null),
      ownCompanyId: billCostRow.shape.ownCompanyId.default(null),
      reason: choice('diffReason', [
        'quantity',
        'price',
        'surcharge',
        'currency',
        'duplicate',
        'missing',
        'other',
      ]).default('other'),
    })),
    answer: object(() => ({ cost: billCostRow, diffNo: z.string().nullable() })),
    errors: [
      'STALE_DATA',
      'COST_PAID',
      'COST_INVOICED',
      'BILL_ARCHIVED',
      'COST_INVOICE_TWICE',
      'AMOUNT_ZERO',
      'DIFF_OPEN',
      'RATE_MISSING',
      'VAT_NO_RATE',
      'COMPANY_KIND',
      'REFERENCE_UNKNOWN',
      'REFERENCE_INACTIVE',
    ],
    extension: true,
  }),
  /** Calculates the share of each bill; writes nothing. */
  shares: endpoint({
    method: 'POST',
    path: '/bill-cost/allocation/preview',
    access: edit,
    body: allocation,
    answer: allocated,
    errors: allocationErrors,
    extension: true,
  }),
  /** Writes the shares, whose sum equals the invoice exactly. */
  allocate: endpoint({
    method: 'POST',
    path: '/bill-cost/allocation',
    access: edit,
    body: allocation,
    answer: allocated,
    errors: [
      ...allocationErrors,
      'RATE_MISSING',
      'COST_INVOICE_TWICE',
      'COMPANY_KIND',
      'FEE_DIRECTION',
      'BILL_ARCHIVED',
      'REFERENCE_UNKNOWN',
      'REFERENCE_INACTIVE',
    ],
    creates: true,
    extension: true,
  }),
};

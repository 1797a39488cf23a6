import * as z from 'zod';
import { endpoint } from '../endpoint';
import { problem } from '../errors';
import { choice, count, date, flag, id, money, note, ref, share, stateOf, text } from '../fields';
import { MAX_BULK, MAX_PAGE_SIZE } from '../limits';
import { machine, type State } from '../machine';
import { listQuery, pageOf } from '../paging';
import { permit } from '../permissions';
import { bulkAnswer, draftOf, exportOf, patchOf, selectedWith } from '../resource';
import { BASE_CURRENCY } from '../rules/money';
import { extended, object, strictObject } from '../shape';
import { invoicePreview, issueBody, issueErrors } from './customerInvoice';
import { lineDraft, lineFields, lineTotals, one } from './line';

export const revenueStates = {
  draft: { rank: 10, tone: 'neutral' },
  confirmed: { rank: 20, tone: 'info' },
  invoiced: { rank: 30, tone: 'progress' },
  part_paid: { rank: 40, tone: 'warning' },
  paid: { rank: 50, tone: 'good' },
  credited: { rank: 60, tone: 'neutral' },
} as const satisfies Record<string, State>;

/** Sources of a price. */
export const priceSources = [
  'order_quote',
  'standard_quote',
  'contract',
  'charge_flow',
  'charge_item',
  'container_tariff',
  'manual',
] as const;

/** A charge to a customer for a bill. */
export const billRevenueRow = object(() => ({
  ...lineFields,
  revenueNo: text(20),
  state: stateOf({ name: 'billRevenue', states: revenueStates }),
  priceSource: choice('priceSource', priceSources),
  /** The quote, contract, flow or item of the price. */
  sourceId: id().nullable(),
  /** Flow and step, or container and day, of a line that was not typed. None of them creates a second line. */
  chargeKey: text(80).nullable(),
  /** The invoice or credit note that charges it; null before that, and for numbers without a document. */
  customerInvoiceId: id().nullable(),
  /** The invoiced line that it credits. */
  creditsId: id().nullable(),
  billArchived: flag(),
}));
export type BillRevenue = z.output<typeof billRevenueRow>;

const view = permit('finance.revenue.view');
const edit = permit('finance.revenue.edit');
const invoice = permit('finance.revenue.invoice');

/** Lifecycle of a revenue line (reference 3.7). Payments settle and reopen it. */
export const revenueMachine = machine<BillRevenue>()({
  name: 'billRevenue',
  calls: {
    confirm: 'billRevenue.decide',
    unconfirm: 'billRevenue.decide',
    invoice: 'billRevenue.invoice',
    credit: 'billRevenue.credit',
  },
  states: revenueStates,
  stateOf: ({ state }) => state,
  always: [
    {
      exempt: ['invoice', 'credit'],
      guard: ({ billArchived }) => (billArchived ? problem('BILL_ARCHIVED') : undefined),
    },
  ],
  actions: {
    update: { from: ['draft'], to: 'same', permission: edit },
    remove: { from: ['draft'], to: 'gone', permission: edit, tone: 'danger' },
    confirm: { from: ['draft'], to: 'confirmed', permission: edit, inverse: 'unconfirm', tone: 'primary' },
    unconfirm: { from: ['confirmed'], to: 'draft', permission: edit, inverse: 'confirm' },
    invoice: { from: ['confirmed'], to: 'invoiced', permission: invoice, tone: 'primary' },
    /** Adds a line of the opposite amount with its own number; the sent invoice remains unchanged. */
    credit: {
      from: ['invoiced'],
      to: 'credited',
      permission: invoice,
      tone: 'danger',
      guards: [({ creditsId }) => (creditsId === null ? undefined : problem('CREDIT_OF_CREDIT'))],
    },
  },
});
export type RevenueAction = keyof typeof revenueMachine.actions;

export const revenueDraftFields = [...lineDraft, 'priceSource', 'sourceId', 'remark'] as const;
export const revenueDraft = extended(draftOf(billRevenueRow, revenueDraftFields), () => ({
  priceSource: billRevenueRow.shape.priceSource.default('manual'),
}));
export const revenueFilters = [
  'billId',
  'billNo',
  'customerId',
  'feeCategoryId',
  'state',
  'currency',
  'invoiceNo',
  'invoiceDate',
  'dueDate',
  'priceSource',
  'createdAt',
] as const;
export const revenueSorts = [
  'createdAt',
  'revenueNo',
  'billNo',
  'invoiceDate',
  'dueDate',
  'baseAmount',
] as const;
const query = listQuery(billRevenueRow, revenueFilters, revenueSorts);
const lineErrors = [
  'AMOUNT_ZERO',
  'RATE_MISSING',
  'FEE_DIRECTION',
  'VAT_NO_RATE',
  'BILL_ARCHIVED',
  'BILL_REMOVED',
  'REFERENCE_UNKNOWN',
  'REFERENCE_INACTIVE',
] as const;

/** Profit of a bill, a customer, or a lane between two airports, in the currency of the books. */
export const profitRow = object(() => ({
  id: id(),
  billId: id().nullable(),
  billNo: text(40).nullable(),
  batchNo: text(40).nullable(),
  customerId: ref('customer').nullable(),
  originAirportId: ref('airport').nullable(),
  landingAirportId: ref('airport').nullable(),
  bills: count(),
  revenue: money(BASE_CURRENCY),
  cost: money(BASE_CURRENCY),
  profit: money(BASE_CURRENCY),
  /** Percent of the revenue with one decimal; null without revenue. */
  margin: share().nullable(),
  /** Number of lines left out: no rate exists up to their day. */
  withoutRate: count(),
}));
export type ProfitRow = z.output<typeof profitRow>;
const profitTotals = profitRow.pick({
  bills: true,
  revenue: true,
  cost: true,
  profit: true,
  margin: true,
  withoutRate: true,
});

const profitQuery = strictObject(() => ({
  by: z.enum(['bill', 'customer', 'lane']),
  /** Range of landing days of the bills. */
  from: date().optional(),
  to: date().optional(),
  billId: z.array(id()).min(1).max(MAX_BULK).optional(),
  customerId: z.array(id()).min(1).max(MAX_BULK).optional(),
  page: z.int().min(1).optional(),
  pageSize: z.int().min(1).max(MAX_PAGE_SIZE).optional(),
}));

export const billRevenueApi = {
  list: endpoint({
    method: 'GET',
    path: '/bill-revenue',
    access: view,
    query,
    answer: pageOf(billRevenueRow),
  }),
  totals: endpoint({
    method: 'GET',
    path: '/bill-revenue/totals',
    access: view,
    query,
    answer: lineTotals,
    extension: true,
  }),
  export: exportOf('/bill-revenue', view, query),
  /** Revenue less cost of bills landed in a period, over all lines not reversed, including expected ones. */
  profit: endpoint({
    method: 'GET',
    path: '/bill-revenue/profit',
    access: permit('finance.profit.view'),
    query: profitQuery,
    answer: extended(pageOf(profitRow), () => ({ totals: profitTotals })),
    extension: true,
  }),
  profitExport: exportOf('/bill-revenue/profit', permit('finance.profit.view'), profitQuery, true),
  get: endpoint({
    method: 'GET',
    path: '/bill-revenue/{id}',
    access: view,
    params: one,
    answer: billRevenueRow,
  }),
  create: endpoint({
    method: 'POST',
    path: '/bill-revenue',
    access: edit,
    body: revenueDraft,
    answer: billRevenueRow,
    errors: lineErrors,
    creates: true,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/bill-revenue/{id}',
    access: edit,
    params: one,
    body: patchOf(billRevenueRow, revenueDraftFields),
    answer: billRevenueRow,
    errors: [...lineErrors, 'STALE_DATA', 'STATE_NOT_ALLOWED'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/bill-revenue/{id}',
    access: edit,
    params: one,
    errors: ['STATE_NOT_ALLOWED', 'BILL_ARCHIVED'],
  }),
  /** Confirms lines or undoes that; lines already in that state do not count as changed. */
  decide: endpoint({
    method: 'PUT',
    path: '/bill-revenue/state',
    access: edit,
    body: selectedWith(query, { action: z.enum(['confirm', 'unconfirm']) }),
    answer: extended(bulkAnswer, () => ({ changed: z.int() })),
    errors: ['COUNT_CHANGED'],
    extension: true,
  }),
  /** One invoice over lines of one customer and currency. */
  invoice: endpoint({
    method: 'POST',
    path: '/bill-revenue/invoice',
    access: invoice,
    body: selectedWith(query, issueBody),
    answer: object(() => ({
      /** The document. */
      id: id(),
      invoiceNo: z.string(),
      lines: z.int(),
      currency: z.string(),
      grossAmount: money(),
    })),
    errors: [...issueErrors, 'COUNT_CHANGED'],
    creates: true,
    extension: true,
  }),
  /** The invoice that the same call would issue; nothing is stored. */
  invoicePreview: endpoint({
    method: 'POST',
    path: '/bill-revenue/invoice/preview',
    access: invoice,
    body: selectedWith(query, issueBody),
    answer: invoicePreview,
    errors: [...issueErrors, 'COUNT_CHANGED'],
    extension: true,
  }),
  credit: endpoint({
    method: 'POST',
    path: '/bill-revenue/{id}/credit-note',
    access: invoice,
    params: one,
    body: strictObject(() => ({ version: count(1), reason: note(500) })),
    answer: billRevenueRow,
    errors: ['STALE_DATA', 'STATE_NOT_ALLOWED', 'REASON_REQUIRED', 'CREDIT_OF_CREDIT'],
    creates: true,
    extension: true,
  }),
};

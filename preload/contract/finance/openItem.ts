import * as z from 'zod';
import { endpoint } from '../endpoint';
import { code, count, date, id, money, ref, text } from '../fields';
import { MAX_PAGE_SIZE } from '../limits';
import { pageOf } from '../paging';
import { permit } from '../permissions';
import { exportOf } from '../resource';
import { BASE_CURRENCY } from '../rules/money';
import { currencyCode } from '../rules/places';
import { extended, object, strictObject } from '../shape';

/** What is owed by its age in days after the due date, at the end of a day. */
const ages = {
  /** Not due yet. */
  notDue: money(),
  due30: money(),
  due60: money(),
  due90: money(),
  dueLonger: money(),
  /** Payments that were not applied to an invoice by then. */
  unallocated: money(),
  /** All of these, less the payments. */
  balance: money(),
};

/** What a customer owes us or we owe a supplier on a day, by currency: of one invoice with its credits, or of all. */
export const openItemRow = object(() => ({
  id: id(),
  customerId: ref('customer').nullable(),
  supplierId: ref('clientCompany', 'supplier').nullable(),
  /** Null for all invoices together, and for payments without one. */
  invoiceNo: text(40).nullable(),
  invoiceDate: date().nullable(),
  dueDate: date().nullable(),
  currency: code(currencyCode),
  ...ages,
  /** The balance at the rates of its invoices and payments; null where one has no rate. */
  baseBalance: money(BASE_CURRENCY).nullable(),
}));
export type OpenItemRow = z.output<typeof openItemRow>;

const view = permit('finance.month.view');
const query = strictObject(() => ({
  side: z.enum(['receivable', 'payable']),
  by: z.enum(['party', 'invoice']),
  /** The day at whose end the items were open; today without it. */
  day: date().optional(),
  page: z.int().min(1).optional(),
  pageSize: z.int().min(1).max(MAX_PAGE_SIZE).optional(),
}));

/** Aged receivables and payables of any day: what was invoiced by then and not yet paid or credited. */
export const openItemApi = {
  list: endpoint({
    method: 'GET',
    path: '/open-item',
    access: view,
    query,
    answer: extended(pageOf(openItemRow), () => ({
      totals: object(() => ({
        currencies: z.array(object(() => ({ currency: z.string(), lines: count(), ...ages }))),
        /** In the currency of the books, of the rows that have rates. */
        baseBalance: money(BASE_CURRENCY),
        withoutRate: count(),
        /** True if the caller sees some warehouses only, and so perhaps not everything that is owed. */
        partial: z.boolean(),
      })),
    })),
    extension: true,
  }),
  export: exportOf('/open-item', view, query, true),
};

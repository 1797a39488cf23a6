import * as z from 'zod';
import { endpoint } from '../endpoint';
import { choice, code, count, date, id, money, ref, text } from '../fields';
import { MAX_PAGE_SIZE } from '../limits';
import { pageOf } from '../paging';
import { permit } from '../permissions';
import { currencyCode } from '../rules/places';

/** A month, `YYYY-MM`. */
const period = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);

/**
 * What a customer owes us in a currency, over a month: what was open when it began, what was invoiced, credited and
 * received in it, what is open at its end, and how long that has been due (at its end, or today if that comes first).
 */
export const billCustomerRow = z.object({
  id: id(),
  customerId: ref('customer'),
  currency: code(currencyCode),
  statementNo: text(60),
  openingBalance: money(),
  /** Gross of what was charged in the month and is more than a draft, invoiced or not. */
  revenueTotal: money(),
  invoicedTotal: money(),
  creditNotes: money(),
  receivedTotal: money(),
  closingBalance: money(),
  overdueAmount: money(),
  oldestDueDate: date().nullable(),
  due30: money(),
  due60: money(),
  due90: money(),
  dueLonger: money(),
});
export type BillCustomer = z.output<typeof billCustomerRow>;

const totals = z.object({
  currencies: z.array(
    billCustomerRow
      .pick({
        openingBalance: true,
        invoicedTotal: true,
        creditNotes: true,
        receivedTotal: true,
        closingBalance: true,
        overdueAmount: true,
      })
      .extend({ currency: z.string(), lines: count() }),
  ),
});

/** What moved an account: an invoice, a credit note or a payment, and what was open after it. */
export const statementLine = z.object({
  day: date(),
  document: text(40),
  what: choice('statementWhat', ['invoice', 'credit', 'payment']),
  /** Bills of an invoice; the bank's reference of a payment. */
  bills: text(400).nullable(),
  dueDate: date().nullable(),
  charged: money().nullable(),
  received: money().nullable(),
  balance: money(),
  currency: code(currencyCode),
});

const view = permit('finance.customer.view');
const asked = {
  customerId: id(),
  period,
  currency: code(currencyCode),
};

export const billCustomerApi = {
  list: endpoint({
    method: 'GET',
    path: '/bill-customer',
    access: view,
    query: z.strictObject({
      period,
      customerId: z.array(id()).min(1).max(500).optional(),
      overdue: z.boolean().optional(),
      page: z.int().min(1).optional(),
      pageSize: z.int().min(1).max(MAX_PAGE_SIZE).optional(),
    }),
    answer: pageOf(billCustomerRow).extend({ totals }),
  }),
  /** One account of one month, movement by movement. */
  statement: endpoint({
    method: 'GET',
    path: '/bill-customer/statement',
    access: view,
    query: z.strictObject(asked),
    answer: z.object({ account: billCustomerRow, lines: z.array(statementLine) }),
    errors: ['NOT_FOUND'],
    extension: true,
  }),
  file: endpoint({
    method: 'GET',
    path: '/bill-customer/statement/file',
    access: view,
    kind: 'blob',
    query: z.strictObject({ ...asked, format: z.enum(['pdf', 'xlsx']) }),
    errors: ['NOT_FOUND'],
    extension: true,
  }),
};

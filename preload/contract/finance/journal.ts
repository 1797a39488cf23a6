import * as z from 'zod';
import { endpoint } from '../endpoint';
import { choice, code, count, date, id, money, ref, text } from '../fields';
import { MAX_PAGE_SIZE } from '../limits';
import { pageOf } from '../paging';
import { permit } from '../permissions';
import { exportOf } from '../resource';
import { currencyCode } from '../rules/places';
import { extended, object, strictObject } from '../shape';

/** A posting of the journal: an amount of a document from one account to another. */
export const journalRow = object(() => ({
  id: id(),
  postedOn: date(),
  kind: choice('journalKind', [
    'invoice',
    'credit',
    'supplierInvoice',
    'receipt',
    'payment',
    'refund',
    'exchange',
    'rounding',
    'bankCharge',
    'writeOff',
  ]),
  /** Number of the invoice or payment. */
  document: text(40),
  billNo: text(40).nullable(),
  /** Our company. */
  companyId: ref('clientCompany', 'own').nullable(),
  customerId: ref('customer').nullable(),
  supplierId: ref('clientCompany', 'supplier').nullable(),
  /** Null where none is set: for the fee category, or for our company on that day. */
  debitAccount: text(20).nullable(),
  creditAccount: text(20).nullable(),
  currency: code(currencyCode),
  amount: money(),
  /** In the currency of the books; null where a currency has no exchange rate on that day. */
  baseAmount: money('baseCurrency').nullable(),
  /** Currency of the books: that of our company. */
  baseCurrency: code(currencyCode),
}));
export type JournalRow = z.output<typeof journalRow>;

/**
 * Debits and credits of an account in the currency of the books: before the first day of the range, in it, and the
 * balance after it. A debit balance is positive.
 */
export const accountBalanceRow = object(() => ({
  id: id(),
  account: text(20),
  currency: code(currencyCode),
  openingBalance: money(),
  debit: money(),
  credit: money(),
  closingBalance: money(),
}));
export type AccountBalanceRow = z.output<typeof accountBalanceRow>;

const view = permit('finance.month.view');
const days = {
  /** Our company; without it, the usual issuer of invoices. */
  companyId: id().optional(),
  /** Range of days, both included. */
  from: date().optional(),
  to: date().optional(),
};
const query = strictObject(() => ({
  ...days,
  page: z.int().min(1).optional(),
  pageSize: z.int().min(1).max(MAX_PAGE_SIZE).optional(),
}));

/** What the postings of a range lack, which keeps them out of a file for the accountant. */
const gaps = object(() => ({
  /** Null where we have no company of our own. */
  companyId: id().nullable(),
  postings: count(),
  /** Currency of the books of the company. */
  currency: code(currencyCode),
  baseAmount: money(),
  withoutAccount: count(),
  withoutRate: count(),
  /** Of the range, but of no company: left out. */
  withoutCompany: count(),
  /** True if the caller sees some warehouses only, and so perhaps not all documents. */
  partial: z.boolean(),
}));

/**
 * The journal of a company: what its invoices, credit notes, supplier invoices and payments post, in the currency of the
 * books. It is derived from the documents at each call, so that it always equals them.
 */
export const journalApi = {
  list: endpoint({
    method: 'GET',
    path: '/journal',
    access: view,
    query,
    answer: extended(pageOf(journalRow), () => ({ totals: gaps })),
    extension: true,
  }),
  export: exportOf('/journal', view, query, true),
  /** The same by account, with opening and closing balances. */
  balances: endpoint({
    method: 'GET',
    path: '/journal/balances',
    access: view,
    query,
    answer: pageOf(accountBalanceRow),
    extension: true,
  }),
  balancesExport: exportOf('/journal/balances', view, query, true),
  /**
   * The postings as DATEV imports them (format “Buchungsstapel”), or as a Standard Audit File for Tax (OECD). Refused
   * while a posting lacks an account, an exchange rate or its company: a file that is handed over is complete.
   */
  file: endpoint({
    method: 'GET',
    path: '/journal/file',
    access: view,
    kind: 'blob',
    query: strictObject(() => ({
      format: z.enum(['datev', 'saft']),
      companyId: days.companyId,
      from: date(),
      to: date(),
    })),
    errors: [
      'JOURNAL_INCOMPLETE',
      'JOURNAL_PART',
      'JOURNAL_YEAR',
      'JOURNAL_DATEV',
      'JOURNAL_ACCOUNT',
      'JOURNAL_EMPTY',
      'DAYS_ORDER',
    ],
    extension: true,
  }),
};

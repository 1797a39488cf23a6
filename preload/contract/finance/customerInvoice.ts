import * as z from 'zod';
import { endpoint } from '../endpoint';
import {
  choice,
  code,
  codes,
  count,
  date,
  dayRate,
  decimal,
  flag,
  money,
  note,
  ref,
  stateOf,
  text,
  unitPrice,
} from '../fields';
import { LANGUAGES, MAIL, MAX_BULK } from '../limits';
import { machine, type State } from '../machine';
import { listQuery, pageOf } from '../paging';
import { block, listedRow, table } from '../partFields';
import { permit } from '../permissions';
import { bulkAnswer, exportOf, recordFields, selectionOf } from '../resource';
import { emailAddress } from '../rules/contactCodes';
import { currencyCode } from '../rules/places';
import { vatCategories } from '../rules/vat';
import { extended, object, strictObject } from '../shape';
import { chargeBases } from '../vocabulary';
import { eInvoiceStates } from './eInvoice';
import { one } from './line';

export const customerInvoiceStates = {
  issued: { rank: 10, tone: 'info' },
  part_credited: { rank: 20, tone: 'warning' },
  credited: { rank: 30, tone: 'neutral' },
} as const satisfies Record<string, State>;

/** Lines of one invoice at most. */
export const MAX_INVOICE_LINES = MAX_BULK;

/** A party as it was when the invoice was issued. */
export const invoiceParty = {
  code: text(20),
  nameEn: text(120),
  nameCn: text(120),
  street: text(160).nullable(),
  city: text(80).nullable(),
  postcode: text(20).nullable(),
  province: text(80).nullable(),
  countryCode: text(2),
  vatNo: text(14).nullable(),
  registrationNo: text(40).nullable(),
  bankName: text(80).nullable(),
  iban: text(34).nullable(),
  swift: text(11).nullable(),
  peppolScheme: text(4).nullable(),
  peppolId: text(50).nullable(),
};

/** A line as it was invoiced. */
export const invoiceLine = {
  no: count(1),
  revenueNo: text(20),
  billNo: text(40),
  nameEn: text(120),
  nameCn: text(120),
  basis: choice('chargeBasis', chargeBases),
  quantity: decimal(null, 1_000_000_000, -1_000_000_000),
  unitPrice: unitPrice(),
  netAmount: money(),
  /** The code it was taxed by; null for a line whose rate was typed. */
  vatCode: text(20).nullable(),
  vatCategory: choice('vatCategory', vatCategories),
  vatRate: decimal('%', 100),
  taxAmount: money(),
  grossAmount: money(),
  vatex: text(30).nullable(),
  reasonEn: text(300).nullable(),
  reasonCn: text(300).nullable(),
};

/** An invoice to a customer, or a credit note of one: what was issued never changes. */
export const customerInvoiceRow = object(() => ({
  ...recordFields,
  invoiceNo: text(40),
  kind: choice('customerInvoiceKind', ['invoice', 'credit']),
  state: stateOf({ name: 'customerInvoice', states: customerInvoiceStates }),
  /** Our company that issued it. */
  companyId: ref('clientCompany', 'own'),
  customerId: ref('customer'),
  invoiceDate: date(),
  /** Day of the supply, if not that of the invoice (art. 226, point 7). */
  supplyDate: date().nullable(),
  dueDate: date(),
  currency: code(currencyCode),
  netAmount: money(),
  taxAmount: money(),
  grossAmount: money(),
  /** Amount not yet paid or credited, over the lines of this document. */
  openAmount: money(),
  /** How far the document has come on its way to the customer as data; null: it was not handed over. */
  eInvoiceState: stateOf({ name: 'eInvoice', states: eInvoiceStates }).nullable(),
  /** Currency in which our company declares its tax, and the tax in it. */
  baseCurrency: code(currencyCode),
  baseTaxAmount: money('baseCurrency'),
  rateDay: date(),
  /** Units of the invoice's currency per unit of the books' currency on that day. */
  rate: dayRate(),
  billNos: text(400),
  buyerReference: text(60).nullable(),
  /** Number and day of the invoice that a credit note corrects. */
  precedingNo: text(40).nullable(),
  precedingDate: date().nullable(),
  reason: note(500).nullable(),
  seller: block('invoiceParty', invoiceParty),
  buyer: block('invoiceParty', invoiceParty),
  lines: table('invoiceLine', invoiceLine, MAX_INVOICE_LINES),
}));
export type CustomerInvoice = z.output<typeof customerInvoiceRow>;
export type InvoiceParty = CustomerInvoice['seller'];
export type InvoiceLine = CustomerInvoice['lines'][number];

export const customerInvoiceListRow = listedRow(customerInvoiceRow);
export type ListedInvoice = z.output<typeof customerInvoiceListRow>;

const view = permit('finance.revenue.view');
const invoice = permit('finance.revenue.invoice');

/** Life of an invoice: it is credited, never edited. */
export const customerInvoiceMachine = machine<ListedInvoice>()({
  name: 'customerInvoice',
  calls: { credit: 'customerInvoice.credit' },
  states: customerInvoiceStates,
  stateOf: ({ state }) => state,
  always: [],
  actions: {
    credit: {
      from: ['issued', 'part_credited'],
      to: 'computed',
      permission: invoice,
      tone: 'danger',
      refusal: 'INVOICE_CREDITED',
      guards: [({ kind }) => (kind === 'credit' ? { code: 'CREDIT_OF_CREDIT' } : undefined)],
    },
  },
});

export const customerInvoiceFilters = [
  ...(['invoiceNo', 'kind', 'state', 'eInvoiceState', 'companyId', 'customerId', 'currency'] as const),
  ...(['invoiceDate', 'dueDate', 'createdAt'] as const),
] as const;
export const customerInvoiceSorts = [
  ...(['invoiceNo', 'invoiceDate', 'dueDate', 'grossAmount', 'createdAt'] as const),
] as const;
const query = listQuery(customerInvoiceRow, customerInvoiceFilters, customerInvoiceSorts);

/** Fields of an invoice that a person decides when it is issued. */
export const issueFields = {
  invoiceDate: date(),
  /** Our company that issues it; null: the usual one. */
  companyId: ref('clientCompany', 'own').nullable(),
  /** Code of lines that have neither a code nor a rate; null: as proposed for each. */
  vatCodeId: ref('vatCode').nullable(),
  supplyDate: date().nullable(),
  buyerReference: text(60).nullable(),
};

/** Fields that a call may leave out. */
export const issueBody = {
  ...issueFields,
  companyId: issueFields.companyId.default(null),
  vatCodeId: issueFields.vatCodeId.default(null),
  supplyDate: issueFields.supplyDate.default(null),
  buyerReference: issueFields.buyerReference.default(null),
};

/** Totals by category and rate. */
const vatGroup = object(() => ({
  vatCategory: choice('vatCategory', vatCategories),
  vatRate: decimal('%', 100),
  taxable: money(),
  taxAmount: money(),
}));

/** An invoice that was not issued yet: as proposed and decided so far. */
export const invoicePreview = extended(
  customerInvoiceRow.pick({
    ...{ companyId: true, customerId: true, dueDate: true, currency: true, netAmount: true },
    ...{ taxAmount: true, grossAmount: true, baseCurrency: true, baseTaxAmount: true, lines: true },
  }),
  () => ({ groups: z.array(vatGroup) }),
);

/** Refusals of an invoice, the same before and when it is issued. */
export const issueErrors = [
  ...(['CURRENCY_MIXED', 'REVENUE_CUSTOMERS', 'REVENUE_NO_TAX_DATA', 'STATE_NOT_ALLOWED'] as const),
  ...(['NOT_FOUND', 'PAYMENT_FUTURE', 'INVOICE_NO_ISSUER', 'VAT_MIXED'] as const),
  ...(['VAT_NUMBER_MISSING', 'VAT_NO_RATE', 'VAT_CODE_NONE', 'RATE_MISSING'] as const),
] as const;
/** The mail with an invoice; the PDF is always attached. */
const invoiceLetter = {
  toEmails: codes(emailAddress, MAIL.maxAddresses),
  ccEmails: codes(emailAddress, MAIL.maxAddresses),
  subject: text(200),
  text: note(4000),
};

export const customerInvoiceApi = {
  list: endpoint({
    method: 'GET',
    path: '/customer-invoice',
    access: view,
    query,
    answer: pageOf(customerInvoiceListRow),
    extension: true,
  }),
  totals: endpoint({
    method: 'GET',
    path: '/customer-invoice/totals',
    access: view,
    query,
    answer: object(() => ({
      currencies: z.array(
        object(() => ({
          currency: z.string(),
          lines: z.int(),
          netAmount: money(),
          taxAmount: money(),
          grossAmount: money(),
          openAmount: money(),
        })),
      ),
    })),
    extension: true,
  }),
  export: exportOf('/customer-invoice', view, query, true),
  get: endpoint({
    method: 'GET',
    path: '/customer-invoice/{id}',
    access: view,
    params: one,
    answer: customerInvoiceRow,
    extension: true,
  }),
  /** The document as a page, or as data (Peppol BIS Billing 3.0). */
  file: endpoint({
    method: 'GET',
    path: '/customer-invoice/{id}/file',
    access: view,
    kind: 'blob',
    params: one,
    query: strictObject(() => ({ format: z.enum(['pdf', 'xml']), language: z.enum(LANGUAGES).optional() })),
    extension: true,
  }),
  /**
   * Proposes the mail: to the contacts who receive invoices, else to those who receive statements, else to the company's
   * or the customer's own address.
   */
  mail: endpoint({
    method: 'GET',
    path: '/customer-invoice/{id}/mail',
    access: invoice,
    params: one,
    query: strictObject(() => ({ language: z.enum(LANGUAGES).optional() })),
    answer: object(() => ({ language: z.enum(LANGUAGES), ...invoiceLetter })),
    extension: true,
  }),
  /** Puts the document into the outbox as PDF, and as data if wanted; any number of times. */
  send: endpoint({
    method: 'POST',
    path: '/customer-invoice/{id}/send',
    access: invoice,
    params: one,
    body: strictObject(() => ({
      language: z.enum(LANGUAGES),
      toEmails: invoiceLetter.toEmails.min(1),
      ccEmails: invoiceLetter.ccEmails.default([]),
      subject: invoiceLetter.subject,
      text: invoiceLetter.text,
      attachXml: flag().default(true),
    })),
    answer: customerInvoiceRow,
    creates: true,
    extension: true,
  }),
  /** Queues documents for the access point, which sends them through the Peppol network; each leaves once. */
  handOver: endpoint({
    method: 'POST',
    path: '/customer-invoice/hand-over',
    access: invoice,
    body: selectionOf(query),
    answer: bulkAnswer,
    errors: ['COUNT_CHANGED', 'E_INVOICE_NO_ROUTE'],
    extension: true,
  }),
  /** Credits the invoice, or net amounts of some of its lines. Each credit note has its own number. */
  credit: endpoint({
    method: 'POST',
    path: '/customer-invoice/{id}/credit-note',
    access: invoice,
    params: one,
    body: strictObject(() => ({
      version: count(1),
      reason: note(500),
      /** Empty: everything that is not credited yet. */
      lines: z
        .array(strictObject(() => ({ no: count(1), netAmount: money().nullable().default(null) })))
        .max(MAX_INVOICE_LINES)
        .default([]),
    })),
    answer: customerInvoiceRow,
    errors: ['STALE_DATA', 'INVOICE_CREDITED', 'CREDIT_OF_CREDIT', 'REASON_REQUIRED', 'CREDIT_TOO_MUCH'],
    creates: true,
    extension: true,
  }),
};

import * as z from 'zod';
import { endpoint, type FileRule } from '../endpoint';
import { fileErrors } from '../errors';
import { choice, code, codes, date, decimal, flag, id, money, note, ref, text } from '../fields';
import { MAX_BULK, MAX_UPLOAD } from '../limits';
import { listQuery, pageOf } from '../paging';
import { permit } from '../permissions';
import { exportOf } from '../resource';
import { currencyCode } from '../rules/places';
import { vatCategories } from '../rules/vat';
import { object, strictObject } from '../shape';
import { shareBases } from '../vocabulary';
import { billCostRow, billOrBatch } from './billCost';
import { billedFields, one } from './line';
import { auditedLine } from './supplierAudit';
import {
  MAX_INVOICE_LINES,
  supplierInvoiceFilters,
  supplierInvoiceListRow,
  supplierInvoiceRow,
  supplierInvoiceSorts,
} from './supplierInvoiceRow';

/** Files that hold an electronic invoice: XML alone, or a PDF with the XML inside (Factur-X, ZUGFeRD). */
export const supplierInvoiceFile: FileRule = { types: ['xml', 'pdf'], max: MAX_UPLOAD };

const view = permit('finance.cost.view');
const edit = permit('finance.cost.edit');
const amount = money();
/** A VAT category and rate of the invoice. */
const taxed = {
  vatCategory: choice('vatCategory', vatCategories),
  vatRate: decimal('%', 100),
};

const party = object(() => ({
  name: z.string(),
  vatNo: z.string().nullable(),
}));

/** An allowance or a charge of the whole document is a line of its own. Amounts of credit notes are negative. */
const readLine = object(() => ({
  /** Its identifier in the file. */
  no: z.string(),
  text: z.string(),
  /** As the file says; empty for an allowance or a charge. */
  quantity: z.string(),
  /** Unit of UN/ECE recommendation 20. */
  unit: z.string(),
  /** The same as values; null for what is missing, or cannot be kept exactly. */
  ...billedFields,
  netAmount: amount,
  ...taxed,
}));
export type ReadLine = z.output<typeof readLine>;

/** What is proposed for a line; null or empty where nothing certain was found. */
const proposal = object(() => ({
  feeCategoryId: id().nullable(),
  bills: z.array(z.string()),
  /** The expected cost that the line is the invoice of. */
  costId: id().nullable(),
  vatCodeId: id().nullable(),
}));

/** An expected cost of the supplier that has no invoice yet. */
const expected = object(() => ({
  id: id(),
  costNo: z.string(),
  /** Its bill, or batch of a bill, as a line names it. */
  bill: z.string(),
  feeCategoryId: id(),
  amount,
}));
export type ExpectedCost = z.output<typeof expected>;

/** Rules of EN 16931 about sums, with the business term that each is about. */
const sumRules = [
  'BR-CO-10',
  'BR-CO-11',
  'BR-CO-12',
  'BR-CO-13',
  'BR-CO-14',
  'BR-CO-15',
  'BR-CO-16',
] as const;
const groupRules = ['BR-CO-17', 'BR-S-08'] as const;
/** A sum of the file that is not that of its parts. */
const finding = object(() => ({
  rule: z.enum([...sumRules, ...groupRules]),
  /** Category and rate for a rule about them; else empty. */
  about: z.string(),
  stated: amount,
  calculated: amount,
  /** False for a rounding that the standard tolerates. */
  blocks: z.boolean(),
}));
export type SumFinding = z.output<typeof finding>;

const taxGroup = object(() => ({ ...taxed, taxAmount: amount }));

const invoiceRead = object(() => ({
  format: z.enum(['ubl', 'cii']),
  credit: z.boolean(),
  /** SHA-256 of the file, by which it is known when it is kept. */
  fileHash: z.string(),
  invoiceNo: z.string(),
  invoiceDate: date(),
  dueDate: date().nullable(),
  currency: code(currencyCode),
  seller: party,
  iban: z.string().nullable(),
  buyer: party,
  netAmount: amount,
  taxAmount: amount,
  grossAmount: amount,
  payableAmount: amount,
  taxes: z.array(taxGroup),
  lines: z.array(extendedLine()),
  findings: z.array(finding),
  /** Selected, else by VAT number; null: not known. */
  supplierId: id().nullable(),
  /** Our company that is invoiced, by VAT number. */
  ownCompanyId: id().nullable(),
  /** True if an invoice of this number of the supplier is already recorded. */
  recorded: z.boolean(),
  /** True if the account in the file is not the supplier's. */
  otherAccount: z.boolean(),
  expected: z.array(expected),
}));
export type InvoiceRead = z.output<typeof invoiceRead>;

function extendedLine() {
  return object(() => ({ ...readLine.shape, proposed: proposal }));
}

export const recordedLine = strictObject(() => ({
  no: text(40),
  remark: note(500).nullable().default(null),
  netAmount: amount,
  ...taxed,
  /** Null: the rate of the file, without a code. */
  vatCodeId: billCostRow.shape.vatCodeId.default(null),
  feeCategoryId: ref('feeCategory'),
  /** A bill number without batch means all its batches; the line is shared out over several. */
  bills: codes(billOrBatch, MAX_BULK).min(1),
  by: choice('shareBasis', shareBases).default('weight'),
  costId: id().nullable().default(null),
  billedQuantity: billedFields.billedQuantity.default(null),
  billedUnit: billedFields.billedUnit.default(null),
  billedPrice: billedFields.billedPrice.default(null),
}));
export type RecordedLine = z.output<typeof recordedLine>;

const recorded = strictObject(() => ({
  supplierId: ref('clientCompany', 'supplier'),
  ownCompanyId: billCostRow.shape.ownCompanyId.default(null),
  invoiceNo: text(40),
  credit: flag().default(false),
  invoiceDate: date(),
  dueDate: date().nullable().default(null),
  currency: code(currencyCode),
  iban: supplierInvoiceRow.shape.iban.default(null),
  /** The file that was read; `keepFile` takes no other. */
  fileName: supplierInvoiceRow.shape.fileName,
  fileHash: supplierInvoiceRow.shape.fileHash,
  /** As the invoice states them: lines and taxes must add up to them. */
  netAmount: amount,
  taxAmount: amount,
  grossAmount: amount,
  taxes: z.array(strictObject(() => ({ ...taxed, taxAmount: amount }))).max(50),
  lines: z.array(recordedLine).min(1).max(MAX_INVOICE_LINES),
}));
export type RecordedInvoice = z.output<typeof recorded>;

const query = listQuery(supplierInvoiceRow, supplierInvoiceFilters, supplierInvoiceSorts);

const audited = object(() => ({ lines: z.array(auditedLine) }));

/** Totals of invoices by currency. */
const invoiceTotals = object(() => ({
  currencies: z.array(
    object(() => ({
      currency: z.string(),
      lines: z.int(),
      netAmount: amount,
      taxAmount: amount,
      grossAmount: amount,
      costAmount: amount,
    })),
  ),
}));

/** Suppliers' electronic invoices (EN 16931: UBL 2.1, UN/CEFACT CII): read, matched to expected costs, recorded. */
export const supplierInvoiceApi = {
  /** Reads a file and proposes how to record it; writes nothing. */
  read: endpoint({
    method: 'POST',
    path: '/bill-cost/supplier-invoice/preview',
    access: edit,
    kind: 'upload',
    query: strictObject(() => ({ supplierId: ref('clientCompany', 'supplier').optional() })),
    file: supplierInvoiceFile,
    answer: invoiceRead,
    errors: [
      ...fileErrors,
      'FILE_BROKEN',
      'EINVOICE_NONE',
      'EINVOICE_FIELD',
      'EINVOICE_LINES',
      'REFERENCE_UNKNOWN',
    ],
    extension: true,
  }),
  /** Records all lines in one step: expected costs get their invoice, the others become costs. */
  record: endpoint({
    method: 'POST',
    path: '/bill-cost/supplier-invoice',
    access: edit,
    body: recorded,
    answer: object(() => ({ id: id(), costs: z.int(), diffs: z.int() })),
    errors: [
      ...(['EINVOICE_TWICE', 'EINVOICE_SUM', 'EINVOICE_VAT', 'EINVOICE_EXPECTED'] as const),
      ...(['ALLOCATION_UNKNOWN', 'ALLOCATION_NOTHING', 'RATE_MISSING', 'VAT_NO_RATE'] as const),
      ...(['COMPANY_KIND', 'FEE_DIRECTION', 'BILL_ARCHIVED'] as const),
      ...(['REFERENCE_UNKNOWN', 'REFERENCE_INACTIVE'] as const),
    ],
    creates: true,
    extension: true,
  }),
  list: endpoint({
    method: 'GET',
    path: '/supplier-invoice',
    access: view,
    query,
    answer: pageOf(supplierInvoiceListRow),
    extension: true,
  }),
  totals: endpoint({
    method: 'GET',
    path: '/supplier-invoice/totals',
    access: view,
    query,
    answer: invoiceTotals,
    extension: true,
  }),
  export: exportOf('/supplier-invoice', view, query, true),
  get: endpoint({
    method: 'GET',
    path: '/supplier-invoice/{id}',
    access: view,
    params: one,
    answer: supplierInvoiceRow,
    extension: true,
  }),
  /** Compares each line with what happened to its bills, as it is known now. */
  audit: endpoint({
    method: 'GET',
    path: '/supplier-invoice/{id}/audit',
    access: view,
    params: one,
    answer: audited,
    extension: true,
  }),
  /** The same for an invoice that is not recorded yet; writes nothing. */
  auditRead: endpoint({
    method: 'POST',
    path: '/bill-cost/supplier-invoice/audit',
    access: edit,
    body: strictObject(() => ({
      supplierId: ref('clientCompany', 'supplier'),
      lines: z
        .array(
          recordedLine.pick({
            ...{ no: true, feeCategoryId: true, bills: true, billedQuantity: true, billedUnit: true },
          }),
        )
        .min(1)
        .max(MAX_INVOICE_LINES),
    })),
    answer: audited,
    extension: true,
  }),
  /** Keeps the file that the invoice was read from, for as long as the invoice. Refuses any other file. */
  keepFile: endpoint({
    method: 'POST',
    path: '/supplier-invoice/{id}/file',
    access: edit,
    kind: 'upload',
    params: one,
    file: supplierInvoiceFile,
    answer: supplierInvoiceRow,
    errors: [...fileErrors, 'EINVOICE_FILE_OTHER', 'EINVOICE_FILE_KEPT'],
    extension: true,
  }),
  /** The file as it was received: checked byte by byte against the invoice. */
  file: endpoint({
    method: 'GET',
    path: '/supplier-invoice/{id}/file',
    access: view,
    kind: 'blob',
    params: one,
    errors: ['EINVOICE_FILE_MISSING', 'EINVOICE_FILE_DAMAGED'],
    extension: true,
  }),
};

import type * as z from 'zod';
import { problem } from '../errors';
import { choice, code, codes, date, decimal, flag, money, note, ref, stateOf, text } from '../fields';
import { MAX_BULK } from '../limits';
import { machine, type State } from '../machine';
import { listedRow, table } from '../partFields';
import { permit } from '../permissions';
import { recordFields } from '../resource';
import { currencyCode } from '../rules/places';
import { vatCategories } from '../rules/vat';
import { object } from '../shape';
import { billOrBatch } from './billCost';
import { billedFields } from './line';

/** Most lines of an invoice, with its allowances and charges. */
export const MAX_INVOICE_LINES = 500;

/** What is left of an invoice in the costs: calculated from them whenever it is read. */
export const supplierInvoiceStates = {
  recorded: { rank: 10, tone: 'good' },
  changed: { rank: 20, tone: 'warning' },
  void: { rank: 30, tone: 'neutral' },
} as const satisfies Record<string, State>;

/** A line as the file has it, and the bills and the category that it was recorded for. */
export const supplierInvoiceLine = {
  no: text(40),
  text: note(500).nullable(),
  ...billedFields,
  netAmount: money(),
  vatCategory: choice('vatCategory', vatCategories),
  vatRate: decimal('%', 100),
  /** Code of the fee category. */
  feeCategory: text(20),
  bills: codes(billOrBatch, MAX_BULK),
};

/** A supplier's electronic invoice as it was recorded; its amounts never change. */
export const supplierInvoiceRow = object(() => ({
  ...recordFields,
  invoiceNo: text(40),
  state: stateOf({ name: 'supplierInvoice', states: supplierInvoiceStates }),
  supplierId: ref('clientCompany', 'supplier'),
  ownCompanyId: ref('clientCompany', 'own').nullable(),
  /** True for a credit note, whose amounts are negative. */
  credit: flag(),
  invoiceDate: date(),
  dueDate: date().nullable(),
  currency: code(currencyCode),
  netAmount: money(),
  taxAmount: money(),
  grossAmount: money(),
  /** Net amount of its costs now: without reversed ones, and with differences that are not decided yet. */
  costAmount: money(),
  billNos: text(400),
  iban: text(34).nullable(),
  fileName: text(255),
  /** SHA-256 of the file that was read, in hexadecimal digits. */
  fileHash: text(64),
  /** True once the file is kept. */
  fileKept: flag(),
  lines: table('supplierInvoiceLine', supplierInvoiceLine, MAX_INVOICE_LINES),
}));
export type SupplierInvoice = z.output<typeof supplierInvoiceRow>;

export const supplierInvoiceListRow = listedRow(supplierInvoiceRow);
export type ListedSupplierInvoice = z.output<typeof supplierInvoiceListRow>;

/** An invoice is recorded once; only its file can be added afterwards. */
export const supplierInvoiceMachine = machine<ListedSupplierInvoice>()({
  name: 'supplierInvoice',
  calls: { addFile: 'supplierInvoice.keepFile' },
  states: supplierInvoiceStates,
  stateOf: ({ state }) => state,
  always: [],
  actions: {
    addFile: {
      from: ['recorded', 'changed', 'void'],
      to: 'same',
      permission: permit('finance.cost.edit'),
      guards: [({ fileKept }) => (fileKept ? problem('EINVOICE_FILE_KEPT') : undefined)],
    },
  },
});
export type SupplierInvoiceAction = keyof typeof supplierInvoiceMachine.actions;

export const supplierInvoiceFilters = [
  ...(['invoiceNo', 'state', 'supplierId', 'ownCompanyId', 'credit', 'currency'] as const),
  ...(['invoiceDate', 'dueDate', 'fileKept', 'createdBy', 'createdAt'] as const),
] as const;
export const supplierInvoiceSorts = [
  ...(['invoiceNo', 'invoiceDate', 'dueDate', 'grossAmount', 'createdAt'] as const),
] as const;

import type * as z from 'zod';
import { endpoint } from '../endpoint';
import { uploadErrors } from '../errors';
import { choice, code, count, date, dateTime, flag, id, json, money, size, stateOf, text } from '../fields';
import { fileJobStates, fileUploaded } from '../files/fileJobRow';
import { anyTable, reading } from '../files/fileReading';
import { listQuery, pageOf } from '../paging';
import { permit } from '../permissions';
import { exportOf, recordFields } from '../resource';
import { incoterm, iossNo } from '../rules/customs';
import { currencyCode } from '../rules/places';
import { vatNo } from '../rules/taxNumbers';
import { object, strictObject } from '../shape';

/** Invoice fields that are not in the rows of the file. */
const particulars = {
  /** The seller: rows of another seller are refused. */
  sellerName: text(120),
  sellerAddress: text(250).nullable(),
  vatNo: code(vatNo).nullable(),
  iossNo: code(iossNo),
  templateType: choice('invoiceType', ['commercial', 'proforma']),
  incoterm: code(incoterm),
  invoiceDate: date(),
};
export const invoiceParticulars = object(() => particulars);
export type InvoiceParticulars = z.output<typeof invoiceParticulars>;

/** A declaration file with an invoice for each parcel. Its id is that of its conversion. */
export const invoiceFileRow = object(() => ({
  ...recordFields,
  ...particulars,
  fileName: text(255),
  size: size(),
  status: stateOf({ name: 'fileJob', states: fileJobStates }),
  /** Progress in percent. */
  progress: count(0, 100),
  lineCount: count(),
  errorRows: count(),
  /** Number of invoices created so far. */
  invoicesGenerated: count(),
  /** Total of all lines; null until they are read. */
  totalValue: money().nullable(),
  currency: code(currencyCode).nullable(),
  zipSize: size().nullable(),
  hasErrorFile: flag(),
  /** The reason for its outcome, parsed by `jobProblem`. */
  problem: json().nullable(),
  finishedAt: dateTime().nullable(),
}));
export type InvoiceFile = z.output<typeof invoiceFileRow>;

const one = strictObject(() => ({ id: id() }));
const view = permit('tools.invoice.view');
const query = listQuery(
  invoiceFileRow,
  ['fileName', 'sellerName', 'iossNo', 'templateType', 'status', 'createdAt', 'createdBy'],
  ['createdAt', 'fileName', 'sellerName', 'invoicesGenerated'],
);

/**
 * Creates invoices from a declaration file: one PDF per parcel, in one zip. The conversion is in {@link fileJobApi},
 * which restarts, stops and deletes it, and reports the errors by row.
 */
export const invoiceFileApi = {
  list: endpoint({
    method: 'GET',
    path: '/invoice-file',
    access: view,
    query,
    answer: pageOf(invoiceFileRow),
  }),
  export: exportOf('/invoice-file', view, query, true),
  get: endpoint({
    method: 'GET',
    path: '/invoice-file/{id}',
    access: view,
    params: one,
    answer: invoiceFileRow,
  }),
  upload: endpoint({
    method: 'POST',
    path: '/invoice-file',
    access: permit('tools.invoice.edit'),
    kind: 'upload',
    query: strictObject(() => ({
      ...particulars,
      sellerAddress: particulars.sellerAddress.default(null),
      vatNo: particulars.vatNo.default(null),
      templateType: particulars.templateType.default('commercial'),
      incoterm: particulars.incoterm.default('DDP'),
      ...reading,
    })),
    file: anyTable,
    answer: fileUploaded,
    errors: [...uploadErrors, 'IOSS_LOCKED', 'REFERENCE_UNKNOWN'],
    creates: true,
  }),
  zip: endpoint({
    method: 'GET',
    path: '/invoice-file/{id}/zip',
    access: view,
    kind: 'blob',
    params: one,
    errors: ['FILE_NOT_MADE'],
  }),
};

import * as z from 'zod';
import { operateLogRow } from '../access/operateLog';
import { decides } from '../business/document';
import { also, endpoint } from '../endpoint';
import { choice, count, date, dateTime, id, note, ref, text } from '../fields';
import { countPer } from '../machine';
import { listQuery, pageOf } from '../paging';
import { crud } from '../resource';
import { extended, object, strictObject } from '../shape';
import { paymentMethods } from '../vocabulary';
import { filingRow } from './filing';
import { fourEyesCalls, one, reasoned, step, versioned } from './fourEyes';
import { entryAnswer, entryPermits, entryStateNames, entryTotals, seaEntry } from './seaEntry';

const { approve, file, pay } = entryPermits;
const { active: _, setActive: __, create, update, remove, ...usual } = crud(seaEntry);
const wrong = [
  'ENTRY_NO_USED',
  'ENTRY_NO_FILER',
  'ENTRY_NO_BILL',
  'ENTRY_NO_SERIALS',
  'ENTRY_NO_ACCOUNT',
] as const;

/** Entries for the consignees of a bill. */
const entriesEach = object(() => ({
  /** Entries, one for each consignee, and the formal ones among them. */
  entries: count(),
  formal: count(),
  /** Consignments in these entries. */
  consignments: count(),
  /** Consignments of the bill that other entries name. */
  entered: count(),
}));

export const seaEntryApi = {
  ...usual,
  create: { ...create, errors: also(create, ...wrong) },
  update: { ...update, errors: also(update, ...wrong, 'STATE_NOT_ALLOWED', 'ENTRY_TYPE_KEPT') },
  remove: { ...remove, errors: ['STATE_NOT_ALLOWED', 'FILING_TRANSMITTED'] as const },
  /** Number of entries per state, under the filters of the list. */
  count: endpoint({
    method: 'GET',
    path: '/sea-entry/count',
    access: seaEntry.view,
    query: listQuery(seaEntry.row, seaEntry.filters, seaEntry.sorts),
    answer: object(() => countPer(entryStateNames)),
    extension: true,
  }),
  totals: endpoint({
    method: 'GET',
    path: '/sea-entry/totals',
    access: seaEntry.view,
    query: listQuery(seaEntry.row, seaEntry.filters, seaEntry.sorts),
    answer: entryTotals,
    extension: true,
  }),
  /** Initial values of a bill's entry: from the sea bill and its ISF, or from an air bill to the United States. */
  prefill: endpoint({
    method: 'GET',
    path: '/sea-entry/prefill',
    access: seaEntry.edit,
    query: strictObject(() => ({ seaBillId: id().optional(), billId: id().optional() })),
    answer: z.record(z.string(), z.unknown()),
    errors: ['ENTRY_NO_BILL', 'NOT_FOUND'],
    extension: true,
  }),
  /** Counts the entries that {@link createEach} would create for an air bill to the United States. */
  consignees: endpoint({
    method: 'GET',
    path: '/sea-entry/consignees',
    access: seaEntry.edit,
    query: strictObject(() => ({ billId: id() })),
    answer: entriesEach,
    errors: ['ENTRY_NO_BILL', 'NOT_FOUND'],
    extension: true,
  }),
  /**
   * Creates a draft for each consignee of an air bill to the United States: an informal entry up to its limit of value,
   * else a formal one (19 CFR 141.51, 143.21(a)). Consignments that another entry names are left out.
   */
  createEach: endpoint({
    method: 'POST',
    path: '/sea-entry/consignees',
    access: seaEntry.edit,
    body: strictObject(() => ({ billId: id() })),
    answer: entriesEach,
    errors: [
      ...(['ENTRY_NO_BILL', 'NOT_FOUND', 'ENTRY_NONE_LEFT', 'ENTRY_LINES', 'ENTRY_NO_SERIALS'] as const),
      'ENTRY_NO_ACCOUNT',
    ],
    extension: true,
  }),
  /** Status of an entry: the caller's role, next deciders, customs responses (the newest first), the last filing. */
  status: endpoint({
    method: 'GET',
    path: '/sea-entry/{id}/status',
    access: seaEntry.view,
    params: one,
    answer: object(() => ({
      facts: object(() => ({ submitter: z.boolean(), decides })),
      next: z.array(id()),
      filings: z.array(filingRow),
      answers: z.array(entryAnswer),
      filed: object(() => ({ at: dateTime(), content: z.unknown() })).nullable(),
    })),
    extension: true,
  }),
  logs: endpoint({
    method: 'GET',
    path: '/sea-entry/{id}/logs',
    access: seaEntry.view,
    params: one,
    query: listQuery(operateLogRow, ['operatorId', 'action', 'at'], ['at']),
    answer: pageOf(operateLogRow),
    extension: true,
  }),
  /** Its summary as form 7501. */
  pdf: endpoint({
    method: 'GET',
    path: '/sea-entry/{id}/pdf',
    access: seaEntry.view,
    kind: 'blob',
    params: one,
    extension: true,
  }),
  ...fourEyesCalls('/sea-entry', seaEntry.row, { edit: seaEntry.edit, approve, file }),
  transmit: endpoint({
    method: 'PUT',
    path: '/sea-entry/{id}/transmit',
    access: file,
    params: one,
    body: versioned,
    answer: seaEntry.row,
    errors: [...step, 'FILING_ACCOUNT'],
    extension: true,
  }),
  /** Documents were handed in, the exam is over, or the hold was lifted: back to accepted, or released. */
  solve: endpoint({
    method: 'PUT',
    path: '/sea-entry/{id}/solve',
    access: file,
    params: one,
    body: extended(versioned, () => ({
      result: choice('entrySolved', ['accepted', 'released']),
      at: dateTime().nullable().default(null),
      remark: note(500).nullable().default(null),
    })),
    answer: seaEntry.row,
    errors: [...step, 'NODE_FUTURE'],
    extension: true,
  }),
  /** Files the summary, and creates the costs of duty and fees on the bill. */
  summary: endpoint({
    method: 'PUT',
    path: '/sea-entry/{id}/summary',
    access: file,
    params: one,
    body: extended(versioned, () => ({
      /** Supplier that duty and fees are owed to, if they are booked. */
      supplierId: ref('clientCompany', 'supplier').nullable().default(null),
      dutyCategoryId: ref('feeCategory').nullable().default(null),
      feeCategoryId: ref('feeCategory').nullable().default(null),
    })),
    answer: seaEntry.row,
    errors: [
      ...step,
      'FILING_ACCOUNT',
      'RATE_MISSING',
      'COMPANY_KIND',
      'FEE_DIRECTION',
      'REFERENCE_UNKNOWN',
      'REFERENCE_INACTIVE',
    ],
    extension: true,
  }),
  pay: endpoint({
    method: 'PUT',
    path: '/sea-entry/{id}/pay',
    access: pay,
    params: one,
    body: extended(versioned, () => ({
      statementNo: text(40),
      paymentDate: date(),
      method: choice('paymentMethod', paymentMethods),
    })),
    answer: seaEntry.row,
    errors: [...step, 'AMOUNT_ZERO', 'PAYMENT_FUTURE'],
    extension: true,
  }),
  /** Opens the paid summary for a post-summary correction; the scheduled liquidation bounds it. */
  correct: endpoint({
    method: 'PUT',
    path: '/sea-entry/{id}/correct',
    access: file,
    params: one,
    body: extended(reasoned, () => ({ liquidationOn: date().nullable().default(null) })),
    answer: seaEntry.row,
    errors: [...step, 'REASON_REQUIRED', 'ENTRY_INFORMAL', 'ENTRY_CORRECTION_LATE'],
    extension: true,
  }),
  /** Discards a correction: the paid summary stays as customs has it. */
  discard: endpoint({
    method: 'PUT',
    path: '/sea-entry/{id}/discard',
    access: file,
    params: one,
    body: versioned,
    answer: seaEntry.row,
    errors: [...step, 'ENTRY_NO_CORRECTION'],
    extension: true,
  }),
  cancel: endpoint({
    method: 'PUT',
    path: '/sea-entry/{id}/cancel',
    access: file,
    params: one,
    body: reasoned,
    answer: seaEntry.row,
    errors: [...step, 'REASON_REQUIRED', 'FILING_ACCOUNT', 'ENTRY_CORRECTION'],
    extension: true,
  }),
};

export const amsEntryApi = {
  /** Reopens a filed entry as a draft that replaces it at its next transmission. */
  amend: endpoint({
    method: 'POST',
    path: '/ams/entry/amend',
    access: file,
    body: extended(one, () => reasoned.shape),
    answer: seaEntry.row,
    errors: [...step, 'NOT_FOUND', 'REASON_REQUIRED'],
  }),
};

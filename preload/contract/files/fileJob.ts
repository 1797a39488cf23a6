import * as z from 'zod';
import { endpoint } from '../endpoint';
import { type ErrorCode, isMessageCode, type Problem, problem, uploadErrors } from '../errors';
import { choice, code, count, dateTime, id, money, text, weight } from '../fields';
import { machine } from '../machine';
import { listQuery, pageOf } from '../paging';
import { permit } from '../permissions';
import { exportOf } from '../resource';
import { currencyCode } from '../rules/places';
import { object, strictObject } from '../shape';
import {
  type FileJob,
  fileIssue,
  fileJobRow,
  fileJobStates,
  fileJobStatus,
  fileTaken,
  fileUploaded,
  recordNumbers,
} from './fileJobRow';
import { billKindNames, type FileKind, toolKindNames } from './fileKindNames';
import { anyFiles, fileKinds } from './fileKinds';
import { anyTable, dryRun, leftRow, reading, tableErrors, templateQuery } from './fileReading';

const jobProblemSchema = object(() => ({
  code: z.custom<ErrorCode>(isMessageCode),
  params: z.record(z.string(), z.any()).optional(),
}));

/** Returns the problem of a job as {@link Problem}, for `explain`; undefined if there is none. */
export const jobProblem = (job: Pick<FileJob, 'problem'>): Problem | undefined =>
  jobProblemSchema.safeParse(job.problem).data;

/** True for a problem that a person resolves by a restart: until then the file waits. */
export const isQuestion = ({ code }: { readonly code: string }): boolean =>
  ['ENCODING_AMBIGUOUS', 'DATE_ORDER_AMBIGUOUS', 'DECIMAL_AMBIGUOUS'].includes(code);

const measure = object(() => ({
  parcels: z.int(),
  boxes: z.int(),
  lines: z.int(),
  /** Gross weight in kg. */
  weight: z.number(),
  /** Decimal string; null if the amounts are in several currencies. */
  value: z.string().nullable(),
  currency: z.string().nullable(),
}));

/** Changes that a file that replaces data would make, or made. Only the first few numbers of each. */
export const fileChanges = object(() => ({
  parcels: object(() => ({ added: z.int(), removed: z.int(), changed: z.int(), same: z.int() })),
  boxes: object(() => ({ added: z.int(), removed: z.int(), same: z.int() })),
  added: z.array(z.string()),
  removed: z.array(z.string()),
  changed: z.array(z.string()),
  before: measure,
  after: measure,
}));
export type FileChanges = z.output<typeof fileChanges>;

/** Returns the replaced data of a job; undefined for jobs that replace nothing. */
export const jobChanges = (job: Pick<FileJob, 'changes'>): FileChanges | undefined =>
  fileChanges.safeParse(job.changes).data;

/** True for files whose rows become records of their own. */
const makesRecords = (name: FileKind): boolean => ['whole', 'asked'].includes(fileKinds[name].mode);

/** A job without progress for this long (ms) may be started again. */
const STUCK_AFTER = 30 * 60_000;

/** Actions on a conversion, after domain.md 3.8. `start` is the worker's. */
export const fileJobMachine = machine<FileJob>()({
  name: 'fileJob',
  calls: {
    cancel: 'fileJob.cancel',
    restart: 'fileJob.restart',
    accept: 'fileJob.accept',
    delete: 'fileJob.remove',
    undo: 'fileJob.undo',
  },
  states: fileJobStates,
  stateOf: (job) => job.status,
  always: [],
  actions: {
    start: { from: ['unprocessed'], to: 'processing', permission: permit('bill.files.upload') },
    cancel: {
      from: ['unprocessed', 'processing'],
      to: 'computed',
      permission: permit('bill.files.upload'),
      inverse: 'restart',
    },
    restart: {
      from: ['failed', 'exception', 'processing', 'success'],
      to: 'unprocessed',
      permission: permit('bill.files.upload'),
      guards: [
        (job) =>
          job.status === 'processing' && Date.now() - Date.parse(job.startedAt ?? job.createdAt) < STUCK_AFTER
            ? problem('STATE_NOT_ALLOWED', { status: { state: ['fileJob', job.status] } })
            : undefined,
        // A file that created records cannot create them again.
        (job) =>
          makesRecords(job.kind) && job.appliedAt && !job.undoneAt ? problem('FILE_IN_PLACE') : undefined,
      ],
      inverse: 'cancel',
    },
    accept: {
      from: ['exception'],
      to: 'computed',
      permission: permit('bill.files.upload'),
      guards: [
        // The job waits for the answer given by a restart.
        (job) => {
          const waiting = jobProblem(job);
          return waiting && isQuestion(waiting) ? waiting : undefined;
        },
      ],
      tone: 'primary',
    },
    delete: {
      from: ['unprocessed', 'failed', 'exception', 'success'],
      to: 'gone',
      permission: permit('bill.files.upload'),
      guards: [
        (job) =>
          job.status !== 'failed' && job.appliedAt && !job.undoneAt ? problem('FILE_APPLIED') : undefined,
      ],
      tone: 'danger',
    },
    undo: {
      from: ['success', 'exception'],
      to: 'same',
      permission: permit('bill.files.undo'),
      guards: [
        (job) => (job.undoneAt ? problem('IMPORT_UNDONE') : undefined),
        (job) => (fileKinds[job.kind].undo ? undefined : problem('FILE_NO_UNDO')),
        (job) =>
          job.appliedAt
            ? undefined
            : problem('STATE_NOT_ALLOWED', { status: { state: ['fileJob', job.status] } }),
      ],
      tone: 'danger',
    },
  },
});
export type FileJobAction = keyof typeof fileJobMachine.actions;

/** Totals of the lines of a declaration file, by the system its parcels are declared in. */
export const declared = {
  agsLines: count(),
  agsParcels: count(),
  agsBoxes: count(),
  agsWeight: weight(),
  decoLines: count(),
  decoParcels: count(),
  decoBoxes: count(),
  decoWeight: weight(),
  totalLines: count(),
  totalParcels: count(),
  /** A box with parcels of both systems counts once. */
  totalBoxes: count(),
  totalWeight: weight(),
  totalValue: money(),
  currency: code(currencyCode),
  distinctHs6: count(),
  /** EUR 3 for each different HS6 of each DECO parcel. */
  itemDutyEstimate: money('dutyCurrency'),
  dutyCurrency: code(currencyCode),
  lockedIoss: count(),
  errorLines: count(),
};

/** Statistics of a declaration file, computed once at its conversion. */
export const fileStatisticRow = object(() => ({
  jobId: id(),
  /** Null for a file that belongs to no bill. */
  billId: id().nullable(),
  fileName: text(255),
  status: fileJobStatus,
  createdAt: dateTime(),
  ...declared,
}));
export type FileStatistic = z.output<typeof fileStatisticRow>;

/** Changes that a file of records would make, or made, to existing ones. */
const recordCounts = object(() => ({ records: object(() => recordNumbers) }));

/** Returns how many records a job added, changed and left unchanged; undefined for jobs of other files. */
export const jobRecords = (job: Pick<FileJob, 'changes'>) =>
  recordCounts.safeParse(job.changes).data?.records;

const madeRecord = object(() => ({ id: z.int(), number: z.string() }));
export type MadeRecord = z.output<typeof madeRecord>;
const madeRecords = object(() => ({ made: z.array(madeRecord) }));

/** Returns the records that a job created from several rows each; undefined for jobs of other files. */
export const jobMade = (job: Pick<FileJob, 'changes'>): readonly MadeRecord[] | undefined =>
  madeRecords.safeParse(job.changes).data?.made;

const one = strictObject(() => ({ id: id() }));
const ofBills = choice('fileKind', billKindNames);
// Permissions to enter; each kind has its own, checked again when the kind is known.
const view = anyFiles('view');
const send = anyFiles('send');

const query = listQuery(
  fileJobRow,
  ['kind', 'status', 'billId', 'billNo', 'fileName', 'createdAt', 'createdBy'],
  ['createdAt', 'fileName', 'finishedAt', 'size'],
);

/** Files that are converted: box and parcel data, weights, times, parcel states. */
export const fileJobApi = {
  upload: endpoint({
    method: 'POST',
    path: '/bill-lading/{id}/source-files',
    access: permit('bill.files.upload'),
    kind: 'upload',
    params: one,
    query: strictObject(() => ({ kind: ofBills, ...reading })),
    file: anyTable,
    answer: fileUploaded,
    errors: [...uploadErrors, 'FILE_CSV', 'FILE_SCOPE_MANY', 'BILL_REMOVED', 'BILL_ARCHIVED'],
    creates: true,
  }),
  uploadMany: endpoint({
    method: 'POST',
    path: '/bill-lading/import',
    access: send,
    kind: 'upload',
    query: strictObject(() => ({ kind: ofBills, dryRun, ...reading })),
    file: anyTable,
    answer: fileTaken,
    errors: [...uploadErrors, ...tableErrors, 'DATE_ORDER_AMBIGUOUS', 'DECIMAL_AMBIGUOUS', 'FILE_SCOPE_BILL'],
    creates: true,
  }),
  /** The template of a kind that is about bills or belongs to a tool; those of records are at their lists. */
  template: endpoint({
    method: 'GET',
    path: '/bill-lading/import/template',
    access: view,
    kind: 'blob',
    query: strictObject(() => ({
      kind: choice('fileKind', [...billKindNames, ...toolKindNames]),
      ...templateQuery,
    })),
    errors: ['FILE_CSV'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/import-jobs',
    access: view,
    query,
    answer: pageOf(fileJobRow),
  }),
  export: exportOf('/import-jobs', view, query, true),
  get: endpoint({
    method: 'GET',
    path: '/import-jobs/{id}',
    access: view,
    params: one,
    answer: fileJobRow,
    extension: true,
  }),
  issues: endpoint({
    method: 'GET',
    path: '/import-jobs/{id}/issues',
    access: view,
    params: one,
    query: strictObject(() => ({
      page: z.int().min(1).optional(),
      pageSize: z.int().min(1).max(500).optional(),
      level: z.enum(['error', 'warning']).optional(),
    })),
    answer: object(() => ({ list: z.array(fileIssue), total: z.int() })),
    extension: true,
  }),
  /**
   * Converts it again; `replace` confirms replacing the data of a successful one, `encoding` answers ENCODING_AMBIGUOUS,
   * `order` DATE_ORDER_AMBIGUOUS, `decimal` DECIMAL_AMBIGUOUS, `leave` lists rows that are not imported. Answers of earlier
   * restarts remain valid: rows are left out in addition to earlier ones.
   */
  restart: endpoint({
    method: 'POST',
    path: '/import-jobs/{id}/restart',
    access: send,
    params: one,
    body: strictObject(() => ({
      replace: z.boolean().default(false),
      encoding: reading.encoding,
      order: reading.order,
      decimal: reading.decimal,
      leave: z.array(leftRow).max(500).default([]),
    })),
    answer: fileJobRow,
    errors: ['STATE_NOT_ALLOWED', 'FILE_REPLACE', 'FILE_DATA_IN_USE', 'FILE_IN_PLACE'],
    extension: true,
  }),
  /** Confirms a pending decision: to replace data, or to leave the invalid rows out. */
  accept: endpoint({
    method: 'POST',
    path: '/import-jobs/{id}/accept',
    access: send,
    params: one,
    answer: fileJobRow,
    errors: [
      'STATE_NOT_ALLOWED',
      'ENCODING_AMBIGUOUS',
      'DATE_ORDER_AMBIGUOUS',
      'DECIMAL_AMBIGUOUS',
      'FILE_DATA_IN_USE',
      'BILL_REMOVED',
      'BILL_ARCHIVED',
    ],
    extension: true,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/import-jobs/{id}/cancel',
    access: send,
    params: one,
    answer: fileJobRow,
    errors: ['STATE_NOT_ALLOWED'],
    extension: true,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/import-jobs/{id}',
    access: send,
    params: one,
    errors: ['STATE_NOT_ALLOWED', 'FILE_APPLIED'],
    extension: true,
  }),
  /**
   * Undoes its changes; keeps, and lists, data changed since. If nothing is kept, the file whose data it replaced is
   * converted again; manual corrections of that data are not restored.
   */
  undo: endpoint({
    method: 'POST',
    path: '/import-jobs/{id}/undo',
    access: anyFiles('undo'),
    params: one,
    answer: object(() => ({
      undone: z.int(),
      kept: z.array(object(() => ({ number: z.string(), reason: z.string() }))),
      restored: fileJobRow.nullable(),
    })),
    errors: ['STATE_NOT_ALLOWED', 'IMPORT_UNDONE', 'FILE_NO_UNDO', 'BILL_REMOVED', 'BILL_ARCHIVED'],
    extension: true,
  }),
  file: endpoint({
    method: 'GET',
    path: '/import-jobs/{id}/file',
    access: view,
    kind: 'blob',
    params: one,
  }),
  /** The refused rows, with reasons in the last column; once corrected, it can be imported as it is. */
  errorFile: endpoint({
    method: 'GET',
    path: '/import-jobs/{id}/error-file',
    access: view,
    kind: 'blob',
    params: one,
    errors: ['FILE_NO_ERRORS'],
    extension: true,
  }),
  /** Statistics of the file; null if it is no declaration, or not read yet. */
  statistic: endpoint({
    method: 'GET',
    path: '/import-jobs/{id}/statistic',
    access: view,
    params: one,
    answer: fileStatisticRow.nullable(),
    extension: true,
  }),
  statistics: endpoint({
    method: 'GET',
    path: '/bill-lading/{id}/file-statistics',
    access: permit('bill.files.view'),
    params: one,
    answer: z.array(fileStatisticRow),
  }),
};

import * as z from 'zod';
import { endpoint } from '../endpoint';
import { type Problem, problem, uploadErrors } from '../errors';
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
  code: z.string(),
  params: z.record(z.string(), z.any()).optional(),
}));

/** The problem of a job as {@link Problem}, to be said by `explain`; undefined when there is none. */
export const jobProblem = (job: Pick<FileJob, 'problem'>) => jobProblemSchema.safeParse(job.problem).data;

/** True for a problem that a person answers by a restart: until then the file waits. */
export const isQuestion = ({ code }: { readonly code: string }): boolean =>
  ['ENCODING_ASKED', 'DATE_ORDER_ASKED', 'DECIMAL_ASKED'].includes(code);

const measure = object(() => ({
  parcels: z.int(),
  boxes: z.int(),
  lines: z.int(),
  /** Kilograms. */
  weight: z.number(),
  /** Decimal string; null when amounts of several currencies cannot be added. */
  value: z.string().nullable(),
  currency: z.string().nullable(),
}));

/** What a file that replaces data would change, or did. Numbers are a first few of each. */
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

/** What a job would replace, or did; undefined for jobs that replace nothing. */
export const jobChanges = (job: Pick<FileJob, 'changes'>): FileChanges | undefined =>
  fileChanges.safeParse(job.changes).data;

/** True for files whose rows are records of their own. */
const makesRecords = (name: FileKind): boolean => ['whole', 'asked'].includes(fileKinds[name].mode);

/** A job that shows no end for so long may be started again, milliseconds. */
const STUCK_AFTER = 30 * 60_000;

/** What may happen to a conversion, after domain.md 3.8. `start` is the worker's. */
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
        // What made records cannot make them again.
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
        // It waits for what a restart says.
        (job) => {
          const waiting = jobProblem(job);
          return waiting && isQuestion(waiting) ? (waiting as Problem) : undefined;
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

/** What the lines of a declaration file amount to, by the system its parcels are declared in. */
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

/** What a declaration file holds: counted once, when it is converted. */
export const fileStatisticRow = object(() => ({
  jobId: id(),
  /** None for a file that belongs to no bill. */
  billId: id().nullable(),
  fileName: text(255),
  status: fileJobStatus,
  createdAt: dateTime(),
  ...declared,
}));
export type FileStatistic = z.output<typeof fileStatisticRow>;

/** What a file of records would do, or did, to those that are there. */
const recordCounts = object(() => ({ records: object(() => recordNumbers) }));

/** How many records a job added, changed and left as they were; undefined for jobs of other files. */
export const jobRecords = (job: Pick<FileJob, 'changes'>) =>
  recordCounts.safeParse(job.changes).data?.records;

const madeRecord = object(() => ({ id: z.int(), number: z.string() }));
export type MadeRecord = z.output<typeof madeRecord>;
const madeRecords = object(() => ({ made: z.array(madeRecord) }));

/** The records that a job made of several rows each; undefined for jobs of other files. */
export const jobMade = (job: Pick<FileJob, 'changes'>): readonly MadeRecord[] | undefined =>
  madeRecords.safeParse(job.changes).data?.made;

const one = strictObject(() => ({ id: id() }));
const ofBills = choice('fileKind', billKindNames);
// Each kind asks for permissions of its own: what the door lets in is looked at again when the kind is known.
const view = anyFiles('view');
const send = anyFiles('send');

const query = listQuery(
  fileJobRow,
  ['kind', 'status', 'billId', 'billNo', 'fileName', 'createdAt', 'createdBy'],
  ['createdAt', 'fileName', 'finishedAt', 'size'],
);

/** Files that are converted: box and parcel data, weights, times, states of parcels. */
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
    errors: [...uploadErrors, ...tableErrors, 'DATE_ORDER_ASKED', 'DECIMAL_ASKED', 'FILE_SCOPE_BILL'],
    creates: true,
  }),
  /** The template of a kind that is about bills or is a tool's; those of records stand at their lists. */
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
   * Converts it again; `replace` confirms that what a successful one wrote is to be replaced, `encoding` answers
   * ENCODING_ASKED, `order` DATE_ORDER_ASKED, `decimal` DECIMAL_ASKED, `leave` names rows that are not imported. What was said at an earlier restart
   * still holds: rows are left out besides those.
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
  /** Says yes to what waits for a person: to replacing data, or to leaving the bad rows out. */
  accept: endpoint({
    method: 'POST',
    path: '/import-jobs/{id}/accept',
    access: send,
    params: one,
    answer: fileJobRow,
    errors: [
      'STATE_NOT_ALLOWED',
      'ENCODING_ASKED',
      'DATE_ORDER_ASKED',
      'DECIMAL_ASKED',
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
   * Takes back what it did; keeps, and names, what was changed since. The file whose data it replaced is converted again, when
   * nothing is kept: what was corrected by hand in that data does not come back with it.
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
  /** The rows that were refused, with a last column of reasons: mended, it is imported as it is. */
  errorFile: endpoint({
    method: 'GET',
    path: '/import-jobs/{id}/error-file',
    access: view,
    kind: 'blob',
    params: one,
    errors: ['FILE_NO_ERRORS'],
    extension: true,
  }),
  /** What the file holds; null for one that is no declaration, and until it is read. */
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

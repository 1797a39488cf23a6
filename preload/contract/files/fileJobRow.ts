import * as z from 'zod';
import { choice, count, dateTime, flag, id, json, size, stateOf, text } from '../fields';
import type { State } from '../machine';
import { recordFields } from '../resource';
import { object } from '../shape';
import { fileKindNames } from './fileKindNames';

/* Facts of a file and its conversion, without its actions: the desktop passes them on. */

/** States of a conversion, after domain.md 2.5. */
export const fileJobStates = {
  unprocessed: { rank: 10, tone: 'neutral' },
  processing: { rank: 20, tone: 'progress' },
  success: { rank: 30, tone: 'good' },
  failed: { rank: 40, tone: 'bad' },
  exception: { rank: 50, tone: 'warning' },
} as const satisfies Record<string, State>;

export const fileJobStatus = stateOf({ name: 'fileJob', states: fileJobStates });
export const fileKind = choice('fileKind', fileKindNames);

/** One file and its conversion: from the upload to the result. */
export const fileJobRow = object(() => ({
  ...recordFields,
  kind: fileKind,
  billId: id().nullable(),
  billNo: text(20).nullable(),
  batchNo: text(30).nullable(),
  fileName: text(255),
  size: size(),
  status: fileJobStatus,
  /** Progress in percent. */
  progress: count(0, 100),
  totalRows: count(),
  okRows: count(),
  errorRows: count(),
  warningRows: count(),
  startedAt: dateTime().nullable(),
  finishedAt: dateTime().nullable(),
  /** The reason for its outcome, parsed by `jobProblem`. */
  problem: json().nullable(),
  hasErrorFile: flag(),
  /** Name of the error file: a workbook, or a csv if there are too many rows for one. */
  errorFileName: text(255).nullable(),
  /** Data it would replace, or replaced, parsed by `jobChanges`. */
  changes: json().nullable(),
  /** When its rows were imported; null while it waits for a person, and if it was refused. */
  appliedAt: dateTime().nullable(),
  replacedJobId: id().nullable(),
  restartCount: count(),
  undoneAt: dateTime().nullable(),
}));
export type FileJob = z.output<typeof fileJobRow>;

/** An issue of a cell of the file, in the reader's language. */
export const fileIssue = object(() => ({
  /** Key of its sheet, from `importSheet`; empty for a file with a single sheet. */
  sheet: z.string(),
  /** Row number as in a spreadsheet, the header being 1. */
  row: z.int(),
  column: z.string(),
  header: z.string(),
  value: z.string(),
  code: z.string(),
  message: z.string(),
  level: z.enum(['error', 'warning']),
  /** Corrected text of the cell, if known. */
  expected: z.string().optional(),
}));
export type FileIssue = z.output<typeof fileIssue>;

/** The earlier job of the identical file. */
const sentBefore = object(() => ({ jobId: id(), at: z.string(), by: z.string() })).nullable();

/** Immediate response to an upload; the conversion continues in the background. */
export const fileUploaded = object(() => ({ job: fileJobRow, sentBefore }));

/** Number of records that a file adds, changes and leaves unchanged. */
export const recordNumbers = { added: z.int(), changed: z.int(), same: z.int() };

/** Some records that a file would change, each with its changed fields, in the reader's language. */
export const recordChanges = object(() => ({
  ...recordNumbers,
  /** In file order, at most {@link MOST_CHANGES}. */
  changes: z.array(
    object(() => ({
      row: z.int(),
      number: z.string(),
      fields: z.array(object(() => ({ field: z.string(), before: z.string(), after: z.string() }))),
    })),
  ),
}));
export type RecordChanges = z.output<typeof recordChanges>;
/** Most changed records listed one by one. */
export const MOST_CHANGES = 200;

/**
 * Result of a dry run: at most 1,000 errors and as many warnings, and for a file of records the changes to existing
 * ones.
 */
export const fileChecked = object(() => ({
  issues: z.array(fileIssue),
  sentBefore,
  records: recordChanges.nullable(),
}));

/** Response to a sent file: its job, or the findings of a dry run. */
export const fileTaken = z.union([fileUploaded, fileChecked]);
export type FileTaken = z.output<typeof fileTaken>;

import * as z from 'zod';
import { choice, count, dateTime, flag, id, json, size, stateOf, text } from '../fields';
import type { State } from '../machine';
import { recordFields } from '../resource';
import { object } from '../shape';
import { fileKindNames } from './fileKindNames';

/* What is told of a file and its conversion, apart from what may happen to it: the desktop hands it on. */

/** What a conversion goes through, after domain.md 2.5. */
export const fileJobStates = {
  unprocessed: { rank: 10, tone: 'neutral' },
  processing: { rank: 20, tone: 'progress' },
  success: { rank: 30, tone: 'good' },
  failed: { rank: 40, tone: 'bad' },
  exception: { rank: 50, tone: 'warning' },
} as const satisfies Record<string, State>;

export const fileJobStatus = stateOf({ name: 'fileJob', states: fileJobStates });
export const fileKind = choice('fileKind', fileKindNames);

/** One file and its conversion: from the upload to what came of it. */
export const fileJobRow = object(() => ({
  ...recordFields,
  kind: fileKind,
  billId: id().nullable(),
  billNo: text(20).nullable(),
  batchNo: text(30).nullable(),
  fileName: text(255),
  size: size(),
  status: fileJobStatus,
  /** Percent of the work that is done. */
  progress: count(0, 100),
  totalRows: count(),
  okRows: count(),
  errorRows: count(),
  warningRows: count(),
  startedAt: dateTime().nullable(),
  finishedAt: dateTime().nullable(),
  /** Why it ended as it did: `jobProblem` reads it. */
  problem: json().nullable(),
  hasErrorFile: flag(),
  /** Its name: a workbook, or a csv where there are too many rows for one. */
  errorFileName: text(255).nullable(),
  /** What it would replace, or did: `jobChanges` reads it. */
  changes: json().nullable(),
  /** When its rows went in; null while it waits for a person, and for what was refused. */
  appliedAt: dateTime().nullable(),
  replacedJobId: id().nullable(),
  restartCount: count(),
  undoneAt: dateTime().nullable(),
}));
export type FileJob = z.output<typeof fileJobRow>;

/** Something about a cell of the file, in the words of the reader. */
export const fileIssue = object(() => ({
  /** Key of the sheet it stands in, a word of `importSheet`; empty for a file that is one sheet. */
  sheet: z.string(),
  /** Row as a spreadsheet numbers it, the header being 1. */
  row: z.int(),
  column: z.string(),
  header: z.string(),
  value: z.string(),
  code: z.string(),
  message: z.string(),
  level: z.enum(['error', 'warning']),
  /** Text that corrects the cell, where there is one. */
  expected: z.string().optional(),
}));
export type FileIssue = z.output<typeof fileIssue>;

/** The earlier job of the very same file. */
const sentBefore = object(() => ({ jobId: id(), at: z.string(), by: z.string() })).nullable();

/** What an upload answers at once; the conversion goes on by itself. */
export const fileUploaded = object(() => ({ job: fileJobRow, sentBefore }));

/** How many records a file adds, changes and leaves as they are. */
export const recordNumbers = { added: z.int(), changed: z.int(), same: z.int() };

/** A few of the records that a file would change, each with the fields that change, in the words of the reader. */
export const recordChanges = object(() => ({
  ...recordNumbers,
  /** In the order of the file, no more of them than {@link MOST_CHANGES}. */
  changes: z.array(
    object(() => ({
      row: z.int(),
      number: z.string(),
      fields: z.array(object(() => ({ field: z.string(), before: z.string(), after: z.string() }))),
    })),
  ),
}));
export type RecordChanges = z.output<typeof recordChanges>;
/** Changed records that are shown one by one. */
export const MOST_CHANGES = 200;

/**
 * What is found in a file without converting it: at most 1,000 errors and as many warnings, and for a file of records
 * what it would do to those that are there.
 */
export const fileChecked = object(() => ({
  issues: z.array(fileIssue),
  sentBefore,
  records: recordChanges.nullable(),
}));

/** Answer to a file that was sent: its job, or the findings of a dry run. */
export const fileTaken = z.union([fileUploaded, fileChecked]);
export type FileTaken = z.output<typeof fileTaken>;

import * as z from 'zod';
import { fileChecked, fileIssue, fileJobRow, fileUploaded } from '../files/fileJobRow';
import { fileKindNames } from '../files/fileKindNames';
import { fixKinds } from '../importing/fixes';
import { extended, object, strictObject } from '../shape';
import { type DesktopGroup, done, pickedFile, procedure, token } from './procedure';

/** Reading options of a file: detected, or chosen by the user. */
export const readOptions = strictObject(() => ({
  encoding: z.string().max(20).optional(),
  separator: z.string().max(1).optional(),
  sheet: z.string().max(200).optional(),
  headerRow: z.int().min(1).max(1000).optional(),
  dateOrder: z.enum(['DMY', 'MDY', 'YMD']).optional(),
  decimal: z.enum(['point', 'comma']).optional(),
  hidden: z.enum(['take', 'leave']).optional(),
}));
export type ReadOptions = z.output<typeof readOptions>;

/** Names of files that main's worker can check. */
export const importName = z.enum(fileKindNames);

/** A problem as it crosses the bridge: each window translates it into its own language. */
const issue = object(() => ({ code: z.string(), params: z.record(z.string(), z.unknown()).optional() }));

/** One sheet of an import; most imports have one. */
const importPart = object(() => ({
  /** Key of the sheet; empty if the file has only one. */
  key: z.string(),
  headerRow: z.int(),
  headers: z.array(z.string()),
  /** Column key by header position; null where a header is ignored. */
  mapping: z.array(z.string().nullable()),
  /** The first rows as read, without the header. */
  sample: z.array(z.array(z.string())),
  rows: z.int(),
}));
export type ImportPart = z.output<typeof importPart>;

/** Date order and decimal sign of a file; null if nothing depends on it, `open` if the cells leave it ambiguous. */
const importJudged = object(() => ({
  dateOrder: z.enum(['DMY', 'MDY', 'YMD', 'open']).nullable(),
  /** Ambiguous dates, with the day that they are read as; null while the order is open. */
  dateExamples: z.array(object(() => ({ text: z.string(), day: z.string().nullable() }))),
  decimal: z.enum(['point', 'comma', 'open']).nullable(),
  /** Numbers that depend on the decimal sign, with their value; null while it is open. */
  numberExamples: z.array(object(() => ({ text: z.string(), value: z.string().nullable() }))),
}));
export type ImportJudged = z.output<typeof importJudged>;

/** Contents found in a file, before anything is checked. */
export const importSheet = extended(importJudged, () => ({
  session: z.string(),
  fileName: z.string(),
  size: z.int(),
  format: z.enum(['csv', 'xlsx', 'xls', 'ods', 'html', 'mhtml', 'xml']),
  encoding: z.string().nullable(),
  /** Candidates if the encoding is not certain, the likeliest first, with sample rows for a person to decide by. */
  asked: object(() => ({
    encodings: z.array(z.string()),
    rows: z.array(object(() => ({ number: z.int(), cells: z.array(z.string()) }))),
  })).nullable(),
  /** When the last file with these headers was sent, whose reading options this one reuses; null if none was. */
  known: z.string().nullable(),
  separator: z.string().nullable(),
  sheets: z.array(z.string()),
  /** Hidden sheets of the file: they are read only if selected. */
  hiddenSheets: z.array(z.string()),
  /** The sheet that was read; null if there is no choice. */
  sheet: z.string().nullable(),
  /** Handling of hidden rows, columns and sheets of a workbook; null if none is hidden. */
  hidden: z.enum(['take', 'leave']).nullable(),
  /** The sheets that were found, in the order of the import. */
  parts: z.array(importPart),
  /** Notices that block nothing: ignored columns, blank rows. `sheet` is the key of the sheet they are about. */
  notices: z.array(extended(issue, () => ({ sheet: z.string() }))),
}));
export type ImportSheet = z.output<typeof importSheet>;

/** Result of checking a file: the number of rows by the worst issue of each. */
const rowCounts = object(() => ({
  rows: z.int(),
  good: z.int(),
  warnings: z.int(),
  errors: z.int(),
  /** Rows left out: totals, and those that a person left out. */
  left: z.int(),
}));
/** Counts of all sheets together, and of each in their order. */
export const importCounts = extended(rowCounts, () => ({ parts: z.array(rowCounts) }));
export type ImportCounts = z.output<typeof importCounts>;
/** Result of sending a file: its job, or the values that a server without jobs returned. */
const importSent = object(() => ({
  job: fileJobRow.nullable(),
  sentBefore: fileUploaded.shape.sentBefore,
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
}));
export type ImportSent = z.output<typeof importSent>;

/** An issue of a cell: a problem by code, or a message from the API. */
const cellIssue = extended(issue, () => ({
  column: z.string(),
  level: z.enum(['error', 'warning']),
  message: z.string().optional(),
}));
/** One row of the checked grid. */
export const importRow = object(() => ({
  /** Row number as in a spreadsheet. */
  row: z.int(),
  /** Texts by mapped column, in the order of `columns`. */
  cells: z.array(z.string()),
  issues: z.array(cellIssue),
}));
export type ImportRow = z.output<typeof importRow>;
const session = z.string().max(64);
/** The chosen columns, by sheet. */
const mappings = z.array(z.array(z.string().nullable()).max(16_384)).max(10);
/** Index of a sheet within the import. */
const part = z.int().min(0).max(9).default(0);
const rowPlace = { part, row: z.int().min(1) };

/** Imports: the rows stay with main's worker, which returns windows of them, counts and edits. */
export const importing = {
  /** `session`: an optional name chosen by the caller, by which the reading can be followed and ended. */
  open: procedure(
    strictObject(() => ({ file: token, import: importName, session: z.uuid().optional() })),
    importSheet,
  ),
  reread: procedure(
    strictObject(() => ({ session, options: readOptions })),
    importSheet,
  ),
  /** Forgets how files with these headers were read before, and reads this one by its own content. */
  forget: procedure(
    strictObject(() => ({ session })),
    importSheet,
  ),
  /** Determines date order and decimal sign by the columns chosen for each sheet. */
  judge: procedure(
    strictObject(() => ({ session, mappings })),
    importJudged,
  ),
  /** Checks every cell by the columns chosen for each sheet. All required columns must be among them. */
  map: procedure(
    strictObject(() => ({ session, mappings })),
    importCounts,
  ),
  rows: procedure(
    strictObject(() => ({
      session,
      part,
      view: z.enum(['all', 'errors', 'warnings', 'left']),
      offset: z.int().min(0),
      limit: z.int().min(1).max(500),
    })),
    object(() => ({ total: z.int(), columns: z.array(z.string()), rows: z.array(importRow) })),
  ),
  edit: procedure(
    strictObject(() => ({
      session,
      part,
      row: z.int().min(1),
      column: z.string().max(60),
      value: z.string().max(10_000),
      /** True to change every other cell of the column with the same text as well. */
      everywhere: z.boolean(),
    })),
    object(() => ({ changed: z.int(), counts: importCounts })),
  ),
  /** Counts the other rows whose first text is the same. */
  alike: procedure(
    strictObject(() => ({ session, ...rowPlace })),
    z.int(),
  ),
  /** Leaves a row out or takes it in, alone or with all rows whose first text is the same. */
  leaveOut: procedure(
    strictObject(() => ({ session, ...rowPlace, left: z.boolean(), alike: z.boolean() })),
    object(() => ({ changed: z.int(), counts: importCounts })),
  ),
  /** Automatic corrections that fit the problems of the file, each with the number of its cells. */
  fixes: procedure(
    strictObject(() => ({ session })),
    z.array(object(() => ({ kind: z.enum(fixKinds), count: z.int() }))),
  ),
  /** Applies one of them to all its cells. */
  fix: procedure(
    strictObject(() => ({ session, kind: z.enum(fixKinds) })),
    object(() => ({ changed: z.int(), counts: importCounts })),
  ),
  /**
   * Asks the API (an upload endpoint, by name) about references and duplicates; its issues are added to those of the
   * file.
   */
  check: procedure(
    strictObject(() => ({ session, call: z.string().max(80), input: z.unknown() })),
    extended(fileChecked.omit({ issues: true }), () => ({
      counts: importCounts,
      /** False if the server cannot check a file without importing it: nothing was sent. */
      atServer: z.boolean(),
    })),
  ),
  /**
   * Sends the file to an upload endpoint that converts it: the original file with its reading options, or the
   * corrected rows with the same row numbers. `input` is the rest of the call's input.
   */
  submit: procedure(
    strictObject(() => ({
      session,
      call: z.string().max(80),
      input: z.unknown(),
      key: z.string().max(64),
    })),
    importSent,
  ),
  /** Replaces the issues found by the API with those that a conversion found in the sent file. */
  mark: procedure(
    strictObject(() => ({ session, issues: z.array(fileIssue).max(1000) })),
    importCounts,
  ),
  /** Saves the rows that have errors, with the reasons, ready to be corrected and imported again. */
  saveErrors: procedure(
    strictObject(() => ({ session, format: z.enum(['xlsx', 'csv']), name: z.string().max(200) })),
    pickedFile.nullable(),
  ),
  /** Cancels the worker's current task. */
  cancel: procedure(
    strictObject(() => ({ session })),
    done,
  ),
  /** Closes the import, whatever it is doing. */
  close: procedure(
    strictObject(() => ({ session })),
    done,
  ),
} as const satisfies DesktopGroup;

import type { Problem } from '@contract/errors';
import type { FileKind } from '@contract/files/fileKindNames';
import type { Encoding } from '@contract/importing/encodings';
import type { FixKind } from '@contract/importing/fixes';
import type { DecimalSign } from '@contract/importing/numberText';
import type { DateOrder } from '@contract/importing/timeText';
import type { Language } from '@contract/limits';
import type { Separator } from './csvScanner';
import type { Counts, ForeignIssue, ShownIssue, View } from './issues';
import type { JudgedFile, Match } from './match';
import type { TableFormat } from './tableType';

/** Opens a file for an import; replaces the one open before. */
export interface OpenRequest {
  readonly path: string;
  /** Name known to the user, with the extension that decides the type. */
  readonly name: string;
  /** Mark of the file when it was chosen; any other is FILE_CHANGED. */
  readonly mark?: string;
  readonly template: FileKind;
  /** Encoding set by the user if the file was misjudged. */
  readonly encoding?: Encoding;
  readonly separator?: Separator;
  readonly sheet?: string;
  /** True to skip hidden rows and columns, and hidden sheets of a workbook. */
  readonly leaveHidden?: boolean;
  /** Number of the header row; detected if absent. */
  readonly header?: number;
}

/** A row as shown in the preview. */
export interface PlainRow {
  /** Spreadsheet number, from 1. */
  readonly number: number;
  readonly cells: readonly string[];
}

/** One sheet of a file: its first rows, and how its columns match. */
export interface OpenedPart {
  /** Key of the sheet; empty for a file with a single sheet. */
  readonly key: string;
  /** Rows with content, the header included. */
  readonly rowCount: number;
  readonly columnCount: number;
  readonly head: readonly PlainRow[];
  readonly header: number;
  readonly match: Match;
}

/** Date order and decimal sign of a file, judged by all cells concerned; null if no cell depends on them. */
export interface JudgedFormats {
  readonly dates: JudgedFile | null;
  readonly decimals: Match['decimals'];
}

/** Properties found in a file. */
export interface OpenedFile {
  readonly type: TableFormat;
  readonly encoding?: Encoding;
  /** Possible encodings if uncertain, with rows by which the user decides. */
  readonly encodingChoice?: { readonly encodings: readonly Encoding[]; readonly rows: readonly PlainRow[] };
  readonly separator?: Separator;
  readonly sheets?: readonly string[];
  /** Hidden sheets, which are read only by name. */
  readonly hiddenSheets?: readonly string[];
  readonly sheet?: string;
  /** Size in bytes, and SHA-256. */
  readonly size: number;
  readonly hash: string;
  readonly judged: JudgedFormats;
  /** True for a file whose hidden rows, columns or sheets were read. */
  readonly hidden: boolean;
  /** Sheets of the import in its order; one for most imports. */
  readonly parts: readonly OpenedPart[];
}

/** How a sheet is read. */
export interface PartMapping {
  /** Template column (or null) of each column of the sheet; detected by headers if absent. */
  readonly mapping?: readonly (string | null)[];
  /** Number of the header row; the first row with content if absent. */
  readonly header?: number;
}

/** Judges dates and decimals of the open file. */
export interface JudgeRequest {
  /** Mappings of the sheets, in their order. */
  readonly parts?: readonly PartMapping[];
}

/** Checks the open file. */
export interface MapRequest extends JudgeRequest {
  /** Order of all dates; judged by the file if absent. */
  readonly order?: DateOrder;
  readonly decimal?: DecimalSign | 'open';
  /** Time zone by IATA code of the airport, as far as known here; the API adds the others. */
  readonly zones?: Readonly<Record<string, string>>;
  /** Time zone of times whose column names no airport. */
  readonly zone?: string;
  readonly language?: Language;
  /** Current time (ms since 1970): dates far from it get a warning. */
  readonly now?: number;
}

/** A kind of correction, and the number of cells that it changes. */
export interface Fix {
  readonly kind: FixKind;
  readonly count: number;
}

/** Numbers of rows by level, in all and for each sheet in order. */
export interface AllCounts extends Counts {
  readonly parts: readonly Counts[];
}

/** The outcome of a check. */
export interface CheckResult {
  readonly counts: AllCounts;
  readonly parts: readonly { readonly match: Match; readonly mapping: readonly (string | null)[] }[];
}

/** Index of a sheet; the first if absent. */
export interface InPart {
  readonly part?: number;
}

/** Requests a range of the rows of a view. */
export interface RowsRequest extends InPart {
  readonly view: View;
  readonly offset: number;
  /** Maximum 1,000. */
  readonly limit: number;
}

/** A checked row. */
export interface CheckedRow extends PlainRow {
  /** Columns of cells whose text is truncated here; `cell` returns the whole. */
  readonly cut: readonly number[];
  /** Columns of edited cells. */
  readonly edited: readonly number[];
  readonly issues: readonly ShownIssue[];
}

/** Rows of a view, and its total number. */
export interface Rows {
  readonly total: number;
  readonly rows: readonly CheckedRow[];
}

/** A cell of a sheet by its row's number and its column's index, from 0. */
export interface CellPlace extends InPart {
  readonly row: number;
  readonly column: number;
}

/** Changes the text of one cell. */
export interface EditRequest extends CellPlace {
  readonly text: string;
}

/** Replaces a text in all cells of a column of a sheet. */
export interface ReplaceRequest extends InPart {
  readonly column: number;
  readonly from: string;
  readonly to: string;
}

/** A row of a sheet by its number. */
export interface RowPlace extends InPart {
  readonly row: number;
}

/** Leaves a row out or takes it in, alone or with all rows that begin alike. */
export interface LeaveRequest extends RowPlace {
  readonly left: boolean;
  readonly alike: boolean;
}

/** Outcome of an edit. */
export interface EditResult {
  readonly counts: AllCounts;
  /** Number of cells with another text, or of rows left out or taken in. */
  readonly changed: number;
}

/** Replaces the issues that the API found, by the numbers of the file. */
export interface IssuesRequest {
  readonly issues: readonly ForeignIssue[];
}

/** Writes rows as csv for the API: template keys as header, unambiguous values, sheet names if there are several. */
export interface WriteCsvRequest {
  readonly path: string;
}

/** Writes the rows in their present state, with a last column of reasons, to be corrected elsewhere and reimported. */
export interface WriteErrorsRequest {
  readonly path: string;
  readonly format: 'xlsx' | 'csv';
  /** Rows with an error, or all, for an import that replaces existing records. */
  readonly rows: 'errors' | 'all';
  readonly language: Language;
}

/** Size of the written file. */
export interface WrittenSize {
  readonly rows: number;
  readonly bytes: number;
}

/** Operations of the worker: each request and its response. */
export interface Operations {
  open: [OpenRequest, OpenedFile];
  judge: [JudgeRequest, JudgedFormats];
  map: [MapRequest, CheckResult];
  rows: [RowsRequest, Rows];
  cell: [CellPlace, string];
  edit: [EditRequest, EditResult];
  replace: [ReplaceRequest, EditResult];
  /** Number of other rows that begin alike. */
  alike: [RowPlace, number];
  leaveOut: [LeaveRequest, EditResult];
  /** Corrections available in the sheets. */
  fixes: [null, readonly Fix[]];
  /** Applies all corrections of a kind. */
  fix: [{ readonly kind: FixKind }, EditResult];
  setIssues: [IssuesRequest, { counts: AllCounts }];
  writeCsv: [WriteCsvRequest, WrittenSize];
  writeErrors: [WriteErrorsRequest, WrittenSize];
}
export type Operation = keyof Operations;

/** Progress of the work. */
export interface TabularProgress {
  readonly phase: 'read' | 'parse' | 'check' | 'write';
  readonly rows: number;
  readonly bytes: number;
  /** Bytes of the file, or 0 while unknown. */
  readonly total: number;
}

/** Message to the worker. */
export interface ToWorker {
  readonly id: number;
  readonly operation: Operation;
  readonly input: unknown;
}

/** Message from the worker: a result, a failure, or progress of the request. */
export type FromWorker =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly failed: Problem; readonly detail?: string }
  | { readonly id: number; readonly progress: TabularProgress };

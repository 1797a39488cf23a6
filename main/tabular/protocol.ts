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

/** Opens a file for an import; what was open before is gone. */
export interface OpenRequest {
  readonly path: string;
  /** The name the user knows, whose extension counts. */
  readonly name: string;
  /** Of the file as it was chosen; FILE_CHANGED for any other. */
  readonly mark?: string;
  readonly template: FileKind;
  /** Chosen where the file was misjudged. */
  readonly encoding?: Encoding;
  readonly separator?: Separator;
  readonly sheet?: string;
  /** True to leave out the rows and columns that are hidden, and the sheets of a book. */
  readonly leaveHidden?: boolean;
  /** Number of the header row; found where absent. */
  readonly header?: number;
}

/** A row as shown. */
export interface PlainRow {
  /** As a spreadsheet numbers it, from 1. */
  readonly number: number;
  readonly cells: readonly string[];
}

/** One sheet of a file: its first rows, and how its columns match. */
export interface OpenedPart {
  /** Key of the sheet; empty for a file that is one sheet. */
  readonly key: string;
  /** Rows that hold something, the header included. */
  readonly rowCount: number;
  readonly columnCount: number;
  readonly head: readonly PlainRow[];
  readonly header: number;
  readonly match: Match;
}

/** Order of dates and decimal sign of a file, each by all cells of the columns that have them; null where nothing depends on it. */
export interface Judged {
  readonly dates: JudgedFile | null;
  readonly decimals: Match['decimals'];
}

/** What a file was found to be. */
export interface Opened {
  readonly type: TableFormat;
  readonly encoding?: Encoding;
  /** Encodings that it may be, where that is not certain, and rows by which a person tells. */
  readonly asked?: { readonly encodings: readonly Encoding[]; readonly rows: readonly PlainRow[] };
  readonly separator?: Separator;
  readonly sheets?: readonly string[];
  /** Sheets that are read by their name alone. */
  readonly hiddenSheets?: readonly string[];
  readonly sheet?: string;
  /** Bytes, and SHA-256 of them. */
  readonly size: number;
  readonly hash: string;
  readonly judged: Judged;
  /** True for a file in which rows, columns or sheets of a book are hidden, that were read all the same. */
  readonly hidden: boolean;
  /** The sheets that the import has, in its order; one for most. */
  readonly parts: readonly OpenedPart[];
}

/** How a sheet is read. */
export interface PartMapping {
  /** The template's column (or null) of each column of the sheet; the one found by headers when absent. */
  readonly mapping?: readonly (string | null)[];
  /** Number of the header row; the first row that holds something when absent. */
  readonly header?: number;
}

/** The columns of the open file. */
export interface JudgeRequest {
  /** Of each sheet, in their order. */
  readonly parts?: readonly PartMapping[];
}

/** Checks the open file. */
export interface MapRequest extends JudgeRequest {
  /** Of all dates; judged by the file where absent. */
  readonly order?: DateOrder;
  readonly decimal?: DecimalSign | 'open';
  /** Time zone by IATA code of the airport, as far as known here; the API completes the others. */
  readonly zones?: Readonly<Record<string, string>>;
  /** The clock of times whose column names no airport. */
  readonly zone?: string;
  readonly language?: Language;
  /** Now, in ms since 1970: dates far from it are odd. */
  readonly now?: number;
}

/** A correction, and the cells that it changes. */
export interface Fix {
  readonly kind: FixKind;
  readonly count: number;
}

/** How all rows stand, and those of each sheet in their order. */
export interface AllCounts extends Counts {
  readonly parts: readonly Counts[];
}

/** The outcome of a check. */
export interface Mapped {
  readonly counts: AllCounts;
  readonly parts: readonly { readonly match: Match; readonly mapping: readonly (string | null)[] }[];
}

/** One of the sheets by its place; the first when absent. */
export interface InPart {
  readonly part?: number;
}

/** A stretch of the rows of a view. */
export interface RowsRequest extends InPart {
  readonly view: View;
  readonly offset: number;
  /** At most 1,000. */
  readonly limit: number;
}

/** A checked row. */
export interface CheckedRow extends PlainRow {
  /** Places of cells whose text is cut here; `cell` gives the whole. */
  readonly cut: readonly number[];
  /** Places of cells that were edited. */
  readonly edited: readonly number[];
  readonly issues: readonly ShownIssue[];
}

/** Rows of a view, and how many it has. */
export interface Rows {
  readonly total: number;
  readonly rows: readonly CheckedRow[];
}

/** A cell of a sheet by the number of its row and the place of its column, from 0. */
export interface CellPlace extends InPart {
  readonly row: number;
  readonly column: number;
}

/** Puts a text into one cell. */
export interface EditRequest extends CellPlace {
  readonly text: string;
}

/** Puts a text into all cells of a column of a sheet that hold another one. */
export interface ReplaceRequest extends InPart {
  readonly column: number;
  readonly from: string;
  readonly to: string;
}

/** A row of a sheet by its number. */
export interface RowPlace extends InPart {
  readonly row: number;
}

/** Leaves a row out or takes it in, alone or with all that begin as it does. */
export interface LeaveRequest extends RowPlace {
  readonly left: boolean;
  readonly alike: boolean;
}

/** What an edit changed. */
export interface Edited {
  readonly counts: AllCounts;
  /** Cells that have another text now, or rows that are left out or taken in. */
  readonly changed: number;
}

/** Takes what the API found, by the numbers of the file, in place of what it found before. */
export interface IssuesRequest {
  readonly issues: readonly ForeignIssue[];
}

/** Writes the rows as a csv for the API: the template's keys as header, every value in a form that reads in one way; rows of several sheets with the name of theirs. */
export interface WriteCsvRequest {
  readonly path: string;
}

/** Writes the rows as they stand, with a last column of reasons: to be mended elsewhere and imported again. */
export interface WriteErrorsRequest {
  readonly path: string;
  readonly format: 'xlsx' | 'csv';
  /** Those with an error, or all, for an import that replaces what was there. */
  readonly rows: 'errors' | 'all';
  readonly language: Language;
}

/** What was written. */
export interface Written {
  readonly rows: number;
  readonly bytes: number;
}

/** What the worker can do: each request and its answer. */
export interface Operations {
  open: [OpenRequest, Opened];
  judge: [JudgeRequest, Judged];
  map: [MapRequest, Mapped];
  rows: [RowsRequest, Rows];
  cell: [CellPlace, string];
  edit: [EditRequest, Edited];
  replace: [ReplaceRequest, Edited];
  /** How many other rows begin as one does. */
  alike: [RowPlace, number];
  leaveOut: [LeaveRequest, Edited];
  /** Corrections that the sheets have. */
  fixes: [null, readonly Fix[]];
  /** Makes one of them in all cells. */
  fix: [{ readonly kind: FixKind }, Edited];
  setIssues: [IssuesRequest, { counts: AllCounts }];
  writeCsv: [WriteCsvRequest, Written];
  writeErrors: [WriteErrorsRequest, Written];
}
export type Operation = keyof Operations;

/** How far the work is. */
export interface TabularProgress {
  readonly phase: 'read' | 'parse' | 'check' | 'write';
  readonly rows: number;
  readonly bytes: number;
  /** Bytes of the file, or of nothing while it is not known. */
  readonly total: number;
}

/** What goes to the worker. */
export interface ToWorker {
  readonly id: number;
  readonly operation: Operation;
  readonly input: unknown;
}

/** What comes back: an answer, a failure, or progress of the request. */
export type FromWorker =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly failed: Problem; readonly detail?: string }
  | { readonly id: number; readonly progress: TabularProgress };

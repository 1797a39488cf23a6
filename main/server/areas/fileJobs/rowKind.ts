import type { Problem } from '@contract/errors';
import type { RecordChanges } from '@contract/files/fileJobRow';
import type { FileContext } from '@contract/importing/readRow';
import type { ImportTemplate, RowValues } from '@contract/importing/template';
import type { CheckedTable } from '../../../tabular/check';
import type { ForeignIssue } from '../../../tabular/issues';
import type { Context } from '../../core/context';
import type { Reader } from '../../store/open';
import type { AsideRule } from './aside';
import type { Conversion } from './conversion';

/** A row without problems of its own. */
export interface FileRow {
  /** Row number as in a spreadsheet. */
  readonly row: number;
  readonly values: RowValues;
  /** Times without a time zone in the file, `YYYY-MM-DDTHH:mm:ss` by column key. */
  readonly walls: Readonly<Record<string, string>>;
  /** Template columns present in the file. */
  readonly given: ReadonlySet<string>;
}

/** A change that a row made to a record, so that it can be undone. */
export interface Effect {
  /** Name of the change, chosen by the kind. */
  readonly what: string;
  readonly recordId: number;
  readonly before: unknown;
  readonly after: unknown;
}

/** Result of a row: nothing to report, or why it was refused. */
export interface Outcome {
  /** Column of the template; empty for the row as a whole. */
  readonly column?: string;
  readonly problem?: Problem;
  /** In place of a problem: code and text in the uploader's language. */
  readonly text?: { readonly code: string; readonly message: string };
  readonly effects?: readonly Effect[];
}

/** Limits what messages about rows may name of existing records. */
export interface CheckScope {
  /** The job whose own records are left out; null for a dry run. */
  readonly own: number | null;
  /**
   * Warehouses visible to the uploader, empty for all. Of records elsewhere a row learns only that a number is taken, as
   * manual entry does.
   */
  readonly warehouseIds: readonly number[];
}

/** A kind of file whose good rows are imported and whose bad rows are returned. */
export interface RowKind {
  readonly template: ImportTemplate;
  /** Rows of one transaction, few enough to block other writers only for a moment. */
  readonly chunk: number;
  /** Column of each refused field, where the names differ. */
  readonly columns?: Readonly<Record<string, string>>;
  /** Context that the cells need to be read. */
  readonly context?: (db: Reader) => Promise<FileContext>;
  /** Problems that existing records raise against rows. The reader shows the records of all warehouses. */
  readonly foreign?: (db: Reader, checked: CheckedTable, scope: CheckScope) => Promise<ForeignIssue[]>;
  /** Imports the rows of one transaction; returns by row number the results worth reporting. */
  readonly apply: (
    context: Context,
    rows: readonly FileRow[],
    conversion: Conversion,
  ) => Promise<ReadonlyMap<number, Outcome>>;
  /**
   * Rule for first writing the rows of a transaction to a copy, while others write to the data; absent if impossible.
   */
  readonly aside?: AsideRule;
  /** In place of `foreign`: result of writing a file's good rows, which is rolled back. */
  readonly rehearse?: (
    context: Context,
    checked: CheckedTable,
    beat: (part: number) => void,
  ) => Promise<Rehearsal>;
  /** Changes to store with the job; `ok` is the number of imported rows. */
  readonly changes?: (context: Context, conversion: Conversion, ok: number) => Promise<object>;
  /** Remark worth reporting about an imported file. */
  readonly verdict?: (context: Context, conversion: Conversion) => Promise<Problem | undefined>;
}

/** Effect that a file would have on existing records. */
export interface Rehearsal {
  readonly issues: readonly ForeignIssue[];
  readonly records: RecordChanges;
}

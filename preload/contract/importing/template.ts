import type * as z from 'zod';
import type { Problem } from '../errors';
import { type FieldMeta, metaOf } from '../fields';
import { MAX_ROWS, MAX_UPLOAD } from '../limits';

/** One column of an import file. Its check, the template's cell format and its explanation follow from the field kind. */
export interface ImportColumn {
  readonly key: string;
  /** Header in each language; case and blanks do not count. */
  readonly en: string;
  readonly cn: string;
  /** Other headers that partners write. */
  readonly aliases?: readonly string[];
  readonly field: z.ZodType;
  readonly required: boolean;
  /** For an instant: the column that names the airport whose clock the file is written in. */
  readonly zoneOf?: string;
  /** For an instant: a day alone means midnight there. Otherwise it is an error, since midnight would be a guess. */
  readonly timeOptional?: boolean;
  /** The word {@link CLEAR} in a cell empties what is there; it is then the cell's value. */
  readonly clearable?: boolean;
  /** For a choice or state: what partners write for its values besides the value and its labels. */
  readonly also?: Readonly<Record<string, readonly string[]>>;
  /** The cells of the template's example rows. */
  readonly examples: readonly [string, string, string];
}

/** What a cell says to empty a field; an empty cell leaves it as it is. */
export const CLEAR = 'CLEAR';

/** A value read from a cell: what the contract's schemas work with. */
export type CellValue = string | number | boolean | readonly string[] | null;
/** The values of one row by column key. */
export type RowValues = Readonly<Record<string, CellValue>>;

/** Something about a row, at one of its columns. Errors block, warnings are shown. */
export interface RowIssue {
  readonly column: string;
  readonly level: 'error' | 'warning';
  readonly problem: Problem;
}

/** An {@link RowIssue} of one of several rows: `index` is its place among them. */
export interface GroupIssue extends RowIssue {
  readonly index: number;
}

/** A check of rows that belong together, as the lines of a parcel. */
export interface GroupCheck {
  /** Columns whose values together name the group; a row in which one is empty or wrong belongs to none. */
  readonly by: readonly string[];
  /** Columns that the check looks at: the others may be absent from its rows. */
  readonly uses: readonly string[];
  /** Smaller groups are not checked; 1 when absent. */
  readonly atLeast?: number;
  /** `rows` in the order of the file, `number` of each as a spreadsheet has it. Must depend on nothing else. */
  readonly check: (rows: readonly RowValues[], number: (index: number) => number) => readonly GroupIssue[];
}

/** An import: which file it takes and what its rows must satisfy. */
export interface ImportTemplate {
  readonly name: string;
  readonly columns: readonly ImportColumn[];
  /** Columns that together may stand only once in a file. */
  readonly unique: readonly string[];
  /** Checks that need several columns of a row. */
  readonly row: (values: RowValues) => readonly RowIssue[];
  /** Checks that need several rows. */
  readonly groups?: readonly GroupCheck[];
  /** Columns that hold one value in the whole file: rows that differ from most are wrong. */
  readonly sameInFile?: readonly string[];
  readonly maxRows: number;
  /** Bytes of the file. */
  readonly maxSize: number;
  readonly types: readonly ('csv' | 'xlsx' | 'xls')[];
}

/** Declares an import; throws when a column holds what no cell can, or a check names a column that is not there. */
export function importTemplate(
  declared: Omit<ImportTemplate, 'maxRows' | 'maxSize' | 'types'> & Partial<ImportTemplate>,
): ImportTemplate {
  const { columns, unique, groups = [], sameInFile = [] } = declared;
  for (const { key, field, also = {} } of columns) {
    const meta: FieldMeta = metaOf(field);
    if (
      ['json', 'refs', 'approvalSteps', 'chargeSteps', 'lines', 'totals', 'table', 'block'].includes(
        meta.kind,
      )
    )
      throw new Error(`column ${key} cannot be read from a file`);
    const values = 'values' in meta ? meta.values : [];
    for (const value of Object.keys(also)) {
      if (!values.includes(value)) throw new Error(`column ${key} has no value ${value}`);
    }
  }
  const known = new Set(columns.map(({ key }) => key));
  const clocks = columns.flatMap(({ zoneOf }) => zoneOf ?? []);
  const named = [...unique, ...sameInFile, ...groups.flatMap(({ by, uses }) => [...by, ...uses]), ...clocks];
  for (const key of named) if (!known.has(key)) throw new Error(`there is no column ${key}`);
  return { maxRows: MAX_ROWS.other, maxSize: MAX_UPLOAD, types: ['xlsx', 'xls', 'csv'], ...declared };
}

/** A header as it is compared: case, blanks, punctuation and a unit in brackets do not count. */
export function headerKey(header: string): string {
  return header
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_\-./*:：（()）]/g, '');
}

/** Which column of the template each header of a file means; undefined where none does. */
export function matchHeaders(template: ImportTemplate, headers: readonly string[]): (string | undefined)[] {
  const known = new Map<string, string>();
  for (const { key, en, cn, aliases = [] } of template.columns) {
    for (const name of [key, en, cn, ...aliases]) known.set(headerKey(name), key);
  }
  const taken = new Set<string>();
  return headers.map((header) => {
    const key = known.get(headerKey(header));
    if (key === undefined || taken.has(key)) return undefined;
    taken.add(key);
    return key;
  });
}

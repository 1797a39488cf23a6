import { problem } from '@contract/errors';
import { type FileContext, type RowRead, type RowReader, rowReader } from '@contract/importing/readRow';
import type { ImportTemplate, RowIssue } from '@contract/importing/template';
import type { RowCursor } from './rowCursor';
import type { CellMark, TextTable } from './table';

/** Settings by which the rows of a table are read. */
interface ReadBy {
  readonly template: ImportTemplate;
  /** The template column of each column of the file; null for none. */
  readonly mapping: readonly (string | null | undefined)[];
  /** Index of the header row. */
  readonly header: number;
  readonly context: FileContext;
}

/** Reads the rows of a table by a template, with the problems that the file's reader found in its cells. */
export class RowReading {
  /** Mapped columns of the file: index and key. */
  readonly places: readonly (readonly [number, string])[];
  /** Index of the file's column for each template key. */
  readonly placeOf: ReadonlyMap<string, number>;
  readonly #table: TextTable;
  readonly #by: ReadBy;
  readonly #read: RowReader;
  readonly #cursor: RowCursor;
  readonly #mapped: readonly number[];

  constructor(table: TextTable, by: ReadBy) {
    const { template, mapping, context } = by;
    this.#table = table;
    this.#by = by;
    this.#cursor = table.cursor();
    this.#read = rowReader(template, mapping, table.unbroken ? { ...context, unbroken: true } : context);
    this.places = [...mapping.entries()].flatMap(([at, key]) => (key ? [[at, key] as const] : []));
    this.#mapped = this.places.map(([at]) => at);
    // Reversed, so that of two columns mapped to the same key the first one counts, as it does for the reader.
    this.placeOf = new Map(this.places.toReversed().map(([at, key]) => [key, at]));
  }

  /** Reads a row; problems that the file's reader found in a cell replace those of its text. */
  read(row: number): RowRead {
    const read = this.#read(this.#cursor.cells(row, this.#mapped));
    const found = this.#table.unmarked && !this.#table.separated ? undefined : this.#markedCells(row);
    if (!found) return read;
    const columns = new Set(found.map(({ column }) => column));
    return { ...read, issues: [...found, ...read.issues.filter(({ column }) => !columns.has(column))] };
  }

  #markedCells(row: number): RowIssue[] | undefined {
    const table = this.#table;
    let found: RowIssue[] | undefined;
    const expected = table.width(this.#by.header);
    if (table.separated && table.width(row) > expected && this.#overflows(row, expected)) {
      const params = { actual: table.width(row), expected };
      found = [{ column: '', level: 'error', problem: problem('ROW_CELLS', params) }];
    }
    if (table.unmarked) return found;
    for (const [at, column] of this.places) {
      const mark = table.mark(row, at);
      if (!mark || mark === 'computed') continue;
      found ??= [];
      found.push({ column, ...this.#markIssue(mark, column, table.text(row, at)) });
    }
    return found;
  }

  #overflows(row: number, from: number): boolean {
    for (let column = from; column < this.#table.width(row); column++) {
      if (this.#table.text(row, column).trim() !== '') return true;
    }
    return false;
  }

  /** Issue for a mark of the reader: a formula without its result reads as empty in an optional column. */
  #markIssue(mark: Exclude<CellMark, 'computed'>, column: string, value: string): Omit<RowIssue, 'column'> {
    if (mark !== 'formula')
      return {
        level: 'error',
        problem: mark === 'merged' ? problem('CELL_MERGED') : problem('CELL_ERROR', { value }),
      };
    const required = this.#by.template.columns.some((one) => one.key === column && one.required);
    return required
      ? { level: 'error', problem: problem('CELL_FORMULA') }
      : { level: 'warning', problem: problem('CELL_FORMULA_EMPTY') };
  }

  /** True for a row in which the file's reader found a cell without a valid value. */
  isMarked(row: number): boolean {
    return this.#markedCells(row)?.some(({ column, level }) => column !== '' && level === 'error') ?? false;
  }

  /** Returns the values of some columns, by row, without the checks between columns. */
  sourceOf(keys: readonly string[]) {
    const { template, mapping, context } = this.#by;
    const wanted = new Set(keys);
    const columns = template.columns.filter(({ key }) => wanted.has(key));
    const read = rowReader({ ...template, columns, row: () => [] }, mapping, context);
    const places = this.places.flatMap(([at, key]) => (wanted.has(key) ? [at] : []));
    return {
      values: (row: number) => read(this.#cursor.cells(row, places)).values,
      number: (row: number) => this.#table.number(row),
    };
  }
}

import { cellText } from '@contract/importing/csvText';
import type { Block, RowIndex, TextTable } from './table';

/** Reads the cells of whole rows from a table: values common to a row are looked up once. */
export class RowCursor {
  readonly #table: TextTable;
  readonly #rows: RowIndex;
  readonly #blocks: readonly Block[];
  readonly #edits: ReadonlyMap<number, string>;
  readonly #cells: string[];

  constructor(
    table: TextTable,
    rows: RowIndex,
    blocks: readonly Block[],
    edits: ReadonlyMap<number, string>,
  ) {
    this.#table = table;
    this.#rows = rows;
    this.#blocks = blocks;
    this.#edits = edits;
    this.#cells = Array.from({ length: table.columnCount }, () => '');
  }

  /** Texts of some columns of a row, as {@link TextTable.text}; valid until the next call. */
  cells(row: number, columns: readonly number[]): readonly string[] {
    const cells = this.#cells;
    if (this.#edits.size > 0) {
      for (const column of columns) cells[column] = this.#table.text(row, column);
      return cells;
    }
    const { block, first, width } = this.#rows;
    const found = this.#blocks[block[row] ?? 0];
    if (!found) return cells;
    const { text, starts } = found;
    const from = first[row] ?? 0;
    const present = width[row] ?? 0;
    const { separated } = this.#table;
    for (const column of columns) {
      if (column >= present) {
        cells[column] = '';
        continue;
      }
      const start = starts[from + column] ?? 0;
      const end = (starts[from + column + 1] ?? 0) - 1;
      cells[column] = separated ? cellText(text, start, end) : text.slice(start, end);
    }
    return cells;
  }
}

import { cellText } from '@contract/importing/csvText';
import { MAX_COLUMNS, MAX_USED_COLUMNS, TABLE_CELLS, TABLE_TEXT, ZIP } from './caps';
import { RowCursor } from './rowCursor';
import { tabularError } from './tabularError';

/**
 * A reader's mark of a cell: a formula without its result (`formula`) or with it (`computed`), an empty part of a
 * merged cell, or an error.
 */
export type CellMark = 'formula' | 'computed' | 'merged' | 'error';

/** Text of many cells, each followed by one separating character; `starts` are the cells' positions. */
export interface Block {
  readonly text: string;
  readonly starts: Uint32Array;
}

/** Consecutive rows, both ends included, by spreadsheet number. */
export interface RowRange {
  readonly from: number;
  readonly to: number;
}

/** Combines ascending numbers to ranges. */
export function rangesOf(numbers: readonly number[]): RowRange[] {
  const ranges: { from: number; to: number }[] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last?.to === number - 1) last.to = number;
    else ranges.push({ from: number, to: number });
  }
  return ranges;
}

const FLUSH = 256 * 1024;
const cellKey = (row: number, column: number) => row * MAX_COLUMNS + column;

/**
 * The cells of a file as text, whatever its format. Blank rows are not stored, so a row has both an index here and a
 * number in the spreadsheet. Two million cells cost their text and nine bytes each.
 */
export class TextTable {
  /** Number of rows with content, the header included. */
  readonly rowCount: number;
  /** Number of columns up to the last one with content. */
  readonly columnCount: number;
  /** Blank rows between those with content. */
  readonly blankRows: readonly RowRange[];
  /** True for csv: a separator that should have been quoted makes a row longer than the header. */
  readonly separated: boolean;
  /** True if numbers are texts, as in a csv: their decimal sign is uncertain. */
  readonly written: boolean;
  /** Separator of the cells of a csv. */
  readonly separator: string | undefined;
  readonly #rows: RowIndex;
  readonly #blocks: readonly Block[];
  /** Rows with content that a filter or the user has hidden. */
  readonly hiddenRows: readonly RowRange[];
  /** Hidden columns with content, from 0. */
  readonly hiddenColumns: readonly number[];
  /** True if no text of the file can have lost or doubly encoded letters. */
  readonly unbroken: boolean;
  readonly #marks: Map<number, CellMark>;
  readonly #edits = new Map<number, string>();
  readonly #left = new Map<number, boolean>();
  /** Cells that received the text of their merged cell. */
  readonly #filled = new Set<number>();

  constructor(parts: TableParts) {
    this.#rows = parts.rows;
    this.#blocks = parts.blocks;
    this.separated = parts.separated;
    this.separator = parts.separator;
    this.written = parts.written;
    this.unbroken = parts.unbroken;
    this.#marks = parts.marks;
    this.rowCount = parts.rows.count;
    this.columnCount = parts.columnCount;
    this.blankRows = parts.blankRows;
    this.hiddenRows = parts.hiddenRows;
    this.hiddenColumns = parts.hiddenColumns;
  }

  /** Spreadsheet number of a row, from 1. */
  number(row: number): number {
    return this.#rows.number[row] ?? 0;
  }

  /** Index of the row with a number; undefined if there is none. */
  rowOf(number: number): number | undefined {
    const row = this.#rows.atOrAfter(number);
    return row < this.rowCount && this.number(row) === number ? row : undefined;
  }

  /** Number of cells in a row of the file, trailing empty ones included. */
  width(row: number): number {
    return this.#rows.width[row] ?? 0;
  }

  /** Current text of a cell; empty beyond the row's end. */
  text(row: number, column: number): string {
    if (this.#edits.size > 0) {
      const edited = this.#edits.get(cellKey(row, column));
      if (edited !== undefined) return edited;
    }
    return this.original(row, column);
  }

  /** Text of a cell in the file. */
  original(row: number, column: number): string {
    const { block, first, width } = this.#rows;
    if (column >= (width[row] ?? 0)) return '';
    const found = this.#blocks[block[row] ?? 0];
    if (!found) return '';
    const { text, starts } = found;
    const at = (first[row] ?? 0) + column;
    const start = starts[at] ?? 0;
    const end = (starts[at + 1] ?? 0) - 1;
    return this.separated ? cellText(text, start, end) : text.slice(start, end);
  }

  /** Leaves a row out, or takes in one that would be left out. */
  leaveOut(row: number, left: boolean): void {
    this.#left.set(row, left);
  }

  /** True for a row the user left out, false for one they took in, undefined if they did neither. */
  isLeftOut(row: number): boolean | undefined {
    return this.#left.size === 0 ? undefined : this.#left.get(row);
  }

  /** Replaces the text of a cell; the original is kept. */
  edit(row: number, column: number, text: string): void {
    const key = cellKey(row, column);
    if (text === this.original(row, column) && !this.#marks.has(key)) this.#edits.delete(key);
    else this.#edits.set(key, text);
    this.#filled.delete(key);
  }

  /**
   * Reads a merged cell: its text is put into the first column of each of its rows, the other cells are empty. Rows are
   * spreadsheet numbers, columns count from 0.
   */
  mergeCells(from: number, to: number, left: number, right: number): void {
    const top = this.rowOf(from);
    const text = top === undefined ? '' : this.original(top, left);
    const last = Math.min(right, this.columnCount - 1);
    if (left > last || (text === '' && left === last)) return;
    for (let row = this.#rows.atOrAfter(from); row < this.rowCount && this.number(row) <= to; row++) {
      if (this.#marks.size + this.#filled.size > TABLE_CELLS / 24) return;
      if (row !== top && text !== '' && left <= last) {
        this.#filled.add(cellKey(row, left));
        this.#edits.set(cellKey(row, left), text);
      }
      for (let column = left + 1; column <= last; column++) this.#marks.set(cellKey(row, column), 'merged');
    }
  }

  /** Rows with a cell that received the text of a merged cell (`filled`) or the result of a formula (`computed`). */
  markedRows(kind: 'filled' | 'computed'): RowRange[] {
    const keys =
      kind === 'filled'
        ? [...this.#filled]
        : [...this.#marks].flatMap(([key, mark]) => (mark === 'computed' ? [key] : []));
    const rows = new Set(keys.map((key) => Math.floor(key / MAX_COLUMNS)));
    return rangesOf([...rows].sort((a, b) => a - b).map((row) => this.number(row)));
  }

  /** True for a cell that was edited. */
  isEdited(row: number, column: number): boolean {
    const key = cellKey(row, column);
    return this.#edits.size > 0 && this.#edits.has(key) && !this.#filled.has(key);
  }

  /** Returns the reader's mark of a cell; undefined once it was edited. */
  mark(row: number, column: number): CellMark | undefined {
    if (this.#marks.size === 0) return undefined;
    const key = cellKey(row, column);
    return this.#edits.has(key) ? undefined : this.#marks.get(key);
  }

  /** Returns a cursor for reading all rows in order. */
  cursor(): RowCursor {
    return new RowCursor(this, this.#rows, this.#blocks, this.#edits);
  }

  /** True when no cell of the file has a mark. */
  get unmarked(): boolean {
    return this.#marks.size === 0;
  }
}

interface TableParts {
  readonly rows: RowIndex;
  readonly blocks: readonly Block[];
  readonly separated: boolean;
  readonly separator: string | undefined;
  readonly written: boolean;
  readonly unbroken: boolean;
  readonly marks: Map<number, CellMark>;
  readonly columnCount: number;
  readonly blankRows: readonly RowRange[];
  readonly hiddenRows: readonly RowRange[];
  readonly hiddenColumns: readonly number[];
}

/** Positions of rows: block, first cell in it, width, and spreadsheet number. */
export class RowIndex {
  count = 0;
  block = new Uint16Array(1024);
  width = new Uint16Array(1024);
  first = new Uint32Array(1024);
  number = new Uint32Array(1024);

  add(block: number, first: number, width: number, number: number): void {
    const at = this.count++;
    if (at === this.block.length) this.#grow();
    this.block[at] = block;
    this.first[at] = first;
    this.width[at] = width;
    this.number[at] = number;
  }

  /** Returns the index of the first row with this number or a greater one. */
  atOrAfter(number: number): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.number[middle] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #grow(): void {
    const length = this.block.length * 2;
    this.block = copyInto(new Uint16Array(length), this.block);
    this.width = copyInto(new Uint16Array(length), this.width);
    this.first = copyInto(new Uint32Array(length), this.first);
    this.number = copyInto(new Uint32Array(length), this.number);
  }
}

function copyInto<T extends Uint16Array | Uint32Array>(target: T, source: T): T {
  target.set(source);
  return target;
}

/** Limits of a reader. */
export interface TableLimits {
  /** File name used in messages. */
  readonly name: string;
  /** Maximum rows with content, the header included; one more is FILE_ROWS. */
  readonly maxRows: number;
  /** Limit named in the message. */
  readonly shownMaxRows: number;
}

/** Collects the rows of a file for a {@link TextTable}; throws if they exceed the limits. */
export class TableBuilder {
  readonly #limits: TableLimits;
  readonly #separated: boolean;
  readonly #separator: string | undefined;
  readonly #rows = new RowIndex();
  readonly #blocks: Block[] = [];
  readonly #marks = new Map<number, CellMark>();
  readonly #blanks: RowRange[] = [];
  readonly #hidden: number[] = [];
  #hiddenColumns: readonly number[] = [];
  #written = false;
  #columnCount = 0;
  #cells = 0;
  #characters = 0;
  #parts: string[] = [];
  #starts: number[] = [];
  #length = 0;

  /** `separated`: cells are in csv notation, with `separator` between them. */
  constructor(limits: TableLimits, separated: boolean, separator?: string) {
    this.#limits = limits;
    this.#separated = separated;
    this.#separator = separator;
  }

  get rowCount(): number {
    return this.#rows.count;
  }

  /**
   * Adds a row of the block that {@link endBlock} will pass; `first` is the index of its first cell's start, `used` the
   * number of cells up to the last one with content.
   */
  addRow(number: number, first: number, width: number, used: number): void {
    const { name, maxRows, shownMaxRows } = this.#limits;
    if (this.#rows.count >= maxRows) throw tabularError('FILE_ROWS', { max: shownMaxRows });
    if (width > MAX_COLUMNS || used > MAX_USED_COLUMNS)
      throw tabularError('FILE_COLUMNS', { max: MAX_USED_COLUMNS });
    if (used > this.#columnCount) this.#columnCount = used;
    this.#cells += width + 1;
    if (this.#cells > TABLE_CELLS) throw tooMuch(name);
    this.#rows.add(this.#blocks.length, first, width, number);
  }

  /** Passes the text of the rows added since the last block. */
  endBlock(text: string, starts: Uint32Array): void {
    this.#characters += text.length;
    if (this.#characters > TABLE_TEXT) throw tooMuch(this.#limits.name);
    this.#blocks.push({ text, starts });
  }

  /** Adds a row of plain cells; returns false, and counts it as blank, if all are blank. */
  addCells(number: number, cells: readonly string[]): boolean {
    let width = cells.length;
    while (width > 0 && !cells[width - 1]) width--;
    if (cells.every((cell) => !cell || cell.trim() === '')) {
      this.addBlank(number);
      return false;
    }
    this.addRow(number, this.#starts.length, width, width);
    for (let column = 0; column < width; column++) {
      const cell = cells[column] ?? '';
      this.#starts.push(this.#length);
      this.#parts.push(cell);
      this.#length += cell.length + 1;
      if (this.#characters + this.#length > TABLE_TEXT) throw tooMuch(this.#limits.name);
    }
    this.#starts.push(this.#length);
    // The extra start after a row's last cell is joined as an empty cell, which keeps text and starts in step.
    this.#parts.push('');
    this.#length++;
    if (this.#length > FLUSH) this.#flush();
    return true;
  }

  #flush(): void {
    if (this.#starts.length === 0) return;
    this.endBlock(this.#parts.join('\n'), Uint32Array.from(this.#starts));
    this.#parts = [];
    this.#starts = [];
    this.#length = 0;
  }

  /** Adds one blank row, or several in succession. */
  addBlank(from: number, to = from): void {
    const last = this.#blanks.at(-1);
    if (last && last.to === from - 1) this.#blanks[this.#blanks.length - 1] = { from: last.from, to };
    else this.#blanks.push({ from, to });
  }

  /** Marks the last added row as hidden. */
  hide(): void {
    this.#hidden.push(this.#rows.number[this.#rows.count - 1] ?? 0);
  }

  /** Marks all numbers as typed texts, as they always are in a csv. */
  noteWritten(): void {
    this.#written = true;
  }

  /** Sets the hidden columns, from 0. */
  hideColumns(columns: Iterable<number>): void {
    this.#hiddenColumns = [...columns].sort((a, b) => a - b);
  }

  /** Marks a cell of the last added row. */
  mark(column: number, mark: CellMark): void {
    this.#marks.set(cellKey(this.#rows.count - 1, column), mark);
  }

  /** Returns the table; the builder is used up. `unbroken`: no text can have lost or doubly encoded letters. */
  finish(unbroken = false): TextTable {
    this.#flush();
    const last = this.#rows.count === 0 ? 0 : (this.#rows.number[this.#rows.count - 1] ?? 0);
    return new TextTable({
      rows: this.#rows,
      blocks: this.#blocks,
      separated: this.#separated,
      separator: this.#separator,
      written: this.#separated || this.#written,
      unbroken,
      marks: this.#marks,
      columnCount: this.#columnCount,
      blankRows: this.#blanks.filter(({ from }) => from < last),
      hiddenRows: rangesOf(this.#hidden),
      hiddenColumns: this.#hiddenColumns.filter((column) => column < this.#columnCount),
    });
  }
}

const tooMuch = (name: string) => tabularError('FILE_BOMB', { name, size: ZIP.inflated / (1024 * 1024) });

import { cellText } from '@contract/importing/csvText';
import type { TableBuilder } from './table';
import { tabularError } from './tabularError';

/** Separators of the cells of a csv file. */
export const SEPARATORS = [',', ';', '\t', '|'] as const;
export type Separator = (typeof SEPARATORS)[number];

const LF = 10;
const CR = 13;
const QUOTE = 34;
const EQUALS = 61;

/**
 * A strict scanner of RFC 4180 text in pieces, cut anywhere. Cells are not copied: the builder receives the text and
 * the start of each cell. Rows end at CR, LF or CRLF and are numbered as in a spreadsheet: a line break within
 * quotation marks belongs to its cell. A mark within a cell that does not begin with one is a character, as in
 * `TV 32" LED`; one that may enclose a separator, or any other misplaced one, is FILE_QUOTE with its row.
 *
 * A row divided by a cut is carried over to the next piece, and scanning continues where it stopped, so that no
 * character is scanned twice.
 */
export class CsvScanner {
  readonly #builder: TableBuilder;
  readonly #separator: number;
  /** Number of the row being scanned, from 1. */
  #row = 1;
  /** The row divided by the last cut; the starts of its cells and the position to continue at, from the row's start. */
  #carry = '';
  #carried: number[] = [];
  #resume = 0;
  /** True if the cut is within a cell, not just before one. */
  #inside = false;
  /** True if the last piece ended with CR: an LF at the start of the next one belongs to it. */
  #afterCr = false;
  #room = new Uint32Array(0);
  #units = new Uint16Array(0);

  constructor(builder: TableBuilder, separator: Separator) {
    this.#builder = builder;
    this.#separator = separator.charCodeAt(0);
  }

  /** Scans the next piece. */
  push(piece: string): void {
    if (piece === '') return;
    const skip = this.#afterCr && piece.charCodeAt(0) === LF;
    this.#afterCr = false;
    const text = this.#carry + (skip ? piece.slice(1) : piece);
    if (text !== '') this.#scan(text);
  }

  /** Scans the rest as the last row. */
  end(): void {
    if (this.#carry === '') return;
    this.#scan(`${this.#carry}\n`);
    if (this.#carry !== '') throw tabularError('FILE_QUOTE', { row: this.#row });
  }

  #scan(text: string): void {
    const length = text.length;
    // Reading an array of characters takes a third of the time of reading the string.
    const units = this.#unitsOf(text);
    const separator = this.#separator;
    // Most characters have a higher code than all significant ones: one comparison skips them.
    const highest = Math.max(separator, QUOTE);
    const starts = this.#roomFor(length);
    let used = this.#carried.length;
    for (let i = 0; i < used; i++) starts[i] = this.#carried[i] ?? 0;
    let inside = this.#inside;
    let at = this.#resume;
    let rowFirst = 0;
    let rowStart = 0;

    scanning: while (at < length) {
      if (!inside) starts[used++] = at;
      inside = false;
      const start = starts[used - 1] ?? 0;
      let char = units[start] ?? 0;
      // A quoted cell begins with a quotation mark, or as a formula that is a text: `="00123"`.
      const opens = char === QUOTE ? start : char === EQUALS && units[start + 1] === QUOTE ? start + 1 : -1;
      if (opens >= 0 && opens < length) {
        if (at <= opens) at = opens + 1;
        for (;;) {
          while (at < length && units[at] !== QUOTE) at++;
          // At the very end it may be the first half of a doubled quotation mark.
          if (at + 1 >= length) {
            inside = true;
            break scanning;
          }
          char = units[at + 1] ?? 0;
          if (char !== QUOTE) break;
          at += 2;
        }
        at++;
        if (char !== separator && char !== LF && char !== CR) throw this.#misquoted();
      } else {
        char = units[at] ?? 0;
        while (char > highest || (char !== separator && char !== LF && char !== CR)) {
          if (char === QUOTE) {
            const beyond = afterMark(units, start, at, length, separator);
            if (beyond < 0) throw this.#misquoted();
            if (beyond === length) {
              inside = true;
              break scanning;
            }
            at = beyond - 1;
          }
          if (++at === length) {
            inside = true;
            break scanning;
          }
          char = units[at] ?? 0;
        }
      }
      at++;
      if (char === separator) continue;

      // The row is complete: add its end as the start of a cell beyond it.
      starts[used++] = at;
      if (this.#endRow(text, starts, rowFirst, used)) rowFirst = used;
      else used = rowFirst;
      if (char === CR) {
        if (at === length) this.#afterCr = true;
        else if (units[at] === LF) at++;
      }
      rowStart = at;
    }

    if (rowFirst > 0) this.#builder.endBlock(text, starts.slice(0, rowFirst));
    this.#carry = rowStart === length ? '' : text.slice(rowStart);
    this.#carried = Array.from(starts.subarray(rowFirst, used), (start) => start - rowStart);
    this.#resume = at - rowStart;
    this.#inside = inside;
  }

  /** Returns an array for the starts: every cell takes at least one character, its separator; row ends add none. */
  #roomFor(length: number): Uint32Array {
    const needed = length + 2;
    if (this.#room.length < needed) this.#room = new Uint32Array(needed);
    return this.#room;
  }

  /** Copies the characters of a text into a reused array. */
  #unitsOf(text: string): Uint16Array {
    if (this.#units.length < text.length) this.#units = new Uint16Array(text.length * 2);
    Buffer.from(this.#units.buffer).write(text, 'utf16le');
    return this.#units;
  }

  /** Adds the row whose cells begin at `starts[first .. end - 1)`; returns false if it is blank. */
  #endRow(text: string, starts: Uint32Array, first: number, end: number): boolean {
    const number = this.#row++;
    const width = end - first - 1;
    let filled = width;
    while (filled > 0 && (starts[first + filled] ?? 0) - (starts[first + filled - 1] ?? 0) === 1) {
      filled--;
    }
    if (filled === 0 || isBlank(text, starts, first, end)) {
      this.#builder.addBlank(number);
      return false;
    }
    this.#builder.addRow(number, first, width, filled);
    return true;
  }

  #misquoted(): Error {
    return tabularError('FILE_QUOTE', { row: this.#row });
  }
}

/** True if all cells of the row are blank; most rows are decided by their first character. */
function isBlank(text: string, starts: Uint32Array, first: number, end: number): boolean {
  const head = text.charCodeAt(starts[first] ?? 0);
  const filled = (starts[first + 1] ?? 0) - (starts[first] ?? 0) > 1;
  if (filled && head > 47 && head < 128) return false;
  for (let i = first; i < end - 1; i++) {
    if (cellText(text, starts[i] ?? 0, (starts[i + 1] ?? 0) - 1).trim() !== '') return false;
  }
  return true;
}

const BLANK = 32;
/** Characters before a quotation mark that opens a passage: a blank, a bracket. */
const OPENING: ReadonlySet<number> = new Set([BLANK, 9, 0xa0, 40, 91, 123]);

/**
 * Returns the position after a quotation mark at `at` of an unquoted cell: the next one, or behind the mark that closes
 * its passage. The length if the text must go on to tell, -1 if the mark may enclose a separator or a line end.
 */
function afterMark(units: Uint16Array, start: number, at: number, length: number, separator: number): number {
  // A mark in the middle or at the end of a word: inches, an apostrophe.
  if (at > start && !OPENING.has(units[at - 1] ?? 0)) return at + 1;
  let blank = true;
  for (let i = start; i < at && blank; i++) blank = OPENING.has(units[i] ?? 0);
  // A quoted cell behind blanks.
  if (blank) return -1;
  for (let next = at + 1; next < length; next++) {
    const char = units[next] ?? 0;
    if (char === QUOTE) return next + 1;
    if (char === separator || char === LF || char === CR) return -1;
  }
  return length;
}

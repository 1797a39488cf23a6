import { cellText } from './csvText';
import { readHtmlTable } from './htmlTable';
import { type DecimalSign, judgeDecimals } from './numberText';

/** A block of cells from the clipboard. */
export interface PastedCells {
  /** Without blank rows at the end; blank rows between others stay, since they have a place. */
  readonly rows: readonly (readonly string[])[];
  /** Numbers of the rows, from 1, in which a merged cell was filled in. */
  readonly filled: readonly number[];
  /** Rows that the spreadsheet hides, and that are left out. */
  readonly hidden: number;
}

/** The two flavours in which a spreadsheet puts cells on the clipboard. */
export interface ClipboardFlavours {
  readonly text: string;
  /** Empty where there is none. */
  readonly html: string;
}

const ENDS = /[\t\r\n]/g;

/** Place after the quotation mark that closes the cell at `start`; -1 where the mark at its head is a sign of the text. */
function closingQuote(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    const after = text[at + 1];
    if (after === '"') at += 1;
    else return after === undefined || '\t\r\n'.includes(after) ? at + 1 : -1;
  }
  return -1;
}

/**
 * Cells of the text flavour: a tab between them, a line for each row. Cells with a tab, a line break or a quotation mark may
 * stand in quotation marks; programs that do not write these put the marks of the cell there as they are.
 */
export function rowsOfText(text: string): string[][] {
  const rows: string[][] = [];
  let cells: string[] = [];
  let start = 0;
  while (start <= text.length) {
    const quoted = text[start] === '"' ? closingQuote(text, start) : -1;
    ENDS.lastIndex = quoted < 0 ? start : quoted;
    const end = ENDS.exec(text)?.index ?? text.length;
    const plain = text[start] === '"' && quoted < 0;
    cells.push((plain ? text.slice(start, end) : cellText(text, start, end)).replace(/\r\n?/g, '\n').trim());
    start = end + 1;
    if (text[end] === '\t') continue;
    if (text[end] === '\r' && text[start] === '\n') start += 1;
    rows.push(cells);
    cells = [];
  }
  return rows;
}

const isBlank = (row: readonly string[]) => row.every((cell) => cell === '');

/**
 * Cells as the program shows them from which they were copied: its HTML where that is a table, since line breaks, quotation
 * marks and merged cells are certain there, else its text.
 */
export function readClipboard({ text, html }: ClipboardFlavours): PastedCells {
  const table = html === '' ? undefined : readHtmlTable(html);
  const { rows, filled, hidden } = table ?? { rows: rowsOfText(text), filled: [], hidden: 0 };
  return { rows: rows.slice(0, rows.findLastIndex((row) => !isBlank(row)) + 1), filled, hidden };
}

/** True for cells of a spreadsheet; a single cell goes where the cursor is. */
export const isBlock = ({ rows }: PastedCells): boolean => rows.length > 1 || (rows[0]?.length ?? 0) > 1;

const SPECIAL = /["\t\n]/;

/** Rows as the text of a clipboard: what {@link rowsOfText} reads back. */
export const textOfRows = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((row) =>
      row.map((cell) => (SPECIAL.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t'),
    )
    .join('\n');

/**
 * The decimal sign of pasted numbers: the one given, else judged by all of them. `open` is a number that can be read in two
 * ways where none tells the sign: it is to be pasted with one.
 */
export function pastedSign(
  numbers: Iterable<string>,
  sign: DecimalSign | undefined,
): { readonly decimal: DecimalSign | 'open' | undefined; readonly open: string | undefined } {
  if (sign !== undefined) return { decimal: sign, open: undefined };
  const { decimal, open } = judgeDecimals(numbers, undefined);
  if (decimal !== undefined) return { decimal, open: undefined };
  return { decimal: open === undefined ? undefined : 'open', open };
}

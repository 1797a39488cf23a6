import { cellText } from './csvText';
import { readHtmlTable } from './htmlTable';
import { type DecimalSign, judgeDecimals } from './numberText';

/** A block of cells from the clipboard. */
export interface PastedCells {
  /** Without trailing blank rows; blank rows between others stay, to preserve positions. */
  readonly rows: readonly (readonly string[])[];
  /** Numbers of the rows, from 1, in which a merged cell was filled in. */
  readonly filled: readonly number[];
  /** Number of hidden rows, which are left out. */
  readonly hidden: number;
}

/** The two formats in which a spreadsheet puts cells on the clipboard. */
export interface ClipboardFlavours {
  readonly text: string;
  /** Empty if there is none. */
  readonly html: string;
}

const ENDS = /[\t\r\n]/g;

/** Returns the position after the quote closing the cell at `start`; -1 if the opening quote is plain text. */
function closingQuote(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    const after = text[at + 1];
    if (after === '"') at += 1;
    else return after === undefined || '\t\r\n'.includes(after) ? at + 1 : -1;
  }
  return -1;
}

/**
 * Parses the text format: cells separated by tabs, a line for each row. Cells with a tab, a line break or a quotation
 * mark may be quoted; programs that do not quote leave the marks of the cell as they are.
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
 * Reads cells as shown by the program they were copied from: its HTML if that is a table, since line breaks, quotation
 * marks and merged cells are certain there, else its text.
 */
export function readClipboard({ text, html }: ClipboardFlavours): PastedCells {
  const table = html === '' ? undefined : readHtmlTable(html);
  const { rows, filled, hidden } = table ?? { rows: rowsOfText(text), filled: [], hidden: 0 };
  return { rows: rows.slice(0, rows.findLastIndex((row) => !isBlank(row)) + 1), filled, hidden };
}

/** True for several cells of a spreadsheet; a single cell is pasted at the cursor. */
export const isBlock = ({ rows }: PastedCells): boolean => rows.length > 1 || (rows[0]?.length ?? 0) > 1;

const SPECIAL = /["\t\n]/;

/** Formats rows for the clipboard, so that {@link rowsOfText} can parse them. */
export const textOfRows = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((row) =>
      row.map((cell) => (SPECIAL.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t'),
    )
    .join('\n');

/**
 * Returns the decimal sign of pasted numbers: the one given, else detected over all of them. `open` is an ambiguous
 * number if none reveals the sign, or if a price among them is ambiguous: it must be pasted again with one.
 */
export function pastedSign(
  numbers: Iterable<string>,
  sign: DecimalSign | undefined,
  prices: Iterable<string> = [],
): { readonly decimal: DecimalSign | 'open' | undefined; readonly open: string | undefined } {
  if (sign !== undefined) return { decimal: sign, open: undefined };
  const { decimal, open, certain } = judgeDecimals(numbers, undefined);
  // Scales print three decimals, prices have two: there a point before three digits may separate thousands.
  const [price] = decimal === 'point' && !certain ? judgeDecimals(prices, undefined).examples : [];
  if (price !== undefined) return { decimal: 'open', open: price };
  if (decimal !== undefined) return { decimal, open: undefined };
  return { decimal: open === undefined ? undefined : 'open', open };
}

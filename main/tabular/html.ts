import { isAscii, isUtf8 } from 'node:buffer';
import { ENCODINGS, type Encoding } from '@contract/importing/encodings';
import { scanHtml } from '@contract/importing/htmlScan';
import { MAX_COLUMNS, MAX_SHEET_ROWS, MAX_USED_COLUMNS, SPARE_ROWS } from './caps';
import type { CsvOptions, Progress } from './csv';
import { type DecodedText, decodeText } from './encoding';
import { withoutEntities } from './htmlEntities';
import { type CellFormat, namedFormat, shownText } from './numberFormat';
import { dateText, isWordCell } from './spreadsheetText';
import { TableBuilder, type TextTable } from './table';
import { TabularError, tabularError } from './tabularError';
import { wrongContent } from './wrongContent';
import { leaveOut } from './xlsx';

/** Options for reading a page. */
export interface HtmlOptions extends CsvOptions {
  /** True to skip hidden rows and columns. */
  readonly leaveHidden?: boolean | undefined;
}

/** The tables read from a page. */
export interface HtmlFile {
  readonly table: TextTable;
  readonly encoding: Encoding;
  /** Possible encodings, if uncertain. */
  readonly encodingChoice?: readonly Encoding[];
}

const HEAD = 4096;
const MOST_NESTED = 64;

/**
 * Reads the tables of a page with the extension of a spreadsheet, one below another as a spreadsheet shows them, with
 * texts between them as rows. Numbers are read as their number format shows them. Throws TabularError: FILE_ENCODING,
 * FILE_CONTENT for a page without a table, FILE_BROKEN, FILE_COLUMNS, FILE_ROWS, FILE_BOMB.
 */
export function readHtml(
  bytes: Uint8Array,
  name: string,
  options: HtmlOptions,
  progress?: Progress,
): HtmlFile {
  const { encoding, pieces, encodingChoice } = decodePage(bytes, name, options);
  const limits = { name, maxRows: options.maxRows + SPARE_ROWS, shownMaxRows: options.maxRows };
  const reading = new PageReading(new TableBuilder(limits, false), name, options.leaveHidden, (rows) =>
    progress?.(rows, bytes.length),
  );
  scanHtml(pieces.join(''), reading);
  const table = reading.finish();
  if (!reading.hasTable) throw new TabularError(wrongContent(bytes, 'xls', name));
  return { table, encoding, ...(encodingChoice ? { encodingChoice } : {}) };
}

/** Decodes a page by its declared encoding; uncertain if its bytes are UTF-8 but it declares another. */
function decodePage(
  bytes: Uint8Array,
  name: string,
  { encoding: wanted, isKnown }: HtmlOptions,
): DecodedText {
  const declared = wanted ?? declaredEncoding(bytes);
  if (declared && (wanted || declared !== 'utf-8') && !isUtf8(bytes))
    return decodeText(bytes, name, { wanted: declared });
  try {
    const found = decodeText(bytes, name, { wanted, isKnown });
    const isSure = wanted !== undefined || !declared || declared === found.encoding || isAscii(bytes);
    return isSure || found.encodingChoice ? found : { ...found, encodingChoice: [found.encoding, declared] };
  } catch (error) {
    // A row of the text is not a row of its tables.
    if (!(error instanceof TabularError) || error.problem.code !== 'FILE_ENCODING_ROW') throw error;
    throw tabularError('FILE_ENCODING', { name, encoding: 'utf-8' });
  }
}

/** The encoding declared at a page's head, by the names of the Encoding standard; undefined for others. */
function declaredEncoding(bytes: Uint8Array): Encoding | undefined {
  const head = Buffer.from(bytes.subarray(0, HEAD)).toString('latin1');
  const label = /<meta[^>]*charset\s*=\s*["']?\s*([\w:-]+)/i.exec(head)?.[1];
  if (label === undefined) return undefined;
  try {
    const { encoding } = new TextDecoder(label);
    return ENCODINGS.find((one) => one === (encoding === 'gbk' ? 'gb18030' : encoding));
  } catch {
    return undefined;
  }
}

/** The cell being read. */
interface Cell {
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
  readonly shown: CellFormat | undefined;
  /** The number that spreadsheets write beside the text. */
  readonly number: string | undefined;
  text: string;
}

/** An open table; tables nested in its cells have their own. */
interface OpenTable {
  row: { cells: string[]; next: number; hidden: boolean; merges: Omit<Cell, 'text'>[] } | undefined;
  cell: Cell | undefined;
  /** Number of the first row in which each column is free again, after row spans. */
  readonly free: number[];
  column: number;
}

const BLOCKS: ReadonlySet<string> = new Set(
  'p div h1 h2 h3 h4 h5 h6 li ul ol center form hr pre body br address blockquote caption dd dt section'.split(
    ' ',
  ),
);
/** A number as programs write it; other texts stay as they are. */
const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?(?:E[+-]?\d+)?$/i;
const HIDDEN = /display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)/i;

/** Handles the elements of a page, and tracks its open tables. */
class PageReading {
  hasTable = false;
  #hasNumbers = false;
  readonly #builder: TableBuilder;
  readonly #name: string;
  readonly #leaveHidden: boolean;
  readonly #progress: (rows: number) => void;
  readonly #open: OpenTable[] = [];
  readonly #formats = new Map<string, CellFormat>();
  readonly #merges: [number, number, number, number][] = [];
  readonly #hiddenColumns = new Set<number>();
  #row = 0;
  #between = '';

  constructor(builder: TableBuilder, name: string, leaveHidden = false, progress: (rows: number) => void) {
    this.#builder = builder;
    this.#name = name;
    this.#leaveHidden = leaveHidden;
    this.#progress = progress;
  }

  open(name: string, written: () => ReadonlyMap<string, string>): void {
    const attributes = () => new Map([...written()].map(([key, value]) => [key, withoutEntities(value)]));
    const table = this.#open.at(-1);
    switch (name) {
      case 'table':
        this.#endText();
        this.hasTable = true;
        if (this.#open.length >= MOST_NESTED) throw tabularError('FILE_BROKEN', { name: this.#name });
        this.#open.push({ row: undefined, cell: undefined, free: [], column: 0 });
        break;
      case 'col':
        if (table) this.#addColumn(table, attributes());
        break;
      case 'tr':
        if (table) {
          this.#endRow(table);
          table.row = { cells: [], next: 0, hidden: isHidden(attributes()), merges: [] };
        }
        break;
      case 'td':
      case 'th':
        if (table) this.#startCell(table, attributes());
        break;
      default:
        if (BLOCKS.has(name)) this.#break(table);
    }
  }

  close(name: string): void {
    const table = this.#open.at(-1);
    if (!table) {
      if (BLOCKS.has(name)) this.#endText();
    } else if (name === 'table') {
      this.#endRow(table);
      this.#open.pop();
    } else if (name === 'tr') this.#endRow(table);
    else if (name === 'td' || name === 'th') endCell(table);
    else if (BLOCKS.has(name) && name !== 'br') this.#break(table);
  }

  text(written: string): void {
    const text = withoutEntities(written);
    const table = this.#open.at(-1);
    // Line breaks of the source are blanks; those of the page are elements.
    if (table?.cell) table.cell.text += text.replace(/[ \t\r\n\f]+/g, ' ');
    else if (!table) this.#between += text.replace(/[ \t\r\n\f]+/g, ' ');
  }

  style(css: string): void {
    for (const [, names = '', body = ''] of css.matchAll(/([^{}]{1,200})\{([^{}]*)\}/g)) {
      const format = formatOf(body);
      if (format) for (const [, one = ''] of names.matchAll(/\.([\w-]+)/g)) this.#formats.set(one, format);
    }
  }

  /** Returns the table once the page has ended. */
  finish(): TextTable {
    for (let table = this.#open.pop(); table; table = this.#open.pop()) this.#endRow(table);
    this.#endText();
    if (!this.#hasNumbers) this.#builder.noteWritten();
    if (!this.#leaveHidden) this.#builder.hideColumns(this.#hiddenColumns);
    const table = this.#builder.finish();
    for (const merge of this.#merges) table.mergeCells(...merge);
    return table;
  }

  #break(table: OpenTable | undefined): void {
    if (table?.cell) table.cell.text += '\n';
    else if (!table) this.#endText();
  }

  /** Adds the text between two tables as a row. */
  #endText(): void {
    const text = this.#between.trim();
    this.#between = '';
    if (this.#open.length === 0 && text !== '') this.#builder.addCells(this.#nextRow(), [text]);
  }

  #nextRow(): number {
    if (this.#row >= MAX_SHEET_ROWS) throw tabularError('FILE_BROKEN', { name: this.#name });
    return ++this.#row;
  }

  #addColumn(table: OpenTable, attributes: ReadonlyMap<string, string>): void {
    const span = spanOf(attributes.get('span'), MAX_COLUMNS);
    if (isHidden(attributes) && this.#open.length === 1)
      for (let at = 0; at < span && table.column + at < MAX_COLUMNS; at++)
        this.#hiddenColumns.add(table.column + at);
    table.column = Math.min(MAX_COLUMNS, table.column + span);
  }

  #startCell(table: OpenTable, attributes: ReadonlyMap<string, string>): void {
    endCell(table);
    table.row ??= { cells: [], next: 0, hidden: false, merges: [] };
    const { row, free } = table;
    let column = row.next;
    // Skip columns covered by a row span from above.
    while ((free[column] ?? 0) > this.#row + 1) column++;
    const columns = spanOf(attributes.get('colspan'), MAX_COLUMNS + 1);
    const rows = spanOf(attributes.get('rowspan'), MAX_SHEET_ROWS);
    if (column + columns > MAX_COLUMNS) throw tabularError('FILE_COLUMNS', { max: MAX_USED_COLUMNS });
    row.next = column + columns;
    const style = attributes.get('style');
    const named = attributes
      .get('class')
      ?.split(/\s+/)
      .find((one) => this.#formats.has(one));
    // LibreOffice: language, language of the format, format.
    const office = /^[^;]*;[^;]*;(.*)$/s.exec(attributes.get('sdnum') ?? '')?.[1];
    const shown =
      (style ? formatOf(style) : undefined) ??
      (named === undefined ? undefined : this.#formats.get(named)) ??
      (office ? namedFormat(office) : undefined);
    const isText = attributes.has('x:str');
    const number = isText ? '' : attributes.get('x:num') || attributes.get('sdval');
    table.cell = { column, rows, columns, shown: isText ? 'text' : shown, number, text: '' };
    if (number || (shown !== undefined && shown !== 'text')) this.#hasNumbers = true;
    if (rows > 1 || columns > 1) row.merges.push(table.cell);
  }

  #endRow(table: OpenTable): void {
    endCell(table);
    const { row, free } = table;
    table.row = undefined;
    if (!row) return;
    const number = this.#nextRow();
    for (const { column, columns, rows } of row.merges) {
      for (let at = column; at < column + columns; at++) free[at] = number + rows;
      this.#merges.push([number, Math.min(MAX_SHEET_ROWS, number + rows - 1), column, column + columns - 1]);
    }
    if (row.hidden && this.#leaveHidden) return;
    if (this.#leaveHidden) leaveOut(row.cells, this.#hiddenColumns);
    if (this.#builder.addCells(number, row.cells) && row.hidden) this.#builder.hide();
    if (number % 1024 === 0) this.#progress(this.#builder.rowCount);
  }
}

/** Stores the text of a cell in its row. */
function endCell(table: OpenTable): void {
  const { cell, row } = table;
  table.cell = undefined;
  if (!cell || !row) return;
  const text = cellText(cell);
  if (text === '') return;
  while (row.cells.length < cell.column) row.cells.push('');
  row.cells[cell.column] = text;
}

/** Text of a cell, or its number as the format shows it. */
function cellText({ text, shown, number }: Cell): string {
  const written = text.replace(/ *\n */g, '\n').replace(/^[ \n]+|[ \n]+$/g, '');
  if (shown === 'text' || isWordCell(written, number)) return written;
  const raw = number || (shown === undefined ? '' : written);
  if (!NUMBER.test(raw)) return written;
  const value = Number(raw);
  return shownText(value, shown ?? 'number', isFrom1904(value, written));
}

/** True if a cell shows the year of its day number counted from 1904: a page does not say from when it counts. */
function isFrom1904(serial: number, written: string): boolean {
  const year = /\b(?:19|20)\d\d\b/.exec(written)?.[0];
  const yearOf = (is1904: boolean) => dateText(serial, 'date', is1904).slice(0, 4);
  return year !== undefined && yearOf(false) !== year && yearOf(true) === year;
}

const isHidden = (attributes: ReadonlyMap<string, string>) =>
  attributes.has('hidden') || HIDDEN.test(attributes.get('style') ?? '');

/** Number of cells that a span covers, at least one; an invalid number counts as one. */
function spanOf(text: string | undefined, most: number): number {
  const span = /^\s*\d+/.test(text ?? '') ? Number.parseInt(text ?? '', 10) : 1;
  return Math.max(1, Math.min(most, span));
}

/** The number format in a style; undefined if it has none. */
function formatOf(style: string): CellFormat | undefined {
  const [, double, single, bare] =
    /mso-number-format\s*:\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^;]+))/i.exec(style) ?? [];
  const written = (double ?? single ?? bare)?.trim();
  if (written === undefined) return undefined;
  // CSS escapes: a character by its code, or literally. A format's own escapes are doubled.
  return namedFormat(
    written.replace(/\\(?:([0-9a-f]{4})|(.))/gis, (_, code?: string, plain = '') =>
      code ? String.fromCharCode(Number.parseInt(code, 16)) : plain,
    ),
  );
}

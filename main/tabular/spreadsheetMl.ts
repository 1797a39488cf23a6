import { type Attributes, BookReading, MOST_NESTED, type SheetPart } from './bookReading';
import { MAX_COLUMNS, MAX_SHEET_ROWS, MAX_USED_COLUMNS } from './caps';
import type { Progress } from './csv';
import { type CellFormat, namedFormat, shownText } from './numberFormat';
import { rawNumberText } from './spreadsheetText';
import type { CellMark, TableBuilder, TextTable } from './table';
import { tabularError } from './tabularError';
import { chooseSheets, leaveOut, type SheetFile, type SheetOptions, sheetFile } from './xlsx';
import { declaredEncoding, parseXml } from './xml';
import { pieces } from './zip';

/** Properties shared by the sheets of a workbook. */
interface Styles {
  readonly formats: ReadonlyMap<string, CellFormat>;
  readonly is1904: boolean;
}

/** A sheet by its name, and its index among the others. */
interface ListedSheet {
  readonly name: string;
  readonly hidden: boolean;
  readonly at: number;
}

const HEAD = 200;

/**
 * Reads one or several sheets of a SpreadsheetML file of Excel 2002 and 2003 (Microsoft, XML Spreadsheet Reference), as
 * `readXlsx` does. Throws TabularError: FILE_BROKEN, FILE_ENCODING, FILE_COLUMNS, FILE_ROWS, FILE_SHEET, FILE_BOMB.
 */
export async function readSpreadsheetMl(
  bytes: Uint8Array,
  name: string,
  options: SheetOptions,
  progress?: Progress,
): Promise<SheetFile> {
  const encoding = knownEncoding(bytes, name);
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const list = new Listing(name);
  await parseXml(chunks(data), list, name, encoding);
  const chosen = chooseSheets(list.sheets, options, name);
  const book = new BookReading(name, chosen, options, {
    element: 'Worksheet',
    aside: new Set(),
    read: (builder) => new SheetReading(builder, list, name, options.leaveHidden),
  });
  const seen = (read: number) => progress?.(book.rowCount, read);
  await parseXml(chunks(data, seen), book, name, encoding);
  return sheetFile(book.finish(), list.sheets, chosen);
}

/** Yields the bytes in pieces. */
async function* chunks(data: Buffer, seen?: (bytes: number) => void): AsyncGenerator<Buffer> {
  let read = 0;
  for (const piece of pieces(data)) {
    yield piece;
    read += piece.length;
    seen?.(read);
  }
}

/** Returns the encoding that a document declares; undefined if it declares none. FILE_ENCODING for an unknown one. */
function knownEncoding(bytes: Uint8Array, name: string): string | undefined {
  const label = declaredEncoding(bytes);
  // The declaration of a UTF-16 document cannot be read here.
  if (label === undefined || /^utf-?16/i.test(label)) return undefined;
  try {
    return new TextDecoder(label).encoding;
  } catch (cause) {
    throw tabularError('FILE_ENCODING', { name, encoding: label }, { cause });
  }
}

/** Returns an attribute with any prefix. */
function attribute(attributes: Attributes, wanted: string): string | undefined {
  const own = attributes[`ss:${wanted}`] ?? attributes[wanted];
  if (own !== undefined) return own;
  const key = Object.keys(attributes).find((one) => one.endsWith(`:${wanted}`));
  return key === undefined ? undefined : attributes[key];
}

/** Reads a whole number in an attribute; `otherwise` if invalid. */
function numberOf(attributes: Attributes, wanted: string, otherwise: number): number {
  const text = attribute(attributes, wanted);
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : otherwise;
}

/** True for a row or column that the user or a filter has hidden, or whose size is 0. */
const isHidden = (attributes: Attributes, size: 'Height' | 'Width'): boolean =>
  attribute(attributes, 'Hidden') === '1' || /^0+(?:\.0+)?$/.test(attribute(attributes, size) ?? '');

/** Collects the names of the sheets, and the styles: everything besides the cells. */
class Listing implements Styles {
  readonly sheets: ListedSheet[] = [];
  readonly formats = new Map<string, CellFormat>();
  is1904 = false;
  readonly #name: string;
  readonly #parents = new Map<string, string>();
  #depth = 0;
  #style: string | undefined;
  #text = '';

  constructor(name: string) {
    this.#name = name;
  }

  open(element: string, attributes: Attributes): void {
    if (++this.#depth > MOST_NESTED) throw tabularError('FILE_BROKEN', { name: this.#name });
    this.#text = '';
    switch (element) {
      case 'Worksheet': {
        const at = this.sheets.length;
        this.sheets.push({ name: attribute(attributes, 'Name') ?? `Sheet${at + 1}`, hidden: false, at });
        break;
      }
      case 'Date1904':
        this.is1904 = true;
        break;
      case 'Style': {
        this.#style = attribute(attributes, 'ID');
        const parent = attribute(attributes, 'Parent');
        if (this.#style !== undefined && parent !== undefined) this.#parents.set(this.#style, parent);
        break;
      }
      case 'NumberFormat': {
        const format = attribute(attributes, 'Format');
        if (this.#style !== undefined && format !== undefined)
          this.formats.set(this.#style, namedFormat(format));
      }
    }
  }

  text(piece: string): void {
    if (this.#text.length < HEAD) this.#text += piece;
  }

  close(element: string): void {
    this.#depth--;
    if (element === 'Style') this.#style = undefined;
    if (element === 'Styles') this.#inherit();
    const last = this.sheets.at(-1);
    if (element === 'Visible' && last && /^Sheet(?:Very)?Hidden$/.test(this.#text.trim()))
      this.sheets[last.at] = { ...last, hidden: true };
  }

  /** Gives each style without a format that of its parent. */
  #inherit(): void {
    for (const id of this.#parents.keys()) {
      let from: string | undefined = id;
      for (let step = 0; from !== undefined && step < MOST_NESTED; step++) {
        const format = this.formats.get(from);
        if (format !== undefined) {
          this.formats.set(id, format);
          break;
        }
        from = this.#parents.get(from);
      }
    }
  }
}

/** Handles a sheet's elements, and tracks the current cell and row. */
class SheetReading implements SheetPart {
  readonly #builder: TableBuilder;
  readonly #styles: Styles;
  readonly #name: string;
  readonly #leaveHidden: boolean;
  readonly #columnStyles = new Map<number, string>();
  readonly #hiddenColumns = new Set<number>();
  readonly #merges: [number, number, number, number][] = [];
  #columnAt = 0;
  #tableStyle = 'Default';
  #row = 0;
  #rowSpan = 0;
  #rowStyle: string | undefined;
  #hidden = false;
  #cells: string[] = [];
  #marks: [number, CellMark][] = [];
  #next = 0;
  #column = 0;
  #style = 'Default';
  #formula = false;
  #type = '';
  #text = '';
  /** Depth of open elements in a cell's data, counting the data element itself; 0 outside. */
  #inData = 0;
  #inCell = false;
  #inComment = false;

  constructor(builder: TableBuilder, styles: Styles, name: string, leaveHidden = false) {
    this.#builder = builder;
    this.#styles = styles;
    this.#name = name;
    this.#leaveHidden = leaveHidden;
  }

  get rowCount(): number {
    return this.#builder.rowCount;
  }

  open(element: string, attributes: Attributes): void {
    if (this.#inData > 0) {
      this.#inData++;
      return;
    }
    switch (element) {
      case 'Table':
        this.#tableStyle = attribute(attributes, 'StyleID') ?? 'Default';
        break;
      case 'Column':
        this.#addColumns(attributes);
        break;
      case 'Row':
        this.#startRow(attributes);
        break;
      case 'Cell':
        this.#startCell(attributes);
        break;
      case 'Comment':
        this.#inComment = true;
        break;
      case 'Data':
        if (!this.#inCell || this.#inComment) break;
        this.#inData = 1;
        this.#type = attribute(attributes, 'Type') ?? 'String';
        this.#text = '';
    }
  }

  text(piece: string): void {
    if (this.#inData > 0) this.#text += piece;
  }

  close(element: string): void {
    if (this.#inData > 0) this.#inData--;
    else if (element === 'Comment') this.#inComment = false;
    else if (element === 'Cell') this.#endCell();
    else if (element === 'Row') this.#endRow();
  }

  /** Returns the table once the document has ended. */
  finish(): TextTable {
    if (!this.#leaveHidden) this.#builder.hideColumns(this.#hiddenColumns);
    const table = this.#builder.finish();
    for (const merge of this.#merges) table.mergeCells(...merge);
    return table;
  }

  #addColumns(attributes: Attributes): void {
    const first = numberOf(attributes, 'Index', this.#columnAt + 1) - 1;
    const last = Math.min(first + numberOf(attributes, 'Span', 0), MAX_COLUMNS - 1);
    const style = attribute(attributes, 'StyleID');
    const hidden = isHidden(attributes, 'Width');
    for (let at = Math.max(0, first); at <= last; at++) {
      if (style !== undefined) this.#columnStyles.set(at, style);
      if (hidden) this.#hiddenColumns.add(at);
    }
    this.#columnAt = last + 1;
  }

  #startRow(attributes: Attributes): void {
    const number = numberOf(attributes, 'Index', this.#row + this.#rowSpan + 1);
    if (!(number > this.#row && number <= MAX_SHEET_ROWS)) throw this.#broken();
    if (number > this.#row + 1) this.#builder.addBlank(this.#row + 1, number - 1);
    this.#row = number;
    this.#rowSpan = numberOf(attributes, 'Span', 0);
    this.#rowStyle = attribute(attributes, 'StyleID');
    this.#hidden = isHidden(attributes, 'Height');
    this.#next = 0;
  }

  #startCell(attributes: Attributes): void {
    const column = numberOf(attributes, 'Index', this.#next + 1) - 1;
    if (column < this.#next) throw this.#broken();
    const right = column + numberOf(attributes, 'MergeAcross', 0);
    if (right >= MAX_COLUMNS) throw tabularError('FILE_COLUMNS', { max: MAX_USED_COLUMNS });
    const down = Math.min(MAX_SHEET_ROWS, this.#row + numberOf(attributes, 'MergeDown', 0));
    if (right > column || down > this.#row) this.#merges.push([this.#row, down, column, right]);
    this.#column = column;
    this.#next = right + 1;
    this.#style =
      attribute(attributes, 'StyleID') ??
      this.#rowStyle ??
      this.#columnStyles.get(column) ??
      this.#tableStyle;
    this.#formula = attribute(attributes, 'Formula') !== undefined;
    this.#text = '';
    this.#type = '';
    this.#inCell = true;
  }

  #endCell(): void {
    this.#inCell = false;
    const text = this.#cellText();
    if (this.#type === 'Error') this.#marks.push([this.#column, 'error']);
    else if (this.#formula)
      this.#marks.push([this.#column, text === '' && this.#type !== 'String' ? 'formula' : 'computed']);
    if (text === '') return;
    while (this.#cells.length < this.#column) this.#cells.push('');
    this.#cells[this.#column] = text;
  }

  #cellText(): string {
    const text = this.#text;
    switch (this.#type) {
      case 'Number': {
        const shown = this.#styles.formats.get(this.#style) ?? 'number';
        if (shown === 'number' || shown === 'text') return rawNumberText(text.trim());
        const value = Number(text);
        return text.trim() !== '' && Number.isFinite(value)
          ? shownText(value, shown, this.#styles.is1904)
          : text;
      }
      case 'DateTime':
        return timeText(text, this.#styles.formats.get(this.#style));
      case 'Boolean':
        return text.trim() === '1' ? 'TRUE' : 'FALSE';
      default:
        return text;
    }
  }

  #endRow(): void {
    const leave = this.#hidden && this.#leaveHidden;
    if (this.#leaveHidden) leaveOut(this.#cells, this.#hiddenColumns);
    if (!leave && this.#builder.addCells(this.#row, this.#cells)) {
      if (this.#hidden) this.#builder.hide();
      for (const [column, mark] of this.#marks) this.#builder.mark(column, mark);
    }
    this.#cells.length = 0;
    this.#marks.length = 0;
  }

  #broken() {
    return tabularError('FILE_BROKEN', { name: this.#name });
  }
}

const SECOND = 1000;

/** Text of a time as its format shows it: only the date at midnight, only the time on day zero. */
export function timeText(raw: string, shown: CellFormat | undefined): string {
  const found = /^(-?\d{4,6}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?Z?$/.exec(raw.trim());
  const [, day = '', time = '00:00'] = found ?? [];
  // Remove the rounding error of a fraction of a day.
  const value = found ? Math.round(Date.parse(`${day}T${time}Z`) / SECOND) * SECOND : Number.NaN;
  if (Number.isNaN(value)) return raw;
  const [date = '', clock = ''] = new Date(value).toISOString().slice(0, 19).split('T');
  if (shown === 'time' && value < Date.UTC(1900, 0, 2)) return clock;
  return clock === '00:00:00' && shown !== 'dateTime' && shown !== 'time' ? date : `${date} ${clock}`;
}

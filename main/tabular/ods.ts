import { type Attributes, BookReading, type SheetPart } from './bookReading';
import { MAX_COLUMNS, MAX_SHEET_ROWS, MAX_USED_COLUMNS } from './caps';
import type { Progress } from './csv';
import { type CellFormat, shownText } from './numberFormat';
import { OdsStyles, odsAttribute } from './odsStyles';
import { timeText } from './spreadsheetMl';
import { isWordCell, rawNumberText } from './spreadsheetText';
import type { CellMark, TableBuilder, TextTable } from './table';
import { tabularError } from './tabularError';
import { chooseSheets, leaveOut, type SheetFile, type SheetOptions, sheetFile, watched } from './xlsx';
import { parseXml } from './xml';
import { ZipParts } from './zip';

export const ODS_TYPE = 'application/vnd.oasis.opendocument.spreadsheet';
const CONTENT = 'content.xml';
const STYLES = 'styles.xml';
const MANIFEST = 'META-INF/manifest.xml';

/**
 * Reads one or several sheets of an OpenDocument spreadsheet (OASIS OpenDocument 1.3, part 3, 9 and 19), as `readXlsx`
 * does: numbers as shown, formulas by their stored result. Throws TabularError: FILE_BROKEN, FILE_PROTECTED, FILE_BOMB,
 * FILE_COLUMNS, FILE_ROWS, FILE_SHEET.
 */
export async function readOds(
  bytes: Uint8Array,
  name: string,
  options: SheetOptions,
  progress?: Progress,
): Promise<SheetFile> {
  const zip = await ZipParts.open(bytes, name);
  if (await isEncrypted(zip, name)) throw tabularError('FILE_PROTECTED', { name });
  if (!zip.has(CONTENT)) throw tabularError('FILE_BROKEN', { name });
  const styles = new OdsStyles(name);
  if (zip.has(STYLES)) await parseXml(zip.read(STYLES), styles, name);
  await parseXml(zip.read(CONTENT), styles, name);
  const { sheets } = styles;
  const chosen = chooseSheets(sheets, options, name);
  const book = new BookReading(name, chosen, options, {
    element: 'table',
    aside: ASIDE,
    read: (builder) => new SheetReading(builder, styles, name, options.leaveHidden),
  });
  const total = Math.max(1, zip.size(CONTENT));
  const seen = (inflated: number) =>
    progress?.(book.rowCount, Math.min(bytes.length, Math.round((bytes.length * inflated) / total)));
  await parseXml(watched(zip.read(CONTENT), seen), book, name);
  return sheetFile(book.finish(), sheets, chosen);
}

/** True for an encrypted document, as a whole or part by part. */
export async function isEncrypted(zip: ZipParts, name: string): Promise<boolean> {
  if (zip.has('encrypted-package')) return true;
  if (!zip.has(MANIFEST)) return false;
  let found = false;
  const open = (element: string) => {
    if (element === 'encryption-data') found = true;
  };
  await parseXml(zip.read(MANIFEST), { open }, name);
  return found;
}

/**
 * Elements within a sheet whose text belongs to no cell: tables within cells, comments, drawings, tracked changes, ruby
 * annotations.
 */
const ASIDE = new Set([
  ...['table', 'annotation', 'shapes', 'tracked-changes', 'dde-links', 'forms', 'frame', 'g', 'custom-shape'],
  ...[
    'rect',
    'line',
    'ellipse',
    'circle',
    'polygon',
    'polyline',
    'path',
    'connector',
    'caption',
    'ruby-text',
  ],
]);

/** Handles a sheet's elements, and tracks the current cell and row. */
class SheetReading implements SheetPart {
  readonly #builder: TableBuilder;
  readonly #styles: OdsStyles;
  readonly #name: string;
  readonly #leaveHidden: boolean;
  readonly #columnStyles: { readonly from: number; readonly to: number; readonly style: string }[] = [];
  readonly #hiddenColumns = new Set<number>();
  readonly #merges: [number, number, number, number][] = [];
  #columnAt = 0;
  #row = 0;
  #rowSpan = 1;
  #rowStyle: string | undefined;
  #hidden = false;
  #cells: string[] = [];
  #marks: [number, CellMark][] = [];
  #column = 0;
  #span = 1;
  #cell: Attributes | undefined;
  #covered = false;
  #paragraphs: string[] = [];
  #inParagraph = false;

  constructor(builder: TableBuilder, styles: OdsStyles, name: string, leaveHidden = false) {
    this.#builder = builder;
    this.#styles = styles;
    this.#name = name;
    this.#leaveHidden = leaveHidden;
  }

  get rowCount(): number {
    return this.#builder.rowCount;
  }

  open(element: string, attributes: Attributes): void {
    switch (element) {
      case 'table-column':
        this.#addColumns(attributes);
        break;
      case 'table-row':
        this.#startRow(attributes);
        break;
      case 'table-cell':
      case 'covered-table-cell':
        this.#startCell(attributes, element !== 'table-cell');
        break;
      case 'p':
        if (this.#cell) {
          this.#paragraphs.push('');
          this.#inParagraph = true;
        }
        break;
      case 's':
        this.#add(' '.repeat(Math.min(numberOf(attributes, 'text:c', 1), MOST_BLANKS)));
        break;
      case 'tab':
        this.#add('\t');
        break;
      case 'line-break':
        this.#add('\n');
    }
  }

  text(piece: string): void {
    this.#add(piece.replace(/[ \t\r\n]+/g, ' '));
  }

  close(element: string): void {
    if (element === 'p') this.#inParagraph = false;
    else if (element === 'table-cell' || element === 'covered-table-cell') this.#endCell();
    else if (element === 'table-row') this.#endRow();
  }

  /** Returns the table once the document has ended. */
  finish(): TextTable {
    if (!this.#leaveHidden) this.#builder.hideColumns(this.#hiddenColumns);
    const table = this.#builder.finish();
    for (const merge of this.#merges) table.mergeCells(...merge);
    return table;
  }

  #add(piece: string): void {
    const last = this.#paragraphs.length - 1;
    if (this.#inParagraph && last >= 0) this.#paragraphs[last] += piece;
  }

  #addColumns(attributes: Attributes): void {
    const from = this.#columnAt;
    const to = Math.min(from + numberOf(attributes, 'table:number-columns-repeated', 1), MAX_COLUMNS) - 1;
    const style = odsAttribute(attributes, 'table:default-cell-style-name');
    if (style !== undefined && from <= to) this.#columnStyles.push({ from, to, style });
    if (isHidden(attributes)) for (let at = from; at <= to; at++) this.#hiddenColumns.add(at);
    this.#columnAt = to + 1;
  }

  #startRow(attributes: Attributes): void {
    this.#row += this.#row === 0 ? 1 : this.#rowSpan;
    this.#rowSpan = numberOf(attributes, 'table:number-rows-repeated', 1);
    this.#rowStyle = odsAttribute(attributes, 'table:default-cell-style-name');
    this.#hidden = isHidden(attributes);
    this.#column = 0;
  }

  #startCell(attributes: Attributes, covered: boolean): void {
    this.#cell = attributes;
    this.#covered = covered;
    this.#span = numberOf(attributes, 'table:number-columns-repeated', 1);
    this.#paragraphs = [];
    this.#inParagraph = false;
    const right = this.#column + numberOf(attributes, 'table:number-columns-spanned', 1) - 1;
    const down = this.#row + numberOf(attributes, 'table:number-rows-spanned', 1) - 1;
    if (right > this.#column || down > this.#row)
      this.#merges.push([this.#row, Math.min(down, MAX_SHEET_ROWS), this.#column, right]);
  }

  #endCell(): void {
    const attributes = this.#cell;
    if (!attributes) return;
    const shown = this.#paragraphs.join('\n');
    // A merged cell shows only the text of its first part.
    const text = this.#covered ? '' : this.#cellText(attributes, shown);
    const mark = this.#covered ? undefined : markOf(attributes, text);
    if (text !== '' || mark) {
      if (this.#column + this.#span > MAX_COLUMNS)
        throw tabularError('FILE_COLUMNS', { max: MAX_USED_COLUMNS });
      while (this.#cells.length < this.#column) this.#cells.push('');
      for (let at = this.#column; at < this.#column + this.#span; at++) {
        this.#cells[at] = text;
        if (mark) this.#marks.push([at, mark]);
      }
    }
    this.#column += this.#span;
    this.#cell = undefined;
  }

  #cellText(attributes: Attributes, shown: string): string {
    const value = odsAttribute(attributes, 'office:value');
    switch (attributes['office:value-type'] ?? odsAttribute(attributes, 'office:value-type')) {
      case 'float':
      case 'currency':
        return value === undefined || isWordCell(shown, value)
          ? shown
          : numberIn(value, this.#formatOf(attributes));
      case 'percentage':
        return value === undefined ? shown : numberIn(value, 'percent');
      case 'date':
        return timeText(odsAttribute(attributes, 'office:date-value') ?? shown, this.#formatOf(attributes));
      case 'time':
        return lengthIn(odsAttribute(attributes, 'office:time-value') ?? shown, this.#formatOf(attributes));
      case 'boolean':
        return odsAttribute(attributes, 'office:boolean-value') === 'true' ? 'TRUE' : 'FALSE';
      default:
        return shown === '' ? (odsAttribute(attributes, 'office:string-value') ?? '') : shown;
    }
  }

  #formatOf(attributes: Attributes): CellFormat {
    const own = odsAttribute(attributes, 'table:style-name') ?? this.#rowStyle;
    const ofColumn = () =>
      this.#columnStyles.find(({ from, to }) => from <= this.#column && this.#column <= to)?.style;
    return this.#styles.formatOf(own ?? ofColumn());
  }

  #endRow(): void {
    const last = this.#row + this.#rowSpan - 1;
    if (this.#leaveHidden) leaveOut(this.#cells, this.#hiddenColumns);
    if (this.#cells.every((cell) => !cell || cell.trim() === '')) {
      this.#builder.addBlank(this.#row, Math.min(last, MAX_SHEET_ROWS));
    } else if (!(this.#hidden && this.#leaveHidden)) {
      if (last > MAX_SHEET_ROWS) throw tabularError('FILE_BROKEN', { name: this.#name });
      for (let row = this.#row; row <= last; row++) {
        this.#builder.addCells(row, this.#cells);
        if (this.#hidden) this.#builder.hide();
        for (const [column, mark] of this.#marks) this.#builder.mark(column, mark);
      }
    }
    this.#cells = [];
    this.#marks = [];
  }
}

const MOST_BLANKS = 1000;

/** Reads a whole number from 1 in an attribute; `otherwise` if invalid. */
function numberOf(attributes: Attributes, wanted: string, otherwise: number): number {
  const text = odsAttribute(attributes, wanted);
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : otherwise;
}

/** True for rows and columns hidden by the user or a filter. */
const isHidden = (attributes: Attributes): boolean =>
  /^(?:collapse|filter)$/.test(odsAttribute(attributes, 'table:visibility') ?? '');

/** Mark of a cell: an error, or a formula with or without its result. */
function markOf(attributes: Attributes, text: string): CellMark | undefined {
  if (attributes['calcext:value-type'] === 'error') return 'error';
  if (odsAttribute(attributes, 'table:formula') === undefined) return undefined;
  const typed = odsAttribute(attributes, 'office:value-type') !== undefined;
  return text === '' && !typed ? 'formula' : 'computed';
}

/** Text of a number as its cell shows it. */
function numberIn(raw: string, shown: CellFormat): string {
  if (shown === 'number' || shown === 'text') return rawNumberText(raw.trim());
  const value = Number(raw);
  return raw.trim() !== '' && Number.isFinite(value) ? shownText(value, shown, false) : raw;
}

const DAY_SECONDS = 86_400;

/** Text of a time of day, or of a duration as the fraction of a day that spreadsheets store. */
function lengthIn(raw: string, shown: CellFormat): string {
  const found = /^PT(\d+)H(\d+)M(\d+)(?:[.,](\d+))?S$/.exec(raw.trim());
  if (!found) return raw;
  const [, hours, minutes, seconds, fraction = '0'] = found;
  const total = Number(hours) * 3600 + Number(minutes) * 60 + Number(`${seconds}.${fraction}`);
  return shownText(total / DAY_SECONDS, shown === 'number' ? 'number' : 'time', false);
}

import { MAX_COLUMNS, MAX_SHEET_ROWS, MAX_USED_COLUMNS, SPARE_ROWS } from './caps';
import type { Progress } from './csv';
import { shownText } from './numberFormat';
import { isoDateText, rawNumberText } from './spreadsheetText';
import { type CellMark, TableBuilder, type TextTable } from './table';
import { tabularError } from './tabularError';
import { readWorkbook, type Sheet, type Workbook } from './workbook';
import { parseXml, unescaped } from './xml';
import { ZipParts } from './zip';

/** Options for reading a spreadsheet. */
export interface SheetOptions {
  /** The sheet's name; the first visible one when absent. */
  readonly sheet?: string;
  /** Picks the visible sheets to read, at least one, for files with several sheets. */
  readonly pick?: (names: readonly string[]) => readonly string[];
  /** True to skip hidden rows and columns. */
  readonly leaveHidden?: boolean | undefined;
  /** Maximum data rows of a sheet. */
  readonly maxRows: number;
}

/** The sheets read from a file. */
export interface SheetFile {
  /** The first of the sheets read. */
  readonly table: TextTable;
  readonly tables: readonly TextTable[];
  /** Names of the visible sheets. */
  readonly sheets: readonly string[];
  /** Names of the hidden ones, which are read only by name. */
  readonly hiddenSheets: readonly string[];
  /** Name of the first sheet read. */
  readonly sheet: string;
}

/**
 * Reads sheets of an xlsx file as text: numbers as shown, dates as `YYYY-MM-DD HH:mm:ss`, formulas by their result and
 * a mark. Throws TabularError: FILE_BROKEN, FILE_PROTECTED, FILE_BOMB, FILE_COLUMNS, FILE_ROWS, FILE_SHEET.
 */
export async function readXlsx(
  bytes: Uint8Array,
  name: string,
  options: SheetOptions,
  progress?: Progress,
): Promise<SheetFile> {
  const zip = await ZipParts.open(bytes, name);
  const workbook = await readWorkbook(zip, name);
  const chosen = chooseSheets(workbook.sheets, options, name);
  const limits = { name, maxRows: options.maxRows + SPARE_ROWS, shownMaxRows: options.maxRows };
  const total = Math.max(
    chosen.reduce((sum, { part }) => sum + zip.size(part), 0),
    1,
  );
  let before = 0;
  const tables: TextTable[] = [];
  for (const { part } of chosen) {
    const reading = new SheetReading(new TableBuilder(limits, false), workbook, name, options.leaveHidden);
    await parseXml(
      watched(zip.read(part), (inflated) => {
        const read = Math.round((bytes.length * (before + inflated)) / total);
        progress?.(reading.rowCount, Math.min(bytes.length, read));
      }),
      reading,
      name,
    );
    before += zip.size(part);
    tables.push(reading.finish());
  }
  return sheetFile(tables, workbook.sheets, chosen);
}

/** Creates the result of a spreadsheet reader. */
export function sheetFile(
  tables: readonly TextTable[],
  listed: readonly Pick<Sheet, 'name' | 'hidden'>[],
  [first]: readonly Pick<Sheet, 'name'>[],
): SheetFile {
  const sheets = listed.filter(({ hidden }) => !hidden).map((sheet) => sheet.name);
  const hiddenSheets = listed.filter(({ hidden }) => hidden).map((sheet) => sheet.name);
  return { table: tables[0] as TextTable, tables, sheets, hiddenSheets, sheet: first?.name ?? '' };
}

/** Chooses the sheets to read. FILE_SHEET, or FILE_BROKEN for a workbook without sheets. */
export function chooseSheets<S extends Pick<Sheet, 'name' | 'hidden'>>(
  sheets: readonly S[],
  { sheet, pick, leaveHidden }: SheetOptions,
  name: string,
): readonly S[] {
  if (!pick) return [chooseSheet(sheets, sheet, name)];
  // A visible one takes precedence over a hidden one with the same meaning.
  const offered = [
    ...sheets.filter(({ hidden }) => !hidden),
    ...(leaveHidden ? [] : sheets.filter(({ hidden }) => hidden)),
  ];
  return pick(offered.map((one) => one.name)).map((wanted) => chooseSheet(offered, wanted, name));
}

/** Finds the sheet of that name, or the first visible one. */
function chooseSheet<S extends Pick<Sheet, 'name' | 'hidden'>>(
  sheets: readonly S[],
  wanted: string | undefined,
  name: string,
): S {
  if (wanted !== undefined) {
    const found = sheets.find((sheet) => sheet.name === wanted);
    if (!found) throw tabularError('FILE_SHEET', { name, sheet: wanted });
    return found;
  }
  const first = sheets.find(({ hidden }) => !hidden);
  if (!first) throw tabularError('FILE_BROKEN', { name });
  return first;
}

/** Passes on pieces of a part, and reports the bytes read. */
export async function* watched(
  chunks: AsyncIterable<Buffer>,
  seen: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    yield chunk;
    bytes += chunk.length;
    seen(bytes);
  }
}

/** Handles a sheet's elements, and tracks the current cell and row. */
class SheetReading {
  readonly #builder: TableBuilder;
  readonly #workbook: Workbook;
  readonly #name: string;
  readonly #leaveHidden: boolean;
  #row = 0;
  #hidden = false;
  #cells: string[] = [];
  #marks: [number, CellMark][] = [];
  #column = -1;
  #type: string | undefined;
  #style = 0;
  #value = '';
  #inline = '';
  #formula = false;
  #capture: 'v' | 't' | undefined;
  #inCell = false;
  #phonetic = 0;
  readonly #merges: string[] = [];
  readonly #hiddenColumns = new Set<number>();

  constructor(builder: TableBuilder, workbook: Workbook, name: string, leaveHidden = false) {
    this.#leaveHidden = leaveHidden;
    this.#builder = builder;
    this.#workbook = workbook;
    this.#name = name;
  }

  get rowCount(): number {
    return this.#builder.rowCount;
  }

  open(element: string, attributes: Readonly<Record<string, string>>): void {
    switch (element) {
      case 'c':
        this.#startCell(attributes.r, attributes.t, attributes.s);
        break;
      case 'v':
        this.#capture = 'v';
        break;
      case 't':
        if (this.#inCell && this.#phonetic === 0) this.#capture = 't';
        break;
      case 'f':
        this.#formula = true;
        break;
      case 'row':
        this.#startRow(attributes.r);
        this.#hidden = isTrue(attributes.hidden) || isNone(attributes.ht);
        break;
      case 'rPh':
        this.#phonetic++;
        break;
      case 'col':
        if (isTrue(attributes.hidden) || isNone(attributes.width)) this.#hideColumns(attributes);
        break;
      case 'mergeCell':
        if (attributes.ref) this.#merges.push(attributes.ref);
        break;
    }
  }

  text(piece: string): void {
    if (this.#capture === 'v') this.#value += piece;
    else if (this.#capture === 't') this.#inline += piece;
  }

  close(element: string): void {
    switch (element) {
      case 'c':
        this.#endCell();
        break;
      case 'v':
      case 't':
        this.#capture = undefined;
        break;
      case 'row':
        this.#endRow();
        break;
      case 'rPh':
        this.#phonetic--;
        break;
    }
  }

  /** Returns the table once the document has ended. */
  finish(): TextTable {
    if (!this.#leaveHidden) this.#builder.hideColumns(this.#hiddenColumns);
    const table = this.#builder.finish();
    for (const merge of this.#merges) {
      const found = /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/.exec(merge);
      if (!found) continue;
      const [, left = '', from, right = '', to] = found;
      table.mergeCells(Number(from), Number(to), columnOf(left), columnOf(right));
    }
    return table;
  }

  #hideColumns({ min, max }: Readonly<Record<string, string>>): void {
    const last = Math.min(Number(max), MAX_COLUMNS);
    for (let at = Math.max(1, Number(min)); at <= last; at++) this.#hiddenColumns.add(at - 1);
  }

  #startRow(reference: string | undefined): void {
    const number = reference === undefined ? this.#row + 1 : Number(reference);
    if (!(number > this.#row && number <= MAX_SHEET_ROWS)) throw this.#broken();
    if (number > this.#row + 1) this.#builder.addBlank(this.#row + 1, number - 1);
    this.#row = number;
    this.#column = -1;
  }

  #startCell(reference: string | undefined, type: string | undefined, style: string | undefined): void {
    this.#column = reference === undefined ? this.#column + 1 : columnOf(reference);
    if (!(this.#column >= 0)) throw this.#broken();
    if (this.#column >= MAX_COLUMNS) throw tabularError('FILE_COLUMNS', { max: MAX_USED_COLUMNS });
    this.#type = type;
    this.#style = style === undefined ? 0 : Number(style);
    this.#value = '';
    this.#inline = '';
    this.#formula = false;
    this.#inCell = true;
  }

  #endCell(): void {
    this.#inCell = false;
    const text = this.#cellText();
    if (this.#type === 'e') this.#marks.push([this.#column, 'error']);
    // A text result may be empty; an empty number was never computed.
    else if (this.#formula)
      this.#marks.push([this.#column, text === '' && this.#type !== 'str' ? 'formula' : 'computed']);
    if (text === '') return;
    while (this.#cells.length < this.#column) this.#cells.push('');
    this.#cells[this.#column] = text;
  }

  #cellText(): string {
    const value = this.#value;
    switch (this.#type) {
      case 's': {
        if (value === '') return '';
        const text = this.#workbook.strings[Number(value)];
        if (text === undefined) throw this.#broken();
        return text;
      }
      case 'inlineStr':
        return unescaped(this.#inline);
      case 'str':
        return unescaped(value);
      case 'b':
        return value.trim() === '1' || value.trim() === 'true' ? 'TRUE' : 'FALSE';
      case 'e':
        return value;
      case 'd':
        return isoDateText(value);
      default: {
        if (value === '') return '';
        const shown = this.#workbook.shown[this.#style] ?? 'number';
        if (shown === 'number') return rawNumberText(value);
        const serial = Number(value);
        return Number.isFinite(serial) ? shownText(serial, shown, this.#workbook.is1904) : value;
      }
    }
  }

  #endRow(): void {
    // A skipped row does not count as blank.
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

/** Clears the cells of hidden columns. */
export function leaveOut(cells: string[], hidden: ReadonlySet<number>): void {
  for (const at of hidden) if (at < cells.length) cells[at] = '';
}

/** True for a height or width of zero, which hides a row or column like the attribute. */
const isNone = (size: string | undefined): boolean => size !== undefined && Number(size) === 0;
const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';

/** Column of a reference such as AB12, from 0; NaN if it does not begin with a letter. */
function columnOf(reference: string): number {
  let column = 0;
  let at = 0;
  for (; at < reference.length && at < 4; at++) {
    const letter = reference.charCodeAt(at) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return at === 0 ? Number.NaN : column - 1;
}

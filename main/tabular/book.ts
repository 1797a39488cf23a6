import type { Problem } from '@contract/errors';
import {
  headerKey,
  type ImportTemplate,
  isSheetNamed,
  matchHeaders,
  sheetKey,
  sheetsOf,
} from '@contract/importing/template';
import { MAX_SHEET_ROWS, SPARE_ROWS } from './caps';
import type { Progress } from './csv';
import { csvCell } from './csvWriter';
import { findHeader, matchTable } from './match';
import { readTariff } from './officialTariff';
import { type OpenedTable, type OpenOptions, openTable } from './open';
import { ROW_NUMBER, SHEET_HEADER } from './ownColumns';
import { TableBuilder, type TextTable } from './table';
import { tabularError } from './tabularError';

/** A sheet of an import and its template. */
export interface OpenedSheet {
  readonly template: ImportTemplate;
  readonly table: TextTable;
}

/** A file as the sheets of its import, in their order; optional sheets that are blank are missing. */
export interface OpenedBook extends Omit<OpenedTable, 'table' | 'tables'> {
  readonly parts: readonly OpenedSheet[];
  /** Hidden sheets that were read too. */
  readonly hiddenTaken?: readonly string[];
  /** Notices about the file that do not prevent an import. */
  readonly notices?: readonly Problem[];
}

/** A file of one sheet. */
interface OpenedOne extends OpenedTable {
  readonly notices: readonly Problem[];
}

/**
 * Reads a file as the sheets of a template: the one of a plain import, the named ones of a workbook, or the rows of a
 * csv whose first column names the sheet. Throws TabularError; FILE_SHEETS if a required sheet is missing.
 */
export async function openBook(
  bytes: Uint8Array,
  name: string,
  template: ImportTemplate,
  options: Omit<OpenOptions, 'maxRows' | 'pick'>,
  progress?: Progress,
): Promise<OpenedBook> {
  const { maxRows } = template;
  const wanted = sheetsOf(template);
  const known = { isKnown: (head: string) => isHeadOf(wanted, head) };
  if (!template.sheets) {
    const read = async (more: { readonly sheet?: string }): Promise<OpenedOne> => {
      const opened = await openTable(bytes, name, { ...options, ...known, ...more, maxRows }, progress);
      return { ...opened, ...readTariff(opened.table, template, name) };
    };
    const first = await read({});
    const opened = options.sheet === undefined ? await sheetWithData(first, template, read) : first;
    const { table, tables: _, ...found } = opened;
    if (table.rowCount === 0) throw tabularError('FILE_EMPTY');
    return { ...found, parts: [{ template, table }] };
  }
  const picked: ImportTemplate[] = [];
  const titles: string[] = [];
  const pick = (names: readonly string[]): string[] => {
    const found = wanted.flatMap((one) => {
      const title = names.find((title) => isSheetNamed(one, title));
      return title === undefined ? [] : [{ one, title }];
    });
    picked.push(...found.map(({ one }) => one));
    titles.push(...found.map(({ title }) => title));
    requireSheets(name, wanted, picked, names);
    return found.map(({ title }) => title);
  };
  const { sheet: _, ...reading } = options;
  // A csv contains the rows of all sheets together.
  const most = { ...reading, ...known, pick, maxRows: maxRows * wanted.length };
  const { table, tables, sheet: __, ...found } = await openTable(bytes, name, most, progress);
  if (found.type === 'csv') return { ...found, parts: partsOf(table, name, wanted) };
  const read = picked.map((one, at) => ({ template: one, table: tables[at] as TextTable }));
  const parts = sheetsWithContent(read, name, wanted, found.sheets ?? []);
  const titleOf = new Map(picked.map((one, at) => [one, titles[at] ?? '']));
  const hiddenTaken = parts
    .map(({ template: one }) => titleOf.get(one) ?? '')
    .filter((title) => found.hiddenSheets?.includes(title));
  return { ...found, parts, hiddenTaken };
}

/** Maximum sheets tried in search of the data. */
const SHEETS_TRIED = 8;

/**
 * Returns the first sheet with the columns of an import, in case the first of all contains instructions; if none has
 * them, the first with content.
 */
async function sheetWithData(
  first: OpenedOne,
  template: ImportTemplate,
  read: (more: { readonly sheet: string }) => Promise<OpenedOne>,
): Promise<OpenedOne> {
  const fits = ({ table }: OpenedTable) =>
    table.rowCount > 0 && matchTable(table, template, findHeader(table, template)).missing.length === 0;
  const others = (first.sheets ?? []).filter((name) => name !== first.sheet).slice(0, SHEETS_TRIED);
  if (others.length === 0 || fits(first)) return first;
  let filledOne = first.table.rowCount > 0 ? first : undefined;
  for (const sheet of others) {
    const opened = await read({ sheet });
    if (fits(opened)) return opened;
    if (opened.table.rowCount > 0) filledOne ??= opened;
  }
  return filledOne ?? first;
}

/** Maximum lines in which the header of a text is searched. */
const HEAD_LINES = 12;
/** Number of non-ASCII headings that cannot be a coincidence. */
const PROOF = 2;

/** True for a text with a line of known headings, including non-ASCII ones. */
function isHeadOf(wanted: readonly ImportTemplate[], head: string): boolean {
  return head.split(/[\r\n]+/, HEAD_LINES).some((line) => {
    const cells = line.split(/[,;\t|]/).map((cell) => cell.replace(/^\s*"|"\s*$/g, ''));
    const foreign = cells.filter((cell) => /[\u0080-\uffff]/.test(cell));
    return wanted.some((one) => matchHeaders(one, foreign).filter(Boolean).length >= PROOF);
  });
}

/** Returns the sheets with content; throws if a required one is missing. */
function sheetsWithContent(
  parts: readonly OpenedSheet[],
  name: string,
  wanted: readonly ImportTemplate[],
  names: readonly string[],
): OpenedSheet[] {
  const left = parts.filter(({ table }) => table.rowCount > 0);
  const there = left.map(({ template }) => template);
  requireSheets(name, wanted, there, names);
  return left;
}

function requireSheets(
  name: string,
  wanted: readonly ImportTemplate[],
  found: readonly ImportTemplate[],
  names: readonly string[],
): void {
  const missing = wanted.find((one) => one.sheet?.required && !found.includes(one));
  if (!missing) return;
  throw tabularError('FILE_SHEETS', {
    name,
    sheet: { choice: ['importSheet', sheetKey(missing)] },
    found: names.length > 0 ? { list: names.slice(0, 20) } : '—',
  });
}

/**
 * Splits a csv into sheets by its first column. A column known to several sheets goes to each of them, and so does one
 * known to none. Rows keep their numbers, or get those of a second column headed `#`.
 */
function partsOf(table: TextTable, name: string, wanted: readonly ImportTemplate[]): OpenedSheet[] {
  if (table.rowCount === 0) throw tabularError('FILE_EMPTY');
  const rowOf = (row: number) =>
    Array.from({ length: table.width(row) }, (_, column) => table.text(row, column));
  const headers = rowOf(0);
  const numbered = headerKey(headers[1] ?? '') === headerKey(ROW_NUMBER);
  if (!SHEET_HEADERS.has(headerKey(headers[0] ?? '')))
    throw tabularError('HEADER_MISSING', { columns: Object.values(SHEET_HEADER).join(' / ') });
  const own = numbered ? 2 : 1;
  const known = wanted.map((one) => matchHeaders(one, headers));
  const sheets = wanted.map((template, at) => {
    // Columns of other sheets are empty in the rows of this one.
    const places = headers.flatMap((_, column) => {
      const alien = !known[at]?.[column] && known.some((keys) => keys[column]);
      return column < own || alien ? [] : [column];
    });
    const limits = { name, maxRows: template.maxRows + SPARE_ROWS, shownMaxRows: template.maxRows };
    const builder = new TableBuilder(limits, true, table.separator);
    builder.addCells(
      table.number(0),
      places.map((column) => csvCell(headers[column] ?? '')),
    );
    return { template, places, builder, last: 1, rows: 0 };
  });
  const titles: string[] = [];
  for (let row = 1; row < table.rowCount; row++) {
    const cells = rowOf(row);
    const title = (cells[0] ?? '').trim();
    titles.push(title);
    const sheet = sheets.find(({ template }) => isSheetNamed(template, title));
    if (!sheet) {
      const [first] = wanted.map(sheetKey);
      throw tabularError('ROW_SHEET', {
        row: table.number(row),
        value: title,
        sheet: { choice: ['importSheet', first ?? ''] },
      });
    }
    const number = numbered ? Number(cells[1]) : table.number(row);
    const fits = Number.isInteger(number) && number > sheet.last && number <= MAX_SHEET_ROWS;
    sheet.last = fits ? number : sheet.last + 1;
    // Cells beyond the header are kept, so that the check reports them.
    const beyond = cells.slice(headers.length);
    const kept = [...sheet.places.map((column) => cells[column] ?? ''), ...beyond];
    if (sheet.builder.addCells(sheet.last, kept.map(csvCell))) sheet.rows++;
  }
  const parts = sheets
    .filter(({ rows }) => rows > 0)
    .map(({ template, builder }) => ({ template, table: builder.finish() }));
  return sheetsWithContent(parts, name, wanted, [...new Set(titles)]);
}

const SHEET_HEADERS = new Set(['sheet', ...Object.values(SHEET_HEADER)].map(headerKey));

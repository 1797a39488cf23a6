import type { CellStyle, ColumnDef } from 'hucre/xlsx';
import { writeXlsx as writeWorkbook, writeXlsxStream } from 'hucre/xlsx';
import { MAX_CELL, MAX_SHEET_ROWS } from './caps';
import {
  type ExportCell,
  type ExportColumn,
  type ExportRow,
  type ExportRows,
  exactNumber,
  timeSerial,
} from './exportCell';

/** Options for writing an xlsx file. */
export interface XlsxWriteOptions {
  /** Name of the sheet; characters that spreadsheets do not allow are removed. */
  readonly sheet: string;
  /** Maximum rows of a sheet, the header included, before the next one begins. */
  readonly maxRows?: number;
}

type XlsxCell = string | number | boolean | null;

/**
 * Writes rows as xlsx piece by piece, in constant memory. Cells are typed by their column, text is never a formula,
 * and a new sheet begins when one is full.
 */
export async function* writeXlsx(
  columns: readonly ExportColumn[],
  rows: ExportRows,
  { sheet, maxRows = MAX_SHEET_ROWS }: XlsxWriteOptions,
): AsyncGenerator<Uint8Array> {
  const stream = writeXlsxStream(xlsxRows(columns, rows), {
    name: sheetName(sheet),
    columns: columns.map(columnDef),
    freezePane: { rows: 1 },
    maxRowsPerSheet: maxRows,
  });
  for await (const piece of stream) yield piece;
}

/** A sheet of a small workbook. */
export interface BookSheet {
  readonly name: string;
  readonly columns: readonly ExportColumn[];
  readonly rows: Iterable<ExportRow>;
}

/** Writes a workbook of several sheets, each with its own columns, in one piece: for few rows. */
export async function* writeBook(sheets: readonly BookSheet[]): AsyncGenerator<Uint8Array> {
  yield await writeWorkbook({
    sheets: sheets.map(({ name, columns, rows }) => {
      const defs = columns.map(columnDef);
      return {
        name: sheetName(name),
        columns: defs.map(({ header: _, ...def }) => def),
        rows: [
          defs.map(({ header }) => header ?? null),
          ...Array.from(rows, (row) => columns.map(({ kind }, at) => cellOf(row[at], kind))),
        ],
        freezePane: { rows: 1 },
      };
    }),
  });
}

async function* xlsxRows(columns: readonly ExportColumn[], rows: ExportRows): AsyncGenerator<XlsxCell[]> {
  for await (const row of rows) yield columns.map(({ kind }, at) => cellOf(row[at], kind));
}

function cellOf(cell: ExportCell, kind: ExportColumn['kind']): XlsxCell {
  if (cell === null || cell === undefined || cell === '') return null;
  if (typeof cell === 'boolean') return cell ? 'Y' : 'N';
  const number =
    kind === 'number' || typeof cell === 'number'
      ? exactNumber(cell)
      : kind === 'text'
        ? undefined
        : timeSerial(cell);
  return number ?? xlsxText(String(cell));
}

/** Text of a cell: within the maximum length, and never mistaken for an escape such as `_x000D_`. */
export function xlsxText(text: string): string {
  const cut = text.length > MAX_CELL ? `${text.slice(0, MAX_CELL - 1)}…` : text;
  return cut.includes('_x') ? cut.replace(/_(x[0-9a-f]{4}_)/gi, '_x005F_$1') : cut;
}

function columnDef({ header, kind, decimals, width, color }: ExportColumn): ColumnDef {
  const style: CellStyle = { numFmt: numberFormat(kind, decimals) };
  if (color) style.font = { color: { rgb: color } };
  return {
    header: xlsxText(header) || ' ',
    width: width ?? Math.min(40, Math.max(10, header.length * 2)),
    style,
  };
}

/** Number format of a column; `@` keeps numeric text as text when a user edits it. */
function numberFormat(kind: ExportColumn['kind'], decimals: number | undefined): string {
  if (kind === 'text') return '@';
  if (kind === 'date') return 'dd/mm/yyyy';
  if (kind === 'dateTime') return 'dd/mm/yyyy hh:mm';
  if (decimals === undefined) return 'General';
  return decimals === 0 ? '0' : `0.${'0'.repeat(decimals)}`;
}

/** Makes a name valid for a sheet. */
export function sheetName(name: string): string {
  const allowed = name
    .replace(/[[\]:*?/\\]/g, ' ')
    .replace(/^'+|'+$/g, '')
    .trim()
    .slice(0, 31);
  return allowed === '' || allowed.toLowerCase() === 'history' ? 'Sheet1' : allowed;
}

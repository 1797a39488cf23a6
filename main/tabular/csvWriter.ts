import { guarded } from '@contract/importing/csvText';
import { type ExportCell, type ExportColumn, type ExportRows, shownTime } from './exportCell';

/** Minimum characters of a piece. */
const PIECE = 64 * 1024;
const NEEDS_QUOTES = /[",;\t|\r\n]|^\s|\s$/;
const BOM = '\ufeff';

/** Options for writing a csv file. */
export interface CsvWriteOptions {
  /** Writes a byte order mark, by which Excel recognises UTF-8; on unless the file is for a program. */
  readonly bom?: boolean;
}

/** Formats a text as a csv cell: harmless in a spreadsheet, quoted if necessary. */
export function csvCell(text: string): string {
  const safe = guarded(text);
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Writes rows as csv (UTF-8, CRLF) piece by piece, in constant memory. */
export async function* writeCsv(
  columns: readonly ExportColumn[],
  rows: ExportRows,
  { bom = true }: CsvWriteOptions = {},
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let piece = `${bom ? BOM : ''}${columns.map(({ header }) => csvCell(header)).join(',')}\r\n`;
  for await (const row of rows) {
    let line = '';
    for (const [at, column] of columns.entries())
      line += (at === 0 ? '' : ',') + cellOf(row[at], column.kind);
    // A row with one empty cell would be a blank line, which readers skip.
    piece += `${line === '' ? '""' : line}\r\n`;
    if (piece.length < PIECE) continue;
    yield encoder.encode(piece);
    piece = '';
  }
  if (piece !== '') yield encoder.encode(piece);
}

function cellOf(cell: ExportCell, kind: ExportColumn['kind']): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'boolean') return cell ? 'Y' : 'N';
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
  if (kind === 'number' && /^-?\d+(?:\.\d+)?$/.test(cell)) return cell;
  return csvCell(kind === 'date' || kind === 'dateTime' ? shownTime(cell) : cell);
}

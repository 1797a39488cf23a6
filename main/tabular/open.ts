import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Encoding } from '@contract/importing/encodings';
import { typeProblem } from '@contract/importing/template';
import { type CsvOptions, type Progress, readCsv } from './csv';
import type { Separator } from './csvScanner';
import { readHtml } from './html';
import { markOf } from './mark';
import { readMhtml } from './mhtml';
import { readOds } from './ods';
import { isOle } from './ole';
import { isSpreadsheet, spreadsheetProblem, spreadsheetType } from './sniff';
import { readSpreadsheetMl } from './spreadsheetMl';
import type { TextTable } from './table';
import { endingOf, type TableFormat, type TableType } from './tableType';
import { TabularError, tabularError } from './tabularError';
import { isPlainText, isWebArchive, markupOf, wrongContent } from './wrongContent';
import { readXls } from './xls';
import { readXlsx, type SheetOptions } from './xlsx';

/** A table and how it was read. */
export interface OpenedTable {
  readonly table: TextTable;
  /** All that were asked for, of which `table` is the first. */
  readonly tables: readonly TextTable[];
  /** What the contents are, whatever the name says. */
  readonly type: TableFormat;
  readonly encoding?: Encoding;
  /** Encodings that it may be, the likeliest first, where that is not certain. */
  readonly asked?: readonly Encoding[];
  readonly separator?: Separator;
  /** Names of the visible sheets and of the hidden ones, and the one read. */
  readonly sheets?: readonly string[];
  readonly hiddenSheets?: readonly string[];
  readonly sheet?: string;
}

/** How a file is to be read. */
export interface OpenOptions extends Omit<CsvOptions, 'maxRows'>, SheetOptions {
  /** Types that the import takes; `typeProblem` for others. */
  readonly types: readonly TableType[];
}

/**
 * Reads a table from the bytes of a file. The name tells csv from spreadsheets, whose types are told apart by their
 * contents. Throws TabularError.
 */
export async function openTable(
  bytes: Uint8Array,
  name: string,
  options: OpenOptions,
  progress?: Progress,
): Promise<OpenedTable> {
  const named = path.extname(name).slice(1).toLowerCase();
  const type = await contentType(bytes, named, name);
  if (type === undefined) throw wrongType(options);
  if (!options.types.includes(endingOf(type))) throw wrongType(options);
  if (type === 'html') {
    const file = readHtml(bytes, name, options, progress);
    return { type, ...file, tables: [file.table] };
  }
  if (type === 'mhtml') {
    const file = readMhtml(bytes, name, options, progress);
    return { type, tables: [file.table], ...file };
  }
  if (type === 'xml') return { type, ...(await readSpreadsheetMl(bytes, name, options, progress)) };
  if (type === 'csv') {
    if (isOle(bytes) || isZip(bytes)) throw new TabularError(wrongContent(bytes, type, name));
    const file = readCsv(bytes, name, options, progress);
    return { type, ...file, tables: [file.table] };
  }
  const problem = isSpreadsheet(named) ? await spreadsheetProblem(bytes, named, type, name) : undefined;
  if (problem) throw new TabularError(problem);
  if (type === 'xls') return { type, ...(await readXls(bytes, name, options)) };
  const read = type === 'ods' ? readOds : readXlsx;
  return { type, ...(await read(bytes, name, options, progress)) };
}

const isZip = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3;
const wrongType = ({ types }: OpenOptions) => new TabularError(typeProblem(types));

/** Endings of text files that are read as a csv. */
export const TEXT_ENDINGS: readonly string[] = ['csv', 'tsv', 'txt'];

/** Type by which a file is read: its name tells text from spreadsheets, but many programs name a text `.xls`. */
async function contentType(bytes: Uint8Array, named: string, name: string): Promise<TableFormat | undefined> {
  if (TEXT_ENDINGS.includes(named)) return 'csv';
  if (named === 'xls') {
    const markup = markupOf(bytes);
    if (markup) return markup;
    if (isWebArchive(bytes)) return 'mhtml';
    if (isPlainText(bytes)) return 'csv';
  }
  return isSpreadsheet(named) ? spreadsheetType(bytes, named, name) : undefined;
}

/** The bytes of a file and their SHA-256. */
export interface FileBytes {
  readonly bytes: Buffer;
  readonly hash: string;
}

/** Each piece is a trip to the thread pool and back. */
const PIECE = 2 * 1024 * 1024;

/**
 * Reads a whole file. FILE_GONE when it is missing or no file, FILE_SIZE beyond `max` bytes, FILE_CHANGED when it grows or
 * shrinks meanwhile, or is not the one that had this mark. `seen` is told the bytes read so far and in all; what it
 * throws ends the reading.
 */
export async function readBytes(
  file: string,
  name: string,
  max: number,
  seen?: (bytes: number, total: number) => void,
  mark?: string,
): Promise<FileBytes> {
  // Looked at before it is opened: opening a pipe would wait for its other end.
  const found = await stat(file).catch((cause: unknown) => {
    throw tabularError('FILE_GONE', { name }, { cause });
  });
  if (!found.isFile()) throw tabularError('FILE_GONE', { name });
  if (mark !== undefined && markOf(found) !== mark) throw tabularError('FILE_CHANGED', { name });
  if (found.size > max) throw tabularError('FILE_SIZE', { size: max / 1024 / 1024 });
  const bytes = Buffer.allocUnsafeSlow(found.size);
  const handle = await open(file, 'r').catch((cause: unknown) => {
    throw tabularError('FILE_GONE', { name }, { cause });
  });
  try {
    const hash = createHash('sha256');
    const readFrom = (at: number) => handle.read(bytes, at, Math.min(PIECE, bytes.length - at), at);
    let ahead = bytes.length > 0 ? readFrom(0) : undefined;
    for (let at = 0; ahead; ) {
      const { bytesRead } = await ahead;
      if (bytesRead === 0) throw tabularError('FILE_CHANGED', { name });
      const end = at + bytesRead;
      // The next piece is read while this one is summed.
      ahead = end < bytes.length ? readFrom(end) : undefined;
      // Should something below throw, nobody waits for it any more.
      ahead?.catch(() => undefined);
      hash.update(bytes.subarray(at, end));
      at = end;
      seen?.(at, bytes.length);
    }
    if (markOf(await handle.stat()) !== markOf(found)) throw tabularError('FILE_CHANGED', { name });
    return { bytes, hash: hash.digest('hex') };
  } catch (cause) {
    if (cause instanceof TabularError) throw cause;
    throw tabularError('FILE_GONE', { name }, { cause });
  } finally {
    await handle.close();
  }
}

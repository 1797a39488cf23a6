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
  /** All requested tables, of which `table` is the first. */
  readonly tables: readonly TextTable[];
  /** Format of the contents, whatever the name. */
  readonly type: TableFormat;
  readonly encoding?: Encoding;
  /** Possible encodings, the likeliest first, if uncertain. */
  readonly encodingChoice?: readonly Encoding[];
  readonly separator?: Separator;
  /** Names of the visible sheets, of the hidden ones, and of the one that was read. */
  readonly sheets?: readonly string[];
  readonly hiddenSheets?: readonly string[];
  readonly sheet?: string;
}

/** Options for opening a file. */
export interface OpenOptions extends Omit<CsvOptions, 'maxRows'>, SheetOptions {
  /** Types that the import accepts; `typeProblem` for others. */
  readonly types: readonly TableType[];
}

/**
 * Reads a table from the bytes of a file. The name distinguishes csv from spreadsheets, the contents the types of
 * spreadsheets. Throws TabularError.
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

/** Extensions of text files that are read as csv. */
export const TEXT_ENDINGS: readonly string[] = ['csv', 'tsv', 'txt'];

/** Returns a file's format: text by its name, spreadsheets by their contents, since many texts are named `.xls`. */
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

/** Bytes of a file and their SHA-256. */
export interface FileBytes {
  readonly bytes: Buffer;
  readonly hash: string;
}

/** Bytes per read: each is a round trip to the thread pool. */
const PIECE = 2 * 1024 * 1024;

/**
 * Reads a whole file. FILE_GONE if it is missing or no file, FILE_SIZE beyond `max` bytes, FILE_CHANGED if its size
 * changes while it is read or its mark differs. `seen` receives the bytes read so far and in all; an exception from it
 * ends the reading.
 */
export async function readBytes(
  file: string,
  name: string,
  max: number,
  seen?: (bytes: number, total: number) => void,
  mark?: string,
): Promise<FileBytes> {
  // Check before opening: opening a pipe would wait for its other end.
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
      // Read the next piece while this one is hashed.
      ahead = end < bytes.length ? readFrom(end) : undefined;
      // Prevents an unhandled rejection if the code below throws.
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

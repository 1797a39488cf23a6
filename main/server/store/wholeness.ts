import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { isDamage, StartFault } from './faults';

/** File name of the database in a data folder. */
export const DATABASE = 'freight.db';

/** Folder for the parts of a restore until all are complete; beside the data, so that they only need renaming. */
export const STAGE = 'restoring';

/** File that exists from a start to an orderly end: if found at a start, the last run was interrupted. */
const RUNNING = 'running';

/** Marks data as in use; returns a function that marks it as left in order. */
export function noteRunning(folder: string): () => void {
  const mark = path.join(folder, RUNNING);
  writeFileSync(mark, '', { mode: 0o600 });
  return () => rmSync(mark, { force: true });
}

/**
 * Checks a database before anything writes to it. Cheap checks are always done: the header against the length of the
 * file, and whether the tables are ours. If the last run was interrupted, all of it is read. Throws {@link StartFault};
 * changes nothing. `mustHaveData` requires that there is data.
 */
export function requireWhole(folder: string, mustHaveData: boolean): void {
  inspect(folder, mustHaveData, false);
}

/** Checks a database in a write-protected folder, as {@link requireWhole} does; there must be one. */
export function requireReadable(folder: string): void {
  if (existsSync(path.join(folder, STAGE))) throw new StartFault('DATA_UNFINISHED', folder);
  inspect(folder, true, true);
}

function inspect(folder: string, mustHaveData: boolean, readOnly: boolean): void {
  const file = path.join(folder, DATABASE);
  const size = sizeOf(file);
  const log = sizeOf(`${file}-wal`) ?? 0;
  if (size === undefined) {
    if (mustHaveData) throw new StartFault('DATA_MISSING', folder);
    if (log > 0) throw new StartFault('DATABASE_DAMAGED', folder);
    return;
  }
  if (size === 0) {
    // A start killed during creation leaves an empty database; an empty one beside stored files has lost data.
    if (mustHaveData || log > 0 || hasFiles(folder)) throw new StartFault('DATABASE_DAMAGED', folder);
    return;
  }
  // A user without write access would otherwise find out only at the first write.
  if (!readOnly) closeSync(openSync(file, 'r+'));
  if (!isPlausible(file, size, log)) throw new StartFault('DATABASE_DAMAGED', folder);
  lookInside(file, existsSync(path.join(folder, RUNNING)) || log > 0, readOnly ? readingAddress(file) : file);
}

/** Checks the header of a database file, which contains its length. */
function isPlausible(file: string, size: number, log: number): boolean {
  const head = Buffer.alloc(100);
  const fd = openSync(file, 'r');
  try {
    if (readSync(fd, head, 0, 100, 0) < 100) return false;
  } finally {
    closeSync(fd);
  }
  if (head.toString('latin1', 0, 16) !== 'SQLite format 3\0') return false;
  const declared = head.readUInt16BE(16);
  const page = declared === 1 ? 65_536 : declared;
  if (page < 512 || (page & (page - 1)) !== 0) return false;
  if (Math.max(head[18] ?? 9, head[19] ?? 9) > 2) return false;
  // With a log beside it the file may be older than its header says.
  if (log > 0) return true;
  const trusted = head.readUInt32BE(24) === head.readUInt32BE(92);
  return size % page === 0 && (!trusted || head.readUInt32BE(28) * page <= size);
}

/** Reads without writing: damaged data stays as it was found, its log included. */
function lookInside(file: string, all: boolean, address: string | URL): void {
  const folder = path.dirname(file);
  const database = new DatabaseSync(address, { readOnly: true, timeout: 5000 });
  try {
    const names = database
      .prepare("select name from sqlite_master where type = 'table'")
      .all()
      .map(({ name }) => String(name));
    if (names.length > 0 && !names.includes('migration')) throw new StartFault('DATABASE_FOREIGN', folder);
    if (names.length > 0) database.prepare('select name from migration').all();
    if (!all) return;
    const found = database.prepare('pragma quick_check(1)').get()?.quick_check;
    if (found !== 'ok') throw new StartFault('DATABASE_DAMAGED', folder, new Error(String(found)));
  } catch (error) {
    throw isDamage(error) ? new StartFault('DATABASE_DAMAGED', folder, error) : error;
  } finally {
    database.close();
  }
}

/**
 * Address of a database in a write-protected folder. Without a log index beside it nobody has it open, and it is read
 * as an immutable file (https://sqlite.org/uri.html#uriimmutable): SQLite could create no index there. Throws {@link
 * StartFault} where a log without an index contains the latest writes.
 */
export function readingAddress(file: string): URL {
  const address = pathToFileURL(file);
  const index = existsSync(`${file}-shm`);
  if (!index && (sizeOf(`${file}-wal`) ?? 0) > 0) throw new StartFault('DATA_UNFINISHED', path.dirname(file));
  address.search = index ? 'mode=ro' : 'immutable=1';
  return address;
}

function hasFiles(folder: string): boolean {
  const files = path.join(folder, 'files');
  return existsSync(files) && readdirSync(files).some((name) => name !== 'incoming');
}

function sizeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.size;
}

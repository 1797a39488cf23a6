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

/** The name of the database in a folder of data. */
export const DATABASE = 'freight.db';

/** Where a restore puts its parts until all of them are whole; beside the data, so that they only need another name. */
export const STAGE = 'restoring';

/** Stands in the folder from a start to an end in order: where it is found, the last run was cut short. */
const RUNNING = 'running';

/** Notes that data is in use; answers how to note that it was left in order. */
export function noteRunning(folder: string): () => void {
  const mark = path.join(folder, RUNNING);
  writeFileSync(mark, '', { mode: 0o600 });
  return () => rmSync(mark, { force: true });
}

/**
 * Looks at a database before anything writes to it. What every start can afford is looked at always: the head of the file
 * against its length, and whose tables they are. All of it is read where the last run was cut short. Throws
 * {@link StartFault}; nothing is changed. `begun` says that there must be data.
 */
export function requireWhole(folder: string, begun: boolean): void {
  inspect(folder, begun, false);
}

/** Looks at a database in a write-protected folder, as {@link requireWhole} does; there must be one. */
export function requireReadable(folder: string): void {
  if (existsSync(path.join(folder, STAGE))) throw new StartFault('DATA_UNFINISHED', folder);
  inspect(folder, true, true);
}

function inspect(folder: string, begun: boolean, readOnly: boolean): void {
  const file = path.join(folder, DATABASE);
  const size = sizeOf(file);
  const log = sizeOf(`${file}-wal`) ?? 0;
  if (size === undefined) {
    if (begun) throw new StartFault('DATA_MISSING', folder);
    if (log > 0) throw new StartFault('DATABASE_DAMAGED', folder);
    return;
  }
  if (size === 0) {
    // One that was killed as it began leaves an empty file; one that has files beside it was more.
    if (begun || log > 0 || hasFiles(folder)) throw new StartFault('DATABASE_DAMAGED', folder);
    return;
  }
  // As the user who may not write it would only learn at the first write.
  if (!readOnly) closeSync(openSync(file, 'r+'));
  if (!isPlausible(file, size, log)) throw new StartFault('DATABASE_DAMAGED', folder);
  lookInside(file, existsSync(path.join(folder, RUNNING)) || log > 0, readOnly ? readingAddress(file) : file);
}

/** The head of a database file, which says how long the file must be. */
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
  // With a log beside it the file may be behind what its head says.
  if (log > 0) return true;
  const trusted = head.readUInt32BE(24) === head.readUInt32BE(92);
  return size % page === 0 && (!trusted || head.readUInt32BE(28) * page <= size);
}

/** Reads without writing: what is damaged stays as it was found, its log included. */
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
 * The address of a database in a write-protected folder. Without an index of a log beside it nobody has it open, and it is read
 * as a file that does not change (https://sqlite.org/uri.html#uriimmutable): SQLite could make no index there. Throws
 * {@link StartFault} where a log without an index holds what was written last.
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

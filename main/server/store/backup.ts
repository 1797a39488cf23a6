import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { type BackupFacts, type BackupReason, backupReasons, type DataCounts } from '@contract/backup';
import { caughtFacts } from '@contract/failure';
import { instantOf } from '@contract/rules/zonedTime';
import { version } from '../../../package.json';
import {
  BackupFault,
  type Course,
  FORMAT_VERSION,
  factsOf,
  MANIFEST,
  readFacts,
  type Sealing,
  syncFolder,
} from './backupFile';
import { headText, type Manifest, partText, TAIL } from './backupManifest';
import { SEAL, sealer } from './backupSeal';
import { isDiskFull } from './failures';
import { isDamage, StartFault } from './faults';
import { Spool } from './spool';
import { placeOf } from './storedFiles';
import { DATABASE, readingAddress } from './wholeness';
import { canBeWritten } from './writable';
import { ZipWriter } from './zipWriter';

/** Pages of the database that are copied at a time. */
const PAGES = 1000;
const NAME = /^freight-console-(\d{8}T\d{6}Z)(?:-\d+)?-([a-z]+)\.zip$/;
/** Prefix of a work folder; with the machine and the process in its name, leftovers of killed ones are recognised. */
const WORK = `.freight-backup-${createHash('sha256').update(os.hostname()).digest('hex').slice(0, 8)}-`;

/** Source and settings of a backup. */
export interface BackupOptions extends Course, Sealing {
  /** The folder of the data, which may be in use at the same time. */
  readonly data: string;
  readonly reason: BackupReason;
  readonly now?: () => number;
}

/**
 * Makes a backup in a folder under a new name; with `keep`, removes all but that number of the newest backups of the
 * same reason. Returns the path of the new one.
 */
export async function backUpInto(
  folder: string,
  { keep, ...options }: BackupOptions & { keep?: number },
): Promise<{ place: string; facts: BackupFacts }> {
  const stamp = instantOf((options.now ?? Date.now)()).replaceAll(/[-:]|\.\d+/g, '');
  const nameOf = (number: number) =>
    `freight-console-${stamp}${number > 1 ? `-${number}` : ''}-${options.reason}.zip`;
  let number = 1;
  while (existsSync(path.join(folder, nameOf(number)))) number += 1;
  const place = path.join(folder, nameOf(number));
  const facts = await backUp(place, options);
  if (keep !== undefined) {
    const sameReason = (await backupsIn(folder)).filter(({ reason }) => reason === options.reason);
    // Keep the backup just made: those with a later name come from a clock that has been set back since, and would
    // otherwise take all places, so that each new backup would be removed at once.
    const kept = [
      ...sameReason.filter(({ at }) => at <= stamp),
      ...sameReason.filter(({ at }) => at > stamp),
    ];
    for (const old of kept.slice(keep)) await rm(old.place, { force: true });
  }
  return { place, facts };
}

/**
 * Makes a backup of the data as one file: the database at one moment, while others may write, and the files that it
 * names, without sessions. A failed backup leaves no file.
 */
export async function backUp(place: string, options: BackupOptions): Promise<BackupFacts> {
  const folder = path.dirname(place);
  const source = path.join(options.data, DATABASE);
  if (!statSync(source, { throwIfNoEntry: false })?.size)
    throw new BackupFault('BACKUP_NOTHING', { detail: options.data });
  if (existsSync(place)) throw new BackupFault('BACKUP_EXISTS', { detail: path.basename(place) });
  const work = path.join(folder, `${WORK}${process.pid}-${Date.now().toString(36)}`);
  try {
    // Create only the last folder: a missing parent means that the drive is not there.
    if (!existsSync(folder)) await mkdir(folder, { mode: 0o700 });
    await sweepWork(folder);
    await mkdir(work, { mode: 0o700 });
  } catch (error) {
    throw targetFault(error, folder);
  }
  try {
    const copy = path.join(work, DATABASE);
    const { signal, onProgress } = options;
    const size = sizeOf(source) + sizeOf(`${source}-wal`);
    await copyDatabase(source, copy, signal, (part) => onProgress?.(part * size, size * 3));
    const known = describe(copy);
    const zip = path.join(work, 'backup.zip');
    const manifest = await writeZip(zip, { ...options, copy, known });
    options.signal?.throwIfAborted();
    await rename(zip, place);
    await syncFolder(folder);
    return factsOf(place, sizeOf(place), { manifest, own: options.key !== null });
  } catch (error) {
    throw isDamage(error)
      ? new StartFault('DATABASE_DAMAGED', options.data, error)
      : targetFault(error, folder);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Returns the backups in a folder by their file names, newest first. */
export async function backupsIn(
  folder: string,
): Promise<{ place: string; at: string; reason: BackupReason }[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .flatMap((name) => {
      const [, at = '', reason] = NAME.exec(name) ?? [];
      const known = backupReasons.find((one) => one === reason);
      return known ? [{ place: path.join(folder, name), at, reason: known }] : [];
    })
    .sort((a, b) => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1));
}

/** Maximum number of backups shown, the newest. */
const SHOWN = 50;

/** Returns the facts of the backups in a folder, newest first; null for an unreadable one. */
export async function backupFactsIn(
  folder: string,
  sealing: Sealing,
): Promise<{ place: string; facts: BackupFacts | null }[]> {
  const found = (await backupsIn(folder)).slice(0, SHOWN);
  return Promise.all(
    found.map(async ({ place }) => ({ place, facts: await readFacts(place, sealing).catch(() => null) })),
  );
}

/** Counts the data in a folder; null if it has no readable database. */
export function countData(data: string): DataCounts | null {
  try {
    return describe(path.join(data, DATABASE)).counts;
  } catch {
    return null;
  }
}

/** Copies the database as it is at the start, in a read transaction, while others can write. */
async function copyDatabase(
  source: string,
  copy: string,
  signal: AbortSignal | undefined,
  onPart: (part: number) => void,
): Promise<void> {
  const database = new DatabaseSync(readableAt(source), { readOnly: true, timeout: 5000 });
  try {
    database.exec('begin');
    database.prepare('select count(*) from sqlite_master').get();
    await backup(database, copy, {
      rate: PAGES,
      progress: ({ totalPages, remainingPages }) => {
        signal?.throwIfAborted();
        onPart(1 - remainingPages / Math.max(totalPages, 1));
      },
    });
  } finally {
    database.close();
  }
  signal?.throwIfAborted();
  const made = new DatabaseSync(copy);
  try {
    // Deleted sessions leave no trace in the pages, and the copy is one file.
    made.exec('pragma journal_mode = delete; pragma secure_delete = on; delete from session;');
    const whole =
      made.prepare('pragma integrity_check(1)').get()?.integrity_check === 'ok' &&
      made.prepare('pragma foreign_key_check').all().length === 0;
    if (!whole) throw new StartFault('DATABASE_DAMAGED', path.dirname(source));
  } finally {
    made.close();
  }
}

/** The path of a database to read, or its read-only address in a folder that cannot be written. */
const readableAt = (file: string): string | URL =>
  canBeWritten(path.dirname(file)) ? file : readingAddress(file);

type DatabaseFacts = Pick<Manifest, 'schema' | 'seed' | 'counts'>;

/** Reads migrations, seed and counts of a database of any version. */
function describe(file: string): DatabaseFacts {
  const database = new DatabaseSync(readableAt(file), { readOnly: true, timeout: 5000 });
  try {
    const column = (query: string) =>
      database
        .prepare(query)
        .all()
        .map((row) => String(Object.values(row)[0]));
    const tables = new Set(column("select name from sqlite_master where type = 'table'"));
    const count = (table: string) =>
      tables.has(table) ? Number(column(`select count(*) from "${table}"`)[0]) : 0;
    return {
      schema: column('select name from migration order by id'),
      seed: column("select value from fact where name = 'seed'")[0] === 'empty' ? 'empty' : 'demo',
      counts: {
        bills: count('bill'),
        parcels: count('parcel'),
        customers: count('customer'),
        files: count('storedFile'),
      },
    };
  } finally {
    database.close();
  }
}

/** Yields the ids of the files that a database names: there may be more than fit into memory. */
function* storedIn(file: string): Generator<string> {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    const known = "select 1 from sqlite_master where type = 'table' and name = 'storedFile'";
    if (!database.prepare(known).get()) return;
    for (const { id } of database.prepare('select id from storedFile order by id').iterate())
      yield String(id);
  } finally {
    database.close();
  }
}

/** Writes the parts one after the other, then the manifest with their sizes and hashes. */
async function writeZip(
  target: string,
  options: BackupOptions & { copy: string; known: DatabaseFacts },
): Promise<Manifest> {
  const { data, copy, known, key, signal, onProgress, reason, now = Date.now } = options;
  const missing: string[] = [];
  const database = sizeOf(copy);
  const placeIn = (id: string) => placeOf(path.join(data, 'files'), id);
  let total = database * 3;
  for (const id of storedIn(copy)) total += sizeOf(placeIn(id));
  let done = database * 2;

  const parts = await Spool.create(`${target}.parts`);
  let isFirst = true;
  const zip = await ZipWriter.create(target, new Date(now()));
  const add = async (name: string, place: string, pack: boolean) => {
    const hash = createHash('sha256');
    let size = 0;
    const onPiece = (piece: Buffer) => {
      hash.update(piece);
      size += piece.length;
      done += piece.length;
      onProgress?.(Math.min(done, total), total);
    };
    await zip.addFile(name, place, { pack, signal, onPiece });
    await parts.add(Buffer.from(partText({ name, size, sha256: hash.digest('hex') }, isFirst)));
    isFirst = false;
  };
  try {
    // Attached files are mostly compressed already.
    await add(DATABASE, copy, true);
    for (const id of storedIn(copy)) {
      const place = placeIn(id);
      if (existsSync(place)) await add(`files/${id.slice(0, 2)}/${id}`, place, false);
      else missing.push(id);
    }
    const { schema, seed, counts } = known;
    const manifest: Manifest = {
      format: 'freight-console-backup',
      formatVersion: FORMAT_VERSION,
      product: version,
      schema,
      madeAt: instantOf(now()),
      reason,
      seed,
      counts,
      missing,
    };
    const seal = key ? sealer(key) : undefined;
    await zip.addPieces(MANIFEST, manifestPieces(manifest, parts), (piece) => void seal?.update(piece));
    if (seal) await zip.addBytes(SEAL, Buffer.from(seal.digest('hex')));
    await zip.end();
    onProgress?.(total, total);
    return manifest;
  } finally {
    await zip.close();
    await parts.close();
  }
}

async function* manifestPieces(manifest: Manifest, parts: Spool): AsyncGenerator<Buffer> {
  yield Buffer.from(headText(manifest));
  yield* parts.pieces();
  yield Buffer.from(TAIL);
}

/** Removes unfinished backups of this machine's processes that no longer run. */
async function sweepWork(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(WORK)) continue;
    const pid = Number(name.slice(WORK.length).split('-')[0]);
    if (pid !== process.pid && !isAlive(pid))
      await rm(path.join(folder, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return caughtFacts(error).code === 'EPERM';
  }
}

/** Turns an error of writing a backup into a fault that names the target folder; others are returned unchanged. */
function targetFault(error: unknown, folder: string): unknown {
  if (error instanceof BackupFault || error instanceof StartFault) return error;
  if (isDiskFull(error, folder)) return new StartFault('DATA_DISK_FULL', folder, error);
  const { code, syscall } = caughtFacts(error);
  const unreached = ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS', 'EEXIST', 'EIO', 'ENXIO'];
  return syscall && code && unreached.includes(code)
    ? new BackupFault('BACKUP_FOLDER', { detail: folder }, error)
    : error;
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

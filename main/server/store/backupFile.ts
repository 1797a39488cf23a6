import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, stat } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import { crc32 } from 'node:zlib';
import { type BackupFacts, backupReasons, dataCounts } from '@contract/backup';
import { type Problem, problem } from '@contract/errors';
import { Kysely, SqliteDialect } from 'kysely';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import * as z from 'zod';
import { isSealed, SEAL, SEAL_SIZE } from './backupSeal';
import { LAST_OF_BASELINE } from './beforeBaseline';
import { migrate, migrations, progressOf, UnfinishedDatabase } from './migrate';
import { forKysely } from './sqlite';
import { DATABASE } from './wholeness';
import { PIECE, writeAll } from './zipWriter';

/** What the file of a backup says of itself, and of each part what it must be. */
export const manifestShape = z.strictObject({
  format: z.literal('freight-console-backup'),
  formatVersion: z.int().min(1),
  product: z.string().max(60),
  /** Names of the steps of the schema, in their order. */
  schema: z.array(z.string().max(100)).min(1).max(10_000),
  madeAt: z.iso.datetime(),
  reason: z.enum(backupReasons),
  seed: z.enum(['demo', 'empty']),
  counts: dataCounts,
  /** Files that the data names and that were gone already. */
  missing: z.array(z.string()),
  parts: z.array(
    z.strictObject({ name: z.string(), size: z.int().min(0), sha256: z.string().regex(/^[\da-f]{64}$/) }),
  ),
});
export type Manifest = z.output<typeof manifestShape>;

/** The format that this program writes, and the newest one that it reads. */
export const FORMAT_VERSION = 1;
/** The part that says what the others are. */
export const MANIFEST = 'manifest.json';
/** Bytes that it may have: the line of a stored file is a hundred or so. */
const MAX_MANIFEST = 512 * 1024 * 1024;

/** Something about a backup that keeps it from being made or restored, as a message for people. */
export class BackupFault extends Error {
  readonly problem: Problem;
  constructor(code: Problem['code'], params: Problem['params'], cause?: unknown) {
    super(`${code} ${JSON.stringify(params)}`, { cause });
    this.problem = problem(code, params);
  }
}

/** How a long piece of work tells how far it is, and hears that it is to stop. */
export interface Course {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** A backup that was opened: its parts are those that its manifest names, no more and no fewer. */
interface Opened {
  readonly zip: ZipFile;
  readonly manifest: Manifest;
  readonly entries: ReadonlyMap<string, Entry>;
  /** Its seal is this installation's. */
  readonly own: boolean;
}

/** A backup that was read: what it says of itself, and whether this installation made it. */
export interface Unpacked {
  readonly manifest: Manifest;
  readonly own: boolean;
}

/** The key of this installation's backups; null where there is none, so that none is its own. */
export interface Sealing {
  readonly key: Buffer | null;
}

/** What its parts are read from, and into. */
interface Source {
  readonly zip: ZipFile;
  readonly raw: FileHandle;
  readonly piece: Buffer;
}

/** A stored file lies under the first letters of its id; nothing else may be written beside the data. */
const isPart = (name: string) => name === DATABASE || /^files\/([\w-]{2})\/\1[\w-]{20}$/.test(name);

/** What a backup says of itself; its parts are not read. Throws {@link BackupFault}. */
export async function readFacts(file: string, sealing: Sealing): Promise<BackupFacts> {
  const { zip, manifest, own } = await openBackup(file, sealing);
  zip.close();
  return factsOf(file, (await stat(file)).size, { manifest, own });
}

/** What is told of a backup. */
export const factsOf = (file: string, size: number, { manifest, own }: Unpacked): BackupFacts => ({
  name: path.basename(file),
  size,
  madeAt: manifest.madeAt,
  reason: manifest.reason,
  version: manifest.product,
  seed: manifest.seed,
  counts: manifest.counts,
  own,
});

/** Bytes of all parts together. */
export const sizeOfParts = ({ parts }: Manifest): number => parts.reduce((sum, { size }) => sum + size, 0);

/**
 * Reads a backup whole: each part against its length and hash, the database by SQLite's own checks. The database is
 * written into the folder, and the stored files as well where `files` says so, all of it on the disk when this answers.
 */
export async function unpack(
  file: string,
  folder: string,
  {
    files,
    signal,
    onProgress,
    ready,
    key,
  }: Course & Sealing & { files: boolean; ready?: (manifest: Manifest) => void },
): Promise<Unpacked> {
  const { zip, manifest, entries, own } = await openBackup(file, { key });
  const damaged = damageOf(file);
  const raw = await open(file).catch((error) => {
    zip.close();
    throw error;
  });
  const piece = Buffer.allocUnsafe(PIECE);
  try {
    ready?.(manifest);
    const total = sizeOfParts(manifest);
    let done = 0;
    const made = new Set<string>();
    for (const part of manifest.parts) {
      signal?.throwIfAborted();
      const entry = entries.get(part.name);
      if (!entry) throw damaged(part.name);
      const target = part.name === DATABASE || files ? path.join(folder, part.name) : undefined;
      if (target && !made.has(path.dirname(target))) {
        await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
        made.add(path.dirname(target));
      }
      await readPart({ zip, raw, piece }, entry, part, { target, signal, damaged }, (bytes) => {
        done += bytes;
        onProgress?.(done, total);
      });
    }
    for (const one of [...made, folder]) await syncFolder(one);
    await checkDatabase(path.join(folder, DATABASE), file, manifest);
    return { manifest, own };
  } finally {
    zip.close();
    await raw.close();
  }
}

async function openBackup(file: string, { key }: Sealing): Promise<Opened> {
  const name = path.basename(file);
  let zip: ZipFile;
  try {
    zip = await openPromise(file, { lazyEntries: true, autoClose: false, validateEntrySizes: true });
  } catch (error) {
    const { code } = error as { code?: string };
    throw new BackupFault(code?.startsWith('E') ? 'BACKUP_GONE' : 'BACKUP_NONE', { detail: name }, error);
  }
  try {
    const entries = new Map<string, Entry>();
    try {
      for await (const entry of zip.eachEntry()) {
        if (entries.has(entry.fileName)) throw damageOf(file)(entry.fileName);
        entries.set(entry.fileName, entry);
      }
    } catch (error) {
      throw error instanceof BackupFault ? error : damageOf(file)('directory', error);
    }
    const found = entries.get(MANIFEST);
    if (!found) throw new BackupFault('BACKUP_NONE', { detail: name });
    const bytes = await readWhole(zip, found, MAX_MANIFEST, file);
    const manifest = manifestIn(bytes, file);
    const seal = entries.get(SEAL);
    const own = isSealed(
      key,
      bytes,
      seal && (await readWhole(zip, seal, SEAL_SIZE, file)).toString('latin1'),
    );
    entries.delete(SEAL);
    const named = new Set([MANIFEST, ...manifest.parts.map((part) => part.name)]);
    const strange =
      [...entries.keys()].find((key) => !named.has(key)) ??
      [...named].find((key) => !entries.has(key)) ??
      manifest.parts.find((part) => !isPart(part.name))?.name;
    if (strange !== undefined) throw damageOf(file)(strange);
    if (named.size !== manifest.parts.length + 1 || !named.has(DATABASE)) throw damageOf(file)(MANIFEST);
    return { zip, manifest, entries, own };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** The bytes of the manifest or of its seal, which may be so many. */
async function readWhole(zip: ZipFile, entry: Entry, most: number, file: string): Promise<Buffer> {
  if (entry.uncompressedSize > most) throw damageOf(file)(entry.fileName);
  try {
    const pieces: Buffer[] = [];
    for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece as Buffer);
    const bytes = Buffer.concat(pieces);
    if (crc32(bytes) !== entry.crc32) throw new Error('checksum');
    return bytes;
  } catch (error) {
    throw damageOf(file)(entry.fileName, error);
  }
}

function manifestIn(bytes: Buffer, file: string): Manifest {
  const name = path.basename(file);
  let raw: unknown;
  try {
    raw = JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    throw damageOf(file)(MANIFEST, error);
  }
  const { format, formatVersion, product } = (raw ?? {}) as Partial<Manifest>;
  if (format !== 'freight-console-backup') throw new BackupFault('BACKUP_NONE', { detail: name });
  if (Number(formatVersion) > FORMAT_VERSION)
    throw new BackupFault('BACKUP_NEWER', { detail: name, version: String(product) });
  const read = manifestShape.safeParse(raw);
  if (!read.success) throw damageOf(file)(MANIFEST, read.error);
  const { schema } = read.data;
  try {
    progressOf(schema);
  } catch (error) {
    const code = error instanceof UnfinishedDatabase ? 'BACKUP_TOO_OLD' : 'BACKUP_NEWER';
    throw new BackupFault(code, { detail: name, version: read.data.product }, error);
  }
  return read.data;
}

/** Hands out what a part holds; each piece is used up before the next one takes its place. */
async function eachPiece(
  { zip, raw, piece }: Source,
  entry: Entry,
  signal: AbortSignal | undefined,
  take: (piece: Buffer) => Promise<void>,
): Promise<void> {
  if (entry.isCompressed() || entry.isEncrypted()) {
    const sink = new Writable({
      write: (found: Buffer, _encoding, done) => void take(found).then(() => done(), done),
    });
    return pipeline(await zip.openReadStreamPromise(entry), sink, signal ? { signal } : {});
  }
  // As it stands in the file: thousands of parts leave no streams behind.
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
  for (let done = 0; done < entry.uncompressedSize; ) {
    signal?.throwIfAborted();
    const wanted = Math.min(piece.length, entry.uncompressedSize - done);
    const { bytesRead } = await raw.read(piece, 0, wanted, fileDataStart + done);
    if (bytesRead === 0) throw new Error('cut short');
    done += bytesRead;
    await take(piece.subarray(0, bytesRead));
  }
}

async function readPart(
  opened: Source,
  entry: Entry,
  part: Manifest['parts'][number],
  {
    target,
    signal,
    damaged,
  }: {
    target: string | undefined;
    signal: AbortSignal | undefined;
    damaged: (part: string, cause?: unknown) => BackupFault;
  },
  onBytes: (bytes: number) => void,
): Promise<void> {
  const hash = createHash('sha256');
  let size = 0;
  const handle = target ? await open(target, 'wx', 0o600) : undefined;
  try {
    const take = async (piece: Buffer) => {
      size += piece.length;
      // Before it is written: a part that goes on and on fills no disk.
      if (size > part.size) throw damaged(part.name);
      hash.update(piece);
      onBytes(piece.length);
      if (handle) await writeAll(handle, piece);
    };
    await eachPiece(opened, entry, signal, take);
    await handle?.sync();
  } catch (error) {
    const { code, syscall, message } = error as NodeJS.ErrnoException;
    // A disk that takes no more, a machine without memory, and one that stops the work, are no fault of the file.
    const noMemory = error instanceof RangeError && /allocat/i.test(message);
    if (error instanceof BackupFault || syscall || code === 'ABORT_ERR' || noMemory) throw error;
    throw damaged(part.name, error);
  } finally {
    await handle?.close();
  }
  if (size !== part.size || hash.digest('hex') !== part.sha256) throw damaged(part.name);
}

/** Triggers and views by name and text: what runs by itself in a database. */
const RUNNING =
  "select name || ' ' || sql as text from sqlite_master where type in ('trigger', 'view') order by 1";

/** What runs by itself in a database that our own steps have made, as far as the manifest says. */
async function ownTriggers(schema: readonly string[]): Promise<unknown> {
  const database = new DatabaseSync(':memory:');
  const made = new Kysely<unknown>({ dialect: new SqliteDialect({ database: forKysely(database) }) });
  try {
    const baseline = migrations.filter(({ name }) => name <= LAST_OF_BASELINE);
    await migrate(made, progressOf(schema) === 'before' ? baseline : migrations.slice(0, schema.length));
    return database.prepare(RUNNING).all();
  } finally {
    await made.destroy();
  }
}

/** The database itself: whole, of this product, as far along as the manifest says, and with nothing that runs in it but ours. */
async function checkDatabase(database: string, file: string, { schema }: Manifest): Promise<void> {
  const damaged = damageOf(file);
  const own = await ownTriggers(schema);
  let found: unknown;
  try {
    const db = new DatabaseSync(database, { readOnly: true });
    try {
      const steps = db.prepare('select name from migration order by id').all();
      found =
        db.prepare('pragma integrity_check(1)').get()?.integrity_check === 'ok' &&
        db.prepare('pragma foreign_key_check').all().length === 0 &&
        isDeepStrictEqual(db.prepare(RUNNING).all(), own) &&
        steps.length === schema.length &&
        steps.every(({ name }, index) => name === schema[index]);
    } finally {
      db.close();
    }
  } catch (error) {
    throw damaged(DATABASE, error);
  }
  if (!found) throw damaged(DATABASE);
}

const damageOf = (file: string) => (part: string, cause?: unknown) =>
  new BackupFault('BACKUP_DAMAGED', { detail: path.basename(file), part: part.slice(0, 60) }, cause);

/** Puts the names in a folder on the disk; Windows does so by itself and lets no folder be opened. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

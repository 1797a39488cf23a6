import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, stat } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import { crc32 } from 'node:zlib';
import { asRecord } from '@contract/access/changes';
import type { BackupFacts } from '@contract/backup';
import { type Problem, problem } from '@contract/errors';
import { caughtFacts } from '@contract/failure';
import { Kysely, SqliteDialect } from 'kysely';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { type Manifest, ManifestReader, manifestShape } from './backupManifest';
import { type Part, PartIndex } from './backupParts';
import { isSealed, SEAL, SEAL_SIZE, sealer } from './backupSeal';
import { LAST_OF_BASELINE } from './beforeBaseline';
import { migrate, migrations, progressOf, UnfinishedDatabase } from './migrate';
import { forKysely } from './sqlite';
import { DATABASE } from './wholeness';
import { writeAll } from './writeAll';
import { PIECE } from './zipWriter';

/** Version of the format that this program writes, and the newest that it reads. */
export const FORMAT_VERSION = 1;
/** Name of the entry that lists the parts. */
export const MANIFEST = 'manifest.json';
/** Thrown when a backup cannot be made or restored, with the message for the user. */
export class BackupFault extends Error {
  readonly problem: Problem;
  constructor(code: Problem['code'], params: Problem['params'], cause?: unknown) {
    super(`${code} ${JSON.stringify(params)}`, { cause });
    this.problem = problem(code, params);
  }
}

/** Progress and cancellation of a long operation. */
export interface Course {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** A checked backup: its entries are exactly the parts that its manifest names. */
interface OpenedBackup extends UnpackedBackup {
  readonly parts: PartIndex;
}

/** The manifest of a backup that was read; `own`: this installation made it. */
export interface UnpackedBackup {
  readonly manifest: Manifest;
  readonly own: boolean;
}

/** The key of this installation's backups; null if there is none: then no backup counts as its own. */
export interface Sealing {
  readonly key: Buffer | null;
}

/** The open zip, its file handle for uncompressed parts, and the buffer these are read into. */
interface Source {
  readonly zip: ZipFile;
  readonly raw: FileHandle;
  readonly piece: Buffer;
}

/** True for the database or a stored file, whose folder is the start of its id; nothing else may be written there. */
const isPart = (name: string) => name === DATABASE || /^files\/([\w-]{2})\/\1[\w-]{20}$/.test(name);

/** Reads the facts of a backup without reading its parts. Throws {@link BackupFault}. */
export async function readFacts(file: string, sealing: Sealing): Promise<BackupFacts> {
  const { parts, ...unpacked } = await lookThrough(file, sealing);
  parts.close();
  return factsOf(file, (await stat(file)).size, unpacked);
}

/** The facts of a backup for the window and the API. */
export const factsOf = (file: string, size: number, { manifest, own }: UnpackedBackup): BackupFacts => ({
  name: path.basename(file),
  size,
  madeAt: manifest.madeAt,
  reason: manifest.reason,
  version: manifest.product,
  seed: manifest.seed,
  counts: manifest.counts,
  own,
});

/** Unpacked bytes of a backup: in all, and of its database. */
export interface Size {
  readonly all: number;
  readonly database: number;
}

/**
 * Reads and checks a whole backup: each part by length and hash, the database also by SQLite's own checks. Writes the
 * database into the folder, with `files` the stored files too; all of it is flushed to disk on return.
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
  }: Course & Sealing & { files: boolean; ready?: (size: Size) => void },
): Promise<UnpackedBackup> {
  const { parts, manifest, own } = await lookThrough(file, { key });
  const damaged = damageOf(file);
  const piece = Buffer.allocUnsafe(PIECE);
  let raw: FileHandle | undefined;
  try {
    const handle = await open(file);
    raw = handle;
    const { count, bytes: total } = parts.sum;
    ready?.({ all: total, database: parts.find(DATABASE)?.size ?? 0 });
    let done = 0;
    let read = 0;
    const made = new Set<string>();
    await eachEntry(file, async (entry, zip) => {
      signal?.throwIfAborted();
      const part = parts.find(entry.fileName);
      if (!part) return;
      const target = part.name === DATABASE || files ? path.join(folder, part.name) : undefined;
      if (target && !made.has(path.dirname(target))) {
        await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
        made.add(path.dirname(target));
      }
      await readPart({ zip, raw: handle, piece }, entry, part, { target, signal, damaged }, (bytes) => {
        done += bytes;
        onProgress?.(done, total);
      });
      read += 1;
    });
    if (read !== count) throw damaged('directory');
    for (const one of [...made, folder]) await syncFolder(one);
    await checkDatabase(path.join(folder, DATABASE), file, manifest);
    return { manifest, own };
  } finally {
    parts.close();
    await raw?.close();
  }
}

/** Calls `take` for each entry of a zip's directory, with one in memory at a time. Throws {@link BackupFault}. */
async function eachEntry(
  file: string,
  take: (entry: Entry, zip: ZipFile) => void | Promise<void>,
): Promise<void> {
  let zip: ZipFile;
  try {
    zip = await openPromise(file, { lazyEntries: true, autoClose: false, validateEntrySizes: true });
  } catch (error) {
    const { code } = caughtFacts(error);
    const detail = path.basename(file);
    throw new BackupFault(code?.startsWith('E') ? 'BACKUP_GONE' : 'BACKUP_NONE', { detail }, error);
  }
  try {
    const entries = zip.eachEntry();
    for (;;) {
      const { done, value } = await entries.next().catch((error: unknown) => {
        throw damageOf(file)('directory', error);
      });
      if (done) return;
      await take(value, zip);
    }
  } finally {
    zip.close();
  }
}

/** Reads the manifest of a backup and compares the zip's directory with it. Throws {@link BackupFault}. */
async function lookThrough(file: string, { key }: Sealing): Promise<OpenedBackup> {
  const damaged = damageOf(file);
  const parts = new PartIndex();
  try {
    let manifest: Manifest | undefined;
    let seal: string | undefined;
    const expected = key ? sealer(key) : undefined;
    await eachEntry(file, async (entry, zip) => {
      if (entry.fileName === MANIFEST) {
        if (manifest) throw damaged(MANIFEST);
        manifest = await readManifest(zip, entry, {
          file,
          parts,
          onPiece: (piece) => expected?.update(piece),
        });
      }
      if (entry.fileName !== SEAL) return;
      if (seal !== undefined || entry.uncompressedSize > SEAL_SIZE) throw damaged(SEAL);
      seal = '';
      const onPiece = (piece: Buffer) => {
        seal += piece.toString('latin1');
      };
      await readEntry(zip, entry, file, onPiece);
    });
    if (!manifest) throw new BackupFault('BACKUP_NONE', { detail: path.basename(file) });
    await eachEntry(file, ({ fileName }) => {
      if (fileName !== MANIFEST && fileName !== SEAL && !parts.markPresent(fileName)) throw damaged(fileName);
    });
    const { unseen } = parts;
    if (unseen !== undefined) throw damaged(unseen);
    if (!parts.find(DATABASE)) throw damaged(MANIFEST);
    return { parts, manifest, own: isSealed(expected, seal) };
  } catch (error) {
    parts.close();
    throw error;
  }
}

/** Reads the manifest or its seal in pieces and verifies its checksum. */
async function readEntry(
  zip: ZipFile,
  entry: Entry,
  file: string,
  onPiece: (piece: Buffer) => void,
): Promise<void> {
  let sum = 0;
  try {
    for await (const piece of await zip.openReadStreamPromise(entry)) {
      sum = crc32(piece, sum);
      onPiece(piece);
    }
    if (sum !== entry.crc32) throw new Error('checksum');
  } catch (error) {
    throw error instanceof BackupFault ? error : damageOf(file)(entry.fileName, error);
  }
}

/** Reads a manifest and adds its parts to the index. */
async function readManifest(
  zip: ZipFile,
  entry: Entry,
  {
    file,
    parts,
    onPiece,
  }: { readonly file: string; readonly parts: PartIndex; readonly onPiece: (piece: Buffer) => void },
): Promise<Manifest> {
  const damaged = damageOf(file);
  let manifest: Manifest | undefined;
  const reader = new ManifestReader(
    (head) => {
      manifest = manifestIn(head, file);
    },
    (part) => {
      if (!isPart(part.name)) throw damaged(part.name);
      if (!parts.add(part)) throw damaged(MANIFEST);
    },
  );
  await readEntry(zip, entry, file, (piece) => {
    onPiece(piece);
    reader.take(piece);
  });
  try {
    reader.end();
  } catch (error) {
    throw error instanceof BackupFault ? error : damaged(MANIFEST, error);
  }
  if (!manifest) throw damaged(MANIFEST);
  return manifest;
}

function manifestIn(raw: unknown, file: string): Manifest {
  const name = path.basename(file);
  const { format, formatVersion, product } = asRecord(raw);
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

/** Reads a part in pieces; each is consumed before its buffer is reused. */
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
  // Uncompressed parts are read straight from the file: thousands of streams would pile up.
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
  part: Part,
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
      // Check before writing, so that an oversized part cannot fill the disk.
      if (size > part.size) throw damaged(part.name);
      hash.update(piece);
      onBytes(piece.length);
      if (handle) await writeAll(handle, piece);
    };
    await eachPiece(opened, entry, signal, take);
    await handle?.sync();
  } catch (error) {
    const { code, syscall, message } = caughtFacts(error);
    // A full disk, lack of memory and cancellation do not mean that the file is damaged.
    const noMemory = error instanceof RangeError && /allocat/i.test(message);
    if (error instanceof BackupFault || syscall || code === 'ABORT_ERR' || noMemory) throw error;
    throw damaged(part.name, error);
  } finally {
    await handle?.close();
  }
  if (size !== part.size || hash.digest('hex') !== part.sha256) throw damaged(part.name);
}

/** Selects triggers and views by name and text: the SQL that runs implicitly in a database. */
const RUNNING =
  "select name || ' ' || sql as text from sqlite_master where type in ('trigger', 'view') order by 1";

/** Returns the triggers and views that our migrations create, up to those in the manifest. */
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

/** Checks the database: intact, with the migrations of the manifest, and no triggers or views but ours. */
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
        db.prepare('pragma foreign_key_check').get() === undefined &&
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

/** Flushes the names in a folder to disk. Windows does this itself, and a folder cannot be opened there. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

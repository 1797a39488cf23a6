import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { FileType } from '@contract/endpoint';
import { caughtFacts } from '@contract/failure';
import type { Context, Download, UploadedFile } from '../core/context';
import { writeProtected } from './failures';
import type { Store, Writer } from './open';
import { rowById } from './rowById';

const MIME: Readonly<Record<FileType, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xls: 'application/vnd.ms-excel',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  eml: 'message/rfc822',
  xml: 'application/xml',
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  doc: 'application/msword',
  txt: 'text/plain',
  sta: 'text/plain',
  mt940: 'text/plain',
  940: 'text/plain',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

/** Media type of a file by its checked type. */
export const mimeOf = (type: FileType): string => MIME[type];

/** Creates a random file id: knowing one reveals nothing about another. */
export const newFileId = (): string => randomBytes(16).toString('base64url');

/** Path of a stored file in the folder of stored files. */
export const placeOf = (folder: string, id: string) => path.join(folder, id.slice(0, 2), id);

/** Folder of stored files, and whether files can be added. */
type Files = Pick<Store, 'files' | 'readOnly'>;

/** Creates a folder among the stored files. In a write-protected one mkdir would report a missing parent. */
async function makeFolder(store: Files, folder: string): Promise<void> {
  if (store.readOnly) throw writeProtected(folder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

/**
 * Stores a received file: moved to its place and flushed before its row is written, so that a row always has its file.
 * A file whose row is rolled back stays without one and is removed at the next start.
 */
export async function keepFile(context: Context, file: UploadedFile): Promise<{ id: string; mime: string }> {
  const { store, write, now, caller } = context;
  const id = newFileId();
  const place = placeOf(store.files, id);
  await makeFolder(store, path.dirname(place));
  const handle = await open(file.path, 'r+');
  await handle.sync();
  await handle.close();
  await rename(file.path, place);
  const mime = mimeOf(file.type);
  const { name: fileName, size, hash } = file;
  await nameFile({ write, now }, { id, fileName, mime, size, hash }, caller.id);
  return { id, mime };
}

/** Stores a received file for a record, and returns the columns for its row. */
export async function keepOf(context: Context, file: UploadedFile) {
  const { id: fileId, mime } = await keepFile(context, file);
  return {
    id: newFileId(),
    fileName: file.name,
    size: file.size,
    mime,
    fileId,
    uploadedBy: context.caller.id,
    uploadedAt: context.now,
  };
}

/** A file in its place that has no row yet. */
export interface PlacedFile {
  readonly id: string;
  readonly fileName: string;
  readonly mime: string;
  readonly size: number;
  readonly hash: string;
}

/**
 * Writes a generated file into its place and flushes it, outside of any transaction; {@link nameFile} then writes its
 * row, together with what refers to it. A file that never gets a row is removed at the next start.
 */
export async function placeFile(store: Files, made: Download): Promise<PlacedFile> {
  const id = newFileId();
  const place = placeOf(store.files, id);
  const hash = createHash('sha256');
  let size = 0;
  try {
    await makeFolder(store, path.dirname(place));
    const handle = await open(place, 'wx', 0o600);
    try {
      for await (const part of made.stream) {
        hash.update(part);
        size += part.length;
        await handle.write(part);
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    // Close the source file; the incomplete copy may be large.
    if (made.stream instanceof Readable) made.stream.destroy();
    await rm(place, { force: true });
    throw error;
  }
  return { id, fileName: made.name, mime: made.mime, size, hash: hash.digest('hex') };
}

/** Stores a generated file with its row, for the caller. */
export async function keepMade(
  { store, write, now, caller }: Pick<Context, 'store' | 'write' | 'now' | 'caller'>,
  made: Download,
): Promise<PlacedFile> {
  const file = await placeFile(store, made);
  await nameFile({ write, now }, file, caller.id);
  return file;
}

/** Writes the row of a file in its place, which keeps it. */
export async function nameFile(
  { write, now }: { readonly write: Writer; readonly now: string },
  file: PlacedFile,
  createdBy: number | null,
): Promise<void> {
  await write
    .insertInto('storedFile')
    .values({ ...file, createdAt: now, createdBy })
    .execute();
}

/** Calculates the SHA-256 of a stored file as it is now, in hexadecimal digits; undefined if it is gone. */
export async function storedHash(store: Pick<Store, 'files'>, id: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    for await (const part of createReadStream(placeOf(store.files, id))) hash.update(part);
  } catch (error) {
    if (caughtFacts(error).code === 'ENOENT') return undefined;
    throw error;
  }
  return hash.digest('hex');
}

/** Returns a stored file as a download under its own name. */
export async function downloadStored({ read, store }: Context, id: string): Promise<Download> {
  const row = await rowById(read, 'storedFile', id);
  return {
    name: row.fileName,
    mime: row.mime,
    size: row.size,
    stream: createReadStream(placeOf(store.files, id)),
  };
}

/**
 * Deletes the rows of stored files; their contents are removed at the next start, when the transaction is surely over.
 */
export async function forgetFiles(write: Writer, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await write.deleteFrom('storedFile').where('id', 'in', ids).execute();
}

/** Removes files without a row: deleted ones, and those left by a failed call or a killed process. */
export async function sweepFiles(store: Store): Promise<void> {
  await rm(path.join(store.files, 'incoming'), { recursive: true, force: true });
  const rows = await store.read.selectFrom('storedFile').select('id').execute();
  const named = new Set(rows.map(({ id }) => id));
  for (const folder of await readdir(store.files, { withFileTypes: true })) {
    // Other files are not ours: file managers leave their own here.
    if (!folder.isDirectory()) continue;
    for (const id of await readdir(path.join(store.files, folder.name))) {
      if (!named.has(id)) await rm(path.join(store.files, folder.name, id), { force: true, recursive: true });
    }
  }
}

/** Like {@link keepFile}, for bytes generated or extracted from another file. */
export async function keepBytes(
  context: Context,
  { name, type, bytes }: { readonly name: string; readonly type: FileType; readonly bytes: Uint8Array },
): Promise<{ id: string; mime: string }> {
  const folder = path.join(context.store.files, 'incoming');
  await makeFolder(context.store, folder);
  const place = path.join(folder, newFileId());
  await writeFile(place, bytes, { mode: 0o600, flag: 'wx' });
  const hash = createHash('sha256').update(bytes).digest('hex');
  return keepFile(context, { name, type, size: bytes.length, hash, path: place });
}

/** Stores a copy of a file under its own id, so that either can be deleted without the other. */
export async function keepAgain(context: Context, id: string): Promise<string> {
  const { write, store, now, caller } = context;
  const row = await rowById(write, 'storedFile', id);
  const again = newFileId();
  const place = placeOf(store.files, again);
  await makeFolder(store, path.dirname(place));
  await copyFile(placeOf(store.files, id), place);
  const handle = await open(place, 'r+');
  await handle.sync();
  await handle.close();
  await write
    .insertInto('storedFile')
    .values({ ...row, id: again, createdAt: now, createdBy: caller.id })
    .execute();
  return again;
}

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import type { Feed } from './feed';
import { type Package, UpdateRefused } from './manifest';

/**
 * Writes a package of a feed to a place where nothing stands, while its bytes are counted and hashed. What is not exactly
 * what the manifest says is removed again; it is never more on the disk than the manifest says.
 */
export async function takePackage(
  feed: Feed,
  wanted: Package,
  place: string,
  how: { readonly signal: AbortSignal; readonly onProgress: (done: number) => void },
): Promise<void> {
  const { name } = wanted;
  const { bytes, failure } = await feed.stream(name, how.signal);
  try {
    const handle = await open(place, 'wx', 0o600).catch((error) => Promise.reject(notSaved(error)));
    const hash = createHash('sha512');
    let size = 0;
    try {
      for await (const part of chunksOf(bytes, failure)) {
        size += part.length;
        if (size > wanted.size) throw new UpdateRefused('UPDATE_FILE_SIZE', { name });
        hash.update(part);
        await handle.writeFile(part).catch((error) => Promise.reject(notSaved(error)));
        how.onProgress(size);
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (size !== wanted.size) throw new UpdateRefused('UPDATE_FILE_SIZE', { name });
    if (hash.digest('base64') !== wanted.sha512) throw new UpdateRefused('UPDATE_FILE_HASH', { name });
  } catch (error) {
    bytes.destroy();
    await rm(place, { force: true });
    throw error;
  }
}

/** The parts of a body; a failure of the way says what it means. */
async function* chunksOf(bytes: AsyncIterable<Buffer>, failure: (error: unknown) => unknown) {
  try {
    yield* bytes;
  } catch (error) {
    throw failure(error);
  }
}

/** Holds a package that was taken against its manifest once more: between then and now the disk was anybody's. */
export async function checkPackage(wanted: Package, place: string): Promise<void> {
  const hash = createHash('sha512');
  try {
    for await (const part of createReadStream(place)) hash.update(part as Buffer);
  } catch {
    throw new UpdateRefused('UPDATE_FILE_GONE', { name: wanted.name });
  }
  if (hash.digest('base64') !== wanted.sha512)
    throw new UpdateRefused('UPDATE_FILE_HASH', { name: wanted.name });
}

/** What a failure to write means. */
export function notSaved(error: unknown): UpdateRefused {
  if (error instanceof UpdateRefused) return error;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return new UpdateRefused('DISK_FULL');
  return new UpdateRefused('UPDATE_INSTALL', { detail: code ?? String(error) });
}

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { caughtFacts } from '@contract/failure';
import { piecesOf } from '../transport/response';
import type { Feed } from './feed';
import { type Package, UpdateRefused } from './manifest';

/**
 * Downloads a package to an unused path, counting and hashing its bytes. Anything that differs from the manifest is
 * deleted; the file never grows beyond the manifest's size.
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

/** Yields the chunks of a body; converts its errors. */
async function* chunksOf(bytes: AsyncIterable<Buffer>, failure: (error: unknown) => unknown) {
  try {
    yield* bytes;
  } catch (error) {
    throw failure(error);
  }
}

/** Checks a downloaded package against its manifest again: other programs could have changed it on the disk. */
export async function checkPackage(wanted: Package, place: string): Promise<void> {
  const hash = createHash('sha512');
  try {
    for await (const part of piecesOf(createReadStream(place))) hash.update(part);
  } catch {
    throw new UpdateRefused('UPDATE_FILE_GONE', { name: wanted.name });
  }
  if (hash.digest('base64') !== wanted.sha512)
    throw new UpdateRefused('UPDATE_FILE_HASH', { name: wanted.name });
}

/** Converts a write error. */
export function notSaved(error: unknown): UpdateRefused {
  if (error instanceof UpdateRefused) return error;
  const { code } = caughtFacts(error);
  if (code === 'ENOSPC') return new UpdateRefused('DISK_FULL');
  return new UpdateRefused('UPDATE_INSTALL', { detail: code ?? String(error) });
}

import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { caughtFacts } from '@contract/failure';
import { TabularError, tabularError } from './tabularError';

/**
 * Writes a file piece by piece; returns its size in bytes. On failure the file is removed: DISK_FULL, or FILE_NOT_SAVED
 * with the system's code. `seen` receives the bytes so far; an exception from it ends the writing.
 */
export async function saveFile(
  file: string,
  pieces: AsyncIterable<Uint8Array>,
  seen?: (bytes: number) => void,
): Promise<number> {
  let bytes = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      bytes += piece.length;
      seen?.(bytes);
      yield piece;
    }
  }
  try {
    await pipeline(counted(), createWriteStream(file, { mode: 0o600 }));
    return bytes;
  } catch (cause) {
    await rm(file, { force: true });
    if (cause instanceof TabularError) throw cause;
    const { code, message } = caughtFacts(cause);
    if (code === 'ENOSPC') throw tabularError('DISK_FULL', undefined, { cause });
    throw tabularError('FILE_NOT_SAVED', { name: path.basename(file), detail: code ?? message }, { cause });
  }
}

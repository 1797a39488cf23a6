import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { IncomingFile } from '../transport/call';
import { piecesOf } from '../transport/response';

/** A download that ended before the whole file arrived. */
export class Incomplete extends Error {}

/**
 * Streams a file to disk under a temporary name beside its target, flushes it, and renames it once complete. On any
 * failure the previous file is untouched and nothing half-written remains. Returns the bytes written.
 */
export async function saveStream(
  arriving: IncomingFile,
  place: string,
  onProgress?: (done: number, total: number) => void,
): Promise<number> {
  const temporary = path.join(
    path.dirname(place),
    `.${path.basename(place)}.${randomBytes(4).toString('hex')}.part`,
  );
  let written = 0;
  try {
    const handle = await open(temporary, 'wx', 0o600);
    try {
      for await (const chunk of piecesOf(arriving.stream)) {
        // `writeFile`, since a single `write` may store only part of the chunk when the disk is nearly full.
        await handle.writeFile(chunk);
        written += chunk.length;
        onProgress?.(written, arriving.size ?? 0);
      }
      if (arriving.size !== null && written !== arriving.size)
        throw new Incomplete(`${written} of ${arriving.size}`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (/\.xlsx$|\.zip$/i.test(place) && !(await endsAsZip(temporary, written)))
      throw new Incomplete('no end of the archive');
    await rename(temporary, place);
    return written;
  } catch (error) {
    arriving.stream.destroy();
    await rm(temporary, { force: true });
    throw error;
  }
}

/** True if the archive's directory is at its end; a workbook cut off with its connection has none. */
async function endsAsZip(file: string, size: number): Promise<boolean> {
  const handle = await open(file);
  try {
    const end = Buffer.alloc(Math.min(size, 66_000));
    await handle.read(end, 0, end.length, size - end.length);
    return end.includes('PK\x05\x06');
  } finally {
    await handle.close();
  }
}

/** Maximum bytes of a name: file systems allow 255, and the temporary name is a little longer. */
const LONGEST_NAME = 200;
/** Windows device names, with any extension. */
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[\d\u00b9\u00b2\u00b3])\s*(\.|$)/i;

/** Makes a file name valid on every system: no folder, no reserved name or character, limited length. */
export function safeFileName(name: string): string {
  const base = name
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"/\\|?*]/gu, '_')
    .replace(/^[.\s~-]+|[.\s]+$/g, '');
  const { name: stem, ext } = path.parse(base || 'file');
  const ending = [...ext].slice(0, 12).join('');
  const letters = [...(DEVICE.test(base) ? `_${stem}` : stem)].slice(0, 120);
  while (Buffer.byteLength(letters.join('') + ending) > LONGEST_NAME) letters.pop();
  return `${letters.join('')}${ending}`.replace(/[.\s]+$/, '');
}

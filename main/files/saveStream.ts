import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Arriving } from '../transport/transport';

/** A transfer that did not bring the whole file. */
export class Incomplete extends Error {}

/**
 * Streams a file to disk under a temporary name beside its place, flushes it, and renames it when it is whole. Whatever
 * goes wrong, what stood there before is untouched and nothing half-written stays behind. Answers the bytes written.
 */
export async function saveStream(
  arriving: Arriving,
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
      for await (const chunk of arriving.stream) {
        // All of it: a single write may take less than it was given when the disk is about to be full.
        await handle.writeFile(chunk as Buffer);
        written += (chunk as Buffer).length;
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

/** A workbook cut off by a connection that just closed has no directory at its end. */
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

/** Bytes of a name: file systems take 255, and a temporary name is a little longer. */
const LONGEST_NAME = 200;
/** Devices of Windows, whatever follows after a dot. */
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[\d\u00b9\u00b2\u00b3])\s*(\.|$)/i;

/** A file name that every system takes: no folder, no reserved name or character, of sane length. */
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

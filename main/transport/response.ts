import type { Readable } from 'node:stream';
import type { AxiosResponse } from 'axios';

/** Seconds of the `Retry-After` header, given as a number or a date; 0 if there is none. */
export function retryAfter({ headers }: AxiosResponse): number {
  const value = String(headers['retry-after'] ?? '').trim();
  if (/^\d+$/.test(value)) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? 0 : Math.max(0, (at - Date.now()) / 1000);
}

/** Returns the pieces of a stream of bytes; throws if it gives texts or objects. */
export async function* piecesOf(stream: AsyncIterable<unknown>): AsyncGenerator<Buffer, void, undefined> {
  for await (const piece of stream) {
    if (!Buffer.isBuffer(piece)) throw new TypeError('a stream of bytes gives something else');
    yield piece;
  }
}

/** Reads a body, up to `max` bytes. */
export async function bytesOf(stream: Readable, max: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of piecesOf(stream)) {
    size += part.length;
    if (size > max) break;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Returns the file name that a server suggests, without any folder. */
export function fileNameOf(disposition: string): string | null {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename="?([^";]+)"?/i.exec(disposition)?.[1];
  let name = plain ?? null;
  try {
    if (extended) name = decodeURIComponent(extended);
  } catch {
    // Ignore a name whose encoding is invalid.
  }
  return name?.split(/[\\/]/).pop() || null;
}

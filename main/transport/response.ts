import type { Readable } from 'node:stream';
import type { AxiosResponse } from 'axios';

/** Seconds that the server asks for, given as a number or as a date; 0 when it names none. */
export function retryAfter({ headers }: AxiosResponse): number {
  const asked = String(headers['retry-after'] ?? '').trim();
  if (/^\d+$/.test(asked)) return Number(asked);
  const at = Date.parse(asked);
  return Number.isNaN(at) ? 0 : Math.max(0, (at - Date.now()) / 1000);
}

/** A body, up to a number of bytes. */
export async function bytesOf(stream: Readable, max: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of stream) {
    size += (part as Buffer).length;
    if (size > max) break;
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts);
}

/** The file name a server suggests, without any folder. */
export function fileNameOf(disposition: string): string | null {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename="?([^";]+)"?/i.exec(disposition)?.[1];
  let name = plain ?? null;
  try {
    if (extended) name = decodeURIComponent(extended);
  } catch {
    // A name that is not encoded as it says is no name.
  }
  return name?.split(/[\\/]/).pop() || null;
}

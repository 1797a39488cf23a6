import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { markOf } from '../tabular/mark';

/** The file of an upload. */
export interface FileToSend {
  readonly path: string;
  /** As the server will know it. */
  readonly name: string;
  /** Of the file as it was checked; any other is not sent. */
  readonly mark?: string;
}

/** A file that is not, or not to its end, the one that was to be sent. */
export class FileChanged extends Error {}

/**
 * A file as the one part of a form. It is read from the disk as it is sent, and when it is not the same at the end as at
 * the beginning the body breaks off before its last line: half a request, which no server takes for a whole one.
 */
export async function uploadBody({
  path,
  name,
  mark,
}: FileToSend): Promise<{ data: Readable; headers: Record<string, string> }> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile() || (mark !== undefined && markOf(found) !== mark)) throw new FileChanged(name);
  const boundary = `form-${randomUUID()}`;
  const fileName = name.replace(/[\r\n"]/g, encodeURIComponent);
  const head = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\n` +
      'Content-Type: application/octet-stream\r\n\r\n',
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  return {
    data: Readable.from(parts(path, markOf(found), head, tail), { objectMode: false }),
    headers: {
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
      'Content-Length': String(head.length + found.size + tail.length),
    },
  };
}

async function* parts(path: string, mark: string, head: Buffer, tail: Buffer): AsyncGenerator<Buffer> {
  // A pipe put in the file's place would block whoever opens it.
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(() => undefined);
  if (!handle) throw new FileChanged();
  try {
    const same = async () => markOf(await handle.stat()) === mark && markOf(await stat(path)) === mark;
    if (!(await same())) throw new FileChanged();
    yield head;
    for await (const part of handle.createReadStream({ autoClose: false })) yield part as Buffer;
    if (!(await same().catch(() => false))) throw new FileChanged();
    yield tail;
  } finally {
    await handle.close();
  }
}

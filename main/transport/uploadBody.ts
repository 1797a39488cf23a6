import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { markOf } from '../tabular/mark';
import { piecesOf } from './response';

/** The file of an upload. */
export interface FileToSend {
  readonly path: string;
  /** Name sent to the server. */
  readonly name: string;
  /** Mark of the file when it was checked; a changed file is not sent. */
  readonly mark?: string;
}

/** The file differs from the checked one, or changed while it was read. */
export class FileChanged extends Error {}

/**
 * Builds a form with the file as its only part. The file is read while it is sent; if it changed in between, the body
 * breaks off before its last line: half a request, which no server accepts as complete.
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
  // A pipe in the file's place would block the open.
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(() => undefined);
  if (!handle) throw new FileChanged();
  try {
    const same = async () => markOf(await handle.stat()) === mark && markOf(await stat(path)) === mark;
    if (!(await same())) throw new FileChanged();
    yield head;
    yield* piecesOf(handle.createReadStream({ autoClose: false }));
    if (!(await same().catch(() => false))) throw new FileChanged();
    yield tail;
  } finally {
    await handle.close();
  }
}

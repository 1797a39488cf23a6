import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/**
 * Makes a zip of files that are produced one by one while it is read; none is in memory as a whole. Already compressed
 * formats, for example PDF, are stored with `compress: false`. `mtime` is the time of each file.
 */
export function zipOf(
  files: AsyncIterable<{ readonly name: string; readonly stream: Readable }>,
  { compress = true, mtime }: { readonly compress?: boolean; readonly mtime?: Date } = {},
): AsyncIterable<Uint8Array> {
  const zip = new ZipFile();
  const out = zip.outputStream as unknown as Readable;
  const fill = async () => {
    for await (const { name, stream } of files) {
      // Start the next one when this one is in the zip.
      const over = whenClosed(stream);
      zip.addReadStreamLazy(name, { compress, ...(mtime ? { mtime } : {}) }, once(stream));
      await over;
    }
    zip.end();
  };
  fill().catch((error: Error) => out.destroy(error));
  return out;
}

const whenClosed = (stream: Readable) =>
  new Promise<void>((done, fail) => stream.once('close', done).once('error', fail));

/**
 * Hands a stream over once. The zip keeps the function of each file until its end, for its list of them: it must not
 * keep the documents with it.
 */
function once(stream: Readable): (give: (error: null, stream: Readable) => void) => void {
  let left: Readable | undefined = stream;
  return (give) => {
    const now = left;
    left = undefined;
    if (now) give(null, now);
  };
}

import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/**
 * A zip of files that are made one after the other, while it is read; none of them lies whole in memory. What is compressed
 * in itself, as a PDF is, goes in as it is with `compress: false`. `mtime` is the time that each file bears.
 */
export function zipOf(
  files: AsyncIterable<{ readonly name: string; readonly stream: Readable }>,
  { compress = true, mtime }: { readonly compress?: boolean; readonly mtime?: Date } = {},
): AsyncIterable<Uint8Array> {
  const zip = new ZipFile();
  const out = zip.outputStream as unknown as Readable;
  const fill = async () => {
    for await (const { name, stream } of files) {
      // The next is made when this one has gone into the zip.
      const over = closed(stream);
      zip.addReadStreamLazy(name, { compress, ...(mtime ? { mtime } : {}) }, once(stream));
      await over;
    }
    zip.end();
  };
  fill().catch((error: Error) => out.destroy(error));
  return out;
}

const closed = (stream: Readable) =>
  new Promise<void>((done, fail) => stream.once('close', done).once('error', fail));

/**
 * Hands a stream over once. The zip keeps what it was given of every file until its end, for its list of them: it must not
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

import { crc32, createInflateRaw } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { ZIP } from './caps';
import { TabularError, tabularError } from './tabularError';

const CHUNK = 128 * 1024;
const STORED = 0;
const DEFLATED = 8;

/** The parts of a zip in memory. Size and checksum of each part read are verified, and the total is limited. */
export class ZipParts {
  readonly #bytes: Buffer;
  readonly #name: string;
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;
  #inflated = 0;

  private constructor(bytes: Buffer, name: string, zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#bytes = bytes;
    this.#name = name;
    this.#zip = zip;
    this.#entries = entries;
  }

  /** Reads the directory. FILE_BROKEN, FILE_PROTECTED, or FILE_BOMB for too many entries; `name` is for messages. */
  static async open(input: Uint8Array, name: string): Promise<ZipParts> {
    const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength);
    const entries = new Map<string, Entry>();
    let zip: ZipFile;
    try {
      zip = await fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true });
      if (zip.entryCount > ZIP.entries) throw bombError(name);
      for await (const entry of zip.eachEntry()) {
        const key = partKey(entry.fileName);
        // Two parts with one name: readers disagree which one counts.
        if (entries.has(key)) throw tabularError('FILE_BROKEN', { name });
        if (entry.isEncrypted()) throw tabularError('FILE_PROTECTED', { name });
        entries.set(key, entry);
      }
    } catch (cause) {
      if (cause instanceof TabularError) throw cause;
      throw tabularError('FILE_BROKEN', { name }, { cause });
    }
    return new ZipParts(bytes, name, zip, entries);
  }

  /** True if there is such a part; case is ignored. */
  has(part: string): boolean {
    return this.#entries.has(partKey(part));
  }

  /** Inflated size that the directory declares. */
  size(part: string): number {
    return this.#entries.get(partKey(part))?.uncompressedSize ?? 0;
  }

  /** Inflates a part piece by piece. FILE_BROKEN if it is missing or damaged, FILE_BOMB beyond the limits. */
  async *read(part: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(partKey(part));
    if (!entry) throw this.#broken();
    let size = 0;
    let sum = 0;
    try {
      for await (const chunk of this.#chunks(entry, await this.#data(entry))) {
        size += chunk.length;
        sum = crc32(chunk, sum);
        this.#inflated += chunk.length;
        const ratio = size / Math.max(entry.compressedSize, 1);
        if (this.#inflated > ZIP.inflated || (size > ZIP.ratioFrom && ratio > ZIP.ratio))
          throw bombError(this.#name);
        yield chunk;
      }
    } catch (cause) {
      if (cause instanceof TabularError) throw cause;
      throw this.#broken(cause);
    }
    if (size !== entry.uncompressedSize || sum !== entry.crc32) throw this.#broken();
  }

  async #data(entry: Entry): Promise<Buffer> {
    const { fileDataStart } = await this.#zip.readLocalFileHeaderPromise(entry, { minimal: true });
    const end = fileDataStart + entry.compressedSize;
    if (end > this.#bytes.length) throw this.#broken();
    return this.#bytes.subarray(fileDataStart, end);
  }

  #chunks(entry: Entry, data: Buffer): Iterable<Buffer> | AsyncIterable<Buffer> {
    if (entry.compressionMethod === STORED) return pieces(data);
    if (entry.compressionMethod !== DEFLATED) throw this.#broken();
    const inflate = createInflateRaw({ chunkSize: CHUNK });
    inflate.end(data);
    return inflate;
  }

  #broken(cause?: unknown): TabularError {
    return tabularError('FILE_BROKEN', { name: this.#name }, { cause });
  }
}

/** Normalises a part's name for comparison: lower case, without leading slashes. */
export const partKey = (part: string) => part.replace(/^\/+/, '').toLowerCase();
const bombError = (name: string) => tabularError('FILE_BOMB', { name, size: ZIP.inflated / 1024 / 1024 });

/** Yields bytes in pieces of the size used for inflating. */
export function* pieces(data: Buffer): Generator<Buffer> {
  for (let at = 0; at < data.length; at += CHUNK) yield data.subarray(at, at + CHUNK);
}

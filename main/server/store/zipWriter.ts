import { type FileHandle, open } from 'node:fs/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import { Spool } from './spool';
import { writeAll } from './writeAll';

/** Bytes of a part read and written at a time. */
export const PIECE = 128 * 1024;
/**
 * Limit of the format's original fields, and size from which the later ones are used; a compressed part may become
 * slightly longer.
 */
const MOST = 0xffff_ffff;
const LARGE = 0xf000_0000;
const [STORED, DEFLATED] = [0, 8];
/** Names are UTF-8. */
const FLAGS = 0x0800;
/** Made on Unix, by a tool with zip64; a file that only its owner may read and write. */
const [VERSION, MADE_BY, MODE] = [45, 0x032d, (0o100600 << 16) >>> 0];

/** Options for adding a file; `onPiece` is called for each piece before the next one replaces it. */
interface PartOptions {
  readonly pack: boolean;
  readonly signal: AbortSignal | undefined;
  readonly onPiece: (piece: Buffer) => void;
}

/** Header fields of a part. */
interface Part {
  readonly name: Buffer;
  readonly method: number;
  readonly large: boolean;
  readonly at: number;
  crc: number;
  size: number;
  packed: number;
}

/**
 * Writes a zip of any size part by part, through one buffer: the lines of its directory, which comes last, are collected
 * in a file beside it. The header of a part is written once its size is known.
 *
 * Own code, since a backup must not slow the app down: yazl 3.3 takes twice the time and three times the memory for the same
 * files, and keeps an object of each part until the end.
 */
export class ZipWriter {
  readonly #file: FileHandle;
  readonly #time: number;
  readonly #piece = Buffer.allocUnsafe(PIECE);
  readonly #directory: Spool;
  #count = 0;
  #end = 0;

  private constructor(file: FileHandle, directory: Spool, time: number) {
    this.#file = file;
    this.#directory = directory;
    this.#time = time;
  }

  /** Creates a new file; `at` is the time of its parts. */
  static async create(place: string, at: Date): Promise<ZipWriter> {
    const file = await open(place, 'wx', 0o600);
    try {
      return new ZipWriter(file, await Spool.create(`${place}.directory`), dosTime(at));
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Adds a file from disk. */
  async addFile(name: string, place: string, { pack, signal, onPiece }: PartOptions): Promise<void> {
    const source = await open(place);
    try {
      const { size } = await source.stat();
      const part = this.#startPart(name, pack ? DEFLATED : STORED, size);
      const write = async (piece: Buffer) => {
        part.packed += piece.length;
        this.#end += piece.length;
        await writeAll(this.#file, piece, this.#end - piece.length);
      };
      const packer = pack ? packInto(write) : { write, end: async () => undefined };
      for (;;) {
        signal?.throwIfAborted();
        const { bytesRead } = await source.read(this.#piece, 0, PIECE, null);
        if (bytesRead === 0) break;
        const piece = this.#piece.subarray(0, bytesRead);
        part.size += bytesRead;
        part.crc = crc32(piece, part.crc);
        onPiece(piece);
        await packer.write(piece);
      }
      await packer.end();
      await this.#finish(part);
    } finally {
      await source.close();
    }
  }

  /** Adds a part from memory. */
  addBytes(name: string, bytes: Buffer): Promise<void> {
    return this.addPieces(name, [bytes], () => undefined);
  }

  /** Adds a part that comes in pieces, less than 4 GiB in total. */
  async addPieces(
    name: string,
    pieces: Iterable<Buffer> | AsyncIterable<Buffer>,
    onPiece: (piece: Buffer) => void,
  ): Promise<void> {
    const part = this.#startPart(name, STORED, 0);
    for await (const piece of pieces) {
      part.crc = crc32(piece, part.crc);
      part.size += piece.length;
      part.packed += piece.length;
      onPiece(piece);
      await writeAll(this.#file, piece, this.#end);
      this.#end += piece.length;
    }
    await this.#finish(part);
  }

  /** Writes the directory; everything is on disk when this resolves. */
  async end(): Promise<void> {
    const from = this.#end;
    for await (const lines of this.#directory.pieces()) {
      await writeAll(this.#file, lines, this.#end);
      this.#end += lines.length;
    }
    const tail = tailOf(this.#count, from, this.#end - from);
    await writeAll(this.#file, tail, this.#end);
    await this.#file.sync();
  }

  async close(): Promise<void> {
    await this.#directory.close();
    await this.#file.close();
  }

  #startPart(name: string, method: number, expected: number): Part {
    const part = { name: Buffer.from(name), method, large: expected >= LARGE, at: this.#end };
    const started = { ...part, crc: 0, size: 0, packed: 0 };
    this.#end += localHeader(started, this.#time).length;
    return started;
  }

  async #finish(part: Part): Promise<void> {
    if (!part.large && Math.max(part.size, part.packed) >= MOST)
      throw new Error('a part has grown while it was read');
    await writeAll(this.#file, localHeader(part, this.#time), part.at);
    await this.#directory.add(directoryLine(part, this.#time));
    this.#count += 1;
  }
}

/** Compresses pieces; each may be reused when its write resolves. */
function packInto(write: (piece: Buffer) => Promise<void>) {
  // A database of numbers and words shrinks to a fraction of itself as fast as the disk can write it.
  const packer = createDeflateRaw({ level: 1, chunkSize: PIECE });
  const written = (async () => {
    for await (const piece of packer) await write(piece as Buffer);
  })();
  written.catch(() => undefined);
  return {
    write: async (piece: Buffer) => {
      const taken = new Promise<void>((resolve, reject) => {
        packer.write(piece, (error) => (error ? reject(error) : resolve()));
      });
      taken.catch(() => undefined);
      // When the disk accepts no more data, the compressor waits forever: the write error is the cause.
      await Promise.race([taken, written.then(() => taken)]);
    },
    end: async () => {
      packer.end();
      await written;
    },
  };
}

function localHeader({ name, method, large, crc, size, packed }: Part, time: number): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x0403_4b50, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(FLAGS, 6);
  header.writeUInt16LE(method, 8);
  header.writeUInt32LE(time, 10);
  header.writeUInt32LE(crc, 14);
  header.writeUInt32LE(large ? MOST : packed, 18);
  header.writeUInt32LE(large ? MOST : size, 22);
  header.writeUInt16LE(name.length, 26);
  const extra = large ? longField(size, packed) : Buffer.alloc(0);
  header.writeUInt16LE(extra.length, 28);
  return Buffer.concat([header, name, extra]);
}

function directoryLine({ name, method, large, at, crc, size, packed }: Part, time: number): Buffer {
  const far = at >= MOST;
  const extra = large || far ? longField(...(large ? [size, packed] : []), ...(far ? [at] : [])) : null;
  const line = Buffer.alloc(46);
  line.writeUInt32LE(0x0201_4b50, 0);
  line.writeUInt16LE(MADE_BY, 4);
  line.writeUInt16LE(VERSION, 6);
  line.writeUInt16LE(FLAGS, 8);
  line.writeUInt16LE(method, 10);
  line.writeUInt32LE(time, 12);
  line.writeUInt32LE(crc, 16);
  line.writeUInt32LE(large ? MOST : packed, 20);
  line.writeUInt32LE(large ? MOST : size, 24);
  line.writeUInt16LE(name.length, 28);
  line.writeUInt16LE(extra?.length ?? 0, 30);
  line.writeUInt32LE(MODE, 38);
  line.writeUInt32LE(far ? MOST : at, 42);
  return Buffer.concat(extra ? [line, name, extra] : [line, name]);
}

/** Extra field for numbers that do not fit the others (zip64). */
function longField(...numbers: readonly number[]): Buffer {
  const field = Buffer.alloc(4 + numbers.length * 8);
  field.writeUInt16LE(0x0001, 0);
  field.writeUInt16LE(numbers.length * 8, 2);
  for (const [nth, number] of numbers.entries()) field.writeBigUInt64LE(BigInt(number), 4 + nth * 8);
  return field;
}

/** End of the file: the position of its directory; also in the long form where the short one has no room. */
function tailOf(count: number, from: number, length: number): Buffer {
  const short = Buffer.alloc(22);
  short.writeUInt32LE(0x0605_4b50, 0);
  short.writeUInt16LE(Math.min(count, 0xffff), 8);
  short.writeUInt16LE(Math.min(count, 0xffff), 10);
  short.writeUInt32LE(Math.min(length, MOST), 12);
  short.writeUInt32LE(Math.min(from, MOST), 16);
  if (count < 0xffff && length < MOST && from < MOST) return short;
  const long = Buffer.alloc(56 + 20);
  long.writeUInt32LE(0x0606_4b50, 0);
  long.writeBigUInt64LE(44n, 4);
  long.writeUInt16LE(MADE_BY, 12);
  long.writeUInt16LE(VERSION, 14);
  long.writeBigUInt64LE(BigInt(count), 24);
  long.writeBigUInt64LE(BigInt(count), 32);
  long.writeBigUInt64LE(BigInt(length), 40);
  long.writeBigUInt64LE(BigInt(from), 48);
  long.writeUInt32LE(0x0706_4b50, 56);
  long.writeBigUInt64LE(BigInt(from + length), 64);
  long.writeUInt32LE(1, 72);
  return Buffer.concat([long, short]);
}

/** Time and date in the format's encoding, as one number. */
function dosTime(at: Date): number {
  const date = ((at.getFullYear() - 1980) << 9) | ((at.getMonth() + 1) << 5) | at.getDate();
  const time = (at.getHours() << 11) | (at.getMinutes() << 5) | (at.getSeconds() >> 1);
  return ((date << 16) | time) >>> 0;
}

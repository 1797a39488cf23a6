import { type FileHandle, open, rm } from 'node:fs/promises';
import { writeAll } from './writeAll';

/** Bytes buffered before each write, and read at a time. */
const PIECE = 64 * 1024;

/** Collects text in a temporary file, as there may be more than fits into memory; `close` deletes the file. */
export class Spool {
  readonly #file: FileHandle;
  readonly #place: string;
  #gathered: Buffer[] = [];
  #waiting = 0;
  #size = 0;

  private constructor(file: FileHandle, place: string) {
    this.#file = file;
    this.#place = place;
  }

  static async create(place: string): Promise<Spool> {
    return new Spool(await open(place, 'wx+', 0o600), place);
  }

  async add(bytes: Buffer): Promise<void> {
    this.#gathered.push(bytes);
    this.#waiting += bytes.length;
    if (this.#waiting >= PIECE) await this.#write();
  }

  /** Yields all that was added, in pieces; each must be consumed before the next, which reuses its buffer. */
  async *pieces(): AsyncGenerator<Buffer> {
    await this.#write();
    const piece = Buffer.allocUnsafe(PIECE);
    for (let at = 0; at < this.#size; ) {
      const { bytesRead } = await this.#file.read(piece, 0, PIECE, at);
      if (bytesRead === 0) throw new Error('cut short');
      at += bytesRead;
      yield piece.subarray(0, bytesRead);
    }
  }

  async #write(): Promise<void> {
    const bytes = Buffer.concat(this.#gathered);
    this.#gathered = [];
    this.#waiting = 0;
    await writeAll(this.#file, bytes, this.#size);
    this.#size += bytes.length;
  }

  async close(): Promise<void> {
    await this.#file.close();
    await rm(this.#place, { force: true });
  }
}

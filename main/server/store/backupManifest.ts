import { backupReasons, dataCounts } from '@contract/backup';
import * as z from 'zod';
import type { Part } from './backupParts';

/** The manifest of a backup without its last field, the list of parts. */
export const manifestShape = z.strictObject({
  format: z.literal('freight-console-backup'),
  formatVersion: z.int().min(1),
  product: z.string().max(60),
  /** Names of the migrations, in order. */
  schema: z.array(z.string().max(100)).min(1).max(10_000),
  madeAt: z.iso.datetime(),
  reason: z.enum(backupReasons),
  seed: z.enum(['demo', 'empty']),
  counts: dataCounts,
  /** Ids of files that the data names and that were already missing. */
  missing: z.array(z.string()),
});
export type Manifest = z.output<typeof manifestShape>;

/** The text before and after the parts. No string can contain the first: quotes are escaped. */
const [PARTS, END] = [',"parts":[', ']}'];
/** Maximum characters before the parts: each missing file takes a few. */
const MAX_HEAD = 64 * 1024 * 1024;
/** Maximum characters of a part. */
const MAX_PART = 1000;
const PART = /(,?)\{"name":("(?:[^"\\]|\\.)*"),"size":(\d{1,15}),"sha256":"([\da-f]{64})"\}/y;

/** The text of a manifest without its parts, and of each part. */
export const headText = (manifest: Manifest): string => JSON.stringify(manifest).slice(0, -1) + PARTS;
export const partText = ({ name, size, sha256 }: Part, first: boolean): string =>
  `${first ? '' : ','}${JSON.stringify({ name, size, sha256 })}`;
export const TAIL = END;

/**
 * Reads a manifest as a stream, keeping in memory only the text before the parts and one part. Throws for a text that
 * {@link headText} and {@link partText} would not write.
 */
export class ManifestReader {
  readonly #decoder = new TextDecoder();
  readonly #onHead: (head: unknown) => void;
  readonly #onPart: (part: Part) => void;
  #rest = '';
  #isHead = true;
  #isFirst = true;

  constructor(onHead: (head: unknown) => void, onPart: (part: Part) => void) {
    this.#onHead = onHead;
    this.#onPart = onPart;
  }

  take(piece: Buffer): void {
    this.#rest += this.#decoder.decode(piece, { stream: true });
    if (this.#isHead && !this.#readHead()) return;
    this.#readParts();
    if (this.#rest.length > MAX_PART) throw new SyntaxError('no part');
  }

  end(): void {
    if (this.#isHead) this.#onHead(JSON.parse(this.#rest));
    if (this.#isHead || this.#rest !== END) throw new SyntaxError('no end');
  }

  #readHead(): boolean {
    const at = this.#rest.indexOf(PARTS);
    if (at < 0) {
      if (this.#rest.length > MAX_HEAD) throw new SyntaxError('no parts');
      return false;
    }
    this.#onHead(JSON.parse(`${this.#rest.slice(0, at)}}`));
    this.#rest = this.#rest.slice(at + PARTS.length);
    this.#isHead = false;
    return true;
  }

  #readParts(): void {
    let read = 0;
    for (;;) {
      PART.lastIndex = read;
      const [text, comma, name = '""', size, sha256 = ''] = PART.exec(this.#rest) ?? [];
      if (text === undefined || (comma === '') !== this.#isFirst) break;
      this.#isFirst = false;
      read += text.length;
      this.#onPart({ name: JSON.parse(name), size: Number(size), sha256 });
    }
    this.#rest = this.#rest.slice(read);
  }
}

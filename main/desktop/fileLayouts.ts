import { createHash } from 'node:crypto';
import type { FileKind } from '@contract/files/fileKindNames';
import { ENCODINGS, type Encoding } from '@contract/importing/encodings';
import { headerKey } from '@contract/importing/template';
import * as z from 'zod';
import type { Opened } from '../tabular/protocol';
import type { Memory } from './memory';

/** The reading of a file as a person chose it: its columns, and answers to what the file does not tell. */
const fileLayout = z.object({
  mapping: z.array(z.string().nullable()),
  encoding: z.enum(ENCODINGS).optional(),
  decimal: z.enum(['point', 'comma']).optional(),
  dateOrder: z.enum(['DMY', 'MDY', 'YMD']).optional(),
});
export type FileLayout = z.output<typeof fileLayout>;

/** A layout that was kept: when, under which name, and the row whose headers it is known by. */
export interface KnownLayout extends FileLayout {
  readonly at: string;
  readonly key: string;
  readonly headerRow: number;
}

/** Layouts of files by their kind and headers, which tell senders apart. They are kept among the states of screens: of so many, the oldest go. */
export class FileLayouts {
  readonly #memory: Pick<Memory, 'drafts' | 'saveDraft'>;
  readonly #owner: () => string;

  constructor(memory: Pick<Memory, 'drafts' | 'saveDraft'>, owner: () => string) {
    this.#memory = memory;
    this.#owner = owner;
  }

  /** The layout of a file of these headers; undefined where none was kept, and for a book of several sheets. */
  find(kind: FileKind, { parts }: Opened): KnownLayout | undefined {
    const [part, more] = parts;
    if (!part || more) return undefined;
    const drafts = this.#memory.drafts(this.#owner());
    const rows = part.head.toSorted(
      (a, b) => Number(b.number === part.header) - Number(a.number === part.header),
    );
    for (const { number, cells } of rows) {
      const key = keyOf(kind, cells);
      const kept = drafts[key];
      const { data } = fileLayout.safeParse(kept?.value);
      if (kept && data?.mapping.length === cells.length)
        return { ...data, at: kept.at, key, headerRow: number };
    }
    return undefined;
  }

  /** Encodings of layouts that were kept for a kind. */
  encodings(kind: FileKind): Encoding[] {
    const drafts = Object.entries(this.#memory.drafts(this.#owner()));
    const found = drafts.flatMap(([key, { value }]) =>
      key.startsWith(startOf(kind)) ? (fileLayout.safeParse(value).data?.encoding ?? []) : [],
    );
    return [...new Set(found)];
  }

  /** Keeps the layout of a file that was sent. */
  keep(kind: FileKind, headers: readonly string[], layout: FileLayout): void {
    this.#memory.saveDraft(this.#owner(), keyOf(kind, headers), {
      at: new Date().toISOString(),
      value: layout,
    });
  }

  /** Forgets a layout: files with its headers are read by what they tell themselves. */
  forget({ key }: KnownLayout): void {
    this.#memory.saveDraft(this.#owner(), key, null);
  }
}

const startOf = (kind: FileKind) => `import:${kind}/`;

function keyOf(kind: FileKind, headers: readonly string[]): string {
  const hash = createHash('sha256').update(headers.map(headerKey).join('\n')).digest('hex');
  return `${startOf(kind)}${hash.slice(0, 32)}#layout`;
}

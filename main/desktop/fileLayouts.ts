import { createHash } from 'node:crypto';
import type { FileKind } from '@contract/files/fileKindNames';
import { ENCODINGS, type Encoding } from '@contract/importing/encodings';
import { headerKey } from '@contract/importing/template';
import * as z from 'zod';
import type { OpenedFile } from '../tabular/protocol';
import type { Memory } from './memory';

/** How the user chose to read a file: its columns, and settings that the file does not determine. */
const fileLayout = z.object({
  mapping: z.array(z.string().nullable()),
  encoding: z.enum(ENCODINGS).optional(),
  decimal: z.enum(['point', 'comma']).optional(),
  dateOrder: z.enum(['DMY', 'MDY', 'YMD']).optional(),
});
export type FileLayout = z.output<typeof fileLayout>;

/** A stored layout: its time, its key, and the row whose headers identify it. */
export interface KnownLayout extends FileLayout {
  readonly at: string;
  readonly key: string;
  readonly headerRow: number;
}

/** Layouts of files by kind and headers, which tell senders apart; stored among the screen states, oldest dropped. */
export class FileLayouts {
  readonly #memory: Pick<Memory, 'drafts' | 'saveDraft'>;
  readonly #owner: () => string;

  constructor(memory: Pick<Memory, 'drafts' | 'saveDraft'>, owner: () => string) {
    this.#memory = memory;
    this.#owner = owner;
  }

  /** Finds the layout for a file's headers; undefined if none is stored, and for a workbook of several sheets. */
  find(kind: FileKind, { parts }: OpenedFile): KnownLayout | undefined {
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

  /** Lists the encodings of the layouts stored for a kind. */
  encodings(kind: FileKind): Encoding[] {
    const drafts = Object.entries(this.#memory.drafts(this.#owner()));
    const found = drafts.flatMap(([key, { value }]) =>
      key.startsWith(startOf(kind)) ? (fileLayout.safeParse(value).data?.encoding ?? []) : [],
    );
    return [...new Set(found)];
  }

  /** Stores the layout of a sent file. */
  keep(kind: FileKind, headers: readonly string[], layout: FileLayout): void {
    this.#memory.saveDraft(this.#owner(), keyOf(kind, headers), {
      at: new Date().toISOString(),
      value: layout,
    });
  }

  /** Forgets a layout: files with its headers are detected automatically again. */
  forget({ key }: KnownLayout): void {
    this.#memory.saveDraft(this.#owner(), key, null);
  }
}

const startOf = (kind: FileKind) => `import:${kind}/`;

function keyOf(kind: FileKind, headers: readonly string[]): string {
  const hash = createHash('sha256').update(headers.map(headerKey).join('\n')).digest('hex');
  return `${startOf(kind)}${hash.slice(0, 32)}#layout`;
}

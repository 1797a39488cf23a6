import { randomUUID } from 'node:crypto';
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { PickedFile } from '@contract/desktop';
import type { FileRule, FileType } from '@contract/endpoint';
import { problem } from '@contract/errors';
import type { Language } from '@contract/limits';
import { markOf } from '../tabular/mark';
import { callError } from '../transport/callError';

/** A file the user chose or saved; the renderer knows it by its token alone. */
interface Known {
  readonly path: string;
  readonly name: string;
  readonly size: number;
  /** Which file it was, in which state; another in its place has another mark. */
  readonly mark: string;
}

/** Tokens kept: enough for a day's work, few enough that the list never matters. */
const KEPT = 500;

/** The files that crossed the desk, by token. */
export class Picks {
  readonly #known = new Map<string, Known>();
  readonly #language: () => Language;

  constructor(language: () => Language) {
    this.#language = language;
  }

  /** Remembers a file. Throws when it is none: a folder, a device, a link to nothing. */
  async add(place: string): Promise<PickedFile> {
    const name = path.basename(place);
    // A link is followed once, here: where it leads later is another file.
    const real = await realpath(place).catch(() => place);
    const found = await stat(real).catch(() => undefined);
    if (!found?.isFile()) throw callError(this.#language(), problem('FILE_GONE', { name }));
    const token = randomUUID();
    const oldest = this.#known.keys().next().value;
    if (this.#known.size >= KEPT && oldest) this.#known.delete(oldest);
    this.#known.set(token, { path: real, name, size: found.size, mark: markOf(found) });
    return { token, name, size: found.size };
  }

  /** Whether a token still stands for a file: of many, the oldest are forgotten. */
  knows(token: string): boolean {
    return this.#known.has(token);
  }

  /** Where a file lies that was chosen or saved before. Throws for a token that is none. */
  find(token: string): Known {
    const found = this.#known.get(token);
    if (!found) throw callError(this.#language(), problem('FILE_TOKEN'));
    return found;
  }

  /** The same, of a file that is still there: the system's programs do not always say that one is not. */
  async there(token: string): Promise<Known> {
    const known = this.find(token);
    const now = await stat(known.path).catch(() => undefined);
    if (!now?.isFile()) throw callError(this.#language(), problem('FILE_GONE', { name: known.name }));
    return known;
  }

  /** A file ready to be sent: still the one that was chosen, and of a kind and size that the rule takes. */
  async checked(token: string, rule: FileRule): Promise<Known & { readonly type: FileType }> {
    const known = this.find(token);
    const { name } = known;
    const language = this.#language();
    const now = await realpath(known.path)
      .then((real) => stat(real))
      .catch(() => undefined);
    if (!now) throw callError(language, problem('FILE_GONE', { name }));
    if (!now.isFile() || markOf(now) !== known.mark)
      throw callError(language, problem('FILE_CHANGED', { name }));
    const extension = path.extname(name).slice(1).toLowerCase();
    const type = rule.types.find((allowed) => allowed === extension);
    if (!type) throw callError(language, problem('FILE_TYPE', { types: rule.types.join(', ') }));
    if (known.size > rule.max)
      throw callError(language, problem('FILE_SIZE', { size: rule.max / 1024 / 1024 }));
    if (known.size === 0) throw callError(language, problem('FILE_EMPTY'));
    // Loaded with the first file, not with the app: it reads archives and XML.
    const { sniff } = await import('../tabular/sniff');
    const wrong = await sniff(known.path, type, name).catch(() => problem('FILE_READER', { name }));
    if (wrong) throw callError(language, wrong);
    return { ...known, type };
  }
}

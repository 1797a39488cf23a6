import { randomUUID } from 'node:crypto';
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { PickedFile } from '@contract/desktop/procedure';
import type { FileRule, FileType } from '@contract/endpoint';
import { problem } from '@contract/errors';
import type { Language } from '@contract/limits';
import { markOf } from '../tabular/mark';
import { callError } from '../transport/callError';

/** A file the user chose or saved; the renderer knows only its token. */
interface KnownFile {
  readonly path: string;
  readonly name: string;
  readonly size: number;
  /** Identity and state of the file; a changed or replaced file has another mark. */
  readonly mark: string;
}

/** Maximum tokens: enough for a day's work, and little memory. */
const KEPT = 500;

/** Files known to the renderer, by token. */
export class Picks {
  readonly #known = new Map<string, KnownFile>();
  readonly #language: () => Language;

  constructor(language: () => Language) {
    this.#language = language;
  }

  /** Adds a file. Rejects for anything else: a folder, a device, a broken link. */
  async add(place: string): Promise<PickedFile> {
    const name = path.basename(place);
    // Follow a link once, here: if its target changes later, that is another file.
    const real = await realpath(place).catch(() => place);
    const found = await stat(real).catch(() => undefined);
    if (!found?.isFile()) throw callError(this.#language(), problem('FILE_GONE', { name }));
    const token = randomUUID();
    const oldest = this.#known.keys().next().value;
    if (this.#known.size >= KEPT && oldest) this.#known.delete(oldest);
    this.#known.set(token, { path: real, name, size: found.size, mark: markOf(found) });
    return { token, name, size: found.size };
  }

  /** True if a token is still known: beyond the maximum the oldest are forgotten. */
  knows(token: string): boolean {
    return this.#known.has(token);
  }

  /** Returns the file of a token. Throws for an unknown token. */
  find(token: string): KnownFile {
    const found = this.#known.get(token);
    if (!found) throw callError(this.#language(), problem('FILE_TOKEN'));
    return found;
  }

  /** Returns the file if it still exists: the system's programs do not always report a missing one. */
  async findExisting(token: string): Promise<KnownFile> {
    const known = this.find(token);
    const now = await stat(known.path).catch(() => undefined);
    if (!now?.isFile()) throw callError(this.#language(), problem('FILE_GONE', { name: known.name }));
    return known;
  }

  /** Returns a file ready to send: unchanged since it was chosen, and of a type and size that the rule allows. */
  async findToSend(token: string, rule: FileRule): Promise<KnownFile & { readonly type: FileType }> {
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
    // Load this module with the first file, not with the app: it parses archives and XML.
    const { sniff } = await import('../tabular/sniff');
    const wrong = await sniff(known.path, type, name).catch(() => problem('FILE_READER', { name }));
    if (wrong) throw callError(language, wrong);
    return { ...known, type };
  }
}

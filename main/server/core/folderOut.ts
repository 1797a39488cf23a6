import { access, mkdir, open, rename } from 'node:fs/promises';
import path from 'node:path';

/**
 * A folder through which files are handed over: other software takes them from `out` in it. A file leaves by being
 * renamed, which happens wholly or not at all: where its unsent copy is gone, it has left. So it leaves once, however
 * often the program is killed.
 */
export class FolderOut {
  readonly #folder: string;
  readonly #beside: readonly string[];

  /** @param beside further folders in it, which are created too. */
  constructor(folder: string, beside: readonly string[] = []) {
    this.#folder = folder;
    this.#beside = beside;
  }

  #unsent = (name: string) => path.join(this.#folder, 'unsent', name);

  /** Writes a file whole, without it leaving; can be repeated. */
  async prepare(name: string, content: string): Promise<void> {
    for (const folder of ['unsent', 'out', ...this.#beside])
      await mkdir(path.join(this.#folder, folder), { recursive: true });
    const file = await open(this.#unsent(name), 'w');
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
  }

  /** Lets a prepared file leave; false where that failed. */
  leave(name: string): Promise<boolean> {
    return rename(this.#unsent(name), path.join(this.#folder, 'out', name)).then(
      () => true,
      () => false,
    );
  }

  /** True while a prepared file has not left. */
  waits(name: string): Promise<boolean> {
    return access(this.#unsent(name)).then(
      () => true,
      () => false,
    );
  }
}

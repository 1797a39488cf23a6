import { access, mkdir, open, readdir, readFile, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { instantOf } from '@contract/rules/zonedTime';
import { notificationsOf, unreadable } from './notification';
import { type CustomsOffice, type OfficeAnswer, type OfficeDocument, type Outbound, silent } from './office';

/** Age in milliseconds after which nobody is still writing a file. */
const WRITTEN = 10_000;
/** Files read at a time. */
const AT_ONCE = 200;
const EXTENSION = '.xml';

/**
 * An office behind a folder: the customs software of the office takes declarations from `out`, and puts responses into
 * `in`. A declaration leaves by being renamed, which happens wholly or not at all: where its unsent copy is gone, it has
 * left. So it leaves once, however often the program is killed.
 */
export class FolderOffice implements CustomsOffice {
  readonly #folder: string;
  readonly #now: () => number;

  constructor(folder: string, now: () => number) {
    this.#folder = folder;
    this.#now = now;
  }

  #unsent = ({ lrn }: Outbound) => path.join(this.#folder, 'unsent', `${lrn}${EXTENSION}`);
  #out = ({ lrn }: Outbound) => path.join(this.#folder, 'out', `${lrn}${EXTENSION}`);

  async prepare(message: Outbound): Promise<void> {
    for (const name of ['unsent', 'out', 'in', 'read'])
      await mkdir(path.join(this.#folder, name), { recursive: true });
    const file = await open(this.#unsent(message), 'w');
    try {
      await file.writeFile(message.content);
      await file.sync();
    } finally {
      await file.close();
    }
  }

  async send(message: Outbound): Promise<OfficeAnswer> {
    try {
      await rename(this.#unsent(message), this.#out(message));
      return { ...silent('ok', message.content), known: true };
    } catch {
      return silent('folder', message.content);
    }
  }

  async ask(message: Outbound): Promise<OfficeAnswer> {
    const waits = await access(this.#unsent(message)).then(
      () => true,
      () => false,
    );
    return { ...silent('ok', path.basename(this.#out(message))), known: !waits };
  }

  async collect(): Promise<OfficeDocument[]> {
    const inbox = path.join(this.#folder, 'in');
    const names = (await readdir(inbox).catch(() => [])).filter((name) => name.endsWith(EXTENSION)).sort();
    const found = await Promise.all(
      names.slice(0, AT_ONCE).map(async (name): Promise<OfficeDocument[]> => {
        const file = path.join(inbox, name);
        const text = await readFile(file, 'utf8');
        const receivedAt = instantOf(this.#now());
        const notifications = await notificationsOf(text, receivedAt);
        // A file that is still being written is read once it is whole.
        if (!notifications && (await stat(file)).mtimeMs + WRITTEN > Date.now()) return [];
        return [
          {
            notifications: notifications ?? [unreadable(text, receivedAt)],
            done: () => rename(file, path.join(this.#folder, 'read', name)),
          },
        ];
      }),
    );
    return found.flat();
  }
}

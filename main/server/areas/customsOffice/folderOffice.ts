import { readdir, readFile, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { instantOf } from '@contract/rules/zonedTime';
import { FolderOut } from '../../core/folderOut';
import { notificationsOf, unreadable } from './notification';
import { type CustomsOffice, type OfficeAnswer, type OfficeDocument, type Outbound, silent } from './office';

/** Age in milliseconds after which nobody is still writing a file. */
const WRITTEN = 10_000;
/** Files read at a time. */
const AT_ONCE = 200;
const EXTENSION = '.xml';

const fileOf = ({ lrn }: Outbound): string => `${lrn}${EXTENSION}`;

/**
 * An office behind a folder: the customs software of the office takes declarations from `out`, and puts responses into
 * `in`.
 */
export class FolderOffice implements CustomsOffice {
  readonly #folder: string;
  readonly #files: FolderOut;
  readonly #now: () => number;

  constructor(folder: string, now: () => number) {
    this.#folder = folder;
    this.#files = new FolderOut(folder, ['in', 'read']);
    this.#now = now;
  }

  prepare(message: Outbound): Promise<void> {
    return this.#files.prepare(fileOf(message), message.content);
  }

  async send(message: Outbound): Promise<OfficeAnswer> {
    return (await this.#files.leave(fileOf(message)))
      ? { ...silent('ok', message.content), known: true }
      : silent('folder', message.content);
  }

  async ask(message: Outbound): Promise<OfficeAnswer> {
    const name = fileOf(message);
    return { ...silent('ok', name), known: !(await this.#files.waits(name)) };
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

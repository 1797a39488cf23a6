import { randomUUID } from 'node:crypto';
import { open, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { DesktopHandlers } from '@contract/desktop';
import { type FolderFault, reportRunApi } from '@contract/report/schedule';
import type * as z from 'zod';
import { safeFileName, saveStream } from '../files/saveStream';
import { CallError } from '../transport/callError';
import { checkCall } from '../transport/checkCall';
import type { CallerWindow, DesktopServices } from './desk';

type Waiting = z.output<typeof reportRunApi.waiting.answer>[number];

/** Milliseconds between looks at what waits for a folder of this machine. */
const EVERY = 20_000;

const FAULTS: Readonly<Record<string, FolderFault>> = {
  ...{ ENOENT: 'folder_gone', ENOTDIR: 'folder_gone' },
  ...{ EACCES: 'folder_denied', EPERM: 'folder_denied', EROFS: 'folder_denied' },
  ...{ ENOSPC: 'folder_full', EDQUOT: 'folder_full' },
};

/**
 * The folders of this machine that scheduled reports are written into. A person chooses one by the system's dialog; who it
 * belongs to and where it lies stay here, and the API is told a key. While that person is signed in, the files that wait
 * under such a key are fetched and written, beside what lies there and never over it.
 */
export class ReportFolders {
  readonly #desk: DesktopServices;
  #looking: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(desk: DesktopServices) {
    this.#desk = desk;
  }

  /** Looks again and again until it is stopped. */
  start(): void {
    this.#timer = setInterval(() => void this.look(), EVERY);
  }

  /** Ends, after what is being written. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }

  /** Writes what waits now; a look that is under way is the same one. */
  look(): Promise<void> {
    this.#looking ??= this.#lookOnce()
      // No connection: the files wait.
      .catch((error: unknown) => {
        if (!(error instanceof CallError)) this.#desk.report('reports could not be written', error);
      })
      .finally(() => {
        this.#looking = undefined;
      });
    return this.#looking;
  }

  /** Who is signed in where, as folders are kept for them; null for nobody. */
  owner(): string | null {
    const { session } = this.#desk;
    const { status, profile } = session.state;
    return status === 'signedIn' && profile ? `${session.environment}:${profile.username}` : null;
  }

  async #lookOnce(): Promise<void> {
    const { memory, transport, language } = this.#desk;
    const owner = this.owner();
    const own = owner ? memory.folders(owner) : {};
    if (!owner || Object.keys(own).length === 0) return;
    const json = await transport.json({
      ...(await checkCall('reportRun.waiting', {}, ['json'], language())),
      file: undefined,
    });
    const found = reportRunApi.waiting.answer.parse((JSON.parse(json) as { data: unknown }).data);
    for (const one of found) {
      const folder = own[one.folderRef];
      if (folder && this.owner() === owner) await this.#write(owner, folder, one);
    }
  }

  async #write(owner: string, folder: string, { id, fileName }: Waiting): Promise<void> {
    const { memory } = this.#desk;
    try {
      const name = await this.#place(owner, folder, id, safeFileName(fileName));
      await this.#tell(id, { fileName: name });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (error instanceof CallError || !code) throw error;
      await this.#tell(id, { fault: FAULTS[code] ?? 'folder_other', detail: code });
    }
    memory.written(owner, id, null);
  }

  /** Writes a file under a free name, which it answers: one that was written before it could be told is not written again. */
  async #place(owner: string, folder: string, id: number, wanted: string): Promise<string> {
    const { memory, transport, language } = this.#desk;
    const known = memory.written(owner, id);
    const size = known ? await sizeOf(path.join(folder, known)) : undefined;
    if (known && size) return known;
    const name = known && size === 0 ? known : await reserve(folder, wanted);
    memory.written(owner, id, name);
    const place = path.join(folder, name);
    try {
      const arriving = await transport.blob({
        ...(await checkCall('reportRun.file', { params: { id } }, ['blob'], language())),
        file: undefined,
      });
      await saveStream(arriving, place).catch((error: unknown) => {
        throw (error as NodeJS.ErrnoException).code ? error : arriving.failure(error);
      });
      return name;
    } catch (error) {
      // The place was held by an empty file.
      if ((await sizeOf(place)) === 0) await rm(place, { force: true });
      throw error;
    }
  }

  async #tell(id: number, body: object): Promise<void> {
    const { transport, language } = this.#desk;
    await transport.json({
      ...(await checkCall('reportRun.written', { params: { id }, body }, ['json'], language())),
      file: undefined,
    });
  }
}

/** Bytes of a file; undefined where there is none. */
async function sizeOf(place: string): Promise<number | undefined> {
  const found = await stat(place).catch(() => undefined);
  return found?.isFile() ? found.size : undefined;
}

/** Holds the first free one of a name, the name with `(2)`, with `(3)`, by an empty file that nobody else had there. */
async function reserve(folder: string, wanted: string): Promise<string> {
  const { name, ext } = path.parse(wanted);
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? wanted : `${name} (${number})${ext}`;
    try {
      await (await open(path.join(folder, free), 'wx', 0o600)).close();
      return free;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || number > 999) throw error;
    }
  }
}

/** Choosing folders for scheduled reports. */
export function folderProcedures(
  desk: DesktopServices,
  folders: ReportFolders,
): DesktopHandlers<CallerWindow>['reportFolders'] {
  return {
    choose: async (_input, { dialogs }) => {
      const owner = folders.owner();
      const place = owner ? await dialogs.chooseFolder() : undefined;
      if (!owner || !place) return null;
      const key = randomUUID();
      desk.memory.keepFolder(owner, key, place);
      return { key, name: `${path.basename(place) || place} (${os.hostname()})` };
    },
    known: async () => {
      const owner = folders.owner();
      return owner ? Object.keys(desk.memory.folders(owner)) : [];
    },
    look: async () => {
      await folders.look();
      return null;
    },
  };
}

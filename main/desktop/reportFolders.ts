import { randomUUID } from 'node:crypto';
import { open, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { DesktopHandlers } from '@contract/desktop';
import { caughtFacts } from '@contract/failure';
import { type FolderFault, reportRunApi } from '@contract/report/schedule';
import type * as z from 'zod';
import { safeFileName, saveStream } from '../files/saveStream';
import { dataOf } from '../transport/answer';
import { CallError } from '../transport/callError';
import { checkCall } from '../transport/checkCall';
import type { CallerWindow, DesktopServices } from './desk';

type Waiting = z.output<typeof reportRunApi.waiting.answer>[number];

/** Interval (ms) of the check for files that wait for a folder of this machine. */
const EVERY = 20_000;

const FAULTS: Readonly<Record<string, FolderFault>> = {
  ...{ ENOENT: 'folder_gone', ENOTDIR: 'folder_gone' },
  ...{ EACCES: 'folder_denied', EPERM: 'folder_denied', EROFS: 'folder_denied' },
  ...{ ENOSPC: 'folder_full', EDQUOT: 'folder_full' },
};

/**
 * Folders of this machine that scheduled reports are written into. The user chooses one in the system's dialog; its
 * owner and path stay on this machine, and the API receives a key. While that user is signed in, the files waiting
 * under the key are fetched and written; existing files are never overwritten.
 */
export class ReportFolders {
  readonly #desk: DesktopServices;
  #looking: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(desk: DesktopServices) {
    this.#desk = desk;
  }

  /** Checks at an interval until stopped. */
  start(): void {
    this.#timer = setInterval(() => void this.writeWaiting(), EVERY);
  }

  /** Stops, after the current write. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }

  /** Writes the files that wait now; joins a check that is already running. */
  writeWaiting(): Promise<void> {
    this.#looking ??= this.#lookOnce()
      // No connection: the files keep waiting.
      .catch((error: unknown) => {
        if (!(error instanceof CallError)) this.#desk.report('reports could not be written', error);
      })
      .finally(() => {
        this.#looking = undefined;
      });
    return this.#looking;
  }

  /** User and server that folders are stored under; null while nobody is signed in. */
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
    const found = reportRunApi.waiting.answer.parse(dataOf(json));
    for (const one of found) {
      const folder = own[one.folderRef];
      if (folder && this.owner() === owner) await this.#write(owner, folder, one);
    }
  }

  async #write(owner: string, folder: string, { id, fileName }: Waiting): Promise<void> {
    const { memory } = this.#desk;
    try {
      const name = await this.#place(owner, folder, id, safeFileName(fileName));
      await this.#reportResult(id, { fileName: name });
    } catch (error) {
      const { code } = caughtFacts(error);
      if (error instanceof CallError || !code) throw error;
      await this.#reportResult(id, { fault: FAULTS[code] ?? 'folder_other', detail: code });
    }
    memory.written(owner, id, null);
  }

  /** Writes a file under a free name and returns the name; a file written but not yet reported is not written again. */
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
        throw caughtFacts(error).code ? error : arriving.failure(error);
      });
      return name;
    } catch (error) {
      // An empty file reserved the name.
      if ((await sizeOf(place)) === 0) await rm(place, { force: true });
      throw error;
    }
  }

  async #reportResult(id: number, body: object): Promise<void> {
    const { transport, language } = this.#desk;
    await transport.json({
      ...(await checkCall('reportRun.written', { params: { id }, body }, ['json'], language())),
      file: undefined,
    });
  }
}

/** Size of a file in bytes; undefined if there is none. */
async function sizeOf(place: string): Promise<number | undefined> {
  const found = await stat(place).catch(() => undefined);
  return found?.isFile() ? found.size : undefined;
}

/** Creates an empty file under the first free name: the name itself, then with `(2)`, `(3)`, up to `(1000)`. */
async function reserve(folder: string, wanted: string): Promise<string> {
  const { name, ext } = path.parse(wanted);
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? wanted : `${name} (${number})${ext}`;
    try {
      await (await open(path.join(folder, free), 'wx', 0o600)).close();
      return free;
    } catch (error) {
      if (caughtFacts(error).code !== 'EEXIST' || number > 999) throw error;
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
      await folders.writeWaiting();
      return null;
    },
  };
}

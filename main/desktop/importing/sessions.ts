import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { DesktopHandlers } from '@contract/desktop';
import { problem } from '@contract/errors';
import { RelayedError } from '@contract/failure';
import { TabularError } from '../../tabular/tabularError';
import { TabularClient } from '../../tabular/workerClient';
import { callError } from '../../transport/callError';
import type { CallerWindow, DesktopServices } from '../desk';
import type { Running } from './running';
import { scratchOf } from './sendFile';

/** Handlers of the window's import calls. */
export type ImportHandlers = DesktopHandlers<CallerWindow>['importing'];

/** The open imports, by session id. */
export class ImportSessions {
  readonly #desk: DesktopServices;
  readonly #running = new Map<string, Running>();
  /** Workers by session, including those still reading their file. */
  readonly #clients = new Map<string, TabularClient>();

  constructor(desk: DesktopServices) {
    this.#desk = desk;
  }

  /** Starts a worker for a new import, with the wanted session id unless another import has it. */
  open(wanted: string | undefined): { id: string; client: TabularClient } {
    const desk = this.#desk;
    const id = wanted && !this.#clients.has(wanted) ? wanted : randomUUID();
    const client = new TabularClient({
      file: desk.tabularWorker,
      onProgress: ({ rows, total }) => desk.announce('progress', { id, done: rows, total, unit: 'rows' }),
      onDetail: (detail) => desk.report('an import failed', new RelayedError(detail)),
    });
    this.#clients.set(id, client);
    return { id, client };
  }

  /** Adds an import whose file has been read. */
  add(run: Running): void {
    this.#running.set(run.id, run);
  }

  /** Returns the import of a session. Throws `FILE_TOKEN` if there is none. */
  find(session: string): Running {
    const found = this.#running.get(session);
    if (!found) throw callError(this.#desk.language(), problem('FILE_TOKEN'));
    return found;
  }

  /** Cancels the current work of an import and keeps it open. */
  cancel(session: string): void {
    this.#clients.get(session)?.cancel();
    this.#desk.calls.cancel(session);
  }

  /** Ends an import: its call, its worker and its scratch file. */
  async end(session: string): Promise<void> {
    const client = this.#clients.get(session);
    this.#clients.delete(session);
    this.#running.delete(session);
    this.#desk.calls.cancel(session);
    await client?.close();
    await rm(scratchOf(this.#desk, session), { force: true });
  }

  /** Runs work of a worker; rethrows its errors in the user's language. */
  async guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw error instanceof TabularError ? callError(this.#desk.language(), error.problem) : error;
    }
  }
}

import { availableParallelism } from 'node:os';
import { type Problem, problem } from '@contract/errors';
import type { FileJob } from '@contract/files/fileJobRow';
import { instantOf } from '@contract/rules/zonedTime';
import { isDatabaseUnreachable } from '../../store/failures';
import type { Store } from '../../store/open';
import { concludeFailed } from './conclude';
import type { JobProgress } from './conversion';
import { nextFile, type QueuedFile } from './nextFile';
import { type RunJob, runHere, runInWorker, tryInWorker } from './run';
import { type TrialResult, type TrialWork, tryFile } from './tryFile';

/** Starts of a job during which the process died, after which the job is given up. */
const MOST_ATTEMPTS = 3;
/** Milliseconds between two attempts while the database cannot be reached. */
const AGAIN = 1000;

/** Conversions at the same time: one for each processor, within the memory that each may take, and one for short files. */
const PLACES = Math.min(4, Math.max(2, availableParallelism()));
/** Files of which the next one is chosen. */
const CHOICE = 1000;
/** Milliseconds between two times at which progress is stored. */
const STORED = 1000;

/** Dry runs at the same time: each takes as much memory as a conversion. */
const MOST_TRIED = 2;

/** Settings of the queue. */
export interface QueueOptions {
  readonly store: Store;
  /** The bundled `worker.ts`; without one, as in tests of the rules, conversions run in this thread. */
  readonly worker?: string | undefined;
  readonly now: () => number;
  readonly report: (message: string, error?: unknown) => void;
}

/** Queues by write lock, which a store shares with its views of a part of the data. */
const queues = new WeakMap<Store['write'], JobQueue>();

/** The queue that serves a store; undefined where none was started. */
export const queueOf = (store: Store): JobQueue | undefined => queues.get(store.write);

/** A conversion under way. */
interface Running {
  readonly file: QueuedFile;
  readonly run: RunJob;
  /** Resolves when its end is stored. */
  readonly over: Promise<void>;
  progress: JobProgress;
  /** Progress as last stored. */
  stored: JobProgress;
}

/**
 * Runs a few conversions beside each other. The queue itself is in the database: jobs unfinished when the process ends
 * continue at the next start.
 */
export class JobQueue {
  readonly #options: QueueOptions;
  readonly #running = new Map<number, Running>();
  #filling: Promise<void> = Promise.resolve();
  #asked = false;
  #stopped = false;
  /** True from the loss of the database until the queue starts again. */
  #away = false;
  #later: NodeJS.Timeout | undefined;
  #storing: NodeJS.Timeout | undefined;
  readonly #trying = new Set<Promise<void>>();

  constructor(options: QueueOptions) {
    this.#options = options;
    queues.set(options.store.write, this);
  }

  /** Resumes unfinished jobs of the last process, after the last row that is known to be written. */
  async start(): Promise<void> {
    const { store } = this.#options;
    await store.write(async (write) => {
      await write
        .updateTable('fileJob')
        .set({ status: 'unprocessed', progress: 0, startedAt: null })
        .where('status', '=', 'processing')
        .execute();
      const hopeless = await write
        .selectFrom('fileJob')
        .selectAll()
        .where('status', '=', 'unprocessed')
        .where('attempts', '>=', MOST_ATTEMPTS)
        .execute();
      for (const job of hopeless)
        await concludeFailed(write, job, problem('FILE_READER', { name: job.fileName }), this.#now());
    });
    this.#away = false;
    this.wake();
  }

  /** Tells the queue to look for work. */
  wake(): void {
    if (this.#asked || this.#stopped || this.#away) return;
    this.#asked = true;
    this.#filling = this.#filling.then(async () => {
      this.#asked = false;
      while (!this.#stopped && !this.#away && (await this.#next()));
    });
  }

  /** Checks a file; a few at a time, others wait. */
  async tryFile(work: TrialWork, signal?: AbortSignal): Promise<TrialResult> {
    const { store, worker, report } = this.#options;
    while (this.#trying.size >= MOST_TRIED) await Promise.race(this.#trying);
    signal?.throwIfAborted();
    const tried = worker
      ? tryInWorker(worker, work, { store, report, signal })
      : tryFile(work, { beat: () => signal?.throwIfAborted(), turn: store.turn });
    const over = tried.then(
      () => undefined,
      () => undefined,
    );
    this.#trying.add(over);
    try {
      return await tried;
    } finally {
      this.#trying.delete(over);
    }
  }

  /** Ends a running job; the caller updates the database. */
  cancel(id: number): void {
    this.#running.get(id)?.run.cancel();
  }

  /** A job with its live progress. */
  live(job: FileJob): FileJob {
    const { made: _, ...progress } = this.progressOf(job);
    return { ...job, ...progress };
  }

  /** Live progress of a job, beyond what is stored. */
  progressOf({ id, status }: Pick<FileJob, 'id' | 'status'>): JobProgress {
    return (status === 'processing' && this.#running.get(id)?.progress) || {};
  }

  /** Ends the running work, which continues at the next start, and starts no more. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#later);
    clearTimeout(this.#storing);
    for (const { run } of this.#running.values()) run.stop();
    await this.idle();
  }

  /** Resolves when nothing is left to do. */
  async idle(): Promise<void> {
    do {
      await this.#filling;
      await Promise.all([...this.#running.values()].map(({ over }) => over));
    } while (this.#asked || this.#running.size > 0);
  }

  #now = (): string => instantOf(this.#options.now());

  /** Starts the next job; false when none may start now. */
  async #next(): Promise<boolean> {
    try {
      const file = await this.#claimed();
      if (!file) return false;
      const { store, worker, now, report } = this.#options;
      const work = { store, jobId: file.id, now, report };
      const seen = (progress: JobProgress) => {
        const running = this.#running.get(file.id);
        if (running) running.progress = progress;
      };
      const run = worker ? runInWorker(worker, work, seen) : runHere(work, seen);
      this.#running.set(file.id, { file, run, over: this.#ended(file.id, run), progress: {}, stored: {} });
      if (this.#stopped) run.stop();
      this.#storeLater();
      return true;
    } catch (error) {
      this.#broken(error);
      return false;
    }
  }

  /** Marks the next file as being processed; undefined when none may start now. */
  async #claimed(): Promise<QueuedFile | undefined> {
    const running = [...this.#running.values()].map(({ file }) => file);
    if (running.length >= PLACES) return undefined;
    const now = this.#options.now();
    return this.#options.store.write(async (write) => {
      const rows = await write
        .selectFrom('fileJob')
        .select(['id', 'kind', 'billId', 'createdBy', 'size', 'updatedAt', 'attempts'])
        .where('status', '=', 'unprocessed')
        .orderBy('updatedAt')
        .orderBy('id')
        .limit(CHOICE)
        .execute();
      const waiting = rows.map((row) => ({ ...row, waited: now - Date.parse(row.updatedAt) }));
      const file = nextFile(waiting, running, PLACES);
      if (!file) return undefined;
      await write
        .updateTable('fileJob')
        .set((old) => ({ status: 'processing', startedAt: this.#now(), attempts: old('attempts', '+', 1) }))
        .where('id', '=', file.id)
        .execute();
      return file;
    });
  }

  /** Waits for the end of a run, stores it if it could not do so itself, and makes room for the next. */
  async #ended(id: number, run: RunJob): Promise<void> {
    try {
      const failed = await run.done;
      if (failed) await this.#end(id, failed);
    } catch (error) {
      this.#broken(error);
    }
    this.#running.delete(id);
    this.wake();
    if (this.#away && this.#running.size === 0) this.#restartLater();
  }

  #broken(error: unknown): void {
    this.#options.report('a file conversion could not be run', error);
    if (!isDatabaseUnreachable(error)) return;
    this.#away = true;
    if (this.#running.size === 0) this.#restartLater();
  }

  /** Restarts the queue once the database is back, and resumes the work that its loss interrupted. */
  #restartLater(): void {
    clearTimeout(this.#later);
    if (this.#stopped) return;
    this.#later = setTimeout(() => {
      this.start().catch((error) => {
        if (isDatabaseUnreachable(error)) this.#restartLater();
        else this.#options.report('a file conversion could not be run', error);
      });
    }, AGAIN);
    this.#later.unref();
  }

  /** Stores the progress of the running files now and then, for other readers of the database. */
  #storeLater(): void {
    if (this.#storing) return;
    this.#storing = setTimeout(async () => {
      await this.#storeProgress().catch(() => undefined);
      this.#storing = undefined;
      if (this.#running.size > 0 && !this.#stopped) this.#storeLater();
    }, STORED);
    this.#storing.unref();
  }

  async #storeProgress(): Promise<void> {
    const changed = [...this.#running.values()].filter(({ progress, stored }) => progress !== stored);
    if (changed.length === 0 || this.#stopped || this.#away) return;
    await this.#options.store.write(async (write) => {
      for (const running of changed) {
        // A conversion counts its good rows itself, together with writing them.
        const { made: _, okRows: __, ...progress } = running.progress;
        running.stored = running.progress;
        if (Object.keys(progress).length === 0) continue;
        await write
          .updateTable('fileJob')
          .set(progress)
          .where('id', '=', running.file.id)
          .where('status', '=', 'processing')
          .execute();
      }
    });
  }

  /** Stores the end of a job that could not do so itself. */
  async #end(id: number, found: Problem): Promise<void> {
    await this.#options.store.write(async (write) => {
      const job = await write
        .selectFrom('fileJob')
        .selectAll()
        .where('id', '=', id)
        .where('status', '=', 'processing')
        .executeTakeFirst();
      if (job) await concludeFailed(write, job, found, this.#now());
    });
  }
}

import { type Problem, problem } from '@contract/errors';
import type { FileJob } from '@contract/files/fileJobRow';
import { instantOf } from '@contract/rules/zonedTime';
import { isDatabaseUnreachable } from '../../store/failures';
import type { Store } from '../../store/open';
import { concludeFailed } from './conclude';
import type { JobProgress } from './conversion';
import { type RunJob, runHere, runInWorker, tryInWorker } from './run';
import { type TrialResult, type TrialWork, tryFile } from './tryFile';

/** Starts of a job during which the process died, after which the job is given up. */
const MOST_ATTEMPTS = 3;
/** Milliseconds between two attempts while the database cannot be reached. */
const AGAIN = 1000;

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

/**
 * Runs conversions one at a time, in order of request. The queue itself is in the database: jobs unfinished when the
 * process ends continue at the next start.
 */
export class JobQueue {
  readonly #options: QueueOptions;
  #current: { readonly id: number; readonly run: RunJob; progress: JobProgress } | undefined;
  #working: Promise<void> = Promise.resolve();
  #asked = false;
  #stopped = false;
  #later: NodeJS.Timeout | undefined;
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
    this.wake();
  }

  /** Tells the queue to look for work. */
  wake(): void {
    if (this.#asked || this.#stopped) return;
    this.#asked = true;
    this.#working = this.#working.then(async () => {
      this.#asked = false;
      while (!this.#stopped && (await this.#next()));
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
    if (this.#current?.id === id) this.#current.run.cancel();
  }

  /** A job with its live progress. */
  live(job: FileJob): FileJob {
    const { made: _, ...progress } = this.progressOf(job);
    return { ...job, ...progress };
  }

  /** Live progress of a job, beyond what is stored. */
  progressOf({ id, status }: Pick<FileJob, 'id' | 'status'>): JobProgress {
    return this.#current?.id === id && status === 'processing' ? this.#current.progress : {};
  }

  /** Ends the running work, which continues at the next start, and starts no more. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#later);
    this.#current?.run.stop();
    await this.#working;
  }

  /** Resolves when nothing is left to do. */
  async idle(): Promise<void> {
    await this.#working;
  }

  #now = (): string => instantOf(this.#options.now());

  /** Runs the next job; false when there is none. */
  async #next(): Promise<boolean> {
    const { store, worker, now, report } = this.#options;
    try {
      const id = await store.write(async (write) => {
        const job = await write
          .selectFrom('fileJob')
          .select('id')
          .where('status', '=', 'unprocessed')
          .orderBy('updatedAt')
          .orderBy('id')
          .executeTakeFirst();
        if (!job) return undefined;
        await write
          .updateTable('fileJob')
          .set((old) => ({ status: 'processing', startedAt: this.#now(), attempts: old('attempts', '+', 1) }))
          .where('id', '=', job.id)
          .execute();
        return job.id;
      });
      if (id === undefined) return false;
      const work = { store, jobId: id, now, report };
      const seen = (progress: JobProgress) => {
        if (this.#current?.id === id) this.#current.progress = progress;
      };
      const run = worker ? runInWorker(worker, work, seen) : runHere(work, seen);
      this.#current = { id, run, progress: {} };
      if (this.#stopped) run.stop();
      const failed = await run.done;
      this.#current = undefined;
      if (failed) await this.#end(id, failed);
      return true;
    } catch (error) {
      this.#current = undefined;
      report('a file conversion could not be run', error);
      if (isDatabaseUnreachable(error)) this.#restartLater();
      return false;
    }
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

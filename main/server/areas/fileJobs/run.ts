import { Worker } from 'node:worker_threads';
import { type Problem, problem } from '@contract/errors';
import { RelayedError } from '@contract/failure';
import { CONNECTION_FAILURE } from '../../store/failures';
import type { Store } from '../../store/open';
import type { JobProgress } from './conversion';
import { convert } from './convert';
import type { TrialResult, TrialWork } from './tryFile';

/** A job to run. */
export interface JobWork {
  readonly store: Store;
  readonly jobId: number;
  readonly now: () => number;
  readonly report: (message: string, error?: unknown) => void;
}

/** A running job. */
export interface RunJob {
  /**
   * Why the job could not finish; undefined if it finished or was stopped. Rejects if the database cannot be reached.
   */
  readonly done: Promise<Problem | undefined>;
  /** Cancels the job. */
  cancel(): void;
  /** Interrupts the job, which continues at the next start. */
  stop(): void;
}

/** Start data of the worker thread: a job to convert, or a file to try. */
export type WorkerStart = (
  | {
      readonly folder: string;
      readonly database?: string | undefined;
      readonly jobId: number;
      /** Milliseconds by which the clock of the API is ahead. */
      readonly ahead: number;
    }
  | { readonly trial: TrialWork }
) & {
  /** Non-zero as soon as the work is to end: shared memory, since a busy thread receives no messages. */
  readonly ended: SharedArrayBuffer;
};
/** Messages from the thread. */
export type FromWorker =
  | { readonly kind: 'progress'; readonly progress: JobProgress }
  | { readonly kind: 'report'; readonly message: string; readonly places: string }
  /** The thread wants to write, or has written. */
  | { readonly kind: 'ask' | 'written' }
  /** The database cannot be reached. */
  | { readonly kind: 'away'; readonly places: string }
  | { readonly kind: 'done'; readonly tried?: TrialResult };

/** Heap limits in megabytes for one file; its bytes and the positions of its cells are outside the heap. */
const LIMITS = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 64 };
/** Milliseconds that a thread has to end after the request, and that it may go without a sign of life. */
const GRACE = 3_000;
const SILENCE = 300_000;

/** A thread that works on a file. */
interface FileThread {
  /** Result of a dry run, or why the thread could not finish. Rejects if the database cannot be reached. */
  readonly done: Promise<{ readonly tried?: TrialResult | undefined; readonly failed?: Problem | undefined }>;
  /** Requests the thread to end. */
  end(): void;
}

/** Works on a file in a separate thread: whatever the file does to it, the API goes on. */
function startThread(
  file: string,
  start: WorkerStart,
  {
    store,
    report,
    seen,
  }: Pick<JobWork, 'store' | 'report'> & { readonly seen: (progress: JobProgress) => void },
): FileThread {
  const thread = new Worker(file, { workerData: start, resourceLimits: LIMITS, execArgv: [] });
  let release: (() => void) | undefined;
  let silence: NodeJS.Timeout | undefined;
  const restartTimer = () => {
    clearTimeout(silence);
    silence = setTimeout(() => void thread.terminate(), SILENCE);
    silence.unref();
  };
  const done: FileThread['done'] = new Promise((resolve, reject) => {
    const finish = (failed: Problem | undefined, tried?: TrialResult) => {
      clearTimeout(silence);
      release?.();
      resolve({ failed, tried });
    };
    restartTimer();
    thread.on('message', (message: FromWorker) => {
      restartTimer();
      if (message.kind === 'progress') seen(message.progress);
      else if (message.kind === 'report') report(message.message, new RelayedError(message.places));
      else if (message.kind === 'written') release?.();
      else if (message.kind === 'done') {
        finish(undefined, message.tried);
        void thread.terminate();
      } else if (message.kind === 'away') {
        reject(Object.assign(new RelayedError(message.places), { code: CONNECTION_FAILURE }));
        finish(undefined);
        void thread.terminate();
      } else {
        clearTimeout(silence);
        void store.turn(
          () =>
            new Promise<void>((over) => {
              release = over;
              restartTimer();
              thread.postMessage('given');
            }),
        );
      }
    });
    thread.on('error', (cause: NodeJS.ErrnoException) => {
      if (cause.code !== 'ERR_WORKER_OUT_OF_MEMORY') report('a file conversion broke off', cause);
      finish(
        problem(cause.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'FILE_MEMORY' : 'FILE_READER', { name: '' }),
      );
    });
    thread.on('exit', () => finish(problem('FILE_READER', { name: '' })));
  });
  return {
    done,
    end: () => {
      Atomics.store(new Int32Array(start.ended), 0, 1);
      setTimeout(() => void thread.terminate(), GRACE).unref();
    },
  };
}

/** Runs a job in a separate thread. */
export function runInWorker(
  file: string,
  { store, jobId, now, report }: JobWork,
  seen: (progress: JobProgress) => void,
): RunJob {
  const { folder, database } = store;
  const start: WorkerStart = {
    ...{ folder, database, jobId, ahead: now() - Date.now() },
    ended: new SharedArrayBuffer(4),
  };
  const thread = startThread(file, start, { store, report, seen });
  let stopped = false;
  return {
    done: thread.done.then(({ failed }) => (stopped ? undefined : failed)),
    cancel: thread.end,
    stop: () => {
      stopped = true;
      thread.end();
    },
  };
}

/** Checks a file in a separate thread, until the caller disconnects. */
export async function tryInWorker(
  file: string,
  trial: TrialWork,
  { signal, ...parts }: Pick<JobWork, 'store' | 'report'> & { readonly signal?: AbortSignal | undefined },
): Promise<TrialResult> {
  const start: WorkerStart = { trial, ended: new SharedArrayBuffer(4) };
  const thread = startThread(file, start, { ...parts, seen: () => undefined });
  signal?.addEventListener('abort', thread.end);
  const { tried, failed } = await thread.done;
  signal?.throwIfAborted();
  return tried ?? { refused: failed ?? problem('FILE_READER', { name: trial.file.fileName }) };
}

/** Runs a job in this thread, in the same steps. */
export function runHere(
  { store, jobId, now, report }: JobWork,
  seen: (progress: JobProgress) => void,
): RunJob {
  let ended = false;
  const end = () => {
    ended = true;
  };
  const done = convert({
    folder: store.folder,
    database: store.database,
    jobId,
    now,
    report,
    seen,
    ended: () => ended,
    turn: (work) => store.turn(work),
  }).then(() => undefined);
  return { done, cancel: end, stop: end };
}

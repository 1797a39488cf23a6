import { type ResourceLimits, Worker } from 'node:worker_threads';
import { problem } from '@contract/errors';
import { caughtFacts, failureText } from '@contract/failure';
import type { FromWorker, Operation, Operations, TabularProgress, ToWorker } from './protocol';
import { TabularError } from './tabularError';

/** Options of the worker. */
export interface ClientOptions {
  /** The bundled `worker.ts`. */
  readonly file: string | URL;
  readonly onProgress?: (progress: TabularProgress) => void;
  /** Receives the kind and places of a failure besides its code, for the log. */
  readonly onDetail?: (detail: string) => void;
  readonly limits?: ResourceLimits;
  /** Time (ms) without a message from a busy worker after which it is terminated. */
  readonly stall?: number;
}

/** Maximum heap (MB) for a file; its bytes and the positions of its cells are outside the heap. */
const LIMITS: ResourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 };
const STALL = 60_000;
/** Time (ms) that a cancelled request has to end before the worker is terminated. */
const GRACE = 3_000;

interface Pending {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: TabularError) => void;
}

/**
 * Runs one import in its own thread. Rows stay there; views, counts and edits are requested. Every failure is a
 * {@link TabularError}; when the worker dies, of memory or otherwise, only its pending requests fail.
 */
export class TabularClient {
  readonly #worker: Worker;
  readonly #options: ClientOptions;
  readonly #cancelled = new Int32Array(new SharedArrayBuffer(4));
  readonly #pending = new Map<number, Pending>();
  #last = 0;
  #name = '';
  #dead: TabularError | undefined;
  #stall: NodeJS.Timeout | undefined;

  /** Starts the worker; requests may be sent at once. */
  constructor(options: ClientOptions) {
    this.#options = options;
    this.#worker = new Worker(options.file, {
      workerData: { cancelled: this.#cancelled.buffer },
      resourceLimits: { ...LIMITS, ...options.limits },
      // Do not inherit the app's switches or its output.
      execArgv: [],
      stderr: true,
      stdout: true,
    });
    this.#worker.on('message', (message: FromWorker) => this.#take(message));
    this.#worker.on('error', (cause) => this.#die(cause));
    this.#worker.on('exit', () => this.#die(undefined));
    this.#worker.unref();
  }

  /** Sends a request; see {@link Operations}. Responses arrive in the order of requests. */
  ask<O extends Operation>(operation: O, input: Operations[O][0]): Promise<Operations[O][1]> {
    if (this.#dead) return Promise.reject(this.#dead);
    if (operation === 'open') this.#name = (input as Operations['open'][0]).name;
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve: resolve as (result: unknown) => void, reject });
      this.#worker.ref();
      this.#watch();
      this.#worker.postMessage({ id, operation, input } satisfies ToWorker);
    });
  }

  /** Cancels all pending requests, which fail with CANCELLED; the open file stays open if possible. */
  cancel(): void {
    if (this.#pending.size === 0) return;
    Atomics.store(this.#cancelled, 0, this.#last);
    const open = [...this.#pending.keys()];
    setTimeout(() => {
      if (open.some((id) => this.#pending.has(id))) this.#end('CANCELLED');
    }, GRACE).unref();
  }

  /** Terminates the worker; pending requests fail with CANCELLED. */
  async close(): Promise<void> {
    this.#end('CANCELLED');
    await this.#worker.terminate();
  }

  #take(message: FromWorker): void {
    const pending = this.#pending.get(message.id);
    if (!pending) return;
    if ('progress' in message) {
      this.#watch();
      this.#options.onProgress?.(message.progress);
      return;
    }
    this.#pending.delete(message.id);
    this.#watch();
    if ('result' in message) pending.resolve(message.result);
    else {
      if (message.detail) this.#options.onDetail?.(message.detail);
      pending.reject(new TabularError(message.failed));
    }
  }

  /** Restarts the timer for a busy worker; an idle one may be silent and keeps no process alive. */
  #watch(): void {
    clearTimeout(this.#stall);
    if (this.#pending.size === 0) {
      this.#worker.unref();
      return;
    }
    this.#stall = setTimeout(() => this.#end('FILE_READER'), this.#options.stall ?? STALL);
    this.#stall.unref();
  }

  #end(code: 'CANCELLED' | 'FILE_READER'): void {
    this.#fail(new TabularError(problem(code, code === 'FILE_READER' ? { name: this.#name } : undefined)));
    void this.#worker.terminate();
  }

  #die(cause: unknown): void {
    const memory = caughtFacts(cause).code === 'ERR_WORKER_OUT_OF_MEMORY';
    if (cause && !this.#dead) this.#options.onDetail?.(failureText(cause));
    this.#fail(
      new TabularError(problem(memory ? 'FILE_MEMORY' : 'FILE_READER', { name: this.#name }), { cause }),
    );
  }

  #fail(error: TabularError): void {
    this.#dead ??= error;
    clearTimeout(this.#stall);
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }
}

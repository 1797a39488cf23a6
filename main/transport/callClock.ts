import { PassThrough, pipeline, type Readable } from 'node:stream';
import type { EndedBy } from './callError';

/** How long a call may take, in milliseconds. */
export interface Times {
  /** An ordinary call in all; an upload or export until its answer begins. */
  readonly request: number;
  /** An upload or export without a byte. */
  readonly idle: number;
}

/**
 * The deadlines of one call, all its tries together. An ordinary call ends within its time in all; an upload or export
 * must begin to answer within it, and while bytes travel may pause only so long between two of them.
 */
export class CallClock {
  readonly #ender = new AbortController();
  readonly #times: Times;
  readonly #transfers: boolean;
  #timer: NodeJS.Timeout | undefined;
  endedBy: EndedBy | undefined;

  constructor(times: Times, cancel: AbortSignal | undefined, transfers: boolean) {
    this.#times = times;
    this.#transfers = transfers;
    this.#arm(times.request, 'deadline');
    if (cancel?.aborted) this.#end('cancelled');
    cancel?.addEventListener('abort', () => this.#end('cancelled'), {
      once: true,
      signal: this.#ender.signal,
    });
  }

  get signal(): AbortSignal {
    return this.#ender.signal;
  }

  /** Bytes were sent: with more to come the pause begins anew, after the last the time of the answer. */
  sent(done: number, total: number): void {
    if (!this.#transfers || this.endedBy) return;
    if (done < total) this.#arm(this.#times.idle, 'idle');
    else this.#arm(this.#times.request, 'deadline');
  }

  /** The outcome of something that knows no signal, unless the call ends before it. */
  within<T>(work: Promise<T>): Promise<T> {
    const { signal } = this;
    return new Promise((resolve, reject) => {
      const ended = () => reject(signal.reason);
      if (signal.aborted) ended();
      signal.addEventListener('abort', ended, { once: true });
      work.then(resolve, reject).finally(() => signal.removeEventListener('abort', ended));
    });
  }

  /** Watches a body that arrives: ends it when it stands still, and its request when nobody reads it to its end. */
  follow(body: Readable): Readable {
    const watched = new PassThrough();
    const moved = () => this.#arm(this.#times.idle, 'idle');
    moved();
    body.on('data', moved);
    // Attaching a listener sets the body flowing; the pipeline must be what it flows into.
    pipeline(body, watched, () => {
      this.stop();
      if (!body.readableEnded) this.#ender.abort();
    });
    return watched;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #arm(time: number, reason: EndedBy): void {
    clearTimeout(this.#timer);
    if (!this.endedBy) this.#timer = setTimeout(() => this.#end(reason), time);
  }

  #end(reason: EndedBy): void {
    this.endedBy ??= reason;
    this.stop();
    this.#ender.abort();
  }
}

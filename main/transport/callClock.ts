import { PassThrough, pipeline, type Readable } from 'node:stream';
import type { EndReason } from './callError';

/** Time limits of a call, in milliseconds. */
export interface Times {
  /** Limit of an ordinary call in all; of an upload or export until its response begins. */
  readonly request: number;
  /** Longest pause between two bytes of an upload or export. */
  readonly idle: number;
}

/**
 * Deadlines of one call, across all its tries. An ordinary call must end within `request`; an upload or export must
 * begin to respond within it, and may pause for at most `idle` between two bytes.
 */
export class CallClock {
  readonly #ender = new AbortController();
  readonly #times: Times;
  readonly #transfers: boolean;
  #timer: NodeJS.Timeout | undefined;
  endedBy: EndReason | undefined;

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

  /** Records sent bytes: restarts the idle time, or after the last byte the time for the response. */
  recordSent(done: number, total: number): void {
    if (!this.#transfers || this.endedBy) return;
    if (done < total) this.#arm(this.#times.idle, 'idle');
    else this.#arm(this.#times.request, 'deadline');
  }

  /** Returns the result of work that takes no signal; rejects if the call ends first. */
  within<T>(work: Promise<T>): Promise<T> {
    const { signal } = this;
    return new Promise((resolve, reject) => {
      const abort = () => reject(signal.reason);
      if (signal.aborted) abort();
      signal.addEventListener('abort', abort, { once: true });
      work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
    });
  }

  /** Watches a response body: aborts when it stalls, and ends its request if the body is not read to its end. */
  follow(body: Readable): Readable {
    const watched = new PassThrough();
    const rearm = () => this.#arm(this.#times.idle, 'idle');
    rearm();
    body.on('data', rearm);
    // Adding a listener starts the flow, so the pipeline is attached right away.
    pipeline(body, watched, () => {
      this.stop();
      if (!body.readableEnded) this.#ender.abort();
    });
    return watched;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #arm(time: number, reason: EndReason): void {
    clearTimeout(this.#timer);
    if (!this.endedBy) this.#timer = setTimeout(() => this.#end(reason), time);
  }

  #end(reason: EndReason): void {
    this.endedBy ??= reason;
    this.stop();
    this.#ender.abort();
  }
}

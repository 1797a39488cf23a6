import type { Events } from '@contract/events';

/** Minimum time (ms) between two progress events. */
const EVERY = 100;

/** Running calls that can be cancelled and report their progress. */
export class Calls {
  readonly #running = new Map<string, AbortController>();
  #transfers = 0;
  readonly #announce: (progress: Events['progress']) => void;

  constructor(announce: (progress: Events['progress']) => void) {
    this.#announce = announce;
  }

  /** Number of running transfers. */
  get transfers(): number {
    return this.#transfers;
  }

  /** Runs a transfer: a call that the user is asked about before the app ends. */
  async transfer<T>(...call: Parameters<typeof this.run<T>>): Promise<T> {
    this.#transfers += 1;
    try {
      return await this.run(...call);
    } finally {
      this.#transfers -= 1;
    }
  }

  /** Runs a call under the renderer's id; without an id it cannot be cancelled and reports no progress. */
  async run<T>(
    id: string,
    unit: Events['progress']['unit'],
    work: (signal: AbortSignal, onProgress: (done: number, total: number) => void) => Promise<T>,
  ): Promise<T> {
    const ender = new AbortController();
    if (id) this.#running.set(id, ender);
    let announcedAt = Number.NEGATIVE_INFINITY;
    const onProgress = (done: number, total: number) => {
      const now = performance.now();
      if (!id || (now - announcedAt < EVERY && done !== total)) return;
      announcedAt = now;
      this.#announce({ id, done, total, unit });
    };
    try {
      return await work(ender.signal, onProgress);
    } finally {
      if (this.#running.get(id) === ender) this.#running.delete(id);
    }
  }

  cancel(id: string): void {
    this.#running.get(id)?.abort();
  }

  cancelAll(): void {
    for (const ender of this.#running.values()) ender.abort();
  }
}

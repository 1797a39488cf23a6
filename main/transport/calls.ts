import type { Events } from '@contract/events';

/** Progress reaches the window at most this often. */
const EVERY = 100;

/** The calls under way that can be cancelled and tell how far they are. */
export class Calls {
  readonly #running = new Map<string, AbortController>();
  #transfers = 0;
  readonly #announce: (progress: Events['progress']) => void;

  constructor(announce: (progress: Events['progress']) => void) {
    this.#announce = announce;
  }

  /** Transfers under way. */
  get transfers(): number {
    return this.#transfers;
  }

  /** Runs a transfer: a call that one is asked about before the app ends. */
  async transfer<T>(...call: Parameters<typeof this.run<T>>): Promise<T> {
    this.#transfers += 1;
    try {
      return await this.run(...call);
    } finally {
      this.#transfers -= 1;
    }
  }

  /** Runs a call under an id given by the renderer; without one it cannot be cancelled and tells nothing. */
  async run<T>(
    id: string,
    unit: Events['progress']['unit'],
    work: (signal: AbortSignal, onProgress: (done: number, total: number) => void) => Promise<T>,
  ): Promise<T> {
    const ender = new AbortController();
    if (id) this.#running.set(id, ender);
    let told = Number.NEGATIVE_INFINITY;
    const onProgress = (done: number, total: number) => {
      const now = performance.now();
      if (!id || (now - told < EVERY && done !== total)) return;
      told = now;
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

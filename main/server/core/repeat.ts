import type { Store } from '../store/open';

/** What a server gives to each part of it that works by itself. */
export interface BackgroundServices {
  readonly store: Store;
  readonly now: () => number;
  readonly report: (message: string, error?: unknown) => void;
  /** Milliseconds between looks at what is due. */
  readonly every?: number | undefined;
}

/**
 * Does a piece of work again and again, so many milliseconds after it came to its end, until it is stopped: never twice
 * at once. The first time is `every` from now. Answers how to end it, which waits for work that is under way.
 */
export function repeat(
  every: number,
  work: (stopped: AbortSignal) => Promise<void>,
  failed: (error: unknown) => void,
): () => Promise<void> {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const wait = () => {
    if (stopping.signal.aborted) return;
    timer = setTimeout(() => {
      running = work(stopping.signal).catch(failed).then(wait);
    }, every).unref();
  };
  wait();
  return async () => {
    stopping.abort();
    clearTimeout(timer);
    await running;
  };
}

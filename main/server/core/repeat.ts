import type { Store } from '../store/open';

/** Services that a server passes to each of its background tasks. */
export interface BackgroundServices {
  readonly store: Store;
  readonly now: () => number;
  readonly report: (message: string, error?: unknown) => void;
  /** Milliseconds between checks for due work. */
  readonly every?: number | undefined;
}

/**
 * Repeats work until stopped, each time `every` milliseconds after the last run ended, so that two runs never overlap.
 * The first run is `every` from now. Returns a function that stops the repetition and waits for a running one.
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

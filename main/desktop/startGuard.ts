import * as z from 'zod';
import { failedOf, type GraphicsFailure, REPEATED } from './earlySettings';
import { KeptFile } from './keptFile';

/** Stored counters of starts and crashes. */
interface StoredCounters {
  /** Consecutive starts that ended before the window was painted. */
  unpainted: number;
  /** Reason why starts draw without the graphics processor; null if they use it. */
  software: GraphicsFailure;
  /** Number of crashes by kind of process. */
  crashes: Record<string, number>;
}

/**
 * Counts failed starts. After two starts without a painted window, or repeated crashes of the graphics processor's
 * process, the app draws without it until the user has it tried again.
 */
export class StartGuard {
  readonly #stored: KeptFile<StoredCounters>;
  #gpuCrashes = 0;

  constructor(folder: string, report: (message: string, error?: unknown) => void) {
    this.#stored = new KeptFile(
      folder,
      'starts',
      (from) => ({
        unpainted: from.value('unpainted', z.int().min(0), 0),
        software: from.value('software', z.enum(['gpuFailed', 'notPainted']).nullable(), null),
        crashes: from.value('crashes', z.record(z.string(), z.int()), {}),
      }),
      report,
    );
  }

  /** Counts a start; returns the reason to draw without the graphics processor, or null. */
  countStart(): StoredCounters['software'] {
    const unpainted = this.#stored.get('unpainted');
    const software = failedOf({ software: this.#stored.get('software'), unpainted });
    this.#stored.set({ unpainted: unpainted + 1, software });
    return software;
  }

  /** Resets the count once the window is painted. */
  painted(): void {
    this.#stored.set({ unpainted: 0 });
  }

  /** Counts a crash. */
  crashed(what: 'gpu' | 'window' | 'api' | 'helper'): void {
    const before = this.#stored.get('crashes');
    if (what === 'gpu') this.#gpuCrashes += 1;
    this.#stored.set({
      crashes: { ...before, [what]: (before[what] ?? 0) + 1 },
      ...(this.#gpuCrashes >= REPEATED ? { software: 'gpuFailed' as const } : {}),
    });
  }

  get crashes(): Readonly<Record<string, number>> {
    return this.#stored.get('crashes');
  }

  /** Clears the stored reason, so that the next start uses the graphics processor again. */
  tryAgain(): void {
    this.#stored.set({ unpainted: 0, software: null });
  }
}

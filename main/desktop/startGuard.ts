import * as z from 'zod';
import { type Failed, failedOf, REPEATED } from './earlySettings';
import { KeptFile } from './keptFile';

/** What is kept of starts and crashes. */
interface Kept {
  /** Starts that ended before the window was painted, one after the other. */
  unpainted: number;
  /** Whether starts draw without the graphics processor from now on, and why. */
  software: Failed;
  /** How often a process has crashed, by what it is for. */
  crashes: Record<string, number>;
}

/**
 * Watches whether starts come to a painted window. One that finds that twice no window was painted, or that the graphics
 * processor's process crashed again and again, draws without it, until the user has it tried again.
 */
export class StartGuard {
  readonly #kept: KeptFile<Kept>;
  #gpuCrashes = 0;

  constructor(folder: string, report: (message: string, error?: unknown) => void) {
    this.#kept = new KeptFile(
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

  /** Notes that a start has begun; answers why it should draw without the graphics processor, if it should. */
  begin(): Kept['software'] {
    const unpainted = this.#kept.get('unpainted');
    const software = failedOf({ software: this.#kept.get('software'), unpainted });
    this.#kept.set({ unpainted: unpainted + 1, software });
    return software;
  }

  /** Notes that the window was painted. */
  painted(): void {
    this.#kept.set({ unpainted: 0 });
  }

  /** Notes that a process crashed. */
  crashed(what: 'gpu' | 'window' | 'api' | 'helper'): void {
    const before = this.#kept.get('crashes');
    if (what === 'gpu') this.#gpuCrashes += 1;
    this.#kept.set({
      crashes: { ...before, [what]: (before[what] ?? 0) + 1 },
      ...(this.#gpuCrashes >= REPEATED ? { software: 'gpuFailed' as const } : {}),
    });
  }

  get crashes(): Readonly<Record<string, number>> {
    return this.#kept.get('crashes');
  }

  /** Lets the next start try the graphics processor again. */
  tryAgain(): void {
    this.#kept.set({ unpainted: 0, software: null });
  }
}

import { instantOf } from '@contract/rules/zonedTime';
import { repeat } from './repeat';

/** What goes out by itself, and how. */
export interface OutgoingOptions<T> {
  /** What is to be tried now; nothing when all is done. */
  readonly due: () => Promise<readonly T[]>;
  /** Makes one attempt and writes it down. */
  readonly attempt: (one: T, stopped: AbortSignal) => Promise<void>;
  readonly failed: (error: unknown) => void;
  /** Milliseconds between looks at what is due. */
  readonly every?: number | undefined;
}

/**
 * Carries out what is due until it is stopped. What is on its way stands in the database alone: a server that starts goes
 * on where the last one ended, and an attempt cut short in between is made again.
 */
export class Outgoing<T> {
  /** Ends; attempts on their way are cut short and count as not made. */
  readonly stop: () => Promise<void>;

  constructor({ due, attempt, failed, every = 2000 }: OutgoingOptions<T>) {
    this.stop = repeat(
      every,
      async (stopped) => {
        while (!stopped.aborted) {
          const found = await due();
          if (found.length === 0) return;
          await Promise.all(found.map((one) => attempt(one, stopped)));
        }
      },
      failed,
    );
  }
}

/** What follows from an attempt that ended now: done, given up, or tried again and when. */
export function afterAttempt(
  { attempts, backOff }: { readonly attempts: number; readonly backOff: readonly number[] },
  before: number,
  ok: boolean,
  now: number,
): { attempts: number; ended: boolean; nextAt: string | null } {
  const ended = ok || before + 1 >= attempts;
  return { attempts: before + 1, ended, nextAt: ended ? null : instantOf(now + (backOff[before] ?? 0)) };
}

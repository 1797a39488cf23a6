import { instantOf } from '@contract/rules/zonedTime';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { repeat } from './repeat';

/** A queue of outgoing items, and how they are sent. */
export interface OutgoingOptions<T> {
  /** Returns the items to send now; empty when all is done. */
  readonly due: () => Promise<readonly T[]>;
  /** Makes one attempt and stores its result. */
  readonly attempt: (one: T, stopped: AbortSignal) => Promise<void>;
  readonly failed: (error: unknown) => void;
  /** Milliseconds between checks for due items. */
  readonly every?: number | undefined;
}

/**
 * Sends due items until stopped. The queue is in the database alone: a new server continues where the last one ended,
 * and an attempt cut short in between is made again.
 */
export class Outgoing<T> {
  /** Stops; running attempts are cut short and count as not made. */
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

/**
 * Condition for an item to be sent now. After a clock that ran ahead was set back, items must not wait until the clock
 * is there again: an item never tried is due whatever its time, and no other waits longer than the longest delay.
 */
export const isDue = (
  nextAt: string,
  { now, longest, untried }: { now: number; longest: number; untried: RawBuilder<SqlBool> },
): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.ref(nextAt)} <= ${instantOf(now)} or ${sql.ref(nextAt)} > ${instantOf(now + longest)}
    or (${sql.ref(nextAt)} is not null and ${untried}))`;

/** Result of an attempt that ended now: done, given up, or when to try again. */
export function afterAttempt(
  { attempts, backOff }: { readonly attempts: number; readonly backOff: readonly number[] },
  before: number,
  ok: boolean,
  now: number,
): { attempts: number; ended: boolean; nextAt: string | null } {
  const ended = ok || before + 1 >= attempts;
  return { attempts: before + 1, ended, nextAt: ended ? null : instantOf(now + (backOff[before] ?? 0)) };
}

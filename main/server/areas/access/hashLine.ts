import { availableParallelism } from 'node:os';
import { refuse } from '../../core/refusal';

/** A caller that waits for a password hash. */
export interface QueuedCaller {
  /** Address, or signed-in account, that takes turns with the others. */
  readonly from: string;
  /** True for an account that is signed in, or has signed in from this address before: these go first. */
  readonly isKnown: boolean;
}

/** Bounds of a {@link HashLine}. */
interface Bounds {
  readonly atOnce: number;
  /** Maximum waiting callers of one address, and in all. */
  readonly perAddress: number;
  readonly inAll: number;
  /** Seconds for one hash, from which the retry time of refused callers is calculated. */
  readonly each: number;
}

/**
 * Each hash uses a thread and 128 MB. When an office of 500 behind one address signs in within a minute, at most 300
 * wait on two processors, and the last waits less than the timeout of a call.
 */
const USUAL: Bounds = {
  atOnce: Math.min(3, Math.max(2, availableParallelism() - 1)),
  perAddress: 300,
  inAll: 1200,
  each: 0.5,
};

type Turn = () => void;

/** Queue for password hashes: addresses take turns, so that a flood from one delays others by one hash at most. */
export class HashLine {
  readonly #bounds: Bounds;
  /** Waiting callers by address in order of arrival: known ones first, then the others. */
  readonly #queues: readonly [Map<string, Turn[]>, Map<string, Turn[]>] = [new Map(), new Map()];
  #running = 0;
  #waiting = 0;

  constructor(bounds: Bounds = USUAL) {
    this.#bounds = bounds;
  }

  /** Runs work when its turn comes. Refuses with SLOW_DOWN when too many wait. */
  async run<T>(who: QueuedCaller, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#bounds.atOnce) this.#running += 1;
    else await this.#turnOf(who);
    try {
      return await work();
    } finally {
      // Hand the place on, so that a newcomer cannot take it before those who wait.
      const next = this.#next();
      if (next) next();
      else this.#running -= 1;
    }
  }

  #turnOf({ from, isKnown }: QueuedCaller): Promise<void> {
    const { atOnce, perAddress, inAll, each } = this.#bounds;
    const queue = this.#queues[isKnown ? 0 : 1];
    const before = queue.get(from) ?? [];
    if (before.length >= perAddress || this.#waiting >= inAll)
      throw refuse('SLOW_DOWN', {}, { retryAfter: Math.ceil((before.length * each) / atOnce) || 1 });
    this.#waiting += 1;
    queue.set(from, before);
    return new Promise((resolve) => before.push(resolve));
  }

  #next(): Turn | undefined {
    for (const queue of this.#queues) {
      const [first] = queue;
      if (!first) continue;
      const [from, turns] = first;
      const turn = turns.shift();
      queue.delete(from);
      if (turns.length > 0) queue.set(from, turns);
      this.#waiting -= 1;
      return turn;
    }
    return undefined;
  }
}

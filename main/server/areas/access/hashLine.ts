import { availableParallelism } from 'node:os';
import { refuse } from '../../core/refusal';

/** Who waits for a password to be hashed. */
export interface Waiting {
  /** Whose turn it is: an address, or an account that is signed in. */
  readonly from: string;
  /** True for an account that is signed in, or has signed in from this address before: these go first. */
  readonly known: boolean;
}

/** Bounds of a {@link HashLine}. */
interface Bounds {
  readonly atOnce: number;
  /** How many of one address may wait, and how many in all. */
  readonly perAddress: number;
  readonly inAll: number;
  /** Seconds that one hash takes, by which the rest is told when to come again. */
  readonly each: number;
}

/**
 * Each hash has a thread and 128 MB of its own. An office of 500 behind one address that signs in within a minute has
 * 300 waiting at most on two processors, whose last waits less than a call may take.
 */
const USUAL: Bounds = {
  atOnce: Math.min(3, Math.max(2, availableParallelism() - 1)),
  perAddress: 300,
  inAll: 1200,
  each: 0.5,
};

type Turn = () => void;

/** The line before password hashes: addresses take turns, so that a flood from one delays none of the others by more than a hash. */
export class HashLine {
  readonly #bounds: Bounds;
  /** Known ones, then others: those of each address in the order of their coming. */
  readonly #queues: readonly [Map<string, Turn[]>, Map<string, Turn[]>] = [new Map(), new Map()];
  #running = 0;
  #waiting = 0;

  constructor(bounds: Bounds = USUAL) {
    this.#bounds = bounds;
  }

  /** Does work when its turn comes. Refuses with SLOW_DOWN when too many wait. */
  async run<T>(who: Waiting, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#bounds.atOnce) this.#running += 1;
    else await this.#turnOf(who);
    try {
      return await work();
    } finally {
      // The place is handed on, so that nobody who comes just now takes it before those who wait.
      const next = this.#next();
      if (next) next();
      else this.#running -= 1;
    }
  }

  #turnOf({ from, known }: Waiting): Promise<void> {
    const { atOnce, perAddress, inAll, each } = this.#bounds;
    const queue = this.#queues[known ? 0 : 1];
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

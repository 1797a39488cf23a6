/**
 * Two threads that share one number: one sleeps until the other has answered. The number alone says that it has: a wake-up may
 * be that of the answer before, which comes late on a busy machine.
 */

/** Nothing is answered from now on. */
export const askAgain = (flag: Int32Array): void => void Atomics.store(flag, 0, 0);

/** Sleeps until it is answered. */
export function sleepUntilAnswered(flag: Int32Array): void {
  while (Atomics.load(flag, 0) === 0) Atomics.wait(flag, 0, 0);
}

/** The answer is there: whoever sleeps goes on. */
export function tellAnswered(flag: Int32Array): void {
  Atomics.store(flag, 0, 1);
  Atomics.notify(flag, 0);
}

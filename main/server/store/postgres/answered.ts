/**
 * Two threads share one number: one sleeps until the other has a result. Only the number tells that: a wake-up may
 * belong to the previous result, and come late on a busy machine.
 */

/** Resets the number before a request. */
export const resetAnswered = (flag: Int32Array): void => void Atomics.store(flag, 0, 0);

/** Sleeps until there is a result. */
export function sleepUntilAnswered(flag: Int32Array): void {
  while (Atomics.load(flag, 0) === 0) Atomics.wait(flag, 0, 0);
}

/** Signals a result, and wakes the sleeper. */
export function signalAnswered(flag: Int32Array): void {
  Atomics.store(flag, 0, 1);
  Atomics.notify(flag, 0);
}

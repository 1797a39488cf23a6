/** A figure of the bench. Its goal is met when `value` does not exceed it. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: '×' | 'ms' | 'MB' | 'rows/s' | 'frames';
  readonly goal?: number;
  /** The rule of the project's quality page that sets the goal. */
  readonly rule?: string;
}

/** Returns the median; NaN when there are no values. */
export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** Returns the milliseconds of a run. */
export async function timed(run: () => unknown): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/**
 * Runs contestants in turn (A B A B), after one round that does not count. Returns the times of each, in ms; for runs
 * of microseconds each round repeats them a number of times.
 */
export async function inTurn<K extends string>(
  contestants: Readonly<Record<K, () => unknown>>,
  { rounds = 7, repeat = 1 } = {},
): Promise<Record<K, number[]>> {
  const names = Object.keys(contestants) as K[];
  const times = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<K, number[]>;
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
      const run = contestants[name];
      const time = await timed(async () => {
        for (let count = 0; count < repeat; count++) await run();
      });
      if (round > 0) times[name].push(time / repeat);
    }
  }
  return times;
}

/** Returns how many times as long one took as the other: the median over the rounds. */
export const ratio = (own: readonly number[], peer: readonly number[]): number =>
  median(own.map((time, round) => time / (peer[round] ?? Number.NaN)));

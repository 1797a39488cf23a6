import type { Problem } from '@contract/errors';
import type { BulkAnswer } from '@contract/resource';
import { inSavepoint } from '../store/savepoint';
import type { Context } from './context';
import { Refusal } from './refusal';

/**
 * Runs an action on each of several records separately, and returns the reasons for failures: for a refused record,
 * nothing is written.
 * @param act returns whether it changed the record; throws a single problem as a refusal, or returns several: people
 * want to correct all of them in one go.
 */
export async function eachOf<K extends number | string>(
  context: Context,
  keys: Iterable<K>,
  act: (key: K) => Promise<boolean | readonly Problem[]>,
): Promise<BulkAnswer> {
  const failed: BulkAnswer['failed'] = [];
  let changed = 0;
  const wanted = new Set(keys);
  const fail = (key: K, found: readonly Problem[]) => {
    const msg = found.map((one) => context.explain(one)).join('; ');
    failed.push({ key, code: found[0]?.code ?? 'INTERNAL', msg });
  };
  for (const key of wanted) {
    const isWhole = (done: boolean | readonly Problem[]) => typeof done === 'boolean';
    const done = await inSavepoint(context.write, () => act(key), isWhole).catch((thrown: unknown) => {
      if (thrown instanceof Refusal) return [thrown.problem];
      throw thrown;
    });
    if (typeof done !== 'boolean') fail(key, done);
    else if (done) changed += 1;
  }
  if (changed === 0) context.unchanged();
  return { ok: wanted.size - failed.length, failed };
}

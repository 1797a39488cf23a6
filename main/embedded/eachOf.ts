import { explain } from '@contract/errors';
import type { BulkAnswer } from '@contract/resource';
import type { Context } from './context';
import { Refusal } from './refusal';

/** Does something to each of several records, and answers why it was not done to the others. */
export async function eachOf(
  context: Context,
  ids: readonly number[],
  act: (id: number) => Promise<boolean>,
): Promise<BulkAnswer> {
  const failed: BulkAnswer['failed'] = [];
  let changed = 0;
  const wanted = [...new Set(ids)];
  for (const id of wanted) {
    try {
      if (await act(id)) changed += 1;
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown;
      const { problem: found } = thrown;
      failed.push({ key: id, code: found.code, msg: explain(context.language, found) });
    }
  }
  if (changed === 0) context.unchanged();
  return { ok: wanted.length - failed.length, failed };
}

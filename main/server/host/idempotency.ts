import { IDEMPOTENCY_LIFE } from '@contract/limits';
import { instantOf } from '@contract/rules/zonedTime';
import { refuse } from '../core/refusal';
import type { Writer } from '../store/open';

/**
 * How much longer than promised a key is kept. A clock set forward by a day, here or at the caller, and back again must
 * not make a repeated write create a second record.
 */
const MARGIN = 48 * 3_600_000;

/**
 * Runs a creating call once per key: a repeat returns the first response, and creates nothing. The same key with other
 * contents is refused. Key and record are written in one transaction, so that neither exists alone.
 */
export async function answerOnce<T>(
  write: Writer,
  request: { key: string; staffId: number; endpoint: string; requestHash: string } | undefined,
  now: string,
  carryOut: () => Promise<T>,
): Promise<T> {
  if (!request) return carryOut();
  const { key, staffId, endpoint, requestHash } = request;
  await write
    .deleteFrom('idempotency')
    .where('at', '<', instantOf(Date.parse(now) - IDEMPOTENCY_LIFE - MARGIN))
    .execute();
  const earlier = await write
    .selectFrom('idempotency')
    .selectAll()
    .where('key', '=', key)
    .where('staffId', '=', staffId)
    .executeTakeFirst();
  if (earlier) {
    if (earlier.endpoint !== endpoint || earlier.requestHash !== requestHash) throw refuse('KEY_REUSED');
    return JSON.parse(earlier.answer) as T;
  }
  const answer = await carryOut();
  await write
    .insertInto('idempotency')
    .values({ key, staffId, endpoint, requestHash, answer: JSON.stringify(answer), at: now })
    .execute();
  return answer;
}

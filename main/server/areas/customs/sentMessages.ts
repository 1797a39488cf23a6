import type { Batch } from '@contract/customs/batch';
import type { Context } from '../../core/context';
import { refuse } from '../../core/refusal';
import type { Reader } from '../../store/open';

/** Messages to the customs office that a declaration went as under its present number. */
export const messagesOf = (db: Reader, { id, lrn }: Pick<Batch, 'id' | 'lrn'>) =>
  db
    .selectFrom('customsMessage')
    .where('batchId', '=', id)
    .where('batchLrn', '=', lrn ?? '');

/** True if a declaration went as several messages: customs gives each an MRN of its own. */
export const isInParts = async (db: Reader, batch: Pick<Batch, 'id' | 'lrn'>): Promise<boolean> =>
  (await messagesOf(db, batch).select('id').limit(2).execute()).length > 1;

/** Takes the messages of a declaration back. Throws CUSTOMS_SENT if one of them has left, or may have. */
export async function withdrawMessages({ write }: Context, batch: Batch): Promise<void> {
  const messages = await messagesOf(write, batch).select(['id', 'state', 'result']).execute();
  const left = messages.filter(
    ({ state, result }) =>
      state !== 'queued' && (state !== 'failed' || result === 'unknown' || result === 'restored'),
  );
  if (left.length > 0) throw refuse('CUSTOMS_SENT', { n: left.length });
  if (messages.length === 0) return;
  const own = messagesOf(write, batch).select('id');
  await write.deleteFrom('customsExchange').where('messageId', 'in', own).execute();
  await write
    .deleteFrom('customsMessage')
    .where('batchId', '=', batch.id)
    .where('batchLrn', '=', batch.lrn ?? '')
    .execute();
}

import type { Bill } from '@contract/bill/bill';
import { billName } from '@contract/bill/billName';
import { problem } from '@contract/errors';
import type { Insertable } from 'kysely';
import type { Context } from '../../core/context';
import { refuseFields } from '../../core/refusal';
import { newFileId } from '../../store/storedFiles';
import type { Database } from '../../store/tables';

/** A stored file as attached to a bill. */
type BillFile = Pick<
  Insertable<Database['attachment']>,
  'category' | 'fileName' | 'size' | 'mime' | 'fileId'
>;

/** Attaches a stored file to a bill, and returns the id of the attachment. */
export async function attachFile(
  { write, caller, now }: Context,
  { id: billId }: Bill,
  file: BillFile,
): Promise<string> {
  const id = newFileId();
  await write
    .insertInto('attachment')
    .values({ id, billId, ...file, uploadedBy: caller.id, uploadedAt: now })
    .execute();
  return id;
}

/** Like {@link attachFile}, and also logs the file in the operation log. */
export async function attachLogged(context: Context, bill: Bill, file: BillFile): Promise<string> {
  const objectId = await attachFile(context, bill, file);
  await context.log({
    module: 'bill',
    action: 'upload',
    objectType: 'attachment',
    objectId,
    objectNo: billName(bill),
    after: { fileName: file.fileName, category: file.category, size: file.size },
  });
  return objectId;
}

/** Refuses a file that is not among the attachments of a bill. */
export async function requireAttached(
  { write }: Context,
  bill: Bill,
  attachmentId: string | null,
): Promise<void> {
  if (attachmentId === null) return;
  const file = await write
    .selectFrom('attachment')
    .select('id')
    .where('billId', '=', bill.id)
    .where('id', '=', attachmentId)
    .executeTakeFirst();
  if (!file) throw refuseFields({ attachmentId: problem('REFERENCE_UNKNOWN', { value: attachmentId }) });
}

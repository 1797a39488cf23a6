import type { Bill } from '@contract/bill/bill';
import type { Context, UploadedFile } from '../context';
import { keepFile, newFileId } from '../store/storedFiles';
import { requireOpen } from './boxes';

/** Keeps a photo as an attachment of its bill, and answers its id. */
export async function keepPhoto(context: Context, bill: Bill, file: UploadedFile): Promise<string> {
  requireOpen(bill);
  const { id: fileId, mime } = await keepFile(context, file);
  const id = newFileId();
  await context.write
    .insertInto('attachment')
    .values({
      id,
      billId: bill.id,
      category: 'photo',
      fileName: file.name,
      size: file.size,
      mime,
      fileId,
      uploadedBy: context.caller.id,
      uploadedAt: context.now,
    })
    .execute();
  return id;
}

import type { Bill } from '@contract/bill/bill';
import type { Context, UploadedFile } from '../../core/context';
import { keepFile } from '../../store/storedFiles';
import { attachFile } from '../bill/attachFile';
import { requireOpen } from './boxes';

/** Stores a photo as an attachment of its bill, and returns its id. */
export async function keepPhoto(context: Context, bill: Bill, file: UploadedFile): Promise<string> {
  requireOpen(bill);
  const { id: fileId, mime } = await keepFile(context, file);
  return attachFile(context, bill, {
    ...{ category: 'photo', fileName: file.name, size: file.size },
    ...{ mime, fileId },
  });
}

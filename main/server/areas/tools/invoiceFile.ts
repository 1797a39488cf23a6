import { problem } from '@contract/errors';
import { invoiceFileRow } from '@contract/tools/invoiceFile';
import type { GroupHandlers } from '../../core/context';
import { refuse, refuseFields } from '../../core/refusal';
import type { Reader } from '../../store/open';
import { take } from '../fileJobs/takeFile';
import { downloadOutput } from './outputs';
import { toolFiles } from './toolFiles';

const { load, calls } = toolFiles(
  'invoiceFile',
  {
    table: 'invoiceFileOfJob',
    row: invoiceFileRow,
    filters: ['fileName', 'sellerName', 'iossNo', 'templateType', 'status', 'createdAt', 'createdBy'],
    keyword: ['fileName', 'sellerName', 'iossNo'],
    order: '-createdAt',
  },
  ({ totalRows, made }) => ({ lineCount: totalRows, invoicesGenerated: made }),
);

/** Refuses a locked number, or one missing from the register, on a new invoice. */
async function requireIoss(db: Reader, no: string): Promise<void> {
  const found = await db.selectFrom('ioss').select('locked').where('iossNo', '=', no).executeTakeFirst();
  if (found?.locked === 1) throw refuse('IOSS_LOCKED', { no });
  const registered = found ?? (await db.selectFrom('ioss').select('id').executeTakeFirst());
  if (!found && registered) throw refuseFields({ iossNo: problem('REFERENCE_UNKNOWN', { value: no }) });
}

/** The invoice tool. */
export const invoiceFileHandlers: GroupHandlers<'invoiceFile'> = {
  ...calls,

  upload: async (context, { query, file }) => {
    const { sellerName, sellerAddress, vatNo, iossNo, templateType, incoterm, invoiceDate, ...reading } =
      query;
    await requireIoss(context.read, iossNo);
    const invoice = { sellerName, sellerAddress, vatNo, iossNo, templateType, incoterm, invoiceDate };
    return take(context, { kind: 'invoice', ...reading, invoice }, file, null);
  },

  zip: async (context, { params }) => {
    await load(context.read, params.id);
    return downloadOutput(context, params.id, 'invoices');
  },
};

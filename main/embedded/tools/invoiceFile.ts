import { problem } from '@contract/errors';
import { type InvoiceFile, invoiceFileRow } from '@contract/tools/invoiceFile';
import type { Context, GroupHandlers } from '../context';
import { take } from '../fileJobs/fileJob';
import { queueOf } from '../fileJobs/queue';
import { refuse, refuseFields } from '../refusal';
import { codecOf } from '../store/codec';
import { type ListDefinition, listRows } from '../store/listRows';
import type { Reader } from '../store/open';
import { downloadOutput } from './outputs';

const list: ListDefinition<typeof invoiceFileRow> = {
  table: 'invoiceFileOfJob',
  row: invoiceFileRow,
  filters: ['fileName', 'sellerName', 'iossNo', 'templateType', 'status', 'createdAt', 'createdBy'],
  keyword: ['fileName', 'sellerName', 'iossNo'],
  order: '-createdAt',
};
const codec = codecOf(invoiceFileRow);

/** With what is known of it while it is at work. */
function live({ store }: Context, row: InvoiceFile): InvoiceFile {
  const { progress = row.progress, totalRows, made } = queueOf(store)?.progressOf(row) ?? {};
  return {
    ...row,
    progress,
    lineCount: totalRows ?? row.lineCount,
    invoicesGenerated: made ?? row.invoicesGenerated,
  };
}

/** Throws NOT_FOUND. */
async function readFile(db: Reader, id: number): Promise<InvoiceFile> {
  const row = await db.selectFrom('invoiceFileOfJob').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw refuse('NOT_FOUND');
  return codec.decode(row);
}

/** A number that is locked, or that a register does not have, stands on no new invoice. */
async function requireIoss(db: Reader, no: string): Promise<void> {
  const found = await db.selectFrom('ioss').select('locked').where('iossNo', '=', no).executeTakeFirst();
  if (found?.locked === 1) throw refuse('IOSS_LOCKED', { no });
  const registered = found ?? (await db.selectFrom('ioss').select('id').executeTakeFirst());
  if (!found && registered) throw refuseFields({ iossNo: problem('REFERENCE_UNKNOWN', { value: no }) });
}

/** The invoice tool. */
export const invoiceFileHandlers: GroupHandlers<'invoiceFile'> = {
  list: async (context, { query }) => {
    const page = await listRows(context.read, list, query);
    return { ...page, list: page.list.map((row) => live(context, row)) };
  },

  get: async (context, { params }) => live(context, await readFile(context.read, params.id)),

  upload: async (context, { query, file }) => {
    const { sellerName, sellerAddress, vatNo, iossNo, templateType, incoterm, invoiceDate, ...reading } =
      query;
    await requireIoss(context.read, iossNo);
    const invoice = { sellerName, sellerAddress, vatNo, iossNo, templateType, incoterm, invoiceDate };
    return take(context, { kind: 'invoice', ...reading, invoice }, file, null);
  },

  zip: async (context, { params }) => {
    await readFile(context.read, params.id);
    return downloadOutput(context, params.id, 'invoices');
  },
};

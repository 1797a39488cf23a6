import { type Attachment, attachmentRow } from '@contract/bill/attachment';
import { billMachine } from '@contract/bill/bill';
import { billName } from '@contract/bill/billName';
import type { Context, GroupHandlers } from '../../core/context';
import { exportRows } from '../../core/exportRows';
import { refuse } from '../../core/refusal';
import { codecOf } from '../../store/codec';
import { type ListDefinition, listRows } from '../../store/listRows';
import { rowById } from '../../store/rowById';
import { downloadStored, forgetFiles, keepFile } from '../../store/storedFiles';
import { attachLogged } from './attachFile';
import { type BillNumbers, matchName } from './attachmentNames';
import { readBill } from './billFacts';

const list: ListDefinition<typeof attachmentRow> = {
  table: 'attachmentOfBill',
  row: attachmentRow,
  filters: ['billId', 'billNo', 'category', 'fileName', 'uploadedAt', 'uploadedBy'],
  keyword: ['fileName', 'billNo', 'batchNo'],
  order: '-uploadedAt',
};

const codec = codecOf(attachmentRow);

async function read({ read }: Pick<Context, 'read'>, id: string): Promise<Attachment> {
  return codec.decode(await rowById(read, 'attachmentOfBill', id));
}

/** Files can be attached to and removed from a bill only while it may be changed. */
async function requireOpenBill(context: Context, billId: number) {
  const bill = await readBill(context.read, billId);
  for (const { guard } of billMachine.always) {
    const refused = guard(bill);
    if (refused) throw refuse(refused.code, refused.params);
  }
  return bill;
}

/** Files of bills. */
export const attachmentHandlers: GroupHandlers<'attachment'> = {
  list: ({ read }, { query }) => listRows(read, list, query),
  export: (context, { query }) => exportRows(context, { definition: list, resource: 'attachment' }, query),

  upload: async (context, { params, query, file }) => {
    const bill = await requireOpenBill(context, params.id);
    const { id: fileId, mime } = await keepFile(context, file);
    const id = await attachLogged(context, bill, {
      ...{ category: query.category, fileName: file.name, size: file.size },
      ...{ mime, fileId },
    });
    return read({ read: context.write }, id);
  },

  match: async (context, { body }) => {
    context.unchanged();
    const found: { name: string; bills: BillNumbers[]; category: 'pod' | 't1' | null }[] = [];
    for (const name of body.names) found.push({ name, ...(await matchName(context.read, name)) });
    return found;
  },

  download: async (context, { params }) => {
    const row = await context.read
      .selectFrom('attachment')
      .select('fileId')
      .where('id', '=', params.attachmentId)
      .executeTakeFirst();
    if (!row) throw refuse('NOT_FOUND');
    return downloadStored(context, row.fileId);
  },

  remove: async (context, { params }) => {
    const row = await read(context, params.attachmentId);
    await requireOpenBill(context, row.billId);
    for (const table of ['collection', 'declarationStep'] as const)
      await context.write
        .updateTable(table)
        .set({ attachmentId: null })
        .where('attachmentId', '=', row.id)
        .execute();
    const { fileId } = await context.write
      .deleteFrom('attachment')
      .where('id', '=', row.id)
      .returning('fileId')
      .executeTakeFirstOrThrow();
    await forgetFiles(context.write, [fileId]);
    await context.log({
      module: 'bill',
      action: 'delete',
      objectType: 'attachment',
      objectId: row.id,
      objectNo: billName(row),
      before: row,
    });
    return null;
  },
};

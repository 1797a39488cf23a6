import type { CmrFile } from '@contract/linehaul/cmrFile';
import type { Context, GroupHandlers, UploadedFile } from '../../core/context';
import { refuse } from '../../core/refusal';
import type { Reader } from '../../store/open';
import { downloadStored, forgetFiles, keepOf } from '../../store/storedFiles';
import { storedTexts } from '../../store/storedLists';
import { drawAgain } from './cmrMails';
import { loadCmr, notes } from './cmrView';

/** Files of a note, the signed copies first. */
export const filesOfCmr = (read: Reader, cmrId: number) =>
  read
    .selectFrom('cmrFile')
    .selectAll()
    .where('cmrId', '=', cmrId)
    .orderBy('kind', 'desc')
    .orderBy('uploadedAt')
    .orderBy('id')
    .execute();

async function found({ read }: Pick<Context, 'read'>, params: { id: number; fileId: string }) {
  const row = await read
    .selectFrom('cmrFile')
    .selectAll()
    .where('cmrId', '=', params.id)
    .where('id', '=', params.fileId)
    .executeTakeFirst();
  if (!row) throw refuse('NOT_FOUND');
  return row;
}

/** True if an email of the note had the file attached: sent files are kept unchanged. */
async function wasSent(read: Reader, cmrId: number, fileId: string): Promise<boolean> {
  const mails = await read
    .selectFrom('cmrMail')
    .innerJoin('mail', 'mail.id', 'cmrMail.mailId')
    .select('mail.fileIds')
    .where('cmrMail.cmrId', '=', cmrId)
    .execute();
  return mails.some(({ fileIds }) => storedTexts(fileIds).includes(fileId));
}

const shown = ({ cmrId: _, fileId: __, ...file }: Awaited<ReturnType<typeof found>>): CmrFile => file;
const ACTION = { pod: 'attachPod', attachment: 'attach' } as const;

/** Stores a file of a note. */
async function keepCmrFile(
  context: Context,
  id: number,
  kind: CmrFile['kind'],
  file: UploadedFile,
): Promise<CmrFile> {
  const { write, now } = context;
  const cmr = await loadCmr(write, id, now);
  notes.allow(ACTION[kind], cmr);
  const row = { cmrId: cmr.id, kind, ...(await keepOf(context, file)) };
  await write.insertInto('cmrFile').values(row).execute();
  if (kind === 'pod') await drawAgain(context, cmr.id, 'no_pod');
  await context.log({
    module: 'bill',
    action: 'upload',
    objectType: 'cmr',
    objectId: cmr.id,
    objectNo: cmr.cmrNo,
    after: { fileName: file.name, kind, size: file.size },
  });
  return shown(row);
}

/** Files of consignment notes. */
export const cmrFileHandlers: GroupHandlers<'cmrFile'> = {
  list: async ({ read, now }, { params }) => {
    await loadCmr(read, params.id, now);
    return (await filesOfCmr(read, params.id)).map(shown);
  },

  upload: (context, { params, file }) => keepCmrFile(context, params.id, 'attachment', file),
  uploadPod: (context, { params, file }) => keepCmrFile(context, params.id, 'pod', file),

  download: async (context, { params }) => downloadStored(context, (await found(context, params)).fileId),

  remove: async (context, { params }) => {
    const { write, now } = context;
    const cmr = await loadCmr(write, params.id, now);
    const row = await found(context, params);
    notes.allow(ACTION[row.kind], cmr);
    await write.deleteFrom('cmrFile').where('id', '=', row.id).execute();
    if (!(await wasSent(write, cmr.id, row.fileId))) await forgetFiles(write, [row.fileId]);
    await context.log({
      module: 'bill',
      action: 'update',
      objectType: 'cmr',
      objectId: cmr.id,
      objectNo: cmr.cmrNo,
      before: { fileName: row.fileName, kind: row.kind, size: row.size },
    });
    return null;
  },
};

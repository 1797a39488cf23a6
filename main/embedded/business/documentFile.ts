import type { DocumentType } from '@contract/business/document';
import type { DocumentFile } from '@contract/business/documentFile';
import type { Context, GroupHandlers } from '../context';
import { refuse } from '../refusal';
import { downloadStored, forgetFiles, keepFile, newFileId } from '../store/storedFiles';
import { numberOf, readDocument, requireAction } from './document';
import { documentKinds } from './kinds';

interface Of {
  readonly docType: DocumentType;
  readonly id: number;
}

/** The document of a call. Of a kind that the caller may not see, or change, there is none. */
async function documentOf(context: Context, { docType, id }: Of, right: 'view' | 'edit') {
  const kind = documentKinds[docType];
  const { permissions, superAdmin } = context.caller;
  if (!superAdmin && !permissions.has(kind.rights[right])) throw refuse('NOT_FOUND');
  const row = await readDocument(context.read, kind, id);
  if (right === 'edit') await requireAction(context, kind, 'update', row);
  return { kind, row };
}

async function fileOf({ read }: Context, { docType, id, fileId }: Of & { readonly fileId: string }) {
  const file = await read
    .selectFrom('documentFile')
    .selectAll()
    .where('docType', '=', docType)
    .where('docId', '=', id)
    .where('id', '=', fileId)
    .executeTakeFirst();
  if (!file) throw refuse('NOT_FOUND');
  return file;
}

const shown = ({
  docType: _,
  docId: __,
  fileId: ___,
  ...file
}: Awaited<ReturnType<typeof fileOf>>): DocumentFile => file;

/** Contracts say how many files they have. */
async function countFiles({ write }: Context, { docType, id }: Of): Promise<void> {
  if (docType !== 'contract') return;
  await write
    .updateTable('contract')
    .set((of) => ({
      fileCount: of
        .selectFrom('documentFile')
        .select((all) => all.fn.countAll<number>().as('n'))
        .where('docType', '=', docType)
        .where('docId', '=', id) as never,
    }))
    .where('id', '=', id)
    .execute();
}

/** Files of documents with approval: those of a document under approval or approved stay as they are. */
export const documentFileHandlers: GroupHandlers<'documentFile'> = {
  list: async (context, { params }) => {
    await documentOf(context, params, 'view');
    const files = await context.read
      .selectFrom('documentFile')
      .selectAll()
      .where('docType', '=', params.docType)
      .where('docId', '=', params.id)
      .orderBy('uploadedAt')
      .orderBy('id')
      .execute();
    return files.map(shown);
  },

  upload: async (context, { params, file }) => {
    const { write, caller, now } = context;
    const { kind, row } = await documentOf(context, params, 'edit');
    const { id: fileId, mime } = await keepFile(context, file);
    const kept = {
      id: newFileId(),
      docType: params.docType,
      docId: row.id,
      fileName: file.name,
      size: file.size,
      mime,
      fileId,
      uploadedBy: caller.id,
      uploadedAt: now,
    };
    await write.insertInto('documentFile').values(kept).execute();
    await countFiles(context, params);
    await context.log({
      module: 'business',
      action: 'upload',
      objectType: kind.table,
      objectId: row.id,
      objectNo: numberOf(kind, row),
      after: { fileName: file.name, size: file.size },
    });
    return shown(kept);
  },

  download: async (context, { params }) => {
    await documentOf(context, params, 'view');
    return downloadStored(context, (await fileOf(context, params)).fileId);
  },

  remove: async (context, { params }) => {
    const { kind, row } = await documentOf(context, params, 'edit');
    const file = await fileOf(context, params);
    await context.write.deleteFrom('documentFile').where('id', '=', file.id).execute();
    await forgetFiles(context.write, [file.fileId]);
    await countFiles(context, params);
    await context.log({
      module: 'business',
      action: 'update',
      objectType: kind.table,
      objectId: row.id,
      objectNo: numberOf(kind, row),
      before: { fileName: file.fileName, size: file.size },
    });
    return null;
  },
};

import type { DocumentType } from '@contract/business/document';
import { type DocumentFile, type FileOwner, ownerRights } from '@contract/documentFile';
import { problem } from '@contract/errors';
import { sql } from 'kysely';
import { holds } from '../areas/access/holds';
import { type DocumentKind, documentsOf, numberOf, readDocument } from '../areas/business/document';
import { documentKinds } from '../areas/business/kinds';
import { entryRecord } from '../areas/sea/entryRow';
import { isfRecord } from '../areas/sea/isfRow';
import { readSeaBill } from '../areas/sea/seaLinks';
import type { Writer } from '../store/open';
import { downloadStored, forgetFiles, keepOf } from '../store/storedFiles';
import type { Context, GroupHandlers, LogEntry } from './context';
import { Refusal, refuse } from './refusal';

interface RecordKey {
  readonly docType: FileOwner;
  readonly id: number;
}
type Right = 'view' | 'edit';
/** Identification of a record in the operation log. */
type RecordIdentity = Pick<LogEntry, 'module' | 'objectType' | 'objectId' | 'objectNo' | 'customerId'>;
/** Finds a record, and throws where its state makes its files read-only. */
type Owner = (context: Context, id: number, right: Right) => Promise<RecordIdentity>;

const document =
  (type: DocumentType): Owner =>
  async (context, id, right) => {
    const kind: DocumentKind = documentKinds[type];
    const row = await readDocument(context.read, kind, id);
    if (right === 'edit') await documentsOf(kind).open(context, id, 'update');
    return { module: 'business', objectType: kind.table, objectId: row.id, objectNo: numberOf(kind, row) };
  };

/** A sea record accepts files in any state, since customs may require them late; but not once it is cancelled. */
const atSea =
  <R extends { readonly id: number; readonly state: string; readonly customerId: number | null }>(
    objectType: 'seaBill' | 'seaIsf' | 'seaEntry',
    read: (context: Context, id: number) => Promise<R>,
    no: (row: R) => string,
  ): Owner =>
  async (context, id, right) => {
    const row = await read(context, id);
    if (right === 'edit' && row.state === 'cancelled')
      throw new Refusal(problem('STATE_NOT_ALLOWED', { status: { state: [objectType, row.state] } }));
    return { module: 'sea', objectType, objectId: id, objectNo: no(row), customerId: row.customerId };
  };

const owners: Readonly<Record<FileOwner, Owner>> = {
  contract: document('contract'),
  standard_quote: document('standard_quote'),
  order_quote: document('order_quote'),
  taxation: document('taxation'),
  sea_bill: atSea(
    'seaBill',
    ({ read }, id) => readSeaBill(read, id),
    ({ mblNo }) => mblNo,
  ),
  isf: atSea(
    'seaIsf',
    ({ read }, id) => isfRecord.read(read, id),
    ({ isfNo }) => isfNo,
  ),
  entry: atSea(
    'seaEntry',
    ({ read }, id) => entryRecord.read(read, id),
    ({ entryNo }) => entryNo ?? '',
  ),
};

/** Loads the record of a call. Throws NOT_FOUND for a kind that the caller may not see, or change. */
function ownerOf(context: Context, { docType, id }: RecordKey, right: Right): Promise<RecordIdentity> {
  if (!holds(context.caller, ownerRights[docType][right])) throw refuse('NOT_FOUND');
  return owners[docType](context, id, right);
}

async function fileOf({ read }: Context, { docType, id, fileId }: RecordKey & { readonly fileId: string }) {
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

/** Removes the files of a deleted record. */
export async function forgetFilesOf(write: Writer, docType: FileOwner, id: number): Promise<void> {
  const removed = await write
    .deleteFrom('documentFile')
    .where('docType', '=', docType)
    .where('docId', '=', id)
    .returning('fileId')
    .execute();
  await forgetFiles(
    write,
    removed.map(({ fileId }) => fileId),
  );
}

/** Updates the file count of a contract. */
async function countFiles({ write }: Context, { docType, id }: RecordKey): Promise<void> {
  if (docType !== 'contract') return;
  await write
    .updateTable('contract')
    .set({
      fileCount: sql<number>`(select count(*) from documentFile where docType = ${docType} and docId = ${id})`,
    })
    .where('id', '=', id)
    .execute();
}

/** Files of records; those of documents submitted or approved, and of cancelled records, are read-only. */
export const documentFileHandlers: GroupHandlers<'documentFile'> = {
  list: async (context, { params }) => {
    await ownerOf(context, params, 'view');
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
    const named = await ownerOf(context, params, 'edit');
    const kept = { docType: params.docType, docId: params.id, ...(await keepOf(context, file)) };
    await context.write.insertInto('documentFile').values(kept).execute();
    await countFiles(context, params);
    await context.log({
      ...named,
      action: 'upload',
      after: { fileName: file.name, size: file.size },
    });
    return shown(kept);
  },

  download: async (context, { params }) => {
    await ownerOf(context, params, 'view');
    return downloadStored(context, (await fileOf(context, params)).fileId);
  },

  remove: async (context, { params }) => {
    const named = await ownerOf(context, params, 'edit');
    const file = await fileOf(context, params);
    await context.write.deleteFrom('documentFile').where('id', '=', file.id).execute();
    await forgetFiles(context.write, [file.fileId]);
    await countFiles(context, params);
    await context.log({
      ...named,
      action: 'update',
      before: { fileName: file.fileName, size: file.size },
    });
    return null;
  },
};

import * as z from 'zod';
import { attachmentFile, ofFile } from './bill/attachment';
import { documentTypes } from './business/document';
import { rightsOf } from './business/documentKinds';
import { endpoint } from './endpoint';
import { uploadErrors } from './errors';
import { choice, id } from './fields';
import type { PermissionId } from './permissions';
import { seaBill } from './sea/seaBill';
import { seaEntry } from './sea/seaEntry';
import { seaIsf } from './sea/seaIsf';
import { object, strictObject } from './shape';

/** Records with files of their own: documents with approval, sea bills, and their filings with US customs. */
export const fileOwners = [...documentTypes, 'sea_bill', 'isf', 'entry'] as const;
export type FileOwner = (typeof fileOwners)[number];

/** Permissions by owner: to see its files, and to add and remove them. */
export const ownerRights: Readonly<
  Record<FileOwner, { readonly view: PermissionId; readonly edit: PermissionId }>
> = { ...rightsOf, sea_bill: seaBill, isf: seaIsf, entry: seaEntry };

/** A file that belongs to a record. Its id is random: it cannot be guessed from another's. */
export const documentFileRow = object(() => ({
  id: z.string(),
  ...ofFile,
}));
export type DocumentFile = z.output<typeof documentFileRow>;

const docType = choice('fileOwner', fileOwners);
const one = strictObject(() => ({ docType, id: id() }));
const file = strictObject(() => ({ docType, id: id(), fileId: z.string().max(64) }));
const view = fileOwners.map((owner) => ownerRights[owner].view);
const edit = fileOwners.map((owner) => ownerRights[owner].edit);
const closed = ['STATE_NOT_ALLOWED', 'DOCUMENT_NOT_YOURS'] as const;

/** Files of records; visible to everyone who sees the record. */
export const documentFileApi = {
  list: endpoint({
    method: 'GET',
    path: '/document/{docType}/{id}/files',
    access: view,
    params: one,
    answer: z.array(documentFileRow),
    extension: true,
  }),
  upload: endpoint({
    method: 'POST',
    path: '/document/{docType}/{id}/files',
    access: edit,
    kind: 'upload',
    params: one,
    file: attachmentFile,
    answer: documentFileRow,
    errors: [...uploadErrors, ...closed],
    creates: true,
    extension: true,
  }),
  download: endpoint({
    method: 'GET',
    path: '/document/{docType}/{id}/files/{fileId}',
    access: view,
    kind: 'blob',
    params: file,
    extension: true,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/document/{docType}/{id}/files/{fileId}',
    access: edit,
    params: file,
    errors: closed,
    extension: true,
  }),
};

import * as z from 'zod';
import { attachmentFile } from '../bill/attachment';
import { endpoint } from '../endpoint';
import { choice, dateTime, id, ref, size, text } from '../fields';
import { contractRights } from './contract';
import { type DocumentRights, type DocumentType, documentMachine, documentTypes } from './document';
import { orderQuoteRights } from './orderQuote';
import { standardQuoteRights } from './standardQuote';
import { taxationRights } from './taxation';

/** Who may do what with documents of each kind. */
export const rightsOf: Readonly<Record<DocumentType, DocumentRights>> = {
  contract: contractRights,
  standard_quote: standardQuoteRights,
  order_quote: orderQuoteRights,
  taxation: taxationRights,
};

/** The life of documents of each kind. */
export const documentMachines = {
  contract: documentMachine(contractRights),
  standard_quote: documentMachine(standardQuoteRights),
  order_quote: documentMachine(orderQuoteRights),
  taxation: documentMachine(taxationRights),
} as const satisfies Record<DocumentType, unknown>;

/** A file that belongs to a document. Its id is random: it cannot be guessed from another's. */
export const documentFileRow = z.object({
  id: z.string(),
  fileName: text(255),
  size: size(),
  mime: text(120),
  uploadedBy: ref('staff').nullable(),
  uploadedAt: dateTime(),
});
export type DocumentFile = z.output<typeof documentFileRow>;

const docType = choice('approvalDoc', documentTypes);
const one = z.strictObject({ docType, id: id() });
const file = z.strictObject({ docType, id: id(), fileId: z.string().max(64) });
const view = documentTypes.map((type) => rightsOf[type].view);
const edit = documentTypes.map((type) => rightsOf[type].edit);
const closed = ['STATE_NOT_ALLOWED', 'DOCUMENT_NOT_YOURS'] as const;

/** Files of documents with approval; who sees the document sees them. */
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
    errors: [
      'FILE_TYPE',
      'FILE_SIZE',
      'FILE_CONTENT',
      'FILE_ONE',
      'FILE_BROKEN',
      'FILE_PROTECTED',
      'FILE_BOMB',
      ...closed,
    ],
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

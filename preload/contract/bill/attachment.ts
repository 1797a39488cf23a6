import * as z from 'zod';
import { endpoint, type FileRule } from '../endpoint';
import { uploadErrors } from '../errors';
import { choice, dateTime, id, ref, size, text } from '../fields';
import { MAX_UPLOAD } from '../limits';
import { listQuery, pageOf } from '../paging';
import { permit } from '../permissions';
import { exportOf } from '../resource';
import { object, strictObject } from '../shape';

/** Permitted attachments of a bill; the admin API accepts only these types. */
export const attachmentFile: FileRule = {
  types: ['xlsx', 'xls', 'pdf', 'jpg', 'jpeg', 'doc', 'docx'],
  max: MAX_UPLOAD,
};

export const attachmentCategories = [
  'awb',
  'manifest',
  'invoice',
  'packing_list',
  't1',
  'cmr',
  'pod',
  'noa',
  'utb',
  'inspection',
  'photo',
  'other',
] as const;
const category = choice('attachmentCategory', attachmentCategories);

/** Fields of a file of a record, besides its id and purpose. */
export const ofFile = {
  fileName: text(255),
  size: size(),
  mime: text(120),
  uploadedBy: ref('staff').nullable(),
  uploadedAt: dateTime(),
};

/** A file that belongs to a bill. Its id is random: it cannot be guessed from another's. */
export const attachmentRow = object(() => ({
  id: z.string(),
  billId: id(),
  billNo: text(20),
  batchNo: text(30),
  category,
  ...ofFile,
}));
export type Attachment = z.output<typeof attachmentRow>;

const one = strictObject(() => ({ attachmentId: z.string().max(64) }));
const view = permit('bill.attachment.view');

const query = listQuery(
  attachmentRow,
  ['billId', 'billNo', 'category', 'fileName', 'uploadedAt', 'uploadedBy'],
  ['uploadedAt', 'fileName', 'billNo', 'size'],
);

/** Calls on the files of bills. */
export const attachmentApi = {
  list: endpoint({
    method: 'GET',
    path: '/bill-lading/attachments',
    access: view,
    query,
    answer: pageOf(attachmentRow),
  }),
  export: exportOf('/bill-lading/attachments', view, query, true),
  upload: endpoint({
    method: 'POST',
    path: '/bill-lading/{id}/attachments',
    access: permit('bill.attachment.upload'),
    kind: 'upload',
    params: strictObject(() => ({ id: id() })),
    query: strictObject(() => ({ category: category.default('other') })),
    file: attachmentFile,
    answer: attachmentRow,
    errors: [...uploadErrors, 'BILL_REMOVED', 'BILL_ARCHIVED'],
    creates: true,
  }),
  /**
   * Suggests the bills of each file, by the number in its name: `CMRNO`, `BILLNO_BATCH`, `BILLNO`, or the MRN of a T1,
   * among other words (domain.md 6.6, 6.7). A single match is
   * certain; of several, a person selects one; without a match, a person searches for the bill.
   */
  match: endpoint({
    method: 'POST',
    path: '/bill-lading/attachments/match',
    access: permit('bill.attachment.upload'),
    body: strictObject(() => ({ names: z.array(z.string().min(1).max(255)).min(1).max(200) })),
    answer: z.array(
      object(() => ({
        name: z.string(),
        bills: z.array(object(() => ({ billId: id(), billNo: text(20), batchNo: text(30) }))),
        /** The category suggested by the name. */
        category: category.nullable(),
      })),
    ),
    extension: true,
  }),
  download: endpoint({
    method: 'GET',
    path: '/bill-lading/attachments/{attachmentId}/file',
    access: view,
    kind: 'blob',
    params: one,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/bill-lading/attachments/{attachmentId}',
    access: permit('bill.attachment.delete'),
    params: one,
    errors: ['BILL_REMOVED', 'BILL_ARCHIVED'],
  }),
};

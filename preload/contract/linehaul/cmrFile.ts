import * as z from 'zod';
import { attachmentFile, ofFile } from '../bill/attachment';
import { endpoint } from '../endpoint';
import { uploadErrors } from '../errors';
import { choice, id } from '../fields';
import { permit } from '../permissions';
import { object, strictObject } from '../shape';

/** Kinds of a note's files: the signed copy, or any other. */
export const cmrFileKinds = ['pod', 'attachment'] as const;
const kind = choice('cmrFileKind', cmrFileKinds);

/** A file that belongs to a note. Its id is random: it cannot be guessed from another's. */
export const cmrFileRow = object(() => ({
  id: z.string(),
  kind,
  ...ofFile,
}));
export type CmrFile = z.output<typeof cmrFileRow>;

const view = permit('bill.cmr.view');
const edit = permit('bill.cmr.edit');
const one = strictObject(() => ({ id: id() }));
const file = strictObject(() => ({ id: id(), fileId: z.string().max(64) }));
const closed = ['STATE_NOT_ALLOWED', 'CMR_BILL_ARCHIVED'] as const;

/** Files of consignment notes: the signed copy, and others for the truck. */
export const cmrFileApi = {
  list: endpoint({
    method: 'GET',
    path: '/config/cmr/{id}/files',
    access: view,
    params: one,
    answer: z.array(cmrFileRow),
    extension: true,
  }),
  /** Uploads a file other than the signed copy. */
  upload: endpoint({
    method: 'POST',
    path: '/config/cmr/{id}/files',
    access: edit,
    kind: 'upload',
    params: one,
    file: attachmentFile,
    answer: cmrFileRow,
    errors: [...uploadErrors, ...closed],
    creates: true,
  }),
  /** Uploads the signed copy. */
  uploadPod: endpoint({
    method: 'POST',
    path: '/config/cmr/{id}/pod',
    access: edit,
    kind: 'upload',
    params: one,
    file: attachmentFile,
    answer: cmrFileRow,
    errors: [...uploadErrors, ...closed],
    creates: true,
  }),
  download: endpoint({
    method: 'GET',
    path: '/config/cmr/{id}/files/{fileId}',
    access: view,
    kind: 'blob',
    params: file,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/config/cmr/{id}/files/{fileId}',
    access: edit,
    params: file,
    errors: closed,
  }),
};

import * as z from 'zod';
import { endpoint } from '../endpoint';
import { uploadErrors } from '../errors';
import { choice, codes, count, dateTime, flag, id, json, size, stateOf, text } from '../fields';
import { fileJobRow, fileJobStates, fileUploaded } from '../files/fileJobRow';
import { anyTable, reading } from '../files/fileReading';
import { listQuery, pageOf } from '../paging';
import { permit } from '../permissions';
import { exportOf, recordFields } from '../resource';
import { hsPrefix } from '../rules/customs';
import { object, strictObject } from '../shape';

/** Part of a tariff file that is read. */
const part = {
  region: choice('hsRegion', ['WCO', 'EU', 'US', 'CN']),
  /** Chapters, headings or codes, by their first digits; empty: the whole file. */
  codes: codes(hsPrefix, 100),
};
export const tariffPart = object(() => part);
export type TariffPart = z.output<typeof tariffPart>;

/**
 * A stored tariff file that is read for the codes of a region, without any external source. Its id is that of its
 * conversion.
 */
export const tariffReadingRow = object(() => ({
  ...recordFields,
  ...part,
  fileName: text(255),
  size: size(),
  status: stateOf({ name: 'fileJob', states: fileJobStates }),
  /** Progress in percent. */
  progress: count(0, 100),
  startedAt: dateTime().nullable(),
  finishedAt: dateTime().nullable(),
  /** Number of codes of the part in the file. */
  fetched: count(),
  added: count(),
  changed: count(),
  errorRows: count(),
  hasErrorFile: flag(),
  /** The reason for its outcome, parsed by `jobProblem`. */
  problem: json().nullable(),
  undoneAt: dateTime().nullable(),
}));
export type TariffReading = z.output<typeof tariffReadingRow>;

/** A code added or changed by a reading, each field with its previous value, in the reader's language. */
export const tariffChange = object(() => ({
  row: z.int(),
  code: z.string(),
  nameEn: z.string(),
  nameCn: z.string(),
  added: z.boolean(),
  fields: z.array(object(() => ({ field: z.string(), before: z.string(), after: z.string() }))),
}));

const one = strictObject(() => ({ id: id() }));
const view = permit('tools.tariff.view');
const query = listQuery(
  tariffReadingRow,
  ['fileName', 'region', 'status', 'createdAt', 'createdBy'],
  ['createdAt', 'fileName', 'changed', 'finishedAt'],
);
const edit = permit('tools.tariff.edit');

/**
 * Readings of tariff files: add new codes, and change existing ones. The conversion is in `fileJobApi`, which restarts,
 * stops, undoes and deletes it, and reports the errors by row.
 */
export const tariffReadingApi = {
  list: endpoint({
    method: 'GET',
    path: '/hscode-crawler',
    access: view,
    query,
    answer: pageOf(tariffReadingRow),
  }),
  export: exportOf('/hscode-crawler', view, query, true),
  get: endpoint({
    method: 'GET',
    path: '/hscode-crawler/{id}',
    access: view,
    params: one,
    answer: tariffReadingRow,
  }),
  upload: endpoint({
    method: 'POST',
    path: '/hscode-crawler',
    access: edit,
    kind: 'upload',
    query: strictObject(() => ({ region: part.region, codes: part.codes.default([]), ...reading })),
    file: anyTable,
    answer: fileUploaded,
    errors: uploadErrors,
    creates: true,
  }),
  /** Reads the stored file of an earlier reading again, for another part of it. */
  again: endpoint({
    method: 'POST',
    path: '/hscode-crawler/{id}/again',
    access: edit,
    params: one,
    body: strictObject(() => ({ region: part.region, codes: part.codes.default([]) })),
    answer: fileJobRow,
    creates: true,
  }),
  changes: endpoint({
    method: 'GET',
    path: '/hscode-crawler/{id}/changes',
    access: view,
    params: one,
    query: strictObject(() => ({
      page: z.int().min(1).optional(),
      pageSize: z.int().min(1).max(500).optional(),
    })),
    answer: object(() => ({ list: z.array(tariffChange), total: z.int() })),
  }),
};

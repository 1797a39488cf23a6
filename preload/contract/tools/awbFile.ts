import * as z from 'zod';
import { endpoint } from '../endpoint';
import { uploadErrors } from '../errors';
import { choice, code, count, dateTime, flag, id, json, size, stateOf, text } from '../fields';
import { declared } from '../files/fileJob';
import { fileJobStates, fileUploaded } from '../files/fileJobRow';
import { anyTable, reading } from '../files/fileReading';
import { listQuery, pageOf } from '../paging';
import { permit } from '../permissions';
import { exportOf, recordFields } from '../resource';
import { billNo } from '../rules/codes';
import { object, strictObject } from '../shape';

/** Files created from a waybill's declaration file. */
export const awbOutputs = ['ags', 'deco', 'boxes', 'ioss'] as const;

const output = object(() => ({
  name: z.enum(awbOutputs),
  fileName: z.string(),
  rows: z.int(),
  size: z.int(),
}));
/** A file created from another. */
export type AwbOutput = z.output<typeof output>;

/** Returns the created files, in the order of {@link awbOutputs}; none until the conversion is done. */
export const awbOutputsOf = ({ outputs }: { readonly outputs: unknown }): AwbOutput[] =>
  (z.array(output).safeParse(outputs).data ?? []).sort(
    (a, b) => awbOutputs.indexOf(a.name) - awbOutputs.indexOf(b.name),
  );

const { currency, totalValue, ...measures } = declared;

/**
 * A declaration file of a waybill, split by the system its parcels are declared in. Its id is that of its conversion;
 * counts are null until it is read.
 */
export const awbFileRow = object(() => ({
  ...recordFields,
  fileName: text(255),
  size: size(),
  /** The waybill, as entered or from the file name. */
  billNo: code(billNo).nullable(),
  /** The first bill with that number. */
  billId: id().nullable(),
  status: stateOf({ name: 'fileJob', states: fileJobStates }),
  /** Progress in percent. */
  progress: count(0, 100),
  ...(Object.fromEntries(Object.entries(measures).map(([name, field]) => [name, field.nullable()])) as {
    [K in keyof typeof measures]: z.ZodNullable<(typeof measures)[K]>;
  }),
  totalValue: totalValue.nullable(),
  currency: currency.nullable(),
  errorRows: count(),
  hasErrorFile: flag(),
  /** The reason for its outcome, parsed by `jobProblem`. */
  problem: json().nullable(),
  /** Parsed by {@link awbOutputsOf}. */
  outputs: json(),
  finishedAt: dateTime().nullable(),
}));
export type AwbFile = z.output<typeof awbFileRow>;

const one = strictObject(() => ({ id: id() }));
const view = permit('tools.awbFile.view');
const query = listQuery(
  awbFileRow,
  ['fileName', 'billNo', 'status', 'createdAt', 'createdBy'],
  ['createdAt', 'fileName', 'billNo', 'totalParcels'],
);

/**
 * Splits the declaration file of a waybill into files for each recipient: AGS and DECO lines, boxes, IOSS numbers. The
 * conversion is in `fileJobApi`, which restarts, stops and deletes it, and reports the errors by row.
 */
export const awbFileApi = {
  list: endpoint({
    method: 'GET',
    path: '/mini-tools/awb-file',
    access: view,
    query,
    answer: pageOf(awbFileRow),
  }),
  export: exportOf('/mini-tools/awb-file', view, query, true),
  get: endpoint({
    method: 'GET',
    path: '/mini-tools/awb-file/{id}',
    access: view,
    params: one,
    answer: awbFileRow,
  }),
  upload: endpoint({
    method: 'POST',
    path: '/mini-tools/awb-file',
    access: permit('tools.awbFile.edit'),
    kind: 'upload',
    query: strictObject(() => ({ billNo: code(billNo).optional(), ...reading })),
    file: anyTable,
    answer: fileUploaded,
    errors: uploadErrors,
    creates: true,
  }),
  output: endpoint({
    method: 'GET',
    path: '/mini-tools/awb-file/{id}/output',
    access: view,
    kind: 'blob',
    params: one,
    query: strictObject(() => ({ name: choice('awbOutput', awbOutputs) })),
    errors: ['FILE_NOT_MADE'],
  }),
  zip: endpoint({
    method: 'GET',
    path: '/mini-tools/awb-file/{id}/zip',
    access: view,
    kind: 'blob',
    params: one,
    errors: ['FILE_NOT_MADE'],
  }),
};

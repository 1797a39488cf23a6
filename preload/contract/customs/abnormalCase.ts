import * as z from 'zod';
import { endpoint } from '../endpoint';
import { problem } from '../errors';
import { choice, code, count, dateTime, flag, id, note, ref, stateOf, text } from '../fields';
import { machine, type State } from '../machine';
import { namesOf } from '../names';
import { listQuery, pageOf } from '../paging';
import { permit } from '../permissions';
import { bulkAnswer, exportOf, patchOf, recordFields, selectedWith } from '../resource';
import { batchNo, billNo } from '../rules/codes';
import { extended, object, strictObject } from '../shape';
import { differenceReason } from '../warehouse/pick';

export const caseStates = {
  open: { rank: 10, tone: 'bad' },
  processing: { rank: 20, tone: 'warning' },
  resolved: { rank: 30, tone: 'good' },
  closed: { rank: 40, tone: 'neutral' },
} as const satisfies Record<string, State>;
export type CaseState = keyof typeof caseStates;

/** Types of abnormality, with their possible levels. */
export const caseTypes = {
  shortage: ['box', 'parcel'],
  surplus: ['box', 'parcel'],
  damaged: ['box', 'parcel'],
  wet: ['box'],
  label_unreadable: ['parcel'],
  no_data: ['parcel'],
  duplicate_label: ['parcel'],
  wrong_destination: ['parcel'],
  customs_inspection: ['parcel'],
  documents_required: ['parcel', 'bill'],
  hs_mismatch: ['parcel'],
  undervalued: ['parcel'],
  counterfeit: ['parcel'],
  prohibited: ['parcel'],
  offloaded: ['bill'],
  flight_delay: ['bill'],
  storage_charge: ['bill'],
  t1_overdue: ['bill'],
} as const satisfies Record<string, readonly CaseLevel[]>;
export type CaseType = keyof typeof caseTypes;
export type CaseLevel = 'bill' | 'box' | 'parcel';

const REOPEN_WITHIN = 30 * 24 * 3_600_000;

/** An abnormality of a bill, a box or a parcel, until it is closed. */
export const caseRow = object(() => ({
  ...recordFields,
  caseNo: text(20),
  billId: id(),
  billNo: code(billNo),
  batchNo: code(batchNo),
  boxNo: text(40).nullable(),
  trackingNo: text(35).nullable(),
  type: choice('caseType', namesOf(caseTypes)),
  level: choice('caseLevel', ['bill', 'box', 'parcel']),
  quantity: count(1, 50_000),
  state: stateOf({ name: 'abnormalCase', states: caseStates }),
  foundAt: dateTime('landing'),
  foundBy: ref('staff').nullable(),
  description: note(1000).nullable(),
  responsible: choice('responsible', ['customer', 'airline', 'handler', 'us', 'last_mile']).nullable(),
  resolution: note(1000).nullable(),
  /** The trip whose count opened it, and the reason that was given there. */
  pickNo: text(20).nullable(),
  differenceReason: differenceReason.nullable(),
  photoCount: count(),
  closedAt: dateTime('landing').nullable(),
  /** True if its parcel is still abnormal. */
  parcelAbnormal: flag(),
  landingAirportId: id(),
}));
export type AbnormalCase = z.output<typeof caseRow>;

/** A file of the bill that shows the abnormality. */
const casePhoto = object(() => ({ attachmentId: z.string(), fileName: text(255) }));
export const caseDetail = extended(caseRow, () => ({ photos: z.array(casePhoto) }));

const edit = permit('bill.cases.edit');

/** Actions on a case. The case of an abnormal parcel ends when the parcel is set back to normal. */
export const caseMachine = machine<Pick<AbnormalCase, 'state' | 'closedAt' | 'parcelAbnormal'>>()({
  name: 'abnormalCase',
  calls: {
    update: 'abnormalCase.update',
    start: 'abnormalCase.act',
    resolve: 'abnormalCase.act',
    close: 'abnormalCase.act',
    reopen: 'abnormalCase.act',
  },
  states: caseStates,
  stateOf: ({ state }) => state,
  always: [],
  actions: {
    update: { from: ['open', 'processing', 'resolved'], to: 'same', permission: edit },
    start: { from: ['open'], to: 'processing', permission: edit, inverse: 'reopen', tone: 'primary' },
    resolve: {
      from: ['open', 'processing'],
      to: 'resolved',
      permission: edit,
      asks: strictObject(() => ({ resolution: text(1000) })),
      guards: [({ parcelAbnormal }) => (parcelAbnormal ? problem('CASE_PARCEL_ABNORMAL') : undefined)],
      inverse: 'reopen',
      tone: 'primary',
    },
    close: { from: ['resolved'], to: 'closed', permission: edit, inverse: 'reopen', tone: 'primary' },
    reopen: {
      from: ['processing', 'resolved', 'closed'],
      to: 'open',
      permission: edit,
      guards: [
        ({ closedAt }) =>
          closedAt && Date.now() - Date.parse(closedAt) > REOPEN_WITHIN
            ? problem('CASE_REOPEN_LATE')
            : undefined,
      ],
    },
  },
});
export type CaseAction = keyof typeof caseMachine.actions;

const changeable = ['type', 'level', 'quantity', 'foundAt', 'description', 'responsible'] as const;
const numberOf = { boxNo: text(40).nullable().default(null), trackingNo: text(35).nullable().default(null) };
/** Input of a new case: for a box or parcel, its number. */
export const caseDraft = strictObject(() => ({
  billId: id(),
  type: caseRow.shape.type,
  level: caseRow.shape.level,
  ...numberOf,
  quantity: caseRow.shape.quantity.default(1),
  foundAt: caseRow.shape.foundAt.nullable().default(null),
  description: caseRow.shape.description.default(null),
  responsible: caseRow.shape.responsible.default(null),
}));

export const caseFilters = [
  'billId',
  'id',
  'state',
  'type',
  'level',
  'responsible',
  'caseNo',
  'billNo',
  'trackingNo',
  'boxNo',
  'foundAt',
  'foundBy',
] as const;
export const caseSorts = ['foundAt', 'caseNo', 'state'] as const;
const query = listQuery(caseRow, caseFilters, caseSorts);
const one = strictObject(() => ({ id: id() }));

/** Calls on abnormal cases. */
export const abnormalCaseApi = {
  list: endpoint({
    method: 'GET',
    path: '/bill-lading/cases',
    access: permit('bill.cases.view'),
    query,
    answer: pageOf(caseRow),
    extension: true,
  }),
  export: exportOf('/bill-lading/cases', permit('bill.cases.view'), query, true),
  get: endpoint({
    method: 'GET',
    path: '/bill-lading/cases/{id}',
    access: permit('bill.cases.view'),
    params: one,
    answer: caseDetail,
    extension: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/bill-lading/cases',
    access: edit,
    body: caseDraft,
    answer: caseRow,
    errors: ['NOT_FOUND', 'BILL_REMOVED', 'BILL_ARCHIVED', 'REFERENCE_UNKNOWN', 'CASE_LEVEL'],
    creates: true,
    extension: true,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/bill-lading/cases/{id}',
    access: edit,
    params: one,
    body: extended(patchOf(caseRow, changeable), () => ({
      photos: z.array(z.string().max(64)).max(50).optional(),
    })),
    answer: caseRow,
    errors: [
      'STALE_DATA',
      'BILL_REMOVED',
      'BILL_ARCHIVED',
      'STATE_NOT_ALLOWED',
      'REFERENCE_UNKNOWN',
      'CASE_LEVEL',
    ],
    extension: true,
  }),
  /** Changes the state of cases: processing, resolved, closed, reopened. */
  act: endpoint({
    method: 'PUT',
    path: '/bill-lading/cases/state',
    access: edit,
    body: selectedWith(query, {
      action: choice('caseAction', ['start', 'resolve', 'close', 'reopen']),
      resolution: text(1000).optional(),
      responsible: caseRow.shape.responsible.optional(),
    }),
    answer: bulkAnswer,
    errors: ['REQUIRED', 'COUNT_CHANGED'],
    extension: true,
  }),
};

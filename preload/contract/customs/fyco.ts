import type * as z from 'zod';
import { endpoint } from '../endpoint';
import { choice, code, dateTime, id, note, stateOf, text } from '../fields';
import { machine, type State } from '../machine';
import { listQuery, pageOf } from '../paging';
import { permit } from '../permissions';
import { bulkAnswer, exportOf, recordFields, selectionOf } from '../resource';
import { batchNo, billNo, boxNo, trackingNo } from '../rules/codes';
import { mrn } from '../rules/customs';
import { object, strictObject } from '../shape';
import { holdReasons, inspectionTypes, parcelStates } from './parcel';
import { parcelTargets, targetErrors } from './parcelApi';

/** States of an inspection. `refused`: customs kept the parcel because of missing papers, without seizing it. */
export const fycoStates = {
  selected: { rank: 10, tone: 'warning' },
  presented: { rank: 20, tone: 'info' },
  inspected: { rank: 30, tone: 'progress' },
  sample_taken: { rank: 40, tone: 'progress' },
  released: { rank: 50, tone: 'good' },
  seized: { rank: 60, tone: 'bad' },
  refused: { rank: 70, tone: 'bad' },
} as const satisfies Record<string, State>;
export type FycoState = keyof typeof fycoStates;

export const fycoResults = ['released', 'seized', 'sample', 'further'] as const;

/** A parcel selected for inspection by customs: selected, presented, inspected, and the result. */
export const fycoRow = object(() => ({
  ...recordFields,
  billId: id(),
  billNo: code(billNo),
  batchNo: code(batchNo),
  trackingNo: code(trackingNo).nullable(),
  boxNo: code(boxNo).nullable(),
  parcelId: id().nullable(),
  parcelState: stateOf({ name: 'parcel', states: parcelStates }).nullable(),
  state: stateOf({ name: 'fyco', states: fycoStates }),
  type: choice('inspectionType', inspectionTypes),
  reason: choice('holdReason', holdReasons),
  noticeAt: dateTime('landing'),
  noticeRef: text(40).nullable(),
  presentedAt: dateTime('landing').nullable(),
  location: text(80).nullable(),
  inspectedAt: dateTime('landing').nullable(),
  officer: text(60).nullable(),
  result: choice('fycoResult', fycoResults).nullable(),
  resultAt: dateTime('landing').nullable(),
  remark: note(500).nullable(),
  landingAirportId: id(),
}));
export type FycoRow = z.output<typeof fycoRow>;

const parcels = permit('bill.customs.parcels');
const open = ['selected', 'presented', 'inspected', 'sample_taken'] as const;

/** Actions on an inspection; a result changes its parcel too. */
export const fycoMachine = machine<Pick<FycoRow, 'state'>>()({
  name: 'fyco',
  states: fycoStates,
  stateOf: ({ state }) => state,
  always: [],
  actions: {
    present: { from: ['selected'], to: 'presented', permission: parcels },
    inspect: { from: ['selected', 'presented'], to: 'inspected', permission: parcels },
    further: { from: [...open], to: 'inspected', permission: parcels },
    sample: { from: ['selected', 'presented', 'inspected'], to: 'sample_taken', permission: parcels },
    release: { from: [...open], to: 'released', permission: parcels, tone: 'primary' },
    seize: { from: [...open], to: 'seized', permission: parcels, tone: 'danger' },
  },
});
export type FycoAction = keyof typeof fycoMachine.actions;

const at = dateTime('landing').optional();
/** A step of an inspection. */
export const fycoStep = strictObject(() => ({
  step: choice('fycoStep', ['present', 'inspect', 'further', 'sample', 'release', 'seize']),
  /** Time of the step; now if left out. */
  at,
  location: text(80).optional(),
  officer: text(60).optional(),
  /** MRN of a release. */
  mrn: code(mrn).optional(),
  remark: note(500).optional(),
}));

const query = listQuery(
  fycoRow,
  ['billId', 'state', 'reason', 'type', 'result', 'trackingNo', 'boxNo', 'billNo', 'noticeAt', 'resultAt'],
  ['noticeAt', 'resultAt'],
);

/** Inspections and their results. */
export const fycoApi = {
  list: endpoint({
    method: 'GET',
    path: '/bill-lading/custom/fyco',
    access: permit('bill.customs.view'),
    query,
    answer: pageOf(fycoRow),
  }),
  export: exportOf('/bill-lading/custom/fyco', permit('bill.customs.view'), query, true),
  select: endpoint({
    method: 'POST',
    path: '/bill-lading/custom/fyco',
    access: parcels,
    body: strictObject(() => ({
      billId: id(),
      ...parcelTargets,
      noticeAt: at,
      noticeRef: text(40).optional(),
      type: choice('inspectionType', inspectionTypes).optional(),
      remark: note(500).optional(),
    })),
    answer: bulkAnswer,
    errors: targetErrors,
  }),
  /** Records a step for parcels of one bill, or for inspections in the list, of any bills. */
  results: endpoint({
    method: 'PUT',
    path: '/bill-lading/custom/fyco',
    access: parcels,
    body: strictObject(() => ({
      billId: id().optional(),
      ...parcelTargets,
      /** All matches of a filter of the list, with the number the user saw. */
      inspections: selectionOf(query).options[1].optional(),
      ...fycoStep.shape,
    })),
    answer: bulkAnswer,
    errors: targetErrors,
  }),
};

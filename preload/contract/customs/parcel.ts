import * as z from 'zod';
import { endpoint } from '../endpoint';
import { problem } from '../errors';
import {
  actorName,
  choice,
  code,
  count,
  dateTime,
  flag,
  id,
  money,
  note,
  stateOf,
  text,
  weight,
} from '../fields';
import { MAX_PARCEL_TARGETS } from '../limits';
import { countPer, machine, type State } from '../machine';
import { namesOf } from '../names';
import { filterOf, listQuery, pageOf } from '../paging';
import { permit } from '../permissions';
import { bulkAnswer, exportOf } from '../resource';
import { batchNo, billNo, boxNo, trackingNo } from '../rules/codes';
import { mrn } from '../rules/customs';
import { currencyCode } from '../rules/places';
import { extended, object, strictObject } from '../shape';

/** States of a parcel at customs and in the warehouse. */
export const parcelStates = {
  clearance: { rank: 10, tone: 'info' },
  free: { rank: 20, tone: 'good' },
  held: { rank: 30, tone: 'warning' },
  failed: { rank: 40, tone: 'bad' },
  abnormal: { rank: 50, tone: 'bad' },
  completed: { rank: 60, tone: 'neutral' },
} as const satisfies Record<string, State>;
export type ParcelState = keyof typeof parcelStates;

export const holdReasons = [
  'fyco',
  'document_check',
  'scan',
  'value_check',
  'ioss_invalid',
  'vat_unpaid',
  'restricted_goods',
  'label_mismatch',
  'random',
] as const;
export const failReasons = [
  'rejected_declaration',
  'counterfeit',
  'prohibited',
  'no_documents',
  'consignee_refused',
  'undervalued',
  'seized',
  'timeout',
] as const;
export const dispositions = ['returned', 'destroyed', 'abandoned', 'seized'] as const;
/** Abnormalities of a parcel itself; further types are defined for cases. */
export const abnormalTypes = [
  'shortage',
  'surplus',
  'damaged',
  'label_unreadable',
  'no_data',
  'duplicate_label',
  'wrong_destination',
  'documents_required',
  'hs_mismatch',
  'undervalued',
  'counterfeit',
  'prohibited',
] as const;
export const inspectionTypes = ['physical', 'scan', 'documents'] as const;

/** A parcel in lists: only the initial of its consignee. */
export const parcelRow = object(() => ({
  id: id(),
  billId: id(),
  billNo: code(billNo),
  batchNo: code(batchNo),
  trackingNo: code(trackingNo),
  boxNo: code(boxNo),
  palletNo: text(20).nullable(),
  /** Its declaration. */
  clearanceBatch: text(30).nullable(),
  destinationCode: text(30).nullable(),
  /** Leading letters of the tracking number, which route it to the last-mile carrier. */
  prefix: text(6).nullable(),
  /** Number of parcels announced for its box. */
  totalParcelCount: count(),
  state: stateOf({ name: 'parcel', states: parcelStates }),
  /** Time of its last state change. */
  stateAt: dateTime('landing').nullable(),
  previousState: stateOf({ name: 'parcel', states: parcelStates }).nullable(),
  fyco: flag(),
  holdReason: choice('holdReason', holdReasons).nullable(),
  failReason: choice('failReason', failReasons).nullable(),
  disposition: choice('disposition', dispositions).nullable(),
  abnormalType: choice('abnormalType', abnormalTypes).nullable(),
  stateRemark: note(500).nullable(),
  mrn: text(18).nullable(),
  hsStatus: choice('hsStatus', ['unprocessed', 'success', 'failed', 'exception']),
  declarationSystem: choice('declarationSystem', ['DECO', 'AGS']),
  vatScheme: choice('vatScheme', ['ioss', 'special', 'standard']),
  value: money(),
  currency: code(currencyCode),
  grossWeight: weight(),
  consigneeName: text(100),
  city: text(80),
  country: text(2),
  sellerName: text(120),
  orderNo: text(40).nullable(),
  createdAt: dateTime(),
  releasedAt: dateTime('landing').nullable(),
  heldAt: dateTime('landing').nullable(),
  failedAt: dateTime('landing').nullable(),
  outboundAt: dateTime('warehouse').nullable(),
  completedAt: dateTime('landing').nullable(),
  /** Landing airport of the bill, whose clock its times use. */
  landingAirportId: id(),
}));
export type ParcelRow = z.output<typeof parcelRow>;

/** Inputs of the actions on a parcel. */
export type ParcelFacts = Pick<
  ParcelRow,
  'state' | 'previousState' | 'releasedAt' | 'outboundAt' | 'disposition'
> & {
  /** True if the CMR it left with has its POD. */
  readonly delivered: boolean;
  /** True if its box was scanned out. */
  readonly boxLeft: boolean;
};

/** Time within which a release can be undone. */
const SET_BACK_WITHIN = 24 * 3_600_000;

const at = dateTime('landing').optional();
const remark = note(500).optional();
/** Input of each action. Times are now if left out. */
export const parcelGiven = {
  /** Proof of release: the MRN, the customs message, or a remark; not needed for a batch with an MRN. */
  free: strictObject(() => ({ mrn: code(mrn).optional(), reference: text(60).optional(), at, remark })),
  hold: strictObject(() => ({
    reason: choice('holdReason', holdReasons),
    type: choice('inspectionType', inspectionTypes).optional(),
    noticeRef: text(40).optional(),
    at,
    remark,
  })),
  fail: strictObject(() => ({
    reason: choice('failReason', failReasons),
    disposition: choice('disposition', dispositions).optional(),
    at,
    remark,
  })),
  abnormal: strictObject(() => ({ type: choice('abnormalType', abnormalTypes), at, remark })),
  removeAbnormal: strictObject(() => ({ resolution: text(500) })),
  deliver: strictObject(() => ({ proof: text(200), at, remark })),
  setBack: strictObject(() => ({ reason: text(500) })),
  redeclare: strictObject(() => ({ clearanceBatch: text(30), remark })),
  dispose: strictObject(() => ({ disposition: choice('disposition', dispositions), remark })),
  complete: strictObject(() => ({ at, remark })),
  undoComplete: strictObject(() => ({ reason: text(500) })),
} as const;
export type ParcelAction = keyof typeof parcelGiven;
export type ParcelGiven = { readonly [A in ParcelAction]: z.output<(typeof parcelGiven)[A]> };

const parcels = permit('bill.customs.parcels');
const cases = permit('bill.cases.edit');

/** Actions on a parcel. The proof of a release depends on the input and is checked by the API. */
export const parcelMachine = machine<ParcelFacts>()({
  name: 'parcel',
  calls: {
    deliver: 'parcel.deliver',
    setBack: 'parcel.setBack',
    redeclare: 'parcel.redeclare',
    dispose: 'parcel.dispose',
    complete: 'parcel.complete',
    undoComplete: 'parcel.undoComplete',
  },
  states: parcelStates,
  stateOf: ({ state }) => state,
  always: [
    {
      exempt: ['undoComplete'],
      guard: ({ state }) => (state === 'completed' ? problem('PARCEL_COMPLETED') : undefined),
    },
  ],
  actions: {
    free: {
      from: ['clearance', 'held'],
      to: 'free',
      permission: parcels,
      asks: parcelGiven.free,
      inverse: 'setBack',
      tone: 'primary',
    },
    hold: {
      from: ['clearance', 'free'],
      to: 'held',
      permission: parcels,
      asks: parcelGiven.hold,
      guards: [left],
      inverse: 'free',
    },
    fail: {
      from: ['clearance', 'held'],
      to: 'failed',
      permission: parcels,
      asks: parcelGiven.fail,
      inverse: 'redeclare',
      tone: 'danger',
    },
    abnormal: {
      from: ['clearance', 'free', 'held'],
      to: 'abnormal',
      permission: cases,
      asks: parcelGiven.abnormal,
      inverse: 'removeAbnormal',
    },
    removeAbnormal: {
      from: ['abnormal'],
      to: 'computed',
      permission: cases,
      asks: parcelGiven.removeAbnormal,
      inverse: 'abnormal',
    },
    deliver: { from: ['abnormal'], to: 'completed', permission: cases, asks: parcelGiven.deliver },
    setBack: {
      from: ['free'],
      to: 'clearance',
      permission: parcels,
      asks: parcelGiven.setBack,
      guards: [
        left,
        ({ releasedAt }) =>
          releasedAt && Date.now() - Date.parse(releasedAt) > SET_BACK_WITHIN
            ? problem('PARCEL_SET_BACK_LATE')
            : undefined,
      ],
      inverse: 'free',
    },
    redeclare: {
      from: ['failed'],
      to: 'clearance',
      permission: parcels,
      asks: parcelGiven.redeclare,
      guards: [disposed],
    },
    dispose: {
      from: ['failed'],
      to: 'same',
      permission: parcels,
      asks: parcelGiven.dispose,
      guards: [disposed],
      tone: 'danger',
    },
    complete: {
      from: ['free'],
      to: 'completed',
      permission: parcels,
      asks: parcelGiven.complete,
      guards: [
        ({ outboundAt, boxLeft, delivered }) =>
          outboundAt || boxLeft || delivered ? undefined : problem('PARCEL_NOT_OUT'),
      ],
      inverse: 'undoComplete',
    },
    undoComplete: {
      from: ['completed'],
      to: 'free',
      permission: parcels,
      asks: parcelGiven.undoComplete,
      guards: [
        ({ delivered }) => (delivered ? problem('PARCEL_DELIVERED') : undefined),
        // A parcel delivered as abnormal was closed with its proof.
        ({ previousState }) => (previousState === 'abnormal' ? problem('PARCEL_COMPLETED') : undefined),
      ],
      inverse: 'complete',
    },
  },
});

function left({ outboundAt, boxLeft }: ParcelFacts) {
  return outboundAt || boxLeft ? problem('PARCEL_LEFT') : undefined;
}
function disposed({ disposition }: ParcelFacts) {
  return disposition
    ? problem('PARCEL_DISPOSED', { disposition: { choice: ['disposition', disposition] } })
    : undefined;
}

/** One event of a parcel. */
export const parcelEvent = object(() => ({
  at: dateTime('landing'),
  what: choice('parcelEvent', [
    'created',
    'free',
    'hold',
    'fail',
    'abnormal',
    'removeAbnormal',
    'deliver',
    'setBack',
    'redeclare',
    'dispose',
    'complete',
    'undoComplete',
    'pod',
    'undoPod',
  ]),
  toState: stateOf({ name: 'parcel', states: parcelStates }),
  operatorName: actorName(60).nullable(),
  remark: note(600).nullable(),
}));

/** An item line of a parcel. */
export const itemLineRow = object(() => ({
  id: id(),
  lineNo: count(),
  sku: text(60).nullable(),
  nameEn: text(200),
  nameCn: text(200).nullable(),
  hsCode: text(10),
  hsStatus: choice('hsStatus', ['unprocessed', 'success', 'failed', 'exception']).nullable(),
  quantity: count(1),
  unitPrice: money(),
  lineValue: money(),
  currency: code(currencyCode),
  netWeight: weight().nullable(),
  originCountry: text(2),
}));

/** One parcel in full. The consignee is shown in full to those who may change parcels, else masked. */
export const parcelDetail = extended(parcelRow, () => ({
  delivered: flag(),
  boxLeft: flag(),
  address: text(200).nullable(),
  postcode: text(12),
  phone: text(30).nullable(),
  email: text(120).nullable(),
  iossNo: text(12).nullable(),
  referenceNo: text(40).nullable(),
  freight: money().nullable(),
  masked: flag(),
  lines: z.array(itemLineRow),
  history: z.array(parcelEvent),
}));
export type ParcelDetail = z.output<typeof parcelDetail>;

/** A box for customs: its parcels counted by state. */
export const customsBoxRow = object(() => ({
  id: id(),
  billId: id(),
  boxNo: code(boxNo),
  boxState: choice('boxState', [
    'expected',
    'received',
    'blocked',
    'ready',
    'palletised',
    'loaded',
    'delivered',
    'missing',
  ]),
  clearanceBatch: text(30).nullable(),
  destinationCode: text(30).nullable(),
  totalParcelCount: count(),
  weight: weight(),
  parcelsClearance: count(),
  parcelsFree: count(),
  parcelsHeld: count(),
  parcelsFailed: count(),
  parcelsAbnormal: count(),
  parcelsCompleted: count(),
  inboundAt: dateTime('warehouse').nullable(),
  outboundAt: dateTime('warehouse').nullable(),
}));

/** A declaration of a bill with its parcels by state: the unit of a release. */
const declarationRow = object(() => ({
  clearanceBatch: text(30),
  mrn: text(18).nullable(),
  declarationSystem: choice('declarationSystem', ['DECO', 'AGS', 'H1_BE', 'ABI']),
  total: count(),
  parcelsClearance: count(),
  parcelsFree: count(),
  parcelsHeld: count(),
}));

/** Filters of the list, its counts and its export. */
export const parcelFilters = [
  'billId',
  'id',
  'state',
  'trackingNo',
  'boxNo',
  'billNo',
  'holdReason',
  'failReason',
  'disposition',
  'abnormalType',
  'clearanceBatch',
  'destinationCode',
  'hsStatus',
  'declarationSystem',
  'country',
  'stateAt',
] as const;
export const parcelSorts = ['trackingNo', 'stateAt', 'boxNo', 'value', 'grossWeight'] as const;
const query = listQuery(parcelRow, parcelFilters, parcelSorts);

const numbers = z.array(z.string().trim().min(1).max(60)).max(MAX_PARCEL_TARGETS).optional();
/** All matches of a filter of the list, with the number the user saw. */
export const parcelsMatching = strictObject(() => ({
  filter: filterOf(query),
  expected: z.int().min(1),
})).optional();
/**
 * The parcels of a call: by their numbers, by those of their boxes, by their declaration; or all matches of a filter of
 * the list, with the number the user saw.
 */
export const parcelTargets = {
  trackingNos: numbers,
  boxNos: numbers,
  clearanceBatches: numbers,
  matching: parcelsMatching,
};
export interface ParcelTargets {
  readonly trackingNos?: readonly string[] | undefined;
  readonly boxNos?: readonly string[] | undefined;
  readonly clearanceBatches?: readonly string[] | undefined;
  readonly matching?: ParcelsMatching | undefined;
}
export type ParcelsMatching = NonNullable<z.output<typeof parcelsMatching>>;

const view = permit('bill.customs.view');
/** Errors of a call on parcels of a bill. */
export const targetErrors = ['NOT_FOUND', 'BILL_REMOVED', 'BILL_ARCHIVED', 'COUNT_CHANGED'] as const;
/**
 * Declares a call that changes the state of parcels of one bill, or of any bills if selected by a filter: returns the
 * refused parcels with the reasons.
 */
const move = <P extends string, M extends 'POST' | 'PUT', S extends Record<string, z.ZodType>>(
  method: M,
  path: P,
  action: ParcelAction,
  given: S,
) =>
  ({
    method,
    path,
    access: parcelMachine.actions[action].permission,
    body: strictObject(() => ({ billId: id().optional(), ...parcelTargets, ...given })),
    answer: bulkAnswer,
    errors: targetErrors,
  }) as const;

const boxQuery = listQuery(
  customsBoxRow,
  ['billId', 'boxNo', 'boxState', 'clearanceBatch', 'destinationCode'],
  ['boxNo'],
);

/** Calls on parcels and their customs status. */
export const parcelApi = {
  /** For one bill all parcels; over all bills those that are held, failed or abnormal. */
  list: endpoint({
    method: 'GET',
    path: '/bill-lading/custom/parcels',
    access: view,
    query,
    answer: pageOf(parcelRow),
    extension: true,
  }),
  count: endpoint({
    method: 'GET',
    path: '/bill-lading/custom/parcels/count',
    access: view,
    query,
    answer: object(() => ({
      all: z.int(),
      ...countPer(namesOf(parcelStates)),
    })),
    extension: true,
  }),
  export: exportOf('/bill-lading/custom/parcels', view, query, true),
  get: endpoint({
    method: 'GET',
    path: '/bill-lading/custom/parcels/{id}',
    access: view,
    params: strictObject(() => ({ id: id() })),
    answer: parcelDetail,
    extension: true,
  }),
  boxes: endpoint({
    method: 'GET',
    path: '/bill-lading/custom/boxes',
    access: view,
    query: boxQuery,
    answer: pageOf(customsBoxRow),
  }),
  exportBoxes: exportOf('/bill-lading/custom/boxes', view, boxQuery, true),
  declarations: endpoint({
    method: 'GET',
    path: '/bill-lading/custom/declarations',
    access: view,
    query: strictObject(() => ({ billId: id() })),
    answer: z.array(declarationRow),
    extension: true,
  }),
  free: endpoint(move('POST', '/bill-lading/custom/free', 'free', parcelGiven.free.shape)),
  setBack: endpoint({
    ...move('PUT', '/bill-lading/custom/free', 'setBack', parcelGiven.setBack.shape),
    extension: true,
  }),
  hold: endpoint(move('POST', '/bill-lading/custom/hold', 'hold', parcelGiven.hold.shape)),
  fail: endpoint(move('POST', '/bill-lading/custom/failure', 'fail', parcelGiven.fail.shape)),
  redeclare: endpoint({
    ...move('PUT', '/bill-lading/custom/failure', 'redeclare', parcelGiven.redeclare.shape),
    errors: [...targetErrors, 'REFERENCE_UNKNOWN', 'BATCH_CLOSED'],
    extension: true,
  }),
  dispose: endpoint({
    ...move('PUT', '/bill-lading/custom/disposition', 'dispose', parcelGiven.dispose.shape),
    extension: true,
  }),
  abnormal: endpoint(move('POST', '/bill-lading/custom/abnormal', 'abnormal', parcelGiven.abnormal.shape)),
  removeAbnormal: endpoint(
    move('PUT', '/bill-lading/custom/abnormal', 'removeAbnormal', parcelGiven.removeAbnormal.shape),
  ),
  deliver: endpoint({
    ...move('POST', '/bill-lading/custom/abnormal/delivery', 'deliver', parcelGiven.deliver.shape),
    extension: true,
  }),
  complete: endpoint({
    ...move('POST', '/bill-lading/custom/complete', 'complete', parcelGiven.complete.shape),
    extension: true,
  }),
  undoComplete: endpoint({
    ...move('PUT', '/bill-lading/custom/complete', 'undoComplete', parcelGiven.undoComplete.shape),
    extension: true,
  }),
};

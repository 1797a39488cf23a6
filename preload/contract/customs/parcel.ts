import * as z from 'zod';
import { places } from '../custody/place';
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
import { machine, type State } from '../machine';
import { permit } from '../permissions';
import { batchNo, billNo, boxNo, trackingNo } from '../rules/codes';
import { type CustomsAnswer, customsOf, hasLeft } from '../rules/custody';
import { mrn } from '../rules/customs';
import { currencyCode } from '../rules/places';
import { extended, object, strictObject } from '../shape';
import { looseFields } from './loose';

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
  /** Null for a parcel that is in no box. */
  boxNo: code(boxNo).nullable(),
  palletNo: text(20).nullable(),
  /** Its declaration. */
  clearanceBatch: text(30).nullable(),
  destinationCode: text(30).nullable(),
  /** Leading letters of the tracking number, which route it to the last-mile carrier. */
  prefix: text(6).nullable(),
  /** Number of parcels announced for its box. */
  totalParcelCount: count().nullable(),
  state: stateOf({ name: 'parcel', states: parcelStates }),
  /** Time of its last state change. */
  stateAt: dateTime('landing').nullable(),
  previousState: stateOf({ name: 'parcel', states: parcelStates }).nullable(),
  fyco: flag(),
  holdReason: choice('holdReason', holdReasons).nullable(),
  failReason: choice('failReason', failReasons).nullable(),
  disposition: choice('disposition', dispositions).nullable(),
  /** Where it is: with its box, or at a place of its own. */
  place: stateOf({ name: 'place', states: places }),
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
  'state' | 'previousState' | 'releasedAt' | 'place' | 'disposition'
> & {
  /** True if its box was handed over, by a truck or at the gate. */
  readonly delivered: boolean;
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
      from: ['clearance', 'held', 'abnormal'],
      to: 'free',
      keeps: ['abnormal'],
      permission: parcels,
      asks: parcelGiven.free,
      guards: [answered('clearance', 'held')],
      inverse: 'setBack',
      tone: 'primary',
    },
    hold: {
      from: ['clearance', 'free', 'abnormal'],
      to: 'held',
      keeps: ['abnormal'],
      permission: parcels,
      asks: parcelGiven.hold,
      guards: [answered('clearance', 'free'), left],
      inverse: 'free',
    },
    fail: {
      from: ['clearance', 'held', 'abnormal'],
      to: 'failed',
      keeps: ['abnormal'],
      permission: parcels,
      asks: parcelGiven.fail,
      guards: [answered('clearance', 'held')],
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
      from: ['free', 'abnormal'],
      to: 'clearance',
      keeps: ['abnormal'],
      permission: parcels,
      asks: parcelGiven.setBack,
      guards: [
        answered('free'),
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
        ({ place, delivered }) => (hasLeft(place) || delivered ? undefined : problem('PARCEL_NOT_OUT')),
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
        // Completion cannot be undone for a parcel that was abnormal: it was delivered with a proof.
        ({ previousState }) => (previousState === 'abnormal' ? problem('PARCEL_COMPLETED') : undefined),
      ],
      inverse: 'complete',
    },
  },
});

/** Refuses an abnormal parcel unless its customs status is one of these, because the action changes that status. */
function answered(...from: readonly CustomsAnswer[]) {
  return (parcel: ParcelFacts) => {
    const state = customsOf(parcel);
    return from.includes(state)
      ? undefined
      : problem('STATE_NOT_ALLOWED', { status: { state: ['parcel', state] } });
  };
}
function left({ place }: ParcelFacts) {
  return hasLeft(place) ? problem('PARCEL_LEFT') : undefined;
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
    'invalidate',
    'dispose',
    'complete',
    'undoComplete',
    'pod',
    'undoPod',
    'takeOut',
    'putIn',
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
  merchantProductId: text(70).nullable(),
  manufacturerProductId: text(70).nullable(),
  standardProductId: text(70).nullable(),
  preference: text(3).nullable(),
}));

export type ItemLine = z.output<typeof itemLineRow>;

/** One parcel in full. The consignee is shown in full to those who may change parcels, else masked. */
export const parcelDetail = extended(parcelRow, () => ({
  delivered: flag(),
  ...looseFields(),
  address: text(200).nullable(),
  postcode: text(12),
  phone: text(30).nullable(),
  email: text(120).nullable(),
  iossNo: text(12).nullable(),
  referenceNo: text(40).nullable(),
  freight: money().nullable(),
  masked: flag(),
  /** Additional procedure codes of a low-value declaration. */
  procedures: text(20).nullable(),
  /** True if customs demands a product identifier that an item lacks. */
  unidentified: flag(),
  lines: z.array(itemLineRow),
  history: z.array(parcelEvent),
}));
export type ParcelDetail = z.output<typeof parcelDetail>;

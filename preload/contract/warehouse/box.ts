import * as z from 'zod';
import { billStages } from '../bill/bill';
import { places } from '../custody/place';
import { looseFields, looseReasons } from '../customs/loose';
import { parcelStates } from '../customs/parcel';
import { endpoint } from '../endpoint';
import { fileErrors } from '../errors';
import { choice, code, count, dateTime, flag, id, note, ref, stateOf, text, weight } from '../fields';
import { MAX_BULK, MAX_UPLOAD } from '../limits';
import { countPer, type State } from '../machine';
import { namesOf } from '../names';
import { listQuery, pageOf } from '../paging';
import { permit } from '../permissions';
import { boxNo, trackingNo, uldNo } from '../rules/codes';
import { extended, object, strictObject } from '../shape';
import { tapeColors } from '../vocabulary';

/** States of a box, computed (rules/boxState), never typed. */
export const boxStates = {
  expected: { rank: 10, tone: 'neutral' },
  received: { rank: 20, tone: 'info' },
  blocked: { rank: 30, tone: 'bad' },
  ready: { rank: 40, tone: 'good' },
  palletised: { rank: 50, tone: 'progress' },
  loaded: { rank: 60, tone: 'progress' },
  delivered: { rank: 70, tone: 'good' },
  missing: { rank: 80, tone: 'warning' },
} as const satisfies Record<string, State>;
export type BoxState = keyof typeof boxStates;

/** A carton or bag with a label. */
export const boxRow = object(() => ({
  id: id(),
  billId: id(),
  boxNo: code(boxNo),
  batchId: id().nullable(),
  uldNo: code(uldNo).nullable(),
  declaredParcels: count(),
  scannedParcels: count().nullable(),
  weight: weight(),
  measuredWeight: weight().nullable(),
  destinationCode: text(20).nullable(),
  tapeColor: choice('tapeColor', tapeColors).nullable(),
  state: stateOf({ name: 'box', states: boxStates }),
  place: stateOf({ name: 'place', states: places }),
  /** The warehouse, or the note of its truck. */
  placeId: id().nullable(),
  placedAt: dateTime('warehouse').nullable(),
  inboundAt: dateTime('warehouse').nullable(),
  inboundBy: ref('staff').nullable(),
  outboundAt: dateTime('warehouse').nullable(),
  outboundBy: ref('staff').nullable(),
  pickId: id().nullable(),
  palletId: id().nullable(),
  remark: note(500).nullable(),
}));

/** Centimetres with one decimal. */
const centimetres = z.number().min(0).max(1000);

/** A box with the names of its related records. */
export const boxView = extended(boxRow, () => ({
  length: centimetres.nullable(),
  width: centimetres.nullable(),
  height: centimetres.nullable(),
  pickNo: text(20).nullable(),
  palletNo: text(20).nullable(),
  photos: count(),
}));
export type BoxView = z.output<typeof boxView>;

const boxFilters = [
  'state',
  'place',
  'boxNo',
  'pickId',
  'palletId',
  'uldNo',
  'inboundAt',
  'outboundAt',
] as const;

/** A trip on the scan screen. */
const scanTrip = object(() => ({
  id: id(),
  pickNo: text(20),
  plateNo: text(14),
  /** Boxes expected and scanned. */
  expected: count(),
  done: count(),
}));

/** Scan progress of a leg. */
export const scanProgress = object(() => ({
  billId: id(),
  billNo: text(20),
  batchNo: text(30),
  stage: stateOf({ name: 'bill', states: billStages }),
  expected: count(),
  done: count(),
  /** Surplus boxes among the scanned ones: boxes that were not announced. */
  surplus: count(),
  photoRequired: flag(),
  photos: count(),
  /** True if the caller may type a number that cannot be scanned. */
  mayType: flag(),
  trips: z.array(scanTrip),
}));
export type ScanProgress = z.output<typeof scanProgress>;

const leg = choice('scanLeg', ['inbound', 'outbound']);
export type ScanLeg = z.output<typeof leg>;

/** A bill that has a scanned box. */
const scanBill = object(() => ({ billId: id(), billNo: text(20), batchNo: text(30) }));
export type ScanBill = z.output<typeof scanBill>;

/**
 * Result of a scan. `recovered` is a box that was thought lost. Nothing was written for `again`, `surplus` and `elsewhere`: of
 * the last two the bill has no such box; `elsewhere` names the other open bills that have it.
 */
export const scanAnswer = object(() => ({
  result: choice('scanResult', ['done', 'recovered', 'again', 'surplus', 'elsewhere']),
  box: boxView.nullable(),
  bills: z.array(scanBill),
  expected: count(),
  done: count(),
  surplus: count(),
}));
export type ScanAnswer = z.output<typeof scanAnswer>;

/** A parcel of a bill in the warehouse that is in no box. */
export const looseParcel = object(() => ({
  id: id(),
  trackingNo: code(trackingNo),
  state: stateOf({ name: 'parcel', states: parcelStates }),
  grossWeight: weight(),
  ...looseFields(),
}));
export type LooseParcel = z.output<typeof looseParcel>;

const view = permit('bill.warehouse.view');
const edit = permit('bill.warehouse.edit');
const ofBill = strictObject(() => ({ id: id() }));
const ofBox = strictObject(() => ({ id: id() }));
const onBill = ['BILL_REMOVED', 'BILL_ARCHIVED'] as const;

/** Boxes of bills, scanned in and out of the warehouse. */
export const boxApi = {
  list: endpoint({
    method: 'GET',
    path: '/bill-lading/{id}/box',
    access: view,
    params: ofBill,
    query: listQuery(boxRow, boxFilters, ['boxNo', 'state', 'weight', 'inboundAt', 'outboundAt', 'uldNo']),
    answer: pageOf(boxView),
    extension: true,
  }),
  counts: endpoint({
    method: 'GET',
    path: '/bill-lading/{id}/box/count',
    access: view,
    params: ofBill,
    answer: object(() => ({
      all: z.int(),
      ...countPer(namesOf(boxStates)),
    })),
    extension: true,
  }),
  progress: endpoint({
    method: 'GET',
    path: '/bill-lading/{id}/box/scan',
    access: view,
    params: ofBill,
    query: strictObject(() => ({ leg })),
    answer: scanProgress,
    extension: true,
  }),
  scan: endpoint({
    method: 'POST',
    path: '/bill-lading/{id}/box/scan',
    access: edit,
    params: ofBill,
    body: strictObject(() => ({
      leg,
      boxNo: code(boxNo),
      /** The truck it arrives or leaves with; by default the expected one. */
      pickId: id().optional(),
      /** True if typed by hand, which needs a permission. */
      typed: z.boolean().default(false),
      /** True to accept a box that no open bill has as a surplus. */
      surplus: z.boolean().default(false),
    })),
    answer: scanAnswer,
    errors: [
      ...onBill,
      'PDA_TYPING',
      'BOX_BLOCKED',
      'BOX_NOT_RELEASED',
      'BOX_NOT_RECEIVED',
      'BOX_GONE',
      'BOX_ELSEWHERE',
      'LEG_FINISHED',
      'LEG_PREVIOUS_OPEN',
      'LEG_NOTHING_FREE',
      'LEG_NO_DESTINATION',
      'PICK_MISSING',
    ],
    extension: true,
  }),
  /** Undoes a scan, while its leg is open. */
  unscan: endpoint({
    method: 'POST',
    path: '/bill-lading/{id}/box/unscan',
    access: edit,
    params: ofBill,
    body: strictObject(() => ({ leg, boxNo: code(boxNo) })),
    answer: scanAnswer,
    errors: [
      ...onBill,
      'LEG_FINISHED',
      'BOX_GONE',
      'BOX_NOT_CARRIED',
      'BOX_DEPARTED',
      'BOX_ON_PALLET',
      'BOX_COLLECTED',
    ],
    extension: true,
  }),
  /** Parcels of a bill that are in no box. */
  loose: endpoint({
    method: 'GET',
    path: '/bill-lading/{id}/box/loose',
    access: view,
    params: ofBill,
    answer: z.array(looseParcel),
    extension: true,
  }),
  /** Takes parcels out of their boxes in the warehouse: into another box, into a new one, or into none. */
  repack: endpoint({
    method: 'POST',
    path: '/bill-lading/{id}/box/repack',
    access: edit,
    params: ofBill,
    body: strictObject(() => ({
      trackingNos: z.array(code(trackingNo)).min(1).max(MAX_BULK),
      /** Box of the same bill that they go into; null for a new box, or for none. */
      boxNo: code(boxNo).nullable().default(null),
      /** True for a new box, with a number made from that of the first box; needs no `boxNo`. */
      newBox: z.boolean().default(false),
      reason: choice('looseReason', looseReasons),
      remark: note(200).nullable().default(null),
    })),
    /** The parcels that moved, and the box they are in now. */
    answer: object(() => ({ changed: z.int(), box: boxView.nullable() })),
    errors: [
      ...onBill,
      'GOODS_UNKNOWN',
      'PARCEL_COMPLETED',
      'PARCEL_DISPOSED',
      'BOX_NOT_RECEIVED',
      'BOX_GONE',
      'PALLET_BOX_UNKNOWN',
    ],
    creates: true,
    extension: true,
  }),
  weigh: endpoint({
    method: 'PUT',
    path: '/bill-lading/box/{id}',
    access: edit,
    params: ofBox,
    body: strictObject(() => ({
      weight: weight(),
      length: centimetres.nullable().default(null),
      width: centimetres.nullable().default(null),
      height: centimetres.nullable().default(null),
      remark: note(500).nullable().optional(),
    })),
    answer: boxView,
    errors: onBill,
    extension: true,
  }),
  photo: endpoint({
    method: 'POST',
    path: '/bill-lading/box/{id}/photo',
    access: edit,
    kind: 'upload',
    params: ofBox,
    file: { types: ['jpg', 'jpeg'], max: MAX_UPLOAD },
    answer: boxView,
    errors: [...fileErrors, ...onBill],
    creates: true,
    extension: true,
  }),
};

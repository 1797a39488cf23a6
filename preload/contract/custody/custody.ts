import type * as z from 'zod';
import { endpoint } from '../endpoint';
import { choice, code, codes, count, dateTime, id, note, ref, stateOf, text } from '../fields';
import type { State } from '../machine';
import { listQuery, pageOf } from '../paging';
import { permit } from '../permissions';
import { exportOf } from '../resource';
import { batchNo, billNo, boxNo, trackingNo } from '../rules/codes';
import type { ReportedPlace } from '../rules/custody';
import { extended, object, strictObject } from '../shape';
import { places } from './place';

/** Records that prove a move. `opening`: goods that were there when the ledger began. */
export const proofs = [
  'scan',
  'file',
  'pallet',
  'cmr',
  'pod',
  'node',
  'gate',
  'case',
  'decision',
  'count',
  'opening',
] as const;
export type ProofKind = (typeof proofs)[number];

const place = stateOf({ name: 'place', states: places });

/** A line of the ledger: boxes, or parcels outside of their boxes, of one bill that moved together. */
export const custodyMoveRow = object(() => ({
  id: id(),
  billId: id(),
  /** Time of the move as stated. */
  at: dateTime('warehouse'),
  recordedAt: dateTime(),
  recordedBy: ref('staff').nullable(),
  unit: choice('goodsUnit', ['box', 'parcel']),
  fromPlace: place,
  fromId: id().nullable(),
  toPlace: place,
  toId: id().nullable(),
  /** Boxes or parcels moved. */
  quantity: count(),
  proof: choice('custodyProof', proofs),
  /** The trip, pallet, note or case that proves it. */
  proofId: id().nullable(),
  /** Number of the proof as printed. */
  proofText: text(60).nullable(),
  /** The move that this one undoes. */
  reverses: id().nullable(),
  remark: note(500).nullable(),
}));
export type CustodyMove = z.output<typeof custodyMoveRow>;

/** A move with its bill and the numbers of its places. */
export const moveView = extended(custodyMoveRow, () => ({
  billNo: code(billNo),
  batchNo: code(batchNo),
  /** Code of the warehouse, or number of the note. */
  fromName: text(40).nullable(),
  toName: text(40).nullable(),
  warehouseId: id().nullable(),
  landingAirportId: id(),
}));
export type MoveView = z.output<typeof moveView>;

/** Goods of a bill at one place. */
export const stop = object(() => ({
  place,
  placeId: id().nullable(),
  name: text(100).nullable(),
  boxes: count(),
  /** Number of parcels: those in the boxes, and those here without their box. */
  parcels: count(),
  /** Parcels here that customs holds. */
  held: count(),
  /** Boxes counted here without their numbers; not in `boxes`. */
  unnamed: count(),
  since: dateTime('warehouse').nullable(),
}));
export type Stop = z.output<typeof stop>;

const standing = object(() => ({
  stops: stop.array(),
  /** Times of all moves, oldest first, at most the last 500. */
  times: dateTime('warehouse').array(),
}));
export type Standing = z.output<typeof standing>;

const { lost, never, warehouse, customs, returned, destroyed, delivered } = places;
const reportable = { warehouse, lost, never, customs, returned, destroyed, delivered } satisfies Record<
  ReportedPlace,
  State
>;

const view = permit('bill.manage.view');
const query = listQuery(
  moveView,
  ['billId', 'billNo', 'unit', 'fromPlace', 'toPlace', 'proof', 'at'],
  ['at', 'recordedAt'],
);
const ofBill = strictObject(() => ({ id: id() }));
const ofParcel = strictObject(() => ({ id: id() }));

/** Where the goods of a bill are, and each move with its proof. */
export const custodyApi = {
  /** Places with counts, now or at an earlier instant. */
  stops: endpoint({
    method: 'GET',
    path: '/bill-lading/{id}/custody',
    access: view,
    params: ofBill,
    query: strictObject(() => ({ at: dateTime('warehouse').optional() })),
    answer: standing,
    extension: true,
  }),
  list: endpoint({
    method: 'GET',
    path: '/bill-lading/custody',
    access: view,
    query,
    answer: pageOf(moveView),
    extension: true,
  }),
  export: exportOf('/bill-lading/custody', view, query, true),
  /** The chain of a parcel: its own moves, and those of the boxes that it was in, oldest first. */
  parcel: endpoint({
    method: 'GET',
    path: '/bill-lading/parcel/{id}/custody',
    access: view,
    params: ofParcel,
    answer: object(() => ({ moves: moveView.array() })),
    extension: true,
  }),
  /** Reports goods as lost, found again, destroyed, returned to the sender, kept by customs, or as never existing. */
  report: endpoint({
    method: 'POST',
    path: '/bill-lading/{id}/custody',
    access: permit('bill.cases.edit'),
    params: ofBill,
    body: strictObject(() => ({
      boxNos: codes(boxNo, 2000).default([]),
      trackingNos: codes(trackingNo, 2000).default([]),
      to: stateOf({ name: 'place', states: reportable }),
      /** Now if left out. */
      at: dateTime('warehouse').optional(),
      /** Number of the paper that shows it: a certificate, a letter, a decision. */
      proof: text(60).nullable().default(null),
      reason: note(500),
    })),
    answer: object(() => ({ changed: count(), stops: stop.array() })),
    errors: ['BILL_REMOVED', 'BILL_ARCHIVED', 'GOODS_UNKNOWN', 'GOODS_THERE', 'GOODS_NOT_FROM', 'GOODS_STAY'],
    extension: true,
  }),
};

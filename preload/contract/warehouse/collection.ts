import * as z from 'zod';
import { endpoint } from '../endpoint';
import { code, count, dateTime, id, note, ref, text } from '../fields';
import { permit } from '../permissions';
import { boxNo } from '../rules/codes';
import { object, strictObject } from '../shape';

const taken = {
  collectedAt: dateTime('warehouse'),
  /** Name of the person who signed at the gate. */
  signer: text(120),
  /** Number of an identity document, or of the vehicle. */
  identity: text(60).nullable(),
  remark: note(500).nullable(),
  /** The signed paper or a photo, among the files of the bill. */
  attachmentId: z.string().max(64).nullable(),
};

/** Boxes that the customer collected at the warehouse, with the proof. */
export const collectionRow = object(() => ({
  id: id(),
  billId: id(),
  ...taken,
  boxCount: count(1),
  createdAt: dateTime(),
  createdBy: ref('staff').nullable(),
}));

/** A collection with the numbers of its boxes; empty if the bill has no box records. */
const collectionView = object(() => ({
  ...collectionRow.shape,
  boxNos: z.array(text(40)),
  fileName: text(255).nullable(),
}));
export type Collection = z.output<typeof collectionView>;

/** A box in the warehouse, and why it may not leave. */
const offered = object(() => ({
  boxNo: text(40),
  parcels: count(),
  /** The pallet under it; a closed one leaves as a whole. */
  pallet: object(() => ({
    palletNo: text(20),
    sscc: text(18).nullable(),
    isClosed: z.boolean(),
  })).nullable(),
  /** The reason in words; null if it may leave. */
  stays: text(500).nullable(),
}));
export type OfferedBox = z.output<typeof offered>;

const view = permit('bill.warehouse.view');
const edit = permit('bill.warehouse.edit');
const ofBill = strictObject(() => ({ id: id() }));
const closed = ['BILL_REMOVED', 'BILL_ARCHIVED'] as const;

/** Boxes handed over at the gate to a customer who collects them: delivered without a truck of ours. */
export const collectionApi = {
  list: endpoint({
    method: 'GET',
    path: '/bill-lading/{id}/collections',
    access: view,
    params: ofBill,
    answer: z.array(collectionView),
    extension: true,
  }),
  /**
   * Goods that the customer can collect: the boxes in the warehouse, or their number if the bill has no box records.
   */
  offer: endpoint({
    method: 'GET',
    path: '/bill-lading/{id}/collect',
    access: view,
    params: ofBill,
    answer: object(() => ({
      /** False if the service of the bill includes delivery. */
      collects: z.boolean(),
      /** True if boxes are counted, because the bill has no box records. */
      counted: z.boolean(),
      boxCount: count(),
      boxes: z.array(offered),
    })),
    extension: true,
  }),
  /** Hands boxes over: the named ones, or all that may leave; of a bill without box records, a number of them. */
  collect: endpoint({
    method: 'POST',
    path: '/bill-lading/{id}/collect',
    access: edit,
    params: ofBill,
    body: strictObject(() => ({
      collectedAt: taken.collectedAt.nullable().default(null),
      signer: taken.signer,
      identity: taken.identity.default(null),
      remark: taken.remark.default(null),
      attachmentId: taken.attachmentId.default(null),
      boxNos: z.array(code(boxNo)).min(1).max(2000).nullable().default(null),
      boxCount: count(1, 50_000).nullable().default(null),
    })),
    answer: collectionView,
    errors: [
      ...closed,
      'COLLECT_DELIVERY',
      'COLLECT_NOTHING',
      'COLLECT_NOT_RELEASED',
      'GOODS_UNKNOWN',
      'BOX_NOT_RECEIVED',
      'BOX_GONE',
      'BOX_ON_PALLET',
      'BOX_BLOCKED',
      'BOX_NOT_RELEASED',
      'REQUIRED',
      'NUMBER_MAX',
      'NODE_FUTURE',
      'NODE_ORDER',
      'REFERENCE_UNKNOWN',
    ],
    creates: true,
    extension: true,
  }),
  /** Undoes a collection: its boxes are in the warehouse again. */
  undo: endpoint({
    method: 'DELETE',
    path: '/bill-lading/{id}/collections/{collectionId}',
    access: edit,
    params: strictObject(() => ({ id: id(), collectionId: id() })),
    query: strictObject(() => ({ reason: text(500) })),
    errors: closed,
    extension: true,
  }),
};

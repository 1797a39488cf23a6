import * as z from 'zod';
import { type Bill, closedBill } from '../bill/bill';
import { endpoint } from '../endpoint';
import { problem } from '../errors';
import { choice, code, count, dateTime, flag, id, money, note, ref, stateOf, text, weight } from '../fields';
import { machine, type State } from '../machine';
import { permit } from '../permissions';
import { bulkAnswer } from '../resource';
import { batchNo, boxNo } from '../rules/codes';
import { declarationRef, mrn } from '../rules/customs';
import { amendRefused, noControl, notInUnion, underControl } from '../rules/declarationLife';
import { currencyCode } from '../rules/places';
import { extended, object, strictObject } from '../shape';
import { controlResult, decision, inspectionType, invalidationGround } from './declarationStep';
import { holdReasons } from './parcel';

/** States of one declaration. */
export const batchStates = {
  prepared: { rank: 10, tone: 'neutral' },
  declared: { rank: 20, tone: 'info' },
  accepted: { rank: 30, tone: 'progress' },
  control: { rank: 40, tone: 'warning' },
  rejected: { rank: 50, tone: 'bad' },
  refused: { rank: 55, tone: 'bad' },
  released: { rank: 60, tone: 'good' },
  invalidated: { rank: 70, tone: 'neutral' },
} as const satisfies Record<string, State>;

const system = choice('declarationSystem', ['DECO', 'AGS', 'H1_BE', 'ABI']);
const type = choice('declarationType', ['H7', 'H1', 'H6', '01', '11']);
export type DeclarationSystem = z.output<typeof system>;
export type DeclarationType = z.output<typeof type>;

/** Declaration types of each system. */
export const typesOf = {
  DECO: ['H7'],
  AGS: ['H1', 'H6'],
  H1_BE: ['H1', 'H6'],
  ABI: ['11', '01'],
} as const satisfies Record<DeclarationSystem, readonly DeclarationType[]>;

/** One declaration of a bill, with counts of its parcels by state. */
export const batchRow = object(() => ({
  id: id(),
  version: count(1),
  billId: id(),
  batchNo: code(batchNo),
  declarationSystem: system,
  declarationType: type,
  lrn: text(22).nullable(),
  mrn: text(18).nullable(),
  lines: count(),
  parcels: count(),
  boxes: count(),
  weight: weight(),
  value: money(),
  currency: code(currencyCode),
  status: stateOf({ name: 'batch', states: batchStates }),
  brokerName: text(120).nullable(),
  declarantName: text(120).nullable(),
  rejectReason: note(500).nullable(),
  declaredAt: dateTime('landing').nullable(),
  acceptedAt: dateTime('landing').nullable(),
  /** Latest control that customs announced; null if there was none. */
  inspectionType: inspectionType.nullable(),
  /** Result of that control; null while it is open. */
  controlResult: controlResult.nullable(),
  releasedAt: dateTime('landing').nullable(),
  /** True if it was sent to the customs office as messages under its present LRN. */
  transmitted: flag(),
  updatedAt: dateTime().nullable(),
  updatedBy: ref('staff').nullable(),
  parcelsClearance: count(),
  parcelsFree: count(),
  parcelsHeld: count(),
  parcelsFailed: count(),
}));
export type Batch = z.output<typeof batchRow>;

/** A declaration with the state of its bill, for the guards. */
export type BatchOfBill = Batch & { readonly bill: Pick<Bill, 'archived' | 'stage'> };

const held = choice('heldParcels', ['stay', 'released']);
/** Choice for held parcels when their declaration is released: to stay held, or to be released too. */
export type HeldParcels = z.output<typeof held>;
/** Maximum held parcels that the answer to a release lists. */
export const HELD_LISTED = 100;

const declare = permit('bill.customs.declare');
const filed = {
  lrn: code(declarationRef),
  brokerName: text(120),
  declarantName: text(120).nullable().default(null),
  /** Now if left out; never in the future. */
  declaredAt: dateTime('landing').nullable().default(null),
};
const version = { version: count(1) };

/** Actions before customs has accepted a declaration, and the correction of its numbers. */
const BEFORE = ['declare', 'accept', 'reject', 'redeclare', 'withdraw', 'transmit', 'updateDate'] as const;

/** Refuses declarations that are no low-value ones, and those that were sent already. */
function notToBeSent({ declarationType, transmitted }: Batch) {
  if (declarationType !== 'H7') return problem('CUSTOMS_NOT_H7');
  return transmitted ? problem('CUSTOMS_TRANSMITTED') : undefined;
}

/** Actions on a declaration. */
export const batchMachine = machine<BatchOfBill>()({
  name: 'batch',
  calls: {
    declare: 'batch.declare',
    accept: 'batch.accept',
    reject: 'batch.reject',
    redeclare: 'batch.redeclare',
    control: 'batch.control',
    release: 'batch.release',
    withdraw: 'batch.withdraw',
    amend: 'batch.amend',
    result: 'batch.result',
    invalidate: 'batch.invalidate',
    transmit: 'customsMessage.transmit',
  },
  states: batchStates,
  stateOf: ({ status }) => status,
  always: [
    { exempt: [], guard: ({ bill }) => closedBill(bill) },
    { exempt: [...BEFORE, 'release', 'control'], guard: notInUnion },
    { exempt: [...BEFORE, 'release', 'control', 'result'], guard: underControl },
  ],
  actions: {
    declare: {
      from: ['prepared'],
      to: 'declared',
      permission: declare,
      tone: 'primary',
      inverse: 'withdraw',
    },
    accept: {
      from: ['declared'],
      to: 'accepted',
      permission: declare,
      asks: strictObject(() => ({ mrn: code(mrn).nullable() })),
      tone: 'primary',
    },
    reject: {
      from: ['declared'],
      to: 'rejected',
      permission: declare,
      asks: strictObject(() => ({ reason: text(500) })),
      tone: 'danger',
    },
    redeclare: { from: ['rejected'], to: 'declared', permission: declare, tone: 'primary' },
    control: {
      from: ['accepted'],
      to: 'control',
      permission: declare,
      asks: strictObject(() => ({ reason: text(40) })),
    },
    release: { from: ['accepted', 'control'], to: 'released', permission: declare, tone: 'primary' },
    withdraw: { from: ['declared'], to: 'prepared', permission: declare },
    /** Sends it to the customs office as H7 messages. */
    transmit: {
      from: ['declared'],
      to: 'same',
      permission: declare,
      guards: [notToBeSent],
      asks: strictObject(() => ({ accountId: ref('customsAccount') })),
      tone: 'primary',
    },
    /** After the release only to comply with obligations, within three years (UCC 173). */
    amend: {
      from: ['accepted', 'released'],
      to: 'same',
      permission: declare,
      guards: [amendRefused],
      asks: strictObject(() => ({ reason: text(500), particulars: note(2000) })),
    },
    /** Back to accepted, or refused; a declaration released in part stays released. */
    result: {
      from: ['control', 'released'],
      to: 'computed',
      permission: declare,
      guards: [noControl],
      asks: strictObject(() => ({ controlResult })),
    },
    /** UCC 174; after the release 2015/2446, art. 148. */
    invalidate: {
      from: ['accepted', 'refused', 'released'],
      to: 'invalidated',
      permission: declare,
      asks: strictObject(() => ({ invalidationGround, reason: text(500) })),
      tone: 'danger',
    },
    updateDate: {
      from: ['prepared', 'declared', 'accepted', 'rejected', 'control'],
      to: 'same',
      permission: declare,
    },
  },
});
export type BatchAction = keyof typeof batchMachine.actions;

export const oneBatch = strictObject(() => ({ batchId: id() }));
export const batchChanges = ['STALE_DATA', 'STATE_NOT_ALLOWED', 'BILL_REMOVED', 'BILL_ARCHIVED'] as const;
const bill = strictObject(() => ({ id: id() }));

/** Errors that prevent a declaration. */
const declaring = [
  'HS_NOT_CHECKED',
  'IOSS_LOCKED',
  'DECLARATION_OVER_LIMIT',
  'EU_CURRENCY_NONE',
  'PRODUCT_IDS_MISSING',
] as const;

/** Calls on the declarations of a bill. */
export const batchApi = {
  list: endpoint({
    method: 'GET',
    path: '/bill-lading/{id}/batch',
    access: permit('bill.customs.view'),
    params: bill,
    answer: z.array(batchRow),
  }),
  /** Boxes with parcels that can still be declared, and how many each has. */
  boxes: endpoint({
    method: 'GET',
    path: '/bill-lading/{id}/declarable',
    access: permit('bill.customs.view'),
    params: bill,
    answer: z.array(
      object(() => ({
        /** Null for the parcels that are in no box. */
        boxNo: code(boxNo).nullable(),
        batchNo: code(batchNo).nullable(),
        low: count(),
        standard: count(),
        weight: weight(),
      })),
    ),
    extension: true,
  }),
  /** Lodges a whole prepared declaration, or the selected boxes and loose parcels as a declaration of their own. */
  declare: endpoint({
    method: 'POST',
    path: '/bill-lading/{id}/declare',
    access: declare,
    params: bill,
    body: strictObject(() => ({
      batchNo: code(batchNo).nullable().default(null),
      boxNos: z.array(code(boxNo)).max(5000).default([]),
      /** True to declare the parcels that are in no box as well. */
      looseParcels: z.boolean().default(false),
      declarationSystem: system,
      declarationType: type,
      ...filed,
    })),
    answer: batchRow,
    errors: [
      'STATE_NOT_ALLOWED',
      'BILL_REMOVED',
      'BILL_ARCHIVED',
      'GOODS_UNKNOWN',
      'DECLARATION_EMPTY',
      ...declaring,
    ],
    creates: true,
    extension: true,
  }),
  redeclare: endpoint({
    method: 'PUT',
    path: '/bill-lading/batch/{batchId}/redeclare',
    access: declare,
    params: oneBatch,
    body: strictObject(() => ({ ...version, ...filed })),
    answer: batchRow,
    errors: [...batchChanges, ...declaring],
    extension: true,
  }),
  withdraw: endpoint({
    method: 'PUT',
    path: '/bill-lading/batch/{batchId}/withdraw',
    access: declare,
    params: oneBatch,
    body: strictObject(() => version),
    answer: batchRow,
    errors: [...batchChanges, 'CUSTOMS_SENT'],
    extension: true,
  }),
  accept: endpoint({
    method: 'PUT',
    path: '/bill-lading/batch/{batchId}/accept',
    access: declare,
    params: oneBatch,
    /** Entries to the United States have no MRN. */
    body: strictObject(() => ({
      ...version,
      mrn: code(mrn).nullable().default(null),
      /** Now if left out; never in the future. */
      acceptedAt: dateTime('landing').nullable().default(null),
    })),
    answer: batchRow,
    errors: batchChanges,
    extension: true,
  }),
  reject: endpoint({
    method: 'PUT',
    path: '/bill-lading/batch/{batchId}/reject',
    access: declare,
    params: oneBatch,
    /** `fail`: its parcels are refused; otherwise they wait for another declaration. */
    body: strictObject(() => ({ ...version, reason: text(500), fail: flag().default(false) })),
    answer: batchRow,
    errors: batchChanges,
    extension: true,
  }),
  control: endpoint({
    method: 'PUT',
    path: '/bill-lading/batch/{batchId}/control',
    access: declare,
    params: oneBatch,
    body: strictObject(() => ({
      ...version,
      reason: choice('holdReason', holdReasons),
      /** By the reason if left out. */
      inspectionType: inspectionType.nullable().default(null),
      ...decision,
      remark: text(500).nullable().default(null),
    })),
    answer: batchRow,
    errors: batchChanges,
    extension: true,
  }),
  release: endpoint({
    method: 'PUT',
    path: '/bill-lading/batch/{batchId}/release',
    access: declare,
    params: oneBatch,
    body: strictObject(() => ({
      ...version,
      releasedAt: dateTime('landing').nullable().default(null),
      /** Parcels that customs holds or has selected stay if left out; required after a control of the declaration. */
      held: held.nullable().default(null),
      reference: decision.reference,
      attachmentId: decision.attachmentId,
      remark: text(500).nullable().default(null),
    })),
    /** With the numbers of the parcels that stay held, at most 100. */
    answer: extended(batchRow, () => ({ heldNos: z.array(text(40)) })),
    errors: batchChanges,
    extension: true,
  }),
  dateUpdate: endpoint({
    method: 'POST',
    path: '/bill-lading/custom/batch-date-update',
    access: declare,
    body: strictObject(() => ({
      billId: id(),
      batchNos: z.array(code(batchNo)).min(1).max(100),
      declaredAt: dateTime('landing'),
      /** Unchanged if null. */
      mrn: code(mrn).nullable().default(null),
    })),
    answer: bulkAnswer,
    errors: ['NOT_FOUND', 'BILL_REMOVED', 'BILL_ARCHIVED'],
  }),
};

/** True if an acceptance needs an MRN, which the system assigns. */
export const needsMrn = ({ declarationSystem }: Pick<Batch, 'declarationSystem'>): boolean =>
  declarationSystem !== 'ABI';
/** Returns the problem of an acceptance without MRN. */
export const mrnMissing = () => problem('REQUIRED', { field: { field: 'mrn' } });

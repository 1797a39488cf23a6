import * as z from 'zod';
import { billRow } from '../bill/bill';
import { endpoint } from '../endpoint';
import { fileErrors } from '../errors';
import { id, text } from '../fields';
import { MAX_UPLOAD } from '../limits';
import { patchOf, warning } from '../resource';
import { object, strictObject } from '../shape';
import {
  closing,
  edit,
  type Leg,
  legDifference,
  pickDraft,
  pickDraftFields,
  pickRow,
  pickView,
  view,
} from './pick';

/** Fields of each leg that a person fills in. */
export const legFields = {
  inbound: ['inboundStartAt', 'inboundBoxes', 'inboundWeight', 'differenceReason', 'remark'],
  clearance: ['clearanceStartAt', 'clearanceBoxes', 'clearanceParcels', 'remark'],
  outbound: [
    'outboundStartAt',
    'outboundBoxes',
    'outboundPallets',
    'outboundWeight',
    'cmrNo',
    'differenceReason',
    'remark',
  ],
} as const satisfies Record<Exclude<Leg, 'pickup'>, readonly (keyof typeof pickRow.shape)[]>;

/** Number of changes (0 if already done), and warnings about the input. */
const closed = object(() => ({ changed: z.int(), pick: pickView, warnings: z.array(warning) }));

const ofBill = strictObject(() => ({ id: id() }));
const ofPick = strictObject(() => ({ id: id() }));
const onBill = ['BILL_REMOVED', 'BILL_ARCHIVED', 'STATE_NOT_ALLOWED'] as const;
const atLeg = ['STALE_DATA', 'BILL_REMOVED', 'BILL_ARCHIVED', 'LEG_FINISHED'] as const;

/** Trips of a bill, and the pickup of the whole bill. */
export const pickApi = {
  list: endpoint({
    method: 'GET',
    path: '/bill-lading/{id}/pick',
    access: view,
    params: ofBill,
    answer: z.array(pickView),
  }),
  create: endpoint({
    method: 'POST',
    path: '/bill-lading/{id}/pick',
    access: edit,
    params: ofBill,
    body: pickDraft,
    answer: pickView,
    errors: [...onBill, 'COUNT_EXCEEDED', 'NODE_FUTURE'],
    creates: true,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/bill-lading/{id}/pick/{pickId}',
    access: edit,
    params: strictObject(() => ({ id: id(), pickId: id() })),
    body: patchOf(pickRow, pickDraftFields),
    answer: pickView,
    errors: [...atLeg, 'COUNT_EXCEEDED', 'NODE_FUTURE'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/bill-lading/{id}/pick/{pickId}',
    access: edit,
    params: strictObject(() => ({ id: id(), pickId: id() })),
    errors: ['BILL_REMOVED', 'BILL_ARCHIVED', 'LEG_FINISHED', 'PICK_IN_USE', 'PICK_HAS_PMC'],
  }),
  /** Finishes the pickup of the whole bill, or reopens it. */
  whole: endpoint({
    method: 'PATCH',
    path: '/bill-lading/{id}/pick',
    access: edit,
    params: ofBill,
    body: strictObject(() => ({ finished: z.boolean(), reason: text(500).optional() })),
    answer: object(() => ({ changed: z.int(), bill: billRow })),
    errors: [
      ...onBill,
      'PICK_MISSING',
      'LEG_PREVIOUS_OPEN',
      'LEG_NEXT_FINISHED',
      'PICKUP_COMPLETE',
      'REASON_REQUIRED',
    ],
  }),
  closePickup: endpoint({
    method: 'PATCH',
    path: '/bill-lading/pick/{id}/pickup',
    access: edit,
    params: ofPick,
    body: closing.omit({ differenceReason: true, differenceReasons: true, cmrNo: true }),
    answer: closed,
    errors: [
      ...onBill,
      'STALE_DATA',
      'LEG_NEXT_FINISHED',
      'LEG_REOPEN_LATE',
      'REASON_REQUIRED',
      'NODE_FUTURE',
      'NODE_ORDER',
    ],
    extension: true,
  }),
  photo: endpoint({
    method: 'POST',
    path: '/bill-lading/pick/{id}/photo',
    access: edit,
    kind: 'upload',
    params: ofPick,
    file: { types: ['jpg', 'jpeg'], max: MAX_UPLOAD },
    answer: pickView,
    errors: [...fileErrors, 'BILL_REMOVED', 'BILL_ARCHIVED'],
    creates: true,
    extension: true,
  }),
};

const writing = [...atLeg, 'COUNT_EXCEEDED', 'NODE_FUTURE', 'NODE_ORDER'] as const;

/** The inbound leg of a trip: receipt in the warehouse. */
export const pickInboundApi = {
  get: endpoint({
    method: 'GET',
    path: '/bill-lading/pick/{id}/inbound',
    access: view,
    params: ofPick,
    answer: pickView,
  }),
  start: endpoint({
    method: 'POST',
    path: '/bill-lading/pick/{id}/inbound',
    access: edit,
    params: ofPick,
    body: patchOf(pickRow, legFields.inbound),
    answer: pickView,
    errors: [...writing, 'LEG_STARTED', 'LEG_PREVIOUS_OPEN'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/bill-lading/pick/{id}/inbound',
    access: edit,
    params: ofPick,
    body: patchOf(pickRow, legFields.inbound),
    answer: pickView,
    errors: [...writing, 'LEG_NOT_STARTED'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/bill-lading/pick/{id}/inbound',
    access: edit,
    params: ofPick,
    answer: pickView,
    errors: ['BILL_REMOVED', 'BILL_ARCHIVED', 'LEG_FINISHED', 'LEG_NOT_STARTED', 'LEG_NOT_EMPTY'],
  }),
  close: endpoint({
    method: 'PATCH',
    path: '/bill-lading/pick/{id}/inbound',
    access: edit,
    params: ofPick,
    body: closing.omit({ cmrNo: true }),
    answer: closed,
    errors: [
      ...onBill,
      'STALE_DATA',
      'LEG_NOT_STARTED',
      'LEG_PREVIOUS_OPEN',
      'LEG_COUNT_MISSING',
      'PHOTO_REQUIRED',
      'COUNT_EXCEEDED',
      'REASON_REQUIRED',
      'LEG_NEXT_FINISHED',
      'LEG_REOPEN_LATE',
      'NODE_FUTURE',
      'NODE_ORDER',
    ],
  }),
  /** Missing and surplus boxes if the leg were finished now. */
  difference: endpoint({
    method: 'GET',
    path: '/bill-lading/pick/{id}/inbound/difference',
    access: view,
    params: ofPick,
    answer: legDifference,
    extension: true,
  }),
};

/** The clearance leg of a trip: the customs decision. */
export const pickClearanceApi = {
  get: endpoint({
    method: 'GET',
    path: '/bill-lading/pick/{id}/clearance',
    access: view,
    params: ofPick,
    answer: pickView,
  }),
  start: endpoint({
    method: 'POST',
    path: '/bill-lading/pick/{id}/clearance',
    access: edit,
    params: ofPick,
    body: patchOf(pickRow, legFields.clearance),
    answer: pickView,
    errors: [...atLeg, 'NODE_FUTURE', 'LEG_STARTED', 'LEG_NOT_DECLARED'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/bill-lading/pick/{id}/clearance',
    access: edit,
    params: ofPick,
    body: patchOf(pickRow, legFields.clearance),
    answer: pickView,
    errors: [...atLeg, 'NODE_FUTURE', 'LEG_NOT_STARTED'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/bill-lading/pick/{id}/clearance',
    access: edit,
    params: ofPick,
    answer: pickView,
    errors: ['BILL_REMOVED', 'BILL_ARCHIVED', 'LEG_FINISHED', 'LEG_NOT_STARTED', 'LEG_NOT_EMPTY'],
  }),
  close: endpoint({
    method: 'PATCH',
    path: '/bill-lading/pick/{id}/clearance',
    access: edit,
    params: ofPick,
    body: closing.omit({ differenceReason: true, differenceReasons: true, cmrNo: true }),
    answer: closed,
    errors: [
      ...onBill,
      'STALE_DATA',
      'LEG_NOT_STARTED',
      'LEG_PARCELS_OPEN',
      'REASON_REQUIRED',
      'LEG_NEXT_FINISHED',
      'LEG_REOPEN_LATE',
      'NODE_FUTURE',
      'NODE_ORDER',
    ],
  }),
};

/** The outbound leg of a trip: departure from the warehouse. */
export const pickOutboundApi = {
  get: endpoint({
    method: 'GET',
    path: '/bill-lading/pick/{id}/outbound',
    access: view,
    params: ofPick,
    answer: pickView,
  }),
  start: endpoint({
    method: 'POST',
    path: '/bill-lading/pick/{id}/outbound',
    access: edit,
    params: ofPick,
    body: patchOf(pickRow, legFields.outbound),
    answer: pickView,
    errors: [...writing, 'LEG_STARTED', 'LEG_NOTHING_FREE', 'LEG_NO_DESTINATION'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/bill-lading/pick/{id}/outbound',
    access: edit,
    params: ofPick,
    body: patchOf(pickRow, legFields.outbound),
    answer: pickView,
    errors: [...writing, 'LEG_NOT_STARTED'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/bill-lading/pick/{id}/outbound',
    access: edit,
    params: ofPick,
    answer: pickView,
    errors: ['BILL_REMOVED', 'BILL_ARCHIVED', 'LEG_FINISHED', 'LEG_NOT_STARTED', 'LEG_NOT_EMPTY'],
  }),
  close: endpoint({
    method: 'PATCH',
    path: '/bill-lading/pick/{id}/outbound',
    access: edit,
    params: ofPick,
    body: closing.omit({ differenceReasons: true }),
    answer: closed,
    errors: [
      ...onBill,
      'STALE_DATA',
      'LEG_NOT_STARTED',
      'LEG_PREVIOUS_OPEN',
      'LEG_COUNT_MISSING',
      'COUNT_EXCEEDED',
      'BOX_BLOCKED',
      'LEG_NO_CMR',
      'REASON_REQUIRED',
      'LEG_NEXT_FINISHED',
      'LEG_REOPEN_LATE',
      'NODE_FUTURE',
      'NODE_ORDER',
    ],
  }),
};

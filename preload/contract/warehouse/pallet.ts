import * as z from 'zod';
import { endpoint } from '../endpoint';
import { problem } from '../errors';
import { choice, code, count, dateTime, flag, id, note, ref, stateOf, text, weight } from '../fields';
import { MAX_BULK } from '../limits';
import { machine, type State } from '../machine';
import { listQuery, pageOf } from '../paging';
import { permit } from '../permissions';
import { draftOf, patchOf, recordFields } from '../resource';
import { boxNo, palletSscc, referenceCode } from '../rules/codes';
import { blockedBoxProblem, hindrances } from '../rules/custody';
import { extended, object, strictObject } from '../shape';

export const palletStates = {
  open: { rank: 10, tone: 'info' },
  closed: { rank: 20, tone: 'good' },
  loaded: { rank: 30, tone: 'progress' },
  delivered: { rank: 40, tone: 'good' },
} as const satisfies Record<string, State>;

export const palletTypes = ['eur', 'block', 'other'] as const;
export type PalletType = (typeof palletTypes)[number];

/** A warehouse pallet, built for one destination from boxes of one bill or of several. */
export const palletRow = object(() => ({
  ...recordFields,
  palletNo: text(20),
  sscc: code(palletSscc).nullable(),
  warehouseId: ref('warehouse').nullable(),
  destinationCode: code(referenceCode, 'destination'),
  type: choice('palletType', palletTypes),
  /** In centimetres. */
  height: count(0, 300).nullable(),
  weight: weight(),
  state: stateOf({ name: 'pallet', states: palletStates }),
  builtAt: dateTime('warehouse'),
  builtBy: ref('staff').nullable(),
  closedAt: dateTime('warehouse').nullable(),
  cmrId: id().nullable(),
  remark: note(500).nullable(),
}));

/** A pallet with its contents. */
export const palletView = extended(palletRow, () => ({
  boxes: count(),
  parcels: count(),
  bills: count(),
  blockedBox: text(40).nullable(),
  blockedBy: choice('hindrance', hindrances).nullable(),
  /** True if a bill of its boxes is archived. */
  billArchived: flag(),
  /** Its consignment note. */
  cmrNo: text(20).nullable(),
  /** True if that note is loaded or on its way, so that the pallet can no longer change. */
  onTruck: flag(),
}));
export type PalletView = z.output<typeof palletView>;

/** Fields of a pallet that a person enters; the others follow from its boxes and from actions. */
export const palletFields = ['type', 'height', 'remark'] as const;
export const palletDraft = draftOf(palletRow, palletFields);

const edit = permit('bill.warehouse.edit');
const view = permit('bill.warehouse.view');

/** Lifecycle of a pallet. */
export const palletMachine = machine<PalletView>()({
  name: 'pallet',
  calls: {
    update: 'pallet.update',
    addBoxes: 'pallet.add',
    takeBoxes: 'pallet.take',
    close: 'pallet.act',
    reopen: 'pallet.act',
    load: 'pallet.act',
    unload: 'pallet.act',
    delete: 'pallet.remove',
  },
  states: palletStates,
  stateOf: (row) => row.state,
  always: [{ exempt: [], guard: (row) => (row.billArchived ? problem('BILL_ARCHIVED') : undefined) }],
  actions: {
    update: { from: ['open', 'closed'], to: 'same', permission: edit },
    addBoxes: { from: ['open'], to: 'same', permission: edit },
    takeBoxes: { from: ['open'], to: 'same', permission: edit },
    close: {
      from: ['open'],
      to: 'closed',
      permission: edit,
      guards: [(row) => (row.boxes > 0 ? undefined : problem('PALLET_EMPTY'))],
      inverse: 'reopen',
      tone: 'primary',
    },
    reopen: { from: ['closed'], to: 'open', permission: edit, inverse: 'close' },
    load: {
      from: ['closed'],
      to: 'loaded',
      permission: edit,
      guards: [blockedBoxProblem],
      inverse: 'unload',
      tone: 'primary',
    },
    unload: {
      from: ['loaded'],
      to: 'closed',
      permission: edit,
      guards: [
        ({ onTruck, cmrNo }) => (onTruck && cmrNo ? problem('PALLET_ON_TRUCK', { no: cmrNo }) : undefined),
      ],
      inverse: 'load',
    },
    delete: {
      from: ['open'],
      to: 'gone',
      permission: edit,
      guards: [(row) => (row.boxes > 0 ? problem('PALLET_NOT_EMPTY') : undefined)],
      tone: 'danger',
    },
  },
});
export type PalletAction = keyof typeof palletMachine.actions;

const boxes = {
  /** Boxes by id or by scanned number; at least one in all. */
  boxIds: z.array(id()).max(MAX_BULK).default([]),
  boxNos: z.array(code(boxNo)).max(MAX_BULK).default([]),
};
const ofPallet = strictObject(() => ({ id: id() }));
const onBoxes = [
  'BILL_REMOVED',
  'BILL_ARCHIVED',
  'BOX_BLOCKED',
  'BOX_NOT_RECEIVED',
  'BOX_GONE',
  'BOX_ON_PALLET',
  'PALLET_DESTINATION',
  'PALLET_BOX_UNKNOWN',
  'LEG_NO_DESTINATION',
] as const;

/** Pallets of the warehouse. */
export const palletApi = {
  list: endpoint({
    method: 'GET',
    path: '/pallet',
    access: view,
    query: extended(
      listQuery(
        palletRow,
        ['palletNo', 'sscc', 'state', 'destinationCode', 'warehouseId', 'builtAt'],
        ['palletNo', 'builtAt', 'destinationCode', 'state', 'weight'],
      ),
      () => ({ billId: id().optional() }),
    ),
    answer: pageOf(palletView),
    extension: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/pallet',
    access: edit,
    body: strictObject(() => ({
      ...boxes,
      type: palletRow.shape.type.default('eur'),
      height: palletRow.shape.height.default(null),
      remark: palletRow.shape.remark.default(null),
    })),
    answer: palletView,
    errors: onBoxes,
    creates: true,
    extension: true,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/pallet/{id}',
    access: edit,
    params: ofPallet,
    body: patchOf(palletRow, palletFields),
    answer: palletView,
    errors: ['STALE_DATA', 'STATE_NOT_ALLOWED', 'BILL_ARCHIVED'],
    extension: true,
  }),
  add: endpoint({
    method: 'POST',
    path: '/pallet/{id}/box',
    access: edit,
    params: ofPallet,
    body: strictObject(() => boxes),
    answer: palletView,
    errors: [...onBoxes, 'STATE_NOT_ALLOWED'],
    extension: true,
  }),
  take: endpoint({
    method: 'DELETE',
    path: '/pallet/{id}/box',
    access: edit,
    params: ofPallet,
    query: strictObject(() => ({ boxIds: z.array(id()).min(1).max(MAX_BULK) })),
    answer: palletView,
    errors: ['STATE_NOT_ALLOWED', 'BILL_ARCHIVED'],
    extension: true,
  }),
  act: endpoint({
    method: 'PATCH',
    path: '/pallet/{id}',
    access: edit,
    params: ofPallet,
    body: strictObject(() => ({ version: count(1), action: z.enum(['close', 'reopen', 'load', 'unload']) })),
    answer: object(() => ({ changed: z.int(), pallet: palletView })),
    errors: [
      'STALE_DATA',
      'STATE_NOT_ALLOWED',
      'BILL_REMOVED',
      'BILL_ARCHIVED',
      'PALLET_EMPTY',
      'BOX_BLOCKED',
      'BOX_NOT_RELEASED',
      'BOX_GONE',
      'PALLET_ON_TRUCK',
      'LEG_FINISHED',
      'LEG_NOTHING_FREE',
      'LEG_NO_DESTINATION',
    ],
    extension: true,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/pallet/{id}',
    access: edit,
    params: ofPallet,
    errors: ['STATE_NOT_ALLOWED', 'PALLET_NOT_EMPTY'],
    extension: true,
  }),
};

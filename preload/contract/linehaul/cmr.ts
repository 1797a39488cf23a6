import * as z from 'zod';
import { operateLogRow } from '../access/operateLog';
import { endpoint } from '../endpoint';
import { type Problem, problem } from '../errors';
import { choice, code, codes, count, dateTime, id, note, ref, stateOf, text, weight } from '../fields';
import { machine, type State } from '../machine';
import { listQuery, pageOf } from '../paging';
import { permit } from '../permissions';
import { draftOf, exportOf, patchOf, recordFields, selectionOf, warning } from '../resource';
import { cmrNumber, phoneNumber, plateNo } from '../rules/codes';
import { declarationRef, hsCode, sealNo } from '../rules/customs';
import { extended, object, strictObject } from '../shape';
import { palletView } from '../warehouse/pallet';
import { cmrCopies, cmrSheet } from './cmrSheet';

export const cmrStates = {
  draft: { rank: 10, tone: 'neutral' },
  loaded: { rank: 20, tone: 'info' },
  in_transit: { rank: 30, tone: 'progress' },
  arrived: { rank: 40, tone: 'warning' },
  delivered: { rank: 50, tone: 'good' },
  cancelled: { rank: 60, tone: 'neutral' },
} as const satisfies Record<string, State>;

export const vehicleTypes = ['van', 'box_truck', 'truck_12t', 'trailer_13_6m', 'container_chassis'] as const;

/**
 * A consignment note of the CMR convention: one truck load, with the pallets of one bill or of many. Its printed form
 * has 24 numbered boxes, filled from these fields and from pallets, places and companies.
 */
export const cmrRow = object(() => ({
  ...recordFields,
  cmrNo: code(cmrNumber),
  state: stateOf({ name: 'cmr', states: cmrStates }),
  carrierCompanyId: ref('clientCompany'),
  plateNo: code(plateNo),
  trailerNo: code(plateNo).nullable(),
  vehicleType: choice('vehicleType', vehicleTypes),
  driverName: text(60).nullable(),
  driverPhone: code(phoneNumber).nullable(),
  fromWarehouseId: ref('warehouse'),
  toDestinationId: ref('destination'),
  /** Counts on the truck; recounted from the pallets whenever one is added to the note. */
  totalPallets: count(0, 66),
  totalBoxes: count(),
  totalParcels: count(),
  totalWeight: weight(),
  sealNos: codes(sealNo, 20),
  mrnList: codes(declarationRef, 100),
  /** Box 9; if empty, "parcels of e-commerce" is printed. */
  goods: text(120).nullable(),
  /** Box 10. */
  statisticalNo: code(hsCode).nullable(),
  /** Box 13. */
  instructions: note(500).nullable(),
  /** Box 14. */
  payment: choice('carriagePayment', ['paid', 'forward']),
  /** Box 17. */
  successiveCarriers: text(200).nullable(),
  /** Box 18. */
  reservations: note(500).nullable(),
  /** Box 19. */
  agreements: text(200).nullable(),
  loadedAt: dateTime('warehouse').nullable(),
  departedAt: dateTime('warehouse').nullable(),
  arrivedAt: dateTime('warehouse').nullable(),
  podAt: dateTime('warehouse').nullable(),
  podBoxCount: count(0, 1_000_000).nullable(),
  podPalletCount: count(0, 66).nullable(),
  cancelReason: note(500).nullable(),
  remark: note(500).nullable(),
}));

/** A bill with boxes on the truck. */
const cmrBill = object(() => ({ id: id(), billNo: text(40), batchNo: text(40), boxes: count() }));

/** A consignment note with its load. */
export const cmrView = extended(cmrRow, () => ({
  asOf: dateTime(),
  bills: z.array(cmrBill),
  /** Number of a pallet on it that is still being built. */
  openPallet: text(20).nullable(),
  /** Number of a box on it that may not leave. */
  blockedBox: text(40).nullable(),
  /** Number of an archived bill on it. */
  archivedBill: text(80).nullable(),
}));
export type CmrView = z.output<typeof cmrView>;

/** A consignment note with its pallets. */
const cmrDetail = extended(cmrView, () => ({ pallets: z.array(palletView) }));
export type CmrDetail = z.output<typeof cmrDetail>;

const view = permit('bill.cmr.view');
const edit = permit('bill.cmr.edit');
const reopen = permit('bill.cmr.reopen');

/** Time (ms) within which a departure can be undone: later the truck is gone, and others act on it. */
export const DEPART_UNDO = 3_600_000;

const stillThere = ({ departedAt, asOf }: CmrView): Problem | undefined =>
  departedAt !== null && Date.parse(asOf) - Date.parse(departedAt) > DEPART_UNDO
    ? problem('CMR_UNDO_LATE')
    : undefined;

/** Lifecycle of a consignment note (reference 3.8). */
export const cmrMachine = machine<CmrView>()({
  name: 'cmr',
  calls: {
    addPallets: 'cmr.put',
    takePallets: 'cmr.take',
    load: 'cmr.act',
    unload: 'cmr.act',
    depart: 'cmr.act',
    undoDepart: 'cmr.act',
    arrive: 'cmr.act',
    clearArrival: 'cmr.act',
    reopen: 'cmr.reopen',
    cancel: 'cmr.act',
  },
  states: cmrStates,
  stateOf: (row) => row.state,
  always: [
    {
      exempt: ['update', 'send'],
      guard: ({ archivedBill }) =>
        archivedBill ? problem('CMR_BILL_ARCHIVED', { bill: archivedBill }) : undefined,
    },
  ],
  actions: {
    update: { from: ['draft', 'loaded', 'in_transit', 'arrived'], to: 'same', permission: edit },
    addPallets: { from: ['draft'], to: 'same', permission: edit },
    attach: {
      from: ['draft', 'loaded', 'in_transit', 'arrived', 'delivered'],
      to: 'same',
      permission: edit,
    },
    /** The signed copy exists only after the truck has left. */
    attachPod: { from: ['in_transit', 'arrived', 'delivered'], to: 'same', permission: edit },
    send: {
      from: ['draft', 'loaded', 'in_transit', 'arrived', 'delivered'],
      to: 'same',
      permission: edit,
    },
    takePallets: { from: ['draft'], to: 'same', permission: edit },
    load: {
      from: ['draft'],
      to: 'loaded',
      permission: edit,
      guards: [
        ({ bills }) => (bills.length > 0 ? undefined : problem('CMR_EMPTY')),
        ({ openPallet }) => (openPallet ? problem('CMR_PALLET_OPEN', { no: openPallet }) : undefined),
        ({ blockedBox }) => (blockedBox ? problem('BOX_BLOCKED', { no: blockedBox }) : undefined),
      ],
      inverse: 'unload',
      tone: 'primary',
    },
    unload: { from: ['loaded'], to: 'draft', permission: edit, inverse: 'load' },
    depart: {
      from: ['loaded'],
      to: 'in_transit',
      permission: edit,
      asks: strictObject(() => ({ departedAt: dateTime('warehouse') })),
      inverse: 'undoDepart',
      tone: 'primary',
    },
    undoDepart: {
      from: ['in_transit'],
      to: 'loaded',
      permission: edit,
      guards: [stillThere],
      inverse: 'depart',
    },
    arrive: {
      from: ['in_transit'],
      to: 'arrived',
      permission: edit,
      asks: strictObject(() => ({ arrivedAt: dateTime('warehouse') })),
      inverse: 'clearArrival',
      tone: 'primary',
    },
    clearArrival: { from: ['arrived'], to: 'in_transit', permission: edit, inverse: 'arrive' },
    deliver: {
      from: ['in_transit', 'arrived'],
      to: 'delivered',
      permission: edit,
      asks: strictObject(() => ({
        podAt: dateTime('warehouse'),
        podBoxCount: count(0, 1_000_000),
        podPalletCount: count(0, 66).nullable(),
        reservations: note(500).nullable(),
      })),
      inverse: 'reopen',
      tone: 'primary',
    },
    reopen: {
      from: ['delivered'],
      to: 'computed',
      permission: reopen,
      asks: strictObject(() => ({ reason: note(500) })),
      tone: 'danger',
    },
    cancel: {
      from: ['draft', 'loaded'],
      to: 'cancelled',
      permission: edit,
      asks: strictObject(() => ({ reason: note(500) })),
      tone: 'danger',
    },
  },
});
export type CmrAction = keyof typeof cmrMachine.actions;

/** Fields that a person fills in, in the order of the form. */
export const cmrDraftFields = [
  'carrierCompanyId',
  'plateNo',
  'trailerNo',
  'vehicleType',
  'driverName',
  'driverPhone',
  'fromWarehouseId',
  'toDestinationId',
  'totalPallets',
  'sealNos',
  'mrnList',
  'goods',
  'statisticalNo',
  'instructions',
  'payment',
  'successiveCarriers',
  'reservations',
  'agreements',
  'remark',
] as const;
export const cmrDraft = extended(draftOf(cmrRow, cmrDraftFields), () => ({
  totalPallets: cmrRow.shape.totalPallets.default(0),
  sealNos: cmrRow.shape.sealNos.default([]),
  mrnList: cmrRow.shape.mrnList.default([]),
  payment: cmrRow.shape.payment.default('paid'),
}));

export const cmrFilters = [
  'cmrNo',
  'state',
  'plateNo',
  'carrierCompanyId',
  'fromWarehouseId',
  'toDestinationId',
  'vehicleType',
  'loadedAt',
  'departedAt',
  'podAt',
  'createdAt',
] as const;
export const cmrSorts = [
  'cmrNo',
  'state',
  'plateNo',
  'loadedAt',
  'departedAt',
  'arrivedAt',
  'podAt',
  'createdAt',
] as const;

const one = strictObject(() => ({ id: id() }));
const query = extended(listQuery(cmrRow, cmrFilters, cmrSorts), () => ({ billId: id().optional() }));
const palletIds = z.array(id()).min(1).max(66);
const onPallets = [
  'CMR_BILL_ARCHIVED',
  'CMR_PALLET_TAKEN',
  'CMR_PALLET_ELSEWHERE',
  'CMR_PALLET_GONE',
] as const;
const references = ['REFERENCE_UNKNOWN', 'REFERENCE_INACTIVE'] as const;
const done = object(() => ({ changed: z.int(), cmr: cmrDetail, warnings: z.array(warning) }));
const late = ['STALE_DATA', 'STATE_NOT_ALLOWED', 'CMR_BILL_ARCHIVED'] as const;
const times = ['NODE_FUTURE', 'NODE_ORDER'] as const;

/** Totals of notes. */
export const cmrTotals = object(() => ({
  totalPallets: count(),
  totalBoxes: count(),
  totalParcels: count(),
  totalWeight: weight(),
}));

/** Consignment notes of the line-haul. */
export const cmrApi = {
  list: endpoint({
    method: 'GET',
    path: '/config/cmr',
    access: view,
    query,
    answer: pageOf(cmrView),
  }),
  export: exportOf('/config/cmr', view, query),
  totals: endpoint({
    method: 'GET',
    path: '/config/cmr/totals',
    access: view,
    query,
    answer: cmrTotals,
    extension: true,
  }),
  get: endpoint({ method: 'GET', path: '/config/cmr/{id}', access: view, params: one, answer: cmrDetail }),
  create: endpoint({
    method: 'POST',
    path: '/config/cmr',
    access: edit,
    body: extended(cmrDraft, () => ({ palletIds: palletIds.or(z.array(id()).length(0)).default([]) })),
    answer: cmrDetail,
    errors: [...references, ...onPallets],
    creates: true,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/config/cmr/{id}',
    access: edit,
    params: one,
    body: patchOf(cmrRow, cmrDraftFields),
    answer: cmrDetail,
    errors: [...references, 'STALE_DATA', 'STATE_NOT_ALLOWED', 'CMR_PLACES_FIXED'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/config/cmr/{id}',
    access: edit,
    params: one,
    errors: ['STATE_NOT_ALLOWED', 'CMR_NOT_EMPTY'],
  }),
  /** Pallets that can be added to a note: closed or still being built, on no truck, for the note's destination. */
  free: endpoint({
    method: 'GET',
    path: '/config/cmr/pallets',
    access: view,
    query: strictObject(() => ({ fromWarehouseId: id(), toDestinationId: id() })),
    answer: z.array(palletView),
    extension: true,
  }),
  put: endpoint({
    method: 'POST',
    path: '/config/cmr/{id}/pallet',
    access: edit,
    params: one,
    body: strictObject(() => ({ palletIds })),
    answer: cmrDetail,
    errors: [...onPallets, 'STATE_NOT_ALLOWED'],
    extension: true,
  }),
  take: endpoint({
    method: 'DELETE',
    path: '/config/cmr/{id}/pallet',
    access: edit,
    params: one,
    query: strictObject(() => ({ palletIds })),
    answer: cmrDetail,
    errors: ['STATE_NOT_ALLOWED', 'CMR_BILL_ARCHIVED'],
    extension: true,
  }),
  act: endpoint({
    method: 'PATCH',
    path: '/config/cmr/{id}',
    access: edit,
    params: one,
    body: strictObject(() => ({
      version: count(1),
      action: z.enum(['load', 'unload', 'depart', 'undoDepart', 'arrive', 'clearArrival', 'cancel']),
      /** Time of departure or arrival; now if null. */
      at: dateTime('warehouse').nullable().default(null),
      reason: note(500).nullable().default(null),
    })),
    answer: done,
    errors: [
      ...late,
      ...times,
      'CMR_EMPTY',
      'CMR_PALLET_OPEN',
      'CMR_UNDO_LATE',
      'BILL_REMOVED',
      'BOX_BLOCKED',
      'BOX_NOT_RELEASED',
      'LEG_FINISHED',
      'LEG_NO_DESTINATION',
      'NODE_NOT_LAST',
      'REASON_REQUIRED',
    ],
    extension: true,
  }),
  /** Records the time and counts of a delivery, without a file. */
  deliver: endpoint({
    method: 'PUT',
    path: '/config/cmr/{id}/pod',
    access: edit,
    params: one,
    body: strictObject(() => ({
      version: count(1),
      podAt: dateTime('warehouse'),
      podBoxCount: count(0, 1_000_000),
      podPalletCount: count(0, 66).nullable().default(null),
      reservations: note(500).nullable().default(null),
    })),
    answer: done,
    errors: [...late, ...times, 'POD_COUNT'],
  }),
  /** Contents of each box of the printed form. */
  sheet: endpoint({
    method: 'GET',
    path: '/config/cmr/{id}/sheet',
    access: view,
    params: one,
    answer: cmrSheet,
    extension: true,
  }),
  /** The printed form, one page per copy. */
  pdf: endpoint({
    method: 'GET',
    path: '/config/cmr/{id}/pdf',
    access: view,
    params: one,
    query: strictObject(() => ({
      copies: z
        .array(z.enum(cmrCopies))
        .min(1)
        .default([...cmrCopies]),
    })),
    kind: 'blob',
  }),
  /** The printed forms of several notes, one file each in a zip. */
  zip: endpoint({
    method: 'POST',
    path: '/config/cmr/zip',
    access: view,
    body: selectionOf(query),
    errors: ['COUNT_CHANGED'],
    kind: 'blob',
  }),
  /** The outbound pre-alert: the truck's load, parcel by parcel. */
  prealert: endpoint({
    method: 'GET',
    path: '/config/cmr/{id}/excel',
    access: view,
    params: one,
    kind: 'blob',
  }),
  /** Operation log of one note. */
  logs: endpoint({
    method: 'GET',
    path: '/config/cmr/{id}/logs',
    access: view,
    params: one,
    query: listQuery(operateLogRow, ['operatorId', 'action', 'at'], ['at']),
    answer: pageOf(operateLogRow),
    extension: true,
  }),
  /** Undoes a delivery, including that of the bills. */
  reopen: endpoint({
    method: 'DELETE',
    path: '/config/cmr/{id}/pod',
    access: reopen,
    params: one,
    query: strictObject(() => ({ version: count(1), reason: note(500) })),
    answer: done,
    errors: late,
    extension: true,
  }),
};

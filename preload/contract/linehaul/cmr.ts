import * as z from 'zod';
import { problem } from '../errors';
import { choice, code, codes, count, dateTime, id, note, ref, stateOf, text, weight } from '../fields';
import { machine, type State } from '../machine';
import { permit } from '../permissions';
import { draftOf, recordFields } from '../resource';
import { cmrNumber, plateNo } from '../rules/codes';
import { phoneNumber } from '../rules/contactCodes';
import { blockedBoxProblem, hindrances } from '../rules/custody';
import { declarationRef, hsCode, sealNo } from '../rules/customs';
import { extended, object, strictObject } from '../shape';
import { palletView } from '../warehouse/pallet';
import { namedGoods } from './noteGoods';

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
  arrivedAt: dateTime('hub').nullable(),
  podAt: dateTime('hub').nullable(),
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
  /** Boxes that the truck carries or has brought: those on its pallets, without the ones lost on the way. */
  carriedBoxes: count(),
  /** Number of a pallet on it that is still being built. */
  openPallet: text(20).nullable(),
  /** Number of a box on it that may not leave. */
  blockedBox: text(40).nullable(),
  blockedBy: choice('hindrance', hindrances).nullable(),
  /** Number of an archived bill on it. */
  archivedBill: text(80).nullable(),
}));
export type CmrView = z.output<typeof cmrView>;

/** A consignment note with its pallets. */
export const cmrDetail = extended(cmrView, () => ({ pallets: z.array(palletView) }));
export type CmrDetail = z.output<typeof cmrDetail>;

export const view = permit('bill.cmr.view');
export const edit = permit('bill.cmr.edit');
export const reopen = permit('bill.cmr.reopen');

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
    return: 'cmr.return',
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
        blockedBoxProblem,
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
      inverse: 'depart',
    },
    arrive: {
      from: ['in_transit'],
      to: 'arrived',
      permission: edit,
      asks: strictObject(() => ({ arrivedAt: dateTime('hub') })),
      inverse: 'clearArrival',
      tone: 'primary',
    },
    clearArrival: { from: ['arrived'], to: 'in_transit', permission: edit, inverse: 'arrive' },
    return: {
      from: ['in_transit', 'arrived'],
      to: 'computed',
      permission: edit,
      asks: strictObject(() => ({
        returnedAt: dateTime('warehouse'),
        reason: note(500),
        returned: namedGoods.nullable(),
      })),
      tone: 'danger',
    },
    deliver: {
      from: ['in_transit', 'arrived'],
      to: 'delivered',
      permission: edit,
      asks: strictObject(() => ({
        podAt: dateTime('hub'),
        podBoxCount: count(0, 1_000_000),
        podPalletCount: count(0, 66).nullable(),
        reservations: note(500).nullable(),
        missing: namedGoods,
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

/** Totals of notes. */
export const cmrTotals = object(() => ({
  totalPallets: count(),
  totalBoxes: count(),
  totalParcels: count(),
  totalWeight: weight(),
}));

import * as z from 'zod';
import { places } from '../custody/place';
import { parcelStates } from '../customs/parcel';
import { endpoint } from '../endpoint';
import { choice, code, count, dateTime, flag, id, stateOf, text } from '../fields';
import { cmrStates } from '../linehaul/cmr';
import { permit } from '../permissions';
import { plateNo } from '../rules/codes';
import { hindrances } from '../rules/custody';
import { object, strictObject } from '../shape';
import { boxStates } from './box';
import { palletStates } from './pallet';

/** Things that a scanned number may name. */
export const scanKinds = ['box', 'parcel', 'pallet', 'cmr'] as const;
export type ScanKind = (typeof scanKinds)[number];

/** Most things named for one number: a person selects one of them by a digit. */
export const MAX_SCAN_HITS = 9;
/** Most pallets and boxes listed of each part of a load; the counts are of all. */
export const MAX_LOAD_ITEMS = 100;

const bill = { billId: id().nullable(), billNo: text(20).nullable(), batchNo: text(30).nullable() };

/** A thing with a scanned number, and its place. */
export const scanHit = object(() => ({
  kind: choice('scanKind', scanKinds),
  recordId: id(),
  number: text(40),
  /** Null for a pallet with several bills, and for a consignment note. */
  ...bill,
  /** The box itself, or that of a parcel. */
  boxNo: text(40).nullable(),
  boxState: stateOf({ name: 'box', states: boxStates }).nullable(),
  /** Place of the box; null for a pallet, and for a note. */
  place: stateOf({ name: 'place', states: places }).nullable(),
  inboundAt: dateTime('warehouse').nullable(),
  outboundAt: dateTime('warehouse').nullable(),
  warehouseId: id().nullable(),
  parcelState: stateOf({ name: 'parcel', states: parcelStates }).nullable(),
  palletNo: text(20).nullable(),
  palletState: stateOf({ name: 'pallet', states: palletStates }).nullable(),
  cmrId: id().nullable(),
  cmrNo: text(20).nullable(),
  cmrState: stateOf({ name: 'cmr', states: cmrStates }).nullable(),
  destinationCode: text(30).nullable(),
  /** Boxes on a pallet or a note. */
  boxes: count(),
  /** Parcels in a box. */
  parcels: count(),
  /** Reason why the thing may not leave, and the number of the box if it is one of several. */
  blockedBy: choice('hindrance', hindrances).nullable(),
  blockedBox: text(40).nullable(),
}));
export type ScanHit = z.output<typeof scanHit>;

const mode = choice('scanMode', ['receive', 'truck', 'undo']);
export type ScanMode = z.output<typeof mode>;

/** An item of a truck's load: a pallet, or a box without one. */
export const loadItem = object(() => ({
  kind: choice('scanKind', scanKinds),
  recordId: id(),
  number: text(40),
  ...bill,
  boxes: count(1),
  blockedBy: choice('hindrance', hindrances).nullable(),
}));
export type LoadItem = z.output<typeof loadItem>;

/** A part of a load: counted whole, listed up to a limit. */
const loadPart = object(() => ({ pallets: count(), boxes: count(), list: z.array(loadItem) }));
export type LoadPart = z.output<typeof loadPart>;

/** The load of a truck: loaded and missing items. */
export const truckLoad = object(() => ({
  cmrId: id(),
  cmrNo: text(20),
  state: stateOf({ name: 'cmr', states: cmrStates }),
  plateNo: code(plateNo),
  destinationCode: text(30),
  loaded: loadPart,
  /** On the note, but not yet on the truck. */
  missing: loadPart,
  /** On no note, cleared, and due for the same destination. */
  due: loadPart,
}));
export type TruckLoad = z.output<typeof truckLoad>;

const chosen = strictObject(() => ({ kind: choice('scanKind', scanKinds), recordId: id() }));

/** Scanning without a bill: any number is found among everything the caller may see. */
export const scanApi = {
  /** The things with a number, and their places. */
  find: endpoint({
    method: 'GET',
    path: '/warehouse/scan',
    access: permit('bill.warehouse.view'),
    query: strictObject(() => ({ number: text(60) })),
    answer: z.array(scanHit),
    extension: true,
  }),
  /** Receives, loads or undoes what a number names, by the rules of its bill, pallet or note. */
  scan: endpoint({
    method: 'POST',
    path: '/warehouse/scan',
    access: permit('bill.warehouse.edit'),
    body: strictObject(() => ({
      mode,
      /** Number of a box, parcel, pallet or note as scanned; an SSCC with or without identifier and check digit. */
      number: text(60),
      /** The selected one of several with the number. */
      chosen: chosen.optional(),
      /** The note of the truck that is loaded. */
      cmrId: id().optional(),
      /** True if typed by hand, which needs a permission. */
      typed: z.boolean().default(false),
      /** True to take a pallet off its note as well, when its loading is undone. */
      take: z.boolean().default(false),
    })),
    answer: object(() => ({
      /**
       * `several` lists the hits to select from; `truck` is a note that was scanned in place of goods. Nothing was
       * written for any result but `done`, and `recovered` for a box that was thought lost.
       */
      result: choice('freeScanResult', ['done', 'recovered', 'again', 'several', 'unknown', 'truck']),
      hit: scanHit.nullable(),
      hits: z.array(scanHit),
      /** True if the pallet was put on the note first. */
      put: flag(),
    })),
    errors: [
      'PDA_TYPING',
      'BILL_REMOVED',
      'BILL_ARCHIVED',
      'BOX_BLOCKED',
      'BOX_NOT_RELEASED',
      'BOX_NOT_RECEIVED',
      'BOX_GONE',
      'BOX_ELSEWHERE',
      'BOX_ON_PALLET',
      'BOX_COLLECTED',
      'LEG_FINISHED',
      'LEG_PREVIOUS_OPEN',
      'LEG_NOTHING_FREE',
      'LEG_NO_DESTINATION',
      'PICK_MISSING',
      'STATE_NOT_ALLOWED',
      'PALLET_ON_TRUCK',
      'CMR_BILL_ARCHIVED',
      'CMR_PALLET_LOADED',
      'CMR_PALLET_ELSEWHERE',
      'CMR_PALLET_GONE',
      'SCAN_PARCEL_IN_BOX',
      'SCAN_NO_PALLET',
    ],
    extension: true,
  }),
  /** The load of the truck of a note. */
  load: endpoint({
    method: 'GET',
    path: '/warehouse/scan/load',
    access: permit('bill.cmr.view'),
    query: strictObject(() => ({ cmrId: id() })),
    answer: truckLoad,
    errors: ['NOT_FOUND'],
    extension: true,
  }),
};

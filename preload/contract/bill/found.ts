import * as z from 'zod';
import { parcelStates } from '../customs/parcel';
import { choice, count, dateTime, ref, stateOf, text, weight } from '../fields';
import { cmrRow, cmrStates } from '../linehaul/cmr';
import { extended, object } from '../shape';
import { boxStates } from '../warehouse/box';
import { palletRow, palletStates } from '../warehouse/pallet';
import { billRow } from './bill';
import { searchAnswer, searchHit } from './searchHit';

const { shape } = billRow;
/** Airport whose clock shows its times; null if it belongs to no bill. */
const clock = { landingAirportId: shape.landingAirportId.nullable(), warehouseId: shape.warehouseId };

/** A parcel found by its own number or its order's: its state, place and destination. */
export const parcelFound = extended(searchHit, () => ({
  trackingNo: z.string(),
  state: stateOf({ name: 'parcel', states: parcelStates }),
  boxNo: text(40).nullable(),
  palletNo: text(20).nullable(),
  destinationCode: text(30).nullable(),
  /** The leading letters of its tracking number. */
  prefix: z.string().nullable(),
  outboundAt: dateTime('warehouse').nullable(),
  /** Number of parcels of its bill. */
  totalParcels: count(),
  ...clock,
}));

/** A box found by its number: its state, pallet and destination. */
export const boxFound = extended(searchHit, () => ({
  state: stateOf({ name: 'box', states: boxStates }),
  palletNo: text(20).nullable(),
  destinationCode: text(30).nullable(),
  declaredParcels: count(),
  weight: weight(),
  inboundAt: dateTime('warehouse').nullable(),
  outboundAt: dateTime('warehouse').nullable(),
  ...clock,
}));

/** A pallet found by its number or SSCC: its state, contents, destination and truck. */
export const palletFound = extended(searchHit, () => ({
  state: stateOf({ name: 'pallet', states: palletStates }),
  destinationCode: text(30),
  boxes: count(),
  weight: palletRow.shape.weight,
  cmrNo: text(20).nullable(),
  warehouseId: palletRow.shape.warehouseId,
}));

/** A consignment note found by its number: its state, truck and route. */
export const cmrFound = extended(searchHit, () => ({
  state: stateOf({ name: 'cmr', states: cmrStates }),
  plateNo: cmrRow.shape.plateNo,
  fromWarehouseId: cmrRow.shape.fromWarehouseId,
  toDestinationId: cmrRow.shape.toDestinationId,
  totalPallets: cmrRow.shape.totalPallets,
  totalBoxes: cmrRow.shape.totalBoxes,
  departedAt: cmrRow.shape.departedAt,
}));

/** A destination found by its code, with one of the newest bills that go there. */
export const destinationFound = extended(searchHit, () => ({
  nameEn: text(120),
  nameCn: text(120),
  countryId: ref('country'),
  lastMileId: ref('lastMile'),
  mode: choice('mode', ['air', 'sea']).nullable(),
  boxCount: count().nullable(),
  eta: shape.eta,
  landingAirportId: shape.landingAirportId.nullable(),
}));

/** Hits of one kind, and the numbers that were not found. */
export const foundOf = <H extends z.ZodObject>(hit: H) =>
  object(() => ({ ...searchAnswer.shape, hits: z.array(hit) }));

/** The parcels searched for, by destination. */
export const parcelDestination = object(() => ({
  destinationCode: z.string().nullable(),
  nameEn: z.string().nullable(),
  nameCn: z.string().nullable(),
  prefixes: z.array(z.string()),
  parcels: z.int(),
  /** Number of these that have left the warehouse. */
  outbound: z.int(),
  lastOutboundAt: dateTime('warehouse').nullable(),
}));

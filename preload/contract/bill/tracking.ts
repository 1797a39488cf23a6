import * as z from 'zod';
import { parcelStates } from '../customs/parcel';
import { endpoint } from '../endpoint';
import { choice, count, dateTime, stateOf, text } from '../fields';
import { MAX_TRACKED } from '../limits';
import { permit } from '../permissions';
import { exportQuery } from '../resource';
import { extended, object, strictObject } from '../shape';
import { billRow, billStages } from './bill';
import { timelineEvent } from './billHistory';

const access = [permit('bill.tracking.view'), permit('bill.search.view')] as const;
const { shape } = billRow;

/** Events of a record and of its bill, oldest first. */
const tracked = object(() => ({
  number: z.string(),
  billId: z.int(),
  billNo: z.string(),
  batchNo: z.string(),
  stage: stateOf({ name: 'bill', states: billStages }),
  destinationCode: text(30).nullable(),
  /** The places on whose clocks its events are shown. */
  originAirportId: shape.originAirportId.nullable(),
  landingAirportId: shape.landingAirportId.nullable(),
  warehouseId: shape.warehouseId,
  destinationId: shape.destinationId,
  events: z.array(timelineEvent.omit({ id: true, recordedAt: true })),
}));

/** A parcel with its events, and its box and pallet. */
export const trackedParcel = extended(tracked, () => ({
  state: stateOf({ name: 'parcel', states: parcelStates }),
  boxNo: text(40).nullable(),
  palletNo: text(20).nullable(),
}));

/** One batch of a waybill with its events. */
export const trackedBill = extended(tracked, () => ({ boxCount: count().nullable() }));

/** A row for a parcel or a batch, with its last event. */
export const trackedRow = object(() => ({
  number: text(40),
  kind: choice('searchKind', ['parcel', 'bill']),
  parcelState: stateOf({ name: 'parcel', states: parcelStates }).nullable(),
  stage: tracked.shape.stage,
  lastEvent: text(200).nullable(),
  lastEventAt: dateTime('event').nullable(),
  location: text(80).nullable(),
  boxNo: text(40).nullable(),
  palletNo: text(20).nullable(),
  destinationCode: text(30).nullable(),
  billNo: text(40),
  batchNo: text(40),
}));

const numbers = z.array(z.string().trim().min(1).max(40)).min(1).max(MAX_TRACKED);
const trackingQuery = strictObject(() => ({
  /** Whole numbers, separated by commas. */
  numbers,
}));

/** Timelines of parcels and of waybills, up to a hundred at once. */
export const trackingApi = {
  parcel: endpoint({
    method: 'GET',
    path: '/tracking/parcel',
    access,
    query: trackingQuery,
    answer: object(() => ({ found: z.array(trackedParcel), notFound: z.array(z.string()) })),
  }),
  awb: endpoint({
    method: 'GET',
    path: '/tracking/awb',
    access,
    query: trackingQuery,
    answer: object(() => ({ found: z.array(trackedBill), notFound: z.array(z.string()) })),
  }),
  /** One row per parcel and batch with these numbers, with its last event; numbers not found are at the end. */
  export: endpoint({
    method: 'POST',
    path: '/tracking/export',
    access,
    kind: 'blob',
    body: strictObject(() => ({ numbers, ...exportQuery })),
    extension: true,
  }),
};

import * as z from 'zod';
import { endpoint } from '../endpoint';
import { count, dateTime, id, stateOf } from '../fields';
import { foundKinds } from '../finding';
import { MAX_TRACKED } from '../limits';
import { permit } from '../permissions';
import { exportQuery } from '../resource';
import { extended, object, strictObject } from '../shape';
import { billStages, searchAnswer, searchHit, searchQuery, timelineEvent } from './bill';

const access = permit('bill.search.view');
const looksUp = <P extends string>(path: P) =>
  ({ method: 'GET', path, access, query: searchQuery, answer: searchAnswer }) as const;

/** A parcel found by its own number or its order's, and where it lies and goes. */
export const parcelFound = object(() => ({
  ...searchHit.shape,
  trackingNo: z.string(),
  boxNo: z.string(),
  palletNo: z.string().nullable(),
  destinationCode: z.string().nullable(),
  /** The letters its tracking number begins with. */
  prefix: z.string().nullable(),
  outboundAt: dateTime('warehouse').nullable(),
  /** Parcels of its bill. */
  totalParcels: count(),
}));

/** The parcels asked for that go to one destination. */
export const parcelDestination = object(() => ({
  destinationCode: z.string().nullable(),
  nameEn: z.string().nullable(),
  nameCn: z.string().nullable(),
  prefixes: z.array(z.string()),
  parcels: z.int(),
  /** Of these, how many have left the warehouse. */
  outbound: z.int(),
  lastOutboundAt: dateTime('warehouse').nullable(),
}));

/** A record of any kind, found by its number or name. */
export const recordFound = object(() => ({
  kind: z.enum(foundKinds),
  recordId: id(),
  number: z.string(),
  /** What stands beside its number, in the caller's language: its name, or the bill it belongs to. */
  name: z.string().nullable(),
  /** The bill it belongs to. */
  billId: id().nullable(),
  /** Whether its number is the one asked for, however that was written. */
  exact: z.boolean(),
}));
export type RecordFound = z.output<typeof recordFound>;

/** Looking up one kind of thing by its number; {@link searchAnswer} says the rest. */
export const searchApi = {
  /**
   * Records of every kind that the caller may see, by one number or name: whole, by how it begins, by its last six
   * characters or more (a bill by its last four), or by a part of a name. Of each kind a few, the exact ones first.
   */
  records: endpoint({
    method: 'GET',
    path: '/search/records',
    access: 'session',
    query: strictObject(() => ({ keyword: z.string().trim().min(1).max(200) })),
    answer: object(() => ({ hits: z.array(recordFound) })),
    extension: true,
  }),
  pallets: endpoint(looksUp('/bill-lading/search/pallets')),
  box: endpoint(looksUp('/bill-lading/search/box')),
  cmr: endpoint(looksUp('/bill-lading/search/cmr')),
  /** By the code of a destination: the newest bills that go there. */
  distinationWarehouses: endpoint(looksUp('/bill-lading/search/distinationWarehouses')),
  parcel: endpoint({
    ...looksUp('/bill-lading/search/parcel'),
    answer: object(() => ({ ...searchAnswer.shape, hits: z.array(parcelFound) })),
  }),
  parcelDestinations: endpoint({
    ...looksUp('/bill-lading/search/parcel/destination/all'),
    answer: object(() => ({
      destinations: z.array(parcelDestination),
      notFound: z.array(z.string()),
      capped: z.boolean(),
    })),
  }),
  export: endpoint({
    method: 'POST',
    path: '/bill-lading/search/export',
    access,
    kind: 'blob',
    body: strictObject(() => ({ ...searchQuery.shape, ...exportQuery })),
    extension: true,
  }),
};

/** Where something is and has been: the events of its bill and its own, in the order in which they happened. */
const tracked = object(() => ({
  number: z.string(),
  billId: z.int(),
  billNo: z.string(),
  batchNo: z.string(),
  stage: stateOf({ name: 'bill', states: billStages }),
  events: z.array(timelineEvent.omit({ id: true, recordedAt: true })),
}));
const trackingQuery = strictObject(() => ({
  /** Whole numbers, separated by commas. */
  numbers: z.array(z.string().trim().min(1).max(40)).min(1).max(MAX_TRACKED),
}));

/** Timelines of parcels and of air waybills, up to a hundred at once. */
export const trackingApi = {
  parcel: endpoint({
    method: 'GET',
    path: '/tracking/parcel',
    access,
    query: trackingQuery,
    answer: object(() => ({
      found: z.array(
        extended(tracked, () => ({
          state: z.enum(['clearance', 'free', 'held', 'failed', 'abnormal', 'completed']),
          destinationCode: z.string().nullable(),
        })),
      ),
      notFound: z.array(z.string()),
    })),
  }),
  awb: endpoint({
    method: 'GET',
    path: '/tracking/awb',
    access,
    query: trackingQuery,
    answer: object(() => ({ found: z.array(tracked), notFound: z.array(z.string()) })),
  }),
};

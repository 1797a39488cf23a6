import * as z from 'zod';
import { endpoint } from '../endpoint';
import { id } from '../fields';
import { foundKinds } from '../finding';
import { permit } from '../permissions';
import { exportQuery } from '../resource';
import { object, strictObject } from '../shape';
import {
  boxFound,
  cmrFound,
  destinationFound,
  foundOf,
  palletFound,
  parcelDestination,
  parcelFound,
} from './found';
import { searchQuery } from './searchHit';

const access = permit('bill.search.view');
const looksUp = <P extends string>(path: P) => ({ method: 'GET', path, access, query: searchQuery }) as const;

/** A record of any kind, found by its number or name. */
export const recordFound = object(() => ({
  kind: z.enum(foundKinds),
  recordId: id(),
  number: z.string(),
  /** Text beside its number, in the caller's language: its name, or its bill. */
  name: z.string().nullable(),
  /** Id of its bill. */
  billId: id().nullable(),
  /** True if its number is the one searched for, in any spelling. */
  exact: z.boolean(),
}));
export type RecordFound = z.output<typeof recordFound>;

/** Searches for one kind of record by number; `found.ts` has the hits. */
export const searchApi = {
  /**
   * Records of every kind visible to the caller, by number or name: matched whole, by the beginning, by the last six
   * characters or more (a bill by its last four), or by a part of a name. A few of each kind: exact
   * matches first, then numbers that begin with the text.
   */
  records: endpoint({
    method: 'GET',
    path: '/search/records',
    access: 'session',
    query: strictObject(() => ({ keyword: z.string().trim().min(1).max(200) })),
    answer: object(() => ({ hits: z.array(recordFound) })),
    extension: true,
  }),
  pallets: endpoint({ ...looksUp('/bill-lading/search/pallets'), answer: foundOf(palletFound) }),
  box: endpoint({ ...looksUp('/bill-lading/search/box'), answer: foundOf(boxFound) }),
  cmr: endpoint({ ...looksUp('/bill-lading/search/cmr'), answer: foundOf(cmrFound) }),
  /** The newest bills to a destination, by its code. */
  distinationWarehouses: endpoint({
    ...looksUp('/bill-lading/search/distinationWarehouses'),
    answer: foundOf(destinationFound),
  }),
  parcel: endpoint({ ...looksUp('/bill-lading/search/parcel'), answer: foundOf(parcelFound) }),
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

import { boxFound, cmrFound, destinationFound, palletFound, parcelFound } from '@contract/bill/found';
import type { SearchHit, SearchKind } from '@contract/bill/searchHit';
import type * as z from 'zod';
import type { Question } from '../../../api/answers';
import { read } from '../../../api/queries';

/** Hits with the identifying fields of their kind. */
interface DetailedHits {
  readonly hits: readonly SearchHit[];
}

/** Identifying details of a kind's hits: the call that returns them, and the fields shown of its response. */
export interface FoundDetails {
  readonly schema: z.ZodObject;
  /** Resource whose labels the fields use. */
  readonly resource: string;
  readonly fields: readonly string[];
  readonly queryOf: (keyword: string) => Question<DetailedHits>;
}

const parcel: FoundDetails = {
  schema: parcelFound,
  resource: 'parcel',
  fields: ['state', 'boxNo', 'palletNo', 'destinationCode', 'outboundAt'],
  queryOf: (keyword) => read('search', 'parcel', { query: { keyword } }),
};

/** Kinds that show more than number and bill. */
export const foundDetails: Readonly<Partial<Record<SearchKind, FoundDetails>>> = {
  parcel,
  order: { ...parcel, fields: ['trackingNo', ...parcel.fields] },
  box: {
    schema: boxFound,
    resource: 'box',
    fields: ['state', 'palletNo', 'destinationCode', 'declaredParcels', 'weight', 'outboundAt'],
    queryOf: (keyword) => read('search', 'box', { query: { keyword } }),
  },
  pallet: {
    schema: palletFound,
    resource: 'pallet',
    fields: ['state', 'destinationCode', 'boxes', 'weight', 'cmrNo'],
    queryOf: (keyword) => read('search', 'pallets', { query: { keyword } }),
  },
  cmr: {
    schema: cmrFound,
    resource: 'cmr',
    fields: ['state', 'plateNo', 'fromWarehouseId', 'toDestinationId', 'totalPallets', 'departedAt'],
    queryOf: (keyword) => read('search', 'cmr', { query: { keyword } }),
  },
  destination: {
    schema: destinationFound,
    resource: 'destination',
    fields: ['nameEn', 'countryId', 'lastMileId', 'boxCount', 'eta'],
    queryOf: (keyword) => read('search', 'distinationWarehouses', { query: { keyword } }),
  },
};

/** Returns a key that is unique among the hits of a response. */
export const hitKey = (hit: SearchHit): string =>
  `${hit.kind} ${hit.number} ${hit.recordId} ${hit.billId} ${hit.asked}`;

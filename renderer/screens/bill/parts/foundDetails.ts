import type { SearchHit, SearchKind } from '@contract/bill/bill';
import { boxFound, cmrFound, destinationFound, palletFound, parcelFound } from '@contract/bill/found';
import type { UseQueryOptions } from '@tanstack/react-query';
import type * as z from 'zod';
import type { Failure } from '../../../api/bridge';
import { read } from '../../../api/queries';

/** Hits with what their kind is recognised by. */
interface Detailed {
  readonly hits: readonly SearchHit[];
}

/** How the hits of a kind are recognised: the call that tells more of them, and the fields shown of its answer. */
export interface FoundDetails {
  readonly schema: z.ZodObject;
  /** The resource by which the fields are labelled. */
  readonly resource: string;
  readonly fields: readonly string[];
  readonly ask: (keyword: string) => UseQueryOptions<Detailed, Failure>;
}

const parcel: FoundDetails = {
  schema: parcelFound,
  resource: 'parcel',
  fields: ['state', 'boxNo', 'palletNo', 'destinationCode', 'outboundAt'],
  ask: (keyword) => read('search', 'parcel', { query: { keyword } }) as never,
};

/** The kinds of which more is shown than number and bill. */
export const foundDetails: Readonly<Partial<Record<SearchKind, FoundDetails>>> = {
  parcel,
  order: { ...parcel, fields: ['trackingNo', ...parcel.fields] },
  box: {
    schema: boxFound,
    resource: 'box',
    fields: ['state', 'palletNo', 'destinationCode', 'declaredParcels', 'weight', 'outboundAt'],
    ask: (keyword) => read('search', 'box', { query: { keyword } }) as never,
  },
  pallet: {
    schema: palletFound,
    resource: 'pallet',
    fields: ['state', 'destinationCode', 'boxes', 'weight', 'cmrNo'],
    ask: (keyword) => read('search', 'pallets', { query: { keyword } }) as never,
  },
  cmr: {
    schema: cmrFound,
    resource: 'cmr',
    fields: ['state', 'plateNo', 'fromWarehouseId', 'toDestinationId', 'totalPallets', 'departedAt'],
    ask: (keyword) => read('search', 'cmr', { query: { keyword } }) as never,
  },
  destination: {
    schema: destinationFound,
    resource: 'destination',
    fields: ['nameEn', 'countryId', 'lastMileId', 'boxCount', 'eta'],
    ask: (keyword) => read('search', 'distinationWarehouses', { query: { keyword } }) as never,
  },
};

/** Tells one hit from all others of an answer. */
export const hitKey = (hit: SearchHit): string =>
  `${hit.kind} ${hit.number} ${hit.recordId} ${hit.billId} ${hit.asked}`;

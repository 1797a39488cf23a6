import * as z from 'zod';
import { choice, id, stateOf } from '../fields';
import { object, strictObject } from '../shape';
import { billStages } from './bill';

/** Kinds of numbers that the search finds. */
export const searchKinds = [
  'bill',
  'house',
  'box',
  'parcel',
  'order',
  'pallet',
  'cmr',
  'mrn',
  't1',
  'uld',
  'destination',
] as const;
export type SearchKind = (typeof searchKinds)[number];

/** A record found by its number, with its bill; null for an empty pallet. */
export const searchHit = object(() => ({
  kind: choice('searchKind', searchKinds),
  number: z.string(),
  recordId: id(),
  billId: id().nullable(),
  billNo: z.string().nullable(),
  batchNo: z.string().nullable(),
  stage: stateOf({ name: 'bill', states: billStages }).nullable(),
  /** The number searched for, as typed. */
  asked: z.string(),
}));
export type SearchHit = z.output<typeof searchHit>;

/** One number or up to 500, separated by spaces, commas or lines; six characters or more match the end of a number. */
export const searchQuery = strictObject(() => ({ keyword: z.string().trim().min(1).max(30_000) }));

/** The hits, and the numbers not found; `capped` if there are more than shown. */
export const searchAnswer = object(() => ({
  hits: z.array(searchHit),
  notFound: z.array(z.string()),
  capped: z.boolean(),
}));

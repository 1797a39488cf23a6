import { choice, dateTime, text } from '../fields';

/** Why a parcel stands in no box. */
export const looseReasons = ['held', 'damaged', 'inspection', 'misplaced', 'other'] as const;

/** Columns of a parcel that stands in no box: since when, why, and the number of the box it was taken out of. */
export const looseFields = () => ({
  looseAt: dateTime('warehouse').nullable(),
  looseReason: choice('looseReason', looseReasons).nullable(),
  looseFrom: text(40).nullable(),
});

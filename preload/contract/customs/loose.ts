import { choice, dateTime, text } from '../fields';

/** Reasons why a parcel is in no box. */
export const looseReasons = ['held', 'damaged', 'inspection', 'misplaced', 'other'] as const;

/** Columns of a parcel that is in no box: since when, why, and the number of the box that it was taken out of. */
export const looseFields = () => ({
  looseAt: dateTime('warehouse').nullable(),
  looseReason: choice('looseReason', looseReasons).nullable(),
  looseFrom: text(40).nullable(),
});

import { type Problem, problem } from '../errors';

/** Plausible weights in kg; others are accepted with a warning (domain.md 4.17). */
export interface WeightBand {
  readonly min: number;
  readonly max: number;
}

/** Gross weight of one box in kg. */
export const BOX_WEIGHT: WeightBand = { min: 0.5, max: 60 };
/** Gross weight of one parcel in kg: Europe's parcel networks carry at most 31.5. */
const PARCEL_WEIGHT: WeightBand = { min: 0.005, max: 31.5 };

/** Highest gross weight of a bill in kg: a whole freighter carries less. */
const MAX_BILL_WEIGHT = 120_000;

/** Returns BILL_WEIGHT_ODD for an implausible gross weight of a bill in kg. */
export const billWeightProblem = (kilograms: unknown): Problem | undefined =>
  typeof kilograms === 'number' && kilograms > MAX_BILL_WEIGHT
    ? problem('BILL_WEIGHT_ODD', { max: MAX_BILL_WEIGHT })
    : undefined;

/** True for a weight in kg outside a band; 0 and less are invalid, not odd. */
export const isOddWeight = (kilograms: unknown, { min, max }: WeightBand): boolean =>
  typeof kilograms === 'number' && kilograms > 0 && (kilograms < min || kilograms > max);

/** Returns PARCEL_WEIGHT_ODD for an implausible gross weight of a parcel in kg. */
export const parcelWeightProblem = (kilograms: unknown): Problem | undefined =>
  isOddWeight(kilograms, PARCEL_WEIGHT) ? problem('PARCEL_WEIGHT_ODD', { ...PARCEL_WEIGHT }) : undefined;

/** Returns BOX_WEIGHT_ODD for an implausible gross weight of a box in kg. */
export const boxWeightProblem = (kilograms: unknown): Problem | undefined =>
  isOddWeight(kilograms, BOX_WEIGHT) ? problem('BOX_WEIGHT_ODD', { ...BOX_WEIGHT }) : undefined;

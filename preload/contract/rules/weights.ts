import { type Problem, problem } from '../errors';

/** Kilograms between which a weight needs no second look; weights outside it are accepted (domain.md 4.17). */
export interface WeightBand {
  readonly min: number;
  readonly max: number;
}

/** Gross weight of one box in kg. */
export const BOX_WEIGHT: WeightBand = { min: 0.5, max: 60 };
/** Gross weight of one parcel in kg: the parcel networks of Europe carry 31.5 at most. */
const PARCEL_WEIGHT: WeightBand = { min: 0.005, max: 31.5 };

/** Gross weight of a bill in kg: a freighter carries less in all. */
const MAX_BILL_WEIGHT = 120_000;

/** BILL_WEIGHT_ODD for a gross weight in kg that bills hardly have. */
export const billWeightProblem = (kilograms: unknown): Problem | undefined =>
  typeof kilograms === 'number' && kilograms > MAX_BILL_WEIGHT
    ? problem('BILL_WEIGHT_ODD', { max: MAX_BILL_WEIGHT })
    : undefined;

/** True for a weight in kg outside a band; 0 and less are wrong, not odd. */
export const isOddWeight = (kilograms: unknown, { min, max }: WeightBand): boolean =>
  typeof kilograms === 'number' && kilograms > 0 && (kilograms < min || kilograms > max);

/** PARCEL_WEIGHT_ODD for a gross weight in kg that parcels hardly have. */
export const parcelWeightProblem = (kilograms: unknown): Problem | undefined =>
  isOddWeight(kilograms, PARCEL_WEIGHT) ? problem('PARCEL_WEIGHT_ODD', { ...PARCEL_WEIGHT }) : undefined;

/** BOX_WEIGHT_ODD for a gross weight in kg that boxes hardly have. */
export const boxWeightProblem = (kilograms: unknown): Problem | undefined =>
  isOddWeight(kilograms, BOX_WEIGHT) ? problem('BOX_WEIGHT_ODD', { ...BOX_WEIGHT }) : undefined;

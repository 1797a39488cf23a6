import type { chargeBases } from '../vocabulary';

/** What is counted of a bill. */
export interface Counted {
  /** Kilograms that are charged for. */
  readonly weight: number;
  readonly boxes: number;
  readonly parcels: number;
  readonly pallets: number;
  readonly trucks: number;
  /** The goods, in the currency of the charge; null in another one. */
  readonly value: number | null;
}

/** Bases of which a bill says itself how many units it has. */
const COUNTED: ReadonlySet<string> = new Set([
  'per_kg',
  'per_box',
  'per_parcel',
  'per_pallet',
  'per_truck',
  'percent',
]);
/** True for a basis of which a bill says how many units it has; of others it has one, or as many as were agreed. */
export const isCounted = (basis: (typeof chargeBases)[number]): boolean => COUNTED.has(basis);

/** How many units of a basis a bill has. Of a percentage, a unit is a hundredth of the value. */
export function quantityOf(basis: (typeof chargeBases)[number], counted: Counted): number {
  switch (basis) {
    case 'per_kg':
      return counted.weight;
    case 'per_box':
      return counted.boxes;
    case 'per_parcel':
      return counted.parcels;
    case 'per_pallet':
      return counted.pallets;
    case 'per_truck':
      return counted.trucks;
    case 'percent':
      return (counted.value ?? 0) / 100;
    default:
      return 1;
  }
}

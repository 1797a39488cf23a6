import type { vehicleTypes } from '../linehaul/cmr';

/** Weight in kg allocated to a customer on a flight, or booked by a bill. */
interface Share {
  readonly customerId: number;
  readonly kg: number;
}

const sumOf = (shares: readonly Share[]): ReadonlyMap<number, number> => {
  const sums = new Map<number, number>();
  for (const { customerId, kg } of shares) sums.set(customerId, (sums.get(customerId) ?? 0) + kg);
  return sums;
};
const grams = (kg: number): number => Math.round(kg * 1000) / 1000;

/**
 * Returns the kilograms of a flight still free to book. An allotment is reserved for its customer, and bookings use it
 * up first: `customerId` null asks for customers without an allotment.
 */
export function freeKg(
  capacityKg: number,
  booked: readonly Share[],
  promised: readonly Share[],
  customerId: number | null = null,
): number {
  const bookedBy = sumOf(booked);
  const promisedBy = sumOf(promised);
  let free = capacityKg;
  for (const id of new Set([...bookedBy.keys(), ...promisedBy.keys()])) {
    const own = bookedBy.get(id) ?? 0;
    free -= id === customerId ? own : Math.max(own, promisedBy.get(id) ?? 0);
  }
  return grams(free);
}

/** Total kilograms booked. */
export const bookedKg = (booked: readonly Share[]): number =>
  grams(booked.reduce((sum, { kg }) => sum + kg, 0));

/**
 * Accuracy of a forecast in percent with one decimal: 1 - |actual - forecast| / forecast, at least 0. Undefined for a
 * forecast of 0.
 */
export function accuracyOf(forecast: number, actual: number): number | undefined {
  if (forecast <= 0) return undefined;
  return Math.max(0, Math.round((1 - Math.abs(actual - forecast) / forecast) * 1000) / 10);
}

/** Payload of each type of vehicle in kg, as hauliers sell them. */
export const vehicleKg = {
  van: 1200,
  box_truck: 3000,
  truck_12t: 6000,
  trailer_13_6m: 24_000,
  container_chassis: 26_000,
} as const satisfies Record<(typeof vehicleTypes)[number], number>;

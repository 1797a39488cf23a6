import type { vehicleTypes } from '../linehaul/cmr';

/** What a customer was promised of a flight, or a bill takes of it, in kg. */
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
 * Kilograms of a flight that somebody may still book. What a customer was promised is kept for that customer alone, and
 * what is booked comes out of the promise first: `customerId` null asks what is free for those who were promised nothing.
 */
export function freeKg(
  capacityKg: number,
  booked: readonly Share[],
  promised: readonly Share[],
  customerId: number | null = null,
): number {
  const taken = sumOf(booked);
  const kept = sumOf(promised);
  let free = capacityKg;
  for (const id of new Set([...taken.keys(), ...kept.keys()])) {
    const own = taken.get(id) ?? 0;
    free -= id === customerId ? own : Math.max(own, kept.get(id) ?? 0);
  }
  return grams(free);
}

/** Kilograms that are booked in all. */
export const bookedKg = (booked: readonly Share[]): number =>
  grams(booked.reduce((sum, { kg }) => sum + kg, 0));

/**
 * How well a forecast met what came, in percent with one decimal: 1 - |actual - forecast| / forecast, and never less than
 * nothing. Undefined for a forecast of nothing.
 */
export function accuracyOf(forecast: number, actual: number): number | undefined {
  if (forecast <= 0) return undefined;
  return Math.max(0, Math.round((1 - Math.abs(actual - forecast) / forecast) * 1000) / 10);
}

/** Kilograms that a vehicle of each type carries, as hauliers book them. */
export const vehicleKg = {
  van: 1200,
  box_truck: 3000,
  truck_12t: 6000,
  trailer_13_6m: 24_000,
  container_chassis: 26_000,
} as const satisfies Record<(typeof vehicleTypes)[number], number>;

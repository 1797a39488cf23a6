import type { Place } from '../custody/place';

/**
 * Places that a person may report, by the places that goods may have been at before: what no scan, truck or signature
 * tells. Goods found again, or handed back by customs, are in the warehouse.
 */
export const REPORTED = {
  lost: ['announced', 'warehouse', 'truck', 'hub', 'customs'],
  never: ['announced', 'lost'],
  warehouse: ['lost', 'never', 'customs'],
  customs: ['warehouse', 'hub'],
  returned: ['warehouse', 'hub', 'customs'],
  destroyed: ['warehouse', 'hub', 'customs'],
} as const satisfies Partial<Record<Place, readonly Place[]>>;
export type ReportedPlace = keyof typeof REPORTED;

/** True if goods at a place may be reported at another. */
export const mayReport = (from: Place, to: ReportedPlace): boolean =>
  (REPORTED[to] as readonly Place[]).includes(from);

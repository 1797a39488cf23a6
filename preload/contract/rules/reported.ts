import type { Place } from '../custody/place';

/** Places that a person may report: because no scan, truck or signature shows them. */
export type ReportedPlace = 'lost' | 'never' | 'warehouse' | 'customs' | 'returned' | 'destroyed';

/** Where goods may have been before. Goods found again, or handed back by customs, are in the warehouse. */
const BEFORE: Readonly<Record<ReportedPlace, readonly Place[]>> = {
  lost: ['announced', 'warehouse', 'truck', 'hub', 'customs'],
  never: ['announced', 'lost'],
  warehouse: ['lost', 'never', 'customs'],
  customs: ['warehouse', 'hub'],
  returned: ['warehouse', 'hub', 'customs'],
  destroyed: ['warehouse', 'hub', 'customs'],
};

/** True if goods at a place may be reported at another. */
export const mayReport = (from: Place, to: ReportedPlace): boolean => BEFORE[to].includes(from);

import type { Bill } from '@contract/bill/bill';
import { ownZone } from '../../../app/zone';
import { type LookupRow, useLookups } from '../../../kinds/lookups';

const TARGETS = ['airport', 'warehouse'] as const;

/** Whose clocks show the times of a bill: its landing airport's, and its warehouse's where it has one. */
export function useBillZones(bill: Pick<Bill, 'landingAirportId' | 'warehouseId'>): {
  landing: string;
  warehouse: string;
} {
  const lookups = useLookups(TARGETS);
  const zoneOf = (row: LookupRow | undefined) => (row?.timeZone ? String(row.timeZone) : undefined);
  const landing = zoneOf(lookups.find('airport', bill.landingAirportId)) ?? ownZone;
  const own = bill.warehouseId === null ? undefined : zoneOf(lookups.find('warehouse', bill.warehouseId));
  return { landing, warehouse: own ?? landing };
}

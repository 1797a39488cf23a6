import { BEYOND } from '../store/beyond';
import type { Context } from './context';

/** A record of a warehouse; of none, it is seen by those who see all. */
interface OfWarehouse {
  readonly warehouseId: number | null;
}

/** True for a record of one of the warehouses; an empty list stands for all warehouses. */
export const isSeen = (warehouseIds: readonly number[], { warehouseId }: OfWarehouse): boolean =>
  warehouseIds.length === 0 || (warehouseId !== null && warehouseIds.includes(warehouseId));

/**
 * Fails as a write beyond the scope does, before a rule says anything of a record that the caller does not see. Needed where
 * records are named by numbers from a file, which no check of the call has looked at.
 */
export function requireSeen({ caller }: Pick<Context, 'caller'>, found: readonly OfWarehouse[]): void {
  if (found.some((one) => !isSeen(caller.warehouseIds, one))) throw new Error(BEYOND);
}

import { OUT_OF_SCOPE } from '../store/beyond';
import type { Context } from './context';

/** A record of a warehouse; without one, only accounts for all warehouses see it. */
interface OfWarehouse {
  readonly warehouseId: number | null;
}

/** True for a record of one of the warehouses; an empty list means all warehouses. */
export const isInScope = (warehouseIds: readonly number[], { warehouseId }: OfWarehouse): boolean =>
  warehouseIds.length === 0 || (warehouseId !== null && warehouseIds.includes(warehouseId));

/**
 * Fails like a write beyond the caller's scope, before a rule reveals anything about a record that the caller may not
 * see. Needed where a file names records by numbers, which the checks of the call do not cover.
 */
export function requireInScope({ caller }: Pick<Context, 'caller'>, found: readonly OfWarehouse[]): void {
  if (found.some((one) => !isInScope(caller.warehouseIds, one))) throw new Error(OUT_OF_SCOPE);
}

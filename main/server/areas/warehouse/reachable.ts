import type { StockWarehouse } from '@contract/warehouse/stock';
import type { Caller } from '../../core/context';
import { isInScope } from '../../core/inScope';
import { refuse } from '../../core/refusal';
import type { Reader } from '../../store/open';

type Reach = Pick<Caller, 'warehouseIds'>;

/** Active warehouses whose goods a person may see. */
export async function warehousesOf(read: Reader, caller: Reach): Promise<StockWarehouse[]> {
  const rows = await read
    .selectFrom('warehouse')
    .select(['id', 'code', 'nameEn', 'nameCn', 'timeZone'])
    .where('active', '=', 1)
    .orderBy('code')
    .execute();
  return rows.filter(({ id }) => isInScope(caller.warehouseIds, { warehouseId: id }));
}

/** Reads a warehouse whose goods a person may see. Throws NOT_FOUND. */
export async function requireWarehouse(read: Reader, caller: Reach, id: number): Promise<StockWarehouse> {
  const found = await read
    .selectFrom('warehouse')
    .select(['id', 'code', 'nameEn', 'nameCn', 'timeZone'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found || !isInScope(caller.warehouseIds, { warehouseId: id })) throw refuse('NOT_FOUND');
  return found;
}

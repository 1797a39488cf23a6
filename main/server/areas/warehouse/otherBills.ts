import type { ScanBill } from '@contract/warehouse/box';
import type { Context } from '../../core/context';
import { isInScope } from '../../core/inScope';

/** Most bills that are named for one number. */
export const NAMED = 20;

/**
 * Finds the other open bills in the caller's reach that have a box of this number: first those whose box has not come
 * in yet, then the newest. A delivered box cannot be in anybody's hands, so its bill is not named.
 */
export async function otherBillsWith(
  { read, caller }: Pick<Context, 'read' | 'caller'>,
  boxNo: string,
  billId: number,
): Promise<ScanBill[]> {
  const found = await read
    .selectFrom('box')
    .innerJoin('bill', 'bill.id', 'box.billId')
    .select(['bill.id as billId', 'bill.billNo', 'bill.batchNo', 'bill.warehouseId', 'box.inboundAt'])
    .where('box.boxNo', '=', boxNo)
    .where('box.state', '!=', 'delivered')
    .where('bill.id', '!=', billId)
    .where('bill.removedAt', 'is', null)
    .where('bill.archived', '=', 0)
    .orderBy('bill.id', 'desc')
    .execute();
  // Jobs of files read everything, whoever uploaded them.
  const seen = found.filter((bill) => isInScope(caller.warehouseIds, bill));
  const waiting = seen.filter(({ inboundAt }) => inboundAt === null);
  const inAlready = seen.filter(({ inboundAt }) => inboundAt !== null);
  return [...waiting, ...inAlready]
    .slice(0, NAMED)
    .map(({ billId: id, billNo, batchNo }) => ({ billId: id, billNo, batchNo }));
}

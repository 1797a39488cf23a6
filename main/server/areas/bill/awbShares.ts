import type { Bill } from '@contract/bill/bill';
import type { BoxShare } from '@contract/bill/timeNode';
import { problem } from '@contract/errors';
import { type BoxDetail, billsToSet, boxesKnown, shareBoxes, sumOf } from '@contract/rules/boxShares';
import { refuseFields } from '../../core/refusal';
import type { Reader } from '../../store/open';
import { billCodec } from './billFacts';

/** The batches of a waybill ordered by number, without removed ones. */
export async function batchesOf(db: Reader, billNo: string): Promise<Bill[]> {
  const rows = await db
    .selectFrom('bill')
    .selectAll()
    .where('billNo', '=', billNo)
    .where('removedAt', 'is', null)
    .orderBy('batchNo')
    .execute();
  return rows.map(billCodec.decode);
}

/** Most batches named in a message. */
const NAMED = 20;

/** Values of a message about a number that cannot be shared: the waybill, the number, and the boxes of its batches. */
export function unshared(detail: BoxDetail, total: number, bills: readonly Bill[]) {
  const named = bills
    .slice(0, NAMED)
    .map((bill) => `${bill.batchNo}: ${bill[detail] ?? boxesKnown(detail, bill)}`);
  return {
    no: bills[0]?.billNo ?? '',
    n: total,
    batches: { list: bills.length > NAMED ? [...named, '…'] : named },
  };
}

/**
 * Returns the number of boxes that a node of a whole waybill sets on each bill, by the bill's id: the given number,
 * else a share by the known boxes. Throws AWB_SHARE if the total cannot be shared or a bill that may be changed has no
 * given number, and AWB_SHARE_SUM if the given numbers do not add up to the total. With `others` the waybill also has
 * bills that the caller does not see; the remaining boxes are theirs.
 */
export function sharesToSet(
  bills: readonly Bill[],
  detail: BoxDetail,
  {
    total,
    given,
    others = false,
  }: {
    readonly total?: number | undefined;
    readonly given?: readonly BoxShare[] | undefined;
    readonly others?: boolean;
  },
): ReadonlyMap<number, number> {
  const shares = given
    ? sharesGiven(bills, detail, given)
    : total === undefined || others
      ? undefined
      : shareBoxes(detail, total, bills);
  if (!shares) throw refuseFields({ [detail]: problem('AWB_SHARE', unshared(detail, total ?? 0, bills)) });
  const sum = sumOf(shares.values());
  if (total !== undefined && (others ? sum > total : sum !== total))
    throw refuseFields({ [detail]: problem('AWB_SHARE_SUM', { sum, total }) });
  return new Map(
    billsToSet(detail, shares, bills).flatMap(({ id, archived }) =>
      archived ? [] : [[id, shares.get(id) ?? 0] as const],
    ),
  );
}

/**
 * Completes the given numbers with those that archived bills keep; undefined if a bill that may be changed has none.
 */
function sharesGiven(
  bills: readonly Bill[],
  detail: BoxDetail,
  given: readonly BoxShare[],
): ReadonlyMap<number, number> | undefined {
  const shares = new Map(given.map(({ billId, boxes }) => [billId, boxes]));
  const open = bills.filter(({ archived }) => !archived);
  if (shares.size !== open.length || open.some(({ id }) => !shares.has(id))) return undefined;
  for (const bill of bills) if (bill.archived) shares.set(bill.id, bill[detail] ?? boxesKnown(detail, bill));
  return shares;
}

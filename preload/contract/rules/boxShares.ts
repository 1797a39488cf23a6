import type { Bill } from '../bill/bill';
import type { NodeDetail } from './timeNodes';

/** The number of boxes that belongs to a time node. */
export type BoxDetail = Extract<NodeDetail, 'noaBoxCount' | 'podBoxCount'>;
export const isBoxDetail = (detail: NodeDetail | null): detail is BoxDetail =>
  detail === 'noaBoxCount' || detail === 'podBoxCount';

/** A bill of a waybill, as far as a number of boxes is shared over the bills. An archived one keeps its number. */
export type SharedBill = Pick<
  Bill,
  'id' | 'archived' | 'boxCount' | 'outboundBoxes' | 'noaBoxCount' | 'podBoxCount'
>;

/** The boxes of a bill that a node would count if none is missing: those that left, for its proof of delivery. */
export const boxesKnown = (
  detail: BoxDetail,
  bill: Pick<SharedBill, 'boxCount' | 'outboundBoxes'>,
): number => (detail === 'noaBoxCount' ? bill.boxCount : bill.outboundBoxes);

/** The number of a bill so far; its boxes where it has none yet. */
const usual = (detail: BoxDetail, bill: SharedBill): number => bill[detail] ?? boxesKnown(detail, bill);

export const sumOf = (numbers: Iterable<number>): number => [...numbers].reduce((sum, n) => sum + n, 0);

/**
 * Shares a number of boxes that a handler or consignee states for a whole waybill over its bills, by id. Only a total
 * that leaves no choice is shared: that of the numbers so far, or of the boxes known. Undefined for any other, since
 * nobody knows whose boxes are missing or too many.
 */
export function shareBoxes(
  detail: BoxDetail,
  total: number,
  bills: readonly SharedBill[],
): ReadonlyMap<number, number> | undefined {
  const [only] = bills;
  if (bills.length === 1 && only) return new Map([[only.id, total]]);
  const shared = (of: (bill: SharedBill) => number | null) => {
    const numbers = bills.flatMap((bill) => of(bill) ?? []);
    const fits = numbers.length === bills.length && sumOf(numbers) === total;
    return fits ? new Map(bills.map(({ id }, at) => [id, numbers[at] ?? 0])) : undefined;
  };
  return (
    shared((bill) => bill[detail]) ??
    shared((bill) => (bill.archived ? usual(detail, bill) : boxesKnown(detail, bill)))
  );
}

/** Shares to begin with where a person enters them: those of the rule, else what is known of each bill. */
export const proposedShares = (
  detail: BoxDetail,
  total: number | null,
  bills: readonly SharedBill[],
): ReadonlyMap<number, number> =>
  (total === null ? undefined : shareBoxes(detail, total, bills)) ??
  new Map(bills.map((bill) => [bill.id, usual(detail, bill)]));

/**
 * The bills of a waybill whose node a share sets: those that may be changed. One without a box of it stays as it is
 * unless it has a number, since nobody was notified of its boxes. The only bill of a waybill is always set.
 */
export const billsToSet = <B extends SharedBill>(
  detail: BoxDetail,
  shares: ReadonlyMap<number, number>,
  bills: readonly B[],
): readonly B[] =>
  bills.length === 1
    ? bills
    : bills.filter((bill) => !bill.archived && ((shares.get(bill.id) ?? 0) > 0 || bill[detail] !== null));

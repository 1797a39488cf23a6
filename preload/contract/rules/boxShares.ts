import type { Bill } from '../bill/bill';
import type { NodeDetail } from './timeNodes';

/** The number of boxes that belongs to a time node. */
export type BoxDetail = Extract<NodeDetail, 'noaBoxCount' | 'podBoxCount'>;
export const isBoxDetail = (detail: NodeDetail | null): detail is BoxDetail =>
  detail === 'noaBoxCount' || detail === 'podBoxCount';

/** Box counts of a bill of a waybill, among whose bills a number is shared. An archived bill keeps its number. */
export type SharedBill = Pick<
  Bill,
  'id' | 'archived' | 'boxCount' | 'outboundBoxes' | 'noaBoxCount' | 'podBoxCount'
>;

/**
 * Returns the boxes that a node counts for a bill if none is missing: all for the notice of arrival, those that left
 * for the POD.
 */
export const boxesKnown = (
  detail: BoxDetail,
  bill: Pick<SharedBill, 'boxCount' | 'outboundBoxes'>,
): number => (detail === 'noaBoxCount' ? bill.boxCount : bill.outboundBoxes);

/** Returns a bill's stated number of boxes; if none is stated yet, its known boxes. */
const usual = (detail: BoxDetail, bill: SharedBill): number => bill[detail] ?? boxesKnown(detail, bill);

export const sumOf = (numbers: Iterable<number>): number => [...numbers].reduce((sum, n) => sum + n, 0);

/**
 * Shares the number of boxes stated for a whole waybill among its bills, by id. Only an unambiguous total is shared:
 * the sum of the numbers stated before, or of the known boxes. Undefined for any other total, because it is unknown
 * whose boxes are missing or too many.
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

/** Returns the shares proposed to a person: those of {@link shareBoxes}, else the known number of each bill. */
export const proposedShares = (
  detail: BoxDetail,
  total: number | null,
  bills: readonly SharedBill[],
): ReadonlyMap<number, number> =>
  (total === null ? undefined : shareBoxes(detail, total, bills)) ??
  new Map(bills.map((bill) => [bill.id, usual(detail, bill)]));

/**
 * Returns the bills whose node is set by shares. Archived bills are left out, and bills with neither boxes in the
 * shares nor a stated number, because no notice covers them. The only bill of a waybill is always set.
 */
export const billsToSet = <B extends SharedBill>(
  detail: BoxDetail,
  shares: ReadonlyMap<number, number>,
  bills: readonly B[],
): readonly B[] =>
  bills.length === 1
    ? bills
    : bills.filter((bill) => !bill.archived && ((shares.get(bill.id) ?? 0) > 0 || bill[detail] !== null));

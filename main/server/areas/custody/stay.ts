/** Goods that stood in a warehouse together, from the move that brought them to the one that took them away. */
export interface Stay {
  readonly billId: number;
  readonly warehouseId: number;
  /** The declaration that covers them; null if none does, or if nobody knows their names. */
  readonly batchId: number | null;
  readonly boxes: number;
  readonly parcels: number;
  readonly grams: number;
  readonly cameAt: string;
  /** Null while they are there. */
  readonly leftAt: string | null;
  readonly came: Proof;
  readonly left: Proof | null;
}

/** The proof of a move: a line of the ledger, or a trip that counted boxes without scanning them. */
export interface Proof {
  readonly source: 'move' | 'trip';
  /** Null for goods that left with their bill, without a trip. */
  readonly id: number | null;
}

/** Sums of goods at the ends of a period, and of those that came and left in it. */
export interface Balance {
  readonly opening: number;
  readonly came: number;
  readonly left: number;
  readonly closing: number;
}

/** A period: goods that came at its very beginning were there before, those at its end came in it. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** True if goods stood there at an instant. */
export const isThereAt = ({ cameAt, leftAt }: Stay, at: string): boolean =>
  cameAt <= at && (leftAt === null || leftAt > at);

/** Adds up stays over a period, by what is counted of each. Closing is opening and came, less left, by construction. */
export function balanceOf(
  stays: readonly Stay[],
  { from, to }: Period,
  counted: 'boxes' | 'parcels' | 'grams',
): Balance {
  const sums = { opening: 0, came: 0, left: 0, closing: 0 };
  for (const stay of stays) {
    const n = stay[counted];
    if (isThereAt(stay, from)) sums.opening += n;
    if (stay.cameAt > from && stay.cameAt <= to) sums.came += n;
    if (stay.leftAt !== null && stay.leftAt > from && stay.leftAt <= to) sums.left += n;
    if (isThereAt(stay, to)) sums.closing += n;
  }
  return sums;
}

import type { GoodsCustoms, StockStep } from '../warehouse/stock';
import { STORAGE_LIMIT_DAYS } from './lateness';
import { dayAt } from './zonedTime';

const DAY = 86_400_000;

/** Parcels of a box by what customs says of them, and its declaration. */
export interface DeclaredGoods {
  readonly parcels: number;
  /** Undecided ones. */
  readonly waiting: number;
  readonly held: number;
  /** Refused, and nobody has decided what becomes of them. */
  readonly refused: number;
  readonly batchStatus: string | null;
  /** True if the whole bill is cleared: for goods whose parcels nobody knows. */
  readonly cleared: boolean;
}

/** Returns what customs says of the goods in a box: the most serious answer for one of its parcels. */
export function goodsCustomsOf(goods: DeclaredGoods): GoodsCustoms {
  const { parcels, waiting, held, refused, batchStatus, cleared } = goods;
  if (held > 0) return 'held';
  if (refused > 0) return 'refused';
  if (parcels > 0 ? waiting === 0 : cleared || batchStatus === 'released') return 'released';
  if (batchStatus === 'refused') return 'refused';
  if (batchStatus === 'control') return 'control';
  return batchStatus === null || batchStatus === 'prepared' || batchStatus === 'rejected'
    ? 'undeclared'
    : 'declared';
}

/** Returns what goods in stock wait for: customs first, then a pallet, a truck, its departure. */
export function stockStepOf(status: GoodsCustoms, onPallet: boolean, onNote: boolean): StockStep {
  switch (status) {
    case 'undeclared':
      return 'declare';
    case 'declared':
      return 'release';
    case 'control':
    case 'held':
      return 'result';
    case 'refused':
      return 'decide';
    case 'released':
      if (!onPallet) return 'pallet';
      return onNote ? 'depart' : 'truck';
  }
}

/** Days that customs allows goods to stay in a warehouse: as its record says, else those of temporary storage. */
export const storageLimitOf = ({
  type,
  maxStorageDays,
}: {
  readonly type: string;
  readonly maxStorageDays: number | null;
}): number | null => maxStorageDays ?? (type === 'temporary_storage' ? STORAGE_LIMIT_DAYS : null);

/**
 * Returns the last day of storage for goods that are not released (UCC 149): the period begins with their presentation,
 * which is their landing, and again with their arrival under transit. The day on which it begins is not counted
 * (Regulation 1182/71, article 3).
 */
export function storedUntil(
  {
    landedAt,
    cameAt,
    underTransit,
  }: {
    readonly landedAt: string | null;
    readonly cameAt: string;
    readonly underTransit: boolean;
  },
  days: number,
  zone: string,
): string {
  const from = underTransit ? cameAt : (landedAt ?? cameAt);
  return new Date(Date.parse(dayAt(from, zone)) + days * DAY).toISOString().slice(0, 10);
}

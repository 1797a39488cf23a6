import { type Problem, problem } from '../errors';
import type { chargeBases, chargeTriggers } from '../vocabulary';
import { fromMinor, lineAmount, percentOf, sumOf, toMinor } from './money';

/** Inputs of the amounts of a line. */
export interface PricedLine {
  readonly quantity: number;
  readonly unitPrice: string;
  readonly currency: string;
  readonly taxRate: number | null;
}

/** Returns net, tax and gross of a line, each rounded once to the digits of its currency. */
export function amountsOf({ quantity, unitPrice, currency, taxRate }: PricedLine) {
  const amount = lineAmount(quantity, unitPrice, currency);
  const taxAmount = taxRate === null ? fromMinor(0, currency) : percentOf(amount, taxRate, currency);
  return { amount, taxAmount, grossAmount: sumOf([amount, taxAmount], currency) };
}

/** One step of a charge flow: a charge triggered by a stage, with its conditions. */
export interface ChargeStep {
  readonly trigger: (typeof chargeTriggers)[number];
  readonly chargeItemId: number;
  readonly direction: 'revenue' | 'cost';
  /** Creditor of a cost. */
  readonly supplierId: number | null;
  /** Null: the usual price of the item. */
  readonly price: string | null;
  readonly minCharge: string | null;
  /** Applies only to bills of more kg than this. */
  readonly overWeight: number | null;
  /**
   * Charges storage beyond this number of days, by the pallets in the warehouse; at the pickup, that of the cargo
   * station after its free hours. 0: after the free days of the warehouse. Null: no matter how long goods are stored.
   */
  readonly overDays: number | null;
}

/** Checks the steps of a flow. */
export function chargeStepsProblem(steps: readonly ChargeStep[]): Problem | undefined {
  if (steps.length === 0) return problem('CHARGE_NO_STEPS');
  for (const [index, { direction, supplierId, price, minCharge }] of steps.entries()) {
    const no = index + 1;
    if (direction === 'cost' && supplierId === null) return problem('CHARGE_STEP_SUPPLIER', { no });
    if (price?.startsWith('-') || minCharge?.startsWith('-')) return problem('CHARGE_STEP_NEGATIVE', { no });
  }
  return undefined;
}

/** Quantities of a bill. */
export interface BillQuantities {
  /** Chargeable weight in kg. */
  readonly weight: number;
  readonly boxes: number;
  readonly parcels: number;
  readonly pallets: number;
  readonly trucks: number;
  readonly containers: number;
  /** Cubic metres. */
  readonly volume: number;
  /** Lines of its declarations. */
  readonly lines: number;
  /** Value of the goods in the currency of the charge; null if it is in another one. */
  readonly value: number | null;
}

/** Bases whose quantity follows from the bill. */
const COUNTED: ReadonlySet<string> = new Set([
  'per_kg',
  'per_box',
  'per_parcel',
  'per_pallet',
  'per_truck',
  'per_container',
  'per_cbm',
  'per_wm',
  'per_line',
  'percent',
]);
/** True if the quantity of a basis follows from the bill; for others it is one, or as agreed. */
export const isCounted = (basis: (typeof chargeBases)[number]): boolean => COUNTED.has(basis);

/**
 * Returns the quantity of a basis for a bill. For a percentage, a unit is a hundredth of the value; weight or
 * measurement (W/M) is charged by the ton or the cubic metre, whichever is more.
 */
export function quantityOf(basis: (typeof chargeBases)[number], counted: BillQuantities): number {
  switch (basis) {
    case 'per_kg':
      return counted.weight;
    case 'per_box':
      return counted.boxes;
    case 'per_parcel':
      return counted.parcels;
    case 'per_pallet':
      return counted.pallets;
    case 'per_truck':
      return counted.trucks;
    case 'per_container':
      return counted.containers;
    case 'per_cbm':
      return counted.volume;
    case 'per_wm':
      return Math.max(counted.weight / 1000, counted.volume);
    case 'per_line':
      return counted.lines;
    case 'percent':
      return (counted.value ?? 0) / 100;
    default:
      return 1;
  }
}

/** Rounding steps of quantities, in thousandths. */
const ROUNDED = { none: 1, '0.5kg': 500, '1kg': 1000, unit: 1000 } as const;

/** Rounds a quantity up to a whole step. */
export function roundedUp(quantity: number, to: keyof typeof ROUNDED): number {
  const step = ROUNDED[to];
  return (Math.ceil(Math.round(quantity * 1000) / step) * step) / 1000;
}

/** Limits a charge to its minimum and maximum; beyond these it becomes a fixed amount. */
export function chargeOf(
  given: Pick<PricedLine, 'quantity' | 'unitPrice' | 'currency'>,
  limits: { readonly min: string | null; readonly max: string | null },
): Pick<PricedLine, 'quantity' | 'unitPrice'> & { readonly limited: boolean } {
  const { quantity, unitPrice, currency } = given;
  const amount = toMinor(lineAmount(quantity, unitPrice, currency), currency);
  const { min, max } = limits;
  if (min !== null && amount < toMinor(min, currency)) return { quantity: 1, unitPrice: min, limited: true };
  if (max !== null && amount > toMinor(max, currency)) return { quantity: 1, unitPrice: max, limited: true };
  return { quantity, unitPrice, limited: false };
}

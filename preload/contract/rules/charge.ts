import { type Problem, problem } from '../errors';
import type { chargeBases, chargeTriggers } from '../vocabulary';
import { fromMinor, lineAmount, percentOf, sumOf, toMinor } from './money';

/** What the amounts of a line follow from. */
export interface Priced {
  readonly quantity: number;
  readonly unitPrice: string;
  readonly currency: string;
  readonly taxRate: number | null;
}

/** Net, tax and gross of a line, each rounded once by the digits of its currency. */
export function amountsOf({ quantity, unitPrice, currency, taxRate }: Priced) {
  const amount = lineAmount(quantity, unitPrice, currency);
  const taxAmount = taxRate === null ? fromMinor(0, currency) : percentOf(amount, taxRate, currency);
  return { amount, taxAmount, grossAmount: sumOf([amount, taxAmount], currency) };
}

/** One step of a charge flow: what is charged when a stage is reached, and on which conditions. */
export interface ChargeStep {
  readonly trigger: (typeof chargeTriggers)[number];
  readonly chargeItemId: number;
  readonly direction: 'revenue' | 'cost';
  /** Whom a cost is owed to. */
  readonly supplierId: number | null;
  /** Null: the usual price of the item. */
  readonly price: string | null;
  readonly minCharge: string | null;
  /** Only bills of more kg than this. */
  readonly overWeight: number | null;
  /** Only bills that were stored for more days than this. */
  readonly overDays: number | null;
}

/** What is wrong with the steps of a flow. */
export function chargeStepsProblem(steps: readonly ChargeStep[]): Problem | undefined {
  if (steps.length === 0) return problem('CHARGE_NO_STEPS');
  for (const [index, { direction, supplierId, price, minCharge }] of steps.entries()) {
    const no = index + 1;
    if (direction === 'cost' && supplierId === null) return problem('CHARGE_STEP_SUPPLIER', { no });
    if (price?.startsWith('-') || minCharge?.startsWith('-')) return problem('CHARGE_STEP_NEGATIVE', { no });
  }
  return undefined;
}

/** What is counted of a bill. */
export interface Counted {
  /** Kilograms that are charged for. */
  readonly weight: number;
  readonly boxes: number;
  readonly parcels: number;
  readonly pallets: number;
  readonly trucks: number;
  /** The goods, in the currency of the charge; null in another one. */
  readonly value: number | null;
}

/** Bases of which a bill says itself how many units it has. */
const COUNTED: ReadonlySet<string> = new Set([
  'per_kg',
  'per_box',
  'per_parcel',
  'per_pallet',
  'per_truck',
  'percent',
]);
/** True for a basis of which a bill says how many units it has; of others it has one, or as many as were agreed. */
export const isCounted = (basis: (typeof chargeBases)[number]): boolean => COUNTED.has(basis);

/** How many units of a basis a bill has. Of a percentage, a unit is a hundredth of the value. */
export function quantityOf(basis: (typeof chargeBases)[number], counted: Counted): number {
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
    case 'percent':
      return (counted.value ?? 0) / 100;
    default:
      return 1;
  }
}

/** Steps to which quantities are rounded up, in thousandths. */
const ROUNDED = { none: 1, '0.5kg': 500, '1kg': 1000, unit: 1000 } as const;

/** A quantity rounded up: what is begun is charged. */
export function roundedUp(quantity: number, to: keyof typeof ROUNDED): number {
  const step = ROUNDED[to];
  return (Math.ceil(Math.round(quantity * 1000) / step) * step) / 1000;
}

/** A charge within its least and its most; outside of these it is a fixed amount. */
export function chargeOf(
  given: Pick<Priced, 'quantity' | 'unitPrice' | 'currency'>,
  limits: { readonly min: string | null; readonly max: string | null },
): Pick<Priced, 'quantity' | 'unitPrice'> & { readonly limited: boolean } {
  const { quantity, unitPrice, currency } = given;
  const amount = toMinor(lineAmount(quantity, unitPrice, currency), currency);
  const { min, max } = limits;
  if (min !== null && amount < toMinor(min, currency)) return { quantity: 1, unitPrice: min, limited: true };
  if (max !== null && amount > toMinor(max, currency)) return { quantity: 1, unitPrice: max, limited: true };
  return { quantity, unitPrice, limited: false };
}

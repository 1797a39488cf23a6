import { type Problem, problem } from '../errors';
import type { RowIssue, RowValues } from '../importing/template';
import type { chargeBases } from '../vocabulary';
import { wrongNumber } from './billDraft';
import { isSeaIncoterm } from './customs';
import { lineAmount, negated, percentShare, raisedPrice, sumOf, unitPriceOf } from './money';
import type { PriceResult, PriceTerms } from './pricing';
import { priceText } from './quote';

type Basis = (typeof chargeBases)[number];

/** One line of an offer: the charge for one shipment, and our cost. */
export interface OfferLine {
  readonly chargeItemId: number;
  readonly basis: Basis;
  /** Three decimals. */
  readonly quantity: number;
  /** Four decimals. */
  readonly unitPrice: string;
  /** The quantity at the unit price. */
  readonly amount: string;
  readonly currency: string;
  /** Cost of one unit, in the line's currency; null if it is not known. */
  readonly costPrice: string | null;
}

/** Checks the fields of an offer against each other, typed or sent. */
export function offerIssues(values: RowValues): RowIssue[] {
  const { mode, incoterm } = values;
  const number = wrongNumber(values);
  return [
    ...(number ? [{ column: 'billNo', level: 'error', problem: number } as const] : []),
    // The trade uses FOB for air as well, though the ICC defines it for ships.
    ...(mode === 'air' && typeof incoterm === 'string' && isSeaIncoterm(incoterm)
      ? [{ column: 'incoterm', level: 'warning', problem: problem('INCOTERM_SEA') } as const]
      : []),
  ];
}

/** A price that is not negative. */
export const OFFER_PRICE = /^\d{1,10}(\.\d{1,4})?$/;
/** Limit of a line's amount in whole currency units: sums of lines stay exact. */
const MOST = 1_000_000_000;
/** A margin beyond this percentage is meaningless. */
export const MOST_PERCENT = 1_000_000;

/** Adds the amount to a line; leaves a line with an invalid price unchanged. */
export const withAmount = <L extends Omit<OfferLine, 'amount'>>(
  line: L,
): L & { readonly amount: string } => ({
  ...line,
  amount: OFFER_PRICE.test(line.unitPrice) ? lineAmount(line.quantity, line.unitPrice, line.currency) : '0',
});

/** Checks the lines of an offer; returns the first problem. */
export function offerLinesProblem(lines: readonly OfferLine[]): Problem | undefined {
  const known = new Map<number, number>();
  for (const [index, { chargeItemId, quantity, unitPrice, costPrice }] of lines.entries()) {
    const no = index + 1;
    if (Math.max(Number(unitPrice), Number(costPrice)) * quantity > MOST)
      return problem('OFFER_LINE_AMOUNT', { no });
    const first = known.get(chargeItemId);
    // A bill has one price per item.
    if (first !== undefined) return problem('OFFER_LINE_TWICE', { no, first });
    known.set(chargeItemId, no);
  }
  return undefined;
}

/** Totals of an offer in one currency. */
export interface OfferTotal {
  readonly currency: string;
  readonly amount: string;
  /** Our cost; null unless every line has one. */
  readonly cost: string | null;
  readonly margin: string | null;
  /** Percentage of the amount, three decimals; null for an amount of zero too. */
  readonly marginPercent: number | null;
}

function totalOf(lines: readonly OfferLine[], currency: string): OfferTotal {
  const sameCurrency = lines.filter((line) => line.currency === currency);
  const amount = sumOf(
    sameCurrency.map((line) => line.amount),
    currency,
  );
  const costs = sameCurrency.flatMap(({ quantity, costPrice }) =>
    costPrice ? [lineAmount(quantity, costPrice, currency)] : [],
  );
  // A margin over only the lines with a cost would be misleading.
  if (costs.length === 0 || costs.length < sameCurrency.length)
    return { currency, amount, cost: null, margin: null, marginPercent: null };
  const cost = sumOf(costs, currency);
  const margin = sumOf([amount, negated(cost, currency)], currency);
  const percent = percentShare(margin, amount, currency);
  const marginPercent = percent !== null && Math.abs(percent) > MOST_PERCENT ? null : percent;
  return { currency, amount, cost, margin, marginPercent };
}

/** Returns the totals of an offer: its own currency first, with or without lines, then the others by code. */
export function offerTotals(lines: readonly OfferLine[], currency: string): [OfferTotal, ...OfferTotal[]] {
  const others = new Set(lines.map((line) => line.currency));
  others.delete(currency);
  return [totalOf(lines, currency), ...[...others].sort().map((one) => totalOf(lines, one))];
}

/** Formats a total: `1250.00 EUR`. */
export const totalText = ({ amount, currency }: Pick<OfferTotal, 'amount' | 'currency'>): string =>
  `${amount} ${currency}`;

/** Describes a line briefly: item, quantity and price. */
export const offerLineText = ({ quantity, unitPrice, amount, currency }: OfferLine, item: string): string =>
  `${item} ${quantity} × ${priceText(unitPrice)} = ${amount} ${currency}`;

/**
 * Converts a rate card price for an offer. A minimum is offered as a lump sum; a fuel surcharge is part of the unit
 * price, rounded to its four decimals.
 */
export function offered(
  price: PriceResult & { readonly basis: Basis; readonly fuelSurchargePercent: number },
): Pick<OfferLine, 'basis' | 'quantity' | 'unitPrice' | 'currency'> {
  const { basis, quantity, unitPrice, total, currency, fuelSurchargePercent } = price;
  if (price.lines.some(({ name }) => name === 'minimum'))
    return { basis: 'fixed', quantity: 1, unitPrice: total, currency };
  return { basis, quantity, unitPrice: raisedPrice(unitPrice, fuelSurchargePercent), currency };
}

/** Returns the unit cost of an offered line, from its total purchase price in the same currency. */
export function costOf(
  line: Pick<OfferLine, 'basis' | 'quantity' | 'currency'>,
  bought: ReturnType<typeof offered>,
): string {
  if (bought.basis === line.basis && bought.quantity === line.quantity) return bought.unitPrice;
  const total = lineAmount(bought.quantity, bought.unitPrice, bought.currency);
  return unitPriceOf(total, line.quantity, line.currency);
}

/** A difference between two versions of an offer. */
export interface OfferChange {
  readonly chargeItemId: number;
  readonly before: OfferLine | null;
  readonly after: OfferLine | null;
}

const written = (line: OfferLine): string =>
  JSON.stringify([offerLineText(line, ''), line.basis, line.costPrice && priceText(line.costPrice)]);

/** Returns the changes between two versions of an offer, in the order of the newer one, removed lines last. */
export function changedOffers(before: readonly OfferLine[], after: readonly OfferLine[]): OfferChange[] {
  const old = new Map(before.map((line) => [line.chargeItemId, line]));
  const changes: OfferChange[] = [];
  for (const line of after) {
    const { chargeItemId } = line;
    const was = old.get(chargeItemId) ?? null;
    old.delete(chargeItemId);
    if (!was || written(was) !== written(line)) changes.push({ chargeItemId, before: was, after: line });
  }
  for (const [chargeItemId, line] of old) changes.push({ chargeItemId, before: line, after: null });
  return changes;
}

/** Weight terms of an offer: rounded up to half kilograms; the fuel surcharge is part of its prices. */
export const offerTerms = (volumetricDivisor: number): PriceTerms => ({
  ...{ volumetricDivisor, roundTo: '0.5', fuelSurchargePercent: 0 },
});

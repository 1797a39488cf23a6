import { type Problem, problem } from '../errors';
import type { RowIssue, RowValues } from '../importing/template';
import type { chargeBases } from '../vocabulary';
import { wrongNumber } from './billDraft';
import { isSeaIncoterm } from './customs';
import { lineAmount, negated, percentShare, raisedPrice, sumOf, unitPriceOf } from './money';
import type { PriceResult, PriceTerms } from './pricing';
import { priceText } from './quote';

type Basis = (typeof chargeBases)[number];

/** One line of an offer: what is charged for one shipment, and what it costs us. */
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
  /** Of one unit, in the line's currency; null where it is not known. */
  readonly costPrice: string | null;
}

/** What must hold between the fields of an offer as they are typed and sent. */
export function offerIssues(values: RowValues): RowIssue[] {
  const { mode, incoterm } = values;
  const number = wrongNumber(values);
  return [
    ...(number ? [{ column: 'billNo', level: 'error', problem: number } as const] : []),
    // The trade writes FOB for air as well, though ICC means it for ships.
    ...(mode === 'air' && typeof incoterm === 'string' && isSeaIncoterm(incoterm)
      ? [{ column: 'incoterm', level: 'warning', problem: problem('INCOTERM_SEA') } as const]
      : []),
  ];
}

/** A price that nobody is paid for taking. */
export const OFFER_PRICE = /^\d{1,10}(\.\d{1,4})?$/;
/** Whole units of a currency that one line may come to: sums of lines stay exact. */
const MOST = 1_000_000_000;
/** Beyond so many percent a margin says nothing any more. */
export const MOST_PERCENT = 1_000_000;

/** A line with its amount; as it is where its price is none. */
export const withAmount = <L extends Omit<OfferLine, 'amount'>>(
  line: L,
): L & { readonly amount: string } => ({
  ...line,
  amount: OFFER_PRICE.test(line.unitPrice) ? lineAmount(line.quantity, line.unitPrice, line.currency) : '0',
});

/** What is wrong with the lines of an offer; the first thing counts. */
export function offerLinesProblem(lines: readonly OfferLine[]): Problem | undefined {
  const known = new Map<number, number>();
  for (const [index, { chargeItemId, quantity, unitPrice, costPrice }] of lines.entries()) {
    const no = index + 1;
    if (Math.max(Number(unitPrice), Number(costPrice)) * quantity > MOST)
      return problem('OFFER_LINE_AMOUNT', { no });
    const first = known.get(chargeItemId);
    // A bill is charged one price for each item.
    if (first !== undefined) return problem('OFFER_LINE_TWICE', { no, first });
    known.set(chargeItemId, no);
  }
  return undefined;
}

/** What an offer comes to in one currency. */
export interface OfferTotal {
  readonly currency: string;
  readonly amount: string;
  /** What it costs us; null unless each line says so. */
  readonly cost: string | null;
  readonly margin: string | null;
  /** Of the amount, three decimals; null of nothing as well. */
  readonly marginPercent: number | null;
}

function totalOf(lines: readonly OfferLine[], currency: string): OfferTotal {
  const own = lines.filter((line) => line.currency === currency);
  const amount = sumOf(
    own.map((line) => line.amount),
    currency,
  );
  const costs = own.map(({ quantity, costPrice }) => costPrice && lineAmount(quantity, costPrice, currency));
  // A margin over the lines that say their cost alone would promise what is not known.
  if (costs.length === 0 || costs.includes(null))
    return { currency, amount, cost: null, margin: null, marginPercent: null };
  const cost = sumOf(costs as string[], currency);
  const margin = sumOf([amount, negated(cost, currency)], currency);
  const percent = percentShare(margin, amount, currency);
  const marginPercent = percent !== null && Math.abs(percent) > MOST_PERCENT ? null : percent;
  return { currency, amount, cost, margin, marginPercent };
}

/** What an offer comes to: its own currency first, whether or not a line has it, then the others by their codes. */
export function offerTotals(lines: readonly OfferLine[], currency: string): [OfferTotal, ...OfferTotal[]] {
  const others = new Set(lines.map((line) => line.currency));
  others.delete(currency);
  return [totalOf(lines, currency), ...[...others].sort().map((one) => totalOf(lines, one))];
}

/** A total as people read it: `1250.00 EUR`. */
export const totalText = ({ amount, currency }: Pick<OfferTotal, 'amount' | 'currency'>): string =>
  `${amount} ${currency}`;

/** A line in a few words: what is charged, how much of it, at which price. */
export const offerLineText = ({ quantity, unitPrice, amount, currency }: OfferLine, item: string): string =>
  `${item} ${quantity} × ${priceText(unitPrice)} = ${amount} ${currency}`;

/**
 * What a price of a rate card is in an offer. A minimum is offered as a lump sum; a fuel surcharge is part of the unit price,
 * rounded to its four decimals.
 */
export function offered(
  price: PriceResult & { readonly basis: Basis; readonly fuelSurchargePercent: number },
): Pick<OfferLine, 'basis' | 'quantity' | 'unitPrice' | 'currency'> {
  const { basis, quantity, unitPrice, total, currency, fuelSurchargePercent } = price;
  if (price.lines.some(({ name }) => name === 'minimum'))
    return { basis: 'fixed', quantity: 1, unitPrice: total, currency };
  return { basis, quantity, unitPrice: raisedPrice(unitPrice, fuelSurchargePercent), currency };
}

/** What one unit of an offered line costs, by what the whole of it is bought for in the same currency. */
export function costOf(
  line: Pick<OfferLine, 'basis' | 'quantity' | 'currency'>,
  bought: ReturnType<typeof offered>,
): string {
  if (bought.basis === line.basis && bought.quantity === line.quantity) return bought.unitPrice;
  const total = lineAmount(bought.quantity, bought.unitPrice, bought.currency);
  return unitPriceOf(total, line.quantity, line.currency);
}

/** A line that two versions of an offer do not have alike. */
export interface OfferChange {
  readonly chargeItemId: number;
  readonly before: OfferLine | null;
  readonly after: OfferLine | null;
}

const written = (line: OfferLine): string =>
  JSON.stringify([offerLineText(line, ''), line.basis, line.costPrice && priceText(line.costPrice)]);

/** What changed from one version of an offer to the next, in the order of the newer one, what is gone last. */
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

/** How an offer weighs: by the half kilogram begun; a fuel surcharge is in its prices. */
export const offerTerms = (volumetricDivisor: number): PriceTerms => ({
  ...{ volumetricDivisor, roundTo: '0.5', fuelSurchargePercent: 0 },
});

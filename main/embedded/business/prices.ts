import type { Bill } from '@contract/bill/bill';
import { type StandardQuote, standardQuote } from '@contract/business/standardQuote';
import { type Counted, quantityOf } from '@contract/rules/charge';
import {
  chargeableWeight,
  laneFit,
  type PriceResult,
  type PriceTerms,
  priceOf,
  type Route,
  weightLine,
} from '@contract/rules/pricing';
import type { QuoteLine } from '@contract/rules/quote';
import { codecOf } from '../store/codec';
import type { Reader } from '../store/open';

/** What is to be sold: to whom, where, when, and how much of it. */
export interface PriceAsked extends Route {
  /** Null: what is quoted to everybody. */
  readonly customerId: number | null;
  readonly serviceId: number;
  readonly day: string;
  /** Kilograms on the scales, and cubic metres where these count. */
  readonly weight: number;
  readonly volume: number | null;
  readonly counted: Omit<Counted, 'weight' | 'value'>;
  /** What the goods are worth. */
  readonly goods: { readonly value: number; readonly currency: string } | null;
}

/** A price that counts, where it is from, and how it comes about line by line. */
export interface SellPrice extends PriceResult {
  readonly chargeItemId: number;
  readonly basis: QuoteLine['basis'];
  readonly source: 'standard_quote';
  readonly sourceId: number;
  readonly sourceNo: string;
  /** Its amounts contain VAT. */
  readonly taxIncluded: boolean;
}

/** A line that may price something, with what its quote says of all lines. */
interface Offer {
  readonly line: QuoteLine;
  readonly terms: PriceTerms;
  readonly currency: string;
  readonly source: SellPrice['source'];
  readonly sourceId: number;
  readonly sourceNo: string;
  readonly taxIncluded: boolean;
}

const codec = codecOf(standardQuote.row);

/** The rate cards that counted on a day: what was priced by one stays so when it ends. */
async function cardsOn(db: Reader, { serviceId, day }: PriceAsked): Promise<StandardQuote[]> {
  const rows = await db
    .selectFrom('standardQuote')
    .selectAll()
    .where('serviceId', '=', serviceId)
    .where('direction', '=', 'sell')
    .where('state', 'in', ['approved', 'expired', 'terminated'])
    .where('validFrom', '<=', day)
    .where('validTo', '>=', day)
    .where((where) => where.or([where('terminatedOn', 'is', null), where('terminatedOn', '>', day)]))
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => codec.decode(row));
}

/** What is quoted on a route, the first to count first: to the customer, to its group, to everybody (reference 5.8). */
async function offersFor(db: Reader, asked: PriceAsked): Promise<Offer[][]> {
  const { customerId } = asked;
  const customer =
    customerId === null
      ? undefined
      : await db.selectFrom('customer').select('groupId').where('id', '=', customerId).executeTakeFirst();
  const cards = await cardsOn(db, asked);
  const tiers = [
    cards.filter((card) => card.customerId !== null && card.customerId === customerId),
    cards.filter((card) => card.groupId !== null && card.groupId === customer?.groupId),
    cards.filter((card) => card.customerId === null && card.groupId === null),
  ];
  return tiers.map((tier) =>
    tier.flatMap((card) =>
      card.lines.map(
        (line): Offer => ({
          line,
          terms: card,
          currency: line.currency ?? card.currency,
          ...{ source: 'standard_quote', sourceId: card.id, sourceNo: card.quoteNo },
          taxIncluded: card.taxIncluded,
        }),
      ),
    ),
  );
}

/** What an offer comes to; nothing where it is a share of a value that is not known in its currency. */
function priced(offer: Offer, asked: PriceAsked): SellPrice | undefined {
  const { line, terms, currency } = offer;
  const { weight, volume, goods } = asked;
  const value = goods?.currency === currency ? goods.value : null;
  if (line.basis === 'percent' && value === null) return undefined;
  const { kg } = chargeableWeight(weight, volume, terms);
  const quantity = quantityOf(line.basis, { ...asked.counted, weight: kg, value });
  const result = priceOf(line, quantity, currency, terms.fuelSurchargePercent);
  return {
    ...result,
    lines: line.basis === 'per_kg' ? [weightLine(weight, volume, terms), ...result.lines] : result.lines,
    chargeItemId: line.chargeItemId,
    basis: line.basis,
    source: offer.source,
    sourceId: offer.sourceId,
    sourceNo: offer.sourceNo,
    taxIncluded: offer.taxIncluded,
  };
}

/** The price of each charge item in the first place that has one, by the lane that fits most closely there. */
export async function sellPrices(db: Reader, asked: PriceAsked): Promise<SellPrice[]> {
  const found = new Map<number, SellPrice>();
  for (const tier of await offersFor(db, asked)) {
    const fitting = tier
      .map((offer) => ({ offer, fit: laneFit(offer.line, asked) }))
      .filter((one): one is { offer: Offer; fit: number } => one.fit !== undefined)
      .sort((one, other) => one.fit - other.fit);
    const here = new Map<number, SellPrice>();
    for (const { offer } of fitting) {
      const { chargeItemId } = offer.line;
      if (found.has(chargeItemId) || here.has(chargeItemId)) continue;
      const price = priced(offer, asked);
      if (price) here.set(chargeItemId, price);
    }
    for (const [item, price] of here) found.set(item, price);
  }
  return [...found.values()];
}

/** The price of one charge item; undefined where no quote that counts has one. */
export async function sellPrice(
  db: Reader,
  asked: PriceAsked,
  chargeItemId: number,
): Promise<SellPrice | undefined> {
  return (await sellPrices(db, asked)).find((price) => price.chargeItemId === chargeItemId);
}

const wide = (codes: readonly (string | null | undefined)[]): string[] => [
  ...new Set(codes.filter((code) => typeof code === 'string')),
];

async function airportCodes(db: Reader, id: number) {
  const found = await db
    .selectFrom('airport')
    .select(['airportCode', 'unLocode', 'twoLetterCode'])
    .where('id', '=', id)
    .executeTakeFirst();
  return { own: [found?.airportCode, found?.unLocode], country: found?.twoLetterCode };
}

/** A bill as a price is asked for it on a day; what is counted of it is known to the caller. */
export async function askedOf(
  db: Reader,
  bill: Bill,
  counted: PriceAsked['counted'],
  day: string,
): Promise<PriceAsked> {
  const [from, to] = [
    await airportCodes(db, bill.originAirportId),
    await airportCodes(db, bill.landingAirportId),
  ];
  const hub =
    bill.destinationId === null
      ? undefined
      : await db
          .selectFrom('destination')
          .innerJoin('country', 'country.id', 'destination.countryId')
          .select(['destination.code', 'country.code as country'])
          .where('destination.id', '=', bill.destinationId)
          .executeTakeFirst();
  return {
    customerId: bill.customerId,
    serviceId: bill.serviceId,
    origin: wide([...from.own, from.country]),
    destination: wide([hub?.code, ...to.own, hub?.country, to.country]),
    zone: null,
    day,
    // A billing weight that was set by hand is charged for as it is.
    weight: bill.billingWeight ?? bill.weight,
    volume: bill.billingWeight === null ? bill.volume : null,
    counted,
    goods: { value: Number(bill.totalValue), currency: bill.currency },
  };
}

/** A code that somebody typed, with those of the wider places that it lies in. */
export async function placeOf(db: Reader, code: string): Promise<string[]> {
  const airport = await db
    .selectFrom('airport')
    .select(['airportCode', 'unLocode', 'twoLetterCode'])
    .where((where) => where.or([where('airportCode', '=', code), where('unLocode', '=', code)]))
    .executeTakeFirst();
  if (airport) return wide([code, airport.airportCode, airport.unLocode, airport.twoLetterCode]);
  const hub = await db
    .selectFrom('destination')
    .innerJoin('country', 'country.id', 'destination.countryId')
    .select('country.code as country')
    .where('destination.code', '=', code)
    .executeTakeFirst();
  return wide([code, hub?.country]);
}

import type { Bill } from '@contract/bill/bill';
import { type OrderQuote, orderQuote } from '@contract/business/orderQuote';
import { type StandardQuote, standardQuote } from '@contract/business/standardQuote';
import { type BillQuantities, isCounted, quantityOf } from '@contract/rules/charge';
import { type OfferLine, offerTerms } from '@contract/rules/offer';
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
import { officeDay } from '../../core/officeClock';
import { codecOf } from '../../store/codec';
import type { Reader } from '../../store/open';

/** Query for a selling price: customer, route, day and quantities. */
export interface PriceQuery extends Route {
  /** Null for prices that apply to everybody. */
  readonly customerId: number | null;
  readonly serviceId: number;
  /** Number of the bill to price; null if it has none. */
  readonly billNo: string | null;
  readonly day: string;
  /** Gross weight in kilograms, and cubic metres where these count. */
  readonly weight: number;
  readonly volume: number | null;
  readonly counted: Omit<BillQuantities, 'weight' | 'value'>;
  /** Number of units of items that are not weighed, if known already. */
  readonly units?: number;
  /** Value of the goods. */
  readonly goods: { readonly value: number; readonly currency: string } | null;
}

/** A valid price, its origin, and its calculation line by line. */
export interface SellPrice extends PriceResult {
  readonly chargeItemId: number;
  readonly basis: QuoteLine['basis'];
  readonly source: 'order_quote' | 'standard_quote';
  readonly sourceId: number;
  readonly sourceNo: string;
  /** True if the amounts contain VAT. */
  readonly taxIncluded: boolean;
  readonly fuelSurchargePercent: number;
}

/** A candidate line, with the terms of its quote. */
export interface Offer {
  readonly line: QuoteLine;
  /** Agreed quantity of an item that bills do not count. */
  readonly agreed?: number;
  readonly terms: PriceTerms;
  readonly currency: string;
  readonly source: SellPrice['source'];
  readonly sourceId: number;
  readonly sourceNo: string;
  readonly taxIncluded: boolean;
}

const codec = codecOf(standardQuote.row);
const orderCodec = codecOf(orderQuote.row);

/** The rate cards valid on a day: prices from one remain after it ends. */
async function cardsOn(
  db: Reader,
  { serviceId, day }: Pick<PriceQuery, 'serviceId' | 'day'>,
  direction: 'sell' | 'buy',
): Promise<StandardQuote[]> {
  const rows = await db
    .selectFrom('standardQuote')
    .selectAll()
    .where('serviceId', '=', serviceId)
    .where('direction', '=', direction)
    .where('state', 'in', ['approved', 'expired', 'terminated'])
    .where('validFrom', '<=', day)
    .where('validTo', '>=', day)
    .where((where) => where.or([where('terminatedOn', 'is', null), where('terminatedOn', '>', day)]))
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => codec.decode(row));
}

/** The lines of a rate card as candidates. */
const offersOf = (card: StandardQuote): Offer[] =>
  card.lines.map((line) => ({
    line,
    terms: card,
    currency: line.currency ?? card.currency,
    ...{ source: 'standard_quote', sourceId: card.id, sourceNo: card.quoteNo },
    taxIncluded: card.taxIncluded,
  }));

/**
 * Candidates from the rate cards in order of precedence: for the customer, for its group, for everybody (reference
 * 5.8).
 */
export async function cardOffers(db: Reader, query: PriceQuery): Promise<[Offer[], Offer[], Offer[]]> {
  const { customerId } = query;
  const customer =
    customerId === null
      ? undefined
      : await db.selectFrom('customer').select('groupId').where('id', '=', customerId).executeTakeFirst();
  const cards = await cardsOn(db, query, 'sell');
  return [
    cards.filter((card) => card.customerId !== null && card.customerId === customerId).flatMap(offersOf),
    cards.filter((card) => card.groupId !== null && card.groupId === customer?.groupId).flatMap(offersOf),
    cards.filter((card) => card.customerId === null && card.groupId === null).flatMap(offersOf),
  ];
}

/** Purchase prices of a service on a day, of all suppliers or of one: card by card. */
export const purchases = async (
  db: Reader,
  query: Pick<PriceQuery, 'serviceId' | 'day'>,
  supplierId?: number,
): Promise<Offer[][]> =>
  (await cardsOn(db, query, 'buy'))
    .filter(({ companyId }) => supplierId === undefined || companyId === supplierId)
    .map(offersOf);

/** A line of an order quote in the form of a rate card with one lane. */
const agreedLine = (quote: OrderQuote, line: OfferLine): Offer => ({
  line: {
    ...{ originCode: quote.originCode, destinationCode: quote.destinationCode, zone: null },
    ...{ chargeItemId: line.chargeItemId, basis: line.basis, transitHours: null, currency: line.currency },
    ...{ minCharge: null, breaks: [], flatPrice: line.unitPrice },
  },
  agreed: line.quantity,
  terms: offerTerms(quote.volumetricDivisor),
  currency: line.currency,
  ...{ source: 'order_quote', sourceId: quote.id, sourceNo: quote.quoteNo, taxIncluded: false },
});

/**
 * Offers to a customer for one shipment, valid from approval to their last day: first for the bill by its number, then
 * those won on the lane, then open ones. Lost offers give no price.
 */
async function orderOffers(
  db: Reader,
  { customerId, serviceId, billNo, day }: PriceQuery,
): Promise<Offer[][]> {
  if (customerId === null) return [];
  const rows = await db
    .selectFrom('orderQuote')
    .selectAll()
    .where('customerId', '=', customerId)
    .where('serviceId', '=', serviceId)
    .where('state', 'in', ['approved', 'expired', 'terminated'])
    .where('result', '!=', 'lost')
    .where('validTo', '>=', day)
    .where((where) => where.or([where('terminatedOn', 'is', null), where('terminatedOn', '>', day)]))
    .where((where) => where.or([where('billNo', 'is', null), where('billNo', '=', billNo)]))
    .orderBy('id', 'desc')
    .execute();
  const quotes = rows
    .map((row) => orderCodec.decode(row))
    .filter(({ approvedAt }) => approvedAt !== null && officeDay(approvedAt) <= day);
  const tiers = [
    quotes.filter((quote) => quote.billNo !== null),
    quotes.filter((quote) => quote.billNo === null && quote.result === 'won'),
    quotes.filter((quote) => quote.billNo === null && quote.result === 'open'),
  ];
  return tiers.map((tier) => tier.flatMap((quote) => quote.lines.map((line) => agreedLine(quote, line))));
}

/** Calculates the price of an offer; undefined for a share of a value that is not known in its currency. */
function priceOffer(offer: Offer, query: PriceQuery): SellPrice | undefined {
  const { line, terms, currency } = offer;
  const { weight, volume, goods } = query;
  const value = goods?.currency === currency ? goods.value : null;
  const unknown = line.basis === 'percent' && value === null;
  const known = query.units ?? offer.agreed;
  if (unknown && known === undefined) return undefined;
  const { kg } = chargeableWeight(weight, volume, terms);
  const counted = quantityOf(line.basis, { ...query.counted, weight: kg, value });
  const hasQuantity = query.units !== undefined ? line.basis !== 'per_kg' : unknown || !isCounted(line.basis);
  const quantity = hasQuantity ? (known ?? counted) : counted;
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
    fuelSurchargePercent: terms.fuelSurchargePercent,
  };
}

/** The price of each charge item in the first tier that has one, by the most specific lane there. */
export function pricesOf(tiers: readonly (readonly Offer[])[], query: PriceQuery): SellPrice[] {
  const found = new Map<number, SellPrice>();
  for (const tier of tiers) {
    const fitting = tier
      .map((offer) => ({ offer, fit: laneFit(offer.line, query) }))
      .filter((one): one is { offer: Offer; fit: number } => one.fit !== undefined)
      .sort((one, other) => one.fit - other.fit);
    const here = new Map<number, SellPrice>();
    for (const { offer } of fitting) {
      const { chargeItemId } = offer.line;
      if (found.has(chargeItemId) || here.has(chargeItemId)) continue;
      const price = priceOffer(offer, query);
      if (price) here.set(chargeItemId, price);
    }
    for (const [item, price] of here) found.set(item, price);
  }
  return [...found.values()];
}

/**
 * Selling price of each charge item: from the customer's order quotes first, then from the rate cards (reference 5.8).
 */
export const sellPrices = async (db: Reader, query: PriceQuery): Promise<SellPrice[]> =>
  pricesOf([...(await orderOffers(db, query)), ...(await cardOffers(db, query))], query);

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

/** Price query for a bill on a day; the caller supplies the counts. */
export async function priceQueryOf(
  db: Reader,
  bill: Bill,
  counted: PriceQuery['counted'],
  day: string,
): Promise<PriceQuery> {
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
    billNo: bill.billNo,
    origin: wide([...from.own, from.country]),
    destination: wide([hub?.code, ...to.own, hub?.country, to.country]),
    zone: null,
    day,
    // A chargeable weight set by hand is charged as it is.
    weight: bill.billingWeight ?? bill.weight,
    volume: bill.billingWeight === null ? bill.volume : null,
    counted,
    goods: { value: Number(bill.totalValue), currency: bill.currency },
  };
}

/** Returns a typed code together with the codes of the wider places that contain it. */
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

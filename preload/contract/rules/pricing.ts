import { type Problem, problem } from '../errors';
import type { chargeBases } from '../vocabulary';
import { fromMinor, lineAmount, percentOf, toMinor } from './money';

/** From so many kilograms on, a kilogram costs so much. */
export interface WeightBreak {
  fromKg: number;
  /** Of a kilogram, four decimals. */
  price: string;
}

/** What a line of a rate card is priced by. */
export interface PriceTable {
  readonly basis: (typeof chargeBases)[number];
  readonly minCharge: string | null;
  /** From 0 kg upwards; empty where there is one price for all. */
  readonly breaks: readonly WeightBreak[];
  readonly flatPrice: string | null;
}

/** Where a line of a rate card holds. */
export interface Lane {
  readonly originCode: string;
  readonly destinationCode: string;
  readonly zone: string | null;
}

/** A lane of everywhere. */
export const ANYWHERE = 'ANY';

/** Codes by which lanes may name a place, the narrowest first: a destination, its zone, its airport or port, its country. */
export type Place = readonly string[];

/** Between which places something is carried. */
export interface Route {
  readonly origin: Place;
  readonly destination: Place;
  readonly zone: string | null;
}

/** How wide the name of a place is; undefined where it is another place. */
function widthOf(code: string, place: Place): number | undefined {
  const at = place.indexOf(code);
  if (at >= 0) return at;
  return code === ANYWHERE ? place.length : undefined;
}

/**
 * How closely a lane fits a route: the less, the closer; undefined where it does not. The destination counts more than the
 * zone, and that more than the origin (reference 5.8: airport, port or destination before country before anywhere).
 */
export function laneFit(lane: Lane, { origin, destination, zone }: Route): number | undefined {
  const from = widthOf(lane.originCode, origin);
  const to = widthOf(lane.destinationCode, destination);
  if (from === undefined || to === undefined) return undefined;
  if (lane.zone !== null && lane.zone !== zone) return undefined;
  return to * 10_000 + (lane.zone === null ? 1000 : 0) + from;
}

/** Of lines, the one whose lane fits a route most closely, the first of equal ones. */
export function closest<L extends Lane>(lines: readonly L[], route: Route): L | undefined {
  let best: { line: L; fit: number } | undefined;
  for (const line of lines) {
    const fit = laneFit(line, route);
    if (fit !== undefined && (best === undefined || fit < best.fit)) best = { line, fit };
  }
  return best?.line;
}

/** What weights are rounded up to, in grams. */
const STEPS = { '0.5': 500, '1': 1000 } as const;

/** How a rate card weighs and what it adds. */
export interface PriceTerms {
  /** Cubic centimetres that count as a kilogram. */
  readonly volumetricDivisor: number;
  readonly roundTo: keyof typeof STEPS;
  /** Of each charge, three decimals. */
  readonly fuelSurchargePercent: number;
}

/**
 * The kilograms that are charged for: the weight, or the volume (cubic metres) by the divisor where that is more, rounded up
 * once (reference 4.17). Three decimals each; nothing is rounded in between.
 */
export function chargeableWeight(
  weight: number,
  volume: number | null,
  { volumetricDivisor, roundTo }: PriceTerms,
): { readonly kg: number; readonly byVolume: boolean } {
  const divisor = BigInt(volumetricDivisor);
  // Grams times the divisor: a litre is 1,000 cubic centimetres.
  const gross = BigInt(Math.round(weight * 1000)) * divisor;
  const volumetric = BigInt(Math.round((volume ?? 0) * 1000)) * 1_000_000n;
  const more = volumetric > gross ? volumetric : gross;
  const step = BigInt(STEPS[roundTo]);
  const steps = (more + divisor * step - 1n) / (divisor * step);
  return { kg: Number(steps * step) / 1000, byVolume: volumetric > gross };
}

/** One line of how a price came about; what has no amount adds nothing. */
export interface PriceLine {
  readonly name: 'chargeable' | 'charge' | 'minimum' | 'fuel' | 'total';
  readonly says: Problem;
  readonly amount: string | null;
}

/** What something costs; amounts are decimal strings in its currency. */
export interface PriceResult {
  readonly currency: string;
  /** What was charged for at the unit price, which the next weight break may have raised. */
  readonly quantity: number;
  readonly unitPrice: string;
  readonly total: string;
  /** True where the total is not the quantity at the unit price: a minimum or a surcharge made it more. */
  readonly limited: boolean;
  /** Amounts of all but the last, which is the total, sum up to it. */
  readonly lines: readonly PriceLine[];
}

/** The break that a weight falls into, and the one after it. */
function breaksAt(breaks: readonly WeightBreak[], kg: number) {
  const at = breaks.findLastIndex(({ fromKg }) => fromKg <= kg);
  return { own: breaks[Math.max(at, 0)], next: breaks[at + 1] };
}

/**
 * The price of a quantity (three decimals) by a line of a rate card: that of its weight break, or of the next one with the
 * weight at which it begins where that comes to less; then at least the minimum; then the fuel surcharge (reference 5.8).
 * Each amount is rounded once by the digits of the currency.
 */
export function priceOf(
  table: PriceTable,
  quantity: number,
  currency: string,
  fuelSurchargePercent: number,
): PriceResult {
  const minorOf = (text: string) => toMinor(text, currency);
  const money = (minor: number) => fromMinor(minor, currency);
  const lines: PriceLine[] = [];
  const add = (
    name: PriceLine['name'],
    minor: number,
    code: Problem['code'],
    params: Problem['params'] = {},
  ): number => {
    lines.push({ name, says: problem(code, { ...params, currency }), amount: money(minor) });
    return minor;
  };
  const { own, next } = breaksAt(table.breaks, quantity);
  let [charged, unitPrice] = [quantity, own?.price ?? table.flatPrice ?? '0'];
  const usual = minorOf(lineAmount(quantity, unitPrice, currency));
  const beyond = next ? minorOf(lineAmount(next.fromKg, next.price, currency)) : usual;
  const unit = { choice: ['chargeBasis', table.basis] } as const;
  let sum: number;
  if (next && beyond < usual) {
    [charged, unitPrice] = [next.fromKg, next.price];
    sum = add('charge', beyond, 'PRICE_NEXT_BREAK', {
      quantity: String(charged),
      price: unitPrice,
      own: money(usual),
    });
  } else if (table.basis === 'percent') {
    sum = add('charge', usual, 'PRICE_PERCENT', { price: unitPrice, value: String(quantity * 100) });
  } else if (own) {
    sum = add('charge', usual, 'PRICE_BREAK', {
      quantity: String(charged),
      price: unitPrice,
      from: String(own.fromKg),
    });
  } else sum = add('charge', usual, 'PRICE_FLAT', { quantity: String(charged), price: unitPrice, unit });
  const least = table.minCharge === null ? 0 : minorOf(table.minCharge);
  const limited = sum < least;
  if (limited) sum += add('minimum', least - sum, 'PRICE_MINIMUM', { minimum: money(least) });
  let fuel = 0;
  if (fuelSurchargePercent > 0) {
    const of = money(sum);
    fuel = minorOf(percentOf(of, fuelSurchargePercent, currency));
    sum += add('fuel', fuel, 'PRICE_FUEL', { percent: String(fuelSurchargePercent), of });
  }
  add('total', sum, 'PRICE_TOTAL');
  return {
    currency,
    quantity: charged,
    unitPrice,
    total: money(sum),
    limited: limited || fuel !== 0,
    lines,
  };
}

/** How a chargeable weight came about, as the first line of a price by the kilogram. */
export function weightLine(weight: number, volume: number | null, terms: PriceTerms): PriceLine {
  const { kg, byVolume } = chargeableWeight(weight, volume, terms);
  const rounded = { kg: String(kg), step: terms.roundTo };
  return {
    name: 'chargeable',
    says: byVolume
      ? problem('PRICE_VOLUMETRIC', {
          ...rounded,
          volume: String(volume),
          divisor: String(terms.volumetricDivisor),
        })
      : problem('PRICE_GROSS', { ...rounded, weight: String(weight) }),
    amount: null,
  };
}

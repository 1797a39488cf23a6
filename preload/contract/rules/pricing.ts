import { type Problem, problem } from '../errors';
import type { chargeBases } from '../vocabulary';
import { fromMinor, lineAmount, percentOf, toMinor } from './money';

/** A price per kilogram from a weight on. */
export interface WeightBreak {
  fromKg: number;
  /** Per kilogram, four decimals. */
  price: string;
}

/** Pricing of a line of a rate card. */
export interface PriceTable {
  readonly basis: (typeof chargeBases)[number];
  readonly minCharge: string | null;
  /** From 0 kg upwards; empty if there is a single price. */
  readonly breaks: readonly WeightBreak[];
  readonly flatPrice: string | null;
}

/** Scope of a line of a rate card. */
export interface Lane {
  readonly originCode: string;
  readonly destinationCode: string;
  readonly zone: string | null;
}

/** Lane code for any place. */
export const ANYWHERE = 'ANY';

/** Codes of a place in lanes, the narrowest first: destination, its zone, its airport or port, its country. */
export type Place = readonly string[];

/** Origin and destination of a carriage. */
export interface Route {
  readonly origin: Place;
  readonly destination: Place;
  readonly zone: string | null;
}

/** Returns how wide a code is for a place (0 is narrowest); undefined if it is another place. */
function widthOf(code: string, place: Place): number | undefined {
  const at = place.indexOf(code);
  if (at >= 0) return at;
  return code === ANYWHERE ? place.length : undefined;
}

/**
 * Returns how closely a lane fits a route: lower is closer; undefined if it does not fit. The destination counts more
 * than the zone, and that more than the origin (reference 5.8: airport, port or destination before country before
 * anywhere).
 */
export function laneFit(lane: Lane, { origin, destination, zone }: Route): number | undefined {
  const from = widthOf(lane.originCode, origin);
  const to = widthOf(lane.destinationCode, destination);
  if (from === undefined || to === undefined) return undefined;
  if (lane.zone !== null && lane.zone !== zone) return undefined;
  return to * 10_000 + (lane.zone === null ? 1000 : 0) + from;
}

/** Returns the line whose lane fits a route most closely, the first of equal ones. */
export function closest<L extends Lane>(lines: readonly L[], route: Route): L | undefined {
  let best: { line: L; fit: number } | undefined;
  for (const line of lines) {
    const fit = laneFit(line, route);
    if (fit !== undefined && (best === undefined || fit < best.fit)) best = { line, fit };
  }
  return best?.line;
}

/** Rounding steps of weights, in grams. */
const STEPS = { '0.5': 500, '1': 1000 } as const;

/** Weight rules and surcharge of a rate card. */
export interface PriceTerms {
  /** Cubic centimetres per kilogram. */
  readonly volumetricDivisor: number;
  readonly roundTo: keyof typeof STEPS;
  /** Percentage added to each charge, with three decimals. */
  readonly fuelSurchargePercent: number;
}

/**
 * Returns the chargeable weight in kg: the weight, or the volume (cubic metres) by the divisor if that is more, rounded
 * up once (reference 4.17). Three decimals each; no intermediate rounding.
 */
export function chargeableWeight(
  weight: number,
  volume: number | null,
  { volumetricDivisor, roundTo }: PriceTerms,
): { readonly kg: number; readonly byVolume: boolean } {
  const divisor = BigInt(volumetricDivisor);
  // Grams times the divisor; a litre has 1,000 cubic centimetres.
  const gross = BigInt(Math.round(weight * 1000)) * divisor;
  const volumetric = BigInt(Math.round((volume ?? 0) * 1000)) * 1_000_000n;
  const more = volumetric > gross ? volumetric : gross;
  const step = BigInt(STEPS[roundTo]);
  const steps = (more + divisor * step - 1n) / (divisor * step);
  return { kg: Number(steps * step) / 1000, byVolume: volumetric > gross };
}

/** One line of the explanation of a price; a line without an amount adds nothing. */
export interface PriceLine {
  readonly name: 'chargeable' | 'charge' | 'minimum' | 'fuel' | 'total';
  readonly says: Problem;
  readonly amount: string | null;
}

/** A calculated price; amounts are decimal strings in its currency. */
export interface PriceResult {
  readonly currency: string;
  /** The quantity charged at the unit price, possibly raised to the next weight break. */
  readonly quantity: number;
  readonly unitPrice: string;
  readonly total: string;
  /** True if a minimum or a surcharge raised the total above the quantity at the unit price. */
  readonly limited: boolean;
  /** The amounts sum up to the last one, which is the total. */
  readonly lines: readonly PriceLine[];
}

/** Returns the break for a weight, and the one after it. */
function breaksAt(breaks: readonly WeightBreak[], kg: number) {
  const at = breaks.findLastIndex(({ fromKg }) => fromKg <= kg);
  return { own: breaks[Math.max(at, 0)], next: breaks[at + 1] };
}

/**
 * Calculates the price of a quantity (three decimals) by a line of a rate card: at its weight break, or at the next one
 * with that break's weight if that is cheaper; then at least the minimum; then the fuel surcharge (reference 5.8). Each
 * amount is rounded once to the digits of the currency.
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

/** Explains a chargeable weight, as the first line of a price by the kilogram. */
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

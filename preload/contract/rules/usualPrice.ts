import { type Problem, problem } from '../errors';

/** Fewest prices to define a usual one. */
export const USUAL_FROM = 5;
/** Factor of an unusual price: a lost decimal sign makes 100; prices of one service differ by far less than 50. */
const FAR = 50;
/** Largest factor between a hundredth of a price and the usual one, to offer it as a correction. */
const NEAR = 2;

/** Returns the median of some prices; undefined for fewer than {@link USUAL_FROM}. */
export function usualPrice(prices: readonly number[]): number | undefined {
  if (prices.length < USUAL_FROM) return undefined;
  const sorted = prices.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = 0, high = 0] = [sorted[middle - 1], sorted[middle]];
  return sorted.length % 2 === 1 ? high : (low + high) / 2;
}

/**
 * Returns PRICE_HUNDREDFOLD (with the hundredth as correction, if that is usual) or PRICE_UNUSUAL for a price fifty
 * times the usual one or more; undefined for others. Both in units of the currency.
 */
export function priceProblem(price: number, usual: number): Problem | undefined {
  if (usual <= 0 || price < usual * FAR) return undefined;
  const params = { usual: shown(usual), times: Math.round(price / usual) };
  const part = price / 100;
  return part <= usual * NEAR && part >= usual / NEAR
    ? problem('PRICE_HUNDREDFOLD', { ...params, expected: shown(part) })
    : problem('PRICE_UNUSUAL', params);
}

const shown = (price: number): string => String(Number(price.toFixed(4)));

import { currencyDigits } from './places';

/** Decimals of a unit price, and of a daily rate. */
export const PRICE_DIGITS = 4;
export const RATE_DIGITS = 6;
/** Decimals of fine percentages, for example of US customs fees. */
export const PERCENT_DIGITS = 4;
/** The currency of the books. */
export const BASE_CURRENCY = 'EUR';
/** Rate of the currency of the books against itself. */
export const BASE_RATE = '1';

/**
 * Converts a decimal string to an integer scaled by so many decimals; more are rounded half away from zero. Throws
 * RangeError if it is no number.
 */
export function toScaled(text: string, digits: number): number {
  const found = /^(-?)(\d+)(?:\.(\d*))?$/.exec(text);
  if (!found) throw new RangeError(`not an amount: ${text}`);
  const [, sign, whole = '0', fraction = ''] = found;
  const cut = Number(whole + fraction.slice(0, digits).padEnd(digits, '0'));
  const scaled = Number(fraction[digits] ?? 0) >= 5 ? cut + 1 : cut;
  return sign && scaled !== 0 ? -scaled : scaled;
}

/** Converts a scaled integer to a decimal string with all its digits. */
export function fromScaled(scaled: number, digits: number): string {
  const text = String(Math.abs(scaled)).padStart(digits + 1, '0');
  const sign = scaled < 0 ? '-' : '';
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** Converts a decimal string to minor units, rounding excess digits half away from zero. */
export const toMinor = (amount: string, currency: string): number =>
  toScaled(amount, currencyDigits(currency));

/** Converts minor units to a decimal string with all the digits of the currency. */
export const fromMinor = (minor: number, currency: string): string =>
  fromScaled(minor, currencyDigits(currency));

/** Formats an amount for people, with its currency if given: `-1234567.80` becomes `-1,234,567.80`. */
export function grouped(amount: string, currency?: string): string {
  const read = amount.replace(/^-?\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','));
  return currency === undefined ? read : `${read} ${currency}`;
}

/** Divides, rounding half away from zero; the divisor is positive. */
function divided(value: bigint, by: bigint): number {
  const size = value < 0n ? -value : value;
  const rounded = Number((size * 2n + by) / (by * 2n));
  return value < 0n && rounded !== 0 ? -rounded : rounded;
}
const power = (digits: number): bigint => 10n ** BigInt(digits);
/** Converts a quantity or percentage, which has three decimals, to exact thousandths. */
const thousandths = (value: number): bigint => BigInt(Math.round(value * 1000));

/** Multiplies quantity (three decimals) and unit price (four), rounded once, half away from zero, to the currency. */
export function lineAmount(quantity: number, unitPrice: string, currency: string): string {
  const exact = thousandths(quantity) * BigInt(toScaled(unitPrice, PRICE_DIGITS));
  return fromMinor(divided(exact * power(currencyDigits(currency)), power(3 + PRICE_DIGITS)), currency);
}

/** Takes a percentage (three decimals) of an amount, rounded half away from zero: the tax of a line. */
export function percentOf(amount: string, percent: number, currency: string): string {
  return fromMinor(divided(BigInt(toMinor(amount, currency)) * thousandths(percent), 100_000n), currency);
}

/** Takes a percentage (a decimal string of four decimals) of an amount, rounded half away from zero. */
export function shareOf(amount: string, percent: string, currency: string): string {
  const exact = BigInt(toMinor(amount, currency)) * BigInt(toScaled(percent, PERCENT_DIGITS));
  return fromMinor(divided(exact, 100n * power(PERCENT_DIGITS)), currency);
}

/** Raises a unit price by a percentage (three decimals), rounded half away from zero. */
export const raisedPrice = (price: string, percent: number): string =>
  fromScaled(
    divided(BigInt(toScaled(price, PRICE_DIGITS)) * (100_000n + thousandths(percent)), 100_000n),
    PRICE_DIGITS,
  );

/** Returns the unit price (four decimals) at which a quantity (three decimals, above zero) costs an amount. */
export function unitPriceOf(amount: string, quantity: number, currency: string): string {
  const exact = BigInt(toMinor(amount, currency)) * power(3 + PRICE_DIGITS);
  return fromScaled(divided(exact, thousandths(quantity) * power(currencyDigits(currency))), PRICE_DIGITS);
}

/** Returns a part in percent (three decimals) of a whole that is not negative; null if the whole is zero. */
export function percentShare(part: string, whole: string, currency: string): number | null {
  const of = BigInt(toMinor(whole, currency));
  return of <= 0n ? null : divided(BigInt(toMinor(part, currency)) * 100_000n, of) / 1000;
}

/** Sums amounts of one currency. */
export const sumOf = (amounts: readonly string[], currency: string): string =>
  fromMinor(
    amounts.reduce((sum, amount) => sum + toMinor(amount, currency), 0),
    currency,
  );

/** Negates an amount. */
export const negated = (amount: string, currency: string): string =>
  fromMinor(0 - toMinor(amount, currency), currency);

/**
 * Converts an amount to the currency of the books. The rate is the amount of its currency per euro, as published by the
 * European Central Bank (six decimals, above zero).
 */
export function inBase(amount: string, currency: string, rate: string): string {
  return exchanged(amount, { currency, rate }, { currency: BASE_CURRENCY, rate: BASE_RATE });
}

/** Same as {@link inBase}, from and to minor units. */
export const minorInBase = (minor: number, currency: string, rate: string): number =>
  toMinor(inBase(fromMinor(minor, currency), currency, rate), BASE_CURRENCY);

/** Converts an amount between two currencies by their rates, both in units per euro; rounded once. */
export function exchanged(
  amount: string,
  from: { readonly currency: string; readonly rate: string },
  to: { readonly currency: string; readonly rate: string },
): string {
  const exact =
    BigInt(toMinor(amount, from.currency)) *
    BigInt(toScaled(to.rate, RATE_DIGITS)) *
    power(currencyDigits(to.currency));
  const by = BigInt(toScaled(from.rate, RATE_DIGITS)) * power(currencyDigits(from.currency));
  return fromMinor(divided(exact, by), to.currency);
}

/**
 * Splits an amount by weights, which are whole numbers (grams, boxes, parcels): each share is rounded down to a minor
 * unit, and the rest goes one unit each to the largest remainders, the first of equal ones. The shares always sum up to
 * the amount; a weight of zero gets nothing. Throws RangeError if all weights are zero.
 */
export function allocate(amount: string, weights: readonly number[], currency: string): string[] {
  const minor = toMinor(amount, currency);
  const total = BigInt(Math.abs(minor));
  const sum = weights.reduce((all, weight) => all + BigInt(weight), 0n);
  if (sum <= 0n || weights.some((weight) => weight < 0)) throw new RangeError('nothing to allocate by');
  const parts = weights.map((weight, index) => {
    const exact = total * BigInt(weight);
    return { index, share: exact / sum, rest: exact % sum };
  });
  let left = total - parts.reduce((all, { share }) => all + share, 0n);
  for (const part of [...parts].sort((a, b) =>
    a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1,
  )) {
    if (left === 0n) break;
    part.share += 1n;
    left -= 1n;
  }
  return parts.map(({ share }) => fromMinor(minor < 0 ? 0 - Number(share) : Number(share), currency));
}

/**
 * Distributes an amount over open amounts in order: negative ones (owed back) count in full, then each other is settled
 * as far as the amount goes. Settles nothing if more is owed back than all the rest.
 */
export function settleInOrder(amount: string, open: readonly string[], currency: string): string[] {
  const owed = open.map((one) => toMinor(one, currency));
  const back = owed.filter((one) => one < 0).reduce((sum, one) => sum - one, 0);
  const due = owed.filter((one) => one > 0).reduce((sum, one) => sum + one, 0);
  if (back > due) return open.map(() => fromMinor(0, currency));
  let left = Math.max(0, toMinor(amount, currency)) + back;
  return owed.map((one) => {
    const part = Math.min(one, left);
    left -= Math.max(0, part);
    return fromMinor(part, currency);
  });
}

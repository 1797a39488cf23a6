import { currencyDigits } from './places';

/**
 * A decimal string as an integer of minor units, rounded half away from zero where it has more digits than the currency.
 * Throws RangeError for what is no number.
 */
export function toMinor(amount: string, currency: string): number {
  const found = /^(-?)(\d+)(?:\.(\d*))?$/.exec(amount);
  if (!found) throw new RangeError(`not an amount: ${amount}`);
  const [, sign, whole = '0', fraction = ''] = found;
  const digits = currencyDigits(currency);
  const kept = Number(whole + fraction.slice(0, digits).padEnd(digits, '0'));
  const minor = Number(fraction[digits] ?? 0) >= 5 ? kept + 1 : kept;
  return sign && minor !== 0 ? -minor : minor;
}

/** Minor units as a decimal string with all the digits of the currency. */
export function fromMinor(minor: number, currency: string): string {
  const digits = currencyDigits(currency);
  const text = String(Math.abs(minor)).padStart(digits + 1, '0');
  const sign = minor < 0 ? '-' : '';
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

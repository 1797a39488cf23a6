import { iso6346Digit } from '@contract/rules/codes';
import { entryNo } from '@contract/rules/customs';
import type { Random } from './random';

/** Customs office of each country where our declarations and transits are lodged. */
const OFFICES: Readonly<Record<string, string>> = {
  NL: '000432',
  BE: '000410',
  DE: '003302',
  HU: '105200',
  LU: '704000',
};

/** Reference number of the customs office of a country. */
export const officeOf = (country: string): string => `${country}${OFFICES[country] ?? '000001'}`;

/** Draws a movement reference number of a year and country; the letter gives its procedure. */
export function mrnOf(year: string, country: string, letter: 'R' | 'J', random: Random): string {
  const body = `${year}${officeOf(country)}${random.digits(6)}${letter}`;
  return `${body}${iso6346Digit(body, body.length)}`;
}

/** Returns a US entry number with our filer code and its check digit. */
export function entryNumber(serial: number): string {
  const body = `QZX${String(serial).padStart(7, '0')}`;
  for (let digit = 0; digit < 10; digit++) {
    const value = `${body}${digit}`;
    if (!entryNo.check(value)) return entryNo.format?.(value) ?? value;
  }
  throw new Error(`no check digit for ${body}`);
}

/** Returns the container number for a serial number, of the demo's shipping line, with its check digit. */
export function containerNumber(no: number): string {
  const body = `PLDU${String(310_000 + 37 * no)}`;
  return `${body}${iso6346Digit(body, body.length)}`;
}

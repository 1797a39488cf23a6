import { iso6346Digit } from '@contract/rules/codes';
import { entryNo } from '@contract/rules/customs';
import type { Random } from './random';

/** Customs office of a country that our declarations and transits are lodged with. */
const OFFICES: Readonly<Record<string, string>> = {
  NL: '000432',
  BE: '000410',
  DE: '003302',
  HU: '105200',
  LU: '704000',
};

/** The customs office of a country, as its reference number. */
export const officeOf = (country: string): string => `${country}${OFFICES[country] ?? '000001'}`;

/** A movement reference number of a year and country; the letter says what it is for. */
export function mrnOf(year: string, country: string, letter: 'R' | 'J', random: Random): string {
  const body = `${year}${officeOf(country)}${random.digits(6)}${letter}`;
  return `${body}${iso6346Digit(body, body.length)}`;
}

/** A US entry number of our filer code, with the check digit that the rule asks for. */
export function entryNumber(serial: number): string {
  const body = `QZX${String(serial).padStart(7, '0')}`;
  for (let digit = 0; digit < 10; digit++) {
    const value = `${body}${digit}`;
    if (!entryNo.check(value)) return entryNo.format?.(value) ?? value;
  }
  throw new Error(`no check digit for ${body}`);
}

/** A container of the line that the demo's bills by sea travel with, by its number in a row, with its check digit. */
export function containerNumber(no: number): string {
  const body = `PLDU${String(310_000 + 37 * no)}`;
  return `${body}${iso6346Digit(body, body.length)}`;
}

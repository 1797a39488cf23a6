import { problem } from '../errors';
import { compact, remainder } from './codes';
import { countryProblem } from './places';
import type { CodeRule } from './rule';

const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;
const wrongIban = problem('IBAN_FORMAT');
const wrongDigits = problem('IBAN_CHECK');

/** IBAN lengths by country (SWIFT IBAN registry), for the countries where our suppliers and customers bank. */
const IBAN_LENGTHS: ReadonlyMap<string, number> = new Map(
  (
    'AT20,BE16,BG22,CH21,CY28,CZ24,DE22,DK18,EE20,ES24,FI18,FR27,GB22,GR27,HR21,HU28,IE22,IS26,IT27,LI21,LT20,LU20,' +
    'LV21,MC27,MT31,NL18,NO15,PL28,PT25,RO24,SE24,SI19,SK24,TR26,AE23,SA24'
  )
    .split(',')
    .map((one) => [one.slice(0, 2), Number(one.slice(2))] as const),
);

/**
 * Bank account by its international number (ISO 13616): with the first four characters moved to the end and letters as
 * 10 to 35, its remainder by 97 is 1. Shown in groups of four.
 */
export const iban: CodeRule = {
  max: 34,
  normalise: compact,
  check(value) {
    if (!IBAN.test(value)) return wrongIban;
    const country = value.slice(0, 2);
    const length = IBAN_LENGTHS.get(country);
    if (length !== undefined && length !== value.length)
      return problem('IBAN_LENGTH', { country, expected: length, length: value.length });
    const turned = value.slice(4) + value.slice(0, 4);
    return remainder(turned, 0, turned.length, 97) === 1 ? undefined : wrongDigits;
  },
  format: (value) => value.replace(/(.{4})(?=.)/g, '$1 '),
};

const SWIFT = /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;
const wrongSwift = problem('SWIFT_FORMAT');

/** Bank by its business identifier (ISO 9362): four letters, country, place, and optionally a branch. */
export const swift: CodeRule = {
  max: 11,
  normalise: compact,
  check: (value) => (SWIFT.test(value) ? countryProblem(value.slice(4, 6)) : wrongSwift),
};

import { type Problem, problem } from '../errors';
import { patternRule, singleBlanks, upperCased } from './codes';
import type { CodeRule } from './rule';

interface Form {
  readonly pattern: RegExp;
  readonly wrong: Problem;
}

const form = (country: string, pattern: RegExp, example: string): [string, Form] => [
  country,
  { pattern, wrong: problem('POSTCODE_FORMAT', { country, example }) },
];

/** Forms as the postal operators publish them (UPU addressing sheets); the British one is that of BS 7666. */
const FORMS: ReadonlyMap<string, Form> = new Map([
  form('NL', /^[1-9]\d{3} ?(?!SA|SD|SS)[A-Z]{2}$/, '1118 CP'),
  form('BE', /^[1-9]\d{3}$/, '4460'),
  form('DE', /^(?!00)\d{5}$/, '60549'),
  form('FR', /^(?:0[1-9]|[1-8]\d|9[0-8])\d{3}$/, '75001'),
  form(
    'GB',
    /^(?:GIR ?0AA|[A-PR-UWYZ](?:\d{1,2}|[A-HK-Y]\d(?:\d|[ABEHMNPRVWXY])?|\d[A-HJKPS-UW]) ?\d[ABD-HJLNP-UW-Z]{2})$/,
    'SW1A 1AA',
  ),
  form('US', /^\d{5}(?:-\d{4})?$/, '60666'),
  form('CN', /^[0-8]\d{5}$/, '518000'),
]);

const DUTCH_TABOO = /^[1-9]\d{3} ?S[ADS]$/;
const ANY = /^[A-Z0-9][A-Z0-9 -]{1,11}$/;
const wrongLength = problem('POSTCODE_LENGTH');

const normalisePostcode: CodeRule['normalise'] = (raw) => singleBlanks(upperCased(raw));

function check(country: string, value: string): Problem | undefined {
  const own = FORMS.get(country);
  if (!own) return ANY.test(value) ? undefined : wrongLength;
  if (own.pattern.test(value)) return undefined;
  return country === 'NL' && DUTCH_TABOO.test(value) ? problem('POSTCODE_NL_LETTERS') : own.wrong;
}

/**
 * What is wrong with a postcode, as typed, in a country (ISO 3166-1 alpha-2); a country without a form of
 * its own takes 2 to 12 characters.
 */
export const postcodeProblem = (country: string, postcode: string): Problem | undefined =>
  check(country, normalisePostcode(postcode));

/** The rule of a country's postcodes (UPU addressing sheets). */
export const postcodeOf = (country: string): CodeRule => ({
  max: 12,
  normalise: normalisePostcode,
  check: (value) => check(country, value),
});

/**
 * Mobile number of mainland China (ITU-T E.164, national plan: 11 digits from 13 to 19), with or without
 * 86.
 */
export const chineseMobile = patternRule(
  15,
  /^(?:\+?86[- ]?)?1[3-9]\d{9}$/,
  problem('MOBILE_CN_FORMAT'),
  singleBlanks,
);

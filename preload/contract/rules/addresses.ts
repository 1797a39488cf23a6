import { type Problem, problem } from '../errors';
import type { RowIssue } from '../importing/template';
import { patternRule, singleBlanks, upperCased } from './codes';
import { fitsPattern, type Pattern, patternProblem, readPattern } from './pattern';
import { postcodeExample, postcodeFormProblem, zeroLostProblem } from './postcodes';
import type { CodeRule } from './rule';

const normalisePostcode: CodeRule['normalise'] = (raw) => singleBlanks(upperCased(raw));

/** Problem of a postcode, as typed, in a country (ISO 3166-1 alpha-2). */
export const postcodeProblem = (country: string, postcode: string): Problem | undefined =>
  postcodeFormProblem(country, normalisePostcode(postcode));

/** The rule of a country's postcodes (UPU addressing sheets). */
export const postcodeOf = (country: string): CodeRule => ({
  max: 12,
  normalise: normalisePostcode,
  check: (value) => postcodeFormProblem(country, value),
});

/** Postcode rule for a country without one of its own: only the form common to all. */
export const anyPostcode: CodeRule = postcodeOf('');

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

/** Other numbers in mainland China, without the trunk 0: area code, then 7 or 8 digits (or 400 and 800). */
const CHINESE_LINE = /^(?:(?:10|2\d)\d{7,8}|[3-9]\d{2}\d{7,8})$/;

function chineseProblem(digits: string): Problem | undefined {
  const national = digits.replace(/^0(?=\d)/, '');
  if (/^1(?!0)/.test(national)) return chineseMobile.check(national);
  return CHINESE_LINE.test(national) ? undefined : problem('PHONE_CN_FORMAT');
}

/** Parts of an address as stored in records. Any may be missing. */
export interface AddressParts {
  readonly street?: string | null;
  readonly houseNumber?: string | null;
  readonly district?: string | null;
  readonly postcode?: string | null;
  readonly city?: string | null;
  readonly province?: string | null;
  /** Name of the country, in the reader's language. */
  readonly country?: string | null;
}

const joined = (...parts: readonly (string | null | undefined)[]): string => parts.filter(Boolean).join(' ');

/** Lines of an address on a letter or a consignment note: street and number, postcode and town, country. */
export const postalLines = ({ street, houseNumber, postcode, city, country }: AddressParts): string[] =>
  [joined(street, houseNumber), joined(postcode, city), country ?? ''].filter((line) => line !== '');

/** An address in one line, without its country; null if none of it is known. */
export const addressLine = (parts: AddressParts): string | null => {
  const { street, houseNumber, district, postcode, city, province } = parts;
  const lines = [joined(street, houseNumber), district, joined(postcode, city), province];
  return lines.filter(Boolean).join(', ') || null;
};

/** The facts of a country used to check addresses. */
export interface AddressCountry {
  readonly code: string;
  /** For example `+86`; null if it is not known. */
  readonly phoneCode: string | null;
  /** Pattern of a whole postcode; null: the general rule for the country applies. */
  readonly postcodeRegex: string | null;
}

/**
 * Checks a telephone number of someone in a country: a Chinese one must match the national plan (ITU-T E.164), with or
 * without dialling code; one with the dialling code of another country is odd, not wrong.
 */
export function phoneIssue(phone: string, country: AddressCountry): Omit<RowIssue, 'column'> | undefined {
  const digits = phone.replace(/\D/g, '');
  const dialled = phone.startsWith('+') ? digits : /^00\d/.test(digits) ? digits.slice(2) : undefined;
  const own = country.phoneCode?.slice(1) ?? '';
  const chinese =
    dialled?.startsWith('86') === true
      ? dialled.slice(2)
      : dialled === undefined && country.code === 'CN'
        ? digits.replace(/^86(?=\d{10})/, '')
        : undefined;
  const wrong = chinese === undefined ? undefined : chineseProblem(chinese);
  if (wrong) return { level: 'error', problem: wrong };
  if (dialled === undefined || own === '' || dialled.startsWith(own)) return undefined;
  return {
    level: 'warning',
    problem: problem('PHONE_ELSEWHERE', { country: country.code, code: `+${own}` }),
  };
}

/** The postcode format of a country: the expression of its record, if that is used, else an example. */
export const postcodeForm = ({ code, postcodeRegex }: AddressCountry): string | undefined =>
  postcodeRegex !== null && postcodePattern(postcodeRegex) ? postcodeRegex : postcodeExample(code);

const patterns = new Map<string, Pattern | null>();

/** The pattern of a country's postcodes; null for one of an older version that this one does not understand. */
function postcodePattern(source: string): Pattern | null {
  const known = patterns.get(source);
  if (known !== undefined) return known;
  const read = patternProblem(source) ? null : readPattern(source, { cased: true });
  // Roughly the number of countries and territories.
  if (patterns.size >= 300) patterns.clear();
  patterns.set(source, read);
  return read;
}

/**
 * Checks the postcode and telephone of an address against its country: the postcode by the pattern of the country's
 * record, else by the general rule; reports a pattern that is not understood. Either may be missing.
 */
export function addressIssues(
  { postcode, phone }: { readonly postcode?: unknown; readonly phone?: unknown },
  country: AddressCountry,
): RowIssue[] {
  const issues: RowIssue[] = [];
  if (typeof postcode === 'string') {
    const { postcodeRegex } = country;
    const pattern = postcodeRegex === null ? null : postcodePattern(postcodeRegex);
    const wrong = pattern
      ? fitsPattern(pattern, postcode)
        ? undefined
        : (zeroLostProblem(country.code, postcode) ??
          problem('POSTCODE_FORMAT', { country: country.code, example: postcodeRegex ?? '' }))
      : postcodeProblem(country.code, postcode);
    if (wrong) issues.push({ column: 'postcode', level: 'error', problem: wrong });
    else if (postcodeRegex !== null && !pattern)
      issues.push({
        column: 'postcode',
        level: 'warning',
        problem: problem('POSTCODE_PATTERN_UNUSED', { country: country.code, pattern: postcodeRegex }),
      });
  }
  const odd = typeof phone === 'string' ? phoneIssue(phone, country) : undefined;
  if (odd) issues.push({ column: 'phone', ...odd });
  return issues;
}

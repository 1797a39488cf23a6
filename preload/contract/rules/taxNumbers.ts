import { type Problem, problem } from '../errors';
import { compact, digitAt, remainder, weightedSum } from './codes';
import { countryOf } from './customs';
import type { CodeRule } from './rule';

interface TaxForm {
  readonly pattern: RegExp;
  readonly wrong: Problem;
  /** True if the check digits are right. */
  readonly fits: (value: string) => boolean;
}

const noCheck = () => true;

/** Dutch 11-proof over the nine digits of an RSIN. */
const fitsRsin = (value: string): boolean =>
  (weightedSum(value, 2, '98765432') - digitAt(value, 10)) % 11 === 0;

/** Belgian enterprise number: the last two digits are 97 less the remainder of the others by 97. */
const fitsBelgian = (value: string): boolean =>
  97 - remainder(value, 2, 10, 97) === remainder(value, 10, 12, 100);

/** German VAT number: ISO 7064 mod 11,10. */
function fitsGerman(value: string): boolean {
  let product = 10;
  for (let i = 2; i < 10; i++) product = (((digitAt(value, i) + product) % 10 || 10) * 2) % 11;
  return (11 - product) % 10 === digitAt(value, 10);
}

/** French SIREN and SIRET: the Luhn check (ISO/IEC 7812) over `value[from, to)`. */
function fitsLuhn(value: string, from: number, to: number): boolean {
  let sum = 0;
  for (let i = to - 1, doubled = false; i >= from; i--, doubled = !doubled) {
    const weighed = digitAt(value, i) * (doubled ? 2 : 1);
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return sum % 10 === 0;
}

/**
 * French VAT number: a valid SIREN, and its key if that is numeric; the algorithm of keys with letters is not public.
 */
function fitsFrench(value: string): boolean {
  if (!fitsLuhn(value, 4, 13)) return false;
  if (!/^..\d\d/.test(value)) return true;
  return (12 + 3 * remainder(value, 4, 13, 97)) % 97 === remainder(value, 2, 4, 100);
}

/** British VAT number: weights 8 to 2, then the check pair; modulo 97 it is 0, or 42 or 55 in the newer range. */
function fitsBritish(value: string): boolean {
  if (digitAt(value, 2) > 9) return true;
  const rest = (weightedSum(value, 2, '8765432') + remainder(value, 9, 11, 100)) % 97;
  return rest === 0 || ((rest === 42 || rest === 55) && digitAt(value, 2) > 0);
}

const taxForm =
  (code: 'EORI_FORMAT' | 'VAT_FORMAT') =>
  (country: string, pattern: RegExp, example: string, fits: TaxForm['fits']): [string, TaxForm] => [
    country,
    { pattern, wrong: problem(code, { country, example }), fits },
  ];
const eoriForm = taxForm('EORI_FORMAT');
const vatForm = taxForm('VAT_FORMAT');

const EORI_FORMS: ReadonlyMap<string, TaxForm> = new Map([
  eoriForm('NL', /^NL\d{9}$/, 'NL123456782', fitsRsin),
  eoriForm('BE', /^BE[01]\d{9}$/, 'BE0428759497', fitsBelgian),
  eoriForm('DE', /^DE\d{7,15}$/, 'DE1234567', noCheck),
  eoriForm('FR', /^FR\d{14}$/, 'FR73282932000074', (value) => fitsLuhn(value, 2, 16)),
  eoriForm('GB', /^GB\d{12}(?:\d{3})?$/, 'GB980780684000', fitsBritish),
  eoriForm('XI', /^XI\d{12}(?:\d{3})?$/, 'XI980780684000', fitsBritish),
]);
const ANY_EORI = /^[A-Z]{2}[A-Z0-9]{1,15}$/;

/**
 * Identification of an economic operator (Implementing Regulation 2015/2447, annex 12-01): country and up to 15
 * characters; a national number in it that fails its own check is odd, not wrong.
 */
export const eori: CodeRule = {
  max: 17,
  normalise: compact,
  check(value) {
    const country = value.slice(0, 2);
    const own = EORI_FORMS.get(country);
    if (own) return own.pattern.test(value) ? undefined : own.wrong;
    return (
      countryOf(value) ??
      (ANY_EORI.test(value) ? undefined : problem('EORI_FORMAT', { country, example: `${country}123456789` }))
    );
  },
  warn: (value) =>
    EORI_FORMS.get(value.slice(0, 2))?.fits(value) === false ? problem('EORI_CHECK') : undefined,
};

const BRITISH_VAT = /^(?:GB|XI)(?:\d{9}(?:\d{3})?|GD[0-4]\d\d|HA[5-9]\d\d)$/;

const VAT_FORMS: ReadonlyMap<string, TaxForm> = new Map([
  vatForm(
    'NL',
    /^NL\d{9}B(?!00)\d\d$/,
    'NL004495445B01',
    // Numbers of sole traders since 2020 are checked as a whole (ISO 7064 mod 97,10).
    (value) => fitsRsin(value) || remainder(value, 0, value.length, 97) === 1,
  ),
  vatForm('BE', /^BE[01]\d{9}$/, 'BE0428759497', fitsBelgian),
  vatForm('DE', /^DE[1-9]\d{8}$/, 'DE136695976', fitsGerman),
  vatForm('FR', /^FR[A-HJ-NP-Z0-9]{2}\d{9}$/, 'FR40303265045', fitsFrench),
  vatForm('GB', BRITISH_VAT, 'GB980780684', fitsBritish),
  vatForm('XI', BRITISH_VAT, 'XI980780684', fitsBritish),
]);
const ANY_VAT = /^[A-Z]{2}[A-Z0-9]{2,12}$/;
const wrongVat = problem('VAT_CHECK');

/**
 * VAT number with its country (Directive 2006/112/EC, article 215): Greece is EL, Northern Ireland XI. Dutch, Belgian,
 * German, French and British numbers are checked by their digits, others by their length.
 */
export const vatNo: CodeRule = {
  max: 14,
  normalise(raw) {
    const value = compact(raw);
    return /^BE\d{9}$/.test(value) ? `BE0${value.slice(2)}` : value;
  },
  check(value) {
    const country = value.slice(0, 2);
    const own = VAT_FORMS.get(country);
    if (own) {
      if (own.pattern.test(value)) return own.fits(value) ? undefined : wrongVat;
      return /^NL\d{1,8}B\d\d$/.test(value)
        ? problem('VAT_ZEROS_LOST', { expected: `NL${value.slice(2).padStart(12, '0')}` })
        : own.wrong;
    }
    if (country === 'GR') return problem('CODE_INSTEAD', { value: 'GR', expected: 'EL' });
    return (
      (country === 'EL' ? undefined : countryOf(value)) ??
      (ANY_VAT.test(value) ? undefined : problem('VAT_FORMAT', { country, example: `${country}123456789` }))
    );
  },
};

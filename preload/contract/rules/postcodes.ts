import { type Problem, problem } from '../errors';

/** Format of a country's postcodes. */
interface PostcodeForm {
  readonly pattern: RegExp;
  readonly example: string;
  /** Positions of the digits, for all-digit postcodes that may begin with 0: `00-000`. */
  readonly shape?: string;
}

const form = (country: string, pattern: RegExp, example: string): [string, PostcodeForm] => [
  country,
  { pattern, example },
];

/** Postcodes of digits in a shape, its separator optional; `valid` matches the permitted digits. */
const digits = (country: string, shape: string, valid: RegExp, example: string): [string, PostcodeForm] => [
  country,
  {
    pattern: new RegExp(
      `^(?=${valid.source})${shape.replace(/0+/g, (run) => `\\d{${run.length}}`).replace(/[ -]/, '[ -]?')}$`,
    ),
    example,
    shape,
  },
];

const ANY_DIGITS = /\d/;

/** ZIP codes with certain leading digits, as ZIP+4 or without. */
const zip = (country: string, valid: RegExp, example: string): [string, PostcodeForm] => [
  country,
  { pattern: new RegExp(`^(?=${valid.source})\\d{5}(?:-\\d{4})?$`), example, shape: '00000' },
];

/**
 * Formats as published by the postal operators (UPU addressing sheets), compared with the data of libaddressinput; the
 * British one is from BS 7666. Includes every country whose postcodes may begin with 0, since spreadsheets remove it,
 * except Panama: libaddressinput has no postcodes for it.
 */
const FORMS: ReadonlyMap<string, PostcodeForm> = new Map([
  form('NL', /^[1-9]\d{3} ?(?!SA|SD|SS)[A-Z]{2}$/, '1118 CP'),
  form('BE', /^[1-9]\d{3}$/, '4460'),
  form(
    'GB',
    /^(?:GIR ?0AA|[A-PR-UWYZ](?:\d{1,2}|[A-HK-Y]\d(?:\d|[ABEHMNPRVWXY])?|\d[A-HJKPS-UW]) ?\d[ABD-HJLNP-UW-Z]{2})$/,
    'SW1A 1AA',
  ),
  digits('AM', '0000', ANY_DIGITS, '0010'),
  digits('AU', '0000', /0[289]|[1-9]/, '2000'),
  digits('BR', '00000-000', ANY_DIGITS, '01310-100'),
  digits('CN', '000000', /[0-8]/, '518000'),
  digits('CO', '000000', /0[5-9]|[1-9]/, '050001'),
  digits('CZ', '000 00', /[1-7]/, '110 00'),
  digits('DE', '00000', /0[1-9]|[1-9]/, '60549'),
  digits('DK', '0000', ANY_DIGITS, '2100'),
  digits('DZ', '00000', ANY_DIGITS, '16000'),
  digits('EC', '000000', /0[1-9]|1|2[0-4]|90/, '010101'),
  digits('ES', '00000', /0[1-9]|[1-4]|5[0-2]/, '08001'),
  digits('FI', '00000', ANY_DIGITS, '00100'),
  digits('FR', '00000', /0[1-9]|[1-8]|9[0-8]/, '75001'),
  digits('GE', '0000', ANY_DIGITS, '0105'),
  digits('GR', '000 00', /[1-8]/, '104 31'),
  digits('GT', '00000', /0[1-9]|1|2[0-2]/, '01001'),
  digits('IT', '00000', ANY_DIGITS, '00118'),
  digits('JP', '000-0000', ANY_DIGITS, '060-0001'),
  digits('KE', '00000', ANY_DIGITS, '00100'),
  digits('KR', '00000', /[0-6]/, '04524'),
  digits('KZ', '000000', ANY_DIGITS, '010000'),
  digits('LA', '00000', /0[1-9]|1/, '01000'),
  digits('LK', '00000', ANY_DIGITS, '00100'),
  digits('LT', '00000', ANY_DIGITS, '01100'),
  digits('MX', '00000', /0[1-9]|[1-9]/, '06000'),
  digits('MY', '00000', /0[1-9]|[1-9]/, '50000'),
  digits('NO', '0000', ANY_DIGITS, '0150'),
  digits('NZ', '0000', ANY_DIGITS, '0110'),
  digits('PE', '00000', ANY_DIGITS, '15001'),
  digits('PH', '0000', ANY_DIGITS, '1000'),
  digits('PL', '00-000', ANY_DIGITS, '00-950'),
  zip('PR', /00[679]/, '00907'),
  digits('PT', '0000-000', /[1-9]/, '1000-205'),
  digits('RO', '000000', ANY_DIGITS, '010011'),
  digits('SE', '000 00', /[1-9]/, '111 22'),
  digits('SG', '000000', /[0-8]/, '018956'),
  digits('SK', '000 00', /[089]/, '040 01'),
  digits('TR', '00000', /0[1-9]|[1-7]|8[01]/, '34000'),
  digits('UA', '00000', ANY_DIGITS, '01001'),
  zip('US', /00[5-9]|0[1-9]|[1-9]/, '60666'),
  digits('VA', '00000', /00120/, '00120'),
  zip('VI', /008[0-5]/, '00802'),
  digits('ZA', '0000', ANY_DIGITS, '0001'),
]);

/** Countries with strict postcode checks; others may have a country prefix: `LT-01100`. */
const STRICT: ReadonlySet<string> = new Set(['NL', 'BE', 'DE', 'FR', 'GB', 'US', 'CN']);

const DUTCH_TABOO = /^[1-9]\d{3} ?S[ADS]$/;
const ANY = /^[A-Z0-9][A-Z0-9 -]{1,11}$/;
const OF_DIGITS = /^[\d -]+$/;
const BARE = /^\d{2,}$/;
const wrongLength = problem('POSTCODE_LENGTH');

/** Returns an example postcode of a country; undefined for a country without a format of its own. */
export const postcodeExample = (country: string): string | undefined => FORMS.get(country)?.example;

/** Checks a normalised postcode of a country; without a format of its own, 2 to 12 characters are accepted. */
export function postcodeFormProblem(country: string, value: string): Problem | undefined {
  const own = FORMS.get(country);
  if (own?.pattern.test(value)) return undefined;
  if (!own) return ANY.test(value) ? undefined : wrongLength;
  if (country === 'NL' && DUTCH_TABOO.test(value)) return problem('POSTCODE_NL_LETTERS');
  const lost = zeroLostProblem(country, value);
  if (lost) return lost;
  if (!STRICT.has(country) && !OF_DIGITS.test(value)) return ANY.test(value) ? undefined : wrongLength;
  return problem('POSTCODE_FORMAT', { country, example: own.example });
}

/** Returns POSTCODE_ZERO_LOST for a postcode whose leading zeros a spreadsheet removed, with the original postcode. */
export function zeroLostProblem(country: string, value: string): Problem | undefined {
  const expected = restored(country, value);
  return expected === undefined ? undefined : problem('POSTCODE_ZERO_LOST', { country, expected });
}

function restored(country: string, value: string): string | undefined {
  const { shape, pattern } = FORMS.get(country) ?? {};
  if (!shape || !pattern || pattern.test(value)) return undefined;
  const [, first = '', rest] = PARTS.exec(value) ?? [];
  const [, lengths = shape, sign = '', second = ''] = /^(0+)([ -])(0+)$/.exec(shape) ?? [];
  const places = lengths.length + second.length;
  let found: string | undefined;
  if (rest === undefined) {
    if (!BARE.test(first) || first.length >= places) return undefined;
    const filled = first.padStart(places, '0');
    found = second === '' ? filled : filled.slice(0, lengths.length) + sign + filled.slice(lengths.length);
  } else if (ZIP.has(country) || second !== '')
    found = `${first.padStart(lengths.length, '0')}${sign || '-'}${rest.padStart(second.length || US_MORE, '0')}`;
  return found !== undefined && pattern.test(found) ? found : undefined;
}

const ZIP: ReadonlySet<string> = new Set(['US', 'PR', 'VI']);
/** Matches a postcode of digits in one part or two. */
const PARTS = /^(\d+)(?:[ -](\d+))?$/;
/** Number of digits added by ZIP+4. */
const US_MORE = 4;

import { type Problem, problem } from '../errors';
import { INVISIBLE } from '../rules/codes';

/** From this power of ten on, a spreadsheet shows E+ and drops the digits after it. */
const LOSSY_EXPONENT = 11;
const LONGEST = 60;

const PLAIN = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
const SCIENTIFIC = /^([+-]?)(\d*)(?:[.,](\d*))?e([+-]?\d{1,3})$/i;
/** Matches groups of three separated by spaces or apostrophes: another sign can only be the decimal one. */
const GROUPED = /^\d{1,3}(?:([ '’])\d{3})(?:\1\d{3})*(?:[.,]\d+)?$/;
const ONE_SEPARATOR = /^(\d*)([.,])(\d*)$/;

/** The decimal sign of a file; the other one separates thousands. */
export type DecimalSign = 'point' | 'comma';
const SIGNS = { point: '.', comma: ',' } as const;

/**
 * Converts a number as written by people and spreadsheets to plain decimal digits (`-1234.50`): `1,234.50`, `1.234,50`
 * and `1 234.5` are understood, an ambiguous number is NUMBER_SEPARATOR. A single point is the decimal one, a single
 * comma before three digits separates thousands in a whole number and is ambiguous elsewhere. If the decimal sign of
 * the file is known, nothing is ambiguous.
 */
export function readNumber(text: string, whole: boolean, decimal?: DecimalSign): string | Problem {
  const isPlain = PLAIN.test(text) && !(decimal === 'comma' && text.includes('.'));
  const plain = isPlain ? unsigned(text) : digitsOf(text, whole, decimal);
  if (!whole || typeof plain !== 'string') return plain;
  const point = plain.indexOf('.');
  if (point < 0) return plain;
  if (plain === text && thousandsLook(plain.slice(0, point), plain.slice(point + 1))) return ambiguous(text);
  return /^0*$/.test(plain.slice(point + 1)) ? unsigned(plain.slice(0, point)) : problem('NUMBER_INTEGER');
}

const ambiguous = (text: string) => problem('NUMBER_SEPARATOR', { value: text });
const thousandsLook = (whole: string, rest: string) => rest.length === 3 && /^-?[1-9]\d{0,2}$/.test(whole);
/** Removes the sign of a zero. */
const unsigned = (digits: string) =>
  digits.charCodeAt(0) === 45 && /^-[0.]*$/.test(digits) ? digits.slice(1) : digits;

function digitsOf(text: string, whole: boolean, decimal?: DecimalSign): string | Problem {
  const wrong = problem('NUMBER_INVALID', { value: text.slice(0, LONGEST) });
  if (text.length > LONGEST) return wrong;
  // Compatibility forms: full-width digits, and the narrow and non-breaking spaces between thousands.
  const typed = text
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(/[\u2212\u2013]/g, '-')
    .trim()
    // The apostrophe by which spreadsheets mark a text.
    .replace(/^'(?=[\d.,+-])/, '');
  const scientific = SCIENTIFIC.exec(typed);
  if (scientific) return expand(scientific, text);
  const [, sign = '', body = ''] = /^([+-]?)(.*)$/s.exec(typed) ?? [];
  const read = bodyDigits(body, whole, decimal);
  if (read === 'ambiguous') return ambiguous(text);
  return read === undefined ? wrong : tidy(sign, ...read);
}

/** Returns the digits before and after the decimal sign. */
function bodyDigits(
  body: string,
  whole: boolean,
  decimal: DecimalSign | undefined,
): [string, string] | 'ambiguous' | undefined {
  if (!/\d/.test(body)) return undefined;
  if (/^\d+$/.test(body)) return [body, ''];
  if (GROUPED.test(body)) return split(body, Math.max(body.lastIndexOf('.'), body.lastIndexOf(',')));
  const one = ONE_SEPARATOR.exec(body);
  if (one) {
    const [, before = '', sign, after = ''] = one;
    if (!thousandsLook(before, after)) return [before, after];
    if (decimal) return sign === SIGNS[decimal] ? [before, after] : [before + after, ''];
    if (sign === '.') return whole ? 'ambiguous' : [before, after];
    return whole ? [before + after, ''] : 'ambiguous';
  }
  if (/^\d{1,3}(?:,\d{3})+\.\d+$/.test(body)) return split(body, body.lastIndexOf('.'));
  if (/^\d{1,3}(?:\.\d{3})+,\d+$/.test(body)) return split(body, body.lastIndexOf(','));
  // Indian grouping by pairs; without decimals it may be a slip.
  if (/^\d{1,2}(?:,\d{2})+,\d{3}\.\d+$/.test(body)) return split(body, body.indexOf('.'));
  if (/^\d{1,3}(?:,\d{3}){2,}$/.test(body) || /^\d{1,3}(?:\.\d{3}){2,}$/.test(body)) return split(body, -1);
  return undefined;
}

function split(body: string, at: number): [string, string] {
  const digits = (part: string) => part.replace(/\D/g, '');
  return at < 0 ? [digits(body), ''] : [digits(body.slice(0, at)), digits(body.slice(at + 1))];
}

function tidy(sign: string, whole: string, rest: string): string {
  const head = whole.replace(/^0+(?=\d)/, '') || '0';
  return unsigned((sign === '-' ? '-' : '') + head + (rest === '' ? '' : `.${rest}`));
}

function expand([, sign = '', whole = '', rest = '', power = '0']: string[], text: string): string | Problem {
  const exponent = Number(power);
  if (whole + rest === '' || Math.abs(exponent) >= LOSSY_EXPONENT) {
    return problem('NUMBER_SCIENTIFIC', { value: text });
  }
  const digits = '0'.repeat(LOSSY_EXPONENT) + whole + rest + '0'.repeat(LOSSY_EXPONENT);
  const point = LOSSY_EXPONENT + whole.length + exponent;
  return tidy(sign, digits.slice(0, point), digits.slice(point).replace(/0+$/, ''));
}

const POWERS = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000];

/**
 * Returns the value of digits with at most one point and six decimals, like most number cells; -1 for anything that
 * needs {@link readNumber}. Dividing two exact integers rounds like parsing the text.
 */
export function quickNumber(text: string): number {
  const length = text.length;
  if (length > 15 || length === 0) return -1;
  let value = 0;
  let point = -1;
  for (let i = 0; i < length; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (digit >= 0 && digit <= 9) value = value * 10 + digit;
    else if (digit === -2 && point < 0 && i > 0) point = i;
    else return -1;
  }
  if (point < 0) return text.charCodeAt(0) === 48 && length > 1 ? -1 : value;
  const decimals = length - point - 1;
  const power = POWERS[decimals];
  if (power === undefined || decimals === 0 || (text.charCodeAt(0) === 48 && point > 1)) return -1;
  return value / power;
}

/** Counts the decimals of a plain number, without trailing zeros. */
export function decimalsOf(plain: string): number {
  const point = plain.indexOf('.');
  if (point < 0) return 0;
  let end = plain.length;
  while (plain.charCodeAt(end - 1) === 48) end--;
  return Math.max(0, end - point - 1);
}

/** Evidence of the decimal sign in the numbers of a file. */
export interface JudgedNumbers {
  /** The sign; undefined if it is open. */
  readonly decimal: DecimalSign | undefined;
  /** True if an unambiguous number reveals it. */
  readonly certain: boolean;
  /** An ambiguous number, if the sign is open. */
  readonly open: string | undefined;
  /** Numbers whose value depends on the sign. */
  readonly examples: readonly string[];
}

const THOUSANDS_OR_DECIMALS = /^[+-]?[1-9]\d{0,2}([.,])\d{3}$/;
const EXAMPLES = 3;
const DECIMALS = /^[+-]?\d*([.,])\d+$/;
const GROUPS = /^[+-]?\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*(?:(?!\1)([.,])\d+)?$/;
const SIGNED = /[.,\uff0c\uff0e]/;
const GROUPING = /(?<=\d)[ '’](?=\d{3})/g;
/** Most numbers with decimals: no group of three, so that the sign is that of decimals. */
const CLEAR_DECIMALS = /^\d+([.,])(?:\d{1,2}|\d{4,15})$/;
const ITS_NUMBER = /^[^\d.,+-]*([+-]?[\d.,]+)[^\d.,]*$/;

/** Returns the decimal sign of a number with thousands separators: the sign after them, or the other one. */
function signOfGroups(number: string): string | undefined {
  const [, between, last] = GROUPS.exec(number) ?? [];
  if (between === undefined) return undefined;
  return last === undefined ? (between === ',' ? '.' : ',') : last;
}

/**
 * Detects the decimal sign of a file from all its numbers: unambiguous ones decide for the others. If there are none, a
 * semicolon between the cells means that a comma is possible.
 */
export function judgeDecimals(texts: Iterable<string>, separator: string | undefined): JudgedNumbers {
  const found = { '.': 0, ',': 0 };
  const doubtful: { '.'?: string; ','?: string } = {};
  const examples: string[] = [];
  for (const text of texts) {
    const [, plain] = CLEAR_DECIMALS.exec(text) ?? [];
    if (plain === '.' || plain === ',') {
      found[plain]++;
      continue;
    }
    if (!SIGNED.test(text)) continue;
    const [, number = ''] = ITS_NUMBER.exec(text.normalize('NFKC').trim().replace(GROUPING, '')) ?? [];
    const either = THOUSANDS_OR_DECIMALS.exec(number)?.[1];
    const sign = DECIMALS.exec(number)?.[1] ?? signOfGroups(number);
    if (either === '.' || either === ',') {
      doubtful[either] ??= text;
      if (examples.length < EXAMPLES && !examples.includes(text)) examples.push(text.slice(0, LONGEST));
    } else if (sign === '.' || sign === ',') found[sign]++;
  }
  const isMixed = found['.'] > 0 && found[','] > 0;
  if (!isMixed && found[','] > 0) return { decimal: 'comma', certain: true, open: undefined, examples };
  if (!isMixed && found['.'] > 0) return { decimal: 'point', certain: true, open: undefined, examples };
  // A point before three digits is the decimal one, unless the file is from a country with decimal commas.
  const open = doubtful[','] ?? (isMixed || separator === ';' ? doubtful['.'] : undefined);
  const isPoint = open === undefined && doubtful['.'] !== undefined;
  return { decimal: isPoint ? 'point' : undefined, certain: false, open, examples };
}

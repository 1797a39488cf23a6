import { isUnit } from '@contract/importing/signs';
import {
  CURRENCY_INSTEAD,
  CURRENCY_NAMES,
  CURRENCY_REPLACED,
  currenciesOf,
  MINOR_DIGITS,
} from '@contract/rules/currencies';
import { format } from 'numfmt';
import { dateText, numberText, type Serial } from './spreadsheetText';

/** Digits that a format shapes into an identifier, by its code: `000-00000000`. */
export interface Shaped {
  readonly code: string;
}

/** A currency or a unit that a format shows with a number: `0" g"`, `[$$-409]#,##0.00`. */
export interface Worded {
  readonly before: string;
  readonly after: string;
}

/**
 * Reading of a number by its format: plain, a share of a hundred, a point in time, digits in a shape of their own, or with
 * a currency or a unit.
 */
export type Shown = 'number' | 'percent' | Serial | Shaped | Worded;

/** Reading of a cell by its format: a number, or a text whatever it looks like. */
export type CellFormat = Shown | 'text';

/** Formats that pages and SpreadsheetML 2003 name (Microsoft Office XML Spreadsheet Reference, `ss:Format`). */
const NAMED: Readonly<Record<string, Shown>> = {
  'general number': 'number',
  'general date': 'dateTime',
  'long date': 'date',
  'medium date': 'date',
  'short date': 'date',
  'long time': 'time',
  'medium time': 'time',
  'short time': 'time',
  currency: 'number',
  'euro currency': { before: '€ ', after: '' },
  fixed: 'number',
  standard: 'number',
  percent: 'percent',
  scientific: 'number',
  'yes/no': 'number',
  'true/false': 'number',
  'on/off': 'number',
};

/** Reading of a cell by the name of its format, or by its code. */
export function namedFormat(format: string): CellFormat {
  const written = format.trim();
  if (written === '@') return 'text';
  return NAMED[written.toLowerCase()] ?? formatShown(written);
}

/** Formats that files name by number alone (ECMA-376, part 1, 18.8.30), those of East Asian editions included. */
export function builtInFormat(id: number): Shown {
  if (id === 9 || id === 10) return 'percent';
  if (id === 22) return 'dateTime';
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58)) return 'date';
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) || (id >= 45 && id <= 47)) return 'time';
  return 'number';
}

/** General as programs in other languages write it into their files. */
const GENERAL =
  /general|standaard|standardowy|standard|est[aá]ndar|allgemein|generale|geral|genel|yleinen|norm[aá]l|[aá]ltal[aá]nos|v[sš]eobecn[yý]|og[oó]lny|основной|общий|γενικός τύπος|כללי|g\/[\u0080-\uffff]+|通用格式|標準|標準書式|표준|일반/gi;

/** Reading of a number by the first section of its format code. */
export function formatShown(code: string): Shown {
  // Hours beyond a day are a length of time, no time of day.
  if (/\[(?:h+|m+|s+)\]/i.test(code)) return 'number';
  const [section = ''] = code
    .replace(/"[^"]*"|\\.|_.|\*./gs, '')
    .replace(/\[[^\]]*\]/g, '')
    .split(';');
  const letters = section
    .toLowerCase()
    .replace(GENERAL, '')
    .replace(/am\/pm|a\/p|上午\/下午|e[+-]/g, '');
  if (/[#0?]/.test(letters) && letters.includes('%')) return 'percent';
  const time = /[hs]/.test(letters);
  // An m beside hours or seconds is minutes; alone it is a month.
  const date = /[ydeg]/.test(letters) || (!time && letters.includes('m'));
  if (/[#0?]/.test(letters) && !time && !/[yd]/.test(letters))
    return isShaping(code) ? { code } : (wordsAround(code) ?? 'number');
  return date ? (time ? 'dateTime' : 'date') : time ? 'time' : 'number';
}

const TOKENS = /"[^"]*"|\\.|[_*].|\[[^\]]*\]|./gs;
/** Decimals, thousands, shares, fractions and exponents: the number counts, however it is shown. */
const CALCULATED = /^[.,%/e]$/i;
const isCurrency = (word: string) =>
  [MINOR_DIGITS, CURRENCY_NAMES, CURRENCY_INSTEAD, CURRENCY_REPLACED].some((known) => known.has(word));

/**
 * True for a format that makes an identifier of digits: zeros in front of it, signs within it, a word that adjoins it.
 * Blanks and currencies do not.
 */
function isShaping(code: string): boolean {
  let literal = '';
  let zeros = 0;
  let begun = false;
  let shaped = false;
  for (const [token] of code.matchAll(TOKENS)) {
    if (token === ';') break;
    if (CALCULATED.test(token)) return false;
    if (/^(?:[_*].|\[)/s.test(token)) continue;
    if (!/^[#0?]$/.test(token)) {
      literal += token.replace(/^["\\]|"$/g, '');
      continue;
    }
    if (token === '0') zeros++;
    const adjoins = /[\p{L}\d+]$/u.test(literal) && !isCurrency(literal);
    shaped ||= begun ? literal.trim() !== '' : adjoins;
    begun = true;
    literal = '';
  }
  return shaped || zeros > 1;
}

/** The sign that a format takes from a language: `$` of `[$$-409]`. */
const SIGN_OF_LANGUAGE = /^\[\$([^\-\]]*)/;

/** The currency or unit that a format shows before or behind a number; undefined for other words, which say nothing of its value. */
function wordsAround(code: string): Worded | undefined {
  let [before, after] = ['', ''];
  let begun = false;
  for (const [token] of code.matchAll(TOKENS)) {
    if (token === ';') break;
    if (/^[#0?]$/.test(token)) [begun, after] = [true, ''];
    else if (/^[_*]./s.test(token)) continue;
    else {
      const literal = token.startsWith('[')
        ? (SIGN_OF_LANGUAGE.exec(token)?.[1] ?? '')
        : token.replace(/^["\\]|"$/g, '');
      if (begun) after += literal;
      else before += literal;
    }
  }
  const isMeant = (word: string) => currenciesOf(word).length > 0 || isUnit(word);
  const behind = after.trim();
  const ahead = before.trim().replace(/^[-+(]+|[-+(]+$/g, '');
  if (!isMeant(ahead) && !isMeant(behind)) return undefined;
  return { before: isMeant(ahead) ? `${ahead} ` : '', after: isMeant(behind) ? ` ${behind}` : '' };
}

/** Digits that a number may have before a spreadsheet loses some. */
const EXACT = 1e15;

/** The text of a number as its cell shows it; all its decimals where it is one to calculate with. */
export function shownText(value: number, shown: Shown, is1904: boolean): string {
  if (shown === 'number') return numberText(value);
  if (shown === 'percent') return `${numberText(value * 100)}%`;
  if (typeof shown === 'string') return dateText(value, shown, is1904);
  if ('before' in shown) return shown.before + numberText(value) + shown.after;
  if (!Number.isInteger(value) || Math.abs(value) >= EXACT) return numberText(value);
  try {
    return format(shown.code, value).trim();
  } catch {
    return numberText(value);
  }
}

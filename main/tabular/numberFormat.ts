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

/** Digits formatted as an identifier, by the format code: `000-00000000`. */
export interface IdentifierFormat {
  readonly code: string;
}

/** A currency or a unit that a format shows with a number: `0" g"`, `[$$-409]#,##0.00`. */
export interface UnitFormat {
  readonly before: string;
  readonly after: string;
}

/** Sections of a format with different meanings, for example `[>=1000]0" t";0" kg"`. */
export interface SectionedFormat {
  readonly sections: readonly { readonly code: string; readonly shown: SectionShown }[];
}

type SectionShown = 'number' | 'percent' | 'hidden' | Serial | IdentifierFormat | UnitFormat;

/**
 * Meaning of a number by its format: plain, a percentage, a point in time, nothing, digits in a shape of their own, a
 * number with a currency or a unit, or different ones by value.
 */
export type NumericFormat = SectionShown | SectionedFormat;

/** Meaning of a cell by its format: a number, or a text whatever its content. */
export type CellFormat = NumericFormat | 'text';

/** Named formats of pages and SpreadsheetML 2003 (Microsoft Office XML Spreadsheet Reference, `ss:Format`). */
const NAMED: Readonly<Record<string, NumericFormat>> = {
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

/** Returns the meaning of a cell by the name of its format, or by its code. */
export function namedFormat(format: string): CellFormat {
  const written = format.trim();
  if (written === '@') return 'text';
  return NAMED[written.toLowerCase()] ?? formatShown(written);
}

/** Returns the meaning of built-in formats, which have an id only (ECMA-376, part 1, 18.8.30), East Asian included. */
export function builtInFormat(id: number): NumericFormat {
  if (id === 9 || id === 10) return 'percent';
  if (id === 22) return 'dateTime';
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58)) return 'date';
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) || (id >= 45 && id <= 47)) return 'time';
  return 'number';
}

/** Names of the General format in the files of programs in other languages. */
const GENERAL =
  /general|standaard|standardowy|standard|est[aá]ndar|allgemein|generale|geral|genel|yleinen|norm[aá]l|[aá]ltal[aá]nos|v[sš]eobecn[yý]|og[oó]lny|основной|общий|γενικός τύπος|כללי|g\/[\u0080-\uffff]+|通用格式|標準|標準書式|표준|일반/gi;

const SECTION_END = /("[^"]*"|\\.|\[[^\]]*\]|[_*].)|;/gs;
const CONDITION = /\[(<=|>=|<>|<|>|=)\s*(-?\d+(?:\.\d+)?)\]/;
/** Sections for numbers; a fourth one is for texts. */
const NUMBER_SECTIONS = 3;

/** Returns the meaning of a number by its format code. */
export function formatShown(code: string): NumericFormat {
  if (!code.includes(';')) return sectionShown(code);
  const codes = code
    .replace(SECTION_END, (_, literal?: string) => literal ?? '\0')
    .split('\0')
    .slice(0, NUMBER_SECTIONS);
  if (codes.every((one) => one.trim() === '')) return 'hidden';
  const sections = codes.map((one) => ({ code: one, shown: sectionShown(one) }));
  // Sections without digits, for example a dash for zero, do not affect the value.
  const meanings = new Set(
    sections.flatMap(({ code: one, shown }) => (hasDigits(one) ? [meaningOf(shown)] : [])),
  );
  const isShaped = sections.some(({ shown }) => typeof shown === 'object' && 'code' in shown);
  const isDivided = meanings.size > 1 || (meanings.size === 1 && !hasDigits(codes[0] ?? ''));
  return isDivided && !isShaped ? { sections } : sectionShown(code);
}

const hasDigits = (code: string) => /[#0?]/.test(lettersOf(code).replace(GENERAL, '0'));
const meaningOf = (shown: SectionShown): string =>
  typeof shown === 'object' && 'before' in shown ? `${shown.before}${shown.after}`.trim() : String(shown);

/** Returns the section that shows a value (ECMA-376, part 1, 18.8.31); without conditions, they go by its sign. */
function sectionOf({ sections }: SectionedFormat, value: number): SectionShown {
  const isConditional = sections.some(({ code }) => CONDITION.test(code));
  const found = sections.find(({ code }, at) => {
    const [, operator, bound] = CONDITION.exec(code) ?? [];
    if (operator !== undefined) return meetsCondition(value, operator, Number(bound));
    if (at === sections.length - 1) return true;
    if (at === 0) return isConditional || sections.length > 2 ? value > 0 : value >= 0;
    return value < 0;
  });
  return (found ?? sections.at(-1))?.shown ?? 'number';
}

function meetsCondition(value: number, operator: string, bound: number): boolean {
  if (operator === '<>') return value !== bound;
  return (
    (operator.includes('<') && value < bound) ||
    (operator.includes('>') && value > bound) ||
    (operator.includes('=') && value === bound)
  );
}

/** Removes quoted and skipped characters, and brackets. */
const lettersOf = (code: string): string =>
  code.replace(/"[^"]*"|\\.|_.|\*./gs, '').replace(/\[[^\]]*\]/g, '');

/** Returns the meaning of a number by the first section of a format code. */
function sectionShown(code: string): SectionShown {
  // Hours beyond a day mean a duration, not a time of day.
  if (/\[(?:h+|m+|s+)\]/i.test(code)) return 'number';
  const [section = ''] = lettersOf(code).split(';');
  const letters = section
    .toLowerCase()
    .replace(GENERAL, '0')
    .replace(/am\/pm|a\/p|上午\/下午|e[+-]/g, '');
  if (/[#0?]/.test(letters) && letters.includes('%')) return 'percent';
  const time = /[hs]/.test(letters);
  // Beside hours or seconds, `m` means minutes; alone it means months.
  const date = /[ydeg]/.test(letters) || (!time && letters.includes('m'));
  if (/[#0?]/.test(letters) && !time && !/[yd]/.test(letters))
    return isShaping(code) ? { code } : (wordsAround(code.replace(GENERAL, '0')) ?? 'number');
  return date ? (time ? 'dateTime' : 'date') : time ? 'time' : 'number';
}

const TOKENS = /"[^"]*"|\\.|[_*].|\[[^\]]*\]|./gs;
/** Decimals, thousands, percentages, fractions and exponents: the format of an ordinary number. */
const CALCULATED = /^[.,%/e]$/i;
const isCurrency = (word: string) =>
  [MINOR_DIGITS, CURRENCY_NAMES, CURRENCY_INSTEAD, CURRENCY_REPLACED].some((known) => known.has(word));

/**
 * True for a format that turns digits into an identifier: leading zeros, characters within it, an adjoining word.
 * Blanks and currencies do not count.
 */
function isShaping(code: string): boolean {
  let literal = '';
  let zeros = 0;
  let seenDigit = false;
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
    shaped ||= seenDigit ? literal.trim() !== '' : adjoins;
    seenDigit = true;
    literal = '';
  }
  return shaped || zeros > 1;
}

/** Symbol that a format takes from a locale: `$` of `[$$-409]`. */
const SIGN_OF_LANGUAGE = /^\[\$([^\-\]]*)/;

/** The currency or unit that a format shows with a number; undefined for other words, which do not affect its value. */
function wordsAround(code: string): UnitFormat | undefined {
  let [before, after] = ['', ''];
  let seenDigit = false;
  for (const [token] of code.matchAll(TOKENS)) {
    if (token === ';') break;
    if (/^[#0?]$/.test(token)) [seenDigit, after] = [true, ''];
    else if (/^[_*]./s.test(token)) continue;
    else {
      const literal = token.startsWith('[')
        ? (SIGN_OF_LANGUAGE.exec(token)?.[1] ?? '')
        : token.replace(/^["\\]|"$/g, '');
      if (seenDigit) after += literal;
      else before += literal;
    }
  }
  const isMeant = (word: string) => currenciesOf(word).length > 0 || isUnit(word);
  const behind = after.trim();
  const ahead = before.trim().replace(/^[-+(]+|[-+(]+$/g, '');
  if (!isMeant(ahead) && !isMeant(behind)) return undefined;
  return { before: isMeant(ahead) ? `${ahead} ` : '', after: isMeant(behind) ? ` ${behind}` : '' };
}

/** Numbers from here on lose digits in a spreadsheet. */
const EXACT = 1e15;

/** Text of a number as its cell shows it; with all decimals if it is an ordinary number. */
export function shownText(value: number, shown: NumericFormat, is1904: boolean): string {
  if (shown === 'number') return numberText(value);
  if (shown === 'hidden') return '';
  if (shown === 'percent') return `${numberText(value * 100)}%`;
  if (typeof shown === 'string') return dateText(value, shown, is1904);
  if ('sections' in shown) return shownText(value, sectionOf(shown, value), is1904);
  if ('before' in shown) return shown.before + numberText(value) + shown.after;
  if (!Number.isInteger(value) || Math.abs(value) >= EXACT) return numberText(value);
  try {
    return format(shown.code, value).trim();
  } catch {
    return numberText(value);
  }
}

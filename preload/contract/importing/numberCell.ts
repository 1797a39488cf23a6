import { problem } from '../errors';
import type { FieldMeta } from '../fields';
import { type CellReader, Flaw, flawOf, Wall } from './cellReading';
import { type DecimalSign, decimalsOf, quickNumber, readNumber } from './numberText';

/** Returns a reader for whole numbers between two bounds. */
export function countReader(min: number, max: number): CellReader {
  const outside = flawOf(problem('NUMBER_RANGE', { min, max }));
  return (text) => {
    const quick = text.includes('.') ? -1 : quickNumber(text);
    if (quick >= min && quick <= max) return quick;
    const read = readNumber(text, true);
    if (typeof read !== 'string') return flawOf(read);
    const value = Number(read);
    return value < min || value > max ? outside : value;
  };
}

const DECIMALS = 3;
const negative = flawOf(problem('NUMBER_MIN', { min: 0 }));
const tooFine = flawOf(problem('NUMBER_DECIMALS', { decimals: DECIMALS }));

/** Returns a reader for numbers with three decimals, not negative. */
export function decimalReader(max: number): CellReader {
  const tooLarge = flawOf(problem('NUMBER_MAX', { max }));
  return (text) => {
    const quick = isFew(text, DECIMALS) ? quickNumber(text) : -1;
    if (quick >= 0 && quick <= max) return quick;
    const read = readNumber(text, false);
    if (typeof read !== 'string') return flawOf(read);
    if (decimalsOf(read) > DECIMALS) return tooFine;
    const value = Number(read);
    return value < 0 ? negative : value > max ? tooLarge : value;
  };
}

/** Matches footnote numbers after a rate. */
const FOOTNOTES = /(?:\s+\d+\/)+$/;
/** Matches rates by weight or number, compound rates, and references to other lines. */
const OTHER_RATE = /[¢$€£+]|\d\s*\/|\p{L}{2}.*\s/u;

/** Returns a reader for duty rates in percent by `read`. Any other rate is left empty, with a warning. */
export function dutyReader(read: CellReader): CellReader {
  return (text, zone) => {
    const rate = text.replace(FOOTNOTES, '');
    const value = read(rate, zone);
    return value instanceof Flaw && value.level === 'error' && OTHER_RATE.test(rate)
      ? new Flaw('warning', problem('RATE_NOT_READ', { value: text }))
      : value;
  };
}

const MONEY = { whole: 12, decimals: 4 };
const tooRich = flawOf(problem('NUMBER_MAX', { max: 10 ** MONEY.whole - 1 }));
const tooFineMoney = flawOf(problem('NUMBER_DECIMALS', { decimals: MONEY.decimals }));

/** Reads an amount, which remains text from the file to the store. */
export const readMoney: CellReader = (text) => {
  // A few digits with or without a point need no conversion.
  if (isFew(text, MONEY.decimals) && text.length <= MONEY.whole && quickNumber(text) >= 0) return text;
  const read = readNumber(text, false);
  if (typeof read !== 'string') return flawOf(read);
  const point = read.indexOf('.');
  const whole = point < 0 ? read : read.slice(0, point);
  if (whole.length > MONEY.whole && whole.replace('-', '').length > MONEY.whole) return tooRich;
  if (point < 0 || read.length - point - 1 <= MONEY.decimals) return read;
  return decimalsOf(read) > MONEY.decimals ? tooFineMoney : read.slice(0, point + 1 + MONEY.decimals);
};

/** Returns a reader for a decimal that remains text, like amounts; too many decimals are refused, not rounded. */
export function fixedReader(digits: number): CellReader {
  const tooMany = flawOf(problem('NUMBER_MAX', { max: 10 ** FIXED_WHOLE - 1 }));
  const tooFineFixed = flawOf(problem('NUMBER_DECIMALS', { decimals: digits }));
  return (text) => {
    const read = readNumber(text, false);
    if (typeof read !== 'string') return flawOf(read);
    if (decimalsOf(read) > digits) return tooFineFixed;
    const [whole = '', fraction = ''] = read.split('.');
    if (whole.replace('-', '').length > FIXED_WHOLE) return tooMany;
    return fraction.length > digits ? `${whole}.${fraction.slice(0, digits)}` : read;
  };
}
const FIXED_WHOLE = 8;

const WHOLE: ReadonlySet<string> = new Set(['count', 'id', 'ref', 'size']);
/** Kinds of numbers that scales show with three decimals. */
const SCALED: ReadonlySet<string> = new Set(['weight', 'volume']);
const NUMERIC: ReadonlySet<string> = new Set([...SCALED, 'decimal', 'money', 'fixed']);
const POINT_OF_TWO = /^[+-]?[1-9]\d{0,2}\.\d{3}$/;

/**
 * Returns a reader by the decimal sign of the file. A point before three digits is doubtful in a file with comma
 * decimals or an unknown sign: in a weight it is a decimal point (as scales show it), with a warning; in an amount it
 * separates thousands, or is refused if the sign is unknown.
 */
export function withDecimals(
  read: CellReader,
  { kind }: FieldMeta,
  decimal: DecimalSign | 'open' | undefined,
): CellReader {
  if (decimal === undefined) return read;
  if (WHOLE.has(kind)) {
    if (decimal !== 'comma') return read;
    // In a column without decimals, either sign separates thousands.
    return (text, zone) => read(POINT_OF_TWO.test(text) ? text.replace('.', '') : text, zone);
  }
  if (!NUMERIC.has(kind)) return read;
  const inSign: CellReader = (text, zone) => {
    const [, number = text, sign = ''] = /^(.*?)(\s*[%\uff05])?$/.exec(text) ?? [];
    const plain = readNumber(number, false, decimal === 'open' ? undefined : decimal);
    return typeof plain === 'string' ? read(plain + sign, zone) : flawOf(plain);
  };
  if (decimal === 'point')
    return (text, zone) => {
      // Stops early for an unambiguous text.
      const value = read(text, zone);
      return value instanceof Flaw && text.includes(',') ? inSign(text, zone) : value;
    };
  return (text, zone) => {
    if (!POINT_OF_TWO.test(text)) return /[.,]/.test(text) ? inSign(text, zone) : read(text, zone);
    if (!SCALED.has(kind))
      return decimal === 'open' ? flawOf(problem('NUMBER_SEPARATOR', { value: text })) : inSign(text, zone);
    const value = read(text, zone);
    return value instanceof Flaw || value instanceof Wall
      ? value
      : new Flaw('warning', problem('NUMBER_TWO_WAYS', { value: text, other: text.replace('.', '') }), value);
  };
}

/** Matches the unit of a typed weight. */
export const KILOGRAMS = /\s*(?:kgs?|kilos?|кг|公斤|千克)\.?$/i;
/** Matches units of counted things. */
export const COUNTED_UNITS =
  /\s*(?:pcs?|pce|pieces?|pièces?|pi?ezas?|pezzi|pz|ea|colli|collo|colis|stuks?|stück|stk|st|szt|шт|trucks?|pallets?|paletten?|pal|plts?|ctns?|cartons?|kartons?|doos|box(?:es)?|bags?|parcels?|pakete?|pakketten|pkgs?|packages?|units?|days?|dagen|tage?|件|箱|个|份|票|包|袋|天|托)\.?$/i;

/** Reads numbers followed by their unit. */
export const withoutUnit =
  (read: CellReader, unit: RegExp): CellReader =>
  (text, zone) => {
    const last = text.charCodeAt(text.length - 1);
    return read(last >= 48 && last <= 57 ? text : text.replace(unit, ''), zone);
  };

/** Reads a percentage, with or without its sign. */
export const percentReader =
  (read: CellReader): CellReader =>
  (text, zone) =>
    read(FREE.test(text) ? '0' : text.replace(PERCENT, ''), zone);
/** Matches a zero rate in tariff notation. */
const FREE = /^(?:free|免税|免)$/i;
/** Matches a sign or word of percentages; in Turkish the sign is first. */
const PERCENT = /^%\s*(?=[\d.,]+$)|\s*(?:[%\uff05\ufe6a]|pct\.?|per ?cent|procent|prozent|v\.\s?H\.)$/i;

/** True if a text has at most so many characters after the point. */
function isFew(text: string, decimals: number): boolean {
  const point = text.indexOf('.');
  return point < 0 || text.length - point - 1 <= decimals;
}

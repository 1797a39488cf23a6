import { type Problem, problem } from '../errors';
import { type FieldMeta, metaOf } from '../fields';
import type { CodeRule } from '../rules/rule';
import { type ChoiceList, choiceLabel, type MachineName, stateLabel } from '../words';
import { type DecimalSign, decimalsOf, quickNumber, readNumber } from './numberText';
import { type CellValue, CLEAR, type ImportColumn, type RowIssue } from './template';
import { type DateOrder, dayText, instantIn, readTime, wallText } from './timeText';

/** A cell that is wrong or odd: what to say, and the value that stands all the same (null when it is wrong). */
export class Flaw {
  readonly level: RowIssue['level'];
  readonly problem: Problem;
  readonly value: CellValue;
  constructor(level: RowIssue['level'], found: Problem, value: CellValue = null) {
    this.level = level;
    this.problem = found;
    this.value = value;
  }
}

/** A time whose zone is not known here, `YYYY-MM-DDTHH:mm:ss`; whoever knows it completes it by `finishTime`. */
export class Wall {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Reads the text of a cell; `zone` is the clock of an instant, where it is known. */
export type CellReader = (text: string, zone?: string) => CellValue | Flaw | Wall;

/** The reader of a column in its parts, for those who read many cells: see {@link compileColumn}. */
export interface ColumnParts {
  /** Reads a text that is not empty and has no blanks at its ends; null says that it is empty all the same. */
  readonly read: CellReader;
  /** What an empty cell is. */
  readonly empty: CellValue | Flaw;
}

/** Compiles a column from its field kind. What it remembers belongs to one file. */
export function compileParts(
  column: ImportColumn,
  order: DateOrder = 'DMY',
  decimal?: DecimalSign | 'open',
): ColumnParts {
  const meta = metaOf(column.field);
  const reader = withDecimals(readerOf(meta, order, column), meta, decimal);
  const plain = withoutStandIns(reader, meta, column.required);
  const read: CellReader = column.clearable
    ? (text, zone) => (CLEARING.test(text) ? CLEAR : plain(text, zone))
    : plain;
  if (column.required) return { read, empty: new Flaw('error', problem('REQUIRED')) };
  return { read, empty: meta.kind === 'codes' ? NO_CODES : null };
}

/** The reader of a column's cells. It never throws: what cannot be read is a {@link Flaw}. */
export function compileColumn(column: ImportColumn, order?: DateOrder): CellReader {
  const { read, empty } = compileParts(column, order);
  return (text, zone) => {
    const trimmed = trim(text);
    const value = trimmed === '' ? null : read(trimmed, zone);
    return value === null ? empty : value;
  };
}

/** A text without blanks at its ends. `String.trim` costs a call into the engine; most cells have nothing to trim. */
export function trim(text: string): string {
  const last = text.length - 1;
  if (last < 0) return text;
  return isPrintable(text.charCodeAt(0)) && isPrintable(text.charCodeAt(last)) ? text : text.trim();
}

const NO_CODES: readonly string[] = [];
/** {@link CLEAR} as people write it. */
const CLEARING = /^(?:clear|清除|清空)$/i;

/** No blank of any kind: beyond ASCII most are letters, and the others begin at U+1680. */
const isPrintable = (char: number) =>
  (char > 32 && char < 127) || (char > 0xa0 && char < 0x1680) || (char > 0x3000 && char < 0xfeff);

const wrong = (found: Problem) => new Flaw('error', found);

/** An error as spreadsheets of several languages show it in a cell. */
const SHOWN_ERROR =
  /^#(?:N\/A|N\/B|NV|N\/D|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|FIELD!|GETTING_DATA|BEZUG!|WERT!|ZAHL!|VERW!|WAARDE!|GETAL!|NAAM\?|DEEL\/0!|VALEUR!|NOM\?|NOMBRE!|¡.{1,10}|NOMBRE\?|RIF!|VALORE!|NOME\?|ADR!|ARG!)$/i;
/** Stands for an empty cell in files that programs wrote. */
const WRITTEN_EMPTY = /^(?:nan|NaN|NAN|NULL|null|undefined|<NA>|NaT)$/;
/** Stands for an empty cell where there must be something. */
const TYPED_EMPTY = /^(?:None|none|[Nn]\/[Aa])$/;
/** The same for texts; a code of signs alone is empty anyway. */
const SIGNS = /^(?:-{1,3}|—|\/)$/;
/** First characters of the above. */
const STAND_IN = new Uint8Array(128);
for (const char of '#nNu<-/') STAND_IN[char.charCodeAt(0)] = 1;
const DASH = 0x2014;
const LONGEST_STAND_IN = 14;

/** Finds what stands in a cell in place of a value: errors of spreadsheets and words for nothing. */
function withoutStandIns(read: CellReader, { kind }: FieldMeta, required: boolean): CellReader {
  const isWord = kind === 'text' || kind === 'note' || kind === 'code' || kind === 'codes';
  return (text, zone) => {
    const head = text.charCodeAt(0);
    // Nearly every cell begins with another character.
    if (head < 128 ? STAND_IN[head] === 0 : head !== DASH) return read(text, zone);
    if (text.length > LONGEST_STAND_IN) return read(text, zone);
    if (SHOWN_ERROR.test(text)) return wrong(problem('CELL_ERROR', { value: text }));
    if (isWord) {
      const written = WRITTEN_EMPTY.test(text);
      const typed = TYPED_EMPTY.test(text) || (kind !== 'code' && kind !== 'codes' && SIGNS.test(text));
      if (required && (written || typed)) return wrong(problem('CELL_PLACEHOLDER', { value: text }));
      if (written) return new Flaw('warning', problem('CELL_PLACEHOLDER_EMPTY', { value: text }));
    }
    return read(text, zone);
  };
}

function readerOf(
  meta: FieldMeta,
  order: DateOrder,
  { timeOptional = false, also }: ImportColumn,
): CellReader {
  switch (meta.kind) {
    case 'text':
      return textReader(meta.max, meta.format);
    case 'note':
      return noteReader(meta.max);
    case 'code':
      return remembered(codeReader(meta.rule));
    case 'codes':
      return codesReader(meta.rule, meta.max);
    case 'choice':
      return choiceReader(
        meta.values,
        (language, value) => choiceLabel(language, meta.list as ChoiceList, value),
        also,
      );
    case 'state':
      return choiceReader(
        meta.values,
        (language, value) => stateLabel(language, meta.machine as MachineName, value),
        also,
      );
    case 'flag':
      return flagReader();
    case 'count':
      return withoutUnit(countReader(meta.min, meta.max), THINGS);
    case 'id':
    case 'ref':
      return countReader(1, Number.MAX_SAFE_INTEGER);
    case 'size':
      return countReader(0, Number.MAX_SAFE_INTEGER);
    case 'weight':
      return withoutUnit(decimalReader(1_000_000_000), KILOGRAMS);
    case 'volume':
      return decimalReader(1_000_000);
    case 'decimal':
      return meta.unit === '%' ? percentReader(decimalReader(meta.max)) : decimalReader(meta.max);
    case 'money':
      return readMoney;
    case 'fixed':
      return meta.percent ? percentReader(fixedReader(meta.digits)) : fixedReader(meta.digits);
    case 'date':
      return remembered(dateReader(order));
    case 'dateTime':
      return dateTimeReader(order, timeOptional);
    case 'json':
    case 'refs':
    case 'approvalSteps':
    case 'chargeSteps':
    case 'lines':
    case 'totals':
    case 'table':
    case 'block':
      throw new Error(`a cell cannot hold ${meta.kind}`);
  }
}

/** A long number as programs write a float: 8.68E+14, 7.84512e11. Without a point or sign it may be a code: 12E45678. */
const SHOWN_SCIENTIFIC = /^(\d)(?:[.,](\d+))?E(\+?)(\d{1,3})$/i;
/** A whole number as programs write a float. */
const SHOWN_FLOAT = /^\d+\.0$/;
/** Digits from which on a text is an identifier, and no version or chapter. */
const LONG_DIGITS = 6;

/**
 * The digits of an identifier that a program wrote as a number, where none is lost; null where some are, and undefined
 * for a text that is no such number.
 */
function digitsOfFloat(text: string): string | null | undefined {
  if (SHOWN_FLOAT.test(text)) return text.slice(0, -2);
  const [, first = '', rest = '', plus, power] = SHOWN_SCIENTIFIC.exec(text) ?? [];
  if (power === undefined || (rest === '' && plus === '')) return undefined;
  return rest.length === Number(power) && rest.length > 0 ? first + rest : null;
}

/** True for a text that may be a float: it has a digit in front, and few characters. */
const mayBeFloat = (text: string) => text.charCodeAt(0) < 58 && text.length < 24;

const LINE_BREAKS = /[ \t]*[\r\n]+[ \t]*/g;
const FORMATS = { email: /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/, url: /^https?:\/\/[^\s]+$/i };

/** One line of text: breaks made in a spreadsheet cell become blanks. Nothing is lost for sure, so E+ only warns. */
function textReader(max: number, format?: 'email' | 'url'): CellReader {
  const tooLong = wrong(problem('TOO_LONG', { max }));
  const misformed = wrong(problem('FORMAT'));
  return (text) => {
    const value = /[\r\n]/.test(text) ? text.replace(LINE_BREAKS, ' ') : text;
    if (value.length > max) return tooLong;
    if (format && !FORMATS[format].test(value)) return misformed;
    if (!mayBeFloat(value)) return value;
    const digits = digitsOfFloat(value);
    if (digits === null) return new Flaw('warning', problem('NUMBER_SCIENTIFIC', { value }), value);
    return digits === undefined || digits.length < LONG_DIGITS ? value : digits;
  };
}

function noteReader(max: number): CellReader {
  const tooLong = wrong(problem('TOO_LONG', { max }));
  return (text) => {
    const value = text.replace(/\r\n?/g, '\n');
    return value.length > max ? tooLong : value;
  };
}

const APOSTROPHE = 39;

function codeReader(rule: CodeRule): (text: string) => string | null | Flaw {
  const tooLong = problem('TOO_LONG', { max: rule.max });
  const read = (text: string): string | null | Flaw => {
    // The sign by which a spreadsheet keeps digits as text stays in some files.
    if (text.charCodeAt(0) === APOSTROPHE && text.length > 1) return read(text.slice(1));
    const digits = mayBeFloat(text) ? digitsOfFloat(text) : undefined;
    if (digits === null) return wrong(problem('NUMBER_SCIENTIFIC', { value: text }));
    const value = rule.normalise(digits ?? text);
    if (value === '') return null;
    const found = value.length > rule.max ? tooLong : rule.check(value);
    if (found) return wrong(found);
    const odd = rule.warn?.(value);
    return odd ? new Flaw('warning', odd, value) : value;
  };
  return read;
}

function codesReader(rule: CodeRule, max: number): CellReader {
  const one = codeReader(rule);
  return (text) => {
    const values: string[] = [];
    let odd: Flaw | undefined;
    for (const part of text.split(/[;,；，、\r\n]+/)) {
      const read = one(part.trim());
      const value = read instanceof Flaw ? read.value : read;
      if (read instanceof Flaw) {
        if (read.level === 'error') return read;
        odd = read;
      }
      if (typeof value === 'string' && !values.includes(value)) values.push(value);
    }
    if (values.length > max) return wrong(problem('LIST_TOO_LONG', { max }));
    return odd ? new Flaw('warning', odd.problem, values) : values;
  };
}

/** As words are compared: case, blanks, hyphens and underscores do not count. */
const wordKey = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]+/g, '');

function choiceReader(
  values: readonly string[],
  label: (language: 'en' | 'cn', value: string) => string,
  also: ImportColumn['also'] = {},
): CellReader {
  const known = new Map<string, string>();
  for (const [value, words] of Object.entries(also)) {
    for (const word of words) known.set(wordKey(word), value);
  }
  for (const value of values) {
    for (const word of [label('cn', value), label('en', value)]) known.set(wordKey(word), value);
  }
  // Last, so that a value is never taken for another one's label.
  for (const value of values) known.set(wordKey(value), value);
  const choices = values.join(', ');
  return remembered(
    (text) =>
      known.get(wordKey(text)) ?? wrong(problem('CHOICE_UNKNOWN', { value: text.slice(0, 60), choices })),
  );
}

const YES = new Set(['y', 'yes', '1', 'true', '是', '√']);
const NO = new Set(['n', 'no', '0', 'false', '否', '×']);

function flagReader(): CellReader {
  return remembered((text) => {
    const word = wordKey(text);
    if (YES.has(word)) return true;
    if (NO.has(word)) return false;
    return wrong(problem('CHOICE_UNKNOWN', { value: text.slice(0, 60), choices: 'Y, N' }));
  });
}

function countReader(min: number, max: number): CellReader {
  const outside = wrong(problem('NUMBER_RANGE', { min, max }));
  return (text) => {
    const quick = text.includes('.') ? -1 : quickNumber(text);
    if (quick >= min && quick <= max) return quick;
    const read = readNumber(text, true);
    if (typeof read !== 'string') return wrong(read);
    const value = Number(read);
    return value < min || value > max ? outside : value;
  };
}

const DECIMALS = 3;
const negative = wrong(problem('NUMBER_MIN', { min: 0 }));
const tooFine = wrong(problem('NUMBER_DECIMALS', { decimals: DECIMALS }));

function decimalReader(max: number): CellReader {
  const tooLarge = wrong(problem('NUMBER_MAX', { max }));
  return (text) => {
    const quick = isFew(text, DECIMALS) ? quickNumber(text) : -1;
    if (quick >= 0 && quick <= max) return quick;
    const read = readNumber(text, false);
    if (typeof read !== 'string') return wrong(read);
    if (decimalsOf(read) > DECIMALS) return tooFine;
    const value = Number(read);
    return value < 0 ? negative : value > max ? tooLarge : value;
  };
}

const MONEY = { whole: 12, decimals: 4 };
const tooRich = wrong(problem('NUMBER_MAX', { max: 10 ** MONEY.whole - 1 }));
const tooFineMoney = wrong(problem('NUMBER_DECIMALS', { decimals: MONEY.decimals }));

/** An amount stays text from the file to the store. */
const readMoney: CellReader = (text) => {
  // A few digits with or without a point are an amount as they stand.
  if (isFew(text, MONEY.decimals) && text.length <= MONEY.whole && quickNumber(text) >= 0) return text;
  const read = readNumber(text, false);
  if (typeof read !== 'string') return wrong(read);
  const point = read.indexOf('.');
  const whole = point < 0 ? read : read.slice(0, point);
  if (whole.length > MONEY.whole && whole.replace('-', '').length > MONEY.whole) return tooRich;
  if (point < 0 || read.length - point - 1 <= MONEY.decimals) return read;
  return decimalsOf(read) > MONEY.decimals ? tooFineMoney : read.slice(0, point + 1 + MONEY.decimals);
};

/** A decimal that stays text, as amounts do; more decimals than it keeps are refused rather than rounded. */
function fixedReader(digits: number): CellReader {
  const tooMany = wrong(problem('NUMBER_MAX', { max: 10 ** FIXED_WHOLE - 1 }));
  const tooFineFixed = wrong(problem('NUMBER_DECIMALS', { decimals: digits }));
  return (text) => {
    const read = readNumber(text, false);
    if (typeof read !== 'string') return wrong(read);
    if (decimalsOf(read) > digits) return tooFineFixed;
    const [whole = '', fraction = ''] = read.split('.');
    if (whole.replace('-', '').length > FIXED_WHOLE) return tooMany;
    return fraction.length > digits ? `${whole}.${fraction.slice(0, digits)}` : read;
  };
}
const FIXED_WHOLE = 8;

const WHOLE: ReadonlySet<string> = new Set(['count', 'id', 'ref', 'size']);
/** Numbers that scales show with three decimals. */
const SCALED: ReadonlySet<string> = new Set(['weight', 'volume']);
const NUMERIC: ReadonlySet<string> = new Set([...SCALED, 'decimal', 'money', 'fixed']);
const POINT_OF_TWO = /^[+-]?[1-9]\d{0,2}\.\d{3}$/;

/**
 * Reads numbers by the decimal sign of their file. A point before three digits is doubtful in a file that writes commas, or
 * does not tell: as a weight it is read as its scale shows it, with a warning; as an amount it separates thousands, or is
 * refused where the file does not tell.
 */
function withDecimals(
  read: CellReader,
  { kind }: FieldMeta,
  decimal: DecimalSign | 'open' | undefined,
): CellReader {
  if (decimal === undefined) return read;
  if (WHOLE.has(kind)) {
    if (decimal !== 'comma') return read;
    // What has no decimals separates thousands by either sign.
    return (text, zone) => read(POINT_OF_TWO.test(text) ? text.replace('.', '') : text, zone);
  }
  if (!NUMERIC.has(kind)) return read;
  const inSign: CellReader = (text, zone) => {
    const [, number = text, sign = ''] = /^(.*?)(\s*[%\uff05])?$/.exec(text) ?? [];
    const plain = readNumber(number, false, decimal === 'open' ? undefined : decimal);
    return typeof plain === 'string' ? read(plain + sign, zone) : wrong(plain);
  };
  if (decimal === 'point')
    return (text, zone) => {
      // What can be read in one way needs no second look.
      const value = read(text, zone);
      return value instanceof Flaw && text.includes(',') ? inSign(text, zone) : value;
    };
  return (text, zone) => {
    if (!POINT_OF_TWO.test(text)) return /[.,]/.test(text) ? inSign(text, zone) : read(text, zone);
    if (!SCALED.has(kind))
      return decimal === 'open' ? wrong(problem('NUMBER_SEPARATOR', { value: text })) : inSign(text, zone);
    const value = read(text, zone);
    return value instanceof Flaw || value instanceof Wall
      ? value
      : new Flaw('warning', problem('NUMBER_TWO_WAYS', { value: text, other: text.replace('.', '') }), value);
  };
}

const KILOGRAMS = /\s*(?:kgs?|kilos?|公斤|千克)\.?$/i;
const THINGS =
  /\s*(?:pcs?|pieces?|colli|ctns?|cartons?|box(?:es)?|bags?|parcels?|units?|days?|件|箱|个|票|包|袋|天)\.?$/i;

/** Reads numbers with their unit behind them. */
const withoutUnit =
  (read: CellReader, unit: RegExp): CellReader =>
  (text, zone) => {
    const last = text.charCodeAt(text.length - 1);
    return read(last >= 48 && last <= 57 ? text : text.replace(unit, ''), zone);
  };

/** A share of a hundred, with its sign or without. */
const percentReader =
  (read: CellReader): CellReader =>
  (text, zone) =>
    read(FREE.test(text) ? '0' : PERCENT.test(text) ? text.slice(0, -1).trimEnd() : text, zone);
/** A rate of nothing, as tariffs write it. */
const FREE = /^(?:free|免税|免)$/i;
const PERCENT = /[%\uff05\ufe6a]$/;

/** True when no more than so many characters stand behind a point. */
function isFew(text: string, decimals: number): boolean {
  const point = text.indexOf('.');
  return point < 0 || text.length - point - 1 <= decimals;
}

/** A day; a time typed with it, as spreadsheets do, says nothing more. */
function dateReader(order: DateOrder): (text: string) => string | Flaw {
  return (text) => {
    const read = readTime(text, order);
    return 'code' in read ? wrong(read) : dayText(read.wall);
  };
}

/** An instant. A day alone is TIME_MISSING: midnight would be a guess, and a wrong one at most airports. */
function dateTimeReader(order: DateOrder, timeOptional: boolean): CellReader {
  const parse = remembered((text): ReturnType<typeof readTime> => readTime(text, order));
  return (text, zone) => {
    const read = parse(text);
    if ('code' in read) return wrong(read);
    if (!read.timed && !timeOptional) return wrong(problem('TIME_MISSING', { value: text.slice(0, 60) }));
    if (read.instant !== undefined) return read.instant;
    if (zone === undefined) return new Wall(wallText(read.wall));
    const instant = instantIn(read.wall, zone);
    return typeof instant === 'string' ? instant : wrong(instant);
  };
}

const REMEMBERED = 4096;
/** Shorter texts are copies, which compare quickly; longer ones are views of the file's text, which do not. */
const SHORT = 13;

/**
 * Remembers what was read of each text. A column whose texts hardly repeat, as tracking numbers, stops remembering:
 * looking them up would cost as much as reading them.
 */
function remembered<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  let lastText = '';
  let last: T | undefined;
  let hits = 0;
  let looking = true;
  return (text) => {
    if (!looking) return read(text);
    if (text.length < SHORT && text === lastText && last !== undefined) return last;
    let value = known.get(text);
    if (value !== undefined) hits++;
    else {
      value = read(text);
      if (known.size < REMEMBERED) known.set(text, value);
      else if (hits < REMEMBERED) {
        looking = false;
        known.clear();
      }
    }
    lastText = text;
    last = value;
    return value;
  };
}

import { problem } from '../errors';
import { type FieldMeta, metaOf } from '../fields';
import type { CodeRule } from '../rules/rule';
import { choiceLabel, stateLabel } from '../words';
import { type CellReader, Flaw, flawOf, Wall } from './cellReading';
import {
  COUNTED_UNITS,
  countReader,
  decimalReader,
  dutyReader,
  fixedReader,
  KILOGRAMS,
  percentReader,
  readMoney,
  withDecimals,
  withoutUnit,
} from './numberCell';
import type { DecimalSign } from './numberText';
import { withSigns } from './signs';
import { digitsOfFloat, LONG_DIGITS, mayBeFloat, withoutStandIns } from './standIns';
import { type CellValue, CLEAR, type ImportColumn } from './template';
import { dayText, type FoundOrder, instantIn, readDate, wallText } from './timeText';

export { type CellReader, Flaw, Wall } from './cellReading';

/** The parts of a column's reader, for callers with many cells: see {@link compileColumn}. */
export interface ColumnParts {
  /** Reads a trimmed text that is not empty; returns null if it counts as empty. */
  readonly read: CellReader;
  /** Result for an empty cell. */
  readonly empty: CellValue | Flaw;
}

/** Compiles a column by its field kind. Its caches belong to one file. */
export function compileParts(
  column: ImportColumn,
  order: FoundOrder = 'DMY',
  decimal?: DecimalSign | 'open',
): ColumnParts {
  const meta = metaOf(column.field);
  const own = readerOf(meta, order, column);
  const signed = withSigns(withDecimals(own, meta, decimal), own, meta, column.unit);
  const reader = column.duty ? dutyReader(signed) : signed;
  const plain = withoutStandIns(reader, meta, column.required);
  const read: CellReader = column.clearable
    ? (text, zone) => (CLEARING.test(text) ? CLEAR : plain(text, zone))
    : plain;
  if (column.required) return { read, empty: new Flaw('error', problem('REQUIRED')) };
  return { read, empty: meta.kind === 'codes' ? NO_CODES : null };
}

/** Compiles the reader of a column's cells. It never throws: an unreadable cell is a {@link Flaw}. */
export function compileColumn(column: ImportColumn, order?: FoundOrder): CellReader {
  const { read, empty } = compileParts(column, order);
  return (text, zone) => {
    const trimmed = trim(text);
    const value = trimmed === '' ? null : read(trimmed, zone);
    return value === null ? empty : value;
  };
}

/** Trims a text. `String.trim` is a call into the engine; most cells need no trimming. */
export function trim(text: string): string {
  const last = text.length - 1;
  if (last < 0) return text;
  return isPrintable(text.charCodeAt(0)) && isPrintable(text.charCodeAt(last)) ? text : text.trim();
}

const NO_CODES: readonly string[] = [];
/** Matches {@link CLEAR} in typed forms. */
const CLEARING = /^(?:clear|清除|清空)$/i;

/** True for characters that are no spaces: beyond ASCII most are letters, and the other spaces begin at U+1680. */
const isPrintable = (char: number) =>
  (char > 32 && char < 127) || (char > 0xa0 && char < 0x1680) || (char > 0x3000 && char < 0xfeff);

function readerOf(
  meta: FieldMeta,
  order: FoundOrder,
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
      return choiceReader(meta.values, (language, value) => choiceLabel(language, meta.list, value), also);
    case 'state':
      return choiceReader(meta.values, (language, value) => stateLabel(language, meta.machine, value), also);
    case 'flag':
      return flagReader();
    case 'count':
      return withoutUnit(countReader(meta.min, meta.max), COUNTED_UNITS);
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

const LINE_BREAKS = /[ \t]*[\r\n]+[ \t]*/g;
const FORMATS = { email: /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/, url: /^https?:\/\/[^\s]+$/i };

/** Reads one line of text: line breaks in a cell become spaces. E+ only warns: digits are not lost for certain. */
function textReader(max: number, format?: 'email' | 'url'): CellReader {
  const tooLong = flawOf(problem('TOO_LONG', { max }));
  const misformed = flawOf(problem('FORMAT'));
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
  const tooLong = flawOf(problem('TOO_LONG', { max }));
  return (text) => {
    const value = text.replace(/\r\n?/g, '\n');
    return value.length > max ? tooLong : value;
  };
}

/** Matches digits marked as text by a spreadsheet's apostrophe. */
const MARKED_DIGITS = /^'\d/;

function codeReader(rule: CodeRule): (text: string) => string | null | Flaw {
  const tooLong = problem('TOO_LONG', { max: rule.max });
  const read = (text: string): string | null | Flaw => {
    if (MARKED_DIGITS.test(text)) return read(text.slice(1));
    const digits = mayBeFloat(text) ? digitsOfFloat(text) : undefined;
    if (digits === null) return flawOf(problem('NUMBER_SCIENTIFIC', { value: text }));
    const value = rule.normalise(digits ?? text);
    if (value === '') return null;
    const found = value.length > rule.max ? tooLong : rule.check(value);
    if (found) return flawOf(found);
    const odd = rule.warn?.(value);
    return odd ? new Flaw('warning', odd, value) : value;
  };
  return read;
}

const BETWEEN_CODES = /[;,；，、\r\n]+/;
/** Separators that may also be part of a code: used only if each resulting code is valid. */
const BETWEEN_RIGHT_ONES = /\s*(?:[/|+&]|\s(?:and|und|et|en|y)\s|[和及]|\s)\s*/i;

/** Splits a list into its codes, as typed. */
function partsOf(text: string, read: (text: string) => string | null | Flaw): string[] {
  return text.split(BETWEEN_CODES).flatMap((written) => {
    const part = written.trim();
    const isWrong = (one: string) => {
      const found = read(one);
      return found === null || (found instanceof Flaw && found.level === 'error');
    };
    if (!isWrong(part)) return [part];
    const pieces = part.split(BETWEEN_RIGHT_ONES);
    return pieces.length > 1 && !pieces.some(isWrong) ? pieces : [part];
  });
}

function codesReader(rule: CodeRule, max: number): CellReader {
  const one = codeReader(rule);
  return (text) => {
    const values: string[] = [];
    let odd: Flaw | undefined;
    for (const part of partsOf(text, one)) {
      const read = one(part);
      const value = read instanceof Flaw ? read.value : read;
      if (read instanceof Flaw) {
        if (read.level === 'error') return read;
        odd = read;
      }
      if (typeof value === 'string' && !values.includes(value)) values.push(value);
    }
    if (values.length > max) return flawOf(problem('LIST_TOO_LONG', { max }));
    return odd ? new Flaw('warning', odd.problem, values) : values;
  };
}

/** Normalises a word for comparison: ignores case, spaces, hyphens, underscores and foot signs. */
const wordKey = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_'’′"-]+/g, '');

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
  // Set last, so that a label never hides another value's key.
  for (const value of values) known.set(wordKey(value), value);
  const choices = { list: values };
  return remembered(
    (text) =>
      known.get(wordKey(text)) ?? flawOf(problem('CHOICE_UNKNOWN', { value: text.slice(0, 60), choices })),
  );
}

const YES = new Set(['y', 'yes', '1', 'true', '是', '√']);
const NO = new Set(['n', 'no', '0', 'false', '否', '×']);

function flagReader(): CellReader {
  return remembered((text) => {
    const word = wordKey(text);
    if (YES.has(word)) return true;
    if (NO.has(word)) return false;
    return flawOf(problem('CHOICE_UNKNOWN', { value: text.slice(0, 60), choices: 'Y, N' }));
  });
}

/** Reads a day; a time typed with it, as in spreadsheets, is ignored. */
function dateReader(order: FoundOrder): (text: string) => string | Flaw {
  return (text) => {
    const read = readDate(text, order);
    return 'code' in read ? flawOf(read) : dayText(read.wall);
  };
}

/** Reads an instant. A day alone is TIME_MISSING: midnight would be a guess, and wrong at most airports. */
function dateTimeReader(order: FoundOrder, timeOptional: boolean): CellReader {
  const parse = remembered((text): ReturnType<typeof readDate> => readDate(text, order));
  return (text, zone) => {
    const read = parse(text);
    if ('code' in read) return flawOf(read);
    if (!read.timed && !timeOptional) return flawOf(problem('TIME_MISSING', { value: text.slice(0, 60) }));
    if (read.instant !== undefined) return read.instant;
    if (zone === undefined) return new Wall(wallText(read.wall));
    const instant = instantIn(read.wall, zone);
    return typeof instant === 'string' ? instant : flawOf(instant);
  };
}

const REMEMBERED = 4096;
/** Shorter texts are copies and compare quickly; longer ones are views into the file's text and do not. */
const SHORT = 13;

/**
 * Caches the result per text. A column with few repeats, for example tracking numbers, stops caching: lookups would
 * cost as much as reading.
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

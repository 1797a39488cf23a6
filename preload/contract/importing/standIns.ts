import { problem } from '../errors';
import type { FieldMeta } from '../fields';
import { type CellReader, Flaw, flawOf } from './cellReading';

/**
 * Matches an error shown in a cell by spreadsheets of all languages: `#REF!`, `#BEZUG!`, `#¿NOMBRE?`, LibreOffice's
 * `Err:502`, and the crosses of a column that is too narrow for its number.
 */
const SHOWN_ERROR =
  /^(?:#(?:[Nn]\/[AaBbDd]|NV|GETTING_DATA|[¡¿]?[\p{Lu}\d/_.]{2,14}[!?])|(?:[Ee]rr|错误)[:：]\s?5\d\d|#{3,})$/u;
/** Matches words for an empty cell in program output. Names such as `Nan` or `Null` have lower-case letters. */
const WRITTEN_EMPTY =
  /^(?:nan|NaN|NAN|NULL|null|undefined|Undefined|UNDEFINED|<NA>|NaT|[(<[](?:null|NULL|none|None|empty)[)>\]]|\\N|\[object Object\])$/;
/** Matches words for an empty cell in required columns. */
const TYPED_EMPTY = /^(?:None|none|[Nn]\/[Aa])$/;
/** Matches words for an empty cell in required text columns; they may be a code, or stand for empty in any column. */
const TYPED_EMPTY_TEXT =
  /^(?:NONE|nil|NIL|[Nn]\.[Aa]\.?|tb[acd]|TB[ACD]|无|空|暂无|没有|未知|不详|[-—–/\\.*?？。、_=~]{1,4})$/;
/** Matches a spreadsheet boolean, which is never a name or number. */
const BOOLEAN =
  /^(?:[Tt]rue|[Ff]alse|TRUE|FALSE|WAHR|FALSCH|VRAI|FAUX|WAAR|ONWAAR|VERDADERO|FALSO|VERO|PRAWDA|FAŁSZ|ИСТИНА|ЛОЖЬ)$/;
/** Lengths of the words above by first character: nearly every cell begins otherwise, or is longer. */
const LENGTHS: readonly (readonly [chars: string, lengths: readonly number[]])[] = [
  ['#', Array.from({ length: 30 }, (_, at) => at + 2)],
  ['<([', [4, 6, 7, 15]],
  ['uU', [9]],
  ['V', [4, 9]],
  ['eE', [7, 8]],
  ['OP', [6]],
  ['tT', [3, 4]],
  ['fF', [4, 5, 6]],
  ['W', [4]],
  ['nN', [3, 4]],
  ['-/\\.*?_=~', [1, 2, 3, 4]],
];
/** Lengths of those words by ASCII character, one bit per length; the last bit stands for all longer ones. */
const STAND_IN = new Int32Array(128);
for (const [chars, lengths] of LENGTHS)
  for (const char of chars)
    for (const length of lengths)
      STAND_IN[char.charCodeAt(0)] = (STAND_IN[char.charCodeAt(0)] ?? 0) | (1 << length);
const LONGEST = 31;
/** First characters of those words beyond ASCII. */
const BEYOND = new Set([...'—–无空暂没未不错？。、ИЛ'].map((char) => char.charCodeAt(0)));

/** Returns a reader that detects stand-ins for a value: spreadsheet errors and words for empty. */
export function withoutStandIns(read: CellReader, { kind }: FieldMeta, required: boolean): CellReader {
  const isWord = kind === 'text' || kind === 'note' || kind === 'code' || kind === 'codes';
  return (text, zone) => {
    const head = text.charCodeAt(0);
    const { length } = text;
    if (
      head < 128
        ? ((STAND_IN[head] ?? 0) & (1 << (length < LONGEST ? length : LONGEST))) === 0
        : !BEYOND.has(head)
    )
      return read(text, zone);
    if (SHOWN_ERROR.test(text)) return flawOf(problem('CELL_ERROR', { value: text }));
    if (isWord) {
      const written = WRITTEN_EMPTY.test(text) || (kind !== 'note' && BOOLEAN.test(text));
      const typed =
        TYPED_EMPTY.test(text) || (kind !== 'code' && kind !== 'codes' && TYPED_EMPTY_TEXT.test(text));
      if (required && (written || typed)) return flawOf(problem('CELL_PLACEHOLDER', { value: text }));
      if (written) return new Flaw('warning', problem('CELL_PLACEHOLDER_EMPTY', { value: text }));
    }
    return read(text, zone);
  };
}

/** Matches a long number in float notation: 8.68E+14, 7.84512e11. Without point or sign it may be a code: 12E45678. */
const SHOWN_SCIENTIFIC = /^(\d)(?:[.,](\d+))?E(\+?)(\d{1,3})$/i;
/** Matches a whole number in float notation, or with zero decimals; tariff headings look the same: `9503.00`. */
const SHOWN_FLOAT = /^(?:\d+[.,]0|\d{5,}[.,]0+)$/;
/** Fewest digits of an identifier; shorter ones are versions or chapters. */
export const LONG_DIGITS = 6;

/**
 * Returns the digits of an identifier written as a number by a program; null if digits are lost, undefined if the text
 * is no such number.
 */
export function digitsOfFloat(text: string): string | null | undefined {
  if (SHOWN_FLOAT.test(text)) return text.slice(0, text.search(/[.,]/));
  const [, first = '', rest = '', plus, power] = SHOWN_SCIENTIFIC.exec(text) ?? [];
  if (power === undefined || (rest === '' && plus === '')) return undefined;
  return rest.length === Number(power) && rest.length > 0 ? first + rest : null;
}

/** True for a text that may be a float: it begins with a digit and is short. */
export const mayBeFloat = (text: string) => text.charCodeAt(0) < 58 && text.length < 24;

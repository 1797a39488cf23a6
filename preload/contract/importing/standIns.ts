import { problem } from '../errors';
import type { FieldMeta } from '../fields';
import { type CellReader, Flaw, wrong } from './cellReading';

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
export function withoutStandIns(read: CellReader, { kind }: FieldMeta, required: boolean): CellReader {
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

/** A long number as programs write a float: 8.68E+14, 7.84512e11. Without a point or sign it may be a code: 12E45678. */
const SHOWN_SCIENTIFIC = /^(\d)(?:[.,](\d+))?E(\+?)(\d{1,3})$/i;
/** A whole number as programs write a float. */
const SHOWN_FLOAT = /^\d+\.0$/;
/** Digits from which on a text is an identifier, and no version or chapter. */
export const LONG_DIGITS = 6;

/**
 * The digits of an identifier that a program wrote as a number, where none is lost; null where some are, and undefined
 * for a text that is no such number.
 */
export function digitsOfFloat(text: string): string | null | undefined {
  if (SHOWN_FLOAT.test(text)) return text.slice(0, -2);
  const [, first = '', rest = '', plus, power] = SHOWN_SCIENTIFIC.exec(text) ?? [];
  if (power === undefined || (rest === '' && plus === '')) return undefined;
  return rest.length === Number(power) && rest.length > 0 ? first + rest : null;
}

/** True for a text that may be a float: it has a digit in front, and few characters. */
export const mayBeFloat = (text: string) => text.charCodeAt(0) < 58 && text.length < 24;

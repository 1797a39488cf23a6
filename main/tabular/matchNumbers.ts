import { type FieldMeta, metaOf } from '@contract/fields';
import { judgeDecimals } from '@contract/importing/numberText';
import type { ImportColumn, ImportTemplate } from '@contract/importing/template';
import { textsOf } from './columnTexts';
import type { Match } from './match';
import { isExported } from './ownColumns';
import type { TextTable } from './table';

const NUMBERS_LOOKED_AT = 10_000;
/** Maximum decimals of a price; exchange rates have more. */
const PRICE_DECIMALS = 4;
/** True for a price or a number of things, which scales do not print. */
const isPriceOrCount = (meta: FieldMeta, unit: ImportColumn['unit']): boolean =>
  meta.kind === 'money' ||
  (meta.kind === 'fixed' && !meta.percent && meta.digits <= PRICE_DECIMALS) ||
  unit === 'things';
const NUMERIC = /^(?:weight|volume|decimal|money|fixed)$/;

/** Header of the first numeric column with a text; its letters if it has no header. */
export function numberHeader(
  table: TextTable,
  template: ImportTemplate,
  { columns }: Pick<Match, 'columns'>,
  header: number,
  text: string,
): string | undefined {
  const numeric = new Set(
    template.columns.flatMap(({ key, field }) => (NUMERIC.test(metaOf(field).kind) ? [key] : [])),
  );
  const at = columns.findIndex(
    ({ key }, place) =>
      key !== null &&
      numeric.has(key) &&
      [...textsOf(table, [place], header, NUMBERS_LOOKED_AT)].some((one) => one.startsWith(text)),
  );
  return columns[at]?.header || columns[at]?.letter;
}

/** A text with a decimal comma in a spreadsheet, and one whose last decimal zero no number keeps. */
const COMMA_BEFORE_DECIMALS = /^\D{0,4}[\d. ]*\d,(?:\d{1,2}|\d{4,})\D{0,4}$/;
const KEPT_ZERO = /^[+-]?[1-9]\d{0,2}\.\d{2}0$/;

/**
 * Judges the decimal sign of a file. Spreadsheets store numbers as such, so theirs is certain; ambiguous texts among
 * them are refused.
 */
export function judgeNumbers(
  table: TextTable,
  template: ImportTemplate,
  mapping: readonly (string | null)[],
  header: number,
): Match['decimals'] {
  const known = new Map(template.columns.map((column) => [column.key, column]));
  const textsIn = (isMeant: (meta: FieldMeta, unit: ImportColumn['unit']) => boolean) => {
    const places = [...mapping.entries()].flatMap(([at, key]) => {
      const column = key === null ? undefined : known.get(key);
      return column && isMeant(metaOf(column.field), column.unit) ? [at] : [];
    });
    return textsOf(table, places, header, NUMBERS_LOOKED_AT);
  };
  const isNumeric = ({ kind }: FieldMeta) => NUMERIC.test(kind);
  if (!table.written) {
    for (const text of textsIn(isNumeric))
      if (COMMA_BEFORE_DECIMALS.test(text)) return { sign: 'open', examples: [] };
    for (const text of textsIn(isPriceOrCount))
      if (KEPT_ZERO.test(text)) return { sign: 'open', examples: [] };
    return null;
  }
  const { decimal, open, examples, certain } = judgeDecimals(textsIn(isNumeric), table.separator);
  if (decimal === 'point' && !certain && !isExported(table, header)) {
    // Scales show three decimals, prices and counts do not: only there is a point before three digits ambiguous.
    const prices = judgeDecimals(textsIn(isPriceOrCount), table.separator).examples;
    if (prices.length > 0) return { sign: 'open', examples: prices };
  }
  return decimal || open !== undefined ? { sign: decimal ?? 'open', examples } : null;
}

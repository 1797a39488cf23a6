import { trim } from '@contract/importing/readCell';
import { headerKey, type ImportTemplate } from '@contract/importing/template';
import { isRule, isTotalRow, LAST_ROWS } from '@contract/importing/totals';
import { LANGUAGES, type Language } from '@contract/limits';
import { words } from '@contract/words';
import type { TextTable } from './table';

/** The last column of a downloaded template, whose cell marks a row as an example. */
export const EXAMPLE_HEADER: Record<Language, string> = { en: 'Example', cn: '示例' };
export const EXAMPLE_CELL: Record<Language, string> = { en: 'example', cn: '示例' };
/** The first column of a csv with the rows of several sheets. */
export const SHEET_HEADER: Record<Language, string> = { en: 'Sheet', cn: '工作表' };
/** Header of the column after it: each row's number in its sheet, as in a csv made from a workbook. */
export const ROW_NUMBER = '#';
/** The last column of an error file, in both languages so that it is recognised. */
export const ERROR_HEADER = 'Error / 错误原因';

const EXAMPLES = new Set([...Object.values(EXAMPLE_HEADER), ...Object.values(EXAMPLE_CELL)].map(headerKey));
const ERRORS = headerKey(ERROR_HEADER);

/** Format of dates in exported csv files. */
export const DATE_FORMAT = 'DD/MM/YYYY';
/** The last column of an export: the time zones of its times, or the date format of a csv without times. */
const CLOCKS = new Set(LANGUAGES.map((language) => words[language].desktop.exportClocks));
const FORMATS = new Set(LANGUAGES.map((language) => words[language].desktop.exportDates));

/** True for this product's own export, which has the day first (reference 0.2) and a decimal point. */
export function isExported(table: TextTable, header: number): boolean {
  for (let column = table.columnCount - 1; column >= 0; column--) {
    const text = table.text(header, column).trim();
    if (CLOCKS.has(text)) return true;
    if (FORMATS.has(text) && header + 1 < table.rowCount)
      return table.text(header + 1, column).trim() === DATE_FORMAT;
  }
  return false;
}

/** True for a header that this product's own files add, which an import ignores without a notice. */
export const isOwnHeader = (header: string): boolean => {
  const key = headerKey(header);
  return EXAMPLES.has(key) || key === ERRORS || CLOCKS.has(header.trim()) || FORMATS.has(header.trim());
};

/** True for the header of the reasons in an error file. */
export const isErrorHeader = (header: string): boolean => headerKey(header) === ERRORS;

/** Index of the column that marks examples; -1 if there is none. */
function exampleColumn(table: TextTable, header: number): number {
  for (let column = table.columnCount - 1; column >= 0; column--) {
    if (EXAMPLES.has(headerKey(table.text(header, column)))) return column;
  }
  return -1;
}

/** Recognises a template's example rows. */
export interface ExampleRows {
  /** True for an unchanged example row. */
  readonly is: (row: number) => boolean;
  /** True for a row marked as an example but with other contents. */
  readonly isTypedOver: (row: number) => boolean;
}

const NO_EXAMPLES: ExampleRows = { is: () => false, isTypedOver: () => false };

/** Distinguishes a template's examples from overwritten ones: an example's cells must all equal the template's. */
export function exampleRows(
  table: TextTable,
  { columns }: ImportTemplate,
  mapping: readonly (string | null | undefined)[],
  header: number,
): ExampleRows {
  const mark = exampleColumn(table, header);
  if (mark < 0) return NO_EXAMPLES;
  const examples = new Map(columns.map((column) => [column.key, column.examples]));
  const places = [...mapping.entries()].flatMap(([at, key]) => {
    const own = key ? examples.get(key) : undefined;
    return own ? [{ at, own }] : [];
  });
  const isMarked = (row: number) => {
    const text = table.text(row, mark);
    return text !== '' && EXAMPLES.has(headerKey(text));
  };
  const isOurs = (row: number) =>
    [0, 1, 2].some((which) =>
      places.every(({ at, own }) => isSame(trim(table.text(row, at)), own[which] ?? '')),
    );
  return {
    is: (row) => isMarked(row) && isOurs(row),
    isTypedOver: (row) => isMarked(row) && !isOurs(row),
  };
}

/** A template's numbers are stored as numbers, without trailing zeros. */
const isSame = (text: string, example: string): boolean =>
  text === example || (text !== '' && example !== '' && Number(text) === Number(example));

/**
 * True for a row without data: of totals near the end of a file, which begins with a word for a sum and lacks a required
 * cell; or a line of dashes, below the header, at the end, or in a list with upright strokes.
 */
export function isNoData(
  table: TextTable,
  { columns }: ImportTemplate,
  mapping: readonly (string | null | undefined)[],
  header: number,
  row: number,
): boolean {
  const isLast = row >= table.rowCount - LAST_ROWS;
  if (!isLast && row > header + 1 && table.separator !== '|') return false;
  const cells = Array.from({ length: table.columnCount }, (_, column) => table.text(row, column).trim());
  if (isRule(cells)) return true;
  if (!isLast) return false;
  const required = new Set(columns.flatMap((column) => (column.required ? [column.key] : [])));
  return isTotalRow(cells, (text, column) => text === '' && required.has(mapping[column] ?? ''));
}

import { trim } from '@contract/importing/readCell';
import { headerKey, type ImportTemplate } from '@contract/importing/template';
import { isTotalRow, LAST_ROWS } from '@contract/importing/totals';
import { LANGUAGES, type Language } from '@contract/limits';
import { words } from '@contract/words';
import type { TextTable } from './table';

/** The last column of a downloaded template, whose cell marks a row as an example. */
export const EXAMPLE_HEADER: Record<Language, string> = { en: 'Example', cn: '示例' };
export const EXAMPLE_CELL: Record<Language, string> = { en: 'example', cn: '示例' };
/** The first column of a csv that holds the rows of several sheets. */
export const SHEET_HEADER: Record<Language, string> = { en: 'Sheet', cn: '工作表' };
/** Header of the column after it that says which number a row has in its sheet, as in the csv that is made of a workbook. */
export const ROW_NUMBER = '#';
/** The last column of an error file, in both languages so that it is known again. */
export const ERROR_HEADER = 'Error / 错误原因';

const EXAMPLES = new Set([...Object.values(EXAMPLE_HEADER), ...Object.values(EXAMPLE_CELL)].map(headerKey));
const ERRORS = headerKey(ERROR_HEADER);

/** Format of dates in exported csv files. */
export const DATE_FORMAT = 'DD/MM/YYYY';
/** The last column of an export: the clocks of its times, or of a csv without times the format of its dates. */
const CLOCKS = new Set(LANGUAGES.map((language) => words[language].desktop.exportClocks));
const FORMATS = new Set(LANGUAGES.map((language) => words[language].desktop.exportDates));

/** True for an export of ours, which writes the day first (reference 0.2) and decimals behind a point. */
export function isExported(table: TextTable, header: number): boolean {
  for (let column = table.columnCount - 1; column >= 0; column--) {
    const text = table.text(header, column).trim();
    if (CLOCKS.has(text)) return true;
    if (FORMATS.has(text) && header + 1 < table.rowCount)
      return table.text(header + 1, column).trim() === DATE_FORMAT;
  }
  return false;
}

/** True for the header of a column that our own files add, which an import passes over without a word. */
export const isOwnHeader = (header: string): boolean => {
  const key = headerKey(header);
  return EXAMPLES.has(key) || key === ERRORS || CLOCKS.has(header.trim()) || FORMATS.has(header.trim());
};

/** True for the header of the reasons in an error file. */
export const isErrorHeader = (header: string): boolean => headerKey(header) === ERRORS;

/** Place of the column that marks examples; -1 when there is none. */
function exampleColumn(table: TextTable, header: number): number {
  for (let column = table.columnCount - 1; column >= 0; column--) {
    if (EXAMPLES.has(headerKey(table.text(header, column)))) return column;
  }
  return -1;
}

/** Reading of the rows that a template brings as examples. */
export interface ExampleRows {
  /** True for a row that still is the template's. */
  readonly is: (row: number) => boolean;
  /** True for a row that is marked as an example and holds something else. */
  readonly isTypedOver: (row: number) => boolean;
}

const NO_EXAMPLES: ExampleRows = { is: () => false, isTypedOver: () => false };

/** Tells the examples of a template from what was typed over them: only a row whose cells are the template's is one. */
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

/** Numbers of a template stand in its cells as numbers: without the zeros at their ends. */
const isSame = (text: string, example: string): boolean =>
  text === example || (text !== '' && example !== '' && Number(text) === Number(example));

/** True for a row at the end of a file that sums up the others: it begins with a word for that, and a required cell is empty. */
export function isTotal(
  table: TextTable,
  { columns }: ImportTemplate,
  mapping: readonly (string | null | undefined)[],
  row: number,
): boolean {
  if (row < table.rowCount - LAST_ROWS) return false;
  const cells = Array.from({ length: table.columnCount }, (_, column) => table.text(row, column).trim());
  const required = new Set(columns.flatMap((column) => (column.required ? [column.key] : [])));
  return isTotalRow(cells, (text, column) => text === '' && required.has(mapping[column] ?? ''));
}

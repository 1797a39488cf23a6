import { headerKey } from '@contract/importing/template';
import type { Language } from '@contract/limits';
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

/** True for the header of a column that our own files add, which an import passes over without a word. */
export const isOwnHeader = (header: string): boolean => {
  const key = headerKey(header);
  return EXAMPLES.has(key) || key === ERRORS;
};

/** True for the header of the reasons in an error file. */
export const isErrorHeader = (header: string): boolean => headerKey(header) === ERRORS;

/** Place of the column that marks examples; -1 when there is none. */
export function exampleColumn(table: TextTable, header: number): number {
  for (let column = table.columnCount - 1; column >= 0; column--) {
    if (EXAMPLES.has(headerKey(table.text(header, column)))) return column;
  }
  return -1;
}

/** True for the cell that marks an example. */
export const isExample = (text: string): boolean => text !== '' && EXAMPLES.has(headerKey(text));

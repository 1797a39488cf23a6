import { canonicalText } from '@contract/importing/readRow';
import type { Language } from '@contract/limits';
import type { CheckedTable } from './check';
import { writeCsv } from './csvWriter';
import type { ExportColumn, ExportRow } from './exportCell';
import { ERROR_HEADER, isErrorHeader } from './ownColumns';
import { rowErrors } from './rowErrors';
import { writeXlsx } from './xlsxWriter';

const RED = 'C00000';
/** What only a spreadsheet can have in a cell. */
const MARKED: ReadonlySet<string> = new Set(['CELL_FORMULA', 'CELL_MERGED', 'CELL_ERROR']);

/**
 * Rows as the csv that goes to the API: the template's keys as header, and every value in a form that reads in one way
 * only. A cell that is wrong keeps its text, so that the API says the same of it. Blank rows stand where rows are left out,
 * so that each keeps the number it has in its file. Rows with a formula or the like where none may be are left out.
 */
export function canonicalFile(checked: CheckedTable, rows: Iterable<number>): AsyncIterable<Uint8Array> {
  const keys = checked.template.columns
    .map(({ key }) => key)
    .filter((key) => checked.placeOf(key) !== undefined);
  const columns = keys.map((header): ExportColumn => ({ header, kind: 'text' }));
  function* cells(): Generator<ExportRow> {
    // The header is row 1.
    let next = 2;
    for (const row of rows) {
      const { values, walls, issues } = checked.read(row);
      // A csv has no formulas, merged cells or errors: what they show would pass for what was typed.
      if (issues.some(({ problem: { code } }) => MARKED.has(code))) continue;
      for (; next < checked.table.number(row); next++) yield [];
      next++;
      const bad = new Set(issues.flatMap(({ column, level }) => (level === 'error' ? [column] : [])));
      yield keys.map((key) =>
        bad.has(key)
          ? checked.table.text(row, checked.placeOf(key) ?? 0)
          : canonicalText(values[key], walls?.[key]),
      );
    }
  }
  return writeCsv(columns, cells(), { bom: false });
}

/** Rows as they stand in their file, in its columns and order, and a last column with what is wrong, in red. */
export function errorFile(
  checked: CheckedTable,
  rows: Iterable<number>,
  format: 'xlsx' | 'csv',
  language: Language,
): AsyncIterable<Uint8Array> {
  const { table, header } = checked;
  const places: number[] = [];
  for (let column = 0; column < table.columnCount; column++) {
    if (!isErrorHeader(table.text(header, column))) places.push(column);
  }
  const columns = [
    ...places.map((column): ExportColumn => ({ header: table.text(header, column), kind: 'text' })),
    { header: ERROR_HEADER, kind: 'text', width: 80, color: RED } as const,
  ];
  function* cells(): Generator<ExportRow> {
    for (const row of rows)
      yield [...places.map((column) => table.text(row, column)), reasons(checked, row, language)];
  }
  return format === 'csv' ? writeCsv(columns, cells()) : writeXlsx(columns, cells(), { sheet: ERROR_HEADER });
}

/** Warnings too, since the row is looked at anyway. */
function reasons(checked: CheckedTable, row: number, language: Language): string {
  const said = rowErrors(checked, row, language).map(({ message }) => message);
  return [...new Set(said)].join(language === 'cn' ? '；' : '; ');
}

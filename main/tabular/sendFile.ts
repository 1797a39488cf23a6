import { canonicalText } from '@contract/importing/readRow';
import { sheetKey, sheetTitle } from '@contract/importing/template';
import type { Language } from '@contract/limits';
import type { CheckedTable } from './check';
import { writeCsv } from './csvWriter';
import type { ExportColumn, ExportRow } from './exportCell';
import type { View } from './issues';
import { ERROR_HEADER, isErrorHeader, ROW_NUMBER, SHEET_HEADER } from './ownColumns';
import { rowErrors } from './rowErrors';
import { writeBook, writeXlsx } from './xlsxWriter';

const RED = 'C00000';
/**
 * Rows as the csv that goes to the API: the template's keys as header, and every value in a form that reads in one way
 * only. A cell that is wrong keeps its text, so that the API says the same of it. Blank rows stand where rows are left out,
 * so that each keeps the number it has in its file; of several sheets each row says its sheet and its number there. Rows
 * with a formula or the like where none may be are left out.
 */
export function canonicalFile(sheets: readonly CheckedTable[]): AsyncIterable<Uint8Array> {
  const [first] = sheets;
  const given = new Set(sheets.flatMap(({ mapping }) => mapping));
  const keys = [...new Set(sheets.flatMap(({ template }) => template.columns.map(({ key }) => key)))].filter(
    (key) => given.has(key),
  );
  const several = first !== undefined && sheetKey(first.template) !== '';
  const own = several ? [SHEET_HEADER.en, ROW_NUMBER] : [];
  const columns = [...own, ...keys].map((header): ExportColumn => ({ header, kind: 'text' }));
  function* cells(): Generator<ExportRow> {
    // The header is row 1.
    let next = 2;
    for (const checked of sheets) {
      for (const row of checked.rows('all')) {
        // A csv has no formulas, merged cells or errors: what they show would pass for what was typed.
        if (checked.isMarked(row)) continue;
        const { values, walls, issues } = checked.read(row);
        const number = checked.table.number(row);
        for (; !several && next < number; next++) yield [];
        next++;
        const bad = new Set(issues.flatMap(({ column, level }) => (level === 'error' ? [column] : [])));
        const said = keys.map((key) =>
          bad.has(key)
            ? checked.table.text(row, checked.placeOf(key) ?? 0)
            : canonicalText(values[key], walls?.[key]),
        );
        yield several ? [sheetKey(checked.template), String(number), ...said] : said;
      }
    }
  }
  return writeCsv(columns, cells(), { bom: false });
}

/**
 * Rows as they stand in their file, in its sheets, columns and order, and a last column with what is wrong, in red. As a
 * csv the rows of several sheets say theirs in the first column.
 */
export function errorFile(
  sheets: readonly CheckedTable[],
  view: View,
  format: 'xlsx' | 'csv',
  language: Language,
): AsyncIterable<Uint8Array> {
  const errors = sheets.map((checked) => errorSheet(checked, view, language));
  const [first] = errors;
  if (!first) throw new Error('there is no sheet');
  if (first.key === '') {
    const { columns, rows } = first;
    return format === 'csv' ? writeCsv(columns, rows) : writeXlsx(columns, rows, { sheet: ERROR_HEADER });
  }
  if (format === 'xlsx')
    return writeBook(errors.map(({ key, ...sheet }) => ({ ...sheet, name: sheetTitle(language, key) })));
  const headers = [...new Set(errors.flatMap(({ columns }) => columns.map(({ header }) => header)))];
  const ordered = [...headers.filter((header) => header !== ERROR_HEADER), ERROR_HEADER];
  function* cells(): Generator<ExportRow> {
    for (const { key, columns, rows } of errors) {
      const places = ordered.map((header) => columns.findIndex((column) => column.header === header));
      for (const row of rows) yield [sheetTitle(language, key), ...places.map((at) => row[at])];
    }
  }
  return writeCsv(
    [SHEET_HEADER[language], ...ordered].map((header) => ({ header, kind: 'text' })),
    cells(),
  );
}

/** One sheet of an error file. */
function errorSheet(checked: CheckedTable, view: View, language: Language) {
  const { table, header, template } = checked;
  const places: number[] = [];
  for (let column = 0; column < table.columnCount; column++) {
    if (!isErrorHeader(table.text(header, column))) places.push(column);
  }
  const columns = [
    ...places.map((column): ExportColumn => ({ header: table.text(header, column), kind: 'text' })),
    { header: ERROR_HEADER, kind: 'text', width: 80, color: RED } as const,
  ];
  function* rows(): Generator<ExportRow[number][]> {
    for (const row of checked.rows(view))
      yield [...places.map((column) => table.text(row, column)), reasons(checked, row, language)];
  }
  return { key: sheetKey(template), columns, rows: { [Symbol.iterator]: rows } };
}

/** Warnings too, since the row is looked at anyway. */
function reasons(checked: CheckedTable, row: number, language: Language): string {
  const said = rowErrors(checked, row, language).map(({ message }) => message);
  return [...new Set(said)].join(language === 'cn' ? '；' : '; ');
}

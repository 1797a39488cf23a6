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
 * Writes rows as the csv for the API: the template's keys as header, and every value in an unambiguous form. An invalid
 * cell keeps its text, so that the API reports the same. Blank rows replace those left out, so that each row keeps its
 * number in the file; with several sheets each row contains its sheet and its number there. Rows with a formula or
 * another mark where none is allowed are left out.
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
        // A csv has no formulas, merged cells or errors: their text would pass for input.
        if (checked.isMarked(row)) continue;
        const { values, walls, issues } = checked.read(row);
        const number = checked.table.number(row);
        for (; !several && next < number; next++) yield [];
        next++;
        const bad = new Set(issues.flatMap(({ column, level }) => (level === 'error' ? [column] : [])));
        const texts = keys.map((key) =>
          bad.has(key)
            ? checked.table.text(row, checked.placeOf(key) ?? 0)
            : canonicalText(values[key], walls?.[key]),
        );
        yield several ? [sheetKey(checked.template), String(number), ...texts] : texts;
      }
    }
  }
  return writeCsv(columns, cells(), { bom: false });
}

/**
 * Writes rows as in their file, in its sheets, columns and order, with a last column of issues in red. In a csv, rows
 * of several sheets have theirs in the first column.
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

/** Lists the issues of a row, warnings too, since the user looks at the row anyway. */
function reasons(checked: CheckedTable, row: number, language: Language): string {
  const texts = rowErrors(checked, row, language).map(({ message }) => message);
  return [...new Set(texts)].join(language === 'cn' ? '；' : '; ');
}

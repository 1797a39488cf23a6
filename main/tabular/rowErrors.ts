import { explain, type RowError } from '@contract/errors';
import type { Language } from '@contract/limits';
import type { CheckedTable } from './check';

/** Translated issues of a row, in the form of the API's. */
export function rowErrors(checked: CheckedTable, row: number, language: Language): RowError[] {
  const { table, template } = checked;
  return checked.issues(row).map(({ column, level, code, problem, message = '' }): RowError => {
    const definition = template.columns.find(({ key }) => key === column);
    const header = definition?.[language] ?? column;
    const place = checked.placeOf(column);
    return {
      row: table.number(row),
      column,
      header,
      value: place === undefined ? '' : table.text(row, place),
      code,
      message: problem ? explain(language, problem, header) : message,
      level,
    };
  });
}

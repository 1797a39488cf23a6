/** Types of the files that a table can be read from. */
export type TableType = 'csv' | 'xlsx' | 'xls' | 'ods';
/** Contents of a table: a file named `.xls` may hold a page, a web archive, or SpreadsheetML of Excel 2003. */
export type TableFormat = TableType | 'html' | 'mhtml' | 'xml';

/** Ending of the name that a file of such contents has. */
export const endingOf = (format: TableFormat): TableType =>
  format === 'html' || format === 'mhtml' || format === 'xml' ? 'xls' : format;

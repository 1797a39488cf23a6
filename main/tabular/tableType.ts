/** Types of files that contain a table. */
export type TableType = 'csv' | 'xlsx' | 'xls' | 'ods';
/** Formats of a table's contents: a file named `.xls` may be a page, a web archive, or SpreadsheetML of Excel 2003. */
export type TableFormat = TableType | 'html' | 'mhtml' | 'xml';

/** File extension of a format. */
export const endingOf = (format: TableFormat): TableType =>
  format === 'html' || format === 'mhtml' || format === 'xml' ? 'xls' : format;

/** Limits above which a file is refused, whatever it declares. Sizes are bytes, or characters for text. */

const MB = 1024 * 1024;

/** Inflated bytes of a zip in all, and per deflated byte; the ratio applies from `ratioFrom` inflated bytes on. */
export const ZIP = { inflated: 200 * MB, ratio: 200, ratioFrom: 8 * MB, entries: 2_000 } as const;
/** Characters of all cells of a table: shared strings are stored once and used many times. */
export const TABLE_TEXT = 150 * MB;
/** Cells of a table, empty ones within rows included. */
export const TABLE_CELLS = 24_000_000;
/** Columns of a spreadsheet, and of a csv file. */
export const MAX_COLUMNS = 16_384;
/**
 * Columns up to the last one with content: an import has some dozens, and each costs a column of its preview. Trailing
 * empty cells may make a row longer.
 */
export const MAX_USED_COLUMNS = 1_000;
/** Characters of a cell in a spreadsheet. */
export const MAX_CELL = 32_767;
/** Rows of a sheet in a spreadsheet, after which an export begins a new sheet. */
export const MAX_SHEET_ROWS = 1_048_576;
/** Rows allowed beyond a template's limit: the header, examples, a title above them. */
export const SPARE_ROWS = 50;
/** Bytes of a file, if its template sets no limit. */
export const MAX_FILE = 64 * MB;

/** What a file may cost before it is refused, whatever it claims. Sizes are bytes, or characters for text. */

const MB = 1024 * 1024;

/** Inflated bytes of a zip in all, and per deflated byte; the ratio counts from `ratioFrom` inflated bytes. */
export const ZIP = { inflated: 200 * MB, ratio: 200, ratioFrom: 8 * MB, entries: 2_000 } as const;
/** Characters that the cells of a table may hold in all: shared strings are written once and used many times. */
export const TABLE_TEXT = 150 * MB;
/** Cells of a table in all, empty ones within rows included. */
export const TABLE_CELLS = 24_000_000;
/** Columns of a spreadsheet; a csv file may not have more either. */
export const MAX_COLUMNS = 16_384;
/**
 * Columns up to the last one that holds something: an import has some dozens, and each costs a column of its preview. A
 * spreadsheet's row may be longer by empty cells.
 */
export const MAX_USED_COLUMNS = 1_000;
/** Characters of a spreadsheet's cell. */
export const MAX_CELL = 32_767;
/** Rows of a spreadsheet, of which an export makes a new sheet. */
export const MAX_SHEET_ROWS = 1_048_576;
/** Rows beyond a template's limit that are read all the same: the header, examples, a title above them. */
export const SPARE_ROWS = 50;
/** Bytes of a file for which no template sets a limit. */
export const MAX_FILE = 64 * MB;

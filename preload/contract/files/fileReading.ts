import * as z from 'zod';
import type { FileRule } from '../endpoint';
import { choice } from '../fields';
import { ENCODINGS } from '../importing/encodings';
import { LANGUAGES, MAX_DECLARATION } from '../limits';
import { strictObject } from '../shape';

/** Reading options of a file, where detection is not enough. */
export const reading = {
  /** The template's column for each column of the file, in order; empty if it is not imported. */
  mapping: z
    .array(z.string().regex(/^\w{0,40}$/))
    .max(200)
    .optional(),
  /** Number of the header row, as in a spreadsheet. */
  header: z.int().min(1).max(1000).optional(),
  /** Order of day and month; `open` refuses ambiguous dates. By default it is detected over all dates, or asked. */
  order: z.enum(['DMY', 'MDY', 'YMD', 'open']).optional(),
  /** The decimal sign; `open` refuses ambiguous numbers. By default it is detected over all numbers, or asked. */
  decimal: z.enum(['point', 'comma', 'open']).optional(),
  encoding: z.enum(ENCODINGS).optional(),
  separator: z.enum(['comma', 'semicolon', 'tab', 'pipe']).optional(),
  /**
   * Hidden rows and columns of a spreadsheet, and hidden sheets of a multi-sheet import: included by default. In other
   * imports a hidden sheet is read only by its name.
   */
  hidden: z.enum(['take', 'leave']).optional(),
  sheet: z.string().max(31).optional(),
  /** Name and SHA-256 of the file the user chose, if the sent file was made from it. */
  fileName: z.string().trim().min(1).max(255).optional(),
  fileHash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  /** Import mode, for kinds that let the sender choose; all or nothing by default. */
  mode: choice('importMode', ['all', 'good']).optional(),
};

/** A row to leave out, by its number in the spreadsheet. */
export const leftRow = strictObject(() => ({
  /** Key of its sheet; empty for a file with a single sheet. */
  sheet: z.string().max(40).default(''),
  row: z.int().min(1),
  /** True to leave out all rows that begin with the same text in the same column too. */
  alike: z.boolean().default(false),
}));
export type LeftRow = z.output<typeof leftRow>;

/** The kind checks the file name again: most accept fewer types. */
export const anyTable: FileRule = { types: ['csv', 'xlsx', 'xls', 'ods'], max: MAX_DECLARATION };

/** Error codes for the contents of a file. */
export const tableErrors = [
  'FILE_EMPTY',
  'FILE_ROWS',
  'FILE_COLUMNS',
  'FILE_QUOTE',
  'FILE_ENCODING',
  'FILE_ENCODING_ROW',
  'ENCODING_AMBIGUOUS',
  'HEADER_MISSING',
] as const;
/** True to get only the findings of a conversion: nothing is stored. */
export const dryRun = z.boolean().default(false);

/** Language and format of a template. */
export const templateQuery = {
  language: z.enum(LANGUAGES).optional(),
  /** Defaults to the first type that the kind accepts. */
  format: choice('exportFormat', ['xlsx', 'csv']).optional(),
};

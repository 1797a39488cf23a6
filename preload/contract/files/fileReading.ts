import * as z from 'zod';
import type { FileRule } from '../endpoint';
import { choice } from '../fields';
import { ENCODINGS } from '../importing/encodings';
import { LANGUAGES, MAX_DECLARATION } from '../limits';
import { strictObject } from '../shape';

/** How a file is to be read, where its looks do not tell. */
export const reading = {
  /** The template's column of each column of the file, in their order; empty for one that is not imported. */
  mapping: z
    .array(z.string().regex(/^\w{0,40}$/))
    .max(200)
    .optional(),
  /** Number of the header row, as a spreadsheet has it. */
  header: z.int().min(1).max(1000).optional(),
  /** Order of day and month; `open`: dates that can be read in both are refused. By default all dates tell, or it is asked. */
  order: z.enum(['DMY', 'MDY', 'YMD', 'open']).optional(),
  /** The sign before decimals; `open`: numbers that can be read in two ways are refused. By default all numbers tell, or it is asked. */
  decimal: z.enum(['point', 'comma', 'open']).optional(),
  encoding: z.enum(ENCODINGS).optional(),
  separator: z.enum(['comma', 'semicolon', 'tab', 'pipe']).optional(),
  /**
   * Hidden rows and columns of a spreadsheet, and hidden sheets of an import that has several: taken by default. Of another
   * import a hidden sheet is read by its name alone.
   */
  hidden: z.enum(['take', 'leave']).optional(),
  sheet: z.string().max(31).optional(),
  /** Name and SHA-256 of the file the user chose, when what is sent was made from it. */
  fileName: z.string().trim().min(1).max(255).optional(),
  fileHash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  /** Of a kind that leaves it to the sender; all or nothing by default. */
  mode: choice('importMode', ['all', 'good']).optional(),
};

/** A row of a file that a person leaves out, by its number in the spreadsheet. */
export const leftRow = strictObject(() => ({
  /** Key of its sheet; empty for a file that is one sheet. */
  sheet: z.string().max(40).default(''),
  row: z.int().min(1),
  /** True to leave out all rows that begin with the same text in the same column too. */
  alike: z.boolean().default(false),
}));
export type LeftRow = z.output<typeof leftRow>;

/** The name is looked at again by the kind: most take less. */
export const anyTable: FileRule = { types: ['csv', 'xlsx', 'xls', 'ods'], max: MAX_DECLARATION };

/** How a file that is looked at may be refused for what it holds. */
export const tableErrors = [
  'FILE_EMPTY',
  'FILE_ROWS',
  'FILE_COLUMNS',
  'FILE_QUOTE',
  'FILE_ENCODING',
  'FILE_ENCODING_ROW',
  'ENCODING_ASKED',
  'HEADER_MISSING',
] as const;
/** True to learn what a conversion would find and do: nothing is kept then. */
export const dryRun = z.boolean().default(false);

/** In which language and as what a template is wanted. */
export const templateQuery = {
  language: z.enum(LANGUAGES).optional(),
  /** Defaults to the first type that the kind takes. */
  format: choice('exportFormat', ['xlsx', 'csv']).optional(),
};

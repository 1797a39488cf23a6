import type { Problem } from '@contract/errors';

/** What is shown of a row's issue: a problem that every language has words for, or words of the API. */
export interface ShownIssue {
  /** Key of the template's column; empty when it concerns the whole row. */
  readonly column: string;
  readonly level: 'error' | 'warning';
  readonly problem?: Problem;
  readonly code: string;
  /** In words already, when it came from the API. */
  readonly message?: string;
  /** Text that corrects the cell, where there is one. */
  readonly expected?: string | undefined;
}

/** An issue that the API found, by the number of its row. */
export interface ForeignIssue {
  /** Key of the sheet; absent for a file that is one sheet. */
  readonly sheet?: string | undefined;
  readonly row: number;
  /** In place of the message, where it is known. */
  readonly problem?: Problem;
  readonly column: string;
  readonly level: 'error' | 'warning';
  readonly code: string;
  readonly message: string;
  /** Text that corrects the cell, where there is one. */
  readonly expected?: string | undefined;
}

/** Rows of data by the worst that is known of each; examples, blank rows and those that are left out are not among them. */
export interface Counts {
  readonly rows: number;
  readonly ok: number;
  readonly warnings: number;
  readonly errors: number;
  /** Rows that are left out: totals, and those of which a person said so. */
  readonly left: number;
}

/** Which rows are looked at: all, those with an error, those with warnings alone, or those that are left out. */
export type View = 'all' | 'errors' | 'warnings' | 'left';

import type { Problem } from '@contract/errors';
import type { RowIssue } from '@contract/importing/template';

/** An issue of a row as shown: a problem with texts in every language, or a message of the API. */
export interface ShownIssue {
  /** Key of the template column; empty if the issue concerns the whole row. */
  readonly column: string;
  readonly level: 'error' | 'warning';
  readonly problem?: Problem;
  readonly code: string;
  /** Translated text, for issues of the API. */
  readonly message?: string;
  /** Correct text for the cell, if known. */
  readonly expected?: string | undefined;
}

/** An issue that the API found, by the number of its row. */
export interface ForeignIssue {
  /** Key of the sheet; absent for a file with a single sheet. */
  readonly sheet?: string | undefined;
  readonly row: number;
  /** Replaces the message, if known. */
  readonly problem?: Problem;
  readonly column: string;
  readonly level: 'error' | 'warning';
  readonly code: string;
  readonly message: string;
  /** Correct text for the cell, if known. */
  readonly expected?: string | undefined;
}

/** Data rows by their worst issue; examples, blank rows and rows that are left out are not counted among them. */
export interface Counts {
  readonly rows: number;
  readonly ok: number;
  readonly warnings: number;
  readonly errors: number;
  /** Number of rows left out: totals, and those the user left out. */
  readonly left: number;
}

/** Filter of rows: all, those with an error, those with warnings only, or those left out. */
export type View = 'all' | 'errors' | 'warnings' | 'left';

/** Returns an issue as shown, with the correct text for its cell. */
export function shown(issue: RowIssue): ShownIssue {
  const { code, params } = issue.problem;
  return params?.expected === undefined
    ? { ...issue, code }
    : { ...issue, code, expected: String(params.expected) };
}

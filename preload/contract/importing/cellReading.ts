import type { Problem } from '../errors';
import type { CellValue, RowIssue } from './template';

/** An invalid or odd cell: its problem, and the value used despite it (null if the cell is invalid). */
export class Flaw {
  readonly level: RowIssue['level'];
  readonly problem: Problem;
  readonly value: CellValue;
  constructor(level: RowIssue['level'], found: Problem, value: CellValue = null) {
    this.level = level;
    this.problem = found;
    this.value = value;
  }
}

/** A time whose zone is not known yet, `YYYY-MM-DDTHH:mm:ss`; `finishTime` completes it. */
export class Wall {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Reads the text of a cell; `zone` is the time zone of an instant, if known. */
export type CellReader = (text: string, zone?: string) => CellValue | Flaw | Wall;

/** Returns the flaw of an invalid cell. */
export const flawOf = (found: Problem): Flaw => new Flaw('error', found);

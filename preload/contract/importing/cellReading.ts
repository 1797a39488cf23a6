import type { Problem } from '../errors';
import type { CellValue, RowIssue } from './template';

/** A cell that is wrong or odd: what to say, and the value that stands all the same (null when it is wrong). */
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

/** A time whose zone is not known here, `YYYY-MM-DDTHH:mm:ss`; whoever knows it completes it by `finishTime`. */
export class Wall {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Reads the text of a cell; `zone` is the clock of an instant, where it is known. */
export type CellReader = (text: string, zone?: string) => CellValue | Flaw | Wall;

/** A cell that is wrong. */
export const wrong = (found: Problem): Flaw => new Flaw('error', found);

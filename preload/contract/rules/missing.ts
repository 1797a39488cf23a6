import type { Problem } from '../errors';

/** A problem that prevents submission of a filing, and its path: `lines.2.hts` is that field of the third line. */
export interface MissingField {
  readonly path: string;
  readonly problem: Problem;
}

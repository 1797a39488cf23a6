import type { Problem } from '../errors';

/** Something that keeps a filing from being submitted, and where: `lines.2.hts` is that field of the third line. */
export interface Missing {
  readonly path: string;
  readonly problem: Problem;
}

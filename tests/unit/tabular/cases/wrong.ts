/** A file that is read wrongly so far: why, and what its reading has and has not once it is right. */
export interface WrongCase {
  readonly reason: string;
  readonly has: readonly string[];
  readonly lacks?: readonly string[];
}

const one = (reason: string, has: string[], lacks: string[] = []): WrongCase => ({ reason, has, lacks });
const header = 'the header is not recognised';

/** Files that are read wrongly so far. One that is read rightly fails here: it moves to `expected.json`. */
export const wrongCases: Readonly<Record<string, WrongCase>> = {
  '190-usitc.csv': one(header, ['01012100', ',0,', '16.5']),
  '191-taric.xlsx': one(header, ['0101000000']),
};

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
  '07-currency-text.csv': one('units in amounts are not read', ['980.00,EUR,21,W0', '1250.00,EUR,21,W3']),
  '190-usitc.csv': one(header, ['01012100', ',0,', '16.5']),
  '191-taric.xlsx': one(header, ['0101000000']),
  '194-lastmile.xlsx': one('names of countries are refused', ['"NL;BE",FL2', 'NL,FL3']),
};

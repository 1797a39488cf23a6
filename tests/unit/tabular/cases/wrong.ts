/** A file that is read wrongly so far: why, and what its reading has and has not once it is right. */
export interface WrongCase {
  readonly reason: string;
  readonly has: readonly string[];
  readonly lacks?: readonly string[];
}

const one = (reason: string, has: string[], lacks: string[] = []): WrongCase => ({ reason, has, lacks });
const percent = 'percent is not understood';
const header = 'the header is not recognised';
const types = 'the kind of file is not read';

/** Files that are read wrongly so far. One that is read rightly fails here: it moves to `expected.json`. */
export const wrongCases: Readonly<Record<string, WrongCase>> = {
  '07-currency-text.csv': one('units in amounts are not read', ['980.00,EUR,21,W0', '1250.00,EUR,21,W3']),
  '28-total-row.xlsx': one('a row of totals blocks the file', ['notice ROWS_LEFT_OUT'], ['error ']),
  '31-text-numbers.xlsx': one('units in weights are not read', [',784512345681,0.42'], ['0.42kg']),
  '36-eq-quote.csv': one('="…" is not read', ['PLD26110300001,00784512345678']),
  '37-eq-quote-quoted.csv': one('="…" is not read', ['PLD26110300001,00784512345678']),
  '38-apostrophe.csv': one('the apostrophe of a text cell is kept', [',00784512345678,']),
  '55-sep-tab.csv': one('the line of its separator is not read', ['PLD26110300001,TUL8800012345NL,0.42']),
  '60-trailing-seps.csv': one('a row of rubbish blocks the file', ['notice ROWS_LEFT_OUT'], ['error ']),
  '63-invisible.csv': one('invisible blanks are kept in numbers', ['TUL8800012347NL,0.42'], ['error ']),
  '74-tab-named.tsv': one(types, ['PLD26110300001,TUL8800012345NL,0.42']),
  '75-unicode-text.txt': one(types, ['PLD26110300001,TUL8800012345NL,0.42']),
  '100-date-forms.csv': one('forms of dates are refused', [
    'B01,2026-11-05 08:30:00',
    'B09,2026-11-05 08:30:00',
    'B10,2026-11-05 08:30:00',
    'B29,2026-11-05 08:30:00',
  ]),
  '129-tsv.xls': one(types, ['112-90424456']),
  '130-csv.xls': one(types, ['112-90424456']),
  '128-html-table.xls': one(types, ['112-90424456']),
  '131-spreadsheetml2003.xls': one(types, ['112-90424456']),
  '190-usitc.csv': one(header, ['01012100', ',0,', '16.5']),
  '191-taric.xlsx': one(header, ['0101000000']),
  '192-hs-duty-words.xlsx': one(percent, [',12,21,', '01012100,US,Purebred,纯种,0']),
  '193-customers.xlsx': one('names of countries are refused', ['Key accounts,CN', '+86 138-0013-8000']),
  '194-lastmile.xlsx': one('names of countries are refused', ['"NL;BE",FL2', 'NL,FL3']),
};

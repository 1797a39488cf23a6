import { unguarded } from '@contract/importing/csvText';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCsv } from '../../../main/tabular/csv';
import { CsvScanner, SEPARATORS, type Separator } from '../../../main/tabular/csvScanner';
import { TableBuilder, type TextTable } from '../../../main/tabular/table';
import type { TabularError } from '../../../main/tabular/tabularError';
import { long } from '../../support/long';

const runs = long ? 50_000 : 1_500;

function scan(pieces: readonly string[], separator: Separator): TextTable {
  const builder = new TableBuilder({ name: 'x.csv', maxRows: 1_000_000, shownMaxRows: 1_000_000 }, true);
  const scanner = new CsvScanner(builder, separator);
  for (const piece of pieces) scanner.push(piece);
  scanner.end();
  return builder.finish();
}

/** Returns rows with their numbers, cells as wide as in the file. */
function rowsOf(table: TextTable): [number, string[]][] {
  return Array.from({ length: table.rowCount }, (_, row) => [
    table.number(row),
    Array.from({ length: table.width(row) }, (_, column) => table.text(row, column)),
  ]);
}

function quoteRow(run: () => unknown): unknown {
  try {
    run();
    return 'no error';
  } catch (error) {
    const { problem } = error as TabularError;
    return problem.code === 'FILE_QUOTE' ? problem.params?.row : problem.code;
  }
}

/** Returns the same rows by csv-parse: without blank ones, and without our guard. */
function parsed(text: string, separator: Separator): [number, string[]][] {
  const rows: string[][] = parse(text, {
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: false,
  });
  return rows
    .map((cells, at): [number, string[]] => [at + 1, cells.map(unguarded)])
    .filter(([, cells]) => cells.some((cell) => cell.trim() !== ''));
}

describe('the row numbers of a csv', () => {
  test.each<[string, string, [number, string[]][]]>([
    [
      'LF',
      'a,b\n1,2\n',
      [
        [1, ['a', 'b']],
        [2, ['1', '2']],
      ],
    ],
    [
      'CRLF',
      'a,b\r\n1,2\r\n',
      [
        [1, ['a', 'b']],
        [2, ['1', '2']],
      ],
    ],
    [
      'CR',
      'a,b\r1,2\r',
      [
        [1, ['a', 'b']],
        [2, ['1', '2']],
      ],
    ],
    [
      'mixed',
      'a\r\nb\rc\nd',
      [
        [1, ['a']],
        [2, ['b']],
        [3, ['c']],
        [4, ['d']],
      ],
    ],
    [
      'no end',
      'a,b\n1,2',
      [
        [1, ['a', 'b']],
        [2, ['1', '2']],
      ],
    ],
    [
      'a separator at the very end',
      'a,b\n1,',
      [
        [1, ['a', 'b']],
        [2, ['1', '']],
      ],
    ],
    ['quoted separators', '"a,b",c', [[1, ['a,b', 'c']]]],
    ['quoted quotes', '"a ""b""",""""', [[1, ['a "b"', '"']]]],
    ['an empty quoted cell', '"",x', [[1, ['', 'x']]]],
    [
      'line breaks in a cell',
      'a,"x\r\ny\nz"\nb,c',
      [
        [1, ['a', 'x\r\ny\nz']],
        [2, ['b', 'c']],
      ],
    ],
    [
      'blank rows',
      'a\n\n \n,,\n"",""\nb\n\n',
      [
        [1, ['a']],
        [6, ['b']],
      ],
    ],
    [
      'a row of one quote',
      'a\n""""',
      [
        [1, ['a']],
        [2, ['"']],
      ],
    ],
    [
      'inches within a cell',
      'TV 32" LED,10"x12"\nO"Neil,5"',
      [
        [1, ['TV 32" LED', '10"x12"']],
        [2, ['O"Neil', '5"']],
      ],
    ],
    ['a passage within a cell', 'Jan "JJ" de Vries,5 (2")', [[1, ['Jan "JJ" de Vries', '5 (2")']]]],
    ['leading zeros', '007,00', [[1, ['007', '00']]]],
    ['blanks', ' a , b ', [[1, [' a ', ' b ']]]],
    ['a guarded formula', "'=1+1,\"'+31 20\",'text", [[1, ['=1+1', '+31 20', "'text"]]]],
    ['nothing', '', []],
    ['line ends alone', '\n\r\n\r', []],
  ])('are those of a spreadsheet: %s', (_, text, rows) => {
    expect(rowsOf(scan([text], ','))).toEqual(rows);
    expect(rowsOf(scan([...text], ','))).toEqual(rows);
  });

  test('include blank rows between others, but none at the end', () => {
    expect(scan(['a\n\n\nb\n\nc\n\n\n'], ',').blankRows).toEqual([
      { from: 2, to: 3 },
      { from: 5, to: 5 },
    ]);
  });

  test('come with columns up to the last one with contents', () => {
    expect(scan(['a,b,,,\n1,,,,\n'], ',').columnCount).toBe(2);
  });
});

test.each<[string, string, number]>([
  ['not closed', 'a,b\n1,"2\n3,4\n', 2],
  ['not closed after line breaks', 'a\n"x\ny"\n"z\n\n\n', 3],
  ['that may enclose a separator', 'a,b\n1,Jan "x, y" z\n', 2],
  ['that opens a passage and closes none', 'a,b\n1,Jan "x\n', 2],
  ['after a blank', 'a, "b"\n', 1],
  ['followed by text', 'a\n\n"b"c\n', 3],
  ['alone', '"', 1],
  ['odd in number', '"a""', 1],
])('reports a quotation mark %s with its row', (_, text, row) => {
  expect(quoteRow(() => scan([text], ','))).toBe(row);
  expect(quoteRow(() => scan([...text], ','))).toBe(row);
});

const cell = fc.oneof(
  { weight: 4, arbitrary: fc.stringMatching(/^[a-z0-9 =+'@-]{0,6}$/) },
  { weight: 2, arbitrary: fc.constantFrom('', '提单号', '张三', "'=1", '=1', '"', 'a"b', '""', ' ', "''=x") },
  {
    weight: 2,
    arbitrary: fc
      .array(fc.constantFrom(',', ';', '\t', '|', '"', '\r', '\n', 'x', '箱'), { maxLength: 6 })
      .map((parts) => parts.join('')),
  },
);
const newline = fc.constantFrom('\n', '\r\n', '\r');

/** A well-formed file: cells quoted where they must be, and at times where they need not. */
const file = fc
  .record({
    separator: fc.constantFrom(...SEPARATORS),
    rows: fc.array(
      fc.record({
        cells: fc.array(fc.record({ cell, quoted: fc.boolean() }), { minLength: 1, maxLength: 5 }),
        newline,
      }),
      { maxLength: 8 },
    ),
    ended: fc.boolean(),
  })
  .map(({ separator, rows, ended }) => {
    const written = rows.map(({ cells, newline: end }, at) => {
      const line = cells.map(({ cell: text, quoted }) =>
        quoted || /["\r\n]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text,
      );
      return line.join(separator) + (at < rows.length - 1 || ended ? end : '');
    });
    return { separator, text: written.join('') };
  });

describe('the csv reader compared with csv-parse', () => {
  test('reads every well-formed file the same, in any pieces', () => {
    fc.assert(
      fc.property(file, fc.integer({ min: 1, max: 9 }), ({ separator, text }, size) => {
        const expected = parsed(text, separator);
        expect(rowsOf(scan([text], separator))).toEqual(expected);
        const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
        expect(rowsOf(scan(pieces, separator))).toEqual(expected);
      }),
      { numRuns: runs },
    );
  });

  test('reads or refuses malformed files alike in any pieces, and others as csv-parse does', () => {
    const any = fc
      .array(fc.constantFrom('a', ',', '"', '\n', '\r\n', ' ', '""', '张'), { maxLength: 20 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(any, fc.integer({ min: 1, max: 4 }), (text, size) => {
        const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
        let expected: [number, string[]][];
        try {
          expected = parsed(text, ',');
        } catch {
          const outcome = (parts: readonly string[]) => {
            let rows: unknown;
            const row = quoteRow(() => {
              rows = rowsOf(scan(parts, ','));
            });
            return rows ?? row;
          };
          expect(outcome(pieces)).toEqual(outcome([text]));
          return;
        }
        expect(rowsOf(scan([text], ','))).toEqual(expected);
        expect(rowsOf(scan(pieces, ','))).toEqual(expected);
      }),
      { numRuns: runs },
    );
  });

  test('reads large files the same, over many pieces of the decoder', () => {
    const text = Array.from({ length: 40_000 }, (_, row) => `${row},"名称 ${row}, ""引号""",x\r\n`).join('');
    const { table } = readCsv(Buffer.from(text), 'x.csv', { maxRows: 100_000 });
    expect(rowsOf(table)).toEqual(parsed(text, ','));
  });

  test.each(['utf8', 'utf16le'] as const)(
    'reads a large file of whole rows in quotation marks, in %s',
    (encoding) => {
      const rows = Array.from({ length: 40_000 }, (_, row) => `${row},""名称 ${row}, x"",y`);
      const text = `\ufeff${rows.map((row) => `"${row}"\r\n`).join('')}`;
      const { table } = readCsv(Buffer.from(text, encoding), 'x.csv', { maxRows: 100_000 });
      expect(rowsOf(table)).toEqual(parsed(rows.join('\r\n').replaceAll('""', '"'), ','));
    },
  );
});

describe('the separator of a csv', () => {
  test.each<[string, Separator]>([
    ['a,b,c\n1,2,3', ','],
    ['a;b;c\n1,5;2,5;3', ';'],
    ['a\tb\n1\t2', '\t'],
    ['a|b\n1|2', '|'],
    ['one column\n1,5', ','],
    ['"a;b","c;d"\n1,2', ','],
    ['', ','],
  ])('is found in %j', (text, separator) =>
    expect(readCsv(Buffer.from(text), 'x', { maxRows: 10 }).separator).toBe(separator),
  );

  test('may be named in the first line, which spreadsheets hide', () => {
    const { table, separator } = readCsv(Buffer.from('sep=;\r\na;b,c\r\n1;2'), 'x', { maxRows: 10 });
    expect([separator, rowsOf(table)]).toEqual([
      ';',
      [
        [1, ['a', 'b,c']],
        [2, ['1', '2']],
      ],
    ]);
  });

  test('may be selected', () => {
    const { table } = readCsv(Buffer.from('a,b;c'), 'x', { maxRows: 10, separator: ';' });
    expect(rowsOf(table)).toEqual([[1, ['a,b', 'c']]]);
  });
});

describe('the limits of a csv', () => {
  test('refuse more rows than allowed', () => {
    expect(quoteRow(() => readCsv(Buffer.from('a\n'.repeat(70)), 'x', { maxRows: 10 }))).toBe('FILE_ROWS');
  });
  test('refuse more used columns than an import accepts', () => {
    const header = (columns: number) => Buffer.from(`${Array(columns).fill('a').join(',')}\n`);
    expect(quoteRow(() => readCsv(header(1001), 'x', { maxRows: 10 }))).toBe('FILE_COLUMNS');
    expect(readCsv(header(1000), 'x', { maxRows: 10 }).table.columnCount).toBe(1000);
  });
  test('accept a cell of a million characters completely', () => {
    const long = 'x"'.repeat(500_000);
    const { table } = readCsv(Buffer.from(`a,b\n"${long.replaceAll('"', '""')}",c`), 'x', { maxRows: 10 });
    expect(table.text(1, 0)).toBe(long);
  });
});

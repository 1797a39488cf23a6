import { problem } from '@contract/errors';
import { choice, code, count, money, text } from '@contract/fields';
import { importTemplate, matchHeaders } from '@contract/importing/template';
import { boxNo } from '@contract/rules/codes';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CheckedTable } from '../../../main/tabular/check';
import { readCsv } from '../../../main/tabular/csv';
import type { ForeignIssue } from '../../../main/tabular/issues';
import { matchTable } from '../../../main/tabular/match';
import type { TabularError } from '../../../main/tabular/tabularError';
import { readXlsx } from '../../../main/tabular/xlsx';
import { long } from '../../support/long';
import { xlsxOf, xlsxParts } from './officeFiles';

const runs = long ? 5_000 : 200;
const base = { required: false, examples: ['', '', ''] as const };

/** A small import with every kind of check: cells, row, group, duplicates in the file, and a key. */
const template = importTemplate({
  name: 'test',
  maxRows: 400,
  unique: ['no', 'batch'],
  sameInFile: ['currency'],
  row: ({ low, high }) =>
    typeof low === 'number' && typeof high === 'number' && low > high
      ? [{ column: 'high', level: 'error', problem: problem('NUMBER_MIN', { min: low }) }]
      : [],
  groups: [
    {
      by: ['box'],
      uses: ['high'],
      check(rows, number) {
        const sum = rows.reduce((total, { high }) => total + (typeof high === 'number' ? high : 0), 0);
        return sum > 100
          ? [
              {
                index: rows.length - 1,
                column: 'box',
                level: 'warning',
                problem: problem('COUNT_EXCEEDED', { actual: sum, limit: number(0) }),
              },
            ]
          : [];
      },
    },
  ],
  columns: [
    {
      ...{ key: 'no', en: 'Number', cn: '单号', field: text(10), required: true },
      examples: ['1', '1.50', 'x'.repeat(20)],
    },
    { ...base, key: 'batch', en: 'Batch', cn: '批次', field: text(10) },
    { ...base, key: 'box', en: 'Box', cn: '箱号', field: code(boxNo) },
    { ...base, key: 'low', en: 'Low', cn: '低', field: count(0, 99) },
    { ...base, key: 'high', en: 'High', cn: '高', field: count(0, 99) },
    { ...base, key: 'currency', en: 'Currency', cn: '币种', field: text(3) },
    { ...base, key: 'mode', en: 'Mode', cn: '方式', field: choice('mode', ['air', 'sea']) },
    { ...base, key: 'price', en: 'Price', cn: '单价', field: money() },
  ],
});

const csv = (rows: readonly (readonly string[])[]) =>
  readCsv(
    Buffer.from(rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n')),
    'x.csv',
    { maxRows: 1000 },
  ).table;

/** Checks a file, excluding some rows. */
function check(rows: readonly (readonly string[])[], left: Iterable<number> = []): CheckedTable {
  const table = csv(rows);
  for (const row of left) table.leaveOut(row, true);
  const headers = Array.from({ length: table.columnCount }, (_, column) => table.text(0, column));
  return new CheckedTable(table, { template, mapping: matchHeaders(template, headers) });
}

/** Returns all issues as `row column code`. */
const issuesOf = (checked: CheckedTable): string[] =>
  [...checked.rows('all')].flatMap((row) =>
    checked.issues(row).map(({ column, code: what }) => `${checked.table.number(row)} ${column} ${what}`),
  );

function codeOf(run: () => unknown): unknown {
  try {
    run();
    return undefined;
  } catch (error) {
    return (error as TabularError).problem;
  }
}

const HEADER = ['Number', 'Batch', 'Box', 'Low', 'High', 'Currency', 'Mode', 'Price'];

describe('a checked table', () => {
  test('reports errors of cells, rows, keys, groups and the file', () => {
    const checked = check([
      HEADER,
      ['1', 'A', 'B-1', '1', '2', 'EUR', 'air', '1.5'],
      ['2', '', 'B-1', '5', '2', 'EUR', 'rail', '1,5'],
      ['', '', '', '', '', '', '', ''],
      ['1', 'A', 'B-1', '', '99', 'USD', 'sea', 'x'],
      ['1', '', 'B-1', '', '', '', '', ''],
    ]);
    expect(issuesOf(checked)).toEqual([
      '3 high NUMBER_MIN',
      '3 mode CHOICE_UNKNOWN',
      '5 price NUMBER_INVALID',
      '5 no ROW_DUPLICATE',
      '5 currency SAME_IN_FILE',
      '6 box COUNT_EXCEEDED',
    ]);
    expect(checked.counts).toEqual({ rows: 4, ok: 1, warnings: 1, errors: 2, left: 0 });
    expect([...checked.rows('errors')].map((row) => checked.table.number(row))).toEqual([3, 5]);
    expect([...checked.rows('warnings')].map((row) => checked.table.number(row))).toEqual([6]);
    expect(checked.issues(3).find(({ code: what }) => what === 'ROW_DUPLICATE')?.problem?.params).toEqual({
      row: 2,
    });
    expect(checked.issues(4)[0]?.problem?.params).toEqual({ actual: 103, limit: 2 });
  });

  test('skips template examples in both languages, unless something was typed over them', () => {
    const checked = check([
      [...HEADER.slice(0, 2), 'Example'],
      ['1', '', 'example'],
      ['x'.repeat(20), '', '示例'],
      // A spreadsheet stores the number, without trailing zeros.
      ['1.5', '', 'example'],
      ['1', '', ''],
      ['1', 'A', 'example'],
      ['2', '', '示例'],
    ]);
    expect([checked.counts, issuesOf(checked)]).toEqual([
      { rows: 3, ok: 3, warnings: 0, errors: 0, left: 0 },
      [],
    ]);
    expect([...checked.rows('all')].map((row) => checked.table.number(row))).toEqual([5, 6, 7]);
    const { notices } = matchTable(checked.table, template, 0);
    expect(notices).toEqual([{ code: 'EXAMPLES_FILLED', params: { rows: { list: ['6–7'] } } }]);
  });

  test('reports a separator that should have been quoted', () => {
    const table = readCsv(Buffer.from('Number,Batch\n1,A\n2,B,C\n3,C,\n4,D, \n'), 'x', { maxRows: 10 }).table;
    const checked = new CheckedTable(table, { template, mapping: ['no', 'batch'] });
    expect(issuesOf(checked)).toEqual(['3  ROW_CELLS']);
    expect(checked.issues(2)[0]?.problem?.params).toEqual({ actual: 3, expected: 2 });
  });

  test('does not accept formulas, merged cells and errors of a spreadsheet as values', async () => {
    const cell = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
    const xml = `<sheetData><row r="1">${cell('A1', 'Number')}${cell('B1', 'Batch')}${cell('C1', 'Low')}</row><row r="2"><c r="A2"><f>1</f></c>${cell('B2', 'x')}<c r="C2" t="e"><v>#N/A</v></c></row><row r="3">${cell('A3', '2')}${cell('C3', '3')}</row></sheetData><mergeCells><mergeCell ref="B2:B3"/></mergeCells>`;
    const { table } = await readXlsx(xlsxOf(xlsxParts(xml)), 'x', { maxRows: 10 });
    const checked = new CheckedTable(table, { template, mapping: ['no', 'batch', 'low'] });
    expect(issuesOf(checked)).toEqual(['2 no CELL_FORMULA', '2 low CELL_ERROR']);
    expect(checked.issues(1)[1]?.problem?.params).toEqual({ value: '#N/A' });
    // A merged cell applies to each of its rows.
    expect([checked.read(1).values.batch, checked.read(2).values.batch]).toEqual(['x', 'x']);
    checked.edit(1, 0, '1');
    checked.edit(1, 1, 'x');
    checked.edit(1, 2, '5');
    checked.edit(2, 1, '');
    expect(issuesOf(checked)).toEqual([]);
  });

  test('is refused without its columns, without rows, or with too many', () => {
    expect(codeOf(() => check([['Batch'], ['1']]))).toEqual({
      code: 'HEADER_MISSING',
      params: { columns: { list: ['Number'] } },
    });
    expect(codeOf(() => check([HEADER]))).toEqual({ code: 'FILE_EMPTY' });
    expect(
      codeOf(() =>
        check([
          [...HEADER, 'Example'],
          ['1', '', '', '', '', '', '', '', 'example'],
        ]),
      ),
    ).toEqual({ code: 'FILE_EMPTY' });
    expect(
      codeOf(() => check([['Number'], ...Array.from({ length: 401 }, (_, at) => [String(at)])])),
    ).toEqual({ code: 'FILE_ROWS', params: { max: 400 } });
    expect(check([['Number'], ...Array.from({ length: 400 }, (_, at) => [String(at)])]).counts.ok).toBe(400);
  });

  test('uses the first of two columns with the same meaning', () => {
    const table = csv([
      ['Number', 'No'],
      ['1', 'x'.repeat(20)],
    ]);
    const checked = new CheckedTable(table, { template, mapping: ['no', 'no'] });
    expect([issuesOf(checked), checked.placeOf('no')]).toEqual([[], 0]);
  });

  test('stops on request', () => {
    const table = csv([['Number'], ...Array.from({ length: 400 }, (_, at) => [String(at)])]);
    const stop = () => {
      throw new Error('stop');
    };
    expect(() => new CheckedTable(table, { template, mapping: ['no'], progress: stop })).toThrow('stop');
  });
});

describe('an edit of a checked table', () => {
  const rows = [
    HEADER,
    ['1', 'A', 'B-1', '1', '50', 'EUR', 'air', '1'],
    ['2', 'A', 'B-1', '1', '50', 'EUR', 'air', '1'],
    ['1', 'A', 'B-2', '1', '2', 'EUR', 'air', '1'],
    ['1', 'A', 'B-2', '1', '2', 'EUR', 'air', '1'],
  ];
  test('re-checks the rows it touches', () => {
    const checked = check(rows);
    expect(issuesOf(checked)).toEqual(['4 no ROW_DUPLICATE', '5 no ROW_DUPLICATE']);
    checked.edit(1, 0, '9');
    expect(issuesOf(checked)).toEqual(['5 no ROW_DUPLICATE']);
    checked.edit(2, 4, '60');
    expect(issuesOf(checked)).toEqual(['3 box COUNT_EXCEEDED', '5 no ROW_DUPLICATE']);
    checked.edit(2, 2, 'B-3');
    checked.edit(4, 0, '8');
    expect([issuesOf(checked), checked.counts]).toEqual([
      [],
      { rows: 4, ok: 4, warnings: 0, errors: 0, left: 0 },
    ]);
  });

  test('applies to all equal cells at once', () => {
    const many = check([
      ['Number', 'Mode'],
      ...Array.from({ length: 300 }, (_, at) => [String(at), at % 2 ? 'plane' : 'air']),
    ]);
    expect(many.counts).toMatchObject({ ok: 150, errors: 150 });
    expect(many.replace(1, 'plane', 'air')).toBe(150);
    expect(many.counts).toMatchObject({ ok: 300, errors: 0, left: 0 });
    expect(many.replace(1, 'air', 'ship')).toBe(300);
    expect(many.counts).toMatchObject({ errors: 300 });
    expect(many.replace(1, 'nothing', 'air')).toBe(0);
  });

  const cellText = fc.constantFrom(
    '',
    '1',
    '2',
    '3',
    'A',
    'B-1',
    'B-2',
    '60',
    'EUR',
    'USD',
    'air',
    'x'.repeat(20),
  );
  test('has the same result as a file with those values', () => {
    const grid = fc.array(fc.array(cellText, { minLength: 8, maxLength: 8 }), { minLength: 1, maxLength: 7 });
    const edits = fc.array(
      fc.record({
        row: fc.nat(6),
        column: fc.nat(7),
        to: cellText,
        everywhere: fc.boolean(),
        leave: fc.constantFrom(undefined, undefined, true, false),
      }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(grid, edits, (cells, steps) => {
        const now = cells
          .map((row) => [...row])
          .map((row, at) => (row.every((cell) => cell === '') ? [`${at}`, ...row.slice(1)] : row));
        const checked = check([HEADER, ...now]);
        const left = new Set<number>();
        for (const { row, column, to, everywhere, leave } of steps) {
          const place = 1 + (row % now.length);
          const target = now[place - 1];
          if (!target) continue;
          const from = target[column] ?? '';
          if (leave !== undefined) {
            expect(checked.leaveOut([place], leave)).toBe(left.has(place) === leave ? 0 : 1);
            if (leave) left.add(place);
            else left.delete(place);
          } else if (everywhere) {
            checked.replace(column, from, to);
            for (const [at, other] of now.entries())
              if (other[column] === from && !left.has(at + 1)) other[column] = to;
          } else {
            checked.edit(1 + (row % now.length), column, to);
            target[column] = to;
          }
        }
        // A row blanked by an edit is missing from a newly written file, but keeps its place here.
        if (now.some((row) => row.every((cell) => cell === ''))) return;
        const fresh = check([HEADER, ...now], left);
        expect(issuesOf(checked).sort()).toEqual(issuesOf(fresh).sort());
        expect(checked.counts).toEqual(fresh.counts);
        for (const view of ['all', 'errors', 'warnings', 'left'] as const)
          expect([...checked.rows(view)]).toEqual([...fresh.rows(view)]);
      }),
      { numRuns: runs },
    );
  });
});

describe('rows skipped by hand', () => {
  const rows = [
    HEADER,
    ['1', 'A'],
    ['', '', '', '', '5'],
    ['Subtotal', 'A'],
    ['subtotal ', 'B', '', 'x'],
    ['2', 'A'],
  ];
  test('are not counted, one by one or by prefix, and can be taken back', () => {
    const checked = check(rows);
    expect(checked.counts).toEqual({ rows: 5, ok: 3, warnings: 0, errors: 2, left: 0 });
    expect([...checked.alike(3)]).toEqual([4]);
    expect([...checked.alike(1)]).toEqual([]);
    expect(checked.leaveOut([3, 4], true)).toBe(2);
    expect(checked.leaveOut([3], true)).toBe(0);
    expect(checked.counts).toEqual({ rows: 3, ok: 2, warnings: 0, errors: 1, left: 2 });
    expect([[...checked.rows('all')], [...checked.rows('left')]]).toEqual([
      [1, 2, 5],
      [3, 4],
    ]);
    expect(checked.leaveOut([4, ...checked.alike(4)], false)).toBe(2);
    expect(checked.counts).toEqual({ rows: 5, ok: 3, warnings: 0, errors: 2, left: 0 });
  });

  test('may be all rows, but never a header, and totals can be included', () => {
    const few = check([HEADER, ['1', 'A']]);
    expect(few.leaveOut([0, 1], true)).toBe(1);
    expect(few.counts).toMatchObject({ rows: 0, errors: 0, left: 1 });
    const total = check([HEADER, ['1', 'A'], ['', '合计']]);
    expect(total.counts).toMatchObject({ rows: 1, left: 1 });
    expect(total.leaveOut([2], false)).toBe(1);
    expect(total.counts).toMatchObject({ rows: 2, errors: 1, left: 0 });
  });

  test('are skipped in a large file at once', () => {
    const many = [
      HEADER,
      ...Array.from({ length: 390 }, (_, at) => (at % 2 ? [`${at}`] : ['Total', 'x', '', '!'])),
    ];
    const checked = check(many);
    expect(checked.counts).toMatchObject({ rows: 390, errors: 195 });
    expect(checked.leaveOut([1, ...checked.alike(1)], true)).toBe(195);
    expect(checked.counts).toMatchObject({ rows: 195, errors: 0, left: 195 });
  });
});

describe('issues found by the API', () => {
  test('are not repeated when the file check already reports them', () => {
    const checked = check([
      ['Number', 'Batch'],
      ['1', 'A'],
      ['1', 'A'],
    ]);
    const own = checked.issues(2);
    expect(own.map(({ code }) => code)).toEqual(['ROW_DUPLICATE']);
    checked.setForeign([
      { row: 3, column: 'no', level: 'error', code: 'ROW_DUPLICATE', message: 'Duplicate of row 2' },
      { row: 3, column: 'batch', level: 'error', code: 'REFERENCE_UNKNOWN', message: 'unknown' },
    ]);
    expect(checked.issues(2)).toEqual([
      ...own,
      { column: 'batch', level: 'error', code: 'REFERENCE_UNKNOWN', message: 'unknown' },
    ]);
  });

  const issue = (row: number, column: string, level: 'error' | 'warning' = 'error'): ForeignIssue => ({
    row,
    column,
    level,
    code: 'REFERENCE_UNKNOWN',
    message: 'unknown',
  });
  test('are shown with the local ones until their cell is edited or others arrive', () => {
    const checked = check([
      ['Number', 'Batch'],
      ['1', 'A'],
      ['2', 'A'],
      ['3', 'A'],
    ]);
    checked.setForeign([
      issue(2, 'no'),
      issue(3, 'batch', 'warning'),
      issue(3, ''),
      issue(99, 'no'),
      issue(1, 'no'),
    ]);
    expect(checked.counts).toEqual({ rows: 3, ok: 1, warnings: 0, errors: 2, left: 0 });
    expect(checked.issues(1)).toEqual([
      { column: 'no', level: 'error', code: 'REFERENCE_UNKNOWN', message: 'unknown' },
    ]);
    checked.edit(1, 1, 'B');
    expect(checked.counts.errors).toBe(2);
    checked.edit(1, 0, '7');
    expect(checked.counts.errors).toBe(1);
    checked.edit(2, 0, '8');
    expect(checked.counts).toEqual({ rows: 3, ok: 2, warnings: 1, errors: 0, left: 0 });
    checked.setForeign([]);
    expect(checked.counts.ok).toBe(3);
  });
});

test('matches headers without more work for unknown columns', () => {
  /** Counts the accesses to a template's columns for a file with a number of unknown ones. */
  const looks = (columns: number) => {
    let count = 0;
    const watched = new Proxy(template, {
      get: (of, name, self) => {
        if (name === 'columns') count += 1;
        return Reflect.get(of, name, self);
      },
    });
    const names = Array.from({ length: columns }, (_, at) => `unknown ${at}`).join(',');
    const bytes = Buffer.from(`${names}\n${'1,'.repeat(columns - 1)}1\n`);
    matchTable(readCsv(bytes, 'wide.csv', { maxRows: 10 }).table, watched, 0);
    return count;
  };
  expect(looks(900)).toBe(looks(30));
});

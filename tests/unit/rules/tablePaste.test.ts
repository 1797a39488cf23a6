import { check, count, findMeta, flag, listedRow, table, text, weight } from '@contract/fields';
import { emptyRow, pasteCells } from '@contract/rules/tablePaste';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';

const shape = {
  containerNo: text(11),
  packages: count(0, 9999).nullable(),
  weight: weight().nullable(),
  opened: flag(),
};
const headers = (name: string) => (name === 'packages' ? ['Packages', '件数'] : [name]);
const into = (rows: readonly Record<string, unknown>[] = [], max = 5) => ({ shape, max, rows, headers });

describe('cells pasted into a table', () => {
  test('go from a cell to the right and down, and make the rows that are missing', () => {
    const rows = [{ ...emptyRow(shape), containerNo: 'A', packages: 1 }];
    const { rows: now, taken, left } = pasteCells(into(rows), { row: 0, column: 1 }, '12\t1.5\n13\t2,5\n');
    expect(now).toEqual([
      { containerNo: 'A', packages: 12, weight: 1.5, opened: false },
      { containerNo: null, packages: 13, weight: 2.5, opened: false },
    ]);
    expect([taken, left]).toEqual([4, 0]);
  });

  test('go where their header says, in either language and any order', () => {
    const { rows } = pasteCells(into(), { row: 0, column: 3 }, '件数\tcontainer no\n7\tB');
    expect(rows).toEqual([{ containerNo: 'B', packages: 7, weight: null, opened: false }]);
  });

  test('that cannot be read stay as they were typed, and are named by the check of the field', () => {
    const { rows } = pasteCells(into(), { row: 0, column: 0 }, 'A\tmany\nB\t2');
    expect(rows.map(({ packages }) => packages)).toEqual(['many', 2]);
    const checked = check(z.object({ rows: table('test', shape, 5) }), { rows });
    expect(checked.ok ? [] : Object.keys(checked.problems)).toEqual(['rows.0.packages']);
  });

  test('without a place are counted: beyond the last column, and beyond the most rows', () => {
    const done = pasteCells(into([], 1), { row: 0, column: 2 }, '1\tY\tlost\n2\tN\tlost');
    expect(done.rows).toHaveLength(1);
    expect([done.taken, done.left]).toEqual([2, 4]);
  });
});

test('what a table holds is read with its record and not in its list', () => {
  const row = z.object({ no: text(5), lines: table('test', shape, 5) });
  expect(Object.keys(listedRow(row).shape)).toEqual(['no']);
  expect(findMeta(row.shape.lines)?.kind).toBe('table');
});

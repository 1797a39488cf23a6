import { check } from '@contract/checked';
import { code, count, findMeta, flag, money, text, weight } from '@contract/fields';
import { readClipboard } from '@contract/importing/clipboard';
import { listedRow, table } from '@contract/partFields';
import { containerNo } from '@contract/rules/codes';
import { emptyRow, pasteCells as paste } from '@contract/rules/tablePaste';
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

const pasteCells = (table: Parameters<typeof paste>[0], at: Parameters<typeof paste>[1], text: string) =>
  paste(table, at, readClipboard({ text, html: '' }));

describe('prices pasted into a table', () => {
  const priced = { line: text(20), price: money().nullable() };
  const pasted = (block: string) =>
    paste(
      { shape: priced, max: 5, rows: [], headers: (name) => [name] },
      { row: 0, column: 0 },
      readClipboard({ text: block, html: '' }),
    );

  test('are asked about with a point before three digits alone', () => {
    expect(pasted('A\t1.250\nB\t2.500')).toMatchObject({ open: '1.250' });
    expect(pasted('A\t1.250\nB\t2,50').rows).toMatchObject([{ price: '1250' }, { price: '2.50' }]);
    expect(pasted('A\t1.250\nB\t2.50').rows).toMatchObject([{ price: '1.250' }, { price: '2.50' }]);
  });
});

describe('cells pasted into a table', () => {
  test('fill from a cell to the right and down, and add missing rows', () => {
    const rows = [{ ...emptyRow(shape), containerNo: 'A', packages: 1 }];
    const { rows: now, taken, notes } = pasteCells(into(rows), { row: 0, column: 1 }, '12\t1.5\n13\t2,5\n');
    expect(now).toEqual([
      { containerNo: 'A', packages: 12, weight: 1.5, opened: false },
      { containerNo: null, packages: 13, weight: 2.5, opened: false },
    ]);
    expect([taken, notes]).toEqual([4, []]);
  });

  test('go to the columns of their header, in either language and any order', () => {
    const { rows } = pasteCells(into(), { row: 0, column: 3 }, '件数\tcontainer no\n7\tB');
    expect(rows).toEqual([{ containerNo: 'B', packages: 7, weight: null, opened: false }]);
  });

  test('stay as typed when unreadable, and are named by the check of the field', () => {
    const { rows } = pasteCells(into(), { row: 0, column: 0 }, 'A\tmany\nB\t2');
    expect(rows.map(({ packages }) => packages)).toEqual(['many', 2]);
    const checked = check(z.object({ rows: table('test', shape, 5) }), { rows });
    expect(checked.ok ? [] : Object.keys(checked.problems)).toEqual(['rows.0.packages']);
  });

  test('are named when beyond the last column, or beyond the maximum of rows', () => {
    const done = pasteCells(into([], 1), { row: 0, column: 2 }, '1\tY\tlost\n2\tN\tlost');
    expect(done.rows).toHaveLength(1);
    expect(done.taken).toBe(2);
    expect(done.notes.map(({ problem }) => problem)).toEqual([
      { code: 'PASTE_BEYOND', params: { value: 'lost', n: 2, column: 3 } },
      { code: 'PASTE_ROWS', params: { rows: { list: ['2'] }, max: 1 } },
    ]);
  });

  test('are left out as rows of totals, and those rows are named', () => {
    const coded = { ...shape, containerNo: code(containerNo) };
    const table = { ...into(), shape: coded };
    const lines = (total: string) => `MSKU9070323\t12\t1.5\n${total}\nTCLU4265449\t1\t2`;
    for (const total of ['合计\t13\t3.5', 'Total:\t13', '\tTotal\t3.5']) {
      const { rows, notes } = pasteCells(table, { row: 0, column: 0 }, lines(total));
      expect(rows.map((row) => row.containerNo)).toEqual(['MSKU9070323', 'TCLU4265449']);
      expect(notes.map(({ problem }) => problem)).toEqual([
        { code: 'PASTE_TOTALS', params: { rows: { list: ['2'] } } },
      ]);
    }
    // Texts that a table may contain stay, and so do rows with another beginning.
    const { rows } = pasteCells(into(), { row: 0, column: 0 }, 'A\t1\nTotal\t13\nSumo\t2');
    expect(rows.map((row) => row.containerNo)).toEqual(['A', 'Total', 'Sumo']);
  });

  test('under an unknown header are named', () => {
    const done = pasteCells(into(), { row: 0, column: 0 }, 'Container No\tPackages\tTare\nB\t7\t2200');
    expect(done.rows).toMatchObject([{ containerNo: 'B', packages: 7 }]);
    expect(done.notes.map(({ problem }) => problem)).toEqual([
      { code: 'PASTE_COLUMN', params: { value: '2200', n: 1, column: 'Tare' } },
    ]);
  });

  test('take their decimal sign from the whole block; an ambiguous one is kept and named', () => {
    const sign = pasteCells(into(), { row: 0, column: 0 }, 'A\t1\t12,500\nB\t2\t0,42');
    expect(sign.rows.map(({ weight: one }) => one)).toEqual([12.5, 0.42]);
    expect(sign.notes).toEqual([]);
    const thousands = pasteCells(into(), { row: 0, column: 0 }, 'A\t1\t12,500\nB\t2\t0.42');
    expect(thousands.rows.map(({ weight: one }) => one)).toEqual([12500, 0.42]);
    // Asked once before anything is inserted: the number decides.
    const block = readClipboard({ text: 'A\t1\t12,500\nB\t2\t13,250', html: '' });
    const at = { row: 0, column: 0 };
    expect(paste(into(), at, block).open).toBe('12,500');
    const weights = (['comma', 'point'] as const).map((sign) => {
      const { rows, open, notes } = paste(into(), at, block, sign);
      expect([open, notes]).toEqual([undefined, []]);
      return rows.map(({ weight: one }) => one);
    });
    expect(weights).toEqual([
      [12.5, 13.25],
      [12_500, 13_250],
    ]);
    expect(pasteCells(into(), at, 'A\t1\t1.5').open).toBeUndefined();
    const open = pasteCells(into(), { row: 0, column: 0 }, 'A\t1\t12,500');
    expect(open.rows.map(({ weight: one }) => one)).toEqual(['12,500']);
    expect(open.notes).toMatchObject([
      { cell: { row: 1, column: 'weight' }, problem: { code: 'NUMBER_SEPARATOR' } },
    ]);
  });

  test('add no row at the end when they are blank', () => {
    const { rows } = pasteCells(into(), { row: 0, column: 0 }, 'A\t1\n\t\n\t\n');
    expect(rows).toHaveLength(1);
  });
});

test('reads the contents of a table with its record and not in its list', () => {
  const row = z.object({ no: text(5), lines: table('test', shape, 5) });
  expect(Object.keys(listedRow(row).shape)).toEqual(['no']);
  expect(findMeta(row.shape.lines)?.kind).toBe('table');
});

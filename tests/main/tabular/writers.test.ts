import * as SheetJS from '@e965/xlsx';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCsv } from '../../../main/tabular/csv';
import { csvCell, writeCsv } from '../../../main/tabular/csvWriter';
import {
  type ExportCell,
  type ExportColumn,
  exactNumber,
  shownTime,
  timeSerial,
} from '../../../main/tabular/exportCell';
import type { TextTable } from '../../../main/tabular/table';
import { readXlsx } from '../../../main/tabular/xlsx';
import { sheetName, writeXlsx } from '../../../main/tabular/xlsxWriter';
import { long } from '../../support/long';

const runs = long ? 3_000 : 100;
const options = { maxRows: 5000 };
const columns: ExportColumn[] = [
  { header: '单号', kind: 'text' },
  { header: 'Weight', kind: 'number', decimals: 3 },
  { header: 'Day', kind: 'date' },
  { header: 'ETA', kind: 'dateTime' },
];

async function bytesOf(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

const grid = (table: TextTable): string[][] =>
  Array.from({ length: table.rowCount }, (_, row) =>
    Array.from({ length: table.columnCount }, (_, column) => table.text(row, column)),
  );

describe('the csv writer', () => {
  test('writes a byte order mark, CRLF, and every value in its form', async () => {
    const rows: ExportCell[][] = [
      ['007', '12.500', '2026-11-03', '2026-11-03T08:15:00'],
      ['a,"b"\nc', 1.5, null, '2026-11-03 08:15:30'],
      [null, undefined, '', ''],
      [true, -5, 'n/a', ' x'],
    ];
    expect((await bytesOf(writeCsv(columns, rows))).toString()).toBe(
      '\ufeff单号,Weight,Day,ETA\r\n' +
        '007,12.500,03/11/2026,03/11/2026 08:15\r\n' +
        '"a,""b""\nc",1.5,,03/11/2026 08:15:30\r\n' +
        ',,,\r\n' +
        'Y,-5,n/a," x"\r\n',
    );
    expect((await bytesOf(writeCsv(columns.slice(0, 1), [['']], { bom: false }))).toString()).toBe(
      '单号\r\n""\r\n',
    );
  });

  test.each([
    ['=1+1', "'=1+1"],
    ['+86 138', "'+86 138"],
    ['-5', "'-5"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', '"\'\t\'=1"'],
    ['\r=1', '"\'\r\'=1"'],
    ['\n=1', '"\'\n\'=1"'],
    ['＝1', "'＝1"],
    ["'=1", "''=1"],
    ["'text", "'text"],
    ['a=1', 'a=1'],
    ['a;=1', '"a;\'=1"'],
  ])('writes the text %j as %j, which no spreadsheet runs, and reads it back', (text, written) => {
    expect(csvCell(text)).toBe(written);
    const { table } = readCsv(Buffer.from(`x,${written}`), 'x', options);
    expect(table.text(0, 1)).toBe(text);
  });

  test('writes any text so that it reads back exactly, and nothing can run', async () => {
    const text = fc
      .oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^['=+@\-\t\r\n",;|a ]{0,8}$/))
      .map((value) => value.replace(/[\0\ud800-\udfff]/g, ''));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(text, { minLength: 2, maxLength: 2 }), { minLength: 1 }),
        async (cells) => {
          const bytes = await bytesOf(
            writeCsv(
              columns.slice(0, 2).map(({ header }) => ({ header, kind: 'text' as const })),
              cells,
            ),
          );
          const { table } = readCsv(bytes, 'x', { ...options, separator: ',' });
          expect(grid(table).slice(1)).toEqual(cells.filter((row) => row.some((cell) => cell.trim() !== '')));
          const seen: string[][] = parse(bytes, { bom: true, relax_column_count: true });
          for (const cell of seen.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/);
        },
      ),
      { numRuns: runs },
    );
  });
});

describe('the xlsx writer', () => {
  const cellOf = async (cell: ExportCell, kind: ExportColumn['kind']) => {
    const bytes = await bytesOf(writeXlsx([{ header: 'x', kind, decimals: 2 }], [[cell]], { sheet: 'S' }));
    const book = SheetJS.read(bytes, { cellNF: true, cellFormula: true });
    return { ...(book.Sheets.S?.A2 as SheetJS.CellObject | undefined), name: book.SheetNames[0] };
  };

  test.each<[ExportCell, ExportColumn['kind'], object]>([
    ['007', 'text', { t: 's', v: '007' }],
    ['=1+1', 'text', { t: 's', v: '=1+1' }],
    ['12', 'text', { t: 's', v: '12' }],
    ['12.5', 'number', { t: 'n', v: 12.5, z: '0.00' }],
    [12.5, 'number', { t: 'n', v: 12.5 }],
    ['=1+1', 'number', { t: 's', v: '=1+1' }],
    ['12345678901234567', 'number', { t: 's', v: '12345678901234567' }],
    ['123456789012.25', 'number', { t: 'n', v: 123456789012.25 }],
    ['2026-11-03', 'date', { t: 'n', v: 46329, z: 'dd/mm/yyyy' }],
    ['2026-11-03T08:15:00', 'dateTime', { t: 'n', v: 46329.34375, z: 'dd/mm/yyyy hh:mm' }],
    ['=HYPERLINK("x")', 'date', { t: 's', v: '=HYPERLINK("x")' }],
    [false, 'text', { t: 's', v: 'N' }],
    ['a_x000D_b', 'text', { t: 's', v: 'a_x000D_b' }],
    ['', 'text', {}],
    [null, 'number', {}],
  ])('writes %j as %s', async (cell, kind, expected) => {
    const found = await cellOf(cell, kind);
    expect(found).toMatchObject(expected);
    expect(found.f).toBeUndefined();
  });

  test('cuts text too long for a cell, visibly', async () => {
    const bytes = await bytesOf(
      writeXlsx([{ header: 'x', kind: 'text' }], [['x'.repeat(50_000)]], { sheet: 'S' }),
    );
    const { table } = await readXlsx(bytes, 'x', options);
    expect([table.text(1, 0).length, table.text(1, 0).at(-1)]).toEqual([32_767, '…']);
  });

  test('starts a new sheet with the header when one is full', async () => {
    const rows = Array.from({ length: 9 }, (_, at) => [String(at)]);
    const bytes = await bytesOf(
      writeXlsx([{ header: 'x', kind: 'text' }], rows, { sheet: 'List', maxRows: 5 }),
    );
    const book = SheetJS.read(bytes);
    expect(book.SheetNames).toEqual(['List', 'List_2', 'List_3']);
    expect(SheetJS.utils.sheet_to_json(book.Sheets.List_3 as SheetJS.WorkSheet, { header: 1 })).toEqual([
      ['x'],
      ['8'],
    ]);
  });

  test('writes any text so that it reads back exactly', async () => {
    const text = fc.string({ unit: 'grapheme' }).map((value) => value.replace(/\p{C}/gu, ''));
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.array(fc.oneof(text, fc.constantFrom('_x0041_', '=1', '007', '1E5', ' x ')), {
            minLength: 2,
            maxLength: 2,
          }),
          { minLength: 1 },
        ),
        async (cells) => {
          const bytes = await bytesOf(
            writeXlsx(
              [
                { header: 'a', kind: 'text' },
                { header: 'b', kind: 'text' },
              ],
              cells,
              { sheet: 'S' },
            ),
          );
          const { table } = await readXlsx(bytes, 'x', options);
          expect(grid(table).slice(1)).toEqual(cells.filter((row) => row.some((cell) => cell.trim() !== '')));
        },
      ),
      { numRuns: runs },
    );
  });

  test('stops its rows when the reader stops', async () => {
    let ended = false;
    async function* rows() {
      try {
        for (;;) yield ['x'.repeat(100)];
      } finally {
        ended = true;
      }
    }
    for await (const _ of writeXlsx([{ header: 'x', kind: 'text' }], rows(), { sheet: 'S' })) break;
    expect(ended).toBe(true);
  });

  test.each([
    ['Bills', 'Bills'],
    ["a[b]:c*d?e/f\\'", 'a b  c d e f'],
    ['', 'Sheet1'],
    ['History', 'Sheet1'],
    ['x'.repeat(40), 'x'.repeat(31)],
    ['Error / 错误原因', 'Error   错误原因'],
  ])('names the sheet %j as %j', (name, allowed) => expect(sheetName(name)).toBe(allowed));
});

test('writes dates and numbers of exports', () => {
  expect([
    shownTime('2026-11-03'),
    shownTime('2026-11-03T08:15'),
    shownTime('2026-11-03T08:15:30'),
    shownTime('soon'),
  ]).toEqual(['03/11/2026', '03/11/2026 08:15', '03/11/2026 08:15:30', 'soon']);
  expect([
    timeSerial('2026-11-03'),
    timeSerial('2026-11-03 12:00'),
    timeSerial('2026-13-03'),
    timeSerial('x'),
  ]).toEqual([46329, 46329.5, undefined, undefined]);
  expect([
    exactNumber('1.50'),
    exactNumber('0.000000001'),
    exactNumber('1234567890123456'),
    exactNumber('1e5'),
    exactNumber(Number.NaN),
  ]).toEqual([1.5, 1e-9, undefined, undefined, undefined]);
});

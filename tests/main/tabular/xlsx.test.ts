import * as SheetJS from '@e965/xlsx';
import fc from 'fast-check';
import { writeXlsx as writeByHucre } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { numberText } from '../../../main/tabular/spreadsheetText';
import type { TextTable } from '../../../main/tabular/table';
import type { TabularError } from '../../../main/tabular/tabularError';
import { readXls } from '../../../main/tabular/xls';
import { readXlsx, type SheetFile } from '../../../main/tabular/xlsx';
import { long } from '../../support/long';
import { stylesOf, xlsxOf, xlsxParts } from './officeFiles';

const runs = long ? 1_000 : 40;
const options = { maxRows: 1000 };

const rowsOf = (table: TextTable): [number, string[]][] =>
  Array.from({ length: table.rowCount }, (_, row) => [
    table.number(row),
    Array.from({ length: table.columnCount }, (_, column) => table.text(row, column)),
  ]);

async function codeOf(run: Promise<unknown>): Promise<unknown> {
  try {
    await run;
    return undefined;
  } catch (error) {
    return (error as TabularError).problem?.code ?? error;
  }
}

const sheet = (rows: string, after = '') => `<sheetData>${rows}</sheetData>${after}`;
const read = (xml: string, more: Parameters<typeof xlsxParts>[1] = {}) =>
  readXlsx(xlsxOf(xlsxParts(xml, more)), 'x.xlsx', options);

describe('a cell of an xlsx file', () => {
  test('is read as text, whatever its type', async () => {
    const {
      table,
      sheets,
      sheet: name,
    } = await read(
      sheet(
        `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="inlineStr"><is><t xml:space="preserve"> x </t></is></c></row>` +
          `<row r="3"><c r="A3"><v>12.5</v></c><c r="C3" t="b"><v>1</v></c><c r="D3" t="str"><v>text</v></c><c r="E3" t="d"><v>2026-11-03T08:15:00</v></c><c r="F3" t="b"><v>0</v></c></row>` +
          `<row><c><v>7</v></c><c t="inlineStr"><is><r><t>a</t></r><r><t>b</t></r><rPh sb="0" eb="1"><t>no</t></rPh></is></c></row>`,
      ),
      {
        strings: ['<t>提单号</t>', '<r><t>rich </t></r><r><t>text</t></r><rPh sb="0" eb="1"><t>no</t></rPh>'],
      },
    );
    expect({ sheets, name }).toEqual({ sheets: ['Sheet1'], name: 'Sheet1' });
    expect(rowsOf(table)).toEqual([
      [1, ['提单号', 'rich text', ' x ', '', '', '']],
      [3, ['12.5', '', 'TRUE', 'text', '2026-11-03 08:15:00', 'FALSE']],
      [4, ['7', 'ab', '', '', '', '']],
    ]);
    expect(table.blankRows).toEqual([{ from: 2, to: 2 }]);
  });

  test.each([
    ['0.1', '0.1'],
    ['0.30000000000000004', '0.3'],
    ['1.1000000000000001', '1.1'],
    ['110', '110'],
    ['1.1E+2', '110'],
    ['123456789012345', '123456789012345'],
    ['868000000000000', '868000000000000'],
    ['1234567890123456', '1.23456789012346E+15'],
    ['1e308', '1E+308'],
    ['-0', '0'],
    ['1E-3', '0.001'],
    ['0.0000001', '0.0000001'],
    ['1.5e-10', '0.00000000015'],
    ['1e-20', '1E-20'],
    ['-12.50', '-12.5'],
    ['', ''],
    ['nonsense', 'nonsense'],
  ])('is read with number %s as %s', async (raw, text) => {
    const { table } = await read(
      sheet(`<row r="1"><c r="A1" t="inlineStr"><is><t>x</t></is></c><c r="B1"><v>${raw}</v></c></row>`),
    );
    expect(table.text(0, 1)).toBe(text);
  });

  const formats = [
    'dd/mm/yyyy',
    'dd/mm/yyyy hh:mm',
    'hh:mm',
    'yyyy"年"m"月"d"日"',
    '[$-804]yyyy/m/d h:mm AM/PM',
    '#,##0.00',
    '[Red]0.00',
    '@',
    'mmm-yy',
    '0.00E+00',
    '[h]:mm',
    '"day "0',
    'General',
    'm/d',
    'd\\.m\\.yyyy',
  ];
  test.each<[string, string, string]>([
    ['dd/mm/yyyy', '46329', '2026-11-03'],
    ['dd/mm/yyyy', '46329.34375', '2026-11-03 08:15:00'],
    ['dd/mm/yyyy hh:mm', '46329', '2026-11-03 00:00:00'],
    ['dd/mm/yyyy hh:mm', '46329.326388888889', '2026-11-03 07:50:00'],
    ['dd/mm/yyyy hh:mm', '46329.999999999', '2026-11-04 00:00:00'],
    ['hh:mm', '0.34375', '08:15:00'],
    ['hh:mm', '46329.34375', '2026-11-03 08:15:00'],
    ['yyyy"年"m"月"d"日"', '46329', '2026-11-03'],
    ['[$-804]yyyy/m/d h:mm AM/PM', '46329.5', '2026-11-03 12:00:00'],
    ['mmm-yy', '46329', '2026-11-03'],
    ['m/d', '46329', '2026-11-03'],
    ['d\\.m\\.yyyy', '46329', '2026-11-03'],
    ['#,##0.00', '46329', '46329'],
    ['[Red]0.00', '46329', '46329'],
    ['@', '46329', '46329'],
    ['0.00E+00', '46329', '46329'],
    ['[h]:mm', '1.5', '1.5'],
    ['"day "0', '46329', '46329'],
    ['General', '46329', '46329'],
    ['dd/mm/yyyy', '60', '1900-02-29'],
    ['dd/mm/yyyy', '59', '1900-02-28'],
    ['dd/mm/yyyy', '61', '1900-03-01'],
    ['dd/mm/yyyy', '-1', '-1'],
    ['dd/mm/yyyy', '1e9', '1000000000'],
  ])('is read in format %s with number %s as %s', async (format, raw, text) => {
    const row = sheet(`<row r="1"><c r="A1" s="${formats.indexOf(format)}"><v>${raw}</v></c></row>`);
    expect((await read(row, { styles: stylesOf(formats) })).table.text(0, 0)).toBe(text);
  });

  test('is read as a date of the 1904 system', async () => {
    const row = sheet(`<row r="1"><c r="A1" s="0"><v>44867.34375</v></c></row>`);
    expect((await read(row, { styles: stylesOf(['dd/mm/yyyy']), date1904: true })).table.text(0, 0)).toBe(
      '2026-11-03 08:15:00',
    );
  });

  test('is read with escapes of characters that XML cannot contain', async () => {
    const { table } = await read(sheet('<row r="1"><c r="A1" t="s"><v>0</v></c></row>'), {
      strings: ['<t>a_x000D_b_x005F_x0041_</t>'],
    });
    expect(table.text(0, 0)).toBe('a\rb_x0041_');
  });

  test('is marked when it has a formula, an error or is merged', async () => {
    const { table } = await read(
      sheet(
        '<row r="1"><c r="A1" t="inlineStr"><is><t>title</t></is></c></row>' +
          '<row r="2"><c r="A2"><f>1+1</f><v>2</v></c><c r="B2" t="e"><v>#N/A</v></c><c r="C2"><f t="shared" si="0"/></c></row>' +
          '<row r="3"><c r="A3"><v>1</v></c></row><row r="4"><c r="B4"><v>1</v></c></row>',
        '<mergeCells><mergeCell ref="A3:B4"/><mergeCell ref="nonsense"/><mergeCell ref="A1:XFD1"/></mergeCells>',
      ),
    );
    expect([table.mark(1, 0), table.mark(1, 1), table.mark(1, 2)]).toEqual(['computed', 'error', 'formula']);
    expect([table.text(1, 0), table.text(1, 1), table.text(1, 2)]).toEqual(['2', '#N/A', '']);
    expect([
      table.mark(2, 0),
      table.mark(2, 1),
      table.mark(3, 0),
      table.mark(3, 1),
      table.mark(1, 3),
    ]).toEqual([undefined, 'merged', undefined, 'merged', undefined]);
    // The text of a merged cell applies to each of its rows, in the first of its columns.
    expect([table.text(2, 0), table.text(3, 0), table.text(3, 1), table.isEdited(3, 0)]).toEqual([
      '1',
      '1',
      '1',
      false,
    ]);
    expect([table.markedRows('filled'), table.markedRows('computed')]).toEqual([
      [{ from: 4, to: 4 }],
      [{ from: 2, to: 2 }],
    ]);
    table.edit(1, 0, '2');
    expect(table.mark(1, 0)).toBeUndefined();
  });
});

describe('the sheets of an xlsx file', () => {
  const parts = xlsxParts(sheet('<row r="1"><c r="A1"><v>1</v></c></row>'));
  const workbook = (sheets: string) => ({
    ...parts,
    'xl/workbook.xml': (parts['xl/workbook.xml'] ?? '').replace(
      /<sheets>.*<\/sheets>/,
      `<sheets>${sheets}</sheets>`,
    ),
  });

  test('are reduced to the first visible one', async () => {
    const file = xlsxOf(
      workbook('<sheet name="Hidden" state="hidden" r:id="rId9"/><sheet name="数据" r:id="rId1"/>'),
    );
    expect(await readXlsx(file, 'x', options)).toMatchObject({ sheet: '数据', sheets: ['数据'] });
  });
  test('are read by name on request, if they exist', async () => {
    const two: Record<string, string> = {
      ...workbook('<sheet name="A" r:id="rId1"/><sheet name="B" r:id="rId4"/>'),
      'xl/worksheets/sheet2.xml': parts['xl/worksheets/sheet1.xml']?.replace('<v>1</v>', '<v>2</v>') ?? '',
    };
    two['xl/_rels/workbook.xml.rels'] =
      two['xl/_rels/workbook.xml.rels']?.replace(
        '</Relationships>',
        '<Relationship Id="rId4" Type="http://x/worksheet" Target="worksheets/sheet2.xml"/></Relationships>',
      ) ?? '';
    const chosen = await readXlsx(xlsxOf(two), 'x', { ...options, sheet: 'B' });
    expect([chosen.sheets, chosen.table.text(0, 0)]).toEqual([['A', 'B'], '2']);
    expect(await codeOf(readXlsx(xlsxOf(two), 'x', { ...options, sheet: 'C' }))).toBe('FILE_SHEET');
  });
});

/** Values of every kind of cell, as written and as expected when read. */
const value = fc.oneof(
  fc
    .record({
      write: fc
        .string({ unit: 'grapheme', maxLength: 8 })
        .filter((text) => !/\p{C}|_x[0-9a-f]{4}_/iu.test(text) && text.trim() !== ''),
    })
    .map(({ write }) => ({ write, read: write })),
  fc.integer({ min: -1e9, max: 1e9 }).map((write) => ({ write, read: String(write) })),
  fc
    .double({ min: -1e9, max: 1e9, noNaN: true })
    // SheetJS writes the smallest ones wrong.
    .filter((write) => Math.abs(write) > 1e-9)
    .map((write) => ({ write, read: numberText(write) })),
  fc.boolean().map((write) => ({ write, read: write ? 'TRUE' : 'FALSE' })),
  fc.constantFrom('提单号', '张三, "李四"', '007', '=1+1', '  x').map((write) => ({ write, read: write })),
  fc.constant({ write: null, read: '' }),
);
const grid = fc.array(fc.array(value, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 6 });

function expected(cells: readonly (readonly { read: string }[])[]): [number, string[]][] {
  const rows = cells
    .map((row, at): [number, string[]] => [at + 1, row.map((cell) => cell.read)])
    .filter(([, row]) => row.some((cell) => cell.trim() !== ''));
  const width = Math.max(0, ...rows.map(([, row]) => row.findLastIndex((cell) => cell !== '') + 1));
  return rows.map(([number, row]) => [number, Array.from({ length: width }, (_, at) => row[at] ?? '')]);
}

describe('a spreadsheet of another program', () => {
  test.each(['shared', 'inline'] as const)('is read exactly: hucre, %s strings', async (stringMode) => {
    await fc.assert(
      fc.asyncProperty(grid, async (cells) => {
        const bytes = await writeByHucre({
          sheets: [{ name: 'S', rows: cells.map((row) => row.map(({ write }) => write)) }],
          stringMode,
        });
        expect(rowsOf((await readXlsx(bytes, 'x', options)).table)).toEqual(expected(cells));
      }),
      { numRuns: runs },
    );
  });

  const bySheetJS = (
    cells: readonly (readonly { write: unknown }[])[],
    bookType: SheetJS.BookType,
  ): Uint8Array => {
    const book = SheetJS.utils.book_new();
    SheetJS.utils.book_append_sheet(
      book,
      SheetJS.utils.aoa_to_sheet(cells.map((row) => row.map(({ write }) => write))),
      'S',
    );
    return new Uint8Array(SheetJS.write(book, { type: 'array', bookType }));
  };

  test.each<[SheetJS.BookType, (bytes: Uint8Array) => Promise<SheetFile>]>([
    ['xlsx', (bytes) => readXlsx(bytes, 'x', options)],
    ['biff8', (bytes) => readXls(bytes, 'x', options)],
  ])('is read exactly: SheetJS, %s', async (bookType, reader) => {
    await fc.assert(
      fc.asyncProperty(grid, async (cells) => {
        expect(rowsOf((await reader(bySheetJS(cells, bookType))).table)).toEqual(expected(cells));
      }),
      { numRuns: runs },
    );
  });

  test('is read as xls with dates, errors and merged cells', async () => {
    const ws = SheetJS.utils.aoa_to_sheet([
      ['a', 'b', 'c'],
      [1, 2, 3],
      ['x', 'y', 'z'],
    ]);
    ws.A2 = { t: 'n', v: 46329.34375, z: 'dd/mm/yyyy hh:mm' };
    ws.C2 = { t: 'e', v: 42 };
    ws['!merges'] = [{ s: { r: 2, c: 0 }, e: { r: 2, c: 1 } }];
    const book = SheetJS.utils.book_new();
    SheetJS.utils.book_append_sheet(book, ws, '数据');
    const { table, sheet: name } = await readXls(
      new Uint8Array(SheetJS.write(book, { type: 'array', bookType: 'biff8' })),
      'x.xls',
      options,
    );
    expect(name).toBe('数据');
    expect(rowsOf(table)[1]).toEqual([2, ['2026-11-03 08:15:00', '2', '#N/A']]);
    expect([table.mark(1, 1), table.mark(1, 2), table.mark(2, 0), table.mark(2, 1)]).toEqual([
      undefined,
      'error',
      undefined,
      'merged',
    ]);
  });

  test('is refused with rows beyond the limit', async () => {
    const cells = Array.from({ length: 1100 }, () => [{ write: 1 }]);
    expect(await codeOf(readXlsx(bySheetJS(cells, 'xlsx'), 'x', options))).toBe('FILE_ROWS');
    expect(await codeOf(readXls(bySheetJS(cells, 'biff8'), 'x', options))).toBe('FILE_ROWS');
  });
});

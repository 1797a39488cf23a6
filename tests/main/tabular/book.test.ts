import { explain } from '@contract/errors';
import { code, count, date, text } from '@contract/fields';
import { bookTemplate, type ImportColumn, sheetKey } from '@contract/importing/template';
import { containerNo, hbl, mbl } from '@contract/rules/codes';
import { hsCode } from '@contract/rules/customs';
import * as SheetJS from '@e965/xlsx';
import { describe, expect, test } from 'vitest';
import { openBook } from '../../../main/tabular/book';
import type { CheckedTable } from '../../../main/tabular/check';
import { matchTable } from '../../../main/tabular/match';
import { ERROR_HEADER } from '../../../main/tabular/ownColumns';
import { canonicalFile, errorFile } from '../../../main/tabular/sendFile';
import { checkAcross, checkSheets, countsOfAll, setForeignOf } from '../../../main/tabular/sheets';
import { TabularError } from '../../../main/tabular/tabularError';
import { templateFile } from '../../../main/tabular/templateFile';

const column = (
  key: string,
  [en, cn]: readonly [string, string],
  field: ImportColumn['field'],
  examples: ImportColumn['examples'],
  required = true,
): ImportColumn => ({ key, en, cn, field, required, examples });
const house = (required: boolean) =>
  column('hblNo', ['HBL', '分提单号'], code(hbl), ['PLDR26110045', 'PLDR26110046', 'PLDR26110047'], required);
const of = {
  sheet: 'header',
  by: 'hblNo',
  name: ({ hblNo }: Readonly<Record<string, unknown>>) => (hblNo as string | null) ?? null,
  uses: ['hblNo'],
};

const template = bookTemplate({
  name: 'isf',
  maxRows: 50,
  sheets: [
    {
      sheet: { key: 'header', aliases: ['Shipments'], required: true },
      unique: ['hblNo'],
      row: () => [],
      columns: [
        column('mblNo', ['MBL', '主提单号'], code(mbl), [
          'COSU6345678901',
          'COSU6345678902',
          'COSU6345678903',
        ]),
        house(true),
        column('etd', ['ETD', '预计离港'], date(), ['03/11/2026', '04/11/2026', '05/11/2026'], false),
      ],
    },
    {
      sheet: { key: 'lines', required: true, of },
      unique: ['hblNo', 'lineNo'],
      row: () => [],
      columns: [
        house(false),
        column('lineNo', ['Line', '行号'], count(1, 999), ['1', '1', '1']),
        column('hts', ['HTS', '税号'], code(hsCode), ['610910', '950300', '940360']),
        column('description', ['Description', '描述'], text(70), ['T-SHIRT', 'TOY', 'SHELF'], false),
      ],
    },
    {
      sheet: { key: 'containers', required: false, of },
      unique: [],
      row: () => [],
      columns: [
        house(true),
        column('containerNo', ['Container', '柜号'], code(containerNo), [
          'CSQU3054383',
          'MSKU1234565',
          'DMOU7001234',
        ]),
      ],
    },
  ],
});

type Rows = readonly (readonly (string | number | Date)[])[];
type Book = Readonly<Record<string, Rows>>;

function workbook(book: Book, type: 'xlsx' | 'biff8' = 'xlsx'): Uint8Array {
  const made = SheetJS.utils.book_new();
  for (const [name, rows] of Object.entries(book))
    SheetJS.utils.book_append_sheet(made, SheetJS.utils.aoa_to_sheet(rows.map((row) => [...row])), name);
  return new Uint8Array(SheetJS.write(made, { type: 'array', bookType: type }) as ArrayBuffer);
}

const GOOD: Book = {
  Header: [
    ['MBL', 'HBL', 'ETD', 'Our note'],
    ['COSU6345678901', 'PLDR26110045', '03/11/2026', 'first'],
    ['COSU6345678902', 'PLDR26110046', '', ''],
  ],
  Lines: [
    ['HBL', 'Line', 'HTS', 'Description'],
    ['PLDR26110045', 1, '610910', 'T-SHIRT'],
    ['PLDR26110045', 2, '030749', ''],
    ['PLDR26110046', 1, '950300', 'TOY'],
  ],
  Containers: [
    ['HBL', 'Container'],
    ['PLDR26110045', 'CSQU3054383'],
    ['PLDR26110046', 'MSKU1234565'],
  ],
};

async function checked(bytes: Uint8Array, name = 'x.xlsx'): Promise<CheckedTable[]> {
  const { parts } = await openBook(bytes, name, template, { types: template.types });
  return checkSheets(parts, ({ table, template: own }) => ({
    mapping: matchTable(table, own, 0).columns.map(({ key }) => key),
  }));
}

const issuesOf = (sheets: readonly CheckedTable[]): string[] =>
  sheets.flatMap((sheet) =>
    [...sheet.rows('all')].flatMap((row) =>
      sheet.issues(row).map(({ column: key, level, code: found, problem }) => {
        for (const language of ['en', 'cn'] as const)
          if (problem) expect(explain(language, problem, key)).not.toMatch(/[{}]|undefined/);
        return `${sheetKey(sheet.template)} ${sheet.table.number(row)} ${key} ${level} ${found}`;
      }),
    ),
  );

async function problemOf(run: Promise<unknown>) {
  const error = await run.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  if (!(error instanceof TabularError)) return error;
  for (const language of ['en', 'cn'] as const)
    expect(explain(language, error.problem)).not.toMatch(/[{}]|undefined/);
  return explain('en', error.problem);
}

async function bytesOf(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

const csvText = (rows: Rows) =>
  Buffer.from(rows.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\r\n'));
const UNION = ['Sheet', 'MBL', 'HBL', 'ETD', 'Line', 'HTS', 'Container'];
const asCsv: Rows = [
  UNION,
  ['Lines', '', 'PLDR26110045', '', '1', '610910', ''],
  ['Header', 'COSU6345678901', 'PLDR26110045', '03/11/2026', '', '', ''],
  ['集装箱', '', 'PLDR26110045', '', '', '', 'CSQU3054383'],
];

describe('a workbook of several sheets', () => {
  test.each(['xlsx', 'biff8'] as const)('has each sheet checked by its own columns: %s', async (type) => {
    const sheets = await checked(workbook(GOOD, type), type === 'xlsx' ? 'x.xlsx' : 'x.xls');
    expect(sheets.map(({ template: own, counts }) => [sheetKey(own), counts.rows])).toEqual([
      ['header', 2],
      ['lines', 3],
      ['containers', 2],
    ]);
    expect(issuesOf(sheets)).toEqual([]);
    expect(countsOfAll(sheets)).toEqual({ rows: 7, ok: 7, warnings: 0, errors: 0, left: 0 });
    const [header, lines] = sheets;
    expect(header?.read(1).values).toEqual({
      mblNo: 'COSU6345678901',
      hblNo: 'PLDR26110045',
      etd: '2026-11-03',
    });
    expect(lines?.read(2).values).toMatchObject({ lineNo: 2, hts: '030749', description: null });
  });

  test.each(['xlsx', 'biff8'] as const)(
    'has a hidden sheet read and named, or left out: %s',
    async (type) => {
      const made = SheetJS.read(workbook(GOOD, 'xlsx'), { type: 'buffer', cellStyles: true });
      made.Workbook = {
        Sheets: made.SheetNames.map((name) => ({ name, Hidden: name === 'Containers' ? 1 : 0 })),
      };
      const bytes = SheetJS.write(made, { type: 'buffer', bookType: type }) as Buffer;
      const name = type === 'biff8' ? 'x.xls' : 'x.xlsx';
      const options = { types: template.types };
      const taken = await openBook(bytes, name, template, options);
      expect(taken.parts.map(({ template: own }) => sheetKey(own))).toEqual([
        'header',
        'lines',
        'containers',
      ]);
      expect(taken.hiddenTaken).toEqual(['Containers']);
      const left = await openBook(bytes, name, template, { ...options, leaveHidden: true });
      expect(left.parts.map(({ template: own }) => sheetKey(own))).toEqual(['header', 'lines']);
      expect([left.hiddenTaken, left.hiddenSheets]).toEqual([[], ['Containers']]);
    },
  );

  test('is matched by sheet names in either language, by aliases, in any order', async () => {
    const { Header = [], Lines = [], Containers = [] } = GOOD;
    const other = workbook({ 集装箱: Containers, Notes: [['free text']], 明细: Lines, shipments: Header });
    expect(issuesOf(await checked(other))).toEqual([]);
    expect(countsOfAll(await checked(other)).rows).toBe(7);
  });

  test('may lack an optional sheet, and is refused without a required one, by name', async () => {
    const { Header = [], Lines = [], Containers = [] } = GOOD;
    expect((await checked(workbook({ Header, Lines }))).map((one) => sheetKey(one.template))).toEqual([
      'header',
      'lines',
    ]);
    expect((await checked(workbook({ Header, Lines, Containers: [] }))).length).toBe(2);
    expect(
      countsOfAll(await checked(workbook({ Header, Lines, Containers: [['HBL', 'Container']] }))).rows,
    ).toBe(5);
    expect(await problemOf(checked(workbook({ Header, Containers })))).toBe(
      'x.xlsx has no data in a sheet named Lines. Its sheets are: Header, Containers. Rename the sheet, or fill in the template of this import',
    );
    expect(await problemOf(checked(workbook({ Header, Lines: [] })))).toContain(
      'no data in a sheet named Lines',
    );
    expect(await problemOf(checked(workbook({ Header, Lines: [['HBL', 'Line', 'HTS']] })))).toBe(
      explain('en', { code: 'FILE_EMPTY' }),
    );
  });

  test('has missing columns reported with their sheet', async () => {
    const { Header = [], Containers = [] } = GOOD;
    const Lines: Rows = [
      ['HBL', 'Line'],
      ['PLDR26110045', 1],
    ];
    expect(await problemOf(checked(workbook({ Header, Lines, Containers })))).toBe(
      'Required columns of the sheet Lines are missing: HTS. Match them by hand, or fill in the template of this import',
    );
  });

  test('has a row limit for each sheet', async () => {
    const many = Array.from({ length: 51 }, (_, at) => ['PLDR26110045', at + 1, '610910', '']);
    const book = { ...GOOD, Lines: [['HBL', 'Line', 'HTS', 'Description'], ...many] };
    expect(await problemOf(checked(workbook(book)))).toBe(
      explain('en', { code: 'FILE_ROWS', params: { max: 50 } }),
    );
    expect(countsOfAll(await checked(workbook({ ...book, Lines: book.Lines.slice(0, 51) }))).rows).toBe(54);
  });
});

describe('checks between sheets', () => {
  const broken: Book = {
    Header: [...(GOOD.Header ?? []), ['COSU6345678903', 'PLDR26110045', '', '']],
    Lines: [...(GOOD.Lines ?? []), ['PLDR26119999', 1, '610910', ''], ['', 7, '610910', '']],
    Containers: [
      ['HBL', 'Container'],
      ['PLDR26110045', 'CSQU3054384'],
      ['PLDR26118888', 'MSKU1234565'],
    ],
  };

  test('report rows without parent, repeated numbers, and bills without rows', async () => {
    expect(issuesOf(await checked(workbook(broken)))).toEqual([
      'header 3 hblNo warning SHEET_NONE',
      'header 4 hblNo error ROW_DUPLICATE',
      // The lines and containers of that number belong to its first row.
      'header 4 hblNo warning SHEET_NONE',
      'header 4 hblNo warning SHEET_NONE',
      'lines 5 hblNo error SHEET_ORPHAN',
      'lines 6 hblNo error SHEET_WHICH',
      'containers 2 containerNo error CHECK_DIGIT',
      'containers 3 hblNo error SHEET_ORPHAN',
    ]);
  });

  test('are cleared in one sheet by an edit in the other', async () => {
    const sheets = await checked(workbook(broken));
    const [header, lines, containers] = sheets as [CheckedTable, CheckedTable, CheckedTable];
    lines.edit(4, 0, 'PLDR26110046');
    lines.edit(4, 1, '2');
    checkAcross(sheets);
    expect(issuesOf([lines])).toEqual(['lines 6 hblNo error SHEET_WHICH']);
    // Lines follow a renamed header when they are renamed too.
    header.edit(3, 1, 'PLDR26119999');
    lines.edit(5, 0, 'PLDR26119999');
    containers.edit(2, 0, 'PLDR26110046');
    containers.edit(1, 1, 'CSQU3054383');
    checkAcross(sheets);
    expect(issuesOf(sheets)).toEqual(['header 4 hblNo warning SHEET_NONE']);
    expect(countsOfAll(sheets)).toEqual({ rows: 10, ok: 9, warnings: 1, errors: 0, left: 0 });
    lines.edit(5, 0, 'PLDR26117777');
    checkAcross(sheets);
    expect(issuesOf([lines])).toEqual(['lines 6 hblNo error SHEET_ORPHAN']);
    expect(lines.counts.errors).toBe(1);
  });

  test('read an empty number as the only row there is', async () => {
    const { Header = [] } = GOOD;
    const Lines: Rows = [
      ['HBL', 'Line', 'HTS'],
      ['', 1, '610910'],
    ];
    expect(issuesOf(await checked(workbook({ Header: Header.slice(0, 2), Lines })))).toEqual([]);
    expect(issuesOf(await checked(workbook({ Header, Lines })))).toEqual([
      'header 2 hblNo warning SHEET_NONE',
      'header 3 hblNo warning SHEET_NONE',
      'lines 2 hblNo error SHEET_WHICH',
    ]);
  });

  test('show findings of the API in their sheet', async () => {
    const sheets = await checked(workbook(GOOD));
    setForeignOf(sheets, [
      { sheet: 'lines', row: 3, column: 'hts', level: 'error', code: 'HS_INVALID', message: 'no such code' },
      { sheet: 'header', row: 3, column: '', level: 'warning', code: 'DRAFT_LACKS', message: 'later' },
      { sheet: 'nowhere', row: 2, column: 'hts', level: 'error', code: 'HS_INVALID', message: 'left out' },
    ]);
    expect(issuesOf(sheets)).toEqual(['header 3  warning DRAFT_LACKS', 'lines 3 hts error HS_INVALID']);
    setForeignOf(sheets, []);
    expect(countsOfAll(sheets)).toEqual({ rows: 7, ok: 7, warnings: 0, errors: 0, left: 0 });
  });
});

describe('a csv with sheet names in its first column', () => {
  test('is read as its sheets, with the row numbers of the file', async () => {
    const sheets = await checked(csvText(asCsv), 'x.csv');
    expect(issuesOf(sheets)).toEqual([]);
    expect(sheets.map((sheet) => [sheetKey(sheet.template), sheet.table.number(1)])).toEqual([
      ['header', 3],
      ['lines', 2],
      ['containers', 4],
    ]);
    expect(sheets[0]?.read(1).values.etd).toBe('2026-11-03');
  });

  test.each<[string, Rows, string]>([
    [
      'a first column of another name',
      [
        ['MBL', 'HBL'],
        ['COSU6345678901', 'PLDR26110045'],
      ],
      'Sheet / 工作表',
    ],
    ['a row of no sheet', [...asCsv, ['Boxes', '', 'X', '', '', '', '']], 'Row 5: “Boxes” is not a sheet'],
    ['no row of a sheet', asCsv.filter(([sheet]) => sheet !== 'Lines'), 'no data in a sheet named Lines'],
    ['nothing', [], explain('en', { code: 'FILE_EMPTY' })],
  ])('is refused with %s', async (_, rows, message) => {
    expect(await problemOf(checked(csvText(rows), 'x.csv'))).toContain(message);
  });

  test('has a surplus cell reported in its sheet', async () => {
    const rows = [
      ...asCsv.slice(0, 3),
      ['containers', '', 'PLDR26110045', '', '', '', 'CSQU3054383', 'more'],
    ];
    expect(issuesOf(await checked(csvText(rows), 'x.csv'))).toEqual(['containers 4  error ROW_CELLS']);
  });

  test('keeps the letters of text that looks like a formula', async () => {
    const rows = [...asCsv.slice(0, 2), asCsv[2] ?? [], asCsv[3] ?? []];
    const [head = [], line = [], ...rest] = rows;
    const sheets = await checked(
      csvText([[...head, 'Description'], [...line, "'=1+1, x"], ...rest]),
      'x.csv',
    );
    expect(sheets[1]?.read(1).values.description).toBe('=1+1, x');
  });
});

describe('a written file of several sheets', () => {
  test('reads back from its csv as the same rows with the same numbers', async () => {
    const bytes = workbook({
      ...GOOD,
      Lines: [
        ...(GOOD.Lines ?? []).slice(0, 2),
        [],
        ...(GOOD.Lines ?? []).slice(2),
        ['PLDR26110046', 2, '77', ''],
      ],
    });
    const sheets = await checked(bytes);
    const sent = await bytesOf(canonicalFile(sheets));
    expect(sent.toString().split('\r\n').slice(0, 2)).toEqual([
      'Sheet,#,mblNo,hblNo,etd,lineNo,hts,description,containerNo',
      'header,2,COSU6345678901,PLDR26110045,2026-11-03,,,,',
    ]);
    const again = await checked(sent, 'sent.csv');
    const rowsOf = (tables: readonly CheckedTable[]) =>
      tables.map((sheet) => [...sheet.rows('all')].map((row) => [sheet.table.number(row), sheet.read(row)]));
    expect(rowsOf(again)).toEqual(rowsOf(sheets));
    expect(again[1]?.table.number(2)).toBe(4);
    expect(issuesOf(again)).toEqual(issuesOf(sheets));
    expect(issuesOf(again)).toEqual(['lines 6 hts error HS_FORMAT']);
  });

  const wrong: Book = { ...GOOD, Lines: [...(GOOD.Lines ?? []), ['PLDR26119999', 1, '610910', 'NOBODY']] };

  test('has the same sheets as an error file, whose reasons are ignored on import', async () => {
    const sheets = await checked(workbook(wrong));
    const all = await bytesOf(errorFile(sheets, 'all', 'xlsx', 'en'));
    const book = SheetJS.read(all);
    expect(book.SheetNames).toEqual(['Header', 'Lines', 'Containers']);
    const rows = (name: string) =>
      SheetJS.utils.sheet_to_json<string[]>(book.Sheets[name] as SheetJS.WorkSheet, { header: 1 });
    expect(rows('Header')[0]).toEqual(['MBL', 'HBL', 'ETD', 'Our note', ERROR_HEADER]);
    expect(rows('Lines').at(-1)).toEqual([
      'PLDR26119999',
      '1',
      '610910',
      'NOBODY',
      'HBL: “PLDR26119999” was not found in sheet Header',
    ]);
    const again = await checked(all);
    expect(issuesOf(again)).toEqual(['lines 5 hblNo error SHEET_ORPHAN']);
    expect(again[1]?.table.text(1, 1)).toBe('1');
    const errors = SheetJS.read(await bytesOf(errorFile(sheets, 'errors', 'xlsx', 'cn')));
    expect(errors.SheetNames).toEqual(['主表', '明细', '集装箱']);
    expect(SheetJS.utils.sheet_to_json(errors.Sheets.明细 as SheetJS.WorkSheet)).toHaveLength(1);
    expect(SheetJS.utils.sheet_to_json(errors.Sheets.主表 as SheetJS.WorkSheet)).toHaveLength(0);
  });

  test('names the sheet of each row as csv, and is imported again', async () => {
    const sheets = await checked(workbook(wrong));
    const csv = await bytesOf(errorFile(sheets, 'all', 'csv', 'cn'));
    expect(csv.toString()).toContain('工作表,MBL,HBL,ETD,Our note,Line,HTS,Description,Container');
    const again = await checked(csv, 'errors.csv');
    expect(countsOfAll(again)).toEqual(countsOfAll(sheets));
    expect(issuesOf(again)).toEqual(['lines 7 hblNo error SHEET_ORPHAN']);
  });

  test.each([
    ['en', 'xlsx'],
    ['cn', 'xlsx'],
    ['en', 'csv'],
    ['cn', 'csv'],
  ] as const)(
    'is accepted by the import as template in %s as %s, without its examples',
    async (language, format) => {
      const bytes = await templateFile(template, language, format);
      const name = `template.${format}`;
      const { parts } = await openBook(bytes, name, template, { types: template.types });
      expect(parts.map((part) => sheetKey(part.template))).toEqual(['header', 'lines', 'containers']);
      for (const { table, template: own } of parts) {
        const match = matchTable(table, own, 0);
        expect(match.columns.map(({ key }) => key)).toEqual([...own.columns.map(({ key }) => key), null]);
        expect(match.notices).toEqual([]);
        expect(table.rowCount).toBe(4);
      }
      expect(await problemOf(checked(bytes, name))).toBe(explain('en', { code: 'FILE_EMPTY' }));
      if (format === 'csv') return;
      const book = SheetJS.read(bytes);
      expect(book.SheetNames).toHaveLength(4);
      const guide = SheetJS.utils.sheet_to_json<string[]>(
        book.Sheets[book.SheetNames[3] ?? ''] as SheetJS.WorkSheet,
        {
          header: 1,
        },
      );
      expect(guide.slice(1, 10).map(([sheet, name]) => `${sheet} ${name}`)).toEqual(
        template.sheets?.flatMap((one) =>
          one.columns.map(
            (own) =>
              `${language === 'en' ? TITLES[sheetKey(one)]?.[0] : TITLES[sheetKey(one)]?.[1]} ${own[language]}`,
          ),
        ),
      );
    },
  );
});

const TITLES: Readonly<Record<string, readonly [string, string]>> = {
  header: ['Header', '主表'],
  lines: ['Lines', '明细'],
  containers: ['Containers', '集装箱'],
};

describe('a declaration of sheets', () => {
  const sheet = { key: 'header', required: true } as const;
  const plain = { unique: [], row: () => [] };

  test('is refused when its columns could be confused', () => {
    const other = { ...house(true), key: 'other', en: 'HBL no' };
    expect(() =>
      bookTemplate({
        name: 'x',
        sheets: [
          { sheet, ...plain, columns: [house(true)] },
          { sheet: { ...sheet, key: 'lines' }, ...plain, columns: [other] },
        ],
      }),
    ).toThrow('column hblNo is taken for other in lines');
    expect(() =>
      bookTemplate({
        name: 'x',
        sheets: [
          { sheet, ...plain, columns: [house(true)] },
          { sheet: { ...sheet, key: 'lines' }, ...plain, columns: [{ ...house(true), en: 'House' }] },
        ],
      }),
    ).toThrow('called otherwise');
  });

  test('is refused when it refers to missing parts', () => {
    expect(() =>
      bookTemplate({
        name: 'x',
        sheets: [
          { sheet, ...plain, columns: [house(true)] },
          {
            sheet: { ...sheet, key: 'lines', of: { ...of, uses: ['mblNo'] } },
            ...plain,
            columns: [house(true)],
          },
        ],
      }),
    ).toThrow('rows of lines cannot be of header');
  });
});

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { billTemplate } from '@contract/bill/billTemplate';
import { fileTemplates } from '@contract/files/templates';
import * as SheetJS from '@e965/xlsx';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openTable } from '../../../main/tabular/open';
import type { MapRequest } from '../../../main/tabular/protocol';
import { ImportSession } from '../../../main/tabular/session';
import { TabularError, tabularError } from '../../../main/tabular/tabularError';
import { templateFile } from '../../../main/tabular/templateFile';

const folder = mkdtempSync(path.join(os.tmpdir(), 'session-'));
afterAll(() => rmSync(folder, { recursive: true }));
const quiet = () => undefined;
const zones = { PVG: 'Asia/Shanghai', CAN: 'Asia/Shanghai', AMS: 'Europe/Amsterdam', LGG: 'Europe/Brussels' };
const { columns } = billTemplate;

function file(name: string, bytes: Uint8Array | string): string {
  const place = path.join(folder, name);
  writeFileSync(place, bytes);
  return place;
}

const cellsOf = (more: Record<string, string> = {}, at: 0 | 1 | 2 = 0) =>
  columns.map(({ key, examples }) => more[key] ?? examples[at]);
const csvOf = (rows: readonly (readonly string[])[], headers = columns.map(({ en }) => en)) =>
  [headers, ...rows]
    .map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
    .join('\r\n');

async function codeOf(run: Promise<unknown> | (() => unknown)): Promise<unknown> {
  try {
    await (typeof run === 'function' ? run() : run);
    return undefined;
  } catch (error) {
    return error instanceof TabularError ? error.problem.code : error;
  }
}

let session: ImportSession;
beforeEach(() => {
  session = new ImportSession();
});

/** Opens and checks a file; all dates of the template's examples can be read in both orders. */
async function opened(text: string, request: MapRequest = { zones, order: 'DMY' }, name = 'bills.csv') {
  const answer = await session.open({ path: file(name, text), name, template: 'bill' }, quiet);
  return { answer, mapped: session.map(request, quiet) };
}

describe('opening a file', () => {
  test('returns its type and the matching of its columns', async () => {
    const extra = csvOf(
      [
        [...cellsOf(), 'x', 'y'],
        [...cellsOf({}, 1), '', ''],
      ],
      [...columns.map(({ cn }) => cn), 'Our note', 'MAWB'],
    );
    const { answer } = await opened(`${extra}\r\n\r\n`);
    expect(answer).toMatchObject({
      type: 'csv',
      encoding: 'utf-8',
      separator: ',',
      judged: { dates: { order: 'open', certain: false, differs: false }, decimals: { sign: 'point' } },
      parts: [
        {
          key: '',
          rowCount: 3,
          columnCount: columns.length + 2,
          header: 1,
          match: {
            missing: [],
            notices: [
              { code: 'HEADER_TWICE', params: { column: 'MAWB (Y)' } },
              { code: 'COLUMNS_IGNORED', params: { columns: { list: ['Our note'] } } },
            ],
            dates: {
              order: 'open',
              certain: false,
              orders: { etd: 'open', eta: 'open', exportDate: 'open' },
            },
          },
        },
      ],
    });
    expect(answer.parts[0]?.match.columns[0]).toEqual({
      letter: 'A',
      header: '提单号',
      key: 'billNo',
      samples: ['112-90424456', '784-90197726'],
    });
    expect(answer.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(answer.parts[0]?.head[1]?.cells[0]).toBe('112-90424456');
  });

  test('reports blank rows', async () => {
    const { answer } = await opened(csvOf([cellsOf(), [], [], cellsOf({}, 1), [], cellsOf({}, 2)]));
    expect(answer.parts[0]?.match.notices).toEqual([
      { code: 'ROWS_BLANK', params: { rows: { list: ['3–4', '6'] } } },
    ]);
    const { answer: one } = await opened(csvOf([cellsOf(), [], cellsOf({}, 1)]));
    expect(one.parts[0]?.match.notices).toEqual([{ code: 'ROW_BLANK', params: { row: 3 } }]);
  });

  test.each<[string, string | Uint8Array, string]>([
    ['a.pdf', '%PDF-1.4', 'FILE_TYPE'],
    ['a.csv', '', 'FILE_EMPTY'],
    ['a.csv', '\r\n\r\n', 'FILE_EMPTY'],
    ['a.xlsx', 'a,b', 'FILE_CONTENT'],
    ['a.xls', '<p>', 'FILE_CONTENT'],
    ['a.xls', '<table>', 'FILE_EMPTY'],
  ])('is refused for %s: %j', async (name, bytes, code) => {
    expect(await codeOf(session.open({ path: file(name, bytes), name, template: 'bill' }, quiet))).toBe(code);
  });

  test('is refused for a file that is too large, missing or no file, and for a spreadsheet as declaration', async () => {
    const large = file('large.csv', Buffer.alloc(10 * 1024 * 1024 + 1, 97));
    expect(await codeOf(session.open({ path: large, name: 'large.csv', template: 'bill' }, quiet))).toBe(
      'FILE_SIZE',
    );
    expect(
      await codeOf(
        session.open({ path: path.join(folder, 'no.csv'), name: 'no.csv', template: 'bill' }, quiet),
      ),
    ).toBe('FILE_GONE');
    expect(await codeOf(session.open({ path: folder, name: 'x.csv', template: 'bill' }, quiet))).toBe(
      'FILE_GONE',
    );
    expect(await codeOf(session.open({ path: '/dev/zero', name: 'x.csv', template: 'bill' }, quiet))).toBe(
      'FILE_GONE',
    );
    const xlsx = file('d.xlsx', await templateFile(billTemplate, 'en', 'xlsx'));
    expect(await codeOf(session.open({ path: xlsx, name: 'd.xlsx', template: 'declaration' }, quiet))).toBe(
      'FILE_CSV',
    );
  });

  test('reads by contents when xlsx and xls are confused', async () => {
    const xlsx = file('really.xls', await templateFile(billTemplate, 'en', 'xlsx'));
    expect((await session.open({ path: xlsx, name: 'really.xls', template: 'bill' }, quiet)).type).toBe(
      'xlsx',
    );
  });

  test('uses the selected encoding and separator', async () => {
    const place = file('c.csv', Buffer.from('MAWB;x,y\nCaf\xe9;1', 'latin1'));
    const answer = await session.open(
      { path: place, name: 'c.csv', template: 'bill', encoding: 'windows-1252', separator: ',' },
      quiet,
    );
    expect(answer).toMatchObject({ encoding: 'windows-1252', separator: ',', parts: [{ columnCount: 2 }] });
  });
});

describe('checking a file', () => {
  test('finds nothing in a clean file', async () => {
    const { mapped } = await opened(csvOf([cellsOf(), cellsOf({}, 1), cellsOf({}, 2)]));
    expect(mapped.counts.errors).toBe(0);
    expect(mapped.counts.rows).toBe(3);
  });

  test('names missing columns in the language of the user', async () => {
    await session.open({ path: file('m.csv', 'MAWB,Batch\n1,2'), name: 'm.csv', template: 'bill' }, quiet);
    const failed = (language: 'en' | 'cn') => {
      try {
        session.map({ language }, quiet);
      } catch (error) {
        return (error as TabularError).problem;
      }
      return undefined;
    };
    expect(failed('en')).toMatchObject({
      code: 'HEADER_MISSING',
      params: { columns: { list: expect.arrayContaining(['Origin airport']) } },
    });
    expect(failed('cn')).toMatchObject({
      params: { columns: { list: expect.arrayContaining(['起运机场']) } },
    });
  });

  test('accepts a lower header, columns matched by hand, and the month first', async () => {
    const headers = columns.map(({ en, key }) => (key === 'billNo' ? 'Our number' : en));
    const text = `"Bills of November"\r\n\r\n${csvOf([cellsOf({ exportDate: '11/02/2026', etd: '11/03/2026 02:40', eta: '11/03/2026 07:50' })], headers)}`;
    await session.open({ path: file('h.csv', text), name: 'h.csv', template: 'bill' }, quiet);
    const mapping = columns.map(({ key }) => key);
    const { counts, parts } = session.map({ parts: [{ header: 3, mapping }], order: 'MDY', zones }, quiet);
    expect(counts).toMatchObject({ rows: 1, errors: 0 });
    expect(parts[0]?.match.columns[0]).toMatchObject({ header: 'Our number', key: 'billNo' });
  });

  test('judges selected columns each on its own, then by the others', async () => {
    const headers = columns.map(({ en, key }) => (key === 'etd' ? 'Off' : key === 'eta' ? 'On' : en));
    const dates = { exportDate: '', etd: '11/03/2026 02:40', eta: '11/23/2026 07:50' };
    const text = csvOf([cellsOf({ ...dates, weight: '1.250' })], headers);
    const { judged } = await session.open(
      { path: file('j.csv', text), name: 'j.csv', template: 'bill' },
      quiet,
    );
    expect(judged.dates).toBeNull();
    const mapping = columns.map(({ key }) => key);
    expect(session.judge({ parts: [{ mapping }] })).toMatchObject({
      dates: { order: 'MDY', certain: true, examples: [{ text: '11/03/2026 02:40', order: 'MDY' }] },
      decimals: { sign: 'point', examples: ['1.250'] },
    });
    session.map({ parts: [{ mapping }], zones }, quiet);
    const place = path.join(folder, 'judged.csv');
    await session.writeCsv({ path: place }, quiet);
    expect(readFileSync(place, 'utf8')).toContain('2026-11-02T18:40:00Z,2026-11-23T06:50:00Z');
  });

  test('reads columns of two date orders each in its own, and refuses open ones', async () => {
    const rows = [
      cellsOf({ exportDate: '', etd: '25/10/2026 02:40', eta: '10/26/2026 07:50' }),
      cellsOf({ exportDate: '', etd: '05/11/2026 02:40', eta: '11/06/2026 07:50', batchNo: 'B2' }),
      cellsOf({ exportDate: '05/11/2026', etd: '', eta: '', batchNo: 'B3' }),
    ];
    const { answer, mapped } = await opened(csvOf(rows), { zones });
    expect(answer.judged.dates).toMatchObject({ order: 'open', differs: true });
    expect(mapped.counts).toMatchObject({ rows: 3, errors: 1 });
    const [, second, third] = session.rows({ view: 'all', offset: 0, limit: 3 }).rows;
    expect(second?.issues).toEqual([]);
    expect(third?.issues).toContainEqual(expect.objectContaining({ code: 'DATE_TWO_WAYS' }));
  });

  test.each([
    ['decimal commas', { weight: '120,5' }, [], 'DMY'],
    ['headings of Dutch', {}, [['Opmerking', 'x']], 'DMY'],
    ['AM and PM', { etd: '05/11/2026 2:40 AM' }, [], 'MDY'],
    ['headings of the United States', {}, [['ZIP code', '60601']], 'MDY'],
    ['both', { weight: '120,5', etd: '05/11/2026 2:40 AM' }, [], 'open'],
    ['neither', {}, [], 'open'],
  ] as const)('tells the date order by %s when no date does', async (_, cells, more, order) => {
    const dates = { exportDate: '', etd: '05/11/2026 02:40', eta: '05/11/2026 07:50' };
    const text = csvOf(
      [[...cellsOf({ ...dates, ...cells }), ...more.map(([, cell]) => cell)]],
      [...columns.map(({ en }) => en), ...more.map(([header]) => header)],
    );
    const { answer } = await opened(text);
    expect(answer.judged.dates).toMatchObject({ order, certain: false });
    const notice = answer.parts[0]?.match.notices.find(({ code }) => code.startsWith('DATES_'));
    expect(notice?.code).toBe({ DMY: 'DATES_DAY_FIRST', MDY: 'DATES_MONTH_FIRST', open: undefined }[order]);
  });

  test('returns rows in blocks, with issues, long cells cut and edits marked', async () => {
    await opened(
      csvOf([
        cellsOf(),
        cellsOf({ remarks: 'x'.repeat(3000), batchNo: 'B2' }),
        cellsOf({ mode: 'rail', batchNo: 'B3' }),
      ]),
    );
    const { total, rows } = session.rows({ view: 'errors', offset: 0, limit: 10 });
    expect(total).toBe(2);
    const place = columns.findIndex(({ key }) => key === 'remarks');
    expect(rows[0]).toMatchObject({
      number: 3,
      cut: [place],
      edited: [],
      issues: [{ column: 'remarks', code: 'TOO_LONG' }],
    });
    expect(rows[0]?.cells[place]?.length).toBe(1001);
    expect(session.cell({ row: 3, column: place })).toHaveLength(3000);
    expect(session.edit({ row: 3, column: place, text: 'short' })).toMatchObject({
      changed: 1,
      counts: { errors: 1 },
    });
    expect(session.rows({ view: 'all', offset: 1, limit: 1 }).rows[0]).toMatchObject({
      number: 3,
      edited: [place],
      issues: [],
    });
    expect(session.replace({ column: 3, from: 'rail', to: 'air' })).toMatchObject({
      changed: 1,
      counts: { errors: 0 },
    });
    expect(session.rows({ view: 'errors', offset: 0, limit: 10 })).toEqual({ total: 0, rows: [] });
    expect(await codeOf(() => session.edit({ row: 99, column: 0, text: '' }))).toBe('NOT_FOUND');
  });

  test('is refused for a file that is not open', async () => {
    expect(await codeOf(() => session.map({}, quiet))).toBe('FILE_TOKEN');
    expect(await codeOf(() => session.rows({ view: 'all', offset: 0, limit: 1 }))).toBe('FILE_TOKEN');
  });

  test('can be stopped during progress, and leaves nothing half-checked', async () => {
    await session.open({ path: file('p.csv', csvOf([cellsOf()])), name: 'p.csv', template: 'bill' }, quiet);
    const stop = () => {
      throw tabularError('CANCELLED');
    };
    expect(await codeOf(() => session.map({ zones }, stop))).toBe('CANCELLED');
    expect(await codeOf(() => session.rows({ view: 'all', offset: 0, limit: 1 }))).toBe('FILE_TOKEN');
    expect(session.map({ zones }, quiet).counts.rows).toBe(1);
  });
});

describe('the file that is sent', () => {
  test('reads as the same values in any date order, and its rows are recognised', async () => {
    const rows = [
      cellsOf({ etd: '11/03/2026 02:40', eta: '11/03/2026 07:50', exportDate: '' }),
      cellsOf({ mode: 'rail', batchNo: 'B2', exportDate: '' }),
      cellsOf({
        batchNo: 'B3',
        exportDate: '',
        remarks: '=cmd',
        landingAirport: 'LHR',
        etd: '11/03/2026 02:40',
        eta: '11/03/2026 07:50',
      }),
    ];
    await opened(csvOf(rows), { zones, order: 'MDY' });
    const place = path.join(folder, 'sent.csv');
    expect(await session.writeCsv({ path: place }, quiet)).toEqual({
      rows: 3,
      bytes: readFileSync(place).length,
    });
    const { table } = await openTable(readFileSync(place), 'sent.csv', { types: ['csv'], maxRows: 10 });
    const line = (row: number) =>
      Object.fromEntries(
        Array.from({ length: table.columnCount }, (_, column) => [
          table.text(0, column),
          table.text(row, column),
        ]),
      );
    expect(line(1)).toMatchObject({
      billNo: '112-90424456',
      etd: '2026-11-02T18:40:00Z',
      eta: '2026-11-03T06:50:00Z',
      mode: 'air',
      uldNumbers: 'PMC12345CK;PMC12346CK',
    });
    // The wrong value stays as it is.
    expect(line(2)).toMatchObject({ mode: 'rail' });
    expect(line(3)).toMatchObject({ eta: '2026-11-03 07:50:00', remarks: '=cmd' });
    const issue = { column: 'billNo', level: 'error', code: 'BILL_DUPLICATE', message: 'exists' } as const;
    const { counts } = session.setIssues({
      issues: [
        { ...issue, row: 4 },
        { ...issue, row: 77 },
      ],
    });
    expect(counts.errors).toBe(2);
  });

  test('keeps row numbers when examples, blank rows and a title are left out', async () => {
    const text = [
      'title',
      '',
      'Tracking number,Example',
      'TUL8800012345NL,example',
      'TUL8800012346NL,',
      ',',
      'TUL1,',
    ]
      .join('\r\n')
      .concat('\r\n');
    await session.open({ path: file('free.csv', text), name: 'free.csv', template: 'free' }, quiet);
    session.map({ parts: [{ header: 3 }] }, quiet);
    const before = session.rows({ view: 'all', offset: 0, limit: 9 }).rows;
    expect(before.map(({ number }) => number)).toEqual([5, 7]);
    const place = path.join(folder, 'numbered.csv');
    await session.writeCsv({ path: place }, quiet);
    await session.open({ path: place, name: 'numbered.csv', template: 'free' }, quiet);
    const { counts } = session.map({}, quiet);
    const all = { rows: 2, ok: 1, warnings: 0, errors: 1, left: 0 };
    expect(counts).toEqual({ ...all, parts: [all] });
    const { rows } = session.rows({ view: 'all', offset: 0, limit: 9 });
    expect(rows.map(({ number, cells }) => [number, cells[0]])).toEqual([
      [5, 'TUL8800012346NL'],
      [7, 'TUL1'],
    ]);
  });

  test('keeps the text of a wrong cell', async () => {
    await opened(csvOf([cellsOf({ boxCount: 'many' })]));
    const place = path.join(folder, 'all.csv');
    await session.writeCsv({ path: place }, quiet);
    expect(readFileSync(place, 'utf8')).toContain(',many,');
  });

  test('reports a place that cannot be written', async () => {
    await opened(csvOf([cellsOf()]));
    expect(await codeOf(session.writeCsv({ path: path.join(folder, 'no/where.csv') }, quiet))).toBe(
      'FILE_NOT_SAVED',
    );
  });
});

describe('skipped rows', () => {
  test('are not sent, while others keep their numbers, and stay skipped when columns are selected again', async () => {
    const rows = [cellsOf(), ['Week 45'], cellsOf({ batchNo: 'B2' }), ['Week 45']];
    const { mapped } = await opened(csvOf(rows.map((row) => Array.from(columns, (_, at) => row[at] ?? ''))));
    expect(mapped.counts).toMatchObject({ rows: 4, errors: 2 });
    expect(session.alike({ row: 3 })).toBe(1);
    const { changed, counts } = session.leaveOut({ row: 3, left: true, alike: true });
    expect([changed, counts]).toMatchObject([2, { rows: 2, errors: 0, left: 2 }]);
    const place = path.join(folder, 'left.csv');
    await session.writeCsv({ path: place }, quiet);
    expect(readFileSync(place, 'utf8').split('\r\n')).toEqual([
      expect.stringContaining('billNo'),
      expect.stringContaining('112-90424456,'),
      expect.stringMatching(/^,*$/),
      expect.stringContaining(',B2,'),
      '',
    ]);
    expect(session.map({ zones, order: 'DMY' }, quiet).counts).toMatchObject({ rows: 2, errors: 0, left: 2 });
    expect(session.leaveOut({ row: 3, left: false, alike: false }).counts).toMatchObject({
      rows: 3,
      left: 1,
    });
  });
});

describe('the error file', () => {
  test.each(['csv', 'xlsx'] as const)(
    'contains as %s the present rows and their errors, and can be imported again',
    async (format) => {
      const rows = [
        cellsOf(),
        cellsOf({ mode: 'rail', batchNo: '007' }),
        cellsOf({ batchNo: 'B3', boxCount: '0' }),
      ];
      const headers = [...columns.map(({ cn }) => cn), 'Our note'];
      await opened(
        csvOf(
          rows.map((row) => [...row, '备忘']),
          headers,
        ),
      );
      const place = path.join(folder, `errors.${format}`);
      expect(
        (await session.writeErrors({ path: place, format, rows: 'errors', language: 'cn' }, quiet)).rows,
      ).toBe(2);
      const { table } = await openTable(readFileSync(place), `errors.${format}`, {
        types: ['csv', 'xlsx'],
        maxRows: 10,
      });
      const last = table.columnCount - 1;
      expect(table.text(0, last)).toBe('Error / 错误原因');
      expect(table.text(1, last)).toContain('运输方式');
      expect(table.text(2, last)).toContain('箱数');
      expect([table.text(1, 1), table.text(1, last - 1)]).toEqual(['007', '备忘']);

      const again = await session.open({ path: place, name: `errors.${format}`, template: 'bill' }, quiet);
      expect(again.parts[0]?.match.notices).toEqual([
        { code: 'COLUMNS_IGNORED', params: { columns: { list: ['Our note'] } } },
      ]);
      expect(session.map({ zones, order: 'DMY' }, quiet).counts).toMatchObject({ rows: 2, errors: 2 });
      session.edit({ row: 2, column: 3, text: 'air' });
      session.edit({ row: 3, column: columns.findIndex(({ key }) => key === 'boxCount'), text: '100' });
      const second = path.join(folder, `second.${format}`);
      await session.writeErrors({ path: second, format, rows: 'all', language: 'en' }, quiet);
      const fixed = await openTable(readFileSync(second), `second.${format}`, {
        types: ['csv', 'xlsx'],
        maxRows: 10,
      });
      expect(
        Array.from({ length: fixed.table.columnCount }, (_, column) => fixed.table.text(0, column)).filter(
          (header) => header.includes('错误原因'),
        ),
      ).toHaveLength(1);
    },
  );
});

describe('zeros removed by a spreadsheet', () => {
  test('of countries and currencies are restored in all rows at once, but not of another currency', async () => {
    const own = fileTemplates.declaration.columns;
    const row = (at: number, country: string, currency: string) =>
      own.map(({ key, examples: [example] }) => {
        const postcode = country === 'NL' ? '1118 CP' : 'SW1A 1AA';
        const values: Record<string, string> = {
          postcode,
          country,
          currency,
          trackingNo: `TUL880001234${at}NL`,
        };
        return values[key] ?? example;
      });
    const text = csvOf(
      [row(1, 'UK', '€'), row(2, 'UK', 'Euro'), row(3, 'NL', 'BGN')],
      own.map(({ en }) => en),
    );
    await session.open({ path: file('codes.csv', text), name: 'codes.csv', template: 'declaration' }, quiet);
    session.map({}, quiet);
    expect(session.fixes()).toEqual([{ kind: 'codes', count: 3 }]);
    const { changed } = session.fix({ kind: 'codes' });
    const { rows } = session.rows({ view: 'all', offset: 0, limit: 10 });
    const cells = (key: string) =>
      rows.map((one) => one.cells[own.findIndex((column) => column.key === key)]);
    expect([changed, session.fixes(), cells('country')]).toEqual([3, [], ['GB', 'GB', 'NL']]);
    expect(cells('currency')).toEqual(['EUR', 'Euro', 'BGN']);
    const { rows: wrong } = session.rows({ view: 'errors', offset: 0, limit: 10 });
    expect(wrong.map(({ number, issues }) => [number, issues.map(({ code }) => code)])).toEqual([
      [4, ['CURRENCY_REPLACED']],
    ]);
  });

  test('are restored in all rows at once, in each by its own length', async () => {
    const own = fileTemplates.declaration.columns;
    const row = (at: number, postcode: string, country: string, hsCode: string) =>
      own.map(({ key, examples: [example] }) => {
        const values: Record<string, string> = {
          postcode,
          country,
          hsCode,
          trackingNo: `TUL880001234${at}NL`,
        };
        return values[key] ?? example;
      });
    const rows = [
      row(1, '8001', 'ES', '610910'),
      row(2, '118', 'IT', '30749'),
      row(3, '3526 KL', 'NL', '610910'),
      row(4, '1067', 'DE', '610910'),
    ];
    const text = csvOf(
      rows,
      own.map(({ en }) => en),
    );
    await session.open({ path: file('zeros.csv', text), name: 'zeros.csv', template: 'declaration' }, quiet);
    session.map({}, quiet);
    const wrong = session.rows({ view: 'errors', offset: 0, limit: 10 }).total;
    expect([session.fixes(), wrong]).toEqual([[{ kind: 'zeros', count: 4 }], 3]);
    const { changed, counts } = session.fix({ kind: 'zeros' });
    expect([changed, session.fixes(), counts.errors]).toEqual([4, [], 0]);
    const at = own.findIndex(({ key }) => key === 'postcode');
    const cells = session
      .rows({ view: 'all', offset: 0, limit: 10 })
      .rows.map(({ cells: texts }) => texts[at]);
    expect(cells).toEqual(['08001', '00118', '3526 KL', '01067']);
  });
});

describe('a correction offered by a warning', () => {
  test('swaps day and month on the clock of the airport, and keeps other dates', async () => {
    const place = path.join(import.meta.dirname, '../../unit/tabular/cases/files/205-bill-us.csv');
    await session.open({ path: place, name: 'us.csv', template: 'bill' }, quiet);
    const zones = { PVG: 'Asia/Shanghai', AMS: 'Europe/Amsterdam' };
    // Month first, as its times show; a person may choose otherwise.
    const now = Date.parse('2026-11-26T12:00:00Z');
    expect(session.map({ zones, now }, quiet).counts.warnings).toBe(0);
    const { counts } = session.map({ zones, order: 'DMY', now }, quiet);
    expect([counts.warnings, counts.errors, session.fixes()]).toEqual([1, 0, [{ kind: 'dates', count: 2 }]]);
    const fixed = session.fix({ kind: 'dates' });
    expect([fixed.changed, fixed.counts.warnings, session.fixes()]).toEqual([2, 0, []]);
    const out = file('swapped.csv', '');
    await session.writeCsv({ path: out }, quiet);
    expect(readFileSync(out, 'utf8')).toContain('2026-12-04T18:40:00Z,2026-12-05T06:50:00Z');
  });

  test('leaves out bills known under another spelling of their batch, and uses known batches elsewhere', async () => {
    const place = path.join(import.meta.dirname, '../../unit/tabular/cases/files/205-bill-us.csv');
    await session.open({ path: place, name: 'us.csv', template: 'bill' }, quiet);
    session.map({ zones: { PVG: 'Asia/Shanghai', AMS: 'Europe/Amsterdam' } }, quiet);
    const issue = { sheet: '', column: 'batchNo', message: '', expected: '01' } as const;
    session.setIssues({ issues: [{ ...issue, row: 2, level: 'warning', code: 'BATCH_KNOWN' }] });
    expect(session.fixes()).toEqual([{ kind: 'known', count: 1 }]);
    const { counts, changed } = session.fix({ kind: 'known' });
    expect([changed, counts.left, counts.warnings, session.fixes()]).toEqual([1, 1, 0, []]);

    session.leaveOut({ part: 0, row: 2, left: false, alike: false });
    session.setIssues({ issues: [{ ...issue, row: 2, level: 'error', code: 'FILE_BATCH_UNKNOWN' }] });
    expect(session.fixes()).toEqual([{ kind: 'batches', count: 1 }]);
    session.fix({ kind: 'batches' });
    const [first] = session.rows({ view: 'all', offset: 0, limit: 1 }).rows;
    expect([first?.number, first?.cells.includes('01'), session.fixes()]).toEqual([2, true, []]);
  });

  test('converts the sides of all boxes, each from its own unit', async () => {
    const heads = ['Box number', 'Weight (kg)', 'Length', 'Width', 'Height'];
    const rows = [
      ['BOX-1', '18', '0.6', '0.4', '0.425'],
      ['BOX-2', '18', '600', '400', '425'],
      ['BOX-3', '18', '60', '40', '42.5'],
    ];
    await session.open(
      { path: file('sides.csv', csvOf(rows, heads)), name: 'sides.csv', template: 'box_weight' },
      quiet,
    );
    const { counts } = session.map({}, quiet);
    expect([counts.errors, counts.warnings, session.fixes()]).toEqual([1, 1, [{ kind: 'sides', count: 6 }]]);
    session.fix({ kind: 'sides' });
    const cells = session.rows({ view: 'all', offset: 0, limit: 10 }).rows.map(({ cells: texts }) => texts);
    expect(cells.map((texts) => texts.slice(2))).toEqual(Array(3).fill(['60', '40', '42.5']));
  });
});

test('imports or skips hidden rows, without treating them as blank', async () => {
  const place = path.join(import.meta.dirname, '../../unit/tabular/cases/files/12-hidden-rows.xlsx');
  const open = (leaveHidden: boolean) =>
    session.open({ path: place, name: 'hidden.xlsx', template: 'box_parcel', leaveHidden }, quiet);
  const rows = () => {
    session.map({}, quiet);
    return session.rows({ view: 'all', offset: 0, limit: 10 }).rows.map(({ number }) => number);
  };
  const taken = await open(false);
  expect([taken.hidden, taken.parts[0]?.match.notices, rows()]).toEqual([
    true,
    [{ code: 'ROWS_HIDDEN', params: { rows: { list: ['3–4', '6'] } } }],
    [2, 3, 4, 5, 6, 7],
  ]);
  const left = await open(true);
  expect([left.hidden, left.parts[0]?.match.notices, rows()]).toEqual([false, [], [2, 5, 7]]);
});

describe('hidden columns', () => {
  const rows = [
    ['Box number', 'Tracking number', 'Weight (kg)'],
    ['PLD26110300001', 'TUL8800012345NL', 0.42],
  ];
  const bookOf = (bookType: 'biff8' | 'xlsx') => {
    const sheet = SheetJS.utils.aoa_to_sheet(rows);
    sheet['!cols'] = [{}, {}, { hidden: true }];
    const book = SheetJS.utils.book_new();
    SheetJS.utils.book_append_sheet(book, sheet, 'S');
    return new Uint8Array(SheetJS.write(book, { type: 'array', bookType, cellStyles: true }));
  };
  const page = `<table><col><col><col style="display:none">${rows
    .map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
    .join('')}</table>`;

  test.each<[string, Uint8Array | string]>([
    ['a.xls', bookOf('biff8')],
    ['a.xlsx', bookOf('xlsx')],
    ['page.xls', page],
  ])('of %s are named, and left out on request', async (name, bytes) => {
    const place = file(name, bytes);
    const open = (leaveHidden: boolean) =>
      session.open({ path: place, name, template: 'box_parcel', leaveHidden }, quiet);
    const taken = await open(false);
    expect([taken.hidden, taken.parts[0]?.match.notices]).toEqual([
      true,
      [{ code: 'COLUMNS_HIDDEN', params: { columns: { list: ['Weight (kg) (C)'] } } }],
    ]);
    const left = await open(true);
    expect([left.hidden, left.parts[0]?.match.notices, left.parts[0]?.match.missing]).toEqual([
      false,
      [],
      ['weight'],
    ]);
  });
});

test('reads a hidden sheet only by its name, and reports it as hidden', async () => {
  const place = path.join(import.meta.dirname, '../../unit/tabular/cases/files/14-hidden-first-sheet.xlsx');
  const open = (sheet?: string) =>
    session.open({ path: place, name: 'a.xlsx', template: 'box_parcel', ...(sheet ? { sheet } : {}) }, quiet);
  const first = await open();
  expect([first.sheet, first.sheets, first.hiddenSheets, first.parts[0]?.match.notices]).toEqual([
    'Data',
    ['Data'],
    ['lists'],
    [{ code: 'SHEETS_HIDDEN', params: { sheets: { list: ['lists'] } } }],
  ]);
  const chosen = await open('lists');
  expect([chosen.sheet, chosen.parts[0]?.match.notices[0]]).toEqual([
    'lists',
    { code: 'SHEET_HIDDEN', params: { sheet: 'lists' } },
  ]);
});

test('reports a hidden sheet of an import with several, and skips it on request', async () => {
  const book = SheetJS.utils.book_new();
  for (const title of ['Header', 'Lines', 'Containers', 'Lists'])
    SheetJS.utils.book_append_sheet(book, SheetJS.utils.aoa_to_sheet([['HBL'], ['PLDR26110045']]), title);
  book.Workbook = {
    Sheets: book.SheetNames.map((name) => ({
      name,
      Hidden: ['Containers', 'Lists'].includes(name) ? 1 : 0,
    })),
  };
  const place = path.join(folder, 'hidden-isf.xlsx');
  writeFileSync(place, SheetJS.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer);
  const open = (leaveHidden: boolean) =>
    session.open({ path: place, name: 'isf.xlsx', template: 'isf', leaveHidden }, quiet);
  const taken = await open(false);
  expect(taken.parts.map(({ key }) => key)).toEqual(['header', 'lines', 'containers']);
  expect([taken.hidden, taken.parts[0]?.match.notices.slice(0, 2)]).toEqual([
    true,
    [
      { code: 'SHEETS_HIDDEN_IMPORTED', params: { sheets: { list: ['Containers'] } } },
      { code: 'SHEETS_HIDDEN', params: { sheets: { list: ['Lists'] } } },
    ],
  ]);
  const left = await open(true);
  expect(left.parts.map(({ key }) => key)).toEqual(['header', 'lines']);
  expect([left.hidden, left.parts[0]?.match.notices[0]]).toEqual([
    false,
    { code: 'SHEETS_HIDDEN', params: { sheets: { list: ['Containers', 'Lists'] } } },
  ]);
});

test('reads the first sheet with content when none has the columns of the import', async () => {
  const book = SheetJS.utils.book_new();
  for (const [title, rows] of [
    ['Cover', []],
    [
      'Export',
      [
        ['Paket', 'Karton'],
        ['A1', 'B1'],
      ],
    ],
  ] as const)
    SheetJS.utils.book_append_sheet(book, SheetJS.utils.aoa_to_sheet(rows.map((row) => [...row])), title);
  const place = path.join(folder, 'cover.xlsx');
  writeFileSync(place, SheetJS.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer);
  const { sheet, sheets } = await session.open(
    { path: place, name: 'cover.xlsx', template: 'box_parcel' },
    quiet,
  );
  expect([sheet, sheets]).toEqual(['Export', ['Cover', 'Export']]);
});

import { billTemplate } from '@contract/bill/billTemplate';
import type { Language } from '@contract/limits';
import { say } from '@contract/words';
import { describe, expect, test } from 'vitest';
import { type BillCells, billCells, billCsv } from '../support/apiBillFile';
import type { CallOptions, TestFile } from '../support/apiCall';
import { cellsOf } from '../support/apiExport';
import { converted, finishedJob, looked } from '../support/apiFileJob';
import { billIn, makeBill, newBillNo } from '../support/apiRecords';
import { testApi } from '../support/server';
import { document } from './cases/files';

const api = testApi();
type Query = { mode?: 'all' | 'good'; fileName?: string; fileHash?: string };
/** Imports a file and returns the job once it has stopped. */
const run = (file: TestFile, query: Query = {}, options: CallOptions = {}) =>
  converted(api, 'bill', null, file, query, options);
/** Checks a file without importing it. */
const look = (file: TestFile, query: Query = {}, options: CallOptions = {}) =>
  looked(api, 'bill', file, query, options);
const issuesOf = async (id: number, options: CallOptions = {}) =>
  (await api.call.fileJob.issues({ params: { id }, query: { pageSize: 500 } }, options)).list;
const undo = (id: number) => api.call.fileJob.undo({ params: { id } });
/** Tables that a refused file must leave unchanged. */
const tables = ['bill', 'billLog', 'timelineEvent', 'fileEffect'];
const stock = () =>
  Object.fromEntries(tables.map((table) => [table, api.count(`select count(*) from ${table}`)]));
const billOf = ({ billNo = '', batchNo = '' }: BillCells) =>
  api.rows('select * from bill where billNo = ? and batchNo = ?', billNo, batchNo)[0];

describe('an import file without errors', () => {
  test.each(['en', 'cn'] as const)(
    'becomes bills with the values of its cells, with headers in %s',
    async (language) => {
      const air = billCells({
        ...{ etd: '01/11/2026 10:00', eta: '01/11/2026 15:30' },
        houseNo: 'H-1',
        remarks: '易碎 "top"',
        tapeColor: 'yellow',
        uldNumbers: 'PMC12345CK;PMC12346CK',
        volume: '1.25',
      });
      const sea = billCells({
        mode: 'sea',
        billNo: `COSU${newBillNo().slice(4)}`,
        flightNo: '041E',
        ...{ originAirport: 'CNYTN', landingAirport: 'NLRTM' },
        ...{ etd: '01/11/2026 10:00', eta: '20/12/2026 06:00' },
      });
      const job = await run(billCsv([air, sea], { language }), {}, { language });
      expect(job).toMatchObject({
        ...{ kind: 'bill', billId: null, totalRows: 2, okRows: 2, errorRows: 0, status: 'success' },
        createdBy: api.admin.staffId,
      });
      const made = billOf(air);
      expect(made).toMatchObject({
        mode: 'air',
        stage: 'draft',
        source: 'import',
        importJobId: job.id,
        houseNo: 'H-1',
        remarks: '易碎 "top"',
        weight: 120_500,
        volume: 1250,
        totalValue: 199_990,
        currency: 'EUR',
        boxCount: 10,
        clearanceType: 'ioss',
        createdBy: api.admin.staffId,
        // 10:00 in Shanghai, 15:30 in Amsterdam.
        etd: '2026-11-01T02:00:00Z',
        eta: '2026-11-01T14:30:00Z',
        uldNumbers: '["PMC12345CK","PMC12346CK"]',
      });
      expect(billOf(sea)).toMatchObject({ mode: 'sea', clearanceType: 'standard', flightNo: '041E' });
      expect(
        api.count("select count(*) from billLog where billId = ? and action = 'import'", Number(made?.id)),
      ).toBe(1);
      expect(
        api.count(
          "select count(*) from timelineEvent where billId = ? and code = 'BILL_CREATED'",
          Number(made?.id),
        ),
      ).toBe(1);
    },
  );

  test('is accepted when filled into the template, in both forms and languages', async () => {
    for (const format of ['csv', 'xlsx'] as const) {
      for (const language of ['en', 'cn'] as const) {
        const [head = []] = cellsOf(
          await api.call.fileJob.template({ query: { kind: 'bill', format, language } }),
        );
        const cells = billCells();
        const values = billTemplate.columns.map(({ key }) => cells[key] ?? '');
        const bytes = [head, values].map((line) => line.join(',')).join('\n');
        expect((await look({ name: 'filled.csv', bytes })).issues).toEqual([]);
      }
    }
  });

  test('writes nothing when it is only checked', async () => {
    const before = stock();
    const cells = billCells();
    const jobs = api.count('select count(*) from fileJob');
    expect(await look(billCsv([cells]))).toEqual({
      ...{ issues: [], sentBefore: null },
      // A file creates bills and never changes them.
      records: null,
    });
    expect(stock()).toEqual(before);
    expect(api.count('select count(*) from fileJob')).toBe(jobs);
    expect(billOf(cells)).toBeUndefined();
  });
});

describe('wrong rows', () => {
  const taken = () => billIn(api, 'arrived');
  /** An error in a row, by its column. */
  const WRONG: readonly [string, string, () => BillCells | Promise<BillCells>][] = [
    ['billNo', 'BILL_NO_INVALID', () => ({ billNo: '160-12345670' })],
    ['billNo', 'BILL_NO_AIR', () => ({ billNo: 'COSU6345678901' })],
    ['billNo', 'REQUIRED', () => ({ billNo: '' })],
    ['mode', 'CHOICE_UNKNOWN', () => ({ mode: 'rail' })],
    ['customerCode', 'REFERENCE_UNKNOWN', () => ({ customerCode: 'NOBODY' })],
    ['serviceCode', 'REFERENCE_UNKNOWN', () => ({ serviceCode: 'NONE' })],
    ['channelCode', 'REFERENCE_UNKNOWN', () => ({ channelCode: 'XX-XXX-XXX' })],
    ['landingAirport', 'REFERENCE_UNKNOWN', () => ({ landingAirport: 'QQQ' })],
    ['landingAirport', 'PLACE_NOT_AIRPORT', () => ({ landingAirport: 'NLRTM' })],
    ['landingAirport', 'SAME_AIRPORT', () => ({ landingAirport: 'PVG' })],
    ['destinationCode', 'REFERENCE_UNKNOWN', () => ({ destinationCode: 'NO-HUB-01' })],
    ['destinationCode', 'DESTINATION_CHANNEL', () => ({ destinationCode: otherHub() })],
    ['flightNo', 'REQUIRED', () => ({ flightNo: '' })],
    ['etd', 'DATE_INVALID', () => ({ etd: '31/02/2026 10:00' })],
    ['eta', 'NODE_ORDER', () => ({ eta: '2026-11-01 01:00' })],
    ['boxCount', 'NUMBER_INVALID', () => ({ boxCount: 'ten' })],
    ['boxCount', 'NUMBER_RANGE', () => ({ boxCount: '0' })],
    ['weight', 'NUMBER_DECIMALS', () => ({ weight: '1.2345' })],
    ['totalValue', 'NUMBER_INVALID', () => ({ totalValue: 'a lot' })],
    ['currency', 'CURRENCY_UNKNOWN', () => ({ currency: 'EUX' })],
    ['billNo', 'BILL_DUPLICATE', () => numberOf(taken())],
    ['billNo', 'BILL_DUPLICATE_REMOVED', () => numberOf(billIn(api, 'removed'))],
  ];

  test.each(WRONG)('%s: %s', async (column, code, change) => {
    const good = billCells();
    const wrong = billCells(await change());
    const before = stock();
    const file = billCsv([good, wrong]);
    const job = await run(file);
    expect(job).toMatchObject({ totalRows: 2, okRows: 0, errorRows: 1, status: 'failed', appliedAt: null });
    const found = await issuesOf(job.id);
    // A dry run reports the same.
    expect((await look(file)).issues).toEqual(expect.arrayContaining(found));
    const errors = found.filter(({ level }) => level === 'error');
    // The header is row 1, the valid row 2.
    expect(errors[0]).toMatchObject({ row: 3, column, code });
    expect(errors[0]?.message).toMatch(/^[A-Z"].+/);
    expect(errors[0]?.header).toBe(billTemplate.columns.find(({ key }) => key === column)?.en);
    expect(errors[0]?.value).toBe(wrong[column]);
    expect(stock()).toEqual(before);
    expect(billOf(good)).toBeUndefined();
  });

  test('are explained in the language of the caller', async () => {
    for (const language of ['en', 'cn'] as Language[]) {
      const { issues } = await look(billCsv([billCells({ customerCode: 'NOBODY' })]), {}, { language });
      const header = billTemplate.columns.find(({ key }) => key === 'customerCode')?.[language] ?? '';
      const message = say(language, 'REFERENCE_UNKNOWN', { field: header, value: 'NOBODY' });
      expect(issues).toContainEqual(expect.objectContaining({ header, message }));
    }
  });

  test('are both named when they repeat a number within the file', async () => {
    const cells = billCells();
    const { id, errorRows } = await run(billCsv([cells, billCells(), { ...cells, remarks: 'again' }]));
    const rows = (await issuesOf(id)).filter(({ level }) => level === 'error').map(({ row }) => row);
    expect(errorRows).toBeGreaterThanOrEqual(1);
    expect(rows).toContain(4);
    expect(billOf(cells)).toBeUndefined();
  });

  test('are left out when only the good rows are wanted', async () => {
    const [first, wrong, last] = [billCells(), billCells({ boxCount: 'ten' }), billCells()];
    const answer = await run(billCsv([first, wrong, last]), { mode: 'good' });
    expect(answer).toMatchObject({ totalRows: 3, okRows: 2, errorRows: 1, status: 'exception' });
    expect([first, wrong, last].map((cells) => billOf(cells) !== undefined)).toEqual([true, false, true]);
  });

  test('make no import when there are no good rows, even if only those are wanted', async () => {
    const before = stock();
    const job = await run(billCsv([billCells({ boxCount: 'ten' })]), { mode: 'good' });
    expect(job).toMatchObject({ status: 'failed', okRows: 0, appliedAt: null });
    expect(stock()).toEqual(before);
  });

  test('are all counted, and named up to a limit, when there are thousands', async () => {
    const rows = Array.from({ length: 1100 }, () => billCells({ boxCount: 'ten' }));
    const { issues } = await look(billCsv(rows));
    expect(issues.filter(({ level }) => level === 'error')).toHaveLength(1000);
    expect(await run(billCsv(rows))).toMatchObject({ totalRows: 1100, errorRows: 1100 });
  });

  test('are returned in a file with the reason, and accepted once corrected', async () => {
    const [good, wrong] = [billCells(), billCells({ customerCode: 'NOBODY' })];
    for (const mode of ['all', 'good'] as const) {
      const { id } = await run(billCsv([good, wrong]), { mode });
      const back = cellsOf(await api.call.fileJob.errorFile({ params: { id } }));
      // A file imported as a whole or not at all returns every row.
      expect(back).toHaveLength(mode === 'all' ? 3 : 2);
      expect(back.at(-1)?.at(-1)).toBe(
        say('en', 'REFERENCE_UNKNOWN', { field: 'Customer code', value: 'NOBODY' }),
      );
      if (mode === 'all') continue;
      const mended = back.map((row) => row.map((cell) => (cell === 'NOBODY' ? 'GPT' : cell)));
      const bytes = mended
        .map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
        .join('\r\n');
      expect(await run({ name: 'mended.csv', bytes })).toMatchObject({ status: 'success', okRows: 1 });
    }
    expect([billOf(good), billOf(wrong)].map((bill) => bill?.source)).toEqual(['import', 'import']);
  });

  const numberOf = (id: number) => {
    const { billNo, batchNo } = api.row('select billNo, batchNo from bill where id = ?', id);
    return { billNo: String(billNo), batchNo: String(batchNo) };
  };
  const otherHub = () =>
    String(
      api.row(
        "select code from destination where active = 1 and code not in (select destinationCode from channelCode where channelCode = 'NL-TUL-ECO') limit 1",
      ).code,
    );
});

describe('a file sent twice', () => {
  test('is recognised by its contents, and by its name from the same sender', async () => {
    const file = billCsv([billCells()]);
    const as = api.actor({ permissions: ['bill.import.run', 'bill.files.upload', 'bill.files.view'] });
    const first = await run(file, {}, { as });
    const again = await look({ ...file, name: 'renamed.csv' });
    expect(again.sentBefore).toMatchObject({ jobId: first.id, by: `Test ${as.username}` });
    expect(again.issues).toContainEqual(expect.objectContaining({ code: 'BILL_DUPLICATE' }));
  });

  test('is recognised by the selected file when another file is made from it', async () => {
    const fileHash = 'a'.repeat(63) + Math.floor(Math.random() * 10);
    const first = await run(billCsv([billCells()]), { fileHash, fileName: 'November.csv' });
    expect(first.fileName).toBe('November.csv');
    expect((await look(billCsv([billCells()]), { fileHash })).sentBefore).toMatchObject({ jobId: first.id });
  });

  test('is imported once under one key', async () => {
    const [file, key] = [billCsv([billCells()]), `import-${Date.now()}`];
    const before = stock();
    const jobs = await Promise.all([1, 2, 3].map(() => run(file, {}, { key })));
    expect(new Set(jobs.map(({ id }) => id)).size).toBe(1);
    expect(stock().bill).toBe(Number(before.bill) + 1);
  });

  test('is imported once when sent at the same time under two keys: the second finds the numbers taken', async () => {
    const file = billCsv([billCells(), billCells()]);
    const before = stock();
    const jobs = await Promise.all([1, 2].map((n) => run(file, {}, { key: `import-${Date.now()}-${n}` })));
    expect(jobs.map(({ okRows }) => okRows).sort()).toEqual([0, 2]);
    expect(stock().bill).toBe(Number(before.bill) + 2);
  });
});

describe('undoing an import', () => {
  test('removes its records, and allows sending the file again', async () => {
    const [cells, other] = [billCells(), billCells()];
    const file = billCsv([cells, other]);
    const { id } = await run(file);
    const before = stock();
    expect(await undo(id)).toMatchObject({ undone: 2, kept: [] });
    expect([billOf(cells), billOf(other)]).toEqual([undefined, undefined]);
    expect(stock().bill).toBe(Number(before.bill) - 2);
    expect((await look(file)).sentBefore).toBeNull();
    // After the undo the job may be restarted, which is refused while its bills exist.
    await api.call.fileJob.restart({ params: { id }, body: {} });
    expect(await finishedJob(api, id)).toMatchObject({ status: 'success', okRows: 2 });
    expect((await api.refused('fileJob.restart', { params: { id }, body: { replace: true } })).code).toBe(
      'FILE_IN_PLACE',
    );
  });

  test('keeps and names records that were changed since', async () => {
    const cells = [billCells(), billCells(), billCells()];
    const { id } = await run(billCsv(cells));
    const [changed, filed, untouched] = cells.map((each) => Number(billOf(each)?.id));
    const params = (of = 0) => ({ params: { id: of } });
    await api.call.bill.update({ ...params(changed), body: { version: 1, remarks: 'mine' } });
    await api.call.attachment.upload({ ...params(filed), file: document() });
    const answer = await undo(id);
    expect(answer.undone).toBe(1);
    expect(answer.kept.map(({ number }) => number).sort()).toEqual(
      cells
        .slice(0, 2)
        .map(({ billNo, batchNo }) => `${billNo} ${batchNo}`)
        .sort(),
    );
    expect(await api.refused('bill.get', params(untouched))).toMatchObject({ status: 404 });
  });

  test('requires the permission', async () => {
    const { id } = await run(billCsv([billCells()]));
    const as = api.actor({ permissions: ['bill.files.undo'] });
    expect(await api.refused('fileJob.undo', { params: { id } }, { as })).toMatchObject({ status: 403 });
  });
});

test('leaves nothing when an import fails half-way', async () => {
  const [first, second] = [billCells(), billCells()];
  const before = stock();
  api.db.exec(`create trigger failing before insert on bill when new.billNo = '${second.billNo}'
    begin select raise(abort, 'in the middle'); end`);
  try {
    expect(await run(billCsv([first, second]))).toMatchObject({ status: 'failed', okRows: 0 });
  } finally {
    api.db.exec('drop trigger failing');
  }
  expect(stock()).toEqual(before);
  expect(api.takeReports().join()).toContain('in the middle');
  // The same file is accepted as soon as the fault is gone.
  expect(await run(billCsv([first, second]))).toMatchObject({ okRows: 2 });
});

test('undoes the whole file when a row is refused only as it is written', async () => {
  const [first, second] = [billCells(), billCells()];
  const other = billIn(api, 'arrived');
  const before = stock();
  // Another bill took the number after the file was checked.
  const { billNo, batchNo } = second;
  api.db.exec(`create trigger taking after insert on bill when new.billNo = '${first.billNo}'
    begin update bill set billNo = '${billNo}', batchNo = '${batchNo}' where id = ${other}; end`);
  try {
    const job = await run(billCsv([first, second]));
    expect(job).toMatchObject({ status: 'failed', okRows: 0, errorRows: 1, hasErrorFile: true });
    expect(await issuesOf(job.id)).toMatchObject([{ row: 3, column: 'billNo', code: 'BILL_DUPLICATE' }]);
  } finally {
    api.db.exec('drop trigger taking');
  }
  expect(stock()).toEqual(before);
});

test('lets others read while a large file is being written', async () => {
  const rows = Array.from({ length: 400 }, () => billCells());
  let done = false;
  const importing = run(billCsv(rows)).finally(() => {
    done = true;
  });
  let reads = 0;
  while (!done) {
    const { list } = await api.call.bill.list({ query: { billNo: rows[0]?.billNo ?? '' } });
    // Even during the last read, either none or all rows of the file are visible.
    if (list.length > 0)
      expect((await api.call.bill.list({ query: { billNo: rows[399]?.billNo ?? '' } })).total).toBe(1);
    reads += 1;
  }
  expect(await importing).toMatchObject({ okRows: 400 });
  expect(reads).toBeGreaterThan(1);
});

test('applies the same rules to a bill made by hand and to one imported from a file', async () => {
  const { billNo, batchNo } = await makeBill(api);
  const { issues } = await look(billCsv([billCells({ billNo, batchNo })]));
  expect(issues).toContainEqual(expect.objectContaining({ code: 'BILL_DUPLICATE', column: 'billNo' }));
});

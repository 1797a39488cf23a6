import { billTemplate } from '@contract/bill/billImport';
import type { Language } from '@contract/limits';
import { say } from '@contract/words';
import { describe, expect, test } from 'vitest';
import { type BillCells, billCells, billCsv } from '../support/apiBillFile';
import type { CallOptions, TestFile } from '../support/apiCall';
import { cellsOf } from '../support/apiExport';
import { billIn, makeBill, newBillNo } from '../support/apiRecords';
import { testApi } from '../support/server';
import { document } from './cases/files';

const api = testApi();
type Query = { dryRun?: boolean; mode?: 'all' | 'good'; fileName?: string; fileHash?: string };
const run = (file: TestFile, query: Query = {}, options: CallOptions = {}) =>
  api.call.billImport.run({ query, file }, options);
const tables = ['bill', 'billLog', 'timelineEvent', 'importJob', 'storedFile', 'operateLog', 'idempotency'];
const stock = () =>
  Object.fromEntries(tables.map((table) => [table, api.count(`select count(*) from ${table}`)]));
const billOf = ({ billNo = '', batchNo = '' }: BillCells) =>
  api.rows('select * from bill where billNo = ? and batchNo = ?', billNo, batchNo)[0];

describe('a good file', () => {
  test.each(['en', 'cn'] as const)('with headers in %s becomes bills as it says', async (language) => {
    const air = billCells({
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
      eta: '20/12/2026 06:00',
    });
    const answer = await run(billCsv([air, sea], { language }), {}, { language });
    expect(answer).toMatchObject({
      totalRows: 2,
      okRows: 2,
      errorRows: 0,
      status: 'success',
      sentBefore: null,
    });
    const made = billOf(air);
    expect(made).toMatchObject({
      mode: 'air',
      stage: 'draft',
      source: 'import',
      importJobId: answer.jobId,
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
    const job = await api.call.importJob.get({ params: { id: answer.jobId as number } });
    expect(job).toMatchObject({ status: 'success', totalRows: 2, okRows: 2, createdBy: api.admin.staffId });
    expect(
      api.count("select count(*) from billLog where billId = ? and action = 'import'", Number(made?.id)),
    ).toBe(1);
    expect(
      api.count(
        "select count(*) from timelineEvent where billId = ? and code = 'BILL_CREATED'",
        Number(made?.id),
      ),
    ).toBe(1);
  });

  test('filled into the template, in both forms and languages, is taken', async () => {
    for (const format of ['csv', 'xlsx'] as const) {
      for (const language of ['en', 'cn'] as const) {
        const [head = []] = cellsOf(await api.call.billImport.template({ query: { format, language } }));
        const cells = billCells();
        const values = billTemplate.columns.map(({ key }) => cells[key] ?? '');
        const bytes = [head, values].map((line) => line.join(',')).join('\n');
        expect(await run({ name: 'filled.csv', bytes }, { dryRun: true })).toMatchObject({
          okRows: 1,
          errors: [],
        });
      }
    }
  });

  test('checked without sending writes nothing', async () => {
    const before = stock();
    const cells = billCells();
    const answer = await run(billCsv([cells]), { dryRun: true });
    expect(answer).toMatchObject({ jobId: null, okRows: 1, errorRows: 0 });
    expect(stock()).toEqual(before);
    expect(billOf(cells)).toBeUndefined();
  });
});

describe('wrong rows', () => {
  const taken = () => billIn(api, 'arrived');
  /** Something wrong with a row, by the column where it stands. */
  const WRONG: readonly [string, string, () => BillCells | Promise<BillCells>][] = [
    ['billNo', 'BILL_NO_INVALID', () => ({ billNo: '160-12345670' })],
    ['billNo', 'BILL_NO_AIR', () => ({ billNo: 'COSU6345678901' })],
    ['billNo', 'REQUIRED', () => ({ billNo: '' })],
    ['mode', 'CHOICE_UNKNOWN', () => ({ mode: 'rail' })],
    ['customerCode', 'REFERENCE_UNKNOWN', () => ({ customerCode: 'NOBODY' })],
    ['serviceCode', 'REFERENCE_UNKNOWN', () => ({ serviceCode: 'NONE' })],
    ['channelCode', 'REFERENCE_UNKNOWN', () => ({ channelCode: 'XX-XXX-XXX' })],
    ['landingAirport', 'REFERENCE_UNKNOWN', () => ({ landingAirport: 'QQQ' })],
    ['landingAirport', 'SAME_AIRPORT', () => ({ landingAirport: 'PVG' })],
    ['destinationCode', 'REFERENCE_UNKNOWN', () => ({ destinationCode: 'NO-HUB-01' })],
    ['destinationCode', 'DESTINATION_CHANNEL', () => ({ destinationCode: otherHub() })],
    ['flightNo', 'REQUIRED', () => ({ flightNo: '' })],
    ['etd', 'DATE_INVALID', () => ({ etd: '31/02/2026 10:00' })],
    ['eta', 'NODE_ORDER', () => ({ eta: '01/11/2026 01:00' })],
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
    const answer = await run(billCsv([good, wrong]));
    expect(answer).toMatchObject({ jobId: null, totalRows: 2, okRows: 0, errorRows: 1, status: 'failed' });
    const errors = answer.errors.filter(({ level }) => level === 'error');
    // The header is row 1, the good row 2.
    expect(errors[0]).toMatchObject({ row: 3, column, code });
    expect(errors[0]?.message).toMatch(/^[A-Z"].+/);
    expect(errors[0]?.header).toBe(billTemplate.columns.find(({ key }) => key === column)?.en);
    expect(errors[0]?.value).toBe(wrong[column]);
    expect(stock()).toEqual(before);
    expect(billOf(good)).toBeUndefined();
  });

  test('are explained in the language of the caller', async () => {
    for (const language of ['en', 'cn'] as Language[]) {
      const answer = await run(billCsv([billCells({ customerCode: 'NOBODY' })]), {}, { language });
      const header = billTemplate.columns.find(({ key }) => key === 'customerCode')?.[language] ?? '';
      expect(answer.errors).toContainEqual(
        expect.objectContaining({
          header,
          message: say(language, 'REFERENCE_UNKNOWN', { field: header, value: 'NOBODY' }),
        }),
      );
    }
  });

  test('that stand twice in the file are named both', async () => {
    const cells = billCells();
    const { errors, errorRows } = await run(billCsv([cells, billCells(), { ...cells, remarks: 'again' }]));
    const rows = errors.filter(({ level }) => level === 'error').map(({ row }) => row);
    expect(errorRows).toBeGreaterThanOrEqual(1);
    expect(rows).toContain(4);
    expect(billOf(cells)).toBeUndefined();
  });

  test('are left out when the good ones alone are wanted', async () => {
    const [first, wrong, last] = [billCells(), billCells({ boxCount: 'ten' }), billCells()];
    const answer = await run(billCsv([first, wrong, last]), { mode: 'good' });
    expect(answer).toMatchObject({ totalRows: 3, okRows: 2, errorRows: 1, status: 'exception' });
    expect([first, wrong, last].map((cells) => billOf(cells) !== undefined)).toEqual([true, false, true]);
  });

  test('alone make no import, also when the good ones are wanted', async () => {
    const before = stock();
    expect(await run(billCsv([billCells({ boxCount: 'ten' })]), { mode: 'good' })).toMatchObject({
      jobId: null,
      status: 'failed',
    });
    expect(stock()).toEqual(before);
  });

  test('of which there are thousands are counted all and named up to a limit', async () => {
    const rows = Array.from({ length: 1100 }, () => billCells({ boxCount: 'ten' }));
    const answer = await run(billCsv(rows), { dryRun: true });
    expect(answer).toMatchObject({ totalRows: 1100, errorRows: 1100 });
    expect(answer.errors).toHaveLength(1000);
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
  test('is recognised by what is in it, and by the name of the one who sent it', async () => {
    const file = billCsv([billCells()]);
    const as = api.actor({ permissions: ['bill.import.run'] });
    const first = await run(file, {}, { as });
    const again = await run({ ...file, name: 'renamed.csv' }, { dryRun: true });
    expect(again.sentBefore).toMatchObject({ jobId: first.jobId, by: `Test ${as.username}` });
    expect(again.errors).toContainEqual(expect.objectContaining({ code: 'BILL_DUPLICATE' }));
  });

  test('is recognised by the file that the person chose, when another is made from it', async () => {
    const fileHash = 'a'.repeat(63) + Math.floor(Math.random() * 10);
    const first = await run(billCsv([billCells()]), { fileHash, fileName: 'November.xlsx' });
    expect(await api.call.importJob.get({ params: { id: first.jobId as number } })).toMatchObject({
      fileName: 'November.xlsx',
    });
    expect((await run(billCsv([billCells()]), { fileHash, dryRun: true })).sentBefore).toMatchObject({
      jobId: first.jobId,
    });
  });

  test('under one key is imported once', async () => {
    const [file, key] = [billCsv([billCells()]), `import-${Date.now()}`];
    const before = stock();
    const answers = await Promise.all([1, 2, 3].map(() => run(file, {}, { key })));
    expect(new Set(answers.map(({ jobId }) => jobId)).size).toBe(1);
    expect(stock().bill).toBe(Number(before.bill) + 1);
    expect(stock().importJob).toBe(Number(before.importJob) + 1);
  });

  test('at once under two keys is imported once: the second finds the numbers taken', async () => {
    const file = billCsv([billCells(), billCells()]);
    const before = stock();
    const answers = await Promise.all([1, 2].map((n) => run(file, {}, { key: `import-${Date.now()}-${n}` })));
    expect(answers.map(({ okRows }) => okRows).sort()).toEqual([0, 2]);
    expect(stock().bill).toBe(Number(before.bill) + 2);
  });
});

describe('taking an import back', () => {
  test('removes what it made, and the file may be sent again', async () => {
    const [cells, other] = [billCells(), billCells()];
    const file = billCsv([cells, other]);
    const { jobId } = await run(file);
    const before = stock();
    expect(await api.call.importJob.undo({ params: { id: jobId as number } })).toEqual({
      undone: 2,
      kept: [],
    });
    expect([billOf(cells), billOf(other)]).toEqual([undefined, undefined]);
    expect(stock().bill).toBe(Number(before.bill) - 2);
    expect(await api.call.importJob.get({ params: { id: jobId as number } })).toMatchObject({
      status: 'undone',
    });
    expect(await run(file)).toMatchObject({ okRows: 2, sentBefore: null });
  });

  test('keeps, and names, what somebody has worked on since', async () => {
    const cells = [billCells(), billCells(), billCells()];
    const { jobId } = await run(billCsv(cells));
    const [changed, filed, untouched] = cells.map((each) => Number(billOf(each)?.id));
    const params = (id = 0) => ({ params: { id } });
    await api.call.bill.update({ ...params(changed), body: { version: 1, remarks: 'mine' } });
    await api.call.attachment.upload({ ...params(filed), file: document() });
    const answer = await api.call.importJob.undo({ params: { id: jobId as number } });
    expect(answer.undone).toBe(1);
    expect(answer.kept.map(({ id }) => id)).toEqual([changed, filed]);
    expect(answer.kept[0]?.number).toBe(`${cells[0]?.billNo} ${cells[0]?.batchNo}`);
    expect(await api.refused('bill.get', params(untouched))).toMatchObject({ status: 404 });
  });
});

test('an import that fails half-way leaves nothing', async () => {
  const [first, second] = [billCells(), billCells()];
  const before = stock();
  api.db.exec(`create trigger failing before insert on bill when new.billNo = '${second.billNo}'
    begin select raise(abort, 'in the middle'); end`);
  try {
    expect(await api.refused('billImport.run', { file: billCsv([first, second]) })).toMatchObject({
      status: 500,
      code: 'INTERNAL',
    });
  } finally {
    api.db.exec('drop trigger failing');
  }
  expect(stock()).toEqual(before);
  expect(api.takeReports().join()).toContain('in the middle');
  // The same file goes in as soon as the fault is gone.
  expect(await run(billCsv([first, second]))).toMatchObject({ okRows: 2 });
});

test('others read while a large file is being written', async () => {
  const rows = Array.from({ length: 400 }, () => billCells());
  let done = false;
  const importing = run(billCsv(rows)).finally(() => {
    done = true;
  });
  let reads = 0;
  while (!done) {
    const { list } = await api.call.bill.list({ query: { billNo: rows[0]?.billNo ?? '' } });
    // Either nothing of it is there or all of it, when it was read last.
    if (list.length > 0)
      expect((await api.call.bill.list({ query: { billNo: rows[399]?.billNo ?? '' } })).total).toBe(1);
    reads += 1;
  }
  expect(await importing).toMatchObject({ okRows: 400 });
  expect(reads).toBeGreaterThan(1);
});

test('a bill made by hand and one by file obey the same rules', async () => {
  const { billNo, batchNo } = await makeBill(api);
  const { errors } = await run(billCsv([billCells({ billNo, batchNo })]), { dryRun: true });
  expect(errors).toContainEqual(expect.objectContaining({ code: 'BILL_DUPLICATE', column: 'billNo' }));
});

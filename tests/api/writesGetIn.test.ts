import { fileTemplates } from '@contract/files/templates';
import { describe, expect, test } from 'vitest';
import { type BillCells, billCells, billCsv } from '../support/apiBillFile';
import type { TestFile } from '../support/apiCall';
import { type Cells, converted, finishedJob, tableCsv, taken } from '../support/apiFileJob';
import { billDraftOf, newBillNo } from '../support/apiRecords';
import { leastOf } from '../support/leastOf';
import { testApi } from '../support/server';

const api = testApi();
const ROWS = 2_000;
let serial = 0;

const mark = () => {
  const code = `W${++serial}`;
  return { code, nameEn: code, nameCn: code, text: code, tapeColor: 'green' as const };
};

/** Writes as another person. Returns the time it took, in ms. */
async function written(): Promise<number> {
  const from = performance.now();
  await api.send('mark.create', { body: mark() });
  return performance.now() - from;
}

const bills = (count: number, changes: BillCells = {}) =>
  billCsv(Array.from({ length: count }, () => billCells(changes)));
const services = (prefix: string, count: number, cells: Cells = {}) =>
  tableCsv(
    fileTemplates.service,
    Array.from({ length: count }, (_, at) => ({
      ...{ code: `${prefix}${at}`, nameEn: `${prefix} ${at}`, nameCn: `${at}`, mode: 'air' },
      ...cells,
    })),
  );
const effects = (jobId: number) => api.count('select count(*) from fileEffect where jobId = ?', jobId);

/** Uploads a file and repeats some work until it is imported. */
async function besides(kind: 'bill' | 'service', file: TestFile, work: () => Promise<unknown>) {
  const from = performance.now();
  const { job } = await taken(api, kind, file, { mode: 'all' });
  let isOver = false;
  const over = finishedJob(api, job.id).finally(() => {
    isOver = true;
  });
  while (!isOver) await work();
  return { job: await over, took: performance.now() - from };
}

describe('an import of a whole file', () => {
  test.each([
    ['bills', 'bill', () => bills(ROWS)],
    ['new records', 'service', () => services(`N${++serial}-`, ROWS)],
    ['records that are there', 'service', () => services('OLD', ROWS, { nameEn: `Changed ${++serial}` })],
  ] as const)(
    'lets others write during the import: %s',
    async (of, kind, file) => {
      if (of === 'records that are there')
        await converted(api, 'service', null, services('OLD', ROWS), { mode: 'all' });
      const longest = await leastOf(0.5, async () => {
        const waits: number[] = [];
        const { job, took } = await besides(kind, file(), async () => waits.push(await written()));
        expect(job).toMatchObject({ status: 'success', okRows: ROWS });
        expect(effects(job.id)).toBe(ROWS);
        expect(waits.length).toBeGreaterThan(2);
        return Math.max(...waits) / took;
      });
      // If the import held the write lock throughout, the share would be nine tenths or more.
      expect(longest, 'the longest wait, of the time that the file took').toBeLessThan(0.5);
    },
    300_000,
  );

  test('shows no part of itself to anyone before its end', async () => {
    const seen = new Set<number>();
    const query = { flightNo: 'ZZ77' };
    const { job } = await besides('bill', bills(500, query), async () => {
      const { total } = await api.call.bill.list({ query });
      seen.add(total);
      await written();
    });
    expect(job).toMatchObject({ status: 'success', okRows: 500 });
    expect([...seen].filter((count) => count !== 0 && count !== 500)).toEqual([]);
    expect(seen.has(0)).toBe(true);
  }, 120_000);
});

const NUMBERS = ['id', 'billNo', 'importJobId', 'createdAt', 'updatedAt', 'dueOrder'];
const LINES = ['id', 'billId', 'at', 'objectId', 'objectNo', 'occurredAt', 'recordedAt', 'after'];
const without = (names: readonly string[], row: Record<string, unknown> | undefined) =>
  Object.fromEntries(Object.entries(row ?? {}).filter(([name]) => !names.includes(name)));

/** Returns all traces of a bill made by a file, without numbers and times. */
function traces(billNo: string) {
  const [bill] = api.rows('select * from bill where billNo = ?', billNo);
  const id = Number(bill?.id);
  const lines = (text: string, of: number | string) => api.rows(text, of).map((row) => without(LINES, row));
  const [effect] = api.rows("select * from fileEffect where what = 'bill' and recordId = ?", id);
  return {
    bill: without(NUMBERS, bill),
    found: api.rows('select billNo, batchNo from bill where id = ?', id).length,
    events: lines('select * from timelineEvent where billId = ?', id),
    log: lines('select * from billLog where billId = ?', id),
    operations: lines("select * from operateLog where objectType = 'bill' and objectId = ?", String(id)),
    uld: api.rows('select uldNo from billUld where billId = ?', id),
    effect: without(['jobId', 'row', 'recordId', 'rowid'], effect),
  };
}

test('leaves the same records after a large file as after a small one', async () => {
  const cells = { uldNumbers: 'PMC12345CK', houseNo: 'H-1' };
  const [few, many] = [newBillNo(), newBillNo()];
  for (const [billNo, count] of [
    [few, 1],
    [many, 150],
  ] as const) {
    const rows = [
      billCells({ ...cells, billNo }),
      ...Array.from({ length: count - 1 }, () => billCells(cells)),
    ];
    expect(await converted(api, 'bill', null, billCsv(rows), { mode: 'all' })).toMatchObject({
      status: 'success',
      okRows: count,
    });
  }
  expect(traces(many)).toEqual(traces(few));
  expect(traces(few).operations).toHaveLength(1);
  // Ids continue after those of the file.
  const last = api.count('select max(id) from bill');
  const made = await converted(api, 'bill', null, bills(1), { mode: 'all' });
  expect(made.status).toBe('success');
  expect(api.count('select max(id) from bill')).toBeGreaterThan(last);
});

test('stores nothing of a file with a rejected row, and never writes it', async () => {
  const before = api.count('select count(*) from service');
  const rows = services('R', 300).bytes.toString().split('\r\n');
  // The same code twice.
  const file = { name: 'services.csv', bytes: [...rows, rows[1]].join('\r\n') };
  const job = await converted(api, 'service', null, file, { mode: 'all' });
  expect(job).toMatchObject({ status: 'failed', okRows: 0 });
  expect(api.count('select count(*) from service')).toBe(before);
  expect(effects(job.id)).toBe(0);
});

test('refuses a file and stores nothing when its references are deactivated while it is written', async () => {
  const channel = (await api.call.channelCode.list({ query: { channelCode: 'NL-TUL-ECO' } })).list[0];
  const ids = [channel?.id ?? 0];
  const before = api.count('select count(*) from bill');
  let times = 0;
  const { job } = await besides('bill', bills(1_000), async () => {
    times += 1;
    if (times === 2) await api.call.channelCode.active({ body: { ids, active: false } });
    else await written();
  });
  await api.call.channelCode.active({ body: { ids, active: true } });
  expect(job).toMatchObject({ status: 'failed', okRows: 0 });
  const { list } = await api.call.fileJob.issues({ params: { id: job.id }, query: {} });
  expect(list[0]).toMatchObject({ code: 'REFERENCE_INACTIVE', column: 'channelCode' });
  expect(api.count('select count(*) from bill')).toBe(before);
}, 120_000);

test('refuses a file when a bill of the same number is created while it is written', async () => {
  const rows = Array.from({ length: 1_000 }, () => billCells());
  const billNo = String(rows[500]?.billNo);
  let times = 0;
  const { job } = await besides('bill', billCsv(rows), async () => {
    times += 1;
    if (times === 2) await api.call.bill.create({ body: billDraftOf({ billNo, batchNo: 'B1' }) });
    else await written();
  });
  expect(job).toMatchObject({ status: 'failed', okRows: 0 });
  const { list } = await api.call.fileJob.issues({ params: { id: job.id }, query: {} });
  expect(list[0]).toMatchObject({ code: 'BILL_DUPLICATE', column: 'billNo', row: 502 });
  expect(api.count('select count(*) from bill where billNo = ?', billNo)).toBe(1);
}, 120_000);

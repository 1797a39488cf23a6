import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileTemplates } from '@contract/files/templates';
import { expect, test } from 'vitest';
import { billCells, billCsv, fileTime } from '../support/apiBillFile';
import { type Cells, converted, declarationCsv, lineCells, looked, tableCsv } from '../support/apiFileJob';
import { makeBill, newBillNo } from '../support/apiRecords';
import { testApi } from '../support/server';

const api = testApi();
const FILES = path.join(import.meta.dirname, '../unit/tabular/cases/files');
const given = (name: string) => ({ name, bytes: readFileSync(path.join(FILES, name)) });
const issuesOf = async (id: number, level?: 'warning') =>
  (await api.call.fileJob.issues({ params: { id }, query: level ? { level } : {} })).list;
const soon = { etd: fileTime(2), eta: fileTime(3) };

test('names a batch known in another spelling with flight and arrival, and accepts it on request', async () => {
  const billNo = newBillNo();
  const known = await makeBill(api, { billNo, batchNo: '01', flightNo: 'CK205' });
  api.db.exec(`update bill set ata = '2026-11-03T07:15:00Z' where id = ${known.id}`);
  const file = billCsv([billCells({ ...soon, billNo, batchNo: '1' })]);
  const { issues } = await looked(api, 'bill', file);
  expect(issues).toMatchObject([
    { row: 2, column: 'batchNo', level: 'warning', code: 'BATCH_KNOWN', expected: '01' },
  ]);
  expect(issues[0]?.message).toContain('batch 01 (CK205, ATA 03/11/2026 08:15)');
  const job = await converted(api, 'bill', null, file);
  expect(job).toMatchObject({ status: 'success', okRows: 1, warningRows: 1 });
  expect(await issuesOf(job.id, 'warning')).toMatchObject([{ row: 2, code: 'BATCH_KNOWN', expected: '01' }]);
});

test('names a bill that departs after another of its batches landed, but no other batches', async () => {
  const billNo = newBillNo();
  const known = await makeBill(api, { billNo, batchNo: 'A', flightNo: 'CK205' });
  const codes = async (batchNo: string) =>
    (await looked(api, 'bill', billCsv([billCells({ ...soon, billNo, batchNo })]))).issues.map(
      ({ code }) => code,
    );
  expect(await codes('B')).toEqual([]);
  api.db.exec(`update bill set ata = '2026-11-03T07:15:00Z' where id = ${known.id}`);
  expect(await codes('B')).toEqual(['BILL_LANDED']);
  expect(await codes('A')).toEqual(['BILL_DUPLICATE']);
});

test('refuses times of a batch in another spelling, and names the known one', async () => {
  const { id, billNo } = await makeBill(api, { batchNo: '01' });
  const row = { billNo, batchNo: '1', node: 'noa', time: fileTime(-1), count: '3' };
  const job = await converted(api, 'time_node', null, tableCsv(fileTemplates.time_node, [row]));
  expect(job.errorRows).toBe(1);
  const [issue] = await issuesOf(job.id);
  expect(issue).toMatchObject({ row: 2, column: 'batchNo', code: 'FILE_BATCH_UNKNOWN' });
  expect(issue?.message).toContain('01');
  expect(api.row('select noaAt from bill where id = ?', id)).toEqual({ noaAt: null });
});

test('accepts flights months from today with a warning', async () => {
  const job = await converted(
    ...[api, 'bill' as const, null],
    billCsv([
      billCells({ etd: fileTime(-200), eta: fileTime(-199) }),
      billCells({ etd: fileTime(118), eta: fileTime(120) }),
      billCells({ etd: fileTime(130), eta: fileTime(131) }),
    ]),
  );
  expect(job).toMatchObject({ status: 'success', okRows: 3, warningRows: 2 });
  const rows = (await issuesOf(job.id, 'warning')).map(({ row, column }) => `${row} ${column}`);
  expect([...new Set(rows)]).toEqual(['2 eta', '2 etd', '4 eta', '4 etd']);
});

test('warns of a parcel too heavy and of a unit value outside the bounds of its code', async () => {
  const { id } = await makeBill(api);
  api.db.exec("update hsCode set minUnitValue = 500, maxUnitValue = 80000 where code = '610910'");
  const job = await converted(
    ...[api, 'declaration' as const, id],
    declarationCsv([
      lineCells({ grossWeight: '31.5', unitPrice: '70', quantity: '1' }),
      lineCells({ grossWeight: '31.6', unitPrice: '12' }),
      lineCells({ consigneeName: 'Marie Peeters', unitPrice: '81', quantity: '1' }),
      lineCells({ unitPrice: '0.4' }),
    ]),
  );
  expect(job).toMatchObject({ status: 'success', errorRows: 0, warningRows: 3 });
  const issues = (await issuesOf(job.id)).map(({ row, column, code }) => [row, column, code]);
  expect(issues).toEqual([
    [3, 'grossWeight', 'PARCEL_WEIGHT_ODD'],
    [4, 'unitPrice', 'HS_UNIT_VALUE'],
    [5, 'unitPrice', 'HS_UNIT_VALUE'],
  ]);
});

test('recognises sides in metres by the weight, and accepts them', async () => {
  const { id } = await makeBill(api);
  const box = { boxNo: 'BOX-1', weight: '18.45', length: '0.6', width: '0.4', height: '0.4' };
  const job = await converted(api, 'box_weight', id, tableCsv(fileTemplates.box_weight, [box]));
  const warnings = await issuesOf(job.id, 'warning');
  expect(warnings.map(({ column, expected }) => [column, expected])).toEqual([
    ['height', '40'],
    ['length', '60'],
    ['width', '40'],
  ]);
});

test('warns of an office that is the name of a place', async () => {
  const taken = api.count("select count(*) from bill where billNo = '501-60063286'");
  if (taken === 0) await makeBill(api, { billNo: '501-60063286', batchNo: '01' });
  const job = await converted(api, 't1', null, given('195-t1.csv'));
  expect((await issuesOf(job.id, 'warning')).map(({ row, code }) => [row, code])).toContainEqual([
    ...[3, 'CUSTOMS_OFFICE_NAME'],
  ]);
});

test('warns of a price a hundred times the usual one of its supplier, and suggests the intended one', async () => {
  const { billNo, batchNo } = await makeBill(api);
  const supplier = String(
    api.row("select code from clientCompany where active = 1 and kind = 'supplier' limit 1").code,
  );
  const line = (unitPrice: string): Cells => ({
    ...{ billNo, batchNo, supplierId: supplier, feeCategoryId: 'pickup', basis: 'per_pallet' },
    ...{ quantity: '1', currency: 'GBP', unitPrice },
  });
  const file = (...prices: string[]) => tableCsv(fileTemplates.bill_cost, prices.map(line));
  const wrong = file('980', '98000');
  await converted(api, 'bill_cost', null, file('970', '980', '990', '1010'));
  expect((await looked(api, 'bill_cost', wrong)).issues).toEqual([]);
  await converted(api, 'bill_cost', null, file('985'));
  expect((await looked(api, 'bill_cost', wrong)).issues).toMatchObject([
    { row: 3, column: 'unitPrice', level: 'warning', code: 'PRICE_HUNDREDFOLD', expected: '980' },
  ]);
  const job = await converted(api, 'bill_cost', null, wrong);
  expect(job).toMatchObject({ status: 'success', okRows: 2, warningRows: 1 });
});

import { readdirSync } from 'node:fs';
import { jobChanges, jobProblem } from '@contract/files/fileJob';
import type { FileJob } from '@contract/files/fileJobRow';
import type { FileKind } from '@contract/files/fileKindNames';
import { fileTemplates } from '@contract/files/templates';
import { say } from '@contract/words';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { billCells, billCsv } from '../support/apiBillFile';
import { newMrn } from '../support/apiCustoms';
import { cellsOf } from '../support/apiExport';
import {
  type Cells,
  converted,
  declarationCsv,
  finishedJob,
  lineCells,
  newTracking,
  tableCsv,
} from '../support/apiFileJob';
import { dayFrom } from '../support/apiFinance';
import { billIn, makeBill } from '../support/apiRecords';
import { testApi } from '../support/server';

const api = testApi();

const stock = (billId: number) =>
  Object.fromEntries(
    ['box', 'parcel', 'batch'].map((table) => [
      table,
      api.count(`select count(*) from ${table} where billId = ?`, billId),
    ]),
  );
const lines = (billId: number) =>
  api.count('select count(*) from itemLine join parcel on parcel.id = parcelId where billId = ?', billId);
const problemOf = (job: FileJob) => jobProblem(job)?.code;
const send = (kind: FileKind, billId: number | null, rows: readonly Cells[]) =>
  converted(api, kind, billId, tableCsv(fileTemplates[kind], rows));
const declare = async (rows: readonly Cells[], billId?: number) => {
  const id = billId ?? (await makeBill(api)).id;
  return { billId: id, job: await converted(api, 'declaration', id, declarationCsv(rows)) };
};

describe('a declaration file', () => {
  test('becomes boxes, parcels, lines, batches and statistics, and names its sender', async () => {
    const one = newTracking();
    const { billId, job } = await declare([
      lineCells({ trackingNo: one }),
      lineCells({ trackingNo: one, quantity: '1', hsCode: '640411', unitPrice: '40' }),
      lineCells({ boxNo: 'BOX-2', quantity: '1', unitPrice: '150.01', hsCode: '392690' }),
      lineCells({ boxNo: 'BOX-2', quantity: '1', unitPrice: '150.00', hsCode: '392690' }),
    ]);
    expect(job).toMatchObject({
      status: 'success',
      totalRows: 4,
      okRows: 4,
      errorRows: 0,
      hasErrorFile: false,
    });
    expect(stock(billId)).toEqual({ box: 2, parcel: 3, batch: 2 });
    expect(lines(billId)).toBe(4);
    expect(api.row('select * from parcel where trackingNo = ?', one)).toMatchObject({
      ...{ value: 6400, grossWeight: 1050, declarationSystem: 'DECO', state: 'clearance' },
      fileJobId: job.id,
    });
    const [statistic] = await api.call.fileJob.statistics({ params: { id: billId } });
    expect(statistic).toMatchObject({
      ...{ totalLines: 4, totalParcels: 3, totalBoxes: 2, totalValue: '364.01', currency: 'EUR' },
      ...{ agsLines: 1, agsParcels: 1, agsBoxes: 1, agsWeight: 1.05 },
      ...{ decoLines: 3, decoParcels: 2, decoBoxes: 2, decoWeight: 2.1 },
      // Two codes in one parcel and one in the other: three times EUR 3.
      ...{ distinctHs6: 3, itemDutyEstimate: '9.00', dutyCurrency: 'EUR' },
    });
    expect(
      api.rows('select batchNo, parcels, lines from batch where billId = ? order by batchNo', billId),
    ).toEqual([
      { batchNo: 'AGS-01', parcels: 1, lines: 1 },
      { batchNo: 'DECO-01', parcels: 2, lines: 3 },
    ]);
    expect(
      api.count("select count(*) from timelineEvent where billId = ? and code = 'DATA_RECEIVED'", billId),
    ).toBe(1);
    expect(api.row('select parcelsClearance from bill where id = ?', billId)).toEqual({
      parcelsClearance: 3,
    });
    expect(
      api.row('select textEn from message where receiverId = ? order by id desc', api.admin.staffId),
    ).toEqual({
      textEn: say('en', 'FILE_DONE', { name: 'declaration.csv', ok: 4 }),
    });
  });

  const inGb = (language: 'en' | 'cn') => {
    const row = lineCells({ consigneeName: '王小明', productNameCn: '棉制T恤' });
    const { name, bytes } = declarationCsv([row], { language });
    return { name, bytes: encodeGb(String(bytes)) };
  };
  const consignees = (billId: number) =>
    api.rows('select consigneeName from parcel where billId = ?', billId);

  test('is read as GB18030 without a question when its headers prove it', async () => {
    const { id } = await makeBill(api);
    const job = await converted(api, 'declaration', id, inGb('cn'));
    expect(job).toMatchObject({ status: 'success', okRows: 1 });
    expect(consignees(id)).toEqual([{ consigneeName: '王小明' }]);
  });

  test('waits for its encoding when that is uncertain', async () => {
    const { id } = await makeBill(api);
    const job = await converted(api, 'declaration', id, inGb('en'));
    expect(job).toMatchObject({ status: 'exception', okRows: 0, appliedAt: null });
    expect(problemOf(job)).toBe('ENCODING_AMBIGUOUS');
    const { encodings, ...said } = jobProblem(job)?.params ?? {};
    expect(encodings).toHaveProperty('list.0', 'gb18030');
    // The deciding letters are returned as each candidate decodes them.
    expect(said).toMatchObject({ gb18030: '王小明 · 棉制T恤', 'windows-1252': 'ÍõÐ¡Ã÷ · ÃÞÖÆTÐô' });
    expect(stock(id)).toEqual({ box: 0, parcel: 0, batch: 0 });
    // Accepting the job does not choose an encoding; converting the file again without one asks again.
    const params = { id: job.id };
    await expect(api.call.fileJob.accept({ params })).rejects.toMatchObject({
      refused: { code: 'ENCODING_AMBIGUOUS' },
    });
    await api.call.fileJob.restart({ params, body: { replace: false } });
    expect(problemOf(await finishedJob(api, job.id))).toBe('ENCODING_AMBIGUOUS');
    await api.call.fileJob.restart({ params, body: { replace: false, encoding: 'gb18030' } });
    expect(await finishedJob(api, job.id)).toMatchObject({ status: 'success', okRows: 1 });
    expect(consignees(id)).toEqual([{ consigneeName: '王小明' }]);
  });

  test('skips rows at a restart, one by one or by prefix, and keeps earlier choices', async () => {
    const { id } = await makeBill(api);
    const sum = { boxNo: '备注 20', trackingNo: '' };
    const named = { consigneeName: '王小明' };
    const rows = [
      lineCells(named),
      lineCells(sum),
      lineCells(named),
      lineCells(sum),
      lineCells({ quantity: 'many' }),
    ];
    const { name, bytes } = declarationCsv(rows);
    const job = await converted(api, 'declaration', id, { name, bytes: encodeGb(String(bytes)) });
    expect(problemOf(job)).toBe('ENCODING_AMBIGUOUS');
    const params = { id: job.id };
    await api.call.fileJob.restart({ params, body: { replace: false, encoding: 'gb18030' } });
    expect(await finishedJob(api, job.id)).toMatchObject({ status: 'failed', errorRows: 3 });
    const restart = async (leave: { row: number; alike?: boolean }[]) => {
      await api.call.fileJob.restart({ params, body: { replace: false, leave } });
      return finishedJob(api, job.id);
    };
    expect(await restart([{ row: 3 }])).toMatchObject({ status: 'failed', totalRows: 4, errorRows: 2 });
    expect(await restart([{ row: 5, alike: true }])).toMatchObject({
      status: 'failed',
      totalRows: 3,
      errorRows: 1,
    });
    const done = await restart([{ row: 6 }]);
    expect(done).toMatchObject({ status: 'success', totalRows: 2, okRows: 2 });
    expect(consignees(id)).toHaveLength(2);
  });

  test('is empty when every row is skipped', async () => {
    const { job } = await declare([lineCells({ quantity: 'many' })]);
    const leave = [{ row: 2 }];
    await api.call.fileJob.restart({ params: { id: job.id }, body: { replace: false, leave } });
    expect(problemOf(await finishedJob(api, job.id))).toBe('FILE_EMPTY');
  });

  test('waits for its date order when dates can be read in two orders', async () => {
    const bill = (changes: Cells) => converted(api, 'bill', null, billCsv([billCells(changes)]));
    const job = await bill({ etd: '05/11/2026 02:40', eta: '05/11/2026 07:50' });
    expect(job).toMatchObject({ status: 'exception', okRows: 0, appliedAt: null });
    expect(jobProblem(job)).toMatchObject({
      code: 'DATE_ORDER_AMBIGUOUS',
      params: {
        values: { list: ['05/11/2026 02:40', '05/11/2026 07:50'] },
        orders: { list: ['DMY', 'MDY'] },
      },
    });
    const params = { id: job.id };
    await expect(api.call.fileJob.accept({ params })).rejects.toMatchObject({
      refused: { code: 'DATE_ORDER_AMBIGUOUS' },
    });
    await api.call.fileJob.restart({ params, body: { replace: false, order: 'MDY' } });
    expect(await finishedJob(api, job.id)).toMatchObject({ status: 'success', okRows: 1 });
    expect(api.row('select etd from bill where importJobId = ?', job.id)).toEqual({
      etd: '2026-05-10T18:40:00Z',
    });
    // One date that can be read in one order alone decides for all columns.
    const decisive = await bill({ etd: '05/11/2026 02:40', eta: '13/11/2026 07:50' });
    expect(decisive).toMatchObject({ status: 'success' });
    const open = billCsv([billCells({ etd: '05/11/2026 02:40', eta: '05/11/2026 07:50' })]);
    const refused = await converted(api, 'bill', null, open, { order: 'open' });
    expect(refused).toMatchObject({ status: 'failed', errorRows: 1 });
  });

  test('waits for its decimal sign when numbers can be read in two ways', async () => {
    const open = [
      lineCells({ unitPrice: '12', grossWeight: '18,425' }),
      lineCells({ unitPrice: '12', grossWeight: '1,250' }),
    ];
    const { billId, job } = await declare(open);
    expect(job).toMatchObject({ status: 'exception', okRows: 0, errorRows: 0, appliedAt: null });
    expect(jobProblem(job)).toMatchObject({
      code: 'DECIMAL_AMBIGUOUS',
      params: { column: 'Gross weight (kg)', values: '18,425; 1,250' },
    });
    const params = { id: job.id };
    await expect(api.call.fileJob.accept({ params })).rejects.toMatchObject({
      refused: { code: 'DECIMAL_AMBIGUOUS' },
    });
    await api.call.fileJob.restart({ params, body: { replace: false, decimal: 'comma' } });
    expect(await finishedJob(api, job.id)).toMatchObject({ status: 'success', okRows: 2 });
    expect(api.rows('select grossWeight from parcel where billId = ? order by grossWeight', billId)).toEqual([
      { grossWeight: 1250 },
      { grossWeight: 18_425 },
    ]);
    // One number that can be read in one way alone decides for all columns.
    const decisive = await declare([lineCells({ unitPrice: '12,50', grossWeight: '1,250' })]);
    expect(decisive.job).toMatchObject({ status: 'success' });
    const { id } = await makeBill(api);
    const refused = await converted(api, 'declaration', id, declarationCsv(open), { decimal: 'open' });
    expect(refused).toMatchObject({ status: 'failed', errorRows: 2 });
  });

  test('imports nothing when one row is wrong; its corrected error file is imported unchanged', async () => {
    const wrong = lineCells({ quantity: 'many' });
    const { billId, job } = await declare([lineCells(), wrong, lineCells({ country: 'XY' })]);
    expect(job).toMatchObject({ status: 'failed', errorRows: 2, okRows: 0, hasErrorFile: true });
    expect(problemOf(job)).toBe('FILE_ROW_ERRORS');
    expect(stock(billId)).toEqual({ box: 0, parcel: 0, batch: 0 });
    const { list, total } = await api.call.fileJob.issues({ params: { id: job.id } }, { language: 'cn' });
    expect(total).toBeGreaterThanOrEqual(2);
    expect(list.find(({ column }) => column === 'quantity')).toMatchObject({
      ...{ row: 3, header: '数量', value: 'many', level: 'error' },
      message: expect.stringMatching(/数量/),
    });
    const file = await api.call.fileJob.errorFile({ params: { id: job.id } });
    expect(file.name).toBe('declaration-errors.csv');
    const rows = await cellsOf(file);
    expect(rows[0]?.at(-1)).toBe('Error / 错误原因');
    expect(rows).toHaveLength(4);
    expect(rows[2]?.at(-1)).toMatch(/many/);
    // The unchanged error file fails again, with the same two rows.
    const again = await converted(api, 'declaration', billId, { name: file.name, bytes: file.bytes });
    expect(again).toMatchObject({ status: 'failed', totalRows: 3, errorRows: 2 });
  });

  test('is refused at the row of a locked IOSS number, and counts it in the statistics', async () => {
    const iossNo = String(api.row('select iossNo from ioss where locked = 1').iossNo);
    const { billId, job } = await declare([lineCells({ vatScheme: 'IOSS', iossNo })]);
    expect(job.status).toBe('failed');
    const { list } = await api.call.fileJob.issues({ params: { id: job.id } });
    expect(list).toMatchObject([{ row: 2, column: 'iossNo', code: 'IOSS_LOCKED' }]);
    const [statistic] = await api.call.fileJob.statistics({ params: { id: billId } });
    expect(statistic).toMatchObject({ lockedIoss: 1, errorLines: 1, status: 'failed' });
  });

  test('makes an AGS line with a warning above EUR 150 with IOSS', async () => {
    const iossNo = String(api.row('select iossNo from ioss where locked = 0').iossNo);
    const { job } = await declare([lineCells({ vatScheme: 'IOSS', iossNo, quantity: '14' })]);
    expect(job).toMatchObject({ status: 'success', warningRows: 1 });
    const { list } = await api.call.fileJob.issues({ params: { id: job.id } });
    expect(list).toMatchObject([{ level: 'warning', code: 'IOSS_OVER_LIMIT' }]);
  });

  describe('a declaration in a currency other than EUR', () => {
    /** Returns the findings, except the usual prices of goods, which are not the subject. */
    const codesOf = async (job: FileJob) =>
      (await api.call.fileJob.issues({ params: { id: job.id } })).list
        .filter(({ code }) => code !== 'HS_UNIT_VALUE')
        .map(({ row, column, code }) => `${row} ${column} ${code}`);
    const system = (billId: number) =>
      api.rows('select declarationSystem as of from parcel where billId = ? order by id', billId);
    /** Returns a parcel of one line, with its own consignee. */
    const parcel = (unitPrice: string, more: Cells = {}) =>
      lineCells({
        quantity: '1',
        unitPrice,
        currency: 'CNY',
        consigneeName: `Jan ${newTracking()}`,
        ...more,
      });

    /** Sets the customs rates of the last months, whatever day it is: units per euro. */
    const setRate = (currency: string, rate: number) => {
      const { id: _, ...row } = api.row('select * from dayRate where currency = ? limit 1', currency);
      api.db.exec(`delete from dayRate where currency = '${currency}'`);
      for (let ago = 0; ago < 90; ago += 1)
        api.insert('dayRate', { ...row, day: dayFrom(-ago), rate: Math.round(rate * 1e6) });
    };

    // Implementing Regulation (EU) 2015/2447, art. 146, and Delegated Regulation (EU) 2015/2446, art. 1 (48).
    test.each([
      ['1000', 'CNY', 7.6075, 'DECO', []],
      ['20000', 'JPY', 163.1, 'DECO', []],
      ['155', 'USD', 1.085, 'DECO', []],
      ['140', 'GBP', 0.86, 'AGS', ['2 vatScheme IOSS_OVER_LIMIT']],
      ['129', 'GBP', 0.86, 'DECO', []],
    ])(
      'splits by the intrinsic value at the customs rate: %s %s',
      async (price, currency, rate, kept, found) => {
        setRate(currency, rate);
        const iossNo = String(api.row('select iossNo from ioss where locked = 0').iossNo);
        const { billId, job } = await declare([parcel(price, { currency, vatScheme: 'IOSS', iossNo })]);
        expect(job.status).toBe('success');
        expect(await codesOf(job)).toEqual(found);
        expect(system(billId)).toEqual([{ of: kept }]);
        if (kept === 'AGS') {
          const { list } = await api.call.fileJob.issues({ params: { id: job.id } });
          expect(list[0]?.message).toContain('162.79 EUR');
        }
      },
    );

    test('is checked against the limits of EU customs, which are rows with a period', async () => {
      setRate('CNY', 8);
      const iossNo = String(api.row('select iossNo from ioss where locked = 0').iossNo);
      const of = (euros: number, more: Cells = {}) => parcel((euros * 8).toFixed(2), more);
      const files = () => [
        of(149),
        of(151, { vatScheme: 'IOSS', iossNo }),
        of(1001),
        of(80, { consigneeName: 'Piet Split' }),
        of(80, { consigneeName: 'Piet Split' }),
      ];
      const { billId, job } = await declare(files());
      expect(job).toMatchObject({ status: 'success', okRows: 5 });
      expect(await codesOf(job)).toEqual([
        '3 vatScheme IOSS_OVER_LIMIT',
        '4 unitPrice PARCEL_VALUE_ODD',
        '5 consigneeName SPLIT_SUSPECTED',
        '6 consigneeName SPLIT_SUSPECTED',
      ]);
      expect(system(billId).map(({ of: one }) => one)).toEqual(['DECO', 'AGS', 'AGS', 'DECO', 'DECO']);
      api.db.exec("update euRate set amount = 20000 where kind in ('low_value', 'ioss_limit')");
      try {
        const raised = await declare(files());
        expect(await codesOf(raised.job)).toEqual(['4 unitPrice PARCEL_VALUE_ODD']);
        expect(system(raised.billId).map(({ of: one }) => one)).toEqual([
          ...['DECO', 'DECO', 'AGS', 'DECO', 'DECO'],
        ]);
      } finally {
        api.db.exec("update euRate set amount = 15000 where kind in ('low_value', 'ioss_limit')");
      }
    });

    test('is refused with the day to enter when the currency has no rate, never taken for EUR', async () => {
      const { billId, job } = await declare([
        parcel('500', { currency: 'THB' }),
        parcel('20', { currency: 'THB' }),
      ]);
      expect(job.status).toBe('failed');
      expect(await codesOf(job)).toEqual(['2 currency EU_CURRENCY_NONE']);
      expect(stock(billId)).toEqual({ box: 0, parcel: 0, batch: 0 });
    });

    // Delegated Regulation (EU) 2026/1022: demanded from 01/11/2026 of low-value items.
    test('lists parcels without product identifiers, which are not declared until they have them', async () => {
      const euros = { currency: 'EUR', merchantProductId: '', manufacturerProductId: '' };
      const { billId, job } = await declare([
        parcel('12', { ...euros, sku: 'A-1' }),
        parcel('12', { ...euros, sku: 'A-1' }),
        parcel('12', { currency: 'EUR' }),
        parcel('200', euros),
      ]);
      expect(job.status).toBe('success');
      expect(await codesOf(job)).toEqual([
        '2 merchantProductId PRODUCT_ID_MISSING',
        '3 merchantProductId PRODUCT_ID_MISSING',
      ]);
      const listed = async () => (await api.call.productId.list({ query: { billId: [billId] } })).list;
      const [first, second] = await listed();
      expect(second).toMatchObject({ sku: 'A-1', merchantProductId: null });
      const ids = { merchantProductId: 'GP-A-1', manufacturerProductId: 'A1', standardProductId: '96385074' };
      const body = { ...ids, lineIds: [first?.id ?? 0], alike: true };
      expect(await api.call.productId.set({ params: { id: billId }, body })).toEqual({ ok: 2, failed: [] });
      expect(await listed()).toEqual([]);
      expect(
        api
          .rows('select unidentified as u from parcel where billId = ? order by id', billId)
          .map(({ u }) => u),
      ).toEqual([0, 0, 0, 0]);
    });

    test('declares preferential goods in full unless IOSS collects the VAT', async () => {
      const iossNo = String(api.row('select iossNo from ioss where locked = 0').iossNo);
      const euros = { currency: 'EUR', preference: '300' };
      const { billId } = await declare([
        parcel('12', euros),
        parcel('12', { ...euros, vatScheme: 'IOSS', iossNo }),
      ]);
      expect(system(billId).map(({ of: one }) => one)).toEqual(['AGS', 'DECO']);
      const { id } = api.row('select max(id) as id from parcel where billId = ?', billId);
      expect(await api.call.parcel.get({ params: { id: Number(id) } })).toMatchObject({ procedures: 'F48' });
    });

    test('has no limit in EUR when it is cleared in the United States', async () => {
      const { id } = api.row(
        "select id from bill where clearanceType = 'us11' and removedAt is null and archived = 0 order by id desc",
      );
      const { job } = await declare([parcel('9000', { currency: 'THB' })], Number(id));
      const codes = (await codesOf(job)).filter((code) => !code.includes('postcode'));
      expect(codes).toEqual([]);
    });

    test('says when a limit is not known for the day', async () => {
      api.db.exec("update euRate set validTo = '2026-11-02' where kind = 'ioss_limit'");
      try {
        const { job } = await declare([parcel('20', { currency: 'EUR' })]);
        expect(await codesOf(job)).toEqual(['2 vatScheme EU_RATE_ENDED']);
      } finally {
        api.db.exec("update euRate set validTo = null where kind = 'ioss_limit'");
      }
    });
  });

  test('waits for confirmation with its changes when the bill has data, and then replaces that', async () => {
    const [stays, goes, changes, comes] = [newTracking(), newTracking(), newTracking(), newTracking()];
    const first = await declare([stays, goes, changes].map((trackingNo) => lineCells({ trackingNo })));
    const { billId } = first;
    const { job } = await declare(
      [
        lineCells({ trackingNo: stays }),
        lineCells({ trackingNo: changes, quantity: '3' }),
        lineCells({ trackingNo: comes, boxNo: 'BOX-9' }),
      ],
      billId,
    );
    expect(job).toMatchObject({ status: 'exception', appliedAt: null });
    expect(problemOf(job)).toBe('FILE_WAITS');
    expect(jobChanges(job)).toMatchObject({
      parcels: { added: 1, removed: 1, changed: 1, same: 1 },
      boxes: { added: 1, removed: 0, same: 1 },
      ...{ added: [comes], removed: [goes], changed: [changes] },
      before: { parcels: 3, value: '72.00' },
      after: { parcels: 3, value: '84.00' },
    });
    expect(api.count('select count(*) from parcel where trackingNo = ?', goes)).toBe(1);

    await api.call.fileJob.accept({ params: { id: job.id } });
    const done = await finishedJob(api, job.id);
    expect(done).toMatchObject({ status: 'success', replacedJobId: first.job.id });
    expect(stock(billId)).toEqual({ box: 2, parcel: 3, batch: 1 });
    expect(api.count('select count(*) from parcel where trackingNo = ?', goes)).toBe(0);
    expect(lines(billId)).toBe(3);

    // Undoing the job restores the data that the job had replaced.
    const undone = await api.call.fileJob.undo({ params: { id: job.id } });
    expect(undone).toMatchObject({ undone: 3, kept: [], restored: { id: first.job.id } });
    expect(await finishedJob(api, first.job.id)).toMatchObject({ status: 'success', okRows: 3 });
    const numbers = api.rows('select trackingNo from parcel where billId = ? order by id', billId);
    expect(numbers.map(({ trackingNo }) => trackingNo).sort()).toEqual([stays, changes, goes].sort());
    expect(lines(billId)).toBe(3);
    // Data that has replaced the job's data since is left alone.
    const third = await declare([lineCells()], billId);
    await api.call.fileJob.accept({ params: { id: third.job.id } });
    await finishedJob(api, third.job.id);
    api.db.exec(`update parcel set state = 'held' where billId = ${billId}`);
    expect(await api.call.fileJob.undo({ params: { id: third.job.id } })).toMatchObject({
      undone: 0,
      restored: null,
    });
  });

  test('keeps parcels that customs has decided on', async () => {
    const { billId, job } = await declare([lineCells()]);
    api.db.exec(`update parcel set state = 'free' where billId = ${billId}`);
    const next = await declare([lineCells()], billId);
    expect(next.job.status).toBe('failed');
    expect(problemOf(next.job)).toBe('FILE_DATA_IN_USE');
    expect(
      await api.refused('fileJob.restart', { params: { id: job.id }, body: { replace: true } }),
    ).toMatchObject({ status: 409, code: 'FILE_DATA_IN_USE' });
  });

  test('can be undone except for named records that were changed since', async () => {
    const [a, b] = [newTracking(), newTracking()];
    const { billId, job } = await declare([
      lineCells({ trackingNo: a }),
      lineCells({ trackingNo: b, boxNo: 'BOX-2' }),
    ]);
    api.db.prepare("update parcel set state = 'held' where trackingNo = ?").run(b);
    const answer = await api.call.fileJob.undo({ params: { id: job.id } }, { language: 'cn' });
    expect(answer).toMatchObject({ undone: 1, kept: [{ number: b, reason: say('cn', 'FILE_EDITED') }] });
    expect(stock(billId)).toEqual({ box: 1, parcel: 1, batch: 1 });
    expect(api.row('select parcels from batch where billId = ?', billId)).toEqual({ parcels: 1 });
    await api.call.fileJob.remove({ params: { id: job.id } });
    expect(api.rows('select id from fileJob where id = ?', job.id)).toEqual([]);
  });

  test.each([
    ['an empty file', '', 'FILE_EMPTY'],
    ['a header alone', String(declarationCsv([]).bytes), 'FILE_EMPTY'],
    ['other columns', 'a,b\r\n1,2', 'HEADER_MISSING'],
    ['an open quotation mark', 'Box number,Tracking number\r\n"a', 'FILE_QUOTE'],
    ['too many columns', `${'a,'.repeat(16_400)}\r\n1`, 'FILE_COLUMNS'],
  ])('fails with its reason for %s', async (_, bytes, code) => {
    const { id } = await makeBill(api);
    const job = await converted(api, 'declaration', id, { name: 'data.csv', bytes });
    expect(job.status).toBe('failed');
    expect(problemOf(job)).toBe(code);
  });

  test('imports thousands of lines completely', async () => {
    const rows = Array.from({ length: 6_000 }, (_, at) => lineCells({ boxNo: `BOX-${at % 300}` }));
    const { billId, job } = await declare(rows);
    expect(job).toMatchObject({ status: 'success', okRows: 6_000 });
    expect(stock(billId)).toEqual({ box: 300, parcel: 6_000, batch: 1 });
    const { undone } = await api.call.fileJob.undo({ params: { id: job.id } });
    expect(undone).toBe(6_000);
    expect(stock(billId)).toEqual({ box: 0, parcel: 0, batch: 0 });
  });

  test('totals its lines correctly, however they are mixed', async () => {
    const parcel = fc.record({
      box: fc.integer({ min: 1, max: 3 }),
      lines: fc.array(
        fc.record({ quantity: fc.integer({ min: 1, max: 9 }), cents: fc.integer({ min: 1, max: 9_999 }) }),
        { minLength: 1, maxLength: 4 },
      ),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(parcel, { minLength: 1, maxLength: 12 }),
        fc.infiniteStream(fc.nat()),
        async (parcels, order) => {
          const rows = parcels.flatMap(({ box, lines: of }) => {
            const trackingNo = newTracking();
            return of.map(({ quantity, cents }) =>
              lineCells({
                trackingNo,
                boxNo: `BOX-${box}`,
                quantity: String(quantity),
                unitPrice: (cents / 100).toFixed(2),
              }),
            );
          });
          const keyed = rows.map((row) => ({ row, key: order.next().value ?? 0 }));
          const mixed = keyed.sort((a, b) => a.key - b.key).map(({ row }) => row);
          const { billId, job } = await declare(mixed);
          expect(job.status).toBe('success');
          const values = parcels.map(({ lines: of }) =>
            of.reduce((sum, { quantity, cents }) => sum + quantity * cents, 0),
          );
          const stored = api.rows('select value, declarationSystem from parcel where billId = ?', billId);
          expect(stored.map(({ value }) => Number(value)).sort((a, b) => a - b)).toEqual(
            values.sort((a, b) => a - b),
          );
          for (const { value, declarationSystem } of stored)
            expect(declarationSystem).toBe(Number(value) > 15_000 ? 'AGS' : 'DECO');
          expect(lines(billId)).toBe(rows.length);
          expect(api.count('select sum(lines) from batch where billId = ?', billId)).toBe(rows.length);
          expect(api.count('select sum(declaredParcels) from box where billId = ?', billId)).toBe(
            parcels.length,
          );
        },
      ),
      { numRuns: 12 },
    );
  });
});

/** Encodes a text in GB18030 by inverting the decoder: the runtime has no encoder. */
function encodeGb(text: string): Buffer {
  const decoder = new TextDecoder('gb18030');
  const known = new Map<string, number[]>();
  for (let high = 0x81; high <= 0xfe; high++) {
    for (let low = 0x40; low <= 0xfe; low++) {
      if (low !== 0x7f) known.set(decoder.decode(Uint8Array.of(high, low)), [high, low]);
    }
  }
  return Buffer.from(
    [...text].flatMap((char) => (char < '\u0080' ? [char.charCodeAt(0)] : (known.get(char) ?? [0x3f]))),
  );
}

describe('a file with good and bad rows', () => {
  const billOf = (id: number) => api.row('select * from bill where id = ?', id);
  const named = (id: number) => {
    const { billNo, batchNo } = billOf(id);
    return { billNo: String(billNo), batchNo: String(batchNo) };
  };

  test('sets good time nodes, returns bad ones, and restores all on undo', async () => {
    const [good, bad] = [billIn(api, 'arrived'), billIn(api, 'draft')];
    api.db.exec(
      `update bill set noaAt = null, noaBoxCount = null, ata = '2026-10-30T10:00:00Z' where id = ${good}`,
    );
    const noa = { noaAt: '30/10/2026 15:00', noaBoxCount: '7' };
    const job = await send('time_node', null, [
      { ...named(good), ...noa },
      { ...named(bad), ...noa },
      { billNo: '112-90424456', batchNo: 'NONE', ...noa },
    ]);
    expect(job).toMatchObject({ status: 'exception', okRows: 1, errorRows: 2, hasErrorFile: true });
    expect(billOf(good)).toMatchObject({ noaBoxCount: 7 });
    const { list } = await api.call.fileJob.issues({ params: { id: job.id }, query: { level: 'error' } });
    expect(list.map(({ row, code }) => [row, code])).toEqual([
      [3, 'NODE_MISSING'],
      [4, 'FILE_BILL_UNKNOWN'],
    ]);
    const accepted = await api.call.fileJob.accept({ params: { id: job.id } });
    expect(accepted.status).toBe('success');
    expect(await api.call.fileJob.undo({ params: { id: job.id } })).toMatchObject({ undone: 1, kept: [] });
    expect(billOf(good)).toMatchObject({ noaAt: null, noaBoxCount: null });
  });

  test('reads times on the clock of the landing airport', async () => {
    const id = billIn(api, 'arrived');
    api.db.exec(
      `update bill set noaAt = null, landingAirportId = (select id from airport where airportCode = 'AMS'), ata = '2026-10-30T10:00:00Z' where id = ${id}`,
    );
    await send('time_node', null, [{ ...named(id), noaAt: '30/10/2026 15:00', noaBoxCount: '5' }]);
    expect(billOf(id)).toMatchObject({ noaAt: '2026-10-30T14:00:00Z' });
  });

  test('reads arrival and delivery at the hub on the clock of the hub', async () => {
    const [{ id: hub } = {}] = api.rows("select id from destination where code = 'NL-HUB-01'");
    const id = billIn(api, 'transit', {
      destinationId: Number(hub),
      tatAt: null,
      podAt: null,
      podBoxCount: null,
    });
    api.db.exec(`update destination set timeZone = 'Europe/Lisbon' where id = ${hub};
      update bill set landingAirportId = (select id from airport where airportCode = 'AMS') where id = ${id}`);
    try {
      await send('time_node', null, [{ ...named(id), tatAt: '20/11/2026 15:00' }]);
      expect(billOf(id)).toMatchObject({ tatAt: '2026-11-20T15:00:00Z' });
      await send('pod', null, [{ ...named(id), podAt: '20/11/2026 17:00', podBoxCount: '5' }]);
      expect(billOf(id)).toMatchObject({ podAt: '2026-11-20T17:00:00Z' });
    } finally {
      api.db.exec(`update destination set timeZone = 'Europe/Amsterdam' where id = ${hub}`);
    }
  });

  test('imports flights row by row', async () => {
    const id = billIn(api, 'draft', { atd: null, etd: null, eta: null });
    const job = await send('flight', null, [
      { ...named(id), flightNo: 'CK777', etd: '2030-12-01 10:00', eta: '2030-12-01 20:00' },
    ]);
    expect(job).toMatchObject({ status: 'success', okRows: 1 });
    expect(billOf(id)).toMatchObject({ flightNo: 'CK777' });
  });

  test('imports transit declarations row by row', async () => {
    const id = billIn(api, 'arrived', { t1At: null, t1Mrn: null });
    api.db.exec(`update bill set ata = '2026-10-30T10:00:00Z' where id = ${id}`);
    const t1 = {
      ...named(id),
      ...{ mrn: '26NL0004327TRAJ3J9', t1At: '30/10/2026 18:00', officeDeparture: 'NL000432' },
      ...{ officeDestination: 'NL000396', boxes: '10', weight: '99.5', seals: 'NL448120;NL448121' },
    };
    const job = await send('t1', null, [t1, { ...t1, billNo: '112-90424456', batchNo: 'NONE' }]);
    expect(job).toMatchObject({ status: 'exception', okRows: 1, errorRows: 1 });
    expect(api.row('select mrn, boxes, state from t1 where billId = ?', id)).toMatchObject({
      ...{ mrn: '26NL0004327TRAJ3J9', boxes: 10, state: 'released' },
    });
    expect(billOf(id)).toMatchObject({ t1Mrn: '26NL0004327TRAJ3J9' });
    // A transit that was changed since stays and is listed; unchanged ones are removed, and the bill's node with them.
    const undo = () => api.call.fileJob.undo({ params: { id: job.id } });
    api.db.exec(`update t1 set version = 2 where billId = ${id}`);
    expect(await undo()).toMatchObject({ undone: 0, kept: [{ number: '26NL0004327TRAJ3J9' }] });
    api.db.exec(`update t1 set version = 1 where billId = ${id}`);
    api.db.exec(`update fileJob set undoneAt = null where id = ${job.id}`);
    expect(await undo()).toMatchObject({ undone: 1, kept: [] });
    expect(api.rows('select id from t1 where billId = ?', id)).toEqual([]);
    expect(billOf(id)).toMatchObject({ t1At: null, t1Mrn: null });
  });

  test('moves each parcel to its state, or says why not', async () => {
    const [a, b, c] = [newTracking(), newTracking(), newTracking()];
    const { billId } = await declare([a, b, c].map((trackingNo) => lineCells({ trackingNo })));
    const stateOf = (no: string) =>
      api.row('select state, holdReason, failReason from parcel where trackingNo = ?', no);
    const hold = await send('hold', billId, [
      { number: a, reason: 'fyco' },
      { number: 'TST000000000NL', reason: 'fyco' },
    ]);
    expect(hold).toMatchObject({ status: 'exception', okRows: 1, errorRows: 1 });
    expect(stateOf(a)).toMatchObject({ state: 'held', holdReason: 'fyco' });
    await send('failure', null, [{ trackingNo: b, reason: 'counterfeit' }]);
    expect(stateOf(b)).toMatchObject({ state: 'failed', failReason: 'counterfeit' });
    // The MRN of its declaration does not prove the release of a held parcel.
    const unproved = await send('free', billId, [{ trackingNo: a }]);
    expect((await api.call.fileJob.issues({ params: { id: unproved.id } })).list).toMatchObject([
      { row: 2, column: 'trackingNo', code: 'PARCEL_HELD_PROOF' },
    ]);
    const mrn = '26NL000432460203R0';
    const free = await send(
      'free',
      billId,
      [a, b, c].map((trackingNo) => ({ trackingNo, mrn })),
    );
    expect(free).toMatchObject({ status: 'exception', okRows: 2, errorRows: 1 });
    expect([stateOf(a).state, stateOf(b).state, stateOf(c).state]).toEqual(['free', 'failed', 'free']);
    const { list } = await api.call.fileJob.issues({ params: { id: free.id } });
    expect(list).toMatchObject([{ row: 3, column: 'trackingNo', code: 'PARCEL_STATE' }]);
    const abnormal = await send('abnormal', billId, [{ number: c, type: 'damaged', description: 'wet' }]);
    expect(abnormal.status).toBe('success');
    expect(stateOf(c).state).toBe('abnormal');
  });

  test('imports parcel events of a partner row by row', async () => {
    const [a, b, c] = [newTracking(), newTracking(), newTracking()];
    await declare([a, b, c].map((trackingNo) => lineCells({ trackingNo })));
    const job = await send('api_feedback', null, [
      { trackingNo: a, state: 'Released', mrn: newMrn() },
      { trackingNo: b, state: '查验', reason: 'FYCO' },
      { trackingNo: c, state: 'Pending' },
    ]);
    expect(job).toMatchObject({ okRows: 3, errorRows: 0 });
    expect([a, b, c].map((no) => api.row('select state from parcel where trackingNo = ?', no).state)).toEqual(
      [...['free', 'held', 'clearance']],
    );
  });

  test('restores box weights on undo if nobody changed them since', async () => {
    const { billId } = await declare([lineCells(), lineCells({ boxNo: 'BOX-2' })]);
    const job = await send('box_weight', billId, [
      { boxNo: 'BOX-1', weight: '18.45', length: '60' },
      { boxNo: 'BOX-2', weight: '9' },
      { boxNo: 'NONE-1', weight: '9' },
    ]);
    expect(job).toMatchObject({ status: 'exception', okRows: 2, errorRows: 1 });
    const box = (no: string) => api.row('select * from box where billId = ? and boxNo = ?', billId, no);
    expect(box('BOX-1')).toMatchObject({ measuredWeight: 18_450, length: 600 });
    api.db.exec(`update box set measuredWeight = 1 where billId = ${billId} and boxNo = 'BOX-2'`);
    expect(await api.call.fileJob.undo({ params: { id: job.id } })).toMatchObject({
      undone: 1,
      kept: [{ number: 'BOX-2' }],
    });
    expect(box('BOX-1')).toMatchObject({ measuredWeight: null, length: null });
  });

  test('moves parcels between boxes, makes new ones, and is undone', async () => {
    const known = newTracking();
    const { billId } = await declare([lineCells({ trackingNo: known })]);
    const rows = [
      { boxNo: 'BOX-7', trackingNo: known, weight: '2' },
      { boxNo: 'BOX-7', trackingNo: newTracking(), weight: '1' },
    ];
    const job = await send('box_parcel', billId, rows);
    expect(job.status).toBe('exception');
    expect(jobChanges(job)).toEqual({
      parcels: { added: 1, removed: 0, changed: 1, same: 0 },
      boxes: { added: 1, removed: 0, same: 1 },
      ...{ added: [rows[1]?.trackingNo], removed: [], changed: [known] },
      before: { parcels: 1, boxes: 1, lines: 1, weight: 1.05, value: '24.00', currency: 'EUR' },
      after: { parcels: 2, boxes: 2, lines: 1, weight: 3, value: '24.00', currency: 'EUR' },
    });
    await api.call.fileJob.accept({ params: { id: job.id } });
    expect(await finishedJob(api, job.id)).toMatchObject({ status: 'success', okRows: 2 });
    const place = () =>
      api.row('select boxNo, grossWeight from parcel join box on box.id = boxId where trackingNo = ?', known);
    expect(place()).toEqual({ boxNo: 'BOX-7', grossWeight: 2000 });
    expect(api.row("select declaredParcels from box where billId = ? and boxNo = 'BOX-7'", billId)).toEqual({
      declaredParcels: 2,
    });
    expect(await api.call.fileJob.undo({ params: { id: job.id } })).toMatchObject({ undone: 2, kept: [] });
    expect(place()).toEqual({ boxNo: 'BOX-1', grossWeight: 1050 });
    expect(stock(billId)).toMatchObject({ box: 1, parcel: 1 });
  });
});

describe('the job queue', () => {
  test('changes nothing for a cancelled job, which a person can restart', async () => {
    const { billId, job } = await declare([lineCells({ quantity: 'x' })]);
    api.db.exec(`update fileJob set status = 'unprocessed' where id = ${job.id}`);
    const cancelled = await api.call.fileJob.cancel({ params: { id: job.id } });
    expect(cancelled.status).toBe('failed');
    expect(problemOf(cancelled)).toBe('CANCELLED');
    await api.call.fileJob.restart({ params: { id: job.id }, body: {} });
    expect(await finishedJob(api, job.id)).toMatchObject({ status: 'failed', restartCount: 1 });
    expect(stock(billId)).toEqual({ box: 0, parcel: 0, batch: 0 });
  });

  test('resumes unfinished jobs at the next start, and gives up one that ends the process each time', async () => {
    const { billId, job } = await declare([lineCells()]);
    const poison = await declare([lineCells()]);
    api.db.exec(
      `delete from itemLine where parcelId in (select id from parcel where billId = ${billId});
       delete from parcel where billId = ${billId}; delete from box where billId = ${billId};
       update fileJob set status = 'processing', appliedAt = null, attempts = 1 where id = ${job.id};
       update fileJob set status = 'processing', attempts = 3 where id = ${poison.job.id}`,
    );
    await api.close();
    await api.open();
    expect(await finishedJob(api, job.id)).toMatchObject({ status: 'success', okRows: 1 });
    expect(stock(billId)).toMatchObject({ parcel: 1 });
    expect(problemOf(await finishedJob(api, poison.job.id))).toBe('FILE_READER');
  });

  test('deletes the files of a deleted job, and follows no file name out of its folder', async () => {
    const { id } = await makeBill(api);
    const { bytes } = declarationCsv([lineCells({ quantity: 'x' })]);
    const job = await converted(api, 'declaration', id, { name: '../../evil.csv', bytes });
    expect(job.fileName).toBe('evil.csv');
    const before = api.count('select count(*) from storedFile');
    await api.call.fileJob.remove({ params: { id: job.id } });
    expect(api.count('select count(*) from storedFile')).toBe(before - 2);
    expect(api.count('select count(*) from fileIssue where jobId = ?', job.id)).toBe(0);
    expect(readdirSync(api.folder).filter((name) => name.includes('evil'))).toEqual([]);
  });

  test('recognises the same file', async () => {
    const file = declarationCsv([lineCells()]);
    const { id } = await makeBill(api);
    const job = await converted(api, 'declaration', id, file);
    const answer = await api.call.fileJob.upload({ params: { id }, query: { kind: 'declaration' }, file });
    expect(answer.sentBefore).toMatchObject({ jobId: job.id });
    await finishedJob(api, answer.job.id);
  });
});

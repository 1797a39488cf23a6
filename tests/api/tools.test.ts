import { fileTemplates } from '@contract/files/templates';
import { awbOutputsOf } from '@contract/tools/awbFile';
import { labelOf } from '@contract/words';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { cellsOf } from '../support/apiExport';
import { converted, declarationCsv, finishedJob, lineCells, newTracking } from '../support/apiFileJob';
import { makeBill } from '../support/apiRecords';
import { testApi } from '../support/server';
import { unzipped } from '../support/unzipped';
import { readTariff, splitFile, tariffRow } from './cases/tools';

const api = testApi();
const read = (bytes: Buffer): string[][] => parse(bytes, { bom: true });

describe('the declaration file of a waybill', () => {
  test('is split by system, with lists of boxes and IOSS numbers, and counted', async () => {
    const [cheap, dear] = [newTracking(), newTracking()];
    const iossNo = String(api.row('select iossNo from ioss where locked = 0').iossNo);
    const id = await splitFile(api, [
      lineCells({ trackingNo: cheap, boxNo: 'BOX-A', unitPrice: '12.00', vatScheme: 'IOSS', iossNo }),
      lineCells({ trackingNo: cheap, boxNo: 'BOX-A', hsCode: '640411', vatScheme: 'IOSS', iossNo }),
      lineCells({ trackingNo: dear, boxNo: 'BOX-A', unitPrice: '95.00', consigneeName: '=1+1' }),
      lineCells({ boxNo: 'BOX-B' }),
    ]);
    const row = await api.call.awbFile.get({ params: { id } });
    expect(row).toMatchObject({
      ...{ status: 'success', decoLines: 3, decoParcels: 2, decoBoxes: 2, decoWeight: 2.1 },
      ...{ agsLines: 1, agsParcels: 1, agsBoxes: 1, agsWeight: 1.05 },
      ...{ totalLines: 4, totalParcels: 3, totalBoxes: 2, totalWeight: 3.15, totalValue: '262.00' },
      // Two codes in one parcel, one in the other.
      ...{ currency: 'EUR', distinctHs6: 2, itemDutyEstimate: '9.00' },
    });
    expect(awbOutputsOf(row).map(({ name, rows }) => [name, rows])).toEqual([
      ['ags', 1],
      ['deco', 3],
      ['boxes', 2],
      ['ioss', 1],
    ]);
    const output = async (name: 'ags' | 'deco' | 'boxes' | 'ioss') =>
      read((await api.call.awbFile.output({ params: { id }, query: { name } })).bytes);
    const [head = [], ...ags] = await output('ags');
    expect(ags.map((cells) => cells[head.indexOf('Tracking number')])).toEqual([dear]);
    // A formula stays text.
    expect(ags[0]?.[head.indexOf('Consignee')]).toBe("'=1+1");
    expect((await output('boxes')).slice(1)).toEqual([
      ['BOX-A', '2', '1', '1', '2.100'],
      ['BOX-B', '1', '1', '0', '1.050'],
    ]);
    expect((await output('ioss')).slice(1)).toEqual([
      [iossNo, 'Green Panda Trading Ltd', '1', '2', '1.050', '48.00', 'EUR'],
    ]);
    const zip = unzipped((await api.call.awbFile.zip({ params: { id } })).bytes);
    expect([...zip.keys()]).toEqual(awbOutputsOf(row).map(({ fileName }) => fileName));

    // The DECO output is itself a declaration file.
    const deco = awbOutputsOf(row).find(({ name }) => name === 'deco')?.fileName ?? '';
    const bill = await makeBill(api);
    const file = { name: deco, bytes: zip.get(deco) ?? Buffer.of() };
    expect(await converted(api, 'declaration', bill.id, file)).toMatchObject({
      status: 'success',
      okRows: 3,
    });
  });

  test('belongs to the bill named by its file name or the sender', async () => {
    const bill = await makeBill(api);
    const send = async (query: object, name: string) => {
      const file = declarationCsv([lineCells()], { name });
      const { job } = await api.call.awbFile.upload({ query, file });
      await finishedJob(api, job.id);
      return api.call.awbFile.get({ params: { id: job.id } });
    };
    expect(await send({}, `manifest ${bill.billNo}.csv`)).toMatchObject({
      billNo: bill.billNo,
      billId: bill.id,
    });
    expect(await send({ billNo: bill.billNo }, 'manifest.csv')).toMatchObject({ billId: bill.id });
    // A number with a wrong check digit is ignored.
    expect(await send({}, 'manifest 160-12345678.csv')).toMatchObject({ billNo: null, billId: null });
  });

  test('shows the result of a declaration of the bill with its conversion too', async () => {
    const { id: billId } = await makeBill(api);
    const job = await converted(api, 'declaration', billId, declarationCsv([lineCells(), lineCells()]));
    const statistic = await api.call.fileJob.statistic({ params: { id: job.id } });
    expect(statistic).toMatchObject({ billId, totalLines: 2, decoParcels: 2, totalValue: '48.00' });
    expect(await api.call.fileJob.statistics({ params: { id: billId } })).toEqual([statistic]);
  });
});

describe('a tariff file', () => {
  const codeOf = (code: string) => api.row('select * from hsCode where code = ? and region = ?', code, 'EU');

  test('adds and updates the codes of the part it contains, shows old and new, and is undone', async () => {
    await readTariff(api, [tariffRow({ code: '6109100020', dutyRate: '12' })]);
    const id = await readTariff(
      api,
      [
        tariffRow({ code: '6109100020', dutyRate: '10.5' }),
        tariffRow({ code: '6109100030', nameEn: 'Undershirts of cotton', nameCn: '棉制汗衫' }),
        tariffRow({ code: '6404110090', nameEn: 'Sports shoes' }),
        tariffRow({ code: '6109100040', region: 'US' }),
      ],
      ['61'],
    );
    expect(await api.call.tariffReading.get({ params: { id } })).toMatchObject({
      ...{ status: 'success', region: 'EU', codes: ['61'], fetched: 2, added: 1, changed: 1, errorRows: 0 },
    });
    const { list } = await api.call.tariffReading.changes({ params: { id } });
    expect(list).toMatchObject([
      { code: '6109100020', added: false, fields: [{ field: 'dutyRate', before: '12', after: '10.5' }] },
      { code: '6109100030', added: true, fields: [] },
    ]);
    expect(codeOf('6109100030')).toMatchObject({ source: 'crawler', tariffFile: 'taric.csv' });
    expect(api.count("select count(*) from hsCode where code = '6404110090' and region = 'EU'")).toBe(0);

    // The same file has more codes: it is read again for another chapter.
    const again = await api.call.tariffReading.again({
      params: { id },
      body: { region: 'EU', codes: ['6404'] },
    });
    await finishedJob(api, again.id);
    expect(await api.call.tariffReading.get({ params: { id: again.id } })).toMatchObject({
      fetched: 1,
      added: 1,
    });
    expect(codeOf('6404110090')).toMatchObject({ nameEn: 'Sports shoes' });

    expect(await api.call.fileJob.undo({ params: { id } })).toMatchObject({ undone: 2, kept: [] });
    expect(codeOf('6109100020')).toMatchObject({ dutyRate: 12_000 });
    expect(api.count("select count(*) from hsCode where code = '6109100030'")).toBe(0);
  });

  test('changes nothing the second time, and returns a code that belongs under none', async () => {
    const rows = [tariffRow({ code: '6109100050' }), tariffRow({ code: '4499990000' })];
    await readTariff(api, rows);
    const id = await readTariff(api, rows);
    expect(await api.call.tariffReading.get({ params: { id } })).toMatchObject({
      ...{ status: 'exception', fetched: 2, added: 0, changed: 0, errorRows: 1 },
    });
    const { list } = await api.call.fileJob.issues({ params: { id } });
    expect(list).toMatchObject([{ row: 3, column: 'code', message: 'HS code 449999 does not exist' }]);
  });
});

describe('an official tariff', () => {
  test('brings its region, and keeps Chinese names', async () => {
    const known = api.row("select code, nameCn from hsCode where region = 'EU' and length(code) = 10");
    const file = {
      name: 'Nomenclature EN.csv',
      bytes: [
        'Goods code,Start date,End date,Language,Hier. Pos.,Indent,Description',
        '6109000000 80,01-01-1972,,EN,4,,"T-shirts, singlets and other vests"',
        '6109100095 80,01-01-2026,,EN,10,- - -,Of organic cotton',
        `${known.code} 80,01-01-2012,,EN,10,- -,Renamed by the tariff`,
      ].join('\n'),
    };
    const { job } = await api.call.tariffReading.upload({ query: { region: 'EU' }, file });
    await finishedJob(api, job.id);
    expect(await api.call.tariffReading.get({ params: { id: job.id } })).toMatchObject({
      ...{ status: 'success', fetched: 3, added: 2, changed: 1, errorRows: 0 },
    });
    const named = (code: string) =>
      api.row("select nameEn, nameCn, dutyRate from hsCode where code = ? and region = 'EU'", code);
    expect(named('6109000000')).toMatchObject({ nameCn: 'T-shirts, singlets and other vests' });
    expect(named('6109100095')).toMatchObject({ nameEn: 'Of organic cotton', dutyRate: null });
    expect(named(String(known.code))).toMatchObject({
      nameEn: 'Renamed by the tariff',
      nameCn: known.nameCn,
    });
    // The file has no code of the United States.
    const other = await api.call.tariffReading.upload({
      query: { region: 'US' },
      file: { ...file, bytes: `${file.bytes}\n` },
    });
    await finishedJob(api, other.job.id);
    expect(await api.call.tariffReading.get({ params: { id: other.job.id } })).toMatchObject({ fetched: 0 });
  });
});

describe('the commodity code tool', () => {
  const first = async (text: string) => (await api.call.ccCode.find({ query: { text } }))[0];

  test.each([
    ['an English name', 'cotton t-shirts', /T-shirt/i],
    ['a Chinese name', '手机壳', /case|cover|plastic/i],
  ])('finds by %s', async (_, text, name) => {
    expect(await first(text)).toMatchObject({ nameEn: expect.stringMatching(name), active: true });
  });

  test('finds by the first digits, with or without dots, the shortest code first', async () => {
    const hits = await api.call.ccCode.find({ query: { text: '6109.10' } });
    expect(hits.length).toBeGreaterThan(0);
    for (const { code, likeness } of hits) {
      expect(code.startsWith('610910')).toBe(true);
      expect(likeness).toBe(100);
    }
    expect(hits[0]?.code).toBe('610910');
  });

  test('finds while the last word is typed, shows file and day of a code, and puts inactive codes last', async () => {
    await readTariff(api, [
      tariffRow({ code: '6109100060', nameEn: 'Zebra striped tanktop', nameCn: '斑马纹背心' }),
    ]);
    expect(await first('zebra str')).toMatchObject({
      ...{ code: '6109100060', tariffFile: 'taric.csv', source: 'crawler', fetchedAt: expect.any(String) },
    });
    api.db.exec("update hsCode set active = 0, version = version + 1 where code = '6109100060'");
    const hits = await api.call.ccCode.find({ query: { text: 'zebra striped cotton t-shirt' } });
    expect(hits.at(-1)).toMatchObject({ code: '6109100060', active: false });
    expect(hits[0]).toMatchObject({ active: true });
  });

  test('finds a pasted column in its order, and exports it with the selected codes', async () => {
    const names = ['T恤', 'Unicorn horn', '6109', 'T恤'];
    const found = await api.call.ccCode.findMany({ body: { names } });
    expect(found.map(({ name }) => name)).toEqual(names);
    expect(found[1]?.hits).toEqual([]);
    expect(found[3]).toEqual(found[0]);
    const rows = found.map(({ name, hits }) => ({ name, id: hits[0]?.id ?? null }));
    const [head = [], ...cells] = cellsOf(await api.call.ccCode.export({ body: { rows, format: 'xlsx' } }));
    expect(cells.map(([name]) => name)).toEqual(names);
    expect(cells.map((row) => row[head.indexOf(labelOf('en', 'code', 'hsCode'))])).toEqual(
      found.map(({ hits }) => hits[0]?.code ?? ''),
    );
  });
});

test('refuses a tool’s file outside its tool', async () => {
  for (const kind of ['invoice', 'awb_file', 'tariff'] as const) {
    const file = declarationCsv([lineCells()]);
    expect(await api.refused('fileJob.uploadMany', { query: { kind }, file })).toMatchObject({
      status: 400,
      fields: { kind: expect.any(String) },
    });
    expect(fileTemplates[kind].name).toBe(kind);
  }
});

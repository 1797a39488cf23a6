import { declarationTemplate } from '@contract/bill/declarationTemplate';
import * as XLSX from '@e965/xlsx';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Cells, declarationCsv, finishedJob, lineCells, newTracking } from '../support/apiFileJob';
import { pdfText } from '../support/pdfText';
import { testApi } from '../support/server';
import { unzipped } from '../support/unzipped';

const api = testApi();

const SELLER = 'Green Panda Trading Ltd';
let iossNo = '';
beforeAll(() => {
  iossNo = String(api.row('select iossNo from ioss where locked = 0 order by iossNo').iossNo);
});

const particulars = (changes: object = {}) => ({
  sellerName: SELLER,
  sellerAddress: 'No. 88 Huaqiang Road, Shenzhen 深圳',
  vatNo: 'NL999000111B01',
  iossNo,
  invoiceDate: '2026-11-03',
  ...changes,
});
const line = (changes: Cells = {}) =>
  lineCells({ sellerName: SELLER, vatScheme: 'IOSS', iossNo, netWeight: '0.320', ...changes });

async function made(file: ReturnType<typeof declarationCsv>, changes: object = {}) {
  const { job } = await api.call.invoiceFile.upload({ query: particulars(changes), file });
  const done = await finishedJob(api, job.id);
  return { done, row: await api.call.invoiceFile.get({ params: { id: job.id } }) };
}

async function zipOf(id: number): Promise<ReadonlyMap<string, Buffer>> {
  return unzipped((await api.call.invoiceFile.zip({ params: { id } })).bytes);
}

describe('invoices from a declaration file', () => {
  test('are one for each parcel, with the data customs requires, in any script', async () => {
    const [first, second] = [newTracking(), newTracking()];
    const { row, done } = await made(
      declarationCsv([
        line({
          trackingNo: first,
          consigneeName: 'Łukasz Żółć',
          address: 'ul. Świętokrzyska 12/4',
          city: 'Łódź',
          postcode: '90-001',
          country: 'PL',
          productName: 'Cotton T-shirt',
          productNameCn: '棉制T恤',
          quantity: '3',
          unitPrice: '0.10',
          orderNo: '70255512',
        }),
        line({ trackingNo: second, currency: 'EUR' }),
        line({
          trackingNo: first,
          consigneeName: 'Łukasz Żółć',
          address: 'ul. Świętokrzyska 12/4',
          city: 'Łódź',
          postcode: '90-001',
          country: 'PL',
          productName: 'Running shoes',
          hsCode: '640411',
          quantity: '1',
          unitPrice: '1040.20',
        }),
      ]),
    );
    expect(row).toMatchObject({
      ...{ status: 'success', lineCount: 3, invoicesGenerated: 2, sellerName: SELLER, iossNo },
      ...{ totalValue: '1064.50', currency: 'EUR', templateType: 'commercial', incoterm: 'DDP' },
    });
    const files = await zipOf(done.id);
    expect([...files.keys()]).toEqual([`${first}.pdf`, `${second}.pdf`]);
    const [page = [], ...more] = pdfText(files.get(`${first}.pdf`) ?? Buffer.of());
    expect(more).toEqual([]);
    const text = page.join('\n');
    for (const particular of [
      'COMMERCIAL INVOICE',
      `INV20261103-${done.id}-00001`,
      '03/11/2026',
      SELLER,
      '深圳',
      'VAT number: NL999000111B01',
      `IOSS number: ${iossNo}`,
      'Łukasz Żółć',
      'ul. Świętokrzyska 12/4',
      '90-001 Łódź',
      'DDP Łódź, PL',
      '70255512',
      '1.050 kg',
    ])
      expect(text).toContain(particular);
    // The lines in their order, then the sums: cents add up exactly, though a float would not give 3 times 0.10.
    const from = page.indexOf('Value EUR') + 1;
    expect(page.slice(from, from + 17)).toEqual([
      ...['1', 'Cotton T-shirt', '棉制', 'T', '恤', '610910', 'CN', '3', '0.320', '0.10', '0.30'],
      ...['2', 'Running shoes', '640411', 'CN', '1', '0.320'],
    ]);
    expect(text).toContain('Total value\n1040.50 EUR');
    expect(text).toContain(`VAT was paid under IOSS number ${iossNo}.`);
  });

  test('continue over numbered pages for a parcel of many lines, with the total on the last', async () => {
    const trackingNo = newTracking();
    const rows = Array.from({ length: 60 }, (_, at) =>
      line({ trackingNo, productName: `Phone case ${at}`, netWeight: '0.010' }),
    );
    const { done } = await made(declarationCsv(rows), { templateType: 'proforma' });
    const [pdf = Buffer.of()] = [...(await zipOf(done.id)).values()];
    const pages = pdfText(pdf);
    expect(pages.length).toBeGreaterThan(2);
    for (const [index, page] of pages.entries()) {
      const text = page.join('\n');
      expect(text).toContain('PROFORMA INVOICE');
      expect(text).toContain(`page ${index + 1} of ${pages.length}`);
      expect(text.includes('Total value')).toBe(index === pages.length - 1);
    }
    const all = pages.flat();
    for (let at = 0; at < 60; at++) expect(all).toContain(`Phone case ${at}`);
  });

  test('are also made from a spreadsheet, with columns in any order', async () => {
    const cells = line({ vatScheme: 'SPECIAL', iossNo: '' });
    const columns = declarationTemplate.columns.filter(({ key }) => cells[key]).reverse();
    const rows = [columns.map(({ cn }) => cn), columns.map(({ key }) => cells[key] ?? '')];
    const book = XLSX.utils.book_new(XLSX.utils.aoa_to_sheet(rows));
    const bytes: Buffer = XLSX.write(book, { type: 'buffer', bookType: 'xlsx' });
    const { row, done } = await made({ name: '申报.xlsx', bytes });
    expect(row).toMatchObject({ status: 'success', invoicesGenerated: 1, fileName: '申报.xlsx' });
    const [pdf = Buffer.of()] = [...(await zipOf(done.id)).values()];
    expect(pdfText(pdf).flat().join(' ')).not.toContain('VAT was paid');
  });

  test('return wrong rows with place and remedy, and make nothing', async () => {
    const other = newTracking();
    const { done, row } = await made(
      declarationCsv([
        line(),
        line({ trackingNo: other, sellerName: 'Lucky Magpie Ltd' }),
        line({ quantity: 'two' }),
      ]),
    );
    expect(row).toMatchObject({ status: 'failed', invoicesGenerated: 0, errorRows: 2, zipSize: null });
    const { list } = await api.call.fileJob.issues({ params: { id: done.id } });
    expect(list).toMatchObject([
      {
        row: 3,
        column: 'sellerName',
        message: `These goods are sold by “Lucky Magpie Ltd”, not by ${SELLER}. Remove the row, or make its invoices from a separate file`,
      },
      { row: 4, column: 'quantity' },
    ]);
    expect(await api.refused('invoiceFile.zip', { params: { id: done.id } })).toMatchObject({
      code: 'FILE_NOT_MADE',
    });
    expect(done.hasErrorFile).toBe(true);
  });

  test('never show a locked or unregistered number', async () => {
    const locked = String(api.row('select iossNo from ioss where locked = 1').iossNo);
    const send = (no: string) =>
      api.refused('invoiceFile.upload', {
        query: particulars({ iossNo: no }),
        file: declarationCsv([line()]),
      });
    expect(await send(locked)).toMatchObject({ code: 'IOSS_LOCKED' });
    expect(await send('IM5289999999')).toMatchObject({
      fields: { iossNo: expect.stringContaining('IM5289999999') },
    });
  });

  test('are remade under the same numbers on restart, and deleted with their files', async () => {
    const { done } = await made(declarationCsv([line()]));
    const params = { id: done.id };
    const before = await zipOf(done.id);
    await api.call.fileJob.restart({ params, body: {} });
    expect(await finishedJob(api, done.id)).toMatchObject({ status: 'success' });
    const after = await zipOf(done.id);
    expect([...after]).toEqual([...before]);
    expect(api.count('select count(*) from fileOutput where jobId = ?', done.id)).toBe(1);
    const kept = api.rows('select fileId from fileOutput where jobId = ?', done.id);
    await api.call.fileJob.remove({ params });
    expect(api.count('select count(*) from fileOutput where jobId = ?', done.id)).toBe(0);
    expect(api.count('select count(*) from storedFile where id = ?', String(kept[0]?.fileId))).toBe(0);
    expect(await api.refused('invoiceFile.get', { params })).toMatchObject({ code: 'NOT_FOUND' });
  });
});

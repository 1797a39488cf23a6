import { vatReturnRow } from '@contract/finance/vatReturn';
import { sumOf } from '@contract/rules/money';
import { daysAfter } from '@contract/rules/usDays';
import { describe, expect, test } from 'vitest';
import { billToCharge, revenueIn } from '../support/apiFinance';
import { drafts } from '../support/apiRecords';
import { testApi } from '../support/server';

const api = testApi();
const codeId = (code: string) => api.count('select id from vatCode where code = ?', code);

/** Makes a customer with a company in a country, and a bill of it. */
async function billOf(country: string, vatNo: string | null): Promise<number> {
  const made = await api.call.clientCompany.create({
    body: {
      ...{ ...drafts.clientCompany(api), kind: 'customer', supplierTypes: [], postcode: null, vatNo },
      ...{
        countryId: api.count('select id from country where code = ?', country),
        registrationNo: '12345678',
      },
    },
  });
  const { id } = await api.call.customer.create({ body: { ...drafts.customer(), companyId: made.id } });
  return billToCharge(api, { customerId: id });
}

/** Issues an invoice of lines: a net amount each, with what else differs. */
async function issue(billId: number, invoiceDate: string, amounts: readonly (readonly [string, object?])[]) {
  const ids: number[] = [];
  for (const [unitPrice, changes = {}] of amounts) {
    const line = { basis: 'fixed', quantity: 1, taxRate: null, unitPrice, ...changes };
    ids.push((await revenueIn(api, 'confirmed', line, billId)).id);
  }
  const { id } = await api.call.billRevenue.invoice({ body: { ids, invoiceDate } });
  return api.call.customerInvoice.get({ params: { id } });
}
const figures = (by: 'rate' | 'customer', from: string, to = from) =>
  api.call.vatReturn.list({ query: { by, from, to, pageSize: 200 } });

describe('the VAT figures of a period', () => {
  test('add up its invoices and credit notes by category and rate, and equal the books to the cent', async () => {
    const day = '2021-03-31';
    await api.call.dayRate.create({ body: { currency: 'CHF', day, rate: '1.068000', remark: null } });
    const home = await billOf('NL', 'NL004495445B01');
    const invoice = await issue(home, day, [
      ['100.03'],
      ['33.33', { vatCodeId: codeId('NL-R') }],
      ['20.00', { taxRate: 0 }],
    ]);
    await issue(home, day, [
      ['1000.01', { currency: 'CHF' }],
      ['0.07', { currency: 'CHF' }],
    ]);
    await issue(await billOf('US', null), day, [['55.55']]);
    const { version, id } = await api.call.customerInvoice.get({ params: { id: invoice.id } });
    const lines = [{ no: 1, netAmount: '40.01' }];
    await api.call.customerInvoice.credit({ params: { id }, body: { version, reason: 'Agreed', lines } });
    await api.db.exec(
      `update customerInvoice set invoiceDate = '${day}' where precedingNo = '${invoice.invoiceNo}'`,
    );
    await issue(home, daysAfter(day, 1), [['9999.99']]);

    const { list, totals } = await figures('rate', day);
    expect(list.map(({ vatCategory, vatRate, documents }) => [vatCategory, vatRate, documents])).toEqual([
      ['S', 21, 3],
      ['S', 9, 1],
      ['Z', 0, 1],
      ['O', 0, 1],
    ]);
    // 100.03 - 40.01 = 60.02; CHF 1000.01 and 0.07 at 1.068.
    expect(list[0]).toMatchObject({
      taxable: sumOf(['60.02', '936.34', '0.07'], 'EUR'),
      baseCurrency: 'EUR',
    });
    expect(list[1]).toMatchObject({ taxable: '33.33', taxAmount: '3.00' });
    const documents = "from customerInvoice where invoiceDate = '2021-03-31'";
    const cents = (query: string) => (api.count(query) / 100).toFixed(2);
    expect(
      sumOf(
        list.map(({ taxAmount }) => taxAmount),
        'EUR',
      ),
    ).toBe(cents(`select sum(baseTaxAmount) ${documents}`));
    expect(
      sumOf(
        list.map(({ taxable }) => taxable),
        'EUR',
      ),
    ).toBe(
      cents(`select sum(baseAmount) from billRevenue where customerInvoiceId in (select id ${documents})`),
    );
    expect(totals).toMatchObject({
      sums: [{ documents: 4, baseCurrency: 'EUR' }],
      companyId: invoice.companyId,
      partial: false,
    });
    expect(totals.sums[0]?.taxable).toBe(
      sumOf(
        list.map(({ taxable }) => taxable),
        'EUR',
      ),
    );
  });

  test('list customers of other member states by number, services and goods apart', async () => {
    const day = '2021-04-30';
    const [german, belgian] = [await billOf('DE', 'DE136695976'), await billOf('BE', 'BE0777000187')];
    await issue(german, day, [['300'], ['20', { vatCodeId: codeId('EU-GOODS') }]]);
    await issue(german, day, [['0.50']]);
    await issue(belgian, day, [['70']]);
    await issue(await billOf('NL', 'NL004495445B01'), day, [['5'], ['6', { vatCodeId: codeId('REVERSE') }]]);
    await issue(await billOf('US', null), day, [['8']]);
    const { list, totals } = await figures('customer', day);
    expect(
      list.map((row) => [
        row.countryCode,
        row.vatNo,
        row.vatCategory,
        row.documents,
        row.taxable,
        row.taxAmount,
      ]),
    ).toEqual([
      ['BE', 'BE0777000187', 'AE', 1, '70.00', '0.00'],
      ['DE', 'DE136695976', 'AE', 2, '300.50', '0.00'],
      ['DE', 'DE136695976', 'K', 1, '20.00', '0.00'],
    ]);
    expect(totals.sums).toMatchObject([{ documents: 3, taxable: '390.50' }]);
    expect(vatReturnRow.parse(list[0])).toEqual(list[0]);
  });

  test('are of one company, in its own currency, which is not added to another', async () => {
    const day = '2021-05-31';
    await api.call.dayRate.create({ body: { currency: 'GBP', day, rate: '0.860000', remark: null } });
    const home = await billOf('NL', 'NL004495445B01');
    const { companyId } = await issue(home, day, [['100']]);
    const { currency } = api.row('select currency from clientCompany where id = ?', companyId);
    api.db.exec(`update clientCompany set currency = 'GBP' where id = ${companyId}`);
    await issue(home, day, [['100']]);
    const { list, totals } = await figures('rate', day);
    api.db
      .prepare('update clientCompany set currency = ? where id = ?')
      .run(currency as string | null, companyId);
    expect(list.map((row) => [row.baseCurrency, row.taxable, row.taxAmount])).toEqual([
      ['EUR', '100.00', '21.00'],
      ['GBP', '86.00', '18.06'],
    ]);
    expect(totals.sums.map(({ baseCurrency, documents }) => [baseCurrency, documents])).toEqual([
      ['EUR', 1],
      ['GBP', 1],
    ]);
    const other = api.count("select id from clientCompany where kind = 'own' and id <> ? limit 1", companyId);
    const of = await api.call.vatReturn.list({ query: { by: 'rate', companyId: other, from: day, to: day } });
    expect([of.list, of.totals.companyId]).toEqual([[], other]);
  });

  test('count the lines that are in no document, and are exported as listed', async () => {
    const day = '2021-06-30';
    await issue(await billOf('NL', 'NL004495445B01'), day, [['100'], ['50', { taxRate: 0 }]]);
    const { totals } = await figures('rate', day);
    const without = (await revenueIn(api, 'invoiced')).id;
    api.db.exec(
      `update billRevenue set customerInvoiceId = null, invoiceDate = '${day}' where id = ${without}`,
    );
    expect((await figures('rate', day)).totals.withoutDocument).toBe(totals.withoutDocument + 1);
    const query = { by: 'rate', from: day, to: day, format: 'csv' } as const;
    const file = await api.call.vatReturn.export({ query });
    const [head, ...rows] = Buffer.from(file.bytes)
      .toString('utf8')
      .replace(/^\uFEFF/, '')
      .trim()
      .split('\r\n');
    expect(head).toBe('VAT category,VAT rate (%),Invoices and credit notes,Taxable amount,VAT,VAT currency');
    expect(rows.map((row) => row.split(',').slice(1).join())).toEqual([
      '21,1,100.00,21.00,EUR',
      '0,1,50.00,0.00,EUR',
    ]);
  });

  test('are empty where no company of ours issues invoices', async () => {
    const own = api.rows("select id from clientCompany where kind = 'own'").map(({ id }) => id);
    api.db.exec(`update clientCompany set kind = 'supplier' where id in (${own})`);
    const { list, totals } = await api.call.vatReturn.list({ query: { by: 'rate' } });
    api.db.exec(`update clientCompany set kind = 'own' where id in (${own})`);
    expect([list, totals.companyId, totals.sums]).toEqual([[], null, []]);
  });
});

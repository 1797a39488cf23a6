import { vatReturnRow } from '@contract/finance/vatReturn';
import { sumOf } from '@contract/rules/money';
import { daysAfter } from '@contract/rules/usDays';
import { describe, expect, test } from 'vitest';
import { billFor, makeCost, revenueIn } from '../support/apiFinance';
import { testApi } from '../support/server';

const api = testApi();
const codeId = (code: string) => api.count('select id from vatCode where code = ?', code);

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

const sum = (amounts: readonly string[]) => sumOf(amounts, 'EUR');

/** Runs an action while a company declares its VAT in pounds. */
async function inPounds<T>(companyId: number, act: () => Promise<T>): Promise<T> {
  const { currency } = api.row('select currency from clientCompany where id = ?', companyId);
  api.db.exec(`update clientCompany set currency = 'GBP' where id = ${companyId}`);
  const done = await act();
  const back = api.db.prepare('update clientCompany set currency = ? where id = ?');
  back.run(currency as string | null, companyId);
  return done;
}

/** Our companies, the usual issuer first. */
const ourCompanies = () =>
  api
    .rows("select id from clientCompany where kind = 'own' order by defaultIssuer desc, id")
    .map(({ id }) => Number(id));

/** Runs an action while some companies are not ours. */
async function without<T>(companies: readonly number[], act: () => Promise<T>): Promise<T> {
  api.db.exec(`update clientCompany set kind = 'supplier' where id in (${companies})`);
  const done = await act();
  api.db.exec(`update clientCompany set kind = 'own' where id in (${companies})`);
  return done;
}

describe('the VAT figures of a period', () => {
  test('add up its invoices and credit notes by category and rate, and equal the books to the cent', async () => {
    const day = '2021-03-31';
    await api.call.dayRate.create({ body: { currency: 'CHF', day, rate: '1.068000', remark: null } });
    const home = await billFor(api, 'NL', 'NL004495445B01');
    const invoice = await issue(home, day, [
      ['100.03'],
      ['33.33', { vatCodeId: codeId('NL-R') }],
      ['20.00', { taxRate: 0 }],
    ]);
    await issue(home, day, [
      ['1000.01', { currency: 'CHF' }],
      ['0.07', { currency: 'CHF' }],
    ]);
    await issue(await billFor(api, 'US', null), day, [['55.55']]);
    const { version, id } = await api.call.customerInvoice.get({ params: { id: invoice.id } });
    const lines = [{ no: 1, netAmount: '40.01' }];
    await api.call.customerInvoice.credit({ params: { id }, body: { version, reason: 'Agreed', lines } });
    await api.db.exec(
      `update customerInvoice set invoiceDate = '${day}' where precedingNo = '${invoice.invoiceNo}'`,
    );
    await issue(home, daysAfter(day, 1), [['9999.99']]);

    const { list, totals } = await figures('rate', day);
    expect(
      list.map(({ direction, vatCategory, vatRate, documents }) => [
        direction,
        vatCategory,
        vatRate,
        documents,
      ]),
    ).toEqual([
      ['sale', 'S', 21, 3],
      ['sale', 'S', 9, 1],
      ['sale', 'Z', 0, 1],
      ['sale', 'O', 0, 1],
    ]);
    // 100.03 - 40.01 = 60.02; CHF 1000.01 and 0.07 at 1.068.
    expect(list[0]).toMatchObject({
      taxable: sum(['60.02', '936.34', '0.07']),
      baseCurrency: 'EUR',
    });
    expect(list[1]).toMatchObject({ taxable: '33.33', taxAmount: '3.00' });
    const documents = "from customerInvoice where invoiceDate = '2021-03-31'";
    const cents = (query: string) => (api.count(query) / 100).toFixed(2);
    expect(sum(list.map(({ taxAmount }) => taxAmount))).toBe(cents(`select sum(baseTaxAmount) ${documents}`));
    expect(sum(list.map(({ taxable }) => taxable))).toBe(
      cents(`select sum(baseAmount) from billRevenue where customerInvoiceId in (select id ${documents})`),
    );
    expect(totals).toMatchObject({
      sums: [{ documents: 4, baseCurrency: 'EUR' }],
      companyId: invoice.companyId,
      partial: false,
    });
    expect(totals.sums[0]?.taxable).toBe(sum(list.map(({ taxable }) => taxable)));
  });

  test('list customers of other member states by number, services and goods apart', async () => {
    const day = '2021-04-30';
    const [german, belgian] = [
      await billFor(api, 'DE', 'DE136695976'),
      await billFor(api, 'BE', 'BE0777000187'),
    ];
    await issue(german, day, [['300'], ['20', { vatCodeId: codeId('EU-GOODS') }]]);
    await issue(german, day, [['0.50']]);
    await issue(belgian, day, [['70']]);
    await issue(await billFor(api, 'NL', 'NL004495445B01'), day, [
      ['5'],
      ['6', { vatCodeId: codeId('REVERSE') }],
    ]);
    await issue(await billFor(api, 'US', null), day, [['8']]);
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
    const home = await billFor(api, 'NL', 'NL004495445B01');
    const { companyId } = await issue(home, day, [['100']]);
    const { list, totals } = await inPounds(companyId, async () => {
      await issue(home, day, [['100']]);
      return figures('rate', day);
    });
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

  test('take a credit back at the rates of its invoice, in both currencies', async () => {
    const [before, day] = ['2021-09-28', '2021-09-30'];
    const rates = [
      ['CHF', before, '1.100000'],
      ['GBP', before, '0.800000'],
      ['GBP', day, '0.900000'],
    ] as const;
    for (const [currency, on, rate] of rates)
      await api.call.dayRate.create({ body: { currency, day: on, rate, remark: null } });
    const home = await billFor(api, 'NL', 'NL004495445B01');
    const [companyId = 0] = ourCompanies();
    const { id, version } = await inPounds(companyId, () => issue(home, day, [['110', { currency: 'CHF' }]]));
    const ofInvoice = async () =>
      (await figures('rate', day)).list.map((row) => [row.baseCurrency, row.taxable, row.taxAmount]);
    expect(await ofInvoice()).toEqual([['GBP', '90.00', '18.90']]);
    const part = { version, reason: 'Agreed', lines: [{ no: 1, netAmount: '55.00' }] };
    const note = await api.call.customerInvoice.credit({ params: { id }, body: part });
    const { list } = await figures('rate', note.invoiceDate);
    expect(list.find(({ baseCurrency }) => baseCurrency === 'GBP')).toMatchObject({
      ...{ taxable: '-45.00', taxAmount: '-9.45' },
    });
    expect(note.baseTaxAmount).toBe('-9.45');
  });

  test('count the lines that are in no document, and are exported as listed', async () => {
    const day = '2021-06-30';
    await issue(await billFor(api, 'NL', 'NL004495445B01'), day, [['100'], ['50', { taxRate: 0 }]]);
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
    expect(head).toBe(
      'Sale or purchase,VAT category,VAT rate (%),Invoices and credit notes,Taxable amount,VAT,VAT currency',
    );
    expect(rows.map((row) => row.split(',').slice(2).join())).toEqual([
      '21,1,100.00,21.00,EUR',
      '0,1,50.00,0.00,EUR',
    ]);
  });

  test('add up supplier invoices by their codes, and count those that lack a code or our company', async () => {
    const day = '2021-07-31';
    await api.call.dayRate.create({ body: { currency: 'CHF', day, rate: '1.068000', remark: null } });
    const [own, other] = ourCompanies();
    const cost = (unitPrice: string, changes: object, invoiceNo: string) =>
      makeCost(api, {
        ...{
          basis: 'fixed',
          quantity: 1,
          unitPrice,
          taxRate: null,
          estimated: false,
          invoiceDate: day,
          invoiceNo,
        },
        ...{ ownCompanyId: own, ...changes },
      });
    const standard = await cost('100.10', { vatCodeId: codeId('NL-S') }, 'P-1');
    expect(standard).toMatchObject({ taxRate: 21, taxAmount: '21.02' });
    await cost('50', { vatCodeId: codeId('NL-S'), currency: 'CHF' }, 'P-2');
    await cost('200', { vatCodeId: codeId('REVERSE') }, 'P-3');
    await cost('30', { taxRate: 9 }, 'P-4');
    await cost('7', {}, 'P-5');
    await cost('8', { taxRate: 0 }, 'P-6');
    await cost('9', { taxRate: 9, ownCompanyId: null }, 'P-7');
    await cost('10', { taxRate: 9, ownCompanyId: other }, 'P-8');
    await cost('11', { taxRate: 9, estimated: true }, 'P-9');
    const { list, totals } = await figures('rate', day);
    expect(
      list.map((row) => [
        row.direction,
        row.vatCategory,
        row.vatRate,
        row.documents,
        row.taxable,
        row.taxAmount,
      ]),
    ).toEqual([
      // CHF 50 at 1.068, and its tax of CHF 10.50.
      ['purchase', 'S', 21, 2, sum(['100.10', '46.82']), sum(['21.02', '9.83'])],
      ['purchase', 'S', 9, 1, '30.00', '2.70'],
      ['purchase', 'AE', 0, 1, '200.00', '0.00'],
    ]);
    expect(totals).toMatchObject({ withoutVatCode: 2, withoutCompany: 1 });
    expect(totals.sums.map(({ direction, documents }) => [direction, documents])).toEqual([['purchase', 4]]);
    expect((await figures('customer', day)).totals).toMatchObject({
      withoutVatCode: 0,
      withoutCompany: 0,
      sums: [],
    });
  });

  test('know the company of a supplier invoice that names none where there is only one', async () => {
    const day = '2021-08-31';
    await makeCost(api, {
      estimated: false,
      invoiceNo: 'Q-1',
      invoiceDate: day,
      taxRate: 21,
      ownCompanyId: null,
    });
    const [, ...others] = ourCompanies();
    const { list, totals } = await without(others, () => figures('rate', day));
    expect([list.length, totals.withoutCompany]).toEqual([1, 0]);
    expect((await figures('rate', day)).totals.withoutCompany).toBe(1);
  });

  test('are empty where no company of ours issues invoices', async () => {
    const { list, totals } = await without(ourCompanies(), () =>
      api.call.vatReturn.list({ query: { by: 'rate' } }),
    );
    expect([list, totals.companyId, totals.sums]).toEqual([[], null, []]);
  });
});

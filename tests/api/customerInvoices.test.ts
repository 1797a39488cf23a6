import { negated, sumOf, toMinor } from '@contract/rules/money';
import { describe, expect, test } from 'vitest';
import { readXml } from '../../main/server/core/xml';
import { billFor, category, dayFrom, receive, revenueIn } from '../support/apiFinance';
import { drafts } from '../support/apiRecords';
import { pdfLines } from '../support/pdfText';
import { testApi } from '../support/server';
import { withoutVatCodes } from './cases/finance';

const api = testApi();
const today = dayFrom(0);

const line = (billId: number, changes: object = {}) =>
  revenueIn(api, 'confirmed', { basis: 'fixed', quantity: 1, taxRate: null, ...changes }, billId);
const codeId = (code: string) => api.count('select id from vatCode where code = ?', code);

async function issue(lines: readonly { id: number }[], changes: object = {}) {
  const { id } = await api.call.billRevenue.invoice({
    body: { ids: lines.map((one) => one.id), invoiceDate: today, ...changes },
  });
  return api.call.customerInvoice.get({ params: { id } });
}
const credit = (
  { id, version }: { id: number; version: number },
  lines: { no: number; netAmount: string }[] = [],
) => api.call.customerInvoice.credit({ params: { id }, body: { version, reason: 'Agreed', lines } });
const again = ({ id }: { id: number }) => api.call.customerInvoice.get({ params: { id } });
const balanceOf = async (customerId: number) => {
  const { account, lines } = await api.call.billCustomer.statement({
    query: { customerId, currency: 'EUR', period: today.slice(0, 7) },
  });
  expect(lines.at(-1)?.balance).toBe(account.closingBalance);
  return account;
};

describe('an invoice to a customer', () => {
  test('has the tax of its codes, and is one truth with its lines, its statement and its files', async () => {
    const billId = await billFor(api, 'NL', 'NL004495445B01');
    const lines = [
      await line(billId, { unitPrice: '100.03' }),
      await line(billId, { unitPrice: '0.02', vatCodeId: codeId('NL-R') }),
    ];
    const invoice = await issue(lines);
    expect(invoice).toMatchObject({
      ...{
        netAmount: '100.05',
        taxAmount: '21.01',
        grossAmount: '121.06',
        openAmount: '121.06',
        state: 'issued',
      },
      lines: [
        { vatCode: 'NL-S', vatRate: 21, taxAmount: '21.01' },
        { vatCode: 'NL-R', vatRate: 9, taxAmount: '0.00' },
      ],
    });
    const stored = await Promise.all(lines.map(({ id }) => api.call.billRevenue.get({ params: { id } })));
    expect(
      sumOf(
        stored.map(({ grossAmount }) => grossAmount),
        'EUR',
      ),
    ).toBe(invoice.grossAmount);
    expect(stored.map(({ invoiceNo, state }) => [invoiceNo, state])).toEqual(
      Array(2).fill([invoice.invoiceNo, 'invoiced']),
    );
    expect(await balanceOf(invoice.customerId)).toMatchObject({
      invoicedTotal: '121.06',
      closingBalance: '121.06',
    });
    const { list } = await api.call.attachment.list({ query: { billId: [billId], pageSize: 5 } });
    expect(list.map(({ fileName, category: kind }) => [fileName, kind])).toEqual([
      [`${invoice.invoiceNo}.pdf`, 'invoice'],
    ]);
  });

  // Directive 2006/112/EC, art. 44, 79(c) and 196.
  test.each([
    ['a business in Belgium', 'BE', 'BE0777000187', 'clearance', 'REVERSE', 'AE', '0.00'],
    ['duty paid for a business in Belgium', 'BE', 'BE0777000187', 'duty', 'DISBURSED', 'E', '0.00'],
    ['a customer in China', 'CN', null, 'clearance', 'OUTSIDE', 'O', '0.00'],
    ['a Belgian customer without a number', 'BE', null, 'clearance', 'NL-S', 'S', '21.00'],
  ])('is proposed the code of %s', async (_, country, vatNo, fee, code, vatCategory, taxAmount) => {
    api.db.exec("update feeCategory set taxable = 0 where code = 'duty'");
    const billId = await billFor(api, country, vatNo);
    const made = await line(billId, { unitPrice: '100', feeCategoryId: category(api, fee) });
    const invoice = await issue([made]);
    expect(invoice).toMatchObject({ taxAmount, lines: [{ vatCode: code, vatCategory }] });
    const { bytes } = await api.call.customerInvoice.file({
      params: { id: invoice.id },
      query: { format: 'pdf', language: 'en' },
    });
    const text = pdfLines(bytes).join(' ');
    expect(text).toContain(invoice.invoiceNo);
    if (vatCategory !== 'S') expect(text).toContain('2006/112/EC');
  });

  test('prefers the code of the company, and that of the fee to the standard rate', async () => {
    const own = await billFor(api, 'NL', 'NL004495445B01', { vatCodeId: codeId('EXPORT-SVC') });
    expect((await issue([await line(own, { unitPrice: '10' })])).lines[0]?.vatCode).toBe('EXPORT-SVC');
    const billId = await billFor(api, 'NL', 'NL004495445B01');
    const { id: _, ...copy } = api.row("select * from feeCategory where code = 'clearance'") as Record<
      string,
      never
    >;
    const feeCategoryId = api.insert('feeCategory', { ...copy, code: 'vat-fee', vatCodeId: codeId('NL-R') });
    expect((await issue([await line(billId, { unitPrice: '10', feeCategoryId })])).taxAmount).toBe('0.90');
  });

  test('is refused where no code fits a line, but not where a person entered its rate', async () => {
    const billId = await billFor(api, 'NL', 'NL004495445B01');
    const [open, zero] = [
      await line(billId, { unitPrice: '10' }),
      await line(billId, { unitPrice: '10', taxRate: 0 }),
    ];
    await withoutVatCodes(api, async () => {
      const body = { ids: [open.id], invoiceDate: today };
      for (const name of ['billRevenue.invoicePreview', 'billRevenue.invoice'] as const)
        expect(await api.refused(name, { body })).toMatchObject({
          code: 'VAT_CODE_NONE',
          msg: expect.stringContaining(open.revenueNo),
        });
      expect((await issue([zero])).lines[0]).toMatchObject({ vatCategory: 'Z', vatRate: 0 });
    });
    expect((await issue([open])).lines[0]?.vatCode).toBe('NL-S');
  });

  test('adds the proposed tax to a line without a rate, but none to 0 % unless a person decides so', async () => {
    const billId = await billFor(api, 'NL', 'NL004495445B01');
    const open = await issue([await line(billId, { unitPrice: '10' })]);
    expect([open.grossAmount, open.lines[0]?.vatCode]).toEqual(['12.10', 'NL-S']);
    const zero = () => line(billId, { unitPrice: '10', taxRate: 0 });
    const left = await issue([await zero()]);
    expect([left.grossAmount, left.lines[0]?.vatCategory]).toEqual(['10.00', 'Z']);
    const decided = await issue([await zero()], { vatCodeId: codeId('NL-R') });
    expect(decided.grossAmount).toBe('10.90');
  });

  test('is rated by the day of the supply, and numbered by the year of its own date', async () => {
    const billId = await billFor(api, 'NL', 'NL004495445B01');
    const made = await issue([await line(billId, { unitPrice: '100', vatCodeId: codeId('NL-R') })], {
      ...{ invoiceDate: '2019-01-03', supplyDate: '2018-12-30' },
    });
    expect([made.taxAmount, made.invoiceNo]).toEqual(['6.00', 'NL-2019-00001']);
    expect(made.dueDate > '2019-01-03' && made.dueDate < '2019-06-01').toBe(true);
  });

  test('in a foreign currency states its tax in ours, at the rate of its date', async () => {
    const billId = await billFor(api, 'NL', 'NL004495445B01');
    await api.call.dayRate.create({
      body: { currency: 'CHF', day: '2020-02-03', rate: '1.068000', remark: null },
    });
    const made = await line(billId, { unitPrice: '1000', currency: 'CHF', vatCodeId: codeId('NL-S') });
    const invoice = await issue([made], { invoiceDate: '2020-02-04' });
    expect(invoice).toMatchObject({
      taxAmount: '210.00',
      baseTaxAmount: '196.63',
      rateDay: '2020-02-03',
      rate: '1.068000',
    });
    expect(await api.call.billRevenue.get({ params: { id: made.id } })).toMatchObject({
      baseAmount: '936.33',
      rateDay: '2020-02-03',
    });
  });

  test('is previewed as it would be issued, and nothing is stored', async () => {
    const billId = await billFor(api, 'BE', 'BE0777000187');
    const made = await line(billId, { unitPrice: '100' });
    const body = { ids: [made.id], invoiceDate: today };
    const before = api.count('select count(*) from customerInvoice');
    const seen = await api.call.billRevenue.invoicePreview({ body });
    expect(api.count('select count(*) from customerInvoice')).toBe(before);
    const { lines, grossAmount } = await issue([made]);
    expect([seen.lines, seen.grossAmount]).toEqual([lines, grossAmount]);
  });
});

describe('a credit note', () => {
  test('of parts, and then of the rest, brings invoice, lines and account to zero', async () => {
    const billId = await billFor(api, 'NL', 'NL004495445B01');
    const invoice = await issue([
      await line(billId, { unitPrice: '33.33' }),
      await line(billId, { unitPrice: '0.07' }),
      await line(billId, { unitPrice: '-5.00' }),
    ]);
    const part = await credit(invoice, [{ no: 1, netAmount: '11.11' }]);
    expect(part).toMatchObject({
      kind: 'credit',
      precedingNo: invoice.invoiceNo,
      netAmount: '-11.11',
      taxAmount: '-2.33',
    });
    expect(await again(invoice)).toMatchObject({ state: 'part_credited', grossAmount: invoice.grossAmount });
    const rest = await credit(await again(invoice));
    expect(await again(invoice)).toMatchObject({ state: 'credited', openAmount: '0.00' });
    expect(sumOf([part.grossAmount, rest.grossAmount], 'EUR')).toBe(negated(invoice.grossAmount, 'EUR'));
    expect(sumOf([part.baseTaxAmount, rest.baseTaxAmount], 'EUR')).toBe(
      negated(invoice.baseTaxAmount, 'EUR'),
    );
    expect(part.invoiceNo).not.toBe(rest.invoiceNo);
    const account = await balanceOf(invoice.customerId);
    expect(account).toMatchObject({
      closingBalance: '0.00',
      overdueAmount: '0.00',
      creditNotes: negated(invoice.grossAmount, 'EUR'),
    });
    expect(
      api.count("select count(*) from billRevenue where billId = ? and state != 'credited'", billId),
    ).toBe(0);
  });

  test('after payment leaves the credit open on the account, to be set against another invoice', async () => {
    const billId = await billFor(api, 'NL', 'NL004495445B01');
    const sold = await line(billId, { unitPrice: '100' });
    const invoice = await issue([sold]);
    const paid = await api.call.billRevenue.get({ params: { id: sold.id } });
    await receive(api, paid, null);
    const note = await credit(await again(invoice), [{ no: 1, netAmount: '40.00' }]);
    expect([note.openAmount, (await again(invoice)).openAmount]).toEqual(['-48.40', '0.00']);
    expect((await balanceOf(invoice.customerId)).closingBalance).toBe('-48.40');
    const query = { direction: 'in' as const, partyId: invoice.customerId, currency: 'EUR' };
    expect((await api.call.billPayment.open({ query })).map(({ open }) => open)).toEqual(['-48.40']);
    expect((await api.call.billRevenue.get({ params: { id: sold.id } })).state).toBe('paid');
  });

  test('of one line by its own call is a document of the invoice', async () => {
    const billId = await billFor(api, 'NL', 'NL004495445B01');
    const [one, other] = [await line(billId, { unitPrice: '10' }), await line(billId, { unitPrice: '20' })];
    const invoice = await issue([one, other]);
    const { version } = await api.call.billRevenue.get({ params: { id: one.id } });
    const made = await api.call.billRevenue.credit({
      params: { id: one.id },
      body: { version, reason: 'Agreed' },
    });
    expect(made).toMatchObject({ grossAmount: '-12.10', state: 'credited' });
    const note = await api.call.customerInvoice.get({ params: { id: made.customerInvoiceId ?? 0 } });
    expect(note).toMatchObject({ kind: 'credit', precedingNo: invoice.invoiceNo, grossAmount: '-12.10' });
    expect(await again(invoice)).toMatchObject({ state: 'part_credited', openAmount: '24.20' });
  });
});

test('numbers have no gaps, whatever is refused or issued at once', async () => {
  const billId = await billFor(api, 'NL', 'NL004495445B01');
  const lines = await Promise.all(Array.from({ length: 8 }, () => line(billId, { unitPrice: '10' })));
  const outside = await line(billId, { unitPrice: '10', vatCodeId: codeId('OUTSIDE') });
  const body = (ids: number[]) => ({ body: { ids, invoiceDate: '2022-05-05' } });
  const answers = await Promise.all(
    lines.flatMap(({ id }) => [
      api.send('billRevenue.invoice', body([id])),
      api.send('billRevenue.invoice', body([id, outside.id])),
    ]),
  );
  expect(answers.filter((answer) => 'got' in answer)).toHaveLength(8);
  const numbers = api.db
    .prepare("select invoiceNo from customerInvoice where invoiceNo like 'NL-2022-%' order by invoiceNo")
    .all()
    .map(({ invoiceNo }) => invoiceNo);
  expect(numbers).toEqual(Array.from({ length: 8 }, (_, at) => `NL-2022-0000${at + 1}`));
});

test('companies with the same prefix have numbers of their own', async () => {
  const billId = await billFor(api, 'NL', 'NL004495445B01');
  const [first, second] = api.rows(
    "select id, code from clientCompany where kind = 'own' order by id limit 2",
  );
  const before = api.rows("select id, invoicePrefix from clientCompany where kind = 'own'");
  api.db.exec("update clientCompany set invoicePrefix = 'SAME' where kind = 'own'");
  const numberOf = async (companyId: unknown) =>
    (
      await issue([await line(billId, { unitPrice: '10' })], {
        ...{ companyId: Number(companyId), invoiceDate: '2021-05-05' },
      })
    ).invoiceNo;
  expect([await numberOf(first?.id), await numberOf(second?.id)]).toEqual([
    'SAME-2021-00001',
    `SAME-${second?.code}-2021-00001`,
  ]);
  for (const { id, invoicePrefix } of before)
    api.db
      .prepare('update clientCompany set invoicePrefix = ? where id = ?')
      .run(String(invoicePrefix), Number(id));
});

test('the data of an invoice is read back to the cent', async () => {
  const billId = await billFor(api, 'BE', 'BE0777000187');
  const invoice = await issue([await line(billId, { unitPrice: '12.34' })], { buyerReference: 'PO 7 & 8' });
  const { bytes } = await api.call.customerInvoice.file({
    params: { id: invoice.id },
    query: { format: 'xml' },
  });
  const root = await readXml(bytes.toString());
  const text = (name: string) => root?.children.find((child) => child.name === name)?.text;
  expect([text('ID'), text('IssueDate'), text('DueDate'), text('BuyerReference')]).toEqual([
    ...[invoice.invoiceNo, invoice.invoiceDate, invoice.dueDate, 'PO 7 & 8'],
  ]);
  const totals = root?.children.find(({ name }) => name === 'LegalMonetaryTotal')?.children.at(-1);
  expect(toMinor(totals?.text ?? '', 'EUR')).toBe(toMinor(invoice.grossAmount, 'EUR'));
});

test('is mailed to the contact who receives invoices, with both files', async () => {
  const billId = await billFor(api, 'NL', 'NL004495445B01', { email: 'office@example.com' });
  const invoice = await issue([await line(billId, { unitPrice: '10' })]);
  const params = { id: invoice.id };
  const proposed = () => api.call.customerInvoice.mail({ params, query: { language: 'en' } });
  expect((await proposed()).toEmails).toEqual(['office@example.com']);
  await api.call.clientContact.create({
    body: {
      ...drafts.clientContact(),
      customerId: invoice.customerId,
      email: 'bills@example.com',
      receives: ['invoice'],
    },
  });
  const { toEmails, subject, text, language } = await proposed();
  expect(toEmails).toEqual(['bills@example.com']);
  for (const fact of [invoice.invoiceNo, '12.10 EUR', '2026']) expect(`${subject} ${text}`).toContain(fact);
  await api.call.customerInvoice.send({ params, body: { language, toEmails, ccEmails: [], subject, text } });
  const mail = api.row(
    "select fileIds from mail where objectType = 'customerInvoice' order by id desc limit 1",
  );
  const ids: string[] = JSON.parse(String(mail.fileIds));
  const names = ids.map((id) => String(api.row('select fileName from storedFile where id = ?', id).fileName));
  expect(names).toEqual([`${invoice.invoiceNo}.pdf`, `${invoice.invoiceNo}.xml`]);
});

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pdfLines } from '../support/pdfText';
import { expect, test } from './fixtures';

for (const { language, theme } of [
  { language: 'en', theme: 'light' },
  { language: 'cn', theme: 'dark' },
] as const)
  test(`issues an invoice of selected lines, saves its files and credits it, in ${language} and ${theme}`, async ({
    signedIn,
    place,
  }) => {
    const app = await signedIn({ language });
    const { page, say } = app;
    if (theme === 'dark') await app.theme('dark');
    const one = async (query: string) => (await app.texts(query))[0] ?? '';
    const lines = await app.texts(`select revenueNo from billRevenueOfBill where customerId = (
        select bill.customerId from billRevenue join bill on bill.id = billRevenue.billId
          join customer on customer.id = bill.customerId join clientCompany on clientCompany.id = customer.companyId
        where billRevenue.state = 'confirmed' and clientCompany.registrationNo is not null
        order by billRevenue.id desc limit 1)
      and state = 'confirmed' and currency = 'EUR' order by id desc limit 2`);
    expect(lines).toHaveLength(2);
    // The newest lines are on top.
    await app.sql(
      `update billRevenue set createdAt = '2099-01-01T00:00:00Z' where revenueNo in ('${lines.join("', '")}')`,
    );
    await app.open('/bil-fee/revenues');
    await expect(app.cellAt(0, 1)).toContainText(/./);
    for (const row of [0, 1]) await app.cellAt(row, 0).getByRole('checkbox').click();
    await page.getByRole('button', { name: say.action('billRevenue', 'invoice'), exact: true }).click();
    const net = page.getByText(say.label('netAmount', 'customerInvoice'), { exact: true });
    await expect(net.last()).toBeVisible();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say.t('finance.makeInvoice'), exact: true })
      .click();
    const issued = `select invoiceNo from billRevenue where revenueNo = '${lines[0]}'`;
    await expect.poll(() => one(issued)).toMatch(/^NL-/);
    const invoiceNo = await one(issued);

    await app.open('/bil-fee/invoices');
    await app.cell(invoiceNo).dblclick();
    const xml = path.join(place.folder('out'), 'invoice.xml');
    await app.willSaveTo(xml);
    await page.getByRole('button', { name: say.t('finance.invoiceXml'), exact: true }).click();
    await expect.poll(() => existsSync(xml)).toBe(true);
    expect(readFileSync(xml, 'utf8')).toContain(`<cbc:ID>${invoiceNo}</cbc:ID>`);
    const copy = await one(
      "select fileName from attachment where category = 'invoice' order by uploadedAt desc limit 1",
    );
    expect(copy).toBe(`${invoiceNo}.pdf`);
    await page.getByRole('button', { name: say.t('finance.invoicePdf'), exact: true }).click();
    const pdf = path.join(place.folder('pdf'), 'invoice.pdf');
    await app.willSaveTo(pdf);
    await page.getByRole('button', { name: say.t('paper.save'), exact: true }).click();
    await expect.poll(() => existsSync(pdf)).toBe(true);
    const text = pdfLines(readFileSync(pdf)).join(' ');
    expect(text).toContain(invoiceNo);
    expect(text).toContain(say.choice('customerInvoiceKind', 'invoice'));
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: say.action('customerInvoice', 'credit'), exact: true }).click();
    await page.getByRole('textbox', { name: say.t('finance.creditWhy') }).fill('Agreed');
    await page
      .getByRole('button', { name: say.t('finance.makeCredit'), exact: true })
      .last()
      .click();
    await expect
      .poll(() => one("select precedingNo from customerInvoice where kind = 'credit'"))
      .toBe(invoiceNo);
    await expect
      .poll(() => one(`select state from customerInvoice where invoiceNo = '${invoiceNo}'`))
      .toBe('credited');
  });

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pdfLines } from '../support/pdfText';
import { expect, test } from './fixtures';

for (const { language, theme } of [
  { language: 'en', theme: 'light' },
  { language: 'cn', theme: 'dark' },
] as const)
  test(`issues an invoice of selected lines, saves, sends and credits it, in ${language} and ${theme}`, async ({
    signedIn,
    place,
  }) => {
    const invoices = place.folder('invoices');
    const app = await signedIn({ language, env: { FREIGHT_CONSOLE_INVOICES_FOLDER: invoices } });
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
    await app.sql(
      "update clientCompany set peppolScheme = '0060', peppolId = '910200000' || id where peppolId is null",
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

    await test.step('the invoice goes to the access point, once there is one', async () => {
      const send = page.getByRole('button', { name: say.t('finance.handOver'), exact: true }).last();
      await send.click();
      await expect(page.getByText(say.words.messages.E_INVOICE_NO_ROUTE)).toBeVisible();
      await app.open('/bil-fee/e-invoices');
      await expect(app.screen.getByText(say.t('finance.pointNone'))).toBeVisible();
      await app.screen.getByRole('button', { name: say.t('finance.pointSetUp') }).click();
      const panel = page.getByRole('dialog');
      await app.choose(say.label('route', 'eInvoiceSettings'), say.choice('eInvoiceRoute', 'https'));
      await panel.getByRole('button', { name: say.t('common.save') }).click();
      await expect(panel.getByRole('alert')).toBeVisible();
      await app.choose(say.label('route', 'eInvoiceSettings'), say.choice('eInvoiceRoute', 'folder'));
      await panel.getByRole('button', { name: say.t('common.save') }).click();
      await expect(panel).toBeHidden();
      await expect(app.screen.getByText(say.t('finance.pointSetFolder'))).toBeVisible();
      await app.open('/bil-fee/invoices');
      await send.click();
      await expect(page.getByText(say.t('finance.handedOver_one', { count: 1 }))).toBeVisible();
      await app.open('/bil-fee/e-invoices');
      await expect(app.cell(say.state('eInvoice', 'handed_over'))).toBeVisible({ timeout: 20_000 });
      await app.cell(invoiceNo).dblclick();
      await expect(panel.getByText(`<cbc:ID>${invoiceNo}</cbc:ID>`)).toBeVisible();
      place.give(invoices);
      expect(readdirSync(path.join(invoices, 'out'))).toEqual([expect.stringContaining(invoiceNo)]);
      await page.keyboard.press('Escape');
      await app.open('/bil-fee/invoices');
      await expect(send).toBeDisabled();
    });

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

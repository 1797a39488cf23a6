import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sampleOf, ublOf } from '../support/supplierInvoices';
import { expect, test } from './fixtures';
import { FormInFront } from './formInFront';

const VAT_NO = 'DE136695976';

for (const { language, theme } of [
  { language: 'en', theme: 'light' },
  { language: 'cn', theme: 'dark' },
] as const)
  test(`reads a supplier invoice and records it, in ${language} and ${theme}`, async ({
    signedIn,
    place,
  }) => {
    const app = await signedIn({ language });
    const { page, say, screen } = app;
    if (theme === 'dark') await app.theme('dark');
    const [supplierId] = await app.texts(
      "select id from clientCompany where kind = 'supplier' and active = 1 order by id limit 1",
    );
    await app.sql(`update clientCompany set vatNo = null where vatNo = '${VAT_NO}'`);
    await app.sql(`update clientCompany set vatNo = '${VAT_NO}' where id = ${supplierId}`);
    // Without expected costs, each line becomes one of its own.
    await app.sql('update billCost set estimated = 0');
    const [bill] = await app.texts(
      "select billNo || '/' || batchNo from bill where removedAt is null and archived = 0 order by id limit 1",
    );
    // The line of 2 kg is compared with a chargeable weight of 3 kg.
    await app.sql("update feeCategory set auditBasis = 'chargeable_kg' where code = 'unloading'");
    await app.sql(`update bill set billingWeight = 3000 where billNo || '/' || batchNo = '${bill}'`);
    const lines = [
      { net: '100.00', text: `Transport ${bill}`, quantity: '2' },
      { net: '50.00', text: 'Waiting time' },
    ];
    const sample = sampleOf({
      ...{ no: 'READ-1', lines, due: '2026-11-04', sums: ['150.00', '28.50', '178.50'] },
      taxes: [['S', '19', '150.00', '28.50']],
    });
    const file = path.join(place.folder('in'), 'invoice.xml');
    const bytes = ublOf(sample).replace('unitCode="C62"', 'unitCode="KGM"');
    writeFileSync(file, bytes);
    place.give(file);

    const openReader = async () => {
      await screen.getByRole('button', { name: say.t('finance.importCosts') }).click();
      await page.getByRole('menuitem', { name: say.t('finance.readInvoice') }).click();
    };
    await app.open('/bil-fee/cost');
    await openReader();
    await app.willChoose(file);
    await screen.getByRole('button', { name: say.t('importing.choose') }).click();
    const line = (no: string) => screen.getByRole('region', { name: say.t('finance.invoiceLine', { no }) });
    await expect(line('1')).toContainText(`Transport ${bill}`);
    await expect(line('1')).toContainText(String(bill));
    const record = screen.getByRole('button', { name: say.t('finance.recordInvoice') });
    await expect(record).toBeDisabled();

    const form = new FormInFront(app, 'billCost');
    // The keyboard alone fills in what the file does not say.
    for (const no of ['1', '2']) {
      await line(no).getByLabel(say.label('feeCategoryId')).focus();
      await page.keyboard.press('Enter');
      await form.chooseTyped('unloading');
    }
    await line('2').getByLabel(say.label('bills', 'supplierInvoice')).fill(`${bill} `);
    await page.keyboard.press('Tab');
    await expect(record).toBeEnabled();
    await screen.getByRole('button', { name: say.t('finance.auditRun') }).click();
    const differs = say.choice('auditResult', 'differs');
    await line('1').getByText(differs, { exact: true }).click();
    await expect(line('1')).toContainText(say.t('finance.auditNumbers', { billed: '2', happened: 3 }));
    await expect(line('1').getByRole('link', { name: String(bill) })).toBeVisible();
    await record.click();
    await expect
      .poll(() => app.count('billCost', "invoiceNo = 'READ-1' and estimated = 0 and taxRate = 19000"))
      .toBe(2);
    const sums = await app.texts("select sum(grossAmount) from billCost where invoiceNo = 'READ-1'");
    expect(sums).toEqual(['17850']);

    // The invoice is open with its lines, its comparison and its file.
    const panel = page.getByRole('dialog').filter({ hasText: 'READ-1' });
    await expect(panel.getByText(differs, { exact: true })).toBeVisible();
    const saved = path.join(place.folder('out'), 'invoice.xml');
    await app.willSaveTo(saved);
    await panel.getByRole('button', { name: say.t('finance.saveInvoiceFile') }).click();
    await expect.poll(() => (existsSync(saved) ? readFileSync(saved, 'utf8') : '')).toBe(bytes);
    await page.keyboard.press('Escape');

    // The same file again says that its invoice is known.
    await app.open('/bil-fee/cost');
    await openReader();
    await app.willChoose(file);
    await screen.getByRole('button', { name: say.t('importing.choose') }).click();
    await expect(screen.getByText(say.t('finance.invoiceKnown', { no: 'READ-1' }))).toBeVisible();
    await expect(record).toBeDisabled();
  });

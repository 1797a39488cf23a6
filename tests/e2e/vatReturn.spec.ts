import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright/test';
import { expect, test } from './fixtures';
import { FormInFront } from './formInFront';

/** Returns a day of the month before the present one, as forms and files write it. */
function lastMonth(day: string): { readonly shown: string; readonly iso: string } {
  const now = new Date();
  const iso = `${new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 8)}${day}`;
  return { iso, shown: iso.split('-').reverse().join('/') };
}

for (const { language, theme } of [
  { language: 'en', theme: 'light' },
  { language: 'cn', theme: 'dark' },
] as const)
  test(`adds a supplier invoice by its VAT code and declares it, in ${language} and ${theme}`, async ({
    signedIn,
    place,
  }) => {
    const app = await signedIn({ language });
    const { page, say, screen } = app;
    if (theme === 'dark') await app.theme('dark');
    // Only what is added here was invoiced in the month.
    await app.sql("update billCost set invoiceDate = '2019-01-01', estimated = 0");
    await app.sql("update billRevenue set invoiceDate = '2019-01-01' where invoiceDate is not null");
    await app.sql(`update customerInvoice set invoiceDate = '${lastMonth('15').iso}'`);
    const [documents, taxable] = await app.texts(
      `select count(*) from customerInvoice union all
       select sum(baseAmount) from billRevenue where customerInvoiceId is not null`,
    );

    /** Reads the screen again until it shows what is expected: data of the last seconds is not read again. */
    const reads = (expected: Locator) =>
      expect(async () => {
        await page.keyboard.press('F5');
        await expect(expected).toBeVisible({ timeout: 2_000 });
      }).toPass({ timeout: 60_000 });

    await test.step('a code empties the rate, and a typed rate removes the code', async () => {
      await app.open('/bil-fee/cost');
      const billNo = await app.cellAt(0, 3).innerText();
      await page.keyboard.press('n');
      const chooser = page.getByRole('combobox', { name: say.t('common.bill'), exact: true });
      await expect(chooser).toBeFocused();
      await page.keyboard.type(billNo);
      await expect(page.getByRole('option').first()).toContainText(billNo);
      await page.keyboard.press('Enter');
      const form = new FormInFront(app, 'billCost');
      await form.fill({
        supplierId: 'DELTA',
        feeCategoryId: 'clearance',
        basis: say.choice('chargeBasis', 'fixed'),
        unitPrice: '100.10',
      });
      await form.fill({ vatCodeId: 'NL-S', taxRate: '9' });
      await expect(form.input('vatCodeId')).toHaveText(say.t('common.pleaseSelect'));
      await form.fill({ vatCodeId: 'NL-S' });
      await expect(form.input('taxRate')).toHaveValue('');
      await form.fill({ invoiceNo: 'VAT-1', invoiceDate: lastMonth('20').shown, estimated: false });
      await form.fill({ ownCompanyId: 'NGC-NL' });
      await form.save();
      await expect(form.form).toHaveCount(0);
      await expect.poll(() => app.count('billCost', "invoiceNo = 'VAT-1' and taxAmount = 2102")).toBe(1);
    });

    await test.step('the figures of the last month are those of both sides', async () => {
      await app.open('/bil-fee/vat');
      await expect(app.cellAt(0, 0)).toHaveText(say.choice('vatDirection', 'sale'));
      await expect(app.cellAt(0, 1)).toHaveText(say.choice('vatCategory', 'O'));
      await expect(app.cellAt(1, 0)).toHaveText(say.choice('vatDirection', 'purchase'));
      await expect(app.cellAt(1, 4)).toHaveText('100.10 EUR');
      await expect(app.cellAt(1, 5)).toHaveText('21.02 EUR');
      const file = path.join(place.folder('out'), 'vat.csv');
      await app.willSaveTo(file);
      await screen.getByRole('button', { name: say.t('common.export'), exact: true }).click();
      await page.getByRole('menuitem', { name: say.t('common.exportCsv') }).click();
      await expect.poll(() => read(file)).toContain('100.10,21.02,EUR');
      expect(read(file)).toContain(`,${documents},${(Number(taxable) / 100).toFixed(2)},0.00,EUR`);
    });

    await test.step('a purchase without our company is counted, not hidden', async () => {
      await app.sql("update billCost set ownCompanyId = null where invoiceNo = 'VAT-1'");
      await reads(screen.getByText(say.t('finance.vatWithoutCompany_one', { count: 1 })));
      await expect(screen.getByText('100.10 EUR')).toHaveCount(0);
    });

    await test.step('customers abroad are listed by their numbers', async () => {
      await screen.getByText(say.t('finance.vatBy_customer'), { exact: true }).click();
      await expect(screen.getByText(say.t('finance.vatEmpty_customer'))).toBeVisible();
      await app.sql(`update customerInvoice set
        lines = replace(lines, '"vatCategory":"O"', '"vatCategory":"AE"'),
        buyer = json_set(buyer, '$.countryCode', 'DE', '$.vatNo', 'DE136695976') where id = 1`);
      await reads(app.cell('DE136695976'));
    });
  });

const read = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { camt } from '../support/bankFiles';
import { expect, test } from './fixtures';

for (const { language, theme } of [
  { language: 'en', theme: 'light' },
  { language: 'cn', theme: 'dark' },
] as const)
  test(`imports a bank statement and books its entry, in ${language} and ${theme}`, async ({
    signedIn,
    place,
  }) => {
    const app = await signedIn({ language });
    const { page, say, screen } = app;
    if (theme === 'dark') await app.theme('dark');
    const [invoice = '{}'] = await app.texts(
      `select json_object('no', invoiceNo, 'cents', sum(grossAmount), 'lines', count(*))
       from billRevenueOfBill as line where currency = 'EUR' and paidAmount = 0 and invoiceNo is not null
       group by invoiceNo having min(state) = 'invoiced' and max(state) = 'invoiced' and sum(grossAmount) > 0
       order by invoiceNo limit 1`,
    );
    const { no, cents, lines } = JSON.parse(invoice) as { no: string; cents: number; lines: number };
    const amount = (cents / 100).toFixed(2);
    const day = new Date().toISOString().slice(0, 10);
    const file = path.join(place.folder('bank'), 'statement.xml');
    const fee = { amount: '4.50', sign: 'DBIT' as const, ref: 'FEE', text: 'Account fee' };
    writeFileSync(
      file,
      camt([{ day, entries: [{ amount, text: `Invoice ${no}`, name: 'Payer', ref: 'IN' }, fee] }], 8),
    );
    place.give(place.folder('bank'));
    const panel = page.getByRole('dialog');

    await test.step('a file is shown before it is imported, and known when it comes again', async () => {
      await app.open('/bil-fee/bank');
      await expect(screen.getByText(say.t('finance.bankEmpty'))).toBeVisible();
      for (const fresh of [2, 0]) {
        await screen.getByRole('button', { name: say.t('finance.bankImport') }).click();
        await app.willChoose(file);
        await panel.getByRole('button', { name: say.t('importing.choose') }).click();
        await expect(panel.getByText(say.t('finance.bankFresh_other', { count: fresh }))).toBeVisible();
        const take = panel.getByRole('button', { name: say.t('finance.bankImport') });
        if (fresh > 0) await take.click();
        else {
          await expect(panel.getByText(say.t('finance.bankNothing'))).toBeVisible();
          await expect(take).toBeDisabled();
          await page.keyboard.press('Escape');
        }
        await expect(panel).toBeHidden();
      }
      await expect.poll(() => app.count('bankEntry', "state = 'open'")).toBe(2);
    });

    await test.step('a proposal books the payment, and the invoice is paid', async () => {
      await app.cell('Payer').dblclick();
      await expect(panel.getByText(say.choice('bankMatch', 'invoice'))).toBeVisible();
      await panel.getByRole('button', { name: new RegExp(`^${say.action('bankEntry', 'book')}`) }).click();
      await expect(panel.getByText(say.state('bankEntry', 'booked'), { exact: true })).toBeVisible();
      expect(await app.count('billRevenue', `invoiceNo = '${no}' and state = 'paid'`)).toBe(lines);
      await page.keyboard.press('Escape');
    });

    await test.step('the fee is ignored for a reason', async () => {
      await app.cell('Account fee').dblclick();
      await panel.getByRole('button', { name: say.action('bankEntry', 'ignore'), exact: true }).click();
      await page.getByLabel(say.t('finance.bankIgnoreWhy')).fill('Bank charges');
      const dialog = page.locator('.bp6-dialog');
      await dialog.getByRole('button', { name: say.action('bankEntry', 'ignore'), exact: true }).click();
      await expect
        .poll(() => app.count('bankEntry', "state = 'ignored' and reason = 'Bank charges'"))
        .toBe(1);
    });

    await test.step('a csv file asks for what it does not say, and is then imported like the others', async () => {
      const listed = path.join(place.folder('bank'), 'statement.csv');
      writeFileSync(listed, `Date,Description,Counterparty,Amount\n${day},Thanks,Csv payer,12.34\n`);
      await page.keyboard.press('Escape');
      await expect(panel).toBeHidden();
      await screen.getByRole('button', { name: say.t('finance.bankImport') }).click();
      await app.willChoose(listed);
      await panel.getByRole('button', { name: say.t('importing.choose') }).click();
      const read = panel.getByRole('button', { name: say.t('finance.bankRead') });
      await expect(read).toBeDisabled();
      await panel.getByLabel(say.label('account', 'bankEntry'), { exact: true }).selectOption({ index: 1 });
      await app.choose(`${say.label('currency')} *`, 'EUR');
      await read.click();
      await expect(panel.getByText(say.t('finance.bankFresh_one', { count: 1 }))).toBeVisible();
      await panel.getByRole('button', { name: say.t('finance.bankImport') }).click();
      await expect(panel).toBeHidden();
      await expect(app.cell('Csv payer')).toBeVisible();
      expect(await app.count('bankEntry', 'balance is null')).toBe(1);
    });
  });

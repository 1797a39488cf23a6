import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from './fixtures';
import { FormInFront } from './formInFront';

const read = (file: string): string => (existsSync(file) ? readFileSync(file, 'latin1') : '');

for (const { language, theme } of [
  { language: 'en', theme: 'light' },
  { language: 'cn', theme: 'dark' },
] as const)
  test(`shows what a month posts, mends what it lacks, and saves it for the accountant, in ${language} and ${theme}`, async ({
    signedIn,
    place,
  }) => {
    const app = await signedIn({ language });
    const { page, say, screen } = app;
    if (theme === 'dark') await app.theme('dark');

    await test.step('the journal of the last month, by posting and by account', async () => {
      await app.open('/bil-fee/journal');
      await expect(app.cellAt(0, 1)).not.toBeEmpty();
      await screen.getByText(say.t('finance.journalBy_account'), { exact: true }).click();
      await expect(app.cellAt(0, 0)).toHaveText('1100');
    });

    await test.step('postings without a company are counted until the ledger accounts say whose they are', async () => {
      await app.open('/bil-fee/ledger');
      await app.cell('NGC-NL').click();
      await page.keyboard.press('Shift+F10');
      await page.getByRole('menuitem', { name: say.t('common.edit'), exact: true }).click();
      const form = new FormInFront(app, 'ledgerSetup');
      await form.fill({ takesUnassigned: false });
      await form.save();
      await expect.poll(() => app.count('ledgerSetup', 'takesUnassigned = 1')).toBe(0);
      await app.open('/bil-fee/journal');
      const lacks = say.t('finance.journalWithoutCompany_other', { count: 0 }).split(/[。.，]/)[0] ?? '';
      await expect(screen.getByText(new RegExp(lacks.replace('0', String.raw`[\d,]+`)))).toBeVisible();
      await app.sql('update ledgerSetup set takesUnassigned = 1 where id = 1');
    });

    await test.step('the postings are saved as DATEV reads them', async () => {
      const file = path.join(place.folder('out'), 'postings.csv');
      await app.willSaveTo(file);
      await screen.getByRole('button', { name: say.t('finance.accountantFiles') }).click();
      await page.getByRole('menuitem', { name: say.t('finance.saveDatev') }).click();
      await expect.poll(() => read(file)).toContain('"EXTF";700;21;"Buchungsstapel";13;');
      expect(read(file).split('\r\n').length).toBeGreaterThan(10);
    });

    await test.step('open items and accruals of a day', async () => {
      await app.open('/bil-fee/open_items');
      await expect(app.cellAt(0, 0)).not.toBeEmpty();
      await screen.getByText(say.t('finance.openBy_invoice'), { exact: true }).click();
      await screen.getByText(say.t('finance.openSide_payable'), { exact: true }).click();
      await expect(app.cellAt(0, 1)).not.toBeEmpty();
      const day = screen.getByLabel(say.t('finance.endOfDay'), { exact: true });
      await day.fill('01/01/2020');
      await day.press('Enter');
      await expect(screen.getByText(say.t('finance.openEmpty_payable'))).toBeVisible();
      await app.open('/bil-fee/accruals');
      await expect(app.cellAt(0, 0)).not.toBeEmpty();
    });
  });

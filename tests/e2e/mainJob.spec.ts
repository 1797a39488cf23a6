import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { LANGUAGES } from '@contract/limits';
import { parse } from 'csv-parse/sync';
import { goodLine, mawb, PDF, writeBills } from './files';
import { expect, test } from './fixtures';

for (const language of LANGUAGES) {
  test(`${language}: leads from an empty folder to an imported, checked and exported bill`, async ({
    start,
    place,
  }) => {
    const app = await start({ language });
    const { page, say } = app;
    const folder = place.folder('papers');

    await test.step('the first start asks one question, then shows the sign-in', async () => {
      await expect(page.getByRole('heading', { name: say.t('access.welcome') })).toBeVisible();
      await app.firstRun('demo');
      await app.signIn('admin');
      await expect(app.screen.getByText(say.t('access.homeStages'))).toBeVisible();
    });

    await test.step('a file of main bills is read, checked and imported', async () => {
      const file = writeBills(
        path.join(folder, 'bills.csv'),
        [
          goodLine(7100011),
          goodLine(7100022, { landingAirport: 'LGG' }),
          goodLine(7100033, { boxCount: '96' }),
        ],
        language,
      );
      place.give(folder);
      await app.willChoose(file);
      await app.go(say.words.menu['bill.import']);
      await app.screen.getByRole('button', { name: say.t('importing.choose') }).click();
      await expect(app.screen.getByText(say.t('importing.allGood'))).toBeVisible();
      await app.screen
        .getByRole('button', { name: say.t('importing.importAll_other', { count: 3 }) })
        .click();
    });

    await test.step('the bills are found in the list, and one is opened by keyboard', async () => {
      await app.screen.getByRole('button', { name: say.t('importing.showThem') }).click();
      await expect(app.cell(mawb(7100011))).toBeVisible();
      await expect(app.cell(mawb(7100033))).toBeVisible();
      await app.cell(mawb(7100011)).click();
      await page.keyboard.press('Enter');
      await expect(app.screen.getByRole('heading', { name: mawb(7100011) })).toBeVisible();
      await expect(app.screen.getByText(say.state('bill', 'draft')).first()).toBeVisible();
    });

    await test.step('its remarks are changed', async () => {
      await app.screen.getByRole('button', { name: say.action('bill', 'update') }).click();
      const remarks = app.screen.getByLabel(say.label('remarks'));
      await remarks.fill('四号口提货 · gate 4');
      await page.keyboard.press('Control+s');
      await expect(app.screen.getByRole('heading', { name: mawb(7100011) })).toBeVisible();
      await expect(app.screen.getByText('四号口提货 · gate 4')).toBeVisible();
    });

    await test.step('a check names what is still missing', async () => {
      await app.screen.getByRole('button', { name: say.action('bill', 'check'), exact: true }).click();
      const answer = page.getByRole('dialog');
      await expect(answer.getByText(mawb(7100011))).toBeVisible();
      await expect(answer.getByText(say.label('boxCount', 'bill')).first()).toBeVisible();
      await answer.getByRole('button', { name: say.t('common.close') }).click();
      await expect(answer).toBeHidden();
    });

    await test.step('the log shows the change', async () => {
      await app.screen.getByRole('tab', { name: say.t('common.log') }).click();
      await expect(app.screen.getByText('四号口提货 · gate 4')).toBeVisible();
      await expect(app.screen.getByText(say.choice('logAction', 'update')).first()).toBeVisible();
    });

    await test.step('a document is attached, and downloaded unchanged byte by byte', async () => {
      const pdf = path.join(folder, `POD ${language} 签收单.pdf`);
      writeFileSync(pdf, PDF);
      place.give(folder);
      await app.willChoose(pdf);
      await app.screen.getByRole('tab', { name: say.t('common.attachments') }).click();
      await app.screen.getByRole('button', { name: say.t('importing.choose') }).click();
      await expect(app.cell(path.basename(pdf))).toBeVisible();
      const back = path.join(place.folder('downloads'), 'back.pdf');
      await app.willSaveTo(back);
      await app.cell(path.basename(pdf)).dblclick();
      await expect.poll(() => existsSync(back)).toBe(true);
      expect(readFileSync(back).equals(PDF)).toBe(true);
    });

    await test.step('the list is exported with the filter of the screen', async () => {
      const target = path.join(place.folder('downloads'), 'bills.csv');
      await app.willSaveTo(target);
      await app.go(say.words.menu['bill.manage']);
      await app.screen.getByRole('button', { name: say.t('common.export') }).click();
      await page.getByRole('menuitem', { name: say.t('common.exportCsv') }).click();
      await expect(page.getByText(say.t('common.exported', { name: 'bills.csv' }))).toBeVisible();
      const rows: string[][] = parse(readFileSync(target, 'utf8'), { bom: true });
      expect(rows[0]?.[0]).toBe(say.label('billNo', 'bill'));
      expect(rows.slice(1).map(([billNo]) => billNo)).toEqual(
        expect.arrayContaining([mawb(7100011), mawb(7100022), mawb(7100033)]),
      );
      expect(rows).toHaveLength(4);
      expect(readdirSync(path.dirname(target)).filter((name) => /part|tmp/.test(name))).toEqual([]);
    });
  });
}

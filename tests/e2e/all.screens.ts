import path from 'node:path';
import { LANGUAGES } from '@contract/limits';
import { screens } from '../../renderer/screens';
import { camera, PICTURES } from './camera';
import { exampleOf } from './deskApp';
import { goodLine, writeBills } from './files';
import { test } from './fixtures';

for (const language of LANGUAGES) {
  for (const theme of ['light', 'dark'] as const) {
    test(`${language}, ${theme}`, async ({ start, place }) => {
      const app = await start({ language });
      const { page, say } = app;
      const shot = camera(app, path.join(PICTURES, `${language}-${theme}`));
      if (theme === 'dark') await page.getByRole('button', { name: say.t('app.themeDark') }).click();
      await shot('first-start');
      await page.getByRole('button', { name: say.t('access.emptyStart') }).click();
      await shot('first-administrator');
      await page.getByRole('button', { name: say.t('common.back') }).click();
      await app.firstRun('demo');
      await shot('sign-in');
      await page.keyboard.press('Enter');
      await shot('sign-in-empty');
      await app.signIn('admin');

      for (const screen of screens) {
        await app.open(exampleOf(screen.path));
        await shot(screen.path.replaceAll(/[/:]+/g, '-').slice(1));
      }

      await app.open('/home/settings');
      const groups = page.getByRole('navigation', { name: say.t('settings.groups') }).getByRole('button');
      for (let index = 1; index < (await groups.count()); index += 1) {
        await groups.nth(index).click();
        await shot(`settings-${index + 1}`);
      }

      await app.open('/bill/bill_manage');
      await app.columnMenu(say.label('batchNo', 'bill'));
      await shot('bill-head-menu');
      await page.keyboard.press('Escape');
      await page
        .getByRole('button', { name: say.t('common.filtersShow') })
        .first()
        .click();
      await shot('bill-filters');
      await page
        .getByRole('button', { name: say.t('common.filtersHide') })
        .first()
        .click();
      await app.screen.getByRole('tab', { name: say.state('bill', 'inbound') }).click();
      await app.settled();
      await app.screen.getByRole('gridcell').first().click();
      await page.keyboard.press('Control+a');
      await shot('bill-selected');
      await page.keyboard.press('Escape');
      await app.screen.getByRole('gridcell').nth(1).click({ button: 'right' });
      await shot('bill-menu');
      await page.keyboard.press('Escape');
      await app.screen.getByRole('gridcell').nth(1).dblclick();
      await shot('bill-inbound');
      await page
        .getByRole('button', { name: say.t('common.more') })
        .first()
        .click();
      await shot('bill-actions');
      await page.keyboard.press('Escape');
      await app.screen.getByRole('tab', { name: say.t('common.attachments') }).click();
      await shot('bill-attachments');
      await app.screen.getByRole('tab', { name: say.t('common.log') }).click();
      await shot('bill-logs');

      await app.open('/bill/add_bill');
      await page.keyboard.press('Control+s');
      await shot('add-bill-errors');

      await app.open('/bill/bill_import');
      const bad = [
        goodLine(7200011),
        goodLine(7200022, { billNo: '112-72000229' }),
        goodLine(7200033, { landingAirport: 'XXX', weight: '1.234,5' }),
        goodLine(7200044, { customerCode: '', eta: '31/02/2026' }),
        goodLine(7200055, { boxCount: '2', weight: '990' }),
      ];
      const file = writeBills(path.join(place.folder('papers'), 'bills.csv'), bad, language);
      place.give(file);
      await app.willChoose(file);
      await app.screen.getByRole('button', { name: say.t('importing.choose') }).click();
      await app.screen.getByText(say.t('importing.saveErrors')).waitFor();
      await shot('import-errors');
      await app.screen.locator('.fc-bad').first().click();
      await shot('import-correct');
      await page.keyboard.press('Escape');
      await app.screen.getByRole('button', { name: say.t('common.back') }).click();
      await shot('import-columns');
      await app.screen.getByRole('button', { name: say.t('common.next') }).click();
      await app.screen
        .getByRole('button', { name: say.t('importing.importGood_other', { count: 2 }) })
        .click();
      await app.screen.getByText(say.t('importing.showThem')).waitFor();
      await shot('import-result');

      await app.open('/bill/search');
      await app.screen.getByRole('textbox').fill('112-61200016 999-00000000');
      await page.keyboard.press('Control+Enter');
      await shot('search-found');

      await app.open('/config/airport');
      await page.keyboard.press('n');
      await shot('airport-add');
      await page.keyboard.press('Escape');
      await page.keyboard.press('?');
      await shot('shortcuts');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+k');
      await page.keyboard.type('air');
      await shot('palette');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: say.t('app.account') }).click();
      await shot('person-menu');
      await page.keyboard.press('Escape');
      await app.follow('/no_permission');
      await shot('no-permission');
    });
  }
}

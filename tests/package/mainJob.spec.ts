import path from 'node:path';
import { billCsv, goodLine, mawb } from '../e2e/files';
import { Say } from '../e2e/words';
import { dropFile } from '../support/packagedApp';
import { expect, test } from './fixtures';

const say = new Say('en');

test('does the main job in the packaged app, and keeps it after a restart', async ({
  launch,
  desktop,
  readable,
}) => {
  const data = desktop.folder('main-job');
  const bill = mawb(7100011);
  const app = await launch({ data });
  const { page } = app;
  const screen = page.locator('.fc-tab-body:visible');
  const open = async (to: string) => {
    await page.evaluate((hash) => {
      window.location.hash = hash;
    }, `#${to}`);
    await expect(page.locator(`.fc-tab-body[data-path="${to}"]:visible`)).toBeVisible();
  };

  await test.step('the app makes its demo data, and a person signs in with the drawn captcha', async () => {
    await app.demoStart();
    await app.signIn('admin');
    await expect(screen.getByText(say.t('access.homeStages'))).toBeVisible();
  });

  await test.step('a consignment note is drawn with the fonts in the package', async () => {
    await open('/config/cmr/detail/1');
    await page.keyboard.press('p');
    const preview = page.getByRole('dialog');
    await expect(preview.getByRole('img', { name: say.t('paper.page', { no: 1, total: 4 }) })).toBeVisible();
    await expect(preview.locator('canvas').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(preview).toHaveCount(0);
  });

  await test.step('a file of bills is dropped, checked and imported', async () => {
    const file = readable('bills.csv', billCsv([goodLine(7100011), goodLine(7100022)], 'en'));
    await open('/bill/bill_import');
    const zone = await page.locator('.fc-drop:visible').boundingBox();
    await dropFile(page, file, (zone?.x ?? 0) + 100, (zone?.y ?? 0) + 20);
    await expect(screen.getByText(say.t('importing.allGood'))).toBeVisible();
    await screen.getByRole('button', { name: say.t('importing.importAll_other', { count: 2 }) }).click();
    await screen.getByRole('button', { name: say.t('importing.showThem') }).click();
    await expect(screen.getByRole('gridcell').filter({ hasText: bill }).first()).toBeVisible();
  });

  await test.step('a bill is opened and its remarks are changed', async () => {
    await screen.getByRole('gridcell').filter({ hasText: bill }).first().click();
    await page.keyboard.press('Enter');
    await screen.getByRole('button', { name: say.action('bill', 'update') }).click();
    await screen.getByLabel(say.label('remarks')).fill('四号口提货 · gate 4');
    await page.keyboard.press('Control+s');
    await expect(screen.getByText('四号口提货 · gate 4')).toBeVisible();
  });

  await test.step('session and bill are there after a restart', async () => {
    await app.close();
    const again = await launch({ data });
    const shown = again.page.locator('.fc-tab-body:visible');
    await expect(shown.getByText('四号口提货 · gate 4')).toBeVisible();
    expect(path.basename(data)).toBe('main-job');
  });
});

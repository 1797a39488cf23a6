import path from 'node:path';
import { camera, PICTURES } from './camera';
import { test } from './fixtures';
for (const [language, theme] of [['en', 'light'], ['cn', 'dark']] as const) {
  test(`${language}, ${theme}`, async ({ start }) => {
    const app = await start({ language });
    const { page, say } = app;
    const shot = camera(app, path.join(PICTURES, `entry-${language}-${theme}`));
    if (theme === 'dark') await page.getByRole('button', { name: say.t('app.themeDark') }).click();
    await app.firstRun('demo');
    await app.signIn('admin');
    await app.open('/sea/entry'); await shot('list');
    await app.open('/sea/entry/detail/21'); await shot('draft');
    await app.open('/sea/entry/amend/21'); await shot('form');
    await app.screen.locator('.fc-form-foot').scrollIntoViewIfNeeded(); await shot('form-foot');
    await app.open('/sea/entry/detail/24'); await shot('rejected');
    await app.open('/sea/entry/detail/26'); await shot('hold');
    await app.screen.getByRole('tab', { name: say.t('sea.groupLines') }).click(); await shot('hold-lines');
    await app.screen.getByRole('tab', { name: say.t('sea.duty') }).click(); await shot('hold-duty');
    await app.screen.getByRole('tab', { name: say.t('sea.customs') }).click(); await shot('hold-customs');
    await app.open('/sea/entry/detail/14'); await shot('released');
    await app.screen.getByRole('button', { name: say.action('seaEntry', 'fileSummary') }).click(); await shot('summary');
    await page.keyboard.press('Escape');
    await app.screen.getByRole('button', { name: say.t('sea.form7501') }).click(); await page.waitForTimeout(2500); await shot('pdf');
    await page.keyboard.press('Escape');
    await app.open('/sea/entry/add?seaBill=32'); await shot('add');
    await app.open('/sea/entry/rates'); await shot('rates');
  });
}

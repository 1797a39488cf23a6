import { mkdirSync, writeFileSync } from 'node:fs';
import { test } from './fixtures';

const OUT = '/tmp/h1shots';
for (const [language, theme] of [
  ['en', 'light'],
  ['cn', 'dark'],
] as const) {
  test(`${language}`, async ({ start, demoData }) => {
    test.setTimeout(150_000);
    mkdirSync(OUT, { recursive: true });
    const app = await start({ data: demoData(), language });
    const { page, say } = app;
    let n = 0;
    const shot = async (name: string) => {
      await app.settled();
      await page.waitForTimeout(400);
      n += 1;
      writeFileSync(`${OUT}/${language}-${String(n).padStart(2, '0')}-${name}.png`, await page.screenshot());
    };
    await app.signIn('admin');
    if (theme === 'dark') await app.theme('dark');
    await app.open('/bill/bill_manage');
    await app.screen.getByRole('tab', { name: say.state('bill', 'arrived') }).click();
    await app.settled();
    await app.screen.getByRole('gridcell').first().click();
    await page.keyboard.press('Control+a');
    await shot('list');
    await app.screen.getByRole('button', { name: say.action('bill', 'setNode') }).click();
    await shot('tracking');
    await page.locator('#track-node').selectOption('noa');
    await shot('tracking-noa');
    await app.screen.locator('.fc-track-count input').first().fill('3');
    await app.screen.getByRole('button', { name: /Save|保存/ }).click();
    await shot('tracking-saved');
    await page.locator('#track-node').selectOption('atWarehouse');
    await shot('tracking-wh');
    await app.open('/bill/awb');
    await shot('awb-list');
    await app.screen.getByRole('gridcell').nth(1).dblclick();
    await shot('awb-panel');
    await app.screen.getByRole('button', { name: say.t('bill.awbSetAll') }).click();
    await shot('awb-dialog');
    await page.keyboard.press('Escape');
    await app.screen.getByRole('tab', { name: say.t('bill.overview') }).click();
    await shot('overview');
    await app.screen.locator('.fc-nodes button').nth(2).click();
    await shot('node-dialog');
    await page.keyboard.press('Escape');
    await app.open('/bill/bill_manage');
    await app.screen.getByRole('tab', { name: say.state('bill', 'draft') }).click();
    await app.settled();
    await app.screen.getByRole('gridcell').nth(1).dblclick();
    await app.settled();
    await shot('draft');
    await app.screen.getByRole('button', { name: say.action('bill', 'arrive') }).click();
    await shot('arrive');
    await page.keyboard.press('Escape');
    await app.screen.getByRole('button', { name: say.t('common.more') }).click();
    await shot('menu');
    await page.getByRole('menuitem', { name: say.action('bill', 'setFlight') }).click();
    await shot('flight');
  });
}

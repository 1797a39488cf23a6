import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { PICTURES } from './camera';
import { goodLine, writeBills } from './files';
import { test } from './fixtures';

const size = { width: 1440, height: 873 };
const folder = path.join(PICTURES, 'readme');
mkdirSync(folder, { recursive: true });

test('pictures of the README, in English', async ({ start, demoData, place }) => {
  const app = await start({ data: demoData(), language: 'en', size });
  const { page, say } = app;
  const shot = async (name: string) => {
    await app.settled();
    await page.waitForTimeout(350);
    await page.screenshot({ path: path.join(folder, `${name}.png`) });
  };
  await app.signIn('admin');
  await app.open('/home');
  await shot('home');
  await app.open('/bill/bill_manage');
  await shot('bill-list');
  await app.screen.getByRole('tab', { name: say.state('bill', 'inbound') }).click();
  await app.settled();
  await app.screen.getByRole('gridcell').nth(1).dblclick();
  await app.screen.getByRole('tab', { name: say.t('common.attachments') }).waitFor();
  await shot('bill-detail');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('112-441');
  await shot('palette');
  await page.keyboard.press('Escape');
  await app.open('/bill/bill_import');
  const bad = [
    goodLine(7200011),
    goodLine(7200022, { billNo: '112-72000229' }),
    goodLine(7200033, { landingAirport: 'XXX', weight: '1.234,5' }),
    goodLine(7200044, { customerCode: '', eta: '31/02/2026' }),
    goodLine(7200055, { boxCount: '2', weight: '990' }),
  ];
  const file = writeBills(path.join(place.folder('papers'), 'bills.csv'), bad, 'en');
  place.give(file);
  await app.willChoose(file);
  await app.screen.getByRole('button', { name: say.t('importing.choose') }).click();
  await app.screen.getByText(say.t('importing.saveErrors')).waitFor();
  await shot('import');
});

test('pictures of the README, in Chinese and dark', async ({ start, demoData }) => {
  const app = await start({ data: demoData(), language: 'cn', size });
  const { page, say } = app;
  await page.getByRole('button', { name: say.t('app.themeDark') }).click();
  await app.signIn('admin');
  for (const [name, route] of [
    ['report', '/report/customs-inspection'],
    ['entry', '/sea/entry/detail/1'],
  ] as const) {
    await app.open(route);
    await app.settled();
    await page.waitForTimeout(1500);
    await page.screenshot({ path: path.join(folder, `${name}.png`) });
  }
});

import path from 'node:path';
import { camera, PICTURES } from './camera';
import { test } from './fixtures';

const SCREENS = [
  '/bill/bill_manage',
  '/bill/bill_manage/detail/1',
  '/bill/add_bill',
  '/config/noa-mail',
  '/bill/clearance',
  '/tools/invoice',
  '/warehouse/scan',
  '/bil-fee/cost',
  '/business/order-quote',
  '/home/settings',
] as const;
for (const [name, language, zoom] of [
  ['narrow en', 'en', 1],
  ['narrow cn', 'cn', 1],
  ['zoomed en', 'en', 2],
] as const)
  test(name, async ({ start, demoData }) => {
    const app = await start({ data: demoData(), language, size: zoom === 1 ? { width: 1024, height: 700 } : { width: 1440, height: 900 } });
    await app.signIn('admin');
    if (language === 'cn') await app.theme('dark');
    if (zoom === 2)
      await app.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(2));
    const shot = camera(app, path.join(PICTURES, name.replace(' ', '-')));
    for (const screen of SCREENS) {
      await app.open(screen);
      await shot(screen.replaceAll('/', '-').slice(1));
    }
  });

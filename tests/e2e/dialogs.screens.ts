import path from 'node:path';
import { LANGUAGES } from '@contract/limits';
import type { Locator } from 'playwright/test';
import { camera, PICTURES } from './camera';
import type { DeskApp } from './deskApp';
import { test } from './fixtures';

const SIZES = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
] as const;

/** Bills at the stages of their way, so that each dialog has something to ask about. */
const BILLS = {
  customs: `stage in ('arrived', 'clearing', 'inbound') and archived = 0 and parcelsClearance > 0
    and exists (select 1 from batch where billId = bill.id) and exists (select 1 from fyco where billId = bill.id)`,
  warehouse: `stage in ('inbound', 'outbound') and archived = 0
    and exists (select 1 from pick where billId = bill.id) and exists (select 1 from box where billId = bill.id and inboundAt is not null)`,
  files: 'exists (select 1 from fileJob where billId = bill.id)',
  awb: `archived = 0 and stage in ('draft', 'arrived') and (select count(*) from bill as other where other.billNo = bill.billNo) > 1`,
} as const;

/** Takes pictures of the overlays of screens, and closes them again. */
function dialogsOf(app: DeskApp, shot: (name: string) => Promise<void>) {
  const { page } = app;
  const close = async () => {
    for (let open = 0; open < 3; open += 1) {
      if ((await page.locator('.bp6-overlay-open').count()) === 0) return;
      await page.keyboard.press('Escape');
      await page.waitForTimeout(350);
    }
  };
  return {
    close,
    /** Takes what a button opens; nothing where this bill lacks the button. */
    press: async (name: string, button: Locator) => {
      const first = button.first();
      if (!(await first.isVisible()) || !(await first.isEnabled())) return;
      await first.click();
      await shot(name);
      await close();
    },
    /** Takes what a row opens, and its menu. */
    row: async (name: string, column = 1) => {
      const cell = app.screen.getByRole('gridcell').nth(column);
      if (!(await cell.isVisible())) return;
      await cell.dblclick();
      await shot(`${name}-row`);
      await close();
      if (!(await cell.isVisible())) return;
      await cell.click({ button: 'right' });
      await shot(`${name}-menu`);
      await close();
    },
  };
}

for (const language of LANGUAGES) {
  for (const theme of ['light', 'dark'] as const) {
    test(`dialogs: ${language}, ${theme}`, async ({ start, demoData }) => {
      const app = await start({ data: demoData(), language });
      const { page, say } = app;
      await app.signIn('admin');
      if (theme === 'dark') await app.theme('dark');
      const idOf = async (name: keyof typeof BILLS) =>
        (await app.texts(`select id from bill where ${BILLS[name]} order by packageCount limit 1`))[0] ?? '1';
      const ids = {
        customs: await idOf('customs'),
        warehouse: await idOf('warehouse'),
        files: await idOf('files'),
        awb: await idOf('awb'),
      };
      for (const size of SIZES) {
        await app.resize(size);
        const shot = camera(app, path.join(PICTURES, `${language}-${theme}-${size.width}`));
        const { press, row, close } = dialogsOf(app, shot);
        const button = (name: string) => app.screen.getByRole('button', { name, exact: true });
        const part = async (name: string) => {
          await app.screen.getByRole('tab', { name, exact: true }).click();
          await app.settled();
        };
        const chooseAll = async () => {
          await app.screen.getByRole('gridcell').nth(1).click();
          await page.keyboard.press('Control+a');
          await app.settled();
        };

        for (const screen of [
          '/bill/clearance',
          '/bill/failure-parcel',
          '/bill/abnormal',
          '/bill/fyco',
          '/bill/cases',
          '/warehouse/inbound',
          '/bill/files',
          '/bill/attachment',
          '/config/hscode',
        ]) {
          await app.open(screen);
          const name = screen.split('/').at(-1) ?? screen;
          await shot(name);
          if (['/bill/failure-parcel', '/bill/fyco', '/bill/cases'].includes(screen)) {
            await chooseAll();
            await shot(`${name}-chosen`);
            await button(say.t('common.selectionClear')).click();
          }
          // A row that is a file opens the system's save dialog.
          if (
            !['/bill/clearance', '/warehouse/inbound', '/bill/attachment', '/config/hscode'].includes(screen)
          )
            await row(name, 2);
        }
        await app.open('/bill/cases');
        await press('case-new', button(say.t('customs.newCase')));
        for (const kind of ['declaration', 'time_node', 'hold']) {
          await app.open(`/bill/files/upload?kind=${kind}`);
          await shot(`upload-${kind}`);
        }
        await app.open('/bill/tracking-date-import');
        await shot('tracking-date-import');

        await app.open(`/bill/bill_manage/detail/${ids.customs}`);
        await part(say.t('clearance.tab'));
        await shot('bill-customs');
        await press('declare', button(say.t('clearance.declareTitle')));
        for (const action of ['accept', 'release', 'redeclare'] as const)
          await press(`batch-${action}`, button(say.action('batch', action)));
        await press('handover', button(say.action('clearance', 'handOver')));
        await press('t1-new', button(say.t('clearance.addT1')));
        await part(say.t('common.parcels'));
        await shot('bill-parcels');
        await row('parcel', 2);
        for (const action of ['free', 'hold', 'fail'] as const)
          await press(`parcels-${action}`, button(say.action('parcel', action)));
        await press('parcels-more', button(say.t('customs.more')));
        await chooseAll();
        await shot('parcels-chosen');
        await press('parcels-chosen-free', button(say.action('parcel', 'free')));
        await button(say.t('common.selectionClear')).click();
        await part(say.t('clearance.hsTab'));
        await shot('bill-hs');
        await row('hs', 2);
        await part(say.t('customs.fyco'));
        await shot('bill-fyco');
        await row('fyco-of-bill', 2);
        await press('fyco-select', button(say.t('customs.select')));
        await press('fyco-results', button(say.t('customs.results')));
        await part(say.t('customs.cases'));
        await shot('bill-cases');
        await part(say.t('common.log'));
        await shot('bill-log');
        await row('bill-log', 1);

        await app.open(`/bill/bill_manage/detail/${ids.awb}`);
        await part(say.t('bill.awbTab'));
        await shot('bill-awb');
        await press('awb-arrive', button(say.t('bill.awbArriveAll')));
        await press('awb-node', button(say.t('bill.awbSetNode')));

        await app.open(`/bill/bill_manage/detail/${ids.warehouse}`);
        await part(say.t('warehouse.trips'));
        await shot('bill-trips');
        await press('trip-new', button(say.t('warehouse.tripAdd')));
        await press('leg-finish', button(say.action('leg', 'finish')));
        await press('leg-reopen', button(say.action('leg', 'reopen')));
        await part(say.t('warehouse.boxes'));
        await shot('bill-boxes');
        await row('box', 2);
        await part(say.t('common.pallets'));
        await shot('bill-pallets');
        await app.open(`/warehouse/scan?bill=${ids.warehouse}&leg=inbound`);
        await page.keyboard.type('STRAY-0001');
        await page.keyboard.press('Enter');
        await shot('scan-surplus');

        await app.open(`/bill/bill_manage/detail/${ids.files}`);
        await part(say.t('common.files'));
        await shot('bill-files');
        await row('file-of-bill', 0);
        await close();
      }
    });
  }
}

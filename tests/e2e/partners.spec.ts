import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PushServer } from '../support/pushServer';
import type { DeskApp } from './deskApp';
import { expect, test } from './fixtures';

/** Returns the numbers of some parcels of the demo. */
const parcels = async (app: DeskApp, count: number): Promise<{ trackingNo: string; billNo: string }[]> =>
  app.app.evaluate(
    (_electronModule, [file, most]) => {
      const sqlite = process.getBuiltinModule('node:sqlite');
      const db = new sqlite.DatabaseSync(file, { readOnly: true });
      const rows = db
        .prepare(
          'select trackingNo, billNo from parcel join bill on bill.id = billId where removedAt is null limit ?',
        )
        .all(most);
      db.close();
      return rows as { trackingNo: string; billNo: string }[];
    },
    [path.join(app.data, 'data/freight.db'), count] as const,
  );

const clipboard = (app: DeskApp) => app.app.evaluate(({ clipboard: kept }) => kept.readText());

test('finds any number with eight keys from anywhere, or five hundred at once', async ({ signedIn }) => {
  const app = await signedIn();
  const { page, say } = app;
  await app.open('/config/airport');
  const some = await parcels(app, 480);
  const [{ trackingNo, billNo } = { trackingNo: '', billNo: '' }] = some;

  // One key for the palette, six digits, one to open: eight.
  await page.keyboard.press('Control+p');
  await expect(page.getByPlaceholder(say.t('app.findPlaceholder'))).toBeFocused();
  for (const digit of trackingNo.slice(-6)) await page.keyboard.press(digit);
  await expect(page.getByRole('option').filter({ hasText: trackingNo })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(app.screen.getByRole('heading', { level: 1 })).toContainText(billNo);

  await app.open('/bill/search');
  const box = app.screen.getByRole('textbox', { name: say.t('bill.searchTitle') });
  await expect(box).toBeFocused();
  await page.keyboard.type(trackingNo.slice(-6));
  await page.keyboard.press('Enter');
  const first = app.screen.getByRole('row').filter({ hasText: trackingNo }).getByRole('link');
  await expect(first).toHaveText(billNo);
  await expect(app.screen.getByRole('link').first()).toBeFocused();

  const missing = Array.from({ length: 20 }, (_, index) => `NONE${index}`);
  const pasted = [...some.map((parcel) => parcel.trackingNo), ...missing].join('\n');
  await box.fill(pasted);
  await box.press('Enter');
  await expect(
    app.screen.getByText(say.t('common.numbersFound_other', { count: 500, found: 480 })),
  ).toBeVisible();
  await expect(app.screen.getByText(say.t('bill.searchNotFound_other', { count: 20 }))).toBeVisible();
  await app.screen.getByRole('button', { name: say.t('common.copy') }).click();
  await expect.poll(() => clipboard(app)).toBe(missing.join('\n'));
  await expect(app.screen.getByRole('row')).toHaveCount(101);
  await app.screen.getByRole('button', { name: say.t('bill.searchShowAll', { count: 480 }) }).click();
  await expect(app.screen.getByRole('row')).toHaveCount(481);

  const place = path.join(app.data, 'found.csv');
  await app.willSaveTo(place);
  await app.screen.getByRole('button', { name: say.t('common.export') }).click();
  await page.getByRole('menuitem', { name: say.t('common.exportCsv') }).click();
  await expect(page.getByText(say.t('common.exported', { name: 'found.csv' }))).toBeVisible();
  const lines = readFileSync(place, 'utf8').trim().split(/\r?\n/);
  expect(lines).toHaveLength(501);
  expect(lines[1]).toContain(trackingNo);
  expect(lines.at(-1)).toContain('NONE19');
});

test('creates a bill from a partner’s data, notifies its customer, and shows both', async ({
  start,
  demoData,
}) => {
  const partner = await new PushServer().start();
  partner.behave = (response) => response.writeHead(503).end('closed for today');
  const app = await start({
    data: demoData(),
    env: { FREIGHT_CONSOLE_PUSH_LOOPBACK: '1' },
  });
  const { page, say } = app;
  await app.signIn('admin');
  await app.sql(`update customer set callbackUrl = '${partner.url}' where code = 'GPT'`);
  const bill = {
    ...{ mode: 'air', billNo: '160-70000000', batchNo: 'P7', service: 'CLR_DLV', channelCode: 'NL-TUL-ECO' },
    ...{ clearanceType: 'ioss', originAirport: 'HKG', landingAirport: 'AMS', flightNo: 'CX83' },
    ...{ etd: '2026-11-01T02:00:00Z', eta: '2026-11-01T14:30:00Z' },
    ...{ boxCount: 10, packageCount: 200, weight: 120.5, totalValue: '900.00', currency: 'EUR' },
  };
  const sent = await app.call('thirdParty.store', { body: { ...bill, customerCode: 'GPT' } });
  expect(sent).toMatchObject({ ok: true });
  expect(
    await app.call('thirdParty.store', { body: { ...bill, customerCode: 'GPT', boxCount: 0 } }),
  ).toMatchObject({
    ok: false,
  });

  await app.open('/bill/third_part_log');
  await expect(app.cell(say.choice('partnerResult', 'refused'))).toBeVisible();
  await app.cell(say.choice('partnerResult', 'created')).click();
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: say.words.menu['bill.thirdPart'] });
  await expect(drawer.getByText('"billNo": "160-70000000"').first()).toBeVisible();
  await expect(drawer.getByText('"duplicate": false')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();

  await app.open('/bill/api_push');
  await expect.poll(() => partner.received.length).toBe(1);
  const mine = app.cell('160-70000000');
  await mine.click();
  await page.keyboard.press('Enter');
  const one = page.getByRole('dialog', { name: say.words.menu['bill.push'] });
  await expect(one.getByText(say.choice('pushEvent', 'BILL_CREATED'), { exact: true })).toBeVisible();
  await expect(one.getByText('closed for today')).toBeVisible();
  // A push on its way is not restarted: the button is disabled.
  await expect(one.getByRole('button', { name: say.action('apiPush', 'push') })).toBeDisabled();
  await app.sql(
    "update apiPush set attempts = 5, status = 'failed', nextAt = null where billNo = '160-70000000'",
  );
  partner.behave = (response) => response.end('welcome back');
  await one.getByRole('button', { name: say.action('apiPush', 'push') }).click();
  await expect(one.getByText('welcome back')).toBeVisible();
  await expect(one.getByText(say.state('apiPush', 'success'), { exact: true })).toBeVisible();
  expect(partner.received.map(({ headers }) => headers['x-freight-event'])).toEqual([
    'BILL_CREATED',
    'BILL_CREATED',
  ]);
  await page.keyboard.press('Escape');
  await partner.stop();
});

test('counts messages by the bell, in Chinese as well', async ({ start, demoData }) => {
  const app = await start({ data: demoData(), language: 'cn' });
  const { page, say } = app;
  await app.signIn('warehouse');
  const unread = await app.count(
    'message',
    "receiverId = (select id from staff where username = 'warehouse') and readAt is null",
  );
  expect(unread).toBeGreaterThan(1);
  const bell = (count: number) =>
    page.getByRole('button', { name: say.t('bill.messagesUnread_other', { count }), exact: true });
  await bell(unread).click();
  const list = page.getByRole('region', { name: say.t('bill.messages') });
  const newest = list.getByRole('listitem').first().getByRole('button');
  const text = (await newest.locator('span').innerText()).trim();
  await newest.click();
  await expect(app.screen.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(bell(unread - 1)).toBeVisible();
  await app.screen.getByRole('tab', { name: say.t('bill.messages') }).click();
  await expect(app.cell(text)).toBeVisible();
  await bell(unread - 1).click();
  await list.getByRole('button', { name: say.t('bill.messagesReadAll') }).click();
  await expect(bell(0)).toBeVisible();
});

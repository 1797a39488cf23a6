import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from './fixtures';

test('tracks parcels and waybills from a list, the palette, the search and a parcel', async ({
  signedIn,
}) => {
  const app = await signedIn();
  const { page, say } = app;
  const one = async (statement: string) => {
    const [found = ''] = await app.texts(statement);
    return found.split(' ');
  };
  const [trackingNo = '', boxNo = '', palletNo = '', billId = ''] = await one(
    `select trackingNo || ' ' || boxNo || ' ' || palletNo || ' ' || parcel.billId from parcel
     join box on box.id = parcel.boxId join pallet on pallet.id = box.palletId
     join bill on bill.id = parcel.billId where bill.removedAt is null order by parcel.id limit 1`,
  );
  const [waybill = '', batches = ''] = await one(
    `select billNo || ' ' || count(*) from bill where mode = 'air' and removedAt is null and stage = 'delivery'
     group by billNo having count(*) > 1 limit 1`,
  );
  const peek = app.screen.getByRole('region', { name: say.t('common.peekOf', { name: trackingNo }) });
  const way = peek.getByRole('list', { name: say.t('tracking.way') });
  const numbers = app.screen.getByRole('textbox', { name: say.t('tracking.numbers') });

  await test.step('a pasted list by keys alone shows each line, the journey of the first, and what was not found', async () => {
    await app.open('/bill/tracking');
    await expect(numbers).toBeFocused();
    await page.keyboard.insertText(
      `${trackingNo.toLowerCase()}, ${waybill.replace('-', '')}\nNONE12345 112-12345670`,
    );
    await page.keyboard.press('Enter');
    const result = { count: 4, found: 2 };
    await expect(app.screen.getByText(say.t('common.numbersFound_other', result))).toBeVisible();
    await expect(app.screen.getByText(say.t('bill.searchNotFound_other', { count: 2 }))).toBeVisible();
    await expect(app.screen.getByText(say.message('BILL_NO_INVALID'))).toBeVisible();
    await expect(app.cell(boxNo)).toBeVisible();
    await expect(app.cell(palletNo)).toBeVisible();
    await expect(way.getByText(say.words.events.BILL_CREATED)).toBeVisible();
    await expect(app.screen.getByRole('grid')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(
      app.screen.getByRole('region', { name: say.t('common.peekOf', { name: waybill }) }),
    ).toBeVisible();
  });

  await test.step('the result is copied and exported', async () => {
    await app.screen.getByRole('button', { name: say.t('tracking.copyRows') }).click();
    const copied = () => app.app.evaluate(({ clipboard }) => clipboard.readText());
    await expect.poll(copied).toContain(boxNo);
    expect((await copied()).split(/\r?\n/)).toHaveLength(2 + Number(batches));
    const place = path.join(app.data, 'tracked.csv');
    await app.willSaveTo(place);
    await app.screen.getByRole('button', { name: say.t('common.export') }).click();
    await page.getByRole('menuitem', { name: say.t('common.exportCsv') }).click();
    await expect(page.getByText(say.t('common.exported', { name: 'tracked.csv' }))).toBeVisible();
    const lines = readFileSync(place, 'utf8').trim().split(/\r?\n/);
    expect(lines.at(-1)).toMatch(/^112-12345670,/);
    expect(lines.some((line) => line.includes(trackingNo) && line.includes(boxNo))).toBe(true);
  });

  await test.step('more than a hundred numbers: the rest is named, and one click away', async () => {
    const many = Array.from({ length: 101 }, (_, at) => `NONE${10_000 + at}`);
    await numbers.fill([...many, trackingNo].join(' '));
    await numbers.press('Enter');
    await expect(app.screen.getByText(say.t('tracking.tooMany', { most: 100, count: 102 }))).toBeVisible();
    await expect(app.cell(boxNo)).toHaveCount(0);
    await app.screen.getByRole('button', { name: say.t('tracking.trackRest', { count: 2 }) }).click();
    await expect(app.cell(boxNo)).toBeVisible();
    await expect(numbers).toHaveValue(`NONE10100\n${trackingNo}`);
  });

  await test.step('the palette offers it below the records', async () => {
    await app.open('/home/center');
    await page.keyboard.press('Control+k');
    // Text that is not typed by keys goes where the focus is.
    await expect(page.getByPlaceholder(say.t('app.goPlaceholder'))).toBeFocused();
    await page.keyboard.insertText(trackingNo);
    const rows = page.locator('.fc-palette [role=option]');
    await expect(rows.first()).toContainText(trackingNo);
    await expect(rows.last()).toHaveText(new RegExp(say.t('tracking.track', { number: trackingNo })));
    await expect(rows).not.toHaveCount(1);
    await rows.last().click();
    await expect(numbers).toHaveValue(trackingNo);
    await expect(way).toBeVisible();
  });

  await test.step('a search result shows state, box and destination, and leads to it, as the parcel does', async () => {
    await app.open('/bill/search');
    await page.keyboard.insertText(trackingNo);
    await page.keyboard.press('Enter');
    const hit = app.screen.getByRole('row').filter({ hasText: trackingNo });
    await expect(hit.getByRole('cell', { name: boxNo, exact: true })).toBeVisible();
    await expect(hit.getByRole('cell', { name: palletNo, exact: true })).toBeVisible();
    await hit.getByRole('button', { name: say.t('tracking.button') }).click();
    await expect(way).toBeVisible();

    await app.open(`/bill/bill_manage/detail/${billId}`);
    await app.screen.getByRole('tab', { name: say.t('common.parcels') }).click();
    await app.cell(trackingNo).dblclick();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say.t('tracking.button') })
      .click();
    await expect(numbers).toHaveValue(trackingNo);
    await expect(way).toBeVisible();
  });

  await test.step('the search finds the code of a destination', async () => {
    const [hub = ''] = await one('select code from destination order by id limit 1');
    await app.open('/bill/search');
    const box = app.screen.getByRole('textbox', { name: say.t('bill.searchTitle') });
    await box.fill(hub.toLowerCase());
    await box.press('Enter');
    const group = say.choice('searchKind', 'destination');
    await expect(app.screen.getByRole('heading', { name: group })).toBeVisible();
    await expect(app.screen.getByRole('cell', { name: hub, exact: true }).first()).toBeVisible();
  });
});

test('sets recipients of a warehouse at one place, and leads from boxes at customs to their parcels', async ({
  signedIn,
}) => {
  const app = await signedIn();
  const { page, say } = app;
  await app.open('/config/warehouse-email');
  // Enter opens the focused row, so wait until the rows have the focus.
  await expect(app.screen.getByRole('grid')).toBeFocused();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog');
  await expect(panel.getByText(say.t('mail.warehouseGets'))).toBeVisible();
  await panel.getByRole('textbox').first().click();
  await page.keyboard.type('night.shift@example.com');
  await page.keyboard.press('Enter');
  await panel.getByRole('button', { name: say.t('common.save') }).click();
  await expect(panel).toBeHidden();
  await expect(app.cell('night.shift@example.com')).toBeVisible();

  const [billId = ''] = await app.texts('select billId from parcel order by id limit 1');
  const [boxNo = ''] = await app.texts(
    `select boxNo from box where billId = ${billId} order by boxNo limit 1`,
  );
  await app.open(`/bill/bill_manage/detail/${billId}`);
  await app.screen.getByRole('tab', { name: say.t('customs.boxes') }).click();
  await app.cell(boxNo).dblclick();
  await expect(app.screen.getByRole('tab', { name: say.t('common.parcels'), selected: true })).toBeVisible();
  await expect(app.screen.getByText(boxNo).first()).toBeVisible();
});

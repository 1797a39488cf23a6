import { expect, test } from './fixtures';

/** A bill with boxes on a truck or delivered and others still in the warehouse, and one parcel for each. */
const BILL = `select billId from box join bill on bill.id = box.billId where bill.archived = 0 and billId in (
    select billId from box where place = 'warehouse')
  and place in ('truck', 'hub', 'delivered') group by billId order by count(*) desc limit 1`;

for (const { language, theme } of [
  { language: 'en', theme: 'light' },
  { language: 'cn', theme: 'dark' },
] as const) {
  test(`${language}: shows where the goods of a bill are and were, and leads to the boxes`, async ({
    signedIn,
  }) => {
    const app = await signedIn({ language });
    const { page, say } = app;
    if (theme === 'dark') await app.theme('dark');
    const [id = ''] = await app.texts(BILL);
    await app.open(`/bill/bill_manage/detail/${id}`);
    const tab = (name: string) => app.screen.getByRole('tab', { name, exact: true });
    await tab(say.t('custody.tab')).click();
    const stops = app.screen.getByRole('list', { name: say.t('custody.stops') });
    const inWarehouse = stops.getByRole('button').filter({ hasText: say.state('place', 'warehouse') });
    await expect(inWarehouse).toBeVisible();
    await app.settled();
    await page.screenshot({ path: `tests/.output/e2e/custody-${language}.png` });
    // An earlier moment: two steps before the last move.
    await app.screen.getByRole('slider', { name: say.t('common.when') }).focus();
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowLeft');
    await expect(app.screen.getByRole('button', { name: say.t('custody.now') })).toBeVisible();
    await app.settled();
    await page.screenshot({ path: `tests/.output/e2e/custody-past-${language}.png` });
    await app.screen.getByRole('button', { name: say.t('custody.now') }).click();
    await inWarehouse.click();
    await expect(tab(say.t('warehouse.boxes'))).toHaveAttribute('aria-selected', 'true');
    await app.settled();
    const only = app.screen
      .locator('.fc-box-tabs .bp6-tag')
      .filter({ hasText: say.state('place', 'warehouse') });
    await expect(only).toBeVisible();
    await expect(app.screen.getByRole('gridcell', { name: say.state('place', 'truck') })).toHaveCount(0);
    await page.screenshot({ path: `tests/.output/e2e/custody-boxes-${language}.png` });
  });

  test(`${language}: reports a box as lost, and found again`, async ({ signedIn }) => {
    const app = await signedIn({ language });
    const { page, say } = app;
    if (theme === 'dark') await app.theme('dark');
    const [id = ''] = await app.texts(BILL);
    const [boxNo = ''] = await app.texts(
      `select boxNo from box where billId = ${id} and place = 'warehouse' limit 1`,
    );
    await app.open(`/bill/bill_manage/detail/${id}`);
    await app.screen.getByRole('tab', { name: say.t('custody.tab'), exact: true }).click();
    const stops = app.screen.getByRole('list', { name: say.t('custody.stops') });
    const lost = stops.getByRole('listitem').filter({ hasText: say.state('place', 'lost') });
    const report = async (place: 'lost' | 'warehouse', reason: string) => {
      await app.screen.getByRole('button', { name: say.t('custody.report') }).click();
      const form = page.locator('.bp6-drawer');
      if (place !== 'lost') await form.getByLabel(say.label('to')).selectOption(place);
      await form.getByLabel(say.label('boxNos')).fill(boxNo);
      await page.keyboard.press('Tab');
      await form.getByLabel(say.label('reason')).fill(reason);
      await page.screenshot({ path: `tests/.output/e2e/custody-report-${place}-${language}.png` });
      await page.keyboard.press('Control+s');
      await expect(form).toBeHidden();
    };
    await report('lost', 'Not on its shelf');
    await expect(lost).toBeVisible();
    expect(
      await app.texts(`select remark from custodyMove where billId = ${id} order by id desc limit 1`),
    ).toEqual(['Not on its shelf']);
    await report('warehouse', 'Behind the gate');
    await expect(lost).toBeHidden();

    await report('lost', 'Not on its shelf again');
    await expect(lost).toBeVisible();
    await app.open(`/warehouse/scan?bill=${id}&leg=inbound`);
    const verdict = app.screen.getByRole('status');
    await page.keyboard.type(boxNo);
    await page.keyboard.press('Enter');
    await expect(verdict).toContainText(say.t('warehouse.scanRecovered'));
    await page.screenshot({ path: `tests/.output/e2e/custody-recovered-${language}.png` });
    expect(await app.texts(`select place from box where billId = ${id} and boxNo = '${boxNo}'`)).toEqual([
      'warehouse',
    ]);
  });
}

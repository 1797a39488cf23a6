import { expect, test } from './fixtures';

for (const { language, theme } of [
  { language: 'en', theme: 'light' },
  { language: 'cn', theme: 'dark' },
] as const) {
  test(`${language}: lists the stock, counts it by scans, and corrects the ledger by a difference`, async ({
    signedIn,
  }) => {
    const app = await signedIn({ language });
    const { page, say } = app;
    if (theme === 'dark') await app.theme('dark');
    const shot = (name: string) =>
      page.screenshot({ path: `tests/.output/e2e/stock-${name}-${language}.png` });
    const [warehouseId = ''] = await app.texts(
      "select placeId from box where place = 'warehouse' group by placeId order by count(*) limit 1",
    );
    const here = await app.texts(
      `select boxNo from box where place = 'warehouse' and placeId = ${warehouseId} order by boxNo`,
    );
    const [away = ''] = await app.texts("select boxNo from box where place = 'delivered' limit 1");
    expect(here.length).toBeGreaterThan(1);

    await app.open('/warehouse/stock');
    await expect(app.screen.getByRole('gridcell').first()).toBeVisible();
    await app.settled();
    await shot('list');
    await app.open('/warehouse/stock-record');
    await app.settled();
    await shot('record');

    await app.open('/warehouse/count');
    await app.screen
      .getByRole('button', { name: say.t('stock.start') })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(say.label('warehouseId')).selectOption(warehouseId);
    await shot('start');
    await dialog.getByRole('button', { name: say.t('stock.start') }).click();
    const verdict = app.screen.getByRole('status');
    await expect(verdict).toContainText(say.t('warehouse.scanAskAny'));
    const [missing = '', ...rest] = here;
    for (const boxNo of [...rest, away]) {
      await page.keyboard.insertText(boxNo);
      await page.keyboard.press('Enter');
    }
    await expect(verdict).toContainText(say.choice('countResult', 'extra'));
    await expect(app.screen.getByTestId('count-numbers')).toContainText(
      say.t('warehouse.scanOf', { done: rest.length, expected: here.length }),
    );
    await app.settled();
    await shot('counting');
    await app.screen.getByRole('button', { name: say.t('stock.close') }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: say.t('stock.close') })
      .click();
    const line = (boxNo: string) => app.screen.getByRole('row').filter({ hasText: boxNo });
    await expect(line(missing)).toContainText(say.choice('stockDifference', 'missing'));
    await expect(line(away)).toContainText(say.choice('stockDifference', 'extra'));
    await app.settled();
    await shot('closed');
    await line(missing).getByRole('checkbox').click({ force: true });
    await app.screen.getByRole('button', { name: say.choice('countDecision', 'correct') }).click();
    await page.getByRole('dialog').getByLabel(say.label('reason')).fill('Not on its shelf');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say.choice('countDecision', 'correct') })
      .click();
    await expect(line(missing)).toContainText('Not on its shelf');
    await shot('decided');
    expect(await app.texts(`select place from box where boxNo = '${missing}'`)).toEqual(['lost']);
  });

  test(`${language}: shows the balance of goods of a waybill and of a customer`, async ({ signedIn }) => {
    const app = await signedIn({ language });
    const { page, say } = app;
    if (theme === 'dark') await app.theme('dark');
    const shot = (name: string) =>
      page.screenshot({ path: `tests/.output/e2e/balance-${name}-${language}.png` });
    const [id = '', customer = ''] = (
      await app.texts(`select b.id || ' ' || b.customerId from bill b join box on box.billId = b.id
        where b.archived = 0 and box.place = 'warehouse' and exists (
          select 1 from bill o where o.billNo = b.billNo and o.id <> b.id) limit 1`)
    )[0]?.split(' ') ?? ['', ''];
    await app.open(`/bill/bill_manage/detail/${id}`);
    await app.screen.getByRole('tab', { name: say.t('bill.awbTab'), exact: true }).click();
    await app.settled();
    await shot('awb');
    await app.open(`/customer/customer_detail?id=${customer}`);
    await app.screen.getByRole('tab', { name: say.t('custody.balance'), exact: true }).click();
    await app.settled();
    await shot('customer');
  });
}

import { LANGUAGES } from '@contract/limits';
import { expect, test } from './fixtures';
import { FormInFront } from './formInFront';

for (const language of LANGUAGES) {
  test(`${language}: sends a low-value declaration to customs, which releases it by itself`, async ({
    signedIn,
  }) => {
    const app = await signedIn({ language });
    const { page, say } = app;
    if (language === 'cn') await app.theme('dark');
    const [id = '', batchNo = ''] = await app
      .texts(`select bill.id || ' ' || batch.batchNo from batch
      join bill on bill.id = batch.billId where batch.status = 'prepared' and batch.declarationType = 'H7'
      and bill.stage = 'arrived' and bill.archived = 0 order by batch.parcels limit 1`)
      .then(([found = '']) => found.split(' '));
    // One parcel remains, which lacks nothing.
    await app.sql(`update parcel set batchId = null where billId = ${id} and id not in
        (select min(parcel.id) from parcel join batch on batch.id = parcel.batchId
          where batch.billId = ${id} and batch.batchNo = '${batchNo}' and parcel.declarationSystem = 'DECO');
      update parcel set address = 'Kerkstraat 1', hsStatus = 'success', iossNo = null where billId = ${id};
      update itemLine set merchantProductId = 'M-1', manufacturerProductId = 'F-1'
        where parcelId in (select id from parcel where billId = ${id});
      update batch set status = 'declared', lrn = 'E2E-1', declaredAt = strftime('%Y-%m-%dT%H:%M:%SZ', 'now', '-1 hour'),
        brokerName = 'Northgate', parcels = 1 where billId = ${id} and batchNo = '${batchNo}'`);

    await app.open(`/bill/bill_manage/detail/${id}`);
    await app.screen.getByRole('tab', { name: say.t('clearance.tab'), exact: true }).click();
    const row = app.screen
      .getByRole('table', { name: say.t('clearance.batches') })
      .getByRole('row')
      .filter({ hasText: batchNo });
    const send = say.action('batch', 'transmit');
    await row.getByRole('button', { name: send, exact: true }).click();
    const panel = page.locator('.bp6-drawer');
    await new FormInFront(app, 'batch').fill({ accountId: 'Training' });
    await panel.getByRole('button', { name: send }).last().click();
    await expect(panel).toBeHidden();
    await expect(row.getByRole('button', { name: send, exact: true })).toHaveCount(0);

    await row.getByRole('button', { name: `${say.t('clearance.messages')} · ${batchNo}` }).click();
    for (const standing of ['accepted', 'released'] as const)
      await expect(
        panel.getByText(say.choice('customsStanding', standing), { exact: true }).first(),
      ).toBeVisible();
    await expect(panel.getByText('E2E-1').first()).toBeVisible();
    await expect(panel.getByText('HTTP 202')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(row.getByText(say.state('batch', 'released'), { exact: true })).toBeVisible();
  });
}

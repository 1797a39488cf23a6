import { expect, test } from './fixtures';

test('refuses to write off more than the limit, and closes a small remainder with its reason', async ({
  signedIn,
}) => {
  const app = await signedIn({});
  const { page, say, screen } = app;
  const panel = page.getByRole('dialog');
  const [open = '{}'] = await app.texts(
    `select json_object('no', revenueNo, 'gross', grossAmount) from billRevenueOfBill
     where currency = 'EUR' and state = 'invoiced' and invoiceNo is not null and paidAmount = 0
       and grossAmount > 2000 order by revenueNo limit 1`,
  );
  const { no } = JSON.parse(open) as { no: string };
  const writeOff = async () => {
    await app.open('/bil-fee/revenues');
    await screen.getByPlaceholder(say.t('common.search')).fill(no);
    await page.keyboard.press('Enter');
    await app.cell(no).click({ button: 'right' });
    await page.getByRole('menuitem', { name: say.t('finance.writeOff') }).click();
    await panel.getByLabel(`${say.label('reason', 'writeOff')} *`).fill('Bank kept it');
    await panel.getByRole('button', { name: say.t('finance.writeOff') }).click();
  };
  await writeOff();
  await expect(panel.getByText(/5\.00/)).toBeVisible();
  expect(await app.count('billPayment', "method = 'writeOff'")).toBe(0);
  await page.keyboard.press('Escape');

  await app.sql(
    `update billRevenue set amount = 200, taxAmount = 0, grossAmount = 200 where revenueNo = '${no}'`,
  );
  await writeOff();
  await expect(panel).toBeHidden();
  await expect.poll(() => app.count('billPayment', "method = 'writeOff' and state = 'booked'")).toBe(1);
  expect(await app.texts(`select state from billRevenue where revenueNo = '${no}'`)).toEqual(['paid']);
  await app.open('/bil-fee/payment');
  await expect(app.cell(say.choice('paymentMethod', 'writeOff'))).toBeVisible();
});

import { approvedBy, decide } from './documents';
import { expect, test } from './fixtures';

test('submits a rejected contract again, and two others approve it one after the other', async ({
  start,
  demoData,
}) => {
  const app = await start({ data: demoData() });
  const { page, say } = app;
  const [id = ''] = await app.texts("select id from contract where state = 'rejected'");
  await approvedBy(app, 'contract', [
    { name: 'Dock', username: 'warehouse' },
    { name: 'Office', username: 'voucher' },
  ]);
  const path = `/business/contract/detail/${id}`;

  await app.signIn('admin');
  await app.open(path);
  await app.screen.getByRole('button', { name: say.action('document', 'submit'), exact: true }).click();
  await expect(app.screen.getByText(say.state('document', 'pending'), { exact: true })).toBeVisible();
  await expect(app.screen.getByText('Step 1, Dock: waits for')).toBeVisible();
  // The person who submitted it cannot decide it.
  await expect(
    app.screen.getByRole('button', { name: say.action('document', 'approve'), exact: true }),
  ).toHaveCount(0);
  await app.signOut();

  await app.signIn('warehouse');
  await decide(app, path, say.action('document', 'approve'));
  await expect(app.screen.getByText('Step 2, Office: waits for')).toBeVisible();
  await app.signOut();

  await app.signIn('voucher');
  // The desk links to what awaits the user's decision, as long as it does.
  await app.open('/home');
  await expect(app.screen.getByRole('heading', { name: say.t('access.homeApprovals') })).toBeVisible();
  const [no = ''] = await app.texts(`select contractNo from contract where id = ${id}`);
  const awaiting = app.screen.getByRole('link', { name: no, exact: true });
  await awaiting.click();
  await expect(app.screen.getByRole('heading', { level: 1 })).toContainText(no);
  await decide(app, path, say.action('document', 'approve'));
  await expect(app.screen.getByText(say.state('document', 'approved'), { exact: true })).toBeVisible();
  await app.open('/home');
  await expect(app.screen.getByRole('heading', { name: say.t('access.homeAttention') })).toBeVisible();
  await expect(awaiting).toHaveCount(0);
  await app.open(path);
  await app.screen.getByRole('tab', { name: say.t('business.history') }).click();
  const lines = app.screen.getByRole('table', { name: say.t('business.history') }).getByRole('row');
  await expect(lines.filter({ hasText: say.choice('approvalAction', 'approve') })).toHaveCount(2);
  await expect(page).toHaveURL(new RegExp(`#${path}$`));
});

test('pastes a rate card from a spreadsheet, by row and by cell, and prices a shipment once it is approved', async ({
  start,
  demoData,
}) => {
  const app = await start({ data: demoData() });
  const { page, say } = app;
  const label = (name: string) => say.label(name, 'standardQuote');
  const [id = ''] = await app.texts("select id from standardQuote where state = 'draft'");
  // Without a setting it takes effect at once.
  await app.sql("update approvalConfig set active = 0 where docType = 'standard_quote'");
  await app.sql(`update standardQuote set validFrom = date('now') where id = ${id}`);
  const paste = async (cell: string, rows: string[][]) => {
    const text = `${rows.map((row) => row.join('\t')).join('\r\n')}\r\n`;
    await app.app.evaluate(({ clipboard }, given) => clipboard.writeText(given), text);
    await page.getByRole('dialog').getByLabel(cell, { exact: true }).focus();
    await page.keyboard.press('Control+v');
  };

  await app.signIn('admin');
  await app.open(`/business/standard-quote/detail/${id}`);
  const submit = app.screen.getByRole('button', { name: say.action('document', 'submit'), exact: true });
  await expect(submit).toBeVisible();
  await page.keyboard.press('e');
  const form = page.getByRole('dialog');
  const lines = form.getByRole('button', { name: say.t('business.lineRemove', { no: '' }).trim() });
  await expect(lines.first()).toBeVisible();
  const before = await lines.count();
  await paste(`${label('originCode')} 1`, [
    ['Origin', 'Destination', 'Charge item', 'Min', '0', '500'],
    ['PVG', 'SE', 'HANDLING-KG', '45', '1,25', '1.10'],
    ['PVG', 'FI', 'NO-SUCH', '', '1', ''],
  ]);
  await expect(lines).toHaveCount(before + 1);
  await expect(form.getByRole('alert')).toContainText('NO-SUCH');
  await paste(`≥ 0 kg ${before + 1}`, [['1.20', '1.00']]);
  await expect(form.getByLabel(`≥ 500 kg ${before + 1}`, { exact: true })).toHaveValue('1.00');
  await form.locator('[type=submit]').click();
  await expect(form).toBeHidden();
  await submit.click();
  await expect(app.screen.getByText(say.state('document', 'approved'), { exact: true })).toBeVisible();

  const [customer = ''] = await app.texts(
    `select customer.code from customer, standardQuote where standardQuote.id = ${id}
      and customer.groupId = standardQuote.groupId and customer.active = 1`,
  );
  await app.open('/business/price-calculator');
  await app.choose(label('customerId'), customer);
  await app.choose(`${label('serviceId')} *`, 'CLR');
  for (const [name, text] of [
    ['originCode', 'PVG'],
    ['destinationCode', 'SE'],
    ['weight', '480'],
  ] as const)
    await app.screen.getByLabel(`${label(name)} *`, { exact: true }).fill(text);
  await page.keyboard.press('Control+s');
  // 480 kg at 1.20 would be 576.00: the next break is cheaper.
  const prices = app.screen.getByRole('table', { name: say.t('business.priceCalculator') });
  await expect(prices.getByText('500 kg × 1.00 EUR')).toBeVisible();
  await expect(prices.getByText('500.00 EUR').first()).toBeVisible();
});

test('prices an order quote from the rate cards; another person approves it, and it is won', async ({
  start,
  demoData,
}) => {
  const app = await start({ data: demoData() });
  const { page, say } = app;
  const label = (name: string) => say.label(name, 'orderQuote');
  await approvedBy(app, 'order_quote', [{ name: 'Office', username: 'warehouse' }]);

  await app.signIn('admin');
  await app.open('/business/order-quote');
  await page.keyboard.press('n');
  const form = page.getByRole('dialog');
  await expect(form.getByRole('button', { name: say.t('business.takePrices') })).toBeDisabled();
  await app.choose(`${label('customerId')} *`, 'GPT');
  await app.choose(`${label('serviceId')} *`, 'CLR_DLV');
  for (const [name, text] of [
    ['originCode', 'pvg'],
    ['destinationCode', 'de'],
    ['weight', '480'],
    ['validTo', '+20'],
  ] as const)
    await form.getByLabel(`${label(name)} *`, { exact: true }).fill(text);
  await form.getByRole('button', { name: say.t('business.takePrices') }).press('Enter');
  const taken = form.getByRole('table', { name: say.t('business.takenFrom') });
  const handling = taken.getByRole('row').filter({ hasText: 'HANDLING-KG' });
  await expect(handling).toContainText(say.choice('priceTier', 'customer'));
  await expect(handling).toContainText('480 kg × 0.105 EUR');
  await form.getByLabel(`${label('unitPrice')} 1`, { exact: true }).fill('0.099');
  await form.getByLabel(`${label('costPrice')} 1`, { exact: true }).fill('0.08');
  await page.keyboard.press('Control+s');
  await expect(form).toBeHidden();
  const [id = ''] = await app.texts('select max(id) from orderQuote');
  const path = `/business/order-quote/detail/${id}`;
  await app.open(path);
  await app.screen.getByRole('tab', { name: say.t('business.groupCharges') }).click();
  const charges = app.screen.getByRole('table', { name: label('lines') });
  await expect(charges.getByText('47.52 EUR')).toBeVisible();
  await app.screen.getByRole('button', { name: say.action('document', 'submit'), exact: true }).click();
  await expect(app.screen.getByText('Step 1, Office: waits for')).toBeVisible();
  await app.signOut();

  await app.signIn('warehouse');
  await decide(app, path, say.action('document', 'approve'));
  await expect(app.screen.getByText(say.state('document', 'approved'), { exact: true })).toBeVisible();
  await app.signOut();

  await app.signIn('admin');
  await decide(app, path, say.action('quoteResult', 'win'));
  await expect(app.screen.getByText(say.state('quoteResult', 'won'), { exact: true }).first()).toBeVisible();
});

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { dayAt, instantOf } from '@contract/rules/zonedTime';
import { pdfLines } from '../support/pdfText';
import { approvedBy, decide } from './documents';
import { expect, test } from './fixtures';
import { FormInFront } from './formInFront';

/** Returns a day by its distance from today. */
const day = (away: number) => dayAt(Date.now() + away * 86_400_000, 'UTC');

/** Bills by air on the way to their receiver, of customers that can be invoiced; the fewest open lines first. */
const ON_THE_ROAD = `from bill join customer on customer.id = bill.customerId
  join clientCompany on clientCompany.id = customer.companyId
  join airport on airport.id = bill.landingAirportId
  where bill.archived = 0 and bill.removedAt is null and bill.mode = 'air' and bill.stage = 'transit'
    and bill.podAt is null and bill.weight > 500000 and registrationNo is not null and airport.twoLetterCode != 'US'
    and exceptionCount = 0 and customer.groupId not in (select id from clientGroup where code = 'VIP')
  order by (select count(*) from billRevenueOfBill as line where line.customerId = bill.customerId
    and line.state in ('invoiced', 'part_paid')), bill.id limit 1`;

test('charges a won offer on delivery, invoices it, takes two payments, states it, and archives the bill', async ({
  start,
  demoData,
  place,
}) => {
  const app = await start({ data: demoData() });
  const { page, say } = app;
  const one = async (query: string) => (await app.texts(query))[0] ?? '';
  const done = async (name: string, input: object) => {
    const answer = await app.call(name, input);
    expect(answer, JSON.stringify(answer)).toMatchObject({ ok: true });
  };
  await app.signIn('admin');
  const id = Number(await one(`select bill.id ${ON_THE_ROAD}`));
  const customer = await one(`select customer.code ${ON_THE_ROAD}`);
  const line = (column: string) =>
    one(`select ${column} from billRevenue where billId = ${id} and chargeKey like '%/delivery/%'`);
  await approvedBy(app, 'order_quote', [{ name: 'Office', username: 'warehouse' }]);
  const offered = JSON.parse(
    await one(`select json_object('customerId', customerId, 'serviceId', serviceId, 'billNo', billNo,
        'originCode', start.airportCode, 'destinationCode', landing.airportCode, 'packages', boxCount)
      from bill join airport as start on start.id = originAirportId
        join airport as landing on landing.id = landingAirportId where bill.id = ${id}`),
  ) as object;
  const chargeItemId = Number(await one("select id from chargeItem where code = 'LINEHAUL-DUI'"));
  await done('orderQuote.create', {
    body: {
      ...offered,
      ...{ mode: 'air', weight: 1200, volumetricDivisor: 6000, currency: 'EUR', validTo: day(30) },
      lines: [
        { chargeItemId, basis: 'per_truck', quantity: 1, unitPrice: '480', currency: 'EUR', costPrice: null },
      ],
    },
  });
  const [quote, quoteNo] = [
    await one('select max(id) from orderQuote'),
    await one('select quoteNo from orderQuote order by id desc limit 1'),
  ];
  const offer = `/business/order-quote/detail/${quote}`;

  await test.step('an offer for the bill is approved by another person, and won', async () => {
    await app.open(offer);
    await app.screen.getByRole('button', { name: say.action('document', 'submit'), exact: true }).click();
    await expect(app.screen.getByText('Step 1, Office: waits for')).toBeVisible();
    await app.signOut();
    await app.signIn('warehouse');
    await decide(app, offer, say.action('document', 'approve'));
    await app.signOut();
    await app.signIn('admin');
    await app.open(offer);
    await app.screen.getByRole('button', { name: say.action('quoteResult', 'win'), exact: true }).click();
    await expect(
      app.screen.getByText(say.state('quoteResult', 'won'), { exact: true }).first(),
    ).toBeVisible();
  });

  const { version, boxCount } = JSON.parse(
    await one(`select json_object('version', version, 'boxCount', boxCount) from bill where id = ${id}`),
  ) as { version: number; boxCount: number };
  await done('timeNode.updatePodTime', {
    params: { id },
    body: { version, podAt: instantOf(Date.now()), podBoxCount: boxCount },
  });
  await expect.poll(() => line('state')).toBe('draft');
  expect(await line('priceSource')).toBe('order_quote');
  expect(await line('sourceId')).toBe(quote);
  expect(await line('amount')).toBe('48000');
  const [revenueNo, gross] = [await line('revenueNo'), Number(await line('grossAmount')) / 100];

  await test.step('the drafted line is confirmed and invoiced on the bill', async () => {
    await app.open(`/bill/bill_manage/detail/${id}`);
    await app.screen.getByRole('tab', { name: say.t('finance.books'), exact: true }).click();
    const row = app.screen.getByRole('row').filter({ hasText: revenueNo });
    await expect(row).toContainText(say.state('billRevenue', 'draft'));
    const act = async (action: 'confirm' | 'invoice') => {
      await row.getByRole('button', { name: say.t('common.more') }).click();
      await page.getByRole('menuitem', { name: say.action('billRevenue', action), exact: true }).click();
    };
    await act('confirm');
    await expect(row).toContainText(say.state('billRevenue', 'confirmed'));
    await act('invoice');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say.t('finance.makeInvoice'), exact: true })
      .click();
    await expect(row).toContainText(say.state('billRevenue', 'invoiced'));
    await expect(row).toContainText(await line('invoiceNo'));
  });

  await test.step('a part is received, then the rest', async () => {
    const form = new FormInFront(app, 'billPayment');
    await app.open('/bil-fee/payment');
    for (const [amount, state] of [
      ['100.00', 'part_paid'],
      [(gross - 100).toFixed(2), 'paid'],
    ] as const) {
      await app.screen.getByRole('button', { name: say.t('finance.addPayment') }).click();
      await form.fill({ customerId: customer, amount });
      const against = page.getByLabel(say.t('finance.setAgainstOf', { no: revenueNo }));
      if (state === 'part_paid') {
        await page.getByRole('button', { name: say.t('finance.oldestFirst') }).click();
        await expect(page.getByText(say.t('finance.setAgainstSum', { sum: '100.00 EUR' }))).toBeVisible();
        for (const input of await form.form.locator('.fc-payment-lines input').all())
          if ((await input.inputValue()) !== '') await input.fill('');
      }
      await against.fill(amount);
      await form.save();
      await expect(form.form).toHaveCount(0);
      await expect.poll(() => line('state')).toBe(state);
    }
  });

  await test.step('a refused reversal keeps its typed reason', async () => {
    const no = await one('select paymentNo from billPayment order by id desc limit 1');
    await app.cell(no).click({ button: 'right' });
    await page.getByRole('menuitem', { name: say.action('billPayment', 'reverse'), exact: true }).click();
    const dialog = page.getByRole('dialog');
    const reason = dialog.getByLabel(say.t('finance.reversePaymentWhy'));
    await reason.fill('Booked twice');
    await app.sql(`update billPayment set version = version + 1 where paymentNo = '${no}'`);
    await dialog.locator('[type=submit]').click();
    await expect(dialog.getByRole('alert')).toBeVisible();
    await expect(reason).toHaveValue('Booked twice');
    await dialog.getByRole('button', { name: say.t('common.cancel') }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step('the statement of the month is saved, with the invoice and both payments', async () => {
    const file = path.join(place.folder('out'), 'statement.pdf');
    await app.willSaveTo(file);
    await app.open('/bil-fee/customer');
    await app.cell(customer).click();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: say.t('finance.statementPdf') }).click();
    await expect(page.getByText(say.t('common.exported', { name: 'statement.pdf' }))).toBeVisible();
    expect(existsSync(file)).toBe(true);
    const texts = pdfLines(readFileSync(file)).join(' ');
    const payments = await app.texts(`select paymentNo from billPayment where id in
      (select paymentId from paymentLine where revenueId = (select id from billRevenue where revenueNo = '${revenueNo}'))`);
    expect(payments).toHaveLength(2);
    for (const document of [await line('invoiceNo'), ...payments]) expect(texts).toContain(document);
  });

  await test.step('its costs are paid, and the bill is archived', async () => {
    const open =
      await app.texts(`select group_concat(id) from billCost where billId = ${id} and state = 'unpaid'
      group by supplierId, currency`);
    for (const ids of open)
      await done('billCost.paid', {
        body: { ids: ids.split(',').map(Number), paymentDate: day(0), method: 'bank' },
      });
    await app.open(`/bill/bill_manage/detail/${id}`);
    await app.screen
      .locator('.fc-actions')
      .first()
      .getByRole('button', { name: say.t('common.more') })
      .click();
    await page.getByRole('menuitem', { name: say.action('bill', 'archive'), exact: true }).click();
    await expect(app.screen.getByText(say.t('bill.archivedBadge'))).toBeVisible();
    // A quote that was used for a charge stays as it is, and the screen says why.
    await app.open(offer);
    await expect(app.screen.getByText(quoteNo).first()).toBeVisible();
    const reopen = app.screen.getByRole('button', { name: say.action('quoteResult', 'reopen'), exact: true });
    await reopen.click();
    await expect(page.getByText(say.message('QUOTE_BILLED'))).toBeVisible();
  });

  await test.step('the statement is sent from its panel: its mail is in the outbox, and the list shows the time', async () => {
    await app.open('/bil-fee/customer');
    await app.cell(customer).dblclick();
    await page.getByRole('button', { name: say.t('common.sendByEmail') }).click();
    const form = new FormInFront(app, 'billCustomer');
    await form.fill({ toEmails: ['ap@example.com'] });
    await form.save();
    await expect(form.form).toHaveCount(0);
    const sent = `from mail where objectType = 'statement' and toEmails like '%"ap@example.com"%'`;
    expect(await one(`select fileCount || ' ' || text ${sent}`)).toMatch(/^1 .*ST-/s);
    await page.keyboard.press('Escape');
    await expect(app.screen.getByText(say.state('mail', 'pending'))).toBeVisible();
  });
});

test('holds a large payment until another person approves it', async ({ start, demoData }) => {
  const app = await start({ data: demoData() });
  const { page, say } = app;
  await app.signIn('admin');
  await approvedBy(app, 'payment', [{ name: 'Finance', username: 'warehouse' }]);
  const [supplier = ''] = await app.texts(
    "select code from clientCompany where kind = 'supplier' and active = 1 order by id limit 1",
  );
  const state = async () => (await app.texts('select state from billPayment order by id desc limit 1'))[0];

  await app.open('/bil-fee/payment');
  await app.screen.getByRole('button', { name: say.t('finance.addPayment') }).click();
  const form = new FormInFront(app, 'billPayment');
  await form.fill({ direction: say.choice('paymentDirection', 'out') });
  await form.fill({ companyId: supplier, amount: '9680.00' });
  await form.save();
  await expect(form.form).toHaveCount(0);
  const [no = ''] = await app.texts('select paymentNo from billPayment order by id desc limit 1');
  await expect(page.getByText(say.t('finance.paymentSubmitted', { no }))).toBeVisible();
  expect(await state()).toBe('pending');
  await app.cell(no).dblclick();
  const approve = page.getByRole('button', { name: say.action('billPayment', 'approve'), exact: true });
  await expect(page.getByText(say.t('finance.pendingHint'))).toBeVisible();
  // Nobody approves what they entered themselves.
  await expect(approve).toHaveCount(0);
  await page.keyboard.press('Escape');

  await app.signOut();
  await app.signIn('warehouse');
  await app.speak('cn');
  await app.open('/home');
  await app.screen.getByRole('link', { name: no }).click();
  await page.getByRole('button', { name: app.say.action('billPayment', 'approve'), exact: true }).click();
  await expect.poll(state).toBe('booked');
  await expect(page.getByText(app.say.state('billPayment', 'booked')).first()).toBeVisible();
});

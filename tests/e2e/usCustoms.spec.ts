import { instantOf } from '@contract/rules/zonedTime';
import { approvedBy } from './documents';
import { expect, test } from './fixtures';
import { FormInFront } from './formInFront';

const hours = (away: number) => instantOf(Date.now() + away * 3_600_000);

test('files an ISF from a bill by sea late, rejected, corrected and amended, and an entry that customs releases', async ({
  start,
  demoData,
}) => {
  test.setTimeout(420_000);
  const app = await start({ data: demoData() });
  const { page, say } = app;
  const one = async (query: string) => (await app.texts(query))[0] ?? '';
  const done = async (name: string, input: object) => {
    const answer = await app.call(name, input);
    expect(answer, JSON.stringify(answer)).toMatchObject({ ok: true });
  };
  const act = (machine: 'seaIsf' | 'seaEntry', action: string) =>
    app.screen.getByRole('button', { name: say.action(machine, action as never), exact: true });
  const badge = (text: string) => app.screen.locator('.fc-badges').getByText(text, { exact: true });
  const tab = (name: string) => app.screen.getByRole('tab', { name: new RegExp(`^${name}`) });

  await app.signIn('admin');
  await approvedBy(app, 'isf', [{ name: 'Second pair of eyes', username: 'warehouse' }]);
  await approvedBy(app, 'entry', [{ name: 'Second pair of eyes', username: 'warehouse' }]);
  const account = Number(await one('select id from netchbAccount where active = 1 order by id limit 1'));
  const simulate = async (simulatorMode: string) => {
    const version = Number(await one(`select version from netchbAccount where id = ${account}`));
    await done('netchbAccount.update', { params: { id: account }, body: { simulatorMode, version } });
  };
  /** Makes everything that waits for its next try due now. */
  const hurry = () => app.sql("update filing set nextAt = '2020-01-01T00:00:00Z' where nextAt is not null");
  /** Polls a query for the final response of customs, making scheduled polls due at once. */
  const inTheEnd = (query: string) =>
    expect.poll(
      async () => {
        await hurry();
        return one(query);
      },
      { timeout: 90_000 },
    );
  /** Approves the record at a path as another person. */
  const approve = async (machine: 'seaIsf' | 'seaEntry', at: string) => {
    await app.signOut();
    await app.signIn('warehouse');
    await app.open(at);
    await act(machine, 'approve').click();
    await expect(badge(say.state(machine, 'approved'))).toBeVisible();
    await app.signOut();
    await app.signIn('admin');
    await app.open(at);
  };

  // A customer whose last ISF names seller, manufacturer and consignee.
  const customer = await one(
    "select customerId from seaIsf where isfType = 'ISF-10' and customerId is not null order by id desc limit 1",
  );
  await done('seaBill.create', {
    body: {
      ...{ mblNo: 'PZOL2611990001', hblNo: 'NRDN26119901', customerId: Number(customer), loadType: 'FCL' },
      ...{ carrierScac: 'PZOL', vesselName: 'POLARIS DAWN', imoNo: '9990026', voyageNo: '047E' },
      ...{ polCode: 'CNYTN', podCode: 'USLAX', deliveryCode: 'USLAX', etd: hours(10), eta: hours(400) },
      containers: [{ containerNo: 'PLDU1002013', containerType: '40HQ', packages: 420, weight: 8200 }],
      ...{ packages: 420, grossWeight: 8200, volume: 61.5, goodsEn: 'Toys', goodsCn: '玩具' },
    },
  });
  const bill = await one("select id from seaBill where mblNo = 'PZOL2611990001'");
  let isf = '';

  await test.step('the ISF of the bill starts with all but the commodity, and leads there', async () => {
    await app.open(`/sea/isf/add?seaBillId=${bill}`);
    const form = new FormInFront(app, 'seaIsf');
    await expect(form.input('mblNo')).toHaveValue('PZOL2611990001');
    const missing = app.screen.getByRole('region', { name: say.t('sea.missing') });
    await expect(missing.getByRole('button')).toHaveCount(1);
    await missing.getByRole('button').click();
    await expect(page.locator(':focus')).toHaveAttribute('id', /lines-0-hts$/);
    await page.keyboard.type('9503000073');
    await page.keyboard.press('Tab');
    await expect(missing.getByText(say.t('sea.missingNothing'))).toBeVisible();
    await form.save();
    await expect(badge(say.state('seaIsf', 'draft'))).toBeVisible();
    isf = `/sea/isf/detail/${await one('select max(id) from seaIsf')}`;
  });

  await test.step('the ISF is approved by another person and filed late, while the gateway is down', async () => {
    await simulate('down');
    await act('seaIsf', 'submit').click();
    await expect(badge(say.state('seaIsf', 'pending_approval'))).toBeVisible();
    await approve('seaIsf', isf);
    await act('seaIsf', 'transmit').click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText(say.message('ISF_LATE'));
    await question.getByRole('button', { name: say.action('seaIsf', 'transmit') }).click();
    await expect(badge(say.state('seaIsf', 'transmitted'))).toBeVisible();
    await expect.poll(() => one('select attempts from filing order by id desc limit 1')).not.toBe('0');
    await tab(say.t('sea.exchanges')).click();
    await expect(app.screen.getByText(say.state('filing', 'queued')).first()).toBeVisible();
  });

  await test.step('customs rejects it with its reasons once the gateway is back', async () => {
    await simulate('reject');
    await inTheEnd('select state from seaIsf order by id desc limit 1').toBe('rejected');
    await expect(badge(say.state('seaIsf', 'rejected'))).toBeVisible({ timeout: 60_000 });
    await tab(say.t('common.timeline')).click();
    await expect(app.screen.getByText('F90', { exact: false }).first()).toBeVisible();
    await expect
      .poll(() =>
        one(
          "select count(*) from filing where objectType = 'seaIsf' and objectId = (select max(id) from seaIsf)",
        ),
      )
      .toBe('1');
  });

  await test.step('the corrected ISF is accepted, marked as late, and matched', async () => {
    await simulate('accept');
    await app.open(isf.replace('detail', 'amend'));
    const form = new FormInFront(app, 'seaIsf');
    await form.fill({ poNumber: 'PO 4711' });
    await form.save();
    await expect(badge(say.state('seaIsf', 'draft'))).toBeVisible();
    await act('seaIsf', 'submit').click();
    await expect(badge(say.state('seaIsf', 'pending_approval'))).toBeVisible();
    await approve('seaIsf', isf);
    await act('seaIsf', 'transmit').click();
    const question = page.getByRole('alertdialog');
    await expect(question.or(badge(say.state('seaIsf', 'transmitted')))).toBeVisible();
    if (await question.isVisible())
      await question.getByRole('button', { name: say.action('seaIsf', 'transmit') }).click();
    await inTheEnd('select state from seaIsf order by id desc limit 1').toBe('matched');
    await expect(badge(say.state('seaIsf', 'matched'))).toBeVisible();
    expect(await one('select lateFiling from seaIsf order by id desc limit 1')).toBe('1');
  });

  await test.step('an amendment shows the differences from the filing', async () => {
    await app.screen
      .locator('.fc-detail-head')
      .getByRole('button', { name: say.t('common.more') })
      .click();
    await page.getByRole('menuitem', { name: say.action('seaIsf', 'amend'), exact: true }).click();
    const panel = page.locator('.fc-side-panel:visible');
    await panel.getByRole('textbox').fill('Another voyage');
    await panel.locator('[type=submit]').click();
    const form = new FormInFront(app, 'seaIsf');
    await expect(form.input('voyageNo')).toHaveValue('047E');
    await form.fill({ voyageNo: '048E' });
    const changes = app.screen.getByRole('region', { name: say.t('sea.changes') });
    await expect(changes.getByRole('row').filter({ hasText: '047E' })).toContainText('048E');
    await form.save();
    await act('seaIsf', 'submit').click();
    await expect(badge(say.state('seaIsf', 'pending_approval'))).toBeVisible();
    await approve('seaIsf', isf);
    await act('seaIsf', 'transmit').click();
    await inTheEnd('select state from seaIsf order by id desc limit 1').toMatch(/accepted|matched/);
    const operations =
      "select group_concat(operation) from (select operation from filing where objectType = 'seaIsf' and objectId = (select max(id) from seaIsf) order by id)";
    expect(await one(operations)).toBe('add,add,replace');
  });

  await test.step('the entry starts with the bill and its ISF, is saved incomplete, and is released', async () => {
    await app.open(`/sea/entry/add?seaBill=${bill}`);
    const form = new FormInFront(app, 'seaEntry');
    await expect(form.input('vesselName')).toHaveValue('POLARIS DAWN');
    const missing = app.screen.getByRole('region', { name: say.t('sea.missing') });
    await expect(missing.getByRole('button')).not.toHaveCount(0);
    await form.save();
    await expect(badge(say.state('seaEntry', 'draft'))).toBeVisible();
    const id = Number(await one('select max(id) from seaEntry'));
    const entry = `/sea/entry/detail/${id}`;
    // Saved unchanged, it cannot be submitted, and the screen says why.
    await app.screen
      .locator('.fc-detail-head')
      .getByRole('button', { name: say.t('common.more') })
      .click();
    const submit = page.getByRole('menuitem', { name: say.action('seaEntry', 'submit') });
    await expect(submit).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('Escape');

    await app.open(`/sea/entry/amend/${id}`);
    const cell = (name: string) => app.screen.locator(`[id$="lines-0-${name}"]`);
    for (const [name, text] of Object.entries({ quantity1: '420', unit1: 'NO', value: '12600' })) {
      await cell(name).fill(text);
      await page.keyboard.press('Tab');
    }
    const additional = app.screen.getByRole('button', { name: /chapter 99/ });
    if (await additional.isVisible()) await additional.click();
    await expect(missing.getByText(say.t('sea.missingNothing'))).toBeVisible();
    await form.save();
    await act('seaEntry', 'submit').click();
    await expect(badge(say.state('seaEntry', 'pending_approval'))).toBeVisible();
    await approve('seaEntry', entry);
    await act('seaEntry', 'transmit').click();
    await inTheEnd(`select state from seaEntry where id = ${id}`).toBe('released');
    await expect(badge(say.state('seaEntry', 'released'))).toBeVisible();
    expect(await one(`select state from seaBill where id = ${bill}`)).toBe('cleared');
  });
});

test('charges the demurrage of a container, prints its order, and corrects a paid summary', async ({
  signedIn,
}) => {
  const app = await signedIn();
  const { page, say } = app;
  const one = async (query: string) => (await app.texts(query))[0] ?? '';
  const sea = await one(
    `select seaBill.id from seaBill join bill on bill.id = billId where podCode = 'USLAX' and loadType = 'FCL'
      and bill.archived = 0 and seaBill.ata is not null limit 1`,
  );
  await app.sql(`update seaBill set lastFreeDay = date('now', '-9 days') where id = ${sea}`);
  await app.sql(
    `update seaNode set actualAt = null where seaBillId = ${sea} and node in ('gateOut', 'emptyReturned')`,
  );
  await app.open(`/sea/bill/detail/${sea}`);
  await app.screen.getByRole('tab', { name: new RegExp(`^${say.t('transport.containers')}`) }).click();
  const charges = app.screen.getByRole('table', { name: say.t('sea.containerCharges') });
  await expect(charges).toContainText(say.choice('containerChargeKind', 'demurrage'));
  await charges.getByRole('button').first().click();
  await expect
    .poll(() =>
      one("select count(*) from billRevenue where priceSource = 'container_tariff' and basis = 'per_day'"),
    )
    .toBe('2');
  await expect(charges.getByRole('button')).toHaveCount(
    Number(await one(`select json_array_length(containers) - 1 from seaBill where id = ${sea}`)),
  );

  await app.screen.getByRole('button', { name: say.t('cmr.print') }).click();
  await page.getByRole('menuitem', { name: say.choice('seaPaper', 'pickup_order') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say.t('sea.showPaper') })
    .click();
  await expect(page.getByRole('dialog').locator('canvas').first()).toBeVisible();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say.t('common.close') })
    .click();

  const entry = await one("select id from seaEntry where state = 'paid' and entryType = '01' limit 1");
  await app.sql(`update seaEntry set entryDate = date('now', '-30 days') where id = ${entry}`);
  await app.open(`/sea/entry/detail/${entry}`);
  const state = () => one(`select state || ' ' || amendmentNo from seaEntry where id = ${entry}`);
  const before = await state();
  const menu = async (action: 'correct' | 'discard') => {
    await app.screen.getByRole('button', { name: say.t('common.more') }).click();
    await page.getByRole('menuitem', { name: say.action('seaEntry', action) }).click();
  };
  await menu('correct');
  const form = new FormInFront(app, 'seaEntry');
  await form.fill({ reason: 'Value of line 1 was wrong' });
  await form.save();
  await expect.poll(state).toMatch(/^draft /);
  await menu('discard');
  await expect.poll(state).toBe(before);
});

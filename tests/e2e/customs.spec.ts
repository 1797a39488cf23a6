import { LANGUAGES } from '@contract/limits';
import { iso6346Digit } from '@contract/rules/codes';
import type { DeskApp } from './deskApp';
import { expect, test } from './fixtures';
import { FormInFront } from './formInFront';

/** Returns a movement reference number with its check digit; the letter is its declaration type. */
function mrnOf(office: string, serial: number, letter: 'R' | 'J'): string {
  const body = `26${office}${serial}${letter}`;
  return `${body}${iso6346Digit(body, body.length)}`;
}

/** Returns the bill with the fewest parcels that fulfils a condition. */
async function billWhere(app: DeskApp, condition: string): Promise<number> {
  const [id] = await app.texts(`select id from bill where ${condition} order by packageCount limit 1`);
  return Number(id);
}

/** Returns a bill landed at Liège with two declarations prepared, its lines checked, and no truck sent for it. */
async function landedBill(app: DeskApp): Promise<number> {
  const has = (system: string) =>
    `exists (select 1 from batch where billId = bill.id and status = 'prepared' and declarationSystem = '${system}')`;
  const id = await billWhere(app, `stage = 'arrived' and archived = 0 and ${has('DECO')} and ${has('AGS')}`);
  await app.sql(`delete from t1 where billId = ${id};
    update bill set landingAirportId = (select id from airport where airportCode = 'LGG') where id = ${id};
    update batch set lrn = null where billId = ${id};
    update parcel set hsStatus = 'success', iossNo = null where billId = ${id}`);
  return id;
}

for (const language of LANGUAGES) {
  test(`${language}: clears a bill at the airport`, async ({ signedIn }) => {
    const app = await signedIn({ language });
    const { page, say } = app;
    if (language === 'cn') await app.theme('dark');
    const panel = page.locator('.bp6-drawer');
    const part = (name: string) => app.screen.getByRole('tab', { name, exact: true }).click();
    const fill = (field: string, text: string, resource = 'batch') =>
      panel.getByLabel(say.label(field, resource)).first().fill(text);
    const submit = async (name: string | RegExp) => {
      await panel.getByRole('button', { name }).last().click();
      await expect(panel).toBeHidden();
    };
    const table = app.screen.getByRole('table', { name: say.t('clearance.batches') });
    const row = (no: string) => table.getByRole('row').filter({ hasText: no });
    const press = (where: ReturnType<typeof row>, name: string) =>
      where.getByRole('button', { name, exact: true }).click();
    const status = (name: 'in_clearance' | 'failure' | 'success' | 'handover') =>
      app.screen.locator('.fc-customs-head').getByText(say.choice('clearanceStatus', name), { exact: true });

    const id = await landedBill(app);
    const declare = async (no: string, lrn: string) => {
      await app.screen.getByRole('button', { name: say.t('clearance.declareTitle') }).click();
      const choice = panel.getByLabel(say.label('batchNo', 'batch'), { exact: true });
      // The declarant chooses between the declaration the file prepared and boxes picked by hand.
      await expect(panel.getByRole('radio')).toHaveCount(2);
      await choice.selectOption(no);
      await fill('lrn', lrn);
      await fill('brokerName', 'Northgate Customs');
      await submit(say.t('clearance.declareTitle'));
      await expect(row(no).getByText(say.state('batch', 'declared'), { exact: true })).toBeVisible();
    };
    const more = async (no: string, action: 'amend' | 'control' | 'reject') => {
      await row(no)
        .getByRole('button', { name: say.t('common.more') })
        .click();
      await page.getByRole('menuitem', { name: say.action('batch', action) }).click();
    };
    const accept = async (no: string, mrn: string) => {
      await press(row(no), say.action('batch', 'accept'));
      await fill('mrn', mrn);
      await submit(say.action('batch', 'accept'));
      await expect(row(no).getByText(mrn)).toBeVisible();
    };
    const release = async (no: string) => {
      await press(row(no), say.action('batch', 'release'));
      await submit(say.action('batch', 'release'));
      await expect(row(no).getByText(say.state('batch', 'released'), { exact: true })).toBeVisible();
    };

    await test.step('a declaration is lodged with its LRN and accepted with its MRN', async () => {
      await app.open(`/bill/bill_manage/detail/${id}`);
      await part(say.t('clearance.tab'));
      await declare('DECO-01', 'CUST-0001-D');
      await expect(status('in_clearance')).toBeVisible();
      await accept('DECO-01', mrnOf('BE000410', 500001, 'R'));
    });

    await test.step('an accepted declaration is amended, and its history shows what and why', async () => {
      await more('DECO-01', 'amend');
      await fill('particulars', 'Value of parcel 1: EUR 12.50, not 21.50');
      await fill('reason', 'Digits exchanged');
      await fill('reference', 'NL-AM-77');
      await submit(say.action('batch', 'amend'));
      await press(row('DECO-01'), `${say.t('clearance.history')} · DECO-01`);
      for (const text of ['NL-AM-77', 'Digits exchanged', say.choice('declarationStep', 'amend')])
        await expect(panel.getByText(text, { exact: true })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(panel).toBeHidden();
    });

    await test.step('a control ends with its result, and the release covers its parcels', async () => {
      await more('DECO-01', 'control');
      await submit(say.action('batch', 'control'));
      await expect(row('DECO-01').getByText(say.state('batch', 'control'), { exact: true })).toBeVisible();
      await press(row('DECO-01'), say.action('batch', 'result'));
      await panel
        .getByRole('combobox', { name: say.label('controlResult', 'batch') })
        .selectOption(say.choice('controlResult', 'as_declared'));
      await submit(say.action('batch', 'result'));
      await expect(row('DECO-01').getByText(say.state('batch', 'accepted'), { exact: true })).toBeVisible();
    });

    await test.step('a second one is rejected, and declared again under a new LRN', async () => {
      await declare('AGS-01', 'CUST-0001-A');
      await more('AGS-01', 'reject');
      await fill('reason', 'Consignee unknown');
      await submit(say.action('batch', 'reject'));
      await expect(row('AGS-01').getByText(say.state('batch', 'rejected'), { exact: true })).toBeVisible();
      await press(row('AGS-01'), say.action('batch', 'redeclare'));
      await expect(panel.getByText('Consignee unknown')).toBeVisible();
      // A rejected number is used up.
      await fill('lrn', 'CUST-0001-A');
      await panel.getByRole('button', { name: say.action('batch', 'redeclare') }).click();
      await expect(panel.getByText(say.message('LRN_USED', { lrn: 'CUST-0001-A' })).first()).toBeVisible();
      await fill('lrn', 'CUST-0002-A');
      await submit(say.action('batch', 'redeclare'));
      await accept('AGS-01', mrnOf('BE000410', 500002, 'R'));
    });

    await test.step('the released bill is cleared before a truck comes, handed over, and that is undone', async () => {
      await release('AGS-01');
      await release('DECO-01');
      await expect(status('success')).toBeVisible();
      const head = app.screen.locator('.fc-detail-head');
      await expect(head.getByText(say.state('bill', 'clearance'), { exact: true })).toBeVisible();
      await app.screen
        .getByRole('button', { name: say.action('clearance', 'handOver'), exact: true })
        .click();
      await fill('handoverTo', 'Blue Lantern Logistics', 'clearance');
      await submit(say.action('clearance', 'handOver'));
      await expect(status('handover')).toBeVisible();
      await app.screen
        .getByRole('button', { name: say.action('clearance', 'undoHandOver'), exact: true })
        .click();
      await expect(status('success')).toBeVisible();
      expect(await app.countBills(`id = ${id} and stage = 'clearance' and handoverAt is null`)).toBe(1);
    });
  });
}

for (const language of LANGUAGES) {
  test(`${language}: invalidates a declaration, whose parcels are then undeclared`, async ({ signedIn }) => {
    const app = await signedIn({ language });
    const { page, say } = app;
    const id = await landedBill(app);
    const mrn = mrnOf('BE000410', 500009, 'R');
    await app.sql(`update batch set status = 'accepted', mrn = '${mrn}', lrn = 'CUST-0009-D',
      declaredAt = '2026-01-05T08:00:00Z' where billId = ${id} and batchNo = 'DECO-01'`);
    await app.open(`/bill/bill_manage/detail/${id}`);
    await app.screen.getByRole('tab', { name: say.t('clearance.tab'), exact: true }).click();
    const row = app.screen
      .getByRole('table', { name: say.t('clearance.batches') })
      .getByRole('row')
      .filter({ hasText: 'DECO-01' });
    await row.getByRole('button', { name: say.t('common.more') }).click();
    await page.getByRole('menuitem', { name: say.action('batch', 'invalidate') }).click();
    const panel = page.locator('.bp6-drawer');
    const ground = panel.getByRole('combobox', { name: say.label('invalidationGround', 'batch') });
    // Grounds after a release are not offered before it.
    await expect(ground.getByText(say.choice('invalidationGround', 'returned'))).toHaveCount(0);
    await ground.selectOption(say.choice('invalidationGround', 'special_circumstances'));
    await panel.getByLabel(say.label('reason', 'batch')).first().fill('Sold to another country');
    await panel
      .getByRole('button', { name: say.action('batch', 'invalidate') })
      .last()
      .click();
    await expect(panel).toBeHidden();
    await expect(row.getByText(say.state('batch', 'invalidated'), { exact: true })).toBeVisible();
    await expect(row.getByText(mrn)).toBeVisible();
    const left = await app.texts(
      `select count(*) from parcel join batch on batch.id = batchId where batch.billId = ${id} and batchNo = 'DECO-01'`,
    );
    expect(left.map(Number)).toEqual([0]);
  });

  test(`${language}: names the held parcels in the release of their declaration`, async ({ signedIn }) => {
    const app = await signedIn({ language });
    const { page, say } = app;
    const id = await landedBill(app);
    const batch = `(select id from batch where billId = ${id} and batchNo = 'DECO-01')`;
    const mrn = mrnOf('BE000410', language === 'en' ? 700001 : 700002, 'R');
    const held = await app.texts(
      `select trackingNo from parcel where batchId = ${batch} order by trackingNo limit 3`,
    );
    await app.sql(`update batch set status = 'accepted', lrn = 'CUST-0003-D', mrn = '${mrn}' where id = ${batch};
      update batch set declaredAt = (select ata from bill where id = ${id}) where id = ${batch};
      update parcel set state = 'held', holdReason = 'fyco'
        where billId = ${id} and trackingNo in (${held.map((no) => `'${no}'`).join(', ')})`);
    await app.open(`/bill/bill_manage/detail/${id}`);
    await app.screen.getByRole('tab', { name: say.t('clearance.tab'), exact: true }).click();
    const row = app.screen
      .getByRole('table', { name: say.t('clearance.batches') })
      .getByRole('row')
      .filter({ hasText: 'DECO-01' });
    const release = say.action('batch', 'release');
    await row.getByRole('button', { name: release, exact: true }).click();
    const panel = page.locator('.bp6-drawer').first();
    await expect(panel.getByText(say.t('clearance.held_other', { count: 3 }))).toBeVisible();
    for (const no of held) await expect(panel.getByRole('button', { name: no, exact: true })).toBeVisible();

    await test.step('each leads to its parcel', async () => {
      await panel.getByRole('button', { name: held[0] ?? '', exact: true }).click();
      const parcel = page.locator('.bp6-drawer').last();
      await expect(parcel.getByText(say.choice('holdReason', 'fyco')).first()).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.locator('.bp6-drawer')).toHaveCount(1);
    });

    await test.step('they stay when the declaration is released, and the notice names them', async () => {
      await panel.getByRole('button', { name: release }).last().click();
      await expect(panel).toBeHidden();
      await expect(page.getByText(say.t('clearance.heldStay', { numbers: held.join(', ') }))).toBeVisible();
      await expect(row.getByText(say.state('batch', 'released'), { exact: true })).toBeVisible();
      const states = await app.texts(
        `select distinct state from parcel where batchId = ${batch} order by state`,
      );
      expect(states).toEqual(['free', 'held']);
    });
  });
}

// The clearance above runs in both languages.
for (const language of LANGUAGES.slice(0, 1)) {
  test(`${language}: moves goods from Liège to Amsterdam under a T1`, async ({ signedIn }) => {
    const app = await signedIn({ language });
    const { page, say } = app;
    const panel = page.locator('.bp6-drawer');
    const id = await landedBill(app);
    const mrn = mrnOf('BE000410', 600001, 'J');
    const lrn = 'T1-2026-000001';
    const row = app.screen
      .getByRole('table', { name: say.t('clearance.transits') })
      .getByRole('row')
      .filter({ hasText: 'BE000410' });
    const step = async (
      action: 'release' | 'arrive' | 'discharge',
      state: 'released' | 'arrived' | 'discharged',
    ) => {
      const name = say.action('t1', action);
      await row.getByRole('button', { name, exact: true }).click();
      if (action === 'release') await new FormInFront(app, 't1').fill({ mrn });
      await panel.getByRole('button', { name }).last().click();
      await expect(panel).toBeHidden();
      await expect(row.getByText(say.state('t1', state), { exact: true })).toBeVisible();
    };

    await test.step('a T1 is created with offices, guarantee and seals', async () => {
      await app.open(`/bill/bill_manage/detail/${id}`);
      await app.screen.getByRole('tab', { name: say.t('clearance.tab'), exact: true }).click();
      await app.screen.getByRole('button', { name: say.t('clearance.addT1') }).click();
      const form = new FormInFront(app, 't1');
      await expect(form.form).toBeVisible();
      await form.fill({
        lrn,
        officeDeparture: 'BE000410',
        officeDestination: 'NL000432',
        guaranteeRef: '26NL0000010000017',
        seals: ['SEAL4711'],
      });
      await form.form.getByRole('button', { name: say.t('clearance.addT1') }).click();
      await expect(panel).toBeHidden();
      await expect(row).toContainText('BE000410');
      await expect(row).toContainText('NL000432');
      await expect(row.getByText(say.state('t1', 'draft'), { exact: true })).toBeVisible();
    });

    await test.step('the T1 departs, and the bill shows its time and number', async () => {
      await step('release', 'released');
      await expect(row).toContainText(mrn);
      expect(await app.countBills(`id = ${id} and t1At is not null and t1Mrn = '${mrn}'`)).toBe(1);
      await app.screen.getByRole('tab', { name: say.t('common.overview'), exact: true }).click();
      await expect(app.screen.locator('aside').first()).toContainText(say.words.events.T1_RELEASED);
      await app.screen.getByRole('tab', { name: say.t('clearance.tab'), exact: true }).click();
    });

    await test.step('the T1 arrives in Amsterdam and is ended there', async () => {
      await step('arrive', 'arrived');
      await step('discharge', 'discharged');
      expect(
        await app.count('t1', `billId = ${id} and arrivedAt is not null and dischargedAt is not null`),
      ).toBe(1);
    });
  });

  test(`${language}: finds, looks up and corrects a wrong commodity code`, async ({ signedIn }) => {
    const app = await signedIn({ language });
    const { page, say } = app;
    const id = await landedBill(app);
    // Two lines of one product were sent with a code that no tariff has.
    await app.sql(`update itemLine set hsCode = '610999', hsStatus = null, nameEn = 'Cotton T-shirt, knitted',
      nameCn = '棉制针织T恤', unitPrice = 1000 where id in (
      select itemLine.id from itemLine join parcel on parcel.id = parcelId
      where parcel.billId = ${id} and declarationSystem = 'DECO' order by itemLine.id limit 2)`);
    const wrong = () =>
      app.count('itemLine', `hsCode = '610999' and parcelId in (select id from parcel where billId = ${id})`);
    const bad = app.screen.getByRole('tab', { name: say.choice('hsStatus', 'failed') });
    const ofBill = async () => {
      await app.open(`/bill/bill_manage/detail/${id}`);
      await app.screen.getByRole('tab', { name: say.t('clearance.hsTab') }).click();
    };

    await test.step('the check names both codes, and the reason', async () => {
      await ofBill();
      await app.screen.getByRole('button', { name: say.t('clearance.hsRun') }).click();
      await bad.click();
      await expect(app.cell('610999')).toBeVisible();
      await expect(app.cell(say.message('HS_INVALID', { code: '610999' }))).toBeVisible();
    });

    await test.step('the code table shows the correct code, with its notes', async () => {
      await app.open('/hscode/detail/610910');
      await expect(app.screen.getByRole('heading', { level: 1 })).toContainText('610910');
      await expect(app.screen.getByRole('heading', { name: say.t('common.rates') })).toBeVisible();
      await expect(app.screen.getByText(say.choice('hsRestricted', 'none')).first()).toBeVisible();
    });

    await test.step('one line is corrected, and the other with the same code', async () => {
      await ofBill();
      await bad.click();
      await app.screen.getByLabel(say.t('common.selectRow', { row: 1 })).click();
      await expect(app.screen.getByText(say.t('clearance.hsChosen', { count: 1 })).first()).toBeVisible();
      await app.screen.getByRole('button', { name: say.t('clearance.hsFix') }).click();
      const form = new FormInFront(app, 'hsCheck');
      await expect(form.form).toBeVisible();
      await form.fill({ hsCode: '610910' });
      await form.form.getByRole('button', { name: say.t('clearance.hsFix') }).click();
      await expect(page.locator('.bp6-drawer')).toBeHidden();
      await expect(app.cell('610999')).toHaveCount(0);
      expect(await wrong()).toBe(0);
      await app.screen.getByRole('button', { name: say.t('clearance.hsRun') }).click();
      await expect(bad).toHaveText(/^\D*0$/);
      const mended = `hsCode = '610910' and inputHsCode = '610999' and fixedBy is not null and hsStatus = 'success'`;
      expect(
        await app.count('itemLine', `${mended} and parcelId in (select id from parcel where billId = ${id})`),
      ).toBe(2);
    });
  });
}

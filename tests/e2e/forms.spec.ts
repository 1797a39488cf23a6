import type { DeskApp } from './deskApp';
import { mawb } from './files';
import { expect, test } from './fixtures';
import { type Entry, FormInFront } from './formInFront';

/** Returns the entries of a valid new bill, as they are typed. */
const bill = (app: DeskApp, serial: number): Record<string, Entry> => ({
  billNo: mawb(serial),
  batchNo: 'B20261116-07',
  customerId: 'GPT',
  serviceId: 'CLR_DLV',
  channelCode: 'DE-ADW-ECO',
  clearanceType: app.say.choice('clearanceType', 'ioss'),
  originAirportId: 'PVG',
  landingAirportId: 'AMS',
  flightNo: 'ck 205',
  etd: '18/11/2026 02:40',
  eta: '18/11/2026 07:50',
  boxCount: '120',
  packageCount: '3100',
  weight: '1150.5',
  totalValue: '41200',
});

test('adds a bill by keyboard alone', async ({ signedIn }) => {
  const app = await signedIn();
  const { page, say } = app;
  await app.open('/bill/bill_manage');
  await page.keyboard.press('n');
  const form = new FormInFront(app, 'bill');
  await expect(form.form).toBeVisible();
  await form.input('mode').focus();
  // Keys without effect here: neither selects the text of the window nor clears a required choice.
  await page.keyboard.press('Control+a');
  expect(await page.evaluate(() => String(window.getSelection()))).toBe('');
  await page.keyboard.press('p');
  await expect(form.input('mode')).toHaveValue('air');
  for (const [name, entry] of Object.entries(bill(app, 7200011))) {
    const input = form.input(name);
    for (let step = 0; step < 8; step++) {
      if (await input.evaluate((element) => element === document.activeElement)) break;
      await page.keyboard.press('Tab');
    }
    await expect(input, name).toBeFocused();
    const kind = await input.evaluate((element) => `${element.tagName} ${element.className}`);
    if (/fc-select/.test(kind)) {
      await page.keyboard.press('Enter');
      await form.chooseTyped(String(entry));
      await expect(input, name).toBeFocused();
      await expect(input).toContainText(String(entry));
    } else if (/^SELECT/.test(kind)) {
      await page.keyboard.type(String(entry).slice(0, 3));
    } else {
      const [first = '', time] = name.startsWith('et') ? String(entry).split(' ') : [String(entry)];
      await page.keyboard.type(first);
      if (time) {
        // The calendar's button is not a tab stop.
        await page.keyboard.press('Tab');
        await page.keyboard.type(time);
      }
    }
  }
  // On leaving a field, its text is replaced by the value as understood.
  await page.keyboard.press('Tab');
  await expect(form.input('flightNo')).toHaveValue('CK205');
  await expect(form.input('packageCount')).toHaveValue('3,100');
  await form.save();
  await expect(app.screen.getByRole('heading', { level: 1 })).toContainText(mawb(7200011));
  await expect(app.tabs.getByRole('tab', { name: say.t('bill.addBill') })).toHaveCount(0);
  await expect
    .poll(() =>
      app.countBills(
        `billNo = '${mawb(7200011)}' AND flightNo = 'CK205' AND weight = 1150500 AND totalValue = 4120000`,
      ),
    )
    .toBe(1);
});

test('walks a long list by the arrow keys, and leaves it unchanged on Escape', async ({ signedIn }) => {
  const app = await signedIn();
  const { page } = app;
  await app.open('/bill/add_bill');
  const form = new FormInFront(app, 'bill');
  const field = form.input('landingAirportId');
  await field.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('.bp6-select-popover input')).toBeFocused();
  // The arrow that opened the list is on the first option.
  await page.keyboard.press('ArrowDown');
  const second = await page.locator('.bp6-select-popover').getByRole('option').nth(1).innerText();
  await page.keyboard.press('Enter');
  await expect(field).toContainText(second);
  // The list opens at the selected option.
  await page.keyboard.press('Enter');
  await expect(page.locator('.bp6-select-popover input')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  const first = await page.locator('.bp6-select-popover').getByRole('option').first().innerText();
  await page.keyboard.press('Enter');
  await expect(field).toContainText(first);
  await page.keyboard.press('Enter');
  await expect(page.locator('.bp6-select-popover input')).toBeFocused();
  await page.keyboard.type('AMS');
  await page.keyboard.press('Escape');
  await expect(page.locator('.bp6-select-popover input')).toHaveCount(0);
  await expect(field).toContainText(first);
  await expect(field).toBeFocused();
  // Typed letters are not lost while the list opens, nor need it be opened first.
  const search = page.locator('.bp6-select-popover input');
  for (const before of ['', 'Enter', 'ArrowDown']) {
    if (before) await page.keyboard.press(before);
    await page.keyboard.type('LGG');
    await expect(search).toHaveValue('LGG');
    await page.keyboard.press('Escape');
    await expect(search).toHaveCount(0);
    await expect(field).toBeFocused();
  }
  // The same again, with all keys before the list has opened.
  for (let time = 0; time < 2; time += 1) {
    await field.evaluate((button) => {
      for (const key of 'LGG')
        button.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    });
    await expect(search).toHaveValue('LGG');
    await page.keyboard.press('Escape');
    await expect(search).toHaveCount(0);
    await expect(field).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(search).toHaveCount(0);
  await expect(field).toContainText(first);
  await page.keyboard.type('LGG');
  await expect(page.locator('.bp6-select-popover').getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(field).toContainText('LGG');
});

const NEEDED = [
  ...['billNo', 'batchNo', 'customerId', 'serviceId', 'channelCode', 'originAirportId', 'landingAirportId'],
  ...['flightNo', 'etd', 'eta', 'boxCount', 'packageCount', 'weight', 'totalValue'],
];

interface Row {
  readonly id: number;
  readonly version: number;
  readonly billNo: string;
  readonly batchNo: string;
  readonly boxCount: number;
}

/** Returns a bill of the data that fulfils the filters of the list. */
async function someBill(app: DeskApp, query: Readonly<Record<string, unknown>> = {}): Promise<Row> {
  const { data } = (await app.call('bill.list', { query: { ...query, pageSize: 1 } })) as { data: string };
  const [row] = (JSON.parse(data) as { data: { list: Row[] } }).data.list;
  if (!row) throw new Error('no such bill in the demo data');
  return row;
}

test('cn: shows errors beside each field, counts them, and removes them once corrected; shows the API’s too', async ({
  signedIn,
}) => {
  const app = await signedIn({ language: 'cn', allowed: /400|409/ });
  const { say } = app;
  const form = new FormInFront(app, 'bill');
  await app.open('/bill/add_bill');

  await test.step('an empty form', async () => {
    await form.save();
    await form.expectWrong(NEEDED.length);
    for (const name of NEEDED)
      await expect(form.wrong(name)).toHaveText(say.message('REQUIRED', { field: say.label(name, 'bill') }));
  });

  await test.step('a wrong check digit, and times in the wrong order', async () => {
    const right = mawb(7200022);
    const wrong = `${right.slice(0, -1)}${(Number(right.at(-1)) + 1) % 7}`;
    await form.fill({ ...bill(app, 7200022), billNo: wrong, eta: '17/11/2026 07:50' });
    await form.expectWrong(2);
    await expect(form.wrong('billNo')).toHaveText(say.message('BILL_NO_INVALID'));
    await expect(form.wrong('eta')).toHaveText(
      say.message('NODE_ORDER', { node: { field: 'eta' }, previous: { field: 'etd' } }),
    );
    await form.fill({ billNo: right, eta: '18/11/2026 07:50' });
    await form.expectWrong(0);
  });

  await test.step('a number and batch of another bill', async () => {
    const { billNo, batchNo } = await someBill(app, { mode: ['air'], stage: ['inbound'] });
    await form.fill({ billNo, batchNo });
    await form.save();
    await expect(form.wrong('billNo')).toHaveText(say.message('BILL_DUPLICATE'));
    await form.fill({ batchNo: 'B20261116-08' });
    await form.save();
    await expect(app.screen.getByRole('heading', { level: 1 })).toContainText(billNo);
    await expect.poll(() => app.countBills(`billNo = '${billNo}' AND batchNo = 'B20261116-08'`)).toBe(1);
  });
});

test('reads numbers as people write them, and reports text that is none', async ({ signedIn }) => {
  const app = await signedIn({ allowed: /400/ });
  const { say } = app;
  await app.open('/bill/add_bill');
  const form = new FormInFront(app, 'bill');
  const weight = { field: say.label('weight', 'bill') };
  for (const [name, typed, shown] of [
    ['weight', '1.234,5', '1,234.5'],
    ['weight', '1,234.5', '1,234.5'],
    ['weight', '1 234,567', '1,234.567'],
    ['weight', '１２３４．５', '1,234.5'],
    ['totalValue', '1.234,5', '1,234.50'],
    ['totalValue', '41,200.75', '41,200.75'],
    ['packageCount', '3,100', '3,100'],
  ] as const) {
    await form.fill({ [name]: typed });
    await expect(form.input(name), typed).toHaveValue(shown);
    await expect(form.wrong(name), typed).toHaveCount(0);
  }
  for (const [name, typed, message] of [
    ['weight', '1,234', say.message('NUMBER_SEPARATOR', { ...weight, value: '1,234' })],
    ['weight', 'heavy', say.message('NUMBER_INVALID', { ...weight, value: 'heavy' })],
    ['weight', '1.2345', say.message('NUMBER_DECIMALS', { ...weight, decimals: 3 })],
    ['weight', '0', say.message('NUMBER_MIN', { ...weight, min: 0.001 })],
    ['boxCount', '12.5', say.message('NUMBER_INTEGER', { field: say.label('boxCount', 'bill') })],
    ['boxCount', '5001', say.message('NUMBER_MAX', { field: say.label('boxCount', 'bill'), max: 5000 })],
    [
      'totalValue',
      '12.34567',
      say.message('NUMBER_DECIMALS', { field: say.label('totalValue', 'bill'), decimals: 4 }),
    ],
  ] as const) {
    await form.fill({ boxCount: '120', [name]: typed });
    await expect(form.wrong(name), typed).toHaveText(message);
    // Text that cannot be parsed stays as it was typed.
    await expect(form.input(name), typed).not.toHaveValue('');
  }
});

test('asks once before a tab with unsaved changes closes, and restores the entries as a draft', async ({
  signedIn,
}) => {
  const app = await signedIn();
  const { page, say } = app;
  await app.open('/bill/add_bill');
  const form = new FormInFront(app, 'bill');
  const tab = app.tabs.getByRole('tab', { name: say.t('bill.addBill') });
  await form.fill({ remarks: 'Half a remark', boxCount: '12' });
  await page.keyboard.press('Control+w');
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(say.t('bill.addBill'));
  await expect(question).toContainText(say.t('app.unsavedDetail'));
  await question.getByRole('button', { name: say.t('common.cancel') }).click();
  await expect(question).toHaveCount(0);
  await expect(form.input('remarks')).toHaveValue('Half a remark');
  await expect(form.input('boxCount')).toHaveValue('12');

  await app.tabs
    .locator('.fc-tab', { hasText: say.t('bill.addBill') })
    .locator('.fc-tab-close')
    .click();
  await question.getByRole('button', { name: say.t('app.unsavedClose') }).click();
  await expect(tab).toHaveCount(0);
  // A path can be opened only when another is in front.
  await expect(page).toHaveURL(/#\/home$/);
  await expect(question).toHaveCount(0);

  await app.open('/bill/add_bill');
  await expect(form.input('remarks')).toHaveValue('Half a remark');
  await expect(form.input('boxCount')).toHaveValue('12');
  await form.form.getByRole('button', { name: say.t('common.draftDiscard') }).click();
  await expect(form.input('remarks')).toHaveValue('');
  await expect(form.input('boxCount')).toHaveValue('');
  await page.keyboard.press('Control+w');
  await expect(tab).toHaveCount(0);
  // A path can be opened only when another is in front.
  await expect(page).toHaveURL(/#\/home$/);
  await app.open('/bill/add_bill');
  await expect(form.input('remarks')).toHaveValue('');
  await expect(form.form.getByRole('button', { name: say.t('common.draftDiscard') })).toHaveCount(0);
});

test('asks about fields that two people changed on one bill, and merges the rest', async ({ signedIn }) => {
  const app = await signedIn({ allowed: /409/ });
  const { page, say } = app;
  const { id, boxCount } = await someBill(app, { stage: ['draft'], mode: ['air'], checked: false });
  const form = new FormInFront(app, 'bill');
  const changeElsewhere = (remarks: string, boxes: number) =>
    app.sql(
      `UPDATE bill SET remarks = '${remarks}', boxCount = ${boxes}, version = version + 1 WHERE id = ${id}`,
    );
  const dialog = page.getByRole('dialog', { name: say.t('common.conflictTitle') });
  const choice = (text: string) => dialog.getByRole('radio', { name: text, exact: true });

  await app.open(`/bill/edit_bill?id=${id}`);
  await form.fill({ remarks: 'Gate 4', packageCount: '3001' });
  await changeElsewhere('Gate 5', boxCount + 1);
  await form.save();
  await expect(choice('Gate 4')).toBeChecked();
  await expect(choice('Gate 5')).not.toBeChecked();
  await expect(dialog.getByRole('row')).toHaveCount(2);
  await dialog.getByRole('button', { name: say.t('common.cancel') }).click();
  await expect(form.input('remarks')).toHaveValue('Gate 4');
  await expect.poll(() => app.countBills(`id = ${id} AND remarks = 'Gate 5'`)).toBe(1);
  await form.save();
  // A click anywhere on the label selects, not only on its circle.
  await dialog.getByText('Gate 5', { exact: true }).click();
  await dialog.getByRole('button', { name: say.t('common.conflictSave') }).click();
  await expect(page).toHaveURL(new RegExp(`/detail/${id}$`));
  await expect
    .poll(() =>
      app.countBills(
        `id = ${id} AND remarks = 'Gate 5' AND packageCount = 3001 AND boxCount = ${boxCount + 1}`,
      ),
    )
    .toBe(1);

  await app.open(`/bill/edit_bill?id=${id}`);
  await form.fill({ remarks: 'Gate 6' });
  await changeElsewhere('Gate 7', boxCount + 2);
  await form.save();
  await dialog.getByRole('button', { name: say.t('common.conflictSave') }).click();
  await expect(app.screen.getByText('Gate 6')).toBeVisible();
  await expect
    .poll(() =>
      app.countBills(
        `id = ${id} AND remarks = 'Gate 6' AND packageCount = 3001 AND boxCount = ${boxCount + 2}`,
      ),
    )
    .toBe(1);
});

test('locks the identifying fields of a checked bill, except for a super administrator', async ({
  start,
  demoData,
}) => {
  const data = demoData();
  const app = await start({ data, allowed: /409/ });
  const { page, say } = app;
  const form = new FormInFront(app, 'bill');
  await app.signIn('voucher');
  const draft = await someBill(app, { stage: ['draft'], mode: ['air'], checked: false });
  const edit = `/bill/edit_bill?id=${draft.id}`;
  await app.open(edit);
  await form.fill({ batchNo: 'B-LATE', remarks: 'Batch as told by phone' });
  // Another user checked it in the same moment: the save is refused as a whole, and all entries remain.
  await app.sql(`UPDATE bill SET checked = 1 WHERE id = ${draft.id}`);
  await form.save();
  await expect(form.form.getByText(say.message('BILL_IDENTITY_LOCKED'))).toBeVisible();
  await expect(form.input('batchNo')).toHaveValue('B-LATE');
  await page.keyboard.press('Control+w');
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: say.t('app.unsavedClose') })
    .click();
  // A path can be opened only when another is in front: the tab closes first.
  await expect(page.locator(`.fc-tab-body[data-path="${edit}"]`)).toHaveCount(0);
  await app.open(edit);
  await form.form.getByRole('button', { name: say.t('common.draftDiscard') }).click();
  for (const name of ['billNo', 'batchNo', 'mode', 'customerId'])
    await expect(form.input(name), name).toBeDisabled();
  await expect(form.field('billNo')).toContainText(say.message('BILL_IDENTITY_LOCKED'));
  await form.fill({ remarks: 'Only a remark' });
  await form.save();
  await expect(app.screen.getByText('Only a remark')).toBeVisible();
  await app.signOut();

  await app.signIn('admin');
  await app.open(edit);
  await form.fill({ batchNo: 'B-RIGHT' });
  await form.save();
  await expect(page).toHaveURL(new RegExp(`/detail/${draft.id}$`));
  await expect.poll(() => app.countBills(`id = ${draft.id} AND batchNo = 'B-RIGHT' AND checked = 0`)).toBe(1);
});

test('shows a bill by sea with the labels of a voyage', async ({ signedIn }) => {
  const app = await signedIn();
  const { page, say } = app;
  const route = ['flightNo', 'originAirportId', 'landingAirportId'] as const;
  await app.open('/bill/add_bill');
  const [byAir, bySea] = [new FormInFront(app, 'bill'), new FormInFront(app, 'seaBill')];
  await byAir.fill({ mode: say.choice('mode', 'sea') });
  for (const name of route) {
    await expect(bySea.field(name)).toBeVisible();
    await expect(byAir.field(name)).toHaveCount(0);
  }
  await bySea.save();
  await expect(bySea.wrong('landingAirportId')).toHaveText(
    say.message('REQUIRED', { field: say.label('landingAirportId', 'seaBill') }),
  );

  const { id } = await someBill(app, { mode: ['sea'], stage: ['draft'] });
  await app.open(`/bill/bill_manage/detail/${id}`);
  const names = app.screen.locator('.fc-groups dt');
  for (const name of route) {
    await expect(names.getByText(say.label(name, 'seaBill'), { exact: true })).toBeVisible();
    await expect(names.getByText(say.label(name, 'bill'), { exact: true })).toHaveCount(0);
  }
  await app.screen
    .getByRole('button', { name: say.t('common.more') })
    .first()
    .click();
  await page.getByRole('menuitem', { name: say.action('bill', 'setFlight') }).click();
  await expect(page.getByRole('dialog').getByText(say.label('flightNo', 'seaBill'))).toBeVisible();
});

import { expect, test } from './fixtures';
import { holdCode } from './heldCode';
import { serviceProcess, signal } from './safety';

test('runs a key that is pressed as soon as a list is visible', async ({ signedIn }) => {
  const app = await signedIn();
  const { page, say } = app;
  for (const [path, title] of [
    ['/config/airport', say.t('config.addAirport')],
    ['/config/destination', say.t('config.addDestination')],
  ] as const) {
    await app.follow(path);
    await page.locator(`.fc-tab-body[data-path="${path}"]`).waitFor({ state: 'attached' });
    await page.keyboard.press('n');
    await expect(page.getByRole('dialog', { name: title })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

test('types keys into the form that the first one opens when the list is still loading', async ({
  signedIn,
}) => {
  const app = await signedIn();
  const { page, say } = app;
  const path = '/config/mark';
  const goOn = await holdCode(app, 'mark-', 'wait');
  await app.follow(path);
  await page.locator(`.fc-tab-body[data-path="${path}"]`).waitFor({ state: 'attached' });
  await page.keyboard.type('nZZY');
  await goOn();
  const form = page.getByRole('dialog', { name: say.t('config.addMark') });
  await expect(form.getByRole('textbox').first()).toHaveValue('ZZY');
});

test('holds a key until its record has been loaded', async ({ signedIn }) => {
  const app = await signedIn();
  const { page, screen, say } = app;
  const api = await serviceProcess(app);
  /** Opens a bill that is loaded only after the keys have been pressed. */
  const openWith = async (row: number, ...keys: string[]) => {
    await app.open('/bill/bill_manage');
    await app.settled();
    await app.cellAt(row, 1).click();
    signal(api, 'SIGSTOP');
    try {
      await app.press('Enter');
      await expect(screen.locator('.bp6-skeleton').first()).toBeVisible();
      await expect(screen.getByRole('grid')).toHaveCount(0);
      await app.press(...keys);
    } finally {
      signal(api, 'SIGCONT');
    }
  };
  await openWith(0, 'Alt+PageDown');
  await expect(screen.getByRole('tab', { selected: true })).toHaveText(say.t('bill.awbTab'));
  await openWith(1, 'e');
  await expect(screen.getByLabel(say.label('remarks'))).toBeVisible();
  // After leaving before the bill has loaded, the key is dropped.
  await openWith(2, 'n', 'Alt+ArrowLeft');
  await app.settled();
  await expect(screen.getByRole('grid')).toBeVisible();
  await expect(page).toHaveURL(/#\/bill\/bill_manage$/);
});

test('puts the cursor in the first field of a form opened by a key, and keeps all keys typed at once', async ({
  signedIn,
}) => {
  const app = await signedIn();
  const { page, say } = app;
  // Letters that are shortcuts on the screen beneath: to the list of bills, to another form, into the search.
  const typed = 'gbn/e';
  for (const path of ['/config/mark', '/transport/air', '/customer/customer_list', '/staff/staff-list']) {
    await app.open(path);
    await app.screen.getByRole('gridcell').nth(1).click();
    // Also while rows are selected, when bulk buttons replace the one that adds.
    await page.keyboard.press('Shift+Space');
    await page.keyboard.press('n');
    await page.keyboard.type(typed);
    const first = page.locator('form.fc-form:visible').last().locator('.fc-field').first();
    await expect(first.locator('input')).toBeFocused();
    await expect(first.locator('input')).toHaveValue(typed);
  }

  await test.step('an unchanged form asks nothing; a dialog closed by Enter does not press the focused button again', async () => {
    await app.open('/config/airport');
    await app.screen.getByRole('gridcell').nth(1).click();
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog', { name: say.t('config.addAirport') });
    await expect(dialog.locator('input').first()).toBeFocused();
    await dialog.locator('input').nth(1).click();
    await expect(dialog.locator('input').nth(1)).toBeFocused();
    await expect(dialog.getByRole('alert')).toHaveCount(0);
    // Keys typed at once after closing the dialog do not go into it either.
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await expect(dialog).toHaveCount(0);
    const sheet = page.getByRole('dialog', { name: say.t('app.shortcuts') });
    await sheet.getByRole('button').focus();
    await page.keyboard.press('Enter');
    await expect(sheet).toHaveCount(0);
    await expect(app.tabs.getByRole('tab', { selected: true })).toHaveAccessibleName(
      say.words.menu['config.airport'],
    );
  });
});

test('opens an inspection by double click and by Enter, with its parcel and its result', async ({
  signedIn,
}) => {
  const app = await signedIn({ language: 'cn' });
  const { page, say } = app;
  await app.open('/bill/fyco');
  const cell = app.screen.getByRole('gridcell').nth(1);
  const trackingNo = (await cell.textContent()) ?? '';
  expect(trackingNo).not.toBe('');
  const panel = page.getByRole('dialog', { name: trackingNo });
  for (const open of [() => cell.dblclick(), () => page.keyboard.press('Enter')]) {
    await open();
    await expect(panel.getByText(say.label('noticeAt', 'fyco'), { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
  }
  await cell.dblclick();
  await panel.getByRole('button', { name: say.t('customs.openParcel') }).click();
  await expect(page.getByRole('heading', { name: say.t('customs.groupConsignee') })).toBeVisible();

  await test.step('the handle of a column is explained in the language of the screen', async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    const grips = app.screen.locator('.bp6-table-reorder-handle title');
    const labels = await grips.allTextContents();
    expect(labels.length).toBeGreaterThan(3);
    expect(new Set(labels)).toEqual(new Set([say.t('common.columnGrip')]));
  });
});

test('opens a link to one file conversion in the tab of the list', async ({ signedIn }) => {
  const app = await signedIn();
  const { page, say } = app;
  await app.open('/bill/files');
  const [id = '', other = ''] = await app.texts('select id from fileJob order by id limit 2');
  for (const job of [id, other, other]) {
    await app.follow(`/bill/files?id=${job}`);
    const panel = page.getByRole('dialog', { name: say.t('common.details') });
    const [name = ''] = await app.texts(`select fileName from fileJob where id = ${job}`);
    await expect(panel.getByText(name, { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
  }
  await expect(app.tabs.getByRole('tab', { name: say.words.menu['bill.files'] })).toHaveCount(1);
});

test('selects and releases all matching parcels, as many as were shown', async ({ signedIn }) => {
  const app = await signedIn();
  const { page, say } = app;
  const [id = ''] = await app.texts(
    `select id from bill where archived = 0 and removedAt is null and parcelsHeld > 100 order by parcelsHeld limit 1`,
  );
  const held = Number((await app.texts(`select parcelsHeld from bill where id = ${id}`))[0]);
  await app.open(`/bill/bill_manage/detail/${id}`);
  await app.screen.getByRole('tab', { name: say.t('common.parcels'), exact: true }).click();
  await app.screen.getByRole('tab', { name: say.state('parcel', 'held') }).click();
  await app.settled();
  await app.screen.getByRole('gridcell').nth(1).click();
  await page.keyboard.press('Control+a');
  await app.screen.getByRole('button', { name: say.t('common.selectAllMatching', { count: held }) }).click();
  await app.screen.getByRole('button', { name: say.action('parcel', 'free'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(say.t('customs.bySelected_other', { count: held }))).toBeVisible();
  await dialog.getByLabel(say.label('remark')).fill('By phone');
  await dialog.getByRole('button', { name: say.action('parcel', 'free') }).click();
  await expect(page.getByText(say.t('customs.done_other', { count: held }))).toBeVisible();
  expect(await app.texts(`select count(*) from parcel where billId = ${id} and state = 'held'`)).toEqual([
    '0',
  ]);
});

test('applies the menu of a selected row to the whole selection, and that of another row to it alone', async ({
  signedIn,
}) => {
  const app = await signedIn();
  const { page, say } = app;
  await app.open('/bill/failure-parcel');
  await app.settled();
  // What has been decided for a parcel is not decided again.
  const undecided = async (row: number) => (await app.cellAt(row, 6).textContent()) === '';
  let row = 0;
  while (!(await undecided(row)) || !(await undecided(row + 1))) row += 1;
  await app.cellAt(row, 1).click();
  const header = page.getByText(say.t('common.rowAlone'));
  await app.press('Shift+Space', 'Shift+F10');
  const menu = page.getByRole('menu');
  await expect(menu).toBeVisible();
  await expect(header).toHaveCount(0);
  await app.press('Escape');
  await expect(menu).toHaveCount(0);
  await app.press('ArrowDown', 'Shift+Space', 'Shift+F10');
  await expect(header).toBeVisible();
  const number = (await app.cellAt(row + 1, 1).textContent()) ?? '';
  await expect(menu.getByText(say.t('common.selected', { count: 2 }))).toBeVisible();
  const dispose = page.getByRole('menuitem', { name: say.action('parcel', 'dispose'), exact: true });
  const dialog = page.getByRole('dialog');
  await dispose.first().click();
  await expect(dialog.getByText(say.t('customs.bySelected_other', { count: 2 }))).toBeVisible();
  await app.press('Escape');
  await expect(dialog).toHaveCount(0);
  await app.press('Shift+F10');
  await dispose.last().click();
  await expect(dialog.getByText(say.t('customs.oneParcel', { number }))).toBeVisible();
  await dialog.getByLabel(say.label('disposition')).selectOption('destroyed');
  await page.keyboard.press('Control+s');
  await expect(page.getByText(say.t('customs.done_one', { count: 1 }))).toBeVisible();
  // The others stay chosen.
  await expect(app.cellAt(row + 1, 6)).toHaveText(say.choice('disposition', 'destroyed'));
  await app.screen
    .locator('.fc-chosen-bar')
    .getByRole('button', { name: say.action('parcel', 'dispose'), exact: true })
    .click();
  await expect(dialog.getByText(say.t('customs.bySelected_other', { count: 2 }))).toBeVisible();
});

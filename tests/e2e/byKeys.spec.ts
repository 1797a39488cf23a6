import { expect, test } from './fixtures';
import { FormInFront } from './formInFront';

const BILLS = '/bill/bill_manage';

test('walks menus by the arrows and by first letters, wherever they open', async ({ signedIn }) => {
  const app = await signedIn({ motion: true });
  const { page, say } = app;
  await app.open(BILLS);
  const button = (name: string) => app.screen.getByRole('button', { name, exact: true });
  const column = say.label('batchNo', 'bill');
  const heading = app.screen.getByRole('columnheader', { name: column, exact: true });

  await test.step('columns are ticked one after the other, and a submenu is entered and left', async () => {
    await button(say.t('common.columns')).focus();
    await app.press('Enter');
    const entry = (name: string) => page.getByRole('menuitemcheckbox', { name, exact: true });
    await expect(entry(say.label('billNo', 'bill'))).toBeFocused();
    await app.press('ArrowDown');
    await expect(entry(column)).toBeFocused();
    await expect(entry(column)).toBeChecked();
    await app.press('Space');
    await expect(heading).toHaveCount(0);
    await expect(entry(column)).not.toBeChecked();
    await app.press('Space');
    await expect(heading).toBeVisible();
    await app.press('End', 'ArrowUp', 'ArrowRight');
    const height = (name: string) => page.locator('.bp6-submenu a').filter({ hasText: name });
    await expect(height(say.t('common.densityUsual'))).toBeFocused();
    await app.press('ArrowDown');
    await expect(height(say.t('app.densityCompact'))).toBeFocused();
    await app.press('ArrowLeft', 'ArrowDown');
    await expect(page.getByRole('menuitem', { name: say.t('common.columnsReset') })).toBeFocused();
    await app.press('Escape');
    await expect(button(say.t('common.columns'))).toBeFocused();
  });

  await test.step('the menu of a row skips disabled entries, and takes letters from the list', async () => {
    await app.cellAt(0, 1).click();
    await app.press('Shift+F10');
    const entry = (name: string) => page.getByRole('menuitem', { name }).first();
    await expect(entry(say.t('common.open'))).toBeFocused();
    await app.press('e');
    await expect(entry(say.t('common.edit'))).toBeFocused();
    await app.press('n', 'ArrowUp', 'ArrowUp');
    await expect(entry(say.t('common.copyHeaded'))).toBeFocused();
    await app.press('Escape');
    await expect(app.screen.getByRole('grid').first()).toBeFocused();
    await expect(app.tabs.getByRole('tab')).toHaveCount(2);
  });

  await test.step('the days of a filter are set by a range from its list, or by a date one Tab further', async () => {
    await button(say.t('common.filtersShow')).click();
    const days = app.screen.getByLabel(say.label('createdAt', 'bill'));
    await days.focus();
    await app.press('Enter');
    const span = (name: string) => page.getByRole('menuitem', { name, exact: true });
    await expect(span(say.t('common.span_today'))).toBeFocused();
    await app.press('ArrowDown', 'ArrowDown', 'ArrowDown');
    await expect(span(say.t('common.span_thisWeek'))).toBeFocused();
    await app.press('Tab');
    await expect(page.locator('.bp6-datepicker-nav-button-previous').first()).toBeFocused();
    await app.press('Shift+Tab', 'Home', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter');
    await expect(days).toHaveText(say.t('common.span_thisWeek'));
    await expect(days).toBeFocused();
  });
});

test('focuses the rows of a list on arrival, whatever had the focus before', async ({ signedIn }) => {
  const app = await signedIn({ motion: true });
  const { page, say } = app;
  const rows = () => app.screen.getByRole('grid').first();
  await app.open(BILLS);
  await expect(rows()).toBeFocused();
  await page.getByRole('button', { name: say.t('app.groups.transport') }).click();
  const entry = page.getByRole('link', { name: say.words.menu['transport.air'], exact: true }).last();
  await entry.click();
  await expect(rows()).toHaveAccessibleName(say.words.menu['transport.air']);
  await expect(rows()).toBeFocused();
  // Back to a list drawn long ago, from the rows of another list and from the menu.
  await app.press('g', 'b');
  await expect(rows()).toHaveAccessibleName(say.words.menu['bill.manage']);
  await expect(rows()).toBeFocused();
  await entry.focus();
  await app.press('Enter');
  await expect(rows()).toHaveAccessibleName(say.words.menu['transport.air']);
  await expect(rows()).toBeFocused();
  // Click an empty place beside the rows.
  await app.screen.locator('.fc-list-foot').click({ position: { x: 1, y: 1 } });
  await app.press('g', 'b');
  await expect(rows()).toHaveAccessibleName(say.words.menu['bill.manage']);
  await expect(rows()).toBeFocused();
});

test('opens a calendar from its field by a key, at the entered day, and returns the focus to the field', async ({
  signedIn,
}) => {
  const app = await signedIn({ motion: true });
  const { page } = app;
  await app.open('/bil-fee/payment');
  await app.press('n');
  const form = new FormInFront(app, 'billPayment');
  const day = form.input('paymentDate');
  await day.fill('14/05/2026');
  await app.press('Alt+ArrowDown');
  const chosen = page.locator('.bp6-datepicker-day-selected, .rdp-day_selected');
  await expect(chosen).toBeFocused();
  await app.press('ArrowDown', 'ArrowLeft', 'Enter');
  await expect(day).toHaveValue('20/05/2026');
  await expect(day).toBeFocused();
  await app.press('Alt+ArrowDown');
  await expect(chosen).toBeFocused();
  await app.press('ArrowDown', 'Escape');
  await expect(day).toHaveValue('20/05/2026');
  await expect(day).toBeFocused();
  await expect(form.form).toBeVisible();
  // A click outside moves the focus there and closes the calendar.
  await app.press('Alt+ArrowDown');
  await expect(chosen).toBeFocused();
  await form.input('bankReference').click();
  await page.keyboard.type('X');
  await expect(chosen).toHaveCount(0);
  await expect(form.input('bankReference')).toBeFocused();
  await expect(form.input('bankReference')).toHaveValue('X');
});

test('adds a charge by keyboard: the bill by its prefix, the rest from the list; Escape returns the focus', async ({
  signedIn,
}) => {
  const app = await signedIn({ motion: true });
  const { page, say } = app;
  await app.open('/bil-fee/revenues');
  const billNo = await app.cellAt(0, 3).innerText();
  await app.press('n');
  const chooser = page.getByRole('combobox', { name: say.t('common.bill'), exact: true });
  await expect(chooser).toBeFocused();
  await page.keyboard.type(billNo.slice(0, -2));
  await expect(page.getByRole('option').first()).toContainText(billNo.slice(0, -2));
  await app.press('Enter');
  const form = new FormInFront(app, 'billRevenue');
  await expect(form.input('chargeItemId')).toBeFocused();

  await test.step('a list closed by Escape takes the focus from nothing that follows', async () => {
    await app.press('Enter');
    await expect(page.getByPlaceholder(say.t('common.search')).last()).toBeFocused();
    // At the speed of a person; the library returns the focus after its list has closed.
    await app.press('Escape');
    await page.waitForTimeout(100);
    await app.press('Tab');
    await page.waitForTimeout(500);
    await expect(form.input('feeCategoryId')).toBeFocused();
    await app.press('Shift+Tab', 'Enter');
    await expect(page.getByPlaceholder(say.t('common.search')).last()).toBeFocused();
    await app.press('Escape');
    await page.waitForTimeout(100);
    await app.press('Control+k');
    await page.waitForTimeout(500);
    const palette = page.getByPlaceholder(say.t('app.goPlaceholder'));
    await expect(palette).toBeFocused();
    await app.press('Escape');
    await expect(palette).toHaveCount(0);
    await expect(form.input('chargeItemId')).toBeFocused();
  });

  await page.keyboard.type('STOR');
  await expect(page.getByRole('option').filter({ hasText: 'STORAGE' })).toBeVisible();
  await app.press('Enter');
  await expect(form.input('basis')).toHaveValue('per_pallet');
  await expect(form.input('unitPrice')).not.toHaveValue('');
  await expect(form.input('feeCategoryId')).not.toHaveText(say.t('common.pleaseSelect'));
  await expect(form.input('quantity')).toHaveValue('');
  await form.fill({ quantity: '3' });
  await form.save();
  await expect(form.form).toHaveCount(0);
  await expect
    .poll(() =>
      app.count('billRevenue', "basis = 'per_pallet' AND quantity = 3000 AND priceSource = 'manual'"),
    )
    .toBe(1);
});

test('pages through a list, and jumps to its ends and those of a row', async ({ signedIn }) => {
  const app = await signedIn({ motion: true });
  const { page, say } = app;
  await app.open('/config/airport');
  const grid = app.screen.getByRole('grid').first();
  await expect(grid).toBeFocused();
  /** Returns row and column of the focused cell, counted from 0, and if it is in view. */
  const at = async () => {
    const id = (await grid.getAttribute('aria-activedescendant')) ?? '';
    const seen = await page.evaluate((cell) => {
      const { top, bottom, left, right } =
        document.getElementById(cell)?.getBoundingClientRect() ?? new DOMRect();
      return bottom > top && top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
    }, id);
    return { cell: id.split('-').slice(-2).map(Number), seen };
  };
  const rows = Number(await grid.getAttribute('aria-rowcount')) - 1;
  const columns = Number(await grid.getAttribute('aria-colcount'));
  await app.press('ArrowDown', 'PageDown');
  const paged = (await at()).cell[0] ?? 0;
  expect(paged).toBeGreaterThan(10);
  await expect.poll(at).toEqual({ cell: [paged, 0], seen: true });
  await app.press('PageUp');
  await expect.poll(at).toEqual({ cell: [1, 0], seen: true });
  await app.press('Control+End');
  await expect.poll(at).toEqual({ cell: [rows - 1, 0], seen: true });
  // The row previewed is the last of all, which has been loaded by then.
  await app.press('Space');
  await expect(app.screen.locator('.fc-peek').getByRole('status')).not.toHaveText('');
  await app.press('Space', 'Control+Home');
  await expect.poll(at).toEqual({ cell: [0, 0], seen: true });
  await app.press('ArrowRight', 'End');
  await expect.poll(async () => (await at()).cell[1] ?? 0).toBeGreaterThanOrEqual(columns - 2);
  expect((await at()).cell[0]).toBe(0);
  await app.press('Home');
  await expect.poll(at).toEqual({ cell: [0, 0], seen: true });
  // Only the cell that the focus moved to is marked.
  await app.press('Control+c');
  await expect(page.getByText(say.t('common.copiedRows_other', { count: 2 }))).toHaveCount(0);
});

test('returns the focus to the rows of the screen when a form that the palette opened closes', async ({
  signedIn,
}) => {
  const app = await signedIn({ motion: true });
  const { page, say } = app;
  await app.open('/bil-fee/payment');
  await app.open('/staff/add-edit');
  await app.press('Control+k');
  const country = say.choice('logObject', 'country');
  await page.getByPlaceholder(say.t('app.goPlaceholder')).fill(say.t('app.goNew', { kind: country }));
  await expect(page.locator('.fc-palette').getByRole('option').first()).toContainText(country);
  await app.press('Enter');
  const form = new FormInFront(app, 'country');
  await expect(form.input('code')).toBeFocused();
  await app.press('Escape');
  await expect(app.screen.getByRole('grid').first()).toBeFocused();
});

test('scrolls a screen of text by keys, and Tab goes to its first control', async ({ signedIn }) => {
  const app = await signedIn({ motion: true, size: { width: 1280, height: 720 } });
  const { page } = app;
  await app.open(BILLS);
  await expect(app.screen.getByRole('grid').first()).toBeFocused();
  await app.press('Enter');
  await expect(app.screen.getByRole('heading', { level: 1 })).toBeVisible();
  const body = page.locator('.fc-tab-body:visible');
  await expect(body).toBeFocused();
  await page.keyboard.press('PageDown');
  await expect.poll(() => body.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(50);
  await app.press('Tab');
  expect(await body.evaluate((element) => element.contains(document.activeElement))).toBe(true);
});

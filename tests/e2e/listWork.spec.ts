import type { DeskApp } from './deskApp';
import { expect, test } from './fixtures';

const OPEN = "archived = 0 AND stage <> 'removed'";
const BILLS = '/bill/bill_manage';

const total = (app: DeskApp, count: number) =>
  app.screen.getByText(
    app.say.t(count === 1 ? 'common.total_one' : 'common.total_other', { shown: count.toLocaleString('en') }),
    { exact: true },
  );
/** The preview beside the list. */
const beside = (app: DeskApp) => app.screen.locator('.fc-peek').getByRole('status');
const clipboard = (app: DeskApp, as: 'text' | 'html') =>
  app.app.evaluate(({ clipboard: kept }, kind) => {
    const all = kept as unknown as { readText(): string; readHTML(): string };
    return kind === 'text' ? all.readText() : all.readHTML();
  }, as);

test('keeps a relative date range, sorts and pins several columns, and previews a row beside its list', async ({
  signedIn,
}) => {
  const app = await signedIn();
  const { page, say } = app;
  await app.open(BILLS);
  const label = (name: 'eta' | 'billNo' | 'stage' | 'batchNo' | 'customerId') => say.label(name, 'bill');

  await test.step('“this month” is shown as a word, filters the month, and is saved in a view', async () => {
    await app.screen.getByRole('button', { name: say.t('common.filtersShow') }).click();
    await app.screen
      .locator('.fc-filter', { hasText: label('eta') })
      .first()
      .getByRole('button')
      .click();
    await page.getByRole('menuitem', { name: say.t('common.span_thisMonth'), exact: true }).click();
    const chips = app.screen.getByRole('list', { name: say.t('common.filters') });
    await expect(chips).toContainText(say.pair(label('eta'), say.t('common.span_thisMonth')));
    const [from, to] = await page.evaluate(() =>
      [0, 1].map((ahead) => {
        const now = new Date();
        return new Date(now.getFullYear(), now.getMonth() + ahead, 1).toISOString().replace('.000', '');
      }),
    );
    await expect(
      total(app, await app.countBills(`${OPEN} AND eta >= '${from}' AND eta < '${to}'`)),
    ).toBeVisible();
    await app.screen.getByRole('button', { name: say.t('common.filtersHide') }).click();
    await app.screen.getByRole('button', { name: say.t('common.views'), exact: true }).click();
    await page.getByText(say.t('common.viewSave'), { exact: true }).click();
    await page.getByRole('dialog').getByLabel(say.t('common.viewName')).fill('The month');
    await page.keyboard.press('Enter');
    await expect(app.screen.getByRole('button', { name: 'The month', exact: true })).toBeVisible();
    expect(await app.texts("select asked from listView where name = 'The month'")).toEqual([
      JSON.stringify({ eta: { span: 'thisMonth', of: 'dateTime' } }),
    ]);
  });

  await test.step('two columns sort, each with its rank', async () => {
    await app.head(label('batchNo')).getByRole('button').first().click();
    await app
      .head(label('billNo'))
      .getByRole('button')
      .first()
      .click({ modifiers: ['Shift'] });
    const places = (name: string, place: number) =>
      app.screen.getByRole('columnheader', {
        name: `${name} ${place} ${say.t('common.sortPlace', { place, count: 2 })}`.replace(` ${place} `, ' '),
      });
    await expect(places(label('batchNo'), 1).last()).toHaveAttribute('aria-sort', 'ascending');
    await expect(places(label('billNo'), 2).last()).toHaveAttribute('aria-sort', 'ascending');
  });

  await test.step('a column is pinned to the left, up to the available room', async () => {
    await app.columnMenu(label('stage'));
    await page.getByRole('menuitem', { name: say.t('common.columnPin') }).click();
    await expect(app.head(label('stage'))).toHaveAttribute('aria-colindex', '3');
    await app.columnMenu(label('customerId'));
    const pin = page.getByRole('menuitem', { name: say.t('common.columnPin') });
    await expect(pin).toContainText(say.t('common.columnPinMost_other', { count: 2 }));
    await expect(pin).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('Escape');
  });

  await test.step('Space opens the preview, the arrows move it, Escape closes it, and nothing is selected', async () => {
    await app.cellAt(0, 3).click();
    const [first = '', second = ''] = await Promise.all(
      [0, 1].map(async (row) => (await app.cellAt(row, 1).innerText()).split('\n')[0]),
    );
    await page.keyboard.press('Space');
    await expect(beside(app)).toHaveText(first);
    await page.keyboard.press('ArrowDown');
    await expect(beside(app)).toHaveText(second);
    await expect(app.screen.getByRole('grid')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(beside(app)).toHaveCount(0);
    await expect(app.screen.getByText(say.t('common.selected', { count: 1 }))).toHaveCount(0);
    await page.keyboard.press('Space');
    await app.screen
      .locator('.fc-peek')
      .getByRole('button', { name: say.t('common.open') })
      .click();
    await expect(app.screen.getByRole('heading', { level: 1 })).toContainText(second);
  });
});

test('changes all matches when they are as many as were shown, and copies selected rows to a spreadsheet', async ({
  signedIn,
}) => {
  const app = await signedIn();
  const { page, say } = app;
  await app.open('/config/airport');
  const match = "(nameEn LIKE '%an%' OR nameCn LIKE '%an%' OR airportCode LIKE '%an%')";
  await app.screen.getByRole('searchbox').fill('an');
  await page.keyboard.press('Enter');
  const found = await app.count('airport', match);
  expect(found).toBeGreaterThan(3);
  await expect(total(app, found)).toBeVisible();
  const deactivateAll = async (count: number) => {
    await app.cellAt(0, 2).click();
    await page.keyboard.press('Shift+Space');
    await app.screen.getByRole('button', { name: say.t('common.selectAllMatching', { count }) }).click();
    await app.screen.getByRole('button', { name: say.t('common.deactivate'), exact: true }).click();
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await expect(dialog).toContainText(
      say.t('common.doAll_other', { verb: say.t('common.deactivate'), count }),
    );
    await dialog.getByRole('button', { name: say.t('common.deactivate'), exact: true }).click();
  };

  await test.step('nothing is done, with a message, when there is one match fewer than shown', async () => {
    const [id = ''] = await app.texts(`select id from airport where ${match} order by id limit 1`);
    const inUse = await app.count('airport', `${match} AND active = 1`);
    await app.sql(
      `update airport set active = 1, nameEn = 'Zzz', nameCn = 'Zzz', airportCode = 'ZZZ' where id = ${id}`,
    );
    await deactivateAll(found);
    await expect(
      page.getByText(say.message('COUNT_CHANGED', { actual: found - 1, expected: found })),
    ).toBeVisible();
    expect(await app.count('airport', `${match} AND active = 1`)).toBeGreaterThanOrEqual(inUse - 1);
    await expect(total(app, found - 1)).toBeVisible();
  });

  await test.step('all matches and no others are changed when they are as many as shown', async () => {
    const others = await app.count('airport', `NOT ${match} AND active = 1`);
    await deactivateAll(found - 1);
    await expect.poll(() => app.count('airport', `${match} AND active = 1`)).toBe(0);
    expect(await app.count('airport', `NOT ${match} AND active = 1`)).toBe(others);
  });

  await test.step('a cell is copied as shown, selected rows with headings, and bill numbers as text', async () => {
    await app.open(BILLS);
    await app.cellAt(0, 2).click();
    const batchNo = await app.cellAt(0, 2).innerText();
    await page.keyboard.press('Control+c');
    await expect.poll(() => clipboard(app, 'text')).toBe(batchNo);
    await page.keyboard.press('Shift+Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+Space');
    await page.keyboard.press('Control+c');
    await expect(page.getByText(say.t('common.copiedRows_other', { count: 2 }))).toBeVisible();
    const lines = (await clipboard(app, 'text')).split(/\r?\n/);
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(
      new RegExp(`^${say.label('billNo', 'bill')}\t${say.label('batchNo', 'bill')}\t`),
    );
    expect(lines[1]?.split('\t')[1]).toBe(batchNo);
    const html = await clipboard(app, 'html');
    expect(html).toMatch(/<td[^>]*mso-number-format:[^>]*>[^<]*<\/td>/);
    // The menu of a row offers the same.
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: say.t('common.copyHeaded') }).click();
    await expect.poll(async () => (await clipboard(app, 'text')).split(/\r?\n/).length).toBe(3);
  });
});

test('shows a list as it was left on return to it', async ({ start, demoData }) => {
  const data = demoData();
  let app = await start({ data });
  let { page, say } = app;
  await app.signIn('admin');
  await app.open(BILLS);
  await app.cellAt(1, 2).click();
  await page.keyboard.press('Shift+Space');
  for (let step = 0; step < 60; step += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  const far = await beside(app).innerText();
  await page.keyboard.press('Space');
  await expect(beside(app)).toHaveCount(0);
  const top = () =>
    app.screen
      .locator('.bp6-table-quadrant-main .bp6-table-quadrant-scroll-container')
      .first()
      .evaluate((element) => element.scrollTop);
  await expect.poll(top).toBeGreaterThan(500);
  /** Less than two rows: the focused row is brought wholly into view. */
  const NEAR = 56;
  const moved = async (before: number) => Math.abs((await top()) - before);

  await test.step('a return from a record keeps scroll position, focus and selection', async () => {
    const before = await top();
    await page.keyboard.press('Enter');
    await expect(app.screen.getByRole('heading', { level: 1 })).toContainText(far);
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(app.screen.getByRole('grid')).toBeVisible();
    await app.settled();
    expect(await moved(before)).toBeLessThan(NEAR);
    await expect(app.screen.getByText(say.t('common.selected', { count: 1 })).first()).toBeVisible();
    await page.keyboard.press('Space');
    await expect(beside(app)).toHaveText(far);
    await page.keyboard.press('Space');
  });

  await test.step('a return from another tab keeps them too', async () => {
    const before = await top();
    await app.open('/config/airport');
    await app.tabs.getByRole('tab', { name: say.words.menu['bill.manage'] }).click();
    await expect(app.screen.getByRole('tab', { name: say.t('common.all') })).toBeVisible();
    await app.settled();
    expect(await moved(before)).toBeLessThan(NEAR);
  });

  await test.step('a restart keeps the focused cell in view, and the selection', async () => {
    await app.close();
    app = await start({ data });
    ({ page, say } = app);
    await app.open(BILLS);
    await expect.poll(top).toBeGreaterThan(500);
    await expect(app.cell(far)).toBeVisible();
    await expect(app.screen.getByText(say.t('common.selected', { count: 1 })).first()).toBeVisible();
  });

  await test.step('a visible row causes no scrolling', async () => {
    await page.keyboard.press('Control+Home');
    await expect.poll(top).toBe(0);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    const second = await beside(app).innerText();
    await app.close();
    app = await start({ data });
    ({ page, say } = app);
    await app.open(BILLS);
    await expect(app.screen.getByRole('grid')).toBeFocused();
    await page.keyboard.press('Space');
    await expect(beside(app)).toHaveText(second);
    expect(await top()).toBe(0);
  });
});

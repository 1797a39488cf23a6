import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import type { DeskApp } from './deskApp';
import { expect, test } from './fixtures';

const OPEN = "archived = 0 AND stage <> 'removed'";
/** Returns the bill numbers shown, from the top. */
async function numbers(app: DeskApp, count = 6): Promise<string[]> {
  await app.settled();
  const rows = Array.from({ length: count }, (_, row) => app.cellAt(row, 1).innerText());
  return (await Promise.all(rows)).map((text) => text.split('\n')[0] ?? '');
}

const total = (app: DeskApp, count: number) =>
  app.screen.getByText(
    app.say.t(count === 1 ? 'common.total_one' : 'common.total_other', { shown: count.toLocaleString('en') }),
    { exact: true },
  );

test('works a list by keyboard alone', async ({ signedIn }) => {
  const app = await signedIn();
  const { page, say } = app;
  await page.keyboard.press('g');
  await page.keyboard.press('b');
  const grid = app.screen.getByRole('grid');
  await expect(grid).toBeFocused();
  const shown = await numbers(app);
  await page.keyboard.press('Shift+Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+Space');
  const chosen = (count: number) => app.screen.getByText(say.t('common.selected', { count })).first();
  await expect(chosen(2)).toBeVisible();
  // Marked rows are selected together, and deselected together.
  for (let row = 0; row < 3; row++) await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+Space');
  await expect(chosen(5)).toBeVisible();
  await page.keyboard.press('Shift+Space');
  await expect(chosen(1)).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Shift+Space');
  await expect(chosen(2)).toBeVisible();
  // Their actions are found by name in the palette, as everything else is.
  const remove = say.action('bill', 'remove');
  await app.go(remove);
  await expect(page.getByRole('dialog').getByRole('button', { name: remove })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(grid).toBeFocused();
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menuitem', { name: say.action('bill', 'update') })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(app.screen.getByRole('heading', { level: 1 })).toContainText(shown[0] ?? 'none');
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(app.screen.getByRole('grid')).toBeVisible();
  await expect(app.screen.getByText(say.t('common.selected', { count: 2 })).first()).toBeVisible();
  await page.keyboard.press('/');
  const search = app.screen.getByRole('searchbox');
  await expect(search).toBeFocused();
  // The first Escape clears the text; the second returns to the rows.
  await page.keyboard.type(shown[1] ?? 'none');
  await page.keyboard.press('Escape');
  await expect(search).toHaveValue('');
  await expect(search).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(grid).toBeFocused();
  await page.keyboard.press('/');
  await page.keyboard.type(shown[1] ?? 'none');
  await page.keyboard.press('Enter');
  await expect(total(app, 1)).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(grid).toBeFocused();
  await page.keyboard.press('Control+w');
  await expect(app.tabs.getByRole('tab', { name: say.words.menu['bill.manage'] })).toHaveCount(0);
  await expect(app.screen.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+Shift+t');
  await expect(app.screen.getByRole('grid')).toBeVisible();
});

test('agrees with the data in keyword, filter, stage and count', async ({ signedIn }) => {
  const app = await signedIn();
  const { page, say } = app;
  await app.open('/bill/bill_manage');
  await expect(total(app, await app.countBills(OPEN))).toBeVisible();

  const [billNo = ''] = await numbers(app);
  const search = app.screen.getByRole('searchbox');
  await search.fill(billNo.slice(-6));
  await page.keyboard.press('Enter');
  await expect(app.cell(billNo)).toBeVisible();
  await expect(
    total(app, await app.countBills(`${OPEN} AND (billNo LIKE '%${billNo.slice(-6)}%')`)),
  ).toBeVisible();

  await search.fill('nothing has this');
  await page.keyboard.press('Enter');
  await expect(app.screen.getByText(say.t('common.listNoMatch'))).toBeVisible();
  await app.screen
    .getByRole('button', { name: say.t('common.filterClear') })
    .first()
    .click();
  await expect(total(app, await app.countBills(OPEN))).toBeVisible();

  await app.screen.getByRole('button', { name: say.t('common.filtersShow') }).click();
  // The list leaves archived bills out, and says so.
  await expect(
    app.screen
      .locator('.fc-filter', { hasText: say.label('archived', 'bill') })
      .locator('select')
      .first(),
  ).toHaveText(new RegExp(`^${say.t('common.without_archived')}`));
  const weight = app.screen
    .locator('.fc-filter', { hasText: say.label('weight', 'bill') })
    .getByRole('textbox')
    .first();
  await weight.fill('2000');
  await page.keyboard.press('Tab');
  await expect(total(app, await app.countBills(`${OPEN} AND weight >= 2000000`))).toBeVisible();
  // The list of filters takes its room from the rows: the totals stay in view.
  await app.screen.getByRole('button', { name: say.t('common.filtersHide') }).click();
  await expect(app.screen.getByRole('list', { name: say.t('common.filters') })).toBeVisible();
  await expect(app.screen.locator('.fc-list-foot')).toBeInViewport({ ratio: 1 });
  const inbound = await app.countBills(`${OPEN} AND weight >= 2000000 AND stage = 'inbound'`);
  const tab = app.screen.getByRole('tab', { name: say.state('bill', 'inbound') });
  await expect(tab).toContainText(String(inbound));
  await tab.click();
  if (inbound > 0) await expect(total(app, inbound)).toBeVisible();
  await app.screen.getByRole('button', { name: say.t('common.reset'), exact: true }).click();
  await expect(total(app, await app.countBills(`${OPEN} AND stage = 'inbound'`))).toBeVisible();
});

test('scrolls open filters with their screen, and not within it', async ({ signedIn }) => {
  const app = await signedIn({ size: { width: 1280, height: 720 } });
  await app.open('/bill/bill_manage');
  await app.screen.getByRole('button', { name: app.say.t('common.filtersShow') }).click();
  const last = app.screen.locator('.fc-filter').last();
  await last.scrollIntoViewIfNeeded();
  const scrolling = () =>
    last.evaluate((field) => {
      let found = 0;
      for (let at = field.parentElement; at; at = at.parentElement)
        if (/auto|scroll/.test(getComputedStyle(at).overflowY) && at.scrollHeight > at.clientHeight)
          found += 1;
      return found;
    });
  await expect.poll(scrolling).toBe(1);
});

test('draws all rows at once after a jump in the list', async ({ signedIn }) => {
  const app = await signedIn();
  await app.open('/config/airport');
  await expect(app.screen.getByRole('gridcell').first()).toBeVisible();
  const seen = await app.screen
    .locator('.bp6-table-quadrant-main .bp6-table-quadrant-scroll-container')
    .evaluate(
      (list) =>
        new Promise<{ rows: number; missing: string[] }>((resolve) => {
          const place = list.getBoundingClientRect();
          const rowsOf = () => [...list.querySelectorAll<HTMLElement>('[role=gridcell]')];
          const before = new Set(rowsOf().map(({ id }) => id));
          list.scrollTop = Math.min(list.scrollHeight - list.clientHeight, 2 * list.clientHeight);
          const frame = () => {
            const came = rowsOf().filter(({ id }) => !before.has(id));
            if (came.length === 0) return requestAnimationFrame(frame);
            const columns = new Set(came.map(({ id }) => id.split('-').at(-1)));
            const rows = new Set(came.map(({ id }) => id.split('-').at(-2)));
            const missing = [...rows].flatMap((row) =>
              [...columns].flatMap((column) =>
                came.some(({ id }) => id.endsWith(`-${row}-${column}`)) ? [] : [`${row}/${column}`],
              ),
            );
            const height = came[0]?.offsetHeight ?? 1;
            // As many rows as fit.
            if (rows.size < Math.floor(place.height / height) - 2) missing.push(`only ${rows.size} rows`);
            return resolve({ rows: rows.size, missing });
          };
          requestAnimationFrame(frame);
        }),
    );
  expect(seen.missing).toEqual([]);
  expect(seen.rows).toBeGreaterThan(5);
});

test('shows no unloaded row while a list is scrolled', async ({ signedIn }) => {
  const app = await signedIn();
  const [id] = await app.texts('select billId from parcel group by billId having count(*) > 150 limit 1');
  await app.open(`/bill/bill_manage/detail/${id}`);
  await app.screen.getByRole('tab', { name: app.say.t('common.parcels'), exact: true }).click();
  await app.settled();
  const list = app.screen.locator('.bp6-table-quadrant-main .bp6-table-quadrant-scroll-container');
  const seen = await list.evaluate(async (place) => {
    const rows = new Set<number>();
    const empty = new Set<string>();
    const height = place.querySelector<HTMLElement>('[role=gridcell]')?.offsetHeight ?? 1;
    const grid = place.closest('[role=grid]');
    // Rows are read a hundred at a time: scrolls past the end of the first hundred, half a row at a time.
    for (let step = 0; step < 240; step++) {
      place.scrollTop = (step * height) / 2;
      await new Promise((done) => requestAnimationFrame(done));
      for (const cell of grid?.querySelectorAll('[role=gridcell][id$="-1"]') ?? []) {
        rows.add(Number(cell.id.split('-').at(-2)));
        if (!cell.textContent) empty.add(cell.id);
      }
    }
    return { last: Math.max(...rows), empty: [...empty] };
  });
  expect(seen.last).toBeGreaterThan(110);
  expect(seen.empty).toEqual([]);
});

test('shows the right words and checkbox in rows that replace others by scrolling', async ({ signedIn }) => {
  const app = await signedIn();
  await app.open('/bill/bill_manage');
  const box = (row: number) => app.cellAt(row, 0).getByRole('checkbox');
  const before = await numbers(app, 12);
  await box(1).click();
  const list = app.screen.locator('.bp6-table-quadrant-main .bp6-table-quadrant-scroll-container');
  const lines = list.locator('.fc-line');
  await lines.evaluateAll((all) => {
    for (const line of all) (line as unknown as { stood: boolean }).stood = true;
  });
  const scroll = (pixels: number) =>
    list.evaluate(async (place, by) => {
      for (let step = 0; step < 12; step++) {
        place.scrollTop += by;
        await new Promise((done) => requestAnimationFrame(done));
      }
    }, pixels);
  await scroll(150);
  await app.settled();
  await expect(app.screen.getByRole('status').getByText('1 selected')).toBeVisible();
  const rows = await app.screen.getByRole('checkbox').evaluateAll((all) =>
    all.map((one) => ({
      row: one.closest('[role=gridcell]')?.id.split('-').at(-2),
      name: one.getAttribute('aria-label'),
      checked: (one as HTMLInputElement).checked,
    })),
  );
  const shown = rows.filter(({ row }) => row !== undefined && Number(row) >= 0);
  expect(shown.length).toBeGreaterThan(10);
  for (const { row, name, checked } of shown) {
    expect(name).toBe(app.say.t('common.selectRow', { row: Number(row) + 1 }));
    expect(checked, name ?? '').toBe(false);
  }
  // A key meant for this checkbox is not passed to another.
  expect(await app.page.evaluate(() => document.activeElement?.closest('.fc-line'))).toBeNull();
  const stood = await lines.evaluateAll(
    (all) => all.filter((line) => (line as unknown as { stood?: boolean }).stood).length / all.length,
  );
  expect(stood).toBeGreaterThan(0.5);
  await scroll(-300);
  expect(await numbers(app, 12)).toEqual(before);
  await expect(box(1)).toBeChecked();
  await expect(box(2)).not.toBeChecked();
  // With Shift, all rows between this one and the one before are selected, or deselected.
  const chosen = (count: number) => app.screen.getByRole('status').getByText(`${count} selected`);
  await box(8).click({ modifiers: ['Shift'] });
  await expect(chosen(8)).toBeVisible();
  await box(6).click({ modifiers: ['Shift'] });
  await expect(chosen(5)).toBeVisible();
  await expect(box(5)).toBeChecked();
  await expect(box(8)).not.toBeChecked();
  // In another order, the rows between the two are not those that were seen.
  const first = (await numbers(app, 1))[0];
  await app.head(app.say.label('billNo', 'bill')).getByRole('button').first().click();
  await expect.poll(async () => (await numbers(app, 1))[0]).not.toBe(first);
  await box(0).click({ modifiers: ['Shift'] });
  await expect(chosen(6)).toBeVisible();
});

test('keeps a list behind another drawn, but hidden from screen readers, the mouse and keys', async ({
  signedIn,
}) => {
  const app = await signedIn();
  const { page } = app;
  await app.open('/bill/bill_manage');
  await app.cellAt(2, 1).click();
  await app.open('/config/airport');
  const behind = page.locator('.fc-tab-body[data-path="/bill/bill_manage"]');
  await expect(behind).toBeHidden();
  // Still in the page as it was, but hidden.
  expect(await behind.evaluate((body) => [body.clientHeight > 0, body.checkVisibility()])).toEqual([
    true,
    false,
  ]);
  await expect(page.getByRole('grid')).toHaveCount(1);
  const reached = new Set<string | null>();
  for (let step = 0; step < 40; step++) {
    // Backwards, through all tab stops before the rows.
    await page.keyboard.press('Shift+Tab');
    reached.add(
      await page.evaluate(
        () => document.activeElement?.closest('.fc-tab-body')?.getAttribute('data-path') ?? null,
      ),
    );
  }
  expect(reached).toContain('/config/airport');
  expect(reached).not.toContain('/bill/bill_manage');
  const under = await behind.evaluate((body) => {
    const { left, top, width, height } = body.getBoundingClientRect();
    const found = document.elementFromPoint(left + width / 2, top + height / 2);
    return found?.closest('.fc-tab-body')?.getAttribute('data-path');
  });
  expect(under).toBe('/config/airport');
  await app.open('/bill/bill_manage');
  await expect(page.getByRole('grid')).toHaveAttribute('aria-activedescendant', /-2-1$/);
});

test('names the system in words in a log, and opens a line by its menu', async ({ signedIn }) => {
  const app = await signedIn({ language: 'cn' });
  const { page, say } = app;
  const [id] = await app.texts(
    "select billId from billLog where operatorName = 'System' order by id desc limit 1",
  );
  await app.open(`/bill/bill_manage/detail/${id}`);
  await app.screen.getByRole('tab', { name: say.t('common.log') }).click();
  const system = say.words.choices.timelineSource.system;
  expect(system).not.toBe('System');
  await app.cell(system).click({ button: 'right' });
  await page.getByRole('menuitem', { name: say.t('common.open') }).click();
  await expect(page.getByRole('dialog')).toContainText(`${system} · `);
});

test('aligns each heading with its column', async ({ signedIn }) => {
  const app = await signedIn();
  await app.open('/bill/bill_manage');
  await expect(app.cellAt(0, 1)).toBeVisible();
  const edges = (role: string) =>
    app.screen.locator(`[role=${role}]`).evaluateAll((found) =>
      Object.fromEntries(
        found.map((one) => {
          const { left, width } = (one.closest('.bp6-table-header') ?? one).getBoundingClientRect();
          return [one.getAttribute('aria-colindex'), [Math.round(left), Math.round(width)]];
        }),
      ),
    );
  const cells = await edges('gridcell');
  expect(Object.keys(cells).length).toBeGreaterThan(5);
  expect(await edges('columnheader')).toMatchObject(cells);
});

test('sorts by a click on a header, and reverses by a second one', async ({ signedIn }) => {
  const app = await signedIn();
  await app.open('/bill/bill_manage');
  const header = app.head(app.say.label('billNo', 'bill'));
  await header.getByRole('button').first().click();
  await expect(header).toHaveAttribute('aria-sort', 'ascending');
  // The head changes at once, the rows when they have been loaded.
  await expect(async () => {
    const up = await numbers(app);
    expect(up).toEqual([...up].sort());
  }).toPass();
  const [first] = await numbers(app);
  await header.getByRole('button').first().click();
  await expect(header).toHaveAttribute('aria-sort', 'descending');
  await expect(async () => {
    const down = await numbers(app);
    expect(down).toEqual([...down].sort().reverse());
    expect(down[0]).not.toBe(first);
  }).toPass();
});

test('confirms all matches of a bulk action first, and gives a reason for each failure', async ({
  signedIn,
}) => {
  const app = await signedIn();
  const { page, say } = app;
  await app.open('/bill/bill_manage');
  await app.screen.getByRole('tab', { name: say.state('bill', 'draft') }).click();
  const drafts = await app.countBills(`${OPEN} AND stage = 'draft'`);
  await expect(total(app, drafts)).toBeVisible();
  const before = await app.countBills(`${OPEN} AND stage = 'draft' AND checked = 1`);
  await app.cellAt(0, 2).click();
  await page.keyboard.press('Shift+Space');
  await app.screen
    .getByRole('button', { name: say.t('common.selectAllMatching', { count: drafts }) })
    .click();
  await app.screen.getByRole('button', { name: say.action('bill', 'check'), exact: true }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(say.t('bill.allMatching_other', { count: drafts }));
  await question.getByRole('button', { name: say.action('bill', 'check'), exact: true }).click();
  const result = page.getByRole('dialog').filter({ hasText: say.t('common.bulkReason') });
  await expect(result).toBeVisible();
  const done = (await app.countBills(`${OPEN} AND stage = 'draft' AND checked = 1`)) - before;
  await expect(result.getByRole('row')).toHaveCount(drafts - done + 1);
  expect(done).toBeGreaterThan(0);
  await result
    .getByRole('button', { name: say.t('common.close') })
    .last()
    .click();
});

test('undoes an action on one bill at once', async ({ signedIn }) => {
  const app = await signedIn();
  const { page, say } = app;
  await app.open('/bill/bill_manage');
  await app.screen.getByRole('tab', { name: say.state('bill', 'draft') }).click();
  const [billNo = ''] = await numbers(app);
  const removed = () => app.countBills(`billNo = '${billNo}' AND stage = 'removed'`);
  const before = await removed();
  await app.cellAt(0, 2).click();
  await page.keyboard.press('Shift+Space');
  await app.screen.getByRole('button', { name: say.action('bill', 'remove'), exact: true }).click();
  await page.getByLabel(say.t('bill.removeReasonAsk')).fill('Entered twice');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say.action('bill', 'remove') })
    .click();
  await expect(page.getByText(say.t('bill.removed_one', { count: 1 }))).toBeVisible();
  expect(await removed()).toBe(before + 1);
  // The rows under the toast can be clicked; its button as well.
  const reached = await page.locator('.bp6-toast').evaluate((toast) =>
    [toast.querySelector('.bp6-toast-message'), toast.querySelector('[role=button]')].map((part) => {
      const { left, top, width, height } = part?.getBoundingClientRect() ?? new DOMRect();
      return toast.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    }),
  );
  expect(reached).toEqual([false, true]);
  await page.getByRole('button', { name: say.t('common.undo') }).click();
  await expect(page.getByText(say.t('bill.recovered_one', { count: 1 }))).toBeVisible();
  expect(await removed()).toBe(before);
});

test('hides, widens and moves columns, keeps them after a restart, and exports what is shown', async ({
  start,
  demoData,
  place,
}) => {
  const data = demoData();
  const app = await start({ data });
  const { page, say } = app;
  await app.signIn('admin');
  await app.open('/bill/bill_manage');
  const names = async (of: DeskApp) =>
    Promise.all(
      [1, 2, 3, 4].map((column) =>
        of.screen.locator(`[role=columnheader][id$="-head-${column}"]`).last().innerText(),
      ),
    );
  await app.columnMenu(say.label('batchNo', 'bill'));
  await page.getByRole('menuitem', { name: say.t('common.columnHide') }).click();
  await expect(page.getByRole('menu')).toHaveCount(0);
  await app.columnMenu(say.label('clearanceStatus', 'bill'));
  await page.getByRole('menuitem', { name: say.t('common.columnLeft') }).click();
  const expected = ['billNo', 'stage', 'clearanceStatus', 'nextDueAt'].map((field) =>
    say.label(field, 'bill'),
  );
  await expect.poll(() => names(app)).toEqual(expected);
  await app.close();

  const again = await start({ data });
  await again.open('/bill/bill_manage');
  await expect.poll(() => names(again)).toEqual(expected);
  const file = path.join(place.folder('out'), 'chosen.csv');
  await again.willSaveTo(file);
  await again.cellAt(0, 2).click();
  await again.page.keyboard.press('Shift+Space');
  await again.screen
    .getByRole('button', { name: say.t('common.export') })
    .first()
    .click();
  await again.page.getByRole('menuitem', { name: say.t('common.exportCsv') }).click();
  await expect(again.page.getByText(say.t('common.exported', { name: 'chosen.csv' }))).toBeVisible();
  const rows: string[][] = parse(readFileSync(file, 'utf8'), { bom: true });
  expect(rows).toHaveLength(2);
  expect(rows[0]?.slice(0, 4)).toEqual(expected);
});

test('changes the language and the row height in the list in front and in those behind it', async ({
  signedIn,
}) => {
  const app = await signedIn();
  const { page } = app;
  const stage = app.cellAt(1, 3);
  const heightOf = async () => (await stage.boundingBox())?.height ?? 0;
  const choose = async (density: 'Roomy' | 'Compact') => {
    await page.getByRole('button', { name: app.say.t('app.account') }).click();
    await page.getByRole('menuitem', { name: app.say.t(`app.density${density}`) }).click();
    await page.keyboard.press('Escape');
  };
  await app.open('/bill/bill_manage');
  const height = await heightOf();
  await choose('Roomy');
  await expect.poll(heightOf).toBeGreaterThan(height);
  const roomy = await heightOf();
  await app.open('/config/airport');
  await app.speak('cn');
  await choose('Compact');
  await app.open('/bill/bill_manage');
  await expect(stage).toHaveText(/^\p{Script=Han}+$/u);
  await expect.poll(heightOf).toBeLessThan(roomy);
});

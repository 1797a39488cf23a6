import { spawn } from 'node:child_process';
import { linkTo } from '@contract/link';
import type { DeskApp } from './deskApp';
import { type Desktop, expect, test } from './fixtures';
import { answerDialogs, onDisk } from './leaving';

/** The rows of the palette, and the one that Enter takes. */
const rowsOf = (page: import('playwright/test').Page) => page.locator('.fc-palette [role=option]');

test('finds screens, actions, records and recent entries in both languages, by pinyin and initials', async ({
  signedIn,
}) => {
  const app = await signedIn({ motion: true });
  await app.open('/sea/isf');
  const { page } = app;
  const rows = rowsOf(page);
  const box = () => page.getByPlaceholder(app.say.t('app.goPlaceholder'));
  const typed = async (text: string) => {
    await page.keyboard.press('Control+k');
    await box().fill(text);
  };

  for (const language of ['en', 'cn'] as const) {
    await app.speak(language);
    const bills = app.say.words.menu['bill.manage'];
    const spelt = { en: 'Bills', cn: '提单列表' };
    // By its name in either language, its path, or a task on it.
    const searched = [spelt.cn, 'tidanliebiao', 'tdlb', '/bill/bill_manage'].map(
      (text) => [text, bills] as const,
    );
    const scanned = ['scan', '扫码'].map((text) => [text, app.say.words.menu['bill.warehouse']] as const);
    const imported = ['import bills', '导入提单', 'drtd'].map(
      (text) => [text, app.say.words.menu['bill.import']] as const,
    );
    // Records in a list lead to it, whatever the list is called.
    const ruled = ['alert rule', '预警规则'].map(
      (text) => [text, app.say.words.menu['config.monitor']] as const,
    );
    for (const [text, screen] of [...searched, ...scanned, ...imported, ...ruled]) {
      await typed(text);
      // Only the arrows move through the results: Tab has nowhere else to go.
      await page.keyboard.press('Tab');
      await expect(box()).toBeFocused();
      await expect(rows.first(), text).toContainText(screen);
      await page.keyboard.press('Escape');
      await expect(rows).toHaveCount(0);
    }
    // An action of the screen in front is listed with its key.
    await typed(app.say.t('sea.addIsf'));
    const byKey = rows.filter({ has: page.locator('kbd', { hasText: /^N$/ }) });
    await expect(byKey).toBeVisible();
    await page.keyboard.press('Escape');
    // It is not listed again as a new record of its kind, though found by those words, too.
    const fresh = app.say.t('app.goNew', { kind: app.say.choice('logObject', 'seaIsf') });
    await typed(fresh);
    await expect(byKey).toBeVisible();
    await expect(rows.filter({ hasText: fresh, hasNot: page.locator('kbd') })).toHaveCount(0);
    await page.keyboard.press('Escape');
  }

  const [customer = ''] = await app.texts(
    "select code from customer where nameCn != '' order by code limit 1",
  );
  await typed(customer);
  const row = rows.filter({ hasText: customer }).filter({ hasText: app.say.choice('logObject', 'customer') });
  await expect(row.locator('mark').first()).toHaveText(customer);
  await row.first().click();
  await expect(app.screen.getByRole('heading', { name: customer })).toBeVisible();
  await app.open('/home/center');

  await page.keyboard.press('Control+k');
  await expect(rows.first()).toContainText(customer);
  await page.screenshot({ path: test.info().outputPath('palette-first.png') });
  await page.keyboard.press('Enter');
  await expect(app.screen.getByRole('heading', { name: customer })).toBeVisible();
});

/** Starts the app again on the same data, as a click on a link does; returns the exit code of that start. */
function startAgain(desktop: Desktop, app: DeskApp, link: string): Promise<number | null> {
  const again = spawn(desktop.executable, [desktop.app, `--user-data-dir=${app.data}`, link], {
    env: desktop.env as NodeJS.ProcessEnv,
    stdio: 'ignore',
  });
  return new Promise((ended) => again.once('exit', ended));
}

test('opens the record of any number in eight keys, and by a link from outside', async ({
  start,
  demoData,
  desktop,
}) => {
  const data = demoData();
  const first = await start({ motion: true, data });
  const [bill = ''] = await first.texts(
    "select id || ' ' || billNo from bill where mode = 'air' and removedAt is null and substr(billNo, -6) in (select substr(billNo, -6) from bill group by 1 having count(*) = 1) limit 1",
  );
  const [id = '', billNo = ''] = bill.split(' ');
  const path = `/bill/bill_manage/detail/${id}`;
  await first.close();

  const app = await start({ motion: true, data, args: [linkTo(path)] });
  const { page, say } = app;
  const heading = app.screen.getByRole('heading', { level: 1 });
  await test.step('a link given at the start waits for the sign-in', async () => {
    await expect(page.getByLabel(say.label('username'))).toBeVisible();
    await app.signIn('admin');
    await expect(heading).toContainText(billNo);
  });

  await test.step('a number with blanks is found with Enter at once', async () => {
    await app.open('/home/center');
    await page.keyboard.press('Control+p');
    await page.keyboard.type(billNo.slice(-6));
    await page.keyboard.press('Enter');
    await expect(heading).toContainText(billNo);
    await app.open('/home/center');
    await page.keyboard.press('Control+p');
    // Text that is not typed by keys goes where the focus is.
    await expect(page.getByPlaceholder(say.t('app.findPlaceholder'))).toBeFocused();
    await page.keyboard.insertText(billNo.replace('-', ' ').replace(/(\d{4})$/, ' $1'));
    await page.keyboard.press('Enter');
    await expect(heading).toContainText(billNo);
  });

  await test.step('the last four digits find a number among others; without a match the search is explained', async () => {
    await app.open('/home/center');
    await page.keyboard.press('Control+k');
    await page.keyboard.type(billNo.slice(-4));
    await expect(page.getByRole('option').filter({ hasText: billNo }).first()).toBeVisible();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('9999-999');
    await expect(page.getByText(say.t('app.goNumberNothing'))).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(page.getByPlaceholder(say.t('app.goPlaceholder'))).toHaveCount(0);
  });

  await test.step('all keys typed before the field is there count, Enter too', async () => {
    await app.open('/home/center');
    const cdp = await page.context().newCDPSession(page);
    // Keys that do not wait for one another, on a machine that is slow to draw.
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 20 });
    await page.keyboard.press('Control+p');
    await Promise.all([...billNo.slice(-6), 'Enter'].map((key) => page.keyboard.press(key)));
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await expect(heading).toContainText(billNo);
  });

  await test.step('keys typed in a form do not reach its field, which gets the focus back', async () => {
    await app.open('/bill/add_bill');
    const remarks = app.screen.getByLabel(say.label('remarks'));
    await remarks.fill('By the first truck');
    await page.keyboard.press('Control+p');
    await page.keyboard.type(billNo.slice(-6));
    await expect(page.getByPlaceholder(say.t('app.findPlaceholder'))).toHaveValue(billNo.slice(-6));
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(remarks).toBeFocused();
    await expect(remarks).toHaveValue('By the first truck');
    // The same after an overlay over a list.
    await app.open('/config/mark');
    await app.screen.getByRole('gridcell').nth(1).click();
    const grid = app.screen.getByRole('grid');
    await expect(grid).toBeFocused();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: say.t('app.shortcuts') })).toBeVisible();
    await expect(grid).not.toBeFocused();
    await page.keyboard.press('Escape');
    await expect(grid).toBeFocused();
  });

  await test.step('a link from a second start is opened', async () => {
    await app.open('/home/center');
    expect(await startAgain(desktop, app, linkTo(path))).toBe(0);
    await expect(heading).toContainText(billNo);
    await page.getByRole('button', { name: say.t('app.linkCopy') }).click();
    await expect(page.getByText(say.t('app.linkCopied'))).toBeVisible();
    // It was not opened from a list.
    await page.keyboard.press('Alt+ArrowDown');
    await expect(page.getByText(say.t('app.recordNone.none'))).toBeVisible();
  });

  await test.step('a link that leads nowhere, or is not permitted, says so', async () => {
    await startAgain(desktop, app, 'freight-console://open/bill/../etc');
    await expect(page.getByText(say.t('app.linkUnknown'))).toBeVisible();
    await startAgain(desktop, app, linkTo('/bill/nowhere'));
    await expect(heading).toContainText(billNo);
    await app.signOut();
    await app.signIn('warehouse');
    await startAgain(desktop, app, linkTo('/staff/role'));
    await expect(page.getByText(say.t('app.noPermissionTitle'))).toBeVisible();
  });
});

test('moves through the list of a record by Alt and arrows, and keeps the selection after a restart', async ({
  start,
  demoData,
}) => {
  const data = demoData();
  const app = await start({ motion: true, data });
  await app.signIn('admin');
  const { page, say } = app;
  await app.open('/bill/bill_manage');
  await app.screen.getByRole('tab', { name: new RegExp(`^${say.state('bill', 'arrived')}`) }).click();
  await app.settled();
  const numbers = await app.texts(
    "select billNo from bill where stage = 'arrived' and archived = 0 order by dueOrder, id",
  );
  const heading = app.screen.getByRole('heading', { level: 1 });
  await test.step('two rows are selected; the menu of one leads to its screen in other ways', async () => {
    for (const row of [0, 1]) {
      await app.cellAt(row, 1).click();
      await page.keyboard.press('Shift+Space');
    }
    await expect(
      app.screen.getByRole('search').getByText(say.t('common.selected', { count: 2 })),
    ).toBeVisible();
    await page.keyboard.press('Shift+F10');
    await expect(page.getByRole('menuitem', { name: say.t('app.ownOpen') })).toBeVisible();
    await page.getByRole('menuitem', { name: say.t('app.linkCopy') }).click();
    await expect(page.getByText(say.t('app.linkCopied'))).toBeVisible();
  });
  await app.cellAt(0, 1).dblclick();
  await expect(heading).toContainText(numbers[0] ?? '');
  const place = (index: number) =>
    app.screen.getByText(say.t('app.recordPlace', { place: index + 1, total: numbers.length }), {
      exact: true,
    });
  await expect(place(0)).toBeVisible();
  const open = await app.tabs.getByRole('tab').count();
  for (const index of [1, 2]) {
    await page.keyboard.press('Alt+ArrowDown');
    await expect(heading).toContainText(numbers[index] ?? '');
    await expect(place(index)).toBeVisible();
  }
  await app.screen.getByRole('button', { name: say.t('app.recordPrevious') }).click();
  await expect(heading).toContainText(numbers[1] ?? '');
  // The same tab all the way, and no record before the first.
  await expect(app.tabs.getByRole('tab')).toHaveCount(open);
  // The next record opens on the tab that was in front.
  const customs = app.screen.getByRole('tab', { name: say.t('clearance.tab'), exact: true });
  await customs.click();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(heading).toContainText(numbers[0] ?? '');
  await expect(customs).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Alt+ArrowUp');
  await expect(page.getByText(say.t('app.recordNone.first'))).toBeVisible();
  // Sent as system keys, with Alt released first: the menu bar would react to Alt alone, and take all keys after it.
  await page.evaluate(() => {
    const heard: string[] = [];
    window.addEventListener('keyup', ({ key }) => heard.push(key));
    Object.assign(window, { heard });
  });
  const press = (keys: readonly string[]) =>
    app.app.evaluate(({ BrowserWindow }, all) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      for (const type of ['keyDown', 'keyUp'] as const)
        for (const keyCode of all) {
          const modifiers = all.length > 1 && keyCode !== 'Alt' ? (['alt'] as const) : [];
          contents?.sendInputEvent({ type, keyCode, modifiers: [...modifiers] });
        }
    }, keys);
  const heard = () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
  await press(['Alt', 'Down']);
  await expect(heading).toContainText(numbers[1] ?? '');
  await expect.poll(heard).toEqual(['ArrowDown']);
  await press(['Alt']);
  await expect.poll(heard).toEqual(['ArrowDown', 'Alt']);
  await press(['Alt', 'Up']);
  await expect(heading).toContainText(numbers[0] ?? '');

  await app.close();
  const later = await start({ motion: true, data });
  const again = later.screen.getByRole('heading', { level: 1 });
  await expect(again).toContainText(numbers[0] ?? '');
  await later.page.keyboard.press('Alt+ArrowDown');
  await expect(again).toContainText(numbers[1] ?? '');
  await later.open('/bill/bill_manage');
  await expect(
    later.screen.getByRole('search').getByText(say.t('common.selected', { count: 2 })),
  ).toBeVisible();
  // The selection belongs to the results of the list: another tab of it finds something else.
  await later.screen.getByRole('tab', { name: new RegExp(`^${say.state('bill', 'pickup')}`) }).click();
  await expect(
    later.screen.getByRole('search').getByText(say.t('common.selected', { count: 2 })),
  ).toHaveCount(0);
});

test('lists the actions of the menu beside the buttons in the palette', async ({ signedIn }) => {
  const app = await signedIn({ motion: true });
  const { page, say } = app;
  const entry = (name: string) => page.getByRole('option').filter({ hasText: name }).first();
  const choose = async (name: string) => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(name);
    await expect(entry(name)).toBeVisible();
    await page.keyboard.press('Enter');
  };
  const dialog = page.getByRole('dialog');
  const [draft = ''] = await app.texts(
    `select id from bill where stage = 'draft' and archived = 0 and removedAt is null limit 1`,
  );
  await app.open(`/bill/bill_manage/detail/${draft}`);
  await expect(app.screen.getByRole('heading', { level: 1 })).toBeVisible();
  await choose(say.action('bill', 'remove'));
  await expect(dialog.getByLabel(say.t('bill.removeReasonAsk'))).toBeFocused();
  await page.keyboard.press('Escape');

  const [id = ''] = await app.texts(
    `select billId from parcel join bill on bill.id = billId where archived = 0 and removedAt is null and parcel.state = 'free' limit 1`,
  );
  await app.open(`/bill/bill_manage/detail/${id}`);
  await app.screen.getByRole('tab', { name: say.t('common.parcels'), exact: true }).click();
  await app.settled();
  await app.cellAt(0, 1).click();
  await app.press('Shift+Space', 'ArrowDown', 'Shift+Space');
  await expect(app.screen.getByText(say.t('common.selected', { count: 2 })).first()).toBeVisible();
  await choose(say.action('parcel', 'abnormal'));
  await expect(dialog.getByText(say.t('customs.bySelected_other', { count: 2 }))).toBeVisible();
});

test('gives a record in its own window all functions, asks before a loss, and closes it with the session', async ({
  signedIn,
}) => {
  const app = await signedIn({ motion: true });
  const { page, say } = app;
  await app.open('/bill/bill_manage');
  await app.cellAt(0, 1).dblclick();
  const heading = app.screen.getByRole('heading', { level: 1 });
  const billNo = (await heading.innerText()).trim();
  await app.tabs.getByRole('tab', { name: billNo }).click({ button: 'right' });
  const opened = app.app.waitForEvent('window');
  await page.getByRole('menuitem', { name: say.t('app.ownOpen') }).click();
  const own = await opened;
  await expect(own.getByRole('heading', { level: 1 })).toContainText(billNo);
  await expect(app.tabs.getByRole('tab', { name: billNo })).toHaveCount(0);
  await expect(own.getByRole('tablist', { name: say.t('app.openScreens') })).toHaveCount(0);

  await test.step('the new window is as restricted as the main one', async () => {
    const kept = await app.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map(({ webContents }) => {
        const found = (
          webContents as unknown as { getLastWebPreferences(): Record<string, unknown> }
        ).getLastWebPreferences();
        return [found.sandbox, found.contextIsolation, found.nodeIntegration, found.webviewTag];
      }),
    );
    expect(kept).toEqual([
      [true, true, false, false],
      [true, true, false, false],
    ]);
    expect(
      await own.evaluate(() => [typeof (globalThis as { require?: unknown }).require, 'bridge' in window]),
    ).toEqual(['undefined', true]);
  });

  await test.step('the new window follows theme and language of the main one', async () => {
    await app.theme('dark');
    await expect(own.locator('body.bp6-dark')).toBeAttached();
    await app.speak('cn');
    await expect(own.getByRole('button', { name: app.say.t('app.linkCopy') })).toBeVisible();
    await app.speak('en');
    await expect(own.getByRole('button', { name: app.say.t('app.linkCopy') })).toBeVisible();
  });

  await test.step('the tabs of the main window are not in the new one', async () => {
    await app.open('/home/center');
    const settings = await app.call('settings.change', {});
    expect(JSON.stringify(settings)).toContain('/home/center');
  });

  await test.step('a form open in both is edited in one of them, until the other takes it over', async () => {
    await app.open('/bill/add_bill');
    const here = app.screen.getByLabel(say.label('remarks'));
    await expect(here).toBeEnabled();
    await own.evaluate(() => {
      window.location.hash = '#/bill/add_bill';
    });
    const there = own.getByLabel(say.label('remarks'));
    await there.fill('Typed there');
    await expect(here).toBeDisabled();
    await expect(app.screen.getByRole('button', { name: say.t('common.save') })).toBeDisabled();
    await app.screen.getByRole('button', { name: say.t('common.goOnTheirs') }).click();
    await expect(here).toHaveValue('Typed there');
    await here.fill('Typed here');
    await expect(there).toBeDisabled();
    await expect(there).toHaveValue('Typed there');
    await own.getByRole('button', { name: say.t('common.goOnMine') }).click();
    await expect(there).toBeEnabled();
    await expect(here).toBeDisabled();
    await app.screen.getByRole('button', { name: say.t('common.goOnTheirs') }).click();
    await expect(here).toHaveValue('Typed there');
    await here.fill('');
    await expect(there).toBeEnabled();
    await there.fill('');
    await app.open('/home/center');
  });

  await test.step('unsaved text is asked about when the window closes', async () => {
    await own.evaluate(() => {
      window.location.hash = '#/bill/add_bill';
    });
    await own.getByLabel(say.label('remarks')).fill('Typed in a window of its own');
    await onDisk(app, 'Typed in a window of its own');
    const questions = await answerDialogs(app, 1);
    await own.keyboard.press('Control+w');
    await expect.poll(questions).toHaveLength(1);
    const [question = ''] = await questions();
    expect(question).toContain(say.words.desktop.quitUnsavedTitle);
    expect(question).toContain(say.t('bill.addBill'));
    await expect(own.getByLabel(say.label('remarks'))).toHaveValue('Typed in a window of its own');
  });

  await test.step('the window closes with the session, and keeps what was typed', async () => {
    const closed = own.waitForEvent('close');
    await app.signOut();
    await closed;
    await app.signIn('admin');
    await app.open('/bill/add_bill');
    await expect(app.screen.getByLabel(say.label('remarks'))).toHaveValue('Typed in a window of its own');
  });
});

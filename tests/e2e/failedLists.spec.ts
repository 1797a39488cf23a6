import { screens } from '../../renderer/screens';
import { type Fault, refusal } from '../support/brokenFront';
import type { DeskApp } from './deskApp';
import { expect } from './fixtures';
import { test } from './teamServer';

const NO = 'Not now, says the server';
/** Milliseconds of a slow response. */
const SLOW = 8000;
/** True for reads that fill lists; those that name records of a list, and those of the frame of the window, succeed. */
const isRead = (method: string, url: string) =>
  method === 'GET' && !/\/(all|menu-tree|me|count|captcha)(\?|$)/.test(url);
/** True if a call contains the text typed into the search. */
const lists = (keyword: string) => (method: string, url: string) =>
  method === 'GET' && url.includes(`keyword=${keyword}`);

/** Kinds of failure, by the fault that causes each. */
const KINDS: Readonly<Record<string, { readonly fault: Fault; readonly message: RegExp }>> = {
  'a 400': { fault: refusal(400, NO), message: new RegExp(NO) },
  'a 403': { fault: refusal(403, NO), message: /./ },
  // Without a code of the API, a 404 means that the server has no such call: see `otherShapes`.
  'a 404': { fault: refusal(404, NO, 'NOT_FOUND'), message: /./ },
  'a 409': { fault: refusal(409, NO), message: new RegExp(NO) },
  'a 500 with a page': {
    fault: { status: 500, type: 'text/html', body: '<h1>Whoops</h1>' },
    message: /./,
  },
  'a refusal with status 200': { fault: refusal(200, NO), message: new RegExp(NO) },
  'a dropped connection': { fault: 'dropped', message: /./ },
};

/** The cells that are drawn, except empty ones. */
const rowsOf = (app: DeskApp) => app.screen.getByRole('gridcell').filter({ hasText: /\w/ });
const footOf = (app: DeskApp) => app.screen.locator('.fc-list-foot > span').first();
const TOTAL = /\d/;

test('shows no stale rows, totals or counts, the reason and a retry when a list fails', async ({
  onTeam,
  team,
}) => {
  // Every list of the menu is opened in one start.
  test.setTimeout(360_000);
  const app = await onTeam();
  const { page, screen, say } = app;
  const { front } = team;
  const search = screen.getByRole('searchbox');
  const failed = screen.getByText(say.t('common.listFailed')).first();
  const retry = screen.locator('.fc-table-place').getByRole('button', { name: say.t('common.retry') });

  await test.step('every list of the menu reports its failure', async () => {
    const seen: string[] = [];
    for (const { path: to } of screens) {
      if (to.includes(':')) continue;
      await app.open(to);
      if ((await search.count()) !== 1 || (await footOf(app).count()) !== 1) {
        await app.closeScreen();
        continue;
      }
      await expect(footOf(app)).toHaveText(TOTAL);
      const keyword = `zq${seen.length}`;
      front.faultOf = (method, url) => (lists(keyword)(method, url) ? refusal(400, NO) : undefined);
      await search.fill(keyword);
      await search.press('Enter');
      await expect(failed, to).toBeVisible();
      await expect(screen.getByText(NO).first(), to).toBeVisible();
      await expect(rowsOf(app), to).toHaveCount(0);
      await expect(footOf(app), to).not.toHaveText(TOTAL);
      for (const count of await screen.locator('.fc-stage-count, .fc-legend-count, .fc-totals').all())
        await expect(count, to).toHaveText(/^\D*$/);
      front.heal();
      await retry.click();
      await expect(failed, to).toHaveCount(0);
      // One press loads the numbers around the list as well.
      await expect(screen.locator('.fc-trouble'), to).toHaveCount(0);
      await expect(footOf(app), to).toHaveText(TOTAL);
      seen.push(to);
      await app.closeScreen();
    }
    expect(seen.length).toBeGreaterThan(40);
  });

  await test.step('every kind of failure is reported', async () => {
    await app.open('/bill/bill_manage');
    let nth = 0;
    for (const [kind, { fault, message }] of Object.entries(KINDS)) {
      nth += 1;
      const keyword = `wq${nth}`;
      front.faultOf = (method, url) => (lists(keyword)(method, url) ? fault : undefined);
      await search.fill(keyword);
      await search.press('Enter');
      await expect(failed, kind).toBeVisible({ timeout: 30_000 });
      await expect(
        screen.locator('.fc-table-place .bp6-non-ideal-state').getByText(message).first(),
        kind,
      ).toBeVisible();
      await expect(rowsOf(app), kind).toHaveCount(0);
      await expect(footOf(app), kind).not.toHaveText(TOTAL);
      // A filtered list cannot be exported while its rows are not known.
      await screen.getByRole('button', { name: say.t('common.export'), exact: true }).click();
      await expect(page.getByRole('menuitem', { name: say.t('common.exportXlsx') }), kind).toBeDisabled();
      await page.keyboard.press('Escape');
      front.heal();
      await retry.click();
      await expect(failed, kind).toHaveCount(0, { timeout: 30_000 });
      await expect(footOf(app), kind).toHaveText(TOTAL);
      await search.fill('');
      await expect(rowsOf(app).first(), kind).toBeVisible();
    }
  });

  await test.step('a late response leaves the earlier rows dimmed, marked and without actions', async () => {
    const first = (await rowsOf(app).first().textContent()) ?? '';
    const total = (await footOf(app).textContent()) ?? '';
    front.faultOf = (method, url) => (lists('latezq')(method, url) ? 'hanging' : undefined);
    await search.fill('latezq');
    await search.press('Enter');
    await expect(screen.getByText(say.t('common.formerRows'))).toBeVisible();
    await expect(footOf(app)).toHaveText(say.t('common.searching'));
    const dimmed = screen.locator('.bp6-table-body-cells').last();
    expect(Number(await dimmed.evaluate((cells) => getComputedStyle(cells).opacity))).toBeLessThan(1);
    await expect(screen.getByText(total)).toHaveCount(0);
    for (const count of await screen.locator('.fc-stage-count, .fc-totals').all())
      await expect(count).toBeHidden();
    const tabs = await app.tabs.getByRole('tab').count();
    await screen.getByRole('grid').focus();
    await app.press('Enter', 'Control+a', 'Shift+Space');
    await expect(screen.getByText(say.t('common.selectionClear'))).toHaveCount(0);
    await expect(screen.locator('.fc-chosen-bar')).toHaveCount(0);
    expect(await app.tabs.getByRole('tab').count()).toBe(tabs);
    await expect(screen.getByRole('grid')).toHaveAttribute('aria-busy', 'true');
    front.heal();
    // The connection that hung is closed, which is a failure like the others.
    await expect(failed.or(screen.getByText(say.t('common.listNoMatch')))).toBeVisible({ timeout: 30_000 });
    await search.fill('');
    await expect(app.cell(first)).toBeVisible();
  });

  await test.step('a response after 8 seconds replaces the earlier rows', async () => {
    const total = (await footOf(app).textContent()) ?? '';
    front.late = (url) => (lists('501')('GET', url) ? SLOW : 0);
    await search.fill('501');
    await search.press('Enter');
    await expect(footOf(app)).toHaveText(say.t('common.searching'));
    await expect(screen.getByText(say.t('common.formerRows'))).toBeVisible();
    await expect(footOf(app)).toHaveText(TOTAL);
    await expect(footOf(app)).not.toHaveText(total);
    await expect(screen.getByText(say.t('common.formerRows'))).toHaveCount(0);
    front.heal();
    await search.fill('');
    await expect(footOf(app)).toHaveText(total);
  });

  await test.step('rows that could not be reloaded stay marked until that succeeds', async () => {
    front.faultOf = (method, url) => (isRead(method, url) ? refusal(400, NO) : undefined);
    const trouble = screen.locator('.fc-table-place > .fc-trouble');
    // Data read within the last seconds is not read again.
    await expect(async () => {
      await page.keyboard.press('F5');
      await expect(trouble).toHaveText(new RegExp(NO), { timeout: 2_000 });
    }).toPass({ timeout: 30_000 });
    await expect(rowsOf(app).first()).toBeVisible();
    front.heal();
    await trouble.getByRole('button', { name: say.t('common.retry') }).click();
    await expect(trouble).toHaveCount(0);
  });
});

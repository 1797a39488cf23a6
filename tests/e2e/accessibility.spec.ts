import { AxeBuilder } from '@axe-core/playwright';
import { screens } from '../../renderer/screens';
import type { DeskApp } from './deskApp';
import { expect, test } from './fixtures';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * What axe finds, each with the place. In the dark only colours are looked at: nothing else changes with them. The menu at
 * the side, which is the same everywhere, is looked at where it is asked for.
 */
async function findings(app: DeskApp, theme: 'light' | 'dark', menu = false): Promise<string[]> {
  await app.settled();
  // Transitions of panels come to rest: half-drawn colours are no findings.
  await app.page.waitForTimeout(250);
  const legacy = new AxeBuilder({ page: app.page }).setLegacyMode(true);
  const axe = theme === 'light' ? legacy.withTags(RULES) : legacy.withRules('color-contrast');
  const { violations } = await (menu ? axe : axe.exclude('nav')).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes
      // Cells belong to their rows by aria-owns, which axe does not follow: the test of the tree below does.
      .filter(({ html }) => id !== 'aria-required-children' || !html.includes('bp6-table-container'))
      .slice(0, 3)
      .map(({ target, html }) => `${id} at ${target.join(' ')}: ${html.slice(0, 160)}`),
  );
}

const pathOf = (path: string) =>
  path.replace(':id', '1').replace(':code', '610910') + (/edit_|customer_detail/.test(path) ? '?id=1' : '');

// Each language and each theme once: words do not change colours, nor colours names.
for (const [language, theme] of [
  ['en', 'light'],
  ['cn', 'dark'],
] as const) {
  test(`${language}, ${theme}: every screen can be read by everyone`, async ({ start, demoData }) => {
    test.setTimeout(60_000 + screens.length * 10_000);
    // In a low window: rows are alike, and each costs time.
    const app = await start({ data: demoData(), language, size: { width: 1440, height: 700 } });
    const { page, say } = app;
    if (theme === 'dark') await page.getByRole('button', { name: say.t('app.themeDark') }).click();
    const found: Record<string, string[]> = { signIn: await findings(app, theme) };
    await app.signIn('admin');
    for (const { path } of screens) {
      await app.open(pathOf(path));
      found[path] = await findings(app, theme, path === '/home');
      // One at a time: what is behind would be looked at again and again.
      await page.keyboard.press('Control+w');
    }
    await app.open('/config/airport');
    await page.keyboard.press('n');
    await page.keyboard.press('Control+s');
    found.form = await findings(app, theme);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    found.palette = await findings(app, theme);
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    found.shortcuts = await findings(app, theme);
    expect(Object.fromEntries(Object.entries(found).filter(([, list]) => list.length > 0))).toEqual({});
  });
}

/** What of the screen in front stands out at the side, where nothing scrolls to it. */
async function cutOff(app: DeskApp): Promise<string[]> {
  return app.page.evaluate(() => {
    const wide = document.documentElement;
    const found = wide.scrollWidth > wide.clientWidth ? [`the page: ${wide.scrollWidth}`] : [];
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (/(auto|scroll)/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    for (const button of document.querySelectorAll('button:not(.fc-skip), a, input, select, textarea')) {
      const { right, left, width } = button.getBoundingClientRect();
      if (width > 0 && (right > wide.clientWidth + 1 || left < -1) && !scrolls(button.parentElement))
        found.push(button.outerHTML.slice(0, 120));
    }
    return found;
  });
}

const WINDOWS = {
  'in the smallest window': { width: 1024, height: 700, zoom: 1 },
  'at twice the size': { width: 1440, height: 900, zoom: 2 },
};

test('in the smallest window and at twice the size nothing is out of reach', async ({ start, demoData }) => {
  test.setTimeout(60_000 + screens.length * 10_000);
  const app = await start({ data: demoData() });
  const found: Record<string, string[]> = {};
  const look = async (path: string) => {
    for (const [name, { width, height, zoom }] of Object.entries(WINDOWS)) {
      await app.app.evaluate(
        ({ BrowserWindow }, to) => {
          const [window] = BrowserWindow.getAllWindows();
          window?.setContentSize(to.width, to.height);
          window?.webContents.setZoomFactor(to.zoom);
        },
        { width, height, zoom },
      );
      await expect.poll(() => app.page.evaluate(() => window.innerWidth)).toBe(width / zoom);
      await app.settled();
      const cut = await cutOff(app);
      if (cut.length > 0) found[`${path} ${name}`] = cut;
    }
  };
  await look('signIn');
  await app.signIn('admin');
  for (const { path } of screens) {
    await app.open(pathOf(path));
    await look(path);
    await app.page.keyboard.press('Control+w');
  }
  expect(found).toEqual({});
});

test('a list is read as a grid of rows with their cells, each of them once', async ({ start, demoData }) => {
  const app = await start({ data: demoData() });
  await app.signIn('admin');
  await app.open('/bill/bill_manage');
  const billNo = (await app.cellAt(0, 1).innerText()).trim();
  // The tree that the system's screen readers are given, not a model of it.
  const { nodes } = await (await app.page.context().newCDPSession(app.page)).send(
    'Accessibility.getFullAXTree',
  );
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const roleOf = (id: string) => byId.get(id)?.role?.value as string;
  const rows = nodes.filter(({ role }) => role?.value === 'row').map(({ childIds = [] }) => childIds);
  expect(rows.length).toBeGreaterThan(10);
  const [heads = [], first = []] = rows;
  expect(heads.length).toBe(first.length);
  expect(new Set(heads.map(roleOf))).toEqual(new Set(['columnheader']));
  expect(new Set(first.map(roleOf))).toEqual(new Set(['gridcell']));
  expect(byId.get(first[1] ?? '')?.name?.value).toContain(billNo);
  const cells = nodes.filter(
    ({ role, parentId }) => role?.value === 'gridcell' && roleOf(parentId ?? '') !== 'row',
  );
  expect(cells.map(({ name }) => name?.value)).toEqual([]);
});

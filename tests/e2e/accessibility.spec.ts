import { AxeBuilder } from '@axe-core/playwright';
import { screens } from '../../renderer/screens';
import { type DeskApp, exampleOf, PATIENCE } from './deskApp';
import { expect, test } from './fixtures';
import { FormInFront } from './formInFront';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** The window in which axe checks screens: low, because rows are alike and each costs time. */
const PLAIN = { width: 1440, height: 700, zoom: 1 };
const THEMES = ['light', 'dark'] as const;
const TIGHT = {
  'in the smallest window': { width: 1024, height: 700, zoom: 1 },
  'at twice the size': { width: 1440, height: 900, zoom: 2 },
};

async function size(app: DeskApp, to: typeof PLAIN): Promise<void> {
  await app.app.evaluate(({ BrowserWindow }, { width, height, zoom }) => {
    const [window] = BrowserWindow.getAllWindows();
    window?.setContentSize(width, height);
    window?.webContents.setZoomFactor(zoom);
  }, to);
  const width = await app.page.evaluate(
    async ([wanted, patience]) => {
      // Polls in each frame: an assertion pauses between its checks, and there are some hundreds of these.
      const end = performance.now() + patience;
      while (window.innerWidth !== wanted && performance.now() < end)
        await new Promise((done) => requestAnimationFrame(done));
      return window.innerWidth;
    },
    [to.width / to.zoom, PATIENCE] as const,
  );
  expect(width).toBe(to.width / to.zoom);
  await app.settled();
}

/** Sets the theme of the system, which the app follows. */
async function systemTheme(app: DeskApp, theme: 'light' | 'dark'): Promise<void> {
  await app.page.emulateMedia({ colorScheme: theme });
  const found = await app.page.evaluate(
    async ([wanted, patience]) => {
      const isDark = () => document.body.classList.contains('bp6-dark');
      const end = performance.now() + patience;
      while (isDark() !== wanted && performance.now() < end)
        await new Promise((done) => requestAnimationFrame(done));
      return { app: isDark(), system: matchMedia('(prefers-color-scheme: dark)').matches };
    },
    [theme === 'dark', PATIENCE] as const,
  );
  expect(found, 'dark, by the app and by the system').toEqual({
    app: theme === 'dark',
    system: theme === 'dark',
  });
}

/** Waits until transitions have ended: colours in transition would be false findings. */
async function atRest(app: DeskApp): Promise<void> {
  await app.page.evaluate(async () => {
    const moving = () =>
      document
        .getAnimations()
        .filter(({ effect, playState }) => playState === 'running' && effect?.getTiming().iterations === 1);
    for (let found = moving(); found.length > 0; found = moving())
      await Promise.allSettled(found.map(({ finished }) => finished));
  });
}

/** Returns the violations that axe finds, each with its place. */
async function axe(app: DeskApp, choose: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> {
  await app.settled();
  await atRest(app);
  // The sticky foot of a form cuts no field short: a focused field is scrolled above it (tested below).
  await app.page.evaluate(() => {
    for (const foot of document.querySelectorAll<HTMLElement>('.fc-form-foot'))
      foot.style.position = 'static';
  });
  // Loaded into the window once: it is half a megabyte, and stays loaded while screens change.
  const axeSource = (await app.page.evaluate(() => 'axe' in window)) ? ';' : undefined;
  // Only violations are reported: describing the passes takes longer than finding the failures.
  const builder = new AxeBuilder({ page: app.page, axeSource })
    .options({ resultTypes: ['violations'] })
    // `faint` checks the contrast, in both themes and in the cells of lists as well, in a fraction of the time.
    .disableRules(['color-contrast']);
  const { violations } = await choose(builder.setLegacyMode(true)).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes
      // Cells belong to their rows by aria-owns, which axe does not follow: the test of the tree below does.
      .filter(({ html }) => id !== 'aria-required-children' || !html.includes('bp6-table-container'))
      .slice(0, 3)
      .map(({ target, html }) => `${id} at ${target.join(' ')}: ${html.slice(0, 160)}`),
  );
}

/**
 * Texts whose contrast with what is painted behind them is below that of WCAG 1.4.3: 4.5 to 1, or 3 to 1 from 24 px and from
 * 18.66 px in bold. Read from the layers at the middle of each text: axe builds a model of the whole window for it each time,
 * and leaves cells of a list undecided. As there, disabled controls, single letters and texts on a picture are left out.
 */
async function faint(app: DeskApp, excluded: string): Promise<string[]> {
  await app.settled();
  await atRest(app);
  return app.page.evaluate((leftOut) => {
    type Colour = readonly [red: number, green: number, blue: number, alpha: number];
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    if (!canvas) throw new Error('no canvas to read colours with');
    const colours = new Map<string, Colour>();
    const colourOf = (text: string): Colour => {
      const known = colours.get(text);
      if (known) return known;
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = text;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
      const made = [red, green, blue, alpha / 255] as const;
      colours.set(text, made);
      return made;
    };
    const over = (below: Colour, above: Colour): Colour => {
      const mix = (at: 0 | 1 | 2) => above[at] * above[3] + below[at] * (1 - above[3]);
      return [mix(0), mix(1), mix(2), 1];
    };
    const luminance = (colour: Colour): number => {
      const part = (at: 0 | 1 | 2) => {
        const share = colour[at] / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      };
      return 0.2126 * part(0) + 0.7152 * part(1) + 0.0722 * part(2);
    };
    const opacities = new Map<Element | null, number>([[null, 1]]);
    const opacityOf = (element: Element | null): number => {
      const known = opacities.get(element);
      if (known !== undefined || !element) return known ?? 1;
      const made = Number(getComputedStyle(element).opacity) * opacityOf(element.parentElement);
      opacities.set(element, made);
      return made;
    };
    const layers = new Map<Element, { readonly paint: Colour; readonly picture: boolean }>();
    const layerOf = (element: Element) => {
      const known = layers.get(element);
      if (known) return known;
      const { backgroundColor, backgroundImage } = getComputedStyle(element);
      const [red, green, blue, alpha] = colourOf(backgroundColor);
      const paint: Colour = [red, green, blue, alpha * opacityOf(element)];
      const made = { paint, picture: backgroundImage !== 'none' };
      layers.set(element, made);
      return made;
    };
    const above = (element: Element): Element[] =>
      element.parentElement ? [element, ...above(element.parentElement)] : [element];

    // Without this style, elementsFromPoint skips what lets the mouse through, for example the paint of selected rows.
    const solid = new CSSStyleSheet();
    solid.replaceSync('* { pointer-events: auto !important; }');
    document.adoptedStyleSheets.push(solid);
    const found = new Map<string, string>();
    for (const element of document.body.querySelectorAll('*')) {
      const typed = element.matches(
        'textarea, select, input:not([type=checkbox], [type=radio], [type=range], [type=file])',
      );
      const text = [...element.childNodes].find(
        (node) => node.nodeType === Node.TEXT_NODE && (node.nodeValue ?? '').trim().length > 1,
      );
      if (!(typed || text) || !element.checkVisibility({ visibilityProperty: true })) continue;
      if (leftOut && element.closest(leftOut)) continue;
      if (element.closest(':disabled, [aria-disabled=true]') || element.querySelector(':disabled')) continue;
      const range = document.createRange();
      range.selectNodeContents(text ?? element);
      const { left, top, width, height } = (typed ? element : range).getBoundingClientRect();
      const own = element.getBoundingClientRect();
      if (width <= 1 || height <= 1 || own.width <= 1 || own.height <= 1) continue;
      const painted = document.elementsFromPoint(left + width / 2, top + height / 2);
      // An element that is scrolled out of view is judged against its ancestors.
      const stack = painted.includes(element) ? painted : above(element);
      const place = stack.indexOf(element);
      const before = stack.slice(0, place).reverse();
      // Skips text behind a dialog. Pictures above a text are the shadows at the edges of a list.
      if (before.some((cover) => cover.matches('.bp6-overlay-backdrop'))) continue;
      const covers = before.map(layerOf);
      if (covers.some(({ paint }) => paint[3] > 0.99)) continue;
      let ground: Colour = [255, 255, 255, 1];
      let picture = false;
      for (const layer of stack.slice(place).reverse().map(layerOf)) {
        ground = over(ground, layer.paint);
        picture = layer.picture || (picture && layer.paint[3] < 0.99);
      }
      const { color, fontSize, fontWeight } = getComputedStyle(element);
      const [red, green, blue, alpha] = colourOf(color);
      if (picture || alpha === 0) continue;
      let ink = over(ground, [red, green, blue, alpha * opacityOf(element)]);
      for (const { paint } of covers) {
        ground = over(ground, paint);
        ink = over(ink, paint);
      }
      const [dark = 0, light = 0] = [luminance(ink), luminance(ground)].sort((one, other) => one - other);
      const ratio = (light + 0.05) / (dark + 0.05);
      const size = Number.parseFloat(fontSize);
      const large = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700);
      if (ratio < (large ? 3 : 4.5))
        found.set(`${ink} on ${ground}`, `${ratio.toFixed(2)} to 1: ${element.outerHTML.slice(0, 160)}`);
    }
    document.adoptedStyleSheets.pop();
    return [...found.values()].slice(0, 3);
  }, excluded);
}

/**
 * Returns the parts of the screen in front that overflow its side without scrolling, or overlap the next cell of their
 * row, and the headings of columns that are cut off.
 */
async function cutOff(app: DeskApp): Promise<string[]> {
  return app.page.evaluate(() => {
    const wide = document.documentElement;
    const found = wide.scrollWidth > wide.clientWidth ? [`the page: ${wide.scrollWidth}`] : [];
    for (const cell of document.querySelectorAll('[role=gridcell]'))
      if (cell.scrollWidth > cell.clientWidth && getComputedStyle(cell).overflowX === 'visible')
        found.push(cell.outerHTML.slice(0, 300));
    // Columns are as wide as their headings.
    for (const head of document.querySelectorAll<HTMLElement>('.fc-header-name button > span:first-child'))
      if (head.offsetParent && head.scrollWidth > head.clientWidth + 1)
        found.push(`the heading ${head.textContent}: ${head.clientWidth} of ${head.scrollWidth}`);
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

/** Returns how far a list that fills its screen overflows it: its totals stay visible whatever is above its rows. */
async function pushedOut(app: DeskApp): Promise<string[]> {
  return app.page.evaluate(() =>
    [...document.querySelectorAll('.fc-tab-body')]
      .filter((body) => body.checkVisibility() && body.querySelector(':scope > .fc-list:not(.fc-report)'))
      .map(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
      .filter((below) => below > 0)
      .map((below) => `the end of the list: ${below} px below the screen`),
  );
}

/** How the window is when a screen is checked: plain and light, or as the screen before has left it. */
type Way = 'there' | 'back';

/**
 * Returns what is wrong with the screen in front: in both themes (they differ by their colours alone), in the smallest
 * window, and at twice the size. On the way there the window ends dark and at twice the size; on the way back it begins
 * like this, since each change costs as much as a check. The main menu, the same everywhere, is checked only with `menu`.
 */
async function findings(
  app: DeskApp,
  name: string,
  { way, menu = false }: { way: Way; menu?: boolean },
): Promise<Record<string, string[]>> {
  const within = (axe: AxeBuilder) => (menu ? axe : axe.exclude('nav'));
  const found: Record<string, string[]> = {};
  const contrast = async (theme: 'light' | 'dark') => {
    await systemTheme(app, theme);
    found[`${name} faint in ${theme}`] = await faint(app, menu ? '' : 'nav');
  };
  const plain = async () => {
    await size(app, PLAIN);
    found[`${name} in its place`] = await pushedOut(app);
    found[`${name} for screen readers`] = await axe(app, (axe) => within(axe.withTags(RULES)));
    for (const theme of way === 'there' ? THEMES : THEMES.toReversed()) await contrast(theme);
  };
  const tight = async () => {
    const windows = Object.entries(TIGHT);
    for (const [where, to] of way === 'there' ? windows : windows.toReversed()) {
      await size(app, to);
      found[`${name} ${where}`] = await cutOff(app);
    }
  };
  if (way === 'back') await tight();
  await plain();
  if (way === 'there') await tight();
  return Object.fromEntries(Object.entries(found).filter(([, list]) => list.length > 0));
}

/** The screens are checked in parts, so that no run of the app takes minutes. */
const PARTS = 6;

for (const part of Array(PARTS).keys()) {
  test(`keeps every screen readable and reachable for everyone, part ${part + 1}`, async ({
    start,
    demoData,
  }) => {
    // Some twenty screens, each checked several times.
    test.slow();
    const app = await start({ data: demoData(), size: PLAIN });
    await systemTheme(app, 'light');
    const found: Record<string, string[]> = {};
    if (part === 0)
      for (const way of ['there', 'back'] as const)
        Object.assign(found, await findings(app, `signIn ${way}`, { way }));
    await app.signIn('admin');
    for (const [nth, { path }] of screens.filter((_, index) => index % PARTS === part).entries()) {
      await app.open(exampleOf(path));
      const way = nth % 2 === 0 ? 'there' : 'back';
      Object.assign(found, await findings(app, path, { way, menu: path === '/home' }));
      await app.closeScreen();
    }
    expect(found).toEqual({});
  });
}

test('keeps a form, the palette and the sheet of shortcuts readable and reachable for everyone', async ({
  start,
  demoData,
}) => {
  const app = await start({ data: demoData(), size: PLAIN });
  const { page } = app;
  await systemTheme(app, 'light');
  await app.signIn('admin');
  await app.open('/config/airport');
  await page.keyboard.press('n');
  await page.keyboard.press('Control+s');
  const found = await findings(app, 'form', { way: 'there' });
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  Object.assign(found, await findings(app, 'palette', { way: 'back' }));
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  Object.assign(found, await findings(app, 'shortcuts', { way: 'there' }));
  expect(found).toEqual({});
});

test('keeps a field focused by keys clear of the buttons over the end of its form', async ({ signedIn }) => {
  const app = await signedIn({ size: PLAIN });
  await size(app, PLAIN);
  await app.open('/sea/isf/add');
  await new FormInFront(app, 'isf').input('mblNo').focus();
  const hidden: string[] = [];
  let fields = 0;
  for (let turn = 0; turn < 30; turn += 1) {
    const found = await app.page.evaluate(() => {
      const field = document.activeElement;
      const foot = [...document.querySelectorAll('.fc-form-foot')].find((one) => one.checkVisibility());
      if (!field || !foot || foot.contains(field)) return null;
      const { bottom } = field.getBoundingClientRect();
      return { id: field.id, under: bottom - foot.getBoundingClientRect().top };
    });
    if (!found) break;
    fields += 1;
    if (found.under > 0) hidden.push(`${found.id} by ${found.under} px`);
    await app.press('Tab');
  }
  expect(fields).toBeGreaterThan(15);
  expect(hidden).toEqual([]);
});

test('exposes a list to screen readers as a grid of rows with their cells, each of them once', async ({
  signedIn,
}) => {
  const app = await signedIn();
  await app.open('/bill/bill_manage');
  const billNo = (await app.cellAt(0, 1).innerText()).trim();
  // The tree that screen readers of the system receive, not a model of it.
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

test('moves nothing for people who ask the system for less motion', async ({ signedIn }) => {
  const app = await signedIn({ motion: true });
  const { page, say } = app;
  await app.open('/config/airport');
  /** Longest animation or transition (ms) that opening and closing a form begins. */
  const longest = async () => {
    await page.evaluate(() => {
      const seen = { longest: 0 };
      Object.assign(window, { seen });
      const look = () => {
        // Screens behind the one in front are not drawn, and not styled again either.
        for (const { effect } of document.getAnimations())
          if (effect instanceof KeyframeEffect && effect.target?.checkVisibility())
            seen.longest = Math.max(seen.longest, Number(effect.getComputedTiming().duration ?? 0));
        requestAnimationFrame(look);
      };
      look();
    });
    await page.keyboard.press('n');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: say.t('app.account') }).click();
    await page.keyboard.press('Escape');
    return page.evaluate(() => (window as unknown as { seen: { longest: number } }).seen.longest);
  };
  expect(await longest()).toBeGreaterThan(50);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await app.settled();
  await atRest(app);
  expect(await longest()).toBeLessThan(5);
});

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { LINK_SCHEME, linkTo } from '@contract/link';
import type { DeskApp } from './deskApp';
import { type Desktop, expect, test } from './fixtures';

/** A second start must be over by then, on a machine that runs ten of them. */
const SOON = 40_000;

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** Starts the app a second time on the data of another, as a click on a link does, and returns its end. */
function startAgain(desktop: Desktop, data: string, args: readonly string[] = []): Promise<Ended> {
  const child = spawn(desktop.executable, [desktop.app, `--user-data-dir=${data}`, ...args], {
    env: { ...desktop.env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (text) => {
    output += text;
  });
  return new Promise((resolve) => {
    const late = setTimeout(() => child.kill('SIGKILL'), SOON);
    child.once('close', (code) => {
      clearTimeout(late);
      resolve({ code, output });
    });
  });
}

const windows = (app: DeskApp) =>
  app.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
const heading = (app: DeskApp) => app.screen.getByRole('heading', { level: 1 });
const bill = (id: number) => `/bill/bill_manage/detail/${id}`;
/** Hands arguments over as Chromium does for a second start. */
const hand = (app: DeskApp, args: readonly string[], times = 1) =>
  app.app.evaluate(
    ({ app: electron }, [given, count]) => {
      for (let n = 0; n < count; n += 1) electron.emit('second-instance', {}, given, '/');
    },
    [args, times] as const,
  );

test('starts once: ten more starts with links end, and the window shows one of their bills', async ({
  signedIn,
  desktop,
}) => {
  const app = await signedIn();
  const ids = Array.from({ length: 10 }, (_, index) => index + 1);
  const ended = await Promise.all(ids.map((id) => startAgain(desktop, app.data, [linkTo(bill(id))])));
  expect(ended.map(({ code }) => code)).toEqual(ids.map(() => 0));
  expect(await windows(app)).toBe(1);
  await expect(heading(app)).toBeVisible();
  const shown = await app.page.locator('.fc-tab-body:visible').getAttribute('data-path');
  expect(ids.map(bill)).toContain(shown);
});

test('takes no switch from a second start: not its language, not its server, and says that it runs', async ({
  signedIn,
  desktop,
}) => {
  const app = await signedIn();
  const before = await app.page.locator('html').getAttribute('lang');
  const refused = { code: 3, output: expect.stringContaining('close it first') };
  for (const args of [
    ['--server', 'https://evil.example.com/admin'],
    ['--safe-start'],
    ['--quit', '--language', 'cn'],
  ])
    expect(await startAgain(desktop, app.data, args), args[0]).toMatchObject(refused);
  expect(await app.page.locator('html').getAttribute('lang')).toBe(before);
  await expect(app.tabs).toBeVisible();
  await app.close();
  const stored = readFileSync(path.join(app.data, 'settings.json'), 'utf8');
  expect(stored).not.toContain('evil.example.com');
});

test('starts while another start is under way: one window, and the last link waits for the sign-in', async ({
  start,
  demoData,
  desktop,
}) => {
  const data = demoData();
  const starting = start({ data });
  // The first one has the lock before it has a window.
  await new Promise((resolve) => setTimeout(resolve, 700));
  const others = await Promise.all([1, 2, 3].map(() => startAgain(desktop, data, [linkTo(bill(2))])));
  const app = await starting;
  expect(others.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(await windows(app)).toBe(1);
  await app.signIn('admin');
  await expect(app.page.locator('.fc-tab-body:visible')).toHaveAttribute('data-path', bill(2));
});

test('starts after the first was killed, with the link that started it', async ({ signedIn, start }) => {
  const first = await signedIn();
  process.kill(first.app.process().pid ?? Number.NaN, 'SIGKILL');
  first.running = false;
  const app = await start({ data: first.data, args: [linkTo(bill(3))] });
  await expect(app.page.locator('.fc-tab-body:visible')).toHaveAttribute('data-path', bill(3), {
    timeout: SOON,
  });
});

const HOSTILE = [
  `${LINK_SCHEME}://evil/bill`,
  `${LINK_SCHEME}://open@evil.com/bill`,
  `${LINK_SCHEME}://open/bill%2fbill_manage`,
  `${LINK_SCHEME}://open/%2e%2e/bill`,
  `${LINK_SCHEME}://open/bill?server=https://evil.example.com`,
  `${LINK_SCHEME}://open/bill\r\nX: 1`,
  `${LINK_SCHEME}://open/\u202ellib`,
  `${LINK_SCHEME}:javascript:alert(1)`,
  `${LINK_SCHEME}://open/<svg onload=alert(1)>`,
  `${LINK_SCHEME}://open/${'a'.repeat(100_000)}`,
];

test('says that a hostile link cannot be opened, and stays where it is', async ({ signedIn, desktop }) => {
  const app = await signedIn();
  await app.open('/home/center');
  const opened: string[] = [];
  app.page.on('dialog', (dialog) => opened.push(dialog.message()));
  const toast = app.page.locator('.bp6-toast', { hasText: app.say.t('app.linkUnknown') });
  for (const link of HOSTILE) {
    await hand(app, ['app', link]);
    await expect(toast, link.slice(0, 80)).toHaveCount(1);
    await toast.getByRole('button').last().click();
    await expect(toast).toHaveCount(0);
  }
  expect(opened).toEqual([]);
  expect(new URL(app.page.url()).host).toBe('console');
  expect(await windows(app)).toBe(1);
  await expect(app.page.locator('.fc-tab-body:visible')).toHaveAttribute('data-path', '/home/center');
  // As a real process passes it, whatever the shell does with it.
  await startAgain(desktop, app.data, [HOSTILE[2] ?? '']);
  await expect(app.page.locator('.fc-tab-body:visible')).toHaveAttribute('data-path', '/home/center');
});

test('opens the last of 10,000 links, and still works', async ({ signedIn }) => {
  const app = await signedIn();
  await app.open('/home/center');
  const startedAt = performance.now();
  await hand(app, ['app', linkTo(bill(4))], 5000);
  await hand(app, ['app', HOSTILE[0] ?? ''], 4999);
  await hand(app, ['app', linkTo(bill(5))]);
  await expect(app.page.locator('.fc-tab-body:visible')).toHaveAttribute('data-path', bill(5), {
    timeout: SOON,
  });
  expect(performance.now() - startedAt).toBeLessThan(SOON);
  await app.open('/home/center');
});

test('keeps what is typed in a form when a link opens another screen', async ({ signedIn }) => {
  const app = await signedIn();
  await app.open('/bill/add_bill');
  const remarks = app.screen.getByLabel(app.say.label('remarks'), { exact: true });
  await remarks.fill('Call before delivery');
  await hand(app, ['app', linkTo(bill(6))]);
  await expect(app.page.locator('.fc-tab-body:visible')).toHaveAttribute('data-path', bill(6));
  await app.open('/bill/add_bill');
  await expect(remarks).toHaveValue('Call before delivery');
});

test('opens a link behind a dialog that stands, which keeps its entries', async ({ signedIn }) => {
  const app = await signedIn();
  await app.page.keyboard.press('Control+k');
  const palette = app.page.getByPlaceholder(app.say.t('app.goPlaceholder'));
  await palette.fill('tax');
  await hand(app, ['app', linkTo(bill(7))]);
  await expect(app.page.locator('.fc-tab-body').filter({ visible: true }).last()).toHaveAttribute(
    'data-path',
    bill(7),
  );
});

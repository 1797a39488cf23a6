import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { LANGUAGES } from '@contract/limits';
import type { DeskApp } from './deskApp';
import { expect, test } from './fixtures';
import { cross, data, inetSockets, processes, processTree, read, serviceProcess, signal } from './safety';

/** A free text of the form of a bill. */
const TYPED = 'gate 4, ask for 王芳 <b>& co</b>';

/** Types into the form of a new bill and leaves it open. */
async function type(app: DeskApp) {
  await app.open('/bill/add_bill');
  const remarks = app.screen.getByLabel(app.say.label('remarks'));
  await remarks.fill(TYPED);
  return remarks;
}

test('restarts the local service with saved data and drafts when it is killed', async ({ signedIn }) => {
  const app = await signedIn({ allowed: /./ });
  // All crashes fall into one minute, however slow the machine is.
  await app.app.evaluate(() => {
    const at = performance.now();
    performance.now = () => at;
  });
  const saved = await data<{ version: number }>(app, 'bill.get', { params: { id: 1 } });
  const remarks = await type(app);
  const first = { ...(await processes(app)), api: await serviceProcess(app) };

  signal(first.api, 'SIGKILL');
  await expect(app.page.locator('.fc-banner')).toHaveText(app.say.t('app.backendDown'));
  await expect(remarks).toHaveValue(TYPED);
  await expect(app.page.locator('.fc-banner')).toBeHidden();
  const second = { ...(await processes(app)), api: await serviceProcess(app) };
  expect(second.api).not.toBe(first.api);
  expect(second.page).toBe(first.page);
  await expect(remarks).toHaveValue(TYPED);
  expect(await data(app, 'bill.get', { params: { id: 1 } })).toEqual(saved);

  await test.step('a service that dies repeatedly is given up, with a message', async () => {
    for (let deaths = 2; deaths <= 6; deaths += 1) {
      const before = await serviceProcess(app);
      signal(before, 'SIGKILL');
      await expect.poll(async () => (await processes(app)).api).not.toBe(before);
      if (deaths < 6) {
        await serviceProcess(app);
        await expect(app.page.locator('.fc-banner')).toBeHidden();
      }
    }
    const banner = app.page.getByRole('alert').filter({ has: app.page.locator('button') });
    await expect(banner).toBeVisible();
    expect(await cross(app, 'bill.get', { params: { id: 1 } })).toMatchObject({
      ok: false,
      error: { code: 'BACKEND_DOWN' },
    });
    await banner.getByRole('button', { name: app.say.t('common.retry') }).click();
    await expect(app.page.locator('.fc-banner')).toBeHidden();
    await expect(remarks).toHaveValue(TYPED);
    expect(await data(app, 'bill.get', { params: { id: 1 } })).toEqual(saved);
  });
});

test('keeps the window working while the local service is stopped, and completes the calls afterwards', async ({
  signedIn,
}) => {
  const app = await signedIn();
  const remarks = await type(app);
  const api = await serviceProcess(app);
  signal(api, 'SIGSTOP');
  try {
    const waiting = data<{ total: number }>(app, 'bill.list');
    await remarks.fill(`${TYPED}!`);
    await app.go(app.say.words.menu['customer.list']);
    await expect(app.screen.locator('.bp6-skeleton, .bp6-progress-bar').first()).toBeVisible();
    await app.theme('dark');
    const cancelled = app.page.evaluate(async () => {
      const { bridge } = window as unknown as {
        bridge: { call(name: string, input: unknown, how?: object): Promise<{ error?: { code: string } }> };
      };
      const call = bridge.call('bill.list', {}, { id: 'slow-1' });
      await bridge.call('app.cancel', { id: 'slow-1' });
      return (await call).error?.code;
    });
    expect(await cancelled).toBe('CANCELLED');
    signal(api, 'SIGCONT');
    expect((await waiting).total).toBeGreaterThan(0);
    await app.settled();
    await expect(app.screen.getByRole('gridcell').first()).toBeVisible();
    await app.open('/bill/add_bill');
    await expect(remarks).toHaveValue(`${TYPED}!`);
    expect((await processes(app)).api).toBe(api);
  } finally {
    signal(api, 'SIGCONT');
  }

  await test.step('the app ends even when the service does not', async () => {
    const { main } = await processes(app);
    signal(api, 'SIGSTOP');
    await app.close();
    expect(processTree(main).filter((pid) => read(`/proc/${pid}/stat`) !== '')).toEqual([]);
    expect(read(`/proc/${api}/cmdline`)).toBe('');
  });
});

test('loses and repeats nothing when main is stopped during writes for longer than any deadline', async ({
  start,
  demoData,
}) => {
  test.setTimeout(300_000);
  const app = await start({ data: demoData(), allowed: /./ });
  await app.signIn('admin');
  const remarks = await type(app);
  const { main } = await processes(app);
  const api = await serviceProcess(app);
  const NAMES = Array.from({ length: 12 }, (_, nth) => `stood still ${nth}`);
  const make = (name: string) =>
    cross(
      app,
      'clientContact.create',
      {
        body: {
          ...{ customerId: 1, name, title: 'x', phone: '+44 20 7946 0300', email: 'k@example.com' },
          receives: ['noa'],
        },
      },
      { key: `stood-${name.replaceAll(' ', '-')}` },
    );
  const sent = Promise.all(NAMES.map(make));
  try {
    signal(main, 'SIGSTOP');
    // Past the idle timeout of calls (30 s), the service's own timeout and every check of what is due.
    await new Promise((done) => setTimeout(done, 45_000));
    expect(read(`/proc/${api}/stat`)).not.toBe('');
  } finally {
    signal(main, 'SIGCONT');
  }
  const answers = await sent;
  const again = await Promise.all(NAMES.map(make));
  expect(again.map(({ ok }) => ok)).toEqual(NAMES.map(() => true));
  const there = await app.texts("SELECT name FROM clientContact WHERE name LIKE 'stood still %'");
  expect([...there].sort()).toEqual([...NAMES].sort());
  // A call that failed reports that its result is unknown, and no other error.
  for (const answer of answers)
    if (!answer.ok) expect(['RESULT_UNKNOWN', 'TIMEOUT', 'BACKEND_DOWN']).toContain(answer.error.code);
  await expect(app.page.locator('.fc-banner')).toBeHidden();
  await expect(remarks).toHaveValue(TYPED);
  expect((await processes(app)).main).toBe(main);
  expect(await serviceProcess(app)).toBe(api);
  expect(read(path.join(app.data, 'logs/main.log'))).not.toMatch(/uncaught|unhandled/);
});

test('shows the window of the first start and ends when the app is started again', async ({
  start,
  demoData,
  desktop,
}) => {
  const app = await start({ data: demoData() });
  await app.app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    const seen: string[] = [];
    Object.assign(globalThis, { seen });
    if (!window) return;
    window.isMinimized = () => true;
    window.restore = () => void seen.push('restored');
    window.focus = () => void seen.push('focused');
  });
  const second = spawn(desktop.executable, [desktop.app, `--user-data-dir=${app.data}`], {
    env: desktop.env,
    stdio: 'ignore',
  });
  const code = await new Promise((resolve) => second.once('exit', resolve));
  expect(code).toBe(0);
  const seen = () => app.app.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
  await expect.poll(seen).toEqual(['restored', 'focused']);
  expect(await app.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  expect(await cross(app, 'app.boot', {})).toMatchObject({ ok: true });
});

test('opens no port and contacts no server from its start on', async ({ demoData, desktop, place }) => {
  const log = path.join(place.folder('log'), 'net.json');
  const folder = demoData();
  const args = [desktop.app, `--user-data-dir=${folder}`, `--log-net-log=${log}`];
  const app = spawn(desktop.executable, args, { env: desktop.env, stdio: 'ignore' });
  const exited = new Promise((resolve) => app.once('exit', resolve));
  try {
    const main = app.pid ?? 0;
    const serves = () => processTree(main).some((pid) => /node\.mojom/.test(read(`/proc/${pid}/cmdline`)));
    await expect.poll(serves, { timeout: 30_000 }).toBe(true);
    const seen = new Set<string>();
    for (const end = Date.now() + 4000; Date.now() < end; ) {
      for (const socket of inetSockets(processTree(main))) seen.add(socket);
      await new Promise((done) => setTimeout(done, 10));
    }
    expect([...seen]).toEqual([]);
    // A port that this process opens is found.
    const port = createServer().listen(0, '127.0.0.1');
    await once(port, 'listening');
    expect(inetSockets([process.pid]).some((socket) => / 0A$/.test(socket))).toBe(true);
    port.close();
  } finally {
    app.kill('SIGTERM');
    await exited;
  }
  // Completed by a process that outlives the main one for a moment.
  await expect.poll(() => read(log)).toContain('"polledData"');
  const events = read(log).split('"events": [')[1] ?? '';
  expect(events).toContain('"phase"');
  expect([...events.matchAll(/"(?:url|host|destination)":"[^"]+"/g)].map(([found]) => found)).toEqual([]);
  expect(readdirSync(folder)).toContain('settings.json');
});

for (const language of LANGUAGES) {
  test(`${language}: shows the system’s menu in the language of the app, and opens its entries`, async ({
    signedIn,
  }) => {
    const app = await signedIn();
    await app.speak(language);
    const { desktop: words } = app.say.words;
    const labels = () =>
      app.app.evaluate(({ Menu }) => {
        const all = Menu.getApplicationMenu()?.items ?? [];
        return all.flatMap((item) => [item.label, ...(item.submenu?.items ?? []).map(({ label }) => label)]);
      });
    await expect
      .poll(labels)
      .toEqual(expect.arrayContaining([words.menuFile, words.menuEdit, words.menuView, words.menuHelp]));
    // No label is the system's default, which is in its own language.
    const own = new Set<string>(Object.values(words));
    expect((await labels()).filter((label) => label !== '' && !own.has(label))).toEqual([]);
    // A field has its own menu as well, and so does selected text.
    await app.app.evaluate(({ clipboard, Menu }) => {
      clipboard.writeText('mail');
      const shown: string[][] = [];
      Object.assign(globalThis, { shown });
      Menu.prototype.popup = function popup() {
        shown.push(this.items.flatMap(({ label, enabled }) => (label && enabled ? [label] : [])));
      };
    });
    const field = app.page.getByRole('textbox', { name: app.say.t('app.menuSearch') });
    await field.fill('mail');
    await field.selectText();
    await field.click({ button: 'right' });
    await expect
      .poll(() => app.app.evaluate(() => (globalThis as unknown as { shown: string[][] }).shown))
      .toEqual([[words.menuCut, words.menuCopy, words.menuPaste, words.menuSelectAll]]);
    await field.fill('');
    const choose = (label: string) =>
      app.app.evaluate(
        ({ Menu }, [wanted]) => {
          const all = Menu.getApplicationMenu()?.items ?? [];
          const found = all
            .flatMap((item) => item.submenu?.items ?? [])
            .find((item) => item.label === wanted);
          found?.click();
        },
        [label] as const,
      );
    await choose(words.menuPalette);
    await expect(app.page.getByPlaceholder(app.say.t('app.goPlaceholder'))).toBeVisible();
    await app.page.keyboard.press('Escape');
    await choose(words.menuShortcuts);
    await expect(app.page.getByRole('dialog')).toBeVisible();
    await app.app.evaluate(({ shell }) => {
      shell.openPath = async (place) => {
        Object.assign(globalThis, { opened: place });
        return '';
      };
    });
    await choose(words.menuLicences);
    const opened = await app.app.evaluate(() => (globalThis as unknown as { opened: string }).opened);
    expect(readFileSync(opened, 'utf8')).toContain('react-dom 19');
  });
}

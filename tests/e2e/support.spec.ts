import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { demoAccounts } from '@contract/access/demoAccounts';
import yauzl from 'yauzl';
import type { DeskApp } from './deskApp';
import { expect, test } from './fixtures';

/** Returns the files of a zip, unzipped. */
function unzipped(place: string): Promise<Map<string, Buffer>> {
  return new Promise((done, fail) =>
    yauzl.open(place, { lazyEntries: true }, (error, zip) => {
      if (error) return fail(error);
      const found = new Map<string, Buffer>();
      zip.on('end', () => done(found));
      zip.on('error', fail);
      zip.on('entry', (entry) =>
        zip.openReadStream(entry, async (broken, stream) => {
          if (broken) return fail(broken);
          const parts: Uint8Array[] = [];
          for await (const part of stream) parts.push(part as Uint8Array);
          found.set(entry.fileName, Buffer.concat(parts));
          zip.readEntry();
        }),
      );
      zip.readEntry();
    }),
  );
}

/** Returns those of some texts that a file contains, as UTF-8 or as UTF-16. */
const standingIn = (file: Buffer, texts: readonly string[]) =>
  texts.filter((text) => text && (file.includes(text, 0, 'utf8') || file.includes(text, 0, 'utf16le')));

/** The settings dialog before the sign-in. */
const settingsOf = (app: DeskApp) => app.page.getByRole('dialog', { name: app.say.t('settings.title') });

test('finds settings in both languages, marks changed ones and resets them', async ({ signedIn }) => {
  const app = await signedIn();
  const { page } = app;
  await app.open('/home/settings');
  const search = () => app.screen.getByRole('searchbox', { name: app.say.t('settings.search') });
  const line = (key: string) => app.screen.locator(`[data-setting="${key}"]`);

  await test.step('groups are walked by keyboard', async () => {
    const groups = app.screen.getByRole('navigation', { name: app.say.t('settings.groups') });
    await expect(
      groups.getByRole('button', { name: app.say.t('settings.general'), exact: true }),
    ).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(groups.getByRole('button', { name: app.say.t('settings.appearance') })).toBeFocused();
    await expect(line('theme')).toBeVisible();
    await expect(line('language')).toHaveCount(0);
  });

  await test.step('a word in either language, or its initials, finds the setting', async () => {
    for (const typed of ['row height', '行高', 'hanggao', 'hg']) {
      await search().fill(typed);
      await expect(line('density')).toBeVisible();
      await expect(line('language')).toHaveCount(0);
    }
    await search().fill('nothing is called so');
    await expect(app.screen.getByText(app.say.t('settings.nothing'))).toBeVisible();
    await search().fill('');
  });

  await test.step('a change takes effect at once, is marked, and can be reset and undone', async () => {
    const dot = line('density').getByRole('img', { name: app.say.t('settings.changed') });
    await search().fill(app.say.t('app.density'));
    await expect(dot).toHaveCount(0);
    await line('density').getByText(app.say.t('app.densityRoomy'), { exact: true }).click();
    await expect(dot).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-density', 'roomy');
    await line('density')
      .getByRole('button', { name: app.say.t('settings.resetOne', { name: app.say.t('app.density') }) })
      .click();
    await expect(dot).toHaveCount(0);
    await expect(page.locator('html')).toHaveAttribute('data-density', 'compact');
    await page.getByRole('button', { name: app.say.t('common.undo') }).click();
    await expect(page.locator('html')).toHaveAttribute('data-density', 'roomy');
    await search().fill('');
    await app.screen.getByRole('button', { name: app.say.t('settings.appearance'), exact: true }).click();
    await app.screen.getByRole('button', { name: app.say.t('settings.resetGroup') }).click();
    await expect(page.locator('html')).toHaveAttribute('data-density', 'compact');
  });
});

test('saves diagnostics without secrets or customer data', async ({ start, demoData, place, secret }) => {
  const data = demoData();
  const app = await start({ data, allowed: /planted|401/ });
  const { page, say } = app;
  const folder = place.folder('support');
  const saved = path.join(folder, 'diagnostics.zip');

  await test.step('somebody works, and failures quote what they should not', async () => {
    await app.signIn('admin');
    await app.open('/bill/bill_manage');
    await app.call('settings.change', { logLevel: 'debug' });
    const [no = ''] = await app.texts('SELECT billNo FROM bill LIMIT 1');
    await page.evaluate((quoted) => {
      setTimeout(() => {
        throw new Error(`planted ${quoted}`);
      });
      void Promise.reject(new TypeError(`planted ${quoted}`));
    }, `${no} wang.fang@nordlicht.example /home/wang/x.xlsx keyword=Nordlicht`);
    await app.call('bill.get', { params: { id: 'wang.fang@nordlicht.example' } });
    await app.call('nordlicht.spedition', {});
    await app.call('bill.list', { query: { keyword: 'Nordlicht' } });
    await app.open('/bill/bill_manage');
    // These two complaints are expected.
    await expect.poll(() => app.complaints.filter((one) => one.includes('planted'))).toHaveLength(2);
    app.complaints.length = 0;
    const token = secret();
    expect(token).not.toBe('');
    await app.signOut();

    await test.step('the sign-in shows the diagnostics by its version, and saves them', async () => {
      await app.willSaveTo(saved);
      await page.locator('.fc-version').click();
      const dialog = settingsOf(app);
      await dialog.getByRole('button', { name: say.t('settings.diagnosticsCollect') }).press('Enter');
      // The button was disabled while it worked: the focus has returned.
      await expect(dialog.getByRole('button', { name: say.t('settings.diagnosticsSave') })).toBeFocused();
      await expect(
        dialog.getByRole('list', { name: say.t('settings.diagnosticsInside') }).getByRole('listitem'),
      ).not.toHaveCount(0);
      await expect(dialog.getByText('about.json')).toBeVisible();
      await dialog.getByRole('button', { name: say.t('settings.diagnosticsSave') }).click();
      await expect(page.getByText(say.t('common.exported', { name: 'diagnostics.zip' }))).toBeVisible();
    });

    const column = async (query: string) => (await app.texts(query)).filter((text) => text.length > 4);
    const hidden = [
      token,
      ...demoAccounts.map(({ password }) => password),
      ...(await column('SELECT nameEn FROM customer')),
      ...(await column('SELECT realName FROM staff')),
      ...(await column('SELECT email FROM staff')),
      ...(await column('SELECT billNo FROM bill')),
      ...['wang.fang', 'Nordlicht', '/home/wang', data],
    ];
    expect(hidden.length).toBeGreaterThan(1000);
    const files = await unzipped(saved);
    expect([...files.keys()]).toEqual(
      expect.arrayContaining([
        'about.json',
        'settings.json',
        'health.json',
        'data.json',
        'crashes.json',
        'logs/main.log',
      ]),
    );
    for (const [name, file] of files) expect(standingIn(file, hidden), name).toEqual([]);
    const log = files.get('logs/main.log')?.toString() ?? '';
    expect(log).toMatch(/ debug main {3}bill\.list status=200 ms=\d+/);
    expect(log).toMatch(/ warn {2}window failed\n {2}TypeError\n/);
    const health = JSON.parse(files.get('health.json')?.toString() ?? '{}');
    expect(health).toMatchObject({
      dataFolderWritable: { ok: true },
      server: { ok: true, host: 'embedded' },
    });
    const kept = JSON.parse(files.get('data.json')?.toString() ?? '{}');
    expect(kept.store.rows.bill).toBeGreaterThan(1000);
    expect(kept.store.schema).toMatch(/^\d{4}-/);
    // The scan finds a planted text in both encodings.
    for (const encoding of ['utf8', 'utf16le'] as const)
      expect(standingIn(Buffer.from(`x${token}x`, encoding), hidden)).toEqual([token]);
  });
});

test('prints, refuses and sets up on the command line without a window; the next start opens that sign-in', async ({
  start,
  desktop,
  place,
}) => {
  const data = place.folder('unattended');
  const run = (...args: string[]) =>
    spawnSync(desktop.executable, [desktop.app, `--user-data-dir=${data}`, ...args], {
      env: desktop.env,
      encoding: 'utf8',
    });
  expect(run('--version').stdout.trim()).toMatch(/^\d+\.\d+\.\d+$/);
  expect(run('--help').stdout).toContain('--server URL|ID|demo|empty');
  const refused = run('--server', 'http://me:secret@192.168.1.20/admin', '--quit');
  expect(refused.status).toBe(2);
  expect(refused.stderr).toContain('--server: ');
  expect(refused.stderr).not.toContain('secret');
  expect(existsSync(path.join(data, 'settings.json'))).toBe(false);

  const set = run('--server', 'https://console.example/admin', '--language', 'cn', '--theme=dark', '--quit');
  expect(set.stdout).toContain('set up');
  const app = await start({ data });
  expect(app.say.language).toBe('cn');
  await expect(app.page.getByLabel(app.say.label('username'))).toBeVisible();
  await expect(app.page.getByText('https://console.example/admin')).toBeVisible();
  await expect(app.page.locator('body')).toHaveClass(/bp6-dark/);
});

test('asks nothing when started with demo data, and asks for an administrator when started empty', async ({
  start,
  place,
}) => {
  const demo = await start({ data: place.folder('demo'), args: ['--server', 'demo', '--language', 'cn'] });
  // The demo data is made first, without a question.
  await expect(demo.page.getByRole('img', { name: demo.say.t('access.captchaAlt') })).toBeVisible({
    timeout: 60_000,
  });
  await demo.signIn('admin');
  await demo.close();
  const empty = await start({ data: place.folder('empty'), args: ['--server', 'empty'] });
  await expect(empty.page.getByLabel(empty.say.label('password'), { exact: true })).toBeVisible();
  await expect(empty.page.getByRole('button', { name: empty.say.t('access.demoStart') })).toHaveCount(0);
});

test('applies and locks server and language from the administrator’s file, and lists its mistakes', async ({
  start,
  place,
}) => {
  const folder = place.folder('managed');
  const file = path.join(folder, 'config.json');
  writeFileSync(
    file,
    JSON.stringify({
      servers: [{ id: 'hamburg', name: 'Hamburg', base: 'https://hamburg.example/admin' }],
      ...{ defaultServer: 'hamburg', language: 'cn', theme: 'pink', locked: ['server', 'language'] },
    }),
  );
  place.give(folder);
  const app = await start({ env: { FREIGHT_CONSOLE_CONFIG: file } });
  expect(app.say.language).toBe('cn');
  await expect(app.page.getByText('https://hamburg.example/admin')).toBeVisible();
  await expect(app.page.getByText(app.say.words.messages.MANAGED)).toBeVisible();
  for (const button of ['access.serverEdit', 'access.serverRemove'] as const)
    await expect(app.page.getByRole('button', { name: app.say.t(button) })).toBeDisabled();
  for (const call of ['edit', 'remove'] as const)
    expect(
      await app.call(`environments.${call}`, {
        id: 'hamburg',
        ...(call === 'edit' ? { name: 'X', base: 'https://x.example' } : {}),
      }),
    ).toMatchObject({ ok: false, error: { code: 'MANAGED' } });
  await app.page.getByRole('button', { name: app.say.t('settings.title') }).click();
  const dialog = settingsOf(app);
  await expect(dialog.getByText('theme: ', { exact: false })).toBeVisible();
  const line = dialog.locator('[data-setting="language"]');
  await expect(line.getByText(app.say.t('settings.managed'))).toBeVisible();
  await expect(
    line.getByRole('radio', { name: 'English' }).or(line.getByRole('button', { name: 'English' })),
  ).toBeDisabled();
  await expect(dialog.getByRole('button', { name: app.say.t('access.serverAdd') })).toHaveCount(0);
});

test('draws without the graphics processor and shows default layouts in a safe start', async ({
  start,
  demoData,
}) => {
  const data = demoData();
  const first = await start({ data });
  await first.signIn('admin');
  await first.open('/bill/bill_manage');
  await first.theme('dark');
  await first.close();
  const app = await start({ data, args: ['--safe-start'] });
  const { page, say } = app;
  await expect(page.getByText(say.t('settings.graphics.safeStart'))).toBeVisible();
  await expect(page.locator('body')).not.toHaveClass(/bp6-dark/);
  await expect(page.locator('.fc-tab-body[data-path="/bill/bill_manage"]')).toHaveCount(0);
  const features = await app.app.evaluate(({ app: electronApp }) => electronApp.getGPUFeatureStatus());
  expect(features.gpu_compositing).toMatch(/^disabled/);
  await app.close();
  const again = await start({ data });
  await expect(again.page.locator('body')).toHaveClass(/bp6-dark/);
});

test('turns the graphics processor off after repeated failures, until it is turned on again', async ({
  start,
  demoData,
}) => {
  const data = demoData();
  const crashing = await start({ data, allowed: /./ });
  const crashes = () =>
    (JSON.parse(readFileSync(path.join(data, 'starts.json'), 'utf8')) as { crashes?: { gpu?: number } })
      .crashes?.gpu ?? 0;
  for (const wanted of [1, 2]) {
    await expect
      .poll(() =>
        crashing.app.evaluate(({ app: electronApp }) =>
          electronApp.getAppMetrics().some(({ type }) => type === 'GPU'),
        ),
      )
      .toBe(true);
    await crashing.app.evaluate(({ app: electronApp }) => {
      const gpu = electronApp.getAppMetrics().find(({ type }) => type === 'GPU');
      if (gpu) process.kill(gpu.pid, 'SIGKILL');
    });
    await expect.poll(crashes).toBe(wanted);
  }
  await crashing.close();
  const app = await start({ data });
  await expect(app.page.getByText(app.say.t('settings.graphics.gpuFailed'))).toBeVisible();
  await expect(app.page.getByRole('button', { name: app.say.t('settings.graphics.again') })).toBeVisible();
});

test('turns the graphics processor off after starts that end before the window is painted', async ({
  start,
  desktop,
  demoData,
}) => {
  const data = demoData();
  const unpainted = () =>
    existsSync(path.join(data, 'starts.json'))
      ? (JSON.parse(readFileSync(path.join(data, 'starts.json'), 'utf8')) as { unpainted?: number }).unpainted
      : 0;
  for (const wanted of [1, 2]) {
    // This loader holds a start until the runner attaches: here none does, so the start ends before its window.
    const hold = path.join(desktop.stage, 'holdReady.cjs');
    const started = spawn(desktop.executable, ['-r', hold, desktop.app, `--user-data-dir=${data}`], {
      env: desktop.env,
      detached: true,
      stdio: 'ignore',
    });
    await expect.poll(unpainted).toBe(wanted);
    const ended = new Promise((done) => started.once('exit', done));
    process.kill(-(started.pid ?? 0), 'SIGKILL');
    await ended;
  }
  const app = await start({ data });
  await expect(app.page.getByText(app.say.t('settings.graphics.notPainted'))).toBeVisible();
});

test('runs every button of the settings: remembered entries, logs, a new start', async ({
  start,
  demoData,
}) => {
  const data = demoData();
  const app = await start({ data });
  const { page, say } = app;
  await app.signIn('admin');
  await app.call('settings.change', { printers: { a6: 'Office', a4: 'Hall' } });
  await app.page.reload();
  await expect(app.tabs).toBeVisible();
  await app.open('/home/settings');
  const line = (key: string) => app.screen.locator(`[data-setting="${key}"]`);
  const group = (title: string) => app.screen.getByRole('button', { name: title, exact: true }).click();

  await test.step('one remembered entry is deleted, then all, and that is undone', async () => {
    await group(say.t('settings.printing'));
    await line('printers')
      .getByRole('button', { name: say.t('settings.forget', { name: 'a6: Office' }) })
      .click();
    await expect(line('printers').getByRole('listitem')).toHaveText(['a4: Hall']);
    await line('printers')
      .getByRole('button', { name: say.t('settings.resetOne', { name: say.t('settings.printers') }) })
      .click();
    await expect(line('printers')).toContainText(say.t('settings.nothingKept'));
    await page.getByRole('button', { name: say.t('common.undo') }).click();
    await expect(line('printers').getByRole('listitem')).toHaveText(['a4: Hall']);
  });

  await test.step('the log folder is opened, or named when nothing can open it', async () => {
    await group(say.t('settings.diagnostics'));
    for (const failed of ['', 'no program']) {
      await app.app.evaluate(({ shell }, answer) => {
        const shown: string[] = [];
        Object.assign(globalThis, { shown });
        shell.openPath = async (place) => {
          shown.push(place);
          return answer;
        };
      }, failed);
      await app.screen.getByRole('button', { name: say.t('settings.logsShow') }).click();
      await expect
        .poll(() => app.app.evaluate(() => (globalThis as unknown as { shown: string[] }).shown))
        .toEqual([expect.stringContaining('logs')]);
    }
    await expect(page.locator('.bp6-toast').filter({ hasText: 'logs' })).toBeVisible();
  });

  await test.step('a setting for the next start offers it, and the app restarts', async () => {
    await app.screen.getByRole('searchbox', { name: say.t('settings.search') }).fill('显卡');
    await expect(line('gpu')).toBeVisible();
    await line('gpu').getByText(say.t('settings.off'), { exact: true }).click();
    await expect(line('gpu')).toContainText(say.t('settings.restartNeeded'));
    const outcome = await app.app.evaluate(({ app: electronApp }) => {
      const relaunches: string[][] = [];
      Object.assign(globalThis, { relaunches });
      electronApp.relaunch = (options) => void relaunches.push([...(options?.args ?? [])]);
      // Keeps this app open, so that the request can be read.
      electronApp.quit = () => undefined;
      return relaunches;
    });
    expect(outcome).toEqual([]);
    await line('gpu')
      .getByRole('button', { name: say.t('settings.restart') })
      .click();
    await expect
      .poll(() => app.app.evaluate(() => (globalThis as unknown as { relaunches: string[][] }).relaunches))
      .toEqual([expect.arrayContaining([`--user-data-dir=${data}`])]);
  });
  await app.kill();
  const next = await start({ data });
  const features = await next.app.evaluate(({ app: electronApp }) => electronApp.getGPUFeatureStatus());
  expect(features.gpu_compositing).toMatch(/^disabled/);
});

test('counts no crash when an idle helper of the keychain is ended', async ({ start, demoData }) => {
  const app = await start({ data: demoData() });
  await app.app.evaluate(({ app: electron }) => {
    const ended: string[] = [];
    Object.assign(globalThis, { ended });
    electron.on('child-process-gone', (_event, { name, reason }) => void ended.push(`${name}, ${reason}`));
  });
  const helper = 'Freight Console keychain';
  const log = () => readFileSync(path.join(app.data, 'logs/main.log'), 'utf8');
  await app.signIn('admin');
  // The helper has stored the session; it ends some seconds later.
  await expect.poll(log).toContain('status=signedIn reason=signedIn kept=true');
  await expect
    .poll(() => app.app.evaluate(({ app: electron }) => electron.getAppMetrics().map(({ name }) => name)))
    .not.toContain(helper);
  // Electron reports most processes that main ends, not all of them.
  const ended = await app.app.evaluate(() => (globalThis as unknown as { ended: string[] }).ended);
  expect(ended.filter((one) => one !== `${helper}, killed`)).toEqual([]);
  expect(log()).not.toMatch(/a process is gone/);
});

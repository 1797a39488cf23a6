import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { USUAL_SCHEDULE } from '@contract/backup';
import { desktop as procedures } from '@contract/desktop';
import { allEndpoints } from '@contract/index';
import * as z from 'zod';
import { expect, test } from './fixtures';
import { cross, data, read, watchSystem } from './safety';

test('refuses foreign pages at the bridge, whatever they show', async ({ start, demoData }) => {
  const app = await start({ data: demoData() });
  const web = createServer(({ url }, response) => {
    const frames = '<iframe src="/inner"></iframe><iframe srcdoc="x"></iframe>';
    response.setHeader('content-type', 'text/html').end(url === '/' ? frames : 'x');
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  const local = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
  /** Returns the results of `app.boot` in each frame of a hidden window with our preload, its main frame first. */
  const answersOf = (address: string) =>
    app.app.evaluate(
      async ({ app: electron, BrowserWindow }, [at]) => {
        const window = new BrowserWindow({
          show: false,
          webPreferences: {
            preload: `${electron.getAppPath()}/dist/preload/index.cjs`,
            sandbox: true,
            nodeIntegrationInSubFrames: true,
            // Another session: that of our windows reaches no server.
            ...(at.startsWith('http') ? { partition: 'elsewhere' } : {}),
          },
        });
        await window.loadURL(at).catch(() => undefined);
        const send =
          'window.answer = window.bridge ? "" : "no bridge"; window.bridge?.call("app.boot", {})' +
          '.then((r) => { window.answer = r.ok ? "answered" : r.error.message; }); 0';
        if (at === 'app://console/') {
          await window.webContents.executeJavaScript(
            'const f = document.createElement("iframe"); f.src = "about:blank"; document.body.append(f); 0',
          );
        }
        await new Promise((done) => setTimeout(done, 100));
        const frames = window.webContents.mainFrame.framesInSubtree;
        for (const frame of frames) await frame.executeJavaScript(send);
        let answers: unknown[] = [];
        for (let tries = 0; tries < 50 && (tries === 0 || answers.includes('')); tries += 1) {
          await new Promise((done) => setTimeout(done, 100));
          answers = [];
          for (const frame of frames) answers.push(await frame.executeJavaScript('window.answer'));
        }
        window.destroy();
        return answers;
      },
      [address] as const,
    );

  expect(await answersOf('app://console/')).toEqual(['answered', 'no bridge']);
  expect((await answersOf(`${local}/`)).sort()).toEqual(['no bridge', 'sender', 'sender']);
  for (const address of [
    'data:text/html,x',
    'about:blank',
    'app://evil/',
    'app://console.evil/',
    'app://console/missing.html',
    'app://console/assets/../evil',
    `${local}/plain#app://console/`,
  ]) {
    const answers = await answersOf(address);
    expect(answers, address).toEqual(['sender']);
  }

  await test.step('a window closed during a call does no harm', async () => {
    await app.app.evaluate(async ({ app: electron, BrowserWindow }) => {
      for (let count = 0; count < 5; count += 1) {
        const preload = `${electron.getAppPath()}/dist/preload/index.cjs`;
        const window = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true } });
        await window.loadURL('app://console/');
        await window.webContents.executeJavaScript(
          'for (let i = 0; i < 20; i++) void bridge.call("session.captcha"); 0',
        );
        window.destroy();
      }
    });
    expect(await cross(app, 'app.boot', {})).toMatchObject({ ok: true });
    expect(read(path.join(app.data, 'logs/main.log'))).not.toMatch(/uncaught|unhandled/);
  });
  web.close();
});

test('refuses every call with an invalid input, and does nothing', async ({ signedIn }) => {
  const app = await signedIn();
  const systemCalls = await watchSystem(app);
  const logged = () => data<{ total: number }>(app, 'operateLog.list', { query: { pageSize: 1 } });
  const before = await logged();
  /** Returns the settings without those that the shell itself writes: opened tabs, and the time of the first backup. */
  const kept = () => {
    const {
      settings: all,
      backup,
      ...others
    } = JSON.parse(readFileSync(path.join(app.data, 'settings.json'), 'utf8'));
    const { turn: _, ...schedule } = backup ?? { fault: null, folder: null, schedule: USUAL_SCHEDULE };
    return { ...others, backup: schedule, settings: { ...all, tabs: {}, recent: {} } };
  };
  const settings = kept();

  const wrong: unknown[] = [
    'text',
    7,
    true,
    [],
    [{}],
    { unknown: 1 },
    { params: 'x' },
    { body: [] },
    { query: 7 },
    { file: {} },
    { id: {} },
    { token: '../..', more: 1 },
    { input: { $where: 1 }, call: 7 },
  ];
  const schemas: [string, z.ZodType][] = Object.entries(procedures).flatMap(([group, calls]) =>
    Object.entries(calls).map(([name, { input }]): [string, z.ZodType] => [`${group}.${name}`, input]),
  );
  for (const { name, found } of allEndpoints()) {
    const { params, query, body } = found;
    schemas.push([
      name,
      z.strictObject({
        ...(params ? { params } : {}),
        ...(query ? { query: query.optional() } : {}),
        ...(body ? { body } : {}),
        ...(found.kind === 'upload' ? { file: z.string().max(64) } : {}),
      }),
    ]);
  }
  expect(schemas.length).toBeGreaterThan(100);
  const calls = schemas.flatMap(([name, schema]) =>
    wrong
      .filter((input) => !schema.safeParse(input).success)
      .map((input): [string, unknown] => [name, input]),
  );
  const passed = await app.page.evaluate(async (all) => {
    const { bridge } = window as unknown as {
      bridge: { call(name: string, input: unknown): Promise<{ ok: boolean; error?: { code: string } }> };
    };
    const found: string[] = [];
    for (const [name, input] of all) {
      const { ok, error } = await bridge.call(name, input);
      if (ok || !/^CALL_(INVALID|UNKNOWN)$/.test(error?.code ?? ''))
        found.push(`${name} ${JSON.stringify(input)}: ${error?.code}`);
    }
    return found;
  }, calls);
  expect(passed).toEqual([]);

  await test.step('no other calls exist', async () => {
    const names = [
      '',
      '.',
      'bill',
      'bill.',
      '.list',
      'bill.list.x',
      '__proto__.toString',
      'constructor.name',
      'app.__proto__',
      'app.constructor',
      'bill.toString',
      'session.login',
      'session.logout',
      'bill.exportExcel',
      'attachment.download',
      'GET /admins',
      'https://example.com/',
      'a'.repeat(81),
      7,
      null,
      {},
      ['app.boot'],
    ];
    for (const name of names) expect(await cross(app, name, {}), String(name)).toMatchObject({ ok: false });
    for (const options of [
      { key: 'a\r\nX-Evil: 1' },
      { key: 'short' },
      { id: 7 },
      { id: 'x'.repeat(65) },
      { more: 1 },
      'x',
      7,
    ])
      expect(await cross(app, 'bill.list', {}, options), JSON.stringify(options)).toMatchObject({
        error: { code: 'CALL_INVALID' },
      });
    expect(await cross(app, 'app.report', { message: 'x'.repeat(2_000_000), stack: null })).toMatchObject({
      ok: false,
    });
    const odd = await app.page.evaluate(async () => {
      const { bridge } = window as unknown as {
        bridge: {
          call(...all: unknown[]): Promise<{ ok: boolean }>;
          take(file: unknown): Promise<{ ok: boolean }>;
        };
      };
      const ring: Record<string, unknown> = {};
      ring.ring = ring;
      const inputs = [
        ring,
        new Date(),
        10n,
        new Map([['id', 1]]),
        new Uint8Array(2_000_000),
        Number.NaN,
        new Error('x'),
      ];
      const answers = inputs.map((input) =>
        bridge
          .call('bill.get', input)
          .then(({ ok }) => ok)
          .catch(() => false),
      );
      const taken = [new File(['x'], 'a.pdf'), '/etc/passwd', {}, null].map(async (file) => {
        try {
          return (await bridge.take(file)).ok;
        } catch {
          return false;
        }
      });
      return Promise.all([...answers, ...taken]);
    });
    expect(new Set(odd)).toEqual(new Set([false]));
  });

  expect(await systemCalls()).toEqual([]);
  expect((await logged()).total).toBe(before.total);
  expect(kept()).toEqual(settings);
});

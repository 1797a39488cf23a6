import { readlinkSync } from 'node:fs';
import { expect, test } from './fixtures';
import { data, filesHolding, inMemory, processes, processTree, read, watchSystem } from './safety';

test('confines the window to a sandboxed page', async ({ start, demoData }) => {
  const app = await start({
    data: demoData(),
    allowed: /Content Security Policy|ERR_|Refused|blocked|404|Not allowed to|EvalError/,
  });
  const { page } = app;
  const systemCalls = await watchSystem(app);

  await test.step('the page has no Node, and only the bridge of the app', async () => {
    const preferences = await app.app.evaluate(({ BrowserWindow }) => {
      const contents: object | undefined = BrowserWindow.getAllWindows()[0]?.webContents;
      return (contents as { getLastWebPreferences(): object }).getLastWebPreferences();
    });
    expect(preferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
    });
    const seen = await page.evaluate(() => ({
      node: ['require', 'process', 'module', 'Buffer', 'global', 'electron'].filter((name) => name in window),
      bridge: Object.keys((window as unknown as { bridge: object }).bridge).sort(),
      frozen: Reflect.set(window, 'bridge', 1),
    }));
    expect(seen).toEqual({ node: [], bridge: ['call', 'on', 'take'], frozen: false });
  });

  await test.step('its process is confined by the system', async () => {
    const { main, page: pid } = await processes(app);
    const status = read(`/proc/${pid}/status`);
    expect(status).toMatch(/^Seccomp:\t2$/m);
    expect(status).toMatch(/^NoNewPrivs:\t1$/m);
    // The app confines nothing in main, so its filters are the machine's own rule: the page must have more.
    const filters = (one: number) =>
      Number(/^Seccomp_filters:\t(\d+)$/m.exec(read(`/proc/${one}/status`))?.[1]);
    expect(filters(pid)).toBeGreaterThan(filters(main));
    expect(readlinkSync(`/proc/${pid}/ns/net`)).not.toBe(readlinkSync(`/proc/${main}/ns/net`));
    expect(processTree(main).some((one) => read(`/proc/${one}/cmdline`).includes('no-sandbox\0'))).toBe(
      false,
    );
  });

  await test.step('it is served with its policy, from a secure origin', async () => {
    const answer = await page.reload();
    const headers = answer?.headers() ?? {};
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self';/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(await page.evaluate(() => [window.origin, window.isSecureContext])).toEqual([
      'app://console',
      true,
    ]);
    await page.locator('#root > *').first().waitFor();
  });

  await test.step('nothing inserted into it runs, and nothing is loaded', async () => {
    const ran = await page.evaluate(async () => {
      const found: string[] = [];
      const refused: string[] = [];
      Object.assign(window, { ran: (what: string) => found.push(what) });
      document.addEventListener('securitypolicyviolation', (event) => refused.push(event.effectiveDirective));
      const add = (tag: string, set: object) =>
        document.body.append(Object.assign(document.createElement(tag), set));
      add('script', { textContent: 'ran("inline")' });
      add('script', { src: 'data:text/javascript,ran("data")' });
      add('script', { src: 'https://example.com/x.js' });
      add('img', { src: 'https://example.com/x.png' });
      add('iframe', { src: 'https://example.com/' });
      add('object', { data: 'https://example.com/' });
      add('link', { rel: 'stylesheet', href: 'https://example.com/x.css' });
      const box = document.createElement('div');
      document.body.append(box);
      box.innerHTML = '<img src=x onerror="ran(\'onerror\')"><svg onload="ran(\'svg\')"></svg>';
      box.innerHTML += '<a id="evil" href="javascript:ran(\'link\')">x</a>';
      box.querySelector<HTMLElement>('#evil')?.click();
      for (const attempt of [() => fetch('https://example.com/'), () => fetch('http://127.0.0.1:9/')])
        await attempt().then(
          () => found.push('fetch'),
          () => undefined,
        );
      try {
        new WebSocket('wss://example.com/').addEventListener('open', () => found.push('socket'));
      } catch {
        // Refused at once.
      }
      // Delayed: the policy lets the debugger's own code run, but not the page's later code.
      setTimeout(() => {
        try {
          found.push(String(Reflect.construct(Function, ['return "eval"'])()));
        } catch {
          // Refused, as expected.
        }
      });
      navigator.sendBeacon('https://example.com/');
      await new Promise((done) => setTimeout(done, 300));
      return { found, refused: [...new Set(refused)].sort() };
    });
    expect(ran.found).toEqual([]);
    for (const rule of [
      'connect-src',
      'frame-src',
      'img-src',
      'object-src',
      'script-src-attr',
      'script-src-elem',
    ])
      expect(ran.refused).toContain(rule);
  });

  await test.step('it navigates nowhere, and opens no other window', async () => {
    await page.reload();
    await page.locator('#root > *').first().waitFor();
    const home = page.url();
    const away = [
      'https://example.com/',
      'http://127.0.0.1:9/',
      'file:///etc/passwd',
      'data:text/html,x',
      'app://evil/',
    ];
    for (const address of away) {
      await page.evaluate((to) => {
        const link = Object.assign(document.createElement('a'), { href: to });
        document.body.append(link);
        link.click();
        window.location.href = to;
      }, address);
      await page.waitForTimeout(50);
      expect(page.url(), address).toBe(home);
    }
    const opened = [
      'https://example.com/',
      'http://example.com/',
      'file:///etc/passwd',
      'javascript:1',
      'about:blank',
    ];
    for (const address of [...opened, 'mailto:ops@example.com', 'smb://server/share', 'app://console/'])
      expect(await page.evaluate((to) => window.open(to), address), address).toBeNull();
    expect(await app.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
    expect(await systemCalls()).toEqual(['https://example.com/', 'mailto:ops@example.com']);
    const guest = await page.evaluate(() => {
      const view = Object.assign(document.createElement('webview'), { src: 'https://example.com/' });
      document.body.append(view);
      return 'getWebContentsId' in view;
    });
    expect(guest).toBe(false);
  });

  await test.step('it may write to the clipboard, and nothing more', async () => {
    const answers = await page.evaluate(async () => {
      const outcome = (work: Promise<unknown>) => work.then(() => 'granted').catch(() => 'refused');
      return {
        media: await outcome(navigator.mediaDevices.getUserMedia({ audio: true })),
        screen: await outcome(navigator.mediaDevices.getDisplayMedia({ video: true })),
        place: await outcome(
          new Promise((done, fail) => navigator.geolocation.getCurrentPosition(done, fail)),
        ),
        reading: await outcome(navigator.clipboard.readText()),
        notifying: await Notification.requestPermission(),
        midi: await outcome(navigator.requestMIDIAccess({ sysex: true })),
        bluetooth:
          'bluetooth' in navigator
            ? await outcome(
                (
                  navigator.bluetooth as never as { requestDevice(how: object): Promise<unknown> }
                ).requestDevice({ acceptAllDevices: true }),
              )
            : 'refused',
        writing: await outcome(navigator.clipboard.writeText('112-71000110')),
      };
    });
    const { writing, notifying, ...others } = answers;
    expect({ writing, notifying }).toEqual({ writing: 'granted', notifying: 'denied' });
    expect(new Set(Object.values(others))).toEqual(new Set(['refused']));
    const spelling = await app.app.evaluate(({ session }) => ({
      on: session.defaultSession.isSpellCheckerEnabled(),
      languages: session.defaultSession.getSpellCheckerLanguages(),
    }));
    expect(spelling).toEqual({ on: false, languages: [] });
  });
});

test('keeps the token after the sign-in in the keyring and main, and nowhere else', async ({
  start,
  demoData,
  desktop,
}) => {
  const app = await start({ data: demoData() });
  await app.signIn('admin');
  await app.open('/bill/bill_manage/detail/1');
  const token = desktop.run('secret-tool', [
    'lookup',
    'service',
    'freight-console',
    'account',
    'embedded',
  ]).stdout;
  expect(token.length).toBeGreaterThan(20);
  const { main, page, api } = await processes(app);

  await test.step('the token is not in the page, nor in its storage', async () => {
    const found = await app.page.evaluate(async () => ({
      text: document.documentElement.outerHTML,
      stored: JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, history.state]),
      bases: await indexedDB.databases(),
      caches: await caches.keys().catch(() => []),
    }));
    expect(found.text).toContain('app');
    expect(found.text + found.stored).not.toContain(token);
    expect([found.bases, found.caches]).toEqual([[], []]);
    const cookies = await app.app.evaluate(({ session }) => session.defaultSession.cookies.get({}));
    expect(cookies).toEqual([]);
  });

  await test.step('the token is not in the memory of the page, where a shown name is found', async () => {
    await app.page.evaluate(() => {
      document.documentElement.dataset.planted = ['canary', 'of', 'the', 'page'].join('-').repeat(2);
    });
    expect(inMemory(page, 'canary-of-the-pagecanary-of-the-page')).toBeGreaterThan(0);
    expect(inMemory(main, token)).toBeGreaterThan(0);
    expect(inMemory(page, token)).toBe(0);
  });

  await test.step('the token is not in any file, argument or environment', async () => {
    expect(filesHolding(app.data, 'bill_manage').length).toBeGreaterThan(0);
    expect(filesHolding(desktop.stage, token)).toEqual([]);
    const tree = processTree(main);
    expect(tree).toContain(page);
    expect(tree).toContain(api);
    for (const pid of tree) {
      const visible = read(`/proc/${pid}/cmdline`) + read(`/proc/${pid}/environ`);
      expect(visible).not.toContain(token);
    }
  });

  await test.step('the token is not in the keyring after the sign-out', async () => {
    await data(app, 'account.signOut');
    await expect(app.page.getByLabel(app.say.label('username'))).toBeVisible();
    expect(
      desktop.run('secret-tool', ['lookup', 'service', 'freight-console', 'account', 'embedded']).stdout,
    ).toBe('');
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ensureBuilt } from '../../scripts/build.mjs';
import { packaged } from '../../scripts/packaged.mjs';
import {
  addedBy,
  checkFirstScreen,
  checkSize,
  filesInArchive,
  firstScreen,
} from '../../scripts/sizeBudget.mjs';
import { targetsOf } from '../support/packagedApp';
import { expect, test } from './fixtures';

const resources = path.join(path.dirname(packaged), 'resources');
/** Settings for whoever runs the server: folders of messages to customs and of exchange rates, and the client certificate. */
const SETTINGS = [
  'CUSTOMS_FOLDER',
  'CUSTOMS_CERTIFICATE',
  'CUSTOMS_KEY',
  'CUSTOMS_KEY_PASSWORD',
  'RATES_FOLDER',
  'INVOICES_FOLDER',
].map((name) => `FREIGHT_CONSOLE_${name}`);
const HOOKS = /FREIGHT_CONSOLE_[A-Z_]+|VITE_DEV_SERVER_URL/g;

/** Returns the content of all files in a folder by name. */
function contentOf(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return new Map(
    files.map(({ parentPath, name }) => {
      const file = path.join(parentPath, name);
      return [path.relative(folder, file), readFileSync(file, 'latin1')];
    }),
  );
}

test('differs from the build under test in nothing but the access for tests', () => {
  const twin = ensureBuilt();
  const release = ensureBuilt({ release: true });
  expect(contentOf(path.join(release, 'renderer'))).toEqual(contentOf(path.join(twin, 'renderer')));
  expect(contentOf(path.join(release, 'main/fonts'))).toEqual(contentOf(path.join(twin, 'main/fonts')));
  const hooksOf = (folder: string) =>
    [...contentOf(path.join(folder, 'main')).values()].flatMap((text) => text.match(HOOKS) ?? []);
  expect(new Set(hooksOf(twin))).toEqual(
    new Set([
      ...SETTINGS,
      'FREIGHT_CONSOLE_CAPTCHA',
      'FREIGHT_CONSOLE_SEED_DAY',
      'FREIGHT_CONSOLE_PUSH_LOOPBACK',
      'FREIGHT_CONSOLE_MAIL_SOON',
      'FREIGHT_CONSOLE_ALERTS_SOON',
      'FREIGHT_CONSOLE_CONFIG',
      'FREIGHT_CONSOLE_UPDATE_KEYS',
      'FREIGHT_CONSOLE_VERSION',
      'FREIGHT_CONSOLE_SWITCHES',
      'VITE_DEV_SERVER_URL',
    ]),
  );
  // This variable permits Chromium's own switches, for anyone who may run programs as this user: see switches.spec.ts.
  const kept = new Set([...SETTINGS, 'FREIGHT_CONSOLE_SWITCHES']);
  expect(new Set(hooksOf(release))).toEqual(kept);
  const inArchive = readFileSync(path.join(resources, 'app.asar'), 'latin1').match(HOOKS);
  expect(new Set(inArchive)).toEqual(kept);
});

test('contains only what it runs, within its size', () => {
  const names = filesInArchive(path.join(resources, 'app.asar')).map(({ name }) => name);
  expect(names).toContain('dist/main/index.cjs');
  expect(names.filter((name) => !/^(package\.json$|dist\/(main|preload|renderer)\/)/.test(name))).toEqual([]);
  expect(names.filter((name) => /\.(map|ts|tsx)$/.test(name))).toEqual([]);
  expect(readdirSync(resources).sort()).toEqual([
    'LICENSE.txt',
    'THIRD-PARTY-LICENSES.txt',
    'app.asar',
    'app.asar.unpacked',
  ]);
  expect(readdirSync(path.join(resources, 'app.asar.unpacked/node_modules/keytar/prebuilds'))).toEqual([
    `linux-${process.arch}`,
  ]);
  checkSize(resources);
  const renderer = path.join(ensureBuilt({ release: true }), 'renderer');
  checkFirstScreen(renderer);

  const added = addedBy(resources);
  expect(() => checkSize(resources, added.total - 1)).toThrow(/kB {2}dist\/main\/fonts\/NotoSansSC/);
  expect(() => checkFirstScreen(renderer, firstScreen(renderer).total - 1)).toThrow(/assets\/start-/);
});

test('includes the licences of all its parts', () => {
  const text = readFileSync(path.join(resources, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
  for (const name of ['react', 'hono', 'keytar', '@expo-google-fonts/noto-sans-sc', 'echarts', 'pdfkit'])
    expect(text).toMatch(new RegExp(`^(@github/)?${name} \\d\\S* \\(`, 'm'));
  expect(text).toContain('SIL OPEN FONT LICENSE');
  expect(text).not.toMatch(/^(vitest|electron-builder|playwright|typescript) \d/m);
  const folder = path.dirname(packaged);
  expect(readdirSync(folder)).toEqual(
    expect.arrayContaining(['LICENSES.chromium.html', 'LICENSE.electron.txt']),
  );
});

test('opens its window with its policy, without network and developer tools', async ({ launch }) => {
  const app = await launch({ env: { FREIGHT_CONSOLE_CAPTCHA: '0000' } });
  const { page } = app;
  await app.demoStart();

  await test.step('the access for tests is missing: a fixed captcha is ignored', async () => {
    await page.locator('#username').fill('admin');
    await page.locator('#password').fill('Admin#2026');
    await page.locator('#captcha').fill('0000');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert').or(page.locator('.bp6-intent-danger')).first()).toBeVisible();
    await expect(page.locator('#captcha')).toBeVisible();
  });

  await test.step('the page has its policy and uses no network', async () => {
    // Recorded from the first line of the page: the policy may refuse none of the page's own parts either.
    await page.addInitScript(() => {
      const refused: string[] = [];
      Object.assign(window, { refused });
      document.addEventListener('securitypolicyviolation', (event) => refused.push(event.effectiveDirective));
    });
    const answer = await page.reload();
    await expect(page.locator('#captcha')).toBeVisible();
    expect(answer?.headers()['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'self';.* connect-src 'none';/,
    );
    const tried = await page.evaluate(async () => {
      const { refused } = window as unknown as { refused: string[] };
      const got = await fetch('http://127.0.0.1:9/').then(
        () => 'answered',
        () => 'refused',
      );
      document.body.append(
        Object.assign(document.createElement('img'), { src: 'https://example.com/x.png' }),
      );
      await new Promise((done) => setTimeout(done, 300));
      return { got, refused, node: ['require', 'process', 'Buffer'].filter((name) => name in window) };
    });
    expect(tried).toEqual({ got: 'refused', refused: ['connect-src', 'img-src'], node: [] });
  });

  await test.step('no key opens developer tools', async () => {
    for (const key of ['F12', 'Control+Shift+I', 'Control+Shift+J', 'Control+Shift+C']) {
      await page.keyboard.press(key);
      await page.waitForTimeout(300);
    }
    const targets = await targetsOf(app.started.endpoint);
    expect(targets.filter(({ type }) => type === 'page')).toHaveLength(1);
    expect(targets.map(({ url }) => url).filter((url) => url.startsWith('devtools:'))).toEqual([]);
  });
});

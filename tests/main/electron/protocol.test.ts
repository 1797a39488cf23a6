import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { CONTENT_SECURITY_POLICY, fileOf } from '../../../main/electron/protocol';
import { visiblePlace } from '../../../main/electron/window';
import { testFolder } from '../../support/folder';

let root: string;

beforeEach(() => {
  const folder = realpathSync(testFolder());
  root = path.join(folder, 'renderer');
  for (const name of ['renderer/assets', 'renderer-evil', 'secret'])
    mkdirSync(path.join(folder, name), { recursive: true });
  for (const name of [
    'renderer/index.html',
    'renderer/assets/a b.js',
    'renderer/assets/清单.js',
    'renderer-evil/index.html',
    'secret/token.json',
    'settings.json',
  ])
    writeFileSync(path.join(folder, name), name);
  symlinkSync(path.join(folder, 'secret'), path.join(root, 'linked'));
  symlinkSync(path.join(folder, 'renderer-evil'), path.join(root, 'neighbour'));
  symlinkSync(path.join(folder, 'settings.json'), path.join(root, 'assets/linked.json'));
});

describe('an address of the app', () => {
  test.each([
    ['app://console/', 'index.html'],
    ['app://console/index.html?x=1#/bill/bill_manage', 'index.html'],
    ['app://console/assets/a%20b.js', 'assets/a b.js'],
    ['app://console/assets/%E6%B8%85%E5%8D%95.js', 'assets/清单.js'],
    ['app://console/assets/../index.html', 'index.html'],
  ])('is a file of the renderer: %s', async (address, file) => {
    expect(await fileOf(address, root)).toBe(path.join(root, file));
  });

  /** Spellings of "one folder up", as they reach the server or are decoded on the way. */
  const ups = ['..', '%2e%2e', '.%2e', '%2E.', '%252e%252e', '．．', '%c0%ae%c0%ae', '....', '..;', '.%00.'];
  const slashes = ['/', '%2f', '%5c', '\\', '%252f', '//', '%2f%2f', '/./'];
  const climbing = ups.flatMap((up) =>
    slashes.flatMap((slash) => [
      `app://console/${up}${slash}settings.json`,
      `app://console/assets${slash}${up}${slash}${up}${slash}settings.json`,
      `app://console/${up}${slash}renderer-evil${slash}index.html`,
    ]),
  );
  test('never leads outside its folder, however it climbs', async () => {
    expect(climbing.length).toBeGreaterThan(200);
    const reached: string[] = [];
    for (const address of climbing) {
      const found = await fileOf(address, root);
      if (found !== undefined && !found.startsWith(root + path.sep)) reached.push(`${address} → ${found}`);
    }
    expect(reached).toEqual([]);
  });

  test.each([
    ['app://console/assets/a%20b.js%00.html'],
    ['app://console/%00'],
    ['app://console/%'],
    ['app://console/%E0%A4%A'],
    ['app://console/missing.js'],
    ['app://console//etc/passwd'],
    ['app://console/file:///etc/passwd'],
    ['app://console/C:/windows/win.ini'],
    ['app://console/linked/token.json'],
    ['app://console/neighbour/index.html'],
    ['app://console/assets/linked.json'],
    ['app://evil/index.html'],
    ['app://console.evil/index.html'],
    ['app://console:80/index.html'],
    ['app:///index.html'],
    ['app:index.html'],
    ['file:///etc/passwd'],
    ['http://console/index.html'],
    ['https://console/'],
    [''],
  ])('is refused when it leads outside, to nothing, or to another host: %s', async (address) => {
    expect(await fileOf(address, root)).toBeUndefined();
  });
});

test('has a policy that loads code from the app alone and allows no connections', () => {
  const rules = new Map(
    CONTENT_SECURITY_POLICY.split('; ').map((rule) => {
      const [name = '', ...from] = rule.split(' ');
      return [name, from];
    }),
  );
  expect(rules.get('default-src')).toEqual(["'none'"]);
  expect(rules.get('script-src')).toEqual(["'self'"]);
  expect(rules.get('connect-src')).toEqual(["'none'"]);
  for (const name of ['base-uri', 'form-action', 'frame-ancestors'])
    expect(rules.get(name)).toEqual(["'none'"]);
  expect(CONTENT_SECURITY_POLICY).not.toMatch(/unsafe-eval|https?:|\*|script-src[^;]*unsafe/);
});

describe('the window position', () => {
  const screens = [
    { x: 0, y: 0, width: 1920, height: 1040 },
    { x: 1920, y: -200, width: 1280, height: 1024 },
  ];
  const at = (x: number, y: number) => ({ x, y, width: 1440, height: 900, maximized: false });

  test.each([at(0, 0), at(480, 140), at(1900, 0), at(-1300, 100), at(2000, -200)])(
    'is restored when a screen shows it: %j',
    (place) => expect(visiblePlace(place, screens)).toEqual(place),
  );

  test.each([at(5000, 100), at(-1400, 100), at(100, 1030), at(100, -400), at(3150, 0)])(
    'is dropped when no screen shows it: %j',
    (place) => expect(visiblePlace(place, screens)).toEqual({ width: 1440, height: 900, maximized: false }),
  );

  test('is the middle in the default size when none was stored', () => {
    const place = { width: 1200, height: 800, maximized: true };
    expect(visiblePlace(place, screens)).toEqual(place);
  });
});

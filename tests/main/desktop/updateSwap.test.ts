import { spawn } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { installKindOf } from '../../../main/update/installKind';
import { swapProgram } from '../../../main/update/swap';
import { bundle } from '../../support/bundle';
import { testFolder } from '../../support/folder';
import { sha512 } from '../../support/updateFeed';

const OLD = 'old'.repeat(2_000_000);
const NEW = 'new!'.repeat(2_000_000);
const wanted = { sha512: sha512(NEW), running: '0.1.0', version: '0.2.0' };

function programs(name: string) {
  const folder = testFolder();
  const [from, old] = [path.join(folder, 'fetched'), path.join(folder, 'apps', name)];
  mkdirSync(path.dirname(old));
  writeFileSync(from, NEW);
  writeFileSync(old, OLD);
  chmodSync(old, 0o755);
  return { from, old, apps: path.dirname(old) };
}

test('leaves the old or the new program complete when killed at any moment of the replacement', async () => {
  const script = await bundle('main/update/swap.ts');
  const outcomes = new Set<string>();
  for (let nth = 0; nth < 20; nth += 1) {
    const { from, old, apps } = programs('Freight Console.AppImage');
    const code = `const { swapProgram } = require(${JSON.stringify(script)});
      process.stdout.write('begun');
      swapProgram(...${JSON.stringify([from, old, wanted])});`;
    const child = spawn(process.execPath, ['-e', code], {
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    });
    await new Promise((resolve) => child.stdout.once('data', resolve));
    // Kill times range from the first moment to some time after the end.
    await sleep(nth * 3);
    child.kill('SIGKILL');
    await new Promise((resolve) =>
      child.exitCode === null && child.signalCode === null ? child.once('close', resolve) : resolve(null),
    );
    const there = readFileSync(old, 'utf8');
    expect([OLD, NEW].includes(there)).toBe(true);
    expect(statSync(old).mode & 0o777).toBe(0o755);
    outcomes.add(there === OLD ? 'old' : 'new');
    // The next attempt works despite the remains of the last one.
    swapProgram(from, old, wanted);
    expect(readFileSync(old, 'utf8')).toBe(NEW);
    expect(readdirSync(apps)).toEqual([path.basename(old)]);
  }
  // Both must occur; otherwise no kill came between start and end.
  expect([...outcomes].toSorted()).toEqual(['new', 'old']);
});

test('updates the version in a file name that has one, and keeps other names', () => {
  const named = programs('freight-console-0.1.0-linux-x86_64.AppImage');
  const place = swapProgram(named.from, named.old, wanted);
  expect(path.basename(place)).toBe('freight-console-0.2.0-linux-x86_64.AppImage');
  expect(readdirSync(named.apps)).toEqual([path.basename(place)]);
  const own = programs('Fracht');
  expect(swapProgram(own.from, own.old, wanted)).toBe(own.old);
});

test('replaces the old program by the verified one alone', () => {
  const { from, old, apps } = programs('Fracht');
  writeFileSync(from, NEW.replace('new!', 'evil'));
  expect(() => swapProgram(from, old, wanted)).toThrow('UPDATE_FILE_HASH');
  expect(readFileSync(old, 'utf8')).toBe(OLD);
  expect(readdirSync(apps)).toEqual(['Fracht']);
});

test('detects how the app was installed, and ignores the variables of another AppImage', () => {
  const folder = testFolder();
  const program = path.join(folder, 'app/freight-console');
  mkdirSync(path.dirname(program));
  const at = { platform: 'linux', program, resources: folder, env: {} } as const;
  const image = { APPIMAGE: path.join(folder, 'a.AppImage'), APPDIR: path.dirname(program) };
  expect(installKindOf(at).kind).toBe('folder');
  expect(installKindOf({ ...at, env: image })).toEqual({ kind: 'appImage', appImage: image.APPIMAGE });
  symlinkSync(path.dirname(program), path.join(folder, 'link'));
  expect(installKindOf({ ...at, env: { ...image, APPDIR: path.join(folder, 'link') } }).kind).toBe(
    'appImage',
  );
  expect(installKindOf({ ...at, env: { ...image, APPDIR: '/tmp/.mount_editor' } }).kind).toBe('folder');
  writeFileSync(path.join(folder, 'package-type'), 'deb\n');
  expect(installKindOf(at).kind).toBe('deb');
  expect(installKindOf({ ...at, platform: 'darwin' }).kind).toBe('mac');
  expect(installKindOf({ ...at, platform: 'win32' }).kind).toBe('folder');
  writeFileSync(path.join(path.dirname(program), 'Uninstall Freight Console.exe'), '');
  expect(installKindOf({ ...at, platform: 'win32' }).kind).toBe('nsis');
  expect(installKindOf({ ...at, platform: 'win32', env: { PORTABLE_EXECUTABLE_FILE: 'x' } }).kind).toBe(
    'folder',
  );
});

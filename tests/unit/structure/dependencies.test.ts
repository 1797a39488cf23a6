import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');
const json = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));

interface Locked {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly license?: string;
  readonly dev?: boolean;
}
const { dependencies, devDependencies } = json('package.json') as Record<string, Record<string, string>>;
const direct = { ...dependencies, ...devDependencies };
const { packages } = json('package-lock.json') as { packages: Record<string, Locked> };
const locked = Object.entries(packages).filter(([place]) => place !== '');
const nameAt = (place: string) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Packages that must not come back, with the reason. */
const BANNED: Readonly<Record<string, string>> = {
  xlsx: 'CVE-2023-30533 and CVE-2024-22363 are not mended on npm; @e965/xlsx is the same at a later version',
  exceljs: 'not kept, reads whole files into memory',
  request: 'given up',
  moment: 'given up',
  'electron-rebuild': 'nothing is compiled at install',
  'event-stream': 'was taken over once',
};
/** Packages with install scripts: `npm ci` does not run them, and nothing needs them. */
const INSTALL_SCRIPTS = ['electron-winstaller', 'keytar'];
const LICENCES =
  /^\(?(MIT|MIT-0|ISC|Apache-2\.0|0BSD|BSD-[23]-Clause|BlueOak-1\.0\.0|OFL-1\.1|CC0-1\.0|Python-2\.0)(( OR | AND ).*)?\)?$/;
/** Tools that are used and not shipped, under licences without conditions on their use. */
const TOOLS = /^(@axe-core\/playwright|axe-core|lightningcss(-.*)?)$/;
/** Licences that only the package's own files state. */
const NAMED_ELSEWHERE: Readonly<Record<string, string>> = {
  'png-js': 'MIT',
  'sanitize-filename': 'WTFPL OR ISC',
  'truncate-utf8-bytes': 'WTFPL',
  'utf8-byte-length': 'WTFPL OR MIT',
};

describe('an installed package', () => {
  test('has an exact version', () => {
    const loose = Object.entries(direct).filter(
      ([, version]) => !/^(npm:[^@]*@?[^@]+@)?\d+\.\d+\.\d+$/.test(version),
    );
    expect(loose).toEqual([]);
    expect(dependencies?.keytar).toMatch(/^npm:@github\/keytar@/);
  });

  test('comes from the registry alone, with its hash', () => {
    expect(locked.length).toBeGreaterThan(300);
    expect(
      locked.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([place]) => place),
    ).toEqual([]);
    // An address in the lock file would send everyone to the registry of its author.
    expect(locked.filter(([, { resolved }]) => resolved !== undefined).map(([place]) => place)).toEqual([]);
  });

  test('runs an install script only when it is listed', () => {
    const scripts = locked
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([place]) => nameAt(place));
    expect(scripts.sort()).toEqual(INSTALL_SCRIPTS);
  });

  test('is not among the banned ones', () => {
    const found = locked.map(([place]) => nameAt(place)).filter((name) => name in BANNED);
    expect(found.map((name) => `${name}: ${BANNED[name]}`)).toEqual([]);
  });

  test('has a permitted licence', () => {
    const odd = locked
      .map(([place, { license }]) => ({ name: nameAt(place), license: license ?? '' }))
      .filter(
        ({ name, license }) => !LICENCES.test(license) && !TOOLS.test(name) && !(name in NAMED_ELSEWHERE),
      );
    expect(odd).toEqual([]);
  });
});

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

/** The parts of electron-builder's configuration that are tested here. */
interface Configuration {
  readonly mac: {
    readonly target: readonly string[];
    readonly icon: string;
    readonly hardenedRuntime: boolean;
    readonly entitlements: string;
    readonly entitlementsInherit: string;
    readonly notarize?: boolean;
  };
  readonly linux: { readonly executableArgs: readonly string[] };
  readonly nsis: { readonly deleteAppDataOnUninstall: boolean };
}
/** Electron-builder's own parser and check of a configuration, which its typed entry does not export. */
const { getConfig, validateConfiguration } = createRequire(
  createRequire(import.meta.url).resolve('electron-builder'),
)('app-builder-lib/out/util/config/config') as {
  getConfig(folder: string, file: string, more: object): Promise<Configuration>;
  validateConfiguration(read: object, log: object): Promise<void>;
};
const check = (read: object) => validateConfiguration(read, { isEnabled: false, add: () => undefined });
const read = () => getConfig(root, 'electron-builder.yml', {});

test('uses only options that electron-builder knows, for each system', async () => {
  const configuration = await read();
  await check(configuration);
  const misspelt = { ...configuration, mac: { ...configuration.mac, hardendRuntime: true } };
  await expect(check(misspelt)).rejects.toThrow('configuration.mac should be');
});

test('packs a hardened dmg and zip for macOS with the compiler’s rights alone, notarized by the environment', async () => {
  const { mac } = await read();
  // An installed app is updated from the zip.
  expect(mac).toMatchObject({ target: ['dmg', 'zip'], hardenedRuntime: true });
  expect(existsSync(path.join(root, mac.icon))).toBe(true);
  // Unset, it follows APPLE_…: see scripts/signing.mjs.
  expect(mac.notarize).toBeUndefined();
  for (const file of [mac.entitlements, mac.entitlementsInherit])
    expect(readFileSync(path.join(root, file), 'utf8').match(/<key>[^<]*/g)).toEqual([
      '<key>com.apple.security.cs.allow-jit',
    ]);
});

test('starts the app with its sandbox in every package, and keeps data on removal', async () => {
  const { linux, nsis } = await read();
  expect(linux.executableArgs).toEqual([]);
  expect(nsis.deleteAppDataOnUninstall).toBe(false);
  expect(readFileSync(path.join(root, 'resources/linux/freight-console.desktop'), 'utf8')).not.toContain(
    'no-sandbox',
  );
  for (const script of ['postinst', 'postrm'])
    expect(readFileSync(path.join(root, 'resources/linux', script), 'utf8')).not.toMatch(/\brm\b/);
});

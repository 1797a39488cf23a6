import { describe, expect, test } from 'vitest';
import { signingOf } from '../../scripts/signing.mjs';

const APPLE = { APPLE_ID: 'a', APPLE_APP_SPECIFIC_PASSWORD: 'b', APPLE_TEAM_ID: 'c' };
const FILE = { WIN_CSC_LINK: 'a.p12', WIN_CSC_KEY_PASSWORD: 'b' };
const AZURE = {
  AZURE_SIGN_ENDPOINT: 'https://weu.codesigning.azure.net',
  AZURE_SIGN_ACCOUNT: 'freight',
  AZURE_SIGN_PROFILE: 'release',
  AZURE_SIGN_PUBLISHER: 'CN=Freight',
  AZURE_TENANT_ID: '1',
  AZURE_CLIENT_ID: '2',
  AZURE_CLIENT_SECRET: '3',
};

describe('the signing of a package', () => {
  test('is off and allows no release when nothing is set', () => {
    for (const system of ['--win', '--mac', '--linux']) {
      expect(signingOf(system, { env: {} }).signed).toBe(false);
      expect(() => signingOf(system, { env: {}, release: true })).toThrow(
        /^A release is signed: set [A-Z_]+/,
      );
    }
  });

  test('fails with the name of the other half when half is set, and never leaves a package unsigned', () => {
    const env = { WIN_CSC_LINK: 'a.p12' };
    expect(() => signingOf('--win', { env })).toThrow('WIN_CSC_LINK without WIN_CSC_KEY_PASSWORD');
    for (const name of Object.keys(AZURE)) {
      const { [name as keyof typeof AZURE]: _, ...rest } = AZURE;
      expect(() => signingOf('--win', { env: rest, host: 'win32' })).toThrow(`without ${name}`);
    }
    for (const name of Object.keys(APPLE)) {
      const { [name as keyof typeof APPLE]: _, ...rest } = APPLE;
      expect(() => signingOf('--mac', { env: { CSC_NAME: 'x', ...rest } })).toThrow(`without ${name}`);
    }
  });

  test('includes the notarization for macOS', () => {
    expect(() => signingOf('--mac', { env: { CSC_NAME: 'x' } })).toThrow('not notarized');
    expect(() => signingOf('--mac', { env: APPLE })).toThrow('only what is signed');
    expect(signingOf('--mac', { env: { CSC_NAME: 'x', ...APPLE }, release: true })).toMatchObject({
      signed: true,
      args: ['-c.forceCodeSigning=true'],
    });
  });

  test('uses a certificate file anywhere for Windows, and Azure from Windows alone', () => {
    expect(signingOf('--win', { env: FILE, host: 'linux' }).signed).toBe(true);
    expect(() => signingOf('--win', { env: AZURE, host: 'linux' })).toThrow('from Windows alone');
    expect(signingOf('--win', { env: AZURE, host: 'win32' }).args).toContain(
      '-c.win.azureSignOptions.publisherName=CN=Freight',
    );
  });
});

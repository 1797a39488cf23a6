import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { dist } from '../../scripts/dist.mjs';
import { FUSES, readFuses } from '../../scripts/fuses.mjs';
import { asarHeader } from '../../scripts/sizeBudget.mjs';
import { expect, test } from './fixtures';

const missing = ['makensis', 'osslsigncode', 'openssl'].filter(
  (tool) => spawnSync('sh', ['-c', `command -v ${tool}`]).status !== 0,
);
const PASSWORD = 'for this test alone';

/** Makes a code-signing certificate that is trusted nowhere else. */
function certificateIn(folder: string): { file: string; authority: string } {
  const place = (name: string) => path.join(folder, name);
  const openssl = (...args: string[]) => {
    const { status, stderr } = spawnSync('openssl', args, { encoding: 'utf8' });
    expect(status, stderr).toBe(0);
  };
  openssl(
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=Freight Console test'],
    ...['-addext', 'extendedKeyUsage=codeSigning', '-addext', 'keyUsage=digitalSignature'],
    ...['-keyout', place('key.pem'), '-out', place('cert.pem')],
  );
  openssl(
    ...['pkcs12', '-export', '-inkey', place('key.pem'), '-in', place('cert.pem')],
    ...['-passout', `pass:${PASSWORD}`, '-out', place('cert.p12')],
  );
  return { file: place('cert.p12'), authority: place('cert.pem') };
}

test('builds and signs the installer for Windows on Linux, and detects a changed byte', async () => {
  test.skip(process.platform !== 'linux', 'made here on Linux only');
  test.skip(missing.length > 0, `${missing.join(', ')} missing: apt-get install nsis osslsigncode openssl`);
  const work = mkdtempSync(path.join(os.tmpdir(), 'windows-'));
  const { file, authority } = certificateIn(work);
  const env = {
    ...process.env,
    WIN_CSC_LINK: file,
    WIN_CSC_KEY_PASSWORD: PASSWORD,
    ELECTRON_BUILDER_OFFLINE: 'true',
  };
  const verified = (program: string) =>
    spawnSync('osslsigncode', ['verify', '-CAfile', authority, '-in', program], { encoding: 'utf8' })
      .status === 0;

  const { app = '', made } = await dist(['--win'], { env, quick: true });
  const [installer = ''] = made;
  const program = path.join(app, 'Freight Console.exe');

  await test.step('the program has its fuses, its name and the hash of its archive', () => {
    const fuses = readFuses(program);
    expect(fuses).toEqual(FUSES);
    const bytes = readFileSync(program);
    const sum = createHash('sha256')
      .update(asarHeader(path.join(app, 'resources/app.asar')))
      .digest('hex');
    expect(bytes.includes(`"value":"${sum}"`)).toBe(true);
    expect(bytes.includes(Buffer.from('ProductName\0\0Freight Console', 'utf16le'))).toBe(true);
    const icon = readFileSync('resources/icons/256x256.png');
    expect(bytes.includes(icon)).toBe(true);
  });

  await test.step('every program in it is signed: the app, its libraries, the uninstaller, the installer', () => {
    const programs = readdirSync(app, { recursive: true, withFileTypes: true })
      .filter(({ name }) => /\.(exe|dll|node)$/.test(name))
      .map(({ parentPath, name }) => path.join(parentPath, name));
    expect(programs.length).toBeGreaterThan(8);
    expect(
      programs.filter((one) => one.endsWith('.node')).map((one) => path.basename(path.dirname(one))),
    ).toEqual(['win32-x64']);
    const uninstaller = path.join(path.dirname(app), 'uninstaller.exe');
    for (const one of [...programs, uninstaller, installer]) expect(verified(one), one).toBe(true);
  });

  await test.step('the installer accepts unattended options, and the uninstaller says what stays', () => {
    const bytes = readFileSync(installer);
    for (const text of [
      '/AllUsers',
      '--updated',
      '--force-run',
      'Data, backups and settings',
      '各用户的数据',
    ])
      expect(bytes.includes(Buffer.from(text, 'utf16le')), text).toBe(true);
  });

  await test.step('one changed byte, in the program or in what the installer contains, is noticed', () => {
    for (const one of [program, installer]) {
      const bytes = readFileSync(one);
      const middle = Math.floor(bytes.length / 2);
      bytes[middle] = (bytes[middle] ?? 0) ^ 1;
      const changed = path.join(work, 'changed.exe');
      writeFileSync(changed, bytes);
      expect(verified(changed), one).toBe(false);
    }
  });
  rmSync(work, { recursive: true });
});

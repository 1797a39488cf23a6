import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeDeb } from '../../scripts/deb.mjs';
import { packaged } from '../../scripts/packaged.mjs';
import { expect, test } from './fixtures';

const debian = spawnSync('dpkg-deb', ['--version']).status === 0;

/** True if a program of the system is installed. */
const isThere = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

function run(command: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 64e6 });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return stdout;
}

test('packs a complete deb that belongs to root and starts from where it unpacks', async ({
  desktop,
  launch,
}) => {
  test.skip(!debian, 'dpkg-deb is missing: this test runs on Debian or Ubuntu');
  const deb = path.join(desktop.stage, 'app.deb');
  makeDeb({ app: path.dirname(packaged), out: deb, compression: ['-Znone'] });

  await test.step('the deb names itself and its dependencies', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(run('dpkg-deb', '--field', deb, 'Package', 'Version', 'Architecture')).toBe(
      `Package: freight-console\nVersion: ${version}\nArchitecture: amd64\n`,
    );
    expect(run('dpkg-deb', '--field', deb, 'Depends')).toContain('libsecret-1-0');
    expect(Number(run('dpkg-deb', '--field', deb, 'Installed-Size'))).toBeGreaterThan(200_000);
  });

  await test.step('its files belong to root, and nobody else may write them', () => {
    const lines = run('dpkg-deb', '--contents', deb).trim().split('\n');
    expect(lines.filter((line) => !/^\S+ root\/root /.test(line))).toEqual([]);
    expect(lines.filter((line) => /^[-d].{4}w|^[-d].{7}w/.test(line))).toEqual([]);
    const modeOf = (name: string) => lines.find((line) => line.endsWith(` ./${name}`))?.slice(0, 10);
    expect(modeOf('opt/freight-console/chrome-sandbox')).toBe('-rwsr-xr-x');
    expect(modeOf('opt/freight-console/freight-console')).toBe('-rwxr-xr-x');
    expect(modeOf('opt/freight-console/resources/app.asar')).toBe('-rw-r--r--');
    expect(
      lines.some((line) =>
        line.endsWith('./usr/bin/freight-console -> /opt/freight-console/freight-console'),
      ),
    ).toBe(true);
    expect(lines.filter((line) => /^.{3}s|^.{6}s/.test(line))).toHaveLength(1);
  });

  const tree = path.join(desktop.stage, 'tree');
  mkdirSync(tree);
  chmodSync(tree, 0o755);
  run('dpkg-deb', '--extract', deb, tree);

  await test.step('its desktop entry names existing files, and registers the links', () => {
    const entry = readFileSync(path.join(tree, 'usr/share/applications/freight-console.desktop'), 'utf8');
    expect(entry.split('\n')[0]).toBe('[Desktop Entry]');
    const value = (key: string) => new RegExp(`^${key}=(.*)$`, 'm').exec(entry)?.[1];
    expect(value('MimeType')).toBe('x-scheme-handler/freight-console;');
    expect(value('Categories')).toBe('Office;');
    expect(existsSync(path.join(tree, value('Exec')?.replace(/ %U$/, '') ?? ''))).toBe(true);
    for (const size of [16, 32, 48, 256])
      expect(
        existsSync(path.join(tree, `usr/share/icons/hicolor/${size}x${size}/apps/${value('Icon')}.png`)),
      ).toBe(true);
    if (isThere('desktop-file-validate'))
      run('desktop-file-validate', path.join(tree, 'usr/share/applications/freight-console.desktop'));
    const metainfo = path.join(tree, 'usr/share/metainfo/com.example.freight-console.metainfo.xml');
    if (isThere('appstreamcli')) run('appstreamcli', 'validate', '--no-net', metainfo);
  });

  await test.step('the check of Debian finds nothing unexpected', () => {
    if (!isThere('lintian')) return;
    // The package of this test is not compressed, unlike a release, and the runtime of a trial is not stripped.
    const unpacked = 'uses-no-compression-for-control-tarball,uses-no-compression-for-data-tarball';
    const { status, stdout } = spawnSync(
      'lintian',
      ['--fail-on', 'error,warning', '--suppress-tags', unpacked, deb],
      { encoding: 'utf8' },
    );
    expect(stdout).toBe('');
    expect(status).toBe(0);
  });

  await test.step('dpkg installs it into a folder, and removes all of it', () => {
    // dpkg installs only as root.
    if (process.getuid?.() !== 0) return;
    const own = path.join(desktop.stage, 'system');
    mkdirSync(path.join(own, 'var/lib/dpkg/updates'), { recursive: true });
    mkdirSync(path.join(own, 'var/lib/dpkg/info'), { recursive: true });
    writeFileSync(path.join(own, 'var/lib/dpkg/status'), '');
    // The folder has neither the dependencies of the package nor a shell for its scripts.
    const dpkg = (...args: string[]) =>
      spawnSync('dpkg', [`--root=${own}`, '--force-depends', '--force-script-chrootless', ...args], {
        encoding: 'utf8',
      });
    const installed = dpkg('--install', deb);
    expect(installed.status, installed.stderr).toBe(0);
    expect(dpkg('--status', 'freight-console').stdout).toContain('Status: install ok installed');
    expect(statSync(path.join(own, 'opt/freight-console/chrome-sandbox')).mode & 0o7777).toBe(0o4755);
    expect(existsSync(path.join(own, 'usr/share/man/man1/freight-console.1.gz'))).toBe(true);
    const removed = dpkg('--purge', 'freight-console');
    expect(removed.status, removed.stderr).toBe(0);
    expect(existsSync(path.join(own, 'opt/freight-console'))).toBe(false);
  });

  await test.step('its scripts are valid for a shell', () => {
    const control = path.join(desktop.stage, 'control');
    run('dpkg-deb', '--control', deb, control);
    for (const script of ['postinst', 'postrm']) {
      expect(statSync(path.join(control, script)).mode & 0o777).toBe(0o755);
      run('sh', '-n', path.join(control, script));
    }
  });

  await test.step('the app starts with its sandbox on', async () => {
    const app = await launch({ executable: path.join(tree, 'opt/freight-console/freight-console') });
    await expect(app.page.locator('.fc-choices')).toBeVisible();
    const args = readFileSync(`/proc/${app.started.child.pid}/cmdline`, 'utf8');
    expect(args).toContain('opt/freight-console/freight-console');
    expect(args).not.toContain('no-sandbox');
  });
});

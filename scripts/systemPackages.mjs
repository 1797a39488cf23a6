// Debian packages that the app and its tests need besides npm's packages.
import { spawnSync } from 'node:child_process';

/** Libraries that the app's runtime links to. */
const RUNTIME = {
  'libsecret-1-0': 'libsecret-1.so.0',
  'libgtk-3-0': 'libgtk-3.so.0',
  libnss3: 'libnss3.so',
  libasound2: 'libasound.so.2',
  libgbm1: 'libgbm.so.1',
};
/** Packages of a desktop without a screen, and of its tests. */
const DESKTOP = {
  ...RUNTIME,
  xvfb: 'Xvfb',
  dbus: 'dbus-daemon',
  'gnome-keyring': 'gnome-keyring-daemon',
  'libsecret-tools': 'secret-tool',
  strace: 'strace',
  'libxml2-utils': 'xmllint',
  'fonts-noto-cjk': null,
};

function present(name, probe) {
  if (probe === null) return spawnSync('dpkg', ['-s', name], { stdio: 'ignore' }).status === 0;
  if (!probe.includes('.so'))
    return spawnSync('sh', ['-c', `command -v ${probe}`], { stdio: 'ignore' }).status === 0;
  const cache = spawnSync('sh', ['-c', '/sbin/ldconfig -p || ldconfig -p'], { encoding: 'utf8' });
  return cache.stdout.includes(probe);
}

/** Installs missing packages if allowed, else prints the command for it. Returns true if nothing is missing. */
function installMissing(packages, needed) {
  if (process.platform !== 'linux') return true;
  const missing = Object.entries(packages)
    .filter(([name, probe]) => !present(name, probe))
    .map(([name]) => name);
  if (missing.length === 0) return true;
  const apt = spawnSync('sh', ['-c', 'command -v apt-get'], { stdio: 'ignore' }).status === 0;
  const install = `apt-get install -y --no-install-recommends ${missing.join(' ')}`;
  if (apt && process.getuid?.() === 0) {
    console.error(`Installing ${missing.join(', ')}`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const run = (command) =>
      spawnSync('sh', ['-c', command], { stdio: ['ignore', 'ignore', 'inherit'], env }).status;
    if (run(install) === 0 || (run('apt-get update') === 0 && run(install) === 0)) return true;
  }
  console.error(`${needed} these system packages: ${missing.join(', ')}\n\n  sudo ${install}\n`);
  return false;
}

/** Installs or names the packages that the app needs. Other distributions may have them under other names. */
export function installRuntime() {
  installMissing(RUNTIME, 'The app needs');
}

/** Installs the packages of a desktop without a screen; ends the process if that is not allowed. */
export function requireSystemPackages(needed = 'The tests need') {
  if (!installMissing(DESKTOP, needed)) process.exit(1);
}

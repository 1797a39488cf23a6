// What the app and its tests need of a Debian system besides npm's packages.
import { spawnSync } from 'node:child_process';

/** What the app's own runtime links to. */
const RUNTIME = {
  'libsecret-1-0': 'libsecret-1.so.0',
  'libgtk-3-0': 'libgtk-3.so.0',
  libnss3: 'libnss3.so',
  libasound2: 'libasound.so.2',
  libgbm1: 'libgbm.so.1',
};
/** What a desktop without a screen is made of, and what its tests look with. */
const DESKTOP = {
  ...RUNTIME,
  xvfb: 'Xvfb',
  dbus: 'dbus-daemon',
  'gnome-keyring': 'gnome-keyring-daemon',
  'libsecret-tools': 'secret-tool',
  strace: 'strace',
  'fonts-noto-cjk': null,
};

function present(name, probe) {
  if (probe === null) return spawnSync('dpkg', ['-s', name], { stdio: 'ignore' }).status === 0;
  if (!probe.includes('.so'))
    return spawnSync('sh', ['-c', `command -v ${probe}`], { stdio: 'ignore' }).status === 0;
  const cache = spawnSync('sh', ['-c', '/sbin/ldconfig -p || ldconfig -p'], { encoding: 'utf8' });
  return cache.stdout.includes(probe);
}

/** Installs what is missing where that is allowed; elsewhere names the one command that does. True if nothing is missing. */
function installed(packages, needed) {
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

/** Installs or names what the app needs. Where the names differ from Debian's it may be there all the same. */
export function lookForRuntime() {
  installed(RUNTIME, 'The app needs');
}

/** Installs what a desktop without a screen needs; ends the process where that may not be done. */
export function requireSystemPackages(needed = 'The tests need') {
  if (!installed(DESKTOP, needed)) process.exit(1);
}

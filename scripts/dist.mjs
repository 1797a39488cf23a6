// Packages the app: `npm run dist [-- [--linux|--win|--mac] [dir|deb|AppImage|nsis|dmg|zip] [--release]]`.
//   -- --linux dir    the unpacked app; needs no network, as does `--linux deb`
//   -- --win          the installer for Windows, on Linux as well (Debian's nsis and osslsigncode)
//   -- --release      signed and on the official Electron only, else fails
// Signing is configured by environment variables: see scripts/signing.mjs.
import { spawn } from 'node:child_process';
import { createHash, sign } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { ensureBuilt, root } from './build.mjs';
import { makeDeb } from './deb.mjs';
import { electronDist, electronDistFor } from './electronDist.mjs';
import { checkFuses } from './fuses.mjs';
import { signingOf } from './signing.mjs';
import { readKey, signFolder } from './signUpdate.mjs';
import { checkFirstScreen } from './sizeBudget.mjs';
import { makeInstaller } from './windowsInstaller.mjs';

const HOST = { linux: '--linux', win32: '--win', darwin: '--mac' };
const PLATFORM = { '--linux': 'linux', '--win': 'win32', '--mac': 'darwin' };
const USUAL = { '--linux': ['AppImage', 'deb'], '--win': ['nsis'], '--mac': ['dmg', 'zip'] };
const UNPACKED = {
  '--linux': ['linux-unpacked', 'freight-console'],
  '--win': ['win-unpacked', 'Freight Console.exe'],
};
/** Lines of electron-builder without new information, or about packages that only the build needs. */
const NOISE =
  /duplicate dependency|cannot find path for|loaded configuration|skipped dependencies|searching for|copying unpacked|custom unpacked|• signing |^\s+at \S+ .*:\d+:\d+/;
const OUTPUT = path.join(root, 'release');

/** Parses the arguments and completes them: system, targets, release. Throws on unknown ones. */
function parseArguments(args) {
  const systems = args.filter((arg) => arg in PLATFORM);
  if (systems.length > 1) throw new Error('One system at a time: --linux, --win or --mac.');
  const system = systems[0] ?? HOST[process.platform];
  const release = args.includes('--release');
  const targets = args.filter((arg) => arg !== system && arg !== '--release');
  const wrong = targets.filter((target) => target !== 'dir' && !USUAL[system].includes(target));
  if (wrong.length > 0)
    throw new Error(
      `Not known: ${wrong.join(', ')}. For ${system} there are dir, ${USUAL[system].join(', ')}.`,
    );
  if (system === '--mac' && process.platform !== 'darwin')
    throw new Error('Packages for macOS are made on macOS alone: Apple signs nowhere else.');
  return { system, release, targets: targets.length > 0 ? targets : USUAL[system] };
}

/** Returns the runtime to package; a release must use the official one. */
function runtimeOf({ system, release }) {
  const found = system === HOST[process.platform] ? electronDist() : electronDistFor(PLATFORM[system]);
  const official = !found || found.source === 'official';
  if (!official && release)
    throw new Error(
      `A release is made of the official Electron, and here is ${found.source}: package where github.com can be reached.`,
    );
  console.log(
    `Electron: ${found ? `${found.version} (${found.source})` : 'official, downloaded by electron-builder'}`,
  );
  return {
    official,
    args: found ? [`-c.electronDist=${found.folder}`, `-c.electronVersion=${found.version}`] : [],
  };
}

async function runBuilder(args, env) {
  const builder = spawn(
    process.execPath,
    [
      path.join(root, 'node_modules/electron-builder/cli.js'),
      ...['--config', 'electron-builder.yml', '--publish', 'never', ...args],
    ],
    { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = new Promise((resolve) => builder.once('close', (code) => resolve(code ?? 1)));
  for await (const line of createInterface({ input: builder.stdout }))
    if (!NOISE.test(line)) console.log(line);
  if ((await ended) === 0) return;
  const tools = args.includes('AppImage')
    ? ' The AppImage needs tools that electron-builder downloads from github.com (appimage-12.0.1.7z of electron-builder-binaries), or finds unpacked where APPIMAGE_TOOLS_PATH says; `-- --linux deb` and `dir` need none.'
    : '';
  throw new Error(`electron-builder did not make the package: see above.${tools}`);
}

/** Lines of the checksum file for packages made since a time. */
const madeSince = (start) =>
  readFileSync(path.join(OUTPUT, 'SHA256SUMS'), 'utf8')
    .split('\n')
    .filter((line) => line && statSync(path.join(OUTPUT, line.split('  ')[1])).mtimeMs > start);

/** Writes the checksums of all packages, signed if there is a key. Verify with `openssl pkeyutl -verify -rawin`. */
function writeSums(env) {
  const packages = readdirSync(OUTPUT).filter((name) => /\.(deb|AppImage|exe|dmg|zip)$/.test(name));
  const sums = packages.map(
    (name) =>
      `${createHash('sha256')
        .update(readFileSync(path.join(OUTPUT, name)))
        .digest('hex')}  ${name}\n`,
  );
  const file = path.join(OUTPUT, 'SHA256SUMS');
  writeFileSync(file, sums.join(''));
  rmSync(`${file}.sig`, { force: true });
  if (env.FREIGHT_UPDATE_KEY)
    writeFileSync(`${file}.sig`, sign(null, readFileSync(file), readKey(env.FREIGHT_UPDATE_KEY)));
}

/** Makes the packages; `quick` skips compression, for tests. Returns the files made. */
export async function dist(args, { env = process.env, quick = false } = {}) {
  const wanted = parseArguments(args);
  const { system, targets, release } = wanted;
  const signing = signingOf(system, { env, release });
  const runtime = runtimeOf(wanted);
  if (system !== '--linux')
    console.log(signing.signed ? `Signed by ${signing.by}` : 'UNSIGNED: see scripts/signing.mjs');
  const renderer = path.join(ensureBuilt({ release: true }), 'renderer');
  checkFirstScreen(renderer);

  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  // A package of an unofficial Electron is for trial only, and its name says so.
  const file = (end) =>
    path.join(
      OUTPUT,
      `freight-console-${version}-${end}`.replace(/(\.\w+)$/, runtime.official ? '$1' : '-trial$1'),
    );
  const made = [];
  const ownInstaller = system === '--win' && process.platform !== 'win32';
  const builders = targets.filter((target) => target !== 'deb' && !(ownInstaller && target === 'nsis'));
  await runBuilder(
    [
      ...[system, ...(builders.length > 0 ? builders : ['dir'])],
      ...runtime.args,
      ...signing.args,
      ...(runtime.official
        ? []
        : [`-c.artifactName=freight-console-\${version}-\${os}-\${arch}-trial.\${ext}`]),
      ...(ownInstaller && signing.signed ? ['-c.win.signtoolOptions.sign=./scripts/signWindows.mjs'] : []),
    ],
    { ...env, PACKAGED_PLATFORM: PLATFORM[system] },
  );
  const [folder, program] = UNPACKED[system] ?? [];
  const app = folder && path.join(OUTPUT, folder);
  if (app && existsSync(app)) checkFuses(path.join(app, program));
  if (targets.includes('deb')) {
    made.push(file('linux-amd64.deb'));
    makeDeb({ app, out: made.at(-1), ...(quick ? { compression: ['-Znone'] } : {}) });
  }
  if (ownInstaller && targets.includes('nsis')) {
    made.push(file('win-x64.exe'));
    makeInstaller({
      app,
      out: made.at(-1),
      signed: signing.signed,
      env,
      uninstaller: path.join(OUTPUT, 'uninstaller.exe'),
      ...(quick ? { compression: 'off' } : {}),
    });
  }
  writeSums(env);
  return { app, made };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const start = Date.now();
  try {
    const { app } = await dist(process.argv.slice(2));
    if (app) console.log(`The unpacked app: ${path.relative(root, app)}`);
    const made = madeSince(start);
    if (made.length > 0) {
      console.log(`The packages in release, with their sums:\n${made.join('\n')}`);
      if (process.env.FREIGHT_UPDATE_KEY) console.log((await signFolder(OUTPUT)).join('\n'));
      else console.log('No update: FREIGHT_UPDATE_KEY names no key that installed apps would trust.');
    }
    if (process.argv.includes('--win') && process.platform !== 'win32')
      console.log(
        'Not verified here: that it runs on Windows, its shortcuts and registry there, SmartScreen.',
      );
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}

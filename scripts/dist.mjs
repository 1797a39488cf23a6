// Packages the release: `npm run dist [-- electron-builder's own arguments]`. `-- --linux dir` needs no network: it is
// the unpacked app, on the runtime that electronDist finds.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { ensureBuilt, root } from './build.mjs';
import { electronDist } from './electronDist.mjs';
import { signFolder } from './signUpdate.mjs';

const HOST = { linux: '--linux', win32: '--win', darwin: '--mac' };
const SIGNED_BY = { '--linux': [], '--win': ['WIN_CSC_LINK', 'CSC_LINK'], '--mac': ['CSC_LINK', 'CSC_NAME'] };

const asked = process.argv.slice(2);
const system = Object.values(HOST).find((name) => asked.includes(name)) ?? HOST[process.platform];
const unpacked = asked.includes('dir') || asked.includes('--dir');
const args = Object.values(HOST).some((name) => asked.includes(name)) ? asked : [system, ...asked];

if (system === HOST[process.platform]) {
  const { folder, version, source } = electronDist();
  console.error(`Electron ${version} (${source})`);
  if (source !== 'official' && !unpacked) {
    console.error(
      'An installer is made of the official Electron alone, which cannot be had here. `-- dir` works.',
    );
    process.exit(1);
  }
  args.push(`-c.electronDist=${folder}`, `-c.electronVersion=${version}`);
}
if (SIGNED_BY[system].length > 0 && !SIGNED_BY[system].some((name) => process.env[name])) {
  console.error(`Unsigned: none of ${SIGNED_BY[system].join(', ')} is set.`);
}
ensureBuilt({ release: true });
const builder = spawn(
  process.execPath,
  [
    path.join(root, 'node_modules/electron-builder/cli.js'),
    ...['--config', 'electron-builder.yml', '--publish', 'never'],
    ...args,
  ],
  { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
);
const ended = new Promise((resolve) => builder.once('close', (code) => resolve(code ?? 1)));
// Thousands of characters on packages that are only needed to build.
for await (const line of createInterface({ input: builder.stdout })) {
  if (!line.includes('duplicate dependency references')) console.log(line);
}
process.exitCode = await ended;
if (process.exitCode === 0 && !unpacked) {
  if (process.env.FREIGHT_UPDATE_KEY) console.log((await signFolder(path.join(root, 'release'))).join('\n'));
  else console.error('No update: FREIGHT_UPDATE_KEY names no key that installed apps would trust.');
}

// Packs the team server: `npm run dist:server` writes release/freight-console-api-VERSION.tar.gz, for any Node system.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt, root } from './build.mjs';

/** Entry files: the API, the thread of file conversions, and that of statements to PostgreSQL. */
const ENTRIES = ['embedded.cjs', 'fileWorker.cjs', 'lineThread.cjs'];

/** The entry files and all files that they load. */
function filesOf(folder) {
  const found = new Set(ENTRIES);
  for (const file of found) {
    const text = readFileSync(path.join(folder, file), 'utf8');
    for (const [, part] of text.matchAll(/["'`]\.\/([\w-]+\.cjs)["'`]/g)) found.add(part);
  }
  return [...found];
}

/** Packs the server from a build into a folder; returns the archive's path. */
export function packServer(build, out) {
  const { version, license } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const name = 'freight-console-api';
  const folder = path.join(out, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(path.join(folder, 'main'), { recursive: true });
  const from = path.join(build, 'main');
  for (const file of filesOf(from)) cpSync(path.join(from, file), path.join(folder, 'main', file));
  cpSync(path.join(from, 'fonts'), path.join(folder, 'main/fonts'), { recursive: true });
  cpSync(path.join(root, 'resources/server'), folder, { recursive: true });
  cpSync(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'));
  writeFileSync(
    path.join(folder, 'package.json'),
    `${JSON.stringify({ name, version, license, private: true, engines: { node: '>=24.15' } }, null, 2)}\n`,
  );
  const archive = path.join(out, `${name}-${version}.tar.gz`);
  const { status } = spawnSync('tar', ['--owner=0', '--group=0', '-czf', archive, '-C', out, name], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new Error('the archive could not be written');
  rmSync(folder, { recursive: true, force: true });
  return archive;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const out = path.join(root, 'release');
  mkdirSync(out, { recursive: true });
  console.log(path.relative(process.cwd(), packServer(ensureBuilt({ release: true }), out)));
}

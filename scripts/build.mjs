// Builds the app if its sources are newer than the last build.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeLicences } from './licences.mjs';
import { updateBuild } from './updateBuild.mjs';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const SOURCES = [
  'main',
  'preload',
  'renderer',
  'resources',
  'scripts/licences.mjs',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
];

function newest(place) {
  const found = statSync(place);
  if (!found.isDirectory()) return found.mtimeMs;
  // The type checker's build info is in the source folders, but is no source.
  const names = readdirSync(place).filter((name) => !name.endsWith('.tsbuildinfo'));
  return Math.max(...names.map((name) => newest(path.join(place, name))), 0);
}

/**
 * Builds if needed, into `dist`, or as a release without the test hooks into `release/build`; returns the folder. The
 * build's output goes to stderr, so that stdout remains the caller's.
 */
export function ensureBuilt({ release = false } = {}) {
  const folder = path.join(root, release ? 'release/build' : 'dist');
  const stamp = path.join(folder, '.built');
  const changed = Math.max(...SOURCES.map((name) => newest(path.join(root, name))));
  const wanted = JSON.stringify([changed, updateBuild()]);
  try {
    if (readFileSync(stamp, 'utf8') === wanted) return folder;
  } catch {
    // The app was never built.
  }
  console.error('Building…');
  const { status } = spawnSync(
    process.execPath,
    [
      path.join(root, 'node_modules/vite/bin/vite.js'),
      'build',
      ...['--logLevel', 'warn', '--mode', release ? 'release' : 'production'],
    ],
    {
      cwd: root,
      stdio: ['ignore', 2, 2],
      // Test runners set NODE_ENV to "test", with which React's slow development form would be bundled.
      env: { ...process.env, NODE_ENV: 'production' },
    },
  );
  if (status !== 0) process.exit(status ?? 1);
  writeLicences(folder);
  writeFileSync(stamp, wanted);
  return folder;
}

// Packages the unpacked release for tests and measurements, if its sources are newer.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { ensureBuilt, root } from './build.mjs';

/** The packaged app's executable. */
export const packaged = path.join(root, 'release/linux-unpacked/freight-console');

/** Packages if needed, with output on stderr. Ends the process on failure, since nothing can follow. */
export function ensurePackaged() {
  const from = [
    path.join(ensureBuilt({ release: true }), '.built'),
    path.join(root, 'electron-builder.yml'),
    ...readdirSync(import.meta.dirname).map((name) => path.join(import.meta.dirname, name)),
  ];
  const newest = Math.max(...from.map((file) => statSync(file).mtimeMs));
  if (existsSync(packaged) && statSync(packaged).mtimeMs > newest) return;
  const args = [path.join(root, 'scripts/dist.mjs'), '--linux', 'dir'];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exit(status ?? 1);
}

// Runs vitest on the Node inside Electron, the runtime that ships: `node scripts/vitest.mjs [vitest's arguments]`.
import { spawnSync } from 'node:child_process';
import { asNode, electronDist } from './electronDist.mjs';

const { executable } = electronDist();
const run = spawnSync(
  executable,
  ['node_modules/vitest/vitest.mjs', 'run', '--config', 'tests/vitest.config.ts', ...process.argv.slice(2)],
  { stdio: 'inherit', env: asNode() },
);
process.exit(run.status ?? 1);

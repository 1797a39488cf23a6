// Runs vitest on the Node inside Electron, the runtime that ships: `node scripts/vitest.mjs [vitest's arguments]`.
import { spawnSync } from 'node:child_process';
import { asNode, electronDist } from './electronDist.mjs';
import { withMemoryDisk } from './memoryDisk.mjs';

const { executable } = electronDist();
const run = withMemoryDisk(asNode(), (env) =>
  spawnSync(
    executable,
    ['node_modules/vitest/vitest.mjs', 'run', '--config', 'tests/vitest.config.ts', ...process.argv.slice(2)],
    { stdio: 'inherit', env },
  ),
);
process.exit(run.status ?? 1);

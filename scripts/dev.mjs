// Runs the app on Vite's server: the renderer is replaced as it is edited, main restarts when it changes.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { root } from './build.mjs';
import { electronDist } from './electronDist.mjs';

const { folder } = electronDist();
const vite = spawn(process.execPath, [path.join(root, 'node_modules/vite/bin/vite.js')], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: folder },
});
vite.on('exit', (code) => process.exit(code ?? 0));

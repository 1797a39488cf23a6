// Runs the embedded API alone, on TCP: `npm run -s api -- --port 8787 --data DIR --seed demo|empty`.
// Prints one line of JSON with the address it listens on.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { ensureBuilt, root } from './build.mjs';
import { asNode, electronDist } from './electronDist.mjs';

const [major = 0] = process.versions.node.split('.').map(Number);
ensureBuilt();
// The API needs node:sqlite of Node 24 or of Electron's Node; with an older Node, Electron's is used.
const executable = major >= 24 ? process.execPath : electronDist().executable;
const api = spawn(executable, [path.join(root, 'dist/main/embedded.cjs'), ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: asNode(),
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => api.kill(signal));
// npm ends on a signal without forwarding it; the shell in between ends too.
const parent = process.ppid;
const watch = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(watch);
  api.kill('SIGTERM');
}, 250);
api.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));

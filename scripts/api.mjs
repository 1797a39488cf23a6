// Runs the embedded API alone, on TCP: `npm run -s api -- --port 8787 --data DIR --seed demo|empty`.
// Its one line of JSON on stdout says where it listens.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { ensureBuilt, root } from './build.mjs';
import { asNode, electronDist } from './electronDist.mjs';

const [major = 0] = process.versions.node.split('.').map(Number);
ensureBuilt();
// node:sqlite as the API needs it is in Node 24 and in Electron's Node; an older Node borrows the latter.
const executable = major >= 24 ? process.execPath : electronDist().executable;
const api = spawn(executable, [path.join(root, 'dist/main/embedded.cjs'), ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: asNode(),
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => api.kill(signal));
// npm ends on a signal without handing it on; then the shell in between is gone as well.
const parent = process.ppid;
const watch = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(watch);
  api.kill('SIGTERM');
}, 250);
api.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));

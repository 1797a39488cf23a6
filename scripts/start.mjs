// Starts the app: `npm start [-- the app's own switches]`.
import { spawn } from 'node:child_process';
import { ensureBuilt, root } from './build.mjs';
import { electronDist } from './electronDist.mjs';

const { executable, version, source } = electronDist();
console.error(`Electron ${version} (${source})`);
if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) {
  console.error('There is no display here. Run it on a virtual one:\n\n  xvfb-run -a npm start\n');
  process.exit(1);
}
ensureBuilt();
const args = [root, ...process.argv.slice(2)];
if (process.platform === 'linux' && process.getuid?.() === 0) {
  console.error(
    'Running as root: Chromium cannot use its sandbox, so --no-sandbox is added. Use an ordinary account for real work.',
  );
  args.push('--no-sandbox');
}
const app = spawn(executable, args, { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => app.kill(signal));
app.on('exit', (code) => process.exit(code ?? 1));

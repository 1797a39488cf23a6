// Starts the app: `npm start [-- the app's own switches]`. Without a display it starts a virtual one.
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { ensureBuilt, root } from './build.mjs';
import { electronDist } from './electronDist.mjs';
import { installRuntime, requireSystemPackages } from './systemPackages.mjs';

const { executable, version, source } = electronDist();
const switches = process.argv.slice(2);
console.error(`Electron ${version} (${source})`);
if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY)
  await onOwnDisplay();
else onDisplay();

function onDisplay() {
  installRuntime();
  ensureBuilt();
  const args = [root, ...switches];
  if (process.platform === 'linux' && process.getuid?.() === 0) {
    console.error(
      'Running as root: Chromium cannot use its sandbox, so --no-sandbox is added. Use an ordinary account for real work.',
    );
    args.push('--no-sandbox');
  }
  const app = spawn(executable, args, { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => app.kill(signal));
  app.on('exit', (code) => process.exit(code ?? 1));
}

/** Shows that the app runs on a computer without a screen: writes an image of its first window. */
async function onOwnDisplay() {
  requireSystemPackages('Without a display, the app needs');
  ensureBuilt();
  const [{ startDesktop }, { _electron }] = await Promise.all([
    import('./desktopSession.mjs'),
    import('playwright'),
  ]);
  console.error(
    'No display was found: the app starts on a virtual one, with a keyring and data that end with it.',
  );
  const desktop = await startDesktop();
  let app;
  // The app must have ended before its folder can be removed.
  process.on('exit', () => desktop.stop());
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, async () => {
      await app?.close();
      process.exit(0);
    });
  try {
    app = await _electron.launch({
      executablePath: desktop.executable,
      args: [desktop.app, `--user-data-dir=${desktop.folder('data')}`, ...switches],
      env: desktop.env,
    });
    app.on('close', () => process.exit(0));
    const window = await app.firstWindow();
    await window.locator('#root button').first().waitFor();
    const picture = path.join(root, 'tests/.output/first-window.png');
    mkdirSync(path.dirname(picture), { recursive: true });
    await window.screenshot({ path: picture });
    console.error(`The app runs. A picture of its first window: ${picture}\nCtrl+C ends it.`);
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
}

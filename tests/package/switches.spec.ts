import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { startWithDevtools } from '../support/devtools';
import { expect, test } from './fixtures';

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

const answers = (port: number) =>
  fetch(`http://127.0.0.1:${port}/json/version`).then(
    () => true,
    () => false,
  );

/** Returns the end of a start that is left alone. */
async function ending(
  { executable, env }: { readonly executable: string; readonly env: NodeJS.ProcessEnv },
  args: readonly string[],
): Promise<{ output: string; code: number | null }> {
  const app = spawn(executable, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  app.stderr.on('data', (text) => {
    output += text;
  });
  const code = await new Promise<number | null>((resolve) => app.once('close', resolve));
  return { output, code };
}

test('refuses switches that open a port, load code or remove guards in a release', async ({ desktop }) => {
  const port = await freePort();
  const log = path.join(desktop.folder('switch-log'), 'net.json');
  const extension = desktop.folder('extension');
  mkdirSync(path.join(extension, 'x'));
  const hostile = [
    `--remote-debugging-port=${port}`,
    `-remote-debugging-port=${port}`,
    '--remote-debugging-pipe',
    `--inspect=${port}`,
    '--js-flags=--expose-gc',
    '--no-sandbox',
    '--disable-web-security',
    '--ignore-certificate-errors',
    '--proxy-server=127.0.0.1:9',
    '--host-resolver-rules=MAP * 127.0.0.1',
    `--load-extension=${extension}`,
    '--renderer-cmd-prefix=/bin/true',
    '--gpu-launcher=/bin/true',
    `--log-net-log=${log}`,
  ];
  let opened = 0;
  const waiting = [...hostile.entries()];
  const watch = setInterval(async () => {
    if (await answers(port)) opened += 1;
  }, 20);
  const startOne = async ([nth, hostileSwitch]: readonly [number, string]) => {
    const data = desktop.folder(`switch${nth}`);
    const { output, code } = await ending(desktop, [`--user-data-dir=${data}`, hostileSwitch]);
    expect(output).toContain(`${hostileSwitch.split('=')[0]}: not taken`);
    // Chromium sometimes aborts when it is ended this early.
    expect([2, null], hostileSwitch).toContain(code);
    expect(readdirSync(data), hostileSwitch).toEqual([]);
  };
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await startOne(next);
  };
  await Promise.all([work(), work(), work(), work()]);
  clearInterval(watch);
  expect(opened).toBe(0);
  expect(() => statSync(log)).toThrow();

  await test.step('a port opens with a variable that no shortcut sets, which the test notices', async () => {
    const data = desktop.folder('switch-any');
    const app = await startWithDevtools(desktop.executable, [`--user-data-dir=${data}`], desktop.env);
    expect(await answers(Number(new URL(app.endpoint).port))).toBe(true);
    await app.stop();
  });
});

test('starts with its own switches, a link, and those for a difficult screen', async ({ launch }) => {
  const app = await launch({
    args: ['--disable-gpu', '--force-device-scale-factor=1', '--lang=en', '--language', 'cn', '--updated'],
  });
  await expect(app.page.locator('html')).toHaveAttribute('lang', /^zh/);
});

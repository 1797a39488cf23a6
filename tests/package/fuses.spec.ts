import { spawnSync } from 'node:child_process';
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { electronDist } from '../../scripts/electronDist.mjs';
import { checkFuses, FUSES, readFuses } from '../../scripts/fuses.mjs';
import { packaged } from '../../scripts/packaged.mjs';
import { expect, test } from './fixtures';

/** Returns a foreign program that leaves a file where it ran. */
const trapFor = (marker: string) => `require('fs').writeFileSync(${JSON.stringify(marker)}, 'ran');`;

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

test('sets all nine fuses as decided, and would report a wrong one', () => {
  expect(readFuses(packaged)).toEqual(FUSES);
  expect(Object.keys(FUSES)).toHaveLength(9);
  expect(() => checkFuses(electronDist().executable)).toThrow(
    /runAsNode, enableCookieEncryption, .*onlyLoadAppFromAsar/,
  );
});

test('runs no other program by environment or arguments', async ({ launch, desktop, readable }) => {
  const marker = path.join(desktop.folder('trap'), 'ran');
  const trap = readable('trap.cjs', trapFor(marker));
  const hostile = { ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: `--require ${trap}` };

  await test.step('the trap works on an Electron without the fuses', () => {
    const bare = desktop.launcherOf(electronDist().executable);
    spawnSync(bare, ['-e', '0'], { env: { ...desktop.env, ...hostile } });
    expect(existsSync(marker)).toBe(true);
    rmSync(marker);
  });

  const port = await freePort();
  const app = await launch({ env: hostile, args: [`--inspect=${port}`, `--inspect-port=${port}`] });
  await expect(app.page.locator('.fc-choices')).toBeVisible();
  expect(existsSync(marker)).toBe(false);
  expect(await answers(port)).toBe(false);
  process.kill(app.started.child.pid ?? 0, 'SIGUSR1');
  await sleep(1000);
  expect(await answers(port)).toBe(false);
});

test('ignores an app folder planted beside the archive', async ({ launch, desktop }) => {
  const marker = path.join(desktop.folder('planted'), 'ran');
  const copy = path.join(desktop.stage, 'copy');
  cpSync(path.dirname(packaged), copy, { recursive: true });
  const executable = path.join(copy, path.basename(packaged));
  mkdirSync(path.join(copy, 'resources/app'));
  writeFileSync(path.join(copy, 'resources/app/package.json'), '{ "main": "main.cjs" }');
  writeFileSync(
    path.join(copy, 'resources/app/main.cjs'),
    `${trapFor(marker)}; require('electron').app.exit();`,
  );

  const app = await launch({ executable });
  await expect(app.page.locator('.fc-choices')).toBeVisible();
  expect(existsSync(marker)).toBe(false);
  await app.close();

  const start = (folder: string) =>
    spawnSync(desktop.launcherOf(executable), [`--user-data-dir=${desktop.folder(folder)}`], {
      env: desktop.env,
      timeout: 20_000,
    });

  await test.step('an app folder in place of the archive is ignored too', () => {
    rmSync(path.join(copy, 'resources/app.asar'));
    start('planted-alone');
    expect(existsSync(marker)).toBe(false);
  });

  await test.step('the app folder would run with that fuse alone turned back', () => {
    const wire = readFileSync(executable).indexOf('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX') + 34;
    const file = openSync(executable, 'r+');
    writeSync(file, '0', wire + Object.keys(FUSES).indexOf('onlyLoadAppFromAsar'));
    closeSync(file);
    start('planted-open');
    expect(existsSync(marker)).toBe(true);
  });
});

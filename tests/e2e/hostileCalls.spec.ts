import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { everyCall, hostileRun } from '../support/hostileCalls';
import { long } from '../support/long';
import { expect, test } from './fixtures';
import { cross, data, processes, read, serviceProcess, watchSystem } from './safety';

/** Number of calls of each name. */
const RUNS = long ? 1000 : 3;
const SEED = 20_261_120;
/** Megabytes by which main may grow: a tenth of what it was sent at once would be far more. */
const MEMORY_MB = 250;

test(`refuses invalid calls of a compromised page, ${RUNS} of each name, and keeps main running`, async ({
  signedIn,
  place,
}) => {
  test.setTimeout(long ? 7_200_000 : 300_000);
  const app = await signedIn();
  const systemCalls = await watchSystem(app);
  const { main } = await processes(app);
  const api = await serviceProcess(app);
  const rss = () => Number(/^VmRSS:\s+(\d+)/m.exec(read(`/proc/${main}/status`))?.[1]) / 1024;

  // Our own page, but with this preload between it and main: it can send all that Chromium can send.
  const preload = path.join(place.folder('preload'), 'taken.cjs');
  writeFileSync(
    preload,
    "const { ipcRenderer } = require('electron'); window.send = (...all) => ipcRenderer.invoke('call', ...all);",
  );
  place.give(preload);
  const opened = app.app.waitForEvent('window');
  await app.app.evaluate(async ({ BrowserWindow }, at) => {
    const window = new BrowserWindow({
      show: false,
      webPreferences: { preload: at, sandbox: true, contextIsolation: false },
    });
    await window.loadURL('app://console/');
  }, preload);
  const page = await opened;
  await page.waitForFunction(() => 'send' in window);

  const calls = everyCall();
  expect(calls.length).toBeGreaterThan(300);
  const before = rss();
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, rss());
  }, 100);
  const { refused, right, odd } = await page.evaluate(hostileRun, { calls, runs: RUNS, seed: SEED });
  clearInterval(watch);
  test.info().annotations.push({
    type: 'calls',
    description: `${refused} refused, ${right} right, main at most ${Math.round(most - before)} MB more`,
  });

  expect(odd).toEqual([]);
  expect(refused + right).toBe(calls.length * RUNS);
  expect(refused).toBeGreaterThan(right);

  await test.step('main is the same process, not larger, and no prototype has changed', async () => {
    expect((await processes(app)).main).toBe(main);
    expect((await processes(app)).api).toBe(api);
    expect(read(path.join(app.data, 'logs/main.log'))).not.toMatch(/uncaught|unhandled|a call failed/);
    expect(rss() - before).toBeLessThan(MEMORY_MB);
    expect(await app.app.evaluate(() => 'isSuper' in {})).toBe(false);
    // A valid call may open a dialog; no program or link of the system is opened.
    expect((await systemCalls()).filter((one) => one !== 'open' && one !== 'save')).toEqual([]);
    expect(await data<{ total: number }>(app, 'bill.list')).toMatchObject({ total: expect.any(Number) });
    expect(await cross(app, 'app.boot', {})).toMatchObject({
      ok: true,
      data: { session: { status: 'signedIn' } },
    });
  });

  await test.step('a failing handler would be noticed', async () => {
    await app.app.evaluate(({ ipcMain }) => {
      ipcMain.removeHandler('call');
      ipcMain.handle('call', () => ({ ok: false, error: { code: 'INTERNAL', message: 'x' } }));
    });
    const planted = await page.evaluate(hostileRun, { calls: calls.slice(0, 3), runs: 3, seed: SEED });
    // All calls except those that could not be sent.
    expect(planted.odd.length).toBeGreaterThan(3);
  });
});

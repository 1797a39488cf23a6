import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { long } from '../support/long';
import type { DeskApp } from './deskApp';
import { expect, test } from './fixtures';
import { onDisk } from './leaving';
import { cross, data, processes, processTree, read, serviceProcess, signal } from './safety';

/** Number of kills of each process. */
const KILLS = long ? 50 : 2;
const WITHIN = long ? 3_600_000 : 240_000;

/** Contacts that were written and acknowledged by a page that does not stop, and the function that stops it. */
interface Work {
  readonly done: string[];
  readonly stop: () => Promise<void>;
}

const make = (app: DeskApp, name: string, key: string, customerId = 1) =>
  cross(
    app,
    'clientContact.create',
    {
      body: {
        customerId,
        name,
        title: 'x',
        phone: '+44 20 7946 0300',
        email: 'k@example.com',
        receives: ['noa'],
      },
    },
    { key },
  );

/**
 * Creates contacts over the bridge, one after the other, and changes a setting each time; records what was
 * acknowledged.
 */
function worksOn(app: DeskApp, round: number): Work {
  const done: string[] = [];
  let going = true;
  const running = (async () => {
    for (let n = 0; going; n += 1) {
      const name = `killed ${round}-${n}`;
      const made = await make(app, name, `killed-${round}-${n}`).catch(() => undefined);
      if (made?.ok) done.push(name);
      await cross(app, 'settings.change', { sidebarCollapsed: n % 2 === 0 }).catch(() => undefined);
    }
  })();
  return {
    done,
    stop: async () => {
      going = false;
      await running;
    },
  };
}

async function typeRemarks(app: DeskApp, text: string): Promise<void> {
  await app.open('/bill/add_bill');
  await app.screen.getByLabel(app.say.label('remarks')).fill(text);
  await onDisk(app, text);
}

/** Returns contacts that were acknowledged and are missing, and those that exist twice. */
async function wrongContacts(app: DeskApp, acknowledged: readonly string[]): Promise<string[]> {
  const there = await app.texts("SELECT name FROM clientContact WHERE name LIKE 'killed %'");
  const twice = there.filter((name, at) => there.indexOf(name) !== at);
  return [...acknowledged.filter((name) => !there.includes(name)), ...twice];
}

const KEPT = ['settings.json', 'drafts.json'];
/** Returns the stored files of main that are neither the old version nor the new one. */
const halfWritten = (folder: string) =>
  KEPT.filter((name) => {
    try {
      return !JSON.parse(readFileSync(path.join(folder, name), 'utf8'));
    } catch {
      return true;
    }
  });
/** Returns the files that main put aside at its start. */
const putAside = (folder: string) => readdirSync(folder).filter((name) => name.includes('.damaged'));

/** Kills main, and waits until all its processes have ended. */
async function killMain(app: DeskApp): Promise<void> {
  const { main } = await processes(app);
  const tree = processTree(main);
  const left = () => tree.filter(alive);
  // Running ones are found.
  expect(left().length).toBeGreaterThan(3);
  app.running = false;
  signal(main, 'SIGKILL');
  await expect.poll(left).toEqual([]);
}

test(`keeps acknowledged writes and drafts when main is killed ${KILLS} times during work`, async ({
  start,
  demoData,
}) => {
  test.setTimeout(WITHIN);
  const folder = demoData();
  let app = await start({ data: folder, allowed: /./ });
  await app.signIn('admin');
  const all: string[] = [];
  for (let round = 0; round < KILLS; round += 1) {
    const typed = `typed in round ${round}`;
    await typeRemarks(app, typed);
    const work = worksOn(app, round);
    await expect.poll(() => work.done.length).toBeGreaterThan(round % 5);
    await killMain(app);
    await work.stop();
    all.push(...work.done);
    expect(halfWritten(folder)).toEqual([]);

    app = await start({ data: folder, allowed: /./ });
    await expect(app.tabs).toBeVisible();
    expect(putAside(folder)).toEqual([]);
    await app.open('/bill/add_bill');
    await expect(app.screen.getByLabel(app.say.label('remarks'))).toHaveValue(typed);
    expect(await wrongContacts(app, all)).toEqual([]);
  }
  expect(all.length).toBeGreaterThan(KILLS);

  await test.step('half-written drafts would be noticed', async () => {
    await killMain(app);
    truncateSync(path.join(folder, 'drafts.json'), 20);
    expect(halfWritten(folder)).toEqual(['drafts.json']);
    app = await start({ data: folder, allowed: /./ });
    await expect(app.tabs).toBeVisible();
    expect(putAside(folder)).toEqual(['drafts.damaged.json']);
    await app.open('/bill/add_bill');
    await expect(app.screen.getByLabel(app.say.label('remarks'))).toHaveValue('');
  });
});

test(`reloads the window and keeps main running when the page’s process is killed ${KILLS} times`, async ({
  start,
  demoData,
  desktop,
}) => {
  test.setTimeout(WITHIN);
  const folder = demoData();
  const before = await start({ data: folder, allowed: /./ });
  await before.signIn('admin');
  await before.call('settings.change', { logLevel: 'debug' });
  await typeRemarks(before, 'typed before');
  await before.close();

  // Started without Playwright, which would hold up the page that replaces a killed one.
  const args = [desktop.app, `--user-data-dir=${folder}`];
  const app = spawn(desktop.executable, args, { env: desktop.env, stdio: 'ignore' });
  const exited = new Promise((resolve) => app.once('exit', resolve));
  const main = app.pid ?? 0;
  const page = () =>
    processTree(main).find((pid) => read(`/proc/${pid}/cmdline`).includes('--type=renderer'));
  /** Returns how often a page has called main since the app was started. */
  const callCount = () => read(path.join(folder, 'logs/main.log')).split(' debug main').length;
  const reloaded = async (killed: number, so: number, timeout = 60_000) => {
    await expect.poll(() => page() ?? killed, { timeout }).not.toBe(killed);
    await expect.poll(callCount, { timeout }).toBeGreaterThan(so);
  };
  try {
    const first = callCount();
    await expect.poll(callCount, { timeout: 60_000 }).toBeGreaterThan(first);
    for (let round = 0; round < KILLS; round += 1) {
      const [killed, so] = [page() ?? 0, callCount()];
      signal(killed, 'SIGKILL');
      await reloaded(killed, so);
      expect(alive(main)).toBe(true);
    }
    // With main stopped, nothing reloads the page: this check would notice.
    const [killed, so] = [page() ?? 0, callCount()];
    signal(main, 'SIGSTOP');
    signal(killed, 'SIGKILL');
    await expect(reloaded(killed, so, 2000)).rejects.toThrow('Timeout');
    signal(main, 'SIGCONT');
    await reloaded(killed, so);
  } finally {
    signal(main, 'SIGCONT');
    app.kill('SIGTERM');
    await exited;
  }
  expect(read(path.join(folder, 'logs/main.log'))).toContain('its process is gone');

  const after = await start({ data: folder, allowed: /./ });
  await expect(after.tabs).toBeVisible();
  await after.open('/bill/add_bill');
  await expect(after.screen.getByLabel(after.say.label('remarks'))).toHaveValue('typed before');
});

test(`loses no acknowledged write and restarts when the local service is killed ${KILLS} times during writes`, async ({
  signedIn,
}) => {
  test.setTimeout(WITHIN);
  const app = await signedIn({ allowed: /./ });
  const all: string[] = [];
  const seen = new Set<number>();
  for (let round = 0; round < KILLS; round += 1) {
    const before = await serviceProcess(app);
    seen.add(before);
    const work = worksOn(app, round);
    await expect.poll(() => work.done.length).toBeGreaterThan(round % 3);
    signal(before, 'SIGKILL');
    await expect.poll(async () => (await processes(app)).api).not.toBe(before);
    await serviceProcess(app);
    await work.stop();
    all.push(...work.done);
    expect((await data<{ total: number }>(app, 'bill.list')).total).toBeGreaterThan(0);
    // A call whose response was lost is repeated under its key: each name exists once.
    expect(await wrongContacts(app, all)).toEqual([]);
    // Six crashes within a minute would make main give up the service.
    if (round % 4 === 3) await app.page.waitForTimeout(61_000);
  }
  // None of the killed services is left.
  const { main, api } = await processes(app);
  const left = () => processTree(main).filter((pid) => seen.has(pid) && alive(pid));
  expect(left()).toEqual([]);

  await test.step('a remaining contact, a lost one and a duplicate would be noticed', async () => {
    seen.add(api);
    expect(left()).toEqual([api]);
    const [lost = '', twice = ''] = all;
    await app.sql(`DELETE FROM clientContact WHERE name = '${lost}'`);
    await make(app, twice, 'another-key', 2);
    expect(await wrongContacts(app, all)).toEqual([lost, twice]);
  });
});

/** True for a process that has not ended; one that ended but was not waited for (a zombie) is not alive. */
function alive(pid: number): boolean {
  const stat = read(`/proc/${pid}/stat`);
  return stat !== '' && !/\) Z /.test(stat);
}

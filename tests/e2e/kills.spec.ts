import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { long } from '../support/long';
import type { DeskApp } from './deskApp';
import { expect, test } from './fixtures';
import { onDisk } from './leaving';
import { cross, data, processes, processTree, read, serviceProcess, signal } from './safety';

/** Kills of each process. */
const KILLS = long ? 50 : 2;
const WITHIN = long ? 3_600_000 : 240_000;

/** What was written and acknowledged, and what the settings were set to, by a page that does not stop. */
interface Work {
  readonly done: string[];
  readonly stop: () => Promise<void>;
}

/** Makes contacts over the bridge, one after the other, and changes a setting each time; notes what was acknowledged. */
function worksOn(app: DeskApp, round: number): Work {
  const done: string[] = [];
  let going = true;
  const running = (async () => {
    for (let n = 0; going; n += 1) {
      const name = `killed ${round}-${n}`;
      const made = await cross(
        app,
        'clientContact.create',
        {
          body: {
            customerId: 1,
            name,
            title: 'x',
            phone: '+44 20 7946 0300',
            email: 'k@example.com',
            receives: ['noa'],
          },
        },
        { key: `killed-${round}-${n}` },
      ).catch(() => undefined);
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

const contacts = (app: DeskApp) => app.texts("SELECT name FROM clientContact WHERE name LIKE 'killed %'");

test(`main is killed ${KILLS} times in the midst of work: what was acknowledged is there, what was typed comes back`, async ({
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
    const { main } = await processes(app);
    const tree = processTree(main);
    app.running = false;
    signal(main, 'SIGKILL');
    await work.stop();
    all.push(...work.done);

    // Nobody of it is left, and settings are the old ones or the new ones.
    await expect.poll(() => tree.filter((pid) => alive(pid))).toEqual([]);
    for (const name of ['settings.json', 'drafts.json'])
      expect(() => JSON.parse(readFileSync(path.join(folder, name), 'utf8'))).not.toThrow();
    expect(readdirSync(folder).filter((name) => name.endsWith('.damaged'))).toEqual([]);

    app = await start({ data: folder, allowed: /./ });
    await expect(app.tabs).toBeVisible();
    await app.open('/bill/add_bill');
    await expect(app.screen.getByLabel(app.say.label('remarks'))).toHaveValue(typed);
    const there = new Set(await contacts(app));
    expect(all.filter((name) => !there.has(name))).toEqual([]);
    expect(there.size).toBe((await contacts(app)).length);
  }
  expect(all.length).toBeGreaterThan(KILLS);
});

test(`the window’s process is killed ${KILLS} times: it is loaded again, and main goes on`, async ({
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

  // Nobody drives it: whoever does holds up the page that comes in place of a killed one.
  const args = [desktop.app, `--user-data-dir=${folder}`];
  const app = spawn(desktop.executable, args, { env: desktop.env, stdio: 'ignore' });
  const gone = new Promise((resolve) => app.once('exit', resolve));
  const main = app.pid ?? 0;
  const page = () =>
    processTree(main).find((pid) => read(`/proc/${pid}/cmdline`).includes('--type=renderer'));
  /** How often a page has asked main for something since the app was made. */
  const asked = () => read(path.join(folder, 'logs/main.log')).split(' debug main').length;
  try {
    const first = asked();
    await expect.poll(asked, { timeout: 60_000 }).toBeGreaterThan(first);
    for (let round = 0; round < KILLS; round += 1) {
      const [killed, so] = [page() ?? 0, asked()];
      signal(killed, 'SIGKILL');
      await expect.poll(() => page() ?? killed, { timeout: 60_000 }).not.toBe(killed);
      await expect.poll(asked, { timeout: 60_000 }).toBeGreaterThan(so);
      expect(alive(main)).toBe(true);
    }
  } finally {
    app.kill('SIGTERM');
    await gone;
  }
  expect(read(path.join(folder, 'logs/main.log'))).toContain('its process is gone');

  const after = await start({ data: folder, allowed: /./ });
  await expect(after.tabs).toBeVisible();
  await after.open('/bill/add_bill');
  await expect(after.screen.getByLabel(after.say.label('remarks'))).toHaveValue('typed before');
});

test(`the local service is killed ${KILLS} times in the midst of writes: nothing acknowledged is lost, and it comes back`, async ({
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
    const there = await contacts(app);
    // A call whose answer was lost is sent again under its key: each name is there once.
    expect(new Set(there).size).toBe(there.length);
    expect(all.filter((name) => !there.includes(name))).toEqual([]);
    // Six within a minute are no accident, and it would be given up.
    if (round % 4 === 3) await app.page.waitForTimeout(61_000);
  }
  // Of those that were before none is left.
  const { main } = await processes(app);
  expect(processTree(main).filter((pid) => seen.has(pid) && alive(pid))).toEqual([]);
});

/** A process that has not ended; one that nobody has asked after since is not alive. */
function alive(pid: number): boolean {
  const stat = read(`/proc/${pid}/stat`);
  return stat !== '' && !/\) Z /.test(stat);
}

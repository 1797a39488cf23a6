import {
  chownSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { test as base } from 'playwright/test';
import { ensureBuilt } from '../../scripts/build.mjs';
import { startDesktop } from '../../scripts/desktopSession.mjs';
import { placeInMemory } from '../../scripts/memoryDisk.mjs';
import { onceInRun } from '../support/onceInRun';
import { quickDemoHashes } from '../support/quickPasswords';
import { type AppOptions, DeskApp, PATIENCE } from './deskApp';

export type Desktop = Awaited<ReturnType<typeof startDesktop>>;

/** Working folder of a test, owned by the app's user. */
export interface Place {
  /** Makes a new folder that the app can read and write. */
  folder(name: string): string;
  /** Makes the files of a test readable and writable for the app. */
  give(place: string): string;
}

interface TestFixtures {
  place: Place;
  /** Starts the app on a data folder; a new, empty one when none is named. It is closed when the test ends. */
  start: (options?: AppOptions & { data?: string }) => Promise<DeskApp>;
  /** Starts the app on its own copy of the demo data, with the administrator already signed in. */
  signedIn: (options?: AppOptions) => Promise<DeskApp>;
  /** Returns the session secret in the keyring for a server, the embedded one by default; empty if there is none. */
  secret: (account?: string) => string;
  /** Returns a folder with the demo data, first run answered; a copy for this test alone. */
  demoData: () => string;
}

interface WorkerFixtures {
  desktop: Desktop;
  demoTemplate: string;
  /** The demo data as the administrator left it without signing out, and the token that was in the keyring. */
  signedInTemplate: { readonly data: string; readonly token: string };
}

/** Attributes of the keyring item that stores the session of a server. */
export const itemOf = (account: string) => ['service', 'freight-console', 'account', account];

function chownDeep(place: string, uid: number, gid: number): void {
  chownSync(place, uid, gid);
  if (!statSync(place).isDirectory()) return;
  for (const name of readdirSync(place)) chownDeep(path.join(place, name), uid, gid);
}

/** Gives a file of a test to the app's user; returns its place. */
function giveTo(desktop: Desktop, place: string): string {
  const { uid, gid } = statSync(path.join(desktop.stage, 'home'));
  if (process.getuid?.() === 0) chownDeep(place, uid, gid);
  return place;
}

/** Copies the data of an app that was closed a moment ago, without lock files and logs that it may still hold. */
function copyClosed(data: string, target: string): void {
  cpSync(data, target, { recursive: true, filter: (file) => !/Singleton|\.log$/.test(file) });
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  desktop: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of fixtures from the pattern
    async ({}, use) => {
      ensureBuilt();
      const desktop = await startDesktop({ place: placeInMemory() });
      copyFileSync(
        path.join(import.meta.dirname, 'holdReady.cjs'),
        path.join(desktop.stage, 'holdReady.cjs'),
      );
      await use(desktop);
      desktop.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  demoTemplate: [
    async ({ desktop }, use) => {
      const fill = async (folder: string) => {
        const data = desktop.folder('demo');
        const app = await DeskApp.launch(desktop, data, {});
        await app.firstRun('demo');
        for (const { username, passwordHash } of quickDemoHashes())
          await app.sql(`update staff set passwordHash = '${passwordHash}' where username = '${username}'`);
        await app.close();
        copyClosed(data, folder);
      };
      await use(await onceInRun('demo', fill));
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  signedInTemplate: [
    async ({ desktop, demoTemplate }, use) => {
      const fill = async (folder: string) => {
        const data = desktop.folder('signedIn');
        cpSync(demoTemplate, data, { recursive: true });
        const app = await DeskApp.launch(desktop, giveTo(desktop, data), {});
        await app.signIn('admin');
        const token = () => desktop.run('secret-tool', ['lookup', ...itemOf('embedded')]).stdout;
        await base.expect.poll(token).not.toBe('');
        await app.close();
        writeFileSync(path.join(folder, 'token'), token());
        copyClosed(data, path.join(folder, 'data'));
      };
      const folder = await onceInRun('signedIn', fill);
      await use({
        data: path.join(folder, 'data'),
        token: readFileSync(path.join(folder, 'token'), 'utf8'),
      });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  place: async ({ desktop }, use, info) => {
    const give = (place: string) => giveTo(desktop, place);
    mkdirSync(path.join(desktop.stage, 'data'), { recursive: true });
    const own = give(mkdtempSync(path.join(desktop.stage, 'data', `t${info.workerIndex}-`)));
    await use({
      give,
      folder: (name) => {
        mkdirSync(path.join(own, name), { recursive: true });
        return give(path.join(own, name));
      },
    });
    // Traces of failed tests are kept; of all others nothing stays in memory until the end of the run.
    if (info.status === info.expectedStatus)
      rmSync(own, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  },
  secret: async ({ desktop }, use) => {
    await use((account = 'embedded') => desktop.run('secret-tool', ['lookup', ...itemOf(account)]).stdout);
  },
  demoData: async ({ demoTemplate, place }, use) => {
    let count = 0;
    await use(() => {
      count += 1;
      const data = place.folder(`demo${count}`);
      cpSync(demoTemplate, data, { recursive: true });
      return place.give(data);
    });
  },
  signedIn: async ({ signedInTemplate: { data, token }, start, place, desktop }, use) => {
    let count = 0;
    await use(async (options = {}) => {
      count += 1;
      const own = place.folder(`signedIn${count}`);
      cpSync(data, own, { recursive: true });
      const put = ['store', '--label=test', ...itemOf('embedded')];
      const { status, stderr } = desktop.run('secret-tool', put, token);
      if (status !== 0) throw new Error(`the keyring took no session: ${stderr}`);
      const { language, args = [] } = options;
      const app = await start({
        ...options,
        data: place.give(own),
        args: [...args, ...(language ? ['--language', language] : [])],
      });
      await app.tabs.waitFor({ timeout: PATIENCE });
      return app;
    });
  },
  start: async ({ desktop, place }, use, info) => {
    const apps: DeskApp[] = [];
    await use(async ({ data, ...options } = {}) => {
      const app = await DeskApp.launch(desktop, data ?? place.folder('fresh'), options);
      apps.push(app);
      return app;
    });
    for (const app of apps) {
      if (info.status !== info.expectedStatus && app.running) {
        await info.attach('window', { body: await app.page.screenshot(), contentType: 'image/png' });
      }
      await app.close();
    }
    // A test fails as well if the window logged errors.
    for (const app of apps) base.expect(app.complaints, 'the console of the window').toEqual([]);
  },
});
export const { expect } = test;

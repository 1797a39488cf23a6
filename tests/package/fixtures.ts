import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test as base } from 'playwright/test';
import { startDesktop } from '../../scripts/desktopSession.mjs';
import { packaged } from '../../scripts/packaged.mjs';
import { PackagedApp } from '../support/packagedApp';

type Desktop = Awaited<ReturnType<typeof startDesktop>>;

interface LaunchOptions {
  /** Executable to start instead of the unpacked release. */
  readonly executable?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** The folder of its data; by default a new one. */
  readonly data?: string;
}

interface TestFixtures {
  /** Starts a packaged app as an ordinary user. It is closed when the test ends. */
  launch: (options?: LaunchOptions) => Promise<PackagedApp>;
  /** Writes a file that the app's user can read; returns its place. */
  readable: (name: string, content: string) => string;
}

let folders = 0;

export const test = base.extend<TestFixtures, { desktop: Desktop }>({
  desktop: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of fixtures from the pattern
    async ({}, use) => {
      const desktop = await startDesktop({ executable: packaged, app: '' });
      await use(desktop);
      desktop.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  launch: async ({ desktop }, use) => {
    const apps: PackagedApp[] = [];
    await use(async ({ executable, env, args, data } = {}) => {
      const place = data ?? desktop.folder(`fresh${++folders}`);
      const started = {
        env: { ...desktop.env, ...env },
        executable: executable ? desktop.launcherOf(executable) : desktop.executable,
      };
      const app = await PackagedApp.launch(started, place, args);
      apps.push(app);
      return app;
    });
    for (const app of apps) await app.close();
  },
  readable: async ({ desktop }, use) => {
    await use((name, content) => {
      const folder = path.join(desktop.stage, `read${++folders}`);
      mkdirSync(folder);
      chmodSync(folder, 0o755);
      const file = path.join(folder, name);
      writeFileSync(file, content);
      chmodSync(file, 0o644);
      return file;
    });
  },
});
export const { expect } = test;

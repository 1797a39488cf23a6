import path from 'node:path';
import { CAPTCHA } from '../support/apiCall';
import { ApiProcess } from '../support/apiProcess';
import { BrokenFront } from '../support/brokenFront';
import type { AppOptions, DeskApp } from './deskApp';
import { test as base, expect } from './fixtures';

const root = path.resolve(import.meta.dirname, '../..');
export const PASSWORD = 'Admin#2026';
export const TEAM = 'Team server';

/** The embedded API as a team runs it: a separate program on TCP, behind an address that stays. */
export class TeamServer {
  readonly front = new BrokenFront();
  readonly #data: string;
  #api: ApiProcess | undefined;
  #port = 0;

  constructor(data: string) {
    this.#data = data;
  }

  async start(): Promise<this> {
    const flags = ['--data', this.#data, '--port', '0', '--seed', 'demo', '--captcha', CAPTCHA];
    this.#api = ApiProcess.running(process.execPath, [path.join(root, 'scripts/api.mjs'), ...flags]);
    this.front.behind = (await this.#api.line()).url;
    await this.front.start(this.#port);
    this.#port = Number(new URL(this.front.base).port);
    return this;
  }

  async stop(): Promise<void> {
    await this.front.stop();
    await this.#api?.stop();
    this.#api = undefined;
  }

  get running(): boolean {
    return this.#api !== undefined;
  }
}

interface TeamFixtures {
  team: TeamServer;
  /** Starts the app on demo data, with the administrator signed in to the team's server. */
  onTeam: (options?: AppOptions) => Promise<DeskApp>;
}

/** A test with a team's server over demo data, stopped after it. */
export const test = base.extend<TeamFixtures>({
  team: async ({ demoData }, use) => {
    const team = await new TeamServer(path.join(demoData(), 'data')).start();
    await use(team);
    if (team.running) await team.stop();
  },
  onTeam: async ({ start, demoData, team }, use) => {
    await use(async (options) => {
      const app = await start({ ...options, data: demoData() });
      await addServer(app, team.front.base);
      await signInTo(app, team);
      return app;
    });
  },
});

/** Adds a server by its address and selects it. */
export async function addServer({ page, say }: DeskApp, address: string): Promise<void> {
  await page.getByRole('button', { name: say.t('access.serverAdd') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(say.t('common.name')).fill(TEAM);
  await dialog.getByLabel(say.t('access.serverAddress')).fill(address);
  await page.keyboard.press('Enter');
}

export async function signInTo(app: DeskApp, team: TeamServer): Promise<void> {
  // Each server has its own captcha, which comes with its sign-in.
  await expect(app.page.getByText(team.front.base, { exact: true })).toBeVisible();
  await app.settled();
  await app.fillSignIn('admin', PASSWORD, CAPTCHA);
  await app.page.keyboard.press('Enter');
  await expect(app.tabs).toBeVisible();
}

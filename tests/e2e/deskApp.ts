import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { demoAccounts } from '@contract/access/demoAccounts';
import type { FirstAdministrator } from '@contract/access/session';
import type { Language } from '@contract/limits';
import { _electron, type ElectronApplication, expect, type Locator, type Page } from 'playwright/test';
import type { Desktop } from './fixtures';
import { Say } from './words';

/** Who begins an operator's own data, where a test starts from nothing. */
export const FIRST_ADMINISTRATOR: FirstAdministrator = {
  username: 'wang.wei',
  realName: '王伟',
  email: 'wang.wei@example.com',
  password: 'Right#2026',
};

export interface AppOptions {
  readonly language?: Language;
  /** Size of the window; null leaves it as the app opened it. */
  readonly size?: { readonly width: number; readonly height: number } | null;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** Part of a message that the window may complain of in this test. */
  readonly allowed?: RegExp;
}

const CAPTCHA = '0000';
/** Milliseconds until what must come has come. Waited for by the part itself: an assertion looks at last but once a second. */
export const PATIENCE = 45_000;
/** Near the day of the run, since the home screen tells what is due from now. */
const SEED_DAY = new Date(Date.now() - 24 * 3_600_000).toISOString().slice(0, 10);

/**
 * What is evaluated in main answers by a promise that only the debugger knows: while main is still being read, it may be
 * collected as garbage before it has answered. Then it is asked again a little later; what is asked here may be done twice.
 */
function askAgain(app: ElectronApplication): void {
  const evaluate = app.evaluate.bind(app) as (...all: unknown[]) => Promise<unknown>;
  const again = async (...all: unknown[]): Promise<unknown> => {
    const end = performance.now() + PATIENCE;
    for (;;)
      try {
        return await evaluate(...all);
      } catch (error) {
        if (performance.now() > end || !String(error).includes('promise was garbage collected')) throw error;
        await wait(100);
      }
  };
  app.evaluate = again as typeof app.evaluate;
}

/** An address of a screen: of its first record, where it has records. */
export function exampleOf(screen: string): string {
  const asked = /edit_|customer_detail|isf-choose/.test(screen) ? '?id=1' : '';
  // Without a kind of file it is no screen, and leads to the list of files.
  const kind = screen === '/bill/files/upload' ? '?kind=time_node' : '';
  return screen.replace(':id', '1').replace(':code', '610910') + asked + kind;
}

/** The running app, as a person uses it. */
export class DeskApp {
  readonly complaints: string[] = [];
  running = true;

  readonly app: ElectronApplication;
  readonly page: Page;
  /** The folder of its data. */
  readonly data: string;
  say = new Say('en');

  private constructor(app: ElectronApplication, page: Page, data: string) {
    this.app = app;
    this.page = page;
    this.data = data;
  }

  static async launch(desktop: Desktop, data: string, options: AppOptions): Promise<DeskApp> {
    const app = await _electron.launch({
      executablePath: desktop.executable,
      args: [
        ...['-r', path.join(desktop.stage, 'holdReady.cjs')],
        desktop.app,
        `--user-data-dir=${data}`,
        ...(options.args ?? []),
      ],
      env: {
        ...desktop.env,
        FREIGHT_CONSOLE_CAPTCHA: CAPTCHA,
        FREIGHT_CONSOLE_SEED_DAY: SEED_DAY,
        ...options.env,
      },
      chromiumSandbox: true,
      timeout: 60_000,
    });
    askAgain(app);
    const page = await app.firstWindow();
    const found = new DeskApp(app, page, data);
    page.on('console', (message) => {
      if (message.type() === 'error' && !options.allowed?.test(message.text()))
        found.complaints.push(message.text());
    });
    page.on('pageerror', (error) => found.complaints.push(String(error)));
    const size = options.size === undefined ? { width: 1440, height: 900 } : options.size;
    if (size) await found.resize(size);
    await page.locator('html[data-density] #root > *').first().waitFor();
    found.say = new Say((await page.locator('html').getAttribute('lang'))?.startsWith('zh') ? 'cn' : 'en');
    if (options.language) await found.speak(options.language);
    return found;
  }

  /** Switches the language where it stands at hand: before the sign-in, or in the top bar. */
  async speak(language: Language): Promise<void> {
    if (this.say.language === language) return;
    const name = this.say.t(language === 'cn' ? 'app.languageCn' : 'app.languageEn');
    const inBar = this.page.getByRole('button', { name: `${this.say.t('app.language')}: ` });
    if (await inBar.isVisible()) {
      await inBar.click();
      await this.page.getByRole('menuitem', { name }).click();
    } else {
      await this.page.locator('.fc-quiet').getByText(name, { exact: true }).click();
    }
    this.say = new Say(language);
    await expect(this.page.locator('html')).toHaveAttribute('lang', language === 'cn' ? /^zh/ : /^en/);
  }

  /** Sends the first administrator of an empty start, whose fields stand there; after it the sign-in does. */
  async firstAdministrator(person = FIRST_ADMINISTRATOR): Promise<void> {
    const field = (name: string) => this.page.getByLabel(this.say.label(name), { exact: true });
    for (const [name, value] of Object.entries(person)) await field(name).fill(value);
    await field('repeatPassword').fill(person.password);
    await this.page.keyboard.press('Enter');
    await this.page
      .getByRole('img', { name: this.say.t('access.captchaAlt') })
      .waitFor({ timeout: PATIENCE });
  }

  /** Answers the question of the first start; after it the sign-in stands there. */
  async firstRun(answer: 'demo'): Promise<void> {
    await this.page.getByRole('button', { name: this.say.t(`access.${answer}Start`) }).click();
    await expect(this.page.getByLabel(this.say.label('username'))).toBeVisible({ timeout: 60_000 });
  }

  async signIn(username: string, password = passwordOf(username)): Promise<void> {
    await this.fillSignIn(username, password);
    await this.page.keyboard.press('Enter');
    await this.tabs.waitFor({ timeout: PATIENCE });
  }

  /** Fills the sign-in in and stays in its last field. */
  async fillSignIn(username: string, password = passwordOf(username), captcha = CAPTCHA): Promise<void> {
    const { page, say } = this;
    await page.getByRole('img', { name: say.t('access.captchaAlt') }).waitFor({ timeout: PATIENCE });
    await page.getByLabel(say.label('username')).fill(username);
    await page.getByLabel(say.label('password'), { exact: true }).fill(password);
    await page.getByLabel(say.label('captcha'), { exact: true }).fill(captcha);
  }

  /** Signs out by the menu of the person; after it the sign-in stands there. */
  async signOut(): Promise<void> {
    const { page, say } = this;
    await page.getByRole('button', { name: say.t('app.account') }).click();
    await page.getByRole('menuitem', { name: say.t('app.logOut') }).click();
    const asked = page.getByRole('button', { name: say.t('app.unsavedSignOutDo') });
    await expect(asked.or(page.getByLabel(say.label('username')))).toBeVisible({ timeout: 60_000 });
    if (await asked.isVisible()) await asked.click();
    // Every screen that was opened is given up first, be there a hundred of them.
    await expect(page.getByLabel(say.label('username'))).toBeVisible({ timeout: 60_000 });
  }

  /** The row of open screens. */
  get tabs(): Locator {
    return this.page.getByRole('tablist', { name: this.say.t('app.openScreens') });
  }

  async resize({ width, height }: { width: number; height: number }): Promise<void> {
    await this.app.evaluate(
      ({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setSize(size[0], size[1]),
      [width, height] as const,
    );
  }

  /** Crosses the bridge as the screens do; answers what main answered. */
  call(name: string, input?: unknown): Promise<unknown> {
    return this.page.evaluate(
      ([called, given]) =>
        (window as unknown as { bridge: { call: (...args: unknown[]) => Promise<unknown> } }).bridge.call(
          called,
          given,
        ),
      [name, input] as const,
    );
  }

  /** Runs a statement on the embedded API's data, from beside it: what another desk's person would have done. */
  async sql(statement: string): Promise<void> {
    await this.app.evaluate(
      (_electronModule, [file, text]) => {
        const sqlite = process.getBuiltinModule('node:sqlite');
        const db = new sqlite.DatabaseSync(file, { timeout: 5000 });
        db.exec(text);
        db.close();
      },
      [path.join(this.data, 'data/freight.db'), statement] as const,
    );
  }

  /** The first column of what a query finds in the embedded API's data, read from beside it. */
  texts(query: string): Promise<string[]> {
    return this.app.evaluate(
      (_electronModule, [file, text]) => {
        const sqlite = process.getBuiltinModule('node:sqlite');
        const db = new sqlite.DatabaseSync(file, { readOnly: true });
        const rows = db.prepare(text).all();
        db.close();
        return rows.map((row) => String(Object.values(row)[0]));
      },
      [path.join(this.data, 'data/freight.db'), query] as const,
    );
  }

  /** Ends the app as a power cut does: at once, and without a word to it. */
  async kill(): Promise<void> {
    this.running = false;
    const pids = await this.app.evaluate(({ app: electronApp }) => [
      ...electronApp.getAppMetrics().map(({ pid }) => pid),
      process.pid,
    ]);
    const gone = this.app.waitForEvent('close');
    for (const pid of pids) process.kill(pid, 'SIGKILL');
    await gone;
  }

  /** Follows a link to a path, wherever that leads. */
  async follow(to: string): Promise<void> {
    await this.page.evaluate((hash) => {
      window.location.hash = hash;
    }, `#${to}`);
  }

  /** Opens the screen of a path, and waits until it stands there. */
  async open(screen: string): Promise<void> {
    const body = this.page.locator(`.fc-tab-body[data-path="${screen}"]:visible`);
    // Where a sign-in leads comes a moment later, and may lead away again: then it is asked for once more.
    await expect(async () => {
      await this.follow(screen);
      await body.waitFor({ timeout: 8_000 });
    }).toPass({ timeout: 40_000 });
    await this.settled();
  }

  /** Presses keys one after the other, each once the window has done what the one before asked for. */
  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      await this.page.keyboard.press(key);
      await this.page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
    }
  }

  /** Waits until what is in front has been loaded and drawn, and each cell of it has its row. */
  async settled(): Promise<void> {
    const loading = await this.page.evaluate(async (patience) => {
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      const found = () => {
        // Asked for cell by cell, the rows would be searched for in the whole window some hundred times a frame.
        const owned = new Set(
          [...document.querySelectorAll('[role=row][aria-owns]')].flatMap(
            (row) => row.getAttribute('aria-owns')?.split(/\s+/) ?? [],
          ),
        );
        return [
          ...[...document.querySelectorAll('.bp6-skeleton')].filter((line) => line.checkVisibility()),
          ...document.querySelectorAll('.fc-busy .bp6-progress-bar'),
          ...[...document.querySelectorAll('.fc-select[aria-busy=true]')].filter((one) =>
            one.checkVisibility(),
          ),
          ...[...document.querySelectorAll('[role=gridcell][id]')].filter((cell) => !owned.has(cell.id)),
        ];
      };
      const end = performance.now() + patience;
      while (found().length > 0 && performance.now() < end) await frame();
      const left = found().map(({ outerHTML }) => outerHTML.slice(0, 120));
      await frame();
      await frame();
      return left;
    }, PATIENCE);
    expect(loading, 'what is still being loaded').toEqual([]);
  }

  /** Changes the theme in the menu of the person. */
  async theme(theme: 'light' | 'dark'): Promise<void> {
    const { page, say } = this;
    await page.getByRole('button', { name: say.t('app.account') }).click();
    await page
      .getByRole('menuitem', { name: say.t(theme === 'dark' ? 'app.themeDark' : 'app.themeLight') })
      .click();
    await page.keyboard.press('Escape');
  }

  /** Goes to a screen as a person does who knows its name: by the palette. */
  async go(screen: string): Promise<void> {
    await this.page.keyboard.press('Control+k');
    await this.page.getByPlaceholder(this.say.t('app.goPlaceholder')).fill(screen);
    await this.page.keyboard.press('Enter');
  }

  /** The screen in front; those behind it are kept, and hidden. */
  get screen(): Locator {
    return this.page.locator('.fc-tab-body:visible');
  }

  /** The cell of the table in front that shows a text. */
  cell(text: string): Locator {
    return this.screen.getByRole('gridcell').filter({ hasText: text }).first();
  }

  /** A cell of the table in front by its place; pinned columns are drawn twice, and the copy on top is meant. */
  cellAt(row: number, column: number): Locator {
    return this.screen.locator(`[role=gridcell][id$="-${row}-${column}"]`).last();
  }

  /** The head of a column of the table in front. */
  head(label: string): Locator {
    return this.screen.getByRole('columnheader', { name: label, exact: true }).last();
  }

  /** Opens the menu of a column. */
  async columnMenu(label: string): Promise<void> {
    const name = this.page.getByRole('columnheader', { name: label, exact: true });
    const header = this.screen.locator('.fc-header').filter({ has: name }).last();
    await header.hover();
    await header.locator('.bp6-table-th-menu').click();
  }

  /** Chooses from a list of a form by keyboard: a short one as the system has it, a long one by what is typed. */
  async choose(label: string, option: string): Promise<void> {
    const field = this.screenOrPanel.getByLabel(label, { exact: true });
    if ((await field.evaluate((element) => element.tagName)) === 'SELECT') {
      await field.selectOption({ label: option });
      return;
    }
    await field.focus();
    await this.page.keyboard.press('Enter');
    const list = this.page.locator('.bp6-select-popover');
    await list.locator('input').fill(option);
    // Enter takes what stands there, which may yet be on its way.
    await expect(list.getByRole('option').filter({ hasText: option }).first()).toBeVisible();
    await this.page.keyboard.press('Enter');
    await expect(field).toContainText(option);
    // Its list fades away: the next one is not to be mistaken for it.
    await expect(list).toHaveCount(0);
  }

  /** The panel at the side while one is open, else the screen. */
  private get screenOrPanel(): Locator {
    return this.page.locator('.bp6-drawer').or(this.screen).last();
  }

  /** Bills on the embedded API's data that fulfil a condition, counted beside the API. */
  countBills(condition: string): Promise<number> {
    return this.count('bill', condition);
  }

  /** Rows of a table that fulfil a condition, counted beside the API. */
  count(table: string, condition: string): Promise<number> {
    return this.app.evaluate(
      (_electronModule, [file, text]) => {
        const sqlite = process.getBuiltinModule('node:sqlite');
        const db = new sqlite.DatabaseSync(file, { readOnly: true });
        const row = db.prepare(text).get();
        db.close();
        return Number(row?.n);
      },
      [
        path.join(this.data, 'data/freight.db'),
        `SELECT count(*) AS n FROM "${table}" WHERE ${condition}`,
      ] as const,
    );
  }

  /** What the system's file dialog will answer. */
  async willChoose(file: string | null): Promise<void> {
    await this.app.evaluate(({ dialog }, chosen) => {
      dialog.showOpenDialog = (async () => ({
        canceled: chosen === null,
        filePaths: chosen === null ? [] : [chosen],
      })) as typeof dialog.showOpenDialog;
    }, file);
  }

  /** Where the system's save dialog will say to save. */
  async willSaveTo(place: string | null): Promise<void> {
    await this.app.evaluate(({ dialog }, chosen) => {
      dialog.showSaveDialog = (async () => ({
        canceled: chosen === null,
        filePath: chosen ?? '',
      })) as typeof dialog.showSaveDialog;
    }, place);
  }

  /** Which button of the system's questions will be pressed, by its place. */
  async willAnswer(response: number): Promise<void> {
    await this.app.evaluate(({ dialog }, chosen) => {
      dialog.showMessageBox = (async () => ({
        response: chosen,
        checkboxChecked: false,
      })) as typeof dialog.showMessageBox;
    }, response);
  }

  async close(): Promise<void> {
    if (!this.running) return;
    this.running = false;
    // Whoever ends a test leaves, whatever was typed and not saved.
    await this.willAnswer(0);
    await this.app.close();
  }
}

function passwordOf(username: string): string {
  const found = demoAccounts.find((account) => account.username === username);
  if (!found) throw new Error(`no demo account ${username}`);
  return found.password;
}

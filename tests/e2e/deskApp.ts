import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { demoAccounts } from '@contract/access/demoAccounts';
import type { FirstAdministrator } from '@contract/access/session';
import type { Language } from '@contract/limits';
import { _electron, type ElectronApplication, expect, type Locator, type Page } from 'playwright/test';
import type { Desktop } from './fixtures';
import { Say } from './words';

/** The first administrator of an operator's own data, for tests that start without data. */
export const FIRST_ADMINISTRATOR: FirstAdministrator = {
  username: 'wang.wei',
  realName: '王伟',
  email: 'wang.wei@example.com',
  password: 'Right#2026',
};

export interface AppOptions {
  readonly language?: Language;
  /** Size of the window; null keeps the size that the app chose. */
  readonly size?: { readonly width: number; readonly height: number } | null;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /**
   * True to see the window as most people do, with its transitions. Without, it moves nothing, as for those who ask
   * their system for less motion: drawing them takes a sixth of the processor's time of a test.
   */
  readonly motion?: boolean;
  /** Console errors of the window that this test expects. */
  readonly allowed?: RegExp;
}

const CAPTCHA = '0000';
/** Milliseconds to wait for what must appear. For waits of locators: an assertion polls at last but once a second. */
export const PATIENCE = 45_000;
/** Close to the day of the run, because the home screen shows what is due from now. */
const SEED_DAY = new Date(Date.now() - 24 * 3_600_000).toISOString().slice(0, 10);

/**
 * Repeats an evaluation in main whose promise was lost: only the debugger refers to it, so while main is still loading
 * it may be garbage-collected before it settles. An evaluated function may therefore run twice.
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

/** Returns the address of a screen: of its first record, where it has records. */
export function exampleOf(screen: string): string {
  const query = /edit_|customer_detail|isf-choose/.test(screen) ? '?id=1' : '';
  // Without a kind of file the path redirects to the list of files.
  const kind = screen === '/bill/files/upload' ? '?kind=time_node' : '';
  return screen.replace(':id', '1').replace(':code', '610910') + query + kind;
}

/** The running app, driven as a person uses it. */
export class DeskApp {
  readonly complaints: string[] = [];
  running = true;

  readonly app: ElectronApplication;
  readonly page: Page;
  /** The folder of the app's data. */
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
    if (!options.motion) await page.emulateMedia({ reducedMotion: 'reduce' });
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

  /** Switches the language with the control in view: on the sign-in, or in the top bar. */
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

  /** Submits the form for the first administrator of an empty start; the sign-in follows. */
  async firstAdministrator(person = FIRST_ADMINISTRATOR): Promise<void> {
    const field = (name: string) => this.page.getByLabel(this.say.label(name), { exact: true });
    for (const [name, value] of Object.entries(person)) await field(name).fill(value);
    await field('repeatPassword').fill(person.password);
    await this.page.keyboard.press('Enter');
    await this.page
      .getByRole('img', { name: this.say.t('access.captchaAlt') })
      .waitFor({ timeout: PATIENCE });
  }

  /** Answers the question of the first start; after it the sign-in is there, and the data behind it is made. */
  async firstRun(answer: 'demo'): Promise<void> {
    await this.page.getByRole('button', { name: this.say.t(`access.${answer}Start`) }).click();
    await expect(this.page.getByLabel(this.say.label('username'))).toBeVisible({ timeout: 60_000 });
    const facts = () =>
      this.app.evaluate(
        (_electronModule, file) => {
          const sqlite = process.getBuiltinModule('node:sqlite');
          const db = new sqlite.DatabaseSync(file, { readOnly: true });
          const found = db.prepare('select name from fact').all();
          db.close();
          return found.length;
        },
        path.join(this.data, 'data/freight.db'),
      );
    await expect.poll(facts, { timeout: 60_000 }).toBeGreaterThan(0);
  }

  async signIn(username: string, password = passwordOf(username)): Promise<void> {
    await this.fillSignIn(username, password);
    await this.page.keyboard.press('Enter');
    await this.tabs.waitFor({ timeout: PATIENCE });
  }

  /** Fills in the sign-in and stays in its last field. */
  async fillSignIn(username: string, password = passwordOf(username), captcha = CAPTCHA): Promise<void> {
    const { page, say } = this;
    await page.getByRole('img', { name: say.t('access.captchaAlt') }).waitFor({ timeout: PATIENCE });
    await page.getByLabel(say.label('username')).fill(username);
    await page.getByLabel(say.label('password'), { exact: true }).fill(password);
    await page.getByLabel(say.label('captcha'), { exact: true }).fill(captcha);
  }

  /** Signs out by the user's menu; the sign-in follows. */
  async signOut(): Promise<void> {
    const { page, say } = this;
    await page.getByRole('button', { name: say.t('app.account') }).click();
    await page.getByRole('menuitem', { name: say.t('app.logOut') }).click();
    const signOut = page.getByRole('button', { name: say.t('app.unsavedSignOutDo') });
    await expect(signOut.or(page.getByLabel(say.label('username')))).toBeVisible({ timeout: 60_000 });
    if (await signOut.isVisible()) await signOut.click();
    // Every open screen is closed first, even a hundred of them.
    await expect(page.getByLabel(say.label('username'))).toBeVisible({ timeout: 60_000 });
  }

  /** The row of tabs of the open screens. */
  get tabs(): Locator {
    return this.page.getByRole('tablist', { name: this.say.t('app.openScreens') });
  }

  async resize({ width, height }: { width: number; height: number }): Promise<void> {
    await this.app.evaluate(
      ({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setSize(size[0], size[1]),
      [width, height] as const,
    );
  }

  /** Calls main over the bridge as the screens do; returns main's result. */
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

  /** Runs a statement on the embedded API's database, beside the API: a change by another user. */
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

  /** Returns the first column of a query on the embedded API's database, read beside the API. */
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

  /** Kills the app as a power cut does: at once, without notice. */
  async kill(): Promise<void> {
    this.running = false;
    const pids = await this.app.evaluate(({ app: electronApp }) => [
      ...electronApp.getAppMetrics().map(({ pid }) => pid),
      process.pid,
    ]);
    const closed = this.app.waitForEvent('close');
    for (const pid of pids) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch (failed) {
        // A process that ends with another one may be gone by now.
        if ((failed as NodeJS.ErrnoException).code !== 'ESRCH') throw failed;
      }
    }
    await closed;
  }

  /** Follows a link to a path, wherever it leads. */
  async follow(to: string): Promise<void> {
    await this.page.evaluate((hash) => {
      window.location.hash = hash;
    }, `#${to}`);
  }

  /** Opens the screen of a path, and waits until it is drawn. */
  async open(screen: string): Promise<void> {
    const body = this.page.locator(`.fc-tab-body[data-path="${screen}"]:visible`);
    // The screen after a sign-in opens a moment later and may replace this one: then it is opened again.
    await expect(async () => {
      await this.follow(screen);
      await body.waitFor({ timeout: 8_000 });
    }).toPass({ timeout: 40_000 });
    await this.settled();
  }

  /** Closes the screen in front. A test that opens all screens does so: each one left open slows down the next. */
  async closeScreen(): Promise<void> {
    const tab = this.tabs.getByRole('tab', { selected: true });
    const id = await tab.getAttribute('id');
    await this.page.keyboard.press('Control+w');
    await this.page.locator(`[id="${id}"]`).waitFor({ state: 'detached' });
  }

  /** Presses keys one after the other, each after the window has drawn the frame of the one before. */
  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      await this.page.keyboard.press(key);
      await this.page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
    }
  }

  /** Waits until the screen in front has been loaded and drawn, and each cell of it has its row. */
  async settled(): Promise<void> {
    const loading = await this.page.evaluate(async (patience) => {
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      // Looking in each frame would take a good part of the time in which the screen is to be drawn.
      const pause = () => new Promise((done) => setTimeout(done, 40));
      const found = () => {
        // Looked up once: searching the whole window for the row of each cell would repeat it some hundred times a
        // frame.
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
      while (found().length > 0 && performance.now() < end) await pause();
      const left = found().map(({ outerHTML }) => outerHTML.slice(0, 120));
      await frame();
      await frame();
      return left;
    }, PATIENCE);
    expect(loading, 'what is still being loaded').toEqual([]);
  }

  /** Changes the theme in the user's menu. */
  async theme(theme: 'light' | 'dark'): Promise<void> {
    const { page, say } = this;
    await page.getByRole('button', { name: say.t('app.account') }).click();
    await page
      .getByRole('menuitem', { name: say.t(theme === 'dark' ? 'app.themeDark' : 'app.themeLight') })
      .click();
    await page.keyboard.press('Escape');
  }

  /** Opens a screen as a person does who knows its name: by the palette. */
  async go(screen: string): Promise<void> {
    await this.page.keyboard.press('Control+k');
    await this.page.getByPlaceholder(this.say.t('app.goPlaceholder')).fill(screen);
    await this.page.keyboard.press('Enter');
  }

  /** The screen in front; those behind it are kept, and hidden. */
  get screen(): Locator {
    return this.page.locator('.fc-tab-body:visible');
  }

  /** Returns the cell of the table in front that shows a text. */
  cell(text: string): Locator {
    return this.screen.getByRole('gridcell').filter({ hasText: text }).first();
  }

  /** Returns a cell of the table in front by its place; pinned columns are drawn twice, and the copy on top is used. */
  cellAt(row: number, column: number): Locator {
    return this.screen.locator(`[role=gridcell][id$="-${row}-${column}"]`).last();
  }

  /** Returns the head of a column of the table in front. */
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

  /** Selects from a list of a form by keyboard: a short one is the system's, a long one is searched by typing. */
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
    // Enter takes the first option shown, so wait until it is the right one.
    await expect(list.getByRole('option').filter({ hasText: option }).first()).toBeVisible();
    await this.page.keyboard.press('Enter');
    await expect(field).toContainText(option);
    // The list fades out: wait, or it could be mistaken for the next one.
    await expect(list).toHaveCount(0);
  }

  /** The side panel while one is open, else the screen. */
  private get screenOrPanel(): Locator {
    return this.page.locator('.bp6-drawer').or(this.screen).last();
  }

  /** Counts bills of the embedded API's database that fulfil a condition, beside the API. */
  countBills(condition: string): Promise<number> {
    return this.count('bill', condition);
  }

  /** Counts rows of a table that fulfil a condition, beside the API. */
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

  /** Sets the file that the system's open dialog returns; null cancels. */
  async willChoose(file: string | null): Promise<void> {
    await this.app.evaluate(({ dialog }, chosen) => {
      dialog.showOpenDialog = (async () => ({
        canceled: chosen === null,
        filePaths: chosen === null ? [] : [chosen],
      })) as typeof dialog.showOpenDialog;
    }, file);
  }

  /** Sets the place that the system's save dialog returns; null cancels. */
  async willSaveTo(place: string | null): Promise<void> {
    await this.app.evaluate(({ dialog }, chosen) => {
      dialog.showSaveDialog = (async () => ({
        canceled: chosen === null,
        filePath: chosen ?? '',
      })) as typeof dialog.showSaveDialog;
    }, place);
  }

  /** Sets the button that the system's message boxes return, by its index. */
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
    // Closes even with unsaved entries.
    await this.willAnswer(0);
    await this.app.close();
  }
}

function passwordOf(username: string): string {
  const found = demoAccounts.find((account) => account.username === username);
  if (!found) throw new Error(`no demo account ${username}`);
  return found.password;
}

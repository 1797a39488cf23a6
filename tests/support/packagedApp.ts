import { demoAccounts } from '@contract/access/demoAccounts';
import { type Browser, chromium, type Page } from 'playwright';
import { readCaptcha } from './captcha';
import { type Started, startWithDevtools } from './devtools';

/** The parts of a test desktop that the packaged app needs. */
interface Desktop {
  readonly env: NodeJS.ProcessEnv;
  readonly executable: string;
}

/** The app as it is packaged, without any access for tests: controlled through Chromium's debugging port alone. */
export class PackagedApp {
  readonly started: Started;
  readonly page: Page;
  readonly #browser: Browser;

  private constructor(started: Started, browser: Browser, page: Page) {
    this.started = started;
    this.#browser = browser;
    this.page = page;
  }

  static async launch(
    { env, executable }: Desktop,
    data: string,
    args: readonly string[] = [],
  ): Promise<PackagedApp> {
    const started = await startWithDevtools(executable, [...args, `--user-data-dir=${data}`], env);
    // Before its first window is open, the browser may leave a request without a response for ever.
    await untilWindow(started.endpoint);
    const browser = await chromium.connectOverCDP(started.endpoint);
    const context = browser.contexts()[0];
    if (!context) throw new Error('the app has no session');
    const page = context.pages()[0] ?? (await context.waitForEvent('page'));
    await page.locator('#root > main, #root > .fc-shell').first().waitFor();
    return new PackagedApp(started, browser, page);
  }

  /** Answers the question of the first start; the sign-in follows. */
  async demoStart(): Promise<void> {
    await this.page.locator('.fc-choices button').first().click();
    await this.page.locator('#captcha').waitFor({ timeout: 60_000 });
  }

  /** Signs in as a person of the demo data, reading the captcha from its picture. */
  async signIn(username: string): Promise<void> {
    const { page } = this;
    const account = demoAccounts.find((one) => one.username === username);
    await page.locator('#username').fill(username);
    await page.locator('#password').fill(account?.password ?? '');
    const image = (await page.locator('.fc-captcha-picture img').getAttribute('src')) ?? '';
    await page.locator('#captcha').fill(readCaptcha(image));
    await page.keyboard.press('Enter');
    await page.locator('.fc-tab-body:visible').first().waitFor();
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await this.started.stop();
  }
}

/** Drops a file of the disk onto a place in the window, as a person does. */
export async function dropFile(page: Page, file: string, x: number, y: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devtools.send('Input.dispatchDragEvent', { type, x, y, data });
  await devtools.detach();
}

/** Returns the targets of an app's browser: its pages and whatever else can be inspected. */
export async function targetsOf(endpoint: string): Promise<{ type: string; url: string }[]> {
  const answer = await fetch(`http://${new URL(endpoint).host}/json/list`);
  return (await answer.json()) as { type: string; url: string }[];
}

async function untilWindow(endpoint: string): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const targets = await targetsOf(endpoint);
    if (targets.some(({ type, url }) => type === 'page' && url.startsWith('app://'))) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the app opens no window');
}

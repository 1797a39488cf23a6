import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { explain, problem } from '@contract/errors';
import { MANIFEST, NOTES, packageName, program, recorder, UpdateFeed } from '../support/updateFeed';
import type { DeskApp } from './deskApp';
import { test as base, expect, type Place } from './fixtures';
import { answerDialogs, onDisk } from './leaving';

const NEW = packageName('0.2.0');
const BLOCK = 64 * 1024;

/** An update feed on this machine, whose packages arrive slowly enough to be watched. */
class SlowFeed {
  readonly feed: UpdateFeed;
  readonly #server: Server;

  constructor(folder: string) {
    this.feed = new UpdateFeed(folder);
    this.#server = createServer(async ({ url = '' }, response) => {
      const place = this.feed.at(path.basename(url));
      if (!existsSync(place)) return void response.writeHead(404).end();
      const bytes = readFileSync(place);
      response.writeHead(200, { 'content-length': bytes.length });
      for (let at = 0; at < bytes.length && !response.destroyed; at += BLOCK) {
        response.write(bytes.subarray(at, at + BLOCK));
        if (bytes.length > 10 * BLOCK) await sleep(60);
      }
      return void response.end();
    });
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

const test = base.extend<{ slow: SlowFeed }>({
  slow: async ({ place }, use) => {
    const slow = await new SlowFeed(path.join(place.folder('feed'))).start();
    await use(slow);
    slow.stop();
  },
});

/** Returns the program that the desktop's launcher starts: its last argument. */
const programOf = (launcher: string): string =>
  readFileSync(launcher, 'utf8').match(/'([^']+)' "\$@"/)?.[1] ?? '';

/** Installs the app as an AppImage: a script that records its run, with the environment of a running AppImage. */
function installed(place: Place, executable: string, { feed }: SlowFeed) {
  const record = path.join(place.folder('apps'), 'ran.txt');
  const appImage = program(path.join(place.folder('apps'), packageName('0.1.0')), recorder('0.1.0', record));
  place.give(path.dirname(appImage));
  const env = {
    APPIMAGE: appImage,
    // The folder of the program of a running AppImage.
    APPDIR: path.dirname(programOf(executable)),
    FREIGHT_CONSOLE_UPDATE_KEYS: feed.publicKeys,
    FREIGHT_CONSOLE_VERSION: '0.1.0',
  };
  const text = `${recorder('0.2.0', record)}exit 0\n${'#'.repeat(2_000_000)}\n`;
  return { record, appImage, env, text };
}

/** Sets the update source, as support does. */
async function setFeed(app: DeskApp, address: string): Promise<void> {
  const { page, say } = app;
  await app.open('/home/settings');
  await app.screen.getByRole('button', { name: say.t('update.title'), exact: true }).click();
  await app.screen.getByLabel(say.t('update.feed')).fill(address);
  await page.keyboard.press('Enter');
}

test('announces, describes, downloads and starts a version after asking about unsaved entries, and confirms it', async ({
  start,
  demoData,
  desktop,
  place,
  slow,
}, info) => {
  const data = demoData();
  const { record, appImage, env, text } = installed(place, desktop.executable, slow);
  await slow.feed.offer('0.2.0', { [NEW]: text });
  const app = await start({ data, env, size: { width: 1280, height: 800 } });
  const { page, say } = app;
  await app.signIn('admin');
  const dialog = page.getByRole('dialog');

  await test.step('an invalid feed is refused where it is typed', async () => {
    await setFeed(app, 'http://10.1.2.3/updates');
    await expect(app.screen.getByRole('alert')).toContainText(explain('en', problem('UPDATE_FEED_INSECURE')));
  });

  await test.step('the version is found, and its notes are plain text', async () => {
    await setFeed(app, slow.address);
    await page
      .getByRole('button', { name: say.t('update.found', { version: '0.2.0' }), exact: true })
      .click();
    await expect(dialog).toContainText('Lists scroll <b>faster</b>.');
    await expect(dialog.locator('b')).toHaveCount(0);
    await info.attach('found', { body: await page.screenshot(), contentType: 'image/png' });
  });

  await test.step('the version is downloaded with progress, stopped, and downloaded again', async () => {
    const download = dialog.getByRole('button', { name: say.t('common.download'), exact: true });
    await download.click();
    await expect(dialog.getByRole('progressbar')).toBeVisible();
    await dialog.getByRole('button', { name: say.t('update.cancelDownload') }).click();
    await download.click();
    await expect(dialog.locator('.fc-update-count')).toHaveText(/^[1-9]|^0\.[1-9]/);
    await info.attach('fetching', { body: await page.screenshot(), contentType: 'image/png' });
    await expect(dialog).toContainText(say.t('update.verified'));
    expect(existsSync(record)).toBe(false);
    await info.attach('ready', { body: await page.screenshot(), contentType: 'image/png' });
    await dialog.getByRole('button', { name: say.t('update.later') }).click();
  });

  await test.step('unsaved text is asked about, and staying keeps the app running', async () => {
    await app.open('/bill/add_bill');
    await app.screen.getByLabel(say.label('remarks')).fill('Half typed');
    await onDisk(app, 'Half typed');
    const questions = await answerDialogs(app, 1);
    await page.getByRole('button', { name: say.t('update.restart') }).click();
    await dialog.getByRole('button', { name: say.t('update.restart') }).click();
    await expect.poll(questions).toHaveLength(1);
    expect((await questions())[0]).toContain(say.words.desktop.quitUnsavedTitle);
    await expect(dialog.getByRole('button', { name: say.t('update.restart') })).toBeEnabled();
    expect(readFileSync(appImage, 'utf8')).toBe(recorder('0.1.0', record));
  });

  await test.step('the new version is in place and was started when the app ended', async () => {
    await answerDialogs(app, 0);
    const closed = app.app.waitForEvent('close');
    await dialog.getByRole('button', { name: say.t('update.restart') }).click();
    await closed;
    app.running = false;
    await expect.poll(() => existsSync(record) && readFileSync(record, 'utf8')).toBe('0.2.0 \n');
    expect(existsSync(appImage)).toBe(false);
    expect(readFileSync(path.join(path.dirname(appImage), NEW), 'utf8')).toBe(text);
  });

  await test.step('the next start says that it failed, or with the new version that it succeeded', async () => {
    const old = await start({ data, env, size: { width: 1280, height: 800 } });
    await expect(
      old.page.getByText(say.t('update.failed', { version: '0.2.0', running: '0.1.0' })),
    ).toBeVisible();
    await info.attach('not landed', { body: await old.page.screenshot(), contentType: 'image/png' });
    await old.close();
    const next = await start({
      data,
      env: { ...env, FREIGHT_CONSOLE_VERSION: '0.2.0', APPIMAGE: path.join(path.dirname(appImage), NEW) },
      size: { width: 1280, height: 800 },
    });
    await expect(next.tabs).toBeVisible();
    await next.speak('cn');
    await next.theme('dark');
    const notice = next.page.getByRole('status').filter({
      hasText: next.say.t('update.landed', { version: '0.2.0', from: '0.1.0' }),
    });
    await expect(notice).toContainText(NOTES.cn.split('\n')[0] ?? '');
    await info.attach('landed', { body: await next.page.screenshot(), contentType: 'image/png' });
    await notice.getByRole('button', { name: next.say.t('common.close') }).click();
    await expect(notice).toBeHidden();
    await next.open('/home/settings');
    await next.screen.getByRole('button', { name: next.say.t('update.title'), exact: true }).click();
    await next.screen.getByRole('button', { name: next.say.t('update.look'), exact: true }).click();
    await expect(next.screen).toContainText(next.say.t('update.phases.current', { version: '' }));
    await info.attach('settings', { body: await next.page.screenshot(), contentType: 'image/png' });
  });
});

test('refuses a tampered package and an unsigned manifest, and installs nothing', async ({
  signedIn,
  desktop,
  place,
  slow,
}, info) => {
  const { record, appImage, env, text } = installed(place, desktop.executable, slow);
  await slow.feed.offer('0.2.0', { [NEW]: text });
  writeFileSync(slow.feed.at(NEW), text.replace('exit 0', 'exit 1'));
  chmodSync(slow.feed.at(NEW), 0o755);
  const app = await signedIn({ env });
  const { page, say } = app;
  await setFeed(app, slow.address);
  await page.getByRole('button', { name: say.t('update.found', { version: '0.2.0' }), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: say.t('common.download'), exact: true }).click();
  const refused = explain('en', problem('UPDATE_FILE_HASH', { name: NEW }));
  await expect(dialog.getByRole('alert')).toContainText(refused);
  await info.attach('refused', { body: await page.screenshot(), contentType: 'image/png' });
  await dialog.getByRole('button', { name: say.t('common.close') }).click();

  slow.feed.remove(`${MANIFEST}.sig`);
  await app.screen.getByRole('button', { name: say.t('update.look'), exact: true }).click();
  const unsigned = explain('en', problem('UPDATE_UNSIGNED', { name: MANIFEST }));
  await expect(app.screen.getByRole('alert')).toContainText(unsigned);
  await expect(page.getByRole('button', { name: say.t('update.found', { version: '0.2.0' }) })).toHaveCount(
    0,
  );
  expect(readFileSync(appImage, 'utf8')).toBe(recorder('0.1.0', record));
  expect(existsSync(record)).toBe(false);
});

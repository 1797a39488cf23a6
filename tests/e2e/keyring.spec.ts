import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { DeskApp } from './deskApp';
import { expect, itemOf, test } from './fixtures';

/** The keyring of the desktop is stopped, locked and killed here: each test leaves it as the others expect it. */
test.afterEach(async ({ desktop }) => {
  await desktop.keyring.kill();
  await desktop.keyring.open();
});

/** A start, a sign-in and its answer must not take longer, whatever the keyring does: its deadline is 5 seconds. */
const SOON = 20_000;

const notice = (app: DeskApp) => app.page.getByText(app.say.t('app.sessionKeychain'));

/** Names of the app's files that contain the token of a session: the API's data has only its hash. */
async function filesWithToken(app: DeskApp): Promise<string[]> {
  const hashes = new Set(
    await app.app.evaluate(
      (_electron, file) => {
        const sqlite = process.getBuiltinModule('node:sqlite');
        const read = new sqlite.DatabaseSync(file, { readOnly: true });
        const rows = read.prepare('select tokenHash from session').all();
        read.close();
        return rows.map((row) => String(row.tokenHash));
      },
      path.join(app.data, 'data/freight.db'),
    ),
  );
  expect(hashes.size).toBeGreaterThan(0);
  const isToken = (text: string) => hashes.has(createHash('sha256').update(text).digest('hex'));
  const files = readdirSync(app.data, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return files.flatMap((entry) => {
    const text = readFileSync(path.join(entry.parentPath, entry.name), 'latin1').replaceAll('\0', '');
    const words = text.match(/[\w-]{43,400}/g) ?? [];
    const found = words.some((word) =>
      Array.from({ length: word.length - 42 }, (_, at) => word.slice(at, at + 43)).some(isToken),
    );
    return found ? [entry.name] : [];
  });
}

/** Signs in, and checks that the app says what its keyring means for the next start, in both languages. */
async function signsInForNow(app: DeskApp): Promise<void> {
  const startedAt = performance.now();
  await app.signIn('admin');
  await expect(notice(app)).toBeVisible({ timeout: SOON });
  expect(performance.now() - startedAt).toBeLessThan(SOON);
  const other = app.say.language === 'en' ? 'cn' : 'en';
  await app.speak(other);
  await expect(notice(app)).toBeVisible();
  expect(await filesWithToken(app)).toEqual([]);
}

test.describe('without a secret service', () => {
  for (const [what, address] of [
    ['on the bus', 'empty'],
    ['and without a bus', 'unix:path=/nonexistent/bus'],
  ] as const)
    test(`${what}: the sign-in lasts as long as the app, which says so`, async ({
      start,
      demoData,
      desktop,
    }) => {
      const bus = address === 'empty' ? await desktop.startBus() : address;
      const env = { DBUS_SESSION_BUS_ADDRESS: bus };
      const data = demoData();
      const app = await start({ data, env });
      await signsInForNow(app);
      await app.close();
      const again = await start({ data, env });
      await expect(again.page.getByLabel(again.say.label('username'))).toBeVisible();
      await expect(again.page.getByText(again.say.t('access.keychainLocked'))).toHaveCount(0);
    });
});

test('with a locked keyring, lasts as long as the app, and does not end the one that it keeps', async ({
  start,
  demoData,
  desktop,
  secret,
}) => {
  const data = demoData();
  const first = await start({ data });
  await first.signIn('admin');
  await expect.poll(() => secret()).not.toBe('');
  await first.close();
  desktop.keyring.lock();

  const app = await start({ data });
  await expect(app.page.getByText(app.say.t('access.keychainLocked'))).toBeVisible({ timeout: SOON });
  await app.speak('cn');
  await expect(app.page.getByText(app.say.t('access.keychainLocked'))).toBeVisible();
  await app.page.getByRole('button', { name: app.say.t('access.keychainRetry') }).click();
  await expect(app.page.getByText(app.say.t('access.keychainLocked'))).toBeVisible();
  await signsInForNow(app);
  await app.signOut();
  await app.close();
});

test('with a keyring that hangs, signs in all the same', async ({ start, demoData, desktop, secret }) => {
  const data = demoData();
  const first = await start({ data });
  await first.signIn('admin');
  await expect.poll(() => secret()).not.toBe('');
  await first.close();
  process.kill(desktop.keyring.pid ?? Number.NaN, 'SIGSTOP');
  try {
    const startedAt = performance.now();
    const app = await start({ data });
    await expect(app.page.getByText(app.say.t('access.keychainLocked'))).toBeVisible({ timeout: SOON });
    expect(performance.now() - startedAt).toBeLessThan(SOON);
    await signsInForNow(app);
    const closing = performance.now();
    await app.close();
    expect(performance.now() - closing).toBeLessThan(SOON);
  } finally {
    process.kill(desktop.keyring.pid ?? Number.NaN, 'SIGCONT');
  }
});

test('with a keyring that ends while the app runs, signs out and in, and finds it when it is back', async ({
  start,
  demoData,
  desktop,
  secret,
}) => {
  const app = await start({ data: demoData() });
  await app.signIn('admin');
  await expect.poll(() => secret()).not.toBe('');
  await expect(notice(app)).toHaveCount(0);
  await desktop.keyring.kill();
  await app.open('/bill/bill_manage');
  await app.signOut();
  await signsInForNow(app);
  await app.signOut();
  await desktop.keyring.open();
  await app.signIn('admin');
  await expect(notice(app)).toHaveCount(0);
  await expect.poll(() => desktop.run('secret-tool', ['lookup', ...itemOf('embedded')]).stdout).not.toBe('');
});

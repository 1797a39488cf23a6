import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { DeskApp } from './deskApp';
import { expect, itemOf, test } from './fixtures';

const NAME = 'Changed after the backup';
const customers = (app: DeskApp) => app.texts('select nameEn from customer where id = 1');

/** Opens the group of backups in the settings. */
async function openBackups(app: DeskApp): Promise<void> {
  await app.open('/home/settings');
  await app.screen.getByRole('button', { name: app.say.t('backups.title'), exact: true }).click();
  await expect(app.screen.getByRole('button', { name: app.say.t('backups.now') })).toBeVisible();
}

test('restores the old state and signs everyone out when a backup is chosen in the settings', async ({
  start,
  demoData,
}) => {
  const data = demoData();
  const app = await start({ data, allowed: /./ });
  const { page, say } = app;
  await app.signIn('admin');
  await openBackups(app);
  await expect(app.screen.getByText(say.t('backups.none'))).toBeVisible();
  await app.screen.getByRole('button', { name: say.t('backups.now') }).click();
  const restore = app.screen.getByRole('button', { name: /^Restore the backup from \d\d/ });
  await expect(restore).toHaveCount(1, { timeout: 60_000 });
  expect(readdirSync(path.join(data, 'backups'))).toEqual([
    expect.stringMatching(/^freight-console-\d{8}T\d{6}Z-manual\.zip$/),
  ]);
  await page.screenshot({ path: 'tests/.output/e2e/backup-settings.png' });

  const before = await customers(app);
  await app.sql(`update customer set nameEn = '${NAME}' where id = 1`);
  expect(await customers(app)).toEqual([NAME]);
  await restore.click();
  const question = page.getByRole('alertdialog').or(page.locator('.bp6-alert'));
  await expect(question.first()).toContainText('everyone is signed out');
  await expect(question.first()).not.toContainText(say.t('backups.askForeign'));
  await question
    .first()
    .getByRole('button', { name: say.t('backups.restore'), exact: true })
    .click();
  await expect(page.getByLabel(say.label('username'))).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('img', { name: say.t('access.captchaAlt') })).toBeVisible();
  expect(await customers(app)).toEqual(before);
  await app.signIn('admin');
  await openBackups(app);
  // The state that was replaced was backed up first.
  await expect(app.screen.getByText(say.t('backups.reasons.restore'))).toBeVisible();

  await test.step('other users can neither make nor restore backups', async () => {
    await app.signOut();
    await app.signIn('warehouse');
    expect(await app.call('backups.make', { id: 'x' })).toMatchObject({
      error: { code: 'BACKUP_NOT_YOURS' },
    });
    expect(await app.call('backups.list')).toMatchObject({ error: { code: 'BACKUP_NOT_YOURS' } });
  });
});

test('reports a damaged database at the start, restores a backup and keeps the original', async ({
  start,
  demoData,
}) => {
  const data = demoData();
  const first = await start({ data });
  await first.signIn('admin');
  expect(await first.call('backups.make', { id: 'x' })).toMatchObject({ ok: true });
  await first.signOut();
  await first.close();
  const file = path.join(data, 'data/freight.db');
  const damaged = readFileSync(file).fill(0x5a, 0, 4000);
  writeFileSync(file, damaged);

  // The data is found to be damaged while the page's first response, which does not report it yet, is on its way.
  const app = await start({ data, allowed: /./, env: { HOLD_BOOT: '3000' } });
  const { page, say } = app;
  await expect(page.getByRole('alert').or(page.locator('.bp6-callout')).first()).toContainText('is damaged');
  await expect(page.getByRole('heading', { name: say.t('backups.offered') })).toBeVisible();
  await page.screenshot({ path: 'tests/.output/e2e/backup-failure.png' });
  await page.getByRole('button', { name: /^Restore the backup from \d\d/ }).click();
  await page
    .locator('.bp6-alert')
    .getByRole('button', { name: say.t('backups.restore'), exact: true })
    .click();
  await app.signIn('admin');
  expect(await app.countBills('1 = 1')).toBeGreaterThan(100);
  const aside = readdirSync(path.join(data, 'data')).find((name) => name.startsWith('damaged-')) ?? '';
  expect(readFileSync(path.join(data, 'data', aside, 'freight.db')).equals(damaged)).toBe(true);
});

test('sets up a new computer from the backup of the old one, which is verified before anything is written', async ({
  start,
  demoData,
  desktop,
  place,
}) => {
  const old = demoData();
  const first = await start({ data: old });
  await first.signIn('admin');
  await first.sql(`update customer set nameEn = '${NAME}' where id = 1`);
  expect(await first.call('backups.make', { id: 'x' })).toMatchObject({ ok: true });
  const bills = await first.countBills('1 = 1');
  await first.close();
  const [name = ''] = readdirSync(path.join(old, 'backups'));
  const file = path.join(old, 'backups', name);
  const damaged = path.join(place.folder('damaged'), 'damaged.zip');
  const bytes = readFileSync(file);
  bytes[20_000] = (bytes[20_000] ?? 0) ^ 1;
  writeFileSync(damaged, bytes);
  place.give(path.dirname(damaged));

  // The keychain of the new machine does not have the old one's key.
  desktop.run('secret-tool', ['clear', ...itemOf('data:key')]);
  const app = await start({ size: { width: 1280, height: 800 } });
  const { page, say } = app;
  await page.screenshot({ path: 'tests/.output/e2e/first-run.png' });

  await test.step('the question is walked by keyboard, and back', async () => {
    await page.getByRole('button', { name: say.t('backups.firstStart'), exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: say.t('backups.firstChoose') })).toBeFocused();
    await page.screenshot({ path: 'tests/.output/e2e/first-restore.png' });
    await page.getByRole('button', { name: say.t('common.back'), exact: true }).click();
    await expect(page.getByRole('button', { name: say.t('access.demoStart') })).toBeVisible();
    await page.getByRole('button', { name: say.t('backups.firstStart'), exact: true }).click();
  });

  await test.step('no selected file, or an incomplete backup, leaves the question as before', async () => {
    const choose = page.getByRole('button', { name: say.t('backups.firstChoose') });
    await app.willChoose(null);
    await choose.click();
    await app.willChoose(damaged);
    await choose.click();
    await expect(page.locator('.bp6-toast').filter({ hasText: 'damaged.zip' })).toBeVisible();
    await expect(page.getByRole('alertdialog').or(page.locator('.bp6-alert'))).toHaveCount(0);
    await expect(choose).toBeEnabled();
    expect(existsSync(path.join(app.data, 'data/freight.db'))).toBe(false);
  });

  await test.step('the restored data is there, and its users sign in', async () => {
    await app.willChoose(file);
    await page.getByRole('button', { name: say.t('backups.firstChoose') }).click();
    const question = page.locator('.bp6-alert');
    await expect(question).toContainText(bills.toLocaleString('en'));
    await expect(question).toContainText('stays on hold');
    await expect(question).toContainText(say.t('backups.askForeign'));
    await page.screenshot({ path: 'tests/.output/e2e/first-restore-ask.png' });
    await question.getByRole('button', { name: say.t('backups.restore'), exact: true }).click();
    await expect(page.getByRole('img', { name: say.t('access.captchaAlt') })).toBeVisible({
      timeout: 90_000,
    });
    await app.signIn('admin');
    expect(await customers(app)).toEqual([NAME]);
    expect(await app.countBills('1 = 1')).toBe(bills);
    expect(await app.texts("select name from fact where name = 'restored'")).toEqual([]);
  });
});

test('collects and saves diagnostics when the data does not start', async ({ start, demoData, place }) => {
  const data = demoData();
  const file = path.join(data, 'data/freight.db');
  writeFileSync(file, readFileSync(file).fill(0x5a, 0, 4000));
  const app = await start({ data, allowed: /./ });
  const { page, say } = app;
  await expect(page.getByRole('heading', { name: say.t('backups.offeredNone') })).toBeVisible();
  const saved = path.join(place.folder('support'), 'diagnostics.zip');
  await app.willSaveTo(saved);
  await page.getByRole('button', { name: say.t('settings.diagnostics'), exact: true }).click();
  const dialog = page.getByRole('dialog', { name: say.t('settings.title') });
  await dialog.getByRole('button', { name: say.t('settings.diagnosticsCollect') }).click();
  await expect(dialog.getByText('health.json')).toBeVisible();
  await dialog.getByRole('button', { name: say.t('settings.diagnosticsSave') }).click();
  await expect.poll(() => existsSync(saved)).toBe(true);
  expect(readFileSync(saved).subarray(0, 2).toString()).toBe('PK');
  // Clears the focus, as the disabled button does while it waits for the file.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  // Retry is where it was.
  await expect(page.getByRole('button', { name: say.t('common.retry') })).toBeVisible();
});

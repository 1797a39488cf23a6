import { readFileSync } from 'node:fs';
import path from 'node:path';
import { words } from '@contract/words';
import { expect, test } from './fixtures';

test('restores the session, the screens, the draft, the filter and the window after a restart', async ({
  start,
  demoData,
}) => {
  const data = demoData();
  const first = await start({ data, language: 'cn', size: null });
  await first.signIn('admin');
  await first.theme('dark');
  await first.open('/bill/bill_manage');
  await first.screen.getByRole('tab', { name: first.say.state('bill', 'inbound') }).click();
  await first.settled();
  // The drafts of all stages, shown before, are gone.
  const draft = first.say.state('bill', 'draft');
  await expect(first.screen.getByRole('gridcell').filter({ hasText: draft })).toHaveCount(0);
  const shown = await first.screen.getByRole('gridcell').first().textContent();
  await first.open('/config/airport');
  await first.open('/bill/add_bill');
  await first.screen.getByLabel(first.say.label('remarks')).fill('待客户补单');
  await first.resize({ width: 1180, height: 760 });
  // Closed at once: the last typed text must already be on its way to the disk.
  await first.close();

  const second = await start({ data, size: null });
  expect(second.say.language).toBe('cn');
  await expect(second.tabs.getByRole('tab')).toHaveCount(4);
  await expect(second.page.locator('body')).toHaveClass(/bp6-dark/);
  await expect(second.screen.getByLabel(second.say.label('remarks'))).toHaveValue('待客户补单');
  await expect(second.screen.getByText(/草稿/)).toBeVisible();
  const bounds = await second.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.getSize(),
  );
  expect(bounds).toEqual([1180, 760]);
  await second.tabs.getByRole('tab', { name: second.say.words.menu['bill.manage'] }).click();
  await second.settled();
  await expect(second.screen.getByRole('tab', { name: second.say.state('bill', 'inbound') })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await expect(second.screen.getByRole('gridcell').first()).toHaveText(shown ?? '');
});

test('restores typed text after a power cut', async ({ start, demoData }) => {
  const data = demoData();
  const first = await start({ data });
  await first.signIn('admin');
  await first.open('/bill/add_bill');
  await first.screen.getByLabel(first.say.label('remarks')).fill('Half a remark');
  await expect.poll(async () => JSON.stringify(await first.call('drafts.list'))).toContain('Half a remark');
  await first.kill();

  const second = await start({ data });
  await second.open('/bill/add_bill');
  await expect(second.screen.getByLabel(second.say.label('remarks'))).toHaveValue('Half a remark');
  await second.screen.getByRole('button', { name: second.say.t('common.draftDiscard') }).click();
  await expect(second.screen.getByLabel(second.say.label('remarks'))).toHaveValue('');
});

test('clears the keychain on sign-out, and shows the next person nothing of the last', async ({
  start,
  demoData,
  secret,
}) => {
  const app = await start({ data: demoData() });
  await app.signIn('admin');
  expect(secret()).not.toBe('');
  await app.open('/config/operate/logs');
  await app.signOut();
  await expect.poll(() => secret()).toBe('');

  await app.signIn('voucher');
  await expect(app.tabs.getByRole('tab')).toHaveCount(1);
  await app.follow('/config/operate/logs');
  await expect(app.screen.getByRole('grid')).toHaveCount(0);
  await expect(app.page.getByText(app.say.t('app.noPermissionTitle'))).toBeVisible();
});

test('signs in again and returns to the last screen when the session ended elsewhere and the keychain is cleared', async ({
  start,
  demoData,
  secret,
}) => {
  const app = await start({ data: demoData(), allowed: /401/ });
  await app.signIn('admin');
  await app.open('/bill/bill_manage');
  await app.open('/bill/add_bill');
  await app.screen.getByLabel(app.say.label('remarks')).fill('Typed last');
  await app.sql('DELETE FROM session');
  // The next call ends the session: of the search, or of the desk itself.
  await app.page.keyboard.press('Control+p');
  await app.page.keyboard.type('61200016');
  await expect(app.page.getByText(app.say.t('app.sessionEnded'))).toBeVisible();
  await expect.poll(secret).toBe('');
  await app.signIn('admin');
  await expect(app.tabs.getByRole('tab')).toHaveCount(3);
  await expect(app.screen.getByLabel(app.say.label('remarks'))).toHaveValue('Typed last');
});

test('requests one captcha from its server at a start', async ({ start, demoData }) => {
  const data = demoData();
  const first = await start({ data });
  await expect(first.page.locator('.fc-captcha-picture img')).toBeVisible();
  await first.call('settings.change', { logLevel: 'debug' });
  await first.close();
  // The first start logged no calls.
  const second = await start({ data });
  await expect(second.page.locator('.fc-captcha-picture img')).toBeVisible();
  await second.close();
  const log = readFileSync(path.join(data, 'logs/main.log'), 'utf8');
  expect(log.split('\n').filter((line) => line.includes('session.captcha'))).toHaveLength(1);
});

test('shows sign-in errors beside their fields and keeps the other entries', async ({ start, demoData }) => {
  const app = await start({ data: demoData(), allowed: /401|422|400/ });
  const { page, say } = app;
  await page.getByRole('button', { name: say.t('access.signIn') }).click();
  await expect(
    page.getByText(words.en.messages.REQUIRED.replace('{field}', say.label('password'))),
  ).toBeVisible();
  // The focus is on the first wrong field.
  await expect(page.getByLabel(say.label('username'))).toBeFocused();

  await app.fillSignIn('admin', 'not the password');
  await page.keyboard.press('Enter');
  await expect(page.getByText(words.en.messages.LOGIN_FAILED)).toBeVisible();
  await expect(page.getByLabel(say.label('password'), { exact: true })).toBeFocused();
  await expect(page.getByLabel(say.label('username'))).toHaveValue('admin');

  await app.fillSignIn('admin', undefined, 'nope');
  await page.keyboard.press('Enter');
  await expect(page.getByText(words.en.messages.CAPTCHA_WRONG)).toBeVisible();
  await expect(page.getByLabel(say.label('captcha'), { exact: true })).toHaveValue('');
  await expect(page.getByLabel(say.label('captcha'), { exact: true })).toBeFocused();
  const password = page.getByLabel(say.label('password'), { exact: true });
  await expect(password).not.toHaveValue('');

  // By keys alone, as every morning: from field to field, without other keys between them.
  await app.fillSignIn('admin', '', '');
  await page.getByLabel(say.label('username')).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.type('Admin#2026');
  await page.keyboard.press('Alt+F8');
  await expect(password).toHaveAttribute('type', 'text');
  await page.keyboard.press('Alt+F8');
  await expect(password).toHaveAttribute('type', 'password');
  await page.keyboard.press('Tab');
  await page.keyboard.type('0000');
  await page.keyboard.press('Enter');
  await app.tabs.waitFor();
});

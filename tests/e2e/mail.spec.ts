import { readFileSync } from 'node:fs';
import path from 'node:path';
import { MailServer } from '../support/mailServer';
import type { DeskApp } from './deskApp';
import { expect, test } from './fixtures';

const PASSWORD = 'Kaffee-42-Fracht';

/** Adds a mail to the outbox, as the product writes one, and removes all others. */
const write = (app: DeskApp, subject: string) =>
  app.sql(`delete from mail; insert into mail (createdAt, messageId, toEmails, subject, text, objectType, objectNo, state, nextAt)
    values ('2026-11-03T08:00:00Z', '${subject}', '["ops@example.com"]', '${subject}', 'Please look', 'bill',
      '160-12345675 B1', 'pending', '2026-11-03T08:00:00Z')`);

async function openServer(app: DeskApp) {
  const { page, say } = app;
  const panel = page.getByRole('dialog', { name: say.t('mail.serverTitle') });
  const field = (name: string) => panel.getByLabel(say.label(name, 'mailSettings'), { exact: true });
  return { panel, field, save: () => panel.getByRole('button', { name: say.t('common.save') }).click() };
}

test('sets and tests the mail server, and sends the waiting mails', async ({ signedIn, secret }) => {
  const server = await new MailServer({ name: 'desk', password: PASSWORD }).start();
  const app = await signedIn({ env: { FREIGHT_CONSOLE_MAIL_SOON: '1' } });
  const { page, say } = app;
  await write(app, 'Pallets are ready');
  await app.open('/config/mail');
  await expect(app.cell('Pallets are ready')).toBeVisible();
  await expect(app.cell(say.state('mail', 'pending')).first()).toBeVisible();

  await app.screen.getByRole('button', { name: say.t('mail.serverSetUp') }).click();
  const { panel, field, save } = await openServer(app);
  await field('host').fill('no host');
  await save();
  await expect(panel.getByRole('alert')).toHaveText([
    say.words.messages.MAIL_HOST.replace('{field}', say.label('host', 'mailSettings')),
  ]);
  await field('host').fill('127.0.0.1');
  await field('security').selectOption('none');
  await field('port').fill(String(server.port));
  await field('fromAddress').fill('desk@example.com');
  await field('username').fill('desk');
  await field('password').fill('Wrong-password');
  await save();
  await expect(panel).toBeHidden();

  const dialog = page.getByRole('dialog', { name: say.t('mail.test') });
  const tryIt = async () => {
    await app.screen.getByRole('button', { name: say.t('mail.test') }).click();
    await dialog.getByLabel(say.t('mail.testTo')).fill('me@example.com');
    await dialog.getByRole('button', { name: say.t('common.send') }).click();
  };
  await tryIt();
  await expect(dialog.getByRole('alert').last()).toContainText(say.choice('mailError', 'sign_in'));
  await page.keyboard.press('Escape');

  await app.screen.getByRole('button', { name: say.t('common.change') }).click();
  await expect(panel.getByText(say.t('mail.passwordKept'))).toBeVisible();
  await expect(field('password')).toHaveValue('');
  await field('password').fill(PASSWORD);
  await save();
  await expect(panel).toBeHidden();
  await tryIt();
  await expect(dialog.getByRole('status').last()).toContainText('taken');
  await page.keyboard.press('Escape');

  await expect.poll(() => app.count('mail', "state in ('pending', 'sending')")).toBe(0);
  expect(server.received.filter((mail) => mail.includes('Subject: Pallets are ready'))).toHaveLength(1);
  await expect(app.cell(say.state('mail', 'pending'))).toHaveCount(0, { timeout: 10_000 });
  // The key is in the keychain; the password is nowhere in the data.
  expect(secret('data:key')).toMatch(/^[\w-]{43}$/);
  const kept = readFileSync(path.join(app.data, 'data/freight.db')).toString('latin1');
  expect(kept.includes(PASSWORD)).toBe(false);
  await server.stop();
});

test('holds mail without a server, and saves it as a file to be sent by hand', async ({ signedIn }) => {
  const app = await signedIn({ language: 'cn' });
  const { page, say } = app;
  await write(app, 'By hand');
  await app.open('/config/mail');
  await expect(app.screen.getByText(say.t('mail.serverNone'))).toBeVisible();
  await app.cell('By hand').click();
  await page.keyboard.press('Enter');
  const one = page.getByRole('dialog', { name: say.words.choices.logObject.mail });
  await expect(one.getByText('Please look')).toBeVisible();
  await expect(one.getByText(say.state('mail', 'pending'))).toBeVisible();
  const place = path.join(app.data, 'by-hand.eml');
  await app.willSaveTo(place);
  await one.getByRole('button', { name: say.t('mail.saveEml') }).click();
  await expect(page.getByText(say.t('common.exported', { name: 'by-hand.eml' }))).toBeVisible();
  const text = readFileSync(place, 'utf8');
  expect(text).toContain('Subject: By hand');
  expect(text).toContain('To: ops@example.com');
  expect(text).toMatch(/\r\n\r\nPlease look/);
});

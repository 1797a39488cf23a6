import { statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import path from 'node:path';
import { MAIL } from '@contract/limits';
import type { MailSettings } from '@contract/mail/mail';
import { words } from '@contract/words';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestDownload } from '../support/apiCall';
import { makeBill } from '../support/apiRecords';
import { MailServer } from '../support/mailServer';
import { testApi } from '../support/server';
import { document } from './cases/files';
import { settingsDraft, waitingMail } from './cases/mail';

const PASSWORD = 'Kaffee-42-Fracht';
const MINUTE = 60_000;
const api = testApi({ mail: { every: 10, deadline: 1500 } });
let server: MailServer;

beforeAll(() => api.db.exec('delete from mail'));
beforeEach(async () => {
  server = await new MailServer().start();
});
afterEach(async () => {
  api.ahead = 0;
  await api.call.mail.saveSettings({ body: await settingsDraft(api, { host: null, fromAddress: null }) });
  api.db.exec('delete from mail');
  await server.stop();
});

async function save(
  changes: Partial<MailSettings> & { password?: string | null } = {},
): Promise<MailSettings> {
  const to = { host: '127.0.0.1', port: server.port, security: 'none', username: null };
  const body = await settingsDraft(api, { ...to, fromAddress: 'desk@example.com', ...changes });
  return api.call.mail.saveSettings({ body: body as never });
}
/** Adds a due mail, written a moment ago. */
const due = (changes: Readonly<Record<string, string | number>> = {}) =>
  waitingMail(api, { nextAt: '2026-01-01T00:00:00Z', ...changes });
const mail = (id: number) => api.call.mail.get({ params: { id } });
/** Waits until the mail has reached the expected state. */
const settled = (id: number, expected: object) => expect.poll(() => mail(id)).toMatchObject(expected);
const testMail = async (email = 'ops@example.com') => (await api.call.mail.test({ body: { email } })).id;

describe('a mail', () => {
  test('is sent once, unchanged, to all its addresses', async () => {
    const id = due({
      toEmails: '["ops@example.com","boss@example.org"]',
      ccEmails: '["copy@example.net"]',
      subject: 'Bill 160-12345675 – 清关',
      text: 'First line\nzweite Zeile ü\n第三行',
    });
    await save();
    await settled(id, {
      state: 'sent',
      attempts: 1,
      nextAt: null,
      error: null,
      answer: expect.stringContaining('taken'),
    });
    const [received = ''] = server.received;
    expect(server.received).toHaveLength(1);
    expect(received).toContain('From: Freight Console <desk@example.com>');
    expect(received).toContain('To: ops@example.com, boss@example.org');
    expect(received).toContain('Cc: copy@example.net');
    expect(received).toMatch(/Message-ID: <[\w-]{36}@example\.com>/);
    expect(received).toContain('Auto-Submitted: auto-generated');
    const body = received.split('\r\n\r\n').slice(1).join('\r\n\r\n');
    const text = /base64/.test(received) ? Buffer.from(body, 'base64').toString('utf8') : unquoted(body);
    expect(text.trim()).toBe(
      'First line\r\nzweite Zeile ü\r\n第三行'.replaceAll('\r\n', text.includes('\r\n') ? '\r\n' : '\n'),
    );
  });

  test('includes its attachments, and is not sent without one of them', async () => {
    const { id: billId } = await makeBill(api);
    const { id: attachment } = await api.call.attachment.upload({
      params: { id: billId },
      file: document('Lieferschein 货.pdf'),
    });
    const { fileId } = api.row('select fileId from attachment where id = ?', attachment) as {
      fileId: string;
    };
    const whole = due({ fileIds: JSON.stringify([fileId]), fileCount: 1 });
    const broken = due({ fileIds: JSON.stringify([fileId, 'gone']), fileCount: 2 });
    await save();
    await settled(whole, { state: 'sent', files: ['Lieferschein 货.pdf'] });
    await settled(broken, { state: 'pending', attempts: 1, error: 'attachment' });
    expect(server.received).toHaveLength(1);
    expect(server.received[0]).toContain('Content-Type: application/pdf');
  });

  test('waits while no server is configured', async () => {
    const id = due();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await mail(id)).toMatchObject({ state: 'pending', attempts: 0, error: null });
    await save();
    await settled(id, { state: 'sent' });
  });

  test('is saved as a file that mail programs open, even without a server', async () => {
    const id = due({ subject: 'Line\nbreak', text: 'By hand' });
    const { email } = api.row('select email from staff where id = ?', api.admin.staffId);
    const file: TestDownload = await api.call.mail.eml({ params: { id } });
    expect(file.name).toBe(`mail-${id}.eml`);
    const text = file.bytes.toString('utf8');
    expect(text).toContain(`From: Freight Console <${email}>`);
    expect(text).toContain('To: ops@example.com');
    expect(text).toContain('X-Unsent: 1');
    expect(text).toContain('Subject: Line break');
    expect(text).toMatch(/\r\n\r\nBy hand/);
  });

  test('is sent to the accepted addresses when some are refused, and reports those', async () => {
    const id = due({ toEmails: '["ops@example.com","nobody@example.com"]' });
    await save();
    await settled(id, { state: 'sent', error: 'recipient', answer: 'nobody@example.com' });
  });
});

/** Decodes quoted-printable text. */
const unquoted = (text: string) =>
  Buffer.from(
    text
      .replaceAll('=\r\n', '')
      .replaceAll(/=([\dA-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

describe('a mail server', () => {
  test.each([
    ['refuses', 'refused', 'mailbox full'],
    ['refuses the address', 'recipient', 'no such mailbox'],
    ['hangs', 'timeout', ''],
    ['hangs up', 'unreachable', ''],
  ] as const)(
    'that %s is tried again, and receives the mail once it has recovered',
    async (behaves, error, answer) => {
      server.behaves = behaves;
      const id = due();
      await save();
      await settled(id, { state: 'pending', attempts: 1, error, answer: expect.stringContaining(answer) });
      const { nextAt } = await mail(id);
      const waits = Date.parse(String(nextAt)) - Date.now();
      expect(waits).toBeGreaterThan(0.8 * MINUTE);
      expect(waits).toBeLessThanOrEqual(MINUTE);
      expect(server.received).toEqual([]);
      server.behaves = 'accepts';
      api.ahead = 2 * MINUTE;
      await settled(id, { state: 'sent', attempts: 2, error: null });
      expect(server.received).toHaveLength(1);
    },
  );

  test('is tried three more times after 1, 5 and 15 minutes when it is down, then by hand', async () => {
    const id = due();
    await save({ port: await freePort() });
    await settled(id, { state: 'pending', attempts: 1, error: 'unreachable' });
    for (const [index, minutes] of [1, 5, 15].entries()) {
      api.ahead += (minutes + 0.1) * MINUTE;
      await settled(id, { attempts: index + 2 });
    }
    await settled(id, { state: 'failed', attempts: MAIL.attempts, nextAt: null });
    await save();
    expect(await api.call.mail.resend({ body: { ids: [id, 999_999_999] } })).toMatchObject({
      ok: 1,
      failed: [{ key: 999_999_999, code: 'NOT_FOUND' }],
    });
    await settled(id, { state: 'sent', attempts: 1 });
  });

  test.each([
    ...['169.254.169.254', '0.0.0.0', '::', '::ffff:169.254.169.254', '64:ff9b::a9fe:a9fe', 'fe80::1'],
    ...['224.0.0.1', '255.255.255.255', 'ff02::1', '2002:a9fe:a9fe::1'],
  ])('is not contacted at an impossible address: %s', async (host) => {
    await save({ host });
    const id = await testMail();
    await settled(id, { state: 'failed', error: 'address', answer: null });
  });

  test('is reached by another form of its address', async () => {
    for (const host of ['::ffff:127.0.0.1', 'localhost']) {
      await save({ host });
      await settled(await testMail(), { state: 'sent' });
    }
  });

  test('is not quoted when another service responds at its address', async () => {
    const other = createServer((socket) => {
      socket.on('error', () => undefined).write('SSH-2.0-OpenSSH_9.9 secret\r\n');
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    await save({ port: (other.address() as AddressInfo).port });
    await settled(await testMail(), { state: 'failed', answer: null });
    other.close();
  });

  test('receives nothing when its certificate is not trusted', async () => {
    const id = due();
    await save({ security: 'starttls' });
    await settled(id, { attempts: 1, error: 'tls' });
    expect(server.received).toEqual([]);
  });

  test('receives nothing when TLS is required and it offers none', async () => {
    const id = due();
    await save({ security: 'tls' });
    await settled(id, { attempts: 1, error: 'tls' });
    expect(server.received).toEqual([]);
  });
});

test('leaves a mail that is being sent alone, and sends it after a restart', async () => {
  server.behaves = 'hangs';
  const id = due();
  await save();
  await expect.poll(() => api.row('select state from mail where id = ?', id).state).toBe('sending');
  expect(await api.call.mail.resend({ body: { ids: [id] } })).toMatchObject({
    ok: 0,
    failed: [{ key: id, code: 'MAIL_SENDING' }],
  });
  await api.close();
  server.behaves = 'accepts';
  await api.open();
  await settled(id, { state: 'sent', attempts: 1 });
  expect(server.received).toHaveLength(1);
});

describe('the test mail', () => {
  test('is sent at once', async () => {
    await save();
    const id = await testMail('try@example.com');
    await settled(id, {
      state: 'sent',
      subject: words.en.messages.MAIL_TEST_SUBJECT,
      toEmails: ['try@example.com'],
    });
    expect(server.received[0]).toContain('To: try@example.com');
  });

  test('reports why it failed, after one attempt', async () => {
    server.behaves = 'refuses';
    await save();
    const id = await testMail();
    await settled(id, {
      state: 'failed',
      attempts: 1,
      error: 'refused',
      answer: expect.stringContaining('mailbox full'),
    });
  });
});

describe('the mail password', () => {
  const user = { name: 'desk', password: PASSWORD };
  beforeEach(async () => {
    await server.stop();
    server = await new MailServer(user).start();
  });

  test('signs in, and appears in no response, table, log or data file', async () => {
    const saved = await save({ username: 'desk', password: PASSWORD });
    expect(saved).toMatchObject({ username: 'desk', hasPassword: true });
    const id = due();
    await settled(id, { state: 'sent' });
    expect(server.signedIn).toEqual(['desk']);
    const answers = JSON.stringify([saved, await api.call.mail.settings(), await mail(id)]);
    for (const form of [PASSWORD, Buffer.from(PASSWORD).toString('base64')]) {
      expect(answers).not.toContain(form);
      expect(api.dataHolds(form)).toBe(false);
    }
    const logged = api.row(
      "select before, after from operateLog where objectType = 'mailSettings' order by id desc",
    );
    expect(JSON.parse(String(logged.after))).toMatchObject({ username: 'desk', signIn: 'set' });
    const file = path.join(api.folder, 'secrets.key');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('is reported as wrong without being repeated', async () => {
    await save({ username: 'desk', password: 'Wrong-password-1' });
    const id = await testMail();
    await settled(id, { state: 'failed', error: 'sign_in' });
    // This careless server repeats the password it received.
    const { answer } = await mail(id);
    expect(answer).toContain('no desk with •••');
    expect(api.dataHolds('Wrong-password-1')).toBe(false);
  });

  test('stays when it is left out, and is deleted when it is removed', async () => {
    await save({ username: 'desk', password: PASSWORD });
    expect(await save({ username: 'desk', fromAddress: 'other@example.com' })).toMatchObject({
      hasPassword: true,
    });
    expect(await save({ username: 'desk', password: null })).toMatchObject({ hasPassword: false });
    expect(api.rows('select * from secret')).toEqual([]);
  });

  test('is not sent to another server or user than it was entered for', async () => {
    await save({ username: 'desk', password: PASSWORD });
    for (const change of [
      { host: 'localhost' },
      { port: 9 },
      { username: 'other' },
      { security: 'tls' as const },
    ]) {
      const body = await settingsDraft(api, change);
      const refused = await api.refused('mail.saveSettings', { body });
      expect(refused).toMatchObject({ status: 400, code: 'MAIL_PASSWORD_AGAIN' });
      expect(Object.keys(refused.fields)).toEqual(['password']);
    }
    expect(await save({ username: null })).toMatchObject({ hasPassword: false });
  });

  test('must be entered again when no key opens it, and mail waits for it', async () => {
    await save({ username: 'desk', password: PASSWORD });
    api.db.exec("update secret set sealed = substr(sealed, 1, 50) || 'AAAA'");
    const id = due();
    await settled(id, { state: 'pending', attempts: 0, error: 'password_lost' });
    await save({ username: 'desk', password: PASSWORD });
    await settled(id, { state: 'sent' });
  });
});

describe('mail settings', () => {
  test.each([
    [{ host: 'smtp example' }, 'host', 'MAIL_HOST'],
    [{ host: 'https://smtp.example.com' }, 'host', 'MAIL_HOST'],
    [{ fromAddress: null }, 'fromAddress', 'REQUIRED'],
    [{ username: null, password: 'x' }, 'username', 'MAIL_USER_MISSING'],
    [{ port: 70_000 }, 'port', 'NUMBER_MAX'],
  ])('are refused: %o', async (changes, field, code) => {
    const right = { host: 'smtp.example.com', fromAddress: 'desk@example.com' };
    const body = await settingsDraft(api, { ...right, ...changes });
    const refused = await api.refused('mail.saveSettings', { body });
    expect(refused).toMatchObject({ status: 400, code });
    expect(Object.keys(refused.fields)).toEqual([field]);
  });

  test('require a super administrator: no demo group may change them', async () => {
    for (const { name } of api.rows(
      "select name from adminGroup where superAdmin = 0 and name not like 'test.%'",
    )) {
      const as = api.actor({ group: String(name) });
      for (const call of ['mail.settings', 'mail.list'] as const)
        expect(await api.refused(call, {}, { as })).toMatchObject({ status: 403 });
    }
  });
});

/** Returns a port on which nothing listens. */
async function freePort(): Promise<number> {
  const listener = createServer();
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as AddressInfo;
  await new Promise((resolve) => listener.close(resolve));
  return port;
}

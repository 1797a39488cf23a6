import path from 'node:path';
import { instantOf } from '@contract/rules/zonedTime';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { backUp } from '../../main/server/store/backup';
import { restore } from '../../main/server/store/restore';
import { runPostgres } from '../support/apiDemoData';
import { folders } from '../support/apiFolder';
import { billDraftOf, copyRow, drafts, newCode } from '../support/apiRecords';
import { MailServer } from '../support/mailServer';
import { PushServer } from '../support/pushServer';
import { TestApi } from '../support/server';
import { settingsDraft, waitingMail } from './cases/mail';
import { alertRule } from './cases/monitor';
import { scheduleDraft } from './cases/schedules';

/** Background senders check for work every few seconds, and longer on a busy machine. */
const PATIENT = { timeout: 60_000 };

const HOUR = 3_600_000;
const every = 20;
const folder = folders();
let api: TestApi;
let server: MailServer;
let partner: PushServer;

beforeEach(async () => {
  const often = { every };
  api = await new TestApi({
    ...{ mail: often, notes: often, schedules: often, monitor: often },
    ...{ push: { ...often, loopback: true, deadline: 10_000 }, netchb: { ...often, loopback: true } },
  }).start();
  server = await new MailServer().start();
  partner = await new PushServer().start();
  // No message of the demo data is on its way.
  api.db.exec(`update mail set state = 'failed', nextAt = null where state <> 'sent';
    update apiPush set status = 'failed', nextAt = null where status = 'pending';
    update filing set state = 'failed', nextAt = null; delete from cmrMail where mailId is null;
    update monitorConfig set active = 0; update reportSchedule set active = 0`);
});
afterEach(async () => {
  // Leaves out the report that every restore makes.
  expect(api.takeReports().filter((one) => !one.startsWith('the data was restored'))).toEqual([]);
  await api.stop();
  await server.stop();
  await partner.stop();
});

/** Returns one column of one row. */
const at = (table: string, column: string, id: number) =>
  api.row(`select "${column}" as it from "${table}" where id = ?`, id).it;

/** Makes one item of each kind, tried once and refused, or due in an hour. */
async function onTheirWay() {
  server.behaves = 'refuses';
  partner.behave = (response) => response.writeHead(503).end();
  await api.call.mail.saveSettings({
    body: await settingsDraft(api, {
      ...{ host: '127.0.0.1', port: server.port, security: 'none', username: null },
      fromAddress: 'desk@example.com',
    }),
  });
  const mail = waitingMail(api, { nextAt: instantOf(Date.now()) });

  const customer = { ...drafts.customer(), callbackUrl: partner.url, pushEvents: ['BILL_CREATED' as const] };
  const { id: customerId } = await api.call.customer.create({ body: customer });
  await api.call.customer.issueKey({ params: { id: customerId } });
  const { id: billId } = await api.call.bill.create({ body: billDraftOf({ customerId }) });
  const push = Number(api.row('select id from apiPush where billId = ?', billId).id);

  api.db.exec("update netchbAccount set simulatorMode = 'down', environment = 'simulator'");
  const filing = copyRow(api, 'filing', Number(api.row('select max(id) as id from filing').id), {
    ...{ messageId: newCode('FC'), state: 'queued', nextAt: instantOf(Date.now()), attempts: 0 },
    ...{ result: null, sentAt: null, answeredAt: null, reference: null, lastEvent: 0, dueAt: null },
  });

  const soon = instantOf(Date.now() + HOUR);
  const note = api.insert('cmrMail', {
    ...{
      cmrId: Number(api.row('select min(id) as id from cmr').id),
      trigger: 'manual',
      createdAt: instantOf(Date.now()),
    },
    ...{ dueAt: soon, toEmails: '["note@example.com"]', subject: 'Note', body: 'Text', attachPdf: 1 },
  });
  const { id: schedule } = await api.call.reportSchedule.create({ body: scheduleDraft() });
  api.db.prepare('update reportSchedule set nextAt = ? where id = ?').run(soon, schedule);

  await expect.poll(() => at('mail', 'attempts', mail), PATIENT).toBe(1);
  await expect.poll(() => at('apiPush', 'attempts', push), PATIENT).toBe(1);
  await expect.poll(() => at('filing', 'attempts', filing), PATIENT).toBe(1);
  return { mail, push, filing, note, schedule, customerId };
}

/** Makes all counterparts accept, and sets the clock two hours ahead. */
function goesOn(): void {
  server.behaves = 'accepts';
  partner.behave = (response) => response.end('{}');
  partner.received.splice(0);
  api.db.exec("update netchbAccount set simulatorMode = 'accept'");
  api.ahead = 2 * HOUR;
}

/** Makes a backup of the data, and returns a function that restores it: each database by its own tools. */
async function backedUp(): Promise<() => Promise<unknown>> {
  const postgres = runPostgres();
  const file = path.join(folder(), 'backup');
  if (!postgres || !api.database) {
    await backUp(file, { data: api.folder, reason: 'manual', key: null });
    return () => restore({ file, data: api.folder, backups: folder(), key: null });
  }
  const name = new URL(api.database).pathname.slice(1);
  postgres.dump(name, file);
  return async () => {
    await postgres.drop(name);
    await postgres.restore(name, file);
  };
}

describe('outgoing messages of a backup', () => {
  test('are sent on their own without a restore', async () => {
    const { mail, push, filing, note, schedule } = await onTheirWay();
    goesOn();
    await expect.poll(() => at('mail', 'state', mail), PATIENT).toBe('sent');
    await expect.poll(() => at('apiPush', 'status', push), PATIENT).toBe('success');
    await expect.poll(() => at('filing', 'state', filing), PATIENT).not.toBe('queued');
    await expect.poll(() => at('cmrMail', 'mailId', note), PATIENT).not.toBeNull();
    await expect
      .poll(() => api.count('select count(*) from reportRun where scheduleId = ?', schedule), PATIENT)
      .toBeGreaterThan(0);
  }, 300_000);

  test('are put on hold after a restore, with a notice, until somebody sends them', async () => {
    const { mail, push, filing, note, schedule, customerId } = await onTheirWay();
    const rule = await alertRule(api, {
      ...{ event: 'api_push_failed', toEmails: ['watch@example.com'], customerIds: [customerId] },
    });
    const putBack = await backedUp();
    const lastEntry = api.row('select max(last) as it from entrySerial').it;
    await api.close();
    await putBack();
    api.ahead = 2 * HOUR;
    await api.open();
    // Sessions are not restored.
    api.admin = { ...api.admin, token: api.session(api.admin.staffId, instantOf(Date.now())) };
    goesOn();
    // Every sender has checked more than once by then.
    await new Promise((done) => setTimeout(done, 1500));
    expect(server.received).toEqual([]);
    expect(partner.received).toEqual([]);
    expect(api.row('select state, error, nextAt from mail where id = ?', mail)).toEqual({
      ...{ state: 'failed', error: 'restored', nextAt: null },
    });
    expect(at('apiPush', 'status', push)).toBe('failed');
    expect((await api.call.apiPush.get({ params: { id: push } })).tries.at(-1)?.error).toBe('restored');
    expect(api.row('select state, result from filing where id = ?', filing)).toEqual({
      ...{ state: 'failed', result: 'restored' },
    });
    expect(at('cmrMail', 'fault', note)).toBe('restored');
    expect(api.count('select count(*) from reportRun where scheduleId = ?', schedule)).toBe(0);
    expect(String(at('reportSchedule', 'nextAt', schedule)) > instantOf(Date.now() + 2 * HOUR)).toBe(true);
    // The alert about the held push is not sent automatically either.
    const alert = api.row('select mailId from monitorRecord where configId = ?', rule.id);
    expect(at('mail', 'error', Number(alert.mailId))).toBe('restored');

    const messages = api.rows(`select textEn, textCn from message where textEn like '%from the backup of%'`);
    expect(messages.length).toBeGreaterThan(0);
    expect(messages[0]?.textEn).toMatch(/3 emails, 1 push, 1 filing/);
    expect(messages[0]?.textCn).toContain('邮件3封');

    await api.call.mail.resend({ body: { ids: [mail] } });
    await expect.poll(() => at('mail', 'state', mail), PATIENT).toBe('sent');
    await api.call.apiPush.push({ body: { ids: [push] } });
    await expect.poll(() => at('apiPush', 'status', push), PATIENT).toBe('success');
    await api.call.filing.send({ body: { ids: [filing] } });
    await expect.poll(() => at('filing', 'state', filing), PATIENT).not.toBe('queued');
    expect([server.received.length, partner.received.length]).toEqual([1, 1]);

    // Numbers known to others are not reused: those given since the backup are no longer known here.
    const { id: billId } = await api.call.bill.create({ body: billDraftOf({ customerId }) });
    expect(Number(api.row('select id from apiPush where billId = ?', billId).id)).toBeGreaterThan(
      push + 1000,
    );
    expect(Number(api.row('select max(last) as it from entrySerial').it)).toBeGreaterThan(Number(lastEntry));

    // Only the first start after a restore holds items back.
    server.behaves = 'refuses';
    const later = waitingMail(api, { nextAt: instantOf(Date.now()) });
    await expect.poll(() => at('mail', 'attempts', later), PATIENT).toBe(1);
    await api.close();
    await api.open();
    expect(at('mail', 'state', later)).toBe('pending');
  }, 300_000);
});

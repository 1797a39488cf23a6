import { instantOf } from '@contract/rules/zonedTime';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkRules } from '../../main/server/areas/monitor/watch';
import { runSchedules, takeBack, takeTurns } from '../../main/server/areas/report/scheduler';
import type { Store } from '../../main/server/store/open';
import { landedBill } from '../support/apiCustoms';
import { wholeIsf } from '../support/apiIsf';
import { billDraftOf, copyRow, drafts, newCode } from '../support/apiRecords';
import { noteOf } from '../support/apiTrucks';
import { MailServer } from '../support/mailServer';
import { PushServer } from '../support/pushServer';
import { testApi } from '../support/server';
import { settingsDraft, waitingMail } from './cases/mail';
import { alertRule } from './cases/monitor';
import { scheduleDraft } from './cases/schedules';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const JUMPS = { hour: HOUR, day: DAY, year: 365 * DAY } as const;
/** Longer than a queue needs to find its due items. */
const PATIENT = { timeout: 10_000 };
const api = testApi({
  mail: { every: 10 },
  push: { loopback: true, every: 10 },
  notes: { every: 10 },
  netchb: { every: 10 },
});
let store: Store;
let server: MailServer;
let partner: PushServer;
let NOW: number;
const reports: string[] = [];

beforeAll(async () => {
  NOW = Math.floor(Date.now() / 1000) * 1000;
  store = await api.openStore();
  api.db.exec(`delete from cmrMail; delete from mail; delete from monitorRecord; delete from reportRun;
    delete from reportSchedule; update monitorConfig set active = 0; update filing set nextAt = null;
    update apiPush set status = 'failed', nextAt = null where status = 'pending'`);
});
beforeEach(async () => {
  server = await new MailServer().start();
  partner = await new PushServer().start();
  const to = { host: '127.0.0.1', port: server.port, security: 'none', username: null };
  await api.call.mail.saveSettings({
    body: await settingsDraft(api, { ...to, fromAddress: 'desk@example.com' }),
  });
});
afterEach(async () => {
  await api.call.mail.saveSettings({ body: await settingsDraft(api, { host: null }) });
  await store.write((write) => write.updateTable('reportSchedule').set({ active: 0 }).execute());
  await server.stop();
  await partner.stop();
  expect(reports.splice(0)).toEqual([]);
});
afterAll(() => store.close());

const report = (message: string, error?: unknown) => reports.push(`${message} ${error ?? ''}`);
const ahead = (by: number) => instantOf(NOW + by);

/** Puts an item into a queue as a clock that is ahead does; returns a function that counts how often it was sent. */
const queued: Readonly<Record<string, (at: string) => Promise<() => number | Promise<number>>>> = {
  'an email': async (at) => {
    const subject = newCode('Mail');
    waitingMail(api, { createdAt: at, nextAt: at, subject });
    return () => server.received.filter((text) => text.includes(subject)).length;
  },
  'an email that failed once': async (at) => {
    const subject = newCode('Again');
    const nextAt = instantOf(Date.parse(at) + 4 * HOUR);
    waitingMail(api, { createdAt: at, attempts: 1, error: 'unreachable', nextAt, subject });
    return () => server.received.filter((text) => text.includes(subject)).length;
  },
  'an event for a customer': async (at) => {
    const customer = {
      ...drafts.customer(),
      callbackUrl: partner.url,
      pushEvents: ['BILL_CREATED' as const],
    };
    const { id: customerId } = await api.call.customer.create({ body: customer });
    await api.call.customer.issueKey({ params: { id: customerId } });
    const { id } = await api.call.bill.create({ body: billDraftOf({ customerId }) });
    await expect.poll(() => partner.received.length, PATIENT).toBe(1);
    const { id: _, ...first } = api.row('select * from apiPush where billId = ?', id);
    api.insert('apiPush', { ...first, status: 'pending', attempts: 0, createdAt: at, nextAt: at } as never);
    return () => partner.received.length - 1;
  },
  'an email about a consignment note': async (at) => {
    const { cmr } = await noteOf(api);
    const subject = newCode('Truck');
    api.insert('cmrMail', {
      ...{ cmrId: cmr.id, trigger: 'manual', createdAt: at, dueAt: at },
      ...{ toEmails: '["hub@example.com"]', subject, body: 'Text' },
    });
    return () => server.received.filter((text) => text.includes(subject)).length;
  },
  'a filing': async (at) => {
    const id = copyRow(api, 'filing', api.count('select max(id) from filing'), {
      ...{ messageId: newCode('FC'), state: 'queued', nextAt: at, attempts: 0, lastEvent: 0 },
      ...{ result: null, sentAt: null, answeredAt: null, reference: null, dueAt: null },
    });
    return () =>
      api.count("select count(*) from filingExchange where filingId = ? and operation = 'file'", id);
  },
};

const table = Object.entries(queued).flatMap(([what, put]) =>
  Object.entries(JUMPS).map(([by, jump]) => ({ what, by, jump, put })),
);
// A retry within the longest delay waits for its time as any other does.
const sent = table.filter(({ what, by }) => !(what === 'an email that failed once' && by === 'hour'));

describe('items queued before the clock was set back', () => {
  test.each(sent)('include $what, which is sent once after a step of one $by', async ({ jump, put }) => {
    const count = await put(ahead(jump));
    await expect.poll(count, PATIENT).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await count()).toBe(1);
  });
});

describe('a scheduled report', () => {
  const options = (at: number) => ({ store, now: () => at, zone: 'UTC', report });
  const start = Date.parse('2026-11-03T06:00:00Z');
  async function daily() {
    const { id } = await api.call.reportSchedule.create({ body: scheduleDraft() });
    const nextAt = instantOf(start + HOUR);
    await store.write((write) =>
      write.updateTable('reportSchedule').set({ nextAt }).where('id', '=', id).execute(),
    );
    const mails = () =>
      api.count(
        `select count(*) from mail where id in (select mailId from reportRun where scheduleId = ${id})`,
      );
    const slots = () =>
      api.rows('select slot from reportRun where scheduleId = ? order by id', id).map(({ slot }) => slot);
    return { mails, slots };
  }

  test('is not made again when the clock is set back by an hour', async () => {
    const { mails } = await daily();
    await takeTurns(options(start + HOUR + 60_000));
    expect(mails()).toBe(1);
    await takeBack(options(start + 60_000));
    for (const minutes of [1, 30, 59, 61, 120]) await takeTurns(options(start + minutes * 60_000));
    expect(mails()).toBe(1);
    await takeTurns(options(start + HOUR + DAY));
    expect(mails()).toBe(2);
  });

  test.each([1, 3, 365])('that a clock %s days ahead made is made again at its right time', async (days) => {
    const { mails, slots } = await daily();
    await takeTurns(options(start + HOUR + days * DAY));
    await takeTurns(options(start + HOUR + (days + 1) * DAY));
    expect(mails()).toBe(2);
    const back = start + HOUR + 60_000;
    await takeBack(options(back));
    await takeTurns(options(back));
    // A run missed while the clock was ahead was made by the wrong clock; the next run is tomorrow's.
    for (const day of [1, 2]) await takeTurns(options(start + HOUR + day * DAY));
    expect(mails()).toBe(4);
    expect(slots().slice(2)).toEqual([1, 2].map((day) => instantOf(start + HOUR + day * DAY)));
    expect(slots().every((slot) => String(slot) <= instantOf(start + HOUR + 2 * DAY))).toBe(true);
  });

  test('is corrected while the server runs', async () => {
    const { slots } = await daily();
    let now = start + HOUR + 30 * DAY;
    const end = runSchedules({ ...options(0), now: () => now, every: 10 });
    try {
      await expect.poll(() => slots().length, PATIENT).toBe(1);
      now = start - HOUR;
      await expect.poll(() => slots()[0], PATIENT).toBe(instantOf(start - HOUR));
      now = start + HOUR;
      await expect.poll(() => slots().length, PATIENT).toBe(2);
    } finally {
      await end();
    }
  });
});

describe('an alert', () => {
  const lookAt = (now: number) => checkRules(store, { now, zone: 'UTC' }, report);
  const recordsOf = (id: number) =>
    api.rows('select triggeredAt, endedAt, mailId from monitorRecord where configId = ?', id);
  const overdue = () => {
    const id = landedBill(api);
    api.db
      .prepare("update bill set stage = 'arrived', noaAt = null, pickupAt = null, ata = ? where id = ?")
      .run(instantOf(NOW - 10 * HOUR), id);
    return id;
  };
  const ruleOn = (billId: number, changes: object = {}) => {
    const { customerId } = api.row('select customerId from bill where id = ?', billId);
    api.db
      .prepare('update bill set archived = 1 where customerId = ? and id <> ?')
      .run(customerId as number, billId);
    return alertRule(api, {
      event: 'noa_missing',
      thresholdHours: 10,
      customerIds: [customerId],
      ...changes,
    });
  };
  afterEach(() => api.db.exec('update monitorConfig set active = 0'));

  test('is sent once when the clock is set back by an hour', async () => {
    const { id } = await ruleOn(overdue(), { frequency: 'immediate' });
    await lookAt(NOW + 60_000);
    expect(recordsOf(id)).toMatchObject([{ endedAt: null, mailId: expect.any(Number) }]);
    for (const minutes of [-59, -30, -1, 0, 1, 60]) await lookAt(NOW + minutes * 60_000);
    expect(recordsOf(id)).toMatchObject([{ endedAt: null }]);
  });

  test('that a clock a day ahead opened ends, and is sent again at its right time', async () => {
    const { id } = await ruleOn(overdue(), { frequency: 'immediate', thresholdHours: 30 });
    await lookAt(NOW + DAY);
    expect(recordsOf(id)).toHaveLength(1);
    await lookAt(NOW);
    expect(recordsOf(id)).toMatchObject([{ endedAt: instantOf(NOW) }]);
    await lookAt(NOW + DAY);
    expect(recordsOf(id)).toMatchObject([{ endedAt: instantOf(NOW) }, { endedAt: null }]);
  });

  test.each(Object.entries(JUMPS))(
    'that waits for its daily report is sent with the next, a %s ahead',
    async (_, jump) => {
      const { id } = await ruleOn(overdue(), { frequency: 'daily', sendTime: '08:00', thresholdHours: 1 });
      const morning = (Math.floor(NOW / DAY) + 1) * DAY;
      // At nine on the wrong day: too late for that day's report.
      await lookAt(morning + 9 * HOUR + jump);
      await lookAt(morning + 7 * HOUR);
      expect(recordsOf(id)).toMatchObject([{ mailId: null }]);
      await lookAt(morning + 8 * HOUR + 60_000);
      expect(recordsOf(id)).toMatchObject([{ mailId: expect.any(Number) }]);
    },
  );
});

describe('a write', () => {
  const at = (by: number) => {
    api.ahead = by;
    return { ...api.admin, token: api.session(api.admin.staffId, instantOf(Date.now() + by)) };
  };
  afterEach(() => {
    api.ahead = 0;
  });

  test('repeated with its key makes one record, although a clock a day ahead swept old keys', async () => {
    const body = drafts.customer();
    const first = await api.call.customer.create({ body }, { key: 'sweep-of-keys-1', as: at(0) });
    await api.call.customer.create(
      { body: drafts.customer() },
      { key: 'sweep-of-keys-2', as: at(DAY + HOUR) },
    );
    expect(await api.call.customer.create({ body }, { key: 'sweep-of-keys-1', as: at(0) })).toEqual(first);
  });

  test('gets a new number on a day that occurs twice', async () => {
    const numbers: string[] = [];
    for (const by of [0, DAY, 0, DAY, -HOUR, 0])
      numbers.push((await api.call.seaIsf.create({ body: wholeIsf() }, { as: at(by) })).isfNo);
    expect(new Set(numbers).size).toBe(numbers.length);
  });
});

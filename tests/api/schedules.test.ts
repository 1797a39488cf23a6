import type { ReportSchedule } from '@contract/report/schedule';
import { spanInstants } from '@contract/rules/reportSpan';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { nextTurn } from '../../main/server/areas/report/schedule';
import { takeTurns } from '../../main/server/areas/report/scheduler';
import type { Store } from '../../main/server/store/open';
import type { Actor } from '../support/apiCall';
import { cellsOf } from '../support/apiExport';
import { newCode } from '../support/apiRecords';
import { MailServer } from '../support/mailServer';
import { testApi } from '../support/server';
import { settingsDraft } from './cases/mail';
import { scheduleDraft } from './cases/schedules';

const api = testApi({ mail: { every: 10 } });
const ZONE = 'Europe/Amsterdam';
const KEY = '0f9c2a4e-58f1-4b3e-9a55-3d8a5f0b7c11';
const DAY = 24 * 3_600_000;
let store: Store;
const reports: string[] = [];
beforeAll(async () => {
  store = await api.openStore();
  api.db.exec('delete from reportRun; delete from reportSchedule; delete from mail');
});
// Waits in the queue of writes, because the API writes in the same thread and could not finish while a test blocks it.
beforeEach(async () => {
  await store.write((write) => write.updateTable('reportSchedule').set({ active: 0 }).execute());
});
afterEach(() => expect(reports.splice(0)).toEqual([]));
afterAll(() => store.close());

const optionsAt = (at: string, with_: Store = store) => ({
  store: with_,
  now: () => Date.parse(at),
  zone: ZONE,
  report: (message: string, error?: unknown) => reports.push(`${message} ${error}`),
});
const lookAt = (at: string) => takeTurns(optionsAt(at));
const make = (changes: object = {}, as: Actor = api.admin) =>
  api.call.reportSchedule.create({ body: { ...scheduleDraft(), ...changes } }, { as });
/** Makes a schedule whose next turn is at an instant. */
async function turning(at: string, changes: object = {}, as?: Actor): Promise<number> {
  const { id } = await make(changes, as);
  await store.write((write) =>
    write.updateTable('reportSchedule').set({ nextAt: at }).where('id', '=', id).execute(),
  );
  return id;
}
const runsOf = (id: number) =>
  api.rows('select * from reportRun where scheduleId = ? order by slot, target desc', id);
const mailsOf = (id: number) =>
  api.rows(
    'select * from mail where id in (select mailId from reportRun where scheduleId = ?) order by id',
    id,
  );
const nextOf = (id: number) => api.row('select nextAt from reportSchedule where id = ?', id).nextAt;
const lastOf = (id: number) => api.row('select lastState from reportSchedule where id = ?', id).lastState;

describe('the run times of a schedule', () => {
  const daily = { frequency: 'daily', weekdays: [], sendTime: '07:00' } as const;
  const turnAfter = (turns: Parameters<typeof nextTurn>[0], at: string) =>
    nextTurn(turns, Date.parse(at), ZONE);

  test('follow the clock of the office in summer and winter', () => {
    expect(turnAfter(daily, '2026-10-24T06:00:00Z')).toBe('2026-10-25T06:00:00Z');
    expect(turnAfter(daily, '2026-10-23T06:00:00Z')).toBe('2026-10-24T05:00:00Z');
    expect(turnAfter(daily, '2026-03-28T06:00:00Z')).toBe('2026-03-29T05:00:00Z');
    // A run in the evening before a day of 23 hours is followed by the run of that day.
    expect(turnAfter(daily, '2026-03-28T22:30:00Z')).toBe('2026-03-29T05:00:00Z');
  });

  test('are once on a day with a repeated hour, and an hour later when it is skipped', () => {
    const night = { ...daily, sendTime: '02:30' };
    expect(turnAfter(night, '2026-10-24T12:00:00Z')).toBe('2026-10-25T00:30:00Z');
    expect(turnAfter(night, '2026-10-25T00:30:00Z')).toBe('2026-10-26T01:30:00Z');
    expect(turnAfter(night, '2026-03-28T12:00:00Z')).toBe('2026-03-29T01:30:00Z');
  });

  test('are on the selected days of the week', () => {
    const weekly = { ...daily, frequency: 'weekly', weekdays: ['mon', 'thu'] } as const;
    // A Thursday, before and after its turn; a Friday.
    expect(turnAfter(weekly, '2026-11-05T05:00:00Z')).toBe('2026-11-05T06:00:00Z');
    expect(turnAfter(weekly, '2026-11-05T06:00:00Z')).toBe('2026-11-09T06:00:00Z');
    expect(turnAfter(weekly, '2026-11-06T06:00:00Z')).toBe('2026-11-09T06:00:00Z');
  });
});

describe('date ranges of a schedule', () => {
  const at = (span: ReportSchedule['span'], now = '2026-03-31T22:30:00Z') =>
    spanInstants(span, Date.parse(now), ZONE);

  test('are counted from the day of the office, across a clock change', () => {
    // Half past midnight on the first of April there.
    expect(at('today')).toEqual({ from: '2026-03-31T22:00:00Z', to: '2026-04-01T21:59:59Z' });
    expect(at('yesterday')).toEqual({ from: '2026-03-30T22:00:00Z', to: '2026-03-31T21:59:59Z' });
    expect(at('last7')).toEqual({ from: '2026-03-25T23:00:00Z', to: '2026-04-01T21:59:59Z' });
    expect(at('lastMonth')).toEqual({ from: '2026-02-28T23:00:00Z', to: '2026-03-31T21:59:59Z' });
    expect(at('thisMonth')).toEqual({ from: '2026-03-31T22:00:00Z', to: '2026-04-01T21:59:59Z' });
    expect(at('lastWeek')).toEqual({ from: '2026-03-22T23:00:00Z', to: '2026-03-29T21:59:59Z' });
    expect(at('thisWeek')).toEqual({ from: '2026-03-29T22:00:00Z', to: '2026-04-01T21:59:59Z' });
    expect(at('last30').from).toBe('2026-03-02T23:00:00Z');
    expect(at('all')).toEqual({});
  });
});

describe('a run of a schedule', () => {
  test('sends the exported file to all addresses, and shows the next run', async () => {
    const id = await turning('2026-11-03T06:00:00Z', {
      ...{ report: 'reportBox', span: 'last30', format: 'csv', toEmails: ['a@example.com', 'b@example.org'] },
      content: { node: 'ata', asked: { state: ['missing'] }, sort: 'boxNo', columns: ['boxNo', 'state'] },
    });
    await lookAt('2026-11-03T05:59:59Z');
    expect(runsOf(id)).toEqual([]);
    await lookAt('2026-11-03T06:00:30Z');
    await lookAt('2026-11-03T06:01:30Z');
    const [mail, ...more] = mailsOf(id);
    expect(more).toEqual([]);
    const { name } = api.row('select name from reportSchedule where id = ?', id);
    const fileName = `${name} 2026-11-03 0700.csv`;
    const query = {
      ...spanInstants('last30', Date.parse('2026-11-03T06:00:30Z'), ZONE),
      ...{
        zone: ZONE,
        node: 'ata' as const,
        state: ['missing' as const],
        sort: 'boxNo',
        format: 'csv' as const,
      },
      columns: ['boxNo', 'state'],
    };
    const { bytes } = await api.call.reportBox.export({ query });
    const [{ fileId }] = api.rows(
      'select json_extract(fileIds, ?) as fileId from mail where id = ?',
      '$[0]',
      Number(mail?.id),
    ) as [{ fileId: string }];
    const sent = await api.call.mail.eml({ params: { id: Number(mail?.id) } });
    expect(sent.bytes.toString().replaceAll(/\r?\n/g, '')).toContain(bytes.toString('base64'));
    const rows = cellsOf({ name: fileName, bytes } as never).length - 1;
    expect(rows).toBeGreaterThan(0);
    expect(mail).toMatchObject({
      ...{
        toEmails: '["a@example.com","b@example.org"]',
        subject: `${name}: Boxes`,
        createdBy: api.admin.staffId,
      },
      text: expect.stringContaining(`Boxes (Last 30 days): ${fileName} is attached; it has ${rows} rows.`),
    });
    expect(runsOf(id)).toMatchObject([
      {
        slot: '2026-11-03T06:00:00Z',
        how: 'planned',
        target: 'mail',
        state: 'sending',
        rows,
        fileName,
        fileId,
      },
    ]);
    expect(nextOf(id)).toBe('2026-11-04T06:00:00Z');
  });

  test('makes up once for all missed runs', async () => {
    const id = await turning('2026-11-03T06:00:00Z', { span: 'yesterday' });
    await lookAt('2026-11-09T15:00:00Z');
    await lookAt('2026-11-09T15:00:02Z');
    expect(runsOf(id)).toMatchObject([{ slot: '2026-11-03T06:00:00Z', madeAt: '2026-11-09T15:00:00Z' }]);
    expect(mailsOf(id)).toHaveLength(1);
    expect(nextOf(id)).toBe('2026-11-10T06:00:00Z');
  });

  test('is completed once after a kill in the middle, by however many servers', async () => {
    const id = await turning('2026-11-03T06:00:00Z');
    const cut = { ...store, write: store.write.bind(store), files: `${api.folder}/nowhere/\0` };
    // The run is recorded, and ends in the middle of its file.
    await takeTurns({ ...optionsAt('2026-11-03T06:00:00Z', cut), report: () => undefined });
    api.db
      .prepare("update reportRun set state = 'due', fault = null, doneAt = null where scheduleId = ?")
      .run(id);
    expect(mailsOf(id)).toEqual([]);
    const other = await api.openStore();
    try {
      await Promise.all([
        takeTurns(optionsAt('2026-11-03T06:05:00Z')),
        takeTurns(optionsAt('2026-11-03T06:05:00Z', other)),
      ]);
    } finally {
      await other.close();
    }
    expect(runsOf(id)).toHaveLength(1);
    expect(mailsOf(id)).toHaveLength(1);
    expect(
      api.count(
        "select count(*) from mail where objectType = 'reportSchedule' and objectNo = (select name from reportSchedule where id = ?)",
        id,
      ),
    ).toBe(1);
  });

  test('sends nothing when it could not be recorded', async () => {
    const id = await turning('2026-11-03T06:00:00Z');
    const mails = api.count('select count(*) from mail');
    api.db.exec(
      "create trigger unwritten before update of mailId on reportRun begin select raise(abort, 'disk'); end",
    );
    try {
      await takeTurns({ ...optionsAt('2026-11-03T06:00:00Z'), report: () => undefined });
    } finally {
      api.db.exec('drop trigger unwritten');
    }
    expect(api.count('select count(*) from mail')).toBe(mails);
    expect(runsOf(id)).toMatchObject([{ state: 'failed', fault: 'making', mailId: null }]);
    expect(lastOf(id)).toBe('failed');
  });

  test('is sent with a notice when its report is empty', async () => {
    const id = await turning('2026-11-03T06:00:00Z', {
      ...{ span: 'all', language: 'cn', report: 'reportBox' },
      content: { asked: { keyword: 'no such thing' } },
    });
    await lookAt('2026-11-03T06:00:00Z');
    expect(runsOf(id)).toMatchObject([{ state: 'sending', rows: 0 }]);
    expect(mailsOf(id)[0]?.text).toContain('箱数报表（全部时间）：没有数据');
  });

  test('is neither made nor made up for while the schedule is paused', async () => {
    const { id } = await make();
    await api.call.reportSchedule.active({ body: { ids: [id], active: false } });
    expect(nextOf(id)).toBeNull();
    await lookAt('2036-11-03T06:00:00Z');
    expect(runsOf(id)).toEqual([]);
    await api.call.reportSchedule.active({ body: { ids: [id], active: true } });
    expect(Date.parse(String(nextOf(id)))).toBeGreaterThan(Date.now());
    expect(Date.parse(String(nextOf(id)))).toBeLessThan(Date.now() + 2 * DAY);
  });

  test('can be started by hand without changing the other run times', async () => {
    const id = await turning('2026-11-30T06:00:00Z');
    await api.call.reportSchedule.run({ params: { id } });
    expect(await api.refused('reportSchedule.run', { params: { id } })).toMatchObject({
      code: 'SCHEDULE_RUNNING',
    });
    await lookAt('2026-11-03T06:00:00Z');
    expect(runsOf(id)).toMatchObject([{ how: 'now', state: 'sending' }]);
    expect(nextOf(id)).toBe('2026-11-30T06:00:00Z');
  });
});

describe('the maker of a schedule', () => {
  const permissions = ['report.schedule.view', 'report.schedule.edit', 'report.box.view'] as const;

  test.each([
    [
      'has lost the report',
      'no_permission',
      (as: Actor) => api.db.prepare('delete from groupPermission where groupId = ?').run(as.groupId),
    ],
    [
      'may not sign in any more',
      'owner_gone',
      (as: Actor) => api.db.prepare('update staff set loginAllowed = 0 where id = ?').run(as.staffId),
    ],
  ])('%s, so nothing is sent, and the log says why', async (_, fault, lose) => {
    const as = api.actor({ permissions });
    const id = await turning('2026-11-03T06:00:00Z', { report: 'reportBox' }, as);
    lose(as);
    await lookAt('2026-11-03T06:00:00Z');
    expect(runsOf(id)).toMatchObject([{ state: 'failed', fault, mailId: null, rows: null }]);
    expect(nextOf(id)).toBe('2026-11-04T06:00:00Z');
  });

  test('sends what they may see: one warehouse its own boxes', async () => {
    const as = api.actor({ permissions, warehouseIds: [2] });
    const changes = { report: 'reportBox', span: 'all', content: { asked: {}, columns: ['boxNo'] } };
    const [id, all] = [
      await turning('2026-11-03T06:00:00Z', changes, as),
      await turning('2026-11-03T06:00:00Z', changes),
    ];
    await lookAt('2026-11-03T06:00:00Z');
    const own = api.count(
      'select count(*) from box join bill on bill.id = billId where warehouseId = 2 and removedAt is null',
    );
    expect(runsOf(id)[0]?.rows).toBe(own);
    expect(Number(runsOf(all)[0]?.rows)).toBeGreaterThan(own);
  });

  test('cannot schedule a report that they may not see', async () => {
    const as = api.actor({ permissions });
    expect(
      await api.refused(
        'reportSchedule.create',
        { body: { ...scheduleDraft(), report: 'reportCustomer' } },
        { as },
      ),
    ).toMatchObject({ status: 403, code: 'NO_PERMISSION' });
  });

  test('sees their own schedules, and all only with the permission', async () => {
    const [as, other] = [api.actor({ permissions }), api.actor({ permissions })];
    const chief = api.actor({ permissions: [...permissions, 'report.schedule.all'] });
    const { id, version } = await make({ report: 'reportBox' }, as);
    await api.call.reportSchedule.run({ params: { id } }, { as });
    const seenBy = async (who: Actor) => ({
      schedules: (await api.call.reportSchedule.list({ query: { pageSize: 500 } }, { as: who })).list.some(
        (row) => row.id === id,
      ),
      runs: (await api.call.reportRun.list({ query: { scheduleId: [id] } }, { as: who })).total,
    });
    expect(await seenBy(as)).toEqual({ schedules: true, runs: 1 });
    expect(await seenBy(chief)).toEqual({ schedules: true, runs: 1 });
    expect(await seenBy(other)).toEqual({ schedules: false, runs: 0 });
    for (const [call, input] of [
      ['get', {}],
      ['update', { body: { version, name: newCode('Mine now') } }],
      ['remove', {}],
      ['run', {}],
    ] as const)
      expect(
        await api.refused(`reportSchedule.${call}`, { params: { id }, ...input }, { as: other }),
        call,
      ).toMatchObject({ code: 'NOT_FOUND' });
    const off = { body: { ids: [id], active: false } };
    expect(await api.call.reportSchedule.active(off, { as: other })).toMatchObject({
      ok: 0,
      failed: [{ key: id, code: 'NOT_FOUND' }],
    });
    await api.call.reportSchedule.update(
      { params: { id }, body: { version, sendTime: '09:15' } },
      { as: chief },
    );
    await api.call.reportSchedule.remove({ params: { id } }, { as });
    expect(runsOf(id)).toEqual([]);
  });
});

describe('an invalid schedule', () => {
  test.each([
    ['toEmails', { toEmails: [] }],
    ['weekdays', { frequency: 'weekly', weekdays: [] }],
    ['content', { content: { asked: { colour: ['red'] } } }],
    ['content', { content: 'all' }],
    ['sendTime', { sendTime: '25:00' }],
  ])('is refused for %s', async (field, changes) => {
    const { fields } = await api.refused('reportSchedule.create', {
      body: { ...scheduleDraft(), ...changes },
    });
    expect(Object.keys(fields)).toEqual([field]);
  });

  test('is refused when its maker used the name before', async () => {
    const { name } = await make();
    expect(await api.refused('reportSchedule.create', { body: { ...scheduleDraft(), name } })).toMatchObject({
      code: 'CODE_EXISTS',
    });
    const as = api.actor({ permissions: ['report.schedule.edit', 'report.box.view'] });
    await make({ name }, as);
  });
});

describe('the mail of a schedule', () => {
  let server: MailServer;
  beforeEach(async () => {
    server = await new MailServer().start();
  });
  afterEach(async () => {
    await api.call.mail.saveSettings({ body: await settingsDraft(api, { host: null, fromAddress: null }) });
    await server.stop();
  });
  const connect = async () => {
    const to = { host: '127.0.0.1', port: server.port, security: 'none', username: null };
    const body = await settingsDraft(api, { ...to, fromAddress: 'desk@example.com' });
    await api.call.mail.saveSettings({ body: body as never });
  };

  test('is recorded with the run, as are refused addresses', async () => {
    const sent = await turning('2026-11-03T06:00:00Z');
    const refused = await turning('2026-11-03T06:00:00Z', { toEmails: ['nobody@example.com'] });
    await lookAt('2026-11-03T06:00:00Z');
    await connect();
    await expect.poll(() => runsOf(sent)[0]).toMatchObject({ state: 'done', error: null });
    expect(lastOf(sent)).toBe('done');
    await expect.poll(() => runsOf(refused)[0]).toMatchObject({ error: 'recipient' });
    expect(runsOf(refused)[0]?.answer).toContain('550');
  });
});

describe('the folder of a schedule', () => {
  const permissions = ['report.schedule.view', 'report.schedule.edit', 'report.box.view'] as const;
  const folder = {
    toEmails: [],
    folderRef: KEY,
    folderName: 'Reports (PC-12)',
    report: 'reportBox',
    format: 'csv',
  };

  test('receives the file from the desktop of the schedule’s maker, and from no other', async () => {
    const [as, other] = [api.actor({ permissions }), api.actor({ permissions })];
    const id = await turning('2026-11-03T06:00:00Z', folder, as);
    await lookAt('2026-11-03T06:00:00Z');
    expect(await api.call.reportRun.waiting({}, { as: other })).toEqual([]);
    const [run, ...more] = await api.call.reportRun.waiting({}, { as });
    expect(more).toEqual([]);
    expect(run).toMatchObject({ folderRef: KEY, fileName: expect.stringContaining('2026-11-03 0700.csv') });
    const params = { id: Number(run?.id) };
    expect(await api.refused('reportRun.file', { params }, { as: other })).toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(
      await api.refused('reportRun.written', { params, body: { fileName: 'x' } }, { as: other }),
    ).toMatchObject({ code: 'NOT_FOUND' });
    const file = await api.call.reportRun.file({ params }, { as });
    expect(cellsOf(file)).toHaveLength(Number(runsOf(id)[0]?.rows) + 1);
    await api.call.reportRun.written({ params, body: { fileName: 'Boxes.csv' } }, { as });
    expect(runsOf(id)).toMatchObject([{ state: 'done', fileName: 'Boxes.csv', fileId: null }]);
    expect(await api.call.reportRun.waiting({}, { as })).toEqual([]);
    expect(await api.refused('reportRun.file', { params }, { as })).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('is reported when it was not there', async () => {
    const id = await turning('2026-11-03T06:00:00Z', folder);
    await lookAt('2026-11-03T06:00:00Z');
    const params = { id: Number(runsOf(id)[0]?.id) };
    await api.call.reportRun.written({ params, body: { fault: 'folder_gone', detail: 'ENOENT' } });
    expect(runsOf(id)).toMatchObject([{ state: 'failed', fault: 'folder_gone', answer: 'ENOENT' }]);
    expect(lastOf(id)).toBe('failed');
  });

  test('receives the last file, not all, after days without the app', async () => {
    const id = await turning('2026-11-03T06:00:00Z', folder);
    await lookAt('2026-11-03T06:00:00Z');
    await lookAt('2026-11-04T06:00:00Z');
    expect(runsOf(id).map(({ state }) => state)).toEqual(['missed', 'waiting']);
    expect(await api.call.reportRun.waiting()).toHaveLength(1);
  });

  test('works together with mail: one file, kept by the mail once the folder has it', async () => {
    const id = await turning('2026-11-03T06:00:00Z', { ...folder, toEmails: ['a@example.com'] });
    await lookAt('2026-11-03T06:00:00Z');
    const [mail, waiting] = runsOf(id);
    expect(mail).toMatchObject({ target: 'mail', state: 'sending', fileId: waiting?.fileId });
    await api.call.reportRun.written({
      params: { id: Number(waiting?.id) },
      body: { fileName: 'Boxes.csv' },
    });
    expect(api.count('select count(*) from storedFile where id = ?', String(mail?.fileId))).toBe(1);
  });
});

import { expect, test } from 'vitest';
import { notifyStaff } from '../../main/server/areas/partners/messages';
import { billIn } from '../support/apiRecords';
import { testApi } from '../support/server';

const api = testApi();
const text = { en: 'A bill has landed', cn: '提单已到港' };

/** Sends a message as a call with an effect does. */
async function notify(to: Parameters<typeof notifyStaff>[1]['to'], more: object = {}, caller?: number) {
  const store = await api.openStore();
  const notified = await store.write((write) =>
    notifyStaff(
      {
        write,
        now: '2026-11-03T08:00:00Z',
        ...(caller === undefined ? {} : { caller: { id: caller, realName: 'Who Did It' } as never }),
      },
      { type: 'arrival', text, to, ...more },
    ),
  );
  await store.close();
  return notified;
}

test('notifies everyone who may act, except the person who did it', async () => {
  const [one, two, other] = [
    api.actor({ permissions: ['bill.nodes.late'] }),
    api.actor({ permissions: ['bill.nodes.late'] }),
    api.actor({ permissions: ['bill.nodes.early'] }),
  ];
  const inactive = api.actor({ permissions: ['bill.nodes.late'] });
  api.db.prepare('update staff set loginAllowed = 0 where id = ?').run(inactive.staffId);
  const id = billIn(api, 'arrived');
  const { billNo, batchNo } = api.row('select billNo, batchNo from bill where id = ?', id);
  await notify(['bill.nodes.late'], { bill: { id, billNo, batchNo } }, one.staffId);
  const mine = async (as = two) => (await api.call.message.list({}, { as })).list;
  expect(await mine()).toMatchObject([
    {
      ...{ type: 'arrival', textEn: text.en, textCn: text.cn, billId: id, billNo, batchNo, readAt: null },
      ...{ senderName: 'Who Did It', link: `/bill/bill_manage/detail/${id}` },
    },
  ]);
  expect(await mine(one)).toEqual([]);
  expect(await mine(other)).toEqual([]);
  expect(api.count('select count(*) from message where receiverId = ?', inactive.staffId)).toBe(0);
  expect(await mine(api.actor({ superAdmin: true }))).toEqual([]);
  expect(
    api.count('select count(*) from message where billId = ? and receiverId = ?', id, api.admin.staffId),
  ).toBe(1);
});

test('marks messages as read one by one or all at once, for their receiver alone', async () => {
  const [me, other] = [api.actor(), api.actor()];
  for (let n = 0; n < 3; n++) await notify([me.staffId, other.staffId]);
  const count = (as = me) => api.call.message.count({}, { as });
  expect(await count()).toEqual({ unread: 3, total: 3 });
  const { list } = await api.call.message.list({ query: { unread: true } }, { as: me });
  const [first, second] = list;
  const read = (body: { ids: number[] } | { all: true }, as = me) => api.call.message.read({ body }, { as });
  expect(await read({ ids: [first?.id ?? 0] })).toEqual({ read: 1 });
  expect(await read({ ids: [first?.id ?? 0] })).toEqual({ read: 0 });
  expect(await read({ ids: [second?.id ?? 0] }, other)).toEqual({ read: 0 });
  expect(await count()).toEqual({ unread: 2, total: 3 });
  expect((await api.call.message.list({ query: { unread: false } }, { as: me })).total).toBe(1);
  expect(await read({ all: true })).toEqual({ read: 2 });
  expect(await count()).toEqual({ unread: 0, total: 3 });
  expect(await count(other)).toEqual({ unread: 3, total: 3 });
});

test('lists the messages of a bill', async () => {
  const me = api.actor();
  const [id, another] = [billIn(api, 'arrived'), billIn(api, 'arrived')];
  for (const bill of [id, another])
    await notify([me.staffId], { bill: { id: bill, billNo: 'X', batchNo: 'Y' } });
  const { list } = await api.call.message.list({ query: { billId: [id] } }, { as: me });
  expect(list.map(({ billId }) => billId)).toEqual([id]);
});

test('gives the demo eighty messages, of which about a third are unread', () => {
  // The demo's messages are all of its last day; those of the server's start are of today.
  const seeded = 'date(sentAt) = (select date(sentAt) from message where id = 1)';
  expect(api.count(`select count(*) from message where ${seeded}`)).toBe(80);
  const unread = api.count(`select count(*) from message where ${seeded} and readAt is null`);
  expect(unread / 80).toBeCloseTo(0.35, 1);
});

test('gives the demo a message about a push that failed five times and was restarted by hand', () => {
  const pushes = api.rows(
    `select apiPush.*, (select group_concat(cast(coalesce(responseStatus, 0) as text)) from apiPushAttempt where pushId = apiPush.id) as tries
     from apiPush join bill on bill.id = billId where bill.billNo = '112-61200016'`,
  );
  expect(pushes.filter(({ tries }) => tries === '503,503,503,503,503,200')).toMatchObject([
    { status: 'success', attempts: 1 },
  ]);
  expect(api.count("select count(*) from apiPush where status = 'pending'")).toBe(0);
  expect(api.count("select count(*) from apiPush where status = 'failed' and attempts = 5")).toBe(1);
});

import type { ApiName } from '@contract/index';
import { describe, expect, test } from 'vitest';
import { dayFrom, makeCost, makeRevenue } from '../support/apiFinance';
import { testApi } from '../support/server';
import { letterIn } from './cases/letters';
import { newCase, selectedBill } from './cases/parcel';

const api = testApi();
const movement = { paymentDate: dayFrom(0), method: 'bank', bankReference: 'all at once' };
let serial = 0;
const mark = () => `Qall${serial++}`;

interface Kind {
  readonly name: ApiName;
  /** Makes records and returns a filter that matches them. */
  readonly make: (count: number) => Promise<object>;
  readonly input?: object;
  /** Counts the records on which the action succeeded. */
  readonly done: (filter: object) => number;
}
const letters = (state: string) => async (count: number) => {
  const subject = mark();
  for (let n = 0; n < count; n += 1) letterIn(api, 'noa', state, { subject });
  return { keyword: subject };
};
const lettersIn = (status: string) => (filter: object) =>
  api.count(
    'select count(*) from letter where subject = ? and status = ?',
    (filter as { keyword: string }).keyword,
    status,
  );
const accounts = (loginAllowed: 0 | 1) => async (count: number) => {
  const realName = mark();
  for (let n = 0; n < count; n += 1)
    api.db
      .prepare('update staff set realName = ?, loginAllowed = ? where id = ?')
      .run(realName, loginAllowed, api.actor().staffId);
  return { keyword: realName };
};
const people = (where: string) => (filter: object) =>
  api.count(
    `select count(*) from staff where realName = ? and ${where}`,
    (filter as { keyword: string }).keyword,
  );

const kinds: readonly Kind[] = [
  { name: 'staff.forbidMany', make: accounts(1), done: people('loginAllowed = 0') },
  { name: 'staff.allowMany', make: accounts(0), done: people('loginAllowed = 1') },
  { name: 'staff.batchDelete', make: accounts(1), done: people('deletedAt is not null') },
  {
    name: 'adminGroup.batchDelete',
    make: async (count) => {
      const word = mark();
      for (let n = 0; n < count; n += 1)
        await api.call.adminGroup.create({ body: { name: `${word} ${n}`, nameCn: word, description: null } });
      return { keyword: word };
    },
    done: (filter) =>
      3 -
      api.count('select count(*) from adminGroup where nameCn = ?', (filter as { keyword: string }).keyword),
  },
  {
    name: 'noaMail.act',
    make: letters('unmatched'),
    input: { action: 'ignore', reason: 'Not ours' },
    done: lettersIn('ignored'),
  },
  {
    name: 'noaMail.reopen',
    make: letters('processed'),
    done: (filter) => 3 - lettersIn('processed')(filter),
  },
  {
    name: 'abnormalCase.act',
    make: async (count) => {
      const { billId } = await newCase(api);
      for (let n = 1; n < count; n += 1)
        await api.call.abnormalCase.create({ body: { billId, type: 'storage_charge', level: 'bill' } });
      return { billId: [billId] };
    },
    input: { action: 'start' },
    done: (filter) =>
      api.count(
        "select count(*) from abnormalCase where billId = ? and state = 'processing'",
        Number((filter as { billId: number[] }).billId[0]),
      ),
  },
  {
    name: 'billCost.paid',
    make: async (count) => {
      const { billId } = await makeCost(api);
      for (let n = 1; n < count; n += 1) await makeCost(api, { billId });
      return { billId: [billId] };
    },
    input: movement,
    done: (filter) =>
      api.count(
        "select count(*) from billCost where billId = ? and state = 'paid'",
        Number((filter as { billId: number[] }).billId[0]),
      ),
  },
  {
    name: 'billRevenue.decide',
    make: async (count) => {
      const { billId } = await makeRevenue(api);
      for (let n = 1; n < count; n += 1) await makeRevenue(api, { billId });
      return { billId: [billId] };
    },
    input: { action: 'confirm' },
    done: (filter) =>
      api.count(
        "select count(*) from billRevenue where billId = ? and state = 'confirmed'",
        Number((filter as { billId: number[] }).billId[0]),
      ),
  },
];

describe.each(kinds)('the bulk call $name', ({ name, make, input = {}, done }) => {
  test('acts on all matches of a filter, and on none when their number has changed', async () => {
    const filter = await make(3);
    const refused = await api.refused(name, { body: { filter, expected: 2, ...input } } as never);
    expect(refused).toMatchObject({ status: 409, code: 'COUNT_CHANGED' });
    expect(done(filter)).toBe(0);
    const answer = await api.send(name, { body: { filter, expected: 3, ...input } } as never);
    expect(answer).toMatchObject({ got: { ok: 3, failed: [] } });
    expect(done(filter)).toBe(3);
  });
});

test('enters inspection results for all matches of a filter, over several bills', async () => {
  const [one, other] = [await selectedBill(api), await selectedBill(api)];
  const noticeRef = mark();
  api.db
    .prepare('update fyco set noticeRef = ? where billId in (?, ?)')
    .run(noticeRef, one.billId, other.billId);
  const filter = { keyword: noticeRef };
  const { total } = await api.call.fyco.list({ query: filter });
  expect(total).toBe(one.trackingNos.length + other.trackingNos.length);
  const enter = (expected: number) =>
    api.send('fyco.results', { body: { inspections: { filter, expected }, step: 'present' } });
  expect(await enter(total + 1)).toMatchObject({ refused: { code: 'COUNT_CHANGED' } });
  // An archived bill only blocks its own inspections.
  api.db.prepare('update bill set archived = 1 where id = ?').run(other.billId);
  const answer = (await enter(total)) as { got: { ok: number; failed: { code: string }[] } };
  expect(answer.got.ok).toBe(one.trackingNos.length);
  expect(new Set(answer.got.failed.map(({ code }) => code))).toEqual(new Set(['BILL_ARCHIVED']));
  expect(api.count("select count(*) from fyco where billId = ? and state = 'presented'", one.billId)).toBe(
    one.trackingNos.length,
  );
  const nobody = await api.refused('fyco.results', { body: { step: 'present' } });
  expect(nobody).toMatchObject({ status: 400, fields: { billId: expect.any(String) } });
});

test('prints all consignment notes that match a filter into one file', async () => {
  const { list } = await api.call.cmr.list({ query: {} });
  const filter = { plateNo: String(list.find(({ plateNo }) => plateNo)?.plateNo) };
  const { total: expected } = await api.call.cmr.list({ query: filter });
  expect(expected).toBeGreaterThan(0);
  const { bytes } = (await api.call.cmr.zip({ body: { filter, expected } })) as { bytes: Buffer };
  expect(bytes.subarray(0, 2).toString()).toBe('PK');
  expect(bytes.toString('latin1').split('.pdf').length - 1).toBeGreaterThanOrEqual(expected);
});

test('marks a person’s own messages that match a filter as read, and no others', async () => {
  const [me, other] = [api.actor(), api.actor()];
  for (const receiverId of [me.staffId, me.staffId, other.staffId])
    api.insert('message', {
      ...{ receiverId, type: 'system', textEn: 'Qread', textCn: 'Qread', senderName: 'X' },
      sentAt: '2026-11-03T08:00:00Z',
    });
  const filter = { keyword: 'Qread', unread: true };
  expect(await api.call.message.read({ body: { filter, expected: 2 } }, { as: me })).toEqual({ read: 2 });
  expect(api.count("select count(*) from message where textEn = 'Qread' and readAt is null")).toBe(1);
});

test('totals consignment notes and sea bills over all matches of a filter', async () => {
  const sum = (rows: readonly object[], name: string) =>
    rows.reduce((all, row) => all + Number((row as Record<string, unknown>)[name]), 0);
  const { list: some } = await api.call.cmr.list({ query: { state: ['delivered'] } });
  const query = {
    state: ['delivered' as const],
    plateNo: String(some.find(({ plateNo }) => plateNo)?.plateNo),
  };
  const { list: notes, total } = await api.call.cmr.list({ query: { ...query, pageSize: 500 } });
  expect(notes.length).toBe(total);
  expect(total).toBeGreaterThan(0);
  const of = await api.call.cmr.totals({ query });
  for (const name of ['totalPallets', 'totalBoxes', 'totalParcels'] as const)
    expect(of[name]).toBe(sum(notes, name));
  expect(of.totalWeight).toBeCloseTo(sum(notes, 'totalWeight'), 3);
  const { list: bills } = await api.call.seaBill.list({ query: { loadType: ['FCL'], pageSize: 500 } });
  const totals = await api.call.seaBill.totals({ query: { loadType: ['FCL'] } });
  expect(totals.packages).toBe(sum(bills, 'packages'));
  expect(totals.grossWeight).toBeCloseTo(sum(bills, 'grossWeight'), 3);
  // Counts by state ignore the filter on the state.
  const counts = await api.call.seaBill.count({ query: { loadType: ['FCL'], state: ['sailed'] } });
  for (const [state, count] of Object.entries(counts))
    expect(count).toBe(bills.filter((bill) => bill.state === state).length);
});

test('finds ISFs without a sea bill, and no others', async () => {
  const { list } = await api.call.seaIsf.list({ query: { loose: true, pageSize: 500 } });
  expect(list.length).toBe(api.count('select count(*) from seaIsf where seaBillId is null'));
  expect(list.every(({ seaBillId }) => seaBillId === null)).toBe(true);
});

import { LANGUAGES } from '@contract/limits';
import { permit } from '@contract/permissions';
import { instantOf } from '@contract/rules/zonedTime';
import { say } from '@contract/words';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endOfDay } from '../../main/server/areas/customs/endOfDay';
import type { Store } from '../../main/server/store/open';
import { batchOf, boxOf, declaredBill, landedBill, newLrn, transitOf } from '../support/apiCustoms';
import { testApi } from '../support/server';

const HOUR = 3_600_000;
const api = testApi();
/** The clock of the job. Pending events of the demo's bills were recorded when the API started. */
let NOW: number;
let store: Store;
beforeAll(async () => {
  NOW = Math.floor(Date.now() / 1000) * 1000;
  store = await api.openStore();
});
afterAll(() => store.close());

const ago = (hours: number) => instantOf(NOW - hours * HOUR);
const run = (hoursLater = 0) => endOfDay(store, NOW + hoursLater * HOUR);
const bill = (id: number) => api.row('select * from bill where id = ?', id);
const lastMessage = () => Number(api.row('select max(id) as id from message').id ?? 0);
const messagesSince = (id: number) => api.rows('select * from message where id > ? order by id', id);
const nameOf = (id: number) => `${bill(id).billNo} ${bill(id).batchNo}`;

/** Makes a bill that landed some hours ago and was declared some hours ago, without any release. */
function waiting(landed: number, declared = landed - 1, columns: Record<string, string | number> = {}) {
  const ata = ago(landed);
  const declaredAt = ago(declared);
  return declaredBill(
    api,
    'accepted',
    { declaredAt },
    { ata, declaredAt, clearanceStatus: 'in_clearance', parcelsClearance: 2, ...columns },
  );
}

/** Returns the people to notify: those of a group with the permission who may sign in. */
const receivers = (name: 'bill.customs.declare' | 'bill.customs.t1') =>
  api
    .rows(
      `select id from staff where loginAllowed = 1 and (superAdmin = 1 or groupId in
        (select groupId from groupPermission where permissionId = ?)) order by id`,
      permit(name),
    )
    .map(({ id }) => id);

describe('goods without any release', () => {
  test('are recorded 48 hours after landing, not a second before, and only once', async () => {
    const { billId } = waiting(48);
    await endOfDay(store, NOW - 1000);
    expect(bill(billId)).toMatchObject({ clearanceStatus: 'in_clearance', blockedAt: null });

    const before = lastMessage();
    await run();
    expect(bill(billId)).toMatchObject({ clearanceStatus: 'not_released', blockedAt: instantOf(NOW) });
    const written = messagesSince(before);
    expect(written.map(({ receiverId }) => receiverId).sort((a, b) => Number(a) - Number(b))).toEqual(
      receivers('bill.customs.declare'),
    );
    expect(written.length).toBeGreaterThan(0);
    const [textEn, textCn] = LANGUAGES.map((one) => say(one, 'NOT_RELEASED_ONE', { bill: nameOf(billId) }));
    for (const message of written)
      expect(message).toMatchObject({
        textEn,
        textCn,
        billId,
        type: 'alert',
        senderName: 'Freight Console',
        readAt: null,
      });

    const bothered = { version: bill(billId).version, last: lastMessage() };
    await run(1);
    expect({ version: bill(billId).version, last: lastMessage() }).toEqual(bothered);
    expect(bill(billId).blockedAt).toBe(instantOf(NOW));
  });

  test('are logged in the timeline, the bill log and the operation log without a person', async () => {
    const { billId } = waiting(50);
    await run();
    const event = api.row("select * from timelineEvent where billId = ? and code = 'NOT_RELEASED'", billId);
    expect(event).toMatchObject({ source: 'system', occurredAt: instantOf(NOW) });
    const log = api.row('select * from billLog where billId = ? order by id desc limit 1', billId);
    expect(log).toMatchObject({
      ...{ action: 'blocked', field: 'clearanceStatus', operatorId: null, operatorName: 'System' },
      ...{ oldValue: 'in_clearance', newValue: 'not_released', at: instantOf(NOW) },
    });
    expect(
      api.count(
        "select count(*) from operateLog where objectType = 'bill' and objectId = ? and action = 'blocked'",
        String(billId),
      ),
    ).toBe(1);
  });

  test('are reported in one message when they are several', async () => {
    const found = [waiting(60).billId, waiting(55).billId];
    const before = lastMessage();
    await run();
    const written = messagesSince(before);
    expect(written).toHaveLength(receivers('bill.customs.declare').length);
    // The longest waiting bill comes first.
    const words = { n: 2, bills: found.map(nameOf).join(', ') };
    expect(written[0]).toMatchObject({
      textEn: say('en', 'NOT_RELEASED_MANY', words),
      billId: null,
      link: '/bill/clearance',
    });
  });

  test.each<[string, () => number]>([
    ['was never declared', () => landedBill(api, { ata: ago(90), clearanceStatus: 'not_released' })],
    ['was declared within the last day', () => waiting(90, 23).billId],
    [
      'has a parcel released',
      () => {
        const { billId, box } = waiting(90, 89, { parcelsClearance: 1, parcelsFree: 1 });
        api.db.exec(`update parcel set state = 'free' where id = ${box.parcels[0]}`);
        return billId;
      },
    ],
    [
      'has one declaration released',
      () => {
        const { billId } = waiting(90);
        boxOf(api, billId, batchOf(api, billId, { status: 'released', declaredAt: ago(80) }), []);
        return billId;
      },
    ],
    ['was handed over', () => waiting(90, 89, { handoverAt: ago(1), clearanceStatus: 'handover' }).billId],
    ['is archived', () => waiting(90, 89, { archived: 1 }).billId],
    ['is removed', () => waiting(90, 89, { removedAt: ago(1), stage: 'removed' }).billId],
  ])('are ignored on a bill that %s', async (_, make) => {
    const id = make();
    const [before, last] = [bill(id), lastMessage()];
    await run();
    expect(bill(id)).toEqual(before);
    expect(lastMessage()).toBe(last);
  });

  test('become cleared when customs releases them later', async () => {
    const { billId, batchId } = waiting(70);
    await run();
    expect(bill(billId).clearanceStatus).toBe('not_released');
    const { version } = api.row('select version from batch where id = ?', batchId);
    await api.call.batch.release({
      params: { batchId },
      body: { version: Number(version), releasedAt: instantOf(NOW) },
    });
    expect(bill(billId)).toMatchObject({ clearanceStatus: 'success', parcelsFree: 2 });
  });

  test('get a new time limit with a new declaration', async () => {
    const { billId, batchId } = waiting(70);
    await run();
    api.db.exec(`update batch set status = 'rejected', mrn = null where id = ${batchId}`);
    const { version } = api.row('select version from batch where id = ?', batchId);
    await api.call.batch.redeclare({
      params: { batchId },
      body: { version: Number(version), lrn: newLrn(), brokerName: 'Northgate', declaredAt: instantOf(NOW) },
    });
    expect(bill(billId)).toMatchObject({ clearanceStatus: 'in_clearance', blockedAt: null });
    await run(23);
    expect(bill(billId).clearanceStatus).toBe('in_clearance');
    await run(24);
    expect(bill(billId).clearanceStatus).toBe('not_released');
  });
});

describe('a transit past its time limit', () => {
  const day = (days: number) => instantOf(NOW + days * 24 * HOUR).slice(0, 10);
  const state = (id: number) => api.row('select state, version from t1 where id = ?', id);

  test('becomes an enquiry on the day after, and is reported', async () => {
    const billId = landedBill(api);
    const id = transitOf(api, billId, { state: 'released', releasedAt: ago(30), timeLimit: day(-1) });
    const last = transitOf(api, billId, { state: 'arrived', releasedAt: ago(30), timeLimit: day(0) });
    const before = lastMessage();
    await run();
    expect(state(id)).toEqual({ state: 'enquiry', version: 2 });
    expect(state(last)).toEqual({ state: 'arrived', version: 1 });
    const { mrn } = api.row('select mrn from t1 where id = ?', id);
    const written = messagesSince(before);
    expect(written).toHaveLength(receivers('bill.customs.t1').length);
    expect(written[0]).toMatchObject({
      textEn: say('en', 'T1_OVERDUE_ONE', { mrn: String(mrn), bill: nameOf(billId) }),
      link: `/bill/bill_manage/detail/${billId}`,
    });
    const log = api.row('select * from billLog where billId = ? order by id desc limit 1', billId);
    expect(log).toMatchObject({
      action: 't1Enquiry',
      oldValue: 'released',
      newValue: 'enquiry',
      remark: mrn,
    });

    await run(24);
    expect(state(last)).toEqual({ state: 'enquiry', version: 2 });
    expect(state(id)).toEqual({ state: 'enquiry', version: 2 });
  });

  test.each(['draft', 'discharged'])('is ignored when it is %s', async (was) => {
    const id = transitOf(api, landedBill(api), { state: was, timeLimit: day(-9) });
    await run();
    expect(state(id)).toEqual({ state: was, version: 1 });
  });
});

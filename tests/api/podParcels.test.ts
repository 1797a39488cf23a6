import { fileTemplates } from '@contract/files/templates';
import { describe, expect, test } from 'vitest';
import { boxOf } from '../support/apiCustoms';
import { converted, tableCsv } from '../support/apiFileJob';
import { amsterdamTime, finished, hoursAgo, nodeBill, trip, versionOf } from '../support/apiNodes';
import { testApi } from '../support/server';

const api = testApi();

/** Makes a bill on the road: one box has left with parcels in these states, another stayed behind with a held one. */
function departedBill(states: readonly string[]) {
  const id = nodeBill(api, {
    ...{ ata: hoursAgo(48), pickupAt: hoursAgo(40), atWarehouseAt: hoursAgo(38), stage: 'transit' },
    landingAirportId: api.count("select id from airport where airportCode = 'AMS'"),
  });
  trip(api, id, { ...finished('inbound', 36, 35), ...finished('outbound', 30, 29) });
  const sent = boxOf(api, id, null, [...states.map((state) => ({ state, releasedAt: hoursAgo(34) }))]);
  const stayed = boxOf(api, id, null, [{ state: 'held' }]);
  api.db.exec(`update box set inboundAt = '${hoursAgo(35)}' where billId = ${id};
    update box set outboundAt = '${hoursAgo(29)}', state = 'loaded' where id = ${sent.id};
    update box set state = 'blocked' where id = ${stayed.id}`);
  api.place(`billId = ${id}`);
  return { id, sent, stayed };
}
const states = (ids: readonly number[]) =>
  ids.map((id) => api.row('select state from parcel where id = ?', id).state);
const boxState = (id: number) => api.row('select state from box where id = ?', id).state;
const history = async (id: number) => (await api.call.parcel.get({ params: { id } })).history;
const pod = (id: number, podAt: string | null) =>
  api.call.timeNode.updatePodTime({
    params: { id },
    body: { version: versionOf(api, id), podAt, ...(podAt ? { podBoxCount: 10 } : {}) },
  });

describe('the proof of delivery of a bill', () => {
  test('completes its released parcels and delivers its boxes; other parcels stay', async () => {
    const { id, sent, stayed } = departedBill(['free', 'failed', 'free', 'abnormal']);
    const at = hoursAgo(20);
    const { bill } = await pod(id, at);
    expect(bill).toMatchObject({ stage: 'delivery', parcelsFree: 0, parcelsCompleted: 2, parcelsFailed: 1 });
    expect(versionOf(api, id)).toBe(bill.version);
    expect(states(sent.parcels)).toEqual(['completed', 'failed', 'completed', 'abnormal']);
    expect(states(stayed.parcels)).toEqual(['held']);
    expect([boxState(sent.id), boxState(stayed.id)]).toEqual(['delivered', 'blocked']);
    const [first = 0] = sent.parcels;
    expect(api.row('select completedAt, stateAt from parcel where id = ?', first)).toEqual({
      completedAt: at,
      stateAt: at,
    });
    const [latest, ...earlier] = await history(first);
    expect(latest).toMatchObject({ what: 'pod', toState: 'completed' });
    expect(earlier.map(({ what }) => what)).not.toContain('complete');
    // Customers are notified of the delivery of the bill, not of each completed parcel.
    expect(api.rows('select code from timelineEvent where billId = ? order by id desc limit 1', id)).toEqual([
      { code: 'DELIVERED_HUB' },
    ]);
  });

  test('moves its completed parcels with its time, and leaves a box that is still in the warehouse', async () => {
    const { id, sent, stayed } = departedBill(['free', 'free']);
    await pod(id, hoursAgo(20));
    api.db.exec(`update parcel set state = 'free' where id = ${stayed.parcels[0]}`);
    const later = hoursAgo(19);
    const { warnings } = await pod(id, later);
    expect(states([...sent.parcels, ...stayed.parcels])).toEqual(['completed', 'completed', 'free']);
    expect(api.count('select count(*) from parcel where billId = ? and completedAt = ?', id, later)).toBe(2);
    expect(warnings.map(({ code }) => code)).toContain('POD_BOXES_STAY');
  });

  test('completes nothing when fewer boxes were signed for than left, and says so', async () => {
    const { id, sent } = departedBill(['free', 'free']);
    api.db.exec(
      `update box set inboundAt = '${hoursAgo(35)}', outboundAt = '${hoursAgo(29)}' where billId = ${id}`,
    );
    api.place(`billId = ${id}`);
    const body = { version: versionOf(api, id), podAt: hoursAgo(20), podBoxCount: 1 };
    const { warnings } = await api.call.timeNode.updatePodTime({ params: { id }, body });
    expect(states(sent.parcels)).toEqual(['free', 'free']);
    expect(warnings.find(({ code }) => code === 'POD_BOXES_UNKNOWN')?.msg).toMatch(
      /^1 of 2 boxes were signed for/,
    );
  });

  test('takes back what it completed when it is changed to fewer boxes than left', async () => {
    const { id, sent } = departedBill(['free', 'free']);
    api.db.exec(
      `update box set inboundAt = '${hoursAgo(35)}', outboundAt = '${hoursAgo(29)}' where billId = ${id}`,
    );
    api.place(`billId = ${id}`);
    const signed = (podBoxCount: number, hours: number) =>
      api.call.timeNode.updatePodTime({
        params: { id },
        body: { version: versionOf(api, id), podAt: hoursAgo(hours), podBoxCount },
      });
    await signed(2, 20);
    expect(states(sent.parcels)).toEqual(['completed', 'completed']);
    const { warnings } = await signed(1, 19);
    expect(warnings.map(({ code }) => code)).toContain('POD_BOXES_UNKNOWN');
    expect(states(sent.parcels)).toEqual(['free', 'free']);
  });

  test('is evaluated anew when only its number of boxes changes', async () => {
    const { id, sent } = departedBill(['free', 'free']);
    api.db.exec(
      `update box set inboundAt = '${hoursAgo(35)}', outboundAt = '${hoursAgo(29)}' where billId = ${id}`,
    );
    api.place(`billId = ${id}`);
    const podAt = hoursAgo(20);
    const signed = (podBoxCount: number) =>
      api.call.timeNode.updatePodTime({
        params: { id },
        body: { version: versionOf(api, id), podAt, podBoxCount },
      });
    await signed(2);
    expect([...states(sent.parcels), boxState(sent.id)]).toEqual(['completed', 'completed', 'delivered']);
    const { warnings } = await signed(1);
    expect(warnings.map(({ code }) => code)).toContain('POD_BOXES_UNKNOWN');
    expect([...states(sent.parcels), boxState(sent.id)]).toEqual(['free', 'free', 'loaded']);
    await signed(2);
    expect([...states(sent.parcels), boxState(sent.id)]).toEqual(['completed', 'completed', 'delivered']);
  });

  test('completes boxes that were only counted if the counts can only mean them', async () => {
    const known = departedBill(['free']);
    const unknown = departedBill(['free']);
    for (const { id, stayed } of [known, unknown]) {
      api.db.exec(`update box set outboundAt = null where billId = ${id}`);
      api.place(`billId = ${id}`);
      api.db.exec(`update parcel set state = 'free' where id = ${stayed.parcels[0]}`);
    }
    api.db.exec(`update pick set outboundBoxes = 1 where billId = ${unknown.id}`);
    await pod(known.id, hoursAgo(20));
    await pod(unknown.id, hoursAgo(20));
    expect(states([...known.sent.parcels, ...known.stayed.parcels])).toEqual(['completed', 'completed']);
    expect(states([...unknown.sent.parcels, ...unknown.stayed.parcels])).toEqual(['free', 'free']);
  });

  test('restores exactly what it completed when it is undone', async () => {
    const { id, sent } = departedBill(['free', 'free', 'free', 'abnormal']);
    const [byHand = 0, undone = 0, free = 0, anyway = 0] = sent.parcels;
    const numbers = (ids: readonly number[]) =>
      ids.map((one) => String(api.row('select trackingNo from parcel where id = ?', one).trackingNo));
    const move = { billId: id };
    await api.call.parcel.complete({ body: { ...move, trackingNos: numbers([byHand, undone]) } });
    await api.call.parcel.undoComplete({
      body: { ...move, trackingNos: numbers([undone]), reason: 'Wrong parcel' },
    });
    await api.call.parcel.deliver({ body: { ...move, trackingNos: numbers([anyway]), proof: 'Signed' } });
    await pod(id, hoursAgo(20));
    expect(states(sent.parcels)).toEqual(['completed', 'completed', 'completed', 'completed']);

    const { bill } = await pod(id, null);
    expect(bill).toMatchObject({ stage: 'transit', parcelsFree: 2, parcelsCompleted: 2 });
    expect(states(sent.parcels)).toEqual(['completed', 'free', 'free', 'completed']);
    expect(api.row('select completedAt, stateRemark from parcel where id = ?', free)).toEqual({
      completedAt: null,
      stateRemark: null,
    });
    expect((await history(free))[0]).toMatchObject({ what: 'undoPod', toState: 'free' });
    expect(boxState(sent.id)).toBe('loaded');

    await pod(id, hoursAgo(18));
    expect(states(sent.parcels)).toEqual(['completed', 'completed', 'completed', 'completed']);
  });

  test('does the same on many bills at once, from a file, and when that file is undone', async () => {
    const [one, two] = [departedBill(['free']), departedBill(['free'])];
    const entry = { time: hoursAgo(20), podBoxCount: 10 };
    await api.call.timeNode.many({
      body: { selection: { ids: [one.id] }, node: 'pod', entry: {}, own: [{ id: one.id, entry }] },
    });
    expect(states(one.sent.parcels)).toEqual(['completed']);

    const { billNo, batchNo } = api.row('select billNo, batchNo from bill where id = ?', two.id);
    const podAt = amsterdamTime(hoursAgo(20));
    const cells = { billNo: String(billNo), batchNo: String(batchNo), podAt, podBoxCount: '10' };
    const job = await converted(api, 'pod', null, tableCsv(fileTemplates.pod, [cells]));
    expect(job).toMatchObject({ status: 'success', okRows: 1 });
    expect(states(two.sent.parcels)).toEqual(['completed']);
    expect(await api.call.fileJob.undo({ params: { id: job.id } })).toMatchObject({ undone: 1, kept: [] });
    expect(states(two.sent.parcels)).toEqual(['free']);
  });

  test('restores the parcels of the demo too, although the demo does not record what completed them', async () => {
    const { id } = api.row(
      `select bill.id from bill join parcel on parcel.billId = bill.id
       where bill.podAt is not null and bill.archived = 0 and parcel.state = 'completed'
         and not exists (select 1 from parcel p where p.billId = bill.id and p.previousState = 'abnormal')
       group by bill.id order by count(*) limit 1`,
    );
    const was = api.row(
      'select podAt, podBoxCount, parcelsCompleted, parcelsFree from bill where id = ?',
      Number(id),
    );
    expect(was.parcelsFree).toBe(0);
    expect((await pod(Number(id), null)).bill).toMatchObject({
      parcelsFree: was.parcelsCompleted,
      parcelsCompleted: 0,
    });
    const version = versionOf(api, Number(id));
    const body = { version, podAt: String(was.podAt), podBoxCount: Number(was.podBoxCount) };
    expect((await api.call.timeNode.updatePodTime({ params: { id: Number(id) }, body })).bill).toMatchObject({
      parcelsFree: 0,
      parcelsCompleted: was.parcelsCompleted,
    });
  });
});

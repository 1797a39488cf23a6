import { describe, expect, test } from 'vitest';
import { custodyFaults } from '../../main/server/areas/custody/balance';
import { receivedTrip, scanAll } from '../support/apiCargo';
import { hoursAgo } from '../support/apiNodes';
import { actOn, deliver, noteOf } from '../support/apiTrucks';
import { testApi } from '../support/server';

const api = testApi();

test('ends the ledger of the demo at the present places of its goods', async () => {
  const store = await api.openStore();
  try {
    expect(await custodyFaults(store.read)).toEqual([]);
  } finally {
    await store.close();
  }
});

const stopsOf = async (id: number, at?: string) => {
  const { stops } = await api.call.custodyMove.stops({ params: { id }, query: at ? { at } : {} });
  return stops.map(({ place, name, boxes, parcels }) => ({ place, name, boxes, parcels }));
};
const parcelsOf = (billId: number) =>
  api.rows('select id, trackingNo, boxId from parcel where billId = ? order by id', billId) as {
    id: number;
    trackingNo: string;
    boxId: number;
  }[];
const report = (id: number, body: object) =>
  api.call.custodyMove.report({ params: { id }, body: { reason: 'Looked for twice', ...body } as never });

describe('the places of a bill', () => {
  test('follow scans and the truck, and are shown for an earlier moment too', async () => {
    const { cmr, trips } = await noteOf(api);
    const id = trips[0]?.id ?? 0;
    const total = api.count('select count(*) from box where billId = ?', id);
    expect((await stopsOf(id)).map(({ place }) => place)).toEqual(['warehouse']);
    await actOn(api, cmr, 'load', { at: hoursAgo(1) });
    const loaded = await stopsOf(id);
    const onTruck = loaded.find(({ place }) => place === 'truck');
    expect(onTruck).toMatchObject({ name: cmr.cmrNo });
    expect(loaded.reduce((sum, { boxes }) => sum + boxes, 0)).toBe(total);
    const moves = await api.call.custodyMove.list({ query: { billId: [id] } });
    // All boxes of the bill on the truck are one line of the ledger.
    expect(moves.list[0]).toMatchObject({
      ...{ fromPlace: 'warehouse', toPlace: 'truck', toName: cmr.cmrNo },
      ...{ proof: 'cmr', proofText: cmr.cmrNo, quantity: onTruck?.boxes },
    });
    expect(await stopsOf(id, hoursAgo(24))).toMatchObject([{ place: 'announced', boxes: total }]);
  });

  test('count boxes without a number apart from those with one', async () => {
    const { id, boxes } = await receivedTrip(api);
    api.db.exec(`update box set inboundAt = null, pickId = null where billId = ${id}`);
    api.place(`billId = ${id}`);
    const { stops } = await api.call.custodyMove.stops({ params: { id }, query: {} });
    expect(stops).toMatchObject([
      { place: 'warehouse', boxes: 0, unnamed: boxes.length, parcels: boxes.length },
    ]);
  });
});

test('the chain of a parcel names each place with its proof, and each undone move', async () => {
  const { id, boxes } = await receivedTrip(api);
  await scanAll(api, id, 'outbound', boxes);
  const [box] = boxes;
  await api.call.box.unscan({ params: { id }, body: { leg: 'outbound', boxNo: box?.boxNo ?? '' } });
  const parcel = parcelsOf(id).find(({ boxId }) => boxId === box?.boxId);
  const { moves } = await api.call.custodyMove.parcel({ params: { id: parcel?.id ?? 0 } });
  expect(moves.map(({ fromPlace, toPlace, proof }) => `${fromPlace} ${toPlace} ${proof}`)).toEqual([
    'announced warehouse scan',
    'warehouse truck scan',
    'truck warehouse scan',
  ]);
  expect(moves[2]?.reverses).toBe(moves[1]?.id);
});

describe('goods that a person reports', () => {
  test('are lost with a case of their own, and found again', async () => {
    const { id, boxes } = await receivedTrip(api);
    const [box] = boxes;
    const boxNo = box?.boxNo ?? '';
    await report(id, { boxNos: [boxNo], to: 'lost' });
    expect(api.row('select state, place from box where id = ?', box?.boxId ?? 0)).toEqual({
      ...{ state: 'missing', place: 'lost' },
    });
    expect(api.row('select type, state from abnormalCase where boxId = ?', box?.boxId ?? 0)).toEqual({
      ...{ type: 'shortage', state: 'open' },
    });
    await report(id, { boxNos: [boxNo], to: 'warehouse', reason: 'Behind the gate' });
    expect(api.row('select place, inboundAt from box where id = ?', box?.boxId ?? 0)).toMatchObject({
      place: 'warehouse',
    });
    expect(api.row('select state, resolution from abnormalCase where boxId = ?', box?.boxId ?? 0)).toEqual({
      ...{ state: 'closed', resolution: 'Behind the gate' },
    });
  });

  test('leave the rest of their box free to go when a parcel is lost', async () => {
    const { id, boxes } = await receivedTrip(api);
    const [box] = boxes;
    const [first] = parcelsOf(id).filter(({ boxId }) => boxId === box?.boxId);
    await report(id, { trackingNos: [first?.trackingNo ?? ''], to: 'lost' });
    expect(api.row('select state, place from parcel where id = ?', first?.id ?? 0)).toEqual({
      ...{ state: 'abnormal', place: 'lost' },
    });
    expect(api.row('select state from box where id = ?', box?.boxId ?? 0).state).toBe('ready');
    await report(id, { trackingNos: [first?.trackingNo ?? ''], to: 'warehouse' });
    expect(api.row('select state, place from parcel where id = ?', first?.id ?? 0)).toEqual({
      ...{ state: 'free', place: null },
    });
  });

  test('are all reported, or none when one of them cannot be there', async () => {
    const { id, boxes } = await receivedTrip(api);
    const [one, two] = boxes.map(({ boxNo }) => boxNo);
    await report(id, { boxNos: [one], to: 'destroyed' });
    const refused = await api.refused('custodyMove.report', {
      params: { id },
      body: { boxNos: [one, two], to: 'lost', reason: 'Not on the shelf' },
    });
    expect(refused).toMatchObject({ code: 'GOODS_NOT_FROM' });
    expect(api.count("select count(*) from box where billId = ? and place = 'lost'", id)).toBe(0);
  });
});

test('a truck is at the hub again after its delivery is reopened, with both moves kept', async () => {
  const { cmr, trips } = await noteOf(api);
  const id = trips[0]?.id ?? 0;
  await actOn(api, cmr, 'load', { at: hoursAgo(30) });
  await actOn(api, cmr, 'depart', { at: hoursAgo(29) });
  await actOn(api, cmr, 'arrive', { at: hoursAgo(8) });
  await deliver(api, cmr, 4, hoursAgo(2));
  expect((await stopsOf(id)).map(({ place }) => place)).toContain('delivered');
  const version = api.count('select version from cmr where id = ?', cmr.id);
  await api.call.cmr.reopen({
    params: { id: cmr.id },
    query: { version, reason: 'Signed for another truck' },
  });
  expect((await stopsOf(id)).map(({ place }) => place)).toContain('hub');
  // An undone signature is shown at no earlier moment either.
  expect((await stopsOf(id, hoursAgo(1))).map(({ place }) => place)).not.toContain('delivered');
});

test('the moves of a bill are saved as a file, a line each with their proof', async () => {
  const { id, boxes } = await receivedTrip(api);
  const { bytes } = await api.call.custodyMove.export({ query: { billId: [id], format: 'csv' } });
  const lines = new TextDecoder().decode(bytes).trim().split('\r\n');
  expect(lines).toHaveLength(boxes.length + 1);
  const pickNo = String(api.row('select pickNo from pick where billId = ?', id).pickNo);
  for (const line of lines.slice(1)) expect(line).toContain(pickNo);
});

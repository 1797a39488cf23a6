import { fileTemplates } from '@contract/files/templates';
import { describe, expect, test } from 'vitest';
import { custodyFaults } from '../../main/server/areas/custody/balance';
import { finishLeg, receivedTrip, scanAll } from '../support/apiCargo';
import { converted, tableCsv } from '../support/apiFileJob';
import { hoursAgo } from '../support/apiNodes';
import { actOn, cmrDraftOf, deliver, noteOf } from '../support/apiTrucks';
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

/** Makes a bill of four boxes whose truck was signed without the first one. */
async function signedWithout() {
  const { cmr, trips } = await noteOf(api);
  const [trip] = trips;
  if (!trip) throw new Error('a trip');
  await actOn(api, cmr, 'load', { at: hoursAgo(30) });
  await actOn(api, cmr, 'depart', { at: hoursAgo(29) });
  await actOn(api, cmr, 'arrive', { at: hoursAgo(8) });
  await finishLeg(api, trip.pickId, 'outbound');
  const [missing] = trip.boxes;
  await api.call.cmr.deliver({
    params: { id: cmr.id },
    body: {
      ...{ version: api.count('select version from cmr where id = ?', cmr.id), podAt: hoursAgo(4) },
      ...{ podBoxCount: 3, missing: { boxNos: [missing?.boxNo ?? ''] } },
    },
  });
  return { cmr, id: trip.id, boxId: missing?.boxId ?? 0, boxNo: missing?.boxNo ?? '', pickId: trip.pickId };
}
const noteAt = (id: number) => api.row('select state, podBoxCount from cmr where id = ?', id);
const billAt = (id: number) =>
  api.row('select podAt, podBoxCount, stage, parcelsCompleted from bill where id = ?', id);
const boxAt = (id: number) => api.row('select place, placeId, palletId, state from box where id = ?', id);
const caseAt = (boxId: number) =>
  api.row('select state, resolution, cmrId from abnormalCase where boxId = ?', boxId);

describe('a box missing at a delivery', () => {
  test('comes back by a scan in the warehouse, and leaves with another truck', async () => {
    const { cmr, id, boxId, boxNo } = await signedWithout();
    expect(caseAt(boxId)).toMatchObject({ state: 'open', cmrId: cmr.id });
    expect(billAt(id)).toMatchObject({ podBoxCount: 3, stage: 'delivery' });
    const scan = { params: { id }, body: { leg: 'inbound' as const, boxNo } };
    expect(await api.call.box.scan(scan)).toMatchObject({ result: 'recovered' });
    expect(boxAt(boxId)).toMatchObject({ place: 'warehouse', palletId: null, state: 'ready' });
    expect(caseAt(boxId)).toMatchObject({ state: 'closed', resolution: 'Found again' });
    // The note stays signed; its bill is not delivered while goods follow.
    expect(noteAt(cmr.id)).toEqual({ state: 'delivered', podBoxCount: 3 });
    expect(billAt(id)).toMatchObject({ podAt: null });
    expect(await api.call.box.scan(scan)).toMatchObject({ result: 'again' });
    const pallet = await api.call.pallet.create({ body: { boxIds: [boxId] } });
    await api.call.pallet.act({
      params: { id: pallet.id },
      body: { version: pallet.version, action: 'close' },
    });
    const second = await api.call.cmr.create({ body: cmrDraftOf(api, { palletIds: [pallet.id] }) as never });
    for (const action of ['load', 'depart', 'arrive']) await actOn(api, second, action);
    await deliver(api, second, 1, hoursAgo(0));
    expect(billAt(id)).toMatchObject({ podBoxCount: 4, stage: 'delivery', parcelsCompleted: 4 });
  });

  test('is delivered when the hub finds it, with the note still signed', async () => {
    const { cmr, id, boxId, boxNo } = await signedWithout();
    await report(id, { boxNos: [boxNo], to: 'delivered', reason: 'On another ramp' });
    expect(boxAt(boxId)).toMatchObject({ place: 'delivered', placeId: cmr.id, state: 'delivered' });
    expect(caseAt(boxId)).toMatchObject({ state: 'closed', resolution: 'On another ramp' });
    expect(noteAt(cmr.id)).toEqual({ state: 'delivered', podBoxCount: 4 });
    expect(billAt(id)).toMatchObject({ podBoxCount: 4, parcelsCompleted: 4 });
    // Reopening the note takes both back.
    const version = api.count('select version from cmr where id = ?', cmr.id);
    await api.call.cmr.reopen({ params: { id: cmr.id }, query: { version, reason: 'Another truck' } });
    expect(boxAt(boxId)).toMatchObject({ place: 'hub', placeId: cmr.id });
  });

  test('stays on the copies of the note that was signed without it, whatever is changed afterwards', async () => {
    const { cmr, id, boxNo } = await signedWithout();
    const sheet = () => api.call.cmr.sheet({ params: { id: cmr.id } });
    const signed = await sheet();
    expect(signed.boxes.find(({ no }) => no === 7)?.lines).toContain('4 CTN');
    await report(id, { boxNos: [boxNo], to: 'warehouse', reason: 'Behind the gate' });
    const street = 'select street from destination where id = ?';
    const before = String(api.row(street, cmr.toDestinationId).street);
    const move = (to: string) =>
      api.db.prepare('update destination set street = ? where id = ?').run(to, cmr.toDestinationId);
    move('Moved 1');
    expect(await sheet()).toEqual(signed);
    // What a person corrects on the note itself is printed.
    api.db.exec(`update cmr set driverName = 'Second driver' where id = ${cmr.id}`);
    expect((await sheet()).boxes.find(({ no }) => no === 23)?.lines).toEqual(['Second driver']);
    move(before);
  });

  test('keeps a case in which a claim was made, resolved', async () => {
    const { id, boxId, boxNo } = await signedWithout();
    api.db.exec(`update abnormalCase set claimAmount = 10000, currency = 'EUR' where boxId = ${boxId}`);
    await report(id, { boxNos: [boxNo], to: 'warehouse', reason: 'Behind the gate' });
    expect(caseAt(boxId)).toMatchObject({ state: 'resolved', resolution: 'Behind the gate' });
  });

  test('comes back by a file of received boxes, with what the file measured', async () => {
    const { id, boxId, boxNo } = await signedWithout();
    const line = { boxNo, parcels: '3', weight: '7.25', state: 'received' };
    await converted(api, 'warehouse_box', id, tableCsv(fileTemplates.warehouse_box, [line]));
    expect(api.row('select place, scannedParcels, measuredWeight from box where id = ?', boxId)).toEqual({
      ...{ place: 'warehouse', scannedParcels: 3, measuredWeight: 7250 },
    });
  });

  test('is lost again when the scan that found it is undone, and its bill is as before', async () => {
    const { id, boxId, boxNo, pickId } = await signedWithout();
    const box = 'select inboundAt, outboundAt, outboundBy from box where id = ?';
    const pick = 'select inboundBoxes, outboundBoxes, outboundFinished from pick where id = ?';
    const before = { bill: billAt(id), box: api.row(box, boxId), pick: api.row(pick, pickId) };
    await api.call.box.scan({ params: { id }, body: { leg: 'inbound', boxNo } });
    expect(billAt(id)).toMatchObject({ podAt: null });
    await api.call.box.unscan({ params: { id }, body: { leg: 'inbound', boxNo } });
    expect(boxAt(boxId)).toMatchObject({ place: 'lost' });
    expect(api.count("select count(*) from abnormalCase where boxId = ? and state = 'open'", boxId)).toBe(1);
    expect({ bill: billAt(id), box: api.row(box, boxId), pick: api.row(pick, pickId) }).toEqual(before);
  });
});

test('a box that is lost on the way is neither delivered nor brought back with its truck', async () => {
  const { cmr, trips } = await noteOf(api);
  const id = trips[0]?.id ?? 0;
  const [gone] = trips[0]?.boxes ?? [];
  await actOn(api, cmr, 'load', { at: hoursAgo(30) });
  await actOn(api, cmr, 'depart', { at: hoursAgo(29) });
  await report(id, { boxNos: [gone?.boxNo], to: 'lost' });
  await actOn(api, cmr, 'arrive', { at: hoursAgo(8) });
  // The form of the delivery proposes this number.
  expect(await api.call.cmr.get({ params: { id: cmr.id } })).toMatchObject({
    ...{ totalBoxes: 4, carriedBoxes: 3 },
  });
  await deliver(api, cmr, 3, hoursAgo(2));
  expect(boxAt(gone?.boxId ?? 0)).toMatchObject({ place: 'lost', placeId: null });
  expect(billAt(id)).toMatchObject({ parcelsCompleted: 3 });
});

test.each([
  ['destroyed', 'Destroyed', '已销毁'],
  ['returned', 'Returned to sender', '已退回发件人'],
] as const)(
  'a box that is %s goes neither out nor on a pallet nor to the gate, and says why',
  async (to, en, cn) => {
    const { id, boxes } = await receivedTrip(api);
    const [box] = boxes;
    await report(id, { boxNos: [box?.boxNo], to });
    const out = { params: { id }, body: { leg: 'outbound', boxNo: box?.boxNo } };
    expect(await api.refused('box.scan', out)).toMatchObject({
      ...{ code: 'BOX_GONE', msg: `${box?.boxNo} is not in the warehouse: ${en}` },
    });
    expect(await api.refused('box.scan', out, { language: 'cn' })).toMatchObject({
      msg: `${box?.boxNo}不在仓库：${cn}`,
    });
    expect(await api.refused('pallet.create', { body: { boxIds: [box?.boxId] } })).toMatchObject({
      code: 'BOX_GONE',
    });
    const back = { params: { id }, body: { leg: 'inbound', boxNo: box?.boxNo } };
    expect(await api.refused('box.scan', back)).toMatchObject({ code: 'BOX_ELSEWHERE' });
    expect(await api.refused('box.unscan', back)).toMatchObject({ code: 'BOX_GONE' });
  },
);

test('a truck does not leave without a box that was taken off it', async () => {
  const { cmr, trips } = await noteOf(api);
  const [{ id, boxes } = { id: 0, boxes: [] }] = trips;
  const boxNo = boxes[0]?.boxNo ?? '';
  await actOn(api, cmr, 'load');
  await api.call.box.unscan({ params: { id }, body: { leg: 'outbound', boxNo } });
  const depart = () => ({
    params: { id: cmr.id },
    body: { version: api.count('select version from cmr where id = ?', cmr.id), action: 'depart' },
  });
  expect(await api.refused('cmr.act', depart())).toMatchObject({
    ...{
      code: 'BOX_NOT_LOADED',
      msg: `Box ${boxNo} is not on the truck: Warehouse. Load it, or take it off its pallet`,
    },
  });
  await api.call.box.scan({ params: { id }, body: { leg: 'outbound', boxNo } });
  expect('refused' in (await api.send('cmr.act', depart()))).toBe(false);
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

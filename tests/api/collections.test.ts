import { expect, test } from 'vitest';
import { hoursAgo } from '../support/apiNodes';
import { testApi } from '../support/server';
import { countedBill, gateTrip } from './cases/collection';
import { document } from './cases/files';

const api = testApi();

const bill = (id: number) => api.row('select * from bill where id = ?', id);
const boxesOf = (id: number) =>
  api.rows('select boxNo, state, outboundAt, collectionId from box where billId = ? order by id', id);
const events = (id: number) =>
  api.rows(
    "select code, occurredAt, textEn from timelineEvent where billId = ? and code in ('COLLECTED', 'DELIVERED_HUB', 'OUTBOUND') order by id",
    id,
  );
const collect = (id: number, body: object = {}) =>
  api.call.collection.collect({ params: { id }, body: { signer: 'J. Claes', ...body } });
const undo = (id: number, collectionId: number) =>
  api.call.collection.undo({ params: { id, collectionId }, query: { reason: 'Wrong customer' } });
const parcelStates = (id: number) =>
  api.rows('select state from parcel where billId = ? order by id', id).map(({ state }) => state);

test('the customer collects all boxes: delivered by the signature, without a CMR or an outbound leg', async () => {
  const { id, pickId } = await gateTrip(api);
  const at = hoursAgo(0);
  const made = await collect(id, { collectedAt: at, identity: '1-ABC-234', remark: 'Dock 2' });
  expect(made).toMatchObject({ boxCount: 4, signer: 'J. Claes', identity: '1-ABC-234', remark: 'Dock 2' });
  expect(made.boxNos).toHaveLength(4);
  expect(bill(id)).toMatchObject({
    ...{ podAt: at, podBoxCount: 4, tatAt: null, stage: 'delivery', parcelsCompleted: 4, parcelsFree: 0 },
  });
  expect(boxesOf(id).map(({ state, outboundAt }) => [state, outboundAt])).toEqual(
    Array(4).fill(['delivered', at]),
  );
  // The ledger has one move, and the parcels are with their boxes.
  expect(
    api.rows(
      "select fromPlace, toPlace, proof, proofText, quantity from custodyMove where billId = ? and toPlace <> 'warehouse'",
      id,
    ),
  ).toEqual([
    { fromPlace: 'warehouse', toPlace: 'collected', proof: 'gate', proofText: 'J. Claes', quantity: 4 },
  ]);
  expect(api.count('select count(*) from parcel where billId = ? and place is not null', id)).toBe(0);
  expect(api.row('select outboundStartAt, outboundBoxes from pick where id = ?', pickId)).toEqual({
    outboundStartAt: null,
    outboundBoxes: null,
  });
  expect(events(id)).toEqual([{ code: 'COLLECTED', occurredAt: at, textEn: 'Collected by the customer' }]);
  expect(
    api.rows("select action, remark from billLog where billId = ? and action = 'deliver'", id),
  ).toContainEqual({
    action: 'deliver',
    remark: expect.stringMatching(/^J\. Claes · 1-ABC-234 · Dock 2 · BX-/),
  });
});

test('a collected parcel is tracked as collected, not as handed to a carrier', async () => {
  const { id, boxes } = await gateTrip(api);
  await collect(id, { boxNos: [boxes[0]?.boxNo] });
  const { trackingNo } = api.row('select trackingNo from parcel where id = ?', boxes[0]?.parcelId ?? 0);
  const { found } = await api.call.tracking.parcel({ query: { numbers: [String(trackingNo)] } });
  const codes = found[0]?.events.map(({ code }) => code) ?? [];
  expect(codes).toContain('COLLECTED');
  expect(codes).not.toContain('DELIVERED_HUB');
  expect(codes).not.toContain('HUB_ARRIVED');
  expect((await api.call.parcel.get({ params: { id: boxes[0]?.parcelId ?? 0 } })).delivered).toBe(true);
});

test('boxes that customs holds stay; the bill is delivered when the last of them is collected', async () => {
  const { id, boxes } = await gateTrip(api, ['free', 'held', 'free']);
  const offer = await api.call.collection.offer({ params: { id } });
  expect(offer).toMatchObject({ collects: true, counted: false, boxCount: 2 });
  expect(offer.boxes.map(({ stays }) => stays === null)).toEqual([true, false, true]);
  expect(offer.boxes[1]?.stays).toContain(boxes[1]?.boxNo);
  const first = await collect(id, { collectedAt: hoursAgo(0) });
  expect(first.boxNos).toEqual([boxes[0]?.boxNo, boxes[2]?.boxNo].sort());
  expect(bill(id)).toMatchObject({ podAt: null, parcelsCompleted: 2, parcelsHeld: 1 });
  expect(events(id)).toMatchObject([
    { code: 'COLLECTED', textEn: 'Collected by the customer · J. Claes · 2/3' },
  ]);
  expect(boxesOf(id).map(({ state }) => state)).toEqual(['delivered', 'blocked', 'delivered']);
  const { trackingNo } = api.row('select trackingNo from parcel where id = ?', boxes[1]?.parcelId ?? 0);
  await api.call.parcel.free({
    body: { billId: id, trackingNos: [String(trackingNo)], remark: 'Released by mail' },
  });
  await collect(id, { boxNos: [boxes[1]?.boxNo] });
  expect(bill(id)).toMatchObject({ podBoxCount: 3, stage: 'delivery', parcelsCompleted: 3 });
  expect(bill(id).podAt).not.toBeNull();
});

test('a named box that may not leave refuses the whole collection', async () => {
  const { id, boxes } = await gateTrip(api, ['free', 'clearance']);
  const named = { boxNos: boxes.map(({ boxNo }) => boxNo) };
  const found = await api.refused('collection.collect', {
    params: { id },
    body: { signer: 'J. Claes', ...named },
  });
  expect(found.code).toBe('BOX_NOT_RELEASED');
  expect(boxesOf(id).every(({ collectionId }) => collectionId === null)).toBe(true);
});

test('a collection is undone with a reason: boxes are in the warehouse, the other collections stay', async () => {
  const { id, boxes } = await gateTrip(api);
  const one = await collect(id, { boxNos: [boxes[0]?.boxNo] });
  const two = await collect(id, { signer: 'B. Maes' });
  expect(bill(id)).toMatchObject({ podBoxCount: 4, stage: 'delivery' });
  await undo(id, one.id);
  expect(bill(id)).toMatchObject({ podAt: null, podBoxCount: null, parcelsFree: 1, parcelsCompleted: 3 });
  expect(bill(id).stage).not.toBe('delivery');
  expect(boxesOf(id)[0]).toMatchObject({ state: 'ready', outboundAt: null, collectionId: null });
  expect(events(id)).toMatchObject([
    { code: 'COLLECTED', textEn: 'Collected by the customer · B. Maes · 3/4' },
  ]);
  expect(await api.call.collection.list({ params: { id } })).toMatchObject([{ id: two.id, boxCount: 3 }]);
  expect(api.rows("select remark from billLog where billId = ? and action = 'undo'", id)).toContainEqual({
    remark: 'J. Claes: Wrong customer',
  });
  // The same boxes are collected again, by somebody else.
  await collect(id, { signer: 'B. Maes' });
  expect(bill(id)).toMatchObject({ podBoxCount: 4, stage: 'delivery', parcelsCompleted: 4 });
});

test('clearing the POD of a bill keeps its collected parcels completed', async () => {
  const { id } = await gateTrip(api);
  await collect(id);
  await api.call.timeNode.updatePodTime({
    params: { id },
    body: { version: Number(bill(id).version), podAt: null },
  });
  expect(parcelStates(id)).toEqual(Array(4).fill('completed'));
  // A POD entered by hand needs no hub and no outbound leg, because a collection precedes it.
  await api.call.timeNode.updatePodTime({
    params: { id },
    body: { version: Number(bill(id).version), podAt: hoursAgo(0), podBoxCount: 4 },
  });
  expect(bill(id)).toMatchObject({ podBoxCount: 4, stage: 'delivery' });
});

test('boxes without numbers are collected by their count, the last ones deliver the bill', async () => {
  const { id } = await countedBill(api);
  expect(await api.call.collection.offer({ params: { id } })).toMatchObject({ counted: true, boxCount: 4 });
  const made = await collect(id, { boxCount: 3 });
  expect(made).toMatchObject({ boxCount: 3, boxNos: [] });
  expect(bill(id).podAt).toBeNull();
  const more = await api.refused('collection.collect', {
    params: { id },
    body: { signer: 'J. Claes', boxCount: 2 },
  });
  expect(Object.keys(more.fields)).toEqual(['boxCount']);
  await collect(id, { boxCount: 1 });
  expect(bill(id)).toMatchObject({ podBoxCount: 4, stage: 'delivery' });
  await undo(id, made.id);
  expect(bill(id).podAt).toBeNull();
  expect(await api.call.collection.offer({ params: { id } })).toMatchObject({ boxCount: 3 });
  const { stops } = await api.call.custodyMove.stops({ params: { id } });
  const unnamed = stops.flatMap((stop) => (stop.unnamed > 0 ? [[stop.place, stop.unnamed]] : []));
  expect(unnamed).toEqual([
    ['warehouse', 3],
    ['collected', 1],
  ]);
});

test('the signed paper is shown with the collection, and its proof outlives the file', async () => {
  const { id } = await gateTrip(api);
  const { id: other } = await gateTrip(api);
  const { id: attachmentId, fileName } = await api.call.attachment.upload({
    params: { id },
    query: { category: 'pod' },
    file: document(),
  });
  const wrong = await api.refused('collection.collect', {
    params: { id: other },
    body: { signer: 'J. Claes', attachmentId },
  });
  expect(Object.keys(wrong.fields)).toEqual(['attachmentId']);
  expect(await collect(id, { attachmentId })).toMatchObject({ fileName, attachmentId });
  await api.call.attachment.remove({ params: { attachmentId } });
  expect(await api.call.collection.list({ params: { id } })).toMatchObject([
    { signer: 'J. Claes', attachmentId: null, fileName: null },
  ]);
});

/** Makes a bill of four boxes at the gate, the first two on a pallet. */
async function onPallet(closed: boolean) {
  const trip = await gateTrip(api);
  const boxNos = trip.boxes.map(({ boxNo }) => boxNo);
  const pallet = await api.call.pallet.create({
    body: { boxIds: trip.boxes.slice(0, 2).map(({ boxId }) => boxId) },
  });
  const act = { params: { id: pallet.id }, body: { action: 'close' as const, version: pallet.version } };
  if (closed) await api.call.pallet.act(act);
  return { ...trip, boxNos, palletNo: pallet.palletNo, palletId: pallet.id };
}
const palletState = (id: number) => api.row('select state from pallet where id = ?', id).state;

test('a closed pallet is collected as a whole, and is in the warehouse again when that is undone', async () => {
  const { id, boxNos, palletNo, palletId } = await onPallet(true);
  const { boxes } = await api.call.collection.offer({ params: { id } });
  expect(boxes.map(({ pallet, stays }) => [pallet?.palletNo, pallet?.isClosed, stays])).toEqual([
    ...Array(2).fill([palletNo, true, null]),
    ...Array(2).fill([undefined, undefined, null]),
  ]);
  const part = { params: { id }, body: { signer: 'J. Claes', boxNos: boxNos.slice(1, 3) } };
  expect(await api.refused('collection.collect', part)).toMatchObject({ code: 'BOX_ON_PALLET' });
  const made = await collect(id, { boxNos: boxNos.slice(0, 3) });
  expect(palletState(palletId)).toBe('delivered');
  expect(boxesOf(id).map(({ state }) => state)).toEqual(['delivered', 'delivered', 'delivered', 'ready']);
  await undo(id, made.id);
  expect(palletState(palletId)).toBe('closed');
  expect(boxesOf(id).map(({ state }) => state)).toEqual(['palletised', 'palletised', 'ready', 'ready']);
});

test('a box is collected from an open pallet, which keeps the others', async () => {
  const { id, boxNos, palletId } = await onPallet(false);
  await collect(id, { boxNos: boxNos.slice(0, 1) });
  expect(palletState(palletId)).toBe('open');
  expect(api.rows('select boxNo from box where palletId = ?', palletId)).toEqual([{ boxNo: boxNos[1] }]);
});

test('a closed pallet with a box that may not leave stays as a whole, the other boxes are collected', async () => {
  const { id, boxNos, boxes, palletId } = await onPallet(true);
  const { trackingNo } = api.row('select trackingNo from parcel where id = ?', boxes[0]?.parcelId ?? 0);
  await api.call.parcel.abnormal({
    body: { billId: id, trackingNos: [String(trackingNo)], type: 'damaged', remark: 'Crushed' },
  });
  const made = await collect(id);
  expect(made.boxNos).toEqual(boxNos.slice(2));
  expect(palletState(palletId)).toBe('closed');
});

import { describe, expect, test } from 'vitest';
import { countedTrip, finishLeg, receivedTrip } from '../support/apiCargo';
import { newLrn } from '../support/apiCustoms';
import { actOn, cmrDraftOf, deliver } from '../support/apiTrucks';
import { pdfPages } from '../support/pdfPages';
import { testApi } from '../support/server';

const api = testApi();

type Trip = Awaited<ReturnType<typeof receivedTrip>>;
const box = (boxId = 0) => api.row('select * from box where id = ?', boxId);
const parcel = (parcelId = 0) => api.row('select * from parcel where id = ?', parcelId);
const trackingOf = (parcelId = 0) => String(parcel(parcelId).trackingNo);
const repack = (id: number, parcelIds: readonly (number | undefined)[], more: object = {}) =>
  api.call.box.repack({
    params: { id },
    body: { trackingNos: parcelIds.map(trackingOf), reason: 'held', ...more } as never,
  });
const loose = (id: number) => api.call.box.loose({ params: { id } });
const countsOf = (id: number) =>
  api.row('select inboundBoxes, outboundBoxes, shortageCount from bill where id = ?', id);

/** Puts all parcels of a trip into its first box, in the states they have. */
function inOneBox({ id, boxes }: Trip): number {
  const [first] = boxes;
  api.db.exec(`update parcel set boxId = ${first?.boxId} where billId = ${id};
    update box set declaredParcels = ${boxes.length}, weight = 34000 where id = ${first?.boxId}`);
  return first?.boxId ?? 0;
}

test('lets a box leave once its held parcels are taken out', async () => {
  const trip = await receivedTrip(api, { parcels: ['held', 'free', 'free', 'free'] });
  const boxId = inOneBox(trip);
  const boxNo = String(box(boxId).boxNo);
  const [held] = trip.boxes;
  expect(
    await api.refused('box.scan', { params: { id: trip.id }, body: { leg: 'outbound', boxNo } }),
  ).toMatchObject({ code: 'BOX_BLOCKED' });
  expect(await repack(trip.id, [held?.parcelId], { remark: 'shelf 7' })).toEqual({ changed: 1, box: null });
  // The declared counts stay; the actual contents change.
  expect(box(boxId)).toMatchObject({
    ...{ state: 'ready', declaredParcels: 4, weight: 34000 },
    ...{ scannedParcels: 3, measuredWeight: 34000 - 8500 },
  });
  expect(await loose(trip.id)).toMatchObject([
    { trackingNo: trackingOf(held?.parcelId), state: 'held', looseReason: 'held', looseFrom: boxNo },
  ]);
  expect(
    await api.call.box.scan({ params: { id: trip.id }, body: { leg: 'outbound', boxNo } }),
  ).toMatchObject({ result: 'done' });
  // The held parcel stays when the box leaves, and still belongs to the bill.
  expect(parcel(held?.parcelId)).toMatchObject({ boxId: null, state: 'held' });
  const {
    history,
    boxNo: inBox,
    looseFrom,
  } = await api.call.parcel.get({ params: { id: held?.parcelId ?? 0 } });
  expect(history[0]).toMatchObject({ what: 'takeOut', remark: `${boxNo} → – · shelf 7` });
  expect([inBox, looseFrom]).toEqual([null, boxNo]);
  const [log] = api.rows("select * from billLog where billId = ? and action = 'repack'", trip.id);
  expect(log?.remark).toMatch(new RegExp(`^${boxNo} → –: \\w+: shelf 7$`));
  // The box is on the truck: nothing can be put into it, nor taken out.
  expect(
    await api.refused('box.repack', {
      params: { id: trip.id },
      body: { trackingNos: [trackingOf(held?.parcelId)], boxNo, reason: 'held' },
    }),
  ).toMatchObject({ code: 'BOX_GONE' });
});

test('a loose parcel is put back into its box without a trace', async () => {
  const trip = await receivedTrip(api, { parcels: ['held', 'free'] });
  const boxId = inOneBox(trip);
  const before = box(boxId);
  const { boxNo } = before;
  await repack(trip.id, [trip.boxes[0]?.parcelId]);
  await repack(trip.id, [trip.boxes[0]?.parcelId], { boxNo });
  expect(box(boxId)).toEqual({ ...before, scannedParcels: 2, measuredWeight: 34000 });
  expect(parcel(trip.boxes[0]?.parcelId)).toMatchObject({
    ...{ boxId, looseAt: null, looseReason: null, looseFrom: null },
  });
  expect(await loose(trip.id)).toEqual([]);
  // Doing it twice changes nothing.
  expect(await repack(trip.id, [trip.boxes[0]?.parcelId], { boxNo })).toMatchObject({ changed: 0 });
});

test('packs parcels into a new box, which leaves and is delivered but is in no count of the trip', async () => {
  const trip = await receivedTrip(api, { parcels: ['free', 'free', 'free', 'held'] });
  const boxId = inOneBox(trip);
  const { boxNo } = box(boxId);
  const counts = countsOf(trip.id);
  const [one, other, , held] = trip.boxes;
  await repack(trip.id, [held?.parcelId]);
  const made = await repack(trip.id, [one?.parcelId, other?.parcelId], { newBox: true, reason: 'misplaced' });
  expect(made).toMatchObject({
    changed: 2,
    box: { boxNo: `${boxNo}-R1`, state: 'ready', declaredParcels: 0, scannedParcels: 2, measuredWeight: 17 },
  });
  expect(countsOf(trip.id)).toEqual(counts);
  // The new box has a label like any other.
  const label = await api.call.label.box({ body: { size: '100x100', ids: [made.box?.id ?? 0] } });
  expect(pdfPages(label.bytes)[0]?.text).toContain(`${boxNo}-R1`);
  await api.call.box.scan({ params: { id: trip.id }, body: { leg: 'outbound', boxNo: `${boxNo}-R1` } });
  expect(box(made.box?.id)).toMatchObject({ state: 'loaded' });
  expect(countsOf(trip.id)).toEqual(counts);
  // Undoing its outbound scan does not change the count; it has no inbound scan to undo.
  for (const leg of ['outbound', 'inbound'] as const)
    expect(
      await api.call.box.unscan({ params: { id: trip.id }, body: { leg, boxNo: `${boxNo}-R1` } }),
    ).toMatchObject({ result: leg === 'outbound' ? 'done' : 'again' });
  expect(countsOf(trip.id)).toEqual(counts);
  expect(box(made.box?.id)).toMatchObject({ state: 'ready' });
  // The next new box gets the next number, and is deleted with its last parcel.
  const next = await repack(trip.id, [held?.parcelId], { newBox: true });
  expect(next.box).toMatchObject({ boxNo: `${boxNo}-R2`, state: 'blocked' });
  await repack(trip.id, [held?.parcelId]);
  expect(api.count('select count(*) from box where id = ?', next.box?.id ?? 0)).toBe(0);
});

/** Delivers all of a bill but its first parcel, which is held and stands in no box. */
async function deliveredButOne() {
  const trip = await receivedTrip(api, { parcels: ['held', 'free'] });
  const boxId = inOneBox(trip);
  await repack(trip.id, [trip.boxes[0]?.parcelId]);
  // The second box has no parcel any more.
  api.db.exec(`update box set scannedParcels = 0 where id = ${trip.boxes[1]?.boxId}`);
  const pallet = await api.call.pallet.create({ body: { boxIds: [boxId] } });
  await api.call.pallet.act({
    params: { id: pallet.id },
    body: { version: pallet.version, action: 'close' },
  });
  const cmr = await api.call.cmr.create({ body: cmrDraftOf(api, { palletIds: [pallet.id] }) as never });
  for (const action of ['load', 'depart', 'arrive']) await actOn(api, cmr, action);
  await deliver(api, cmr, 1, new Date().toISOString().replace(/\.\d+/, ''));
  const bill = () =>
    api.row('select podAt, stage, parcelsHeld, parcelsCompleted from bill where id = ?', trip.id);
  expect(bill()).toMatchObject({ podAt: null, parcelsHeld: 1, parcelsCompleted: 1 });
  const parcelId = trip.boxes[0]?.parcelId ?? 0;
  expect(parcel(parcelId)).toMatchObject({ state: 'held', completedAt: null });
  return { bill, id: trip.id, parcelId, body: { billId: trip.id, trackingNos: [trackingOf(parcelId)] } };
}

describe('a bill is delivered once its last loose parcel', () => {
  test('is refused by customs', async () => {
    const { bill, body } = await deliveredButOne();
    await api.call.parcel.fail({ body: { ...body, reason: 'counterfeit' } });
    expect(bill().podAt).not.toBeNull();
  });

  test('is lost', async () => {
    const { bill, id, body } = await deliveredButOne();
    const { trackingNos } = body;
    const report = { trackingNos, to: 'lost' as const, reason: 'Not on its shelf' };
    await api.call.custodyMove.report({ params: { id }, body: report });
    expect(bill().podAt).not.toBeNull();
  });

  test('is reported missing', async () => {
    const { bill, body } = await deliveredButOne();
    await api.call.parcel.abnormal({ body: { ...body, type: 'shortage' } });
    expect(bill().podAt).not.toBeNull();
  });
});

test('releases a loose parcel like any other, completes it only once it left, and shows it without a box', async () => {
  const trip = await countedTrip(api, { parcels: ['held', 'free'] });
  const [held] = trip.boxes;
  await repack(trip.id, [held?.parcelId]);
  const number = trackingOf(held?.parcelId);
  const free = { billId: trip.id, trackingNos: [number], remark: 'letter of 3 November' };
  expect(await api.call.parcel.free({ body: free as never })).toMatchObject({ ok: 1, failed: [] });
  // A released parcel that has not left is not completed.
  expect(
    await api.call.parcel.complete({ body: { billId: trip.id, trackingNos: [number] } as never }),
  ).toMatchObject({ ok: 0 });
  const { list } = await api.call.parcel.list({ query: { billId: [trip.id] } });
  expect(list.map(({ trackingNo, boxNo }) => [trackingNo, boxNo !== null])).toEqual(
    expect.arrayContaining([
      [number, false],
      [trackingOf(trip.boxes[1]?.parcelId), true],
    ]),
  );
  const [found] = (await api.call.search.parcel({ query: { keyword: number } })).hits;
  expect(found).toMatchObject({ trackingNo: number, boxNo: null, outboundAt: null });
  expect(await api.call.scan.find({ query: { number } })).toMatchObject([
    { kind: 'parcel', billId: trip.id, boxNo: null, parcelState: 'free' },
  ]);
  await finishLeg(api, trip.pickId, 'pickup');
});

test('refuses all when one of the parcels cannot be taken out', async () => {
  const trip = await countedTrip(api, { parcels: ['held', 'free'] });
  const [one, other] = trip.boxes;
  await api.call.box.unscan({ params: { id: trip.id }, body: { leg: 'inbound', boxNo: other?.boxNo ?? '' } });
  const body = { trackingNos: [one, other].map((row) => trackingOf(row?.parcelId)), reason: 'held' };
  expect(await api.refused('box.repack', { params: { id: trip.id }, body })).toMatchObject({
    code: 'BOX_NOT_RECEIVED',
  });
  expect(parcel(one?.parcelId).boxId).toBe(one?.boxId);
});

test('puts loose parcels of several bills back into the warehouse of each', async () => {
  const trips = [
    await receivedTrip(api, { parcels: ['free', 'free'] }),
    await receivedTrip(api, { parcels: ['free', 'free'] }),
  ];
  const warehouses = api.rows('select id from warehouse order by id limit 2').map(({ id }) => Number(id));
  for (const [index, { id, boxes }] of trips.entries()) {
    api.db.exec(`update bill set warehouseId = ${warehouses[index]} where id = ${id}`);
    const parcelId = boxes[0]?.parcelId;
    await repack(id, [parcelId]);
    const body = { billId: id, trackingNos: [trackingOf(parcelId)], type: 'shortage' };
    await api.call.parcel.abnormal({ body: body as never });
    expect(parcel(parcelId)).toMatchObject({ place: 'lost' });
  }
  const filter = { billId: trips.map(({ id }) => id), state: ['abnormal'] };
  await api.call.parcel.removeAbnormal({
    body: { matching: { filter, expected: 2 }, resolution: 'Both on the floor' } as never,
  });
  for (const [index, { boxes }] of trips.entries())
    expect(parcel(boxes[0]?.parcelId)).toMatchObject({
      place: 'warehouse',
      placeId: warehouses[index],
      state: 'free',
    });
});

test('logs no count for the scan of a box that the warehouse packed itself', async () => {
  const trip = await receivedTrip(api, { parcels: ['free', 'free'] });
  const { box: made } = await repack(trip.id, [trip.boxes[0]?.parcelId], { newBox: true });
  const scan = { params: { id: trip.id }, body: { leg: 'outbound' as const, boxNo: made?.boxNo ?? '' } };
  await api.call.box.scan(scan);
  const [log] = api.rows(
    "select * from billLog where billId = ? and action = 'scan' order by id desc limit 1",
    trip.id,
  );
  expect(String(log?.remark)).toContain(made?.boxNo);
  expect(JSON.stringify(log)).not.toMatch(/outboundBoxes.{0,20}1/);
});

test('declares loose parcels with the boxes that are selected', async () => {
  const trip = await receivedTrip(api, { parcels: ['clearance', 'clearance', 'clearance'] });
  const [taken, other] = trip.boxes;
  await repack(trip.id, [taken?.parcelId]);
  const boxes = await api.call.batch.boxes({ params: { id: trip.id } });
  expect(boxes.map(({ boxNo, low, standard }) => [boxNo === null, low + standard])).toContainEqual([true, 1]);
  const made = await api.call.batch.declare({
    params: { id: trip.id },
    body: {
      ...{
        boxNos: [other?.boxNo ?? ''],
        looseParcels: true,
        declarationSystem: 'DECO',
        declarationType: 'H7',
      },
      ...{ lrn: newLrn(), brokerName: 'Northgate Customs BV' },
    } as never,
  });
  expect(made.parcels).toBe(2);
  for (const { parcelId } of [taken, other].flatMap((one) => one ?? []))
    expect(parcel(parcelId)).toMatchObject({ batchId: made.id });
});

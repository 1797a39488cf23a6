import { cmrMachine, cmrStates } from '@contract/linehaul/cmr';
import { beforeAll, describe, expect, test } from 'vitest';
import { receivedTrip } from '../support/apiCargo';
import { hoursAgo } from '../support/apiNodes';
import { actOn, cmrDraftOf, deliver, noteOf, palletised } from '../support/apiTrucks';
import { testApi } from '../support/server';

const api = testApi();

const bill = (id: number) => api.row('select * from bill where id = ?', id);
const stateOfBox = (id: number) => api.row('select state from box where id = ?', id).state;
const palletState = (id: number) => api.row('select state, cmrId from pallet where id = ?', id);

describe('a consignment note', () => {
  test('carries pallets of many bills, and counts their boxes', async () => {
    const { cmr, trips } = await noteOf(api, 2);
    expect(cmr.cmrNo).toMatch(/^CMR\d{8}-\d{4}$/);
    expect(cmr).toMatchObject({
      ...{
        state: 'draft',
        totalPallets: 2,
        totalBoxes: 8,
        totalParcels: 8,
        totalWeight: 72,
        payment: 'paid',
      },
      bills: trips.map(({ id }) => ({ id, boxes: 4 })),
    });
    // A box taken off a pallet is taken off the CMR as well.
    const [first] = cmr.pallets;
    await api.call.pallet.act({ params: { id: first?.id ?? 0 }, body: { version: 2, action: 'reopen' } });
    await api.call.pallet.take({
      params: { id: first?.id ?? 0 },
      query: { boxIds: [trips[0]?.boxes[0]?.boxId ?? 0] },
    });
    expect(await api.call.cmr.get({ params: { id: cmr.id } })).toMatchObject({
      ...{ totalBoxes: 7, totalWeight: 63, openPallet: first?.palletNo },
    });
    expect(
      await api.refused('cmr.act', { params: { id: cmr.id }, body: { version: 1, action: 'load' } }),
    ).toMatchObject({ code: 'CMR_PALLET_OPEN' });
  });

  test('marks its boxes as out when it is loaded, and as back when it is unloaded', async () => {
    const { cmr, trips } = await noteOf(api, 2);
    const [one, two] = trips;
    await actOn(api, cmr, 'load');
    expect(bill(one?.id ?? 0)).toMatchObject({ stage: 'outbound', outboundBoxes: 4 });
    expect(stateOfBox(two?.boxes[0]?.boxId ?? 0)).toBe('loaded');
    expect(palletState(one?.palletId ?? 0)).toEqual({ state: 'loaded', cmrId: cmr.id });
    expect(api.row('select cmrNo from pick where id = ?', one?.pickId ?? 0)).toEqual({ cmrNo: cmr.cmrNo });
    // A loaded pallet is unloaded only together with its truck.
    expect(
      await api.refused('pallet.act', {
        params: { id: one?.palletId ?? 0 },
        body: { version: 3, action: 'unload' },
      }),
    ).toMatchObject({ code: 'PALLET_ON_TRUCK', msg: expect.stringContaining(cmr.cmrNo) });
    await actOn(api, cmr, 'unload');
    expect(bill(one?.id ?? 0)).toMatchObject({ outboundBoxes: 0 });
    expect(palletState(one?.palletId ?? 0)).toEqual({ state: 'closed', cmrId: cmr.id });
    expect(api.row('select cmrNo from pick where id = ?', one?.pickId ?? 0)).toEqual({ cmrNo: null });
  });

  test('records arrival and delivery on its bills', async () => {
    const { cmr, trips } = await noteOf(api, 2);
    await actOn(api, cmr, 'load', { at: hoursAgo(30) });
    api.db.exec(`update pick set outboundStartAt = '${hoursAgo(31)}'`);
    await actOn(api, cmr, 'depart', { at: hoursAgo(29) });
    const arrived = hoursAgo(8);
    await actOn(api, cmr, 'arrive', { at: arrived });
    for (const { id } of trips) expect(bill(id)).toMatchObject({ tatAt: arrived, podAt: null });
    const signed = hoursAgo(2);
    // A count below the boxes on the note is refused, because it does not tell which box is missing.
    expect(
      await api.refused('cmr.deliver', {
        params: { id: cmr.id },
        body: { version: 4, podAt: signed, podBoxCount: 7 },
      }),
    ).toMatchObject({
      fields: { podBoxCount: expect.stringMatching(/^7 boxes were signed for, 8 are on the CMR: PLT/) },
    });
    const done = await deliver(api, cmr, 8, signed);
    expect(done.cmr).toMatchObject({ state: 'delivered', podAt: signed, podBoxCount: 8 });
    for (const { id, palletId } of trips) {
      expect(bill(id)).toMatchObject({ podAt: signed, podBoxCount: 4, parcelsCompleted: 4 });
      expect(palletState(palletId)).toMatchObject({ state: 'delivered' });
    }
    await api.call.cmr.reopen({
      params: { id: cmr.id },
      query: { version: done.cmr.version, reason: 'Signed for another truck' },
    });
    for (const { id } of trips)
      expect(bill(id)).toMatchObject({ podAt: null, tatAt: arrived, parcelsFree: 4 });
  });

  /** Puts some boxes of a trip on a note of their own that has left the warehouse. */
  async function onTheWay(boxes: readonly { boxId: number }[], loaded = 30) {
    const pallet = await api.call.pallet.create({ body: { boxIds: boxes.map(({ boxId }) => boxId) } });
    await api.call.pallet.act({
      params: { id: pallet.id },
      body: { version: pallet.version, action: 'close' },
    });
    const cmr = await api.call.cmr.create({ body: { ...cmrDraftOf(api), palletIds: [pallet.id] } });
    await actOn(api, cmr, 'load', { at: hoursAgo(loaded) });
    api.db.exec(`update pick set outboundStartAt = '${hoursAgo(loaded + 1)}'`);
    return (await actOn(api, cmr, 'depart', { at: hoursAgo(loaded - 1) })).cmr;
  }
  const parcelsOf = (boxes: readonly { parcelId: number }[]) =>
    boxes.map(({ parcelId }) => api.row('select state, completedAt from parcel where id = ?', parcelId));
  const events = (id: number, code: string) =>
    api
      .rows(
        'select occurredAt from timelineEvent where billId = ? and code = ? order by occurredAt',
        id,
        code,
      )
      .map(({ occurredAt }) => occurredAt);

  test('leaves a bill under way while another of its trucks is, and completes what each of them brought', async () => {
    const trip = await receivedTrip(api);
    const [first, second] = [trip.boxes.slice(0, 3), trip.boxes.slice(3)];
    const [one, two] = [await onTheWay(first), await onTheWay(second)];
    const early = hoursAgo(9);
    await deliver(api, one, 3, early);
    expect(bill(trip.id)).toMatchObject({ tatAt: null, podAt: null, parcelsCompleted: 3, parcelsFree: 1 });
    expect(parcelsOf(first)).toEqual(first.map(() => ({ state: 'completed', completedAt: early })));
    expect(first.map(({ boxId }) => stateOfBox(boxId))).toEqual(['delivered', 'delivered', 'delivered']);
    expect(second.map(({ boxId }) => stateOfBox(boxId))).toEqual(['loaded']);
    const last = hoursAgo(5);
    await deliver(api, two, 1, last);
    expect(bill(trip.id)).toMatchObject({ tatAt: last, podAt: last, podBoxCount: 4, parcelsCompleted: 4 });
    // The timeline has the events of both trucks.
    for (const code of ['HUB_ARRIVED', 'DELIVERED_HUB']) expect(events(trip.id, code)).toEqual([early, last]);

    // Undoing the second delivery keeps the first.
    const { version } = await api.call.cmr.get({ params: { id: two.id } });
    await api.call.cmr.reopen({ params: { id: two.id }, query: { version, reason: 'Other truck' } });
    expect(bill(trip.id)).toMatchObject({ podAt: null, parcelsCompleted: 3, parcelsFree: 1 });
    expect(events(trip.id, 'DELIVERED_HUB')).toEqual([early]);
  });

  test('does not deliver boxes that are still in the warehouse, and accepts the truck that brings them', async () => {
    const trip = await receivedTrip(api);
    const [first, second] = [trip.boxes.slice(0, 2), trip.boxes.slice(2)];
    const early = hoursAgo(20);
    // The second note does not exist yet.
    await deliver(api, await onTheWay(first), 2, early);
    expect(bill(trip.id)).toMatchObject({ tatAt: null, podAt: null, stage: 'outbound', parcelsCompleted: 2 });
    expect(parcelsOf(second).map(({ state }) => state)).toEqual(['free', 'free']);
    const { trackingNo } = api.row('select trackingNo from parcel where id = ?', second[0]?.parcelId ?? 0);
    const tracked = await api.call.tracking.parcel({ query: { numbers: [String(trackingNo)] } });
    expect(tracked.found[0]?.events.map(({ code }) => code)).not.toContain('HUB_ARRIVED');
    const texts = api.rows(
      'select textEn from timelineEvent where billId = ? and occurredAt = ?',
      trip.id,
      early,
    );
    expect(texts.map(({ textEn }) => textEn).sort()).toEqual([
      expect.stringMatching(/^Arrived at last-mile hub · CMR[\d-]+ · 2\/4$/),
      expect.stringMatching(/^Handed to last-mile carrier · CMR[\d-]+ · 2\/4$/),
    ]);
    const two = await onTheWay(second, 10);
    const arrived = hoursAgo(5);
    await actOn(api, two, 'arrive', { at: arrived });
    expect(bill(trip.id)).toMatchObject({ tatAt: arrived, podAt: null });
    const last = hoursAgo(3);
    await deliver(api, two, 2, last);
    expect(bill(trip.id)).toMatchObject({ tatAt: arrived, podAt: last, podBoxCount: 4, parcelsCompleted: 4 });
  });

  test('ends a bill whose last box is refused by customs after its trucks were signed', async () => {
    const trip = await receivedTrip(api, { parcels: ['free', 'free', 'held'] });
    const [first, second] = [trip.boxes.slice(0, 2), trip.boxes.slice(2)];
    const signed = hoursAgo(20);
    await deliver(api, await onTheWay(first), 2, signed);
    expect(bill(trip.id)).toMatchObject({ podAt: null, parcelsCompleted: 2, parcelsHeld: 1 });
    const { trackingNo } = api.row('select trackingNo from parcel where id = ?', second[0]?.parcelId ?? 0);
    await api.call.parcel.fail({
      body: { billId: trip.id, trackingNos: [String(trackingNo)], reason: 'seized' },
    });
    expect(bill(trip.id)).toMatchObject({ tatAt: signed, podAt: signed, podBoxCount: 2, parcelsFailed: 1 });
  });

  test('completes nothing of a bill of which fewer boxes were signed for', async () => {
    const trip = await receivedTrip(api);
    const { warnings } = await deliver(api, await onTheWay(trip.boxes), 3, hoursAgo(9));
    expect(warnings.map(({ code }) => code)).toContain('POD_BOXES_UNKNOWN');
    expect(bill(trip.id)).toMatchObject({ podBoxCount: 3, parcelsCompleted: 0, parcelsFree: 4 });
  });

  /** A truck on the road with a pallet of four boxes of each of two bills, and its boxes. */
  async function sharedTruck() {
    const { cmr, trips } = await noteOf(api, 2);
    const [one, two] = trips;
    if (!one || !two) throw new Error('two trips');
    await actOn(api, cmr, 'load', { at: hoursAgo(30) });
    api.db.exec(`update pick set outboundStartAt = '${hoursAgo(31)}'`);
    await actOn(api, cmr, 'depart', { at: hoursAgo(29) });
    return { cmr, one, two, version: () => api.count('select version from cmr where id = ?', cmr.id) };
  }
  const caseOf = (boxId = 0) =>
    api.rows('select id, billId, type, level, state, description from abnormalCase where boxId = ?', boxId);

  test('is signed without boxes named by number or pallet, each of which opens a case on its own bill', async () => {
    const { cmr, one, two, version } = await sharedTruck();
    const [lost, ...rest] = one.boxes;
    const signed = hoursAgo(2);
    const sign = (podBoxCount: number, boxNos: string[]) => ({
      params: { id: cmr.id },
      body: { version: version(), podAt: signed, podBoxCount, missing: { boxNos } },
    });
    // The count must be that of the boxes without the named one, neither fewer nor more.
    expect(await api.refused('cmr.deliver', sign(6, [`${lost?.boxNo}`]))).toMatchObject({
      fields: { podBoxCount: expect.stringMatching(/^6 boxes were signed for, 7 are on the CMR/) },
    });
    expect((await api.refused('cmr.deliver', sign(8, [`${lost?.boxNo}`]))).fields?.podBoxCount).toMatch(/7$/);
    await api.call.cmr.deliver(sign(7, [`${lost?.boxNo}`]));
    expect(bill(one.id)).toMatchObject({
      podAt: signed,
      podBoxCount: 3,
      parcelsCompleted: 3,
      parcelsFree: 1,
    });
    expect(bill(two.id)).toMatchObject({ podAt: signed, podBoxCount: 4, parcelsCompleted: 4 });
    expect([stateOfBox(lost?.boxId ?? 0), stateOfBox(rest[0]?.boxId ?? 0)]).toEqual(['missing', 'delivered']);
    expect(caseOf(lost?.boxId)).toMatchObject([
      { billId: one.id, type: 'shortage', level: 'box', state: 'open', description: cmr.cmrNo },
    ]);
    expect(bill(one.id).exceptionCount).toBe(1);
    const { trackingNo } = api.row('select trackingNo from parcel where id = ?', lost?.parcelId ?? 0);
    const tracked = await api.call.tracking.parcel({ query: { numbers: [String(trackingNo)] } });
    const codes = tracked.found[0]?.events.map(({ code }) => code) ?? [];
    expect(codes).not.toContain('HUB_ARRIVED');
    expect(codes).not.toContain('DELIVERED_HUB');
    expect((await api.call.parcel.get({ params: { id: lost?.parcelId ?? 0 } })).delivered).toBe(false);
    const boxes = await api.call.cmr.boxes({ params: { id: cmr.id } });
    expect(boxes.flatMap(({ boxNo, place }) => (place === 'lost' ? boxNo : []))).toEqual([lost?.boxNo]);

    // Undoing the delivery removes an untouched case; in the second delivery, the pallet of the other bill is missing.
    const reopen = () =>
      api.call.cmr.reopen({ params: { id: cmr.id }, query: { version: version(), reason: 'Found' } });
    await reopen();
    expect([stateOfBox(lost?.boxId ?? 0), caseOf(lost?.boxId)]).toEqual(['loaded', []]);
    expect(bill(one.id)).toMatchObject({ podAt: null, parcelsFree: 4, exceptionCount: 0 });
    const missing = { palletIds: [two.palletId] };
    await api.call.cmr.deliver({
      params: { id: cmr.id },
      body: { version: version(), podAt: signed, podBoxCount: 4, missing },
    });
    expect(bill(one.id)).toMatchObject({ podAt: signed, podBoxCount: 4, parcelsCompleted: 4 });
    // Nothing of the other bill was delivered.
    expect(bill(two.id)).toMatchObject({ podAt: null, parcelsFree: 4, exceptionCount: 4 });
    expect(events(two.id, 'DELIVERED_HUB')).toEqual([]);
    // A case that somebody works on stays, and is not doubled.
    const [worked] = caseOf(two.boxes[0]?.boxId);
    await api.call.abnormalCase.act({ body: { ids: [Number(worked?.id)], action: 'start' } });
    await reopen();
    expect(caseOf(two.boxes[0]?.boxId)).toMatchObject([{ id: worked?.id, state: 'processing' }]);
    await api.call.cmr.deliver({
      params: { id: cmr.id },
      body: { version: version(), podAt: signed, podBoxCount: 4, missing },
    });
    expect(caseOf(two.boxes[0]?.boxId)).toHaveLength(1);
  });

  test('signs a single bill without a named box, and completes the others', async () => {
    const trip = await receivedTrip(api);
    const cmr = await onTheWay(trip.boxes);
    const [lost, ...rest] = trip.boxes;
    const missing = { boxIds: [lost?.boxId ?? 0] };
    const { warnings } = await api.call.cmr.deliver({
      params: { id: cmr.id },
      body: { version: cmr.version, podAt: hoursAgo(9), podBoxCount: 3, missing },
    });
    expect(warnings.map(({ code }) => code)).not.toContain('POD_BOXES_UNKNOWN');
    expect(bill(trip.id)).toMatchObject({ podBoxCount: 3, parcelsCompleted: 3, parcelsFree: 1 });
    expect(parcelsOf(rest).map(({ state }) => state)).toEqual(['completed', 'completed', 'completed']);
  });

  const outOf = (boxes: readonly { boxId: number }[]) =>
    boxes.map(({ boxId }) => api.row('select outboundAt from box where id = ?', boxId).outboundAt !== null);
  const leg = (id: number) =>
    api.row('select cmrNo, outboundBoxes, outboundFinished, outboundStartAt from pick where id = ?', id);

  test('comes back with all its goods, which another truck then brings', async () => {
    const trip = await receivedTrip(api);
    const cmr = await onTheWay(trip.boxes);
    await api.call.pickOutbound.close({
      params: { id: trip.pickId },
      body: {
        version: api.count('select version from pick where id = ?', trip.pickId),
        action: 'finish',
      },
    });
    const arrived = hoursAgo(9);
    await actOn(api, cmr, 'arrive', { at: arrived });
    expect(bill(trip.id)).toMatchObject({ stage: 'transit', tatAt: arrived });
    const { version } = await api.call.cmr.get({ params: { id: cmr.id } });
    const returnedAt = hoursAgo(4);
    const done = await api.call.cmr.return({
      params: { id: cmr.id },
      body: { version, returnedAt, reason: 'Hub refused the truck' },
    });
    expect(done.cmr).toMatchObject({ state: 'cancelled', cancelReason: 'Hub refused the truck', bills: [] });
    expect(done.warnings.map(({ code }) => code)).toEqual(['NODE_RETURNED']);
    expect(bill(trip.id)).toMatchObject({ stage: 'clearance', tatAt: null, outboundBoxes: 0 });
    expect(leg(trip.pickId)).toEqual({
      ...{ cmrNo: null, outboundBoxes: null, outboundFinished: 0, outboundStartAt: null },
    });
    expect(outOf(trip.boxes)).toEqual([false, false, false, false]);
    expect(stateOfBox(trip.boxes[0]?.boxId ?? 0)).toBe('palletised');
    expect([events(trip.id, 'HUB_ARRIVED'), events(trip.id, 'RETURNED')]).toEqual([[arrived], [returnedAt]]);
    const logged = api.row(
      "select remark from billLog where billId = ? and action = 'return' limit 1",
      trip.id,
    );
    expect(logged.remark).toBe(`${cmr.cmrNo}: × 4: Hub refused the truck`);

    const palletIds = cmr.pallets.map(({ id }) => id);
    const next = await api.call.cmr.create({ body: { ...cmrDraftOf(api), palletIds } });
    await actOn(api, next, 'load', { at: hoursAgo(3) });
    await actOn(api, next, 'depart', { at: hoursAgo(3) });
    await deliver(api, next, 4, hoursAgo(1));
    expect(bill(trip.id)).toMatchObject({ podAt: expect.any(String), podBoxCount: 4, parcelsCompleted: 4 });
  });

  test('comes back with some boxes, and continues with the rest', async () => {
    const { cmr, one, two, version } = await sharedTruck();
    const [refused, ...kept] = one.boxes;
    const back = (returned: object) =>
      api.call.cmr.return({
        params: { id: cmr.id },
        body: { version: version(), reason: 'Damaged', returned: returned as never },
      });
    const { cmr: after } = await back({ boxNos: [`${refused?.boxNo}`] });
    expect(after).toMatchObject({ state: 'in_transit', totalBoxes: 7 });
    expect(outOf([...one.boxes])).toEqual([false, true, true, true]);
    expect(api.row('select state, palletId from box where id = ?', refused?.boxId ?? 0)).toEqual({
      ...{ state: 'ready', palletId: null },
    });
    expect(leg(one.pickId)).toMatchObject({ cmrNo: cmr.cmrNo, outboundBoxes: 3 });
    // A whole pallet stays together, and its bill leaves the note.
    const { cmr: rest } = await back({ palletIds: [two.palletId] });
    expect(rest).toMatchObject({ state: 'in_transit', bills: [{ id: one.id, boxes: 3 }] });
    expect(palletState(two.palletId)).toEqual({ state: 'closed', cmrId: null });
    const signed = hoursAgo(0);
    await deliver(api, cmr, 3, signed);
    expect(parcelsOf(kept).map(({ state }) => state)).toEqual(['completed', 'completed', 'completed']);
    // The bill is not delivered, because its last box is in the warehouse.
    expect(bill(one.id)).toMatchObject({ podAt: null, parcelsCompleted: 3, parcelsFree: 1 });
  });

  test('undoes a delivery of the whole bill that was entered before its truck left', async () => {
    const trip = await receivedTrip(api);
    const [first, second] = [trip.boxes.slice(0, 2), trip.boxes.slice(2)];
    await onTheWay(first, 40);
    const entry = { time: hoursAgo(25), podBoxCount: 2 };
    await api.call.timeNode.many({
      body: { selection: { ids: [trip.id] }, node: 'tat', entry: { time: hoursAgo(26) }, own: [] },
    });
    const own = [{ id: trip.id, entry }];
    const selection = { ids: [trip.id] };
    await api.call.timeNode.many({ body: { selection, node: 'pod', entry: { time: entry.time }, own } });
    expect(bill(trip.id)).toMatchObject({ podAt: entry.time, parcelsCompleted: 2 });
    const two = await onTheWay(second, 10);
    expect(bill(trip.id)).toMatchObject({ tatAt: null, podAt: null, parcelsCompleted: 0, parcelsFree: 4 });
    await deliver(api, two, 2, hoursAgo(3));
    expect(bill(trip.id)).toMatchObject({ podAt: null, parcelsCompleted: 2 });
  });

  test('accepts only pallets at its warehouse, for its destination and on no other note', async () => {
    const { cmr, trips } = await noteOf(api);
    const { palletId } = await palletised(api);
    const elsewhere = await palletised(api);
    api.db.exec(`update pallet set destinationCode = 'DE-HUB-01' where id = ${elsewhere.palletId}`);
    const put = (id: number) =>
      api.refused('cmr.put', { params: { id: cmr.id }, body: { palletIds: [palletId, id] } });
    const { cmr: other } = await noteOf(api);
    expect(await put(other.pallets[0]?.id ?? 0)).toMatchObject({
      code: 'CMR_PALLET_LOADED',
      msg: `Pallet ${other.pallets[0]?.palletNo} is on ${other.cmrNo}`,
    });
    expect(await put(elsewhere.palletId)).toMatchObject({ code: 'CMR_PALLET_ELSEWHERE' });
    expect(palletState(palletId)).toMatchObject({ cmrId: null });
    const free = await api.call.cmr.free({
      query: { fromWarehouseId: cmr.fromWarehouseId, toDestinationId: cmr.toDestinationId },
    });
    const ids = free.map(({ id }) => id);
    const { list } = await api.call.pallet.list({ query: { pageSize: 200 } });
    // The same figures as in every list of pallets, in kilograms.
    expect(free.find(({ id }) => id === palletId)).toEqual(list.find(({ id }) => id === palletId));
    expect(ids).not.toContain(elsewhere.palletId);
    expect(ids).not.toContain(trips[0]?.palletId);
  });

  test('frees its pallets when it is cancelled, and keeps the reason', async () => {
    const { cmr, trips } = await noteOf(api);
    await actOn(api, cmr, 'load');
    expect(
      await api.refused('cmr.act', { params: { id: cmr.id }, body: { version: 2, action: 'cancel' } }),
    ).toMatchObject({ code: 'REASON_REQUIRED' });
    const { cmr: cancelled } = await actOn(api, cmr, 'cancel', { reason: 'Truck broke down' });
    expect(cancelled).toMatchObject({ state: 'cancelled', cancelReason: 'Truck broke down', bills: [] });
    expect(palletState(trips[0]?.palletId ?? 0)).toEqual({ state: 'closed', cmrId: null });
    expect(bill(trips[0]?.id ?? 0)).toMatchObject({ outboundBoxes: 0 });
  });

  test('cannot be loaded with a box that is held', async () => {
    const { cmr, trips } = await noteOf(api);
    const [box] = trips[0]?.boxes ?? [];
    api.db.exec(`update parcel set state = 'held' where boxId = ${box?.boxId}`);
    expect(
      await api.refused('cmr.act', { params: { id: cmr.id }, body: { version: 1, action: 'load' } }),
    ).toMatchObject({ code: 'BOX_BLOCKED' });
    expect(bill(trips[0]?.id ?? 0)).toMatchObject({ outboundBoxes: 0 });
    expect(api.row('select state from cmr where id = ?', cmr.id)).toEqual({ state: 'draft' });
  });

  test('undoes a departure as long as nothing followed it', async () => {
    const { cmr } = await noteOf(api);
    await actOn(api, cmr, 'load', { at: hoursAgo(30) });
    await actOn(api, cmr, 'depart', { at: hoursAgo(29) });
    expect((await actOn(api, cmr, 'undoDepart')).cmr).toMatchObject({ state: 'loaded', departedAt: null });
    await actOn(api, cmr, 'depart', { at: hoursAgo(29) });
    await actOn(api, cmr, 'arrive', { at: hoursAgo(8) });
    const body = { version: 6, action: 'undoDepart' as const };
    expect(await api.refused('cmr.act', { params: { id: cmr.id }, body })).toMatchObject({
      code: 'STATE_NOT_ALLOWED',
    });
  });

  test('departs neither before customs released its goods nor with some that it holds', async () => {
    const { cmr, trips } = await noteOf(api);
    const [box] = trips[0]?.boxes ?? [];
    api.db.exec(`update parcel set releasedAt = '${hoursAgo(29)}' where id = ${box?.parcelId}`);
    const early = { version: cmr.version, action: 'load' as const, at: hoursAgo(30) };
    expect(await api.refused('cmr.act', { params: { id: cmr.id }, body: early })).toMatchObject({
      fields: { loadedAt: expect.any(String) },
    });
    await actOn(api, cmr, 'load', { at: hoursAgo(28) });
    const depart = (at: string) =>
      api.refused('cmr.act', { params: { id: cmr.id }, body: { version: 2, action: 'depart', at } });
    api.db.exec(`update parcel set releasedAt = '${hoursAgo(10)}' where id = ${box?.parcelId}`);
    expect(await depart(hoursAgo(11))).toMatchObject({ fields: { departedAt: expect.any(String) } });
    for (const [state, code] of [
      ['held', 'BOX_BLOCKED'],
      ['clearance', 'BOX_NOT_RELEASED'],
    ]) {
      api.db.exec(`update parcel set state = '${state}' where id = ${box?.parcelId}`);
      expect(await depart(hoursAgo(9))).toMatchObject({
        code,
        msg: expect.stringContaining(`${box?.boxNo}`),
      });
    }
    api.db.exec(`update parcel set state = 'free' where id = ${box?.parcelId}`);
    expect((await actOn(api, cmr, 'depart', { at: hoursAgo(9) })).cmr).toMatchObject({ state: 'in_transit' });
  });

  test('changes its destination only when its pallets are taken off', async () => {
    const { cmr } = await noteOf(api);
    const toDestinationId = api.count("select id from destination where code <> 'NL-HUB-01' limit 1");
    const change = { version: cmr.version, toDestinationId };
    expect(await api.refused('cmr.update', { params: { id: cmr.id }, body: change })).toMatchObject({
      fields: { toDestinationId: expect.stringContaining('Take them off first') },
    });
    await api.call.cmr.take({
      params: { id: cmr.id },
      query: { palletIds: cmr.pallets.map(({ id }) => id) },
    });
    const moved = await api.call.cmr.update({ params: { id: cmr.id }, body: { ...change, version: 2 } });
    expect(moved).toMatchObject({ toDestinationId, totalBoxes: 0 });
    await api.call.cmr.remove({ params: { id: cmr.id } });
    expect(await api.refused('cmr.get', { params: { id: cmr.id } })).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('is found by its bills, even when it is old', async () => {
    const { cmr, trips } = await noteOf(api);
    const { list, total } = await api.call.cmr.list({ query: { billId: trips[0]?.id ?? 0 } });
    expect({ total, list }).toMatchObject({ total: 1, list: [{ id: cmr.id }] });
    const { list: late } = await api.call.cmr.list({ query: { state: ['delivered'], pageSize: 20 } });
    // CMRs of the demo data have one bill each, with all boxes that left.
    for (const note of late)
      expect(note.bills.reduce((sum, { boxes }) => sum + boxes, 0)).toBe(note.totalBoxes);
    expect(late.length).toBeGreaterThan(5);
  });
});

describe('the state machine of a note', () => {
  const actions = ['load', 'unload', 'depart', 'undoDepart', 'arrive', 'clearArrival', 'cancel'] as const;
  const states = Object.keys(cmrStates) as (keyof typeof cmrStates)[];
  const pairs = actions.flatMap((action) => {
    const from: readonly string[] = cmrMachine.actions[action].from;
    return states.filter((state) => !from.includes(state)).map((state) => ({ action, state }));
  });
  let cmrId = 0;
  beforeAll(async () => {
    cmrId = (await noteOf(api)).cmr.id;
  });
  test.each(pairs)('refuses in state $state the action $action', async ({ action, state }) => {
    api.db.exec(`update cmr set state = '${state}' where id = ${cmrId}`);
    const before = api.row('select * from cmr where id = ?', cmrId);
    const body = { version: Number(before.version), action, reason: 'Because' };
    expect(await api.refused('cmr.act', { params: { id: cmrId }, body })).toMatchObject({
      code: 'STATE_NOT_ALLOWED',
    });
    expect(api.row('select * from cmr where id = ?', cmrId)).toEqual(before);
  });
});

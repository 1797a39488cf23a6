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
    // The pallet gets the destination of the truck.
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
    // The missing box is not known.
    expect(
      await api.refused('cmr.deliver', {
        params: { id: cmr.id },
        body: { version: 4, podAt: signed, podBoxCount: 7 },
      }),
    ).toMatchObject({ fields: { podBoxCount: 'POD boxes 7 differ from outbound boxes 8' } });
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

  test('leaves a bill under way while another of its trucks is', async () => {
    const trip = await receivedTrip(api);
    const notes = [];
    for (const boxes of [trip.boxes.slice(0, 3), trip.boxes.slice(3)]) {
      const pallet = await api.call.pallet.create({ body: { boxIds: boxes.map(({ boxId }) => boxId) } });
      await api.call.pallet.act({
        params: { id: pallet.id },
        body: { version: pallet.version, action: 'close' },
      });
      notes.push(await api.call.cmr.create({ body: { ...cmrDraftOf(api), palletIds: [pallet.id] } }));
    }
    for (const cmr of notes) {
      await actOn(api, cmr, 'load', { at: hoursAgo(30) });
      api.db.exec(`update pick set outboundStartAt = '${hoursAgo(31)}'`);
      await actOn(api, cmr, 'depart', { at: hoursAgo(29) });
    }
    const [first, second] = notes;
    if (!first || !second) throw new Error('two notes were made');
    await deliver(api, first, 3, hoursAgo(9));
    expect(bill(trip.id)).toMatchObject({ tatAt: null, podAt: null });
    const last = hoursAgo(5);
    await deliver(api, second, 1, last);
    expect(bill(trip.id)).toMatchObject({ tatAt: last, podAt: last, podBoxCount: 4 });
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
      code: 'CMR_PALLET_TAKEN',
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

  test('allows undoing a departure within an hour', async () => {
    const { cmr } = await noteOf(api);
    await actOn(api, cmr, 'load', { at: hoursAgo(3) });
    await actOn(api, cmr, 'depart', { at: hoursAgo(2) });
    expect(
      await api.refused('cmr.act', { params: { id: cmr.id }, body: { version: 3, action: 'undoDepart' } }),
    ).toMatchObject({ code: 'CMR_UNDO_LATE' });
    api.db.exec(`update cmr set departedAt = '${hoursAgo(0.5)}' where id = ${cmr.id}`);
    expect((await actOn(api, cmr, 'undoDepart')).cmr).toMatchObject({ state: 'loaded', departedAt: null });
  });

  test('changes its destination only when its pallets are taken off', async () => {
    const { cmr } = await noteOf(api);
    const toDestinationId = api.count("select id from destination where code <> 'NL-HUB-01' limit 1");
    const change = { version: cmr.version, toDestinationId };
    expect(await api.refused('cmr.update', { params: { id: cmr.id }, body: change })).toMatchObject({
      fields: { toDestinationId: expect.stringContaining('take them off first') },
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

  test('is found by its bills, also when the note is old', async () => {
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

import { expect, test } from 'vitest';
import {
  addTrip,
  countedTrip,
  finishLeg,
  landedBill,
  receivedTrip,
  scanAll,
  versionOf,
} from '../support/apiCargo';
import { testApi } from '../support/server';
import { jpg } from './cases/files';

const api = testApi();

const bill = (id: number) => api.row('select * from bill where id = ?', id);
const stateOf = (boxId: number) => api.row('select state from box where id = ?', boxId).state;
const cases = (id: number) =>
  api.rows(
    'select type, quantity, level, state, description from abnormalCase where billId = ? order by id',
    id,
  );

test('two trips from the station to the truck: stages, counts, times and box states follow', async () => {
  const { id, boxes } = await landedBill(api, { parcels: ['free', 'free', 'free', 'clearance'] });
  const first = await addTrip(api, id, 2);
  expect(first.pickNo).toMatch(/^PK\d{8}-\d{4}$/);
  expect(bill(id)).toMatchObject({
    stage: 'pickup',
    pickedBoxes: 2,
    pickupFinished: 0,
    clearanceStatus: 'picked_up',
  });
  expect(bill(id).pickupAt).toBe(first.pickupStartAt);
  await finishLeg(api, first.id, 'pickup');
  // Two boxes are still at the station.
  expect(bill(id)).toMatchObject({ stage: 'pickup', pickupFinished: 0 });
  const second = await addTrip(api, id, 2, { plateNo: '34-BXX-5' });
  await finishLeg(api, second.id, 'pickup');
  expect(bill(id)).toMatchObject({ stage: 'clearing', pickedBoxes: 4, pickupFinished: 1 });

  await scanAll(api, id, 'inbound', boxes.slice(0, 2));
  expect(bill(id)).toMatchObject({ stage: 'inbound', inboundBoxes: 2, clearanceStatus: 'in_clearance' });
  await finishLeg(api, first.id, 'inbound');
  await scanAll(api, id, 'inbound', boxes.slice(2));
  await finishLeg(api, second.id, 'inbound');
  expect(boxes.map(({ boxId }) => stateOf(boxId))).toEqual(['ready', 'ready', 'ready', 'received']);

  // Customs lets the last one go.
  api.db.exec(`update parcel set state = 'free' where billId = ${id}`);
  await scanAll(api, id, 'outbound', boxes);
  expect(bill(id)).toMatchObject({ stage: 'outbound', outboundBoxes: 4 });
  expect(boxes.map(({ boxId }) => stateOf(boxId))).toEqual(['loaded', 'loaded', 'loaded', 'loaded']);
  expect(api.count('select count(*) from parcel where billId = ? and outboundAt is not null', id)).toBe(4);
  await finishLeg(api, first.id, 'outbound', { cmrNo: 'CMR20261103-0001' });
  expect(bill(id).stage).toBe('outbound');
  const { warnings } = await finishLeg(api, second.id, 'outbound', { cmrNo: 'cmr20261103-0001' });
  expect(warnings).toMatchObject([{ code: 'CMR_TWICE' }]);
  expect(warnings[0]?.msg).toContain(String(first.pickNo));
  expect(bill(id).stage).toBe('transit');
  const events = api
    .rows('select code from timelineEvent where billId = ? order by id', id)
    .map(({ code }) => code);
  expect(events).toEqual(['BILL_CREATED', 'PICKED_UP', 'PICKED_UP', 'OUTBOUND', 'OUTBOUND']);
});

test('fewer boxes need a reason, become a shortage, and the box that never came is missing', async () => {
  const { id, boxes } = await landedBill(api);
  const { id: pickId } = await addTrip(api, id, 4);
  await finishLeg(api, pickId, 'pickup');
  await scanAll(api, id, 'inbound', boxes.slice(0, 3));
  const body = { version: versionOf(api, pickId), action: 'finish' };
  const refused = await api.refused('pickInbound.close', { params: { id: pickId }, body });
  expect(refused).toMatchObject({ code: 'REASON_REQUIRED', msg: 'Please enter a reason' });
  await finishLeg(api, pickId, 'inbound', { differenceReason: 'shortage' });
  expect(cases(id)).toMatchObject([{ type: 'shortage', quantity: 1, level: 'box', state: 'open' }]);
  expect(stateOf(boxes[3]?.boxId ?? 0)).toBe('missing');
  expect(bill(id)).toMatchObject({ shortageCount: 1, exceptionCount: 1 });
});

test('a surplus box is told apart, taken in on request, and explained when the leg is finished', async () => {
  const { id, pickId } = await countedTrip(api);
  const scan = (more = {}) =>
    api.call.box.scan({ params: { id }, body: { leg: 'inbound', boxNo: `STRAY-${id}`, ...more } });
  expect(await scan()).toMatchObject({ result: 'surplus', box: null, done: 4, expected: 4 });
  expect(api.count('select count(*) from box where billId = ?', id)).toBe(4);
  expect(await scan({ surplus: true })).toMatchObject({ result: 'done', done: 5 });
  expect(cases(id)).toMatchObject([{ type: 'surplus', quantity: 1, description: `STRAY-${id}` }]);
  await finishLeg(api, pickId, 'pickup');
  const close = (differenceReason?: string) =>
    api.refused('pickInbound.close', {
      params: { id: pickId },
      body: {
        version: versionOf(api, pickId),
        action: 'finish',
        ...(differenceReason ? { differenceReason } : {}),
      },
    });
  expect(await close()).toMatchObject({ code: 'COUNT_EXCEEDED', msg: '5 boxes exceed the allowed 4' });
  expect(await close('shortage')).toMatchObject({ code: 'COUNT_EXCEEDED' });
  expect(await finishLeg(api, pickId, 'inbound', { differenceReason: 'surplus_found' })).toMatchObject({
    changed: 1,
  });
});

test('a surplus box taken in by mistake goes with its case when the scan is taken back', async () => {
  const { id } = await countedTrip(api);
  const boxNo = `STRAY-${id}`;
  await api.call.box.scan({ params: { id }, body: { leg: 'inbound', boxNo, surplus: true } });
  expect(bill(id).exceptionCount).toBe(1);
  expect(await api.call.box.unscan({ params: { id }, body: { leg: 'inbound', boxNo } })).toMatchObject({
    result: 'done',
    done: 4,
  });
  expect(cases(id)).toEqual([]);
  expect(bill(id)).toMatchObject({ exceptionCount: 0, inboundBoxes: 4 });
});

test('a scan counts once, however often and however fast it comes', async () => {
  const { id, boxes } = await landedBill(api, { parcels: Array.from({ length: 20 }, () => 'free') });
  await addTrip(api, id, 20);
  const twice = [...boxes, ...boxes];
  const answers = await Promise.all(
    twice.map(({ boxNo }) => api.call.box.scan({ params: { id }, body: { leg: 'inbound', boxNo } })),
  );
  expect(answers.filter(({ result }) => result === 'done')).toHaveLength(20);
  expect(answers.filter(({ result }) => result === 'again')).toHaveLength(20);
  expect(bill(id).inboundBoxes).toBe(20);
  expect(
    api.count("select count(*) from operateLog where objectId = ? and action = 'scan'", String(id)),
  ).toBe(20);
});

test('a customer who wants photos gets them: finishing is refused until there is one, and again when it is deleted', async () => {
  const { id, pickId } = await countedTrip(api, { photoRequired: true });
  await finishLeg(api, pickId, 'pickup');
  const close = () =>
    api.refused(
      'pickInbound.close',
      { params: { id: pickId }, body: { version: versionOf(api, pickId), action: 'finish' } },
      { language: 'cn' },
    );
  expect(await close()).toMatchObject({ code: 'PHOTO_REQUIRED', msg: '该客户要求入库拍照' });
  const pick = await api.call.pick.photo({ params: { id: pickId }, file: { name: 'boxes.jpg', bytes: jpg } });
  expect(pick.photos).toBe(1);
  const { id: attachmentId } = api.row(
    "select id from attachment where billId = ? and category = 'photo'",
    id,
  );
  await api.call.attachment.remove({ params: { attachmentId: String(attachmentId) } });
  expect(await close()).toMatchObject({ code: 'PHOTO_REQUIRED' });
  const boxId = api.count('select id from box where billId = ? limit 1', id);
  expect(
    await api.call.box.photo({ params: { id: boxId }, file: { name: 'box.jpg', bytes: jpg } }),
  ).toMatchObject({ photos: 1 });
  expect(await finishLeg(api, pickId, 'inbound')).toMatchObject({ changed: 1 });
});

test('finishing again changes nothing, whatever version the caller saw', async () => {
  const { pickId } = await receivedTrip(api);
  const before = api.row('select * from pick where id = ?', pickId);
  const again = await api.call.pickInbound.close({
    params: { id: pickId },
    body: { version: 1, action: 'finish' },
  });
  expect(again.changed).toBe(0);
  expect(api.row('select * from pick where id = ?', pickId)).toEqual(before);
});

test('a held box stays: it is not scanned out, not palletised, and not counted out by hand', async () => {
  const { id, pickId, boxes } = await receivedTrip(api, { parcels: ['free', 'held', 'free'] });
  const [, held] = boxes;
  const blocked = { code: 'BOX_BLOCKED', msg: `Box ${held?.boxNo} contains held parcels and cannot leave` };
  expect(
    await api.refused('box.scan', { params: { id }, body: { leg: 'outbound', boxNo: held?.boxNo } }),
  ).toMatchObject(blocked);
  expect(
    await api.refused('pallet.create', { body: { boxNos: boxes.map(({ boxNo }) => boxNo) } }),
  ).toMatchObject(blocked);
  await api.call.pickOutbound.start({
    params: { id: pickId },
    body: { version: versionOf(api, pickId), outboundBoxes: 3 },
  });
  const close = () => ({
    params: { id: pickId },
    body: { version: versionOf(api, pickId), action: 'finish' as const, cmrNo: 'CMR1' },
  });
  expect(await api.refused('pickOutbound.close', close())).toMatchObject(blocked);
  await api.call.pickOutbound.update({
    params: { id: pickId },
    body: { version: versionOf(api, pickId), outboundBoxes: 2 },
  });
  expect(await api.call.pickOutbound.close(close())).toMatchObject({ changed: 1 });
});

test('a box found later on a finished trip comes in with another one', async () => {
  const { id, boxes } = await landedBill(api);
  const first = await addTrip(api, id, 2);
  await finishLeg(api, first.id, 'pickup');
  await scanAll(api, id, 'inbound', boxes.slice(0, 2));
  await finishLeg(api, first.id, 'inbound');
  const late = { params: { id }, body: { leg: 'inbound' as const, boxNo: boxes[2]?.boxNo ?? '' } };
  expect(await api.refused('box.scan', late)).toMatchObject({ code: 'LEG_FINISHED' });
  const second = await addTrip(api, id, 2);
  expect(await api.call.box.scan(late)).toMatchObject({ result: 'done', box: { pickNo: second.pickNo } });
});

test('without the right to type, only what a scanner sends is taken', async () => {
  const { id, boxes } = await landedBill(api);
  await addTrip(api, id, 4);
  const as = api.actor({ permissions: ['bill.warehouse.edit', 'bill.warehouse.view'] });
  const scan = (typed: boolean) => ({
    params: { id },
    body: { leg: 'inbound' as const, boxNo: boxes[0]?.boxNo ?? '', typed },
  });
  expect(await api.refused('box.scan', scan(true), { as })).toMatchObject({
    status: 403,
    code: 'PDA_TYPING',
  });
  const progress = () => api.call.box.progress({ params: { id }, query: { leg: 'inbound' } }, { as });
  expect((await progress()).mayType).toBe(false);
  api.db.prepare('update staff set pdaBarcodeEntry = 1 where id = ?').run(as.staffId);
  expect((await progress()).mayType).toBe(true);
  expect(await api.call.box.scan(scan(true), { as })).toMatchObject({ result: 'done' });
  expect(await api.call.box.scan(scan(false), { as })).toMatchObject({ result: 'again' });
});

test('the pickup of a whole bill: finished with a shortage at the station, opened again with a reason', async () => {
  const { id } = await landedBill(api);
  const { id: pickId } = await addTrip(api, id, 3);
  expect(await api.refused('pick.whole', { params: { id }, body: { finished: true } })).toMatchObject({
    code: 'LEG_PREVIOUS_OPEN',
  });
  await finishLeg(api, pickId, 'pickup');
  expect(bill(id).stage).toBe('pickup');
  const done = await api.call.pick.whole({ params: { id }, body: { finished: true } });
  expect(done).toMatchObject({ changed: 1, bill: { pickupFinished: true, stage: 'clearing' } });
  expect(await api.call.pick.whole({ params: { id }, body: { finished: true } })).toMatchObject({
    changed: 0,
  });
  expect(await api.refused('pick.whole', { params: { id }, body: { finished: false } })).toMatchObject({
    code: 'REASON_REQUIRED',
  });
  const reason = 'One box turned up at the station';
  expect(await api.call.pick.whole({ params: { id }, body: { finished: false, reason } })).toMatchObject({
    changed: 1,
    bill: { pickupFinished: false, stage: 'pickup' },
  });
});

test('pallets: built for one destination, closed, loaded with all boxes, and taken apart again', async () => {
  const { id, boxes } = await receivedTrip(api);
  const other = await receivedTrip(api);
  const pallet = await api.call.pallet.create({
    body: { boxNos: [boxes[0]?.boxNo ?? '', other.boxes[0]?.boxNo ?? ''], boxIds: [boxes[1]?.boxId ?? 0] },
  });
  expect(pallet).toMatchObject({
    boxes: 3,
    bills: 2,
    parcels: 3,
    weight: 27,
    state: 'open',
    destinationCode: 'NL-HUB-01',
  });
  expect(pallet.palletNo).toMatch(/^PLT\d{8}-\d{4}$/);
  expect(stateOf(boxes[0]?.boxId ?? 0)).toBe('palletised');
  expect(
    await api.refused('box.unscan', { params: { id }, body: { leg: 'inbound', boxNo: boxes[0]?.boxNo } }),
  ).toMatchObject({
    code: 'BOX_ON_PALLET',
    msg: `Box ${boxes[0]?.boxNo} stands on pallet ${pallet.palletNo}`,
  });

  const act = async (action: 'close' | 'load' | 'unload' | 'reopen') => {
    const version = api.count('select version from pallet where id = ?', pallet.id);
    return api.call.pallet.act({ params: { id: pallet.id }, body: { version, action } });
  };
  await act('close');
  expect(await act('close')).toMatchObject({ changed: 0 });
  await act('load');
  expect(bill(id)).toMatchObject({ stage: 'outbound', outboundBoxes: 2 });
  expect(bill(other.id)).toMatchObject({ stage: 'outbound', outboundBoxes: 1 });
  await act('unload');
  expect(bill(id)).toMatchObject({ outboundBoxes: 0 });
  expect(stateOf(boxes[0]?.boxId ?? 0)).toBe('palletised');
  await act('reopen');
  const taken = await api.call.pallet.take({
    params: { id: pallet.id },
    query: { boxIds: [boxes[0]?.boxId ?? 0] },
  });
  expect(taken).toMatchObject({ boxes: 2, weight: 18 });
  expect(stateOf(boxes[0]?.boxId ?? 0)).toBe('ready');
});

test('a box measured by hand keeps its tenths of a centimetre', async () => {
  const { id, boxes } = await landedBill(api);
  const boxId = boxes[0]?.boxId ?? 0;
  const box = await api.call.box.weigh({
    params: { id: boxId },
    body: { weight: 9.125, length: 60.5, width: 40, height: 39.9 },
  });
  expect(box).toMatchObject({ measuredWeight: 9.125, length: 60.5, width: 40, height: 39.9 });
  const { list } = await api.call.box.list({ params: { id }, query: { boxNo: boxes[0]?.boxNo ?? '' } });
  expect(list).toEqual([box]);
});

test('the warehouse sees what is on its way, and what it finished on a day', async () => {
  const { id, pickId } = await countedTrip(api);
  const legs = async (query: object = {}) =>
    (await api.call.inboundBatch.list({ query: { pageSize: 500, ...query } })).list.filter(
      ({ billId }) => billId === id,
    );
  expect(await legs()).toMatchObject([{ id: pickId, legState: 'open', inboundBoxes: 4, pickupBoxes: 4 }]);
  expect(await legs({ date: '2026-11-02' })).toEqual([]);
  await finishLeg(api, pickId, 'pickup');
  const { pick } = await finishLeg(api, pickId, 'inbound');
  expect(await legs()).toMatchObject([{ legState: 'finished' }]);
  expect(await legs({ date: pick.inboundFinishAt?.slice(0, 10) })).toHaveLength(1);
});

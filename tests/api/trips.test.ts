import { dayAt } from '@contract/rules/zonedTime';
import { say } from '@contract/words';
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
import { hoursAgo } from '../support/apiNodes';
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
/** Sets the notice of arrival of a bill, or a later one. */
const notice = (id: number, noaBoxCount: number) =>
  api.call.timeNode.updateNoaTime({
    params: { id },
    body: { version: Number(bill(id).version), noaAt: hoursAgo(1), noaBoxCount },
  });

test('updates stages, counts, times and box states over two trips from the station to the truck', async () => {
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

  // Customs releases the last one.
  api.db.exec(`update parcel set state = 'free' where billId = ${id}`);
  await scanAll(api, id, 'outbound', boxes);
  expect(bill(id)).toMatchObject({ stage: 'outbound', outboundBoxes: 4 });
  expect(boxes.map(({ boxId }) => stateOf(boxId))).toEqual(['loaded', 'loaded', 'loaded', 'loaded']);
  expect(api.count('select count(*) from parcelOfBill where billId = ? and outboundAt is not null', id)).toBe(
    4,
  );
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

test('requires a reason for fewer boxes, opens a shortage, and marks the box that never came as missing', async () => {
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

test('recognises a surplus box, accepts it on request, and explains it when the leg is finished', async () => {
  const { id, pickId } = await countedTrip(api);
  const scan = (more = {}) =>
    api.call.box.scan({ params: { id }, body: { leg: 'inbound', boxNo: `STRAY-${id}`, ...more } });
  expect(await scan()).toMatchObject({ result: 'surplus', box: null, done: 4, expected: 4 });
  expect(api.count('select count(*) from box where billId = ?', id)).toBe(4);
  expect(await scan({ surplus: true })).toMatchObject({ result: 'done', done: 5, expected: 4, surplus: 1 });
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

test('keeps a surplus box, which no declaration covers, when its bill is cleared', async () => {
  const { id } = await countedTrip(api);
  const boxNo = `STRAY-${id}`;
  await api.call.box.scan({ params: { id }, body: { leg: 'inbound', boxNo, surplus: true } });
  api.db.exec(`update bill set clearanceStatus = 'success' where id = ${id}`);
  const { list } = await api.call.box.list({ params: { id }, query: { boxNo } });
  expect(list).toMatchObject([{ state: 'received' }]);
  expect(await api.refused('box.scan', { params: { id }, body: { leg: 'outbound', boxNo } })).toMatchObject({
    code: 'BOX_BLOCKED',
    msg: `Box ${boxNo} cannot leave: it is a surplus box that is on no declaration`,
  });
});

test('lets a box leave although a parcel is missing from it, and keeps one with a damaged parcel', async () => {
  const { id, boxes } = await receivedTrip(api, { parcels: ['free', 'free', 'free'] });
  const [missing, damaged] = boxes;
  for (const [box, type] of [
    [missing, 'shortage'],
    [damaged, 'damaged'],
  ] as const) {
    const { trackingNo } = api.row('select trackingNo from parcel where id = ?', box?.parcelId ?? 0);
    await api.call.parcel.abnormal({ body: { billId: id, trackingNos: [String(trackingNo)], type } });
  }
  expect(stateOf(damaged?.boxId ?? 0)).toBe('blocked');
  await api.call.box.scan({ params: { id }, body: { leg: 'outbound', boxNo: missing?.boxNo ?? '' } });
  expect(stateOf(missing?.boxId ?? 0)).toBe('loaded');
});

test('removes a surplus box accepted by mistake with its case when the scan is undone', async () => {
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

test('counts a scan once, however often and however fast it comes', async () => {
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

test('refuses to finish without a photo for a customer who wants one, and again when it is deleted', async () => {
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

test('changes nothing when finished again, whatever version the caller saw', async () => {
  const { pickId } = await receivedTrip(api);
  const before = api.row('select * from pick where id = ?', pickId);
  const again = await api.call.pickInbound.close({
    params: { id: pickId },
    body: { version: 1, action: 'finish' },
  });
  expect(again.changed).toBe(0);
  expect(api.row('select * from pick where id = ?', pickId)).toEqual(before);
});

test('keeps a held box: refuses to scan it out, palletise it, or count it out by hand', async () => {
  const { id, pickId, boxes } = await receivedTrip(api, { parcels: ['free', 'held', 'free'] });
  const [, held] = boxes;
  const blocked = {
    code: 'BOX_BLOCKED',
    msg: `Box ${held?.boxNo} cannot leave: it contains parcels that customs holds`,
  };
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

test('receives a box found later on a finished trip with another one', async () => {
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

test('accepts only scanner input without the right to type', async () => {
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

test('finishes the pickup of a whole bill with a shortage at the station, and reopens it with a reason', async () => {
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

test('reopens the pickup by a notice of more boxes after the first trip, and closes it by one of fewer', async () => {
  const { id } = await landedBill(api);
  const noa = (noaBoxCount: number) => notice(id, noaBoxCount);
  await noa(2);
  const first = await addTrip(api, id, 2);
  await finishLeg(api, first.id, 'pickup');
  expect(bill(id)).toMatchObject({ stage: 'clearing', pickupFinished: 1 });
  await noa(4);
  expect(bill(id)).toMatchObject({ stage: 'pickup', pickupFinished: 0 });
  await noa(2);
  expect(bill(id)).toMatchObject({ stage: 'clearing', pickupFinished: 1 });
  await noa(4);
  const second = await addTrip(api, id, 2, { plateNo: '34-BXX-5' });
  await finishLeg(api, second.id, 'pickup');
  expect(bill(id)).toMatchObject({ stage: 'clearing', pickupFinished: 1, pickedBoxes: 4 });
});

test('keeps a pickup declared finished with boxes missing until more are announced or another truck goes', async () => {
  const { id } = await landedBill(api);
  const noa = (noaBoxCount: number) => notice(id, noaBoxCount);
  const declare = () => api.call.pick.whole({ params: { id }, body: { finished: true } });
  await noa(3);
  const { id: pickId } = await addTrip(api, id, 2);
  await finishLeg(api, pickId, 'pickup');
  await declare();
  // Other changes keep it: another remark, another time of the same notice, fewer boxes.
  await api.call.timeNode.updateRemarks({
    params: { id },
    body: { version: Number(bill(id).version), remarks: 'One box is lost' },
  });
  expect(bill(id)).toMatchObject({ stage: 'clearing', pickupFinished: 1 });
  await noa(3);
  expect(bill(id)).toMatchObject({ stage: 'clearing', pickupFinished: 1 });
  await noa(4);
  expect(bill(id)).toMatchObject({ stage: 'pickup', pickupFinished: 0 });
  await noa(3);
  expect(bill(id)).toMatchObject({ stage: 'clearing', pickupFinished: 1 });

  const more = await addTrip(api, id, 1, { plateNo: '34-BXX-5' });
  expect(bill(id)).toMatchObject({ stage: 'pickup', pickupFinished: 0 });
  await api.call.pick.remove({ params: { id, pickId: more.id } });
  // A new truck withdraws the statement that none would come.
  expect(bill(id)).toMatchObject({ stage: 'pickup', pickupFinished: 0 });
  await declare();
  expect(bill(id)).toMatchObject({ stage: 'clearing', pickupFinished: 1 });
});

test('builds pallets for one destination, closes and loads them with all boxes, and takes them apart', async () => {
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
    msg: `Box ${boxes[0]?.boxNo} is on pallet ${pallet.palletNo}`,
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

test('keeps tenths of a centimetre of a box measured by hand', async () => {
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

test('shows the warehouse its arrivals, and the trips it finished on a day', async () => {
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
  const { timeZone } = api.row(
    `select coalesce(warehouse.timeZone, airport.timeZone) as timeZone from bill
     join airport on airport.id = landingAirportId left join warehouse on warehouse.id = warehouseId where bill.id = ?`,
    id,
  );
  const day = dayAt(String(pick.inboundFinishAt), String(timeZone));
  expect(await legs({ date: day })).toHaveLength(1);
});

test.each([
  // Half past midnight in Amsterdam, while it is still the day before in UTC.
  ['its warehouse', 'NL', 'LAX', '2026-01-14T23:30:00Z', '2026-01-15', '2026-01-14'],
  // Late in the evening in Los Angeles, while the next day has begun in UTC.
  ['the airport where it landed', null, 'LAX', '2026-01-15T06:30:00Z', '2026-01-14', '2026-01-15'],
] as const)('the day of a leg is that of %s', async (_, warehouseIn, airport, finishedAt, its, other) => {
  const { id, pickId } = await countedTrip(api);
  api.db.exec(`
    update bill set landingAirportId = (select id from airport where airportCode = '${airport}'),
      warehouseId = ${warehouseIn ? "(select id from warehouse where timeZone = 'Europe/Amsterdam' limit 1)" : 'null'}
    where id = ${id};
    update pick set inboundFinished = 1, inboundFinishAt = '${finishedAt}' where id = ${pickId}`);
  const legs = async (date: string) =>
    (await api.call.inboundBatch.list({ query: { pageSize: 500, date } })).list.filter(
      ({ billId }) => billId === id,
    );
  expect(await legs(its)).toHaveLength(1);
  expect(await legs(other)).toEqual([]);
});

test('lists running trips under today alone, whatever the clock of their warehouse', async () => {
  const { id } = await countedTrip(api);
  const zone = 'Pacific/Auckland';
  api.db.exec(`
    update bill set warehouseId = null, landingAirportId = (select id from airport where airportCode = 'AMS')
      where id = ${id};
    update airport set timeZone = '${zone}' where airportCode = 'AMS'`);
  const today = dayAt(Date.now(), zone);
  const next = dayAt(Date.now() + 86_400_000, zone);
  const legs = async (date?: string) =>
    (await api.call.inboundBatch.list({ query: { pageSize: 500, ...(date ? { date } : {}) } })).list.filter(
      ({ billId }) => billId === id,
    );
  expect(await legs(today)).toHaveLength(1);
  expect(await legs()).toHaveLength(1);
  expect(await legs(next)).toEqual([]);
  api.db.exec("update airport set timeZone = 'Europe/Amsterdam' where airportCode = 'AMS'");
});

test('notifies those who work on cases of a trip that brings fewer boxes than its truck took', async () => {
  const worker = api.actor({ permissions: ['bill.cases.edit'] });
  const { id, boxes } = await landedBill(api);
  const { id: pickId, pickNo } = await addTrip(api, id, 4);
  await finishLeg(api, pickId, 'pickup');
  await scanAll(api, id, 'inbound', boxes.slice(0, 3));
  await finishLeg(api, pickId, 'inbound', { differenceReason: 'recount' });
  const found = { pick: pickNo, n: 1, type: { choice: ['caseType', 'shortage'] as const } };
  expect(
    api.rows('select type, textEn, textCn, billId from message where receiverId = ?', worker.staffId),
  ).toEqual([
    {
      type: 'exception',
      textEn: say('en', 'BOXES_DIFFER', found),
      textCn: say('cn', 'BOXES_DIFFER', found),
      billId: id,
    },
  ]);
});

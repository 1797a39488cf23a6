import { say } from '@contract/words';
import { expect, test } from 'vitest';
import { addTrip, finishLeg, landedBill, scanAll, versionOf } from '../support/apiCargo';
import { testApi } from '../support/server';

const api = testApi();

const bill = (id: number) => api.row('select * from bill where id = ?', id);
const pick = (id: number) => api.row('select * from pick where id = ?', id);
const cases = (id: number) =>
  api.rows(
    `select type, quantity, description, differenceReason as reason, boxNo, pickNo from caseOfBill
      where billId = ? order by type, coalesce(boxNo, '')`,
    id,
  );
const caseOf = (billId: number, type: string) =>
  api.row('select id, version from abnormalCase where billId = ? and type = ?', billId, type);
const reopen = (pickId: number) =>
  api.call.pickInbound.close({
    params: { id: pickId },
    body: { version: versionOf(api, pickId), action: 'reopen', reason: 'Counted again' },
  });
const stray = (id: number, n: number) =>
  api.call.box.scan({
    params: { id },
    body: { leg: 'inbound', boxNo: `STRAY-${id}-${n}`, surplus: true },
  });

/** Makes a trip that brings three of the four boxes of its bill, and some boxes that nobody announced. */
async function mixedTrip(strays: number) {
  const made = await landedBill(api);
  const { id: pickId, pickNo } = await addTrip(api, made.id, 4);
  await finishLeg(api, pickId, 'pickup');
  await scanAll(api, made.id, 'inbound', made.boxes.slice(0, 3));
  for (let n = 1; n <= strays; n += 1) await stray(made.id, n);
  return { ...made, pickId, pickNo, missing: made.boxes[3]?.boxNo ?? '' };
}

test('opens a case with its reason for one missing box and each of two surplus ones', async () => {
  const worker = api.actor({ permissions: ['bill.cases.edit'] });
  const { id, pickId, pickNo, missing } = await mixedTrip(2);
  expect(await api.call.pickInbound.difference({ params: { id: pickId } })).toEqual({
    missing: 1,
    surplus: 2,
    missingBoxes: [missing],
    surplusBoxes: [`STRAY-${id}-1`, `STRAY-${id}-2`],
  });
  const close = (more: object) =>
    api.refused('pickInbound.close', {
      params: { id: pickId },
      body: { version: versionOf(api, pickId), action: 'finish', ...more },
    });
  expect(await close({ differenceReason: 'surplus_found' })).toMatchObject({ code: 'REASON_REQUIRED' });
  expect(await close({ differenceReason: 'shortage' })).toMatchObject({ code: 'COUNT_EXCEEDED' });
  await finishLeg(api, pickId, 'inbound', {
    differenceReason: 'surplus_found',
    differenceReasons: [
      { boxNo: missing, reason: 'damage' },
      { boxNo: `STRAY-${id}-2`, reason: 'relabel' },
    ],
  });
  expect(cases(id)).toEqual([
    { type: 'shortage', quantity: 1, description: missing, reason: 'damage', boxNo: missing, pickNo },
    ...['surplus_found', 'relabel'].map((reason, at) => {
      const boxNo = `STRAY-${id}-${at + 1}`;
      return { type: 'surplus', quantity: 1, description: boxNo, reason, boxNo, pickNo: null };
    }),
  ]);
  expect(bill(id)).toMatchObject({ inboundBoxes: 5, shortageCount: 1, exceptionCount: 3 });
  expect(pick(pickId)).toMatchObject({ missingBoxes: 1, surplusBoxes: 2, differenceReason: 'surplus_found' });
  const { list } = await api.call.inboundBatch.list({ query: { pageSize: 500 } });
  expect(list.find((leg) => leg.id === pickId)).toMatchObject({ missingBoxes: 1, surplusBoxes: 2 });
  const message = (n: number, type: 'shortage' | 'surplus') =>
    say('en', 'BOXES_DIFFER', { pick: pickNo, n, type: { choice: ['caseType', type] as const } });
  expect(
    api
      .rows('select textEn from message where receiverId = ? order by id', worker.staffId)
      .map((row) => row.textEn),
  ).toEqual([message(1, 'shortage'), message(2, 'surplus')]);
});

test('requires reasons when as many boxes are missing as are surplus', async () => {
  const { id, pickId, missing } = await mixedTrip(1);
  const body = { version: versionOf(api, pickId), action: 'finish' };
  expect(await api.refused('pickInbound.close', { params: { id: pickId }, body })).toMatchObject({
    code: 'REASON_REQUIRED',
  });
  await finishLeg(api, pickId, 'inbound', { differenceReason: 'recount' });
  expect(cases(id)).toMatchObject([
    { type: 'shortage', boxNo: missing, reason: 'recount' },
    { type: 'surplus', boxNo: `STRAY-${id}-1`, reason: 'recount' },
  ]);
  expect(bill(id)).toMatchObject({ inboundBoxes: 4, shortageCount: 1 });
});

test('removes untouched cases of a reopened leg, and keeps the others', async () => {
  const { id, pickId, pickNo, missing } = await mixedTrip(1);
  await finishLeg(api, pickId, 'inbound', { differenceReason: 'recount' });
  await reopen(pickId);
  expect(cases(id)).toMatchObject([{ type: 'surplus' }]);
  expect(bill(id)).toMatchObject({ exceptionCount: 1 });
  expect(pick(pickId)).toMatchObject({ missingBoxes: null, surplusBoxes: null });

  await finishLeg(api, pickId, 'inbound', { differenceReason: 'recount' });
  const shortage = caseOf(id, 'shortage');
  // A new description of the case must not break its link to the leg.
  await api.call.abnormalCase.update({
    params: { id: Number(shortage.id) },
    body: { version: Number(shortage.version), description: 'Asked the driver' },
  });
  await reopen(pickId);
  expect(caseOf(id, 'shortage').id).toBe(shortage.id);
  await finishLeg(api, pickId, 'inbound', { differenceReason: 'recount' });
  expect(cases(id)).toMatchObject([{ type: 'shortage', boxNo: missing, pickNo }, { type: 'surplus' }]);
});

test('keeps one case for a difference without box numbers, and updates its quantity', async () => {
  const { id, boxes } = await landedBill(api);
  api.db.exec(`delete from parcel where billId = ${id}; delete from box where billId = ${id}`);
  expect(boxes).toHaveLength(4);
  const { id: pickId, pickNo } = await addTrip(api, id, 4);
  await finishLeg(api, pickId, 'pickup');
  const count = (inboundBoxes: number, action: 'start' | 'update') =>
    api.call.pickInbound[action]({
      params: { id: pickId },
      body: { version: versionOf(api, pickId), inboundBoxes },
    });
  await count(2, 'start');
  await finishLeg(api, pickId, 'inbound', { differenceReason: 'shortage' });
  const one = { type: 'shortage', description: pickNo, boxNo: null, pickNo, reason: 'shortage' };
  expect(cases(id)).toEqual([{ ...one, quantity: 2 }]);
  expect(bill(id)).toMatchObject({ shortageCount: 2 });
  const { id: caseId, version } = caseOf(id, 'shortage');
  await api.call.abnormalCase.update({
    params: { id: Number(caseId) },
    body: { version: Number(version), description: 'Two cartons short' },
  });
  await reopen(pickId);
  await count(3, 'update');
  await finishLeg(api, pickId, 'inbound', { differenceReason: 'shortage' });
  expect(cases(id)).toEqual([{ ...one, description: 'Two cartons short', quantity: 1 }]);
});

test('names the missing box after the last trip, in the case that the trip before opened without a number', async () => {
  const { id, boxes } = await landedBill(api);
  const first = await addTrip(api, id, 2);
  await finishLeg(api, first.id, 'pickup');
  await scanAll(api, id, 'inbound', boxes.slice(0, 1));
  await finishLeg(api, first.id, 'inbound', { differenceReason: 'damage' });
  expect(cases(id)).toMatchObject([
    { type: 'shortage', boxNo: null, pickNo: first.pickNo, reason: 'damage' },
  ]);
  const second = await addTrip(api, id, 2);
  await finishLeg(api, second.id, 'pickup');
  await scanAll(api, id, 'inbound', boxes.slice(1, 3));
  await finishLeg(api, second.id, 'inbound');
  expect(cases(id)).toMatchObject([
    { type: 'shortage', boxNo: boxes[3]?.boxNo, pickNo: first.pickNo, reason: 'damage' },
  ]);
  expect([pick(first.id).missingBoxes, pick(second.id).missingBoxes]).toEqual([1, 0]);
  expect(bill(id)).toMatchObject({ shortageCount: 1, exceptionCount: 1 });
});

test('names the boxes that no truck took when the pickup is declared finished', async () => {
  const { id, boxes } = await landedBill(api);
  const { id: pickId, pickNo } = await addTrip(api, id, 3);
  await finishLeg(api, pickId, 'pickup');
  await scanAll(api, id, 'inbound', boxes.slice(0, 3));
  await finishLeg(api, pickId, 'inbound');
  expect(cases(id)).toEqual([]);
  await api.call.pick.whole({ params: { id }, body: { finished: true } });
  expect(cases(id)).toMatchObject([{ type: 'shortage', boxNo: boxes[3]?.boxNo, pickNo }]);
  expect(bill(id)).toMatchObject({ shortageCount: 1, exceptionCount: 1 });
  // Another truck fetches the missing box later.
  const second = await addTrip(api, id, 1);
  expect(cases(id)).toEqual([]);
  await finishLeg(api, second.id, 'pickup');
  await scanAll(api, id, 'inbound', boxes.slice(3));
  await finishLeg(api, second.id, 'inbound');
  expect(cases(id)).toEqual([]);
  expect(bill(id)).toMatchObject({ shortageCount: 0, exceptionCount: 0 });
});

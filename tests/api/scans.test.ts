import { fileTemplates } from '@contract/files/templates';
import { expect, test } from 'vitest';
import { addTrip, countedTrip, finishLeg, landedBill, receivedTrip, scanAll } from '../support/apiCargo';
import { converted, tableCsv } from '../support/apiFileJob';
import { testApi } from '../support/server';

const api = testApi();

const bill = (id: number) => api.row('select * from bill where id = ?', id);
const nameOf = (id: number) => {
  const { billNo, batchNo } = bill(id);
  return { billId: id, billNo, batchNo };
};
const scan = (id: number, boxNo: string, more: object = {}, options: object = {}) =>
  api.call.box.scan({ params: { id }, body: { leg: 'inbound', boxNo, ...more } }, options);
const issuesOf = async (id: number) =>
  (await api.call.fileJob.issues({ params: { id }, query: { level: 'error' } })).list;
const boxesCalled = (boxNo: string) => api.count('select count(*) from box where boxNo = ?', boxNo);

/** Makes a bill that is being received, and another one whose first box is scanned there. */
async function mixedUp(options: Parameters<typeof landedBill>[1] = {}) {
  const open = await countedTrip(api);
  const other = await landedBill(api, options);
  const trip = await addTrip(api, other.id, other.boxes.length);
  return { open, other, trip, boxNo: other.boxes[0]?.boxNo ?? '' };
}

test('names the bill of a scanned box that belongs to another one, and receives it there', async () => {
  const { open, other, trip, boxNo } = await mixedUp();
  const answer = await scan(open.id, boxNo);
  expect(answer).toMatchObject({
    result: 'elsewhere',
    box: null,
    bills: [nameOf(other.id)],
    done: 4,
    expected: 4,
  });
  // The box is not accepted as a surplus either: its number would exist twice.
  expect(await scan(open.id, boxNo, { surplus: true })).toMatchObject({ result: 'elsewhere' });
  expect(boxesCalled(boxNo)).toBe(1);
  expect(bill(open.id)).toMatchObject({ inboundBoxes: 4, exceptionCount: 0 });

  expect(await scan(other.id, boxNo)).toMatchObject({
    result: 'done',
    bills: [],
    box: { billId: other.id, pickNo: trip.pickNo },
    done: 1,
  });
  const logged = (id: number) =>
    api.count(
      "select count(*) from billLog where billId = ? and action = 'scan' and remark like ?",
      id,
      `%${boxNo}`,
    );
  expect([logged(other.id), logged(open.id)]).toEqual([1, 0]);
  expect(bill(open.id).inboundBoxes).toBe(4);
});

test('names the other bill when a box is scanned out, and when a scan is undone', async () => {
  const open = await receivedTrip(api);
  const other = await receivedTrip(api);
  const boxNo = other.boxes[0]?.boxNo ?? '';
  const there = { result: 'elsewhere', bills: [nameOf(other.id)] };
  expect(await scan(open.id, boxNo, { leg: 'outbound' })).toMatchObject(there);
  expect(await scan(other.id, boxNo, { leg: 'outbound' })).toMatchObject({ result: 'done', done: 1 });
  const unscan = (id: number) => api.call.box.unscan({ params: { id }, body: { leg: 'outbound', boxNo } });
  expect(await unscan(open.id)).toMatchObject(there);
  expect(await unscan(other.id)).toMatchObject({ result: 'done', bills: [], done: 0 });
});

test('says why the other bill cannot take the box now', async () => {
  const { open, other, trip, boxNo } = await mixedUp();
  await finishLeg(api, trip.id, 'pickup');
  await scanAll(api, other.id, 'inbound', other.boxes.slice(1));
  await finishLeg(api, trip.id, 'inbound', { differenceReason: 'shortage' });
  expect(await scan(open.id, boxNo)).toMatchObject({ result: 'elsewhere' });
  expect(
    await api.refused('box.scan', { params: { id: other.id }, body: { leg: 'inbound', boxNo } }),
  ).toMatchObject({ code: 'LEG_FINISHED' });
});

test('names every open bill that has the number, the one that still waits for it first', async () => {
  const { open, other, boxNo } = await mixedUp();
  const twins = [await landedBill(api), await landedBill(api), await landedBill(api)];
  for (const { boxes } of twins)
    api.db.prepare('update box set boxNo = ? where id = ?').run(boxNo, boxes[0]?.boxId ?? 0);
  const [received, archived, removed] = twins.map(({ id }) => id);
  api.db.exec(`update box set inboundAt = '2026-11-02T10:00:00Z', state = 'received'
      where billId = ${received} and boxNo = '${boxNo}';
    update bill set archived = 1 where id = ${archived};
    update bill set removedAt = '2026-11-02T10:00:00Z' where id = ${removed}`);
  api.place(`billId = ${received} and boxNo = '${boxNo}'`);
  const { bills } = await scan(open.id, boxNo);
  expect(bills).toEqual([nameOf(other.id), nameOf(received ?? 0)]);
  api.db.exec(`update box set state = 'delivered' where billId = ${other.id}`);
  expect((await scan(open.id, boxNo)).bills).toEqual([nameOf(received ?? 0)]);
});

test('keeps a bill that the person may not see secret: its box is a surplus', async () => {
  const { open, other, boxNo } = await mixedUp();
  const [own, foreign] = api.rows('select id from warehouse order by id limit 2').map(({ id }) => Number(id));
  api.db.exec(`update bill set warehouseId = ${own} where id = ${open.id};
    update bill set warehouseId = ${foreign} where id = ${other.id}`);
  const as = api.actor({
    permissions: ['bill.warehouse.edit', 'bill.warehouse.view'],
    warehouseIds: [own ?? 0],
  });
  expect(await scan(open.id, boxNo, {}, { as })).toMatchObject({ result: 'surplus', bills: [] });
  expect(await scan(open.id, boxNo)).toMatchObject({ result: 'elsewhere' });
  expect(await scan(open.id, boxNo, { surplus: true }, { as })).toMatchObject({ result: 'done' });
});

test.each([
  ['warehouse_box', { parcels: '1', state: 'received' }],
  ['box_weight', { weight: '9' }],
] as const)('names the other bill in the line of a %s file', async (kind, cells) => {
  const { open, other, boxNo } = await mixedUp();
  const file = tableCsv(fileTemplates[kind], [
    { boxNo, ...cells },
    { boxNo: 'NOWHERE-1', ...cells },
  ]);
  const job = await converted(api, kind, open.id, file);
  const { billNo, batchNo } = nameOf(other.id);
  expect(await issuesOf(job.id)).toMatchObject([
    { code: 'FILE_BOX_ELSEWHERE', message: expect.stringContaining(`${billNo} ${batchNo}`) },
    { code: 'FILE_BOX_UNKNOWN' },
  ]);
  expect(api.row('select inboundAt, measuredWeight from box where boxNo = ?', boxNo)).toEqual({
    inboundAt: null,
    measuredWeight: null,
  });
});

test('names all bills of a box in a file without a bill', async () => {
  const { other, boxNo } = await mixedUp();
  const twin = await landedBill(api);
  api.db.prepare('update box set boxNo = ? where id = ?').run(boxNo, twin.boxes[0]?.boxId ?? 0);
  const file = tableCsv(fileTemplates.warehouse_box, [{ boxNo, parcels: '1', state: 'received' }]);
  const job = await converted(api, 'warehouse_box', null, file);
  const names = [other.id, twin.id].map((id) => `${bill(id).billNo} ${bill(id).batchNo}`);
  expect(await issuesOf(job.id)).toMatchObject([
    { code: 'FILE_BOX_TWICE', message: expect.stringContaining(names.join(', ')) },
  ]);
});

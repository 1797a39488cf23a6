import { expect, test } from 'vitest';
import { addTrip, countedTrip, landedBill, receivedTrip } from '../support/apiCargo';
import { cmrDraftOf, noteOf, palletised } from '../support/apiTrucks';
import { testApi } from '../support/server';

const api = testApi();

const scan = (mode: 'receive' | 'truck' | 'undo', number = '', more: object = {}, options: object = {}) =>
  api.call.scan.scan({ body: { mode, number, ...more } }, options);
const refused = (mode: string, number = '', more: object = {}) =>
  api.refused('scan.scan', { body: { mode, number, ...more } });
const boxOf = (boxId = 0) => api.row('select * from box where id = ?', boxId);
const palletRow = (id: number) => api.row('select * from pallet where id = ?', id);
const load = (cmrId: number) => api.call.scan.load({ query: { cmrId } });
/** Makes a bill with a trip on its way in, at the first warehouse. */
async function expected(options: Parameters<typeof landedBill>[1] = {}) {
  const bill = await landedBill(api, options);
  await addTrip(api, bill.id, bill.boxes.length);
  return bill;
}
/** Gives pallets the SSCC that their labels show. */
async function labelled(palletId: number) {
  const settings = await api.call.label.settings({});
  if (settings.companyPrefix === null)
    await api.call.label.saveSettings({
      body: { version: settings.version, companyPrefix: '4012345', extensionDigit: 3 },
    });
  const { version } = palletRow(palletId);
  await api.call.pallet.act({
    params: { id: palletId },
    body: { version: Number(version), action: 'reopen' },
  });
  await api.call.pallet.act({
    params: { id: palletId },
    body: { version: Number(version) + 1, action: 'close' },
  });
  return String(palletRow(palletId).sscc);
}

test('receives boxes of two bills in one stream, each on its own bill', async () => {
  const [one, other] = [await expected(), await expected()];
  for (const boxNo of [one.boxes[0]?.boxNo, other.boxes[0]?.boxNo, one.boxes[1]?.boxNo])
    expect(await scan('receive', boxNo)).toMatchObject({
      result: 'done',
      hit: { kind: 'box', boxNo, boxState: 'ready' },
    });
  const received = (id: number) => api.row('select inboundBoxes from bill where id = ?', id).inboundBoxes;
  expect([received(one.id), received(other.id)]).toEqual([2, 1]);
  expect(await scan('receive', one.boxes[0]?.boxNo)).toMatchObject({ result: 'again' });
  expect(await scan('receive', 'NO-SUCH-BOX')).toMatchObject({ result: 'unknown', hit: null });
  expect(received(one.id)).toBe(2);
});

test('asks for the bill when several have the number, and scans the selected one', async () => {
  const [one, other] = [await expected(), await expected()];
  const boxNo = one.boxes[0]?.boxNo ?? '';
  const twin = other.boxes[0]?.boxId ?? 0;
  api.db.prepare('update box set boxNo = ? where id = ?').run(boxNo, twin);
  const asked = await scan('receive', boxNo);
  expect(asked).toMatchObject({ result: 'several', hit: null });
  expect(asked.hits.map(({ billId }) => billId).sort()).toEqual([one.id, other.id].sort());
  expect(boxOf(twin).inboundAt).toBeNull();
  expect(await scan('receive', boxNo, { chosen: { kind: 'box', recordId: twin } })).toMatchObject({
    result: 'done',
    hit: { billId: other.id },
  });
  expect(boxOf(one.boxes[0]?.boxId).inboundAt).toBeNull();
  // Only one of the two boxes can be undone, so no bill is asked for.
  expect(await scan('undo', boxNo)).toMatchObject({ result: 'done', hit: { billId: other.id } });
});

test('refuses a held box with its reason, and takes a parcel for its box only if it is alone in it', async () => {
  const { id, boxes } = await receivedTrip(api, { parcels: ['held', 'free'] });
  expect(await refused('truck', boxes[0]?.boxNo)).toMatchObject({
    code: 'BOX_BLOCKED',
    msg: expect.stringContaining('customs holds'),
  });
  const [, tracking] = api
    .rows('select trackingNo from parcel where billId = ? order by id', id)
    .map(({ trackingNo }) => String(trackingNo));
  expect(await scan('truck', tracking)).toMatchObject({
    result: 'done',
    hit: { kind: 'parcel', boxNo: boxes[1]?.boxNo },
  });
  await scan('undo', tracking);
  expect(boxOf(boxes[1]?.boxId).outboundAt).toBeNull();
  api.db.exec(`update parcel set boxId = ${boxes[1]?.boxId} where billId = ${id}`);
  expect(await refused('truck', tracking)).toMatchObject({ code: 'SCAN_PARCEL_IN_BOX' });
});

test('loads a pallet by the SSCC of its label, with and without identifier and check digit', async () => {
  const { palletId, boxes } = await palletised(api);
  const sscc = await labelled(palletId);
  for (const text of [sscc, `00${sscc}`, `(00) ${sscc}`, `]C100${sscc}`, sscc.slice(0, 17)]) {
    expect(await scan('truck', text), text).toMatchObject({
      result: 'done',
      hit: { kind: 'pallet', recordId: palletId, boxes: 4 },
    });
    expect(boxOf(boxes[0]?.boxId).state).toBe('loaded');
    expect(await scan('truck', text)).toMatchObject({ result: 'again' });
    expect(await scan('undo', text)).toMatchObject({ result: 'done', hit: { palletState: 'closed' } });
    expect(boxOf(boxes[0]?.boxId).state).toBe('palletised');
  }
  // A wrong check digit names nothing.
  const wrong = `${sscc.slice(0, 17)}${(Number(sscc.at(-1)) + 1) % 10}`;
  expect(await scan('truck', wrong)).toMatchObject({ result: 'unknown' });
});

test('loads truck by truck, and lists what is missing of the load', async () => {
  const { cmr, trips } = await noteOf(api, 2);
  const [first, second] = trips.map(({ palletId }) => String(palletRow(palletId).palletNo));
  const spare = await palletised(api);
  const alone = await receivedTrip(api, { parcels: ['free', 'held'] });
  for (const { id } of [spare, alone])
    api.db.exec(`update bill set warehouseId = ${cmr.fromWarehouseId} where id = ${id}`);
  const names = (part: { list: readonly { number: string }[] }) => part.list.map(({ number }) => number);
  const spareNo = String(palletRow(spare.palletId).palletNo);

  expect(await scan('truck', cmr.cmrNo)).toMatchObject({
    result: 'truck',
    hit: { kind: 'cmr', recordId: cmr.id },
  });
  const before = await load(cmr.id);
  expect(before).toMatchObject({
    cmrNo: cmr.cmrNo,
    loaded: { pallets: 0, boxes: 0, list: [] },
    missing: { pallets: 2, boxes: 8 },
  });
  expect(names(before.missing)).toEqual([first, second]);
  expect(names(before.due)).toEqual(expect.arrayContaining([spareNo, alone.boxes[0]?.boxNo]));
  // The held box is not cleared.
  expect(names(before.due)).not.toContain(alone.boxes[1]?.boxNo);

  // The scan of one box of a pallet loads the whole pallet.
  expect(await scan('truck', trips[0]?.boxes[0]?.boxNo, { cmrId: cmr.id })).toMatchObject({
    result: 'done',
    put: false,
    hit: { palletNo: first, palletState: 'loaded' },
  });
  expect(await load(cmr.id)).toMatchObject({
    loaded: { pallets: 1, boxes: 4 },
    missing: { pallets: 1, boxes: 4, list: [{ number: second }] },
  });
  // A pallet on no note is put on the note first; undoing the scan takes it off again.
  expect(await scan('truck', spareNo, { cmrId: cmr.id })).toMatchObject({ result: 'done', put: true });
  expect(palletRow(spare.palletId)).toMatchObject({ cmrId: cmr.id, state: 'loaded' });
  expect(await scan('undo', spareNo, { take: true })).toMatchObject({ result: 'done' });
  expect(palletRow(spare.palletId)).toMatchObject({ cmrId: null, state: 'closed' });
  expect(await refused('truck', alone.boxes[0]?.boxNo, { cmrId: cmr.id })).toMatchObject({
    code: 'SCAN_NO_PALLET',
  });
  // A box taken off the truck on its own is missing again.
  const [taken] = trips[0]?.boxes ?? [];
  await api.call.box.unscan({
    params: { id: trips[0]?.id ?? 0 },
    body: { leg: 'outbound', boxNo: taken?.boxNo ?? '' },
  });
  expect(await load(cmr.id)).toMatchObject({ loaded: { boxes: 3 }, missing: { pallets: 1, boxes: 5 } });
});

test('puts a pallet on a note only for a person who may change notes', async () => {
  const cmr = await api.call.cmr.create({ body: cmrDraftOf(api) as never });
  const { palletId } = await palletised(api);
  const palletNo = String(palletRow(palletId).palletNo);
  const as = api.actor({ permissions: ['bill.warehouse.edit'] });
  expect(
    await api.refused('scan.scan', { body: { mode: 'truck', number: palletNo, cmrId: cmr.id } }, { as }),
  ).toMatchObject({ code: 'NO_PERMISSION' });
  expect(palletRow(palletId)).toMatchObject({ cmrId: null, state: 'closed' });
  // Without a note, the permission of the warehouse suffices. A user without access to notes does not find the note.
  expect(await scan('truck', palletNo, {}, { as })).toMatchObject({ result: 'done' });
  expect(await scan('truck', cmr.cmrNo, {}, { as })).toMatchObject({ result: 'unknown' });
});

test('finds nothing of another warehouse, whatever the kind of number', async () => {
  const { id, palletId, boxes } = await palletised(api);
  const [own, foreign] = api
    .rows('select id from warehouse order by id limit 2')
    .map((row) => Number(row.id));
  api.db.exec(`update bill set warehouseId = ${foreign} where id = ${id};
    update pallet set warehouseId = ${foreign} where id = ${palletId}`);
  const sscc = await labelled(palletId);
  const [parcel] = api.rows('select trackingNo from parcel where billId = ?', id);
  const numbers = [boxes[0]?.boxNo, String(parcel?.trackingNo), String(palletRow(palletId).palletNo), sscc];
  const as = api.actor({
    permissions: ['bill.warehouse.edit', 'bill.warehouse.view'],
    warehouseIds: [own ?? 0],
  });
  for (const number of numbers) {
    expect(await api.call.scan.find({ query: { number: number ?? '' } }, { as }), number).toEqual([]);
    for (const mode of ['receive', 'truck', 'undo'] as const)
      expect(await scan(mode, number, {}, { as }), number).toMatchObject({ result: 'unknown', hits: [] });
    expect(await api.call.scan.find({ query: { number: number ?? '' } })).toHaveLength(1);
  }
});

test('returns the place of a thing, what blocks it, and its bill', async () => {
  const { id, boxes } = await countedTrip(api, { parcels: ['held', 'free'] });
  const [held] = await api.call.scan.find({ query: { number: boxes[0]?.boxNo ?? '' } });
  expect(held).toMatchObject({
    kind: 'box',
    billId: id,
    boxState: 'blocked',
    blockedBy: 'held',
    palletNo: null,
  });
  const { cmr, trips } = await noteOf(api);
  const [pallet] = await api.call.scan.find({
    query: { number: String(palletRow(trips[0]?.palletId ?? 0).palletNo) },
  });
  expect(pallet).toMatchObject({
    kind: 'pallet',
    billId: trips[0]?.id,
    cmrNo: cmr.cmrNo,
    boxes: 4,
    blockedBy: null,
  });
  expect(await api.call.scan.find({ query: { number: cmr.cmrNo } })).toMatchObject([
    { kind: 'cmr', cmrState: 'draft', billId: null, boxes: 4 },
  ]);
});

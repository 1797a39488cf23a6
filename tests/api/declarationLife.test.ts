import { expect, test } from 'vitest';
import { boxOf, declaredBill, newLrn, newMrn } from '../support/apiCustoms';
import { hoursAgo } from '../support/apiNodes';
import { testApi } from '../support/server';
import { document } from './cases/files';

const api = testApi();

const batch = (id: number) => api.row('select * from batch where id = ?', id);
const bill = (id: number) => api.row('select * from bill where id = ?', id);
const states = (billId: number) =>
  api.rows('select state from parcel where billId = ? order by id', billId).map(({ state }) => state);
const places = (billId: number) =>
  api.rows('select boxNo, place, placeId from box where billId = ? order by id', billId);
const history = (batchId: number) => api.call.batch.history({ params: { batchId } });
const amendment = { particulars: 'Value of parcel 1: EUR 12.50, not 21.50', reason: 'Digits exchanged' };
const special = { invalidationGround: 'special_circumstances', reason: 'Sold to another country' } as const;
const daysAgo = (days: number) => hoursAgo(days * 24);

test('records an amendment of an accepted declaration, with its paper', async () => {
  const { billId, batchId } = declaredBill(api, 'declared');
  const mrn = newMrn();
  const acceptedAt = hoursAgo(4);
  await api.call.batch.accept({ params: { batchId }, body: { version: 1, mrn, acceptedAt } });
  const paper = await api.call.attachment.upload({
    params: { id: billId },
    query: { category: 'other' },
    file: document('amendment.pdf'),
  });
  const at = hoursAgo(2);
  const body = { version: 2, ...amendment, at, reference: 'NL-AM-77', attachmentId: paper.id };
  await api.call.batch.amend({ params: { batchId }, body });
  expect(batch(batchId)).toMatchObject({ status: 'accepted', mrn, version: 3 });
  expect(await history(batchId)).toMatchObject([
    { step: 'accept', at: acceptedAt, mrn },
    { step: 'amend', at, mrn, ...amendment, reference: 'NL-AM-77', fileName: 'amendment.pdf' },
  ]);
  const [line] = api.rows("select remark from billLog where billId = ? and action = 'amend'", billId);
  expect(line?.remark).toContain(amendment.particulars);
  // A step outlives its file.
  await api.call.attachment.remove({ params: { attachmentId: paper.id } });
  expect((await history(batchId)).at(-1)).toMatchObject({ attachmentId: null, fileName: null });
});

test.each([
  ['an announced examination of the goods', { inspectionType: 'physical' }, 'AMEND_EXAMINED'],
  [
    'particulars found incorrect',
    { inspectionType: 'documents', controlResult: 'differences' },
    'AMEND_INCORRECT',
  ],
])('refuses an amendment before the release after %s', async (_, columns, code) => {
  const { batchId } = declaredBill(api, 'accepted', columns);
  const refused = await api.refused('batch.amend', {
    params: { batchId },
    body: { version: 1, ...amendment },
  });
  expect(refused).toMatchObject({ status: 409, code });
});

test('allows an amendment after a check of documents that found all as declared', async () => {
  const { batchId } = declaredBill(api, 'accepted', {
    ...{ inspectionType: 'documents', controlResult: 'as_declared' },
  });
  await api.call.batch.amend({ params: { batchId }, body: { version: 1, ...amendment } });
});

test('allows an amendment within three years after the release', async () => {
  const old = { declaredAt: daysAgo(1200), acceptedAt: daysAgo(1199), releasedAt: daysAgo(1198) };
  const { batchId } = declaredBill(api, 'released', old);
  const late = await api.refused('batch.amend', { params: { batchId }, body: { version: 1, ...amendment } });
  expect(late.fields).toHaveProperty('at');
  const recent = { ...old, acceptedAt: daysAgo(1000), declaredAt: daysAgo(1000) };
  const other = declaredBill(api, 'released', recent);
  await api.call.batch.amend({ params: { batchId: other.batchId }, body: { version: 1, ...amendment } });
});

test('an invalidated declaration frees its parcels for another one, and keeps its MRN', async () => {
  const { billId, batchId, box } = declaredBill(api, 'declared');
  const mrn = newMrn();
  await api.call.batch.accept({ params: { batchId }, body: { version: 1, mrn, acceptedAt: hoursAgo(4) } });
  const standing = places(billId);
  await api.call.batch.invalidate({ params: { batchId }, body: { version: 2, ...special } });
  expect(batch(batchId)).toMatchObject({ status: 'invalidated', mrn, parcels: 0, lines: 0, value: 0 });
  expect(bill(billId)).toMatchObject({
    clearanceStatus: 'not_released',
    declaredAt: null,
    parcelsClearance: 2,
  });
  expect(places(billId)).toEqual(standing);
  expect((await history(batchId)).at(-1)).toMatchObject({ step: 'invalidate', mrn, parcels: 2, ...special });
  const declared = await api.call.batch.declare({
    params: { id: billId },
    body: {
      ...{ boxNos: [box.boxNo], declarationSystem: 'DECO', declarationType: 'H7' },
      ...{ lrn: newLrn(), brokerName: 'Northgate' },
    },
  });
  expect(declared).toMatchObject({ status: 'declared', parcels: 2 });
  expect(bill(billId).clearanceStatus).toBe('in_clearance');
});

test('after the release an invalidation has grounds and a time limit of its own', async () => {
  const { billId, batchId } = declaredBill(api, 'accepted');
  await api.call.batch.release({ params: { batchId }, body: { version: 1 } });
  expect(bill(billId).clearanceStatus).toBe('success');
  const params = { batchId };
  const wrong = await api.refused('batch.invalidate', { params, body: { version: 2, ...special } });
  expect(wrong.fields).toHaveProperty('invalidationGround');
  api.db.exec(`update batch set acceptedAt = '${daysAgo(92)}' where id = ${batchId}`);
  const returned = { version: 2, invalidationGround: 'returned' as const, reason: 'Returned' };
  const late = await api.refused('batch.invalidate', { params, body: returned });
  expect(late.fields).toHaveProperty('at');
  api.db.exec(`update batch set acceptedAt = '${daysAgo(88)}' where id = ${batchId}`);
  await api.call.batch.invalidate({ params, body: returned });
  expect(states(billId)).toEqual(['clearance', 'clearance']);
  expect(bill(billId)).toMatchObject({ clearanceStatus: 'not_released', clearanceReleasedAt: null });
});

test('parcels that have left stay with their invalidated declaration', async () => {
  const { billId, batchId, box } = declaredBill(api, 'accepted');
  await api.call.batch.release({ params: { batchId }, body: { version: 1 } });
  api.db.exec(`update parcel set state = 'completed', place = 'delivered' where id = ${box.parcels[0]}`);
  const returned = { version: 2, invalidationGround: 'wrong_goods' as const, reason: 'Mixed up' };
  await api.call.batch.invalidate({ params: { batchId }, body: returned });
  expect(states(billId)).toEqual(['completed', 'clearance']);
  expect(batch(batchId)).toMatchObject({ status: 'invalidated', parcels: 1 });
});

test('a control ends with its result: as declared, the declaration can be released', async () => {
  const { billId, batchId } = declaredBill(api, 'accepted');
  const params = { batchId };
  const announced = { reason: 'scan' as const, at: hoursAgo(3), reference: 'NL-K-12', remark: 'Two boxes' };
  await api.call.batch.control({ params, body: { version: 1, ...announced } });
  expect(api.row('select * from fyco where billId = ?', billId)).toMatchObject({
    ...{ type: 'scan', noticeRef: 'NL-K-12', noticeAt: announced.at },
  });
  for (const [call, body] of [
    ['batch.amend', amendment],
    ['batch.invalidate', special],
  ] as const)
    expect(await api.refused(call, { params, body: { version: 2, ...body } })).toMatchObject({
      code: 'CONTROL_OPEN',
    });
  await api.call.batch.result({
    params,
    body: { version: 2, controlResult: 'as_declared', at: hoursAgo(1) },
  });
  expect(batch(batchId)).toMatchObject({ status: 'accepted', controlResult: 'as_declared' });
  const silent = await api.refused('batch.release', { params, body: { version: 3 } });
  expect(silent.fields).toHaveProperty('held');
  const proof = { reference: 'NL-R-12', remark: 'By telephone' };
  await api.call.batch.release({ params, body: { version: 3, held: 'released', ...proof } });
  expect(states(billId)).toEqual(['free', 'free']);
  expect(await history(batchId)).toMatchObject([
    {
      step: 'control',
      holdReason: 'scan',
      inspectionType: 'scan',
      reference: 'NL-K-12',
      reason: 'Two boxes',
    },
    { step: 'result', controlResult: 'as_declared' },
    { step: 'release', parcels: 2, reference: 'NL-R-12', reason: 'By telephone' },
  ]);
});

test('a refusal after a control refuses its parcels', async () => {
  const { billId, batchId } = declaredBill(api, 'accepted');
  const params = { batchId };
  await api.call.batch.control({ params, body: { version: 1, reason: 'fyco' } });
  const refusal = { version: 2, controlResult: 'refused' as const, failReason: 'counterfeit' as const };
  const bare = await api.refused('batch.result', { params, body: refusal });
  expect(bare.fields).toHaveProperty('remark');
  await api.call.batch.result({ params, body: { ...refusal, remark: 'Counterfeit watches' } });
  expect(batch(batchId)).toMatchObject({ status: 'refused', rejectReason: 'Counterfeit watches' });
  expect(states(billId)).toEqual(['failed', 'failed']);
  expect(api.row('select * from parcel where billId = ?', billId).failReason).toBe('counterfeit');
  expect(bill(billId).clearanceStatus).toBe('failure');
});

test('a release in part leaves the parcels under control held until their result', async () => {
  const { billId, batchId } = declaredBill(api, 'accepted');
  boxOf(api, billId, batchId, [{}, {}]);
  const params = { batchId };
  await api.call.batch.control({ params, body: { version: 1, reason: 'fyco' } });
  const [first] = api.rows('select trackingNo from parcel where billId = ? order by id', billId);
  const trackingNos = [String(first?.trackingNo)];
  await api.call.fyco.results({ body: { billId, trackingNos, step: 'release' } });
  await api.call.batch.release({ params, body: { version: 2, held: 'stay' } });
  expect(states(billId)).toEqual(['free', 'held', 'held', 'held']);
  const open = await api.refused('batch.amend', { params, body: { version: 3, ...amendment } });
  expect(open.code).toBe('CONTROL_OPEN');
  const refusal = { version: 3, controlResult: 'refused' as const, remark: 'No documents' };
  await api.call.batch.result({ params, body: refusal });
  expect(states(billId)).toEqual(['free', 'failed', 'failed', 'failed']);
  expect(batch(batchId)).toMatchObject({ status: 'released', controlResult: 'refused' });
  expect(bill(billId)).toMatchObject({ clearanceStatus: 'success', partial: 1 });
});

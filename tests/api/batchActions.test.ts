import { type BatchAction, batchMachine, batchStates } from '@contract/customs/batch';
import { type T1Action, t1Machine, t1States } from '@contract/customs/t1';
import type { ApiName } from '@contract/index';
import { describe, expect, test } from 'vitest';
import { batchOf, boxOf, declaredBill, landedBill, newLrn, newMrn, transitOf } from '../support/apiCustoms';
import { hoursAgo } from '../support/apiNodes';
import { testApi } from '../support/server';

const api = testApi();

/** States in which each step is allowed, written independently of the machine, and the state it leads to. */
const BATCH: Readonly<Record<Exclude<BatchAction, 'updateDate'>, { from: readonly string[]; to: string }>> = {
  declare: { from: ['prepared'], to: 'declared' },
  redeclare: { from: ['rejected'], to: 'declared' },
  accept: { from: ['declared'], to: 'accepted' },
  reject: { from: ['declared'], to: 'rejected' },
  control: { from: ['accepted'], to: 'control' },
  release: { from: ['accepted', 'control'], to: 'released' },
  withdraw: { from: ['declared'], to: 'prepared' },
  amend: { from: ['accepted', 'released'], to: 'same' },
  result: { from: ['control'], to: 'accepted' },
  invalidate: { from: ['accepted', 'refused', 'released'], to: 'invalidated' },
  transmit: { from: ['declared'], to: 'same' },
};
/** Refusals that say more than the state. */
const REFUSED: Readonly<Record<string, string>> = {
  'control amend': 'CONTROL_OPEN',
  'control invalidate': 'CONTROL_OPEN',
  'released result': 'CONTROL_NONE',
};
const bodyOf = (action: keyof typeof BATCH, state: string): object =>
  ({
    accept: { mrn: newMrn() },
    reject: { reason: 'Value not credible' },
    control: { reason: 'scan' },
    redeclare: { lrn: newLrn(), brokerName: 'Northgate' },
    // After a control, a release must state what happens to the held parcels.
    release: { held: 'released' },
    amend: { particulars: 'Gross weight 12.5 kg', reason: 'Weighed again' },
    result: { controlResult: 'as_declared' },
    transmit: { accountId: 1 },
    invalidate: {
      invalidationGround: state === 'released' ? 'returned' : 'special_circumstances',
      reason: 'Returned to the seller',
    },
  })[action as 'accept'] ?? {};
const batchPairs = Object.keys(batchStates).flatMap((state) =>
  (Object.keys(BATCH) as (keyof typeof BATCH)[]).map((action) => ({ state, action })),
);

test.each(batchPairs)(
  'a declaration in state $state allows or refuses $action',
  async ({ state, action }) => {
    const { billId, batchId } = declaredBill(api, state);
    api.db.exec(`update parcel set address = 'Oudegracht 12' where billId = ${billId}`);
    const batchNo = String(api.row('select batchNo from batch where id = ?', batchId).batchNo);
    const lodging = {
      lrn: newLrn(),
      brokerName: 'Northgate',
      declarationSystem: 'DECO',
      declarationType: 'H7',
    };
    const answer =
      action === 'declare'
        ? await api.send('batch.declare', { params: { id: billId }, body: { batchNo, ...lodging } })
        : await api.send((batchMachine.calls?.[action] ?? '') as ApiName, {
            params: { batchId },
            body: { version: 1, ...bodyOf(action, state) },
          });
    const { from, to } = BATCH[action];
    const after = api.row('select status from batch where id = ?', batchId).status;
    if (from.includes(state)) {
      expect(answer).not.toHaveProperty('refused');
      expect(after).toBe(to === 'same' ? state : to);
    } else {
      expect(answer).toMatchObject({
        refused: { status: 409, code: REFUSED[`${state} ${action}`] ?? 'STATE_NOT_ALLOWED' },
      });
      expect(after).toBe(state);
    }
  },
);

test('covers every action of a declaration', () => {
  expect(Object.keys(batchMachine.actions).sort()).toEqual([...Object.keys(BATCH), 'updateDate'].sort());
});

test('clears a declaration at the airport: declared, accepted, released before any truck comes', async () => {
  const { billId, batchId } = declaredBill(api, 'prepared');
  const { batchNo } = api.row('select batchNo from batch where id = ?', batchId) as { batchNo: string };
  const body = {
    batchNo,
    lrn: newLrn(),
    brokerName: 'Northgate',
    declarationSystem: 'DECO',
    declarationType: 'H7',
  };
  const bill = () => api.row('select stage, clearanceStatus, parcelsFree from bill where id = ?', billId);
  await api.call.batch.declare({ params: { id: billId }, body: body as never });
  expect(bill()).toMatchObject({ stage: 'clearing', clearanceStatus: 'in_clearance' });
  await api.call.batch.accept({ params: { batchId }, body: { version: 2, mrn: newMrn() } });
  await api.call.batch.release({ params: { batchId }, body: { version: 3 } });
  expect(bill()).toMatchObject({ stage: 'clearance', clearanceStatus: 'success', parcelsFree: 2 });
});

test('rejects a declaration with its parcels, and declares them again under another number', async () => {
  const { billId, batchId } = declaredBill(api, 'declared');
  const status = () => api.row('select clearanceStatus as it from bill where id = ?', billId).it;
  await api.call.batch.reject({
    params: { batchId },
    body: { version: 1, reason: 'Wrong value', fail: true },
  });
  expect(status()).toBe('failure');
  const { lrn } = api.row('select lrn from batch where id = ?', batchId) as { lrn: string };
  const again = { version: 2, brokerName: 'Northgate' };
  const same = await api.refused('batch.redeclare', { params: { batchId }, body: { ...again, lrn } });
  expect(same.fields).toHaveProperty('lrn');
  await api.call.batch.redeclare({ params: { batchId }, body: { ...again, lrn: newLrn() } });
  expect(status()).toBe('in_clearance');
  expect(api.count("select count(*) from parcel where billId = ? and state = 'clearance'", billId)).toBe(2);
});

/** A declaration of four parcels: customs held the first and selected the second, and the fourth is damaged. */
async function partlyHeld() {
  const { billId, batchId } = declaredBill(api, 'accepted');
  const batch = api.row('select * from batch where id = ?', batchId) as { batchNo: string };
  const { parcels } = boxOf(api, billId, batchId, [{}, {}]);
  const rows = api.rows('select trackingNo from parcel where billId = ? order by id', billId);
  const [held = '', selected = '', clean = '', damaged = ''] = rows.map(({ trackingNo }) =>
    String(trackingNo),
  );
  expect(parcels).toHaveLength(2);
  await api.call.parcel.hold({ body: { billId, trackingNos: [held], reason: 'document_check' } });
  await api.call.fyco.select({ body: { billId, trackingNos: [selected], noticeRef: 'NL-4711' } });
  await api.call.parcel.abnormal({ body: { billId, trackingNos: [damaged], type: 'damaged' } });
  const states = () =>
    [held, selected, clean, damaged].map((no) => {
      const { state, previousState } = api.row('select * from parcel where trackingNo = ?', no);
      return previousState === null ? state : `${state} over ${previousState}`;
    });
  const inspections = () =>
    api.rows('select state, result, resultAt from fyco where billId = ? order by id', billId);
  return { ...{ billId, batchId, batchNo: batch.batchNo, held, selected, states, inspections } };
}
const open = { state: 'selected', result: null, resultAt: null };

test('a release skips the held and selected parcels, names them, and releases the rest', async () => {
  const { billId, batchId, held, selected, states, inspections } = await partlyHeld();
  const answer = await api.call.batch.release({ params: { batchId }, body: { version: 1 } });
  expect(answer).toMatchObject({ status: 'released', parcelsFree: 2, parcelsHeld: 2 });
  expect([...answer.heldNos].sort()).toEqual([held, selected].sort());
  expect(states()).toEqual(['held', 'held', 'free', 'abnormal over free']);
  // Nobody reported a result of the inspections.
  expect(inspections()).toEqual([open, open]);
  expect(api.row('select * from bill where id = ?', billId)).toMatchObject({
    ...{ clearanceStatus: 'exception', clearanceReleasedAt: null },
  });
  await api.call.fyco.results({ body: { billId, trackingNos: [selected], step: 'release' } });
  await api.call.parcel.free({ body: { billId, trackingNos: [held], reference: 'DMS 4711' } });
  expect(states()).toEqual(['free', 'free', 'free', 'abnormal over free']);
  expect(api.row('select * from bill where id = ?', billId)).toMatchObject({ clearanceStatus: 'success' });
});

test('a release covers the held parcels when customs said so', async () => {
  const { batchId, states, inspections } = await partlyHeld();
  const body = { version: 1, held: 'released' as const };
  const answer = await api.call.batch.release({ params: { batchId }, body });
  expect(answer).toMatchObject({ parcelsFree: 4, parcelsHeld: 0, heldNos: [] });
  expect(states()).toEqual(['free', 'free', 'free', 'abnormal over free']);
  expect(inspections().map(({ state }) => state)).toEqual(['released', 'released']);
});

test('the release after a control of the whole declaration must state what happens to the held parcels', async () => {
  const { billId, batchId } = declaredBill(api, 'accepted');
  await api.call.batch.control({ params: { batchId }, body: { version: 1, reason: 'scan' } });
  const refused = await api.refused('batch.release', { params: { batchId }, body: { version: 2 } });
  expect(refused).toMatchObject({ status: 400, fields: { held: expect.any(String) } });
  const stays = { version: 2, held: 'stay' as const };
  const answer = await api.call.batch.release({ params: { batchId }, body: stays });
  expect(answer).toMatchObject({ parcelsHeld: 2, parcelsFree: 0 });
  expect(answer.heldNos).toHaveLength(2);
  const events = api.rows(
    "select code from timelineEvent where billId = ? and code = 'CUSTOMS_RELEASE'",
    billId,
  );
  expect(events).toEqual([]);
});

const T1: Readonly<Record<T1Action, readonly string[]>> = {
  update: ['draft', 'released', 'enquiry'],
  release: ['draft'],
  arrive: ['released'],
  discharge: ['arrived', 'enquiry'],
  clear: ['arrived', 'discharged'],
  delete: ['draft', 'released'],
};
const at = hoursAgo(5);
const T1_COLUMNS: Readonly<Record<string, Record<string, string>>> = {
  draft: {},
  released: { releasedAt: at },
  arrived: { releasedAt: at, arrivedAt: at },
  discharged: { releasedAt: at, arrivedAt: at, dischargedAt: at },
  enquiry: { releasedAt: at, timeLimit: '2026-01-01' },
};
const t1Pairs = Object.keys(t1States).flatMap((state) =>
  (Object.keys(t1Machine.actions) as T1Action[]).map((action) => ({ state, action })),
);

test.each(t1Pairs)('a T1 in state $state allows or refuses $action', async ({ state, action }) => {
  const t1Id = transitOf(api, landedBill(api), { state, ...T1_COLUMNS[state] });
  const answer =
    action === 'delete'
      ? await api.send('t1.remove', { params: { t1Id }, query: { reason: 'Entered twice' } })
      : await api.send(`t1.${action}` as ApiName, {
          params: { t1Id },
          body: {
            version: 1,
            ...(action === 'update' ? { boxes: 12 } : {}),
            ...(action === 'release' ? { mrn: newMrn('J') } : {}),
          },
        });
  if (T1[action].includes(state)) expect(answer).not.toHaveProperty('refused');
  else expect(answer).toMatchObject({ refused: { status: 409, code: 'STATE_NOT_ALLOWED' } });
});

describe('the MRN of an import declaration', () => {
  const nameOf = (billId: number) => String(api.row('select billNo from bill where id = ?', billId).billNo);

  test('is accepted once: another declaration names the bill that has it', async () => {
    const mrn = newMrn();
    const [own, other] = [declaredBill(api, 'declared'), declaredBill(api, 'declared')];
    await api.call.batch.accept({ params: { batchId: own.batchId }, body: { version: 1, mrn } });
    const again = { params: { batchId: other.batchId }, body: { version: 1, mrn } };
    const refused = await api.refused('batch.accept', again);
    expect(refused).toMatchObject({
      status: 400,
      fields: { mrn: expect.stringContaining(nameOf(own.billId)) },
    });
    const second = declaredBill(api, 'declared');
    api.db.exec(`update batch set billId = ${own.billId} where id = ${second.batchId}`);
    const same = { params: { batchId: second.batchId }, body: { version: 1, mrn } };
    expect(await api.refused('batch.accept', same)).toMatchObject({ fields: { mrn: expect.any(String) } });
  });

  test('is not given to several declarations at once, and kept by its own', async () => {
    const { billId, batchId } = declaredBill(api, 'declared');
    const second = batchOf(api, billId, { status: 'declared', lrn: newLrn(), declaredAt: hoursAgo(8) });
    const batchNos = [batchId, second].map((id) =>
      String(api.row('select batchNo from batch where id = ?', id).batchNo),
    );
    const body = { billId, batchNos, declaredAt: hoursAgo(6), mrn: newMrn() };
    const { ok, failed } = await api.call.batch.dateUpdate({ body });
    expect([ok, failed.map(({ key }) => key)]).toEqual([1, [batchNos[1]]]);
    expect(api.row('select mrn from batch where id = ?', second)).toEqual({ mrn: null });
    const own = { ...body, batchNos: batchNos.slice(0, 1) };
    expect(await api.call.batch.dateUpdate({ body: own })).toEqual({ ok: 1, failed: [] });
  });

  test('is free again when its bill is removed, which then is not recovered with it', async () => {
    const mrn = newMrn();
    const [own, other] = [declaredBill(api, 'accepted', { mrn }), declaredBill(api, 'declared')];
    const selection = { ids: [own.billId] };
    api.db.exec(
      `update bill set removedAt = '${hoursAgo(1)}', stage = 'removed', stageBeforeRemove = 'arrived' where id = ${own.billId}`,
    );
    await api.call.batch.accept({ params: { batchId: other.batchId }, body: { version: 1, mrn } });
    const answer = await api.call.bill.recover({ body: { selection } });
    expect(answer.failed).toMatchObject([{ code: 'IMPORT_MRN_USED' }]);
  });
});

describe('a T1', () => {
  const draft = { officeDeparture: 'BE000410', officeDestination: 'NL000432', seals: ['NG-204417'] };
  const made = (billId: number) =>
    api.call.t1.create({
      params: { id: billId },
      body: { ...draft, guaranteeRef: '26NL00043200123457' } as never,
    });

  test('has no MRN before customs accepts it', async () => {
    const billId = landedBill(api);
    const mrn = newMrn('J');
    const unknown = await api.refused('t1.create', { params: { id: billId }, body: { ...draft, mrn } });
    expect(unknown).toMatchObject({ status: 400, fields: { mrn: expect.any(String) } });
    const { id, mrn: none } = await made(billId);
    expect(none).toBeNull();
    const params = { t1Id: id };
    const early = await api.refused('t1.update', { params, body: { version: 1, mrn } });
    expect(early).toMatchObject({ status: 400, fields: { mrn: expect.any(String) } });
    const without = await api.refused('t1.release', { params, body: { version: 1 } });
    expect(without).toMatchObject({ status: 400, fields: { mrn: expect.any(String) } });
    const released = await api.call.t1.release({ params, body: { version: 1, mrn } });
    expect(released).toMatchObject({ state: 'released', mrn });
    expect(api.row('select t1Mrn from bill where id = ?', billId)).toEqual({ t1Mrn: mrn });
    // A mistyped one is corrected, never emptied.
    const right = newMrn('J');
    expect(await api.refused('t1.update', { params, body: { version: 2, mrn: null } })).toMatchObject({
      fields: { mrn: expect.any(String) },
    });
    await api.call.t1.update({ params, body: { version: 2, mrn: right } });
    expect(api.row('select t1Mrn from bill where id = ?', billId)).toEqual({ t1Mrn: right });
  });

  test('covers several bills under one MRN, and names them', async () => {
    const mrn = newMrn('J');
    const bills = [landedBill(api), landedBill(api)];
    for (const billId of bills) {
      const { id } = await made(billId);
      await api.call.t1.release({ params: { t1Id: id }, body: { version: 1, mrn } });
    }
    const others = async (id: number) =>
      (await api.call.t1.list({ params: { id } })).map(({ otherBills }) => otherBills.map((bill) => bill.id));
    const [one = 0, other = 0] = bills;
    expect([await others(one), await others(other)]).toEqual([[[other]], [[one]]]);
    const { id: twice } = await made(one);
    const refused = await api.refused('t1.release', { params: { t1Id: twice }, body: { version: 1, mrn } });
    expect(refused).toMatchObject({ status: 400, fields: { mrn: expect.any(String) } });
  });
});

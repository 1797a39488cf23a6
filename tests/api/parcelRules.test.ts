import { explain, type Problem } from '@contract/errors';
import { describe, expect, test } from 'vitest';
import { moveParcels } from '../../main/server/areas/customs/parcels';
import type { Context } from '../../main/server/core/context';
import { receivedTrip } from '../support/apiCargo';
import { newMrn } from '../support/apiCustoms';
import { addParcel, newTrackingNo, parcelBill, parcelOf } from '../support/apiParcels';
import { testApi } from '../support/server';

const api = testApi();
const bill = (id: number) => api.row('select * from bill where id = ?', id);
const box = (id: number) => api.row('select * from box where id = ?', id);
const parcelIdOf = (no: string) => Number(parcelOf(api, no).id);
const list = (nos: readonly string[]) => [...nos];
const ago = (time: number) => new Date(Date.now() - time).toISOString().replace(/\.\d+/, '');

describe('parcels that match a filter', () => {
  test('are moved if they are as many as were shown', async () => {
    const { billId, trackingNos } = parcelBill(api, ['held', 'held', 'free']);
    const free = (expected: number) => ({
      body: { billId, matching: { filter: { state: ['held' as const] }, expected }, remark: 'By phone' },
    });
    const refused = await api.refused('parcel.free', free(3));
    expect(refused).toMatchObject({ status: 409, code: 'COUNT_CHANGED' });
    expect(trackingNos.map((no) => parcelOf(api, no).state)).toEqual(['held', 'held', 'free']);
    expect(await api.call.parcel.free(free(2))).toEqual({ ok: 2, failed: [] });
    expect(trackingNos.map((no) => parcelOf(api, no).state)).toEqual(['free', 'free', 'free']);
  });

  test('are refused with the reason when their state does not allow it', async () => {
    const { billId, trackingNos } = parcelBill(api, ['clearance', 'completed']);
    const answer = await api.call.parcel.free({
      body: { billId, matching: { filter: {}, expected: 2 }, remark: 'By phone' },
    });
    expect(answer).toMatchObject({ ok: 1, failed: [{ key: trackingNos[1], code: 'PARCEL_COMPLETED' }] });
  });

  test('are moved over several bills, except on a bill archived since', async () => {
    const [open, archived] = [parcelBill(api, ['failed']), parcelBill(api, ['failed'])];
    api.db.exec(`update bill set archived = 1 where id = ${archived.billId}`);
    const filter = { billId: [open.billId, archived.billId], state: ['failed' as const] };
    const answer = await api.call.parcel.dispose({
      body: { matching: { filter, expected: 2 }, disposition: 'destroyed' },
    });
    expect(answer).toMatchObject({
      ok: 1,
      failed: [{ key: archived.trackingNos[0], code: 'BILL_ARCHIVED' }],
    });
    expect(parcelOf(api, open.trackingNos[0] ?? '').disposition).toBe('destroyed');
    expect(parcelOf(api, archived.trackingNos[0] ?? '').disposition).toBeNull();
  });

  test('are of one bill when named by number, and the bill must be named', async () => {
    const { trackingNos } = parcelBill(api, ['held']);
    const body = { trackingNos: list(trackingNos), remark: 'By phone' };
    expect(await api.refused('parcel.free', { body })).toMatchObject({
      status: 400,
      fields: { billId: expect.any(String) },
    });
  });
});

describe('the proof of a release', () => {
  test.each([
    ['none', {}, null, 'PARCEL_PROOF'],
    ['a remark', { remark: 'By phone' }, null, undefined],
    ['the message of customs', { reference: 'DMS 4711' }, null, undefined],
    ['the MRN of the declaration', {}, newMrn(), undefined],
  ])('is sufficient, or missing, with %s', async (_, given, mrn, code) => {
    const { billId, trackingNos } = parcelBill(api, ['clearance'], { mrn });
    const answer = await api.call.parcel.free({ body: { billId, trackingNos: list(trackingNos), ...given } });
    expect(answer.failed.map((one) => one.code)).toEqual(code ? [code] : []);
    expect(answer.ok).toBe(code ? 0 : 1);
  });

  test('cannot be dated tomorrow', async () => {
    const { billId, trackingNos } = parcelBill(api, ['clearance']);
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const refused = await api.refused('parcel.free', { body: { billId, trackingNos, remark: 'x', at } });
    expect(refused).toMatchObject({ status: 400, code: 'NODE_FUTURE' });
    expect(Object.keys(refused.fields)).toEqual(['at']);
  });
});

describe('the selection of parcels', () => {
  test('accepts pasted numbers, lists each unknown one, and does the rest', async () => {
    const { billId, trackingNos } = parcelBill(api, ['clearance', 'clearance', 'free']);
    const [first = '', second = '', third = ''] = trackingNos;
    const answer = await api.call.parcel.free({
      body: {
        billId,
        trackingNos: [first.toLowerCase(), ` ${second} `, third, 'TST0000000000NL'],
        remark: 'ok',
      },
    });
    expect(answer.ok).toBe(2);
    expect(answer.failed.map(({ key, code }) => [key, code])).toEqual([
      ['TST0000000000NL', 'PARCEL_UNKNOWN'],
      [third, 'PARCEL_STATE'],
    ]);
  });

  test('takes the remaining parcels of a box', async () => {
    const { billId, boxNo, trackingNos } = parcelBill(api, ['clearance', 'free', 'failed']);
    const answer = await api.call.parcel.free({ body: { billId, boxNos: [boxNo, 'NONE-1'], remark: 'ok' } });
    expect(answer.ok).toBe(1);
    expect(answer.failed.map(({ key, code }) => [key, code])).toEqual([
      ['NONE-1', 'PARCEL_UNKNOWN'],
      [trackingNos[2], 'PARCEL_STATE'],
    ]);
  });

  test('requires a proof for a release in every form', async () => {
    for (const target of ['trackingNos', 'boxNos', 'clearanceBatches'] as const) {
      const { billId, trackingNos, boxNo, batchNo } = parcelBill(api, ['clearance', 'clearance']);
      const named = { trackingNos: list(trackingNos), boxNos: [boxNo], clearanceBatches: [batchNo] };
      const body = { billId, [target]: named[target] };
      const { ok, failed } = await api.call.parcel.free({ body });
      expect(ok, target).toBe(0);
      expect(failed.map(({ key, code }) => [key, code]).sort(), target).toEqual(
        trackingNos.map((no) => [no, 'PARCEL_PROOF']).sort(),
      );
      expect(trackingNos.map((no) => parcelOf(api, no).state)).toEqual(['clearance', 'clearance']);
    }
    const { billId, trackingNos } = parcelBill(api, ['clearance']);
    const body = { matching: { filter: { billId: [billId] }, expected: 1 } };
    expect((await api.call.parcel.free({ body })).failed).toMatchObject([
      { key: trackingNos[0], code: 'PARCEL_PROOF' },
    ]);
  });

  test('takes all parcels of a declaration', async () => {
    const { billId, batchNo } = parcelBill(api, ['clearance', 'clearance'], { mrn: newMrn() });
    expect(await api.call.parcel.free({ body: { billId, clearanceBatches: [batchNo] } })).toEqual({
      ok: 2,
      failed: [],
    });
    expect(bill(billId)).toMatchObject({ clearanceStatus: 'success', partial: 0, parcelsFree: 2 });
  });

  test('is refused when it is empty', async () => {
    const { billId } = parcelBill(api, ['clearance']);
    expect(await api.refused('parcel.free', { body: { billId, remark: 'ok' } })).toMatchObject({
      status: 400,
      fields: { trackingNos: expect.any(String) },
    });
  });

  test('does not know a parcel of another bill', async () => {
    const { billId } = parcelBill(api, ['clearance']);
    const { trackingNos } = parcelBill(api, ['clearance']);
    const answer = await api.call.parcel.free({
      body: { billId, trackingNos: list(trackingNos), remark: 'ok' },
    });
    expect(answer).toMatchObject({ ok: 0, failed: [{ code: 'PARCEL_UNKNOWN' }] });
  });
});

describe('parcels named without a bill in partner files', () => {
  /** Releases numbers on whatever bill they are, as a file job does. */
  async function release(trackingNos: string[]) {
    const store = await api.openStore();
    try {
      return await store.write((write) => {
        const caller = { id: api.admin.staffId, realName: 'File', warehouseIds: [] };
        const from = {
          write,
          read: write,
          caller,
          language: 'en',
          now: new Date().toISOString().replace(/\.\d+/, ''),
        };
        const context = {
          ...from,
          log: async () => undefined,
          unchanged: () => undefined,
          explain: (found: Problem) => explain('en', found),
        } as unknown as Context;
        return moveParcels(context, 'free', null, { trackingNos }, { remark: 'From the file' });
      });
    } finally {
      await store.close();
    }
  }

  test('are found by number in the open bill, and each bill is logged once', async () => {
    const [one, two] = [parcelBill(api, ['clearance', 'held']), parcelBill(api, ['clearance'])];
    const answer = await release([...one.trackingNos, ...two.trackingNos, 'TST0000000001NL']);
    expect(answer.ok).toBe(3);
    expect(answer.failed).toMatchObject([{ key: 'TST0000000001NL', code: 'PARCEL_NO_BILL' }]);
    for (const { billId } of [one, two]) {
      expect(bill(billId)).toMatchObject({ clearanceStatus: 'success' });
      const events = api.rows(
        "select id from timelineEvent where billId = ? and code = 'CUSTOMS_RELEASE'",
        billId,
      );
      expect(events.length).toBeGreaterThan(0);
    }
  });

  test('are left unchanged and named when on two bills, and not found on an archived bill', async () => {
    const [one, two] = [parcelBill(api, ['clearance']), parcelBill(api, ['clearance'])];
    const [no = ''] = one.trackingNos;
    api.db.prepare('update parcel set trackingNo = ? where billId = ?').run(no, two.billId);
    const twice = await release([no]);
    expect(twice).toMatchObject({ ok: 0, failed: [{ key: no, code: 'PARCEL_AMBIGUOUS' }] });
    expect(twice.failed[0]?.msg).toContain(String(bill(two.billId).billNo));
    api.db.exec(`update bill set archived = 1 where id = ${two.billId}`);
    expect(await release([no])).toMatchObject({ ok: 1, failed: [] });
    api.db.exec(`update bill set archived = 1 where id = ${one.billId}`);
    expect(await release([no])).toMatchObject({ failed: [{ code: 'PARCEL_NO_BILL' }] });
  });
});

test('keeps a box with a parcel that customs refused until somebody decides what happens to it', async () => {
  const { id, boxes } = await receivedTrip(api, { parcels: ['free', 'free'] });
  const { parcelId = 0, boxId = 0, boxNo = '' } = boxes[0] ?? {};
  const { trackingNo } = api.row('select trackingNo from parcel where id = ?', parcelId);
  const one = { billId: id, trackingNos: [String(trackingNo)] };
  api.db.exec(`update parcel set state = 'clearance', releasedAt = null where id = ${parcelId}`);
  await api.call.parcel.fail({ body: { ...one, reason: 'counterfeit' } });
  expect(box(boxId).state).toBe('blocked');
  expect(await api.refused('box.scan', { params: { id }, body: { leg: 'outbound', boxNo } })).toMatchObject({
    code: 'BOX_BLOCKED',
    msg: `Box ${boxNo} cannot leave: it contains parcels that customs refused; decide what happens to them and take them out`,
  });
  await api.call.parcel.dispose({ body: { ...one, disposition: 'destroyed' } });
  expect(box(boxId).state).toBe('ready');
  await api.call.box.scan({ params: { id }, body: { leg: 'outbound', boxNo } });
  expect(box(boxId).state).toBe('loaded');
});

describe('inspections', () => {
  test('clear a bill partly when ten of twelve parcels are released and two seized', async () => {
    const made = parcelBill(
      api,
      Array.from({ length: 15 }, () => 'clearance' as const),
      { mrn: newMrn() },
    );
    const { billId, boxId } = made;
    const twelve = made.trackingNos.slice(0, 12);
    await api.call.parcel.free({ body: { billId, trackingNos: made.trackingNos.slice(12) } });
    expect(bill(billId)).toMatchObject({ clearanceStatus: 'in_clearance', parcelsFree: 3 });

    expect(
      await api.call.fyco.select({ body: { billId, trackingNos: twelve, noticeRef: 'NL-4711' } }),
    ).toEqual({
      ok: 12,
      failed: [],
    });
    expect(bill(billId)).toMatchObject({ clearanceStatus: 'exception', parcelsHeld: 12 });
    expect(box(boxId).state).toBe('blocked');
    expect(parcelOf(api, twelve[0] ?? '')).toMatchObject({ state: 'held', fyco: 1, holdReason: 'fyco' });

    for (const step of ['present', 'inspect'] as const) {
      const body = { billId, trackingNos: twelve, step, officer: 'J. de Wit', location: 'Scan hall 2' };
      expect(await api.call.fyco.results({ body })).toEqual({ ok: 12, failed: [] });
    }
    const released = { billId, trackingNos: twelve.slice(0, 10), step: 'release' as const, mrn: newMrn() };
    expect(await api.call.fyco.results({ body: released })).toEqual({ ok: 10, failed: [] });
    expect(bill(billId)).toMatchObject({ clearanceStatus: 'exception', clearanceReleasedAt: null });
    const seized = { billId, trackingNos: twelve.slice(10), step: 'seize' as const };
    expect(await api.call.fyco.results({ body: seized })).toEqual({ ok: 2, failed: [] });

    expect(bill(billId)).toMatchObject({
      clearanceStatus: 'success',
      partial: 1,
      parcelsFree: 13,
      parcelsFailed: 2,
    });
    expect(bill(billId).clearanceReleasedAt).not.toBeNull();
    expect(box(boxId).state).toBe('ready');
    const { list: records, total } = await api.call.fyco.list({ query: { billId: [billId], pageSize: 20 } });
    expect(total).toBe(12);
    expect(records.filter(({ state, result }) => state === 'released' && result === 'released')).toHaveLength(
      10,
    );
    expect(
      records.filter(({ state, parcelState }) => state === 'seized' && parcelState === 'failed'),
    ).toHaveLength(2);
    expect(
      records.every(({ officer, location }) => officer === 'J. de Wit' && location === 'Scan hall 2'),
    ).toBe(true);
    expect(parcelOf(api, twelve[11] ?? '')).toMatchObject({ failReason: 'seized', disposition: 'seized' });
    // The event is written once for the call and the bill, not for each parcel.
    const events = api.rows(
      "select code from timelineEvent where billId = ? and code like 'CUSTOMS_%' order by id desc limit 4",
      billId,
    );
    expect(events.map(({ code }) => code)).toEqual([
      'CUSTOMS_FAIL',
      'CUSTOMS_RELEASE',
      'CUSTOMS_HOLD',
      'CUSTOMS_RELEASE',
    ]);
  });

  test.each([
    ['selected', 'present', 'presented'],
    ['selected', 'inspect', 'inspected'],
    ['selected', 'further', 'inspected'],
    ['selected', 'sample', 'sample_taken'],
    ['selected', 'release', 'released'],
    ['selected', 'seize', 'seized'],
    ['presented', 'present', null],
    ['presented', 'inspect', 'inspected'],
    ['presented', 'further', 'inspected'],
    ['presented', 'sample', 'sample_taken'],
    ['presented', 'release', 'released'],
    ['presented', 'seize', 'seized'],
    ['inspected', 'present', null],
    ['inspected', 'inspect', null],
    ['inspected', 'further', 'inspected'],
    ['inspected', 'sample', 'sample_taken'],
    ['inspected', 'release', 'released'],
    ['inspected', 'seize', 'seized'],
    ['sample_taken', 'present', null],
    ['sample_taken', 'inspect', null],
    ['sample_taken', 'further', 'inspected'],
    ['sample_taken', 'sample', null],
    ['sample_taken', 'release', 'released'],
    ['sample_taken', 'seize', 'seized'],
    ['released', 'present', null],
    ['seized', 'release', null],
    ['refused', 'seize', null],
  ] as const)('lead from %s by the step %s to the next state, or refuse it', async (state, step, to) => {
    const { billId, trackingNos } = parcelBill(api, ['clearance']);
    await api.call.fyco.select({ body: { billId, trackingNos: list(trackingNos) } });
    api.db.exec(`update fyco set state = '${state}' where billId = ${billId}`);
    const answer = await api.call.fyco.results({ body: { billId, trackingNos: list(trackingNos), step } });
    expect(answer.ok).toBe(to ? 1 : 0);
    expect(api.row('select state from fyco where billId = ?', billId).state).toBe(to ?? state);
    const ended = ['released', 'seized', 'refused'].includes(state);
    if (!to) expect(answer.failed[0]?.code).toBe(ended ? 'FYCO_NONE' : 'STATE_NOT_ALLOWED');
  });

  test('are refused by number for parcels that are not selected', async () => {
    const { billId, trackingNos } = parcelBill(api, ['free']);
    const answer = await api.call.fyco.results({
      body: { billId, trackingNos: list(trackingNos), step: 'release' },
    });
    expect(answer).toMatchObject({ ok: 0, failed: [{ key: trackingNos[0], code: 'FYCO_NONE' }] });
  });

  test('are closed by the release of a held parcel, and by a refusal for missing papers', async () => {
    const { billId, trackingNos } = parcelBill(api, ['clearance', 'clearance'], { mrn: newMrn() });
    const [a = '', b = ''] = trackingNos;
    await api.call.parcel.hold({ body: { billId, trackingNos: [a, b], reason: 'document_check' } });
    const free = { billId, trackingNos: [a] };
    // The MRN of the declaration does not prove the release of a held parcel.
    expect((await api.call.parcel.free({ body: free })).failed).toMatchObject([
      { key: a, code: 'PARCEL_HELD_PROOF' },
    ]);
    await api.call.parcel.free({ body: { ...free, remark: 'By phone' } });
    await api.call.parcel.fail({ body: { billId, trackingNos: [b], reason: 'no_documents' } });
    const records = api.rows('select state, type from fyco where billId = ? order by id', billId);
    expect(records).toEqual([
      { state: 'released', type: 'documents' },
      { state: 'refused', type: 'documents' },
    ]);
  });
});

describe('held parcels', () => {
  test.each(['boxNos', 'clearanceBatches', 'matching'] as const)(
    'stay when the others are released by %s',
    async (by) => {
      const { billId, boxNo, batchNo, trackingNos } = parcelBill(api, ['clearance', 'held', 'clearance'], {
        mrn: newMrn(),
      });
      const [free = '', held = '', damaged = ''] = trackingNos;
      await api.call.fyco.select({ body: { billId, trackingNos: [damaged] } });
      await api.call.parcel.abnormal({ body: { billId, trackingNos: [damaged], type: 'damaged' } });
      const targets = {
        boxNos: { boxNos: [boxNo] },
        clearanceBatches: { clearanceBatches: [batchNo] },
        matching: { matching: { filter: {}, expected: 3 } },
      };
      const answer = await api.call.parcel.free({ body: { billId, ...targets[by], remark: 'All free' } });
      expect(answer.ok).toBe(1);
      expect(answer.failed.map(({ key, code }) => [key, code]).sort()).toEqual(
        [held, damaged].map((no) => [no, 'PARCEL_HELD_STAYS']).sort(),
      );
      expect(parcelOf(api, free).state).toBe('free');
      expect(parcelOf(api, damaged)).toMatchObject({
        state: 'abnormal',
        previousState: 'held',
        releasedAt: null,
      });
      expect(api.rows('select state, result from fyco where billId = ?', billId)).toEqual([
        { state: 'selected', result: null },
      ]);
      const body = { billId, trackingNos: [damaged], proof: 'CMR20261103-0008' };
      expect((await api.call.parcel.deliver({ body })).failed).toMatchObject([{ code: 'PARCEL_HELD_STAYS' }]);
    },
  );
});

describe('abnormal parcels', () => {
  test('open a case each, block their box, and return to their former state', async () => {
    const { billId, boxId, trackingNos } = parcelBill(api, ['free', 'held', 'clearance']);
    const answer = await api.call.parcel.abnormal({
      body: { billId, trackingNos: list(trackingNos), type: 'no_data', remark: 'No label' },
    });
    expect(answer.ok).toBe(3);
    expect(bill(billId)).toMatchObject({
      parcelsAbnormal: 3,
      exceptionCount: 3,
      clearanceStatus: 'exception',
    });
    expect(box(boxId).state).toBe('blocked');
    const cases = api.rows(
      'select caseNo, state, type, level from abnormalCase where billId = ? order by id',
      billId,
    );
    expect(cases).toHaveLength(3);
    expect(new Set(cases.map(({ caseNo }) => caseNo)).size).toBe(3);
    expect(String(cases[0]?.caseNo)).toMatch(/^EX\d{8}-\d{4}$/);

    await api.call.parcel.removeAbnormal({
      body: { billId, trackingNos: list(trackingNos), resolution: 'Data came' },
    });
    expect(trackingNos.map((no) => parcelOf(api, no).state)).toEqual(['free', 'held', 'clearance']);
    expect(bill(billId)).toMatchObject({ parcelsAbnormal: 0, exceptionCount: 0 });
    const closed = api.rows('select state, resolution from abnormalCase where billId = ?', billId);
    expect(closed).toEqual(Array.from({ length: 3 }, () => ({ state: 'closed', resolution: 'Data came' })));
  });

  test('keep the release of their bill and its time unchanged', async () => {
    const made = parcelBill(api, ['clearance', 'clearance', 'clearance'], { mrn: newMrn() });
    const { billId, batchNo, batchId, trackingNos } = made;
    const [damaged = '', late = ''] = trackingNos;
    await api.call.parcel.free({ body: { billId, trackingNos: list(trackingNos) } });
    const released = bill(billId).clearanceReleasedAt;
    expect(released).not.toBeNull();
    await api.call.parcel.abnormal({ body: { billId, trackingNos: [damaged], type: 'damaged' } });
    const cleared = { clearanceStatus: 'success', clearanceReleasedAt: released, parcelsAbnormal: 1 };
    expect(bill(billId)).toMatchObject(cleared);
    const [declaration] = await api.call.batch.list({ params: { id: billId } });
    expect(declaration).toMatchObject({ id: batchId, parcelsFree: 3, parcelsHeld: 0 });
    expect(await api.call.parcel.declarations({ query: { billId } })).toMatchObject([
      { clearanceBatch: batchNo, total: 3, parcelsFree: 3, parcelsHeld: 0 },
    ]);
    await api.call.parcel.setBack({ body: { billId, trackingNos: [late], reason: 'Wrong parcel' } });
    expect(bill(billId)).toMatchObject({ clearanceStatus: 'in_clearance', clearanceReleasedAt: null });
  });

  test('stop the clearance of their bill before customs decides, and not after', async () => {
    const { billId, trackingNos } = parcelBill(api, ['clearance', 'clearance'], { mrn: newMrn() });
    const [damaged = '', other = ''] = trackingNos;
    await api.call.parcel.abnormal({
      body: { billId, trackingNos: [damaged], type: 'damaged', remark: 'Wet' },
    });
    expect(bill(billId).clearanceStatus).toBe('exception');
    const at = ago(3 * 3_600_000);
    expect(await api.call.parcel.free({ body: { billId, trackingNos: [damaged], at } })).toMatchObject({
      ok: 1,
    });
    expect(parcelOf(api, damaged)).toMatchObject({
      ...{ state: 'abnormal', previousState: 'free', releasedAt: at, stateRemark: 'Wet' },
    });
    expect(bill(billId)).toMatchObject({ clearanceStatus: 'in_clearance', clearanceReleasedAt: null });
    const log = 'select oldValue, newValue from billLog where billId = ? order by id desc limit 1';
    expect(api.row(log, billId)).toEqual({ oldValue: 'clearance', newValue: 'free' });
    await api.call.parcel.fail({ body: { billId, trackingNos: [other], reason: 'prohibited' } });
    expect(bill(billId)).toMatchObject({ clearanceStatus: 'success', partial: 1 });
    const again = await api.call.parcel.free({ body: { billId, trackingNos: [damaged] } });
    expect(again).toMatchObject({ ok: 0, failed: [{ key: damaged, code: 'PARCEL_STATE' }] });
    await api.call.parcel.removeAbnormal({ body: { billId, trackingNos: [damaged], resolution: 'Dried' } });
    expect(parcelOf(api, damaged).state).toBe('free');
  });

  test('are reached by a release, a refusal and a new lodging of their declaration', async () => {
    const made = parcelBill(api, ['clearance', 'clearance'], { mrn: newMrn() });
    const { billId, batchId, trackingNos } = made;
    const [damaged = ''] = trackingNos;
    const step = (status: string) =>
      api.db.exec(`update batch set status = '${status}', version = 1 where id = ${batchId}`);
    await api.call.parcel.abnormal({ body: { billId, trackingNos: [damaged], type: 'damaged' } });
    step('declared');
    await api.call.batch.reject({ params: { batchId }, body: { version: 1, reason: 'Value', fail: true } });
    expect(parcelOf(api, damaged)).toMatchObject({ state: 'abnormal', previousState: 'failed' });
    expect(bill(billId).clearanceStatus).toBe('failure');
    const filing = { version: 2, lrn: `LRN${billId}AGAIN`, brokerName: 'Northgate' };
    await api.call.batch.redeclare({ params: { batchId }, body: filing });
    expect(parcelOf(api, damaged)).toMatchObject({ state: 'abnormal', previousState: 'clearance' });
    step('accepted');
    await api.call.batch.release({ params: { batchId }, body: { version: 1 } });
    expect(parcelOf(api, damaged)).toMatchObject({ state: 'abnormal', previousState: 'free' });
    expect(bill(billId)).toMatchObject({ clearanceStatus: 'success', parcelsFree: 1, parcelsAbnormal: 1 });
  });

  test('are delivered anyway with the proof of delivery of their outbound', async () => {
    const { billId, trackingNos } = parcelBill(api, ['free']);
    await api.call.parcel.abnormal({ body: { billId, trackingNos: list(trackingNos), type: 'damaged' } });
    const body = { billId, trackingNos: list(trackingNos), proof: 'CMR20261103-0007' };
    expect(await api.call.parcel.deliver({ body })).toEqual({ ok: 1, failed: [] });
    const parcel = parcelOf(api, trackingNos[0] ?? '');
    expect(parcel).toMatchObject({
      state: 'completed',
      previousState: 'abnormal',
      stateRemark: 'CMR20261103-0007',
    });
    expect(parcel.completedAt).not.toBeNull();
    expect(bill(billId)).toMatchObject({ exceptionCount: 0, parcelsCompleted: 1 });
    const undone = await api.call.parcel.undoComplete({
      body: { billId, trackingNos: list(trackingNos), reason: 'x' },
    });
    expect(undone).toMatchObject({ ok: 0, failed: [{ code: 'PARCEL_COMPLETED' }] });
  });
});

describe('an action on a parcel', () => {
  const DAY = 24 * 3_600_000;

  test.each([
    ['within 24 hours', DAY - 60_000, undefined],
    ['later', DAY + 60_000, 'PARCEL_SET_BACK_LATE'],
  ])('undoes a release, or refuses to for its age: %s', async (_, age, code) => {
    const { billId, trackingNos } = parcelBill(api, ['free'], { parcel: { releasedAt: ago(age) } });
    const answer = await api.call.parcel.setBack({
      body: { billId, trackingNos: list(trackingNos), reason: 'Mistake' },
    });
    expect(answer.failed[0]?.code).toBe(code);
  });

  test('does not hold or reset a parcel that has left', async () => {
    const { billId, trackingNos } = parcelBill(api, ['free'], {
      box: { outboundAt: '2026-11-03T00:00:00Z' },
    });
    const body = { billId, trackingNos: list(trackingNos) };
    expect((await api.call.parcel.hold({ body: { ...body, reason: 'scan' } })).failed[0]?.code).toBe(
      'PARCEL_LEFT',
    );
    expect((await api.call.parcel.setBack({ body: { ...body, reason: 'x' } })).failed[0]?.code).toBe(
      'PARCEL_LEFT',
    );
  });

  test('completes no parcel that is still there, and keeps delivered ones completed', async () => {
    const here = parcelBill(api, ['free']);
    const notOut = await api.call.parcel.complete({
      body: { billId: here.billId, trackingNos: list(here.trackingNos) },
    });
    expect(notOut.failed[0]?.code).toBe('PARCEL_NOT_OUT');
    const delivered = parcelBill(api, ['completed'], {
      bill: { podAt: '2026-11-04T00:00:00Z' },
      box: { outboundAt: '2026-11-03T00:00:00Z', state: 'delivered' },
    });
    api.db.exec(`update box set place = 'delivered' where billId = ${delivered.billId}`);
    const undone = await api.call.parcel.undoComplete({
      body: { billId: delivered.billId, trackingNos: list(delivered.trackingNos), reason: 'x' },
    });
    expect(undone.failed[0]?.code).toBe('PARCEL_DELIVERED');
  });

  test('settles an outcome once, and does not declare a parcel again that is gone', async () => {
    const { billId, trackingNos, batchId } = parcelBill(api, ['failed']);
    api.db.exec(`insert into batch (billId, batchNo, declarationSystem, declarationType, lines, parcels, boxes, weight,
      value, currency, status) select billId, 'D2', declarationSystem, declarationType, 1, 1, 1, 1, 1, 'EUR', 'prepared'
      from batch where id = ${batchId}`);
    const body = { billId, trackingNos: list(trackingNos) };
    const same = await api.call.parcel.redeclare({ body: { ...body, clearanceBatch: 'D1' } });
    expect(same.failed[0]?.code).toBe('PARCEL_SAME_BATCH');
    expect((await api.call.parcel.dispose({ body: { ...body, disposition: 'returned' } })).ok).toBe(1);
    expect(
      (await api.call.parcel.dispose({ body: { ...body, disposition: 'destroyed' } })).failed[0]?.code,
    ).toBe('PARCEL_DISPOSED');
    const again = await api.call.parcel.redeclare({ body: { ...body, clearanceBatch: 'D2' } });
    expect(again.failed[0]).toMatchObject({
      code: 'PARCEL_DISPOSED',
      msg: expect.stringContaining('Returned'),
    });
  });
});

describe('the receiver of a parcel', () => {
  const whole = {
    consigneeName: 'Tess Ter',
    phone: '+31 6 12345678',
    email: 'tess@example.com',
    postcode: '5015 BB',
  };
  test('is masked in lists and exports, and in the detail for users who only read', async () => {
    const { billId, trackingNos } = parcelBill(api, ['free']);
    const { list: rows } = await api.call.parcel.list({ query: { billId: [billId] } });
    expect(rows[0]?.consigneeName).toBe('T***');
    const file = await api.call.parcel.export({ query: { billId: [billId], format: 'csv' } });
    expect(file.bytes.toString('utf8')).toContain('T***');
    expect(file.bytes.toString('utf8')).not.toContain('Tess');
    const params = { id: parcelIdOf(trackingNos[0] ?? '') };
    const looks = await api.call.parcel.get(
      { params },
      { as: api.actor({ permissions: ['bill.customs.view'] }) },
    );
    expect(looks.masked).toBe(true);
    expect(JSON.stringify(looks)).not.toMatch(/Tess|Spoorlaan|12345678|tess@/);
    const may = api.actor({ permissions: ['bill.customs.view', 'bill.customs.parcels'] });
    expect(await api.call.parcel.get({ params }, { as: may })).toMatchObject({ ...whole, masked: false });
  });
});

test('returns the whole history of a parcel, newest first', async () => {
  const { billId, trackingNos } = parcelBill(api, ['clearance'], { mrn: newMrn() });
  const body = { billId, trackingNos: list(trackingNos) };
  await api.call.parcel.hold({ body: { ...body, reason: 'random' } });
  await api.call.parcel.free({ body: { ...body, remark: 'Nothing found' } });
  const { history } = await api.call.parcel.get({ params: { id: parcelIdOf(trackingNos[0] ?? '') } });
  expect(history.map(({ what, toState }) => [what, toState])).toEqual([
    ['free', 'free'],
    ['hold', 'held'],
    ['created', 'clearance'],
  ]);
  expect(history[0]?.remark).toBe('Nothing found');
});

describe('20,000 parcels', () => {
  test('are moved in one call, listed page by page, and counted', async () => {
    const made = parcelBill(api, ['clearance'], { mrn: newMrn() });
    const { billId, boxId, batchId } = made;
    const first = newTrackingNo();
    api.db.exec(`insert into parcel (billId, boxId, batchId, trackingNo, state, consigneeName, city, postcode, country,
        sellerName, vatScheme, value, currency, grossWeight, declarationSystem, hsStatus, createdAt)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 19999)
      select ${billId}, ${boxId}, ${batchId}, printf('BULK%08dNL', i), 'clearance', 'X', 'Y', 'Z', 'NL', 'S', 'ioss', 100,
        'EUR', 100, 'DECO', 'success', '2026-11-01T00:00:00Z' from n`);
    expect(first).toBeTruthy();
    const numbers = Array.from({ length: 19_999 }, (_, at) => `BULK${String(at + 1).padStart(8, '0')}NL`);
    const held = await api.call.parcel.hold({
      body: { billId, trackingNos: numbers, reason: 'document_check' },
    });
    expect(held).toEqual({ ok: 19_999, failed: [] });
    const freed = await api.call.parcel.free({
      body: { billId, trackingNos: numbers, clearanceBatches: [made.batchNo], reference: 'DMS 4711' },
    });
    expect(freed).toEqual({ ok: 20_000, failed: [] });
    expect(bill(billId)).toMatchObject({ parcelsFree: 20_000, clearanceStatus: 'success' });
    const page = await api.call.parcel.list({
      query: { billId: [billId], state: ['free'], page: 190, pageSize: 100 },
    });
    expect(page.list).toHaveLength(100);
    const counts = await api.call.parcel.count({ query: { billId: [billId] } });
    expect(counts).toMatchObject({ all: 20_000, free: 20_000, held: 0 });
    const plan = api.plan(
      `select id from parcelOfBill where billId = 1 and state in ('free') order by trackingNo, id limit 100`,
    );
    expect(plan.join('\n')).toMatch(/parcelBy_billId_state_trackingNo/);
    expect(plan.join('\n')).not.toMatch(/TEMP B-TREE FOR ORDER BY|SCAN/);
  });
});

describe('parcels over all bills', () => {
  test('are returned by every filter, whatever their state', async () => {
    const { billId, trackingNos } = parcelBill(api, ['free', 'failed', 'abnormal', 'completed', 'clearance']);
    for (const trackingNo of trackingNos) {
      const { list: rows, total } = await api.call.parcel.list({ query: { trackingNo } });
      expect([rows.map((row) => [row.billId, row.trackingNo]), total]).toEqual([[[billId, trackingNo]], 1]);
      expect(await api.call.parcel.count({ query: { trackingNo } })).toMatchObject({ all: 1 });
      const file = await api.call.parcel.export({ query: { trackingNo, format: 'csv' } });
      expect(String(file.bytes).trimEnd().split('\n')).toHaveLength(2);
    }
    const counts = await api.call.parcel.count({});
    for (const [state, n] of Object.entries(counts))
      if (state !== 'all')
        expect(n, state).toBe(api.count('select count(*) from parcel where state = ?', state));
    const own = await api.call.parcel.list({
      query: { state: ['failed'], trackingNo: trackingNos[1] ?? '' },
    });
    expect(own.list.map(({ billId: found }) => found)).toEqual([billId]);
    const { list: free, total } = await api.call.parcel.list({ query: { state: ['free'], pageSize: 500 } });
    expect(new Set(free.map(({ state }) => state))).toEqual(new Set(['free']));
    expect(total).toBe(counts.free);
    expect((await api.call.parcel.list({})).total).toBe(counts.all);
  });

  test('are found by an index: a page, a whole number and parcels in trouble', () => {
    const plans = [
      'select id from parcelOfBill order by id limit 50',
      `select id from parcel where substr("trackingNo", -6) = '123456' and trackingNo = 'X'`,
      `select id from parcelOfBill
       where state in ('failed') and state in ('held', 'failed', 'abnormal') order by stateAt, id limit 50`,
    ].map((query) => api.plan(query).join('\n'));
    expect(plans[0]).not.toMatch(/TEMP B-TREE/);
    expect(plans[1]).toMatch(/parcelByLastSix/);
    expect(plans[2]).toMatch(/parcelInTrouble/);
  });

  test('are not changed by a filter that matches all of them', async () => {
    const { all } = await api.call.parcel.count({});
    const body = { matching: { filter: {}, expected: all }, reason: 'document_check' as const };
    expect(await api.refused('parcel.hold', { body })).toMatchObject({ status: 400, code: 'REQUIRED' });
  });
});

test('counts the parcels of each box by state', async () => {
  const { billId, boxNo, boxId, batchId } = parcelBill(api, ['free', 'held']);
  addParcel(api, { billId, boxId, batchId }, 'held');
  const { list: rows } = await api.call.parcel.boxes({ query: { billId: [billId] } });
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ boxNo, parcelsFree: 1, parcelsHeld: 2, parcelsClearance: 0 });
});

test('marks a bill as failed when its whole declaration fails, and restores it when declared again', async () => {
  const { billId, trackingNos } = parcelBill(api, ['clearance', 'clearance']);
  const body = { billId, trackingNos: list(trackingNos) };
  await api.call.parcel.fail({ body: { ...body, reason: 'rejected_declaration' } });
  expect(bill(billId)).toMatchObject({ clearanceStatus: 'failure', partial: 0 });
  api.insert('batch', {
    ...{ billId, batchNo: 'D2', declarationSystem: 'AGS', declarationType: 'H1', lines: 1, parcels: 1 },
    ...{ boxes: 1, weight: 1, value: 1, currency: 'EUR', status: 'prepared' },
  });
  await api.call.parcel.redeclare({ body: { ...body, clearanceBatch: 'D2' } });
  expect(bill(billId)).toMatchObject({ clearanceStatus: 'in_clearance', parcelsClearance: 2 });
  expect(parcelOf(api, trackingNos[0] ?? '').failReason).toBeNull();
});

describe('the MRN of an import declaration', () => {
  test('releases parcels of one bill only, by itself or as the result of an inspection', async () => {
    const mrn = newMrn();
    const [own, other] = [parcelBill(api, ['clearance', 'held']), parcelBill(api, ['clearance', 'held'])];
    const free = ({ billId, trackingNos }: typeof own) => ({
      body: { billId, trackingNos: list(trackingNos.slice(0, 1)), mrn },
    });
    expect(await api.call.parcel.free(free(own))).toEqual({ ok: 1, failed: [] });
    const { billNo } = bill(own.billId);
    const { failed } = await api.call.parcel.free(free(other));
    expect(failed).toMatchObject([
      { code: 'IMPORT_MRN_PARCEL', msg: expect.stringContaining(String(billNo)) },
    ]);
    const [clear = '', held = ''] = other.trackingNos;
    expect(parcelOf(api, clear)).toMatchObject({ state: 'clearance', mrn: null });
    await api.call.parcel.free({ body: { billId: other.billId, trackingNos: [held], remark: 'By phone' } });
    await api.call.fyco.select({ body: { billId: other.billId, trackingNos: [clear] } });
    const result = { billId: other.billId, trackingNos: [clear], step: 'release' as const, mrn };
    expect((await api.call.fyco.results({ body: result })).failed).toMatchObject([
      { code: 'IMPORT_MRN_PARCEL' },
    ]);
    const [inspection] = api.rows('select state from fyco where billId = ? order by id desc', other.billId);
    expect(inspection).toEqual({ state: 'selected' });
    expect((await api.call.fyco.results({ body: { ...result, mrn: newMrn() } })).ok).toBe(1);
  });

  test('is refused for parcels if a declaration of another bill has it', async () => {
    const mrn = newMrn();
    const own = parcelBill(api, ['clearance'], { mrn });
    const { billId, trackingNos } = parcelBill(api, ['clearance']);
    const body = { billId, trackingNos: list(trackingNos), mrn };
    expect((await api.call.parcel.free({ body })).failed).toMatchObject([{ code: 'IMPORT_MRN_USED' }]);
    const ofOwn = { billId: own.billId, trackingNos: list(own.trackingNos), mrn };
    expect(await api.call.parcel.free({ body: ofOwn })).toEqual({ ok: 1, failed: [] });
  });
});

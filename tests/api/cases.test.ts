import { type CaseState, caseStates, caseSteps } from '@contract/customs/abnormalCase';
import { expect, test } from 'vitest';
import { parcelBill } from '../support/apiParcels';
import { testApi } from '../support/server';
import { newCase } from './cases/parcel';

const api = testApi();
const states = Object.keys(caseStates) as CaseState[];
const exceptions = (billId: number) => api.count('select exceptionCount from bill where id = ?', billId);
const ago = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toISOString().replace(/\.\d+/, '');

/** States in which each action is allowed and where it leads, written independently of the machine. */
const ALLOWED: Readonly<Record<string, Partial<Record<CaseState, CaseState>>>> = {
  start: { open: 'processing' },
  resolve: { open: 'resolved', processing: 'resolved' },
  close: { resolved: 'closed' },
  reopen: { processing: 'open', resolved: 'open', closed: 'open' },
};

test.each(states.flatMap((state) => caseSteps.map((action) => ({ state, action }))))(
  'a case in state $state allows or refuses $action',
  async ({ state, action }) => {
    const { id, billId } = await newCase(api);
    const closedAt = state === 'closed' ? `'${ago(29)}'` : 'null';
    api.db.exec(`update abnormalCase set state = '${state}', closedAt = ${closedAt} where id = ${id}`);
    const body = { ids: [id], action, resolution: 'Settled' };
    const { ok, failed } = await api.call.abnormalCase.act({ body });
    const to = ALLOWED[action]?.[state];
    const row = await api.call.abnormalCase.get({ params: { id } });
    expect(row.state).toBe(to ?? state);
    expect({ ok, codes: failed.map(({ code }) => code) }).toEqual(
      to ? { ok: 1, codes: [] } : { ok: 0, codes: ['STATE_NOT_ALLOWED'] },
    );
    if (to) expect(exceptions(billId)).toBe(to === 'open' || to === 'processing' ? 1 : 0);
    if (to === 'closed') expect(row.closedAt).not.toBeNull();
    if (to === 'open') expect(row.closedAt).toBeNull();
  },
);

test('lets a case be reopened for thirty days', async () => {
  const { id } = await newCase(api);
  api.db.exec(`update abnormalCase set state = 'closed', closedAt = '${ago(31)}' where id = ${id}`);
  const { failed } = await api.call.abnormalCase.act({ body: { ids: [id], action: 'reopen' } });
  expect(failed).toMatchObject([{ key: id, code: 'CASE_REOPEN_LATE' }]);
});

test('closes the case of an abnormal parcel with the parcel, not by hand', async () => {
  const { billId, trackingNos } = parcelBill(api, ['free']);
  await api.call.parcel.abnormal({ body: { billId, trackingNos: [...trackingNos], type: 'damaged' } });
  const { list } = await api.call.abnormalCase.list({ query: { billId: [billId] } });
  expect(list).toMatchObject([
    { trackingNo: trackingNos[0], level: 'parcel', type: 'damaged', parcelAbnormal: true },
  ]);
  const ids = list.map(({ id }) => id);
  const { failed } = await api.call.abnormalCase.act({ body: { ids, action: 'resolve', resolution: 'x' } });
  expect(failed).toMatchObject([{ code: 'CASE_PARCEL_ABNORMAL' }]);
});

test('numbers and counts a case opened by hand, and names its box', async () => {
  const { billId, boxNo } = parcelBill(api, ['free']);
  const before = exceptions(billId);
  const made = await api.call.abnormalCase.create({
    body: { billId, type: 'wet', level: 'box', boxNo: boxNo.toLowerCase(), description: 'Rain at the ramp' },
  });
  expect(made).toMatchObject({
    boxNo,
    state: 'open',
    quantity: 1,
    caseNo: expect.stringMatching(/^EX\d{8}-\d{4}$/),
  });
  expect(exceptions(billId)).toBe(before + 1);
  const other = await api.call.abnormalCase.create({ body: { billId, type: 'wet', level: 'box', boxNo } });
  expect(Number(other.caseNo.slice(11))).toBe(Number(made.caseNo.slice(11)) + 1);
  const missing = await api.refused('abnormalCase.create', { body: { billId, type: 'wet', level: 'box' } });
  expect(Object.keys(missing.fields)).toEqual(['boxNo']);
});

test('counts abnormal parcels once when a case of their box or type covers them', async () => {
  const { billId, boxNo, trackingNos } = parcelBill(api, ['abnormal', 'abnormal', 'abnormal'], {
    parcel: { abnormalType: 'no_data' },
  });
  const refresh = () =>
    api.call.abnormalCase.create({ body: { billId, type: 'storage_charge', level: 'bill' } });
  await refresh();
  expect(exceptions(billId)).toBe(4);
  await api.call.abnormalCase.create({ body: { billId, type: 'no_data', level: 'parcel', quantity: 3 } });
  expect(exceptions(billId)).toBe(2);
  await api.call.abnormalCase.create({ body: { billId, type: 'damaged', level: 'box', boxNo } });
  expect(exceptions(billId)).toBe(3);
  expect(trackingNos).toHaveLength(3);
});

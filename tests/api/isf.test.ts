import type { SimulatorMode } from '@contract/config/netchbAccount';
import { SIMULATOR } from '@contract/limits';
import { type SeaIsf, seaIsf } from '@contract/sea/seaIsf';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  approvedIsf,
  isfApprover,
  makeIsf,
  sentIsf,
  submittedIsf,
  switchOffIsfSetting,
  wholeIsf,
} from '../support/apiIsf';
import { newCode } from '../support/apiRecords';
import { hoursFromNow, makeSeaFreight } from '../support/apiSea';
import { testApi } from '../support/server';

const api = testApi({ netchb: { every: 20 } });
// Removes the demo's own setting: any other person approves, unless a test names one.
beforeAll(() => switchOffIsfSetting(api));
afterEach(() => {
  api.ahead = 0;
  api.db.exec("update netchbAccount set simulatorMode = 'accept' where id = 1");
});

const mode = (simulatorMode: SimulatorMode) =>
  api.db.exec(`update netchbAccount set simulatorMode = '${simulatorMode}' where id = 1`);
const get = (id: number) => api.call.seaIsf.get({ params: { id } });
const status = (id: number) => api.call.netchbIsf.status({ query: { id } });
/** Returns the ISF once it has reached a state. */
async function until(id: number, state: SeaIsf['state']): Promise<SeaIsf> {
  await expect.poll(async () => (await get(id)).state, { timeout: 8000 }).toBe(state);
  return get(id);
}
/** Advances the clock, and makes the next query to customs due. */
function later(ms: number): void {
  api.ahead += ms;
}
const seaBillOf = (changes: object = {}) =>
  makeSeaFreight(api, { etd: hoursFromNow(24 * 40), eta: hoursFromNow(24 * 60), ...changes });

test('leads from a sea bill to a matched ISF without typing its data again, and sets its nodes', async () => {
  const bill = await seaBillOf();
  const filled = (await api.call.seaIsf.prefill({ query: { seaBillId: bill.id } })) as object;
  expect(filled).toMatchObject({
    seaBillId: bill.id,
    mblNo: bill.mblNo,
    hblNo: bill.hblNo,
    billType: 'BM',
    scac: bill.carrierScac,
    vesselName: bill.vesselName,
    voyageNo: bill.voyageNo,
    polCode: bill.polCode,
    podCode: bill.podCode,
    etd: bill.etd,
    eta: bill.eta,
  });
  const whole = wholeIsf();
  const parties = Object.fromEntries(
    (['seller', 'buyer', 'shipTo', 'stuffingLocation', 'consolidator', 'lines', 'bondHolder'] as const).map(
      (name) => [name, whole[name]],
    ),
  );
  const numbers = { importerIdType: 'EI', importerNumber: '12-3456789XX', consigneeIdType: 'EI' } as const;
  const body = { ...whole, ...filled, ...parties, ...numbers, consigneeNumber: '12-3456789XX' };
  const made = await api.call.seaIsf.create({ body });
  const ofBill = () => api.call.seaBill.get({ params: { id: bill.id } });
  expect(await ofBill()).toMatchObject({ isfId: made.id, isfState: 'draft' });
  expect(made).toMatchObject({ customerId: bill.customerId, missingCount: 0, state: 'draft', action: 'A' });
  expect(await api.refused('seaIsf.create', { body })).toMatchObject({ code: 'ISF_OF_BILL' });

  const { id } = made;
  const sent = await api.call.seaIsf.submit({ params: { id }, body: { version: made.version } });
  const approved = await api.call.seaIsf.approve(
    { params: { id }, body: { version: sent.version } },
    { as: isfApprover(api) },
  );
  await api.call.netchbIsf.submit({ body: { id, version: approved.version } });
  const accepted = await until(id, 'accepted');
  expect(accepted).toMatchObject({
    standing: 'accepted',
    lateFiling: false,
    cbpTransactionNo: expect.stringMatching(/^QZX\d{11}$/),
  });
  later(SIMULATOR.next + 6000);
  const matched = await until(id, 'matched');
  expect(matched.cbpTransactionNo).toBe(accepted.cbpTransactionNo);
  expect(await ofBill()).toMatchObject({ isfState: 'matched' });
  const nodes = await api.call.seaNode.ofBill({ params: { id: bill.id } });
  for (const name of ['isfFiled', 'isfAccepted'])
    expect(nodes.find(({ node }) => node === name)?.actualAt).not.toBeNull();
  const { answers, filings } = await status(id);
  expect(answers.map(({ event }) => event)).toEqual(['matched', 'accepted', 'received']);
  expect(filings).toMatchObject([{ state: 'answered', operation: 'add', nextAt: null }]);
});

test('saves an incomplete ISF, and names each missing field when it is submitted', async () => {
  const { id, version, missingCount } = await makeIsf(api, {
    seller: null,
    lines: [{ ...wholeIsf().lines[0], hts: null } as SeaIsf['lines'][number]],
    etd: null,
  });
  expect(missingCount).toBe(6);
  const refused = await api.refused('seaIsf.submit', { params: { id }, body: { version } });
  expect(refused.code).toBe('FILING_INCOMPLETE');
  expect(Object.keys(refused.fields).sort()).toEqual([
    'etd',
    'lines.0.hts',
    'seller.address1',
    'seller.city',
    'seller.country',
    'seller.name',
  ]);
});

describe('the four-eyes rule of ISFs', () => {
  test('lets nobody approve their own submission, not even a super administrator', async () => {
    const { id, version } = await submittedIsf(api);
    expect(await api.refused('seaIsf.approve', { params: { id }, body: { version } })).toMatchObject({
      status: 403,
      code: 'APPROVAL_SELF',
    });
    expect((await get(id)).state).toBe('pending_approval');
  });

  test('takes approvers and their order from a setting', async () => {
    const [first, second] = [isfApprover(api), isfApprover(api)];
    const stranger = isfApprover(api);
    const idOf = (one: typeof first) =>
      api.count('select id from staff where username = ?', (one as { username: string }).username);
    const step = (name: string, staff: number) => ({
      name,
      mode: 'any' as const,
      approverStaffIds: [staff],
      approverGroupIds: [],
      dueHours: null,
    });
    const config = await api.call.approvalConfig.create({
      body: {
        docType: 'isf',
        nameEn: newCode('ISF'),
        nameCn: 'ISF',
        currency: null,
        minAmount: null,
        maxAmount: null,
        steps: [step('Desk', idOf(first)), step('Broker', idOf(second))],
      },
    });
    const made = await submittedIsf(api);
    const { id } = made;
    const approve = async (as: typeof first) => {
      const { version } = await get(id);
      return api.call.seaIsf.approve({ params: { id }, body: { version } }, { as });
    };
    // Returns the approvers on whose home screen the ISF is listed.
    const awaiting = async () => {
      const stands = async (as: typeof first) =>
        (await api.call.homeReport.approvals({}, { as })).first.some(
          ({ docType, docId, docNo }) => docType === 'isf' && docId === id && docNo === made.isfNo,
        );
      return [await stands(first), await stands(second), await stands(stranger)];
    };
    expect(await awaiting()).toEqual([true, false, false]);
    await expect(approve(stranger)).rejects.toMatchObject({ refused: { code: 'APPROVAL_NOT_YOURS' } });
    expect(await approve(first)).toMatchObject({ state: 'pending_approval', stepNo: 2 });
    expect(await awaiting()).toEqual([false, true, false]);
    await expect(approve(first)).rejects.toMatchObject({ refused: { code: 'APPROVAL_NOT_YOURS' } });
    expect(await approve(second)).toMatchObject({ state: 'approved', stepNo: null });
    expect(await awaiting()).toEqual([false, false, false]);
    const log = api.rows(
      "select action, stepName from approvalLog where docType = 'isf' and docId = ? order by id",
      id,
    );
    expect(log).toEqual([
      { action: 'submit', stepName: null },
      { action: 'approve', stepName: 'Desk' },
      { action: 'approve', stepName: 'Broker' },
    ]);
    await api.call.approvalConfig.active({ body: { ids: [config.id], active: false } });
  });
});

test('reports an ISF as late when it is filed within 24 hours of the departure', async () => {
  const { id } = await sentIsf(api, { etd: hoursFromNow(20), eta: hoursFromNow(400) });
  expect(await until(id, 'accepted_warning')).toMatchObject({ lateFiling: true });
  const { answers } = await status(id);
  expect(answers[0]?.codes).toEqual([{ code: 'W01', text: 'FILED LESS THAN 24 HOURS BEFORE LOADING' }]);
  const late = await api.call.seaIsf.list({ query: { show: 'late', pageSize: 500 } });
  expect(late.list.map((row) => row.id)).toContain(id);
});

test('rejects an ISF with reasons, and accepts it corrected under the same number', async () => {
  mode('reject');
  const { id } = await sentIsf(api);
  const rejected = await until(id, 'rejected');
  expect(rejected).toMatchObject({ standing: null, lastAnswer: expect.stringContaining('F90') });
  const action = await api.call.seaIsf.list({ query: { show: 'action', pageSize: 500 } });
  expect(action.list.map((row) => row.id)).toContain(id);
  mode('accept');
  const mended = await api.call.seaIsf.update({
    params: { id },
    body: { version: rejected.version, hblNo: 'NRDN2611999' },
  });
  expect(mended).toMatchObject({ state: 'draft', action: 'A' });
  const again = await api.call.seaIsf.submit({ params: { id }, body: { version: mended.version } });
  const approved = await api.call.seaIsf.approve(
    { params: { id }, body: { version: again.version } },
    { as: isfApprover(api) },
  );
  await api.call.netchbIsf.submit({ body: { id, version: approved.version } });
  await until(id, 'accepted');
});

test('shows the differences of an amendment from the filing, replaces it, or discards it', async () => {
  const { id } = await sentIsf(api);
  const { version, cbpTransactionNo } = await until(id, 'accepted');
  const amended = await api.call.netchbIsf.amend({ body: { id, version, reason: 'Buyer changed' } });
  expect(amended).toMatchObject({ state: 'draft', amendmentNo: 1, action: 'R', standing: 'accepted' });
  const changed = await api.call.seaIsf.update({
    params: { id },
    body: { version: amended.version, poNumber: 'PO-77' },
  });
  const filed = await api.call.seaIsf.filed({ params: { id } });
  expect(filed?.content).toMatchObject({ poNumber: null, mblNo: changed.mblNo });
  const discarded = await api.call.seaIsf.discard({ params: { id }, body: { version: changed.version } });
  expect(discarded).toMatchObject({ state: 'accepted', amendmentNo: 0, poNumber: null });

  const anew = await api.call.netchbIsf.amend({
    body: { id, version: discarded.version, reason: 'Buyer changed' },
  });
  const other = await api.call.seaIsf.update({
    params: { id },
    body: { version: anew.version, poNumber: 'PO-78' },
  });
  const submitted = await api.call.seaIsf.submit({ params: { id }, body: { version: other.version } });
  const approved = await api.call.seaIsf.approve(
    { params: { id }, body: { version: submitted.version } },
    { as: isfApprover(api) },
  );
  await api.call.netchbIsf.submit({ body: { id, version: approved.version } });
  expect(await until(id, 'accepted')).toMatchObject({ cbpTransactionNo, amendmentNo: 1 });
  const { filings } = await status(id);
  expect(filings.map(({ operation }) => operation)).toEqual(['replace', 'add']);
  expect((await api.call.seaIsf.filed({ params: { id } }))?.content).toMatchObject({ poNumber: 'PO-78' });
});

test('cancels an ISF once customs has deleted it, and keeps it on file until then', async () => {
  const cancel = async (made: SeaIsf) =>
    api.call.seaIsf.cancel({
      params: { id: made.id },
      body: { version: made.version, reason: 'Not shipped' },
    });
  const first = await sentIsf(api);
  await cancel(await until(first.id, 'accepted'));
  expect(await until(first.id, 'cancelled')).toMatchObject({ standing: null, action: 'D' });

  const second = await sentIsf(api);
  const accepted = await until(second.id, 'accepted');
  mode('reject');
  expect(await cancel(accepted)).toMatchObject({ state: 'transmitted', action: 'D' });
  expect(await until(second.id, 'accepted')).toMatchObject({
    standing: 'accepted',
    lastAnswer: expect.stringContaining('F91'),
    cbpTransactionNo: accepted.cbpTransactionNo,
  });
});

test('refuses to amend an ISF whose ship has arrived, or to cancel one whose entry was filed', async () => {
  const bill = await seaBillOf();
  const { id } = await sentIsf(api, { seaBillId: bill.id });
  const { version } = await until(id, 'accepted');
  api.db.exec(
    `update seaBill set ata = '2026-11-01T00:00:00Z', entryState = 'transmitted' where id = ${bill.id}`,
  );
  const body = { version, reason: 'Too late' };
  expect(await api.refused('netchbIsf.amend', { body: { id, ...body } })).toMatchObject({
    code: 'ISF_ARRIVED',
  });
  expect(await api.refused('seaIsf.cancel', { params: { id }, body })).toMatchObject({
    code: 'ISF_ENTRY_FILED',
  });
});

describe('an ISF gateway', () => {
  test('is tried again when it is down, and receives the message once when it is back', async () => {
    mode('down');
    const { id } = await sentIsf(api);
    await expect
      .poll(async () => (await status(id)).filings[0])
      .toMatchObject({ attempts: 1, result: 'status' });
    mode('garbage');
    later(61_000);
    await expect
      .poll(async () => (await status(id)).filings[0])
      .toMatchObject({ attempts: 2, result: 'answer' });
    mode('accept');
    later(5 * 60_000 + 1000);
    await until(id, 'accepted');
    const [filing] = (await status(id)).filings;
    const { exchanges, messageId } = await api.call.filing.get({ params: { id: filing?.id ?? 0 } });
    expect(exchanges.map(({ result }) => result).slice(0, 3)).toEqual(['status', 'answer', 'ok']);
    for (const { request } of exchanges) {
      expect(request).toContain(messageId);
      expect(request).not.toContain('authorization');
    }
    // The ISF was filed while the gateway responded with garbage: the response comes with the next query, and only
    // once.
    expect((await status(id)).answers.filter(({ event }) => event === 'received')).toHaveLength(1);
  });

  test('is polled when it answers late', async () => {
    mode('late');
    const { id } = await sentIsf(api);
    await expect.poll(async () => (await get(id)).filingState).toBe('sent');
    expect((await get(id)).state).toBe('transmitted');
    later(SIMULATOR.late + 6000);
    await until(id, 'accepted');
  });

  test('is reported after two hours without an answer, while polling continues', async () => {
    mode('silent');
    const { id, isfNo } = await sentIsf(api);
    await expect.poll(async () => (await get(id)).filingState).toBe('sent');
    later(2 * 3_600_000 + 1000);
    await expect
      .poll(() =>
        api.count('select count(*) from message where textEn like ?', `%${isfNo} within two hours%`),
      )
      .toBe(1);
    mode('accept');
    later(16 * 60_000);
    await until(id, 'accepted');
  });

  test('is not tried again after refusing the login until a person requests it', async () => {
    await api.call.netchbAccount.password({ params: { id: 1 }, body: { password: 'not-the-one' } });
    const { id, isfNo } = await sentIsf(api);
    await expect.poll(async () => (await get(id)).filingState).toBe('failed');
    const [filing] = (await status(id)).filings;
    expect(filing).toMatchObject({ result: 'sign_in', nextAt: null, attempts: 1 });
    expect(
      api.count('select count(*) from message where textEn like ?', `%${isfNo} could not be filed%`),
    ).toBe(1);
    await api.call.netchbAccount.password({ params: { id: 1 }, body: { password: null } });
    expect(await api.call.filing.send({ body: { ids: [filing?.id ?? 0] } })).toMatchObject({ ok: 1 });
    await until(id, 'accepted');
  });

  test('receives a message again once when it forgot it', async () => {
    mode('silent');
    const { id } = await sentIsf(api);
    await expect.poll(async () => (await get(id)).filingState).toBe('sent');
    mode('accept');
    // The simulator forgets its filings when the API ends.
    await api.close();
    await api.open();
    later(6000);
    await until(id, 'accepted');
    expect((await status(id)).answers.filter(({ event }) => event === 'accepted')).toHaveLength(1);
  });
});

test('files nothing through an account that is inactive or has no password', async () => {
  const { id, version } = await approvedIsf(api, { netchbAccountId: 2 });
  const refused = await api.refused('netchbIsf.submit', { body: { id, version } });
  expect(refused).toMatchObject({ status: 409, code: 'FILING_ACCOUNT' });
  expect(refused.msg).toContain('no password is set');
  api.db.exec('update netchbAccount set active = 0, hasPassword = 1 where id = 2');
  expect((await api.refused('netchbIsf.submit', { body: { id, version } })).msg).toContain('not active');
  expect((await get(id)).state).toBe('approved');
});

test('counts ISFs in agreement with the lists', async () => {
  const counts = await api.call.seaIsf.count({ query: {} });
  for (const state of seaIsf.row.shape.state.options) {
    const { total } = await api.call.seaIsf.list({ query: { state: [state], pageSize: 1 } });
    expect([state, counts[state]]).toEqual([state, total]);
  }
  const { total } = await api.call.seaIsf.list({ query: { show: 'action', pageSize: 1 } });
  expect(counts.action).toBe(total);
});

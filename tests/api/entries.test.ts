import { entryNo } from '@contract/rules/customs';
import { daysAfter, US_CUSTOMS_ZONE } from '@contract/rules/usDays';
import { dayAt } from '@contract/rules/zonedTime';
import type { FilingEvent, FilingEventName } from '@contract/sea/filing';
import { type EntryState, entryMachine, entryStateNames, type SeaEntry } from '@contract/sea/seaEntry';
import { describe, expect, test, vi } from 'vitest';
import { filedObjects } from '../../main/server/areas/netchb/answers';
import { actAs } from '../support/apiDocuments';
import { makeEntry, needRates, simulatorAccount, wholeEntry } from '../support/apiEntry';
import { americanBill, parcelBill } from '../support/apiParcels';
import { billIn } from '../support/apiRecords';
import { makeSeaFreight } from '../support/apiSea';
import { pdfLines } from '../support/pdfText';
import { testApi } from '../support/server';

const api = testApi({ netchb: { every: 20 } });

/** A day on which the books have a rate. */
const TODAY = new Date().toISOString().slice(0, 10);

/** Time of the nodes of a state that was not reached by its own calls. */
const AT = "'2026-11-12T10:00:00Z'";
const BEHIND: Readonly<Partial<Record<EntryState, string>>> = {
  pending_approval: `submittedAt = ${AT}`,
  approved: `submittedAt = ${AT}, approvedAt = ${AT}`,
};
const UNSENT: ReadonlySet<EntryState> = new Set(['draft', 'pending_approval', 'approved']);

/** Makes an entry in a state, submitted by another person. */
async function entryIn(state: EntryState, changes: object = {}): Promise<SeaEntry> {
  const { id } = await makeEntry(api, changes);
  const other = api.count('select min(id) from staff');
  const sent = UNSENT.has(state)
    ? (BEHIND[state] ?? `submittedAt = null`)
    : `submittedAt = ${AT}, approvedAt = ${AT}, transmittedAt = ${AT}, acceptedAt = ${AT}, filed = '{}', filedAt = ${AT}`;
  api.db.exec(`update seaEntry set state = '${state}', submittedBy = ${other}, ${sent} where id = ${id}`);
  return api.call.seaEntry.get({ params: { id } });
}

/** The calls of people: body of each, and the state it leads to. */
const CALLS = {
  update: { call: 'update', body: { remark: 'Looked at' } },
  submit: { call: 'submit', body: {} },
  withdraw: { call: 'withdraw', body: {} },
  approve: { call: 'approve', body: {} },
  return: { call: 'return', body: { reason: 'Value of line 1' } },
  transmit: { call: 'transmit', body: {} },
  solve: { call: 'solve', body: { result: 'accepted' } },
  fileSummary: { call: 'summary', body: {} },
  pay: { call: 'pay', body: { statementNo: 'ACH-1', paymentDate: TODAY, method: 'bank' } },
  cancel: { call: 'cancel', body: { reason: 'Not shipped' } },
  remove: { call: 'remove', body: null },
} as const;
type Act = keyof typeof CALLS;
const TO: Readonly<Record<Act, EntryState | null>> = {
  update: 'draft',
  submit: 'pending_approval',
  withdraw: 'draft',
  approve: 'approved',
  return: 'draft',
  transmit: 'transmitted',
  solve: 'accepted',
  fileSummary: 'summary_filed',
  pay: 'paid',
  cancel: 'cancelled',
  remove: null,
};

describe.each(Object.keys(CALLS) as Act[])('the action %s', (action) => {
  test.each(entryStateNames)('is done or refused by the state for an entry that is %s', async (state) => {
    const before = await entryIn(state);
    if (action === 'withdraw')
      api.db.exec(`update seaEntry set submittedBy = ${api.admin.staffId} where id = ${before.id}`);
    const { call, body } = CALLS[action];
    const input = {
      params: { id: before.id },
      ...(body === null ? {} : { body: { ...body, version: before.version } }),
    };
    if (!(entryMachine.actions[action].from as readonly string[]).includes(state)) {
      expect(await api.refused(`seaEntry.${call}`, input as never)).toMatchObject({
        code: 'STATE_NOT_ALLOWED',
      });
      expect((await api.call.seaEntry.get({ params: { id: before.id } })).version).toBe(before.version);
      return;
    }
    await (api.call.seaEntry[call] as (given: object) => Promise<unknown>)(input);
    const to = TO[action];
    if (to === null)
      expect(await api.refused('seaEntry.get', { params: { id: before.id } })).toMatchObject({ status: 404 });
    else expect(await api.call.seaEntry.get({ params: { id: before.id } })).toMatchObject({ state: to });
  });
});

test.each(entryStateNames)(
  'amending is done or refused by the state for an entry that is %s',
  async (state) => {
    const before = await entryIn(state);
    const body = { id: before.id, version: before.version, reason: 'Value was wrong' };
    if (!['accepted', 'docs_required', 'exam', 'hold', 'released'].includes(state)) {
      expect(await api.refused('amsEntry.amend', { body })).toMatchObject({ code: 'STATE_NOT_ALLOWED' });
      return;
    }
    expect(await api.call.amsEntry.amend({ body })).toMatchObject({
      state: 'draft',
      amendmentNo: 1,
      entryNo: before.entryNo,
    });
  },
);

/** Responses of customs, their effect on an entry, and the states in which they apply. */
const ANSWERS = {
  received: null,
  accepted: 'accepted',
  accepted_warning: 'accepted',
  rejected: 'rejected',
  matched: null,
  docs_required: 'documents',
  exam: 'exam',
  hold: 'hold',
  released: 'release',
  liquidated: 'liquidate',
} as const;

const AFTER_ACCEPTANCE: ReadonlySet<EntryState> = new Set([
  ...(['accepted', 'docs_required', 'exam', 'hold', 'released'] as const),
  ...(['summary_filed', 'paid', 'liquidated'] as const),
]);
const AFTER_RELEASE: ReadonlySet<EntryState> = new Set(['summary_filed', 'paid', 'liquidated']);
/** States in which a response says nothing new. */
const ADDS_NOTHING: Readonly<Record<FilingEventName, (state: EntryState) => boolean>> = {
  received: () => true,
  accepted: (state) => AFTER_ACCEPTANCE.has(state),
  accepted_warning: (state) => AFTER_ACCEPTANCE.has(state),
  rejected: () => false,
  matched: () => false,
  docs_required: () => false,
  exam: () => false,
  hold: () => false,
  released: (state) => AFTER_RELEASE.has(state),
  liquidated: (state) => state === 'liquidated',
};
/** Responses after which the goods or the entry need a person. */
const ALARMS: ReadonlySet<FilingEventName> = new Set(['rejected', 'docs_required', 'exam', 'hold']);

/** Records a response about an entry as the gateway's sender does. */
async function answer(id: number, event: FilingEventName, more: Partial<FilingEvent> = {}): Promise<void> {
  const store = await api.openStore();
  try {
    await store.write((write) =>
      filedObjects.seaEntry.applyEvent(
        { read: write, write, now: '2026-11-13T15:00:00Z', caller: { id: null }, log: async () => undefined },
        id,
        {
          event,
          reference: null,
          at: '2026-11-13T15:00:00Z',
          codes: [],
          kind: 'entry',
          operation: 'add',
          ...more,
        },
      ),
    );
  } finally {
    await store.close();
  }
}

describe.each(Object.keys(ANSWERS) as FilingEventName[])('the customs response %s', (event) => {
  test.each(entryStateNames)('is applied or noted for an entry that is %s', async (state) => {
    const before = await entryIn(state);
    await answer(before.id, event);
    const action = ANSWERS[event];
    const moves = action && (entryMachine.actions[action].from as readonly string[]).includes(state);
    const after = await api.call.seaEntry.get({ params: { id: before.id } });
    expect(after.state).toBe(moves ? entryMachine.actions[action].to : state);
    // A response that neither changes the state nor repeats a known one waits for a person, who gets a message.
    const open = !moves && !ADDS_NOTHING[event](state);
    expect(after.openAnswer).toBe(open ? event : null);
    const told = api.count(
      "select count(*) from message where link = ? and type = 'exception'",
      `/sea/entry/detail/${before.id}`,
    );
    expect(told > 0).toBe(open || (Boolean(moves) && ALARMS.has(event)));
    expect(await api.call.seaEntry.status({ params: { id: before.id } })).toMatchObject({
      answers: [{ event }],
    });
  });
});

test.each(entryStateNames)(
  'the rejection of a summary is applied or noted for an entry that is %s',
  async (state) => {
    const { id } = await entryIn(state);
    await answer(id, 'rejected', { kind: 'entrySummary', codes: [{ code: 'S01', text: 'DUTY WRONG' }] });
    expect(await api.call.seaEntry.get({ params: { id } })).toMatchObject({
      state: state === 'summary_filed' ? 'released' : state,
      lastAnswer: 'S01 DUTY WRONG',
    });
  },
);

describe('entry numbers', () => {
  test('follow one another per filer with check digits, and are not reused after a deletion', async () => {
    const first = await makeEntry(api);
    expect(first.entryNo).toMatch(/^QZX\d{8}$/);
    expect(entryNo.check(first.entryNo ?? '')).toBeUndefined();
    await api.call.seaEntry.remove({ params: { id: first.id } });
    const second = await makeEntry(api);
    expect(Number(second.entryNo?.slice(3, 10))).toBeGreaterThan(Number(first.entryNo?.slice(3, 10)));
    const seaBillId = (await makeSeaFreight(api)).id;
    const body = { ...wholeEntry(), seaBillId, entryNo: first.entryNo } as never;
    expect(await api.refused('seaEntry.create', { body })).toMatchObject({ code: 'ENTRY_NO_USED' });
  });

  test('begin with 1 for each filer and skip none', async () => {
    const netchbAccountId = await simulatorAccount(api, 'silent');
    api.db.exec(`update netchbAccount set filerCode = 'W7K' where id = ${netchbAccountId}`);
    const given = [];
    for (let made = 0; made < 3; made += 1) given.push((await makeEntry(api, { netchbAccountId })).entryNo);
    expect(given.map((no) => no?.slice(0, 10))).toEqual(['W7K0000001', 'W7K0000002', 'W7K0000003']);
  });

  test('are refused when they are mistyped or belong to another filer', async () => {
    const seaBillId = (await makeSeaFreight(api)).id;
    const make = (entryNo: string) =>
      api.refused('seaEntry.create', { body: { ...wholeEntry(), seaBillId, entryNo } as never });
    expect(await make('ABC-1234567-6')).toMatchObject({ code: 'ENTRY_NO_FILER' });
    expect(await make('ABC-1234567-0')).toMatchObject({ code: 'CHECK_DIGIT' });
  });
});

test('requires a bill for an entry', async () => {
  expect(await api.refused('seaEntry.create', { body: wholeEntry() as never })).toMatchObject({
    code: 'ENTRY_NO_BILL',
  });
});

test('saves an incomplete entry, and names each missing field when it is submitted', async () => {
  const entry = await makeEntry(api, { importerTaxId: null, lines: [], bondType: '0' });
  expect(entry).toMatchObject({ state: 'draft', missingCount: 3 });
  const refused = await api.refused('seaEntry.submit', {
    params: { id: entry.id },
    body: { version: entry.version },
  });
  expect(refused).toMatchObject({ code: 'FILING_INCOMPLETE', status: 409 });
  expect(Object.keys(refused.fields ?? {}).sort()).toEqual(['bondType', 'importerTaxId', 'lines']);
});

/** Takes an entry to its paid summary, filed some days after the entry. */
async function paidEntry(changes: object = {}) {
  const { billId } = parcelBill(api, ['clearance']);
  const seaBillId = (await makeSeaFreight(api)).id;
  api.db.exec(`update seaBill set billId = ${billId} where id = ${seaBillId}`);
  const params = await transmitted({ seaBillId, ...changes });
  await answer(params.id, 'accepted');
  await answer(params.id, 'released');
  const category = (code: string) => api.count('select id from feeCategory where code = ?', code);
  const { version } = await api.call.seaEntry.get({ params });
  const filed = await api.call.seaEntry.summary({
    params,
    body: {
      version,
      supplierId: api.count("select min(id) from clientCompany where kind = 'supplier' and active = 1"),
      ...{ dutyCategoryId: category('duty'), feeCategoryId: category('entry') },
    },
  });
  const paid = await api.call.seaEntry.pay({
    params,
    body: { version: filed.version, statementNo: 'ACH-7', paymentDate: TODAY, method: 'bank' },
  });
  return { params, billId, seaBillId, paid };
}

describe('a post-summary correction', () => {
  const reason = 'Value of line 1 was wrong';
  const costsOf = (billId: number) =>
    api.rows("select amount, state from billCost where billId = ? and source = 'entry' order by id", billId);
  /** Sends a correction of the value to customs. */
  async function sent(params: { id: number }, version: number) {
    const open = await api.call.seaEntry.correct({ params, body: { version, reason } });
    const lines = open.lines.map((line) => ({ ...line, value: '12000.00' }));
    const draft = await api.call.seaEntry.update({ params, body: { version: open.version, lines } as never });
    await api.call.seaEntry.submit({ params, body: { version: draft.version } });
    const { version: last } = await approved(params.id);
    return api.call.seaEntry.transmit({ params, body: { version: last } });
  }
  const replies = (id: number, event: FilingEventName) =>
    answer(id, event, { kind: 'entrySummary', operation: 'replace', codes: [{ code: 'S02', text: 'SEEN' }] });

  test('replaces the paid summary once customs accepts it, and posts the difference', async () => {
    const { params, billId, seaBillId, paid } = await paidEntry();
    expect(paid).toMatchObject({ state: 'paid', grandTotal: '47.14' });
    expect(costsOf(billId)).toEqual([{ amount: 4714, state: 'paid' }]);
    const corrected = await sent(params, paid.version);
    // MPF 0.3464 % and HMF 0.125 % of 12,000: 41.57 + 15.00.
    expect(corrected).toMatchObject({ state: 'transmitted', amendmentNo: 1, grandTotal: '56.57' });
    expect(
      api.row('select kind, operation from filing where objectId = ? order by id desc limit 1', params.id),
    ).toEqual({ kind: 'entrySummary', operation: 'replace' });
    // Customs keeps the paid summary until then, and the goods stay free.
    const { filed } = await api.call.seaEntry.status({ params });
    expect(filed?.content).toMatchObject({ lines: [{ value: '10000.00' }] });
    expect((await api.call.seaBill.get({ params: { id: seaBillId } })).state).toBe('cleared');
    await replies(params.id, 'accepted');
    expect(await api.call.seaEntry.get({ params })).toMatchObject({ state: 'paid', openAnswer: null });
    expect((await api.call.seaEntry.status({ params })).filed?.content).toMatchObject({
      lines: [{ value: '12000.00' }],
    });
    expect(costsOf(billId)).toEqual([
      { amount: 4714, state: 'paid' },
      { amount: 943, state: 'unpaid' },
    ]);
    await replies(params.id, 'liquidated');
    expect(await api.call.seaEntry.get({ params })).toMatchObject({ state: 'liquidated' });
  });

  test('leaves the paid summary as it is when customs rejects it and it is discarded', async () => {
    const { params, billId, seaBillId, paid } = await paidEntry();
    await sent(params, paid.version);
    await replies(params.id, 'rejected');
    const rejected = await api.call.seaEntry.get({ params });
    expect(rejected).toMatchObject({ state: 'rejected', lastAnswer: 'S02 SEEN' });
    expect((await api.call.seaBill.get({ params: { id: seaBillId } })).state).toBe('cleared');
    expect(
      await api.refused('seaEntry.cancel', { params, body: { version: rejected.version, reason } }),
    ).toMatchObject({ code: 'STATE_NOT_ALLOWED' });
    const kept = await api.call.seaEntry.discard({ params, body: { version: rejected.version } });
    expect(kept).toMatchObject({ state: 'paid', amendmentNo: 0, grandTotal: '47.14' });
    expect(kept.lines).toMatchObject([{ value: '10000.00' }]);
    expect(costsOf(billId)).toHaveLength(1);
  });

  test('may change no other type than 01 and 03', async () => {
    const { params, paid } = await paidEntry();
    const { version } = await api.call.seaEntry.correct({ params, body: { version: paid.version, reason } });
    const change = (entryType: string) =>
      api.refused('seaEntry.update', { params, body: { version, entryType } as never });
    expect(await change('21')).toMatchObject({ code: 'ENTRY_TYPE_KEPT' });
  });

  test.each([
    // 300 days, and 15 days before the usual liquidation after 314.
    [299, null, true],
    [300, null, false],
    [300, 315, true],
    [301, 315, false],
    // A later liquidation has been extended: only the 15 days count.
    [315, 330, true],
    [316, 330, false],
    [200, 215, true],
    [200, 214, false],
  ] as const)('%d days after the entry, with liquidation on day %s: %s', async (days, liquidation, right) => {
    const { params, paid } = await paidEntry();
    const entryDate = daysAfter(dayAt(new Date().toISOString(), US_CUSTOMS_ZONE), -days);
    api.db.exec(`update seaEntry set entryDate = '${entryDate}' where id = ${params.id}`);
    const liquidationOn = liquidation === null ? null : daysAfter(entryDate, liquidation);
    const input = { params, body: { version: paid.version, reason, liquidationOn } };
    if (right)
      expect(await api.call.seaEntry.correct(input)).toMatchObject({ state: 'draft', liquidationOn });
    else
      expect(await api.refused('seaEntry.correct', input)).toMatchObject({ code: 'ENTRY_CORRECTION_LATE' });
  });
});

test('an exam after the release is seen on the sea bill and on its bill', async () => {
  const { billId } = parcelBill(api, ['clearance']);
  const seaBillId = (await makeSeaFreight(api)).id;
  api.db.exec(`update seaBill set billId = ${billId} where id = ${seaBillId}`);
  const { id } = await transmitted({ seaBillId });
  const seaBill = () => api.call.seaBill.get({ params: { id: seaBillId } });
  const parcels = () => api.rows('select distinct state from parcel where billId = ?', billId);
  const node = async (name: string) =>
    (await api.call.seaNode.ofBill({ params: { id: seaBillId } })).find((one) => one.node === name)?.actualAt;
  await answer(id, 'accepted');
  await answer(id, 'released', { at: '2026-11-11T15:00:00Z' });
  expect(await seaBill()).toMatchObject({ state: 'cleared', entryState: 'released' });
  expect(parcels()).toEqual([{ state: 'free' }]);
  await answer(id, 'exam', { at: '2026-11-12T15:00:00Z' });
  expect(await seaBill()).toMatchObject({ state: 'on_hold', entryState: 'exam' });
  expect(parcels()).toEqual([{ state: 'held' }]);
  expect(await node('exam')).toBe('2026-11-12T15:00:00Z');
  await answer(id, 'released', { at: '2026-11-13T15:00:00Z' });
  expect(await seaBill()).toMatchObject({ state: 'cleared', entryState: 'released' });
  expect(parcels()).toEqual([{ state: 'free' }]);
  // The summary is due from the first release.
  expect(await node('released')).toBe('2026-11-11T15:00:00Z');
});

test('lets nobody approve their own submission, not even a super administrator', async () => {
  const draft = await makeEntry(api);
  const params = { id: draft.id };
  const { version } = await api.call.seaEntry.submit({ params, body: { version: draft.version } });
  expect(await api.refused('seaEntry.approve', { params, body: { version } })).toMatchObject({
    code: 'APPROVAL_SELF',
  });
  expect(await approved(draft.id)).toMatchObject({ state: 'approved' });
});

const until = (id: number, state: EntryState) =>
  vi.waitFor(
    async () => {
      const entry = await api.call.seaEntry.get({ params: { id } });
      expect(entry.state).toBe(state);
      return entry;
    },
    { timeout: 8000, interval: 50 },
  );

/** Approves step after step, each as one of its approvers. */
async function approved(id: number): Promise<SeaEntry> {
  const params = { id };
  for (;;) {
    const entry = await api.call.seaEntry.get({ params });
    if (entry.state !== 'pending_approval') return entry;
    const { next } = await api.call.seaEntry.status({ params });
    const desk = await api.call.homeReport.approvals({}, { as: actAs(api, next[0] ?? 0) });
    expect(desk.total).toBeGreaterThan(0);
    await api.call.seaEntry.approve(
      { params, body: { version: entry.version } },
      { as: actAs(api, next[0] ?? 0) },
    );
  }
}

/** Takes a new draft to the state in which it is with customs. */
async function transmitted(changes: object) {
  const draft = await makeEntry(api, changes);
  const params = { id: draft.id };
  await api.call.seaEntry.submit({ params, body: { version: draft.version } });
  const { version } = await approved(draft.id);
  await api.call.seaEntry.transmit({ params, body: { version } });
  return params;
}

test('takes an entry from a sea bill over customs and its summary to its payment', async () => {
  const { billId } = parcelBill(api, ['clearance', 'clearance', 'completed']);
  const seaBillId = (await makeSeaFreight(api)).id;
  api.db.exec(`update seaBill set billId = ${billId} where id = ${seaBillId}`);
  const params = await transmitted({ seaBillId, netchbAccountId: await simulatorAccount(api) });
  await until(params.id, 'accepted');
  api.ahead += 30_000;
  await api.call.filing.ask({
    body: { ids: [api.count('select max(id) from filing where objectId = ?', params.id)] },
  });
  const released = await until(params.id, 'released');
  expect(released.summaryDueOn).not.toBeNull();
  expect(api.count("select count(*) from parcel where billId = ? and state = 'free'", billId)).toBe(2);
  const nodeAt = async (node: string) =>
    (await api.call.seaNode.ofBill({ params: { id: seaBillId } })).find((one) => one.node === node)?.actualAt;
  expect(await nodeAt('entryFiled')).not.toBeNull();
  expect(await nodeAt('released')).toBe(released.releasedAt);
  expect(await api.call.seaBill.get({ params: { id: seaBillId } })).toMatchObject({
    entryId: params.id,
    entryState: 'released',
  });

  const supplierId = api.count("select min(id) from clientCompany where kind = 'supplier' and active = 1");
  const category = (code: string) => api.count('select id from feeCategory where code = ?', code);
  const filed = await api.call.seaEntry.summary({
    params,
    body: {
      version: released.version,
      supplierId,
      dutyCategoryId: category('duty'),
      feeCategoryId: category('entry'),
    },
  });
  expect(filed).toMatchObject({ mpf: '34.64', hmf: '12.50', grandTotal: '47.14' });
  const costs = () => api.call.billCost.list({ query: { billId: [billId], source: ['entry'] } as never });
  expect((await costs()).list).toMatchObject([
    { amount: '47.14', currency: 'USD', state: 'unpaid', invoiceNo: filed.entryNo },
  ]);
  await api.call.seaEntry.pay({
    params,
    body: { version: filed.version, statementNo: 'ACH-2026-1', paymentDate: TODAY, method: 'bank' },
  });
  expect((await costs()).list).toMatchObject([{ state: 'paid' }]);
  expect(await nodeAt('dutyPaid')).not.toBeNull();
});

test('rejects actual errors as customs, and accepts the corrected entry', async () => {
  const netchbAccountId = await simulatorAccount(api, 'reject');
  const { id } = await transmitted({ netchbAccountId });
  const rejected = await until(id, 'rejected');
  expect(rejected.lastAnswer).toMatch(/F90/);
  expect(await api.call.seaEntry.status({ params: { id } })).toMatchObject({
    answers: [{ event: 'rejected', code: 'F90' }, { event: 'received' }],
  });
  await api.call.seaEntry.update({
    params: { id },
    body: { version: rejected.version, description: 'TOYS OF WOOD' } as never,
  });
  expect(await api.call.seaEntry.get({ params: { id } })).toMatchObject({ state: 'draft' });
  expect((await api.call.seaEntry.status({ params: { id } })).filed?.content).toMatchObject({
    description: 'TOYS',
  });
});

test('holds the consignments that a hold names, and frees the others on release', async () => {
  const { billId, trackingNos } = parcelBill(api, ['clearance', 'clearance', 'clearance', 'clearance']);
  const lines = trackingNos.map((consignmentNo) => ({
    ...wholeEntry().lines[0],
    ...{ value: '1.00', consignmentNo, consigneeName: 'A Person' },
  }));
  const { id } = await entryIn('accepted', { billId, mode: '40', lines });
  const [held] = trackingNos;
  await answer(id, 'hold', { codes: [{ code: 'H01', text: `AGRICULTURE HOLD ${held}` }] });
  const heldNow = () => api.count("select count(*) from parcel where billId = ? and state = 'held'", billId);
  expect(heldNow()).toBe(1);
  expect(await api.call.bill.get({ params: { id: billId } })).toMatchObject({ clearanceStatus: 'exception' });
  expect(await api.call.seaEntry.get({ params: { id } })).toMatchObject({ heldNos: [held] });
  await answer(id, 'released');
  expect(heldNow()).toBe(1);
  expect(api.count("select count(*) from parcel where billId = ? and state = 'free'", billId)).toBe(3);
});

test('ends its own hold on all consignments with the release, and not the inspection that staff entered', async () => {
  const { billId, trackingNos } = parcelBill(api, ['clearance', 'clearance', 'clearance']);
  const lines = trackingNos.map((consignmentNo) => ({
    ...wholeEntry().lines[0],
    ...{ value: '1.00', consignmentNo, consigneeName: 'A Person' },
  }));
  const { id } = await entryIn('accepted', { billId, mode: '40', lines });
  const [selected = ''] = trackingNos;
  await api.call.fyco.select({ body: { billId, trackingNos: [selected], noticeRef: 'CPSC 12' } });
  const states = () => api.rows('select state from parcel where billId = ? order by id', billId);
  await answer(id, 'exam', { codes: [{ code: 'E01', text: 'INTENSIVE EXAM' }] });
  expect(states().map(({ state }) => state)).toEqual(['held', 'held', 'held']);
  await answer(id, 'released');
  expect(states().map(({ state }) => state)).toEqual(['held', 'free', 'free']);
  const inspections = 'select state, result from fyco where billId = ? order by parcelId';
  expect(api.rows(inspections, billId)).toEqual([
    { state: 'selected', result: null },
    { state: 'released', result: 'released' },
    { state: 'released', result: 'released' },
  ]);
});

test('takes stops one after the other, and frees what a later release names', async () => {
  const { billId, trackingNos } = parcelBill(api, ['clearance', 'clearance', 'clearance']);
  const [first = '', second = ''] = trackingNos;
  const lines = trackingNos.map((consignmentNo) => ({
    ...wholeEntry().lines[0],
    ...{ value: '1.00', consignmentNo, consigneeName: 'A Person' },
  }));
  const { id } = await entryIn('accepted', { billId, mode: '40', lines });
  const entry = () => api.call.seaEntry.get({ params: { id } });
  const states = () =>
    api.rows('select state from parcel where billId = ? order by id', billId).map(({ state }) => state);
  await answer(id, 'hold', { codes: [{ code: 'H01', text: `HOLD ${first}` }] });
  await answer(id, 'exam', { codes: [{ code: 'E01', text: `EXAM ${second}` }] });
  expect(await entry()).toMatchObject({ state: 'exam', heldNos: [first, second], openAnswer: null });
  expect(states()).toEqual(['held', 'held', 'clearance']);
  await answer(id, 'released');
  expect(states()).toEqual(['held', 'held', 'free']);
  const released = await entry();
  await answer(id, 'released', { codes: [{ code: 'R01', text: `RELEASED ${first}` }] });
  expect(states()).toEqual(['free', 'held', 'free']);
  expect(await entry()).toMatchObject({ heldNos: [second], releasedAt: released.releasedAt });
  // An exam after the release holds what has not left, and is seen on the bill.
  await answer(id, 'exam', { codes: [{ code: 'E02', text: 'EXAM OF ALL' }] });
  expect(states()).toEqual(['held', 'held', 'held']);
  expect(await entry()).toMatchObject({ state: 'exam', summaryDueOn: released.summaryDueOn });
  expect(await api.call.bill.get({ params: { id: billId } })).toMatchObject({ clearanceStatus: 'exception' });
});

test('keeps a response that the state cannot take until a person has dealt with it', async () => {
  const before = await entryIn('paid');
  const params = { id: before.id };
  const waiting = async () =>
    (await api.call.homeReport.attention({})).find(({ event }) => event === 'entry_answer_open')?.total ?? 0;
  const others = await waiting();
  await answer(before.id, 'hold', { codes: [{ code: 'H09', text: 'CPSC HOLD' }] });
  await answer(before.id, 'docs_required');
  const open = await api.call.seaEntry.get({ params });
  expect(open).toMatchObject({ state: 'paid', openAnswer: 'hold: H09 CPSC HOLD\ndocs_required' });
  expect(await waiting()).toBe(others + 1);
  const after = await api.call.seaEntry.acknowledge({ params, body: { version: open.version } });
  expect(after).toMatchObject({ state: 'paid', openAnswer: null });
  expect(await waiting()).toBe(others);
  expect(
    await api.refused('seaEntry.acknowledge', { params, body: { version: after.version } }),
  ).toMatchObject({
    code: 'ANSWER_NONE_OPEN',
  });
});

describe('entries for each consignee of a bill', () => {
  test('are a hundred in one go, each with its number, limit and fee', async () => {
    await simulatorAccount(api, 'silent');
    needRates(api);
    const billId = americanBill(api, 100);
    const { entries, formal, consignments, entered } = await api.call.seaEntry.consignees({
      query: { billId },
    });
    expect([entries, formal, consignments, entered]).toEqual([100, 0, 100, 0]);
    expect(await api.call.seaEntry.createEach({ body: { billId } })).toMatchObject({ entries: 100 });
    const query = { query: { billId: [billId], pageSize: 200 } } as never;
    const { list, total } = await api.call.seaEntry.list(query);
    expect(total).toBe(100);
    expect(new Set(list.map(({ entryNo: no }) => no)).size).toBe(100);
    for (const one of list)
      expect(one).toMatchObject({ entryType: '11', lineCount: 1, totalValue: '20.00', mpf: '2.69' });
    // 100 × 2.69, not 2.69 for all.
    expect(list.reduce((sum, { mpf }) => sum + Math.round(Number(mpf) * 100), 0)).toBe(26_900);
    const again = await api.call.seaEntry.consignees({ query: { billId } });
    expect(again).toMatchObject({ entries: 0, consignments: 0, entered: 100 });
    expect(await api.refused('seaEntry.createEach', { body: { billId } })).toMatchObject({
      code: 'ENTRY_NONE_LEFT',
    });
  });

  test('join the consignments of one person, and become formal above the limit', async () => {
    const billId = americanBill(api, 3, { value: 130_000 });
    api.db.exec(`update parcel set consigneeName = 'PERSON 1.', address = '1, Main  Street'
      where id = (select max(id) from parcel where billId = ${billId})`);
    expect(await api.call.seaEntry.createEach({ body: { billId } })).toMatchObject({ entries: 2, formal: 1 });
    const { list } = await api.call.seaEntry.list({ query: { billId: [billId] } } as never);
    expect(list.map((one) => [one.entryType, one.lineCount, one.totalValue]).sort()).toEqual([
      ['01', 2, '2600.00'],
      ['11', 1, '1300.00'],
    ]);
  });

  test('release only what they declare', async () => {
    const billId = americanBill(api, 2);
    await api.call.seaEntry.createEach({ body: { billId } });
    const [one] = (await api.call.seaEntry.list({ query: { billId: [billId] } } as never)).list;
    api.db.exec(
      `update seaEntry set state = 'accepted', transmittedAt = ${AT}, acceptedAt = ${AT} where id = ${one?.id}`,
    );
    await answer(Number(one?.id), 'released');
    const states = api.rows('select state from parcel where billId = ? order by id', billId);
    expect(states.map(({ state }) => state).sort()).toEqual(['clearance', 'free']);
  });

  test('are demanded where an informal entry has several', async () => {
    const [line] = wholeEntry().lines;
    const lines = ['Person 1', 'Person 2'].map((consigneeName) => ({
      ...line,
      value: '5.00',
      consigneeName,
    }));
    const { id, version } = await makeEntry(api, { entryType: '11', bondType: '0', suretyCode: null, lines });
    expect(await api.refused('seaEntry.submit', { params: { id }, body: { version } })).toMatchObject({
      code: 'FILING_INCOMPLETE',
      fields: { lines: expect.stringContaining('2') },
    });
  });
});

test('fills an entry from its sea bill', async () => {
  const bill = await makeSeaFreight(api);
  expect(await api.call.seaEntry.prefill({ query: { seaBillId: bill.id } })).toMatchObject({
    seaBillId: bill.id,
    carrierCode: bill.carrierScac,
    vesselName: bill.vesselName,
    voyageNo: bill.voyageNo,
    containerNos: bill.containerNos,
    bills: [{ masterNo: bill.mblNo, houseNo: bill.hblNo, quantity: bill.packages }],
  });
});

test('dates import and export by the clock of the port', async () => {
  const bill = await makeSeaFreight(api);
  api.db.exec(`update seaBill set polCode = 'CNNGB', podCode = 'USLAX', atd = '2026-11-01T22:00:00Z', ata = '2026-11-18T03:00:00Z'
    where id = ${bill.id}`);
  expect(await api.call.seaEntry.prefill({ query: { seaBillId: bill.id } })).toMatchObject({
    exportDate: '2026-11-02',
    importDate: '2026-11-17',
    entryDate: '2026-11-17',
  });
  const airport = (code: string) => api.count(`select id from airport where airportCode = '${code}'`);
  const usual = api.count("select id from airport where twoLetterCode = 'US' limit 1");
  api.db.exec(`update airport set timeZone = 'America/Los_Angeles' where id = ${usual}`);
  const billId = billIn(api, 'delivery', {
    ...{ billNo: '160-12345675', originAirportId: airport('PVG'), landingAirportId: usual },
    ...{ etd: '2026-11-01T22:00:00Z', eta: '2026-11-02T03:00:00Z', atd: null, ata: null },
  });
  expect(await api.call.seaEntry.prefill({ query: { billId } })).toMatchObject({
    exportDate: '2026-11-02',
    importDate: '2026-11-01',
  });
});

test('prints number, lines and totals on the summary as a PDF', async () => {
  const { id, entryNo: no } = await makeEntry(api);
  const text = pdfLines((await api.call.seaEntry.pdf({ params: { id } })).bytes).join('\n');
  for (const part of [entryNo.format?.(no ?? ''), '9503.00.00.73', 'VNSHEEVO123SHE', '10000.00', '47.14'])
    expect(text).toContain(part);
});

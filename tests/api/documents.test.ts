import { describe, expect, test } from 'vitest';
import { documentNight } from '../../main/server/areas/business/night';
import type { Actor } from '../support/apiCall';
import { actAs, actorFor, approved, decide, draftDocument, submitted } from '../support/apiDocuments';
import { drafts } from '../support/apiRecords';
import { testApi } from '../support/server';

const api = testApi();

/** Replaces the demo's approval setting of contracts for one test. */
async function deciding(steps: object[]): Promise<{ id: number; off: () => Promise<void> }> {
  const [before] = api.rows("select id from approvalConfig where docType = 'contract' and active = 1");
  if (before) api.db.exec(`update approvalConfig set active = 0 where id = ${before.id}`);
  const { id } = await api.call.approvalConfig.create({
    body: {
      ...drafts.approvalConfig(),
      docType: 'contract',
      currency: null,
      minAmount: null,
      maxAmount: null,
      steps: steps as never,
    },
  });
  return {
    id,
    off: async () => {
      api.db.exec(`update approvalConfig set active = 0 where id = ${id}`);
      if (before) api.db.exec(`update approvalConfig set active = 1 where id = ${before.id}`);
    },
  };
}
const step = (name: string, people: number[], more: object = {}) => ({
  name,
  mode: 'any',
  approverStaffIds: people,
  approverGroupIds: [],
  dueHours: null,
  ...more,
});
const progress = (id: number) => api.call.contract.progress({ params: { id } });
const state = async (id: number) => (await api.call.contract.get({ params: { id } })).state;

describe('an approval of several steps', () => {
  test('goes from step to step, notifies the next approver, and stores a copy of its steps', async () => {
    const [one, two, three] = [1, 2, 3].map(() => actorFor(api, 'contract', 'approve'));
    if (!one || !two || !three) throw new Error('nobody');
    const sales = actorFor(api, 'contract', 'edit');
    const setting = await deciding([
      step('Finance', [one.staffId, two.staffId], { mode: 'all', dueHours: 24 }),
      step('Director', [three.staffId]),
    ]);
    const { id } = await submitted(api, 'contract', {}, sales);
    const pending = await api.call.contract.get({ params: { id } });
    expect(pending).toMatchObject({ state: 'pending', stepNo: 1, submittedBy: sales.staffId });
    expect(Date.parse(`${pending.stepDueAt}`) - Date.parse(`${pending.submittedAt}`)).toBe(24 * 3_600_000);
    expect((await progress(id)).next).toEqual([one.staffId, two.staffId]);
    // The contract is listed on the home screen of each approver who may still decide it, and on no other.
    const awaits = async (as: Actor) =>
      (await api.call.homeReport.approvals({}, { as })).first.some(({ docId, docNo }) => {
        if (docId !== id) return false;
        expect(docNo).toBe(pending.contractNo);
        return true;
      });
    const onDesks = async () => [
      await awaits(one),
      await awaits(two),
      await awaits(three),
      await awaits(sales),
    ];
    expect(await onDesks()).toEqual([true, true, false, false]);

    // A change of the setting does not affect running approvals, and the setting stays in use until they end.
    const { version } = await api.call.approvalConfig.get({ params: { id: setting.id } });
    await api.call.approvalConfig.update({
      params: { id: setting.id },
      body: { version, steps: [step('Nobody else', [1])] as never },
    });
    expect(
      await api.call.approvalConfig.active({ body: { ids: [setting.id], active: false } }),
    ).toMatchObject({
      ok: 0,
      failed: [{ code: 'APPROVAL_IN_USE' }],
    });

    const approve = { params: { id }, body: { result: 'approve', remark: 'fine' } } as const;
    await api.call.contract.approval(approve, { as: one });
    expect(await progress(id)).toMatchObject({ next: [two.staffId], facts: { decided: 1 } });
    expect(await onDesks()).toEqual([false, true, false, false]);
    expect(await api.refused('contract.approval', approve, { as: one })).toMatchObject({
      code: 'APPROVAL_NOT_YOURS',
    });
    expect(await api.refused('contract.approval', approve, { as: three })).toMatchObject({
      code: 'APPROVAL_NOT_YOURS',
    });
    await api.call.contract.approval(approve, { as: two });
    expect(await progress(id)).toMatchObject({ next: [three.staffId] });
    const [message] = (await api.call.message.list({ query: { type: ['approval'] } }, { as: three })).list;
    expect(message).toMatchObject({ link: `/business/contract/detail/${id}`, readAt: null });
    expect(message?.textEn).toContain(pending.contractNo);
    expect(message?.textEn).toContain('Director');
    expect(api.count('select count(*) from mail where toEmails like ?', `%${three.username}%`)).toBe(1);

    const done = await api.call.contract.approval(approve, { as: three });
    expect(done).toMatchObject({ state: 'approved', waiting: null, stepNo: null });
    expect(await onDesks()).toEqual([false, false, false, false]);
    const { log } = await progress(id);
    expect(log.map(({ action, stepName, staffId }) => [action, stepName, staffId])).toEqual([
      ['submit', null, sales.staffId],
      ['approve', 'Finance', one.staffId],
      ['approve', 'Finance', two.staffId],
      ['approve', 'Director', three.staffId],
    ]);
    const messages = (await api.call.message.list({}, { as: sales })).list;
    expect(messages.map(({ textEn }) => textEn).join()).toContain('is approved');
    await setting.off();
  });

  test('does not wait for someone who may no longer decide, and falls to a super administrator if nobody can', async () => {
    const [one, two] = [actorFor(api, 'contract', 'approve'), actorFor(api, 'contract', 'approve')];
    const sales = actorFor(api, 'contract', 'edit');
    const setting = await deciding([
      step('Both', [one.staffId, two.staffId], { mode: 'all' }),
      step('The one who left', [two.staffId]),
    ]);
    const { id } = await submitted(api, 'contract', {}, sales);
    await api.call.contract.approval({ params: { id }, body: { result: 'approve' } }, { as: one });
    await api.call.staff.forbid({ params: { id: two.staffId } });
    const store = await api.openStore();
    await documentNight(store, Date.now());
    await store.close();

    const standing = await progress(id);
    expect(standing.standIn).toBe(true);
    expect(standing.next).toContain(api.admin.staffId);
    const done = await api.call.contract.approval({ params: { id }, body: { result: 'approve' } });
    expect(done.state).toBe('approved');
    expect((await progress(id)).log.at(-1)).toMatchObject({ stepName: 'The one who left', standIn: true });
    await setting.off();
  });

  test('notifies the replacement of someone who left once, and is withdrawn when nobody is left', async () => {
    const night = async () => {
      const store = await api.openStore();
      await documentNight(store, Date.now());
      await store.close();
    };
    const [one, two] = [actorFor(api, 'contract', 'approve'), actorFor(api, 'contract', 'approve')];
    const setting = await deciding([step('Finance', [one.staffId]), step('Director', [two.staffId])]);
    // The only super administrator submits it: no substitute is left.
    const { id } = await submitted(api, 'contract');
    const others = api.rows(
      'select id from staff where superAdmin = 1 and loginAllowed = 1 and id <> ?',
      api.admin.staffId,
    ) as { id: number }[];
    const link = `/business/contract/detail/${id}`;
    const messagesOf = (staffId: number) =>
      api
        .rows('select textEn from message where receiverId = ? and link = ? order by id', staffId, link)
        .map(({ textEn }) => String(textEn));
    await api.call.contract.approval({ params: { id }, body: { result: 'approve' } }, { as: one });
    expect(messagesOf(two.staffId)).toHaveLength(1);
    await night();
    expect(messagesOf(two.staffId)).toHaveLength(1);

    await api.call.staff.forbid({ params: { id: two.staffId } });
    await night();
    await night();
    const [stand] = others;
    expect(messagesOf(stand?.id ?? 0)).toEqual([
      expect.stringContaining('waits for your approval: Director'),
    ]);
    expect(messagesOf(api.admin.staffId)).toEqual([]);
    expect(await api.refused('contract.withdraw', { params: { id }, body: {} })).toMatchObject({
      code: 'DOCUMENT_DECIDED',
    });

    const ids = others.map((other) => other.id).join();
    api.db.exec(`update staff set loginAllowed = 0 where id in (${ids})`);
    await night();
    await night();
    expect(messagesOf(api.admin.staffId)).toEqual([expect.stringContaining('no approver is left for')]);
    expect(await progress(id)).toMatchObject({ next: [], facts: { stuck: true, decided: 1 } });
    const stranger = actorFor(api, 'contract', 'edit');
    expect(
      await api.refused('contract.withdraw', { params: { id }, body: {} }, { as: stranger }),
    ).toMatchObject({ code: 'DOCUMENT_NOT_SUBMITTER' });
    expect((await api.call.contract.withdraw({ params: { id }, body: {} })).state).toBe('draft');
    api.db.exec(`update staff set loginAllowed = 1 where id in (${ids})`);
    await setting.off();
  });

  test('is decided by another member of the group when one is away', async () => {
    const [away, here] = [actorFor(api, 'contract', 'approve'), actorFor(api, 'contract', 'approve')];
    api.db.exec(`update staff set groupId = ${away.groupId} where id = ${here.staffId}`);
    const setting = await deciding([{ ...step('Group', []), approverGroupIds: [away.groupId] }]);
    const { id } = await submitted(api, 'contract');
    expect((await progress(id)).next).toEqual([away.staffId, here.staffId]);
    const done = await api.call.contract.approval(
      { params: { id }, body: { result: 'approve' } },
      { as: here },
    );
    expect(done.state).toBe('approved');
    await setting.off();
  });

  test('starts from the first step when a rejected document is changed and submitted again', async () => {
    const one = actorFor(api, 'contract', 'approve');
    const setting = await deciding([step('Finance', [one.staffId]), step('Again', [one.staffId])]);
    const { id } = await submitted(api, 'contract');
    await decide(api, 'contract', id);
    const rejected = await decide(api, 'contract', id, { result: 'reject', remark: 'Too cheap' });
    expect(rejected.state).toBe('rejected');
    const changed = await api.call.contract.update({
      params: { id },
      body: { version: rejected.version, title: 'Dearer' },
    });
    expect(changed.state).toBe('draft');
    await api.call.contract.submit({ params: { id }, body: {} });
    expect(await progress(id)).toMatchObject({ facts: { decided: 0 }, next: [one.staffId] });
    await setting.off();
  });

  test('is skipped without a setting: the document is valid at once, and the log says so', async () => {
    api.db.exec("update approvalConfig set active = 0 where docType = 'contract'");
    const { id, state: now } = await submitted(api, 'contract');
    expect(now).toBe('approved');
    expect((await progress(id)).log.map(({ action }) => action)).toEqual(['auto']);
    api.db.exec("update approvalConfig set active = 1 where docType = 'contract' and nameEn = 'Contracts'");
  });
});

describe('the expiry of a document', () => {
  const night = async (days: number) => {
    const store = await api.openStore();
    await documentNight(store, Date.now() + days * 86_400_000);
    await store.close();
  };
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const ending = (validTo: string, more: object = {}) =>
    approved(api, 'contract', { validFrom: '2026-01-01', validTo, noticeDays: 20, ...more });

  test('is announced once in time, and happens on the day after the last', async () => {
    const { id } = await ending(inDays(40));
    await night(1);
    const messages = () =>
      api.count(
        "select count(*) from message where link = ? and textEn like '%ends on%'",
        `/business/contract/detail/${id}`,
      );
    expect(messages()).toBe(0);
    api.db.exec(
      `update contract set ownerStaffId = ${actorFor(api, 'contract', 'edit').staffId} where id = ${id}`,
    );
    await night(25);
    const once = messages();
    expect(once).toBeGreaterThan(0);
    await night(26);
    expect(messages()).toBe(once);
    await night(39);
    expect(await state(id)).toBe('approved');
    await night(42);
    expect(await state(id)).toBe('expired');
  });

  test('is postponed by a year when the document renews itself', async () => {
    const validTo = inDays(3);
    const { id } = await ending(validTo, { autoRenew: true });
    await night(5);
    const renewed = await api.call.contract.get({ params: { id } });
    expect(renewed).toMatchObject({
      state: 'approved',
      validTo: `${Number(validTo.slice(0, 4)) + 1}${validTo.slice(4)}`,
    });
  });

  test('happens early on the given day; a copy is the next version of the document', async () => {
    const { id } = await ending(inDays(300));
    const later = { reason: 'They moved', on: inDays(10) };
    expect((await api.call.contract.terminate({ params: { id }, body: later })).state).toBe('approved');
    await night(9);
    expect(await state(id)).toBe('approved');
    await night(11);
    expect(await state(id)).toBe('terminated');
    const copy = await api.call.contract.copy({ params: { id } });
    expect(copy).toMatchObject({ state: 'draft', versionNo: 2, copiedFromId: id, terminatedOn: null });
  });
});

test('ends a rate on the first day of the rate that replaces it', async () => {
  const hsCode = '560110';
  const old = await approved(api, 'taxation', { hsCode, dutyRate: 4 });
  const draft = await draftDocument(api, 'taxation', { hsCode, dutyRate: 8, validFrom: '2031-07-01' });
  const refused = await api.refused('taxation.submit', { params: { id: draft.id }, body: {} });
  expect(refused).toMatchObject({ code: 'TAXATION_OVERLAP' });
  await api.call.taxation.submit({ params: { id: draft.id }, body: { replace: true } });
  await decide(api, 'taxation', draft.id);
  expect(await api.call.taxation.get({ params: { id: old.id } })).toMatchObject({
    state: 'approved',
    terminatedOn: '2031-07-01',
  });
  const rate = async (day: string) =>
    api.call.taxation.calculate({
      query: { countryCode: 'MT', hsCode: '56011030', day, goodsValue: '1000' },
    });
  expect(await rate('2031-06-30')).toMatchObject({ id: old.id, duty: '40.00' });
  const after = await rate('2031-07-01');
  expect(after).toMatchObject({ id: draft.id, hsCode, duty: '80.00' });
  expect(after.lines.map(({ says }) => says)).toContain('8 % of 1000.00 EUR');
});

test('refuses to approve the second of two waiting documents beside the first', async () => {
  const hsCode = '560121';
  const [first, second] = [
    await submitted(api, 'taxation', { hsCode }),
    await submitted(api, 'taxation', { hsCode }),
  ];
  await decide(api, 'taxation', first.id);
  const { next } = await api.call.taxation.progress({ params: { id: second.id } });
  const as = actAs(api, next[0] ?? 0);
  const body = { result: 'approve' } as const;
  expect(await api.refused('taxation.approval', { params: { id: second.id }, body }, { as })).toMatchObject({
    code: 'TAXATION_OVERLAP',
  });
  const rejected = await decide(api, 'taxation', second.id, { result: 'reject', remark: 'There is one' });
  expect(rejected.state).toBe('rejected');
});

test('lists every decision in the log of approvals, which cannot be changed', async () => {
  const { id } = await approved(api, 'contract');
  const { contractNo } = await api.call.contract.get({ params: { id } });
  const { list } = await api.call.approvalLog.list({ query: { docNo: contractNo } });
  expect(list.map(({ action }) => action)).toEqual(expect.arrayContaining(['submit', 'approve']));
  expect(() => api.db.exec('delete from approvalLog')).toThrow(/append-only/);
});

test('keeps the files of a document under approval', async () => {
  const { id } = await submitted(api, 'contract');
  const params = { docType: 'contract', id } as const;
  const [file] = await api.call.documentFile.list({ params });
  expect(file?.fileName).toBe('signed.pdf');
  expect(
    await api.refused('documentFile.remove', { params: { ...params, fileId: `${file?.id}` } }),
  ).toMatchObject({ code: 'STATE_NOT_ALLOWED' });
  const stranger = api.actor({ permissions: ['business.taxation.view'] });
  expect(await api.refused('documentFile.list', { params }, { as: stranger })).toMatchObject({ status: 404 });
});

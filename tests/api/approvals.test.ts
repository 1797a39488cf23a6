import { describe, expect, test } from 'vitest';
import { drafts } from '../support/apiRecords';
import { testApi } from '../support/server';

const api = testApi();
const draft = (changes: object = {}) => ({ ...drafts.approvalConfig(), ...changes });
const make = (changes: object = {}) => api.call.approvalConfig.create({ body: draft(changes) as never });
const steps = (...approverStaffIds: number[]) => [
  { name: 'Lead', mode: 'any', approverStaffIds, approverGroupIds: [], dueHours: null },
];
/** Returns an amount range in a currency for which the demo has no settings. */
const between = (currency: string, minAmount: string | null, maxAmount: string | null) => ({
  currency,
  minAmount,
  maxAmount,
});

describe('overlapping approval settings', () => {
  test('are refused with the name of the existing one, and accepted where they do not overlap', async () => {
    const low = await make(between('SEK', '0', '1000'));
    const refused = await api.refused('approvalConfig.create', {
      body: draft(between('SEK', '999.99', null)),
    });
    expect(refused).toMatchObject({ status: 409, code: 'APPROVAL_OVERLAP' });
    expect(refused.fields.minAmount).toContain(low.nameEn);
    await make(between('SEK', '1000', null));
    await make(between('SEK', '0', '1000.00')).then(
      () => expect.unreachable(),
      () => undefined,
    );
    await make({ ...between('SEK', '0', '1000'), docType: 'contract' }).then(
      () => expect.unreachable('the demo has a setting for all contracts'),
      () => undefined,
    );
  });

  test('are saved while one is inactive, and cannot both be active', async () => {
    const first = await make(between('NOK', null, null));
    await api.call.approvalConfig.active({ body: { ids: [first.id], active: false } });
    const second = await make(between('NOK', '5', '9'));
    const refused = await api.call.approvalConfig.active({ body: { ids: [first.id], active: true } });
    expect(refused).toMatchObject({ ok: 0, failed: [{ key: first.id, code: 'APPROVAL_OVERLAP' }] });
    expect(refused.failed[0]?.msg).toContain(second.nameEn);

    // While inactive, the setting may be changed to a range that does not overlap the other.
    const moved = await api.call.approvalConfig.update({
      params: { id: first.id },
      body: { version: first.version + 1, minAmount: '9', maxAmount: null },
    });
    expect(moved.active).toBe(false);
    expect(await api.call.approvalConfig.active({ body: { ids: [first.id], active: true } })).toEqual({
      ok: 1,
      failed: [],
    });
  });

  test('leave only the first active when both are activated together', async () => {
    const ids: number[] = [];
    for (let at = 0; at < 2; at += 1) {
      const { id } = await make(between('DKK', null, null));
      await api.call.approvalConfig.active({ body: { ids: [id], active: false } });
      ids.push(id);
    }
    const { ok, failed } = await api.call.approvalConfig.active({ body: { ids, active: true } });
    expect(ok).toBe(1);
    expect(failed).toMatchObject([{ key: ids[1], code: 'APPROVAL_OVERLAP' }]);
  });
});

test.each([
  ['no steps', { steps: [] }, 'steps', 'APPROVAL_NO_STEPS'],
  ['a step with nobody', { steps: steps() }, 'steps', 'APPROVAL_STEP_EMPTY'],
  ['somebody who never was', { steps: steps(999_999) }, 'steps', 'APPROVAL_APPROVER_GONE'],
  ['an amount without a currency', { currency: null }, 'currency', 'APPROVAL_RANGE_CURRENCY'],
  ['an upper bound below the lower', { maxAmount: '1' }, 'maxAmount', 'APPROVAL_RANGE_ORDER'],
])('an approval setting with %s is refused beside its field', async (_, changes, field, code) => {
  const refused = await api.refused('approvalConfig.create', { body: draft(changes) });
  expect(refused).toMatchObject({ status: 400, code });
  expect(Object.keys(refused.fields)).toEqual([field]);
});

describe('approvers who leave', () => {
  test('are reported with the documents that wait for them, stay in the setting, and cannot be selected', async () => {
    const { staffId } = api.actor();
    const made = await make({ steps: steps(staffId) });
    expect(await api.call.staff.usage({ params: { id: staffId } })).toEqual([
      { object: 'approvalConfig', count: 1, capped: false, examples: [made.nameEn] },
    ]);
    await api.call.staff.batchDelete({ body: { ids: [staffId] } });
    const person = (await api.call.staff.all()).find(({ id }) => id === staffId);
    expect(person).toMatchObject({ active: false, deleted: true });

    // The setting with the deleted approver may still be changed; a new setting may not name the approver.
    const renamed = await api.call.approvalConfig.update({
      params: { id: made.id },
      body: { version: made.version, nameCn: '改名', steps: made.steps },
    });
    expect(renamed.steps).toEqual(made.steps);
    const refused = await api.refused('approvalConfig.create', { body: draft({ steps: steps(staffId) }) });
    expect(refused).toMatchObject({ code: 'APPROVAL_APPROVER_GONE' });
  });

  test('keep their group from being deleted, with the number of members who can decide', async () => {
    const { id, name } = await api.call.adminGroup.create({
      body: { name: `Approvers ${Date.now()}`, nameCn: '审批组' },
    });
    const made = await make({
      steps: [{ name: 'All', mode: 'all', approverStaffIds: [], approverGroupIds: [id], dueHours: null }],
    });
    expect(await api.call.adminGroup.usage({ params: { id } })).toMatchObject([
      { object: 'approvalConfig', examples: [made.nameEn] },
    ]);
    expect(await api.refused('adminGroup.remove', { params: { id } })).toMatchObject({ code: 'IN_USE' });
    const able = async () =>
      (await api.call.adminGroup.all()).find(({ nameEn }) => nameEn === name)?.ableCount;
    expect(await able()).toBe(0);
    const { staffId } = api.actor();
    await api.call.adminGroup.setMembers({ params: { id }, body: { staffIds: [staffId] } });
    expect(await able()).toBe(1);
    await api.call.staff.forbid({ params: { id: staffId } });
    expect(await able()).toBe(0);
  });

  test('do not count the records that someone made or changed as uses of them', async () => {
    const { staffId } = api.actor();
    api.db.exec(`update country set updatedBy = ${staffId} where id = 1`);
    expect(await api.call.staff.usage({ params: { id: staffId } })).toEqual([]);
  });
});

test('gives the demo consistent approval settings, one of them waiting for a person who left', async () => {
  const { list } = await api.call.approvalConfig.list({ query: { active: true, keyword: 'Order quotes' } });
  const all = await api.call.staff.all();
  const able = list.map(({ currency, steps: [first] }) => [
    currency,
    all.some(({ id, active }) => active && first?.approverStaffIds.includes(id)),
  ]);
  expect(Object.fromEntries(able)).toMatchObject({ USD: false });
});

import { describe, expect, test } from 'vitest';
import { drafts } from '../support/apiRecords';
import { testApi } from '../support/server';

const api = testApi();

describe('a customer group', () => {
  const group = () => api.call.clientGroup.create({ body: drafts.clientGroup() });
  const members = async ({ id }: { id: number }) =>
    (await api.call.clientGroup.get({ params: { id } })).memberCount;

  test('counts its customers: those added, moved to another and deleted', async () => {
    const [from, to] = [await group(), await group()];
    expect(from.memberCount).toBe(0);
    const made = await api.call.customer.create({ body: { ...drafts.customer(), groupId: from.id } });
    await api.call.customer.create({ body: { ...drafts.customer(), groupId: from.id } });
    expect(await members(from)).toBe(2);
    await api.call.customer.update({
      params: { id: made.id },
      body: { version: made.version, groupId: to.id },
    });
    expect([await members(from), await members(to)]).toEqual([1, 1]);
    await api.call.customer.remove({ params: { id: made.id } });
    expect([await members(from), await members(to)]).toEqual([1, 0]);
  });

  test('takes no more off a price than there is', async () => {
    const body = { ...drafts.clientGroup(), discountPercent: 100.5 };
    expect(await api.refused('clientGroup.create', { body })).toMatchObject({
      fields: { discountPercent: expect.stringContaining('100') },
    });
    const whole = await api.call.clientGroup.create({ body: { ...body, discountPercent: 100 } });
    expect(whole.discountPercent).toBe(100);
  });

  test('of the demo has as many members as there are customers in it', async () => {
    const { list } = await api.call.clientGroup.list({ query: { pageSize: 100 } });
    for (const { id, memberCount } of list)
      expect(memberCount).toBe(api.count('select count(*) from customer where groupId = ?', id));
    expect(list.find(({ code }) => code === 'FORWARDER')?.memberCount).toBeGreaterThan(3);
  });
});

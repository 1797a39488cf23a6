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

describe('an address', () => {
  const country = (code: string) => api.count('select id from country where code = ?', code);
  const refusedBy = (resource: 'customer' | 'clientCompany' | 'warehouse', changes: object) =>
    api.refused(`${resource}.create`, { body: { ...drafts[resource](api), ...changes } });

  test.each(['customer', 'clientCompany', 'warehouse'] as const)(
    'of a %s is written as in its country, postcode and telephone at once',
    async (resource) => {
      const wrong = { countryId: country('CN'), postcode: '51800', phone: '1380013800' };
      expect(await refusedBy(resource, wrong)).toMatchObject({
        status: 400,
        fields: {
          postcode: expect.stringContaining('518000'),
          phone: expect.stringContaining('13800138000'),
        },
      });
    },
  );

  test('has its postcode in one form, however it is typed', async () => {
    const body = { ...drafts.customer(), countryId: country('NL'), postcode: ' 1118  cp' };
    expect((await api.call.customer.create({ body })).postcode).toBe('1118 CP');
  });
});

describe('a company', () => {
  const make = (changes: object = {}) =>
    api.call.clientCompany.create({ body: { ...drafts.clientCompany(api), ...changes } as never });
  const refused = (changes: object) =>
    api.refused('clientCompany.create', { body: { ...drafts.clientCompany(api), ...changes } });

  test('is refused with a number whose digits do not fit, beside that number', async () => {
    for (const [field, value] of [
      ['iban', 'NL91ABNA0417164301'],
      ['swift', 'ABNA'],
      ['vatNo', 'NL123456789B90'],
      ['eoriNo', 'NL12345678'],
      ['postcode', '0118 CP'],
    ] as const)
      expect(await refused({ [field]: value }), field).toMatchObject({
        status: 400,
        fields: { [field]: expect.any(String) },
      });
  });

  test('supplies something only as a supplier', async () => {
    expect(await refused({ kind: 'customer' })).toMatchObject({
      fields: { supplierTypes: expect.any(String) },
    });
    expect((await make({ kind: 'customer', supplierTypes: [] })).kind).toBe('customer');
  });

  test('is not deleted while a customer is invoiced to it, and can be found by that', async () => {
    const { id } = await make();
    const made = await api.call.customer.create({ body: { ...drafts.customer(), companyId: id } });
    expect(await api.refused('clientCompany.remove', { params: { id } })).toMatchObject({ code: 'IN_USE' });
    const { list } = await api.call.customer.list({ query: { companyId: [id] } });
    expect(list.map(({ code }) => code)).toEqual([made.code]);
  });

  test('tells what was done to it alone, and that it was switched off together with others', async () => {
    const [one, other] = [await make(), await make()];
    await api.call.clientCompany.update({
      params: { id: one.id },
      body: { version: one.version, shortName: 'One' },
    });
    await api.call.clientCompany.active({ body: { ids: [one.id, other.id], active: false } });
    const actions = async (id: number) =>
      (await api.call.clientCompany.logs({ params: { id }, query: { sort: 'at' } })).list.map(
        ({ action }) => action,
      );
    expect(await actions(one.id)).toEqual(['create', 'update', 'deactivate']);
    expect(await actions(other.id)).toEqual(['create', 'deactivate']);
  });
});

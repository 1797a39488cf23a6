import { describe, expect, test } from 'vitest';
import { verifyPassword } from '../../main/server/areas/access/passwords';
import { drafts, newCode } from '../support/apiRecords';
import { testApi } from '../support/server';

const api = testApi();

describe('a customer group', () => {
  const group = () => api.call.clientGroup.create({ body: drafts.clientGroup() });
  const members = async ({ id }: { id: number }) =>
    (await api.call.clientGroup.get({ params: { id } })).memberCount;

  test('counts its customers when they are added, moved and deleted', async () => {
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

  test('never discounts more than the price', async () => {
    const body = { ...drafts.clientGroup(), discountPercent: 100.5 };
    expect(await api.refused('clientGroup.create', { body })).toMatchObject({
      fields: { discountPercent: expect.stringContaining('100') },
    });
    const whole = await api.call.clientGroup.create({ body: { ...body, discountPercent: 100 } });
    expect(whole.discountPercent).toBe(100);
  });

  test('counts as many members in the demo as there are customers in it', async () => {
    const { list } = await api.call.clientGroup.list({ query: { pageSize: 100 } });
    for (const { id, memberCount } of list)
      expect(memberCount).toBe(api.count('select count(*) from customer where groupId = ?', id));
    expect(list.find(({ code }) => code === 'FORWARDER')?.memberCount).toBeGreaterThan(3);
  });
});

describe('the address of a customer', () => {
  const country = (code: string) => api.count('select id from country where code = ?', code);
  const refusedBy = (resource: 'customer' | 'clientCompany' | 'warehouse', changes: object) =>
    api.refused(`${resource}.create`, { body: { ...drafts[resource](api), ...changes } });

  test.each(['customer', 'clientCompany', 'warehouse'] as const)(
    'is written for a %s as in its country, with postcode and telephone checked together',
    async (resource) => {
      const wrong = { countryId: country('CN'), postcode: '5180000', phone: '1380013800' };
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

  test('is refused beside its registration number when the digits do not fit', async () => {
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

  test('supplies something only if it is a supplier', async () => {
    expect(await refused({ kind: 'customer' })).toMatchObject({
      fields: { supplierTypes: expect.any(String) },
    });
    expect((await make({ kind: 'customer', supplierTypes: [] })).kind).toBe('customer');
  });

  test('cannot be deleted while a customer is invoiced to it, and filters by that', async () => {
    const { id } = await make();
    const made = await api.call.customer.create({ body: { ...drafts.customer(), companyId: id } });
    expect(await api.refused('clientCompany.remove', { params: { id } })).toMatchObject({ code: 'IN_USE' });
    const { list } = await api.call.customer.list({ query: { companyId: [id] } });
    expect(list.map(({ code }) => code)).toEqual([made.code]);
  });

  test('logs its own changes, and being deactivated together with others', async () => {
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

describe('contacts', () => {
  const customer = () => api.call.customer.create({ body: drafts.customer() });
  const add = (changes: object) =>
    api.call.clientContact.create({ body: { ...drafts.clientContact(), ...changes } });
  const primaries = async (owner: object) =>
    (await api.call.clientContact.list({ query: { ...owner, isPrimary: true } })).list.map(({ id }) => id);

  test('include one primary contact, the first; replacing it updates the version of both', async () => {
    const { id: customerId } = await customer();
    const [first, second] = [await add({ customerId }), await add({ customerId })];
    expect([first.isPrimary, second.isPrimary]).toEqual([true, false]);
    await api.call.clientContact.update({
      params: { id: second.id },
      body: { version: second.version, isPrimary: true },
    });
    expect(await primaries({ customerId: [customerId] })).toEqual([second.id]);
    const before = await api.call.clientContact.get({ params: { id: first.id } });
    expect(before).toMatchObject({ isPrimary: false, version: first.version + 1 });
    const third = await add({ customerId, isPrimary: true });
    expect(await primaries({ customerId: [customerId] })).toEqual([third.id]);
  });

  test('have one primary contact when two are made primary at once', async () => {
    const { id: customerId } = await customer();
    const made = [await add({ customerId }), await add({ customerId }), await add({ customerId })];
    await Promise.all(
      made
        .slice(1)
        .map(({ id, version }) =>
          api.send('clientContact.update', { params: { id }, body: { version, isPrimary: true } }),
        ),
    );
    expect(await primaries({ customerId: [customerId] })).toHaveLength(1);
  });

  test('keep the primary contact from being deleted or deactivated while there are others', async () => {
    const { id: customerId } = await customer();
    const [first, second] = [await add({ customerId }), await add({ customerId })];
    const off = (id: number) => api.call.clientContact.active({ body: { ids: [id], active: false } });
    expect(await off(first.id)).toMatchObject({ ok: 0, failed: [{ code: 'CONTACT_PRIMARY' }] });
    await api.call.clientContact.remove({ params: { id: second.id } });
    expect(await off(first.id)).toMatchObject({ ok: 1, failed: [] });
    await api.call.clientContact.remove({ params: { id: first.id } });
  });

  test('are listed for a company beside those of a customer with the same number', async () => {
    const { id: companyId } = await api.call.clientCompany.create({ body: drafts.clientCompany(api) });
    const made = await add({ customerId: null, companyId });
    expect(made).toMatchObject({ isPrimary: true, customerId: null });
    expect(await primaries({ companyId: [companyId] })).toEqual([made.id]);
    expect(await api.refused('clientCompany.remove', { params: { id: companyId } })).toMatchObject({
      code: 'IN_USE',
    });
    const uses = await api.call.clientCompany.usage({ params: { id: companyId } });
    expect(uses).toEqual([{ object: 'clientContact', count: 1, capped: false, examples: [made.name] }]);
  });

  test('have telephone numbers of the country of their owner', async () => {
    const china = api.count("select id from country where code = 'CN'");
    const { id: customerId } = await api.call.customer.create({
      body: { ...drafts.customer(), countryId: china },
    });
    const body = { ...drafts.clientContact(), customerId, phone: '1380013800' };
    expect(await api.refused('clientContact.create', { body })).toMatchObject({
      fields: { phone: expect.stringContaining('13800138000') },
    });
    expect((await add({ customerId, phone: '138 0013 8000' })).phone).toBe('138 0013 8000');
  });

  test('accept a role template, and refuse a role of another customer', async () => {
    const [one, other] = [await customer(), await customer()];
    const role = (owner: object) =>
      api.call.clientRole.create({ body: { ...drafts.clientRole(), ...owner } });
    const [own, foreign, template] = [
      await role({ customerId: one.id }),
      await role({ customerId: other.id }),
      await role({}),
    ];
    for (const { id } of [own, template])
      expect((await add({ customerId: one.id, roleId: id })).roleId).toBe(id);
    const body = { ...drafts.clientContact(), customerId: one.id, roleId: foreign.id };
    expect(await api.refused('clientContact.create', { body })).toMatchObject({
      fields: { roleId: expect.any(String) },
    });
  });
});

describe('a portal account', () => {
  const make = async () => {
    const { id: customerId } = await api.call.customer.create({ body: drafts.customer() });
    const contact = await api.call.clientContact.create({ body: { ...drafts.clientContact(), customerId } });
    return api.call.clientAccount.create({
      body: { customerId, contactId: contact.id, username: newCode('Portal'), roleId: 1 },
    });
  };
  const hashOf = (id: number) =>
    api.row('select passwordHash from clientAccount where id = ?', id).passwordHash as string | null;

  test('has a lower-case name, and no password until it is given one', async () => {
    const account = await make();
    expect(account.username).toBe(account.username.toLowerCase());
    expect(account).toMatchObject({ accessGivenAt: null, lastLoginAt: null });
    expect(account).not.toHaveProperty('passwordHash');
    expect(hashOf(account.id)).toBeNull();
  });

  test('is given a password that is shown once; the next one ends it', async () => {
    const { id } = await make();
    const params = { id };
    const first = await api.call.clientAccount.password({ params });
    expect(await verifyPassword(first.password, hashOf(id) ?? undefined)).toBe(true);
    const second = await api.call.clientAccount.password({ params });
    expect(await verifyPassword(first.password, hashOf(id) ?? undefined)).toBe(false);
    expect(await verifyPassword(second.password, hashOf(id) ?? undefined)).toBe(true);
    const { accessGivenAt } = await api.call.clientAccount.get({ params });
    expect(accessGivenAt).toBe(second.accessGivenAt);
  });
});

describe('the customer log', () => {
  const lines = async (customerId: number, more: object = {}) =>
    (await api.call.clientLog.list({ query: { customerId: [customerId], sort: 'at', ...more } })).list;

  test('contains the customer and its records, and nothing else', async () => {
    const [one, other] = [
      await api.call.customer.create({ body: drafts.customer() }),
      await api.call.customer.create({ body: drafts.customer() }),
    ];
    const contact = await api.call.clientContact.create({
      body: { ...drafts.clientContact(), customerId: one.id },
    });
    const role = await api.call.clientRole.create({ body: { ...drafts.clientRole(), customerId: one.id } });
    await api.call.clientRole.active({ body: { ids: [role.id], active: false } });
    await api.call.customer.issueKey({ params: { id: one.id } });
    await api.call.clientContact.remove({ params: { id: contact.id } });
    expect((await lines(one.id)).map(({ objectType, action }) => [objectType, action])).toEqual([
      ['customer', 'create'],
      ['clientContact', 'create'],
      ['clientRole', 'create'],
      ['clientRole', 'deactivate'],
      ['customer', 'update'],
      ['clientContact', 'delete'],
    ]);
    expect((await lines(one.id, { objectType: ['clientRole'] })).map(({ objectNo }) => objectNo)).toEqual([
      role.nameEn,
      role.nameEn,
    ]);
    expect(await lines(other.id)).toHaveLength(1);
  });

  test('assigns lines that were written before lines named their customer', async () => {
    const { id } = await api.call.customer.create({ body: drafts.customer() });
    const old = { at: '2026-01-01T00:00:00Z', operatorName: 'x', module: 'customer', result: 'ok' };
    const about = { ...old, objectType: 'customer', before: 'null' };
    api.insert('operateLog', { ...about, action: 'update', objectId: String(id), after: '{}' });
    api.insert('operateLog', { ...about, action: 'deactivate', after: JSON.stringify({ ids: [id, 1] }) });
    expect((await lines(id)).map(({ action }) => action)).toEqual(['update', 'deactivate', 'create']);
  });
});

describe('a new customer', () => {
  const refused = (changes: object) =>
    api.refused('customer.create', { body: { ...drafts.customer(), ...changes } });

  test('requires someone who may sign in, and a channel that it may use', async () => {
    const remaining = api.count("select id from staff where username = 'p.visser'");
    expect(await refused({ salesStaffId: remaining })).toMatchObject({
      fields: { salesStaffId: expect.any(String) },
    });
    expect(await refused({ serviceStaffId: 999_999 })).toMatchObject({
      fields: { serviceStaffId: expect.any(String) },
    });
    const other = await api.call.customer.create({ body: drafts.customer() });
    const channel = await api.call.channelCode.create({
      body: { ...drafts.channelCode(), customerId: other.id },
    });
    for (const defaultChannelCode of ['NO-SUCH', channel.channelCode])
      expect(await refused({ defaultChannelCode })).toMatchObject({
        fields: { defaultChannelCode: expect.any(String) },
      });
    const body = { version: other.version, defaultChannelCode: channel.channelCode };
    const own = await api.call.customer.update({ params: { id: other.id }, body });
    expect(own.defaultChannelCode).toBe(channel.channelCode);
  });

  test('is refused beyond 120 days of payment, or with an invalid credit limit', async () => {
    for (const wrong of [{ paymentTermDays: 121 }, { paymentTermDays: -1 }, { creditLimit: '1e3' }])
      expect(await refused(wrong)).toMatchObject({
        fields: { [Object.keys(wrong)[0] ?? '']: expect.any(String) },
      });
    const made = await api.call.customer.create({
      body: { ...drafts.customer(), paymentTermDays: 120, creditLimit: '999999999999.99' },
    });
    expect(made.creditLimit).toBe('999999999999.99');
  });
});

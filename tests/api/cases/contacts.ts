import { drafts, newCode } from '../../support/apiRecords';
import type { TestApi } from '../../support/server';
import type { ContractCase } from './contractCase';
import { resourceCases } from './resources';

/** Makes a contact of a new customer, whose first contact is the primary one. */
async function contactOf(api: TestApi, customerId: number) {
  return api.call.clientContact.create({ body: { ...drafts.clientContact(), customerId } });
}
const newCustomer = async (api: TestApi) => (await api.call.customer.create({ body: drafts.customer() })).id;

/** Makes a customer with a primary contact and another one. */
async function twoContacts(api: TestApi) {
  const customerId = await newCustomer(api);
  return { customerId, primary: await contactOf(api, customerId), other: await contactOf(api, customerId) };
}

/** Makes a role of a customer other than the first. */
async function foreignRole(api: TestApi): Promise<number> {
  const body = { ...drafts.clientRole(), customerId: await newCustomer(api) };
  return (await api.call.clientRole.create({ body })).id;
}

const contactCase = (
  name: 'create' | 'update' | 'remove' | 'setActive',
  errors: ContractCase['errors'],
): ContractCase => {
  const usual = resourceCases[`clientContact.${name}`];
  return { ...usual, errors: { ...usual.errors, ...errors } };
};

/** Returns a draft of an account for a new contact. */
async function accountDraft(api: TestApi) {
  const { customerId, primary } = await twoContacts(api);
  const username = newCode('portal').toLowerCase();
  return { customerId, contactId: primary.id, username, roleId: 1, loginAllowed: true };
}
export const newAccount = async (api: TestApi) =>
  api.call.clientAccount.create({ body: await accountDraft(api) });
const refusedAccount = async (api: TestApi, changes: object) =>
  api.refused('clientAccount.create', { body: { ...(await accountDraft(api)), ...changes } });
async function refusedChange(api: TestApi, changes: object) {
  const { id, version } = await newAccount(api);
  return api.refused('clientAccount.update', { params: { id }, body: { version, ...changes } });
}
/**
 * Makes a staff account that manages customer accounts and is limited to one warehouse, where a customer account sees
 * all.
 */
const limited = (api: TestApi) => api.actor({ permissions: ['customer.role.account'], warehouseIds: [2] });
const ofAccount = (call: 'remove' | 'password'): ContractCase => {
  const right = async (api: TestApi) => ({ params: { id: (await newAccount(api)).id } });
  return {
    right,
    errors: {
      GRANT_BEYOND: async (api) =>
        api.refused(`clientAccount.${call}`, await right(api), { as: limited(api) }),
    },
  };
};
/** Makes a role out of use. */
async function inactiveRole(api: TestApi): Promise<number> {
  const { id } = await api.call.clientRole.create({ body: drafts.clientRole() });
  await api.call.clientRole.active({ body: { ids: [id], active: false } });
  return id;
}

export const contactCases = {
  'clientContact.create': contactCase('create', {
    OWNER_ONE: (api) =>
      api.refused('clientContact.create', { body: { ...drafts.clientContact(), companyId: 1 } }),
    OWNER_DIFFERS: async (api) =>
      api.refused('clientContact.create', {
        body: { ...drafts.clientContact(), roleId: await foreignRole(api) },
      }),
  }),
  'clientContact.update': contactCase('update', {
    OWNER_FIXED: async (api) => {
      const { primary } = await twoContacts(api);
      const body = { version: primary.version, customerId: 1 };
      return api.refused('clientContact.update', { params: { id: primary.id }, body });
    },
    OWNER_DIFFERS: async (api) => {
      const { primary } = await twoContacts(api);
      const body = { version: primary.version, roleId: await foreignRole(api) };
      return api.refused('clientContact.update', { params: { id: primary.id }, body });
    },
    CONTACT_PRIMARY: async (api) => {
      const { primary } = await twoContacts(api);
      const { version } = await api.call.clientContact.get({ params: { id: primary.id } });
      const body = { version, isPrimary: false };
      return api.refused('clientContact.update', { params: { id: primary.id }, body });
    },
  }),
  'clientContact.setActive': contactCase('setActive', {
    CONTACT_PRIMARY: async (api) => {
      const { primary } = await twoContacts(api);
      return api.refused('clientContact.setActive', { params: { id: primary.id }, body: { active: false } });
    },
  }),
  'clientContact.remove': contactCase('remove', {
    CONTACT_PRIMARY: async (api) =>
      api.refused('clientContact.remove', { params: { id: (await twoContacts(api)).primary.id } }),
  }),
  'clientRole.create': {
    ...resourceCases['clientRole.create'],
    errors: {
      ...resourceCases['clientRole.create'].errors,
      OWNER_ONE: (api) =>
        api.refused('clientRole.create', { body: { ...drafts.clientRole(), customerId: 1, companyId: 1 } }),
    },
  },
  'clientRole.update': {
    ...resourceCases['clientRole.update'],
    errors: {
      ...resourceCases['clientRole.update'].errors,
      OWNER_FIXED: async (api) => {
        const { id, version } = await api.call.clientRole.create({ body: drafts.clientRole() });
        return api.refused('clientRole.update', { params: { id }, body: { version, customerId: 1 } });
      },
    },
  },
  'clientAccount.list': { right: () => ({ query: { customerId: [1], pageSize: 5 } }) },
  'clientAccount.get': { right: async (api) => ({ params: { id: (await newAccount(api)).id } }) },
  'clientAccount.usage': { right: async (api) => ({ params: { id: (await newAccount(api)).id } }) },
  'clientAccount.export': { right: () => ({ query: { format: 'csv', columns: ['username', 'roleId'] } }) },
  'clientAccount.create': {
    right: async (api) => ({ body: await accountDraft(api) }),
    errors: {
      CODE_EXISTS: async (api) => refusedAccount(api, { username: (await newAccount(api)).username }),
      REFERENCE_UNKNOWN: (api) => refusedAccount(api, { roleId: 999_999 }),
      REFERENCE_INACTIVE: async (api) => refusedAccount(api, { roleId: await inactiveRole(api) }),
      OWNER_DIFFERS: (api) => refusedAccount(api, { contactId: 1 }),
      GRANT_BEYOND: async (api) =>
        api.refused('clientAccount.create', { body: await accountDraft(api) }, { as: limited(api) }),
    },
  },
  'clientAccount.update': {
    right: async (api) => {
      const { id, version } = await newAccount(api);
      return { params: { id }, body: { version, loginAllowed: false } };
    },
    errors: {
      STALE_DATA: (api) => refusedChange(api, { version: 7 }),
      CODE_EXISTS: async (api) => refusedChange(api, { username: (await newAccount(api)).username }),
      REFERENCE_UNKNOWN: (api) => refusedChange(api, { roleId: 999_999 }),
      REFERENCE_INACTIVE: async (api) => refusedChange(api, { roleId: await inactiveRole(api) }),
      OWNER_DIFFERS: async (api) => refusedChange(api, { roleId: await foreignRole(api) }),
      OWNER_FIXED: (api) => refusedChange(api, { customerId: 1 }),
      GRANT_BEYOND: async (api) => {
        const { id, version } = await newAccount(api);
        const body = { version, loginAllowed: false };
        return api.refused('clientAccount.update', { params: { id }, body }, { as: limited(api) });
      },
    },
  },
  'clientAccount.remove': ofAccount('remove'),
  'clientAccount.password': ofAccount('password'),
  'clientLog.list': { right: () => ({ query: { customerId: [1], pageSize: 5 } }) },
  'clientLog.export': { right: () => ({ query: { customerId: [1], format: 'csv', columns: ['objectNo'] } }) },
} satisfies Record<string, ContractCase>;

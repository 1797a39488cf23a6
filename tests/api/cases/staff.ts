import type { RefusedCall } from '../../support/apiCall';
import { newCode } from '../../support/apiRecords';
import type { TestApi } from '../../support/server';
import type { ContractCase } from './contractCase';
import { countChanged } from './countChanged';

/** A password that an administrator may set for an account. */
export const NEW_PASSWORD = 'Given#2026';

/** Returns a valid draft of an account, in a group without permissions. */
export const staffDraftOf = (api: TestApi, changes: object = {}) => ({
  username: newCode('person').toLowerCase(),
  realName: 'New Person',
  email: 'new.person@example.com',
  phone: '+44 20 7946 0300',
  groupId: api.actor().groupId,
  password: NEW_PASSWORD,
  ...changes,
});

/** Returns a valid draft of a permission group. */
export const groupDraftOf = (changes: object = {}) => ({
  name: newCode('test.group'),
  nameCn: '测试组',
  description: null,
  ...changes,
});

export const superGroup = (api: TestApi) => api.count('select id from adminGroup where superAdmin = 1');

/** Makes another account without permissions. */
const other = (api: TestApi) => ({ params: { id: api.actor().staffId } });
const versionOf = (api: TestApi, table: 'staff' | 'adminGroup', id: number) =>
  api.count(`select version from ${table} where id = ?`, id);

/** Runs a function while the usual caller is the only super administrator who may sign in. */
export async function asLastAdministrator<T>(api: TestApi, act: () => Promise<T>): Promise<T> {
  const others = api.rows('select id from staff where superAdmin = 1 and id != ?', api.admin.staffId);
  const set = api.db.prepare('update staff set superAdmin = ? where id = ?');
  for (const { id } of others) set.run(0, Number(id));
  try {
    return await act();
  } finally {
    for (const { id } of others) set.run(1, Number(id));
  }
}

/** Makes an account that manages accounts and groups, without other permissions. */
export const keeper = (api: TestApi) =>
  api.actor({ permissions: ['staff.list.view', 'staff.list.edit', 'staff.role.view', 'staff.role.edit'] });

/** Runs a call of such a manager on an account with more permissions. */
const beyond =
  (name: 'staff.forbid' | 'staff.allow' | 'staff.password', body?: object) =>
  (api: TestApi): Promise<RefusedCall> =>
    api.refused(
      name,
      { params: { id: api.actor({ permissions: ['bill.manage.view'] }).staffId }, body },
      { as: keeper(api) },
    );

const create = (api: TestApi, changes: object) =>
  api.refused('staff.create', { body: staffDraftOf(api, changes) });
const update = async (api: TestApi, id: number, changes: object) =>
  api.refused('staff.update', {
    params: { id },
    body: { version: versionOf(api, 'staff', id), ...changes },
  });
const newGroup = async (api: TestApi) => api.call.adminGroup.create({ body: groupDraftOf() });

export const staffCases = {
  'staff.all': { right: () => ({}) },
  'staff.list': { right: () => ({ query: { pageSize: 5, sort: '-lastLoginAt', loginAllowed: true } }) },
  'staff.export': { right: () => ({ query: { format: 'csv', columns: ['username', 'groupId'] } }) },
  'staff.get': { right: other },
  'staff.usage': { right: other },
  'staff.create': {
    right: (api) => ({ body: staffDraftOf(api) }),
    errors: {
      CODE_EXISTS: (api) => create(api, { username: 'WAREHOUSE' }),
      STAFF_NAME_GONE: async (api) => {
        const { staffId, username } = api.actor();
        await api.call.staff.batchDelete({ body: { ids: [staffId] } });
        return create(api, { username });
      },
      REFERENCE_UNKNOWN: (api) => create(api, { groupId: 999_999 }),
      GRANT_BEYOND: (api) =>
        api.refused(
          'staff.create',
          { body: staffDraftOf(api, { groupId: superGroup(api) }) },
          { as: keeper(api) },
        ),
      PWD_LENGTH: (api) => create(api, { password: '1234567' }),
    },
  },
  'staff.update': {
    right: (api) => {
      const { staffId } = api.actor();
      return { params: { id: staffId }, body: { version: 1, realName: 'Renamed' } };
    },
    errors: {
      STALE_DATA: (api) => update(api, api.actor().staffId, { version: 7 }),
      REFERENCE_UNKNOWN: (api) => update(api, api.actor().staffId, { groupId: 999_999 }),
      GRANT_BEYOND: (api) => {
        const id = api.actor({ permissions: ['bill.manage.view'] }).staffId;
        return api.refused(
          'staff.update',
          { params: { id }, body: { version: 1, realName: 'x' } },
          { as: keeper(api) },
        );
      },
      STAFF_LAST_ADMIN: (api) =>
        asLastAdministrator(api, () => update(api, api.admin.staffId, { groupId: api.actor().groupId })),
    },
  },
  'staff.batchDelete': {
    right: (api) => ({ body: { ids: [api.actor().staffId] } }),
    errors: { COUNT_CHANGED: countChanged('staff.batchDelete') },
  },
  'staff.forbid': {
    right: other,
    errors: {
      STAFF_SELF: (api) => api.refused('staff.forbid', { params: { id: api.admin.staffId } }),
      STAFF_LAST_ADMIN: (api) =>
        asLastAdministrator(api, () => api.refused('staff.forbid', { params: { id: api.admin.staffId } })),
      GRANT_BEYOND: beyond('staff.forbid'),
    },
  },
  'staff.forbidMany': {
    right: (api) => ({ body: { ids: [api.actor().staffId] } }),
    errors: { COUNT_CHANGED: countChanged('staff.forbidMany') },
  },
  'staff.allow': {
    right: (api) => {
      const { staffId } = api.actor();
      api.db.prepare('update staff set loginAllowed = 0 where id = ?').run(staffId);
      return { params: { id: staffId } };
    },
    errors: { GRANT_BEYOND: beyond('staff.allow') },
  },
  'staff.allowMany': {
    right: (api) => {
      const { staffId } = api.actor();
      api.db.prepare('update staff set loginAllowed = 0 where id = ?').run(staffId);
      return { body: { ids: [staffId] } };
    },
    errors: { COUNT_CHANGED: countChanged('staff.allowMany') },
  },
  'staff.password': {
    right: (api) => ({ ...other(api), body: { password: NEW_PASSWORD } }),
    errors: {
      PWD_LENGTH: (api) =>
        api.refused('staff.password', { ...other(api), body: { password: 'x'.repeat(21) } }),
      PWD_OWN: (api) =>
        api.refused('staff.password', {
          params: { id: api.admin.staffId },
          body: { password: NEW_PASSWORD },
        }),
      GRANT_BEYOND: beyond('staff.password', { password: NEW_PASSWORD }),
    },
  },

  'adminGroup.all': { right: () => ({}) },
  'adminGroup.list': { right: () => ({ query: { pageSize: 5, sort: '-memberCount' } }) },
  'adminGroup.export': { right: () => ({ query: { format: 'csv', columns: ['name', 'memberCount'] } }) },
  'adminGroup.usage': { right: async (api) => ({ params: { id: (await newGroup(api)).id } }) },
  'adminGroup.create': {
    right: () => ({ body: groupDraftOf() }),
    errors: {
      CODE_EXISTS: (api) => api.refused('adminGroup.create', { body: groupDraftOf({ name: 'Finance' }) }),
    },
  },
  'adminGroup.update': {
    right: async (api) => {
      const { id, version } = await newGroup(api);
      return { params: { id }, body: { version, description: 'Renamed' } };
    },
    errors: {
      CODE_EXISTS: async (api) => {
        const { id, version } = await newGroup(api);
        return api.refused('adminGroup.update', { params: { id }, body: { version, name: 'Finance' } });
      },
      STALE_DATA: async (api) => {
        const { id } = await newGroup(api);
        return api.refused('adminGroup.update', { params: { id }, body: { version: 7, nameCn: '晚' } });
      },
      GROUP_FIXED: (api) => {
        const id = superGroup(api);
        const version = versionOf(api, 'adminGroup', id);
        return api.refused('adminGroup.update', { params: { id }, body: { version, nameCn: '改' } });
      },
      GRANT_BEYOND: async (api) => {
        const { groupId } = api.actor({ permissions: ['bill.manage.view'] });
        const body = { version: versionOf(api, 'adminGroup', groupId), nameCn: '改' };
        return api.refused('adminGroup.update', { params: { id: groupId }, body }, { as: keeper(api) });
      },
    },
  },
  'adminGroup.remove': {
    right: async (api) => ({ params: { id: (await newGroup(api)).id } }),
    errors: {
      IN_USE: (api) => api.refused('adminGroup.remove', { params: { id: api.actor().groupId } }),
      GROUP_FIXED: (api) => api.refused('adminGroup.remove', { params: { id: superGroup(api) } }),
      GRANT_BEYOND: (api) =>
        api.refused(
          'adminGroup.remove',
          { params: { id: api.actor({ permissions: ['bill.manage.view'] }).groupId } },
          { as: keeper(api) },
        ),
    },
  },
  'adminGroup.batchDelete': {
    right: async (api) => ({ body: { ids: [(await newGroup(api)).id] } }),
    errors: { COUNT_CHANGED: countChanged('adminGroup.batchDelete') },
  },
  'adminGroup.copy': {
    right: async (api) => ({ params: { id: (await newGroup(api)).id }, body: groupDraftOf() }),
    errors: {
      CODE_EXISTS: async (api) =>
        api.refused('adminGroup.copy', {
          params: { id: (await newGroup(api)).id },
          body: groupDraftOf({ name: 'Finance' }),
        }),
      GRANT_BEYOND: (api) =>
        api.refused(
          'adminGroup.copy',
          { params: { id: superGroup(api) }, body: groupDraftOf() },
          { as: keeper(api) },
        ),
    },
  },
  'adminGroup.permissions': { right: (api) => ({ params: { id: api.actor().groupId } }) },
  'adminGroup.setPermissions': {
    right: async (api) => {
      const { id, version } = await newGroup(api);
      return { params: { id }, body: { version, permissionIds: [] } };
    },
    errors: {
      STALE_DATA: async (api) => {
        const { id } = await newGroup(api);
        return api.refused('adminGroup.setPermissions', {
          params: { id },
          body: { version: 7, permissionIds: [] },
        });
      },
      GROUP_FIXED: (api) => {
        const id = superGroup(api);
        const version = versionOf(api, 'adminGroup', id);
        return api.refused('adminGroup.setPermissions', {
          params: { id },
          body: { version, permissionIds: [] },
        });
      },
      GRANT_BEYOND: async (api) => {
        const { id, version } = await newGroup(api);
        const body = { version, permissionIds: ['9020101'] };
        return api.refused('adminGroup.setPermissions', { params: { id }, body }, { as: keeper(api) });
      },
    },
  },
  'adminGroup.members': { right: (api) => ({ params: { id: api.actor().groupId } }) },
  'adminGroup.setMembers': {
    right: async (api) => ({
      params: { id: (await newGroup(api)).id },
      body: { staffIds: [api.actor().staffId] },
    }),
    errors: {
      GRANT_BEYOND: (api) =>
        api.refused(
          'adminGroup.setMembers',
          { params: { id: superGroup(api) }, body: { staffIds: [api.actor().staffId] } },
          { as: keeper(api) },
        ),
    },
  },
} satisfies Record<`staff.${string}` | `adminGroup.${string}`, ContractCase>;

import type { ViewScope } from '@contract/access/listView';
import type { Actor } from '../../support/apiCall';
import { newCode } from '../../support/apiRecords';
import type { TestApi } from '../../support/server';
import type { ContractCase } from './contractCase';

/** Returns a valid draft of a view. */
const draft = (scope: ViewScope = 'mine') => ({
  ...{
    list: 'bill',
    name: newCode('V'),
    scope,
    tab: null,
    asked: { keyword: '1' },
    sort: '-eta',
    layout: null,
  },
});
const newView = (api: TestApi, as: Actor, scope?: ViewScope) =>
  api.call.listView.create({ body: draft(scope) }, { as });
/** Makes a view of another person that everyone sees. */
const foreign = async (api: TestApi) => ({
  params: { id: (await newView(api, api.actor({}), 'everyone')).id },
});

export const listViewCases = {
  'listView.list': { right: () => ({}) },
  'listView.create': {
    right: () => ({ body: draft() }),
    errors: {
      CODE_EXISTS: async (api) => {
        const body = draft();
        await api.call.listView.create({ body });
        return api.refused('listView.create', { body });
      },
      VIEW_LIMIT: async (api) => {
        const as = api.actor({});
        const { id } = await newView(api, as);
        const many = `insert into listView (version, list, name, scope, ownerId, asked, sort, updatedAt)
          with recursive n(i) as (select 1 union all select i + 1 from n where i < 49)
          select 1, 'bill', 'V' || i, 'mine', ownerId, '{}', '', updatedAt from n, listView where id = ?`;
        api.db.prepare(many).run(id);
        return api.refused('listView.create', { body: draft() }, { as });
      },
    },
  },
  'listView.update': {
    right: async (api, as) => ({
      params: { id: (await newView(api, as)).id },
      body: { name: newCode('V'), version: 1 },
    }),
    errors: {
      CODE_EXISTS: async (api) => {
        const [one, other] = [await newView(api, api.admin), await newView(api, api.admin)];
        const body = { name: other.name, version: 1 };
        return api.refused('listView.update', { params: { id: one.id }, body });
      },
      STALE_DATA: async (api) => {
        const { id } = await newView(api, api.admin);
        return api.refused('listView.update', { params: { id }, body: { sort: 'eta', version: 9 } });
      },
      VIEW_NOT_YOURS: async (api) =>
        api.refused('listView.update', { ...(await foreign(api)), body: { sort: 'eta', version: 1 } }),
    },
  },
  'listView.remove': {
    right: async (api, as) => ({ params: { id: (await newView(api, as)).id } }),
    errors: { VIEW_NOT_YOURS: async (api) => api.refused('listView.remove', await foreign(api)) },
  },
  'listView.begin': {
    right: () => ({ body: { list: 'bill', viewId: null } }),
    errors: {
      NOT_FOUND: (api) => api.refused('listView.begin', { body: { list: 'bill', viewId: 999_999 } }),
    },
  },
  'listView.beginGroup': {
    right: () => ({ body: { list: 'bill', groupId: 1, viewId: null } }),
    errors: {
      NOT_FOUND: (api) =>
        api.refused('listView.beginGroup', { body: { list: 'bill', groupId: 999_999, viewId: null } }),
      VIEW_NOT_OF_GROUP: async (api) => {
        const { id } = await newView(api, api.admin);
        return api.refused('listView.beginGroup', { body: { list: 'bill', groupId: 1, viewId: id } });
      },
    },
  },
} satisfies Record<`listView.${string}`, ContractCase>;

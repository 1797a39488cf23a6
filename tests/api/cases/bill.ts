import type { RefusedCall } from '../../support/apiCall';
import { billDraftOf, billIn, makeBill } from '../../support/apiRecords';
import type { TestApi } from '../../support/server';
import type { ContractCase } from './contractCase';

/** Runs a bulk call on all drafts, of which its caller expects only one. */
const countChanged =
  (name: 'check' | 'uncheck' | 'remove' | 'recover' | 'archive' | 'restore', more: object = {}) =>
  (api: TestApi): Promise<RefusedCall> =>
    api.refused(`bill.${name}`, {
      body: { selection: { filter: { stage: ['draft'] }, expected: 1 }, ...more },
    });

const create = (api: TestApi, changes: object) =>
  api.refused('bill.create', { body: { ...billDraftOf(), ...changes } });

/** Sends a change of a bill that is refused, with its current version. */
const update = (api: TestApi, id: number, changes: object, as = api.admin) => {
  const version = api.count('select version from bill where id = ?', id);
  return api.refused('bill.update', { params: { id }, body: { version, ...changes } }, { as });
};

const one = (api: TestApi, stage: 'draft' | 'delivery' | 'removed' = 'draft') => ({
  selection: { ids: [billIn(api, stage)] },
});
const inactiveService = (api: TestApi): number =>
  api.insert('service', {
    ...{ code: `OFF-${Math.random()}`, nameEn: 'Off', nameCn: '停用', active: 0, mode: 'air' },
    ...{ version: 1, createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' },
  });

/** Returns a number that a removed bill has. */
function removedNumber(api: TestApi) {
  const { billNo, batchNo } = api.row(
    'select billNo, batchNo from bill where id = ?',
    billIn(api, 'removed'),
  );
  return { billNo, batchNo };
}

export const billCases = {
  'bill.list': {
    right: () => ({ query: { pageSize: 5, stage: ['draft', 'arrived'], sort: '-eta,billNo' } }),
  },
  'bill.totals': { right: () => ({ query: { mode: ['air'] } }) },
  'bill.count': { right: () => ({ query: { mode: ['air'] } }) },
  'bill.get': { right: (api) => ({ params: { id: billIn(api, 'transit') } }) },
  'bill.create': {
    right: () => ({ body: billDraftOf() }),
    errors: {
      BILL_DUPLICATE: async (api) => {
        const { billNo, batchNo } = await makeBill(api);
        return create(api, { billNo, batchNo });
      },
      BILL_DUPLICATE_REMOVED: (api) => create(api, removedNumber(api)),
      REFERENCE_UNKNOWN: (api) => create(api, { customerId: 999_999 }),
      REFERENCE_INACTIVE: (api) => create(api, { serviceId: inactiveService(api) }),
    },
  },
  'bill.update': {
    right: async (api) => {
      const { id, version } = await makeBill(api);
      return { params: { id }, body: { version, remarks: 'Call before delivery' } };
    },
    errors: {
      STALE_DATA: async (api) => {
        const { id } = await makeBill(api);
        return api.refused('bill.update', { params: { id }, body: { version: 9, remarks: 'late' } });
      },
      BILL_DUPLICATE: async (api) => {
        const [{ billNo, batchNo }, { id }] = [await makeBill(api), await makeBill(api)];
        return update(api, id, { billNo, batchNo });
      },
      BILL_DUPLICATE_REMOVED: async (api) => update(api, (await makeBill(api)).id, removedNumber(api)),
      BILL_REMOVED: (api) => update(api, billIn(api, 'removed'), { remarks: 'x' }),
      BILL_ARCHIVED: (api) => update(api, billIn(api, 'delivery', { archived: 1 }), { remarks: 'x' }),
      BILL_IDENTITY_LOCKED: (api) =>
        update(
          api,
          billIn(api, 'arrived'),
          { batchNo: 'B9' },
          api.actor({ permissions: ['bill.manage.edit'] }),
        ),
      REFERENCE_UNKNOWN: async (api) => update(api, (await makeBill(api)).id, { markId: 999_999 }),
      REFERENCE_INACTIVE: async (api) =>
        update(api, (await makeBill(api)).id, { serviceId: inactiveService(api) }),
    },
  },
  'bill.delete': {
    right: (api) => ({ params: { id: billIn(api, 'removed') } }),
    superOnly: true,
    errors: {
      STATE_NOT_ALLOWED: (api) => api.refused('bill.delete', { params: { id: billIn(api, 'draft') } }),
      BILL_ARCHIVED: (api) =>
        api.refused('bill.delete', { params: { id: billIn(api, 'removed', { archived: 1 }) } }),
    },
  },
  'bill.check': {
    right: (api) => ({ body: one(api) }),
    errors: { COUNT_CHANGED: countChanged('check') },
  },
  'bill.uncheck': {
    right: (api) => ({ body: { selection: { ids: [billIn(api, 'draft', { checked: 1 })] } } }),
    superOnly: true,
    errors: { COUNT_CHANGED: countChanged('uncheck') },
  },
  'bill.remove': {
    right: (api) => ({ body: { ...one(api), removeReason: 'Entered twice' } }),
    errors: { COUNT_CHANGED: countChanged('remove', { removeReason: 'x' }) },
  },
  'bill.recover': {
    right: (api) => ({ body: one(api, 'removed') }),
    errors: { COUNT_CHANGED: countChanged('recover') },
  },
  'bill.archive': {
    right: (api) => ({ body: one(api, 'delivery') }),
    errors: { COUNT_CHANGED: countChanged('archive') },
  },
  'bill.restore': {
    right: (api) => ({ body: { selection: { ids: [billIn(api, 'delivery', { archived: 1 })] } } }),
    errors: { COUNT_CHANGED: countChanged('restore') },
  },
  'bill.exportExcel': { right: () => ({ body: { stage: ['draft'], columns: ['billNo', 'eta'] } }) },
  'bill.timeline': { right: (api) => ({ params: { id: withHistory(api) } }) },
  'bill.logs': { right: (api) => ({ query: { billId: [withHistory(api)], pageSize: 10 } }) },
  'bill.search': { right: () => ({ query: { keyword: '112-61200016' } }) },
} satisfies Record<`bill.${string}`, ContractCase>;

const withHistory = (api: TestApi): number =>
  api.count('select billId from timelineEvent group by 1 order by count(*) desc limit 1');

import type { LooseInput, RefusedCall } from '../../support/apiCall';
import type { TestApi } from '../../support/server';
import type { ContractCase } from './contractCase';

const SPAN = { from: '2026-11-01', to: '2026-11-03' };
const query = (api: TestApi) => ({ ...SPAN, warehouseId: api.count('select min(id) from warehouse') });
const unknown =
  (name: 'list' | 'totals' | 'moves', more: object = {}) =>
  (api: TestApi): Promise<RefusedCall> =>
    api.refused(`stockRecord.${name}`, { query: { ...SPAN, warehouseId: 999_999, ...more } } as LooseInput);
const billId = (api: TestApi) => api.count("select min(billId) from box where place = 'warehouse'");

/** What stands in the warehouses, and its record. */
export const stockCases = {
  'stock.list': { right: () => ({ query: { customsStatus: ['released'] } }) },
  'stock.totals': { right: () => ({ query: { overdue: false } }) },
  'stock.export': { right: () => ({ query: { format: 'csv' } }) },
  'stock.warehouses': { right: () => ({}) },
  'stockRecord.list': {
    right: (api) => ({ query: query(api) }),
    errors: { NOT_FOUND: unknown('list') },
  },
  'stockRecord.totals': {
    right: (api) => ({ query: query(api) }),
    errors: { NOT_FOUND: unknown('totals') },
  },
  'stockRecord.export': { right: (api) => ({ query: { ...query(api), format: 'csv' } }) },
  'stockRecord.moves': {
    right: (api) => ({ query: { ...query(api), billId: billId(api) } }),
    errors: { NOT_FOUND: unknown('moves', { billId: 1 }) },
  },
} satisfies Record<string, ContractCase>;

import type { LooseInput, RefusedCall } from '../../support/apiCall';
import { addTrip, landedBill, scanAll } from '../../support/apiCargo';
import type { TestApi } from '../../support/server';
import type { ContractCase } from './contractCase';

const SPAN = { from: '2026-11-01', to: '2026-11-03' };
const query = (api: TestApi) => ({ ...SPAN, warehouseId: api.count('select min(id) from warehouse') });
const unknown =
  (name: 'list' | 'totals' | 'moves' | 'export', more: object = {}) =>
  (api: TestApi): Promise<RefusedCall> =>
    api.refused(`stockRecord.${name}`, { query: { ...SPAN, warehouseId: 999_999, ...more } } as LooseInput);
/** The bill of boxes in the first warehouse, and the days about their arrival. */
const arrival = (api: TestApi) => {
  const warehouseId = api.count('select min(id) from warehouse');
  const { billId, placedAt, batchId } = api.row(
    "select billId, placedAt, batchId from box where place = 'warehouse' and placeId = ? order by placedAt desc limit 1",
    warehouseId,
  );
  const day = (days: number) => new Date(Date.parse(String(placedAt)) + days * 86_400_000).toISOString();
  const ofBatch = batchId === null ? {} : { batchId: Number(batchId) };
  return {
    warehouseId,
    billId: Number(billId),
    ...ofBatch,
    from: day(-1).slice(0, 10),
    to: day(1).slice(0, 10),
  };
};

/** A count of a warehouse of its own, with a box that was not scanned if it is closed. */
async function counting(api: TestApi) {
  const { id: billId, boxes } = await landedBill(api);
  const warehouseId = api.insert('warehouse', {
    ...api.row('select * from warehouse order by id limit 1'),
    ...{ id: 1000 + billId, code: `CN${billId}` },
  } as never);
  api.db.exec(`update bill set warehouseId = ${warehouseId} where id = ${billId}`);
  await addTrip(api, billId, boxes.length);
  await scanAll(api, billId, 'inbound', boxes);
  const count = await api.call.stockCount.start({ body: { warehouseId } });
  return { ...count, billId, boxes, params: { id: count.id } };
}
const ended = async (api: TestApi) => {
  const count = await counting(api);
  const { differences } = await api.call.stockCount.close({ params: count.params });
  return { ...count, differences };
};
const NOT_THERE = { params: { id: 999_999 } };
const deciding = { differenceIds: [1], decision: 'keep', reason: 'Found on another shelf' };
/** Decides about the first difference of a count, after a change. */
const decided =
  (decision: 'correct' | 'keep', change?: (api: TestApi, billId: number) => unknown) =>
  async (api: TestApi): Promise<RefusedCall> => {
    const { params, differences, billId } = await ended(api);
    await change?.(api, billId);
    const body = { ...deciding, decision, differenceIds: [differences[0]?.id ?? 0] };
    return api.refused('stockCount.decide', { params, body } as LooseInput);
  };
const onBill = (columns: string) => (api: TestApi, billId: number) =>
  api.db.exec(`update bill set ${columns} where id = ${billId}`);

/** What stands in the warehouses, its record, and counts of it. */
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
  'stockRecord.export': {
    right: (api) => ({ query: { ...query(api), format: 'csv' } }),
    errors: { NOT_FOUND: unknown('export', { format: 'csv' }) },
  },
  'stockRecord.moves': {
    right: (api) => ({ query: arrival(api) }),
    errors: { NOT_FOUND: unknown('moves', { billId: 1 }) },
  },
  'stockCount.list': { right: () => ({ query: { state: ['open'] } }) },
  'stockCount.export': { right: () => ({ query: { format: 'csv' } }) },
  'stockCount.get': {
    right: async (api) => ({ params: (await counting(api)).params }),
    errors: { NOT_FOUND: (api) => api.refused('stockCount.get', NOT_THERE) },
  },
  'stockCount.start': {
    right: async (api) => {
      const { warehouseId, params } = await counting(api);
      await api.call.stockCount.cancel({ params });
      return { body: { warehouseId } };
    },
    errors: {
      NOT_FOUND: (api) => api.refused('stockCount.start', { body: { warehouseId: 999_999 } }),
      COUNT_OPEN: async (api) => {
        const { warehouseId } = await counting(api);
        return api.refused('stockCount.start', { body: { warehouseId } });
      },
    },
  },
  'stockCount.scan': {
    right: async (api) => {
      const { params, boxes } = await counting(api);
      return { params, body: { number: boxes[0]?.boxNo ?? '' } };
    },
    errors: {
      NOT_FOUND: (api) => api.refused('stockCount.scan', { ...NOT_THERE, body: { number: 'BX-1' } }),
      COUNT_ENDED: async (api) => {
        const { params } = await ended(api);
        return api.refused('stockCount.scan', { params, body: { number: 'BX-1' } });
      },
      PDA_TYPING: async (api) => {
        const { params } = await counting(api);
        const as = api.actor({ permissions: ['bill.warehouse.view', 'bill.warehouse.edit'] });
        return api.refused('stockCount.scan', { params, body: { number: 'BX-1', typed: true } }, { as });
      },
      SCAN_PARCEL_IN_BOX: async (api) => {
        const { params, billId } = await counting(api);
        api.db.exec(`update parcel set boxId = (select min(id) from box where billId = ${billId})
          where billId = ${billId}`);
        const { trackingNo } = api.row('select trackingNo from parcel where billId = ?', billId);
        return api.refused('stockCount.scan', { params, body: { number: String(trackingNo) } });
      },
    },
  },
  'stockCount.unscan': {
    right: async (api) => {
      const { params, boxes } = await counting(api);
      const body = { number: boxes[0]?.boxNo ?? '' };
      await api.call.stockCount.scan({ params, body });
      return { params, body };
    },
    errors: {
      NOT_FOUND: (api) => api.refused('stockCount.unscan', { ...NOT_THERE, body: { number: 'BX-1' } }),
      COUNT_ENDED: async (api) => {
        const { params } = await ended(api);
        return api.refused('stockCount.unscan', { params, body: { number: 'BX-1' } });
      },
    },
  },
  'stockCount.close': {
    right: async (api) => ({ params: (await counting(api)).params }),
    errors: {
      NOT_FOUND: (api) => api.refused('stockCount.close', NOT_THERE),
      COUNT_ENDED: async (api) => api.refused('stockCount.close', { params: (await ended(api)).params }),
    },
  },
  'stockCount.cancel': {
    right: async (api) => ({ params: (await counting(api)).params }),
    errors: {
      NOT_FOUND: (api) => api.refused('stockCount.cancel', NOT_THERE),
      COUNT_ENDED: async (api) => api.refused('stockCount.cancel', { params: (await ended(api)).params }),
    },
  },
  'stockCount.decide': {
    right: async (api) => {
      const { params, differences } = await ended(api);
      return { params, body: { ...deciding, differenceIds: [differences[0]?.id ?? 0] } };
    },
    errors: {
      NOT_FOUND: (api) => api.refused('stockCount.decide', { ...NOT_THERE, body: deciding } as LooseInput),
      COUNT_DECIDED: async (api) => {
        const { params } = await ended(api);
        const body = { ...deciding, differenceIds: [999_999] };
        return api.refused('stockCount.decide', { params, body } as LooseInput);
      },
      COUNT_UNKNOWN: async (api) => {
        const { params } = await counting(api);
        await api.call.stockCount.scan({ params, body: { number: 'NOBODY-1' } });
        const { differences } = await api.call.stockCount.close({ params });
        const of = differences.filter(({ kind }) => kind === 'unknown').map(({ id }) => id);
        const body = { ...deciding, decision: 'correct', differenceIds: of };
        return api.refused('stockCount.decide', { params, body } as LooseInput);
      },
      COUNT_MOVED: decided('correct', async (api, billId) => {
        const { boxNo } = api.row('select boxNo from box where billId = ? order by boxNo', billId);
        await api.call.custodyMove.report({
          params: { id: billId },
          body: { boxNos: [String(boxNo)], trackingNos: [], to: 'lost', reason: 'Gone', proof: null },
        });
      }),
      BILL_REMOVED: decided('keep', onBill("stage = 'removed', removedAt = '2026-11-01T00:00:00Z'")),
      BILL_ARCHIVED: decided('keep', onBill('archived = 1')),
    },
  },
} satisfies Record<string, ContractCase>;

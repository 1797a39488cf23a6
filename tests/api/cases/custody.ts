import type { RefusedCall } from '../../support/apiCall';
import { receivedTrip } from '../../support/apiCargo';
import type { TestApi } from '../../support/server';
import type { ContractCase } from './contractCase';

const stock = (api: TestApi) => receivedTrip(api, { parcels: ['free', 'free'] });

const parcelOf = (api: TestApi, id: number) =>
  String(api.row('select trackingNo from parcel where billId = ? order by id limit 1', id).trackingNo);

/** Reports the first box of a bill in the warehouse, changed by `given`. */
const report = async (
  api: TestApi,
  given: object,
  before?: (id: number, boxNo: string) => unknown,
): Promise<RefusedCall> => {
  const { id, boxes } = await stock(api);
  const boxNo = boxes[0]?.boxNo ?? '';
  await before?.(id, boxNo);
  return api.refused('custodyMove.report', {
    params: { id },
    body: { boxNos: [boxNo], to: 'lost', reason: 'Not on its shelf', ...given },
  });
};

const change = (api: TestApi, columns: string) => (id: number) =>
  api.db.exec(`update bill set ${columns} where id = ${id}`);

/** Cases of the calls on the places of goods. */
export const custodyCases = {
  'custodyMove.stops': { right: async (api) => ({ params: { id: (await stock(api)).id } }) },
  'custodyMove.list': { right: async (api) => ({ query: { billId: [(await stock(api)).id] } }) },
  'custodyMove.export': {
    right: async (api) => ({ query: { billId: [(await stock(api)).id], format: 'csv' } }),
  },
  'custodyMove.parcel': {
    right: async (api) => {
      const { id } = await stock(api);
      return { params: { id: api.count('select min(id) from parcel where billId = ?', id) } };
    },
  },
  'custodyBalance.list': { right: async (api) => ({ query: { id: [(await stock(api)).id] } }) },
  'custodyBalance.export': {
    right: async (api) => ({ query: { id: [(await stock(api)).id], format: 'csv' } }),
  },
  'custodyBalance.total': { right: async (api) => ({ query: { id: [(await stock(api)).id] } }) },
  'custodyMove.report': {
    right: async (api) => {
      const { id, boxes } = await stock(api);
      return {
        params: { id },
        body: { boxNos: [boxes[0]?.boxNo ?? ''], to: 'lost', reason: 'Not on its shelf' },
      };
    },
    errors: {
      BILL_REMOVED: (api) =>
        report(api, {}, change(api, "stage = 'removed', removedAt = '2026-11-01T00:00:00Z'")),
      BILL_ARCHIVED: (api) => report(api, {}, change(api, 'archived = 1')),
      GOODS_UNKNOWN: (api) => report(api, { boxNos: ['NOBODY-1'] }),
      GOODS_THERE: (api) => report(api, { to: 'warehouse' }),
      GOODS_NOT_FROM: (api) => report(api, { to: 'never' }),
      GOODS_STAY: async (api) => {
        const { id } = await stock(api);
        const trackingNo = parcelOf(api, id);
        api.db.exec(
          `update parcel set state = 'failed' where billId = ${id} and trackingNo = '${trackingNo}'`,
        );
        return api.refused('custodyMove.report', {
          params: { id },
          body: { trackingNos: [trackingNo], to: 'lost', reason: 'Not in its box' },
        });
      },
    },
  },
} satisfies Record<string, ContractCase>;

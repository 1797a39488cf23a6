import type { ErrorCode } from '@contract/errors';
import type { RefusedCall } from '../../support/apiCall';
import { chargedFreight, chargeOf, costItem, ownItem } from '../../support/apiContainers';
import { drafts, makeBill } from '../../support/apiRecords';
import { hoursFromNow, makeSeaFreight, nodeOf, reach, seaFreightIn } from '../../support/apiSea';
import { makeSeaBill } from '../../support/apiTransport';
import type { TestApi } from '../../support/server';
import type { ContractCase } from './contractCase';
import { resourceCases } from './resources';

type Maker = (api: TestApi) => Promise<RefusedCall>;
type Errors = Partial<Record<ErrorCode, Maker>>;

/** Returns the case of a plain resource with additional errors. */
const more = (name: keyof typeof resourceCases, errors: Errors): ContractCase => ({
  ...resourceCases[name],
  errors: { ...resourceCases[name].errors, ...errors },
});

const setting = async (
  api: TestApi,
  seaBillId: number,
  name: Parameters<typeof nodeOf>[2],
  actualAt: string | null,
) => {
  const { id, version } = await nodeOf(api, seaBillId, name);
  return { params: { id }, body: { version, actualAt } };
};
const linking = async (api: TestApi, billId: number) => {
  const { id, version } = await makeSeaFreight(api);
  return { params: { id }, body: { version, billId } };
};

export const seaCases = {
  'seaBill.update': more('seaBill.update', {
    STATE_NOT_ALLOWED: async (api) => {
      const { id, version } = await seaFreightIn(api, 'cancelled');
      return api.refused('seaBill.update', { params: { id }, body: { version, remark: 'x' } });
    },
  }),
  'seaBill.remove': more('seaBill.remove', {
    IN_USE: async (api) => {
      const { id, mblNo, hblNo } = await makeSeaFreight(api);
      await api.call.amsRecord.create({
        body: { ...drafts.amsRecord(api), masterNo: mblNo, houseNo: hblNo },
      });
      return api.refused('seaBill.remove', { params: { id } });
    },
    STATE_NOT_ALLOWED: async (api) =>
      api.refused('seaBill.remove', { params: { id: (await seaFreightIn(api, 'sailed')).id } }),
    SEA_HAS_FILINGS: async (api) => {
      const { id } = await makeSeaFreight(api);
      api.db.exec(`update seaBill set isfId = 1, isfState = 'draft' where id = ${id}`);
      return api.refused('seaBill.remove', { params: { id } });
    },
  }),
  'seaBill.count': { right: () => ({ query: { loadType: ['FCL'] } }) },
  'seaBill.totals': { right: () => ({ query: { state: ['sailed'] } }) },
  'seaBill.parts': { right: async (api) => ({ params: { id: (await makeSeaFreight(api)).id } }) },
  'seaBill.candidates': { right: async (api) => ({ params: { id: (await makeSeaFreight(api)).id } }) },
  'seaBill.logs': {
    right: async (api) => ({ params: { id: (await makeSeaFreight(api)).id }, query: { pageSize: 5 } }),
  },
  'seaBill.act': {
    right: async (api) => {
      const { id, version } = await makeSeaFreight(api);
      return { params: { id }, body: { version, action: 'cancel', reason: 'Postponed' } };
    },
    errors: {
      STALE_DATA: async (api) => {
        const { id } = await makeSeaFreight(api);
        return api.refused('seaBill.act', {
          params: { id },
          body: { version: 9, action: 'cancel', reason: 'Postponed' },
        });
      },
      STATE_NOT_ALLOWED: async (api) => {
        const { id, version } = await makeSeaFreight(api);
        return api.refused('seaBill.act', { params: { id }, body: { version, action: 'reopen' } });
      },
      REASON_REQUIRED: async (api) => {
        const { id, version } = await makeSeaFreight(api);
        return api.refused('seaBill.act', { params: { id }, body: { version, action: 'cancel' } });
      },
    },
  },
  'seaBill.link': {
    right: async (api) => linking(api, (await makeSeaBill(api)).id),
    errors: {
      STALE_DATA: async (api) => {
        const { params, body } = await linking(api, (await makeSeaBill(api)).id);
        return api.refused('seaBill.link', { params, body: { ...body, version: 9 } });
      },
      STATE_NOT_ALLOWED: async (api) => {
        const { id, version } = await seaFreightIn(api, 'cancelled');
        const { id: billId } = await makeSeaBill(api);
        return api.refused('seaBill.link', { params: { id }, body: { version, billId } });
      },
      SEA_NO_BILL: async (api) => {
        const { id, version } = await makeSeaFreight(api);
        return api.refused('seaBill.link', { params: { id }, body: { version, billId: null } });
      },
      SEA_BILL_LINKED: async (api) => {
        const bill = await makeSeaBill(api);
        await api.call.seaBill.link(await linking(api, bill.id));
        return api.refused('seaBill.link', await linking(api, bill.id));
      },
      BOOKING_MODE: async (api) => api.refused('seaBill.link', await linking(api, (await makeBill(api)).id)),
      BILL_REMOVED: async (api) => {
        const bill = await makeSeaBill(api);
        await api.call.bill.remove({ body: { selection: { ids: [bill.id] }, removeReason: 'Twice' } });
        return api.refused('seaBill.link', await linking(api, bill.id));
      },
      BILL_ARCHIVED: async (api) => {
        const bill = await makeSeaBill(api);
        api.db.exec(`update bill set archived = 1 where id = ${bill.id}`);
        return api.refused('seaBill.link', await linking(api, bill.id));
      },
    },
  },
  'seaBill.paper': {
    right: async (api) => ({
      params: { id: (await makeSeaFreight(api)).id },
      query: { paper: 'arrival_notice' },
    }),
    errors: {
      REFERENCE_UNKNOWN: async (api) =>
        api.refused('seaBill.paper', {
          params: { id: (await makeSeaFreight(api)).id },
          query: { paper: 'delivery_order', carrierCompanyId: 999_999 },
        }),
    },
  },
  'containerCharge.list': { right: async (api) => ({ params: { id: (await chargedFreight(api)).id } }) },
  'containerCharge.charge': {
    right: async (api) => chargeOf((await chargedFreight(api)).id),
    errors: {
      SEA_NO_BILL: async (api) =>
        api.refused('containerCharge.charge', chargeOf((await chargedFreight(api, { linked: false })).id)),
      CONTAINER_NOTHING_DUE: async (api) =>
        api.refused('containerCharge.charge', chargeOf((await chargedFreight(api, { days: 0 })).id)),
      RATE_MISSING: async (api) =>
        api.refused(
          'containerCharge.charge',
          chargeOf((await chargedFreight(api, { tariff: { currency: 'KWD' } })).id),
        ),
      FEE_DIRECTION: async (api) =>
        api.refused(
          'containerCharge.charge',
          chargeOf((await chargedFreight(api, { tariff: { chargeItemId: await costItem(api) } })).id),
        ),
      REFERENCE_INACTIVE: async (api) => {
        const { id, tariff } = await chargedFreight(api, { tariff: { chargeItemId: await ownItem(api) } });
        await api.call.chargeItem.setActive({
          params: { id: tariff.chargeItemId },
          body: { active: false },
        });
        return api.refused('containerCharge.charge', chargeOf(id));
      },
      BILL_ARCHIVED: async (api) => {
        const { id, billId } = await chargedFreight(api);
        api.db.exec(`update bill set archived = 1 where id = ${billId}`);
        return api.refused('containerCharge.charge', chargeOf(id));
      },
      BILL_REMOVED: async (api) => {
        const { id, billId } = await chargedFreight(api);
        await api.call.bill.remove({ body: { selection: { ids: [billId] }, removeReason: 'Twice' } });
        return api.refused('containerCharge.charge', chargeOf(id));
      },
    },
  },
  'seaNode.ofBill': { right: async (api) => ({ params: { id: (await makeSeaFreight(api)).id } }) },
  'seaNode.list': { right: () => ({ query: { pageSize: 5, show: 'late' } }) },
  'seaNode.count': { right: () => ({}) },
  'seaNode.export': { right: () => ({ query: { format: 'csv', columns: ['mblNo', 'node', 'dueAt'] } }) },
  'seaNode.set': {
    right: async (api) => setting(api, (await makeSeaFreight(api)).id, 'atd', hoursFromNow(-500)),
    errors: {
      STALE_DATA: async (api) => {
        const { params } = await setting(api, (await makeSeaFreight(api)).id, 'atd', null);
        return api.refused('seaNode.set', { params, body: { version: 9, remark: 'x' } });
      },
      STATE_NOT_ALLOWED: async (api) => {
        const { id } = await seaFreightIn(api, 'cancelled');
        return api.refused('seaNode.set', await setting(api, id, 'atd', hoursFromNow(-1)));
      },
      NODE_MISSING: async (api) => {
        const { id } = await makeSeaFreight(api);
        return api.refused('seaNode.set', await setting(api, id, 'ata', hoursFromNow(-1)));
      },
      NODE_ORDER: async (api) => {
        const { id } = await seaFreightIn(api, 'sailed');
        return api.refused('seaNode.set', await setting(api, id, 'ata', hoursFromNow(-600)));
      },
      NODE_FUTURE: async (api) => {
        const { id } = await makeSeaFreight(api);
        return api.refused('seaNode.set', await setting(api, id, 'atd', hoursFromNow(2)));
      },
      NODE_NOT_LAST: async (api) => {
        const { id } = await seaFreightIn(api, 'arrived');
        return api.refused('seaNode.set', await setting(api, id, 'atd', null));
      },
    },
  },
  'seaNode.many': {
    right: async (api) => {
      const bill = await makeSeaFreight(api);
      await reach(api, bill.id, ['isfFiled', 560]);
      const { id } = await nodeOf(api, bill.id, 'atd');
      return { body: { selection: { ids: [id] }, actualAt: hoursFromNow(-500) } };
    },
    errors: {
      COUNT_CHANGED: (api) =>
        api.refused('seaNode.many', { body: { selection: { filter: {}, expected: 99_999 }, remark: 'x' } }),
    },
  },
} satisfies Record<string, ContractCase>;

import { LOGIN_ATTEMPTS } from '@contract/limits';
import { drafts, makeBill, newBillNo, newCode } from '../../support/apiRecords';
import type { TestApi } from '../../support/server';
import type { ContractCase } from './contractCase';
import { countChanged } from './countChanged';

/** Returns a bill as a partner's system sends it, with a box, two parcels and their lines. */
export function partnerBillOf(changes: object = {}) {
  const parcel = () => ({
    trackingNo: newCode('TST').replace('-', ''),
    orderNo: newCode('ORD'),
    consigneeName: 'Jan de Vries',
    address: 'Kerkstraat 12',
    city: 'Amsterdam',
    postcode: '1017 GC',
    country: 'NL',
    sellerName: 'Green Panda Trading Ltd',
    grossWeight: 0.42,
    items: [
      { nameEn: 'Cotton T-shirt', hsCode: '610910', quantity: 2, unitPrice: '7.45', originCountry: 'CN' },
      { nameEn: 'Socks', hsCode: '611595', quantity: 1, unitPrice: '3.10', originCountry: 'CN' },
    ],
  });
  return {
    mode: 'air' as const,
    billNo: newBillNo(),
    batchNo: 'P1',
    service: 'CLR_DLV',
    channelCode: 'NL-TUL-ECO',
    clearanceType: 'special' as const,
    originAirport: 'HKG',
    landingAirport: 'AMS',
    flightNo: 'CX83',
    etd: '2026-11-01T02:00:00Z',
    eta: '2026-11-01T14:30:00Z',
    boxCount: 1,
    packageCount: 2,
    weight: 12.5,
    totalValue: '36.00',
    currency: 'EUR',
    boxes: [{ boxNo: newCode('BOX'), weight: 1.2, parcels: [parcel(), parcel()] }],
    ...changes,
  };
}

/** Returns the customer of a bill that the staff sends on behalf of a partner. */
const customerCode = (api: TestApi) => String(api.row('select code from customer where id = 1').code);
const byStaff = (api: TestApi, changes: object = {}) =>
  partnerBillOf({ customerCode: customerCode(api), ...changes });
const stores = (api: TestApi, changes: object) =>
  api.refused('thirdParty.store', { body: byStaff(api, changes) });

const numbers = (api: TestApi, query: string) => ({
  query: { keyword: `${Object.values(api.row(query))[0]} none-1` },
});
const anInactiveService = (api: TestApi): string => {
  const { id: _, ...row } = api.row('select * from service limit 1') as Record<string, never>;
  const code = newCode('OFF');
  api.insert('service', { ...row, code, active: 0 });
  return code;
};

const newCustomer = async (api: TestApi) => ({
  params: { id: (await api.call.customer.create({ body: drafts.customer() })).id },
});

/** A key shows its holder the customer's goods in every warehouse. */
const keyCase = (call: 'issueKey' | 'revokeKey'): ContractCase => ({
  right: newCustomer,
  errors: {
    GRANT_BEYOND: async (api) =>
      api.refused(`customer.${call}`, await newCustomer(api), {
        as: api.actor({ permissions: ['customer.list.edit'], warehouseIds: [2] }),
      }),
  },
});

export const partnerCases = {
  'search.records': { right: () => ({ query: { keyword: '112-61200016' } }) },
  'search.pallets': { right: () => ({ query: { keyword: 'PLT20261103-0001' } }) },
  'search.box': { right: (api) => numbers(api, 'select boxNo from box limit 1') },
  'search.cmr': { right: () => ({ query: { keyword: 'CMR20261103-0001' } }) },
  'search.distinationWarehouses': { right: (api) => numbers(api, 'select code from destination limit 1') },
  'search.parcel': { right: (api) => numbers(api, 'select trackingNo from parcel limit 1') },
  'search.parcelDestinations': { right: (api) => numbers(api, 'select trackingNo from parcel limit 1') },
  'search.export': {
    right: (api) => ({
      body: { keyword: String(api.row('select billNo from bill limit 1').billNo), format: 'csv' },
    }),
  },
  'tracking.parcel': {
    right: (api) => ({
      query: { numbers: [String(api.row('select trackingNo from parcel limit 1').trackingNo), 'NONE1234'] },
    }),
  },
  'tracking.awb': {
    right: (api) => ({ query: { numbers: [String(api.row('select billNo from bill limit 1').billNo)] } }),
  },
  'tracking.export': {
    right: (api) => ({
      body: { numbers: [String(api.row('select billNo from bill limit 1').billNo)], format: 'csv' },
    }),
  },
  'thirdParty.store': {
    right: (api) => ({ body: byStaff(api) }),
    errors: {
      API_KEY_WRONG: (api) =>
        api.refused(
          'thirdParty.store',
          { body: partnerBillOf() },
          { as: null, headers: { 'x-api-key': `fck_${'x'.repeat(43)}` } },
        ),
      API_KEY_BLOCKED: async (api) => {
        const wrong = () =>
          api.refused(
            'thirdParty.store',
            { body: partnerBillOf() },
            { as: null, headers: { 'x-api-key': `fck_${'x'.repeat(43)}` } },
          );
        for (let n = 0; n < LOGIN_ATTEMPTS.max; n += 1) await wrong();
        return wrong();
      },
      EU_CURRENCY_NONE: (api) => stores(api, { currency: 'THB' }),
      BILL_DUPLICATE: async (api) => {
        const { billNo, batchNo } = await makeBill(api, { customerId: 2, channelCode: 'NL-TUL-ECO' });
        return stores(api, { billNo, batchNo });
      },
      BILL_DUPLICATE_REMOVED: (api) =>
        stores(
          api,
          // A removed bill that was not entered again since.
          api.row(
            "select billNo, batchNo from bill where stage = 'removed' and not exists (select 1 from bill twin where twin.billNo = bill.billNo and twin.batchNo = bill.batchNo and twin.removedAt is null) limit 1",
          ),
        ),
      CODE_EXISTS: (api) => {
        const [box] = partnerBillOf().boxes;
        return stores(api, { boxes: [box, box] });
      },
      IOSS_LOCKED: (api) => {
        const [box] = partnerBillOf().boxes;
        const { iossNo } = api.row('select iossNo from ioss where locked = 1');
        return stores(api, {
          boxes: [{ ...box, parcels: box?.parcels.map((parcel) => ({ ...parcel, iossNo })) }],
        });
      },
      REFERENCE_UNKNOWN: (api) => stores(api, { landingAirport: 'QQQ' }),
      REFERENCE_INACTIVE: (api) => stores(api, { service: anInactiveService(api) }),
    },
  },
  'thirdParty.list': { right: () => ({ query: { pageSize: 5, result: ['created'], sort: '-at' } }) },
  'thirdParty.get': {
    right: (api) => ({ params: { id: api.count('select id from thirdPartyLog limit 1') } }),
  },
  'apiPush.list': { right: () => ({ query: { pageSize: 5, status: ['success'], event: ['ARRIVED'] } }) },
  'apiPush.get': {
    right: (api) => ({ params: { id: api.count('select pushId from apiPushAttempt limit 1') } }),
  },
  'apiPush.push': {
    right: () => ({ body: { ids: [999_999] } }),
    errors: { COUNT_CHANGED: countChanged('apiPush.push') },
  },
  'message.list': { right: () => ({ query: { pageSize: 5, unread: true } }) },
  'message.count': { right: () => ({}) },
  'message.read': {
    right: () => ({ body: { all: true } }),
    errors: { COUNT_CHANGED: countChanged('message.read') },
  },
  'customer.issueKey': keyCase('issueKey'),
  'customer.revokeKey': keyCase('revokeKey'),
} satisfies Record<string, ContractCase>;

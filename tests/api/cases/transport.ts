import type { ErrorCode } from '@contract/errors';
import type { ApiName } from '@contract/index';
import type { RefusedCall } from '../../support/apiCall';
import { drafts, makeBill, newBillNo } from '../../support/apiRecords';
import {
  flightIn,
  forecastBillOf,
  forecastIn,
  into,
  makeFlight,
  makeForecast,
  makeSeaBill,
  makeVoyage,
  voyageIn,
} from '../../support/apiTransport';
import type { TestApi } from '../../support/server';
import type { ContractCase } from './contractCase';
import { countChanged } from './countChanged';
import { resourceCases } from './resources';

type Maker = (api: TestApi) => Promise<RefusedCall>;
type Errors = Partial<Record<ErrorCode, Maker>>;

const change = (api: TestApi, table: string, columns: string, id: number) =>
  api.db.exec(`update "${table}" set ${columns} where id = ${id}`);
const versionOf = (api: TestApi, table: string, id: number) =>
  api.count(`select version from "${table}" where id = ?`, id);

/** Returns the case of a plain resource with additional errors. */
const more = (name: keyof typeof resourceCases, errors: Errors): ContractCase => ({
  ...resourceCases[name],
  errors: { ...resourceCases[name].errors, ...errors },
});

const linkTo =
  (make: (api: TestApi, bill: { id: number }) => Promise<{ id: number }>, before?: string): Maker =>
  async (api) => {
    const bill = await makeBill(api);
    const { id } = await make(api, bill);
    if (before) change(api, 'bill', before, bill.id);
    return api.refused('airTransport.link', { params: { id }, body: { bills: [{ billId: bill.id }] } });
  };
const flight = (api: TestApi) => makeFlight(api);
const sailWith =
  (before?: string, air = false): Maker =>
  async (api) => {
    const bill = air ? await makeBill(api) : await makeSeaBill(api);
    const { id } = await makeVoyage(api);
    if (before) change(api, 'bill', before, bill.id);
    return api.refused('seaTransport.link', { params: { id }, body: { billIds: [bill.id] } });
  };
const closedFlight = async (api: TestApi) => (await flightIn(api, 'closed')).flight;
const closedVoyage = async (api: TestApi) => (await voyageIn(api, 'closed')).voyage;

/** Returns the refusals of the steps of a flight or a voyage, in words that both share. */
const stepErrors = (mode: 'air' | 'sea'): Errors => {
  const table = mode === 'air' ? 'airTransport' : 'seaTransport';
  const call = `${table}.act` as ApiName;
  const make = async (api: TestApi, state: 'planned' | 'booked' | 'arrived') =>
    mode === 'air' ? (await flightIn(api, state)).flight : (await voyageIn(api, state)).voyage;
  const act = (api: TestApi, id: number, body: object) =>
    api.refused(call, { params: { id }, body: { version: versionOf(api, table, id), ...body } });
  return {
    STALE_DATA: async (api) => act(api, (await make(api, 'planned')).id, { action: 'book', version: 99 }),
    STATE_NOT_ALLOWED: async (api) => act(api, (await make(api, 'planned')).id, { action: 'depart' }),
    TRANSPORT_NO_REFERENCE: async (api) => {
      const { id } = await make(api, 'planned');
      change(api, table, 'bookingNo = null', id);
      return act(api, id, { action: 'book' });
    },
    TRANSPORT_NO_SPACE: async (api) => {
      const { id } = await make(api, 'planned');
      change(api, table, mode === 'air' ? 'capacityKg = 0' : "containersBooked = '[]'", id);
      return act(api, id, { action: 'book' });
    },
    TRANSPORT_EMPTY: async (api) => {
      const { id } = mode === 'air' ? await makeFlight(api) : await makeVoyage(api);
      into(api, table, id, 'booked');
      return act(api, id, { action: 'depart' });
    },
    TRANSPORT_BILLS_OPEN: async (api) => act(api, (await make(api, 'arrived')).id, { action: 'close' }),
    REASON_REQUIRED: async (api) => act(api, (await make(api, 'booked')).id, { action: 'cancel' }),
  };
};

const convert = async (
  api: TestApi,
  body: object,
  state: 'draft' | 'submitted' = 'submitted',
): Promise<RefusedCall> => {
  const { forecast } = await forecastIn(api, state);
  return api.refused('parcelForecast.convert', {
    params: { id: forecast.id },
    body: { version: forecast.version, ...body },
  });
};
const convertTo =
  (changes: object): Maker =>
  async (api) =>
    convert(api, { bill: { ...forecastBillOf(newBillNo()), ...changes } });
const linkForecast =
  (before: string): Maker =>
  async (api) => {
    const bill = await makeBill(api);
    change(api, 'bill', before, bill.id);
    return convert(api, { billIds: [bill.id] });
  };
const again = async (api: TestApi, state?: string): Promise<RefusedCall> => {
  const bill = await makeBill(api);
  if (state) change(api, 'bill', state, bill.id);
  const { billNo, batchNo } = bill;
  return convert(api, { bill: { ...forecastBillOf(billNo), batchNo } });
};
const twin = async (api: TestApi) => {
  const { customerId, forecastDate, channelCode } = await makeForecast(api);
  return { customerId, forecastDate, channelCode };
};

export const transportCases = {
  'airTransport.update': more('airTransport.update', {
    STATE_NOT_ALLOWED: async (api) => {
      const { id, version } = await makeFlight(api);
      into(api, 'airTransport', id, 'booked');
      return api.refused('airTransport.update', { params: { id }, body: { version, remark: 'x' } });
    },
    AIR_CAPACITY_BOOKED: async (api) => {
      const { flight } = await flightIn(api);
      const body = { version: flight.version, capacityKg: 1 };
      return api.refused('airTransport.update', { params: { id: flight.id }, body });
    },
  }),
  'airTransport.remove': {
    right: async (api) => ({ params: { id: (await makeFlight(api)).id } }),
    errors: {
      STATE_NOT_ALLOWED: async (api) =>
        api.refused('airTransport.remove', { params: { id: (await closedFlight(api)).id } }),
      TRANSPORT_HAS_BILLS: async (api) =>
        api.refused('airTransport.remove', { params: { id: (await flightIn(api)).flight.id } }),
    },
  },
  'airTransport.parts': { right: async (api) => ({ params: { id: (await flightIn(api)).flight.id } }) },
  'airTransport.candidates': { right: async (api) => ({ params: { id: (await makeFlight(api)).id } }) },
  'airTransport.link': {
    right: async (api) => ({
      params: { id: (await makeFlight(api)).id },
      body: { bills: [{ billId: (await makeBill(api)).id, kg: 100, positions: 1 }] },
    }),
    errors: {
      STATE_NOT_ALLOWED: linkTo(closedFlight),
      BILL_REMOVED: linkTo(flight, "removedAt = '2026-01-01T00:00:00Z', stage = 'removed'"),
      BILL_ARCHIVED: linkTo(flight, 'archived = 1'),
      BOOKING_LANDED: linkTo(flight, "ata = '2026-01-01T00:00:00Z'"),
      BOOKING_MODE: linkTo(flight, "mode = 'sea'"),
      BOOKING_ROUTE: linkTo(flight, 'landingAirportId = 27'),
      BOOKING_EXISTS: linkTo(async (api, bill) => {
        const { id } = await makeFlight(api);
        await api.call.airTransport.link({ params: { id }, body: { bills: [{ billId: bill.id }] } });
        return makeFlight(api);
      }),
      AIR_FULL: linkTo((api) => makeFlight(api, { capacityKg: 1 })),
      AIR_POSITIONS_FULL: async (api) =>
        api.refused('airTransport.link', {
          params: { id: (await makeFlight(api)).id },
          body: { bills: [{ billId: (await makeBill(api)).id, positions: 3 }] },
        }),
    },
  },
  'airTransport.unlink': {
    right: async (api) => {
      const { flight, bill } = await flightIn(api);
      return { params: { id: flight.id }, query: { billIds: [bill.id] } };
    },
    errors: {
      STATE_NOT_ALLOWED: async (api) => {
        const { flight, bill } = await flightIn(api, 'departed');
        return api.refused('airTransport.unlink', {
          params: { id: flight.id },
          query: { billIds: [bill.id] },
        });
      },
    },
  },
  'airTransport.allocate': {
    right: async (api) => ({
      params: { id: (await makeFlight(api)).id },
      body: { version: 1, allocations: [{ customerId: 1, kg: 500 }] },
    }),
    errors: Object.fromEntries(
      (
        [
          ['STALE_DATA', { version: 9 }],
          ['REFERENCE_UNKNOWN', { allocations: [{ customerId: 999_999, kg: 1 }] }],
          ['AIR_PROMISED', { allocations: [{ customerId: 1, kg: 6000 }] }],
        ] as const
      )
        .map(([code, body]): [ErrorCode, Maker] => [
          code,
          async (api) =>
            api.refused('airTransport.allocate', {
              params: { id: (await makeFlight(api)).id },
              body: { version: 1, allocations: [], ...body },
            }),
        ])
        .concat([
          [
            'STATE_NOT_ALLOWED',
            async (api) =>
              api.refused('airTransport.allocate', {
                params: { id: (await closedFlight(api)).id },
                body: { version: 1, allocations: [] },
              }),
          ],
          [
            'REFERENCE_INACTIVE',
            async (api) => {
              const { id } = api.row('select id from customer order by id desc limit 1');
              change(api, 'customer', 'active = 0', Number(id));
              const refused = await api.refused('airTransport.allocate', {
                params: { id: (await makeFlight(api)).id },
                body: { version: 1, allocations: [{ customerId: id, kg: 1 }] },
              });
              change(api, 'customer', 'active = 1', Number(id));
              return refused;
            },
          ],
        ]),
    ),
  },
  'airTransport.act': {
    right: async (api) => ({
      params: { id: (await flightIn(api)).flight.id },
      body: { version: 1, action: 'book' },
    }),
    errors: stepErrors('air'),
  },
  'seaTransport.update': more('seaTransport.update', {
    STATE_NOT_ALLOWED: async (api) => {
      const { id, version } = await closedVoyage(api);
      return api.refused('seaTransport.update', { params: { id }, body: { version, remark: 'x' } });
    },
  }),
  'seaTransport.remove': {
    right: async (api) => ({ params: { id: (await makeVoyage(api)).id } }),
    errors: {
      STATE_NOT_ALLOWED: async (api) =>
        api.refused('seaTransport.remove', { params: { id: (await closedVoyage(api)).id } }),
      IN_USE: async (api) => {
        const { id } = await makeVoyage(api);
        await api.call.seaBill.create({ body: { ...drafts.seaBill(), seaTransportId: id } });
        return api.refused('seaTransport.remove', { params: { id } });
      },
      TRANSPORT_HAS_BILLS: async (api) =>
        api.refused('seaTransport.remove', { params: { id: (await voyageIn(api)).voyage.id } }),
    },
  },
  'seaTransport.parts': { right: async (api) => ({ params: { id: (await voyageIn(api)).voyage.id } }) },
  'seaTransport.candidates': { right: async (api) => ({ params: { id: (await makeVoyage(api)).id } }) },
  'seaTransport.link': {
    right: async (api) => ({
      params: { id: (await makeVoyage(api)).id },
      body: { billIds: [(await makeSeaBill(api)).id] },
    }),
    errors: {
      STATE_NOT_ALLOWED: async (api) =>
        api.refused('seaTransport.link', {
          params: { id: (await closedVoyage(api)).id },
          body: { billIds: [(await makeSeaBill(api)).id] },
        }),
      BILL_REMOVED: sailWith("removedAt = '2026-01-01T00:00:00Z', stage = 'removed'"),
      BILL_ARCHIVED: sailWith('archived = 1'),
      BOOKING_LANDED: sailWith("ata = '2026-01-01T00:00:00Z'"),
      BOOKING_MODE: sailWith(undefined, true),
      BOOKING_EXISTS: async (api) => {
        const { bill } = await voyageIn(api);
        const { id } = await makeVoyage(api);
        return api.refused('seaTransport.link', { params: { id }, body: { billIds: [bill.id] } });
      },
    },
  },
  'seaTransport.unlink': {
    right: async (api) => {
      const { voyage, bill } = await voyageIn(api);
      return { params: { id: voyage.id }, query: { billIds: [bill.id] } };
    },
    errors: {
      STATE_NOT_ALLOWED: async (api) => {
        const { voyage, bill } = await voyageIn(api, 'departed');
        return api.refused('seaTransport.unlink', {
          params: { id: voyage.id },
          query: { billIds: [bill.id] },
        });
      },
    },
  },
  'seaTransport.putContainer': {
    right: async (api) => ({
      params: { id: (await makeVoyage(api)).id },
      body: { containerNo: 'CSQU3054383', containerType: '40HQ', sealNo: 'NG204118', packages: 300 },
    }),
    errors: {
      STATE_NOT_ALLOWED: async (api) =>
        api.refused('seaTransport.putContainer', {
          params: { id: (await closedVoyage(api)).id },
          body: { containerNo: 'CSQU3054383', containerType: '40HQ' },
        }),
    },
  },
  'seaTransport.takeContainer': {
    right: async (api) => {
      const { voyage, container } = await voyageIn(api);
      return { params: { id: voyage.id }, query: { containerNo: container.containerNo } };
    },
    errors: {
      STATE_NOT_ALLOWED: async (api) => {
        const { voyage, container } = await voyageIn(api, 'arrived');
        return api.refused('seaTransport.takeContainer', {
          params: { id: voyage.id },
          query: { containerNo: container.containerNo },
        });
      },
    },
  },
  'seaTransport.act': {
    right: async (api) => ({
      params: { id: (await voyageIn(api)).voyage.id },
      body: { version: 1, action: 'book' },
    }),
    errors: stepErrors('sea'),
  },
  'seaTransport.logs': {
    right: async (api) => ({ params: { id: (await makeVoyage(api)).id }, query: { pageSize: 5 } }),
  },
  'parcelForecast.create': more('parcelForecast.create', {
    FORECAST_EXISTS: async (api) => {
      const body = await twin(api);
      const right = await resourceCases['parcelForecast.create'].right(api, api.admin);
      return api.refused('parcelForecast.create', { body: { ...(right.body as object), ...body } });
    },
  }),
  'parcelForecast.update': more('parcelForecast.update', {
    STATE_NOT_ALLOWED: async (api) => {
      const { forecast } = await forecastIn(api, 'submitted');
      const body = { version: forecast.version, remark: 'x' };
      return api.refused('parcelForecast.update', { params: { id: forecast.id }, body });
    },
    FORECAST_EXISTS: async (api) => {
      const { forecastDate } = await twin(api);
      const { id, version } = await makeForecast(api);
      return api.refused('parcelForecast.update', { params: { id }, body: { version, forecastDate } });
    },
  }),
  'parcelForecast.remove': {
    right: async (api) => ({ params: { id: (await makeForecast(api)).id } }),
    errors: {
      STATE_NOT_ALLOWED: async (api) =>
        api.refused('parcelForecast.remove', {
          params: { id: (await forecastIn(api, 'expired')).forecast.id },
        }),
    },
  },
  'parcelForecast.totals': { right: () => ({ query: { state: ['converted'] } }) },
  'parcelForecast.act': {
    right: async (api) => ({ body: { ids: [(await makeForecast(api)).id], action: 'submit' } }),
    errors: { COUNT_CHANGED: countChanged('parcelForecast.act', { action: 'submit' }) },
  },
  'parcelForecast.copy': {
    right: async (api) => {
      const { forecastDate } = await makeForecast(api);
      return {
        params: { id: (await forecastIn(api, 'expired')).forecast.id },
        body: { forecastDate: forecastDate.replace('2040', '2041') },
      };
    },
    errors: {
      FORECAST_EXISTS: async (api) => {
        const { id, forecastDate } = await makeForecast(api);
        return api.refused('parcelForecast.copy', { params: { id }, body: { forecastDate } });
      },
    },
  },
  'parcelForecast.bills': {
    right: async (api) => ({ params: { id: (await forecastIn(api, 'converted')).forecast.id } }),
  },
  'parcelForecast.candidates': {
    right: async (api) => ({ params: { id: (await makeForecast(api)).id } }),
  },
  'parcelForecast.convert': {
    right: async (api) => {
      const { forecast } = await forecastIn(api, 'submitted');
      return {
        params: { id: forecast.id },
        body: { version: forecast.version, billIds: [(await makeBill(api)).id] },
      };
    },
    errors: {
      STALE_DATA: (api) => convert(api, { version: 99 }),
      STATE_NOT_ALLOWED: (api) => convert(api, {}, 'draft'),
      FORECAST_NOTHING: (api) => convert(api, {}),
      FORECAST_OTHER: linkForecast('landingAirportId = 27'),
      FORECAST_LINKED: async (api) => {
        const { bill } = await forecastIn(api, 'converted');
        return convert(api, { billIds: [bill?.id] });
      },
      BILL_REMOVED: linkForecast("removedAt = '2026-01-01T00:00:00Z', stage = 'removed'"),
      BILL_ARCHIVED: linkForecast('archived = 1'),
      BILL_DUPLICATE: (api) => again(api),
      BILL_DUPLICATE_REMOVED: (api) => again(api, "removedAt = '2026-01-01T00:00:00Z', stage = 'removed'"),
      REFERENCE_UNKNOWN: convertTo({ serviceId: 999_999 }),
      REFERENCE_INACTIVE: async (api) => {
        const { id } = api.row('select id from service order by id desc limit 1');
        change(api, 'service', 'active = 0', Number(id));
        const refused = await convertTo({ serviceId: Number(id) })(api);
        change(api, 'service', 'active = 1', Number(id));
        return refused;
      },
    },
  },
  'parcelForecast.unlink': {
    right: async (api) => {
      const { forecast, bill } = await forecastIn(api, 'converted');
      return { params: { id: forecast.id }, query: { billIds: [bill?.id] } };
    },
    errors: {
      STATE_NOT_ALLOWED: async (api) =>
        api.refused('parcelForecast.unlink', {
          params: { id: (await forecastIn(api, 'submitted')).forecast.id },
          query: { billIds: [1] },
        }),
    },
  },
  'billTransport.get': {
    right: async (api) => ({ params: { id: (await flightIn(api)).bill.id } }),
  },
} satisfies Partial<Record<ApiName, ContractCase>>;

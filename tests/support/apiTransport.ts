import type { ForecastState, ParcelForecast } from '@contract/scheduling/parcelForecast';
import type { TransportState } from '@contract/scheduling/states';
import { drafts, makeBill, newCode } from './apiRecords';
import type { TestApi } from './server';

/** Flights, voyages and forecasts for tests of the API. */

export const makeFlight = (api: TestApi, changes: object = {}) =>
  api.call.airTransport.create({
    body: { ...drafts.airTransport(), bookingNo: 'BK100200', ...changes },
  });

export const makeVoyage = (api: TestApi, changes: object = {}) =>
  api.call.seaTransport.create({ body: { ...drafts.seaTransport(), ...changes } });

export const makeForecast = (api: TestApi, changes: object = {}): Promise<ParcelForecast> =>
  api.call.parcelForecast.create({ body: { ...drafts.parcelForecast(api), ...changes } });

/** Makes a bill by sea that has not landed. */
export const makeSeaBill = (api: TestApi) =>
  makeBill(api, {
    mode: 'sea',
    billNo: `PZOL${newCode('6').replace('-', '')}`,
    flightNo: '041E',
    vesselName: 'POLARIS STAR',
    originAirportId: placeId(api, 'CNYTN'),
    landingAirportId: placeId(api, 'NLRTM'),
  });

/** Id of an airport or port. */
export const placeId = (api: TestApi, code: string): number =>
  api.count('select id from airport where airportCode = ?', code);

/** Sets the state of a record, without the actions that lead there. */
export function into(
  api: TestApi,
  table: 'airTransport' | 'seaTransport' | 'parcelForecast',
  id: number,
  state: TransportState | ForecastState,
): void {
  const times = {
    departed: ", atd = '2026-01-02T00:00:00Z'",
    arrived: ", atd = '2026-01-02T00:00:00Z', ata = '2026-01-03T00:00:00Z'",
    closed: ", atd = '2026-01-02T00:00:00Z', ata = '2026-01-03T00:00:00Z'",
  } as Readonly<Record<string, string>>;
  const more = table === 'parcelForecast' ? '' : (times[state] ?? '');
  api.db.exec(`update ${table} set state = '${state}'${more} where id = ${id}`);
}

/** Makes a flight with a bill on it, in a state. */
export async function flightIn(api: TestApi, state: TransportState = 'planned', changes: object = {}) {
  const flight = await makeFlight(api, changes);
  const bill = await makeBill(api);
  await api.call.airTransport.link({ params: { id: flight.id }, body: { bills: [{ billId: bill.id }] } });
  into(api, 'airTransport', flight.id, state);
  return { flight, bill };
}

/** Makes a voyage with a bill and a container on it, in a state. */
export async function voyageIn(api: TestApi, state: TransportState = 'planned') {
  const voyage = await makeVoyage(api);
  const bill = await makeSeaBill(api);
  const params = { id: voyage.id };
  await api.call.seaTransport.link({ params, body: { billIds: [bill.id] } });
  const container = await api.call.seaTransport.putContainer({
    params,
    body: { containerNo: 'CSQU3054383', containerType: '40HQ' },
  });
  into(api, 'seaTransport', voyage.id, state);
  return { voyage, bill, container };
}

/** Makes a forecast in a state; a converted one has a bill. */
export async function forecastIn(api: TestApi, state: ForecastState, changes: object = {}) {
  const forecast = await makeForecast(api, changes);
  if (state !== 'converted') {
    into(api, 'parcelForecast', forecast.id, state);
    return { forecast, bill: null };
  }
  into(api, 'parcelForecast', forecast.id, 'submitted');
  const bill = await makeBill(api);
  const converted = await api.call.parcelForecast.convert({
    params: { id: forecast.id },
    body: { version: forecast.version, billIds: [bill.id] },
  });
  return { forecast: converted, bill };
}

/** Returns the input for the new bill of a forecast. */
export function forecastBillOf(billNo: string) {
  return {
    billNo,
    batchNo: '01',
    flightNo: 'CX83',
    etd: '2031-11-03T02:00:00Z',
    eta: '2031-11-03T14:30:00Z',
    serviceId: 1,
    clearanceType: 'ioss' as const,
    boxCount: 40,
    totalValue: '9000',
    currency: 'EUR',
  };
}

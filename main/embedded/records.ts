import type { ResourceName } from '@contract/resourceNames';
import { resources } from '@contract/resources';
import { taxationHandlers } from './business/taxation';
import { channelCodeHandlers, destinationHandlers } from './config/channelCode';
import { iossHandlers } from './config/ioss';
import { airportHandlers, cargoStationHandlers, countryHandlers, warehouseHandlers } from './config/places';
import { feeCategoryHandlers, lastMileHandlers, markHandlers, serviceHandlers } from './config/products';
import type { Context } from './context';
import { clientCompanyHandlers } from './customer/clientCompany';
import { clientGroupHandlers, customerHandlers } from './customer/customer';
import { hsCodeHandlers } from './customs/hs';
import { dayRateHandlers } from './finance/rates';
import { airTransportHandlers } from './scheduling/air';
import { parcelForecastHandlers } from './scheduling/forecast';
import { seaTransportHandlers } from './scheduling/sea';
import { usRateHandlers } from './sea/usRate';

type Values = Record<string, unknown>;

/** What may be done with the records of any plain resource, for code that serves them all alike. */
export interface RecordCalls {
  readonly create: (context: Context, input: { body: Values }) => Promise<Values & { id: number }>;
  readonly update: (context: Context, input: { params: { id: number }; body: Values }) => Promise<Values>;
  readonly remove: (context: Context, input: { params: { id: number } }) => Promise<null>;
  /** Missing where records are not switched on and off. */
  readonly active?: (
    context: Context,
    input: { body: { ids: number[]; active: boolean } },
  ) => Promise<unknown>;
}

/** The handlers of the plain resources. */
export const recordHandlers = {
  airport: airportHandlers,
  lastMile: lastMileHandlers,
  destination: destinationHandlers,
  channelCode: channelCodeHandlers,
  customer: customerHandlers,
  hsCode: hsCodeHandlers,
  country: countryHandlers,
  service: serviceHandlers,
  warehouse: warehouseHandlers,
  cargoStation: cargoStationHandlers,
  mark: markHandlers,
  feeCategory: feeCategoryHandlers,
  ioss: iossHandlers,
  clientGroup: clientGroupHandlers,
  clientCompany: clientCompanyHandlers,
  airTransport: airTransportHandlers,
  seaTransport: seaTransportHandlers,
  parcelForecast: parcelForecastHandlers,
  dayRate: dayRateHandlers,
  taxation: taxationHandlers,
  usRate: usRateHandlers,
} satisfies Record<ResourceName, unknown>;

/** The calls of one of them. */
export const recordCalls = (name: ResourceName): RecordCalls =>
  recordHandlers[name] as unknown as RecordCalls;

/** A resource as code that serves all of them alike sees it. */
export const resourceOf = (name: ResourceName) =>
  resources[name] as unknown as (typeof resources)['customer'];

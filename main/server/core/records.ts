import type { Resource } from '@contract/resource';
import type { ResourceName } from '@contract/resourceNames';
import { plainResources, resources } from '@contract/resources';
import { euRateHandlers } from '../areas/business/euRate';
import { taxationHandlers } from '../areas/business/taxation';
import { channelCodeHandlers, destinationHandlers } from '../areas/config/channelCode';
import { iossHandlers } from '../areas/config/ioss';
import { airportHandlers, countryHandlers, warehouseHandlers } from '../areas/config/places';
import { feeCategoryHandlers } from '../areas/config/products';
import { clientCompanyHandlers } from '../areas/customer/clientCompany';
import { customerHandlers } from '../areas/customer/customer';
import { hsCodeHandlers } from '../areas/customs/hs';
import { containerTariffHandlers } from '../areas/finance/containerTariff';
import { ledgerSetupHandlers } from '../areas/finance/ledgerSetup';
import { dayRateHandlers } from '../areas/finance/rates';
import { vatCodeHandlers } from '../areas/finance/vatCode';
import { mailboxHandlers } from '../areas/mail/mailbox';
import { airTransportHandlers } from '../areas/scheduling/air';
import { parcelForecastHandlers } from '../areas/scheduling/forecast';
import { seaTransportHandlers } from '../areas/scheduling/sea';
import { usRateHandlers } from '../areas/sea/usRate';
import type { Context, GroupHandlers } from './context';
import { crudHandlers } from './crud';

type Values = Record<string, unknown>;

/** Calls of any plain resource, for code that handles all of them alike; methods, as each takes a body of its own. */
export interface RecordCalls {
  create(context: Context, input: { body: Values }): Promise<Values & { id: number }>;
  update(context: Context, input: { params: { id: number }; body: Values }): Promise<Values>;
  remove(context: Context, input: { params: { id: number } }): Promise<null>;
  /** Missing where records cannot be switched on and off. */
  active?(context: Context, input: { body: { ids: number[]; active: boolean } }): Promise<unknown>;
}

/** The handlers of resources with rules of their own. */
const own = {
  airport: airportHandlers,
  destination: destinationHandlers,
  channelCode: channelCodeHandlers,
  customer: customerHandlers,
  hsCode: hsCodeHandlers,
  country: countryHandlers,
  warehouse: warehouseHandlers,
  feeCategory: feeCategoryHandlers,
  ioss: iossHandlers,
  clientCompany: clientCompanyHandlers,
  airTransport: airTransportHandlers,
  seaTransport: seaTransportHandlers,
  parcelForecast: parcelForecastHandlers,
  dayRate: dayRateHandlers,
  taxation: taxationHandlers,
  usRate: usRateHandlers,
  euRate: euRateHandlers,
  containerTariff: containerTariffHandlers,
  vatCode: vatCodeHandlers,
  ledgerSetup: ledgerSetupHandlers,
  mailbox: mailboxHandlers,
};

/** The standard handlers of resources without own rules. */
const plain = Object.fromEntries(
  Object.entries<Resource>(plainResources)
    .filter(([name]) => !Object.hasOwn(own, name))
    .map(([name, found]) => [name, crudHandlers(found)]),
) as unknown as { [N in Exclude<keyof typeof plainResources, keyof typeof own>]: GroupHandlers<N> };

/** The handlers of all plain resources. */
export const recordHandlers = { ...plain, ...own };

/** Returns the calls of one plain resource. */
export const recordCalls = (name: ResourceName): RecordCalls => recordHandlers[name];

/** A resource, typed for code that handles all of them alike. */
export const resourceOf = (name: ResourceName) =>
  resources[name] as unknown as (typeof resources)['customer'];

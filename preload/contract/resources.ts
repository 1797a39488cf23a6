import { contract } from './business/contract';
import { orderQuote } from './business/orderQuote';
import { standardQuote } from './business/standardQuote';
import { taxation } from './business/taxation';
import { airport } from './config/airport';
import { approvalConfig } from './config/approvalConfig';
import { cargoStation } from './config/cargoStation';
import { channelCode } from './config/channelCode';
import { country } from './config/country';
import { destination } from './config/destination';
import { feeCategory } from './config/feeCategory';
import { ioss } from './config/ioss';
import { lastMile } from './config/lastMile';
import { mark } from './config/mark';
import { netchbAccount } from './config/netchbAccount';
import { service } from './config/service';
import { warehouse } from './config/warehouse';
import { clientCompany } from './customer/clientCompany';
import { clientContact } from './customer/clientContact';
import { clientGroup } from './customer/clientGroup';
import { clientRole } from './customer/clientRole';
import { customer } from './customer/customer';
import { hsCode } from './customs/hsCode';
import { chargeFlow } from './finance/chargeFlow';
import { chargeItem } from './finance/chargeItem';
import { dayRate } from './finance/dayRate';
import { cmrConfig } from './linehaul/cmrConfig';
import { mailbox } from './mail/mailbox';
import { monitorConfig } from './monitor/monitorConfig';
import type { ResourceName } from './resourceNames';
import { airTransport } from './scheduling/airTransport';
import { parcelForecast } from './scheduling/parcelForecast';
import { seaTransport } from './scheduling/seaTransport';
import { amsRecord } from './sea/amsRecord';
import { seaBill } from './sea/seaBill';
import { seaEntry } from './sea/seaEntry';
import { seaIsf } from './sea/seaIsf';
import { usRate } from './sea/usRate';

/** Those of `resourceNames`, in its order. */
const lists = {
  airport,
  lastMile,
  destination,
  channelCode,
  customer,
  hsCode,
  country,
  service,
  warehouse,
  cargoStation,
  mark,
  feeCategory,
  ioss,
  clientGroup,
  clientCompany,
  airTransport,
  seaTransport,
  parcelForecast,
  dayRate,
  taxation,
  usRate,
} satisfies Record<ResourceName, unknown>;

/**
 * The plain resources, by name. What belongs to one customer or company is kept there, alerts, mail boxes, approvals,
 * contracts, quotes, accounts and what the books are made by are set up one by one: they come from no file.
 */
export const resources = {
  ...lists,
  clientContact,
  clientRole,
  monitorConfig,
  mailbox,
  cmrConfig,
  approvalConfig,
  netchbAccount,
  contract,
  standardQuote,
  orderQuote,
  chargeItem,
  chargeFlow,
  seaBill,
  amsRecord,
  seaIsf,
  seaEntry,
};

import { contract } from './business/contract';
import { euRate } from './business/euRate';
import { orderQuote } from './business/orderQuote';
import { standardQuote } from './business/standardQuote';
import { taxation } from './business/taxation';
import { airport } from './config/airport';
import { approvalConfig } from './config/approvalConfig';
import { cargoStation } from './config/cargoStation';
import { channelCode } from './config/channelCode';
import { country } from './config/country';
import { customsAccount } from './config/customsAccount';
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
import { containerTariff } from './finance/containerTariff';
import { dayRate } from './finance/dayRate';
import { ledgerSetup } from './finance/ledgerSetup';
import { vatCode } from './finance/vatCode';
import { cmrConfig } from './linehaul/cmrConfig';
import { mailbox } from './mail/mailbox';
import { monitorConfig } from './monitor/monitorConfig';
import { airTransport } from './scheduling/airTransport';
import { parcelForecast } from './scheduling/parcelForecast';
import { seaTransport } from './scheduling/seaTransport';
import { amsRecord } from './sea/amsRecord';
import { seaBill } from './sea/seaBill';
import { seaEntry } from './sea/seaEntry';
import { seaIsf } from './sea/seaIsf';
import { usRate } from './sea/usRate';

/** Resources with the usual calls only, derived from them. */
export const plainResources = {
  airport,
  lastMile,
  destination,
  hsCode,
  country,
  service,
  warehouse,
  cargoStation,
  mark,
  feeCategory,
  clientGroup,
  mailbox,
};

/**
 * The plain resources, by name: table, calls, log and words follow from each. Those of `resourceNames` are read from
 * files as well, unlike resources set up one by one: records of a single customer or company, alerts, mailboxes,
 * approvals, contracts, quotes, accounts and settings of the books.
 */
export const resources = {
  ...plainResources,
  channelCode,
  customer,
  ioss,
  clientCompany,
  airTransport,
  seaTransport,
  parcelForecast,
  dayRate,
  taxation,
  usRate,
  euRate,
  containerTariff,
  vatCode,
  ledgerSetup,
  clientContact,
  clientRole,
  monitorConfig,
  cmrConfig,
  approvalConfig,
  netchbAccount,
  customsAccount,
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

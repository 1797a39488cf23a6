import { airport } from './config/airport';
import { cargoStation } from './config/cargoStation';
import { channelCode } from './config/channelCode';
import { country } from './config/country';
import { destination } from './config/destination';
import { feeCategory } from './config/feeCategory';
import { ioss } from './config/ioss';
import { lastMile } from './config/lastMile';
import { mark } from './config/mark';
import { service } from './config/service';
import { warehouse } from './config/warehouse';
import { clientCompany } from './customer/clientCompany';
import { clientContact } from './customer/clientContact';
import { clientGroup } from './customer/clientGroup';
import { clientRole } from './customer/clientRole';
import { customer } from './customer/customer';
import { hsCode } from './customs/hsCode';

/** The reference lists: plain resources whose records stand on their own, and are known by their code. */
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
};

/** The plain resources, by name. */
export const resources = { ...lists, clientContact, clientRole };

/** Name of a reference list. */
export type ResourceName = keyof typeof lists;
/** Names of all reference lists. */
export const resourceNames = Object.keys(lists) as [ResourceName, ...ResourceName[]];

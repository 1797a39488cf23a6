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
import { clientGroup } from './customer/clientGroup';
import { customer } from './customer/customer';
import { hsCode } from './customs/hsCode';

/** The plain resources, by name. */
export const resources = {
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

/** Name of a plain resource. */
export type ResourceName = keyof typeof resources;
/** Names of all plain resources. */
export const resourceNames = Object.keys(resources) as [ResourceName, ...ResourceName[]];

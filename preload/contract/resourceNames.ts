/**
 * Names of the plain resources that are lists of their own, and are read from files. Apart from the resources themselves: who
 * only asks for a name, as every start does, does not read what they are.
 */
export const resourceNames = [
  'airport',
  'lastMile',
  'destination',
  'channelCode',
  'customer',
  'hsCode',
  'country',
  'service',
  'warehouse',
  'cargoStation',
  'mark',
  'feeCategory',
  'ioss',
  'clientGroup',
  'clientCompany',
  'airTransport',
  'seaTransport',
  'parcelForecast',
  'dayRate',
  'taxation',
  'usRate',
] as const;
/** Name of a plain resource that is read from files. */
export type ResourceName = (typeof resourceNames)[number];

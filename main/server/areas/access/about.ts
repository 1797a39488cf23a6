import type { Api } from '@contract/index';
import { type ReportName, reportApis } from '@contract/report';
import type { TableName } from '../../store/tables';

/** Table of the records of each group of calls that is not named after that table. */
const OTHER = {
  timeNode: 'bill',
  listImport: 'airport',
  listTemplate: 'airport',
  search: 'bill',
  tracking: 'bill',
  thirdParty: 'thirdPartyLog',
  netchbIsf: 'seaIsf',
  amsEntry: 'seaEntry',
  clientLog: 'operateLog',
  staffLog: 'operateLog',
  pickInbound: 'pick',
  pickClearance: 'pick',
  pickOutbound: 'pick',
  inboundBatch: 'pick',
  label: 'box',
  clearance: 'bill',
  hsCheck: 'hsLine',
  billCustomer: 'bill',
  ccCode: 'hsCode',
  tariffReading: 'fileJob',
  invoiceFile: 'fileJob',
  awbFile: 'fileJob',
  billTransport: 'bill',
  homeReport: 'bill',
  scan: 'box',
  custodyBalance: 'bill',
  stock: 'box',
  stockRecord: 'box',
  productId: 'unidentifiedLine',
  containerCharge: 'seaBill',
  vatReturn: 'customerInvoice',
  journal: 'customerInvoice',
  openItem: 'customerInvoice',
  accrual: 'billCost',
} as const satisfies Partial<Record<keyof Api, TableName>>;

const isOther = (group: keyof Api): group is keyof typeof OTHER => Object.hasOwn(OTHER, group);
const isReport = (group: keyof Api): group is ReportName => Object.hasOwn(reportApis, group);

/**
 * Table of the records that a group of calls is about; a group without one does not compile. Reports are about bills.
 */
export function aboutOf(group: keyof Api): TableName {
  if (isOther(group)) return OTHER[group];
  return isReport(group) ? 'bill' : group;
}

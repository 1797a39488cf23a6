import { adminGroupApi } from './access/adminGroup';
import { listViewApi } from './access/listView';
import { operateLogApi } from './access/operateLog';
import { session } from './access/session';
import { staffApi } from './access/staff';
import { staffLogApi } from './access/staffLog';
import { attachmentApi } from './bill/attachment';
import { awbApi } from './bill/awb';
import { billApi } from './bill/billApi';
import { searchApi } from './bill/search';
import { timeNodeApi } from './bill/timeNode';
import { trackingApi } from './bill/tracking';
import { contractApi } from './business/contract';
import { approvalLogApi } from './business/document';
import { euRateApi } from './business/euRate';
import { orderQuoteApi } from './business/orderQuote';
import { standardQuoteApi } from './business/standardQuote';
import { taxationApi } from './business/taxation';
import { approvalConfigApi } from './config/approvalConfig';
import { channelCodeApi } from './config/channelCode';
import { customsAccountApi } from './config/customsAccount';
import { iossApi } from './config/ioss';
import { netchbAccountApi } from './config/netchbAccount';
import { balanceApi } from './custody/balance';
import { custodyApi } from './custody/custody';
import { clientAccountApi } from './customer/clientAccount';
import { clientCompanyApi } from './customer/clientCompany';
import { clientContactApi } from './customer/clientContact';
import { clientLogApi } from './customer/clientLog';
import { clientRoleApi } from './customer/clientRole';
import { customerApi } from './customer/customer';
import { abnormalCaseApi } from './customs/abnormalCase';
import { batchApi } from './customs/batch';
import { batchLifeApi } from './customs/batchLife';
import { clearanceApi } from './customs/clearance';
import { customsAnswerApi, customsMessageApi } from './customs/customsMessage';
import { fycoApi } from './customs/fyco';
import { hsCheckApi } from './customs/hsCheck';
import { parcelApi } from './customs/parcelApi';
import { productIdApi } from './customs/productId';
import { t1Api } from './customs/t1';
import { type Desktop, desktop } from './desktop';
import { documentFileApi } from './documentFile';
import type { Call, Endpoint, EndpointName, Registry } from './endpoint';
import { fileJobApi } from './files/fileJob';
import { listImportApi, listTemplateApi } from './files/listImport';
import { accrualApi } from './finance/accrual';
import { bankEntryApi } from './finance/bankEntry';
import { billCostApi } from './finance/billCost';
import { billCostDiffApi } from './finance/billCostDiff';
import { billCustomerApi } from './finance/billCustomer';
import { billPaymentApi } from './finance/billPayment';
import { billRevenueApi } from './finance/billRevenue';
import { bookMonthApi } from './finance/bookMonth';
import { chargeFlowApi } from './finance/chargeFlow';
import { chargeItemApi } from './finance/chargeItem';
import { containerTariffApi } from './finance/containerTariff';
import { customerInvoiceApi } from './finance/customerInvoice';
import { dayRateApi } from './finance/dayRate';
import { eInvoiceApi } from './finance/eInvoice';
import { journalApi } from './finance/journal';
import { ledgerSetupApi } from './finance/ledgerSetup';
import { openItemApi } from './finance/openItem';
import { rateFeedApi } from './finance/rateFeed';
import { supplierInvoiceApi } from './finance/supplierInvoice';
import { vatCodeApi } from './finance/vatCode';
import { vatReturnApi } from './finance/vatReturn';
import { cmrApi } from './linehaul/cmrApi';
import { cmrConfigApi } from './linehaul/cmrConfig';
import { cmrFileApi } from './linehaul/cmrFile';
import { cmrMailApi } from './linehaul/cmrMail';
import { noaMailApi, utbMailApi } from './mail/letterApi';
import { mailApi } from './mail/mail';
import { monitorConfigApi } from './monitor/monitorConfig';
import { monitorRecordApi } from './monitor/monitorRecord';
import { apiPushApi } from './partners/apiPush';
import { messageApi } from './partners/message';
import { thirdPartyApi } from './partners/thirdParty';
import type { RefTarget } from './refTargets';
import { reportApis } from './report';
import { homeReportApi } from './report/home';
import { reportRunApi, reportScheduleApi } from './report/schedule';
import { type CrudOf, crud, type Resource } from './resource';
import { plainResources } from './resources';
import { airTransportApi } from './scheduling/airTransport';
import { billTransportApi } from './scheduling/ofBill';
import { parcelForecastApi } from './scheduling/parcelForecast';
import { seaTransportApi } from './scheduling/seaTransport';
import { amsRecordApi } from './sea/amsRecord';
import { containerChargeApi } from './sea/containerCharge';
import { filingApi } from './sea/filing';
import { seaBillApi } from './sea/seaBill';
import { amsEntryApi, seaEntryApi } from './sea/seaEntryApi';
import { netchbIsfApi, seaIsfApi } from './sea/seaIsfApi';
import { seaNodeApi } from './sea/seaNode';
import { usRateApi } from './sea/usRate';
import { awbFileApi } from './tools/awbFile';
import { ccCodeApi } from './tools/ccCode';
import { invoiceFileApi } from './tools/invoiceFile';
import { tariffReadingApi } from './tools/tariffReading';
import { boxApi } from './warehouse/box';
import { collectionApi } from './warehouse/collection';
import { labelApi } from './warehouse/label';
import { palletApi } from './warehouse/pallet';
import { inboundBatchApi } from './warehouse/pick';
import { pickApi, pickClearanceApi, pickInboundApi, pickOutboundApi } from './warehouse/pickApi';
import { pmcApi } from './warehouse/pmc';
import { scanApi } from './warehouse/scan';
import { stockApi, stockRecordApi } from './warehouse/stock';
import { stockCountApi } from './warehouse/stockCount';

/** The calls of the resources with only the usual ones. */
const usualApi = Object.fromEntries(
  Object.entries<Resource>(plainResources).map(([name, found]) => [name, crud(found)]),
) as unknown as { readonly [N in keyof typeof plainResources]: CrudOf<(typeof plainResources)[N]> };

/** The contract: every call of the API, by group and name. */
export const api = {
  ...usualApi,
  session,
  listView: listViewApi,
  bill: billApi,
  timeNode: timeNodeApi,
  awb: awbApi,
  attachment: attachmentApi,
  fileJob: fileJobApi,
  listImport: listImportApi,
  listTemplate: listTemplateApi,
  operateLog: operateLogApi,
  search: searchApi,
  tracking: trackingApi,
  thirdParty: thirdPartyApi,
  apiPush: apiPushApi,
  filing: filingApi,
  seaIsf: seaIsfApi,
  netchbIsf: netchbIsfApi,
  message: messageApi,
  channelCode: channelCodeApi,
  customer: customerApi,
  ioss: iossApi,
  clientCompany: clientCompanyApi,
  approvalConfig: approvalConfigApi,
  netchbAccount: netchbAccountApi,
  customsAccount: customsAccountApi,
  clientContact: clientContactApi,
  clientRole: clientRoleApi,
  clientAccount: clientAccountApi,
  clientLog: clientLogApi,
  staff: staffApi,
  staffLog: staffLogApi,
  adminGroup: adminGroupApi,
  pick: pickApi,
  pickInbound: pickInboundApi,
  pickClearance: pickClearanceApi,
  pickOutbound: pickOutboundApi,
  pmc: pmcApi,
  inboundBatch: inboundBatchApi,
  box: boxApi,
  collection: collectionApi,
  pallet: palletApi,
  scan: scanApi,
  label: labelApi,
  cmr: cmrApi,
  cmrFile: cmrFileApi,
  cmrMail: cmrMailApi,
  cmrConfig: cmrConfigApi,
  batch: { ...batchApi, ...batchLifeApi },
  customsMessage: customsMessageApi,
  customsAnswer: customsAnswerApi,
  clearance: clearanceApi,
  hsCheck: hsCheckApi,
  productId: productIdApi,
  t1: t1Api,
  parcel: parcelApi,
  custodyMove: custodyApi,
  custodyBalance: balanceApi,
  stock: stockApi,
  stockRecord: stockRecordApi,
  stockCount: stockCountApi,
  fyco: fycoApi,
  abnormalCase: abnormalCaseApi,
  mail: mailApi,
  noaMail: noaMailApi,
  utbMail: utbMailApi,
  monitorConfig: monitorConfigApi,
  monitorRecord: monitorRecordApi,
  chargeItem: chargeItemApi,
  chargeFlow: chargeFlowApi,
  dayRate: dayRateApi,
  billCost: billCostApi,
  supplierInvoice: supplierInvoiceApi,
  billCostDiff: billCostDiffApi,
  billRevenue: billRevenueApi,
  billPayment: billPaymentApi,
  bankEntry: bankEntryApi,
  eInvoice: eInvoiceApi,
  rateFeed: rateFeedApi,
  bookMonth: bookMonthApi,
  vatReturn: vatReturnApi,
  journal: journalApi,
  openItem: openItemApi,
  accrual: accrualApi,
  billCustomer: billCustomerApi,
  customerInvoice: customerInvoiceApi,
  ccCode: ccCodeApi,
  tariffReading: tariffReadingApi,
  invoiceFile: invoiceFileApi,
  awbFile: awbFileApi,
  airTransport: airTransportApi,
  contract: contractApi,
  standardQuote: standardQuoteApi,
  orderQuote: orderQuoteApi,
  taxation: taxationApi,
  documentFile: documentFileApi,
  approvalLog: approvalLogApi,
  seaTransport: seaTransportApi,
  parcelForecast: parcelForecastApi,
  billTransport: billTransportApi,
  seaBill: seaBillApi,
  seaNode: seaNodeApi,
  containerCharge: containerChargeApi,
  amsRecord: amsRecordApi,
  seaEntry: seaEntryApi,
  amsEntry: amsEntryApi,
  usRate: usRateApi,
  euRate: euRateApi,
  containerTariff: containerTariffApi,
  vatCode: vatCodeApi,
  ledgerSetup: ledgerSetupApi,
  ...reportApis,
  reportSchedule: reportScheduleApi,
  reportRun: reportRunApi,
  homeReport: homeReportApi,
} as const satisfies Registry & Record<RefTarget, { readonly all: Call }>;
export type Api = typeof api;
export type ApiName = EndpointName<Api>;

export { resources } from './resources';

/** The contract typed for looking up calls by any name. */
const lookedUp = api as unknown as Readonly<Record<string, Readonly<Record<string, Endpoint>>>>;

/** Returns an endpoint by its name on the bridge; undefined for any other text. */
export function findEndpoint(name: string): Endpoint | undefined {
  const [group, call, ...rest] = name.split('.');
  if (!group || !call || rest.length > 0 || !Object.hasOwn(api, group)) return undefined;
  const found = lookedUp[group] ?? {};
  return Object.hasOwn(found, call) ? found[call] : undefined;
}

export function allEndpoints(): { name: ApiName; found: Endpoint }[] {
  return Object.entries(lookedUp).flatMap(([group, calls]) =>
    Object.entries(calls).map(([call, found]) => ({ name: `${group}.${call}` as ApiName, found })),
  );
}

/** Compiles only if no group of the desktop is named like one of the API: both cross the bridge by name. */
const disjoint: Extract<keyof Api, keyof Desktop> extends never ? true : false = true;
void disjoint;
void desktop;

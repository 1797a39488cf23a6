import type { Api } from '@contract/index';
import { adminGroupHandlers } from '../areas/access/adminGroup';
import type { Captchas } from '../areas/access/captcha';
import { listViewHandlers } from '../areas/access/listView';
import { operateLogHandlers } from '../areas/access/operateLog';
import { sessionHandlers } from '../areas/access/session';
import { staffHandlers } from '../areas/access/staff';
import { staffLogHandlers } from '../areas/access/staffLog';
import { attachmentHandlers } from '../areas/bill/attachment';
import { awbHandlers } from '../areas/bill/awb';
import { billHandlers } from '../areas/bill/bill';
import { searchHandlers } from '../areas/bill/billSearch';
import { timeNodeHandlers } from '../areas/bill/timeNodes';
import { trackingHandlers } from '../areas/bill/tracking';
import { approvalLogHandlers } from '../areas/business/approvalLog';
import { contractHandlers } from '../areas/business/contract';
import { orderQuoteHandlers } from '../areas/business/orderQuote';
import { standardQuoteHandlers } from '../areas/business/standardQuote';
import { approvalConfigHandlers } from '../areas/config/approvalConfig';
import { balanceHandlers } from '../areas/custody/balances';
import { custodyHandlers } from '../areas/custody/custody';
import { clientAccountHandlers } from '../areas/customer/clientAccount';
import { clientContactHandlers } from '../areas/customer/clientContact';
import { clientLogHandlers } from '../areas/customer/clientLog';
import { clientRoleHandlers } from '../areas/customer/clientRole';
import { abnormalCaseHandlers } from '../areas/customs/abnormalCase';
import { batchHandlers } from '../areas/customs/batches';
import { batchLifeHandlers } from '../areas/customs/batchLife';
import { clearanceHandlers } from '../areas/customs/clearance';
import { fycoHandlers } from '../areas/customs/fyco';
import { hsCheckHandlers } from '../areas/customs/hs';
import { parcelHandlers } from '../areas/customs/parcelList';
import { productIdHandlers } from '../areas/customs/productIds';
import { t1Handlers } from '../areas/customs/t1';
import { customsAccountHandlers } from '../areas/customsOffice/accounts';
import { customsAnswerHandlers, customsMessageHandlers } from '../areas/customsOffice/messages';
import { fileJobHandlers } from '../areas/fileJobs/fileJob';
import { listImportHandlers, listTemplateHandlers } from '../areas/fileJobs/listImport';
import { accrualHandlers } from '../areas/finance/accrual';
import { bankEntryHandlers } from '../areas/finance/bankEntry';
import { billCostHandlers } from '../areas/finance/billCost';
import { billCostDiffHandlers } from '../areas/finance/billCostDiff';
import { billCustomerHandlers } from '../areas/finance/billCustomer';
import { billPaymentHandlers } from '../areas/finance/billPayment';
import { billRevenueHandlers } from '../areas/finance/billRevenue';
import { bookMonthHandlers } from '../areas/finance/bookMonth';
import { chargeFlowHandlers } from '../areas/finance/chargeFlow';
import { chargeItemHandlers } from '../areas/finance/chargeItem';
import { customerInvoiceHandlers } from '../areas/finance/customerInvoice';
import { eInvoiceHandlers } from '../areas/finance/eInvoice/eInvoice';
import type { PointOptions } from '../areas/finance/eInvoice/settings';
import { journalHandlers } from '../areas/finance/journal';
import { openItemHandlers } from '../areas/finance/openItem';
import { rateFeedHandlers } from '../areas/finance/rateFeed';
import type { RateSourceOptions } from '../areas/finance/rateSource';
import { supplierInvoiceHandlers } from '../areas/finance/supplier/supplierInvoice';
import { vatReturnHandlers } from '../areas/finance/vatReturn';
import { cmrHandlers } from '../areas/linehaul/cmr';
import { cmrConfigHandlers } from '../areas/linehaul/cmrConfigs';
import { cmrFileHandlers } from '../areas/linehaul/cmrFiles';
import { cmrMailHandlers } from '../areas/linehaul/cmrMails';
import { noaMailHandlers, utbMailHandlers } from '../areas/mail/letters';
import { mailHandlers } from '../areas/mail/mail';
import { monitorConfigHandlers } from '../areas/monitor/monitorConfig';
import { monitorRecordHandlers } from '../areas/monitor/monitorRecord';
import { netchbAccountHandlers } from '../areas/netchb/accounts';
import { filingHandlers } from '../areas/netchb/filing';
import { messageHandlers } from '../areas/partners/messages';
import { apiPushHandlers } from '../areas/partners/pushes';
import { thirdPartyHandlers } from '../areas/partners/thirdParty';
import { allReportHandlers } from '../areas/report';
import { homeReportHandlers } from '../areas/report/home';
import { reportRunHandlers, reportScheduleHandlers } from '../areas/report/schedule';
import { billTransportHandlers } from '../areas/scheduling/ofBill';
import { amsRecordHandlers } from '../areas/sea/amsRecord';
import { containerChargeHandlers } from '../areas/sea/containerCharges';
import { amsEntryHandlers, seaEntryHandlers } from '../areas/sea/entry';
import { netchbIsfHandlers, seaIsfHandlers } from '../areas/sea/isf';
import { seaBillHandlers } from '../areas/sea/seaBill';
import { seaNodeHandlers } from '../areas/sea/seaNode';
import { awbFileHandlers } from '../areas/tools/awbFile';
import { ccCodeHandlers } from '../areas/tools/ccCode';
import { invoiceFileHandlers } from '../areas/tools/invoiceFile';
import { tariffReadingHandlers } from '../areas/tools/tariffReading';
import { boxHandlers } from '../areas/warehouse/box';
import { collectionHandlers } from '../areas/warehouse/collecting';
import { inboundBatchHandlers } from '../areas/warehouse/inboundBatch';
import { labelHandlers } from '../areas/warehouse/labels';
import { pickClearanceHandlers, pickInboundHandlers, pickOutboundHandlers } from '../areas/warehouse/legs';
import { palletHandlers } from '../areas/warehouse/pallets';
import { pickHandlers } from '../areas/warehouse/pick';
import { pmcHandlers } from '../areas/warehouse/pmc';
import { scanHandlers } from '../areas/warehouse/scan';
import { stockHandlers } from '../areas/warehouse/stock';
import { stockCountHandlers } from '../areas/warehouse/stockCount';
import { stockRecordHandlers } from '../areas/warehouse/stockRecord';
import type { Context, GroupHandlers } from '../core/context';
import { documentFileHandlers } from '../core/documentFile';
import { recordHandlers } from '../core/records';
import type { Secrets } from '../core/secrets/secrets';

/**
 * A handler whose input http has checked against the endpoint's schemas. A method type, since its parameters are
 * compared loosely.
 */
type CheckedCall = { call(context: Context, input: Record<string, unknown>): Promise<unknown> }['call'];
/** The handler of an endpoint that is known only at run time. */
export type AnyHandler = CheckedCall & {
  /** Step before the transaction of a writing call; see `prepared` in context.ts. */
  readonly prepare?: CheckedCall;
};

/** Handlers of the warehouse, of trucks, and of where goods are. */
const goodsHandlers = {
  pick: pickHandlers,
  pickInbound: pickInboundHandlers,
  pickClearance: pickClearanceHandlers,
  pickOutbound: pickOutboundHandlers,
  pmc: pmcHandlers,
  inboundBatch: inboundBatchHandlers,
  box: boxHandlers,
  collection: collectionHandlers,
  pallet: palletHandlers,
  scan: scanHandlers,
  label: labelHandlers,
  cmr: cmrHandlers,
  cmrFile: cmrFileHandlers,
  cmrMail: cmrMailHandlers,
  cmrConfig: cmrConfigHandlers,
  custodyMove: custodyHandlers,
  custodyBalance: balanceHandlers,
  stock: stockHandlers,
  stockRecord: stockRecordHandlers,
  stockCount: stockCountHandlers,
} satisfies Partial<{ readonly [G in keyof Api]: GroupHandlers<G> }>;

/** Handlers of charges, invoices, payments and what is derived from them. */
const financeHandlers = {
  chargeItem: chargeItemHandlers,
  chargeFlow: chargeFlowHandlers,
  billCost: billCostHandlers,
  supplierInvoice: supplierInvoiceHandlers,
  billCostDiff: billCostDiffHandlers,
  billRevenue: billRevenueHandlers,
  billPayment: billPaymentHandlers,
  bankEntry: bankEntryHandlers,
  bookMonth: bookMonthHandlers,
  vatReturn: vatReturnHandlers,
  journal: journalHandlers,
  openItem: openItemHandlers,
  accrual: accrualHandlers,
  customerInvoice: customerInvoiceHandlers,
  billCustomer: billCustomerHandlers,
} satisfies Partial<{ readonly [G in keyof Api]: GroupHandlers<G> }>;

/** How handlers reach what is outside of the server. */
interface Outside {
  readonly rates: RateSourceOptions;
  readonly eInvoices: PointOptions;
}

/** All handlers of the contract; a missing one does not compile. */
export function allHandlers(
  captchas: Captchas,
  secrets: Secrets,
  { rates, eInvoices }: Outside,
): { readonly [G in keyof Api]: GroupHandlers<G> } {
  return {
    session: sessionHandlers(captchas),
    listView: listViewHandlers,
    bill: billHandlers,
    timeNode: timeNodeHandlers,
    awb: awbHandlers,
    attachment: attachmentHandlers,
    fileJob: fileJobHandlers,
    listImport: listImportHandlers,
    listTemplate: listTemplateHandlers,
    operateLog: operateLogHandlers,
    search: searchHandlers,
    tracking: trackingHandlers,
    thirdParty: thirdPartyHandlers,
    apiPush: apiPushHandlers,
    filing: filingHandlers,
    seaIsf: seaIsfHandlers,
    netchbIsf: netchbIsfHandlers,
    message: messageHandlers,
    ...recordHandlers,
    ...goodsHandlers,
    batch: { ...batchHandlers, ...batchLifeHandlers },
    clearance: clearanceHandlers,
    hsCheck: hsCheckHandlers,
    productId: productIdHandlers,
    t1: t1Handlers,
    parcel: parcelHandlers,
    fyco: fycoHandlers,
    abnormalCase: abnormalCaseHandlers,
    staff: staffHandlers,
    staffLog: staffLogHandlers,
    adminGroup: adminGroupHandlers,
    approvalConfig: approvalConfigHandlers,
    contract: contractHandlers,
    standardQuote: standardQuoteHandlers,
    orderQuote: orderQuoteHandlers,
    documentFile: documentFileHandlers,
    approvalLog: approvalLogHandlers,
    netchbAccount: netchbAccountHandlers(secrets),
    customsAccount: customsAccountHandlers,
    customsMessage: customsMessageHandlers,
    customsAnswer: customsAnswerHandlers,
    ...financeHandlers,
    clientContact: clientContactHandlers,
    clientRole: clientRoleHandlers,
    clientAccount: clientAccountHandlers,
    clientLog: clientLogHandlers,
    mail: mailHandlers(secrets),
    rateFeed: rateFeedHandlers(rates),
    eInvoice: eInvoiceHandlers(secrets, eInvoices),
    noaMail: noaMailHandlers,
    utbMail: utbMailHandlers,
    monitorConfig: monitorConfigHandlers,
    monitorRecord: monitorRecordHandlers,
    reportSchedule: reportScheduleHandlers,
    reportRun: reportRunHandlers,
    ccCode: ccCodeHandlers,
    tariffReading: tariffReadingHandlers,
    invoiceFile: invoiceFileHandlers,
    awbFile: awbFileHandlers,
    billTransport: billTransportHandlers,
    seaBill: seaBillHandlers,
    seaNode: seaNodeHandlers,
    containerCharge: containerChargeHandlers,
    seaEntry: seaEntryHandlers,
    amsEntry: amsEntryHandlers,
    amsRecord: amsRecordHandlers,
    ...allReportHandlers,
    homeReport: homeReportHandlers,
  };
}

/** Finds the handler of an endpoint by its name in the registry. */
export function handlerFinder(
  captchas: Captchas,
  secrets: Secrets,
  outside: Outside,
): (name: string) => AnyHandler {
  const groups: Record<string, Record<string, AnyHandler>> = allHandlers(captchas, secrets, outside);
  return (name) => {
    const [group = '', call = ''] = name.split('.');
    const handler = groups[group]?.[call];
    if (!handler) throw new Error(`no handler ${name}`);
    return handler;
  };
}

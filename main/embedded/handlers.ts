import type { Api } from '@contract/index';
import { adminGroupHandlers } from './access/adminGroup';
import type { Captchas } from './access/captcha';
import { listViewHandlers } from './access/listView';
import { operateLogHandlers } from './access/operateLog';
import { sessionHandlers } from './access/session';
import { staffHandlers } from './access/staff';
import { staffLogHandlers } from './access/staffLog';
import { attachmentHandlers } from './bill/attachment';
import { awbHandlers } from './bill/awb';
import { billHandlers } from './bill/bill';
import { searchHandlers } from './bill/billSearch';
import { timeNodeHandlers } from './bill/timeNodes';
import { trackingHandlers } from './bill/tracking';
import { approvalLogHandlers } from './business/approvalLog';
import { contractHandlers } from './business/contract';
import { orderQuoteHandlers } from './business/orderQuote';
import { standardQuoteHandlers } from './business/standardQuote';
import { approvalConfigHandlers } from './config/approvalConfig';
import type { Context, GroupHandlers } from './context';
import { clientAccountHandlers } from './customer/clientAccount';
import { clientContactHandlers } from './customer/clientContact';
import { clientLogHandlers } from './customer/clientLog';
import { clientRoleHandlers } from './customer/clientRole';
import { abnormalCaseHandlers } from './customs/abnormalCase';
import { batchHandlers } from './customs/batches';
import { clearanceHandlers } from './customs/clearance';
import { fycoHandlers } from './customs/fyco';
import { hsCheckHandlers } from './customs/hs';
import { parcelHandlers } from './customs/parcelList';
import { t1Handlers } from './customs/t1';
import { documentFileHandlers } from './documentFile';
import { fileJobHandlers } from './fileJobs/fileJob';
import { listImportHandlers, listTemplateHandlers } from './fileJobs/listImport';
import { billCostHandlers } from './finance/billCost';
import { billCostDiffHandlers } from './finance/billCostDiff';
import { billCustomerHandlers } from './finance/billCustomer';
import { billPaymentHandlers } from './finance/billPayment';
import { billRevenueHandlers } from './finance/billRevenue';
import { chargeFlowHandlers } from './finance/chargeFlow';
import { chargeItemHandlers } from './finance/chargeItem';
import { cmrHandlers } from './linehaul/cmr';
import { cmrConfigHandlers } from './linehaul/cmrConfigs';
import { cmrFileHandlers } from './linehaul/cmrFiles';
import { cmrMailHandlers } from './linehaul/cmrMails';
import { noaMailHandlers, utbMailHandlers } from './mail/letters';
import { mailHandlers } from './mail/mail';
import { monitorConfigHandlers } from './monitor/monitorConfig';
import { monitorRecordHandlers } from './monitor/monitorRecord';
import { netchbAccountHandlers } from './netchb/accounts';
import { filingHandlers } from './netchb/filing';
import { messageHandlers } from './partners/messages';
import { apiPushHandlers } from './partners/pushes';
import { thirdPartyHandlers } from './partners/thirdParty';
import { recordHandlers } from './records';
import { allReportHandlers } from './report';
import { homeReportHandlers } from './report/home';
import { reportRunHandlers, reportScheduleHandlers } from './report/schedule';
import { billTransportHandlers } from './scheduling/ofBill';
import { amsRecordHandlers } from './sea/amsRecord';
import { amsEntryHandlers, seaEntryHandlers } from './sea/entry';
import { netchbIsfHandlers, seaIsfHandlers } from './sea/isf';
import { seaBillHandlers } from './sea/seaBill';
import { seaNodeHandlers } from './sea/seaNode';
import type { Secrets } from './secrets/secrets';
import { awbFileHandlers } from './tools/awbFile';
import { ccCodeHandlers } from './tools/ccCode';
import { invoiceFileHandlers } from './tools/invoiceFile';
import { tariffReadingHandlers } from './tools/tariffReading';
import { boxHandlers } from './warehouse/box';
import { inboundBatchHandlers } from './warehouse/inboundBatch';
import { labelHandlers } from './warehouse/labels';
import { pickClearanceHandlers, pickInboundHandlers, pickOutboundHandlers } from './warehouse/legs';
import { palletHandlers } from './warehouse/pallets';
import { pickHandlers } from './warehouse/pick';
import { pmcHandlers } from './warehouse/pmc';

/** A handler whose input is known only at run time; http has checked it by the endpoint's schemas. */
export interface AnyHandler {
  (context: Context, input: Record<string, unknown>): Promise<unknown>;
  /** What is done before the transaction of a writing call; see `prepared` in context.ts. */
  readonly prepare?: (context: Context, input: Record<string, unknown>) => Promise<unknown>;
}

/** Every handler of the contract: one that is missing does not compile. */
export function allHandlers(
  captchas: Captchas,
  secrets: Secrets,
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
    batch: batchHandlers,
    clearance: clearanceHandlers,
    hsCheck: hsCheckHandlers,
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
    chargeItem: chargeItemHandlers,
    chargeFlow: chargeFlowHandlers,
    billCost: billCostHandlers,
    billCostDiff: billCostDiffHandlers,
    billRevenue: billRevenueHandlers,
    billPayment: billPaymentHandlers,
    billCustomer: billCustomerHandlers,
    clientContact: clientContactHandlers,
    clientRole: clientRoleHandlers,
    clientAccount: clientAccountHandlers,
    clientLog: clientLogHandlers,
    pick: pickHandlers,
    pickInbound: pickInboundHandlers,
    pickClearance: pickClearanceHandlers,
    pickOutbound: pickOutboundHandlers,
    pmc: pmcHandlers,
    inboundBatch: inboundBatchHandlers,
    box: boxHandlers,
    pallet: palletHandlers,
    label: labelHandlers,
    cmr: cmrHandlers,
    cmrFile: cmrFileHandlers,
    cmrMail: cmrMailHandlers,
    cmrConfig: cmrConfigHandlers,
    mail: mailHandlers(secrets),
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
    seaEntry: seaEntryHandlers,
    amsEntry: amsEntryHandlers,
    amsRecord: amsRecordHandlers,
    ...allReportHandlers,
    homeReport: homeReportHandlers,
  };
}

/** The handler of an endpoint by its name in the registry. */
export function handlerFinder(captchas: Captchas, secrets: Secrets): (name: string) => AnyHandler {
  const groups = allHandlers(captchas, secrets) as unknown as Record<string, Record<string, AnyHandler>>;
  return (name) => {
    const [group = '', call = ''] = name.split('.');
    const handler = groups[group]?.[call];
    if (!handler) throw new Error(`no handler ${name}`);
    return handler;
  };
}

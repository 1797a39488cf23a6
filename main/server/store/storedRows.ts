import { adminGroupRow } from '@contract/access/adminGroup';
import { listView } from '@contract/access/listView';
import { staffRow } from '@contract/access/staff';
import { attachmentRow } from '@contract/bill/attachment';
import { awbStored } from '@contract/bill/awb';
import { billRow } from '@contract/bill/bill';
import { billLogRow, timelineEvent } from '@contract/bill/billHistory';
import { approvalLogRow } from '@contract/business/document';
import { custodyMoveRow, moveView } from '@contract/custody/custody';
import { clientAccount } from '@contract/customer/clientAccount';
import { clientLogRow } from '@contract/customer/clientLog';
import { caseRow } from '@contract/customs/abnormalCase';
import { batchRow } from '@contract/customs/batch';
import { customsAnswerRow, customsExchange, customsMessageRow } from '@contract/customs/customsMessage';
import { declarationStep } from '@contract/customs/declarationStep';
import { fycoRow } from '@contract/customs/fyco';
import { hsLineRow } from '@contract/customs/hsCheck';
import { itemLineRow, parcelDetail, parcelEvent } from '@contract/customs/parcel';
import { unidentifiedRow } from '@contract/customs/productId';
import { t1Row } from '@contract/customs/t1';
import { documentFileRow } from '@contract/documentFile';
import { fileJobRow } from '@contract/files/fileJobRow';
import { bankEntryRow, bankStatementRow } from '@contract/finance/bankEntry';
import { billCostRow } from '@contract/finance/billCost';
import { billCostDiffRow } from '@contract/finance/billCostDiff';
import { statementSent } from '@contract/finance/billCustomer';
import { billPaymentRow } from '@contract/finance/billPayment';
import { billRevenueRow } from '@contract/finance/billRevenue';
import { storedMonth } from '@contract/finance/bookMonth';
import { customerInvoiceRow } from '@contract/finance/customerInvoice';
import { eInvoiceRow, eInvoiceSettings } from '@contract/finance/eInvoice';
import { rateFeed } from '@contract/finance/rateFeed';
import { supplierInvoiceRow } from '@contract/finance/supplierInvoiceRow';
import { cmrRow } from '@contract/linehaul/cmr';
import { cmrFileRow } from '@contract/linehaul/cmrFile';
import { cmrMailRow } from '@contract/linehaul/cmrMail';
import { noaMailRow, utbMailRow } from '@contract/mail/letter';
import { mailRow, mailSettings } from '@contract/mail/mail';
import { monitorRecordRow } from '@contract/monitor/monitorRecord';
import { apiPushRow } from '@contract/partners/apiPush';
import { messageRow } from '@contract/partners/message';
import { thirdPartyRow } from '@contract/partners/thirdParty';
import { reportRunRow, reportSchedule } from '@contract/report/schedule';
import { resources } from '@contract/resources';
import { scheduleChange } from '@contract/scheduling/parts';
import { seaContainer } from '@contract/scheduling/seaTransport';
import { filingExchange, filingRow } from '@contract/sea/filing';
import { entryAnswer } from '@contract/sea/seaEntry';
import { isfAnswer } from '@contract/sea/seaIsf';
import { seaNode, seaNodeRow } from '@contract/sea/seaNode';
import { extended } from '@contract/shape';
import { awbFileRow } from '@contract/tools/awbFile';
import { invoiceFileRow } from '@contract/tools/invoiceFile';
import { tariffReadingRow } from '@contract/tools/tariffReading';
import { boxView } from '@contract/warehouse/box';
import { collectionRow } from '@contract/warehouse/collection';
import { labelSettings } from '@contract/warehouse/label';
import { palletRow } from '@contract/warehouse/pallet';
import { inboundLegRow, pickRow } from '@contract/warehouse/pick';
import { pmcListRow, pmcRow } from '@contract/warehouse/pmc';
import { stockCountRow, stockDifference } from '@contract/warehouse/stockCount';
import type * as z from 'zod';

/** The contract row of a table or view, and its fields without a column of their own. */
function holds<R extends z.ZodObject, const E extends readonly (keyof R['shape'] & string)[]>(
  row: R,
  ...elsewhere: E
) {
  return { row, elsewhere };
}

/** Every plain resource is stored completely. */
const plainRows = Object.fromEntries(
  Object.entries(resources).map(([name, { row }]) => [name, { row, elsewhere: [] }]),
) as unknown as {
  readonly [N in keyof typeof resources]: {
    readonly row: (typeof resources)[N]['row'];
    readonly elsewhere: readonly [];
  };
};

/** Fields of an accounting line that its views read from the bill. */
const OF_BILL = ['billNo', 'batchNo', 'customerId', 'billArchived'] as const;

/**
 * Contract row of each table and view. The column types are derived from it: see `tables.ts`. A field listed after its
 * row is calculated on reading, or stored in a column of another kind, which `tables.ts` names.
 */
export const storedRows = {
  ...plainRows,
  adminGroup: holds(adminGroupRow, 'memberCount'),
  /** Permission groups with their number of members. */
  groupOfStaff: holds(adminGroupRow),
  staff: holds(staffRow),
  operateLog: holds(clientLogRow),
  listView: holds(
    listView,
    ...(['ownerName', 'mine', 'isDefault', 'groupIds', 'ofGroup'] as const),
    ...(['asked', 'layout'] as const),
  ),

  clientAccount: holds(clientAccount.row),
  approvalLog: holds(approvalLogRow),
  documentFile: holds(documentFileRow),

  billCost: holds(billCostRow, ...OF_BILL, 'paymentNo', 'reversed'),
  billCostOfBill: holds(billCostRow),
  billRevenue: holds(billRevenueRow, ...OF_BILL),
  billRevenueOfBill: holds(billRevenueRow),
  customerInvoice: holds(customerInvoiceRow, 'openAmount', 'eInvoiceState'),
  customerInvoiceOpen: holds(customerInvoiceRow),
  supplierInvoice: holds(supplierInvoiceRow, 'state', 'costAmount', 'fileKept'),
  supplierInvoiceOfCosts: holds(supplierInvoiceRow),
  billCostDiff: holds(
    billCostDiffRow,
    ...(['billNo', 'batchNo', 'billArchived', 'supplierId', 'feeCategoryId', 'costNo'] as const),
  ),
  billCostDiffOfBill: holds(billCostDiffRow),
  billPayment: holds(billPaymentRow),
  bookMonth: holds(storedMonth),
  bankStatement: holds(bankStatementRow),
  bankEntry: holds(bankEntryRow, 'account', 'companyId', 'statementNo', 'currency', 'paymentNo'),
  bankEntryOfStatement: holds(bankEntryRow),
  statementMail: holds(statementSent, 'state'),
  statementMailSent: holds(statementSent),

  bill: holds(billRow),
  billLog: holds(billLogRow),
  timelineEvent: holds(timelineEvent),
  attachment: holds(attachmentRow, 'billNo', 'batchNo'),
  attachmentOfBill: holds(attachmentRow),
  /** Waybills with the sums of their batches, maintained by the database itself. */
  awb: holds(awbStored),
  pick: holds(pickRow),
  inboundLegOfBill: holds(inboundLegRow),
  pmc: holds(pmcRow),
  pmcOfBill: holds(pmcListRow),
  box: holds(boxView, 'pickNo', 'palletNo', 'photos'),
  custodyMove: holds(custodyMoveRow),
  custodyMoveOfBill: holds(moveView),
  stockCount: holds(stockCountRow),
  stockDifference: holds(stockDifference, 'billNo', 'batchNo', 'caseNo'),
  collection: holds(collectionRow),
  pallet: holds(palletRow),
  labelSettings: holds(labelSettings),
  cmr: holds(cmrRow),
  cmrFile: holds(cmrFileRow),
  cmrMail: holds(cmrMailRow, 'configName', 'files', 'state', 'error', 'answer', 'sentAt'),

  batch: holds(
    batchRow,
    ...(['parcelsClearance', 'parcelsFree', 'parcelsHeld', 'parcelsFailed', 'transmitted'] as const),
  ),
  declarationStep: holds(declarationStep),
  /** A message to a customs office of the EU, and its calls. */
  customsMessage: holds(customsMessageRow),
  customsExchange: holds(customsExchange),
  customsAnswer: holds(customsAnswerRow, 'reason'),
  parcel: holds(
    parcelDetail,
    ...(['billNo', 'batchNo', 'boxNo', 'palletNo', 'clearanceBatch', 'prefix', 'totalParcelCount'] as const),
    ...([
      'landingAirportId',
      'delivered',
      'masked',
      'procedures',
      'unidentified',
      'lines',
      'history',
      'place',
      'outboundAt',
    ] as const),
  ),
  parcelEvent: holds(parcelEvent),
  itemLine: holds(itemLineRow, 'currency'),
  hsLine: holds(hsLineRow, 'message'),
  unidentifiedLine: holds(unidentifiedRow),
  t1: holds(t1Row),
  fyco: holds(fycoRow, 'billNo', 'batchNo', 'trackingNo', 'boxNo', 'parcelState', 'landingAirportId'),
  abnormalCase: holds(
    caseRow,
    ...(['billNo', 'batchNo', 'boxNo', 'trackingNo', 'pickNo'] as const),
    ...(['photoCount', 'parcelAbnormal', 'landingAirportId'] as const),
    ...(['noticeSentAt', 'noticeMailState', 'noticeOpen'] as const),
  ),

  seaContainer: holds(seaContainer),
  scheduleChange: holds(scheduleChange),
  seaNode: holds(seaNode),
  seaNodeOfBill: holds(seaNodeRow),
  /** A customs response to an ISF. */
  isfAnswer: holds(isfAnswer, 'codes'),
  entryAnswer: holds(entryAnswer),
  /** A message to the gateway of US customs. */
  filing: holds(filingRow),
  /** One gateway call about a filing, or several with the same result. */
  filingExchange: holds(filingExchange),

  fileJob: holds(fileJobRow, 'billNo', 'batchNo', 'hasErrorFile', 'errorFileName'),
  fileJobOfBill: holds(fileJobRow),
  invoiceFileOfJob: holds(invoiceFileRow),
  awbFileOfJob: holds(awbFileRow),
  tariffReadingOfJob: holds(tariffReadingRow),
  apiPush: holds(apiPushRow),
  thirdPartyLog: holds(thirdPartyRow),
  message: holds(messageRow),
  mailSettings: holds(mailSettings, 'hasPassword'),
  rateFeed: holds(rateFeed, 'hasFolder'),
  eInvoiceSettings: holds(eInvoiceSettings, 'hasKey', 'hasFolder'),
  eInvoice: holds(eInvoiceRow),
  mail: holds(mailRow),
  /** Fields of both kinds of partners' email, of which a row fills one. */
  letter: holds(
    extended(noaMailRow, () => utbMailRow.shape),
    ...(['billNo', 'batchNo', 'landingAirportId', 'boxCount', 'difference', 'currency'] as const),
  ),
  noaMail: holds(noaMailRow),
  utbMail: holds(utbMailRow),
  monitorRecord: holds(
    monitorRecordRow,
    ...(['status', 'toEmails', 'ccEmails', 'subject', 'attempts', 'sentAt', 'error'] as const),
  ),
  monitorRecordOfMail: holds(monitorRecordRow),
  reportSchedule: holds(reportSchedule.row),
  reportRun: holds(reportRunRow),
};

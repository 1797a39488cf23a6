import type { adminGroupRow } from '@contract/access/adminGroup';
import type { ViewScope } from '@contract/access/listView';
import type { StaffRow } from '@contract/access/staff';
import type { attachmentRow } from '@contract/bill/attachment';
import type { awbStored } from '@contract/bill/awb';
import type { billLogRow, billRow, timelineEvent } from '@contract/bill/bill';
import type { contract } from '@contract/business/contract';
import type { approvalLogRow } from '@contract/business/document';
import type { orderQuote } from '@contract/business/orderQuote';
import type { standardQuote } from '@contract/business/standardQuote';
import type { taxation } from '@contract/business/taxation';
import type { airport } from '@contract/config/airport';
import type { approvalConfig } from '@contract/config/approvalConfig';
import type { cargoStation } from '@contract/config/cargoStation';
import type { channelCode } from '@contract/config/channelCode';
import type { country } from '@contract/config/country';
import type { destination } from '@contract/config/destination';
import type { feeCategory } from '@contract/config/feeCategory';
import type { ioss } from '@contract/config/ioss';
import type { lastMile } from '@contract/config/lastMile';
import type { mark } from '@contract/config/mark';
import type { netchbAccount } from '@contract/config/netchbAccount';
import type { service } from '@contract/config/service';
import type { warehouse } from '@contract/config/warehouse';
import type { clientAccount } from '@contract/customer/clientAccount';
import type { clientCompany } from '@contract/customer/clientCompany';
import type { clientContact } from '@contract/customer/clientContact';
import type { clientGroup } from '@contract/customer/clientGroup';
import type { clientLogRow } from '@contract/customer/clientLog';
import type { clientRole } from '@contract/customer/clientRole';
import type { customer } from '@contract/customer/customer';
import type { hsLineRow } from '@contract/customs/hsCheck';
import type { hsCode } from '@contract/customs/hsCode';
import type { t1Row } from '@contract/customs/t1';
import type { FileOwner } from '@contract/documentFile';
import type { KindOf } from '@contract/fields';
import type { fileJobRow } from '@contract/files/fileJobRow';
import type { FileKind } from '@contract/files/fileKindNames';
import type { billCostRow } from '@contract/finance/billCost';
import type { billCostDiffRow } from '@contract/finance/billCostDiff';
import type { billPaymentRow } from '@contract/finance/billPayment';
import type { billRevenueRow } from '@contract/finance/billRevenue';
import type { chargeFlow } from '@contract/finance/chargeFlow';
import type { chargeItem } from '@contract/finance/chargeItem';
import type { dayRate } from '@contract/finance/dayRate';
import type { cmrRow } from '@contract/linehaul/cmr';
import type { cmrConfig } from '@contract/linehaul/cmrConfig';
import type { LetterState, noaMailRow, utbMailRow } from '@contract/mail/letter';
import type { mailbox } from '@contract/mail/mailbox';
import type { monitorConfig } from '@contract/monitor/monitorConfig';
import type { monitorRecordRow } from '@contract/monitor/monitorRecord';
import type { reportRunRow, reportSchedule } from '@contract/report/schedule';
import type { LetterKind } from '@contract/rules/letterReading';
import type { airTransport } from '@contract/scheduling/airTransport';
import type { parcelForecast } from '@contract/scheduling/parcelForecast';
import type { scheduleChange } from '@contract/scheduling/parts';
import type { seaContainer, seaTransport } from '@contract/scheduling/seaTransport';
import type { amsRecord } from '@contract/sea/amsRecord';
import type { filingExchange, filingRow } from '@contract/sea/filing';
import type { seaBill } from '@contract/sea/seaBill';
import type { entryAnswer, seaEntry } from '@contract/sea/seaEntry';
import type { isfAnswer, seaIsf } from '@contract/sea/seaIsf';
import type { seaNode, seaNodeRow } from '@contract/sea/seaNode';
import type { usRate } from '@contract/sea/usRate';
import type { awbFileRow } from '@contract/tools/awbFile';
import type { invoiceFileRow } from '@contract/tools/invoiceFile';
import type { tariffReadingRow } from '@contract/tools/tariffReading';
import type { inboundLegRow } from '@contract/warehouse/pick';
import type { pmcListRow } from '@contract/warehouse/pmc';
import type { Generated } from 'kysely';
import type * as z from 'zod';

/** What a field of the contract is in SQL: amounts, weights and volumes are scaled integers, lists are JSON. */
type Sql<S> =
  S extends z.ZodNullable<infer I>
    ? Sql<I> | null
    : [KindOf<S>] extends [never]
      ? z.output<S & z.ZodType>
      : KindOf<S> extends 'money' | 'fixed' | 'weight' | 'volume' | 'decimal' | 'flag'
        ? number
        : KindOf<S> extends
              | 'codes'
              | 'refs'
              | 'approvalSteps'
              | 'chargeSteps'
              | 'lines'
              | 'totals'
              | 'table'
              | 'block'
              | 'json'
          ? string
          : z.output<S & z.ZodType>;
/** The columns of a row of the contract. */
type TableOf<R extends z.ZodObject> = {
  -readonly [K in keyof R['shape']]: K extends 'id'
    ? R['shape'][K] extends z.ZodString
      ? string
      : Generated<number>
    : Sql<R['shape'][K]>;
};

interface Staff {
  id: Generated<number>;
  username: string;
  realName: string;
  email: string;
  phone: string | null;
  passwordHash: string;
  groupId: number;
  superAdmin: number;
  loginAllowed: number;
  pdaBarcodeEntry: number;
  mustChangePassword: number;
  avatarFileId: string | null;
  /** Ids, as JSON. */
  warehouseIds: Generated<string>;
  companyName: string;
  lastLoginAt: string | null;
  registeredAt: string;
  version: number;
  role: StaffRow['role'];
  /** When it was deleted: the row stays for the records that name it. */
  deletedAt: string | null;
}

/** One truck trip from the cargo station with its four legs. */
interface Pick {
  id: Generated<number>;
  billId: number;
  pickNo: string;
  kind: 'own' | 'broker' | 'customer' | 'direct';
  plateNo: string;
  pickupBoxes: number;
  pickupWeight: number;
  pickupStartAt: string | null;
  pickupFinishAt: string | null;
  pickupFinished: number;
  inboundBoxes: number | null;
  inboundStartAt: string | null;
  inboundFinishAt: string | null;
  inboundFinished: number;
  clearanceBoxes: number | null;
  clearanceStartAt: string | null;
  clearanceFinishAt: string | null;
  clearanceFinished: number;
  outboundBoxes: number | null;
  outboundPallets: number | null;
  outboundStartAt: string | null;
  outboundFinishAt: string | null;
  outboundFinished: number;
  differenceReason: string | null;
  remark: string | null;
  version: Generated<number>;
  truckerName: string | null;
  driverName: string | null;
  driverPhone: string | null;
  slotAt: string | null;
  inboundWeight: number | null;
  inboundPhotos: Generated<string>;
  clearanceParcels: Generated<number>;
  outboundWeight: number | null;
  cmrNo: string | null;
  createdAt: string | null;
  createdBy: number | null;
  updatedAt: string | null;
  updatedBy: number | null;
}

/** One declaration file's worth of a bill. */
interface Batch {
  id: Generated<number>;
  billId: number;
  batchNo: string;
  declarationSystem: 'DECO' | 'AGS' | 'H1_BE' | 'ABI';
  declarationType: 'H7' | 'H1' | 'H6' | '01' | '11';
  lrn: string | null;
  mrn: string | null;
  lines: number;
  parcels: number;
  boxes: number;
  weight: number;
  value: number;
  currency: string;
  status: 'prepared' | 'declared' | 'accepted' | 'rejected' | 'control' | 'released';
  declaredAt: string | null;
  releasedAt: string | null;
  version: Generated<number>;
  fileJobId: number | null;
  brokerName: string | null;
  declarantName: string | null;
  rejectReason: string | null;
  updatedAt: string | null;
  updatedBy: number | null;
}

interface Box {
  id: Generated<number>;
  billId: number;
  boxNo: string;
  batchId: number | null;
  uldNo: string | null;
  declaredParcels: number;
  weight: number;
  measuredWeight: number | null;
  destinationCode: string | null;
  tapeColor: string | null;
  state: 'expected' | 'received' | 'blocked' | 'ready' | 'palletised' | 'loaded' | 'delivered' | 'missing';
  inboundAt: string | null;
  outboundAt: string | null;
  pickId: number | null;
  palletId: number | null;
  scannedParcels: number | null;
  length: number | null;
  width: number | null;
  height: number | null;
  inboundBy: number | null;
  outboundBy: number | null;
  photos: Generated<string>;
  remark: string | null;
  fileJobId: number | null;
}

export type ParcelState = 'clearance' | 'free' | 'held' | 'failed' | 'abnormal' | 'completed';

interface Parcel {
  id: Generated<number>;
  billId: number;
  boxId: number;
  batchId: number | null;
  trackingNo: string;
  orderNo: string | null;
  state: ParcelState;
  previousState: ParcelState | null;
  holdReason: string | null;
  failReason: string | null;
  consigneeName: string;
  city: string;
  postcode: string;
  country: string;
  sellerName: string;
  iossNo: string | null;
  vatScheme: 'ioss' | 'special' | 'standard';
  value: number;
  currency: string;
  grossWeight: number;
  declarationSystem: 'DECO' | 'AGS';
  hsStatus: 'unprocessed' | 'success' | 'failed' | 'exception';
  createdAt: string;
  releasedAt: string | null;
  completedAt: string | null;
  referenceNo: string | null;
  address: string | null;
  phone: string | null;
  email: string | null;
  freight: number | null;
  mrn: string | null;
  fyco: Generated<number>;
  disposition: string | null;
  abnormalType: string | null;
  stateRemark: string | null;
  heldAt: string | null;
  failedAt: string | null;
  outboundAt: string | null;
  destinationCode: string | null;
  fileJobId: number | null;
  stateAt: string | null;
}

/** What happened to one parcel. */
interface ParcelEvent {
  id: Generated<number>;
  billId: number;
  parcelId: number;
  at: string;
  what: string;
  toState: string;
  operatorName: string | null;
  remark: string | null;
}

interface ItemLine {
  id: Generated<number>;
  parcelId: number;
  lineNo: number;
  sku: string | null;
  nameEn: string;
  nameCn: string | null;
  hsCode: string;
  quantity: number;
  unitPrice: number;
  lineValue: number;
  netWeight: number | null;
  originCountry: string;
  material: string | null;
  productUrl: string | null;
  hsStatus: string | null;
  hsProblem: string | null;
  hsMessage: string | null;
  inputHsCode: string | null;
  fixedBy: number | null;
  fixedAt: string | null;
  fixReason: string | null;
}

interface Pmc {
  id: Generated<number>;
  version: number;
  createdAt: string;
  createdBy: number | null;
  updatedAt: string;
  updatedBy: number | null;
  billId: number;
  pickId: number | null;
  uldNo: string;
  boxes: number | null;
  weight: number | null;
  state: string;
  collectedAt: string | null;
  collectedFrom: number | null;
  unloadedAt: string | null;
  returnedAt: string | null;
  returnedTo: string | null;
  freeDays: number;
  netCount: number | null;
  strapCount: number | null;
  lostReason: string | null;
  remark: string | null;
}

type Cmr = TableOf<typeof cmrRow>;

interface DocumentFileColumns extends Omit<CmrFileColumns, 'cmrId' | 'kind'> {
  docType: FileOwner;
  docId: number;
}

interface CmrFileColumns {
  id: string;
  cmrId: number;
  kind: 'pod' | 'attachment';
  fileName: string;
  size: number;
  mime: string;
  fileId: string;
  uploadedBy: number | null;
  uploadedAt: string;
}

export interface CmrMailColumns {
  id: Generated<number>;
  cmrId: number;
  configId: number | null;
  trigger: string;
  createdAt: string;
  createdBy: number | null;
  dueAt: string;
  toEmails: string;
  ccEmails: string;
  subject: string;
  body: string;
  attachPdf: number;
  attachExcel: number;
  attachPod: number;
  fileIds: Generated<string>;
  fault: string | null;
  faultText: string | null;
  mailId: number | null;
}

interface StatementMail {
  id: Generated<number>;
  customerId: number;
  period: string;
  currency: string;
  language: string;
  toEmails: string;
  ccEmails: string;
  sentAt: string;
  sentBy: number | null;
  mailId: number | null;
}

interface ListViewColumns {
  id: Generated<number>;
  version: number;
  list: string;
  name: string;
  scope: ViewScope;
  ownerId: number;
  tab: string | null;
  asked: string;
  sort: string;
  layout: string | null;
  updatedAt: string;
}

interface CmrBill {
  cmrId: number;
  billId: number;
}

interface Pallet {
  id: Generated<number>;
  version: number;
  createdAt: string;
  createdBy: number | null;
  updatedAt: string;
  updatedBy: number | null;
  palletNo: string;
  sscc: string | null;
  warehouseId: number | null;
  destinationCode: string;
  type: string;
  height: number | null;
  weight: Generated<number>;
  state: string;
  builtAt: string;
  builtBy: number | null;
  closedAt: string | null;
  cmrId: number | null;
  remark: string | null;
}

interface Fyco {
  id: Generated<number>;
  version: number;
  createdAt: string;
  createdBy: number | null;
  updatedAt: string;
  updatedBy: number | null;
  billId: number;
  parcelId: number | null;
  boxId: number | null;
  noticeAt: string;
  noticeRef: string | null;
  type: string;
  reason: string;
  presentedAt: string | null;
  location: string | null;
  inspectedAt: string | null;
  officer: string | null;
  result: string | null;
  resultAt: string | null;
  state: string;
  remark: string | null;
}

interface AbnormalCase {
  id: Generated<number>;
  version: number;
  createdAt: string;
  createdBy: number | null;
  updatedAt: string;
  updatedBy: number | null;
  caseNo: string;
  billId: number;
  boxId: number | null;
  parcelId: number | null;
  type: string;
  level: string;
  quantity: number;
  state: string;
  foundAt: string;
  foundBy: number | null;
  description: string | null;
  responsible: string | null;
  resolution: string | null;
  photos: Generated<string>;
  closedAt: string | null;
}

interface FileJob {
  id: Generated<number>;
  version: number;
  createdAt: string;
  createdBy: number | null;
  updatedAt: string;
  updatedBy: number | null;
  kind: FileKind;
  billId: number | null;
  fileName: string;
  fileId: string;
  fileHash: string;
  size: number;
  options: string;
  status: 'unprocessed' | 'processing' | 'success' | 'failed' | 'exception';
  progress: Generated<number>;
  totalRows: Generated<number>;
  okRows: Generated<number>;
  errorRows: Generated<number>;
  warningRows: Generated<number>;
  startedAt: string | null;
  finishedAt: string | null;
  problem: string | null;
  errorFileId: string | null;
  changes: string | null;
  replacedJobId: number | null;
  restartCount: Generated<number>;
  undoneAt: string | null;
  appliedAt: string | null;
  attempts: Generated<number>;
  doneRow: Generated<number>;
}

interface FileEffect {
  jobId: number;
  row: number;
  what: string;
  recordId: number;
  before: string | null;
  after: string | null;
}

interface FileIssue {
  jobId: number;
  /** Empty for a file that is one sheet. */
  sheet: string;
  row: number;
  columnKey: string;
  header: string;
  value: string;
  code: string;
  params: string;
  level: string;
}

/** A file that a conversion made; `name` says which of those of its kind. */
interface FileOutput {
  jobId: number;
  name: string;
  fileId: string;
  rows: Generated<number>;
}

interface FileStatistic {
  jobId: number;
  billId: number | null;
  agsLines: Generated<number>;
  agsParcels: Generated<number>;
  agsBoxes: Generated<number>;
  agsWeight: Generated<number>;
  decoLines: Generated<number>;
  decoParcels: Generated<number>;
  decoBoxes: Generated<number>;
  decoWeight: Generated<number>;
  totalLines: Generated<number>;
  totalParcels: Generated<number>;
  totalBoxes: Generated<number>;
  totalWeight: Generated<number>;
  totalValue: Generated<number>;
  currency: string;
  distinctHs6: Generated<number>;
  itemDutyEstimate: Generated<number>;
  lockedIoss: Generated<number>;
  errorLines: Generated<number>;
}

/** A message to the gateway of US customs, and how much of what customs said of it has been taken in. */
type FilingColumns = TableOf<typeof filingRow> & { content: string; lastEvent: number };

/** An ISF with the contents that were sent last and those that customs accepted last, as JSON. */
type SeaIsfColumns = TableOf<typeof seaIsf.row> & {
  sentContent: string | null;
  filedContent: string | null;
  filedContentAt: string | null;
};

/** Something that customs said of an ISF. */
type IsfAnswerColumns = Omit<TableOf<typeof isfAnswer>, 'codes'> & { isfId: number; codes: string };

/** One call of the gateway about a filing, or several that came to the same. */
type FilingExchangeColumns = TableOf<typeof filingExchange> & { filingId: number };

interface ApiPush {
  id: Generated<number>;
  billId: number | null;
  customerId: number | null;
  billNo: string;
  batchNo: string;
  event: string;
  target: string;
  payload: string;
  status: string;
  attempts: Generated<number>;
  nextAt: string | null;
  responseStatus: number | null;
  response: string | null;
  createdAt: string;
  finishedAt: string | null;
}

interface ApiPushAttempt {
  id: Generated<number>;
  pushId: number;
  at: string;
  durationMs: number;
  responseStatus: number | null;
  response: string | null;
  error: string | null;
}

interface ThirdPartyLog {
  id: Generated<number>;
  at: string;
  partner: string;
  customerId: number | null;
  endpoint: string;
  requestBody: string;
  responseStatus: number;
  responseBody: string;
  billId: number | null;
  billNo: string | null;
  batchNo: string | null;
  result: string;
  ip: string | null;
  durationMs: number | null;
}

interface MailSettings {
  id: Generated<number>;
  version: number;
  updatedAt: string;
  updatedBy: number | null;
  host: string | null;
  port: number;
  security: string;
  username: string | null;
  fromAddress: string | null;
}

interface LabelSettingsColumns {
  id: Generated<number>;
  version: number;
  updatedAt: string;
  updatedBy: number | null;
  companyPrefix: string | null;
  extensionDigit: number;
}

export interface MailColumns {
  id: Generated<number>;
  createdAt: string;
  createdBy: number | null;
  messageId: string;
  toEmails: string;
  ccEmails: string;
  subject: string;
  text: string;
  fileIds: string;
  fileCount: Generated<number>;
  objectType: string | null;
  objectNo: string | null;
  state: string;
  attempts: Generated<number>;
  nextAt: string | null;
  sentAt: string | null;
  error: string | null;
  answer: string | null;
}

interface Letter {
  id: Generated<number>;
  version: number;
  createdAt: string;
  createdBy: number | null;
  updatedAt: string;
  updatedBy: number | null;
  kind: LetterKind;
  receivedAt: string;
  mailFrom: string;
  mailTo: string | null;
  subject: string | null;
  text: string;
  messageId: string | null;
  hash: string;
  mailboxId: number | null;
  status: LetterState;
  billId: number | null;
  statedBillNo: string | null;
  taken: Generated<string>;
  fileId: string | null;
  fileCount: Generated<number>;
  leftOut: Generated<string>;
  openedAt: string | null;
  ignoreReason: string | null;
  processedAt: string | null;
  processedBy: number | null;
  pieces: number | null;
  weight: number | null;
  cargoStationId: number | null;
  readyAt: string | null;
  storageFrom: string | null;
  mrn: string | null;
  utbNo: string | null;
  dutyAmount: number | null;
  vatAmount: number | null;
  itemDutyAmount: number | null;
  otherAmount: number | null;
  totalAmount: number | null;
  currency: string | null;
  dueDate: string | null;
  paymentReference: string | null;
}

interface MonitorRecordColumns {
  id: Generated<number>;
  configId: number;
  event: string;
  objectType: string;
  objectId: number;
  objectNo: string;
  occurrence: string;
  billId: number | null;
  since: string;
  triggeredAt: string;
  endedAt: string | null;
  mailId: number | null;
}

interface Message {
  id: Generated<number>;
  receiverId: number;
  type: string;
  textEn: string;
  textCn: string;
  billId: number | null;
  billNo: string | null;
  batchNo: string | null;
  link: string | null;
  senderName: string;
  sentAt: string;
  readAt: string | null;
}

/** What views say of the bill of a line. */
type OfBill = 'billNo' | 'batchNo' | 'customerId' | 'billArchived';
/** A flight or a voyage: one of the two. */
interface OfTransport {
  airTransportId: number | null;
  seaTransportId: number | null;
}

/** Space that a bill takes on a flight or a voyage; kg in grams. */
interface Booking extends OfTransport {
  id: Generated<number>;
  billId: number;
  kg: number;
  positions: number;
  bookedAt: string;
  bookedBy: number | null;
}

/** The tables of the embedded API, by name. */
export interface Database {
  /** What is known of the database itself. */
  fact: { name: 'seed' | 'restored' | 'home'; value: string };
  adminGroup: {
    id: Generated<number>;
    name: string;
    nameCn: string;
    description: string | null;
    superAdmin: number;
    version: number;
  };
  /** Permission groups with how many people are in them. */
  groupOfStaff: TableOf<typeof adminGroupRow>;
  groupPermission: { groupId: number; permissionId: string };
  staff: Staff;
  session: {
    tokenHash: string;
    staffId: number;
    createdAt: string;
    lastUsedAt: string;
    userAgent: string | null;
    ip: string | null;
  };
  loginAttempt: { id: Generated<number>; username: string; at: string };
  operateLog: TableOf<typeof clientLogRow>;
  idempotency: {
    key: string;
    staffId: number;
    endpoint: string;
    requestHash: string;
    answer: string;
    at: string;
  };
  storedFile: {
    id: string;
    fileName: string;
    mime: string;
    size: number;
    hash: string;
    createdAt: string;
    createdBy: number | null;
  };

  country: TableOf<typeof country.row>;
  airport: TableOf<typeof airport.row>;
  cargoStation: TableOf<typeof cargoStation.row>;
  warehouse: TableOf<typeof warehouse.row>;
  service: TableOf<typeof service.row>;
  lastMile: TableOf<typeof lastMile.row>;
  destination: TableOf<typeof destination.row>;
  channelCode: TableOf<typeof channelCode.row>;
  mark: TableOf<typeof mark.row>;
  feeCategory: TableOf<typeof feeCategory.row>;
  chargeItem: TableOf<typeof chargeItem.row>;
  chargeFlow: TableOf<typeof chargeFlow.row>;
  /** Stages of bills for which a flow has made its lines. */
  chargedStage: { billId: number; stage: string; flowId: number; at: string };
  dayRate: TableOf<typeof dayRate.row>;
  billCost: Omit<TableOf<typeof billCostRow>, OfBill | 'paymentNo' | 'reversed'>;
  billCostOfBill: TableOf<typeof billCostRow>;
  billRevenue: Omit<TableOf<typeof billRevenueRow>, OfBill>;
  billRevenueOfBill: TableOf<typeof billRevenueRow>;
  billCostDiff: Omit<TableOf<typeof billCostDiffRow>, OfBill | 'supplierId' | 'feeCategoryId' | 'costNo'> & {
    dueDate: string | null;
  };
  billCostDiffOfBill: TableOf<typeof billCostDiffRow>;
  billPayment: TableOf<typeof billPaymentRow>;
  /** What of a payment is set against a line. */
  paymentLine: {
    id: Generated<number>;
    paymentId: number;
    billId: number;
    costId: number | null;
    revenueId: number | null;
    amount: number;
  };
  clientCompany: TableOf<typeof clientCompany.row>;
  clientGroup: TableOf<typeof clientGroup.row>;
  approvalConfig: TableOf<typeof approvalConfig.row>;
  netchbAccount: TableOf<typeof netchbAccount.row>;
  clientContact: TableOf<typeof clientContact.row>;
  clientRole: TableOf<typeof clientRole.row>;
  clientAccount: TableOf<typeof clientAccount.row> & { passwordHash: string | null };
  customer: TableOf<typeof customer.row> & { apiKeyHash: string | null };
  /** Which ULDs a bill names: kept by the database itself, so that they are found by an index. */
  billUld: { billId: number; uldNo: string };
  billCount: { customerId: number; archived: number; stage: string; clearanceStatus: string; n: number };
  ioss: TableOf<typeof ioss.row>;

  bill: TableOf<typeof billRow> & {
    pickupClosedBoxes: number | null;
    /** Orders bills by what is due next: see rules/nextDue. */
    dueOrder: string | null;
  };
  pick: Pick;
  batch: Batch;
  box: Box;
  parcel: Parcel;
  itemLine: ItemLine;
  hsLine: TableOf<typeof hsLineRow> & { parcelId: number; hsMessage: string | null };
  parcelEvent: ParcelEvent;
  timelineEvent: TableOf<typeof timelineEvent> & { billId: number };
  billLog: TableOf<typeof billLogRow>;
  attachment: Omit<TableOf<typeof attachmentRow>, 'billNo' | 'batchNo'> & { fileId: string };
  attachmentOfBill: TableOf<typeof attachmentRow>;
  /** Waybills with the sums of their batches, written by the database itself. */
  awb: TableOf<typeof awbStored> & { archived: number };
  pmc: Pmc;
  pmcOfBill: TableOf<typeof pmcListRow>;
  inboundLegOfBill: TableOf<typeof inboundLegRow> & { inboundFinished: number; archived: number };
  cmr: Cmr;
  cmrBill: CmrBill;
  cmrFile: CmrFileColumns;
  cmrConfig: TableOf<typeof cmrConfig.row>;
  cmrMail: CmrMailColumns;
  statementMail: StatementMail;
  statementMailSent: StatementMail & { state: string | null };
  listView: ListViewColumns;
  listViewDefault: { staffId: number; list: string; viewId: number };
  listViewGroupDefault: { groupId: number; list: string; viewId: number };
  pallet: Pallet;
  t1: TableOf<typeof t1Row>;
  fyco: Fyco;
  abnormalCase: AbnormalCase;
  hsCode: TableOf<typeof hsCode.row>;
  fileJob: FileJob;
  fileEffect: FileEffect;
  fileJobOfBill: TableOf<typeof fileJobRow>;
  fileIssue: FileIssue;
  fileStatistic: FileStatistic;
  fileOutput: FileOutput;
  invoiceFileOfJob: TableOf<typeof invoiceFileRow>;
  awbFileOfJob: TableOf<typeof awbFileRow>;
  tariffReadingOfJob: TableOf<typeof tariffReadingRow>;
  filing: FilingColumns;
  seaIsf: SeaIsfColumns;
  isfAnswer: IsfAnswerColumns;
  filingExchange: FilingExchangeColumns;
  apiPush: ApiPush;
  apiPushAttempt: ApiPushAttempt;
  thirdPartyLog: ThirdPartyLog;
  message: Message;
  /** Sealed with a key that is kept elsewhere. */
  secret: { name: string; sealed: string; updatedAt: string };
  mailSettings: MailSettings;
  labelSettings: LabelSettingsColumns;
  /** The last serial number after an extension digit and a company prefix. */
  ssccSerial: { head: string; last: number };
  mail: MailColumns;
  mailbox: TableOf<typeof mailbox.row>;
  letter: Letter;
  letterFile: { letterId: number; fileId: string; fileName: string; size: number; mime: string };
  noaMail: TableOf<typeof noaMailRow>;
  utbMail: TableOf<typeof utbMailRow>;
  monitorConfig: TableOf<typeof monitorConfig.row>;
  monitorRecord: MonitorRecordColumns;
  reportSchedule: TableOf<typeof reportSchedule.row>;
  reportRun: TableOf<typeof reportRunRow> & { folderRef: string | null; fileId: string | null };
  contract: TableOf<typeof contract.row>;
  standardQuote: TableOf<typeof standardQuote.row>;
  orderQuote: TableOf<typeof orderQuote.row>;
  taxation: TableOf<typeof taxation.row>;
  approvalLog: TableOf<typeof approvalLogRow>;
  documentFile: DocumentFileColumns;
  airTransport: TableOf<typeof airTransport.row>;
  airAllocation: { airTransportId: number; customerId: number; kg: number };
  seaTransport: TableOf<typeof seaTransport.row>;
  seaContainer: TableOf<typeof seaContainer> & { seaTransportId: number };
  scheduleChange: TableOf<typeof scheduleChange> & OfTransport;
  seaBill: TableOf<typeof seaBill.row>;
  seaNode: TableOf<typeof seaNode> & { place: number };
  seaNodeOfBill: TableOf<typeof seaNodeRow>;
  amsRecord: TableOf<typeof amsRecord.row>;
  seaEntry: TableOf<typeof seaEntry.row> & { filed: string | null; filedAt: string | null };
  entryNumber: { id: Generated<number>; entryNo: string; reservedAt: string; reservedBy: number | null };
  entrySerial: { filerCode: string; last: number };
  entryAnswer: TableOf<typeof entryAnswer>;
  entryCost: { entryId: number; costId: number };
  usRate: TableOf<typeof usRate.row>;
  booking: Booking;
  parcelForecast: TableOf<typeof parcelForecast.row>;
  forecastBill: { billId: number; parcelForecastId: number };
  monitorRecordOfMail: TableOf<typeof monitorRecordRow> & { text: string | null; answer: string | null };
}
export type TableName = keyof Database;

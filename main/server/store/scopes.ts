import { clientAccount } from '@contract/customer/clientAccount';
import { alertObjects } from '@contract/monitor/alert';
import { namesOf, perName } from '@contract/names';
import { reportSchedule } from '@contract/report/schedule';
import { resources } from '@contract/resources';
import {
  byAuthor,
  byBill,
  byBillNo,
  byNothing,
  byObject,
  byParent,
  byRule,
  bySeaBill,
  byWarehouse,
  type Scope,
} from '@contract/scope';
import { filingObjects } from '@contract/sea/filing';
import { logObjects } from '@contract/vocabulary';
import type { TableName } from './tables';

const scopesOf = <N extends string>(found: Readonly<Record<N, { readonly scope: Scope }>>) =>
  perName(namesOf(found), (name) => found[name].scope);

/** Tables that no call shows. */
const internal = byNothing('kept for the API itself: no call shows it');
const reference = byNothing('reference data');
/** Files of many bills, and files of lists, belong to their uploader. */
const file = byBill({ unowned: 'author' });
const ofFile = byParent('fileJob', 'jobId');
const ofTransport = byNothing('a part of a flight or voyage, which carries goods of several warehouses');
const ofStatement = byNothing('a customer’s statement is of the goods of several warehouses');
/** Tables of documents that need approval and have files, by kind. */
export const DOCUMENTS: Readonly<Record<string, TableName>> = {
  contract: 'contract',
  standard_quote: 'standardQuote',
  order_quote: 'orderQuote',
  taxation: 'taxation',
  sea_bill: 'seaBill',
  isf: 'seaIsf',
  entry: 'seaEntry',
};

/**
 * Kinds of record in the operation log without a table of that name. Their lines are for accounts that see everything.
 */
const TABLELESS: ReadonlySet<string> = new Set(['file', 'importJob', 'statement']);
const logged = logObjects.filter((name) => !TABLELESS.has(name));

/** Scope of every table and view, by name; a missing one does not compile. */
const known = {
  ...scopesOf(resources),
  ...scopesOf({ clientAccount, reportSchedule }),
  fact: internal,
  secret: internal,
  session: internal,
  loginAttempt: internal,
  idempotency: internal,
  storedFile: internal,
  ssccSerial: internal,
  entrySerial: internal,
  entryNumber: byNothing('a number without what it was given to'),
  // An account that may list accounts sees all of them. Changing one requires all of its permissions and warehouses
  // (access/reach).
  staff: byNothing('accounts, which may see several warehouses'),
  adminGroup: byNothing('what accounts may do, whatever the warehouse'),
  groupOfStaff: byNothing('what accounts may do, whatever the warehouse'),
  groupPermission: byNothing('what accounts may do, whatever the warehouse'),
  listView: byNothing('how a list is shown, without its records'),
  listViewDefault: internal,
  listViewGroupDefault: internal,
  // A line is visible with its record, and always to the account that acted. Lines of deleted records are for accounts
  // that see everything.
  operateLog: byObject('objectType', 'objectId', logged, 'operatorId'),
  message: byNothing('a message is its reader’s own'),
  mailSettings: reference,
  rateFeed: reference,
  eInvoiceSettings: reference,
  labelSettings: reference,

  bill: byWarehouse('warehouseId'),
  billCount: byRule('billCount'),
  awb: byBillNo(),
  billUld: byBill(),
  pick: byBill(),
  batch: byBill(),
  declarationStep: byBill(),
  customsMessage: byBill(),
  customsExchange: byParent('customsMessage', 'messageId'),
  customsAnswer: byBill({ unowned: 'everyone' }),
  box: byBill(),
  collection: byBill(),
  parcel: byBill(),
  itemLine: byParent('parcel', 'parcelId'),
  hsLine: byBill(),
  unidentifiedLine: byBill(),
  parcelEvent: byBill(),
  custodyMove: byBill(),
  custodyMoveOfBill: byBill(),
  stockCount: byWarehouse('warehouseId'),
  stockCountScan: byParent('stockCount', 'countId'),
  stockDifference: byParent('stockCount', 'countId'),
  timelineEvent: byBill(),
  billLog: byBill(),
  attachment: byBill(),
  attachmentOfBill: byBill(),
  pmc: byBill(),
  pmcOfBill: byBill(),
  inboundLegOfBill: byBill(),
  t1: byBill(),
  fyco: byBill(),
  abnormalCase: byBill(),
  booking: byBill(),
  forecastBill: byBill(),
  chargedStage: byBill(),
  pallet: byWarehouse('warehouseId'),
  cmr: byWarehouse('fromWarehouseId'),
  cmrBill: byBill(),
  cmrFile: byParent('cmr', 'cmrId'),
  cmrMail: byParent('cmr', 'cmrId'),

  billCost: byBill(),
  billCostOfBill: byBill(),
  billRevenue: byBill(),
  billRevenueOfBill: byBill(),
  customerInvoice: byRule('customerInvoice'),
  customerInvoiceOpen: byRule('customerInvoice'),
  eInvoice: byParent('customerInvoice', 'invoiceId'),
  invoiceSeries: internal,
  supplierInvoice: byRule('supplierInvoice'),
  supplierInvoiceOfCosts: byRule('supplierInvoice'),
  supplierInvoiceBill: byBill(),
  billCostDiff: byBill(),
  billCostDiffOfBill: byBill(),
  billPayment: byRule('payment'),
  bookMonth: byNothing('months of the books, which are of the whole company'),
  // The accounts are of the whole company: besides those who see everything, only the person who imported an entry.
  bankStatement: byAuthor(),
  bankEntry: byAuthor(),
  bankEntryOfStatement: byAuthor(),
  paymentLine: byBill(),
  paymentRest: byParent('billPayment', 'paymentId'),
  paymentReturn: byParent('billPayment', 'paymentId'),
  // Stores when and to whom a customer's statement was sent, so that nobody sends it twice; its amounts are in the
  // email.
  statementMail: ofStatement,
  statementMailSent: ofStatement,

  fileJob: file,
  fileJobOfBill: file,
  invoiceFileOfJob: file,
  awbFileOfJob: file,
  tariffReadingOfJob: file,
  fileEffect: ofFile,
  fileIssue: ofFile,
  fileStatistic: ofFile,
  fileOutput: ofFile,

  // Calls and pushes without a bill are for accounts that see everything.
  apiPush: byBill(),
  apiPushAttempt: byParent('apiPush', 'pushId'),
  thirdPartyLog: byBill(),

  mail: byRule('mail'),
  letter: byRule('letter'),
  noaMail: byRule('letter'),
  utbMail: byRule('letter'),
  letterFile: byParent('letter', 'letterId'),
  monitorRecord: byObject('objectType', 'objectId', alertObjects),
  monitorRecordOfMail: byObject('objectType', 'objectId', alertObjects),
  reportRun: byParent('reportSchedule', 'scheduleId'),

  approvalLog: byObject('docType', 'docId', DOCUMENTS, 'staffId'),
  documentFile: byObject('docType', 'docId', DOCUMENTS),
  airAllocation: ofTransport,
  seaContainer: ofTransport,
  scheduleChange: ofTransport,

  seaNode: bySeaBill(),
  seaNodeOfBill: byParent('seaBill', 'seaBillId'),
  filing: byObject('objectType', 'objectId', filingObjects),
  filingExchange: byParent('filing', 'filingId'),
  isfAnswer: byParent('seaIsf', 'isfId'),
  entryAnswer: byParent('seaEntry', 'entryId'),
  entryCost: byParent('seaEntry', 'entryId'),
} as const satisfies Record<TableName, Scope>;

/** Scope of a table that the API does not know. */
const UNDECLARED: Scope = { by: 'owner', owners: [], unowned: 'nobody', author: 'createdBy' };

/** Views over several tables, read only by name, and internal tables of the database. */
const beside: Readonly<Record<string, Scope>> = {
  migration: internal,
  caseOfBill: byBill(),
  customsBox: byBill(),
  fycoOfBill: byBill(),
  parcelOfBill: byBill(),
  paymentOfBill: byBill(),
  paymentRestShare: byParent('billPayment', 'paymentId'),
};

export const scopes: Readonly<Record<string, Scope>> = { ...known, ...beside };

/** Scope of a table or view; an undeclared one (a table added by hand) is shown to no limited account. */
export const scopeOf = (table: string): Scope => scopes[table] ?? UNDECLARED;

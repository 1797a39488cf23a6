import type { Place } from '@contract/custody/place';
import type { hsLineRow } from '@contract/customs/hsCheck';
import type { FileOwner } from '@contract/documentFile';
import type { LetterKind } from '@contract/rules/letterReading';
import type { Generated } from 'kysely';
import type * as z from 'zod';
import type { Sql } from './codec';
import type { storedRows } from './storedRows';

/** Columns of a contract row: without those of `E`; in a new row the database fills those of `F`. */
type TableOf<R extends z.ZodObject, E extends string = never, F extends string = never> = {
  -readonly [K in Exclude<keyof R['shape'], E>]: K extends 'id'
    ? R['shape'][K] extends z.ZodString
      ? string
      : Generated<number>
    : K extends F
      ? Generated<Sql<R['shape'][K]>>
      : Sql<R['shape'][K]>;
};

type ContractRows = typeof storedRows;

/** A flight or a voyage: exactly one is set. */
interface OfTransport {
  airTransportId: number | null;
  seaTransportId: number | null;
}

/** Columns that only the store has, beside those of the contract row. */
interface OwnColumns {
  staff: {
    passwordHash: string;
    mustChangePassword: number;
    companyName: string;
    /** Time of deletion: the row stays for the records that refer to it. */
    deletedAt: string | null;
  };
  listView: { asked: string; layout: string | null };
  clientAccount: { passwordHash: string | null };
  customer: { apiKeyHash: string | null };
  /** The logo it has now. */
  clientCompany: { logoFileId: string | null };
  /** The logo it was issued with. */
  customerInvoice: { logoFileId: string | null };
  documentFile: { docType: FileOwner; docId: number; fileId: string };

  billCostDiff: { dueDate: string | null };
  supplierInvoice: { fileId: string | null };
  supplierInvoiceOfCosts: { fileId: string | null };
  statementMail: StatementColumns;
  statementMailSent: StatementColumns;

  bill: {
    pickupClosedBoxes: number | null;
    /** Sorts bills by their next deadline: see rules/nextDue. */
    dueOrder: string | null;
  };
  timelineEvent: { billId: number };
  attachment: { fileId: string };
  awb: { archived: number };
  pick: { inboundPhotos: Generated<string> };
  inboundLegOfBill: { inboundFinished: number; archived: number };
  box: {
    photos: Generated<string>;
    fileJobId: number | null;
    collectionId: number | null;
    repacked: Generated<number>;
  };
  labelSettings: SettingsColumns;
  /** `departedWith`: contents of the printed note from other records, as its truck departed. */
  cmr: { departedWith: string | null };
  cmrFile: { cmrId: number; fileId: string };
  cmrMail: {
    cmrId: number;
    configId: number | null;
    body: string;
    attachPdf: number;
    attachExcel: number;
    attachPod: number;
    fileIds: Generated<string>;
    faultText: string | null;
    mailId: number | null;
  };

  batch: { fileJobId: number | null };
  declarationStep: { billId: number };
  /** `batchLrn`: number of the declaration when it was sent. `claimedAt`: when the last attempt began. */
  customsMessage: { batchLrn: string; content: string; claimedAt: string | null };
  customsExchange: { messageId: number };
  /** `sid`: number that the office gave the response. `problem`: why it is open, as JSON. */
  customsAnswer: { sid: string; controlType: string | null; problem: string | null; content: string };
  parcel: {
    boxId: number | null;
    batchId: number | null;
    fileJobId: number | null;
    /** Place of a parcel outside of its box; null while it is with its box. */
    place: Place | null;
    placeId: number | null;
    placedAt: string | null;
    /** True if customs demands a product identifier that an item lacks. */
    unidentified: Generated<number>;
  };
  /** `members`: ids of the boxes or parcels, as ranges. */
  custodyMove: { members: string };
  custodyMoveOfBill: { members: string };
  /** The last line of the ledger when the count began. */
  stockCount: { lastMoveId: number };
  stockDifference: { goodsId: number | null };
  parcelEvent: { id: Generated<number>; billId: number; parcelId: number };
  itemLine: Pick<
    TableOf<typeof hsLineRow>,
    'hsProblem' | 'inputHsCode' | 'fixedBy' | 'fixedAt' | 'fixReason'
  > & {
    parcelId: number;
    material: string | null;
    productUrl: string | null;
    hsMessage: string | null;
  };
  hsLine: { parcelId: number; hsMessage: string | null };
  unidentifiedLine: { parcelId: number };
  fyco: { boxId: number | null };
  abnormalCase: {
    boxId: number | null;
    parcelId: number | null;
    pickId: number | null;
    /** The note that was signed without its box. */
    cmrId: number | null;
    photos: Generated<string>;
    /** When a person says that notice was given; the email with the letter has its own time. */
    noticeGivenAt: string | null;
    noticeMailId: number | null;
  };

  seaContainer: { seaTransportId: number };
  scheduleChange: OfTransport;
  seaNode: { place: number };
  /** Contents last sent and last accepted by customs, as JSON. */
  seaIsf: { sentContent: string | null; filedContent: string | null; filedContentAt: string | null };
  isfAnswer: { isfId: number; codes: string };
  seaEntry: { filed: string | null; filedAt: string | null };
  /** `lastEvent`: number of the last customs event that was applied. */
  filing: { content: string; lastEvent: number };
  filingExchange: { filingId: number };

  fileJob: {
    fileId: string;
    fileHash: string;
    options: string;
    errorFileId: string | null;
    attempts: Generated<number>;
    doneRow: Generated<number>;
  };
  apiPush: { payload: string; response: string | null };
  thirdPartyLog: { requestBody: string; responseBody: string };
  mailSettings: SettingsColumns;
  eInvoiceSettings: SettingsColumns;
  eInvoice: { claimedAt: string | null; content: string };
  /** `told`: 1 once people know that rates could not be read for a day. */
  rateFeed: SettingsColumns & { told: Generated<number> };
  mail: { messageId: string; text: string; fileIds: string };
  letter: {
    kind: LetterKind;
    text: string;
    messageId: string | null;
    hash: string;
    taken: Generated<string>;
    fileId: string | null;
    leftOut: Generated<string>;
    currency: string | null;
  };
  monitorRecord: { occurrence: string; since: string };
  monitorRecordOfMail: { text: string | null; answer: string | null };
  reportRun: { folderRef: string | null; fileId: string | null };
}

/** Fields with a default in the database. */
interface DefaultedColumns {
  staff: 'warehouseIds';
  bill:
    | (
        | 'pickedBoxes'
        | 'inboundBoxes'
        | 'outboundBoxes'
        | 'partial'
        | 'checked'
        | 'archived'
        | 'pickupFinished'
      )
    | ('parcelsClearance' | 'parcelsFree' | 'parcelsHeld' | 'parcelsFailed' | 'parcelsAbnormal')
    | ('parcelsCompleted' | 'shortageCount' | 'exceptionCount');
  cmr: 'totalPallets' | 'totalBoxes' | 'totalParcels' | 'totalWeight';
  pick: 'version' | 'clearanceParcels';
  pallet: 'weight';
  batch: 'version';
  parcel: 'fyco';
  box: 'place';
  fileJob: 'progress' | 'totalRows' | 'okRows' | 'errorRows' | 'warningRows' | 'restartCount';
  apiPush: 'attempts';
  mail: 'attempts' | 'fileCount';
  letter: 'fileCount';
}

interface StatementColumns {
  id: Generated<number>;
  customerId: number;
  period: string;
  currency: string;
  language: string;
  mailId: number | null;
}

/** Settings tables have a single row. */
interface SettingsColumns {
  id: Generated<number>;
  updatedAt: string;
  updatedBy: number | null;
}

/** Tables without a contract row. */
interface OwnTables {
  /** Facts about the database itself. */
  fact: { name: 'seed' | 'restored' | 'home'; value: string };
  groupPermission: { groupId: number; permissionId: string };
  session: {
    tokenHash: string;
    staffId: number;
    createdAt: string;
    lastUsedAt: string;
    userAgent: string | null;
    ip: string | null;
  };
  loginAttempt: { id: Generated<number>; username: string; at: string };
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
  listViewDefault: { staffId: number; list: string; viewId: number };
  listViewGroupDefault: { groupId: number; list: string; viewId: number };
  /** Stages of bills for which a charge flow has created its lines. */
  chargedStage: { billId: number; stage: string; flowId: number; at: string };
  /** Last number of a company's invoices or credit notes of a year. */
  invoiceSeries: { companyId: number; kind: 'invoice' | 'credit'; year: string; last: number };
  /** Bills that a supplier's invoice was recorded for; null: since deleted. */
  supplierInvoiceBill: { id: Generated<number>; invoiceId: number; billId: number | null };
  /** Part of a payment that is applied to a line. */
  paymentLine: {
    id: Generated<number>;
    paymentId: number;
    billId: number;
    costId: number | null;
    revenueId: number | null;
    amount: number;
    /** The day from which it counts for its line. */
    appliedOn: string;
  };
  /** Part of the remainder of a payment that another one gives back, or a write-off closes. */
  paymentRest: {
    id: Generated<number>;
    paymentId: number;
    ofPaymentId: number;
    /** Positive. */
    amount: number;
    appliedOn: string;
  };
  /** A payment that is the return of another one by the bank. */
  paymentReturn: { id: Generated<number>; paymentId: number; ofPaymentId: number };
  /** ULDs of bills: maintained by the database itself, for an index. */
  billUld: { billId: number; uldNo: string };
  billCount: { customerId: number; archived: number; stage: string; clearanceStatus: string; n: number };
  cmrBill: { cmrId: number; billId: number };
  /** Change that a row of a file made, with the record before and after it as JSON. */
  fileEffect: {
    jobId: number;
    row: number;
    what: string;
    recordId: number;
    before: string | null;
    after: string | null;
  };
  fileIssue: {
    jobId: number;
    /** Key of the sheet; empty for a file with a single sheet. */
    sheet: string;
    row: number;
    columnKey: string;
    header: string;
    value: string;
    code: string;
    params: string;
    level: string;
  };
  fileStatistic: {
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
  };
  /** A file produced by a conversion; `name` identifies it among those of its kind. */
  fileOutput: { jobId: number; name: string; fileId: string; rows: Generated<number> };
  apiPushAttempt: {
    id: Generated<number>;
    pushId: number;
    at: string;
    durationMs: number;
    responseStatus: number | null;
    response: string | null;
    error: string | null;
  };
  /** Encrypted with a key that is stored elsewhere. */
  secret: { name: string; sealed: string; updatedAt: string };
  /** Last serial number for an extension digit and company prefix. */
  stockCountScan: {
    id: Generated<number>;
    countId: number;
    unit: 'box' | 'parcel';
    /** The box or parcel; null for a number that nothing has. */
    goodsId: number | null;
    number: string;
    /** 1 if the ledger had it in the warehouse then. */
    expected: number;
    scannedAt: string;
    scannedBy: number | null;
    /** The last line of the ledger then. */
    lastMoveId: number;
  };
  ssccSerial: { head: string; last: number };
  letterFile: { letterId: number; fileId: string; fileName: string; size: number; mime: string };
  airAllocation: { airTransportId: number; customerId: number; kg: number };
  entryNumber: { id: Generated<number>; entryNo: string; reservedAt: string; reservedBy: number | null };
  entrySerial: { filerCode: string; last: number };
  entryCost: { entryId: number; costId: number };
  /** Space of a bill on a flight or a voyage; kg in grams. */
  booking: OfTransport & {
    id: Generated<number>;
    billId: number;
    kg: number;
    positions: number;
    bookedAt: string;
    bookedBy: number | null;
  };
  forecastBill: { billId: number; parcelForecastId: number };
}

type HeldTables = {
  [T in keyof ContractRows]: TableOf<
    ContractRows[T]['row'],
    ContractRows[T]['elsewhere'][number],
    T extends keyof DefaultedColumns ? DefaultedColumns[T] : never
  > &
    (T extends keyof OwnColumns ? OwnColumns[T] : unknown);
};

/** Tables of the embedded API, by name; those of a contract row have columns derived from it. */
export interface Database extends HeldTables, OwnTables {}
export type TableName = keyof Database;

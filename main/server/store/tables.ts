import type { hsLineRow } from '@contract/customs/hsCheck';
import type { FileOwner } from '@contract/documentFile';
import type { LetterKind } from '@contract/rules/letterReading';
import type { Generated } from 'kysely';
import type * as z from 'zod';
import type { Sql } from './codec';
import type { storedRows } from './storedRows';

/** The columns of a row of the contract: without those of `E`, and with those of `F` filled by the database in a new row. */
type TableOf<R extends z.ZodObject, E extends string = never, F extends string = never> = {
  -readonly [K in Exclude<keyof R['shape'], E>]: K extends 'id'
    ? R['shape'][K] extends z.ZodString
      ? string
      : Generated<number>
    : K extends F
      ? Generated<Sql<R['shape'][K]>>
      : Sql<R['shape'][K]>;
};

type Held = typeof storedRows;

/** A flight or a voyage: one of the two. */
interface OfTransport {
  airTransportId: number | null;
  seaTransportId: number | null;
}

/** Columns that the store alone has, beside those of the row of the contract. */
interface OwnColumns {
  staff: {
    passwordHash: string;
    mustChangePassword: number;
    companyName: string;
    /** When it was deleted: the row stays for the records that name it. */
    deletedAt: string | null;
  };
  listView: { asked: string; layout: string | null };
  clientAccount: { passwordHash: string | null };
  customer: { apiKeyHash: string | null };
  documentFile: { docType: FileOwner; docId: number; fileId: string };

  billCostDiff: { dueDate: string | null };
  statementMail: StatementColumns;
  statementMailSent: StatementColumns;

  bill: {
    pickupClosedBoxes: number | null;
    /** Orders bills by what is due next: see rules/nextDue. */
    dueOrder: string | null;
  };
  timelineEvent: { billId: number };
  attachment: { fileId: string };
  awb: { archived: number };
  pick: { inboundPhotos: Generated<string> };
  inboundLegOfBill: { inboundFinished: number; archived: number };
  box: { photos: Generated<string>; fileJobId: number | null };
  labelSettings: SettingsColumns;
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
  parcel: { boxId: number; batchId: number | null; fileJobId: number | null };
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
  fyco: { boxId: number | null };
  abnormalCase: { boxId: number | null; parcelId: number | null; photos: Generated<string> };

  seaContainer: { seaTransportId: number };
  scheduleChange: OfTransport;
  seaNode: { place: number };
  /** The contents that were sent last and those that customs accepted last, as JSON. */
  seaIsf: { sentContent: string | null; filedContent: string | null; filedContentAt: string | null };
  isfAnswer: { isfId: number; codes: string };
  seaEntry: { filed: string | null; filedAt: string | null };
  /** `lastEvent`: how much of what customs said has been taken in. */
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

/** Fields that begin with a value of the database's own where none is given. */
interface Filled {
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

/** Of settings there is one row. */
interface SettingsColumns {
  id: Generated<number>;
  updatedAt: string;
  updatedBy: number | null;
}

/** Tables that no row of the contract describes. */
interface OwnTables {
  /** What is known of the database itself. */
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
  /** Stages of bills for which a flow has made its lines. */
  chargedStage: { billId: number; stage: string; flowId: number; at: string };
  /** What of a payment is set against a line. */
  paymentLine: {
    id: Generated<number>;
    paymentId: number;
    billId: number;
    costId: number | null;
    revenueId: number | null;
    amount: number;
  };
  /** Which ULDs a bill names: kept by the database itself, so that they are found by an index. */
  billUld: { billId: number; uldNo: string };
  billCount: { customerId: number; archived: number; stage: string; clearanceStatus: string; n: number };
  cmrBill: { cmrId: number; billId: number };
  /** What a row of a file made or changed, with the record before and after it as JSON. */
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
    /** Empty for a file that is one sheet. */
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
  /** A file that a conversion made; `name` says which of those of its kind. */
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
  /** Sealed with a key that is kept elsewhere. */
  secret: { name: string; sealed: string; updatedAt: string };
  /** The last serial number after an extension digit and a company prefix. */
  ssccSerial: { head: string; last: number };
  letterFile: { letterId: number; fileId: string; fileName: string; size: number; mime: string };
  airAllocation: { airTransportId: number; customerId: number; kg: number };
  entryNumber: { id: Generated<number>; entryNo: string; reservedAt: string; reservedBy: number | null };
  entrySerial: { filerCode: string; last: number };
  entryCost: { entryId: number; costId: number };
  /** Space that a bill takes on a flight or a voyage; kg in grams. */
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
  [T in keyof Held]: TableOf<
    Held[T]['row'],
    Held[T]['elsewhere'][number],
    T extends keyof Filled ? Filled[T] : never
  > &
    (T extends keyof OwnColumns ? OwnColumns[T] : unknown);
};

/** The tables of the embedded API, by name: those of a row of the contract have the columns that follow from it. */
export interface Database extends HeldTables, OwnTables {}
export type TableName = keyof Database;

import type { operateLogRow } from '@contract/access/operateLog';
import type { attachmentRow } from '@contract/bill/attachment';
import type { billLogRow, billRow, timelineEvent } from '@contract/bill/bill';
import type { importJobRow } from '@contract/bill/billImport';
import type { airport } from '@contract/config/airport';
import type { channelCode } from '@contract/config/channelCode';
import type { destination } from '@contract/config/destination';
import type { lastMile } from '@contract/config/lastMile';
import type { customer } from '@contract/customer/customer';
import type { KindOf } from '@contract/fields';
import type { Generated } from 'kysely';
import type * as z from 'zod';

/** What a field of the contract is in SQL: amounts, weights and volumes are scaled integers, lists are JSON. */
type Sql<S> =
  S extends z.ZodNullable<infer I>
    ? Sql<I> | null
    : [KindOf<S>] extends [never]
      ? z.output<S & z.ZodType>
      : KindOf<S> extends 'money' | 'weight' | 'volume' | 'flag'
        ? number
        : KindOf<S> extends 'codes' | 'refs' | 'json'
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

interface Named {
  id: Generated<number>;
  code: string;
  nameEn: string;
  nameCn: string;
  active: number;
  sort: number | null;
  remark: string | null;
  version: number;
  createdAt: string;
  createdBy: number | null;
  updatedAt: string;
  updatedBy: number | null;
}

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
  companyName: string;
  lastLoginAt: string | null;
  registeredAt: string;
  version: number;
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
}

/** The tables of the embedded API, by name. */
export interface Database {
  /** What is known of the database itself. */
  fact: { name: 'seed'; value: string };
  adminGroup: {
    id: Generated<number>;
    name: string;
    nameCn: string;
    description: string | null;
    superAdmin: number;
    version: number;
  };
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
  operateLog: TableOf<typeof operateLogRow>;
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

  country: Named & {
    code3: string;
    numericCode: string;
    isEu: number;
    currency: string | null;
    vatRate: number | null;
  };
  airport: TableOf<typeof airport.row>;
  cargoStation: Named & { airportId: number; freeHours: number };
  warehouse: Named & { type: string; city: string; countryId: number; timeZone: string };
  service: Named & { mode: string; slaHours: number | null };
  lastMile: TableOf<typeof lastMile.row>;
  destination: TableOf<typeof destination.row>;
  channelCode: TableOf<typeof channelCode.row>;
  mark: Named & { text: string; tapeColor: string; destinationCode: string | null };
  clientGroup: Named;
  customer: TableOf<typeof customer.row>;
  ioss: { id: Generated<number>; iossNo: string; sellerName: string; locked: number };

  bill: TableOf<typeof billRow>;
  pick: Pick;
  batch: Batch;
  box: Box;
  parcel: Parcel;
  itemLine: ItemLine;
  timelineEvent: TableOf<typeof timelineEvent> & { billId: number };
  billLog: TableOf<typeof billLogRow>;
  attachment: Omit<TableOf<typeof attachmentRow>, 'billNo' | 'batchNo'> & { fileId: string };
  attachmentOfBill: TableOf<typeof attachmentRow>;
  importJob: TableOf<typeof importJobRow> & { fileHash: string; fileId: string | null };
}
export type TableName = keyof Database;

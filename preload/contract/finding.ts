import { type PermissionId, permit } from './permissions';
import type { Finding } from './resource';
import { resources } from './resources';

/** A kind of record covered by the global search: its table, searched fields, view permission and screen. */
export interface FoundKind extends Finding {
  readonly table: string;
  readonly view: PermissionId;
}

const ofBill = { view: permit('bill.search.view'), path: '/bill/bill_manage/detail/{billId}' } as const;

/** Kinds that are no plain resources. Records of a bill are opened with it. */
const others = {
  bill: { ...ofBill, view: permit('bill.manage.view'), table: 'bill', numbers: ['billNo'] },
  house: { ...ofBill, table: 'bill', numbers: ['houseNo'] },
  box: { ...ofBill, table: 'box', numbers: ['boxNo'] },
  parcel: { ...ofBill, table: 'parcel', numbers: ['trackingNo'] },
  order: { ...ofBill, table: 'parcel', numbers: ['orderNo'] },
  pallet: { ...ofBill, table: 'pallet', numbers: ['palletNo'] },
  mrn: { ...ofBill, table: 'batch', numbers: ['mrn'] },
  t1: { ...ofBill, table: 't1', numbers: ['mrn'] },
  uld: { ...ofBill, table: 'billUld', numbers: ['uldNo'] },
  cmr: {
    ...{ table: 'cmr', numbers: ['cmrNo'], path: '/config/cmr/detail/{id}' },
    view: permit('bill.cmr.view'),
  },
  abnormalCase: {
    ...{ table: 'abnormalCase', numbers: ['caseNo'], path: '/bill/cases' },
    view: permit('bill.cases.view'),
  },
  billCost: {
    ...{ table: 'billCost', numbers: ['costNo'], also: ['invoiceNo'], path: '/bil-fee/cost' },
    view: permit('finance.cost.view'),
  },
  billRevenue: {
    ...{ table: 'billRevenue', numbers: ['revenueNo'], also: ['invoiceNo'], path: '/bil-fee/revenues' },
    view: permit('finance.revenue.view'),
  },
  billCostDiff: {
    ...{ table: 'billCostDiff', numbers: ['diffNo'], path: '/bil-fee/cost-diff' },
    view: permit('finance.diff.view'),
  },
  customerInvoice: {
    ...{ table: 'customerInvoice', numbers: ['invoiceNo'], path: '/bil-fee/invoices' },
    view: permit('finance.revenue.view'),
  },
  supplierInvoice: {
    ...{ table: 'supplierInvoice', numbers: ['invoiceNo'], path: '/bil-fee/supplier-invoices?id={id}' },
    view: permit('finance.cost.view'),
  },
  billPayment: {
    ...{
      table: 'billPayment',
      numbers: ['paymentNo'],
      also: ['bankReference'],
      path: '/bil-fee/payment?id={id}',
    },
    view: permit('finance.payment.view'),
  },
} as const satisfies Record<string, FoundKind>;

/** Groups of the API with own lists that the global search leaves out, and why. */
export const unsearchedGroups: Readonly<Record<string, string>> = {
  adminGroup: 'only a few, in one list',
  apiPush: 'has no number: shown with its bill',
  approvalLog: 'lines of a log',
  attachment: 'has no number: shown with its bill',
  awb: 'is found as its bills',
  awbFile: 'a file that was made: shown in the list of its tool',
  bankEntry: 'has no number of ours: found as its payment, or in its list',
  batch: 'is found as the declaration of its bill',
  billCustomer: 'an account is found as its customer',
  bookMonth: 'a few months, in one list',
  clearance: 'is found as its bill',
  clientAccount: 'a sign-in of a customer: shown with the customer',
  clientLog: 'lines of a log',
  collection: 'shown with the boxes of its bill',
  custodyBalance: 'sums of goods: found as their bills',
  custodyMove: 'lines of a ledger: shown with their bill',
  stock: 'sums of goods: found as their bills',
  stockCount: 'shown with its warehouse',
  stockRecord: 'sums of goods: found as their bills',
  cmrFile: 'shown with its consignment note',
  cmrMail: 'shown with its consignment note',
  documentFile: 'shown with its record',
  fileJob: 'has no number: shown with its bill or in the list of files',
  filing: 'shown with the filed record',
  customsAnswer: 'shown with the declaration',
  customsMessage: 'shown with the declaration',
  fyco: 'is found as its parcel',
  hsCheck: 'is found as its bill',
  productId: 'is found as its bill',
  rateFeed: 'one setting, shown above the exchange rates',
  eInvoice: 'found as invoice',
  inboundBatch: 'shown with its bill',
  invoiceFile: 'a file that was made: shown in the list of its tool',
  listView: 'a saved view of a list',
  mail: 'has no number: shown in the outbox',
  message: 'has no number: leads to its record itself',
  monitorRecord: 'has no number: leads to its record itself',
  noaMail: 'is found as its bill',
  operateLog: 'lines of a log',
  pick: 'shown with its bill',
  pickClearance: 'a leg of a trip, which is shown with its bill',
  pickInbound: 'a leg of a trip, which is shown with its bill',
  pickOutbound: 'a leg of a trip, which is shown with its bill',
  pmc: 'is found by the number of its ULD',
  seaNode: 'is found as its sea bill',
  containerCharge: 'is found as its sea bill',
  session: 'a device that is signed in',
  staff: 'only a few, in one list',
  staffLog: 'lines of a log',
  tariffReading: 'a file that was read: shown in the list of its tool',
  thirdParty: 'lines of a log',
  utbMail: 'is found as its bill',
  vatReturn: 'sums of invoices',
  journal: 'postings of invoices and payments',
  openItem: 'sums of invoices and payments',
  accrual: 'lines of costs and revenue',
};

type OtherKind = keyof typeof others;
/** A kind of record covered by the global search: a plain resource, or one of the others. */
export type FoundKindName = OtherKind | keyof typeof resources;

const plain = Object.values(resources).flatMap(({ name, view, finding }) =>
  finding ? [[name, { ...finding, table: name, view }] as const] : [],
);

/** Every kind of the global search, in the order in which hits are shown. */
export const foundKindsByName: Readonly<Partial<Record<FoundKindName, FoundKind>>> = {
  ...others,
  ...Object.fromEntries(plain),
};
export const foundKinds = Object.keys(foundKindsByName) as [FoundKindName, ...FoundKindName[]];

/** Returns the word list and key of a kind's label; some records of a bill have own labels for the search. */
export const kindWords = (kind: FoundKindName): readonly ['searchKind' | 'logObject', string] => {
  const own: Readonly<Record<string, true>> = { house: true, order: true, mrn: true, t1: true, uld: true };
  return [own[kind] ? 'searchKind' : 'logObject', kind];
};

/** Returns the screen that opens a found record; null if it belongs to no bill and has no screen of its own. */
export function pathOfFound(hit: {
  readonly kind: FoundKindName;
  readonly recordId: number;
  readonly billId: number | null;
  readonly number: string;
}): string | null {
  const parts = { id: hit.recordId, billId: hit.billId, number: encodeURIComponent(hit.number) };
  let missing = false;
  const path = foundKindsByName[hit.kind]?.path.replace(
    /\{(id|billId|number)\}/g,
    (_, name: keyof typeof parts) => {
      missing ||= parts[name] === null;
      return String(parts[name]);
    },
  );
  return missing || !path ? null : path;
}
/** True if a kind has a screen for one record, rather than only a list. */
export const opensAlone = (kind: FoundKindName): boolean =>
  foundKindsByName[kind]?.path.includes('{') ?? false;

import * as z from 'zod';
import { operateLogRow } from '../access/operateLog';
import { also, endpoint } from '../endpoint';
import { problem } from '../errors';
import {
  approvalSteps,
  block,
  choice,
  code,
  codes,
  count,
  date,
  dateTime,
  decimal,
  flag,
  id,
  money,
  note,
  percentage,
  ref,
  stateOf,
  table,
  text,
  unitPrice,
} from '../fields';
import { countPer, machine, type State } from '../machine';
import { namesOf } from '../names';
import { listQuery, pageOf } from '../paging';
import { permit } from '../permissions';
import { crud, recordFields, resource } from '../resource';
import { billNo, containerNo, flightOrVoyage, houseNo, upperCased } from '../rules/codes';
import {
  chapter99,
  entryNo,
  filerCode,
  hsCode,
  importerId,
  inBondNo,
  midCode,
  spiCode,
  suretyCode,
  usCarrier,
  usPort,
  usUnit,
} from '../rules/customs';
import { countryCode, currencyCode, firms, schK } from '../rules/places';
import type { CodeRule } from '../rules/rule';
import { bySeaBill } from '../scope';
import { extended, object, strictObject } from '../shape';
import { paymentMethods, usEntryTypes, usModes } from '../vocabulary';
import { filingEvents, filingRow } from './filing';
import {
  decides,
  type FourEyes,
  fourEyesActions,
  fourEyesCalls,
  one,
  reason,
  reasoned,
  step,
  versioned,
} from './fourEyes';

export const entryStates = {
  draft: { rank: 10, tone: 'neutral' },
  pending_approval: { rank: 20, tone: 'progress' },
  approved: { rank: 30, tone: 'info' },
  transmitted: { rank: 40, tone: 'progress' },
  accepted: { rank: 50, tone: 'info' },
  docs_required: { rank: 60, tone: 'warning' },
  exam: { rank: 70, tone: 'warning' },
  hold: { rank: 80, tone: 'bad' },
  released: { rank: 90, tone: 'good' },
  summary_filed: { rank: 100, tone: 'progress' },
  paid: { rank: 110, tone: 'good' },
  liquidated: { rank: 120, tone: 'neutral' },
  rejected: { rank: 130, tone: 'bad' },
  cancelled: { rank: 140, tone: 'neutral' },
} as const satisfies Record<string, State>;
export type EntryState = keyof typeof entryStates;
export const entryStateNames = namesOf(entryStates);
/** States that need action: respond to customs, correct, or file the summary. */
export const entryActionStates = ['rejected', 'docs_required', 'exam', 'hold', 'released'] as const;

/** Importer or consignee, in the field lengths of CBP. */
const party = {
  name: text(35).nullable(),
  address1: text(35).nullable(),
  address2: text(35).nullable(),
  city: text(35).nullable(),
  state: text(3).nullable(),
  postcode: text(15).nullable(),
  country: code(countryCode).nullable(),
};

/** A bill of lading or air waybill of the goods, with the quantity on the manifest. */
const manifestBill = {
  masterNo: code(billNo).nullable(),
  houseNo: code(houseNo).nullable(),
  subHouseNo: code(houseNo).nullable(),
  inBondNo: code(inBondNo).nullable(),
  quantity: count(1, 10_000_000).nullable(),
  unit: code(usUnit).nullable(),
};

const invoice = {
  invoiceNo: text(40).nullable(),
  date: date().nullable(),
  currency: code(currencyCode).nullable(),
  /** USD for one unit of the currency. */
  rate: unitPrice().nullable(),
  /** In the invoice's currency; four decimals, whatever that has. */
  value: unitPrice().nullable(),
  sellerName: text(70).nullable(),
};

export const pgaAgencies = ['FDA', 'EPA', 'CPSC', 'USDA', 'NHTSA', 'FCC', 'FWS', 'ATF', 'TTB'] as const;

const line = {
  invoiceNo: text(40).nullable(),
  hts: code(hsCode).nullable(),
  /** Chapter 99 headings of additional duties. */
  additionalHts: codes(chapter99, 8),
  originCountry: code(countryCode).nullable(),
  manufacturerId: code(midCode).nullable(),
  manufacturerName: text(70).nullable(),
  manufacturerAddress: text(70).nullable(),
  manufacturerCity: text(35).nullable(),
  description: text(70).nullable(),
  quantity1: decimal(null, 1_000_000_000).nullable(),
  unit1: code(usUnit).nullable(),
  quantity2: decimal(null, 1_000_000_000).nullable(),
  unit2: code(usUnit).nullable(),
  /** Without freight and insurance. */
  value: money('USD').nullable(),
  charges: money('USD').nullable(),
  grossWeight: decimal(null, 100_000_000).nullable(),
  relatedParties: flag(),
  spi: code(spiCode).nullable(),
  pgaAgency: choice('pgaAgency', pgaAgencies).nullable(),
  pgaProgram: text(3).nullable(),
  /** A: not regulated; B: data not required; C: filed by other agency means; D: filed on paper. */
  pgaDisclaim: choice('pgaDisclaim', ['A', 'B', 'C', 'D']).nullable(),
  pgaData: text(100).nullable(),
  /** Number of the consignment, if each goes to another consignee. */
  consignmentNo: code(consignmentRule()).nullable(),
  consigneeName: text(70).nullable(),
  consigneeAddress: text(70).nullable(),
  consigneeCity: text(35).nullable(),
  consigneeState: text(3).nullable(),
  consigneePostcode: text(15).nullable(),
};

/** House air waybill or tracking number of one consignment. */
export function consignmentRule(): CodeRule {
  return {
    max: 35,
    normalise: (raw) => upperCased(raw).replace(/\s+/g, ''),
    check: (value) => (/^[A-Z0-9-]{3,35}$/.test(value) ? undefined : problem('CONSIGNMENT_FORMAT')),
  };
}

/** One duty or fee of the entry, at the rates of its day. */
const dutyPart = {
  /** Number of the line, from 1; 0 for the whole entry. */
  line: count(0, 999),
  kind: choice('usRateKind', ['duty', 'additional', 'fee', 'type']),
  code: text(10),
  name: text(100),
  rate: percentage().nullable(),
  value: money('USD'),
  amount: money('USD'),
};

/** Most lines of one entry, the limit of CBP. */
export const MAX_LINES = 999;

/** An import declaration to US customs, on a sea bill or on an air bill to the United States (reference 5.6.3). */
export const seaEntry = resource({
  name: 'seaEntry',
  path: '/sea-entry',
  module: 'sea',
  view: permit('sea.entry.view'),
  edit: permit('sea.entry.edit'),
  /** Without a bill, it belongs to its maker. */
  scope: bySeaBill({ orBill: true, unowned: 'author' }),
  row: object(() => ({
    ...recordFields,
    /** Null in a draft: assigned from the account's filer. */
    entryNo: code(entryNo).nullable(),
    state: stateOf({ name: 'seaEntry', states: entryStates }),
    entryType: choice('usEntryType', usEntryTypes),
    mode: choice('usMode', usModes),
    netchbAccountId: ref('netchbAccount').nullable(),
    filerCode: code(filerCode).nullable(),
    seaBillId: ref('seaBill').nullable(),
    /** The bill of the operation with the same goods: the sea bill's, or the air bill itself. */
    billId: id().nullable(),
    /** Number of its master bill. */
    masterNo: code(billNo).nullable(),
    customerId: ref('customer').nullable(),
    isfId: id().nullable(),
    importerTaxId: code(importerId).nullable(),
    importer: block('entryParty', party).nullable(),
    importerName: text(35).nullable(),
    consigneeTaxId: code(importerId).nullable(),
    consignee: block('entryParty', party).nullable(),
    processingPort: code(usPort).nullable(),
    entryPort: code(usPort).nullable(),
    unladingPort: code(usPort).nullable(),
    examPort: code(usPort).nullable(),
    firmsCode: code(firms).nullable(),
    entryDate: date().nullable(),
    importDate: date().nullable(),
    exportDate: date().nullable(),
    carrierCode: code(usCarrier).nullable(),
    vesselName: text(60).nullable(),
    /** Voyage, or flight. */
    voyageNo: code(flightOrVoyage).nullable(),
    exportCountry: code(countryCode).nullable(),
    foreignPort: code(schK).nullable(),
    bills: table('entryBill', manifestBill, 200),
    containerNos: codes(containerNo, 200),
    bondType: choice('bondType', ['8', '9', '0']).nullable(),
    suretyCode: code(suretyCode).nullable(),
    bondAmount: money('USD').nullable(),
    description: text(70).nullable(),
    /** Freight and insurance. */
    charges: money('USD').nullable(),
    /** In kg. */
    grossWeight: count(0, 100_000_000).nullable(),
    invoices: table('entryInvoice', invoice, 200),
    lines: table('entryLine', line, MAX_LINES),
    lineCount: count(),
    totalValue: money('USD'),
    duties: table('entryDuty', dutyPart, 12_000),
    dutyTotal: money('USD'),
    mpf: money('USD'),
    hmf: money('USD'),
    otherFees: money('USD'),
    grandTotal: money('USD'),
    /** Number of problems that prevent its submission. */
    missingCount: count(),
    /** Consignments held by customs. */
    heldNos: codes(consignmentRule(), MAX_LINES),
    amendmentNo: count(),
    /** Due day of the entry, and of its summary after the release. */
    entryDueOn: date().nullable(),
    summaryDueOn: date().nullable(),
    submittedAt: dateTime().nullable(),
    submittedBy: ref('staff').nullable(),
    /** Steps of its approval from the open one on, if a setting requires any. */
    waiting: approvalSteps().nullable(),
    stepNo: count(1).nullable(),
    approvedAt: dateTime().nullable(),
    approvedBy: ref('staff').nullable(),
    transmittedAt: dateTime().nullable(),
    acceptedAt: dateTime().nullable(),
    releasedAt: dateTime().nullable(),
    summaryFiledAt: dateTime().nullable(),
    paidAt: dateTime().nullable(),
    liquidatedAt: dateTime().nullable(),
    cancelledAt: dateTime().nullable(),
    /** Statement by which the duty was paid. */
    statementNo: text(40).nullable(),
    /** Reason for its return, amendment or cancellation. */
    reason: note(500).nullable(),
    /** Last response of customs. */
    lastAnswer: note(1000).nullable(),
    remark: note(500).nullable(),
  })),
  draft: [
    'entryNo',
    'entryType',
    'mode',
    'netchbAccountId',
    'seaBillId',
    'billId',
    'importerTaxId',
    'importer',
    'consigneeTaxId',
    'consignee',
    'processingPort',
    'entryPort',
    'unladingPort',
    'examPort',
    'firmsCode',
    'entryDate',
    'importDate',
    'exportDate',
    'carrierCode',
    'vesselName',
    'voyageNo',
    'exportCountry',
    'foreignPort',
    'bills',
    'containerNos',
    'bondType',
    'suretyCode',
    'bondAmount',
    'description',
    'charges',
    'grossWeight',
    'invoices',
    'lines',
    'remark',
  ],
  lookup: ['entryNo', 'entryType', 'masterNo', 'state'],
  namesFor: 'readers',
  filters: [
    'entryNo',
    'state',
    'entryType',
    'mode',
    'netchbAccountId',
    'seaBillId',
    'billId',
    'masterNo',
    'customerId',
    'importerTaxId',
    'importerName',
    'entryPort',
    'unladingPort',
    'containerNos',
    'entryDate',
    'importDate',
    'entryDueOn',
    'summaryDueOn',
    'transmittedAt',
    'releasedAt',
    'createdAt',
  ],
  sorts: [
    'entryNo',
    'state',
    'entryType',
    'masterNo',
    'importerName',
    'vesselName',
    'entryPort',
    'entryDate',
    'importDate',
    'totalValue',
    'grandTotal',
    'entryDueOn',
    'summaryDueOn',
    'transmittedAt',
    'releasedAt',
    'createdAt',
  ],
  order: '-createdAt',
  keyword: ['entryNo', 'masterNo', 'importerName', 'importerTaxId', 'vesselName', 'voyageNo', 'containerNos'],
  unique: ['entryNo'],
  finding: {
    numbers: ['entryNo'],
    also: ['masterNo'],
    names: ['importerName', 'containerNos'],
    path: '/sea/entry/detail/{id}',
  },
  fresh: {
    entryType: '01',
    mode: '11',
    bills: [],
    containerNos: [],
    invoices: [],
    lines: [],
  },
});
export type SeaEntry = z.output<typeof seaEntry.row>;
export type EntryLine = SeaEntry['lines'][number];

/** Inputs of an entry's lifecycle: the record, and the caller's role. */
export type EntryFacts = FourEyes & Pick<SeaEntry, 'state' | 'transmittedAt'>;

const edit = seaEntry.edit;
const approve = permit('sea.entry.approve');
const file = permit('sea.entry.file');
const pay = permit('sea.entry.pay');

/** Lifecycle of an entry (reference 3.6). Responses of customs change it automatically. */
export const entryMachine = machine<EntryFacts>()({
  name: 'seaEntry',
  calls: {
    submit: 'seaEntry.submit',
    withdraw: 'seaEntry.withdraw',
    return: 'seaEntry.return',
    transmit: 'seaEntry.transmit',
    solve: 'seaEntry.solve',
    fileSummary: 'seaEntry.summary',
    pay: 'seaEntry.pay',
    cancel: 'seaEntry.cancel',
  },
  states: entryStates,
  stateOf: ({ state }) => state,
  always: [],
  actions: {
    update: { from: ['draft', 'rejected'], to: 'draft', permission: edit },
    ...fourEyesActions({ edit, approve }, ['draft', 'rejected']),
    transmit: { from: ['approved'], to: 'transmitted', permission: file, tone: 'primary' },
    solve: { from: ['docs_required', 'exam', 'hold'], to: 'computed', permission: file, tone: 'primary' },
    fileSummary: { from: ['released'], to: 'summary_filed', permission: file, tone: 'primary' },
    pay: { from: ['summary_filed'], to: 'paid', permission: pay, tone: 'primary' },
    amend: { from: ['accepted', 'released'], to: 'draft', permission: file, asks: reason },
    cancel: {
      from: ['draft', 'pending_approval', 'approved', 'transmitted', 'accepted'],
      to: 'cancelled',
      permission: file,
      asks: reason,
      tone: 'danger',
    },
    remove: {
      from: ['draft'],
      to: 'gone',
      permission: edit,
      guards: [({ transmittedAt }) => (transmittedAt === null ? undefined : problem('FILING_TRANSMITTED'))],
      tone: 'danger',
    },
    // Responses of customs; never manual.
    accepted: { from: ['transmitted'], to: 'accepted', permission: file },
    rejected: { from: ['transmitted'], to: 'rejected', permission: file },
    documents: { from: ['accepted'], to: 'docs_required', permission: file },
    exam: { from: ['accepted'], to: 'exam', permission: file },
    hold: { from: ['accepted'], to: 'hold', permission: file },
    release: { from: ['accepted', 'docs_required', 'exam', 'hold'], to: 'released', permission: file },
    refuseSummary: { from: ['summary_filed'], to: 'released', permission: file },
    liquidate: { from: ['paid'], to: 'liquidated', permission: file },
  },
});
export type EntryAction = keyof typeof entryMachine.actions;

/** One response of customs to an entry. */
export const entryAnswer = object(() => ({
  id: id(),
  entryId: id(),
  at: dateTime(),
  event: choice('filingEvent', filingEvents),
  code: text(20).nullable(),
  text: note(1000).nullable(),
  reference: text(60).nullable(),
}));

const { active: _, setActive: __, create, update, remove, ...usual } = crud(seaEntry);
const wrong = [
  'ENTRY_NO_USED',
  'ENTRY_NO_FILER',
  'ENTRY_NO_BILL',
  'ENTRY_NO_SERIALS',
  'ENTRY_NO_ACCOUNT',
] as const;

/** Totals of entries. */
export const entryTotals = object(() => ({
  totalValue: money('USD'),
  dutyTotal: money('USD'),
  grandTotal: money('USD'),
}));

export const seaEntryApi = {
  ...usual,
  create: { ...create, errors: also(create, ...wrong) },
  update: { ...update, errors: also(update, ...wrong, 'STATE_NOT_ALLOWED') },
  remove: { ...remove, errors: ['STATE_NOT_ALLOWED', 'FILING_TRANSMITTED'] as const },
  /** Number of entries per state, under the filters of the list. */
  count: endpoint({
    method: 'GET',
    path: '/sea-entry/count',
    access: seaEntry.view,
    query: listQuery(seaEntry.row, seaEntry.filters, seaEntry.sorts),
    answer: object(() => countPer(entryStateNames)),
    extension: true,
  }),
  totals: endpoint({
    method: 'GET',
    path: '/sea-entry/totals',
    access: seaEntry.view,
    query: listQuery(seaEntry.row, seaEntry.filters, seaEntry.sorts),
    answer: entryTotals,
    extension: true,
  }),
  /** Initial values of a bill's entry: from the sea bill and its ISF, or from an air bill to the United States. */
  prefill: endpoint({
    method: 'GET',
    path: '/sea-entry/prefill',
    access: edit,
    query: strictObject(() => ({ seaBillId: id().optional(), billId: id().optional() })),
    answer: z.record(z.string(), z.unknown()),
    errors: ['ENTRY_NO_BILL', 'NOT_FOUND'],
    extension: true,
  }),
  /** Status of an entry: the caller's role, next deciders, customs responses (the newest first), the last filing. */
  status: endpoint({
    method: 'GET',
    path: '/sea-entry/{id}/status',
    access: seaEntry.view,
    params: one,
    answer: object(() => ({
      facts: object(() => ({ submitter: z.boolean(), decides })),
      next: z.array(id()),
      filings: z.array(filingRow),
      answers: z.array(entryAnswer),
      filed: object(() => ({ at: dateTime(), content: z.unknown() })).nullable(),
    })),
    extension: true,
  }),
  logs: endpoint({
    method: 'GET',
    path: '/sea-entry/{id}/logs',
    access: seaEntry.view,
    params: one,
    query: listQuery(operateLogRow, ['operatorId', 'action', 'at'], ['at']),
    answer: pageOf(operateLogRow),
    extension: true,
  }),
  /** Its summary as form 7501. */
  pdf: endpoint({
    method: 'GET',
    path: '/sea-entry/{id}/pdf',
    access: seaEntry.view,
    kind: 'blob',
    params: one,
    extension: true,
  }),
  ...fourEyesCalls('/sea-entry', seaEntry.row, { edit, approve }),
  transmit: endpoint({
    method: 'PUT',
    path: '/sea-entry/{id}/transmit',
    access: file,
    params: one,
    body: versioned,
    answer: seaEntry.row,
    errors: [...step, 'FILING_ACCOUNT'],
    extension: true,
  }),
  /** Documents were handed in, the exam is over, or the hold was lifted: back to accepted, or released. */
  solve: endpoint({
    method: 'PUT',
    path: '/sea-entry/{id}/solve',
    access: file,
    params: one,
    body: extended(versioned, () => ({
      result: choice('entrySolved', ['accepted', 'released']),
      at: dateTime().nullable().default(null),
      remark: note(500).nullable().default(null),
    })),
    answer: seaEntry.row,
    errors: [...step, 'NODE_FUTURE'],
    extension: true,
  }),
  /** Files the summary, and creates the costs of duty and fees on the bill. */
  summary: endpoint({
    method: 'PUT',
    path: '/sea-entry/{id}/summary',
    access: file,
    params: one,
    body: extended(versioned, () => ({
      /** Supplier that duty and fees are owed to, if they are booked. */
      supplierId: ref('clientCompany', 'supplier').nullable().default(null),
      dutyCategoryId: ref('feeCategory').nullable().default(null),
      feeCategoryId: ref('feeCategory').nullable().default(null),
    })),
    answer: seaEntry.row,
    errors: [
      ...step,
      'FILING_ACCOUNT',
      'RATE_MISSING',
      'COMPANY_KIND',
      'FEE_DIRECTION',
      'REFERENCE_UNKNOWN',
      'REFERENCE_INACTIVE',
    ],
    extension: true,
  }),
  pay: endpoint({
    method: 'PUT',
    path: '/sea-entry/{id}/pay',
    access: pay,
    params: one,
    body: extended(versioned, () => ({
      statementNo: text(40),
      paymentDate: date(),
      method: choice('paymentMethod', paymentMethods),
    })),
    answer: seaEntry.row,
    errors: [...step, 'AMOUNT_ZERO', 'PAYMENT_FUTURE'],
    extension: true,
  }),
  cancel: endpoint({
    method: 'PUT',
    path: '/sea-entry/{id}/cancel',
    access: file,
    params: one,
    body: reasoned,
    answer: seaEntry.row,
    errors: [...step, 'REASON_REQUIRED', 'FILING_ACCOUNT'],
    extension: true,
  }),
};

export const amsEntryApi = {
  /** Reopens a filed entry as a draft that replaces it at its next transmission. */
  amend: endpoint({
    method: 'POST',
    path: '/ams/entry/amend',
    access: file,
    body: extended(one, () => reasoned.shape),
    answer: seaEntry.row,
    errors: [...step, 'NOT_FOUND', 'REASON_REQUIRED'],
  }),
};

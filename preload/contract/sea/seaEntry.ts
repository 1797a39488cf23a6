import type * as z from 'zod';
import { type Problem, problem } from '../errors';
import { choice, code, codes, count, date, dateTime, id, money, note, ref, stateOf, text } from '../fields';
import { approvalSteps } from '../lineFields';
import { machine, type State } from '../machine';
import { namesOf } from '../names';
import { block, table } from '../partFields';
import { permit } from '../permissions';
import { recordFields, resource } from '../resource';
import { billNo, containerNo, flightOrVoyage } from '../rules/codes';
import { entryNo, filerCode, importerId, suretyCode, usCarrier, usPort } from '../rules/customs';
import { countryCode, firms, schK } from '../rules/places';
import { formatDay } from '../rules/zonedTime';
import { bySeaBill } from '../scope';
import { object } from '../shape';
import { usEntryTypes, usModes } from '../vocabulary';
import { consignmentRule, dutyPart, invoice, line, MAX_LINES, manifestBill, party } from './entryParts';
import { filingEvents } from './filing';
import { acknowledging, type FourEyes, fourEyesActions, reason } from './fourEyes';

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

/** Due days of an entry, and the times of its steps. */
const steps = () => ({
  /** Due day of the entry, and of its summary after the release. */
  entryDueOn: date().nullable(),
  summaryDueOn: date().nullable(),
  submittedAt: dateTime().nullable(),
  submittedBy: ref('staff').nullable(),
  /** Remaining steps of its approval, the open one first; null if no setting requires an approval. */
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
  /** Day for which customs schedules the liquidation; null: not told, the usual one applies. */
  liquidationOn: date().nullable(),
});

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
    ...steps(),
    /** Statement by which the duty was paid. */
    statementNo: text(40).nullable(),
    /** Reason for its return, amendment or cancellation. */
    reason: note(500).nullable(),
    /** Last response of customs. */
    lastAnswer: note(1000).nullable(),
    /** A response that its state could not take, until a person has dealt with it. */
    openAnswer: note(1000).nullable(),
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
export type EntryFacts = FourEyes &
  Pick<SeaEntry, 'state' | 'transmittedAt' | 'openAnswer' | 'paidAt' | 'entryType'>;

/** Types of entry without a summary that could be corrected: informal entries. */
const INFORMAL_TYPES: ReadonlySet<string> = new Set(['11', '12']);

/** Returns why the summary of an entry cannot be corrected any more after its last day; null if that is not known. */
export const lateCorrection = (due: string | null, today: string): Problem | undefined =>
  due !== null && today > due ? problem('ENTRY_CORRECTION_LATE', { day: formatDay(due) }) : undefined;
/** The last day is checked with the correction, in which the person states the scheduled liquidation. */
const notCorrectable = ({ entryType }: EntryFacts): Problem | undefined =>
  INFORMAL_TYPES.has(entryType) ? problem('ENTRY_INFORMAL') : undefined;
/** A paid entry that is open again is a correction of its summary: customs keeps the paid one until it accepts it. */
const isCorrection = ({ paidAt }: Pick<SeaEntry, 'paidAt'>): boolean => paidAt !== null;

const edit = seaEntry.edit;
export const entryPermits = {
  approve: permit('sea.entry.approve'),
  file: permit('sea.entry.file'),
  pay: permit('sea.entry.pay'),
};
const { approve, file, pay } = entryPermits;

/** States in which customs stops the goods. */
const stopped = ['docs_required', 'exam', 'hold'] as const satisfies readonly EntryState[];
/** States from the transmission to the summary. */
const underWay = ['transmitted', 'accepted', ...stopped, 'released'] as const;

/** Lifecycle of an entry (reference 3.6). Responses of customs change it automatically. */
export const entryMachine = machine<EntryFacts>()({
  name: 'seaEntry',
  calls: {
    submit: 'seaEntry.submit',
    withdraw: 'seaEntry.withdraw',
    return: 'seaEntry.return',
    transmit: 'seaEntry.transmit',
    solve: 'seaEntry.solve',
    acknowledge: 'seaEntry.acknowledge',
    fileSummary: 'seaEntry.summary',
    pay: 'seaEntry.pay',
    correct: 'seaEntry.correct',
    discard: 'seaEntry.discard',
    cancel: 'seaEntry.cancel',
  },
  states: entryStates,
  stateOf: ({ state }) => state,
  always: [],
  actions: {
    update: { from: ['draft', 'rejected'], to: 'draft', permission: edit },
    ...fourEyesActions({ edit, approve }, ['draft', 'rejected']),
    transmit: { from: ['approved'], to: 'transmitted', permission: file, tone: 'primary' },
    solve: { from: stopped, to: 'computed', permission: file, tone: 'primary' },
    fileSummary: { from: ['released'], to: 'summary_filed', permission: file, tone: 'primary' },
    pay: { from: ['summary_filed'], to: 'paid', permission: pay, tone: 'primary' },
    ...acknowledging(entryStateNames, file),
    /** Post-summary correction: the paid summary as a draft, which replaces it once customs accepts it. */
    correct: {
      from: ['paid'],
      to: 'draft',
      permission: file,
      guards: [notCorrectable],
      asks: reason,
      inverse: 'discard',
    },
    discard: {
      from: ['draft', 'rejected'],
      to: 'paid',
      permission: file,
      guards: [(facts) => (isCorrection(facts) ? undefined : problem('ENTRY_NO_CORRECTION'))],
      tone: 'danger',
    },
    amend: { from: ['accepted', ...stopped, 'released'], to: 'draft', permission: file, asks: reason },
    cancel: {
      from: ['draft', 'pending_approval', 'approved', 'transmitted', 'accepted', ...stopped],
      to: 'cancelled',
      permission: file,
      // Its goods were released and its duty paid: only the correction can be discarded.
      guards: [(facts) => (isCorrection(facts) ? problem('ENTRY_CORRECTION') : undefined)],
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
    // Customs may stop goods before it accepts their entry, one reason after the other, and once more after the release.
    documents: { from: underWay, to: 'docs_required', permission: file },
    exam: { from: underWay, to: 'exam', permission: file },
    hold: { from: underWay, to: 'hold', permission: file },
    // A second release frees the consignments that the first one left held.
    release: { from: underWay, to: 'released', permission: file },
    refuseSummary: { from: ['summary_filed'], to: 'released', permission: file },
    corrected: { from: ['transmitted'], to: 'paid', permission: file },
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

/** Totals of entries. */
export const entryTotals = object(() => ({
  totalValue: money('USD'),
  dutyTotal: money('USD'),
  grandTotal: money('USD'),
}));

import * as z from 'zod';
import { type Problem, problem } from '../errors';
import { choice, code, codes, count, dateTime, flag, id, note, ref, stateOf, text } from '../fields';
import { approvalSteps } from '../lineFields';
import { machine, type State } from '../machine';
import { namesOf } from '../names';
import { block, table } from '../partFields';
import { permit } from '../permissions';
import { recordFields, resource } from '../resource';
import { containerNo, containerTypes, documentNo, hbl, mbl, scac, voyage } from '../rules/codes';
import { hsCode, partyNumber, portAbroad, suretyCode } from '../rules/customs';
import { countryCode, unLocode } from '../rules/places';
import { bySeaBill } from '../scope';
import { object } from '../shape';
import { filingActions, filingEvents, filingStates } from './filing';
import { acknowledging, type FourEyes, fourEyesActions, reason } from './fourEyes';

export const isfStates = {
  draft: { rank: 10, tone: 'neutral' },
  pending_approval: { rank: 20, tone: 'progress' },
  approved: { rank: 30, tone: 'info' },
  transmitted: { rank: 40, tone: 'progress' },
  accepted: { rank: 50, tone: 'good' },
  accepted_warning: { rank: 60, tone: 'warning' },
  rejected: { rank: 70, tone: 'bad' },
  matched: { rank: 80, tone: 'good' },
  cancelled: { rank: 90, tone: 'neutral' },
} as const satisfies Record<string, State>;
export type IsfState = keyof typeof isfStates;
export const isfStateNames = namesOf(isfStates);

/** Standing of an ISF at customs: none before the first acceptance, and after deletion. */
export const isfStandings = ['accepted', 'accepted_warning', 'matched'] as const;

/** A party of a filing with its address, in the field lengths of CBP (reference 5.6.2). */
export const isfParty = {
  name: text(35).nullable(),
  name2: text(35).nullable(),
  address1: text(35).nullable(),
  address2: text(35).nullable(),
  city: text(35).nullable(),
  state: text(3).nullable(),
  postcode: text(15).nullable(),
  country: code(countryCode).nullable(),
};
/** Parties of an ISF-10, in the order of its elements. */
export const isfTenParties = ['seller', 'buyer', 'shipTo', 'stuffingLocation', 'consolidator'] as const;
/** Parties of an ISF-5. */
export const isfFiveParties = ['bookingParty', 'shipTo'] as const;
export type IsfPartyName = (typeof isfTenParties)[number] | (typeof isfFiveParties)[number];

/** One commodity with its manufacturer and country of origin. */
export const isfLine = {
  hts: code(hsCode).nullable(),
  originCountry: code(countryCode).nullable(),
  manufacturerName: text(35).nullable(),
  manufacturerAddress: text(35).nullable(),
  manufacturerCity: text(35).nullable(),
  manufacturerState: text(3).nullable(),
  manufacturerPostcode: text(15).nullable(),
  manufacturerCountry: code(countryCode).nullable(),
  description: text(70).nullable(),
};
export const isfContainer = {
  containerNo: code(containerNo),
  containerType: choice('containerType', containerTypes).nullable(),
};
/** Most commodity lines and containers of one ISF. */
export const MAX_ISF_LINES = 999;
export const MAX_ISF_CONTAINERS = 50;

const party = () => block('isfParty', isfParty).nullable();
const idTypes = ['EI', 'ANI', '34', 'AEF', '2'] as const;

/** An importer security filing (10+2, or 5+2 for goods that stay on board or move on in bond; reference 5.6.2). */
export const seaIsf = resource({
  name: 'seaIsf',
  path: '/sea-isf',
  module: 'sea',
  view: permit('sea.isf.view'),
  edit: permit('sea.isf.edit'),
  /** Without a sea bill, it belongs to its maker. */
  scope: bySeaBill({ unowned: 'author' }),
  row: object(() => ({
    ...recordFields,
    isfNo: code(documentNo),
    state: stateOf({ name: 'seaIsf', states: isfStates }),
    seaBillId: ref('seaBill').nullable(),
    customerId: ref('customer').nullable(),
    isfType: choice('isfType', ['ISF-10', 'ISF-5']),
    /** Action of the next transmission, else of the last one. */
    action: choice('isfAction', [filingActions.add, filingActions.replace, filingActions.delete]),
    actionReason: choice('isfReason', ['CT', 'FR', 'FT', 'FX']),
    shipmentType: choice('isfShipment', ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11']),
    /** ISF covers goods on ships only. */
    modeOfTransport: choice('isfMode', ['10', '11']),
    billType: choice('isfBill', ['BM', 'OB']),
    netchbAccountId: ref('netchbAccount').nullable(),
    mblNo: code(mbl).nullable(),
    hblNo: code(hbl).nullable(),
    /** The lowest bill filed in AMS, if different. */
    amsBillNo: code(hbl).nullable(),
    scac: code(scac).nullable(),
    vesselName: text(60).nullable(),
    voyageNo: code(voyage).nullable(),
    polCode: code(unLocode).nullable(),
    podCode: code(unLocode).nullable(),
    /** When the goods are loaded on board; null while unknown. Not part of the filing. */
    loadingAt: dateTime().nullable(),
    etd: dateTime().nullable(),
    eta: dateTime().nullable(),
    importerIdType: choice('usIdType', idTypes).nullable(),
    importerNumber: code(partyNumber).nullable(),
    consigneeIdType: choice('usIdType', idTypes).nullable(),
    consigneeNumber: code(partyNumber).nullable(),
    seller: party(),
    buyer: party(),
    shipTo: party(),
    stuffingLocation: party(),
    consolidator: party(),
    bookingParty: party(),
    /** Foreign port of unlading and place of delivery of an ISF-5. */
    foreignPort: code(portAbroad).nullable(),
    placeOfDelivery: code(unLocode).nullable(),
    lines: table('isfLine', isfLine, MAX_ISF_LINES),
    containers: table('isfContainer', isfContainer, MAX_ISF_CONTAINERS),
    /** The container numbers, for lists and searches. */
    containerNos: codes(containerNo, MAX_ISF_CONTAINERS),
    bondActivity: choice('bondActivity', ['01', '02', '03', '04', '16']).nullable(),
    bondType: choice('bondType', ['8', '9']).nullable(),
    /** Number of the bond holder. */
    bondHolder: code(partyNumber).nullable(),
    suretyCode: code(suretyCode).nullable(),
    singleBondNo: text(20).nullable(),
    poNumber: text(35).nullable(),
    /** Number of problems that prevent its submission. */
    missingCount: count(),
    /** Deadline: 24 hours before loading; while that is unknown, the latest possible one, 24 hours before departure. */
    dueAt: dateTime().nullable(),
    /** True if the first filing was late. */
    lateFiling: flag(),
    amendmentNo: count(),
    standing: choice('isfStanding', isfStandings).nullable(),
    cbpTransactionNo: text(15).nullable(),
    /** State of its last filing. */
    filingState: stateOf({ name: 'filing', states: filingStates }).nullable(),
    submittedAt: dateTime().nullable(),
    submittedBy: ref('staff').nullable(),
    /** Remaining steps of its approval, the open one first; null if no setting requires an approval. */
    waiting: approvalSteps().nullable(),
    stepNo: count(1).nullable(),
    approvedAt: dateTime().nullable(),
    approvedBy: ref('staff').nullable(),
    /** Time of its first filing. */
    filedAt: dateTime().nullable(),
    acceptedAt: dateTime().nullable(),
    /** Last response of customs. */
    lastAnswer: note(1000).nullable(),
    /** A response that its state could not take, until a person has dealt with it. */
    openAnswer: note(1000).nullable(),
    /** Reason for its return, amendment or cancellation. */
    reason: note(500).nullable(),
    remark: note(500).nullable(),
  })),
  draft: [
    'seaBillId',
    'isfType',
    'actionReason',
    'shipmentType',
    'modeOfTransport',
    'billType',
    'netchbAccountId',
    'mblNo',
    'hblNo',
    'amsBillNo',
    'scac',
    'vesselName',
    'voyageNo',
    'polCode',
    'podCode',
    'loadingAt',
    'etd',
    'eta',
    'importerIdType',
    'importerNumber',
    'consigneeIdType',
    'consigneeNumber',
    'seller',
    'buyer',
    'shipTo',
    'stuffingLocation',
    'consolidator',
    'bookingParty',
    'foreignPort',
    'placeOfDelivery',
    'lines',
    'containers',
    'bondActivity',
    'bondType',
    'bondHolder',
    'suretyCode',
    'singleBondNo',
    'poNumber',
    'remark',
  ],
  lookup: ['isfNo', 'isfType', 'mblNo', 'hblNo', 'state'],
  namesFor: 'readers',
  filters: [
    'isfNo',
    'state',
    'isfType',
    'seaBillId',
    'customerId',
    'mblNo',
    'hblNo',
    'scac',
    'vesselName',
    'voyageNo',
    'polCode',
    'podCode',
    'containerNos',
    'importerNumber',
    'netchbAccountId',
    'lateFiling',
    'etd',
    'eta',
    'dueAt',
    'filedAt',
    'createdAt',
  ],
  sorts: [
    'isfNo',
    'state',
    'isfType',
    'mblNo',
    'hblNo',
    'vesselName',
    'polCode',
    'podCode',
    'etd',
    'eta',
    'dueAt',
    'filedAt',
    'missingCount',
    'createdAt',
  ],
  order: '-createdAt',
  keyword: ['isfNo', 'mblNo', 'hblNo', 'vesselName', 'voyageNo', 'containerNos', 'cbpTransactionNo'],
  unique: ['isfNo'],
  finding: {
    numbers: ['isfNo'],
    also: ['mblNo', 'hblNo'],
    names: ['vesselName', 'containerNos'],
    path: '/sea/isf/detail/{id}',
  },
  fresh: {
    isfType: 'ISF-10',
    actionReason: 'CT',
    shipmentType: '01',
    modeOfTransport: '11',
    billType: 'BM',
    lines: [],
    containers: [],
  },
});
export type SeaIsf = z.output<typeof seaIsf.row>;
export type IsfDraft = Pick<SeaIsf, (typeof seaIsf.draft)[number]>;
/** Fields of an ISF that are sent to customs, or belong to what was sent. */
export const isfSent = seaIsf.draft.filter((name) => name !== 'loadingAt');

/** Inputs of an ISF's lifecycle: the record, its sea bill, and the caller's role. */
export interface IsfFacts extends FourEyes, Pick<SeaIsf, 'state' | 'standing' | 'filedAt' | 'openAnswer'> {
  /** True if the ship has arrived. */
  readonly arrived: boolean;
  /** True if an entry of the same bill has been sent to customs. */
  readonly entryFiled: boolean;
}

export const edit = seaIsf.edit;
export const approve = permit('sea.isf.approve');
export const file = permit('sea.isf.file');
const standing = (facts: IsfFacts): Problem | undefined =>
  facts.standing === null ? problem('ISF_NOTHING_FILED') : undefined;

/** Lifecycle of an ISF (reference 3.5). Responses of customs change it automatically. */
export const isfMachine = machine<IsfFacts>()({
  name: 'seaIsf',
  calls: {
    submit: 'seaIsf.submit',
    withdraw: 'seaIsf.withdraw',
    return: 'seaIsf.return',
    revoke: 'seaIsf.revoke',
    discard: 'seaIsf.discard',
    cancel: 'seaIsf.cancel',
    acknowledge: 'seaIsf.acknowledge',
  },
  states: isfStates,
  stateOf: (row) => row.state,
  always: [],
  actions: {
    update: { from: ['draft', 'rejected'], to: 'draft', permission: edit },
    ...fourEyesActions({ edit, approve }, ['draft']),
    revoke: { from: ['approved'], to: 'draft', permission: approve },
    transmit: { from: ['approved'], to: 'transmitted', permission: file, tone: 'primary' },
    amend: {
      from: ['accepted', 'accepted_warning', 'matched'],
      to: 'draft',
      permission: edit,
      guards: [({ arrived }) => (arrived ? problem('ISF_ARRIVED') : undefined)],
      asks: reason,
      inverse: 'discard',
    },
    // Discards an amendment: the filing at customs remains valid.
    discard: { from: ['draft', 'rejected'], to: 'computed', permission: edit, guards: [standing] },
    cancel: {
      // A match does not keep it from being withdrawn: the bill may never have been loaded.
      from: ['accepted', 'accepted_warning', 'matched'],
      // Cancelled only after customs has deleted it.
      to: 'transmitted',
      permission: file,
      guards: [({ entryFiled }) => (entryFiled ? problem('ISF_ENTRY_FILED') : undefined)],
      asks: reason,
      tone: 'danger',
    },
    ...acknowledging(isfStateNames, file),
    remove: {
      from: ['draft'],
      to: 'gone',
      permission: edit,
      guards: [({ filedAt }) => (filedAt === null ? undefined : problem('FILING_TRANSMITTED'))],
      tone: 'danger',
    },
    // Responses of customs; never manual.
    accepted: { from: ['transmitted'], to: 'accepted', permission: file },
    acceptedWarning: { from: ['transmitted'], to: 'accepted_warning', permission: file },
    rejected: { from: ['transmitted'], to: 'rejected', permission: file },
    // The match may come while an amendment or a deletion is on its way: then only the standing changes.
    matched: { from: ['transmitted', 'accepted', 'accepted_warning'], to: 'computed', permission: file },
    deleted: { from: ['transmitted'], to: 'cancelled', permission: file },
    // Deletion failed: the filing remains as it was.
    kept: { from: ['transmitted'], to: 'computed', permission: file, guards: [standing] },
  },
});
export type IsfAction = keyof typeof isfMachine.actions;
/** Actions of people on an ISF. */
export const isfSteps = [
  'submit',
  'withdraw',
  'approve',
  'return',
  'revoke',
  'transmit',
  'amend',
  'discard',
  'cancel',
  'acknowledge',
] as const;
export type IsfStep = (typeof isfSteps)[number];

/** One response of customs to an ISF. */
export const isfAnswer = object(() => ({
  id: id(),
  at: dateTime(),
  event: choice('filingEvent', filingEvents),
  reference: text(40).nullable(),
  codes: z.array(object(() => ({ code: z.string(), text: z.string() }))),
}));
export type IsfAnswer = z.output<typeof isfAnswer>;

/** Lists other than states: ISFs that need action, and those filed late or nearly late. */
export const isfShows = ['action', 'late'] as const;

import * as z from 'zod';
import { operateLogRow } from '../access/operateLog';
import { also, endpoint } from '../endpoint';
import { problem } from '../errors';
import {
  choice,
  code,
  codes,
  count,
  date,
  dateTime,
  id,
  note,
  ref,
  stateOf,
  text,
  volume,
  weight,
} from '../fields';
import { countPer, machine, type State } from '../machine';
import { namesOf } from '../names';
import { listQuery, pageOf } from '../paging';
import { table } from '../partFields';
import { permit } from '../permissions';
import { crud, recordFields, resource } from '../resource';
import { containerNo, containerTypes, hbl, imo, mbl, scac, voyage } from '../rules/codes';
import { incoterm, sealNo } from '../rules/customs';
import { unLocode } from '../rules/places';
import { seaNodeNames } from '../rules/seaNodes';
import { plannedBill } from '../scheduling/parts';
import { byWarehouse } from '../scope';
import { object, strictObject } from '../shape';

export const seaBillStates = {
  draft: { rank: 10, tone: 'neutral' },
  sailed: { rank: 20, tone: 'progress' },
  arrived: { rank: 30, tone: 'info' },
  on_hold: { rank: 40, tone: 'bad' },
  cleared: { rank: 50, tone: 'good' },
  delivering: { rank: 60, tone: 'progress' },
  delivered: { rank: 70, tone: 'good' },
  closed: { rank: 80, tone: 'neutral' },
  cancelled: { rank: 90, tone: 'neutral' },
} as const satisfies Record<string, State>;
export type SeaBillState = keyof typeof seaBillStates;

/** One container of a sea bill. */
export const seaBillContainer = {
  containerNo: code(containerNo),
  containerType: choice('containerType', containerTypes),
  sealNo: code(sealNo).nullable(),
  packages: count(0, 100_000).nullable(),
  weight: weight().nullable(),
  volume: volume().nullable(),
  /** Last day of free storage, if it differs from that of the bill. */
  lastFreeDay: date().nullable(),
  /** Days at the port; null: as the nodes of the bill say. */
  gateOut: date().nullable(),
  emptyReturned: date().nullable(),
};
/** Most containers of one bill. */
export const MAX_CONTAINERS = 50;

/**
 * A bill of lading by sea: goods, voyage, containers. Its times are stored at its nodes. Times of nodes and filings
 * that are shown with the bill are also copied here whenever they are written. Ports have no time zone: times are shown
 * in the reader's.
 */
export const seaBill = resource({
  name: 'seaBill',
  path: '/sea',
  module: 'sea',
  view: permit('sea.bill.view'),
  edit: permit('sea.bill.edit'),
  /** Without a warehouse, its own or its bill's, it belongs to its maker. */
  scope: byWarehouse('warehouseId', {
    owners: [{ table: 'bill', key: 'billId' }],
    unowned: 'author',
  }),
  row: object(() => ({
    ...recordFields,
    state: stateOf({ name: 'seaBill', states: seaBillStates }),
    mblNo: code(mbl),
    /** Set if the goods of several are consolidated under one master bill. */
    hblNo: code(hbl).nullable(),
    customerId: ref('customer'),
    /** The planned voyage: vessel, ports and times are copied from it. */
    seaTransportId: ref('seaTransport').nullable(),
    carrierScac: code(scac),
    vesselName: text(60),
    imoNo: code(imo).nullable(),
    voyageNo: code(voyage),
    polCode: code(unLocode),
    podCode: code(unLocode),
    deliveryCode: code(unLocode).nullable(),
    loadType: choice('loadType', ['FCL', 'LCL']),
    incoterm: code(incoterm).nullable(),
    /** When the goods are loaded at the port of loading; null while unknown. Filings are due 24 hours before it. */
    loadingAt: dateTime().nullable(),
    etd: dateTime(),
    eta: dateTime(),
    atd: dateTime().nullable(),
    ata: dateTime().nullable(),
    containers: table('seaContainer', seaBillContainer, MAX_CONTAINERS),
    /** The container numbers, for searches in the list. */
    containerNos: codes(containerNo, MAX_CONTAINERS),
    packages: count(1, 1_000_000),
    grossWeight: weight(),
    volume: volume(),
    goodsEn: text(300),
    goodsCn: text(300).nullable(),
    destinationId: ref('destination').nullable(),
    warehouseId: ref('warehouse').nullable(),
    lastFreeDay: date().nullable(),
    /** The next node with a deadline, and the deadline; late if that is past. */
    dueNode: choice('seaNode', seaNodeNames).nullable(),
    dueAt: dateTime().nullable(),
    /** The bill of the operation with the same goods. */
    billId: id().nullable(),
    isfId: id().nullable(),
    isfState: text(20).nullable(),
    entryId: id().nullable(),
    entryState: text(20).nullable(),
    cancelReason: note(500).nullable(),
    remark: note(500).nullable(),
  })),
  draft: [
    'mblNo',
    'hblNo',
    'customerId',
    'seaTransportId',
    'carrierScac',
    'vesselName',
    'imoNo',
    'voyageNo',
    'polCode',
    'podCode',
    'deliveryCode',
    'loadType',
    'incoterm',
    'loadingAt',
    'etd',
    'eta',
    'packages',
    'grossWeight',
    'volume',
    'goodsEn',
    'goodsCn',
    'containers',
    'destinationId',
    'warehouseId',
    'lastFreeDay',
    'remark',
  ],
  lookup: ['mblNo', 'hblNo', 'customerId', 'vesselName', 'voyageNo', 'etd', 'state'],
  namesFor: 'readers',
  filters: [
    'mblNo',
    'hblNo',
    'state',
    'customerId',
    'carrierScac',
    'vesselName',
    'voyageNo',
    'polCode',
    'podCode',
    'loadType',
    'containerNos',
    'etd',
    'eta',
    'ata',
    'lastFreeDay',
    'dueNode',
    'dueAt',
    'createdAt',
  ],
  sorts: [
    'mblNo',
    'hblNo',
    'state',
    'customerId',
    'carrierScac',
    'vesselName',
    'voyageNo',
    'polCode',
    'podCode',
    'etd',
    'eta',
    'ata',
    'lastFreeDay',
    'dueAt',
    'createdAt',
  ],
  order: '-etd',
  keyword: ['mblNo', 'hblNo', 'vesselName', 'voyageNo', 'containerNos'],
  unique: ['mblNo', 'hblNo'],
  finding: {
    numbers: ['mblNo'],
    also: ['hblNo'],
    names: ['vesselName', 'containerNos'],
    path: '/sea/bill/detail/{id}',
  },
  fresh: { loadType: 'FCL' },
});
export type SeaBill = z.output<typeof seaBill.row>;

/** Papers of a sea bill: to the customer, to the terminal, and to the haulier. */
export const seaPapers = ['arrival_notice', 'delivery_order', 'pickup_order'] as const;
export type SeaPaper = (typeof seaPapers)[number];
const seaPaper = choice('seaPaper', seaPapers);

/** Inputs of the actions on a sea bill: its state, and its filings. */
type SeaBillFacts = Pick<SeaBill, 'state' | 'isfId' | 'entryId' | 'billId'>;

const permission = seaBill.edit;
const under = namesOf(seaBillStates).filter((state) => state !== 'cancelled');

/** Lifecycle of a sea bill (reference 3.9): its state follows from its nodes, only cancelling is manual. */
export const seaBillMachine = machine<SeaBillFacts>()({
  name: 'seaBill',
  calls: {
    setNode: 'seaNode.set',
    link: 'seaBill.link',
    unlink: 'seaBill.link',
    cancel: 'seaBill.act',
    reopen: 'seaBill.act',
  },
  states: seaBillStates,
  stateOf: (row) => row.state,
  always: [],
  actions: {
    update: { from: under, to: 'same', permission },
    setNode: { from: under, to: 'computed', permission: permit('sea.node.edit') },
    link: { from: under, to: 'same', permission, inverse: 'unlink' },
    unlink: {
      from: under,
      to: 'same',
      permission,
      guards: [({ billId }) => (billId === null ? problem('SEA_NO_BILL') : undefined)],
      inverse: 'link',
    },
    cancel: {
      from: ['draft'],
      to: 'cancelled',
      permission,
      asks: object(() => ({ reason: note(500) })),
      inverse: 'reopen',
      tone: 'danger',
    },
    reopen: { from: ['cancelled'], to: 'computed', permission, inverse: 'cancel' },
    remove: {
      from: ['draft', 'cancelled'],
      to: 'gone',
      permission,
      guards: [
        ({ isfId, entryId }) => (isfId !== null || entryId !== null ? problem('SEA_HAS_FILINGS') : undefined),
      ],
      tone: 'danger',
    },
  },
});
export type SeaBillAction = keyof typeof seaBillMachine.actions;

const one = strictObject(() => ({ id: id() }));

/** Totals of sea bills. */
export const seaBillTotals = object(() => ({ packages: count(), grossWeight: weight(), volume: volume() }));
export const seaBillStateNames = namesOf(seaBillStates);
const query = listQuery(seaBill.row, seaBill.filters, seaBill.sorts);

const { active: _, setActive: __, create, update, remove, ...usual } = crud(seaBill);
export const seaBillApi = {
  ...usual,
  create,
  update: { ...update, errors: also(update, 'STATE_NOT_ALLOWED') },
  remove: { ...remove, errors: ['IN_USE', 'STATE_NOT_ALLOWED', 'SEA_HAS_FILINGS'] as const },
  /** Number of bills per state, under the filters of the list. */
  count: endpoint({
    method: 'GET',
    path: '/sea/count',
    access: seaBill.view,
    query,
    answer: object(() => countPer(seaBillStateNames)),
    extension: true,
  }),
  totals: endpoint({
    method: 'GET',
    path: '/sea/totals',
    access: seaBill.view,
    query,
    answer: seaBillTotals,
    extension: true,
  }),
  /** Cancels it, or undoes that. */
  act: endpoint({
    method: 'PATCH',
    path: '/sea/{id}',
    access: seaBill.edit,
    params: one,
    body: strictObject(() => ({
      version: count(1),
      action: z.enum(['cancel', 'reopen']),
      reason: note(500).nullable().default(null),
    })),
    answer: seaBill.row,
    errors: ['STALE_DATA', 'STATE_NOT_ALLOWED', 'REASON_REQUIRED'],
    extension: true,
  }),
  /** The bill of the operation with the same goods. */
  parts: endpoint({
    method: 'GET',
    path: '/sea/{id}/parts',
    access: seaBill.view,
    params: one,
    answer: object(() => ({ bill: plannedBill.nullable() })),
    extension: true,
  }),
  /** Sea bills of the operation that can be linked: those linked to no other, the same customer's first. */
  candidates: endpoint({
    method: 'GET',
    path: '/sea/{id}/candidates',
    access: seaBill.view,
    params: one,
    answer: z.array(plannedBill),
    extension: true,
  }),
  /** Links a bill of the operation, or none with null: entries at the nodes then apply to that bill too. */
  link: endpoint({
    method: 'PUT',
    path: '/sea/{id}/bill',
    access: seaBill.edit,
    params: one,
    body: strictObject(() => ({ version: count(1), billId: id().nullable() })),
    answer: seaBill.row,
    errors: [
      'STALE_DATA',
      'STATE_NOT_ALLOWED',
      'SEA_NO_BILL',
      'SEA_BILL_LINKED',
      'BOOKING_MODE',
      'BILL_REMOVED',
      'BILL_ARCHIVED',
    ],
    extension: true,
  }),
  /** A paper of the bill; orders name the haulier who collects the goods. */
  paper: endpoint({
    method: 'GET',
    path: '/sea/{id}/paper',
    access: seaBill.view,
    kind: 'blob',
    params: one,
    query: strictObject(() => ({
      paper: seaPaper,
      carrierCompanyId: ref('clientCompany').nullable().default(null),
    })),
    errors: ['REFERENCE_UNKNOWN'],
    extension: true,
  }),
  /** Operation log of one bill. */
  logs: endpoint({
    method: 'GET',
    path: '/sea/{id}/logs',
    access: seaBill.view,
    params: one,
    query: listQuery(operateLogRow, ['operatorId', 'action', 'at'], ['at']),
    answer: pageOf(operateLogRow),
    extension: true,
  }),
};

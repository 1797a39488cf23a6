import * as z from 'zod';
import { endpoint } from '../endpoint';
import { choice, code, count, date, dateTime, id, note, ref, stateOf, text } from '../fields';
import { countPer } from '../machine';
import { listQuery, pageOf } from '../paging';
import { permit } from '../permissions';
import { bulkAnswer, exportOf, selectionOf, warning } from '../resource';
import { hbl, mbl, voyage } from '../rules/codes';
import { unLocode } from '../rules/places';
import { seaNodeNames } from '../rules/seaNodes';
import { extended, object, strictObject } from '../shape';
import { seaBill, seaBillStates } from './seaBill';

export type { SeaNodeName } from '../rules/seaNodes';

/** A node of a sea bill: its deadline, planned and actual time. */
export const seaNode = object(() => ({
  id: id(),
  version: count(1),
  seaBillId: ref('seaBill'),
  node: choice('seaNode', seaNodeNames),
  /** By rule; null if no rule sets a deadline. */
  dueAt: dateTime().nullable(),
  plannedAt: dateTime().nullable(),
  actualAt: dateTime().nullable(),
  remark: note(500).nullable(),
  updatedAt: dateTime(),
  updatedBy: ref('staff').nullable(),
}));
export type SeaNode = z.output<typeof seaNode>;

/** A node with its bill. */
export const seaNodeRow = object(() => ({
  ...seaNode.shape,
  /** Position in the order of the journey. */
  place: count(),
  mblNo: code(mbl),
  hblNo: code(hbl).nullable(),
  customerId: ref('customer'),
  vesselName: text(60),
  voyageNo: code(voyage),
  podCode: code(unLocode),
  eta: dateTime(),
  lastFreeDay: date().nullable(),
  state: stateOf({ name: 'seaBill', states: seaBillStates }),
}));
export type SeaNodeRow = z.output<typeof seaNodeRow>;

/** Lists of nodes: open ones, among these those due soon and late ones, and done ones. */
export const seaNodeShows = ['open', 'soon', 'late', 'done'] as const;
export type SeaNodeShow = (typeof seaNodeShows)[number];

/** Input at a node: omitted fields stay, null clears. `day`: for the last free day, in place of a time. */
const entry = {
  actualAt: dateTime().nullable().optional(),
  plannedAt: dateTime().nullable().optional(),
  day: date().nullable().optional(),
  remark: note(500).nullable().optional(),
};

/** Filters and sorts of the list. */
export const seaNodeFilters = [
  'mblNo',
  'hblNo',
  'node',
  'customerId',
  'vesselName',
  'voyageNo',
  'podCode',
  'state',
  'dueAt',
  'plannedAt',
  'actualAt',
  'eta',
] as const;
export const seaNodeSorts = [
  'dueAt',
  'plannedAt',
  'actualAt',
  'mblNo',
  'node',
  'customerId',
  'vesselName',
  'eta',
  'updatedAt',
] as const;
const query = extended(listQuery(seaNodeRow, seaNodeFilters, seaNodeSorts), () => ({
  show: z.enum(seaNodeShows).optional(),
}));

const view = permit('sea.node.view');
const edit = permit('sea.node.edit');

/** The nodes of sea bills: those of one bill, and the open ones of all active bills. */
export const seaNodeApi = {
  ofBill: endpoint({
    method: 'GET',
    path: '/sea/{id}/nodes',
    access: seaBill.view,
    params: strictObject(() => ({ id: id() })),
    answer: z.array(seaNode),
    extension: true,
  }),
  list: endpoint({
    method: 'GET',
    path: '/sea/nodes',
    access: view,
    query,
    answer: pageOf(seaNodeRow),
    extension: true,
  }),
  /** Number of nodes of active bills per list. */
  count: endpoint({
    method: 'GET',
    path: '/sea/nodes/count',
    access: view,
    answer: object(() => countPer(seaNodeShows)),
    extension: true,
  }),
  export: exportOf('/sea/nodes', view, query, true),
  /** Sets one node of a bill; the version checked is the node's. */
  set: endpoint({
    method: 'PUT',
    path: '/sea/nodes/{id}',
    access: edit,
    params: strictObject(() => ({ id: id() })),
    body: strictObject(() => ({ version: count(1), ...entry })),
    /** The node, and warnings about what could not be entered at the linked bill. */
    answer: object(() => ({ node: seaNode, warnings: z.array(warning) })),
    errors: ['STALE_DATA', 'STATE_NOT_ALLOWED', 'NODE_ORDER', 'NODE_FUTURE', 'NODE_NOT_LAST', 'NODE_MISSING'],
    extension: true,
  }),
  /** Sets the same values on many nodes, each by the rules of its own bill. */
  many: endpoint({
    method: 'PUT',
    path: '/sea/nodes',
    access: edit,
    body: strictObject(() => ({ selection: selectionOf(query), ...entry })),
    answer: bulkAnswer,
    errors: ['COUNT_CHANGED'],
    extension: true,
  }),
};

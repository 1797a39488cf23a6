import * as z from 'zod';
import { billStages } from '../bill/bill';
import { endpoint } from '../endpoint';
import { problem } from '../errors';
import { choice, code, count, dateTime, flag, id, note, ref, stateOf, text, weight } from '../fields';
import { machine, type State } from '../machine';
import { listQuery, pageOf } from '../paging';
import { permit } from '../permissions';
import { draftOf, exportOf, patchOf, recordFields } from '../resource';
import { uldNo } from '../rules/codes';
import { extended, object, strictObject } from '../shape';

export const pmcStates = {
  collected: { rank: 10, tone: 'info' },
  unloaded: { rank: 20, tone: 'warning' },
  returned: { rank: 30, tone: 'good' },
  lost: { rank: 40, tone: 'bad' },
} as const satisfies Record<string, State>;

const uldTypes = ['PMC', 'PAG', 'PLA', 'AKE', 'other'] as const;
/** Returns the type of an aircraft pallet or container by the first letters of its number. */
export const uldTypeOf = (no: string): (typeof uldTypes)[number] =>
  uldTypes.find((type) => no.startsWith(type)) ?? 'other';

const DAY = 24 * 3_600_000;

/** Days beyond the free ones between collection and return, started days counted in full; until now if not returned. */
export function overdueDays(
  {
    collectedAt,
    freeDays,
    returnedAt,
  }: { collectedAt: string | null; freeDays: number; returnedAt: string | null },
  now: string,
): number {
  if (collectedAt === null) return 0;
  const days = (Date.parse(returnedAt ?? now) - Date.parse(collectedAt)) / DAY;
  return Math.max(0, Math.ceil(days - freeDays));
}

/** An aircraft pallet in our custody: collected full, to be returned empty with its nets and straps. */
export const pmcRow = object(() => ({
  ...recordFields,
  billId: id(),
  pickId: id().nullable(),
  uldNo: code(uldNo),
  boxes: count(0, 6000).nullable(),
  weight: weight().nullable(),
  state: stateOf({ name: 'pmc', states: pmcStates }),
  collectedAt: dateTime('landing').nullable(),
  collectedFrom: ref('cargoStation').nullable(),
  unloadedAt: dateTime('warehouse').nullable(),
  returnedAt: dateTime('landing').nullable(),
  returnedTo: text(120).nullable(),
  freeDays: count(0, 60),
  netCount: count(0, 20).nullable(),
  strapCount: count(0, 200).nullable(),
  lostReason: note(500).nullable(),
  remark: note(500).nullable(),
}));

/** A PMC record with derived values. */
export const pmcView = extended(pmcRow, () => ({
  asOf: dateTime(),
  uldType: choice('uldType', uldTypes),
  overdueDays: count(),
  /** End of the day of its return, or of the report of it, at the airport; null if it is not returned. */
  undoUntil: dateTime('landing').nullable(),
  inboundBegun: flag(),
  billStage: stateOf({ name: 'bill', states: billStages }),
  billArchived: flag(),
}));
export type PmcView = z.output<typeof pmcView>;

const edit = permit('bill.warehouse.edit');

/** Lifecycle of a PMC in our custody. */
export const pmcMachine = machine<PmcView>()({
  name: 'pmc',
  states: pmcStates,
  stateOf: (row) => row.state,
  always: [
    { exempt: [], guard: (row) => (row.billArchived ? problem('BILL_ARCHIVED') : undefined) },
    { exempt: [], guard: (row) => (row.billStage === 'removed' ? problem('BILL_REMOVED') : undefined) },
  ],
  actions: {
    update: { from: ['collected', 'unloaded'], to: 'same', permission: edit },
    unload: {
      from: ['collected'],
      to: 'unloaded',
      permission: edit,
      guards: [(row) => (row.inboundBegun ? undefined : problem('PMC_NOT_INBOUND'))],
      inverse: 'undoUnload',
      tone: 'primary',
    },
    undoUnload: { from: ['unloaded'], to: 'collected', permission: edit, inverse: 'unload' },
    giveBack: {
      from: ['unloaded'],
      to: 'returned',
      permission: edit,
      asks: strictObject(() => ({ returnedAt: dateTime('landing'), returnedTo: text(120) })),
      inverse: 'undoReturn',
      tone: 'primary',
    },
    undoReturn: {
      from: ['returned'],
      to: 'unloaded',
      permission: edit,
      guards: [
        (row) => (row.undoUntil !== null && row.asOf < row.undoUntil ? undefined : problem('PMC_UNDO_LATE')),
      ],
      inverse: 'giveBack',
    },
    lose: {
      from: ['collected', 'unloaded'],
      to: 'lost',
      permission: edit,
      asks: strictObject(() => ({ lostReason: text(500) })),
      inverse: 'undoLost',
      tone: 'danger',
    },
    undoLost: { from: ['lost'], to: 'computed', permission: edit, inverse: 'lose' },
    delete: { from: ['collected'], to: 'gone', permission: edit, tone: 'danger' },
  },
});
export type PmcAction = keyof typeof pmcMachine.actions;

export const pmcDraftFields = [
  'uldNo',
  'boxes',
  'weight',
  'collectedAt',
  'collectedFrom',
  'freeDays',
  'netCount',
  'strapCount',
  'remark',
] as const;

/** A PMC record in the list of all: with its bill and trip, and its due day. */
export const pmcListRow = extended(pmcRow, () => ({
  billNo: text(20),
  batchNo: text(30),
  pickNo: text(20).nullable(),
  /** End of its free days. */
  dueAt: dateTime('landing').nullable(),
  inboundBegun: flag(),
  billStage: stateOf({ name: 'bill', states: billStages }),
  billArchived: flag(),
  landingAirportId: ref('airport'),
  warehouseId: ref('warehouse').nullable(),
}));

/** The same with values derived from the current time. */
export const pmcListView = extended(pmcListRow, () => ({
  asOf: dateTime(),
  uldType: pmcView.shape.uldType,
  overdueDays: count(),
  undoUntil: pmcView.shape.undoUntil,
}));
export type PmcListView = z.output<typeof pmcListView>;

export const pmcFilters = [
  'uldNo',
  'state',
  'billNo',
  'collectedFrom',
  'collectedAt',
  'dueAt',
  'returnedAt',
] as const;
export const pmcSorts = ['uldNo', 'billNo', 'collectedAt', 'dueAt', 'returnedAt'] as const;

const view = permit('bill.warehouse.view');
const pmcQuery = listQuery(pmcListRow, pmcFilters, pmcSorts);
const ofPick = strictObject(() => ({ id: id() }));
const onBill = ['BILL_REMOVED', 'BILL_ARCHIVED', 'STATE_NOT_ALLOWED'] as const;

/** PMC records of a trip, and of all trips. */
export const pmcApi = {
  records: endpoint({
    method: 'GET',
    path: '/bill-lading/pmc',
    access: view,
    query: pmcQuery,
    answer: pageOf(pmcListView),
    extension: true,
  }),
  export: exportOf('/bill-lading/pmc', view, pmcQuery, true),
  list: endpoint({
    method: 'GET',
    path: '/bill-lading/pick/{id}/pmc',
    access: view,
    params: ofPick,
    answer: z.array(pmcView),
  }),
  create: endpoint({
    method: 'POST',
    path: '/bill-lading/pick/{id}/pmc',
    access: edit,
    params: ofPick,
    body: extended(draftOf(pmcRow, pmcDraftFields), () => ({ freeDays: pmcRow.shape.freeDays.default(5) })),
    answer: pmcView,
    errors: ['BILL_REMOVED', 'BILL_ARCHIVED', 'CODE_EXISTS', 'NODE_FUTURE', 'REFERENCE_UNKNOWN'],
    creates: true,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/bill-lading/pick/{id}/pmc',
    access: edit,
    params: ofPick,
    body: extended(patchOf(pmcRow, pmcDraftFields), () => ({ pmcId: id() })),
    answer: pmcView,
    errors: [...onBill, 'STALE_DATA', 'CODE_EXISTS', 'NODE_FUTURE', 'REFERENCE_UNKNOWN'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/bill-lading/pick/{id}/pmc',
    access: edit,
    params: ofPick,
    query: strictObject(() => ({ pmcId: id() })),
    errors: onBill,
  }),
  /** Unloads it, returns it or reports it as lost, or undoes one of these. */
  act: endpoint({
    method: 'PATCH',
    path: '/bill-lading/pick/{id}/pmc',
    access: edit,
    params: ofPick,
    body: strictObject(() => ({
      pmcId: id(),
      version: count(1),
      action: z.enum(['unload', 'undoUnload', 'giveBack', 'undoReturn', 'lose', 'undoLost']),
      at: dateTime('warehouse').optional(),
      returnedTo: text(120).optional(),
      reason: text(500).optional(),
    })),
    answer: object(() => ({ changed: z.int(), pmc: pmcView })),
    errors: [
      ...onBill,
      'STALE_DATA',
      'PMC_NOT_INBOUND',
      'PMC_UNDO_LATE',
      'REASON_REQUIRED',
      'NODE_FUTURE',
      'NODE_ORDER',
    ],
  }),
};

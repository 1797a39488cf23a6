import type * as z from 'zod';
import { type Bill, billQuery, billRow, closedBill } from '../bill/bill';
import { endpoint } from '../endpoint';
import { problem } from '../errors';
import { choice, count, dateTime, flag, id, text } from '../fields';
import { countPer, machine, type State } from '../machine';
import { namesOf } from '../names';
import { pageOf } from '../paging';
import { permit } from '../permissions';
import { exportOf } from '../resource';
import { extended, object, strictObject } from '../shape';

/** Clearance statuses as machine states; `none` is a bill that has not landed and is not declared. */
export const clearanceStates = {
  none: { rank: 5, tone: 'neutral' },
  not_released: { rank: 10, tone: 'warning' },
  in_clearance: { rank: 20, tone: 'info' },
  picked_up: { rank: 30, tone: 'progress' },
  exception: { rank: 40, tone: 'bad' },
  success: { rank: 50, tone: 'good' },
  handover: { rank: 60, tone: 'good' },
  failure: { rank: 70, tone: 'bad' },
} as const satisfies Record<string, State>;
export type ClearanceState = keyof typeof clearanceStates;

const { clearanceStatus } = billRow.shape;

/** Steps between a bill and its handover, in order. */
export const nextSteps = [
  'check_hs',
  'declare',
  'redeclare',
  'solve',
  'chase',
  'await',
  'hand_over',
  'nothing',
] as const;
export type NextStep = (typeof nextSteps)[number];

/** Returns the next manual step of a bill's clearance. */
export function nextStepOf(
  bill: Pick<Bill, 'clearanceStatus' | 'declaredAt' | 'hsCheckedAt' | 'blockedAt' | 'packageCount' | 'mode'>,
): NextStep {
  switch (bill.clearanceStatus) {
    case 'handover':
      return 'nothing';
    case 'success':
      return 'hand_over';
    case 'failure':
      return 'redeclare';
    case 'exception':
      return 'solve';
    default:
      if (bill.declaredAt !== null) return bill.blockedAt === null ? 'await' : 'chase';
      return bill.hsCheckedAt === null && bill.packageCount > 0 && bill.mode === 'air'
        ? 'check_hs'
        : 'declare';
  }
}

/** A bill in the work list of clearance. */
export const clearanceBill = extended(billRow, () => ({ nextStep: choice('nextStep', nextSteps) }));
export type ClearanceBill = z.output<typeof clearanceBill>;

/** The clearance of one bill: its status, the facts behind it, and parcel counts by state. */
export const clearanceRecord = object(() => ({
  billId: id(),
  version: count(1),
  status: clearanceStatus,
  partial: flag(),
  nextStep: choice('nextStep', nextSteps),
  declaredAt: dateTime('landing').nullable(),
  clearanceReleasedAt: dateTime('landing').nullable(),
  blockedAt: dateTime('landing').nullable(),
  handoverAt: dateTime('warehouse').nullable(),
  handoverTo: text(120).nullable(),
  parcelsClearance: count(),
  parcelsFree: count(),
  parcelsHeld: count(),
  parcelsFailed: count(),
  parcelsAbnormal: count(),
  parcelsCompleted: count(),
  hsCheckedAt: dateTime().nullable(),
  /** True if a truck has left the warehouse with some of the goods. */
  outboundFinished: flag(),
  stage: billRow.shape.stage,
  archived: flag(),
}));
export type ClearanceRecord = z.output<typeof clearanceRecord>;

const declare = permit('bill.customs.declare');

/** The two manual actions of clearance on the bill itself; all others follow from declarations and parcels. */
export const clearanceMachine = machine<ClearanceRecord>()({
  name: 'clearance',
  calls: { handOver: 'clearance.handOver', undoHandOver: 'clearance.undoHandOver' },
  states: clearanceStates,
  stateOf: ({ status }) => status ?? 'none',
  always: [{ exempt: [], guard: closedBill }],
  actions: {
    handOver: {
      from: ['success'],
      to: 'handover',
      permission: declare,
      inverse: 'undoHandOver',
      tone: 'primary',
    },
    undoHandOver: {
      from: ['handover'],
      to: 'computed',
      permission: declare,
      guards: [({ outboundFinished }) => (outboundFinished ? problem('LEG_FINISHED') : undefined)],
    },
  },
});
export type ClearanceAction = keyof typeof clearanceMachine.actions;

const bill = strictObject(() => ({ id: id() }));
const view = permit('bill.customs.view');
const changes = ['STALE_DATA', 'STATE_NOT_ALLOWED', 'BILL_REMOVED', 'BILL_ARCHIVED'] as const;

/** Calls on the clearance of bills. */
export const clearanceApi = {
  list: endpoint({
    method: 'GET',
    path: '/bill-lading/clearance',
    access: view,
    query: billQuery,
    answer: pageOf(clearanceBill),
    extension: true,
  }),
  export: exportOf('/bill-lading/clearance', view, billQuery, true),
  /** Number of bills per status, under the filters of the list. */
  count: endpoint({
    method: 'GET',
    path: '/bill-lading/clearance/count',
    access: view,
    query: billQuery,
    answer: object(() => countPer(namesOf(clearanceStates))),
    extension: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/bill-lading/{id}/clearance',
    access: view,
    params: bill,
    answer: clearanceRecord,
    extension: true,
  }),
  handOver: endpoint({
    method: 'PUT',
    path: '/bill-lading/{id}/handover',
    access: declare,
    params: bill,
    body: strictObject(() => ({
      version: count(1),
      handoverTo: text(120),
      /** Now if left out; never in the future, never before the release. */
      handoverAt: dateTime('warehouse').nullable().default(null),
    })),
    answer: clearanceRecord,
    errors: changes,
    extension: true,
  }),
  undoHandOver: endpoint({
    method: 'PUT',
    path: '/bill-lading/{id}/handover/undo',
    access: declare,
    params: bill,
    body: strictObject(() => ({ version: count(1) })),
    answer: clearanceRecord,
    errors: [...changes, 'LEG_FINISHED'],
    extension: true,
  }),
};

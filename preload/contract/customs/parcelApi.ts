import * as z from 'zod';
import { endpoint } from '../endpoint';
import { choice, count, id, text } from '../fields';
import { MAX_PARCEL_TARGETS } from '../limits';
import { countPer } from '../machine';
import { namesOf } from '../names';
import { filterOf, listQuery, pageOf } from '../paging';
import { permit } from '../permissions';
import { bulkAnswer, exportOf } from '../resource';
import { object, strictObject } from '../shape';
import { customsBoxRow } from './customsBox';
import {
  type ParcelAction,
  parcelDetail,
  parcelGiven,
  parcelMachine,
  parcelRow,
  parcelStates,
} from './parcel';

/** A declaration of a bill with its parcels by state: the unit of a release. */
const declarationRow = object(() => ({
  clearanceBatch: text(30),
  mrn: text(18).nullable(),
  declarationSystem: choice('declarationSystem', ['DECO', 'AGS', 'H1_BE', 'ABI']),
  total: count(),
  parcelsClearance: count(),
  parcelsFree: count(),
  parcelsHeld: count(),
}));

/** Filters of the list, its counts and its export. */
export const parcelFilters = [
  'billId',
  'id',
  'state',
  'trackingNo',
  'boxNo',
  'billNo',
  'holdReason',
  'failReason',
  'disposition',
  'abnormalType',
  'clearanceBatch',
  'destinationCode',
  'hsStatus',
  'declarationSystem',
  'country',
  'stateAt',
] as const;
/** Columns that the list can be sorted by. */
export const parcelSorts = ['trackingNo', 'stateAt', 'boxNo', 'value', 'grossWeight'] as const;
const query = listQuery(parcelRow, parcelFilters, parcelSorts);

const numbers = z.array(z.string().trim().min(1).max(60)).max(MAX_PARCEL_TARGETS).optional();
/** All matches of a filter of the list, with the number the user saw. */
export const parcelsMatching = strictObject(() => ({
  filter: filterOf(query),
  expected: z.int().min(1),
})).optional();
/**
 * The parcels of a call: by their numbers, by those of their boxes, by their declaration; or all matches of a filter of
 * the list, with the number the user saw.
 */
export const parcelTargets = {
  trackingNos: numbers,
  boxNos: numbers,
  clearanceBatches: numbers,
  matching: parcelsMatching,
};
export interface ParcelTargets {
  readonly trackingNos?: readonly string[] | undefined;
  readonly boxNos?: readonly string[] | undefined;
  readonly clearanceBatches?: readonly string[] | undefined;
  readonly matching?: ParcelsMatching | undefined;
}
export type ParcelsMatching = NonNullable<z.output<typeof parcelsMatching>>;

const view = permit('bill.customs.view');
/** Errors of a call on parcels of a bill. */
export const targetErrors = ['NOT_FOUND', 'BILL_REMOVED', 'BILL_ARCHIVED', 'COUNT_CHANGED'] as const;
/**
 * Declares a call that changes the state of parcels of one bill, or of any bills if selected by a filter: returns the
 * refused parcels with the reasons.
 */
const move = <P extends string, M extends 'POST' | 'PUT', S extends Record<string, z.ZodType>>(
  method: M,
  path: P,
  action: ParcelAction,
  given: S,
) =>
  ({
    method,
    path,
    access: parcelMachine.actions[action].permission,
    body: strictObject(() => ({ billId: id().optional(), ...parcelTargets, ...given })),
    answer: bulkAnswer,
    errors: targetErrors,
  }) as const;

const boxQuery = listQuery(
  customsBoxRow,
  ['billId', 'boxNo', 'boxState', 'clearanceBatch', 'destinationCode'],
  ['boxNo'],
);

/** Calls on parcels and their customs status. */
export const parcelApi = {
  /** For one bill all parcels; over all bills those that are held, failed or abnormal. */
  list: endpoint({
    method: 'GET',
    path: '/bill-lading/custom/parcels',
    access: view,
    query,
    answer: pageOf(parcelRow),
    extension: true,
  }),
  count: endpoint({
    method: 'GET',
    path: '/bill-lading/custom/parcels/count',
    access: view,
    query,
    answer: object(() => ({
      all: z.int(),
      ...countPer(namesOf(parcelStates)),
    })),
    extension: true,
  }),
  export: exportOf('/bill-lading/custom/parcels', view, query, true),
  get: endpoint({
    method: 'GET',
    path: '/bill-lading/custom/parcels/{id}',
    access: view,
    params: strictObject(() => ({ id: id() })),
    answer: parcelDetail,
    extension: true,
  }),
  boxes: endpoint({
    method: 'GET',
    path: '/bill-lading/custom/boxes',
    access: view,
    query: boxQuery,
    answer: pageOf(customsBoxRow),
  }),
  exportBoxes: exportOf('/bill-lading/custom/boxes', view, boxQuery, true),
  declarations: endpoint({
    method: 'GET',
    path: '/bill-lading/custom/declarations',
    access: view,
    query: strictObject(() => ({ billId: id() })),
    answer: z.array(declarationRow),
    extension: true,
  }),
  free: endpoint(move('POST', '/bill-lading/custom/free', 'free', parcelGiven.free.shape)),
  setBack: endpoint({
    ...move('PUT', '/bill-lading/custom/free', 'setBack', parcelGiven.setBack.shape),
    extension: true,
  }),
  hold: endpoint(move('POST', '/bill-lading/custom/hold', 'hold', parcelGiven.hold.shape)),
  fail: endpoint(move('POST', '/bill-lading/custom/failure', 'fail', parcelGiven.fail.shape)),
  redeclare: endpoint({
    ...move('PUT', '/bill-lading/custom/failure', 'redeclare', parcelGiven.redeclare.shape),
    errors: [...targetErrors, 'REFERENCE_UNKNOWN', 'BATCH_CLOSED'],
    extension: true,
  }),
  dispose: endpoint({
    ...move('PUT', '/bill-lading/custom/disposition', 'dispose', parcelGiven.dispose.shape),
    extension: true,
  }),
  abnormal: endpoint(move('POST', '/bill-lading/custom/abnormal', 'abnormal', parcelGiven.abnormal.shape)),
  removeAbnormal: endpoint(
    move('PUT', '/bill-lading/custom/abnormal', 'removeAbnormal', parcelGiven.removeAbnormal.shape),
  ),
  deliver: endpoint({
    ...move('POST', '/bill-lading/custom/abnormal/delivery', 'deliver', parcelGiven.deliver.shape),
    extension: true,
  }),
  complete: endpoint({
    ...move('POST', '/bill-lading/custom/complete', 'complete', parcelGiven.complete.shape),
    extension: true,
  }),
  undoComplete: endpoint({
    ...move('PUT', '/bill-lading/custom/complete', 'undoComplete', parcelGiven.undoComplete.shape),
    extension: true,
  }),
};

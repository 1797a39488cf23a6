import * as z from 'zod';
import { places } from '../custody/place';
import { endpoint } from '../endpoint';
import { choice, count, dateTime, flag, id, note, ref, stateOf, text } from '../fields';
import { MAX_BULK } from '../limits';
import type { State } from '../machine';
import { listQuery, pageOf } from '../paging';
import { permit } from '../permissions';
import { exportOf } from '../resource';
import { object, strictObject } from '../shape';
import { scanHit, scanKinds } from './scan';

/** States of a count of the stock. */
export const stockCountStates = {
  open: { rank: 10, tone: 'progress' },
  closed: { rank: 20, tone: 'good' },
  cancelled: { rank: 30, tone: 'neutral' },
} as const satisfies Record<string, State>;

/**
 * What a count found: goods of the ledger that nobody scanned, goods that the ledger has elsewhere, and numbers that nothing
 * has.
 */
export const differenceKinds = ['missing', 'extra', 'unknown'] as const;
export const countDecisions = ['correct', 'keep'] as const;

/** Most goods that are still missing in an answer; the number is of all. */
export const MAX_MISSING = 500;

/** A count of what stands in a warehouse, by scans. */
export const stockCountRow = object(() => ({
  id: id(),
  countNo: text(20),
  warehouseId: ref('warehouse'),
  state: stateOf({ name: 'stockCount', states: stockCountStates }),
  startedAt: dateTime('warehouse'),
  startedBy: ref('staff').nullable(),
  closedAt: dateTime('warehouse').nullable(),
  closedBy: ref('staff').nullable(),
  remark: note(500).nullable(),
}));
export type StockCount = z.output<typeof stockCountRow>;

const unit = choice('goodsUnit', ['box', 'parcel']);

/** A box, or a parcel in no box, that the ledger has in the warehouse and that nobody has scanned yet. */
const missingGoods = object(() => ({
  id: id(),
  unit,
  number: text(60),
  billId: id(),
  billNo: text(20),
  batchNo: text(30),
  palletNo: text(20).nullable(),
}));

/** What a closed count found to differ. */
export const stockDifference = object(() => ({
  id: id(),
  countId: id(),
  kind: choice('stockDifference', differenceKinds),
  unit,
  number: text(60),
  /** Null for a number that nothing has. */
  billId: id().nullable(),
  billNo: text(20).nullable(),
  batchNo: text(30).nullable(),
  /** Where the ledger had it. */
  place: stateOf({ name: 'place', states: places }).nullable(),
  caseId: id().nullable(),
  caseNo: text(20).nullable(),
  decision: choice('countDecision', countDecisions).nullable(),
  reason: note(500).nullable(),
  decidedAt: dateTime('warehouse').nullable(),
  decidedBy: ref('staff').nullable(),
}));
export type StockDifference = z.output<typeof stockDifference>;

/** `counted` are those of the expected goods that were scanned: extra and unknown ones never fill a gap. */
const numbers = { expected: count(), counted: count(), missing: count(), extra: count(), unknown: count() };

/** A count, with how far it is. */
export const stockCountView = object(() => ({
  ...stockCountRow.shape,
  ...numbers,
  /** True if the caller may type a number that cannot be scanned. */
  mayType: flag(),
  /** The first ones of a count that is open. */
  missingGoods: missingGoods.array(),
  /** Those of a count that is closed. */
  differences: stockDifference.array(),
}));
export type StockCountView = z.output<typeof stockCountView>;

const view = permit('bill.warehouse.view');
const edit = permit('bill.warehouse.edit');
const one = strictObject(() => ({ id: id() }));
const countQuery = listQuery(stockCountRow, ['warehouseId', 'state', 'startedAt'], ['startedAt', 'countNo']);

/** Counts of the stock by scans. Several people may scan the same count at once. */
export const stockCountApi = {
  list: endpoint({
    method: 'GET',
    path: '/warehouse/count',
    access: view,
    query: countQuery,
    answer: pageOf(stockCountRow),
    extension: true,
  }),
  export: exportOf('/warehouse/count', view, countQuery, true),
  get: endpoint({
    method: 'GET',
    path: '/warehouse/count/{id}',
    access: view,
    params: one,
    answer: stockCountView,
    errors: ['NOT_FOUND'],
    extension: true,
  }),
  start: endpoint({
    method: 'POST',
    path: '/warehouse/count',
    access: edit,
    body: strictObject(() => ({ warehouseId: id(), remark: note(500).nullable().default(null) })),
    answer: stockCountRow,
    errors: ['NOT_FOUND', 'COUNT_OPEN'],
    creates: true,
    extension: true,
  }),
  scan: endpoint({
    method: 'POST',
    path: '/warehouse/count/{id}/scan',
    access: edit,
    params: one,
    body: strictObject(() => ({
      /** Number of a box, parcel or pallet as scanned. */
      number: text(60),
      chosen: strictObject(() => ({ kind: choice('scanKind', scanKinds), recordId: id() })).optional(),
      /** True to count all boxes on a pallet. */
      whole: z.boolean().default(false),
      typed: z.boolean().default(false),
    })),
    answer: object(() => ({
      /** `pallet` and `several` ask back: nothing was written. */
      result: choice('countResult', ['counted', 'again', 'extra', 'unknown', 'several', 'pallet']),
      hit: scanHit.nullable(),
      hits: z.array(scanHit),
      /** Where the ledger has goods that are counted although they stand elsewhere. */
      place: stateOf({ name: 'place', states: places }).nullable(),
      ...numbers,
    })),
    errors: ['NOT_FOUND', 'COUNT_ENDED', 'PDA_TYPING', 'SCAN_PARCEL_IN_BOX'],
    extension: true,
  }),
  /** Takes back the scan of a number. */
  unscan: endpoint({
    method: 'POST',
    path: '/warehouse/count/{id}/unscan',
    access: edit,
    params: one,
    body: strictObject(() => ({ number: text(60) })),
    answer: object(() => ({ changed: z.int(), ...numbers })),
    errors: ['NOT_FOUND', 'COUNT_ENDED'],
    extension: true,
  }),
  /** Ends a count: each difference becomes a case on its bill. */
  close: endpoint({
    method: 'POST',
    path: '/warehouse/count/{id}/close',
    access: edit,
    params: one,
    answer: stockCountView,
    errors: ['NOT_FOUND', 'COUNT_ENDED'],
    extension: true,
  }),
  /** Ends a count without a result. */
  cancel: endpoint({
    method: 'POST',
    path: '/warehouse/count/{id}/cancel',
    access: edit,
    params: one,
    answer: stockCountRow,
    errors: ['NOT_FOUND', 'COUNT_ENDED'],
    extension: true,
  }),
  /** Decides about differences: `correct` puts the ledger right, `keep` leaves it as it is. */
  decide: endpoint({
    method: 'POST',
    path: '/warehouse/count/{id}/decide',
    access: permit('bill.cases.edit'),
    params: one,
    body: strictObject(() => ({
      differenceIds: z.array(id()).min(1).max(MAX_BULK),
      decision: choice('countDecision', countDecisions),
      reason: note(500),
    })),
    answer: stockCountView,
    errors: ['NOT_FOUND', 'COUNT_DECIDED', 'COUNT_UNKNOWN', 'COUNT_MOVED', 'BILL_REMOVED', 'BILL_ARCHIVED'],
    extension: true,
  }),
};

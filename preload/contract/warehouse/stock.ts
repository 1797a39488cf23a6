import type * as z from 'zod';
import { proofs } from '../custody/custody';
import { places } from '../custody/place';
import { endpoint } from '../endpoint';
import { choice, code, count, date, dateTime, flag, id, ref, stateOf, text, weight } from '../fields';
import type { State } from '../machine';
import { namesOf, perName } from '../names';
import { filterOf, listQuery, pageOf } from '../paging';
import { permit } from '../permissions';
import { exportOf } from '../resource';
import { batchNo, billNo } from '../rules/codes';
import { t1Mrn } from '../rules/customs';
import { extended, object, strictObject } from '../shape';

/** What customs says of goods in stock: the most serious answer for any parcel in a box. */
export const goodsCustoms = {
  undeclared: { rank: 10, tone: 'neutral' },
  declared: { rank: 20, tone: 'progress' },
  control: { rank: 30, tone: 'warning' },
  held: { rank: 40, tone: 'bad' },
  released: { rank: 50, tone: 'good' },
  refused: { rank: 60, tone: 'bad' },
} as const satisfies Record<string, State>;
export type GoodsCustoms = keyof typeof goodsCustoms;

/** What goods in stock wait for next. */
export const stockSteps = ['declare', 'release', 'result', 'decide', 'pallet', 'truck', 'depart'] as const;
export type StockStep = (typeof stockSteps)[number];

const customsStatus = stateOf({ name: 'goodsCustoms', states: goodsCustoms });

/** Documents of customs that cover goods. */
const documents = {
  clearanceBatch: code(batchNo).nullable(),
  mrn: text(18).nullable(),
  /** The transit under which they came. */
  t1Mrn: code(t1Mrn).nullable(),
};
const ofBill = {
  billId: id(),
  billNo: code(billNo),
  batchNo: code(batchNo),
  customerId: ref('customer'),
};

/** Goods of a bill that stand in a warehouse under the same document, with the same answer of customs, on one pallet. */
export const stockRow = object(() => ({
  id: id(),
  warehouseId: ref('warehouse'),
  ...ofBill,
  boxes: count(),
  /** Null for boxes that were counted without their numbers. */
  parcels: count().nullable(),
  /** Parcels among them that customs holds. */
  held: count().nullable(),
  weight: weight().nullable(),
  /** True for boxes that a trip counted without their numbers. */
  unnamed: flag(),
  customsStatus,
  ...documents,
  /** Last day of their temporary storage; null for released goods, and where nothing limits it. */
  storedUntil: date().nullable(),
  overdue: flag(),
  since: dateTime('warehouse'),
  /** Days since then. */
  days: count(),
  palletNo: text(20).nullable(),
  destinationId: ref('destination').nullable(),
  cmrNo: text(20).nullable(),
  nextStep: choice('stockStep', stockSteps),
}));
export type StockRow = z.output<typeof stockRow>;

export const stockFilters = [
  'warehouseId',
  'customerId',
  'customsStatus',
  'overdue',
  'billNo',
  'nextStep',
  'destinationId',
  'since',
  'days',
] as const;
export const stockSorts = [
  'since',
  'days',
  'storedUntil',
  'billNo',
  'boxes',
  'parcels',
  'weight',
  'customsStatus',
] as const;

/** Sums of goods in stock. */
export const stockTotals = object(() => ({
  boxes: count(),
  parcels: count(),
  held: count(),
  weight: weight(),
}));

/** A warehouse whose goods the caller may see. */
export const stockWarehouse = object(() => ({
  id: id(),
  code: text(20),
  nameEn: text(120),
  nameCn: text(120),
  timeZone: text(64),
}));
export type StockWarehouse = z.output<typeof stockWarehouse>;

const view = permit('bill.warehouse.view');
const stockQuery = listQuery(stockRow, stockFilters, stockSorts);

/** What stands in our warehouses now, from the custody ledger. */
export const stockApi = {
  list: endpoint({
    method: 'GET',
    path: '/warehouse/stock',
    access: view,
    query: stockQuery,
    answer: pageOf(stockRow),
    extension: true,
  }),
  totals: endpoint({
    method: 'GET',
    path: '/warehouse/stock/totals',
    access: view,
    query: filterOf(stockQuery),
    answer: stockTotals,
    extension: true,
  }),
  export: exportOf('/warehouse/stock', view, stockQuery, true),
  /** Warehouses to choose from. */
  warehouses: endpoint({
    method: 'GET',
    path: '/warehouse/stock/warehouses',
    access: view,
    answer: stockWarehouse.array(),
    extension: true,
  }),
};

/** Sums of a line of the record: closing is opening and in, less out. */
const boxSums = { openingBoxes: count(), boxesIn: count(), boxesOut: count(), closingBoxes: count() };
const contentSums = {
  openingParcels: count(),
  parcelsIn: count(),
  parcelsOut: count(),
  closingParcels: count(),
  openingWeight: weight(),
  weightIn: weight(),
  weightOut: weight(),
  closingWeight: weight(),
};

/** Goods of a bill under one document over a period. */
export const stockRecordRow = object(() => ({
  id: id(),
  warehouseId: ref('warehouse'),
  ...ofBill,
  batchId: id().nullable(),
  ...documents,
  ...boxSums,
  /** Null where boxes were counted without their numbers. */
  ...perName(namesOf(contentSums), (name) => contentSums[name].nullable()),
}));
export type StockRecordRow = z.output<typeof stockRecordRow>;

/** Sums of all lines; parcels and weight of those that are known. */
export const stockRecordTotals = object(() => ({ ...boxSums, ...contentSums }));
export const stockRecordFilters = ['customerId', 'billNo', 'mrn', 't1Mrn'] as const;
export const stockRecordSorts = ['billNo', 'closingBoxes', 'boxesIn', 'boxesOut', 'openingBoxes'] as const;

/** A warehouse and the first and last day, on its own clock. */
const span = { warehouseId: id(), from: date(), to: date() };
const recordQuery = extended(listQuery(stockRecordRow, stockRecordFilters, stockRecordSorts), () => span);

/** A move into or out of the warehouse behind a number of the record. */
export const stockMove = object(() => ({
  /** Its position in the answer. */
  id: id(),
  at: dateTime('warehouse'),
  way: choice('stockWay', ['in', 'out']),
  /** Where the goods came from, or went; null where only a trip tells. */
  place: stateOf({ name: 'place', states: places }).nullable(),
  placeName: text(40).nullable(),
  boxes: count(),
  /** Null for boxes that were counted without their numbers. */
  parcels: count().nullable(),
  weight: weight().nullable(),
  proof: choice('custodyProof', [...proofs, 'trip']),
  proofText: text(60).nullable(),
  recordedBy: ref('staff').nullable(),
}));
export type StockMove = z.output<typeof stockMove>;

/** The bonded stock record of a warehouse. */
export const stockRecordApi = {
  list: endpoint({
    method: 'GET',
    path: '/warehouse/stock/record',
    access: view,
    query: recordQuery,
    answer: pageOf(stockRecordRow),
    errors: ['NOT_FOUND'],
    extension: true,
  }),
  totals: endpoint({
    method: 'GET',
    path: '/warehouse/stock/record/totals',
    access: view,
    query: filterOf(recordQuery),
    answer: stockRecordTotals,
    errors: ['NOT_FOUND'],
    extension: true,
  }),
  export: { ...exportOf('/warehouse/stock/record', view, recordQuery, true), errors: ['NOT_FOUND'] as const },
  /** The moves of a bill behind a line: of its goods under a declaration, or of those under none. */
  moves: endpoint({
    method: 'GET',
    path: '/warehouse/stock/record/moves',
    access: view,
    query: strictObject(() => ({ ...span, billId: id(), batchId: id().optional() })),
    answer: object(() => ({ moves: stockMove.array() })),
    errors: ['NOT_FOUND'],
    extension: true,
  }),
};

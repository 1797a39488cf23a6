import * as z from 'zod';
import { endpoint } from '../endpoint';
import { code, count, dateTime, flag, id, ref } from '../fields';
import { namesOf } from '../names';
import { listQuery, pageOf } from '../paging';
import { permit } from '../permissions';
import { exportOf } from '../resource';
import { billNo } from '../rules/codes';
import { timeNodeNames, timeNodes } from '../rules/timeNodes';
import { extended, object, strictObject } from '../shape';
import { type BillStage, billMachine, billRow, billStages } from './bill';
import { boxShares, nodeChoice, nodeEntry, nodesAnswer } from './timeNode';

const { shape } = billRow;

/** A waybill as grouped by the store: the values common to its batches, and sums of the others. */
export const awbStored = object(() => ({
  /** Id of its oldest bill. */
  id: id(),
  billNo: shape.billNo,
  mode: shape.mode,
  flightNo: shape.flightNo,
  carrierCode: shape.carrierCode,
  originAirportId: shape.originAirportId,
  landingAirportId: ref('airport'),
  etd: dateTime('origin').nullable(),
  eta: dateTime('landing').nullable(),
  /** Null until every batch has arrived. */
  ata: dateTime('landing').nullable(),
  batchCount: count(1),
  boxCount: count(),
  packageCount: count(),
  weight: shape.weight,
  /** True if every batch is delivered. */
  finished: flag(),
}));

/** A waybill with all its batches, without removed bills. */
export const awbRow = extended(awbStored, () => ({
  /** Number of batches per stage; stages without any are left out. */
  stages: z.partialRecord(shape.stage, z.int()),
}));
export type Awb = z.output<typeof awbRow>;

/** Names the stages of a waybill's batches with their counts: `Draft 1, Delivered 2`. */
export const stagesText = (stages: Awb['stages'], nameOf: (stage: BillStage) => string): string =>
  stageNames
    .filter((stage) => stages[stage])
    .map((stage) => `${nameOf(stage)} ${stages[stage]}`)
    .join(', ');
export const stageNames = namesOf(billStages);

export const awbFilters = [
  'billNo',
  'mode',
  'flightNo',
  'carrierCode',
  'landingAirportId',
  'eta',
  'finished',
] as const;
export const awbSorts = [
  'billNo',
  'flightNo',
  'etd',
  'eta',
  'ata',
  'batchCount',
  'boxCount',
  'packageCount',
  'weight',
] as const;

const times = Object.fromEntries(
  timeNodeNames.map((name) => [timeNodes[name].field, shape[timeNodes[name].field]]),
) as { [N in (typeof timeNodes)[keyof typeof timeNodes]['field']]: (typeof shape)[N] };

/** Box counts of one batch of a waybill, needed to share a number of boxes among its batches. */
export const batchBoxes = object(() => ({
  id: id(),
  batchNo: shape.batchNo,
  archived: shape.archived,
  boxCount: shape.boxCount,
  outboundBoxes: shape.outboundBoxes,
  noaBoxCount: shape.noaBoxCount,
  podBoxCount: shape.podBoxCount,
}));
export type BatchBoxes = z.output<typeof batchBoxes>;

/** The time nodes of one batch of a waybill. */
export const batchTimes = object(() => ({
  id: id(),
  version: shape.version,
  batchNo: shape.batchNo,
  stage: shape.stage,
  landingAirportId: shape.landingAirportId,
  originAirportId: shape.originAirportId,
  warehouseId: shape.warehouseId,
  boxCount: shape.boxCount,
  noaBoxCount: shape.noaBoxCount,
  podBoxCount: shape.podBoxCount,
  etd: shape.etd,
  ...times,
}));

/** Arrival of a waybill: of all its batches, and of each. */
const awbArrival = object(() => ({
  billNo: shape.billNo,
  arrived: z.boolean(),
  /** When the last batch arrived; null until every batch has. */
  ata: awbStored.shape.ata,
  batches: z.array(object(() => ({ id: id(), batchNo: shape.batchNo, stage: shape.stage, ata: shape.ata }))),
}));

const one = strictObject(() => ({ awb: code(billNo) }));
const view = permit('bill.manage.view');
const query = listQuery(awbStored, awbFilters, awbSorts);

/** The AWB view: waybills with all their batches, and actions on all batches at once. */
export const awbApi = {
  list: endpoint({
    method: 'GET',
    path: '/bill-lading/awb',
    access: view,
    query,
    answer: pageOf(awbRow),
  }),
  export: exportOf('/bill-lading/awb', view, query, true),
  get: endpoint({
    method: 'GET',
    path: '/bill-lading/awb/{awb}',
    access: view,
    params: one,
    answer: object(() => ({ awb: awbRow, bills: z.array(billRow) })),
  }),
  times: endpoint({
    method: 'GET',
    path: '/bill-lading/awb/{awb}/time',
    access: view,
    params: one,
    answer: z.array(batchTimes),
  }),
  /**
   * Sets one node on all batches, each by its own rules. A number of boxes is that of the whole waybill, archived
   * batches included; a batch without a box of it stays as it is.
   */
  setTime: endpoint({
    method: 'PUT',
    path: '/bill-lading/awb/{awb}/time',
    access: permit('bill.nodes'),
    params: one,
    body: strictObject(() => ({ node: nodeChoice, ...nodeEntry.shape, shares: boxShares })),
    answer: nodesAnswer,
    errors: ['AWB_SHARE', 'AWB_SHARE_SUM'],
  }),
  /** The arrival of a waybill and its batches. */
  arrival: endpoint({
    method: 'GET',
    path: '/bill-lading/awb/{awb}/arrived',
    access: view,
    params: one,
    answer: awbArrival,
  }),
  arrived: endpoint({
    method: 'POST',
    path: '/bill-lading/awb/{awb}/arrived',
    access: billMachine.actions.arrive.permission,
    params: one,
    body: strictObject(() => ({ ata: dateTime('landing') })),
    /** Skips batches that had arrived before. */
    answer: extended(nodesAnswer, () => ({ skipped: z.int() })),
  }),
};

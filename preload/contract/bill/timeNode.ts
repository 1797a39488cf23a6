import * as z from 'zod';
import { endpoint } from '../endpoint';
import { choice, code, codes, count, dateTime, id, note, ref } from '../fields';
import { MAX_BULK } from '../limits';
import { permit } from '../permissions';
import { bulkAnswer, warning } from '../resource';
import { flightOrVoyage, uldNo } from '../rules/codes';
import { t1Mrn } from '../rules/customs';
import { type NodeName, nodeNames, permissionOf, timeNodes } from '../rules/timeNodes';
import { extended, object, strictObject } from '../shape';
import { billMachine, billRow, billSelection } from './bill';

/** The current bill, with warnings. */
export const nodeAnswer = object(() => ({ bill: billRow, warnings: z.array(warning) }));

/** Input for a node that may be the same on several bills. */
const commonEntry = strictObject(() => ({
  /** Null clears the node. */
  time: dateTime().nullable().optional(),
  t1Mrn: code(t1Mrn).optional(),
  warehouseId: ref('warehouse').optional(),
  uldNumbers: codes(uldNo, 60).optional(),
  remarks: note(500).nullable().optional(),
}));
/** Input for a node of any kind; the node determines which parts apply (rules/timeNodes). */
export const nodeEntry = extended(commonEntry, () => ({
  noaBoxCount: count(0, 5000).optional(),
  podBoxCount: count(0, 5000).optional(),
}));
/** Number of boxes of one bill of a waybill. */
const boxShare = strictObject(() => ({ billId: id(), boxes: count(0, 5000) }));
export type BoxShare = z.output<typeof boxShare>;
/** Number of boxes of each bill, required if `shareBoxes` cannot share the number of the whole waybill. */
export const boxShares = z.array(boxShare).max(MAX_BULK).optional();
export const nodeChoice = choice('timeNode', nodeNames);

/** A bulk response with warnings by bill. */
export const nodesAnswer = extended(bulkAnswer, () => ({
  warned: z.array(object(() => ({ key: z.int(), warnings: z.array(warning) }))),
}));
export type NodesAnswer = z.output<typeof nodesAnswer>;

const one = strictObject(() => ({ id: id() }));
const always = ['STALE_DATA', 'BILL_REMOVED', 'BILL_ARCHIVED'] as const;

const update = <N extends NodeName, P extends string, S extends Record<string, z.ZodType>, E>(
  node: N,
  path: P,
  fields: S,
  errors: readonly E[],
) =>
  ({
    method: 'PUT',
    path,
    access: permissionOf(node),
    params: one,
    body: strictObject(() => ({ version: count(1), ...fields })),
    answer: nodeAnswer,
    errors: [...always, ...errors],
  }) as const;

const { shape } = billRow;
const noa = count(0, 5000).optional();
const placed = ['NODE_ORDER', 'NODE_FUTURE', 'NODE_NOT_LAST'] as const;
const follows = [...placed, 'NODE_MISSING'] as const;

/** The time nodes of bills: one at a time, or one on many bills. A null time clears a node without later ones. */
export const timeNodeApi = {
  updateETATime: endpoint(
    update('eta', `/bill-lading/{id}/${timeNodes.eta.call}`, { eta: shape.eta }, [
      'NODE_ORDER',
      'NODE_NOT_LAST',
    ]),
  ),
  updateATDTime: endpoint({
    ...update('atd', `/bill-lading/{id}/${timeNodes.atd.call}`, { atd: shape.atd }, placed),
    extension: true,
  }),
  updateATATime: endpoint(
    update('ata', `/bill-lading/{id}/${timeNodes.ata.call}`, { ata: shape.ata }, placed),
  ),
  updateNoaTime: endpoint(
    update(
      'noa',
      `/bill-lading/{id}/${timeNodes.noa.call}`,
      { noaAt: shape.noaAt, noaBoxCount: noa },
      follows,
    ),
  ),
  updateT1Time: endpoint(
    update(
      't1',
      `/bill-lading/{id}/${timeNodes.t1.call}`,
      { t1At: shape.t1At, t1Mrn: code(t1Mrn).optional() },
      follows,
    ),
  ),
  updatePickupTime: endpoint(
    update('pickup', `/bill-lading/{id}/${timeNodes.pickup.call}`, { pickupAt: shape.pickupAt }, follows),
  ),
  updateAtWarehouseTime: endpoint(
    update(
      'atWarehouse',
      `/bill-lading/{id}/${timeNodes.atWarehouse.call}`,
      { atWarehouseAt: shape.atWarehouseAt, warehouseId: ref('warehouse').optional() },
      [...follows, 'REFERENCE_UNKNOWN', 'REFERENCE_INACTIVE'],
    ),
  ),
  updateULD: endpoint(update('uld', '/bill-lading/{id}/updateULD', { uldNumbers: shape.uldNumbers }, [])),
  updateTATTime: endpoint(
    update('tat', `/bill-lading/{id}/${timeNodes.tat.call}`, { tatAt: shape.tatAt }, follows),
  ),
  updatePodTime: endpoint(
    update(
      'pod',
      `/bill-lading/{id}/${timeNodes.pod.call}`,
      { podAt: shape.podAt, podBoxCount: count(0, 5000).optional() },
      ['NODE_ORDER', 'NODE_FUTURE', 'NODE_MISSING'],
    ),
  ),
  updateRemarks: endpoint(
    update('remarks', '/bill-lading/{id}/updateRemarks', { remarks: shape.remarks }, []),
  ),
  /**
   * Sets one node on many bills, each by its own rules: a common entry, and separate ones for single bills. A number of
   * boxes belongs to one bill, so the common entry has none.
   */
  many: endpoint({
    method: 'PUT',
    path: '/bill-lading/nodes',
    // The node determines which item below it is needed: rows without it are refused.
    access: permit('bill.nodes'),
    body: strictObject(() => ({
      selection: billSelection,
      node: nodeChoice,
      entry: commonEntry,
      /** Entries for single bills, instead of the common one. */
      own: z
        .array(strictObject(() => ({ id: id(), entry: nodeEntry })))
        .max(MAX_BULK)
        .default([]),
    })),
    answer: nodesAnswer,
    errors: ['COUNT_CHANGED'],
    extension: true,
  }),
  arrive: endpoint({
    method: 'POST',
    path: '/bill-lading/{id}/arrived',
    access: billMachine.actions.arrive.permission,
    params: one,
    body: strictObject(() => ({ ata: dateTime('landing') })),
    answer: nodeAnswer,
    errors: ['STATE_NOT_ALLOWED', 'NODE_ORDER', 'NODE_FUTURE', 'BILL_REMOVED', 'BILL_ARCHIVED'],
  }),
  flightNumber: endpoint({
    method: 'PUT',
    path: '/bill-lading/{id}/flightNumber',
    access: billMachine.actions.setFlight.permission,
    params: one,
    body: strictObject(() => ({
      version: count(1),
      flightNo: code(flightOrVoyage),
      /** Omitted times stay unchanged. */
      etd: dateTime('origin').optional(),
      eta: dateTime('landing').optional(),
      reason: note(500).nullable().default(null),
    })),
    answer: nodeAnswer,
    errors: ['STATE_NOT_ALLOWED', 'REASON_REQUIRED', 'NODE_ORDER', ...always],
  }),
};

import { type PermissionId, permit } from '../permissions';

/** How a kind of file is taken. */
export interface FileKindRule {
  /** Whether its rows concern one bill, name their bills themselves, or either. */
  readonly scope: 'bill' | 'bills' | 'either';
  /** All or nothing, good rows in and bad rows back, or whichever the sender asks for. */
  readonly mode: 'all' | 'good' | 'asked';
  /** Needed besides the permission to upload. */
  readonly permission: PermissionId;
  /** Needed to take back what it did; null when that cannot be taken back. */
  readonly undo: PermissionId | null;
  /** True when the records that its rows name are looked at before anything is sent to be converted. */
  readonly trial?: true;
}

const upload = permit('bill.files.upload');
const parcels = permit('bill.customs.parcels');
const back = permit('bill.files.undo');

/**
 * Every kind of file that is converted, after domain.md 6.2 to 6.9. The columns of each are its template's, in
 * `templates/`; the converter of each in the API reads them by these keys:
 *
 * - bill: as `bill/billTemplate`
 * - declaration: as `bill/declarationTemplate`
 * - box_parcel: boxNo, trackingNo, weight
 * - box_weight: boxNo, weight, length, width, height (cm)
 * - pod: billNo (or CMR number), batchNo, podAt, podBoxCount, receiver, remark
 * - t1: billNo, batchNo, mrn, t1At, officeDeparture, officeDestination, timeLimit, boxes, weight, seals, remark
 * - time_node: billNo, batchNo, then node, time, count or eta, ata, noaAt, noaBoxCount, pickupAt, atWarehouseAt, t1At,
 *   tatAt, podAt, podBoxCount; t1Mrn, remark. `CLEAR` in a time clears the node.
 * - flight: billNo, batchNo, flightNo, etd, eta, reason
 * - hold: number (tracking or box), reason, noticeAt, reference
 * - free: trackingNo, releasedAt, mrn
 * - failure: trackingNo, reason, disposition
 * - abnormal: number (tracking or box), type, description, photos
 * - warehouse_box: boxNo, parcels, weight, state
 * - api_feedback: trackingNo, state, reason, time, mrn, remark
 */
export const fileKinds = {
  bill: {
    scope: 'bills',
    mode: 'asked',
    permission: permit('bill.import.run'),
    undo: permit('bill.import.undo'),
    trial: true,
  },
  declaration: { scope: 'bill', mode: 'all', permission: upload, undo: back },
  box_parcel: { scope: 'bill', mode: 'all', permission: upload, undo: back },
  box_weight: { scope: 'bill', mode: 'good', permission: upload, undo: back },
  pod: { scope: 'bills', mode: 'good', permission: permit('bill.nodes.late'), undo: back },
  t1: { scope: 'bills', mode: 'good', permission: permit('bill.customs.t1'), undo: back },
  time_node: { scope: 'bills', mode: 'good', permission: permit('bill.nodes.import'), undo: back },
  flight: { scope: 'bills', mode: 'good', permission: permit('bill.nodes.early'), undo: null },
  hold: { scope: 'either', mode: 'good', permission: parcels, undo: null },
  free: { scope: 'either', mode: 'good', permission: parcels, undo: null },
  failure: { scope: 'either', mode: 'good', permission: parcels, undo: null },
  abnormal: { scope: 'either', mode: 'good', permission: parcels, undo: null },
  warehouse_box: { scope: 'either', mode: 'good', permission: permit('bill.warehouse.edit'), undo: null },
  api_feedback: { scope: 'either', mode: 'good', permission: parcels, undo: null },
} as const satisfies Record<string, FileKindRule>;

/** Name of a kind of file. */
export type FileKind = keyof typeof fileKinds;
/** Names of all kinds, in the order of lists. */
export const fileKindNames = Object.keys(fileKinds) as [FileKind, ...FileKind[]];

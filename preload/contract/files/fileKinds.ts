import { perName } from '../names';
import { type PermissionId, permit } from '../permissions';
import { resourceNames } from '../resourceNames';
import { resources } from '../resources';
import { type BillKind, type FileKind, fileKindNames, type SeaKind, type ToolKind } from './fileKindNames';

/** Rules for a kind of file. */
export interface FileKindRule {
  /** Subject of its rows: one bill, bills they name themselves, either, records of a list, or input of a tool. */
  readonly scope: 'bill' | 'bills' | 'either' | 'records' | 'tool';
  /**
   * `all`: all or nothing, replacing the bill's data; `whole`: all or nothing, as new records; `good`: valid rows are
   * imported and invalid ones returned; `asked`: `whole` or `good`, as the sender chooses.
   */
  readonly mode: 'all' | 'whole' | 'good' | 'asked';
  /** Permissions to see its files: any of these. */
  readonly view: readonly PermissionId[];
  /** Permissions to send such a file and to decide on it: all of these. */
  readonly send: readonly PermissionId[];
  /** Permissions to undo its changes: all of these; null if they cannot be undone. */
  readonly undo: readonly PermissionId[] | null;
  /** True if the records named in its rows are checked before anything is sent for conversion. */
  readonly trial?: true;
}

const upload = permit('bill.files.upload');
const view = [permit('bill.files.view')];
const back = permit('bill.files.undo');
const cargo = { view, send: [upload], undo: [back] };
/** Files whose rows carry out actions with a permission of their own. */
const withPermission = (permission: PermissionId) => ({
  view,
  send: [upload, permission],
  undo: [back, permission],
});
const costs = permit('finance.cost.edit');
const parcels = { ...withPermission(permit('bill.customs.parcels')), undo: null };

/**
 * Every kind of file that is converted, after domain.md 6.2 to 6.9 and 6.12. The columns of each are its template's, in
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
 * - bill_cost: billNo, batchNo, supplierId, feeCategoryId (codes), basis, quantity, unitPrice, currency, taxRate, invoiceNo,
 *   invoiceDate, remark
 *
 * Files of filings to US customs have sheets, with their columns in `templates/entries` and `templates/isf`.
 */
const billKinds = {
  bill: {
    scope: 'bills',
    mode: 'asked',
    ...withPermission(permit('bill.import.run')),
    undo: [back, permit('bill.import.run'), permit('bill.import.undo')],
    trial: true,
  },
  declaration: { scope: 'bill', mode: 'all', ...cargo },
  box_parcel: { scope: 'bill', mode: 'all', ...cargo },
  box_weight: { scope: 'bill', mode: 'good', ...cargo },
  pod: { scope: 'bills', mode: 'good', ...withPermission(permit('bill.nodes.late')) },
  t1: { scope: 'bills', mode: 'good', ...withPermission(permit('bill.customs.t1')) },
  time_node: { scope: 'bills', mode: 'good', ...withPermission(permit('bill.nodes.import')) },
  flight: { scope: 'bills', mode: 'good', ...withPermission(permit('bill.nodes.early')), undo: null },
  hold: { scope: 'either', mode: 'good', ...parcels },
  free: { scope: 'either', mode: 'good', ...parcels },
  failure: { scope: 'either', mode: 'good', ...parcels },
  abnormal: { scope: 'either', mode: 'good', ...parcels },
  warehouse_box: {
    scope: 'either',
    mode: 'good',
    ...withPermission(permit('bill.warehouse.edit')),
    undo: null,
  },
  api_feedback: { scope: 'either', mode: 'good', ...parcels },
  bill_cost: {
    scope: 'bills',
    mode: 'good',
    trial: true,
    view: [permit('finance.cost.view'), costs],
    send: [costs],
    undo: [costs],
  },
} as const satisfies Record<BillKind, FileKindRule>;

/** Files of filings to US customs, after domain.md 6.10 and 6.11: each creates drafts. */
const filingOf = (may: 'sea.isf' | 'sea.entry') => {
  const edits = [permit(`${may}.edit`)];
  return {
    scope: 'records',
    mode: 'whole',
    ...{ view: [permit(`${may}.view`), ...edits], send: edits, undo: edits },
    trial: true,
  } as const satisfies FileKindRule;
};
const seaKinds = {
  isf: filingOf('sea.isf'),
  entry: filingOf('sea.entry'),
  entry_type11: filingOf('sea.entry'),
} satisfies Record<SeaKind, FileKindRule>;
/** A file for each reference list, for its editors. Its columns are the resource's fields, in `templates/records`. */
const recordKinds = perName(resourceNames, (name): FileKindRule => {
  const { view: sees, edit } = resources[name];
  const can = { view: [sees, edit], send: [edit], undo: [edit] };
  return { scope: 'records', mode: 'asked', ...can, trial: true };
});

/**
 * Files that a tool converts to others, or reads: they change no bill. Each has its own call, with the tool's further
 * inputs. Invoices and waybill files are declarations, a tariff is a file of HS codes.
 */
const toolKinds = {
  invoice: {
    scope: 'tool',
    mode: 'all',
    view: [permit('tools.invoice.view'), permit('tools.invoice.edit')],
    send: [permit('tools.invoice.edit')],
    undo: null,
  },
  awb_file: {
    scope: 'tool',
    mode: 'all',
    view: [permit('tools.awbFile.view'), permit('tools.awbFile.edit')],
    send: [permit('tools.awbFile.edit')],
    undo: null,
  },
  tariff: {
    scope: 'tool',
    mode: 'good',
    view: [permit('tools.tariff.view'), permit('tools.tariff.edit')],
    send: [permit('tools.tariff.edit')],
    undo: [permit('tools.tariff.edit')],
  },
} as const satisfies Record<ToolKind, FileKindRule>;
/** Every kind of file. */
export const fileKinds: Readonly<Record<FileKind, FileKindRule>> = {
  ...billKinds,
  ...recordKinds,
  ...toolKinds,
  ...seaKinds,
};
/** True if the holder of some permissions may see, send or undo files of a kind. */
export function mayFiles(
  what: 'view' | 'send' | 'undo',
  kind: FileKind,
  holds: (permission: PermissionId) => boolean,
): boolean {
  if (what === 'view') return fileKinds[kind].view.some(holds);
  return fileKinds[kind][what]?.every(holds) ?? false;
}

/** Permissions of which at least one is needed for an operation on files of any kind. */
export const anyFiles = (what: 'view' | 'send' | 'undo'): readonly PermissionId[] => [
  ...new Set(
    fileKindNames.flatMap((kind) => {
      const permissions = fileKinds[kind][what] ?? [];
      return what === 'view' ? permissions : permissions.slice(0, 1);
    }),
  ),
];

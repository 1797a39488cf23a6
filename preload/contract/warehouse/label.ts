import * as z from 'zod';
import { parcelsMatching } from '../customs/parcelApi';
import { endpoint } from '../endpoint';
import { choice, code, count, id, stateOf } from '../fields';
import { MAX_LABELS } from '../limits';
import { permit } from '../permissions';
import { gs1Prefix } from '../rules/codes';
import { object, strictObject } from '../shape';
import { boxStates } from './box';
import { type LabelSize, labelSize } from './labelSize';

/** Kinds of things that labels are stuck on. */
export type LabelKind = 'box' | 'pallet' | 'parcel';

/** Label sizes with room for the contents of each kind: the barcode of an SSCC alone is 88 mm wide. */
export const sizesOf = {
  box: ['62x29', '100x50', '100x100', '100x150'],
  pallet: ['100x50', '100x100', '100x150'],
  parcel: ['62x29', '100x50', '100x100', '100x150'],
} as const satisfies Record<LabelKind, readonly [LabelSize, ...LabelSize[]]>;

/** Most copies of one label per print. */
export const MAX_COPIES = 10;

/**
 * Numbering of pallets: the GS1 company prefix, and the extension digit before it, each of which opens a full range of
 * numbers. Without a prefix pallets have no SSCC.
 */
export const labelSettings = object(() => ({
  version: count(0),
  companyPrefix: code(gs1Prefix).nullable(),
  extensionDigit: count(0, 9),
}));
export type LabelSettings = z.output<typeof labelSettings>;

const printed = <K extends LabelKind>(kind: K) => ({
  size: choice('labelSize', sizesOf[kind]),
  copies: count(1, MAX_COPIES).default(1),
  ids: z.array(id()).min(1).max(MAX_LABELS).optional(),
});
const warehouse = permit('bill.warehouse.view');
const customs = permit('bill.customs.view');
const limits = ['NOT_FOUND', 'LABELS_TOO_MANY'] as const;
/** Numbers from others have any length; those of pallets fit every pallet size. */
const widths = ['LABEL_TOO_SMALL', 'LABEL_TOO_LONG'] as const;

/** Labels for printing, as PDFs with one page of exactly the label's size each. */
export const labelApi = {
  /** Labels of boxes by id, or of a bill, optionally only those in `state`. */
  box: endpoint({
    method: 'POST',
    path: '/label/box',
    access: warehouse,
    kind: 'blob',
    body: strictObject(() => ({
      ...printed('box'),
      billId: id().optional(),
      state: stateOf({ name: 'box', states: boxStates }).optional(),
    })),
    errors: [...limits, ...widths],
    extension: true,
  }),
  /** Labels of pallets by id, or of a consignment note. Assigns missing SSCCs, if there is a prefix. */
  pallet: endpoint({
    method: 'POST',
    path: '/label/pallet',
    access: warehouse,
    kind: 'blob',
    body: strictObject(() => ({ ...printed('pallet'), cmrId: id().optional() })),
    errors: [...limits, 'SSCC_USED_UP'],
    extension: true,
  }),
  /**
   * Labels of parcels by id, or of all matches of a filter of their list. The consignee is printed only for those who
   * may change parcels.
   */
  parcel: endpoint({
    method: 'POST',
    path: '/label/parcel',
    access: customs,
    kind: 'blob',
    body: strictObject(() => ({ ...printed('parcel'), matching: parcelsMatching })),
    errors: [...limits, ...widths, 'COUNT_CHANGED'],
    extension: true,
  }),
  /** A test page to check that a printer prints in the exact size. */
  test: endpoint({
    method: 'GET',
    path: '/label/test',
    access: [warehouse, customs],
    kind: 'blob',
    query: strictObject(() => ({ size: labelSize })),
    extension: true,
  }),
  settings: endpoint({
    method: 'GET',
    path: '/label/settings',
    access: permit('config.warehouse.view'),
    answer: labelSettings,
    extension: true,
  }),
  saveSettings: endpoint({
    method: 'PUT',
    path: '/label/settings',
    access: permit('config.warehouse.edit'),
    body: strictObject(() => labelSettings.shape),
    answer: labelSettings,
    errors: ['STALE_DATA'],
    extension: true,
  }),
};

import { type ResourceName, resourceNames } from '../resourceNames';

/*
 * Names of the kinds of files, kept apart from their definitions: every start needs the names only, and should not load
 * the resources. The definitions are in `fileKinds`.
 */

/** Kinds whose files create bills or belong to them. */
export const billKindNames = [
  'bill',
  'declaration',
  'box_parcel',
  'box_weight',
  'pod',
  't1',
  'time_node',
  'flight',
  'hold',
  'free',
  'failure',
  'abnormal',
  'warehouse_box',
  'api_feedback',
  'bill_cost',
] as const;
export type BillKind = (typeof billKindNames)[number];

/** Names of the kinds that tools accept. */
export const toolKindNames = ['invoice', 'awb_file', 'tariff'] as const;
export type ToolKind = (typeof toolKindNames)[number];

/** Names of the kinds that create filings to US customs. */
export const seaKindNames = ['isf', 'entry', 'entry_type11'] as const;
export type SeaKind = (typeof seaKindNames)[number];

/** Names of all kinds, in the order of lists. A reference list is a kind by its own name. */
export const fileKindNames = [...billKindNames, ...resourceNames, ...toolKindNames, ...seaKindNames] as const;
export type FileKind = (typeof fileKindNames)[number];

const among = <K extends string>(names: readonly K[]) => {
  const known: ReadonlySet<string> = new Set(names);
  return (kind: string): kind is K => known.has(kind);
};
/** True for the kinds that tools accept. */
export const isToolKind = among(toolKindNames);
/** True for the kinds that create filings to US customs. */
export const isSeaKind = among(seaKindNames);
const isRecordKind = among(resourceNames);

/** Path of each tool's screen. */
export const toolPaths: Readonly<Record<ToolKind, string>> = {
  invoice: '/tools/invoice',
  awb_file: '/tools/awb-file',
  tariff: '/tools/tariff',
};
/** Path of each filing's upload screen. */
export const seaPaths: Readonly<Record<SeaKind, string>> = {
  isf: '/sea/isf/upload',
  entry: '/sea/entry/upload',
  entry_type11: '/sea/entry/upload?kind=entry_type11',
};

/** Returns the reference list that files of a kind import records to; undefined for files about bills. */
export const recordsOf = (kind: string): ResourceName | undefined => (isRecordKind(kind) ? kind : undefined);

/** Returns the reference list whose records files of a kind create and change: its own, or HS codes for a tariff. */
export const recordsMadeBy = (kind: string): ResourceName | undefined =>
  kind === 'tariff' ? 'hsCode' : recordsOf(kind);

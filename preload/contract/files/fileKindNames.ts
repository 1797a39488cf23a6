import { type ResourceName, resourceNames } from '../resourceNames';

/*
 * Names of the kinds of files, apart from what each is: who only asks for a name, as every start does, does not read the
 * resources. `fileKinds` says how each is taken.
 */

/** Kinds whose files bring bills or belong to them. */
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

/** Names of the kinds that tools take. */
export const toolKindNames = ['invoice', 'awb_file', 'tariff'] as const;
/** Name of a kind of file that a tool takes. */
export type ToolKind = (typeof toolKindNames)[number];

/** Names of the kinds that make filings to US customs. */
export const seaKindNames = ['isf', 'entry', 'entry_type11'] as const;
/** Name of a kind of file that makes filings to US customs. */
export type SeaKind = (typeof seaKindNames)[number];

/** Names of all kinds, in the order of lists. A reference list is a kind by its own name. */
export const fileKindNames = [...billKindNames, ...resourceNames, ...toolKindNames, ...seaKindNames] as const;
/** Name of a kind of file. */
export type FileKind = (typeof fileKindNames)[number];

const among = <K extends string>(names: readonly K[]) => {
  const known: ReadonlySet<string> = new Set(names);
  return (kind: string): kind is K => known.has(kind);
};
/** True for the kinds that tools take. */
export const isToolKind = among(toolKindNames);
/** True for the kinds that make filings to US customs. */
export const isSeaKind = among(seaKindNames);
const isRecordKind = among(resourceNames);

/** Where each tool stands. */
export const toolPaths: Readonly<Record<ToolKind, string>> = {
  invoice: '/tools/invoice',
  awb_file: '/tools/awb-file',
  tariff: '/tools/tariff',
};
/** Where each filing is sent from. */
export const seaPaths: Readonly<Record<SeaKind, string>> = {
  isf: '/sea/isf/upload',
  entry: '/sea/entry/upload',
  entry_type11: '/sea/entry/upload?kind=entry_type11',
};

/** The reference list that files of a kind bring records to; undefined for files about bills. */
export const recordsOf = (kind: string): ResourceName | undefined => (isRecordKind(kind) ? kind : undefined);

/** The reference list whose records files of a kind make and change: its own, or that of HS codes for a tariff. */
export const recordsMadeBy = (kind: string): ResourceName | undefined =>
  kind === 'tariff' ? 'hsCode' : recordsOf(kind);

import type { Bill } from '@contract/bill/bill';
import { type Problem, problem } from '@contract/errors';
import { instantIn, readTime } from '@contract/importing/timeText';
import { type NodeEntry, type TimeNodeName, timeNode } from '@contract/rules/timeNodes';
import { formatInstant } from '@contract/rules/zonedTime';
import { keepDraft } from '../../../app/drafts';
import { reloadTab } from '../../../app/tabs';
import { type Lookups, zoneOf } from '../../../kinds/lookups';
import { entryOf, judged } from './nodeEntry';

const PATH = '/bill/tracking-date';

/** What is entered for one bill in place of what holds for all. */
export interface OwnEntry {
  readonly time?: string;
  readonly detail?: unknown;
}

/** What holds for all bills of the table. */
export interface CommonEntry {
  readonly node: TimeNodeName;
  /** As typed, on the clock of each bill; empty: the moment at which the node was chosen. */
  readonly time: string;
  readonly chosenAt: string;
  readonly warehouseId: number | null;
  readonly clear: boolean;
}

/** Makes the screen open with these bills; the caller then goes there. */
export function openTracking(ids: readonly number[]): void {
  keepDraft(`${PATH}#ids`, ids);
  keepDraft(`${PATH}#own`, undefined);
  reloadTab(PATH);
}

/** The instant of a time as typed on a clock. A day alone is none: nobody means midnight. */
function instantOfTyped(typed: string, zone: string): string | Problem {
  const read = readTime(typed.trim(), 'DMY');
  if ('code' in read) return read;
  if (!read.timed) return problem('TIME_MISSING', { value: typed });
  return read.instant ?? instantIn(read.wall, zone);
}

/** The clock on which a bill's time is read. */
export const zoneOfRow = ({ node, warehouseId }: CommonEntry, bill: Bill, lookups: Lookups): string =>
  zoneOf(timeNode(node).zone, { ...bill, warehouseId: warehouseId ?? bill.warehouseId }, lookups);

/** The time that holds for a bill unless it has one of its own, as its clock shows it. */
export const commonTime = ({ time, chosenAt }: CommonEntry, zone: string): string =>
  time.trim() || formatInstant(chosenAt, zone);

/** What belongs to the node on this bill, before anybody has typed. */
export function usualDetail({ node, warehouseId }: CommonEntry, bill: Bill): unknown {
  switch (timeNode(node).detail) {
    case 'noaBoxCount':
      return bill.noaBoxCount ?? bill.boxCount;
    case 'podBoxCount':
      return bill.podBoxCount ?? bill.outboundBoxes;
    case 't1Mrn':
      return bill.t1Mrn;
    case 'warehouseId':
      return warehouseId ?? bill.warehouseId;
    default:
      return undefined;
  }
}

/** What will be sent for a bill, and what the rules say of it as far as the bill alone tells. */
export interface RowEntry {
  readonly entry: NodeEntry;
  readonly refused: Problem | undefined;
  /** The field that is refused. */
  readonly field: string | undefined;
  readonly warnings: readonly Problem[];
}

/** Judges what stands in a row. */
export function rowEntry(common: CommonEntry, own: OwnEntry | undefined, bill: Bill, zone: string): RowEntry {
  const { node } = common;
  const { field, detail } = timeNode(node);
  if (common.clear) return judgedEntry(node, { time: null }, bill);
  const typed = own?.time?.trim() || commonTime(common, zone);
  const time = instantOfTyped(typed, zone);
  if (typeof time !== 'string') return { entry: {}, refused: time, field, warnings: [] };
  const given = own && 'detail' in own ? own.detail : usualDetail(common, bill);
  const { entry, wrong } = entryOf(node, {
    [field]: time,
    ...(detail ? { [detail]: given ?? undefined } : {}),
  });
  const [first] = Object.entries(wrong);
  if (first) return { entry, refused: first[1], field: first[0], warnings: [] };
  return judgedEntry(node, entry, bill);
}

function judgedEntry(node: TimeNodeName, entry: NodeEntry, bill: Bill): RowEntry {
  const { refused, warnings } = judged(node, entry, bill);
  return { entry, refused: refused?.problem, field: refused?.field, warnings };
}

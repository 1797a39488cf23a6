import type { Bill } from '@contract/bill/bill';
import { billZone } from '@contract/bill/billClock';
import { type Problem, problem } from '@contract/errors';
import { instantIn, readTime } from '@contract/importing/timeText';
import type { Clock } from '@contract/rules/clock';
import { type NodeEntry, type TimeNodeName, timeNode } from '@contract/rules/timeNodes';
import { formatInstant } from '@contract/rules/zonedTime';
import { keepDraft } from '../../../app/drafts';
import { reloadTab } from '../../../app/tabs';
import { clockIn, type Lookups } from '../../../kinds/lookups';
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
  /** What holds for all also replaces times that are set already. */
  readonly overwrite: boolean;
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
export const clockOfRow = ({ node, warehouseId }: CommonEntry, bill: Bill, lookups: Lookups): Clock =>
  clockIn(billZone(timeNode(node).field), { ...bill, warehouseId: warehouseId ?? bill.warehouseId }, lookups);

/** The time that holds for a bill unless it is given one of its own, as its clock shows it. */
export function commonTime(
  { node, time, chosenAt, overwrite }: CommonEntry,
  bill: Bill,
  zone: string,
): string {
  const present = bill[timeNode(node).field];
  if (present && !overwrite) return formatInstant(present, zone);
  return time.trim() || formatInstant(chosenAt, zone);
}

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
  /** Nothing is to be done: the time is set already, or there is none to clear. */
  readonly kept: boolean;
  readonly refused: Problem | undefined;
  /** The field that is refused. */
  readonly field: string | undefined;
  readonly warnings: readonly Problem[];
}

/** Judges what stands in a row. */
export function rowEntry(common: CommonEntry, own: OwnEntry | undefined, bill: Bill, zone: string): RowEntry {
  const { node, clear, overwrite } = common;
  const { field, detail } = timeNode(node);
  const present = bill[field];
  const typed = own?.time?.trim();
  const ownDetail = own && 'detail' in own && own.detail !== usualDetail(common, bill);
  const kept = clear ? present === null : present !== null && !overwrite && !typed && !ownDetail;
  if (kept) return { entry: {}, kept, refused: undefined, field: undefined, warnings: [] };
  if (clear) return judgedEntry(node, { time: null }, bill);
  // What is set keeps its seconds when only its count is mended.
  const stays = present !== null && !overwrite && !typed;
  const time = stays ? present : instantOfTyped(typed || commonTime(common, bill, zone), zone);
  if (typeof time !== 'string') return { entry: {}, kept, refused: time, field, warnings: [] };
  const given = own && 'detail' in own ? own.detail : usualDetail(common, bill);
  const { entry, wrong } = entryOf(node, {
    [field]: time,
    ...(detail ? { [detail]: given ?? undefined } : {}),
  });
  const [first] = Object.entries(wrong);
  if (first) return { entry, kept, refused: first[1], field: first[0], warnings: [] };
  return judgedEntry(node, entry, bill);
}

function judgedEntry(node: TimeNodeName, entry: NodeEntry, bill: Bill): RowEntry {
  const { refused, warnings } = judged(node, entry, bill);
  return { entry, kept: false, refused: refused?.problem, field: refused?.field, warnings };
}

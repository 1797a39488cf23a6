import type { Bill } from '@contract/bill/bill';
import { billZone } from '@contract/bill/billClock';
import { type Problem, problem } from '@contract/errors';
import { instantIn, readTime, typedTime } from '@contract/importing/timeText';
import type { Clock } from '@contract/rules/clock';
import { type NodeEntry, type TimeNodeName, timeNode } from '@contract/rules/timeNodes';
import { keepDraft } from '../../../app/drafts';
import { reloadTab } from '../../../app/tabs';
import { clockIn, type Lookups } from '../../../kinds/lookups';
import { entryOf, judged } from './nodeEntry';

const PATH = '/bill/tracking-date';

/** Values of one bill that replace the common ones. */
export interface OwnEntry {
  readonly time?: string;
  readonly detail?: unknown;
}

/** Common values for all bills of the table. */
export interface CommonEntry {
  readonly node: TimeNodeName;
  /** Time as typed, on the clock of each bill; empty means `chosenAt`. */
  readonly time: string;
  readonly chosenAt: string;
  readonly warehouseId: number | null;
  readonly clear: boolean;
  /** True if the common time also replaces existing times. */
  readonly overwrite: boolean;
}

/** Prepares the screen with these bills; the caller then navigates to it. */
export function openTracking(ids: readonly number[]): void {
  keepDraft(`${PATH}#ids`, ids);
  keepDraft(`${PATH}#own`, undefined);
  reloadTab(PATH);
}

/** Parses a time typed on a clock to an instant. A day alone is a problem, since it does not mean midnight. */
function instantOfTyped(typed: string, zone: string): string | Problem {
  const read = readTime(typed.trim(), 'DMY');
  if ('code' in read) return read;
  if (!read.timed) return problem('TIME_MISSING', { value: typed });
  return read.instant ?? instantIn(read.wall, zone);
}

/** Returns the clock of a bill's time. */
export const clockOfRow = ({ node, warehouseId }: CommonEntry, bill: Bill, lookups: Lookups): Clock =>
  clockIn(billZone(timeNode(node).field), { ...bill, warehouseId: warehouseId ?? bill.warehouseId }, lookups);

/** Returns the common time for a bill without its own, as its clock shows it. */
export function commonTime(
  { node, time, chosenAt, overwrite }: CommonEntry,
  bill: Bill,
  zone: string,
): string {
  const present = bill[timeNode(node).field];
  if (present && !overwrite) return typedTime(present, zone);
  return time.trim() || typedTime(chosenAt, zone);
}

/** Returns the default detail of the node on a bill. */
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

/** Entry to send for a bill, with its problems as far as the bill alone shows them. */
export interface RowEntry {
  readonly entry: NodeEntry;
  /** True if nothing is to be done: the time is already set, or there is none to clear. */
  readonly kept: boolean;
  readonly refused: Problem | undefined;
  /** Field with the problem. */
  readonly field: string | undefined;
  readonly warnings: readonly Problem[];
}

/** Returns the entry of a row, checked. */
export function rowEntry(common: CommonEntry, own: OwnEntry | undefined, bill: Bill, zone: string): RowEntry {
  const { node, clear, overwrite } = common;
  const { field, detail } = timeNode(node);
  const present = bill[field];
  const typed = own?.time?.trim();
  const ownDetail = own && 'detail' in own && own.detail !== usualDetail(common, bill);
  const kept = clear ? present === null : present !== null && !overwrite && !typed && !ownDetail;
  if (kept) return { entry: {}, kept, refused: undefined, field: undefined, warnings: [] };
  if (clear) return judgedEntry(node, { time: null }, bill);
  // An existing time keeps its seconds when only its count is corrected.
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

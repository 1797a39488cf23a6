import { type BillStage, billFilters, billRow, billStages } from '@contract/bill/bill';
import { dataVersion } from '../store/dialect';
import { groupRows, type ListDefinition } from '../store/listRows';
import type { Reader } from '../store/open';

/** Parts of a query that neither narrow the list nor lie beyond what the stage counts know. */
const COUNTED = new Set(['stage', 'archived', 'page', 'pageSize', 'after', 'sort']);

const everyStage = Object.keys(billStages);

/** The bill list: removed bills show only when asked for by stage, archived ones only when asked for. */
export const billList: ListDefinition<typeof billRow> = {
  table: 'bill',
  row: billRow,
  filters: billFilters,
  keyword: ['billNo', 'batchNo', 'houseNo', 'flightNo', 'remarks'],
  order: '-eta',
  always: (where, query) => [
    ...(query.archived === undefined ? [where('archived', '=', 0)] : []),
    ...(query.stage === undefined && query.id === undefined ? [where('stage', '!=', 'removed')] : []),
  ],
  total: async (db, query) => {
    if (Object.entries(query).some(([name, value]) => value !== undefined && !COUNTED.has(name)))
      return undefined;
    const counts = await stageCounts(db, query.archived as boolean | undefined);
    const asked = query.stage as BillStage[] | undefined;
    return asked ? asked.reduce((sum, stage) => sum + counts[stage], 0) : allOf(counts);
  },
};

/** Counts of all bills as they were last read on a connection, by what was asked of the archived ones. */
const lastCounts = new WeakMap<
  Reader,
  { version: number; counts: Map<boolean | undefined, Record<BillStage, number>> }
>();

/** Counts by stage for the total of a page. Pages follow one another faster than bills change: kept until a commit. */
async function stageCounts(db: Reader, archived: boolean | undefined): Promise<Record<BillStage, number>> {
  const count = async () => byStage(await countBills(db, { archived }));
  // A transaction sees its own changes, of which the number says nothing.
  if (db.isTransaction) return count();
  const version = await dataVersion(db);
  let last = lastCounts.get(db);
  if (last?.version !== version) {
    last = { version, counts: new Map() };
    lastCounts.set(db, last);
  }
  const kept = last.counts.get(archived);
  if (kept) return kept;
  const counts = await count();
  last.counts.set(archived, counts);
  return counts;
}

/** Bills by stage among those that match; without further filters an index alone answers. */
export function countBills(
  db: Reader,
  query: Readonly<Record<string, unknown>>,
): Promise<{ stage: BillStage; n: number }[]> {
  const asked: object = { stage: everyStage, ...query };
  return groupRows(db, billList, asked, 'stage') as Promise<{ stage: BillStage; n: number }[]>;
}

/** Counts by stage with a zero for each stage that has none. */
export function byStage(rows: readonly { stage: BillStage; n: number }[]): Record<BillStage, number> {
  const none = Object.fromEntries(everyStage.map((stage) => [stage, 0])) as Record<BillStage, number>;
  for (const { stage, n } of rows) none[stage] = n;
  return none;
}

/** What the tab "all" counts: every bill that is not removed. */
export function allOf(counts: Readonly<Record<BillStage, number>>): number {
  return Object.entries(counts).reduce((sum, [stage, n]) => (stage === 'removed' ? sum : sum + n), 0);
}

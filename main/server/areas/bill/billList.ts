import { type BillStage, billFilters, billRow, billStages } from '@contract/bill/bill';
import { isOneOf, perName } from '@contract/names';
import { type SqlBool, sql } from 'kysely';
import { groupRows, type ListDefinition } from '../../store/listRows';
import type { Reader } from '../../store/open';

/** Query parameters that do not filter. */
const NARROWS_NOTHING = new Set(['page', 'pageSize', 'after', 'sort']);
/** Filters that the stored counts can answer. */
const COUNTED = ['customerId', 'stage', 'clearanceStatus', 'archived'] as const;
type CountedField = (typeof COUNTED)[number];

const everyStage = Object.keys(billStages);

/**
 * Excludes archived bills from a query by ids. Without the `+`, SQLite would search the index of all bills for a few.
 */
const notArchived = sql<SqlBool>`+archived = 0`;
/**
 * Excludes removed bills. A literal instead of a parameter lets the planner use the partial index with this condition.
 */
const notRemoved = sql<SqlBool>`stage <> 'removed'`;

/** The bill list: removed bills appear only when filtered by stage, archived ones only on request. */
export const billList: ListDefinition<typeof billRow> = {
  table: 'bill',
  row: billRow,
  filters: billFilters,
  keyword: ['billNo', 'batchNo', 'houseNo', 'flightNo', 'remarks'],
  order: '-eta',
  sortedBy: { nextDueAt: 'dueOrder' },
  always: (where, query) => [
    ...(query.archived === undefined ? [query.id ? notArchived : where('archived', '=', 0)] : []),
    ...(query.stage === undefined && query.id === undefined ? [notRemoved] : []),
  ],
  total: async (db, query) => {
    const counts = await keptCounts(db, query, 'archived');
    return counts && [...counts.values()].reduce((sum, n) => sum + n, 0);
  },
};

/** Stored counts by one of their columns; undefined when the query has filters that they do not cover. */
async function keptCounts(
  db: Reader,
  query: Readonly<Record<string, unknown>>,
  by: CountedField,
): Promise<ReadonlyMap<string, number> | undefined> {
  const filters = Object.keys(query).filter(
    (name) => query[name] !== undefined && !NARROWS_NOTHING.has(name),
  );
  if (!filters.every((name) => isOneOf(COUNTED, name))) return undefined;
  let matching = db
    .selectFrom('billCount')
    .select((counts) => [sql<string>`${sql.ref(by)}`.as('kind'), counts.fn.sum<number>('n').as('n')])
    .where('archived', '=', query.archived ? 1 : 0)
    .groupBy('kind');
  if (query.stage === undefined) matching = matching.where('stage', '!=', 'removed');
  for (const name of ['customerId', 'stage', 'clearanceStatus'] as const)
    if (query[name] !== undefined) matching = matching.where(name, 'in', query[name] as never);
  return new Map((await matching.execute()).map(({ kind, n }) => [kind, n]));
}

/** Counts the bills that match a query by one of their columns; key `none` for bills without a clearance status. */
export async function countBills(
  db: Reader,
  query: Readonly<Record<string, unknown>>,
  by: 'stage' | 'clearanceStatus',
): Promise<ReadonlyMap<string, number>> {
  const kept = await keptCounts(db, query, by);
  if (kept) return kept;
  const rows = await groupRows(db, billList, query, by);
  return new Map(rows.map((row) => [String(row[by] ?? 'none'), Number(row.n)]));
}

/** Counts matching bills by stage, removed ones included, zeros for empty stages. */
export async function byStage(
  db: Reader,
  query: Readonly<Record<string, unknown>>,
): Promise<Record<BillStage, number>> {
  const counts = await countBills(db, { ...query, stage: everyStage }, 'stage');
  return perName(everyStage, (stage) => counts.get(stage) ?? 0);
}

/** Count for the tab "all": every bill that is not removed. */
export function allOf(counts: Readonly<Record<BillStage, number>>): number {
  return Object.entries(counts).reduce((sum, [stage, n]) => (stage === 'removed' ? sum : sum + n), 0);
}

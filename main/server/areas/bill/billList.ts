import { type BillStage, billFilters, billRow, billStages } from '@contract/bill/bill';
import { perName } from '@contract/names';
import { type SqlBool, sql } from 'kysely';
import { groupRows, type ListDefinition } from '../../store/listRows';
import type { Reader } from '../../store/open';

/** Parts of a query that narrow no list. */
const NARROWS_NOTHING = new Set(['page', 'pageSize', 'after', 'sort']);
/** Filters that the kept counts know of. */
const COUNTED = ['customerId', 'stage', 'clearanceStatus', 'archived'] as const;
type Counted = (typeof COUNTED)[number];

const everyStage = Object.keys(billStages);

/** Of bills that are named, asked once they are found: the sign keeps a few from being looked for in the index of all. */
const kept = sql<SqlBool>`+archived = 0`;
/** In words rather than as a value: so the database knows that an index of those alone has them all. */
const standing = sql<SqlBool>`stage <> 'removed'`;

/** The bill list: removed bills show only when asked for by stage, archived ones only when asked for. */
export const billList: ListDefinition<typeof billRow> = {
  table: 'bill',
  row: billRow,
  filters: billFilters,
  keyword: ['billNo', 'batchNo', 'houseNo', 'flightNo', 'remarks'],
  order: '-eta',
  sortedBy: { nextDueAt: 'dueOrder' },
  always: (where, query) => [
    ...(query.archived === undefined ? [query.id ? kept : where('archived', '=', 0)] : []),
    ...(query.stage === undefined && query.id === undefined ? [standing] : []),
  ],
  total: async (db, query) => {
    const counts = await keptCounts(db, query, 'archived');
    return counts && [...counts.values()].reduce((sum, n) => sum + n, 0);
  },
};

/** Counts of the database by one of their columns; undefined when the query asks for more than they know. */
async function keptCounts(
  db: Reader,
  query: Readonly<Record<string, unknown>>,
  by: Counted,
): Promise<ReadonlyMap<string, number> | undefined> {
  const asked = Object.keys(query).filter((name) => query[name] !== undefined && !NARROWS_NOTHING.has(name));
  if (!asked.every((name) => COUNTED.includes(name as Counted))) return undefined;
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

/** Bills that match a query, by one of their kinds; `none` where they have no clearance status. */
export async function countBills(
  db: Reader,
  query: Readonly<Record<string, unknown>>,
  by: 'stage' | 'clearanceStatus',
): Promise<ReadonlyMap<string, number>> {
  const kept = await keptCounts(db, query, by);
  if (kept) return kept;
  const rows = await groupRows(db, billList, query, by);
  return new Map(rows.map((row) => [String(row[by] ?? 'none'), row.n as number]));
}

/** Bills that match by their stage, removed ones too, with a zero for each stage that has none. */
export async function byStage(
  db: Reader,
  query: Readonly<Record<string, unknown>>,
): Promise<Record<BillStage, number>> {
  const counts = await countBills(db, { ...query, stage: everyStage }, 'stage');
  return perName(everyStage, (stage) => counts.get(stage) ?? 0);
}

/** What the tab "all" counts: every bill that is not removed. */
export function allOf(counts: Readonly<Record<BillStage, number>>): number {
  return Object.entries(counts).reduce((sum, [stage, n]) => (stage === 'removed' ? sum : sum + n), 0);
}

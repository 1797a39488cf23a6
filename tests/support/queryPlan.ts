import type { SQLInputValue } from 'node:sqlite';
import type { Connection } from '../../main/server/store/connection';

/** A step of a plan of PostgreSQL. */
interface Step {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Alias?: string;
  readonly Plans?: readonly Step[];
}

/** Returns SQLite's plan of a statement, a line each: `SEARCH bill USING INDEX …`, `SCAN bill`, `USE TEMP B-TREE …`. */
export const planOf = (db: Connection, text: string, values: readonly SQLInputValue[]): string[] =>
  db
    .prepare(`explain query plan ${text}`)
    .all(...values)
    .map(({ detail }) => String(detail));

/**
 * Returns PostgreSQL's plan of a statement in the words of SQLite, with full scans and sorts disabled unless there is
 * no other way.
 */
export function planOfPostgres(db: Connection, text: string, values: readonly SQLInputValue[]): string[] {
  // Disables these plan types, so that EXPLAIN shows the index where one exists: without it, equal rows are found by a
  // hash.
  const cheap = ['seqscan', 'bitmapscan', 'sort', 'hashjoin', 'mergejoin'].map((name) => `enable_${name}`);
  for (const name of cheap) db.exec(`set ${name} = off`);
  try {
    const [row] = db.prepare(`explain (format json) ${text}`).all(...values);
    const [{ Plan: plan }] = JSON.parse(String(Object.values(row ?? {})[0])) as [{ Plan: Step }];
    return linesOf(plan);
  } finally {
    for (const name of cheap) db.exec(`reset ${name}`);
  }
}

function linesOf(step: Step): string[] {
  const { 'Node Type': type, Alias: alias, 'Relation Name': table, 'Index Name': index, Plans } = step;
  const inner = (Plans ?? []).flatMap(linesOf);
  if (/^Index( Only)? Scan|Bitmap Index Scan/.test(type))
    return [`${step['Index Cond'] ? 'SEARCH' : 'SCAN'} ${table ?? ''} USING INDEX ${index}`, ...inner];
  if (type === 'Seq Scan') return [`SCAN ${table}`, ...inner];
  if (type === 'Sort') return ['USE TEMP B-TREE FOR ORDER BY', ...inner];
  // Rows come in order except for the id, with which every index of SQLite ends.
  if (type === 'Incremental Sort') return ['USE TEMP B-TREE FOR LAST TERM OF ORDER BY', ...inner];
  return / Scan$/.test(type) ? [`SCAN (subquery ${alias})`, ...inner] : inner;
}

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

/** How SQLite finds what a statement asks for, a line each: `SEARCH bill USING INDEX …`, `SCAN bill`, `USE TEMP B-TREE …`. */
export const planOf = (db: Connection, text: string, values: readonly SQLInputValue[]): string[] =>
  db
    .prepare(`explain query plan ${text}`)
    .all(...values)
    .map(({ detail }) => String(detail));

/**
 * How PostgreSQL finds it where it reads no table whole and sorts nothing unless there is no other way, in the words of
 * SQLite.
 */
export function planOfPostgres(db: Connection, text: string, values: readonly SQLInputValue[]): string[] {
  // What there is no other way for counts as so dear that nothing else does: equal rows are found by a hash.
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
  // Rows come in order but for the id, which every index of SQLite ends in.
  if (type === 'Incremental Sort') return ['USE TEMP B-TREE FOR LAST TERM OF ORDER BY', ...inner];
  return / Scan$/.test(type) ? [`SCAN (subquery ${alias})`, ...inner] : inner;
}

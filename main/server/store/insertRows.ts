import { CompiledQuery, type Insertable } from 'kysely';
import type { Writer } from './open';
import type { Database, TableName } from './tables';

/** Rows in one statement, largest first: parcels have 25 columns, and a statement accepts at most 32,766 values. */
const CHUNKS = [200, 20, 1];

/** Compiled statements, by table, columns and number of rows. */
const statements = new Map<string, string>();

/**
 * Inserts rows that all have the same columns. The builder compiles a statement for each chunk size once; then only
 * values are passed: building statements for a hundred thousand parcels would take longer than inserting them.
 */
export async function insertRows<T extends TableName>(
  writer: Writer,
  table: T,
  rows: readonly Insertable<Database[T]>[],
): Promise<void> {
  const first = rows[0];
  if (!first) return;
  const columns = Object.keys(first) as (keyof typeof first & string)[];
  const insert = (start: number, count: number) => {
    const key = `${table} ${count} ${columns}`;
    const text = statements.get(key) ?? textOf(writer, table, columns, count);
    statements.set(key, text);
    return writer.executeQuery(CompiledQuery.raw(text, valuesOf(rows, columns, start, start + count)));
  };
  let from = 0;
  for (const chunk of CHUNKS) {
    for (; from + chunk <= rows.length; from += chunk) await insert(from, chunk);
  }
}

function textOf(writer: Writer, table: TableName, columns: readonly string[], count: number): string {
  // Rows may list their columns in any order: the statement uses that of the first.
  const row = Object.fromEntries(columns.map((column) => [column, 0]));
  const rows = Array.from({ length: count }, () => row);
  return writer.insertInto(table).values(rows).compile().sql;
}

function valuesOf<R extends object>(
  rows: readonly R[],
  columns: readonly (keyof R & string)[],
  from: number,
  to: number,
): unknown[] {
  const values: unknown[] = [];
  for (let at = from; at < to; at++) {
    const row = rows[at];
    for (const column of columns) values.push(row?.[column]);
  }
  return values;
}

import { type Kysely, type RawBuilder, sql } from 'kysely';
import { PostgresAdapter } from './postgres/adapter';

/** The few expressions that differ between SQL dialects, in one place. */

/** False for a text that no column can hold: with a NUL, at which SQLite stops reading and which PostgreSQL rejects. */
export const isText = (text: string): boolean => !text.includes('\0');

/** True when a column contains the text, ignoring the case of A to Z; `%` and `_` are literal. */
export function contains(column: string, text: string): RawBuilder<boolean> {
  if (!isText(text)) return sql<boolean>`false`;
  return sql<boolean>`${sql.ref(column)} like ${`%${escapeLike(text)}%`} escape '\\'`;
}

/** True when a code begins with the text; uses an index on the column. */
export function beginsWith(column: string, text: string): RawBuilder<boolean> {
  if (!isText(text)) return sql<boolean>`false`;
  return sql<boolean>`${sql.ref(column)} >= ${text} and ${sql.ref(column)} < ${`${text}\u{10ffff}`}`;
}

/** Values as a subquery: one statement parameter, however many they are. */
export const listed = <T extends number | string>(values: readonly T[]): RawBuilder<T> =>
  typeof values[0] === 'number'
    ? sql<T>`(select cast(value as integer) from json_each(${JSON.stringify(values)}))`
    : sql<T>`(select value from json_each(${JSON.stringify(values.filter((value) => isText(String(value))))}))`;

/** True when a list column contains the value. */
export const holds = (column: RawBuilder<unknown>, value: number | string): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from json_each(${column}) where value = ${value})`;

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** True for a connection to PostgreSQL, where the behaviour must differ, not only the SQL. */
export const isPostgres = (db: Pick<Kysely<never>, 'getExecutor'>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;

import { type Kysely, type RawBuilder, sql } from 'kysely';
import { PostgresAdapter } from './postgres/adapter';

/** The few expressions that SQL dialects say differently, in one place for the day of a second database. */

/** False for what no column can hold: a NUL, at which SQLite stops reading and which PostgreSQL does not take. */
export const isText = (text: string): boolean => !text.includes('\0');

/** True when the text of a column contains the words, whatever the case of A to Z; `%` and `_` stand for themselves. */
export function contains(column: string, text: string): RawBuilder<boolean> {
  if (!isText(text)) return sql<boolean>`false`;
  return sql<boolean>`${sql.ref(column)} like ${`%${escapeLike(text)}%`} escape '\\'`;
}

/** True when a code begins with the text; an index on the column serves it. */
export function beginsWith(column: string, text: string): RawBuilder<boolean> {
  if (!isText(text)) return sql<boolean>`false`;
  return sql<boolean>`${sql.ref(column)} >= ${text} and ${sql.ref(column)} < ${`${text}\u{10ffff}`}`;
}

/** Values as a subquery: one of a statement's parameters, however many they are. */
export const listed = <T extends number | string>(values: readonly T[]): RawBuilder<T> =>
  typeof values[0] === 'number'
    ? sql<T>`(select cast(value as integer) from json_each(${JSON.stringify(values)}))`
    : sql<T>`(select value from json_each(${JSON.stringify(values.filter((value) => isText(String(value))))}))`;

/** True when a column that holds a list has the value in it. */
export const holds = (column: RawBuilder<unknown>, value: number | string): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from json_each(${column}) where value = ${value})`;

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** Whether a connection is to PostgreSQL, where something is to be done otherwise rather than only said otherwise. */
export const isPostgres = (db: Pick<Kysely<never>, 'getExecutor'>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;

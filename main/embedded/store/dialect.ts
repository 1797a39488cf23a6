import { type RawBuilder, sql } from 'kysely';

/** The few expressions that SQL dialects say differently, in one place for the day of a second database. */

/**
 * True when the text of a column contains the words, whatever the case of A to Z; `%` and `_` stand for themselves. A
 * NUL, at which SQLite's LIKE would stop reading, is in no text.
 */
export function contains(column: string, text: string): RawBuilder<boolean> {
  if (text.includes('\0')) return sql<boolean>`false`;
  return sql<boolean>`${sql.ref(column)} like ${`%${escapeLike(text)}%`} escape '\\'`;
}

/** True when a code begins with the text; an index on the column serves it. */
export function beginsWith(column: string, text: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} >= ${text} and ${sql.ref(column)} < ${`${text}\u{10ffff}`}`;
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

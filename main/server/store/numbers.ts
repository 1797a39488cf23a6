import { sql } from 'kysely';
import { officeDay } from '../core/officeClock';
import type { Writer } from './open';
import type { TableName } from './tables';

/** Prefix of all numbers of a day in the office, for example `PK20261103-`. */
export const numbersOfDay = (prefix: string, now: string): string =>
  `${prefix}${officeDay(now).replaceAll('-', '')}-`;

/**
 * The next number of a day: prefix, day in the office and a count of at least four digits, for example
 * `PK20261103-0001`.
 */
export async function nextNumber(
  write: Writer,
  table: TableName,
  column: string,
  prefix: string,
  now: string,
): Promise<string> {
  const start = numbersOfDay(prefix, now);
  const { rows } = await sql<{ no: string }>`
    select ${sql.ref(column)} as no from ${sql.table(table)}
    where ${sql.ref(column)} >= ${start} and ${sql.ref(column)} < ${`${start}\u{10ffff}`}
    order by length(${sql.ref(column)}) desc, ${sql.ref(column)} desc limit 1`.execute(write);
  const last = Number(rows[0]?.no.slice(start.length) ?? 0);
  return `${start}${String(last + 1).padStart(4, '0')}`;
}

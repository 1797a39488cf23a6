import { type SqlBool, sql } from 'kysely';

/** Range of days, both ends included; without an end, from the first or to the last. */
export interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Condition that the day in a column is within a range. */
export const inDays = (column: string, { from = '', to = '9999-12-31' }: Days) =>
  sql<SqlBool>`${sql.ref(column)} between ${from} and ${to}`;

/** True for a day within a range. */
export const isWithin = (day: string, { from = '', to = '9999-12-31' }: Days): boolean =>
  day >= from && day <= to;

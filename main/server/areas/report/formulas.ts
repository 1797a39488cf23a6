import { namesOf } from '@contract/names';
import type { TileAnswer } from '@contract/report/report';
import { BASE_CURRENCY, fromMinor } from '@contract/rules/money';
import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '../../store/open';

/** Rows as a statement, to be used after `from`. */
export type Statement = RawBuilder<unknown>;
export type Expr = RawBuilder<unknown>;

/** Seconds from one instant to another; null where one is unknown. */
export const secondsBetween = (from: Expr, to: Expr): Expr => sql`(unixepoch(${to}) - unixepoch(${from}))`;
/** Seconds as hours, in the thousandths in which the store keeps decimals, rounded to one decimal. */
export const asHours = (seconds: Expr): Expr => sql`round(${seconds} / 360.0) * 100`;
/** A part of a whole in percent, stored and rounded alike; null if the whole is zero. */
export const asShare = (part: Expr, whole: Expr): Expr =>
  sql`case when ${whole} > 0 then round(${part} * 1000.0 / ${whole}) * 100 end`;

/** A part of a whole in percent with one decimal; null if the whole is zero. */
export const percentOf = (part: number, whole: number): number | null =>
  whole > 0 ? Math.round((part * 1000) / whole) / 10 : null;
/** Seconds as hours with one decimal. */
export const hoursOf = (seconds: number | null): number | null =>
  seconds === null ? null : Math.round(seconds / 360) / 10;
/** Minor units of the base currency as a decimal string. */
export const euros = (minor: number | null): string | null =>
  minor === null ? null : fromMinor(Math.round(minor), BASE_CURRENCY);
/** A percentage or hours from the stored thousandths. */
export const unscaled = (kept: number | null): number | null => (kept === null ? null : kept / 1000);
/** Grams as kilograms. */
export const kilosOf = (grams: number): number => grams / 1000;

/** Sum of a report column over its rows; unknown values count as zero. */
export const totalOf = <K extends string>(
  rows: readonly { readonly [name in K]: number | null }[],
  column: K,
): number => rows.reduce((sum, row) => sum + (row[column] ?? 0), 0);
/** Rows of a report with the most parcels first; the id decides between equals. */
export const byParcels = <R extends { readonly id: number; readonly parcels: number }>(
  rows: readonly R[],
): R[] => [...rows].sort((a, b) => b.parcels - a.parcels || a.id - b.id);

/** Distribution of a measure over records: `noData` lack it, and are not counted otherwise. */
export interface Spread {
  readonly key: string | number | null;
  readonly known: number;
  readonly noData: number;
  /** The median. */
  readonly median: number | null;
  /** The 90th percentile: the smallest value that nine in ten do not exceed. */
  readonly p90: number | null;
}

/**
 * Distribution of a measure over rows, by a key: medians and 90th percentiles, since few long cases distort a mean
 * (reference 7.1). A statement with the columns of {@link Spread}; `from` is everything after `from`.
 */
export const spreadBy = (key: Expr, measure: Expr, from: Expr): Statement => sql`
  select key, count(value) as known, count(*) - count(value) as noData,
    avg(case when place in ((n + 1) / 2, n / 2 + 1) then value end) as median,
    max(case when place = (n * 9 + 9) / 10 then value end) as p90
  from (
    select key, value, count(value) over (partition by key) as n,
      row_number() over (partition by key, value is null order by value) as place
    from (select ${key} as key, ${measure} as value from ${from})
  ) group by key`;

/** Lets other calls run on the single thread, between two statements of a heavy report. */
export const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Distributions of measures over all rows, by name: rows are read once for all of them. */
export async function spreadsOf<K extends string>(
  db: Reader,
  measures: { readonly [name in K]: Expr },
  from: Expr,
): Promise<{ [name in K]: Omit<Spread, 'key'> }> {
  await breathe();
  const names = namesOf(measures);
  const columns = sql.join(names.map((name) => sql`${measures[name]} as ${sql.ref(name)}`));
  const { rows } = await sql<{ [name in K]: number | null }>`select ${columns} from ${from}`.execute(db);
  const spreads = names.map((name) => [name, spreadOver(rows.map((row) => row[name]))]);
  return Object.fromEntries(spreads) as { [name in K]: Omit<Spread, 'key'> };
}

function spreadOver(values: readonly (number | null)[]): Omit<Spread, 'key'> {
  const sorted = Float64Array.from(values.filter((value) => value !== null)).sort();
  const known = sorted.length;
  const at = (place: number) => sorted[Math.floor(place) - 1] ?? 0;
  return {
    known,
    noData: values.length - known,
    median: known === 0 ? null : (at((known + 1) / 2) + at(known / 2 + 1)) / 2,
    p90: known === 0 ? null : at((known * 9 + 9) / 10),
  };
}

/** Distribution of a measure over all rows. */
export const spreadOf = async (db: Reader, measure: Expr, from: Expr): Promise<Omit<Spread, 'key'>> =>
  (await spreadsOf(db, { measure }, from)).measure;

/** Distribution of durations in seconds, as a tile in hours. */
export const hoursTile = ({ median, p90, noData }: Omit<Spread, 'key'>): TileAnswer => ({
  value: hoursOf(median),
  p90: hoursOf(p90),
  noData,
});

/** A duration in seconds, as a tile in hours. */
export const durationTile = async (db: Reader, seconds: Expr, from: Expr): Promise<TileAnswer> =>
  hoursTile(await spreadOf(db, seconds, from));

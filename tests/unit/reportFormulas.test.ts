import { DatabaseSync } from 'node:sqlite';
import * as fc from 'fast-check';
import { Kysely, SqliteDialect, sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import {
  asHours,
  asShare,
  durationTile,
  hoursOf,
  percentOf,
  type Spread,
  secondsBetween,
  spreadBy,
  spreadOf,
} from '../../main/server/areas/report/formulas';
import {
  grainOf,
  periodOf,
  periodsOf,
  type ReportRequest,
  spanBefore,
} from '../../main/server/areas/report/reportRequest';
import type { Reader } from '../../main/server/store/open';
import { forKysely } from '../../main/server/store/sqlite';

const db = new Kysely({
  dialect: new SqliteDialect({ database: forKysely(new DatabaseSync(':memory:')) }),
}) as unknown as Reader;
afterAll(() => db.destroy());

/** Returns numbers as rows of a query, for use after `from`. */
const rowsOf = (values: readonly { key?: string; value: number | null }[]) => sql`
  (select json_extract(value, '$.key') as name, json_extract(value, '$.value') as size
  from json_each(${JSON.stringify(values)}))`;
const spread = (...values: (number | null)[]) =>
  spreadOf(db, sql`size`, rowsOf(values.map((value) => ({ value }))));

describe('a measure over records', () => {
  test('has as median the middle value, or the mean of the two in the middle', async () => {
    expect((await spread(5, 1, 9)).median).toBe(5);
    expect((await spread(4, 1, 9, 5)).median).toBe(4.5);
    expect((await spread(7)).median).toBe(7);
  });

  test('has a 90th percentile that a single long case among ten moves as little as the median', async () => {
    const found = await spread(1, 2, 3, 4, 5, 6, 7, 8, 9, 10_000);
    expect(found).toMatchObject({ median: 5.5, p90: 9, known: 10, noData: 0 });
    expect((await spread(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10_000)).p90).toBe(10);
  });

  test('counts records without a time as missing data, and nowhere else', async () => {
    expect(await spread(null, 8, null, 2)).toMatchObject({ median: 5, p90: 8, known: 2, noData: 2 });
    expect(await spread(null, null)).toMatchObject({ median: null, p90: null, known: 0, noData: 2 });
    expect(await spread()).toMatchObject({ median: null, p90: null, known: 0, noData: 0 });
  });

  test('agrees with sorting, key by key', async () => {
    const value = fc.option(fc.integer({ min: -1000, max: 1000 }), { freq: 4 });
    const rows = fc.array(fc.record({ key: fc.constantFrom('a', 'b', 'c'), value }), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(rows, async (given) => {
        const { rows: found } = await sql<Spread>`
          ${spreadBy(sql`name`, sql`size`, rowsOf(given))} order by key`.execute(db);
        const keys = [...new Set(given.map(({ key }) => key))].sort();
        expect(found.map(({ key }) => key)).toEqual(keys);
        for (const { key, known, noData, median, p90 } of found) {
          const all = given.filter((row) => row.key === key).map((row) => row.value);
          const sizes = all.filter((size) => size !== null).sort((a, b) => a - b);
          expect({ known, noData }).toEqual({ known: sizes.length, noData: all.length - sizes.length });
          if (sizes.length === 0) {
            expect([median, p90]).toEqual([null, null]);
            continue;
          }
          const [low, high] = [sizes[(sizes.length - 1) >> 1] ?? 0, sizes[sizes.length >> 1] ?? 0];
          expect(median).toBe((low + high) / 2);
          expect(sizes.filter((size) => size <= Number(p90)).length).toBeGreaterThanOrEqual(
            0.9 * sizes.length,
          );
          expect(sizes.filter((size) => size < Number(p90)).length).toBeLessThan(0.9 * sizes.length);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('shows durations in hours with one decimal', async () => {
    const times = sql`(select '2026-11-01T00:00:00Z' as a, '2026-11-01T07:51:00Z' as b union all
      select '2026-11-01T00:00:00Z', null)`;
    const tile = await durationTile(db, secondsBetween(sql`a`, sql`b`), times);
    expect(tile).toEqual({ value: 7.9, p90: 7.9, noData: 1 });
    expect(hoursOf(-3600 * 1.25)).toBe(-1.2);
    expect(hoursOf(null)).toBeNull();
  });
});

describe('percentages', () => {
  test('have one decimal, and are unknown for a total of zero', async () => {
    expect([percentOf(1, 3), percentOf(2, 3), percentOf(0, 5), percentOf(1, 0)]).toEqual([
      33.3,
      66.7,
      0,
      null,
    ]);
    const { rows } = await sql<{ one: number; none: number | null; hours: number }>`
      select ${asShare(sql`2`, sql`3`)} as one, ${asShare(sql`1`, sql`0`)} as none,
        ${asHours(sql`5400`)} as hours`.execute(db);
    expect(rows).toEqual([{ one: 66_700, none: null, hours: 1500 }]);
  });
});

describe('the periods of a chart', () => {
  const requestWith = (changes: object): ReportRequest =>
    ({ now: '2026-11-10T12:00:00Z', node: 'ata', zone: 'Europe/Amsterdam', ...changes }) as ReportRequest;
  const dayOf = async (time: string, of: ReportRequest) => {
    const { rows } = await sql<{ day: string }>`select ${periodOf(of, sql`${time}`)} as day`.execute(db);
    return rows[0]?.day;
  };

  test('are days of the reader, even across a clock change', async () => {
    const of = requestWith({ from: '2026-10-19T22:00:00Z', to: '2026-11-02T22:59:59Z', grain: 'day' });
    expect(await dayOf('2026-10-24T21:59:59Z', of)).toBe('2026-10-24');
    expect(await dayOf('2026-10-24T22:00:00Z', of)).toBe('2026-10-25');
    // The night with an extra hour.
    expect(await dayOf('2026-10-25T22:59:59Z', of)).toBe('2026-10-25');
    expect(await dayOf('2026-10-25T23:00:00Z', of)).toBe('2026-10-26');
    expect(await dayOf('2026-10-24T22:00:00Z', { ...of, zone: 'Asia/Shanghai' })).toBe('2026-10-25');
  });

  test('are weeks from Monday, and months from the first', async () => {
    const of = requestWith({ from: '2026-09-01T00:00:00Z', grain: 'week' });
    expect(await dayOf('2026-11-01T12:00:00Z', of)).toBe('2026-10-26');
    expect(await dayOf('2026-11-02T12:00:00Z', of)).toBe('2026-11-02');
    expect(await dayOf('2026-11-30T23:30:00Z', { ...of, grain: 'month' })).toBe('2026-12-01');
  });

  test('include those without events', () => {
    const week = { from: '2026-10-23T22:00:00Z', to: '2026-10-27T22:59:59Z' };
    expect(periodsOf(requestWith(week))).toEqual(['2026-10-24', '2026-10-25', '2026-10-26', '2026-10-27']);
    expect(periodsOf(requestWith({ ...week, grain: 'week' }))).toEqual(['2026-10-19', '2026-10-26']);
    expect(
      periodsOf(requestWith({ from: '2026-11-30T23:00:00Z', to: '2027-02-02T10:00:00Z', grain: 'month' })),
    ).toEqual(['2026-12-01', '2027-01-01', '2027-02-01']);
    expect(periodsOf(requestWith({}))).toEqual([]);
  });

  test('are days up to a month, weeks up to half a year, then months', () => {
    const of = (to: string) => grainOf(requestWith({ from: '2026-01-01T00:00:00Z', to }));
    expect([of('2026-01-31T23:59:59Z'), of('2026-04-01T00:00:00Z'), of('2026-12-31T00:00:00Z')]).toEqual([
      'day',
      'week',
      'month',
    ]);
    expect(grainOf(requestWith({}))).toBe('month');
  });

  test('are preceded by a comparison of the same length', () => {
    const of = requestWith({ from: '2026-11-01T00:00:00Z', to: '2026-11-07T23:59:59Z' });
    expect(spanBefore(of)).toMatchObject({ from: '2026-10-25T00:00:00Z', to: '2026-10-31T23:59:59Z' });
    expect(spanBefore(requestWith({ to: '2026-11-07T23:59:59Z' }))).toBeUndefined();
  });
});

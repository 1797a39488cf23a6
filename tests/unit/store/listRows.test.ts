import path from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { billSorts } from '@contract/bill/bill';
import { type PageQuery, parseSort } from '@contract/paging';
import fc from 'fast-check';
import { type CompiledQuery, Kysely, SqliteDialect } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { billList } from '../../../main/server/areas/bill/billList';
import { Refusal } from '../../../main/server/core/refusal';
import { eachRow, groupRows, listRows, matchingIds } from '../../../main/server/store/listRows';
import { openStore, type Store } from '../../../main/server/store/open';
import { forKysely, openConnection } from '../../../main/server/store/sqlite';
import type { Database } from '../../../main/server/store/tables';
import { folders } from '../../support/apiFolder';
import { planOf } from '../../support/queryPlan';

const folder = folders();
let store: Store;
type Row = Readonly<Record<string, string | number | null>>;
let rows: Row[];

/** Few values, some of them empty, so that most rows have equals. */
const bill = fc.record({
  stage: fc.constantFrom('draft', 'arrived', 'transit', 'removed'),
  archived: fc.constantFrom(0, 0, 0, 1),
  customerId: fc.constantFrom(1, 2),
  flightNo: fc.constantFrom(null, 'CX83', 'CZ461', ''),
  eta: fc.constantFrom(null, '2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z', '2026-11-02T00:00:01Z'),
  podAt: fc.constantFrom(null, '2026-11-05T00:00:00Z'),
  weight: fc.constantFrom(0, 500, 120_500),
  boxCount: fc.constantFrom(1, 2, 10),
});

beforeAll(async () => {
  const data = folder();
  store = await openStore(data);
  const db = new DatabaseSync(path.join(data, 'freight.db'), { enableForeignKeyConstraints: false });
  const usual = {
    ...{
      version: 1,
      createdAt: '2026-10-01T00:00:00Z',
      updatedAt: '2026-10-01T00:00:00Z',
      mode: 'air',
      serviceId: 1,
    },
    ...{
      originAirportId: 1,
      landingAirportId: 2,
      channelCode: 'X',
      totalValue: 1,
      currency: 'EUR',
      packageCount: 1,
    },
    ...{ uldNumbers: '[]', clearanceType: 'ioss', source: 'manual', batchNo: 'B1' },
  };
  for (const [n, one] of fc.sample(bill, { numRuns: 120, seed: 7 }).entries()) {
    const billNo = `160-${String(n % 40).padStart(8, '0')}`;
    const removedAt = one.stage === 'removed' ? '2026-11-06T00:00:00Z' : null;
    const row = { ...usual, ...one, billNo, batchNo: `B${n}`, removedAt };
    const names = Object.keys(row);
    db.prepare(`insert into bill (${names}) values (${names.map(() => '?')})`).run(...Object.values(row));
  }
  rows = db.prepare('select * from bill').all() as Row[];
  db.close();
});
afterAll(() => store.close());

/** Sorts by fields whose values differ here, and may be empty. */
const sorts = [
  'eta',
  'flightNo',
  'podAt',
  'stage',
  'customerId',
  'weight',
  'boxCount',
  'billNo',
] satisfies (typeof billSorts)[number][];
const sortText = fc
  .array(fc.tuple(fc.constantFrom(...sorts), fc.boolean()), { minLength: 1, maxLength: 3 })
  .map((keys) => keys.map(([field, descending]) => (descending ? `-${field}` : field)).join(','));
const anyFilter = fc.record({
  stage: fc.uniqueArray(fc.constantFrom('draft', 'arrived', 'transit', 'removed'), { minLength: 1 }),
  archived: fc.boolean(),
  customerId: fc.constant([1]),
  etaFrom: fc.constant('2026-11-02T00:00:00Z'),
  etaTo: fc.constant('2026-11-02T00:00:00Z'),
  weightMin: fc.constant(0.5),
  boxCountMax: fc.constant(2),
  flightNo: fc.constantFrom('C', 'CX', 'cx 83'),
  keyword: fc.constantFrom('160-0000000', 'B1', '%', 'cx'),
});
/** At most two filters: few rows match all of them, too few for a test of the order. */
const filter = anyFilter.chain((all) =>
  fc
    .subarray(Object.entries(all), { maxLength: 2 })
    .map((some): Record<string, unknown> => Object.fromEntries(some)),
);
type Filter = Record<string, never> & {
  stage?: string[];
  archived?: boolean;
  keyword?: string;
  flightNo?: string;
};

/** Returns the rows of a query, filtered and sorted without the database. */
function expected(query: Filter, sort: string): number[] {
  const { stage, archived = false, keyword, flightNo, ...ranges } = query as Filter & Record<string, unknown>;
  const text = (value: unknown) => String(value ?? '').toLowerCase();
  const fits = (row: Row) =>
    (stage ? stage.includes(String(row.stage)) : row.stage !== 'removed') &&
    row.archived === (archived ? 1 : 0) &&
    (!ranges.customerId || row.customerId === 1) &&
    (!ranges.etaFrom || (row.eta !== null && String(row.eta) >= String(ranges.etaFrom))) &&
    (!ranges.etaTo || (row.eta !== null && String(row.eta) <= String(ranges.etaTo))) &&
    (!ranges.weightMin || Number(row.weight) >= 500) &&
    (!ranges.boxCountMax || Number(row.boxCount) <= 2) &&
    (!flightNo || text(row.flightNo).startsWith(text(flightNo).replace(' ', ''))) &&
    (!keyword || ['billNo', 'batchNo', 'flightNo'].some((name) => text(row[name]).includes(text(keyword))));
  const keys = parseSort(sort);
  const byId = { field: 'id', descending: keys[0]?.descending ?? false };
  const rank = (value: Row[string] | undefined) => (value === null || value === undefined ? 0 : 1);
  return rows
    .filter(fits)
    .sort((a, b) => {
      for (const { field, descending } of [...keys, byId]) {
        const [x, y] = [a[field] ?? null, b[field] ?? null];
        if (x === y) continue;
        const less = rank(x) !== rank(y) ? rank(x) < rank(y) : x !== null && y !== null && x < y;
        return less === descending ? 1 : -1;
      }
      return 0;
    })
    .map(({ id }) => Number(id));
}

test('returns the same rows by pages, cursors and streams, for any query in any order', async () => {
  await fc.assert(
    fc.asyncProperty(filter, sortText, fc.integer({ min: 1, max: 40 }), async (filters, sort, pageSize) => {
      const query = filters as unknown as Filter;
      const wanted = expected(query, sort);

      const byCursor: number[] = [];
      let next: string | null = '';
      while (next !== null) {
        const page: Awaited<ReturnType<typeof listRows<typeof billList.row>>> = await listRows(
          store.read,
          billList,
          {
            ...query,
            sort,
            pageSize,
            ...(next ? { after: next } : {}),
          },
        );
        expect(page.total).toBe(wanted.length);
        byCursor.push(...page.list.map(({ id }) => id));
        next = page.next;
      }
      expect(byCursor).toEqual(wanted);

      const last = Math.max(1, Math.ceil(wanted.length / pageSize));
      for (const number of new Set(
        [Math.ceil(last / 2), last - 1, last, last + 1].filter((one) => one > 0),
      )) {
        const page = await listRows(store.read, billList, { ...query, sort, pageSize, page: number });
        expect(
          page.list.map(({ id }) => id),
          `page ${number} of ${last}`,
        ).toEqual(wanted.slice((number - 1) * pageSize, number * pageSize));
      }

      const streamed: number[] = [];
      for await (const chunk of eachRow(store.read, billList, { ...query, sort }))
        streamed.push(...chunk.map(({ id }) => id));
      expect(streamed).toEqual(wanted);

      const ids = await matchingIds(store.read, billList, query);
      expect(ids.sort((a, b) => a - b)).toEqual([...wanted].sort((a, b) => a - b));

      const groups = await groupRows(store.read, billList, query, 'stage');
      expect(groups.reduce((sum, { n }) => sum + Number(n), 0)).toBe(wanted.length);
    }),
    { numRuns: 150 },
  );
});

test('refuses a forged cursor safely', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.array(fc.jsonValue()).map((list) => JSON.stringify(list)),
      ),
      async (text) => {
        const after = Buffer.from(text).toString('base64url');
        const page = await listRows(store.read, billList, { after, sort: '-eta', pageSize: 5 }).catch(
          (thrown: unknown) => thrown,
        );
        if (page instanceof Refusal) expect(page.details.fields).toHaveProperty('after');
        else expect(page).toHaveProperty('total', expected({} as Filter, '-eta').length);
      },
    ),
    { numRuns: 60 },
  );
});

/** Returns the database's plan of a query on the list of bills. */
async function planOfList(query: Readonly<Record<string, unknown>>): Promise<string[]> {
  const raw = openConnection(path.join(store.folder, 'freight.db'), true);
  const queries: CompiledQuery[] = [];
  const db = new Kysely<Database>({
    dialect: new SqliteDialect({ database: forKysely(raw) }),
    log: ({ query }) => void queries.push(query),
  });
  await listRows(db, billList, query);
  const plan = queries.flatMap(({ sql, parameters }) => planOf(raw, sql, parameters as SQLInputValue[]));
  await db.destroy();
  return plan;
}

test('finds bills by their keys, however little is known of their number', async () => {
  const id = rows.slice(0, 50).map((row) => Number(row.id));
  const found = (await planOfList({ id })).filter((line) => / bill /.test(line));
  expect(new Set(found)).toEqual(new Set(['SEARCH bill USING INTEGER PRIMARY KEY (rowid=?)']));
});

test('reads the first page of bills from its own index', async () => {
  const plan = await planOfList({});
  expect(plan).toContain('SEARCH bill USING COVERING INDEX billStanding (archived=?)');
});

test('reads the next due bills from an index, of all bills or one stage, at any depth', async () => {
  const own = async (query: object) =>
    (await planOfList({ sort: 'nextDueAt', ...query })).filter((line) => /INDEX bill/.test(line));
  expect(await own({})).toContain('SEARCH bill USING COVERING INDEX billDue (archived=?)');
  expect(await own({ page: 3 })).toContain('SEARCH bill USING COVERING INDEX billDue (archived=?)');
  expect(await own({ stage: ['arrived'] })).toContain(
    'SEARCH bill USING COVERING INDEX billBy_archived_stage_dueOrder_id (archived=? AND stage=?)',
  );
  for (const query of [{}, { stage: ['arrived'] }])
    expect((await planOfList({ sort: 'nextDueAt', ...query })).join('; ')).not.toMatch(
      /TEMP B-TREE.*TEMP B-TREE/,
    );
});

test('starts a first page with the first row, though rows were added after the count', async () => {
  const query = { page: 1, pageSize: 500, sort: 'weight' } as PageQuery;
  const all = await listRows(store.read, billList, query);
  const early = await listRows(store.read, { ...billList, total: async () => all.total - 1 }, query);
  expect(all.total).toBeGreaterThan(1);
  expect(early.list[0]).toEqual(all.list[0]);
});

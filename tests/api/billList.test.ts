import { type BillStage, billFilters, billRow, billSorts, billStages } from '@contract/bill/bill';
import { metaOf } from '@contract/fields';
import { MAX_PAGE_SIZE } from '@contract/limits';
import { filterParts } from '@contract/paging';
import { beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { billIn } from '../support/apiRecords';
import { testApi } from '../support/server';

const api = testApi();
type Stored = Record<string, string | number | null>;
let stored: Stored[];

beforeAll(() => {
  billIn(api, 'arrived', { remarks: '100%_sure\\ "it\'s" ＡＢ 货物', flightNo: null, podAt: null });
  stored = api.rows('select * from bill') as Stored[];
});

/** True for bills that the list shows without filters. */
const usual = (bill: Stored) => bill.archived === 0 && bill.stage !== 'removed';

/** Returns the ids of all rows of the list, page after page by the cursor, in its order. */
async function allIds(query: object): Promise<number[]> {
  const ids: number[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const page = await api.call.bill.list({
      query: { ...query, pageSize: MAX_PAGE_SIZE, ...(after ? { after } : {}) },
    });
    ids.push(...page.list.map(({ id }) => id));
    expect(page.totalCapped).toBe(false);
    after = page.next;
    if (after === null) expect(page.total).toBe(ids.length);
  }
  return ids;
}
const sorted = (ids: readonly number[]) => [...ids].sort((a, b) => a - b);
const idsWhere = (test: (bill: Stored) => boolean) => sorted(stored.filter(test).map(({ id }) => Number(id)));

describe('the tabs', () => {
  const countBy = (where: string) => {
    const none = Object.fromEntries(Object.keys(billStages).map((stage) => [stage, 0]));
    const rows = api.rows(`select stage, count(*) as n from bill where ${where} group by stage`);
    const stages = { ...none, ...Object.fromEntries(rows.map(({ stage, n }) => [stage, n])) } as Record<
      BillStage,
      number
    >;
    const all = Object.entries(stages).reduce((sum, [stage, n]) => (stage === 'removed' ? sum : sum + n), 0);
    return { all, ...stages };
  };

  test.each<[string, object, string]>([
    ['nothing', {}, 'archived = 0'],
    ['archived ones', { archived: true }, 'archived = 1'],
    ['a customer', { customerId: [1, 2] }, 'archived = 0 and customerId in (1, 2)'],
    ['a way of transport', { mode: ['sea'] }, "archived = 0 and mode = 'sea'"],
    ['a time', { etaFrom: '2026-11-01T00:00:00Z' }, "archived = 0 and eta >= '2026-11-01T00:00:00Z'"],
    ['a keyword', { keyword: '112-' }, "archived = 0 and (billNo like '%112-%' or flightNo like '%112-%')"],
    ['what nothing matches', { billNo: 'ZZZZ' }, 'false'],
  ])('count and total the bills that %s leaves', async (_, query, where) => {
    const counts = await api.call.bill.count({ query });
    expect(counts).toEqual(countBy(where));
    if (where !== 'false') expect(counts.all).toBeGreaterThan(0);
    const [sums] = api.rows(
      `select sum(boxCount) boxes, sum(weight) weight, sum(billingWeight) billing from bill where stage != 'removed' and ${where}`,
    );
    expect(await api.call.bill.totals({ query })).toEqual({
      boxCount: sums?.boxes ?? 0,
      weight: Number(sums?.weight ?? 0) / 1000,
      billingWeight: Number(sums?.billing ?? 0) / 1000,
    });
  });

  test('each have as many rows as they count', async () => {
    const { all, ...stages } = await api.call.bill.count({});
    expect((await api.call.bill.list({})).total).toBe(all);
    for (const [stage, n] of Object.entries(stages)) {
      expect((await api.call.bill.list({ query: { stage: [stage as BillStage] } })).total, stage).toBe(n);
    }
  });
});

describe('filters', () => {
  const parts = billFilters.flatMap((field) =>
    filterParts(field, billRow.shape[field]).map((part) => ({
      ...part,
      kind: metaOf(billRow.shape[field] as z.ZodType).kind,
    })),
  );

  test.each(parts)('return exactly the matching bills: $name', async ({ name, field, how, kind }) => {
    // A value from the middle of the existing ones, so that it divides the list.
    const values = stored.map((bill) => bill[field]).filter((value) => value !== null && value !== undefined);
    const value = values.sort((a, b) => (String(a) < String(b) ? -1 : 1))[Math.floor(values.length / 2)];
    expect(value).toBeDefined();
    const scaled = kind === 'weight' ? Number(value) / 1000 : value;
    const query =
      how === 'in'
        ? [value]
        : how === 'is'
          ? value === 1
          : how === 'like'
            ? String(value).slice(0, 3)
            : scaled;
    const matches = (bill: Stored) => {
      const own = bill[field] ?? null;
      if (how === 'in' || how === 'is') return own === value;
      if (own === null) return false;
      if (how === 'like') return String(own).startsWith(String(query));
      const [low, high] = how === 'from' ? [value, own] : [own, value];
      return low !== null && low !== undefined && high !== null && high !== undefined && low <= high;
    };
    const base = (bill: Stored) =>
      (field === 'archived' || bill.archived === 0) &&
      (field === 'stage' || field === 'id' || bill.stage !== 'removed');
    const expected = idsWhere((bill) => base(bill) && matches(bill));
    expect(sorted(await allIds({ [name]: query }))).toEqual(expected);
    // Several values are combined with "or".
    if (how === 'in' && kind !== 'id') {
      const other = values.find((one) => one !== value) ?? value;
      const both = idsWhere((bill) => base(bill) && [value, other].some((one) => one === bill[field]));
      expect(sorted(await allIds({ [name]: [value, other] }))).toEqual(both);
    }
  });

  test('narrow one another when combined', async () => {
    const query = {
      mode: ['air'],
      customerId: [1, 2, 3],
      etaFrom: '2026-10-01T00:00:00Z',
      weightMax: 3000,
      checked: true,
    };
    const expected = idsWhere(
      (bill) =>
        usual(bill) &&
        bill.mode === 'air' &&
        [1, 2, 3].includes(Number(bill.customerId)) &&
        bill.checked === 1 &&
        String(bill.eta ?? '') >= '2026-10-01T00:00:00Z' &&
        Number(bill.weight) <= 3_000_000,
    );
    expect(expected.length).toBeGreaterThan(0);
    expect(sorted(await allIds(query))).toEqual(expected);
  });

  test.each([
    'stage=none',
    'mode=',
    'customerId=1%20or%201=1',
    'etaFrom=yesterday',
    'weightMin=NaN',
    'weightMin=1e999',
    'checked=1',
    'archived=maybe',
    'customerId=1,,2',
    'id=-1',
    'etaFrom=2026-13-01T00:00:00Z',
    'mode=air&mode=sea',
    'password=x',
    'stage[]=draft',
  ])('refuse %s', async (query) => {
    const answer = await fetch(`${api.base}/bill-lading?${query}`, {
      headers: { authorization: `Bearer ${api.admin.token}` },
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ ret: false, data: { code: expect.any(String) } });
  });
});

test('refuses more than 500 values of a filter', async () => {
  const ids = (n: number) => Array.from({ length: n }, (_, index) => index + 1);
  expect((await api.call.bill.list({ query: { id: ids(500) } })).total).toBeGreaterThan(0);
  expect(await api.refused('bill.list', { query: { id: ids(501) } })).toMatchObject({ status: 400 });
});

describe('sorting', () => {
  /** Returns the expected order: empty values first when ascending, last when descending; ties are ordered by id. */
  const inOrder = (fields: readonly [string, 1 | -1][]) =>
    stored
      .filter(usual)
      .sort((a, b) => {
        for (const [field, direction] of [...fields, ['id', fields[0]?.[1] ?? 1] as const]) {
          const [x, y] = [a[field] ?? null, b[field] ?? null];
          if (x === y) continue;
          if (x === null || y === null) return x === null ? -direction : direction;
          return x < y ? -direction : direction;
        }
        return 0;
      })
      .map(({ id }) => Number(id));

  const plain = billSorts.filter((field) => field !== 'nextDueAt');
  test.each(plain.flatMap((field) => [field, `-${field}`]))('orders by %s', async (sort) => {
    const expected = inOrder([[sort.replace('-', ''), sort.startsWith('-') ? -1 : 1]]);
    expect(await allIds({ sort })).toEqual(expected);
    const page = await api.call.bill.list({ query: { sort, page: 13, pageSize: 7 } });
    expect(page.list.map(({ id }) => id)).toEqual(expected.slice(84, 91));
  });

  test('orders by several fields', async () => {
    expect(await allIds({ sort: '-stage,customerId,-eta' })).toEqual(
      inOrder([
        ['stage', -1],
        ['customerId', 1],
        ['eta', -1],
      ]),
    );
  });

  test('orders by nextDueAt: overdue, then due soonest, then nothing due, then the latest completed', async () => {
    const ids = await allIds({ sort: 'nextDueAt' });
    const found = ids.map((id) => stored.find((row) => Number(row.id) === id) as (typeof stored)[number]);
    const kindOf = (row: (typeof stored)[number]) =>
      row.stage === 'delivery' ? 2 : row.nextDueAt === null ? 1 : 0;
    expect(found.map(kindOf)).toEqual(found.map(kindOf).toSorted());
    const due = found.filter((row) => kindOf(row) === 0).map(({ nextDueAt }) => String(nextDueAt));
    expect(due.length).toBeGreaterThan(50);
    expect(due).toEqual(due.toSorted());
    const done = found.filter((row) => kindOf(row) === 2).map(({ podAt }) => String(podAt));
    expect(done).toEqual(done.toSorted().reverse());
    // Both directions, page by page.
    expect(await allIds({ sort: '-nextDueAt' })).toEqual(ids.toReversed());
    const page = await api.call.bill.list({ query: { sort: 'nextDueAt', page: 13, pageSize: 7 } });
    expect(page.list.map(({ id }) => id)).toEqual(ids.slice(84, 91));
  });

  test('orders by the latest ETA when no order is given', async () => {
    expect(await allIds({})).toEqual(inOrder([['eta', -1]]));
  });

  test.each([
    'password',
    'eta desc',
    'eta;drop table bill',
    '(select 1)',
    'eta,',
    '--eta',
    `${'eta,'.repeat(60)}eta`,
  ])('refuses %s', async (sort) => {
    expect(await api.refused('bill.list', { query: { sort } })).toMatchObject({ status: 400 });
  });
});

describe('pages', () => {
  const pageSize = 100;
  const page = (query: object) => api.call.bill.list({ query: { pageSize, ...query } });

  test('are returned first, last and beyond the end', async () => {
    const { total, list, next } = await page({});
    expect(list).toHaveLength(pageSize);
    expect(next).not.toBeNull();
    const last = Math.ceil(total / pageSize);
    const end = await page({ page: last });
    expect(end.list).toHaveLength(total - (last - 1) * pageSize);
    for (const beyond of [last + 1, 1_000_000]) {
      expect(await page({ page: beyond })).toEqual({ list: [], total, totalCapped: false, next: null });
    }
  });

  test('do not shift by cursor while the list grows', async () => {
    const first = await page({ sort: 'billNo' });
    const made = billIn(api, 'draft', { billNo: '000-00000000' });
    const second = await page({ sort: 'billNo', after: first.next ?? '' });
    const seen = new Set(first.list.map(({ id }) => id));
    expect(second.list.filter(({ id }) => seen.has(id) || id === made)).toEqual([]);
    api.db.exec(`delete from pick where billId = ${made}; delete from bill where id = ${made}`);
  });

  test.each([
    'x',
    'W10',
    Buffer.from('[{"a":1},2]').toString('base64url'),
    '!'.repeat(500),
    Buffer.from('["\u0000"]').toString('base64url'),
  ])('refuse a cursor that was never issued', async (after) => {
    expect((await api.refused('bill.list', { query: { after } })).fields).toHaveProperty('after');
  });

  test('have fifty rows when no size is given', async () => {
    expect((await api.call.bill.list({})).list).toHaveLength(50);
  });

  test.each(['0', '-1', '501', '1.5', 'abc', '1e9', '99999999999999999999'])(
    'refuse a size of %s rows',
    async (size) => {
      const refused = await api.refused('bill.list', { query: { pageSize: size } });
      expect(refused.fields).toHaveProperty('pageSize');
    },
  );

  test.each(['0', '-1', '1.5', 'abc', '99999999999999999999'])('refuse the number %s', async (number) => {
    expect((await api.refused('bill.list', { query: { page: number } })).fields).toHaveProperty('page');
  });
});

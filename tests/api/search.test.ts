import { metaOf } from '@contract/fields';
import { type ApiName, findEndpoint, resources } from '@contract/index';
import { beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { billIn, drafts, nameFieldOf } from '../support/apiRecords';
import { testApi } from '../support/server';

const api = testApi();

/** Texts with a meaning in SQL, LIKE, full-text search, URLs or terminals, and none for people. */
const HOSTILE = [
  '%',
  '_',
  '%%%%%%',
  '______',
  '\\',
  '\\%',
  "'",
  "''",
  '"',
  '`',
  "' or 1=1 --",
  '1;drop table bill',
  '*',
  '?',
  '[a-z]',
  'NEAR(a b)',
  'a AND b',
  'NOT',
  'col:x',
  '^',
  '-',
  '--',
  '/*',
  '{"a":1}',
  '$1',
  ':id',
  '@x',
  '\u0000',
  'a\u0000b',
  '\ufffd',
  '\u202e',
  '\u{1f6a2}',
  '😀',
  'İ',
  'ß',
  '＝',
  '\t',
  'A'.repeat(200),
];

/** A text that contains many of them, to be found by each. */
const REMARK = `100%_sure\\ "it's" a-b * ? [a-z] \u{1f6a2} ＝ 货物 $1 @x`;
let marked: number;

beforeAll(() => {
  marked = billIn(api, 'arrived', { remarks: REMARK });
});

describe('the keyword of a list', () => {
  const columns = ['billNo', 'batchNo', 'houseNo', 'flightNo', 'remarks'];
  /** Folds the letters A to Z as the comparison does: regardless of case. */
  const folded = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const expected = (keyword: string) =>
    api
      .rows("select * from bill where archived = 0 and stage != 'removed'")
      .filter((bill) =>
        columns.some((column) => folded(String(bill[column] ?? '')).includes(folded(keyword.trim()))),
      )
      .map(({ id }) => Number(id))
      .sort((a, b) => a - b);
  const found = async (keyword: string) => {
    const { list, total } = await api.call.bill.list({
      query: { keyword, pageSize: 500, sort: 'createdAt' },
    });
    expect(total).toBe(expected(keyword).length);
    return list.map(({ id }) => id).sort((a, b) => a - b);
  };

  test.each(HOSTILE)('matches %j literally', async (keyword) => {
    const all = expected(keyword);
    if (keyword.trim() === '') return;
    if (all.length <= 500) expect(await found(keyword)).toEqual(all);
    else expect((await api.call.bill.list({ query: { keyword } })).total).toBe(all.length);
  });

  test.each(['100%_sure', '%_', 'SURE\\', '"it\'s"', '[a-z]', '\u{1f6a2}', '＝', '货物', '$1'])(
    'finds %s',
    async (keyword) => {
      expect(await found(keyword)).toEqual([marked]);
    },
  );

  test('is ignored when blank, and refused when too long', async () => {
    const { total } = await api.call.bill.list({});
    expect((await api.call.bill.list({ query: { keyword: '   ' } })).total).toBe(total);
    for (const length of [201, 10_000]) {
      const refused = await api.refused('bill.list', { query: { keyword: 'A'.repeat(length) } });
      expect(refused).toMatchObject({ status: 400, code: 'TOO_LONG' });
    }
  });

  test.each(Object.keys(resources) as (keyof typeof resources)[])('finds the texts of %s', async (name) => {
    const { keyword } = resources[name];
    const field = nameFieldOf(name);
    const meta = metaOf((resources[name].row as z.ZodObject).shape[field] as z.ZodType);
    const most = Math.min(80, 'max' in meta ? Number(meta.max) : 80);
    const draft = { ...drafts[name](api), [field]: `Odd ${REMARK}`.slice(0, most) };
    const made = await api.send(`${name}.create`, { body: draft });
    expect(keyword).toContain(nameFieldOf(name));
    const list = async (text: string) => {
      const answer = await api.send(`${name}.list` as ApiName, { query: { keyword: text } });
      return (answer as { got: { list: { id: number }[] } }).got.list.map(({ id }) => id);
    };
    expect(await list('odd 100%_SURE\\')).toEqual([(made as { got: { id: number } }).got.id]);
    expect(await list("' or 1=1 --")).toEqual([]);
    expect(findEndpoint(`${name}.list`)?.query?.shape).toHaveProperty('keyword');
  });
});

describe('invalid UTF-8', () => {
  test.each(['%ED%A0%80', '%FF', '%C0%AF', '%', '%zz', '%00'])(
    'does no harm in a query: %s',
    async (bytes) => {
      for (const name of ['keyword', 'billNo', 'houseNo']) {
        const url = `${api.base}/bill-lading?${name}=${bytes}`;
        const answer = await fetch(url, { headers: { authorization: `Bearer ${api.admin.token}` } });
        expect([200, 400]).toContain(answer.status);
        if (answer.status === 200) expect((await answer.json()).data.total).toBeLessThan(10);
      }
    },
  );
});

describe('the search by number', () => {
  const search = (keyword: string) => api.call.bill.search({ query: { keyword } });
  const numbers = async (keyword: string) =>
    (await search(keyword)).hits.map(({ kind, number }) => `${kind} ${number}`);
  const plain = (text: string) => text.replace(/[^A-Z0-9]/g, '');

  let everyNumber: { kind: string; number: string }[];

  beforeAll(() => {
    const visible = 'where billId in (select id from bill where removedAt is null)';
    const of = (kind: string, column: string, where = '') =>
      api
        .rows(`select "${column}" as number from "${kind}" ${where}`)
        .map(({ number }) => ({ kind, number: String(number) }));
    everyNumber = [
      ...of('bill', 'billNo'),
      ...of('box', 'boxNo', visible),
      ...of('parcel', 'trackingNo', visible),
    ];
  });

  /** Returns the expected matches, searched in every number there is. */
  function expected(keyword: string): string[] {
    const tail = plain(keyword.toUpperCase());
    const fits = (number: string) =>
      plain(number) === tail || (tail.length >= 6 && plain(number).endsWith(tail));
    return everyNumber.flatMap(({ kind, number }) => (fits(number) ? [`${kind} ${number}`] : [])).sort();
  }
  const some = (query: string) => api.rows(query).map(({ number }) => String(number));

  test.each([
    ['bill', 'select billNo as number from bill where id % 331 = 1'],
    ['box', 'select boxNo as number from box where id % 1009 = 1'],
    ['parcel', 'select trackingNo as number from parcel where id % 3001 = 1'],
  ])('finds a %s by its number, in lower case, and by its end', async (kind, query) => {
    const found = some(query);
    expect(found.length).toBeGreaterThan(1);
    for (const number of found) {
      for (const keyword of [
        number,
        number.toLowerCase(),
        plain(number).slice(-8),
        plain(number).slice(-6),
      ]) {
        const hits = (await numbers(keyword)).sort();
        expect(hits, keyword).toEqual(expected(keyword).slice(0, 150));
        expect(hits).toContain(`${kind} ${number}`);
      }
    }
  });

  test('finds an air waybill in every notation', async () => {
    const { billNo } = api.row("select billNo from bill where mode = 'air' limit 1");
    const digits = String(billNo).replace('-', '');
    for (const keyword of [digits, String(billNo)])
      expect(await numbers(keyword)).toContain(`bill ${billNo}`);
  });

  test('requires six characters of an end', async () => {
    const { billNo } = api.row("select billNo from bill where mode = 'air' limit 1");
    expect((await search(String(billNo).slice(-5))).hits).toEqual([]);
  });

  test('accepts many numbers with any separator, and names those not found', async () => {
    const [one = '', two = ''] = some(
      "select billNo as number from bill where mode = 'air' group by billNo limit 2",
    );
    const { hits, notFound, capped } = await search(`${one}，${two};none-1\n${one}\t、none-2 , ${two}`);
    expect(new Set(hits.map(({ number }) => number))).toEqual(new Set([one, two]));
    expect(hits.every(({ asked, number }) => asked === number)).toBe(true);
    expect(notFound).toEqual(['none-1', 'none-2']);
    expect(capped).toBe(false);
  });

  test('says when there are more results than shown', async () => {
    const many = Array.from({ length: 501 }, (_, n) => `none${n}`).join(' ');
    const answer = await search(many);
    expect(answer).toMatchObject({ hits: [], capped: true });
    expect(answer.notFound).toHaveLength(500);
  });

  test('hides boxes and parcels of a removed bill, and shows the bill', async () => {
    const { trackingNo, billId } = api.row('select trackingNo, billId from parcel limit 1');
    const before = api.row('select removedAt, billNo from bill where id = ?', Number(billId));
    api.db.prepare("update bill set removedAt = '2026-11-01T00:00:00Z' where id = ?").run(Number(billId));
    expect(await numbers(String(trackingNo))).toEqual([]);
    expect(await numbers(String(before.billNo))).toContain(`bill ${before.billNo}`);
    api.db.prepare('update bill set removedAt = null where id = ?').run(Number(billId));
    expect(await numbers(String(trackingNo))).toEqual([`parcel ${trackingNo}`]);
  });

  test.each(HOSTILE)('finds nothing for %j', async (keyword) => {
    if (keyword.trim() === '') return;
    expect((await search(keyword)).hits).toEqual([]);
  });

  test('answers 10 kB, and refuses more than the limit', async () => {
    expect(await search('A'.repeat(10_000))).toMatchObject({ hits: [] });
    expect(await api.refused('bill.search', { query: { keyword: 'A'.repeat(30_001) } })).toMatchObject({
      status: 400,
    });
  });
});

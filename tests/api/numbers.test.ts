import { unwrap } from '@contract/fields';
import { allEndpoints } from '@contract/index';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { testApi } from '../support/server';

const api = testApi();

/** Whole numbers and others that neither database can store, or only as another value. */
const BEYOND = [
  '9223372036854775808',
  '99999999999999999999999999',
  `1${'0'.repeat(300)}`,
  '-1000000000000000',
];

/** Every list and record whose call only reads, with the numbers that its query takes. */
const filtered = allEndpoints().flatMap(({ name, found }) => {
  if (found.method !== 'GET' || found.partner || !found.query) return [];
  const numbers = Object.entries(found.query.shape).filter(([, part]) => {
    const { inner } = unwrap(part as z.ZodType);
    const one = inner instanceof z.ZodArray ? unwrap(inner.element as z.ZodType).inner : inner;
    return one instanceof z.ZodNumber;
  });
  return numbers.length > 0 ? [{ name, found, numbers: numbers.map(([part]) => part) }] : [];
});

const statusOf = async (path: string, query: Record<string, string> = {}) => {
  const url = new URL(api.base + path.replace(/\{\w+\}/g, '1'));
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const answer = await fetch(url, { headers: { authorization: `Bearer ${api.admin.token}` } });
  await answer.arrayBuffer();
  return answer.status;
};

const cursorOf = (...values: unknown[]) => Buffer.from(JSON.stringify(values)).toString('base64url');
/** Every list that is paged by a cursor. */
const continued = allEndpoints().flatMap(({ name, found }) =>
  found.method === 'GET' &&
  !found.partner &&
  found.answer instanceof z.ZodObject &&
  'next' in found.answer.shape &&
  found.query &&
  'after' in found.query.shape
    ? [{ name, path: found.path }]
    : [],
);

describe('a cursor', () => {
  test('is accepted by many lists', () => {
    expect(continued.length).toBeGreaterThan(50);
  });

  test.each(continued)('is refused by $name when no list has issued it', async ({ path }) => {
    for (const keys of [1, 2, 3, 4]) {
      for (const value of [1e30, -1e30, 2 ** 63, true, { a: 1 }, 'a\0b'])
        expect
          .soft(await statusOf(path, { after: cursorOf(...Array(keys).fill(value)) }), String(value))
          .toBe(400);
      // Values that some column of some list also contains.
      for (const value of ['x', 'NaN', '1e30', -1, 1.5, Number.NaN])
        expect
          .soft([200, 400], `${keys} ${value}`)
          .toContain(await statusOf(path, { after: cursorOf(...Array(keys).fill(value)) }));
    }
    for (const after of [
      'NaN',
      '1e30',
      '-1',
      'x',
      '[]',
      Buffer.from('NaN').toString('base64url'),
      cursorOf(),
    ])
      expect.soft(await statusOf(path, { after }), after).toBe(400);
    expect(api.takeReports()).toEqual([]);
  });

  test('continues the list that issued it, in every list', async () => {
    let read = 0;
    for (const { name, path } of continued) {
      const answer = await fetch(`${api.base}${path.replace(/\{\w+\}/g, '1')}?pageSize=1`, {
        headers: { authorization: `Bearer ${api.admin.token}` },
      });
      const { data } = (await answer.json()) as { data?: { next?: string | null } };
      if (!data?.next) continue;
      read += 1;
      expect.soft(await statusOf(path, { after: data.next, pageSize: '1' }), name).toBe(200);
    }
    expect(read).toBeGreaterThan(40);
    expect(api.takeReports()).toEqual([]);
  });
});

/** Returns numbers within a schema without a bound that keeps them storable everywhere. */
function unbounded(schema: z.ZodType, at: string): string[] {
  const { inner } = unwrap(schema);
  if (inner instanceof z.ZodObject)
    return Object.entries(inner.shape).flatMap(([key, part]) => unbounded(part as z.ZodType, `${at}.${key}`));
  if (inner instanceof z.ZodArray) return unbounded(inner.element as z.ZodType, `${at}[]`);
  if (inner instanceof z.ZodUnion)
    return inner.options.flatMap((option) => unbounded(option as z.ZodType, at));
  if (!(inner instanceof z.ZodNumber)) return [];
  const bounds = [inner.minValue, inner.maxValue];
  return bounds.every((bound) => bound !== null && Math.abs(bound) <= Number.MAX_SAFE_INTEGER) ? [] : [at];
}

test('bounds every number that a call takes', () => {
  const open = allEndpoints().flatMap(({ name, found }) =>
    (['params', 'query', 'body'] as const).flatMap((part) =>
      found[part] ? unbounded(found[part] as z.ZodType, `${name} ${part}`) : [],
    ),
  );
  expect(open).toEqual([]);
});

describe('a number too large for the database', () => {
  test('is tested for many calls', () => {
    expect(filtered.length).toBeGreaterThan(50);
  });

  test.each(filtered)(
    'is refused by $name with its field, in every part of its query',
    async ({ found, numbers }) => {
      for (const part of numbers)
        for (const value of BEYOND)
          expect.soft(await statusOf(found.path, { [part]: value }), `${part}=${value}`).toBe(400);
      expect(api.takeReports()).toEqual([]);
    },
  );

  test('identifies no record', async () => {
    const records = allEndpoints().filter(
      ({ found }) => found.method === 'GET' && !found.partner && found.path.endsWith('/{id}'),
    );
    expect(records.length).toBeGreaterThan(20);
    for (const { found } of records)
      for (const id of BEYOND)
        expect
          .soft([400, 404], `${found.path} ${id}`)
          .toContain(await statusOf(found.path.replace('{id}', id)));
    expect(api.takeReports()).toEqual([]);
  });

  test('leaves smaller numbers and fractions usable as bounds of lists', async () => {
    for (const { name, found, numbers } of filtered) {
      const bounds = numbers.filter((one) => /(Min|Max)$/.test(one));
      const withBounds = (of: readonly string[], value: string) =>
        statusOf(found.path, Object.fromEntries(of.map((bound) => [bound, value])));
      for (const value of ['1000000000000', '-0.5', '1.5']) {
        // One request with all bounds; each alone only if that is refused.
        if (bounds.length === 0 || (await withBounds(bounds, value)) === 200) continue;
        for (const bound of bounds)
          expect.soft([200, 400], `${name} ${bound}=${value}`).toContain(await withBounds([bound], value));
      }
    }
    expect(api.takeReports()).toEqual([]);
  });
});

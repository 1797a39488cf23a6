import { unwrap } from '@contract/fields';
import { allEndpoints } from '@contract/index';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { testApi } from '../support/server';

const api = testApi();

/** Whole numbers and others that no database of either kind holds, or only as something else. */
const BEYOND = [
  '9223372036854775808',
  '99999999999999999999999999',
  `1${'0'.repeat(300)}`,
  '-1000000000000000',
];

/** Every list and record whose call only reads, with the numbers that its query takes. */
const asked = allEndpoints().flatMap(({ name, found }) => {
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

describe('a number that no database holds', () => {
  test('is known for many calls', () => {
    expect(asked.length).toBeGreaterThan(50);
  });

  test.each(asked)('is refused by $name as such, in every part of its query', async ({ found, numbers }) => {
    for (const part of numbers)
      for (const value of BEYOND)
        expect.soft(await statusOf(found.path, { [part]: value }), `${part}=${value}`).toBe(400);
    expect(api.takeReports()).toEqual([]);
  });

  test('names no record', async () => {
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

  test('bounds no list: what it can hold and fractions of it do', async () => {
    for (const { name, found, numbers } of asked)
      for (const part of numbers.filter((one) => /(Min|Max)$/.test(one)))
        for (const value of ['1000000000000', '-0.5', '1.5'])
          expect
            .soft([200, 400], `${name} ${part}=${value}`)
            .toContain(await statusOf(found.path, { [part]: value }));
    expect(api.takeReports()).toEqual([]);
  });
});

import { allEndpoints } from '@contract/index';
import { expect, test } from 'vitest';
import { testApi } from '../support/server';

const api = testApi();

const endpoints = allEndpoints().filter(({ found }) => !found.partner && found.method === 'GET');
const groupOf = (name: string) => name.split('.')[0] ?? '';

/** Every list of records, the call that reads one by its id, and the others about one record. */
const lists = endpoints.flatMap(({ name, found }) => {
  const group = groupOf(name);
  if (name !== `${group}.list` || found.path.includes('{')) return [];
  const own = endpoints.filter(
    (one) => groupOf(one.name) === group && one.found.path.match(/\{\w+\}/g)?.join() === '{id}',
  );
  const get = own.find((one) => one.name === `${group}.get`);
  const others = own.filter((one) => one !== get);
  return get || others.length > 0 ? [{ group, list: found.path, get: get?.found.path, others }] : [];
});

/** Rows of a list that are read one by one, at each of the places below; those read by every call; shares of its length. */
const ROWS = 20;
const BY_EVERY_CALL = 3;
const PLACES = Array.from({ length: 12 }, (_, at) => at / 12);

const answerTo = (path: string) =>
  fetch(api.base + path, { headers: { authorization: `Bearer ${api.admin.token}` } });

async function statusOf(path: string): Promise<number> {
  const answer = await answerTo(path);
  await answer.arrayBuffer();
  return answer.status;
}

test('there are many lists of records', () => {
  expect(lists.length).toBeGreaterThan(40);
  expect(lists.flatMap(({ others }) => others).length).toBeGreaterThan(30);
});

test.each(lists)('shows each record of $group that its list names', async ({ list, get, others }) => {
  const page = async (pageNo: number) => {
    const answer = await answerTo(`${list}?page=${pageNo}&pageSize=${ROWS}`);
    const { data } = (await answer.json()) as {
      data: { total: number; list: readonly { id: number }[] };
    };
    return data;
  };
  const { total } = await page(1);
  const numbers = new Set(PLACES.map((share) => Math.floor((total * share) / ROWS) + 1));
  for (const pageNo of numbers)
    for (const [at, { id }] of (await page(pageNo)).list.entries()) {
      const of = (path: string) => statusOf(path.replace('{id}', String(id)));
      if (get) expect.soft(await of(get), `id ${id}`).toBe(200);
      // A call may be refused for a record in some states, and may lack a required part of its query.
      if (at < BY_EVERY_CALL)
        for (const { name, found } of others)
          expect.soft(await of(found.path), `${name} ${id}`).toBeLessThan(500);
    }
  expect(api.takeReports()).toEqual([]);
});

import { expect, test } from 'vitest';
import { testApi } from '../support/server';

const api = testApi();
const inUse = (mark: string) =>
  api.count('select count(*) from airport where active = 1 and nameCn = ?', mark);
/** Makes some airports that share one search word. */
function airports(mark: string, count: number): void {
  const columns = Object.keys(api.row('select * from airport limit 1')).filter((name) => name !== 'id');
  const of: Record<string, string> = {
    ...{
      airportCode: `substr('${mark}', 1, 1) || char(65 + i / 26) || char(65 + i % 26)`,
      nameEn: `'${mark} ' || i`,
      nameCn: `'${mark}'`,
      active: '1',
    },
  };
  api.db.exec(
    `insert into airport (${columns.join()}) with recursive n(i) as (select 0 union all select i + 1 from n
      where i < ${count - 1}) select ${columns.map((name) => of[name] ?? name).join()} from n,
      (select * from airport limit 1) as one`,
  );
}

test('switches all matches of a filter, however many, and no others', async () => {
  airports('Qmany', 30);
  const others = api.count('select count(*) from airport where active = 1 and nameCn is not ?', 'Qmany');
  const filter = { keyword: 'Qmany' };
  const { total } = await api.call.airport.list({ query: { ...filter, pageSize: 5 } });
  expect(total).toBe(30);
  expect(await api.call.airport.active({ body: { filter, expected: total, active: false } })).toEqual({
    ok: 30,
    failed: [],
  });
  expect(inUse('Qmany')).toBe(0);
  expect(api.count('select count(*) from airport where active = 1 and nameCn is not ?', 'Qmany')).toBe(
    others,
  );
});

test('does nothing and names both numbers when more match than were shown', async () => {
  airports('Wmore', 3);
  const body = { filter: { keyword: 'Wmore' }, expected: 2, active: false };
  const refused = await api.refused('airport.active', { body });
  expect(refused).toMatchObject({ status: 409, code: 'COUNT_CHANGED' });
  expect(refused.msg).toMatch(/3.*2/);
  expect(inUse('Wmore')).toBe(3);
});

test('ignores the page of the list in a bulk call', async () => {
  const body = { filter: { page: 1, pageSize: 5 }, expected: 5, active: false };
  expect(await api.refused('airport.active', { body: body as never })).toMatchObject({ status: 400 });
});

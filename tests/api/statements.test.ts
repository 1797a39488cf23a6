import { type ApiName, allEndpoints } from '@contract/index';
import { expect, test } from 'vitest';
import type * as z from 'zod';
import { long } from '../support/long';
import { testApi } from '../support/server';

const api = testApi();

/** Texts that would change a statement if they were ever inserted into one. */
const PAYLOADS = [
  "' OR 1=1--",
  "1'; DROP TABLE bill;--",
  '1) OR (1=1',
  'id)--',
  '(CASE WHEN 1=1 THEN 1 ELSE 1/0 END)',
  "' UNION SELECT passwordHash FROM staff--",
  'randomblob(1000000000)',
  '"; --',
  '`x`',
  'passwordHash',
  '-passwordHash',
  'staff.passwordHash',
  '1e9',
  '-1',
  '%',
  '\\',
  'ʼ OR 1=1',
  '0x31',
];
const EACH = long ? PAYLOADS.length : 3;

const getCalls = allEndpoints().filter(
  ({ found }) =>
    found.method === 'GET' && found.kind === 'json' && !found.partner && found.path !== '/captcha',
);
const namesOf = (schema: z.ZodType | undefined): string[] =>
  schema && 'shape' in schema ? Object.keys(schema.shape as object) : [];

/** Returns the row counts of all tables, and all password hashes. */
function state(): unknown {
  const tables = api.rows("select name from sqlite_master where type = 'table' and name not like 'sqlite%'");
  const counts = tables
    // Tables that the use of a session changes.
    .filter(({ name }) => !/^(session|loginAttempt)$/.test(String(name)))
    .map(({ name }) => [name, api.count(`select count(*) from "${String(name)}"`)]);
  return { counts, hashes: api.rows('select id, passwordHash from staff order by id') };
}

test('makes no parameter of any query part of a statement', {
  timeout: long ? 1_200_000 : 300_000,
}, async () => {
  expect(getCalls.length).toBeGreaterThan(100);
  const before = state();
  const secrets = new Set(api.rows('select passwordHash from staff').map((row) => String(row.passwordHash)));
  let [answered, refused, turn] = [0, 0, 0];
  const next = () => {
    turn += 1;
    return PAYLOADS[turn % PAYLOADS.length] ?? '';
  };
  const failed: string[] = [];
  const callIt = async (name: ApiName, path: string) => {
    const response = await fetch(`${api.base}${path}`, {
      headers: { authorization: `Bearer ${api.admin.token}`, language: 'en' },
    });
    const text = await response.text();
    if (response.ok) answered += 1;
    else refused += 1;
    if (response.status >= 500 || /sqlite|syntax error|no such column/i.test(text))
      failed.push(`${name} ${path}: ${text.slice(0, 200)}`);
    for (const secret of secrets)
      if (secret.length > 20 && text.includes(secret)) failed.push(`${name} ${path}: a hash`);
  };
  for (const { name, found } of getCalls) {
    const path = found.path.replace(/\{\w+\}/g, '1');
    for (const query of namesOf(found.query))
      for (let n = 0; n < EACH; n += 1) {
        await callIt(name as ApiName, `${path}?${new URLSearchParams({ [query]: next() })}`);
      }
    for (const param of namesOf(found.params))
      await callIt(
        name as ApiName,
        found.path.replace(/\{(\w+)\}/g, (_, at: string) =>
          at === param ? encodeURIComponent(next()) : '1',
        ),
      );
  }
  expect(failed).toEqual([]);
  expect(answered).toBeGreaterThan(100);
  expect(refused).toBeGreaterThan(100);
  expect(state()).toEqual(before);
});

test('matches everything when such a text is inserted unchanged: the payloads work', () => {
  const found = (text: string) => api.rows(`select id from bill where billNo = '${text}'`).length;
  expect(found('nothing')).toBe(0);
  expect(found(PAYLOADS[0] ?? '')).toBeGreaterThan(100);
});

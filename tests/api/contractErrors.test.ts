import { statusOf } from '@contract/errors';
import { allEndpoints } from '@contract/index';
import { expect, test } from 'vitest';
import { testApi } from '../support/server';
import { cases } from './cases';
import { errorsOf } from './cases/errors';

const api = testApi();
const endpoints = allEndpoints();
const declared = endpoints.flatMap(({ name, found }) =>
  errorsOf(name, found).map((code) => ({ name, code })),
);

test.each(endpoints)('$name can cause each error that it declares', ({ name, found }) => {
  expect(Object.keys(cases[name].errors ?? {}).sort()).toEqual([...new Set(errorsOf(name, found))].sort());
});

test.each(declared)('$name returns $code', async ({ name, code }) => {
  const refused = await cases[name].errors?.[code]?.(api);
  expect(refused).toMatchObject({ code, status: statusOf(code) });
  expect(refused?.msg).not.toMatch(/\{\w+\}|undefined/);
  // A caller who may read the record receives it for comparison.
  if (code === 'STALE_DATA') expect(refused?.current).toHaveProperty('version');
});

import { allEndpoints } from '@contract/index';
import { expect, test } from 'vitest';
import { testApi } from '../support/server';
import { cases } from './cases';
import { errorsOf, expectError } from './cases/errors';

const api = testApi();
const endpoints = allEndpoints();
/** Without IN_USE, which the contract's own tests cause on either database. */
const declared = endpoints.flatMap(({ name, found }) =>
  errorsOf(name, found)
    .filter((code) => code !== 'IN_USE')
    .map((code) => ({ name, code })),
);

test.each(endpoints)('$name can cause each error that it declares', ({ name, found }) => {
  expect(Object.keys(cases[name].errors ?? {}).sort()).toEqual([...new Set(errorsOf(name, found))].sort());
});

test.each(declared)('$name returns $code', ({ name, code }) => expectError(api, name, code));

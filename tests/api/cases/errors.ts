import { type Endpoint, ownErrorsOf } from '@contract/endpoint';
import { type ErrorCode, statusOf } from '@contract/errors';
import type { ApiName } from '@contract/index';
import { expect } from 'vitest';
import type { TestApi } from '../../support/server';
import { cases } from '.';
import { isReferredTo } from './resources';

/** Returns the errors that a call can cause: a record to which nothing refers can always be deleted. */
export const errorsOf = (name: ApiName, found: Endpoint): readonly ErrorCode[] =>
  ownErrorsOf(found).filter(
    (code) => code !== 'IN_USE' || cases[name].errors?.IN_USE || isReferredTo(name.split('.')[0] ?? ''),
  );

/** Causes an error of a call, and checks how it is reported. */
export async function expectError(api: TestApi, name: ApiName, code: ErrorCode): Promise<void> {
  const refused = await cases[name].errors?.[code]?.(api);
  expect(refused).toMatchObject({ code, status: statusOf(code) });
  expect(refused?.msg).not.toMatch(/\{\w+\}|undefined/);
  // A caller who may read the record receives it for comparison.
  if (code === 'STALE_DATA') expect(refused?.current).toHaveProperty('version');
}

import type { ApiName } from '@contract/index';
import type { TestApi } from '../../support/server';

/** Runs a bulk call on all matches of a filter, with a count higher than the actual one. */
export const countChanged =
  (name: ApiName, rest: object = {}) =>
  (api: TestApi) =>
    api.refused(name, { body: { filter: {}, expected: 99_999, ...rest } });

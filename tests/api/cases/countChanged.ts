import type { ApiName } from '@contract/index';
import type { TestApi } from '../../support/server';

/** A bulk call for all that a filter finds, of which its caller has seen more than there are. */
export const countChanged =
  (name: ApiName, rest: object = {}) =>
  (api: TestApi) =>
    api.refused(name, { body: { filter: {}, expected: 99_999, ...rest } });

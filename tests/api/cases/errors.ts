import { type Endpoint, ownErrorsOf } from '@contract/endpoint';
import type { ErrorCode } from '@contract/errors';
import type { ApiName } from '@contract/index';
import { cases } from '.';
import { isReferredTo } from './resources';

/** Returns the errors that a call can cause: a record to which nothing refers can always be deleted. */
export const errorsOf = (name: ApiName, found: Endpoint): readonly ErrorCode[] =>
  ownErrorsOf(found).filter(
    (code) => code !== 'IN_USE' || cases[name].errors?.IN_USE || isReferredTo(name.split('.')[0] ?? ''),
  );

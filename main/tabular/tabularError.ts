import { type Problem, problem } from '@contract/errors';
import type { MessageCode } from '@contract/words';

/** A failure to read or write a file, with a problem of the contract; bad input never throws a bare Error. */
export class TabularError extends Error {
  readonly problem: Problem;
  constructor(found: Problem, options?: ErrorOptions) {
    super(found.code, options);
    this.name = 'TabularError';
    this.problem = found;
  }
}

/** Builds a {@link TabularError}. */
export function tabularError(
  code: MessageCode,
  params?: Problem['params'],
  options?: ErrorOptions,
): TabularError {
  return new TabularError(problem(code, params), options);
}

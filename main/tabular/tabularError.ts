import { type Problem, problem } from '@contract/errors';
import type { MessageCode } from '@contract/words';

/** A file that cannot be read or written, as a problem of the contract: never a bare Error for bad input. */
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

import { type Problem, problem, type RowError, statusOf } from '@contract/errors';
import type { MessageCode } from '@contract/words';

/** Details of a refusal: problems by field, the present record, errors by row. */
export interface RefusalDetails {
  readonly fields?: Readonly<Record<string, Problem>>;
  readonly current?: unknown;
  readonly rows?: readonly RowError[];
  /** Seconds after which the call may be tried again. */
  readonly retryAfter?: number;
}

/**
 * Thrown when a call is refused for a reason that the caller can act on; http turns it into a response with `ret:
 * false`.
 */
export class Refusal extends Error {
  readonly problem: Problem;
  readonly details: RefusalDetails;
  constructor(found: Problem, details: RefusalDetails = {}) {
    super(found.code);
    this.problem = found;
    this.details = details;
  }
  get status(): number {
    return statusOf(this.problem.code);
  }
  /** The same refusal with its fields moved to a path of a larger input. */
  within(path: string): Refusal {
    const { fields, ...details } = this.details;
    if (!fields) return this;
    const named = Object.entries(fields).map(([name, found]) => [`${path}.${name}`, found] as const);
    return new Refusal(this.problem, { ...details, fields: Object.fromEntries(named) });
  }
}

/** Makes a refusal with a code of the contract. */
export function refuse(code: MessageCode, params?: Problem['params'], details?: RefusalDetails): Refusal {
  return new Refusal(problem(code, params), details);
}

/** Makes a refusal for a time, given in milliseconds. */
export const refuseFor = (code: MessageCode, left: number): Refusal =>
  refuse(code, { minutes: Math.ceil(left / 60_000) }, { retryAfter: Math.ceil(left / 1000) });

/** Makes a refusal for invalid fields; the first problem gives the message. */
export function refuseFields(fields: Readonly<Record<string, Problem>>): Refusal {
  const [name, first] = Object.entries(fields)[0] ?? ['', problem('FORMAT')];
  return new Refusal({ code: first.code, params: { field: { field: name }, ...first.params } }, { fields });
}

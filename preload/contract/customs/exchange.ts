import * as z from 'zod';
import { choice, count, dateTime, id } from '../fields';
import { object } from '../shape';

/**
 * One call of a customs system, or several identical ones: request and response, without the credentials. `result`: how
 * it ended.
 */
export const exchangeOf = <R extends z.ZodType>(result: R) =>
  object(() => ({
    id: id(),
    at: dateTime(),
    /** Time of the last of them. */
    lastAt: dateTime(),
    times: count(1),
    operation: choice('filingCall', ['file', 'status']),
    /** Duration of the last one in milliseconds. */
    durationMs: count(),
    httpStatus: count().nullable(),
    result,
    request: z.string(),
    answer: z.string().nullable(),
  }));

import {
  // biome-ignore lint/style/noRestrictedImports: this is what all others have it by
  keepPreviousData,
  type UseQueryOptions,
  type UseQueryResult,
  // biome-ignore lint/style/noRestrictedImports: this is what all others have it by
  useQueries,
  // biome-ignore lint/style/noRestrictedImports: this is what all others have it by
  useQuery,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Failure } from './bridge';
import { queryClient } from './queries';

/** State of the answer to a question: not wanted yet, on its way, there, refused, or there and not renewed when it was due. */
export type AnswerState = 'idle' | 'pending' | 'fresh' | 'failed' | 'notRefreshed';

/** Answer to the present question, and never to another one: the only way in which screens read from the API. */
export interface Answer<T> {
  readonly state: AnswerState;
  /** Undefined until the present question is answered. */
  readonly data: T | undefined;
  /** Answer to the question before while the present one is pending, to be shown only dimmed and without use. */
  readonly former: T | undefined;
  /** Reason why it failed or was not renewed. */
  readonly error: Failure | null;
  readonly isFetching: boolean;
  /** Milliseconds since 1970 at which the answer came. */
  readonly answeredAt: number;
  readonly retry: () => Promise<unknown>;
}

/** Options of a read, as {@link read} makes them. */
export type Question<T> = UseQueryOptions<T, Failure> & { readonly queryKey: readonly unknown[] };

/** Asks again; after a failure also what else has failed in view, so that one press is enough. */
const askAgain = (result: UseQueryResult<unknown, Failure>): Promise<unknown> =>
  result.isError
    ? queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
    : result.refetch();

/** Derives what may be shown; a property of the result is read only when used, because each one read draws once more. */
export function answerOf<T>(result: UseQueryResult<T, Failure>, wanted = true): Answer<T> {
  const { data: found, error, isPlaceholderData } = result;
  const data = isPlaceholderData ? undefined : found;
  const answered = data !== undefined;
  return {
    state: error ? (answered ? 'notRefreshed' : 'failed') : answered ? 'fresh' : wanted ? 'pending' : 'idle',
    data,
    former: isPlaceholderData && wanted ? found : undefined,
    error,
    get isFetching() {
      return result.isFetching;
    },
    get answeredAt() {
      return result.dataUpdatedAt;
    },
    retry: () => askAgain(result),
  };
}

/** Reads from the API: the answer to this question and its state. */
export function useAnswer<T>(question: Question<T>): Answer<T> {
  const { enabled } = question;
  const result = useQuery<T, Failure>({ ...question, placeholderData: keepPreviousData });
  return answerOf(result, enabled !== false);
}

/** Reads several at once, each with a state of its own; `combine` must be the same function at each drawing. */
export function useAnswers<T, R = Answer<T>[]>(
  questions: readonly Question<T>[],
  combine?: (answers: Answer<T>[]) => R,
): R {
  const combined = useMemo(
    () => combine && ((all: UseQueryResult<T, Failure>[]) => combine(all.map((one) => answerOf(one)))),
    [combine],
  );
  const found: unknown = useQueries({
    queries: questions as Question<T>[],
    ...(combined ? { combine: combined } : {}),
  });
  return combine ? (found as R) : ((found as UseQueryResult<T, Failure>[]).map((one) => answerOf(one)) as R);
}

/** Several answers as one: there once all of them are, failed as soon as one is. */
export function allOf<T>(answers: readonly Answer<T>[]): Answer<readonly T[]> {
  const every = (found: readonly (T | undefined)[]) =>
    found.every((one) => one !== undefined) ? (found as readonly T[]) : undefined;
  const of = (state: AnswerState) => answers.find((one) => one.state === state);
  const worst = of('failed') ?? of('pending') ?? of('notRefreshed') ?? of('idle');
  return {
    state: worst?.state ?? 'fresh',
    data: every(answers.map(({ data }) => data)),
    former: every(answers.map(({ data, former }) => data ?? former)),
    error: worst?.error ?? null,
    get isFetching() {
      return answers.some(({ isFetching }) => isFetching);
    },
    get answeredAt() {
      return Math.min(...answers.map(({ answeredAt }) => answeredAt));
    },
    retry: async () => answers.find(({ error }) => error)?.retry(),
  };
}

import {
  // biome-ignore lint/style/noRestrictedImports: wrapped here for all other modules
  keepPreviousData,
  type UseQueryOptions,
  type UseQueryResult,
  // biome-ignore lint/style/noRestrictedImports: wrapped here for all other modules
  useQueries,
  // biome-ignore lint/style/noRestrictedImports: wrapped here for all other modules
  useQuery,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Failure } from './bridge';
import { queryClient } from './queries';

/** State of a query: disabled, loading, loaded, failed, or loaded but with a failed refresh. */
export type AnswerState = 'idle' | 'pending' | 'fresh' | 'failed' | 'notRefreshed';

/** Result of the current query, never of another one: the only way in which screens read from the API. */
export interface Answer<T> {
  readonly state: AnswerState;
  /** Undefined until the current query has data. */
  readonly data: T | undefined;
  /** Data of the previous query while the current one loads; show it only dimmed and inactive. */
  readonly former: T | undefined;
  /** Error of the load or of the refresh. */
  readonly error: Failure | null;
  readonly isFetching: boolean;
  /** Time of the response, in milliseconds since 1970. */
  readonly answeredAt: number;
  readonly retry: () => Promise<unknown>;
}

/** Returns after how many milliseconds to refetch; a method's type, since it only reads what the query returned. */
type Interval<T> = {
  after(query: { readonly state: { readonly data: T | undefined } }): number | false;
}['after'];

/** Query options, as returned by {@link read}: a query of some records is also one of any values. */
export interface Question<T> {
  readonly queryKey: readonly unknown[];
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<T>;
  readonly enabled?: boolean;
  /** Milliseconds. */
  readonly staleTime?: number;
  readonly gcTime?: number;
  readonly refetchInterval?: number | false | Interval<T>;
  readonly refetchIntervalInBackground?: boolean;
}

/** Refetches; after a failure also all other failed queries in view, so that one press is enough. */
const refetchFailed = (result: UseQueryResult<unknown, Failure>): Promise<unknown> =>
  result.isError
    ? queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
    : result.refetch();

/** Derives an {@link Answer}; reads properties of the result only when used, because each one read adds renders. */
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
    retry: () => refetchFailed(result),
  };
}

/** Reads from the API; returns the result of this query and its state. */
export function useAnswer<T>(question: Question<T>): Answer<T> {
  const { enabled } = question;
  const result = useQuery<T, Failure>({ ...question, placeholderData: keepPreviousData });
  return answerOf(result, enabled !== false);
}

/** Runs several queries at once, each with its own state. */
export function useAnswers<T>(questions: readonly Question<T>[]): Answer<T>[] {
  const queries: readonly UseQueryOptions<T, Failure>[] = questions;
  return useQueries<UseQueryOptions<T, Failure>[], UseQueryResult<T, Failure>[]>({ queries }).map((one) =>
    answerOf(one),
  );
}

/** Runs several queries at once and combines their answers; `combine` must be the same function at each render. */
export function useCombined<T, R>(
  questions: readonly Question<T>[],
  combine: (answers: Answer<T>[]) => R,
): R {
  const combined = useCallback(
    (all: UseQueryResult<T, Failure>[]) => combine(all.map((one) => answerOf(one))),
    [combine],
  );
  const queries: readonly UseQueryOptions<T, Failure>[] = questions;
  return useQueries({ queries, combine: combined });
}

/** Combines several answers: loaded once all are, failed as soon as one is. */
export function allOf<T>(answers: readonly Answer<T>[]): Answer<readonly T[]> {
  const every = (found: readonly (T | undefined)[]) =>
    found.every((one) => one !== undefined) ? found : undefined;
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

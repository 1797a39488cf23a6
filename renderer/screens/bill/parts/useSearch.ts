import type { SearchHit } from '@contract/bill/bill';
import { useMemo } from 'react';
import { type Answer, useAnswer } from '../../../api/answers';
import type { OutputOf } from '../../../api/client';
import { read } from '../../../api/queries';

interface Searched {
  readonly hits: readonly SearchHit[];
  readonly notFound: readonly string[];
  readonly capped: boolean;
}

/**
 * What has the numbers of a text. Numbers that no record has are looked for among the codes of destinations, which not
 * every server's search knows.
 */
export function useSearch(asked: string): Answer<Searched> {
  const all = useAnswer({
    ...read('bill', 'search', { query: { keyword: asked || '-' } }),
    enabled: asked !== '',
  });
  const missing = all.data?.notFound ?? [];
  const hubs = useAnswer({
    ...read('search', 'distinationWarehouses', { query: { keyword: missing.join(' ') || '-' } }),
    enabled: missing.length > 0,
  });
  const last = missing.length > 0 && all.state === 'fresh' ? hubs : all;
  const data = useMemo(
    () => (missing.length > 0 && !hubs.data ? undefined : joined(all.data, hubs.data)),
    [all.data, hubs.data, missing.length],
  );
  return {
    state: last.state,
    data,
    former: undefined,
    error: last.error,
    isFetching: all.isFetching || hubs.isFetching,
    answeredAt: last.answeredAt,
    retry: last.retry,
  };
}

function joined(
  all: OutputOf<'bill', 'search'> | undefined,
  hubs: OutputOf<'search', 'distinationWarehouses'> | undefined,
): Searched | undefined {
  if (!all || !hubs || hubs.hits.length === 0) return all;
  const found = new Set(hubs.hits.map(({ asked }) => asked));
  return {
    hits: [...all.hits, ...hubs.hits],
    notFound: all.notFound.filter((number) => !found.has(number)),
    capped: all.capped || hubs.capped,
  };
}

import type { SearchHit } from '@contract/bill/bill';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
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
export function useSearch(asked: string) {
  const all = useQuery({
    ...read('bill', 'search', { query: { keyword: asked || '-' } }),
    enabled: asked !== '',
  });
  const missing = all.data?.notFound ?? [];
  const hubs = useQuery({
    ...read('search', 'distinationWarehouses', { query: { keyword: missing.join(' ') || '-' } }),
    enabled: missing.length > 0,
  });
  const data = useMemo(
    () => (missing.length > 0 && !hubs.data ? undefined : joined(all.data, hubs.data)),
    [all.data, hubs.data, missing.length],
  );
  return {
    data,
    error: all.error ?? hubs.error,
    isFetching: all.isFetching || hubs.isFetching,
    retry: () => {
      void all.refetch();
      if (hubs.error) void hubs.refetch();
    },
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

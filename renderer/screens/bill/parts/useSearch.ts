import type { SearchHit } from '@contract/bill/searchHit';
import { numbersIn } from '@contract/rules/numbers';
import { useMemo } from 'react';
import { type Answer, useAnswer } from '../../../api/answers';
import type { OutputOf } from '../../../api/client';
import { read } from '../../../api/queries';

interface SearchResult {
  readonly hits: readonly SearchHit[];
  readonly notFound: readonly string[];
  readonly capped: boolean;
}

/** Search result; the search among destinations is a separate call, which may fail alone. */
interface SearchAnswer extends Answer<SearchResult> {
  /** Search among destinations; runs only for numbers that no record has. */
  readonly destinations: Pick<Answer<unknown>, 'error' | 'retry'>;
}

/**
 * Finds the records that have the numbers of a text. Numbers that no record has are looked up among the codes of
 * destinations, which not every server's search knows; if that fails, the records found stay.
 */
export function useSearch(text: string): SearchAnswer {
  // Other servers do not know the prefixes of scanners.
  const keyword = useMemo(() => numbersIn(text).join(' '), [text]);
  const all = useAnswer({
    ...read('bill', 'search', { query: { keyword: keyword || '-' } }),
    enabled: keyword !== '',
  });
  const missing = all.data?.notFound ?? [];
  const hubs = useAnswer({
    ...read('search', 'distinationWarehouses', { query: { keyword: missing.join(' ') || '-' } }),
    enabled: missing.length > 0,
  });
  const pending = missing.length > 0 && !hubs.data && !hubs.error;
  const data = useMemo(
    () => (pending ? undefined : joined(all.data, hubs.data)),
    [all.data, hubs.data, pending],
  );
  return {
    ...all,
    state: pending ? 'pending' : all.state,
    data,
    former: undefined,
    isFetching: all.isFetching || hubs.isFetching,
    destinations: { error: missing.length > 0 ? hubs.error : null, retry: hubs.retry },
  };
}

function joined(
  all: OutputOf<'bill', 'search'> | undefined,
  hubs: OutputOf<'search', 'distinationWarehouses'> | undefined,
): SearchResult | undefined {
  if (!all || !hubs || hubs.hits.length === 0) return all;
  const found = new Set(hubs.hits.map(({ asked }) => asked));
  return {
    hits: [...all.hits, ...hubs.hits],
    notFound: all.notFound.filter((number) => !found.has(number)),
    capped: all.capped || hubs.capped,
  };
}

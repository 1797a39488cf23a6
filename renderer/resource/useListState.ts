import { withoutSpans } from '@contract/rules/daySpans';
import { useMemo } from 'react';
import { useKept } from '../app/drafts';
import { ownZone, today } from '../app/zone';
import type { ListQuery } from './refined';

/** State of a list, kept with its tab of the window: filters, order, and selected tab. */
export interface ListState<Tab extends string = never> {
  /** Name under which its columns and views are stored. */
  readonly list: string;
  /** Filters as stored and shown: with named periods, for example this month. */
  readonly kept: ListQuery;
  /** Filters as sent to the API: named periods replaced by their dates as of today. */
  readonly query: ListQuery;
  readonly setQuery: (query: ListQuery) => void;
  readonly sort: string;
  readonly setSort: (sort: string) => void;
  readonly tab: Tab;
  readonly setTab: (tab: Tab) => void;
  /** The saved view that was applied last; null if none. */
  readonly viewId: number | null;
  readonly setViewId: (id: number | null) => void;
  /** Default order and tab. */
  readonly order: string;
  readonly firstTab: Tab | null;
}

interface Options<Tab> {
  /** Distinguishes lists of one screen. */
  readonly within?: string;
  /** Name under which another screen passes on the filters. */
  readonly filtersKey?: string;
  readonly tab?: Tab;
}

/** Returns the state of a list; `order` is empty if its table has its own order. */
export function useListState<Tab extends string = never>(
  list: string,
  order: string,
  { within = '', filtersKey = 'asked', tab: firstTab }: Options<Tab> = {},
): ListState<Tab> {
  const [kept, setQuery] = useKept<ListQuery>(`${within}${filtersKey}`, {});
  const [sort, setSort] = useKept(`${within}sort`, order);
  const [tab, setTab] = useKept<Tab>(`${within}tab`, firstTab as Tab);
  const [viewId, setViewId] = useKept<number | null>(`${within}viewId`, null);
  const day = today();
  const query = useMemo(() => withoutSpans(kept, day, ownZone), [kept, day]);
  const known = { list, order, firstTab: firstTab ?? null };
  return { ...known, kept, query, setQuery, sort, setSort, tab, setTab, viewId, setViewId };
}

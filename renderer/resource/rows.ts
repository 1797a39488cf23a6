import { MAX_PAGE_SIZE } from '@contract/limits';
import type { Page } from '@contract/paging';
import {
  type FetchQueryOptions,
  keepPreviousData,
  type UseQueryOptions,
  useQueries,
} from '@tanstack/react-query';
import { startTransition, useCallback, useMemo, useRef, useState } from 'react';
import type { Failure } from '../api/bridge';
import { queryClient } from '../api/queries';

/** Rows fetched at once. */
export const PAGE = 100;
/** Rows from those in view within which a window is fetched: it is there before one comes to it. */
const NEAR = PAGE / 2;

/** Rows of a list as one scrolls: windows are fetched, what is not there yet is undefined. */
export interface Rows<Row> {
  readonly total: number;
  readonly totalCapped: boolean;
  readonly at: (index: number) => Row | undefined;
  /** Those that are there, of the pages in view or near it. */
  readonly there: () => readonly Row[];
  /** Says which rows are in view. */
  readonly want: (from: number, to: number) => void;
  /** Nothing has been loaded yet. */
  readonly loading: boolean;
  /** The rows shown are those of an earlier filter. */
  readonly stale: boolean;
  readonly error: Failure | null;
  readonly retry: () => void;
  /** The rows from the first on, up to so many, whether they were in view or not. */
  readonly load: (most: number) => Promise<readonly Row[]>;
  /** By which the page of a row was read. */
  readonly keyAt: (index: number) => readonly unknown[];
  /** Changes whenever a row may have that was asked for before. */
  readonly version: number;
}

/** Pages, counted from 0, both ends included. */
interface Span {
  readonly from: number;
  readonly to: number;
}
const pageOf = (row: number) => Math.floor(Math.max(0, row) / PAGE);
const pagesOf = (from: number, to: number): Span => ({ from: pageOf(from), to: pageOf(to) });
const holds = (all: Span, some: Span) => all.from <= some.from && some.to <= all.to;

type PageQuery = UseQueryOptions<unknown, Failure> & { queryKey: readonly unknown[] };

/** The rows of a list endpoint for a query; `page` makes the options of one page. */
export function useRows<Row>(pageQuery: (page: number, pageSize: number) => unknown): Rows<Row> {
  const [view, setView] = useState<Span>({ from: 0, to: 0 });
  const kept = useRef<{ pages: Map<number, readonly Row[]>; total: number; totalCapped: boolean } | null>(
    null,
  );
  const version = useRef(0);
  // What stood in the pages in view; those in which a row was asked for that was not there.
  const stood = useRef(new Map<number, readonly Row[] | undefined>());
  const missed = useRef(new Set<number>());
  const length = useRef(0);
  const pages = useMemo(() => {
    const wanted = [];
    for (let page = view.from; page <= view.to; page += 1) wanted.push(page);
    return wanted;
  }, [view]);
  const answers = useQueries({
    queries: pages.map((page) => {
      const options = pageQuery(page + 1, PAGE) as PageQuery;
      return page === 0 ? { ...options, placeholderData: keepPreviousData } : options;
    }),
  });

  const fresh = new Map<number, readonly Row[]>();
  let total = kept.current?.total ?? 0;
  let totalCapped = kept.current?.totalCapped ?? false;
  let stale = answers.some(({ isPlaceholderData }) => isPlaceholderData);
  answers.forEach((answer, index) => {
    const data = answer.data as Page<Row> | undefined;
    const page = pages[index];
    if (!data || page === undefined) return;
    fresh.set(page, data.list);
    total = data.total;
    totalCapped = data.totalCapped;
  });
  if (fresh.size > 0) kept.current = { pages: fresh, total, totalCapped };
  else if (kept.current) stale = true;
  const shown = fresh.size > 0 ? fresh : (kept.current?.pages ?? fresh);
  // What was read again and is as it was is the same object. A page that comes before anybody has looked for its rows
  // changes nothing that is drawn: to draw all rows in view for it drops a frame at each hundred of them.
  const changed = pages.some((page) => {
    const list = shown.get(page);
    return (missed.current.has(page) && list) || (stood.current.get(page) ?? list) !== list;
  });
  stood.current = new Map(pages.map((page) => [page, shown.get(page)]));
  if (changed) {
    version.current += 1;
    missed.current.clear();
  }

  const inView = useRef(view);
  inView.current = view;
  const want = useCallback((from: number, to: number) => {
    const near = pagesOf(from - NEAR, Math.max(to, Math.min(to + NEAR, length.current - 1)));
    // A page that nobody comes near again is let go together with the next that is read: each draws the list around the rows.
    const go = () =>
      setView((before) =>
        holds(before, near) && before.to - before.from <= near.to - near.from + 1 ? before : near,
      );
    // What is only near waits until there is nothing else to draw.
    if (holds(inView.current, pagesOf(from, to))) startTransition(go);
    else go();
  }, []);
  const failed = answers.find(({ error }) => error);
  // Beyond a total that was not counted to its end, the list grows as one reaches for it.
  const lastPage = shown.get(view.to);
  const reached = totalCapped && lastPage?.length === PAGE ? (view.to + 2) * PAGE : 0;
  length.current = Math.max(total, reached);
  return {
    total: length.current,
    totalCapped,
    at: (index) => {
      const page = pageOf(index);
      const list = shown.get(page);
      if (!list) missed.current.add(page);
      return list?.[index % PAGE];
    },
    there: () => [...shown.values()].flat(),
    keyAt: (index) => (pageQuery(pageOf(index) + 1, PAGE) as PageQuery).queryKey,
    want,
    loading: shown.size === 0 && !failed,
    stale,
    error: shown.size === 0 ? ((failed?.error as Failure | undefined) ?? null) : null,
    retry: () => {
      for (const { refetch } of answers) void refetch();
    },
    version: version.current,
    load: async (most) => {
      const loaded: Row[] = [];
      for (let page = 1; loaded.length < most; page += 1) {
        const options = pageQuery(page, MAX_PAGE_SIZE) as FetchQueryOptions<Page<Row>, Failure>;
        const { list } = await queryClient.fetchQuery(options);
        loaded.push(...list);
        if (list.length < MAX_PAGE_SIZE) break;
      }
      return loaded.slice(0, most);
    },
  };
}

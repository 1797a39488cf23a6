import { MAX_PAGE_SIZE } from '@contract/limits';
import type { Page } from '@contract/paging';
import { hashKey } from '@tanstack/react-query';
import {
  startTransition,
  useCallback,
  useInsertionEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react';
import { type Answer, type AnswerState, type Question, useAnswers } from '../api/answers';
import type { Failure } from '../api/bridge';
import { queryClient } from '../api/queries';

/** Rows per page. */
export const PAGE = 100;
/** Query of the first page of a list: asked again for its totals, it is read once. */
export const firstPage = <Q extends object>(query: Q) => ({ ...query, page: 1, pageSize: PAGE });
/** Distance in rows from the view within which pages are prefetched. */
const NEAR = PAGE / 2;

/** Rows that could not be loaded, counted from 1, both ends included. */
interface LostRows {
  readonly from: number;
  readonly to: number;
}

/**
 * Rows of a list for scrolling: pages are fetched on demand, and a row not loaded yet is undefined. Everything but
 * `drawn` and `length` is of the current query: rows of the previous one are shown while it loads, but not acted on.
 */
export interface Rows<Row> {
  readonly state: AnswerState;
  /** Number of rows that match the current query; null until known. */
  readonly total: number | null;
  readonly totalCapped: boolean;
  /** Returns a row of the current query. */
  readonly at: (index: number) => Row | undefined;
  /** Returns the loaded rows of the current query, from the pages in view or near it. */
  readonly there: () => readonly Row[];
  /** Number of rows to draw. */
  readonly length: number;
  /** Returns the row to draw: while the current query loads, one of the previous query. */
  readonly drawn: (index: number) => Row | undefined;
  /** Reports the rows in view. */
  readonly want: (from: number, to: number) => void;
  /** True while there is nothing to draw. */
  readonly loading: boolean;
  /** True while the drawn rows are those of the previous query. */
  readonly stale: boolean;
  /** True while the drawn rows are those of the current query, and can be acted on. */
  readonly live: boolean;
  /** Error of loading: of all rows, of some, or of a refresh. */
  readonly error: Failure | null;
  /** Rows of a long list that could not be loaded while others are there. */
  readonly lost: LostRows | null;
  readonly isLost: (index: number) => boolean;
  readonly retry: () => Promise<unknown>;
  /** Loads rows from the first on, up to `most`, whether in view or not. */
  readonly load: (most: number) => Promise<readonly Row[]>;
  /** Returns the query key of a row's page. */
  readonly keyAt: (index: number) => readonly unknown[];
  /** Changes whenever a row that was read through `at` or `drawn` may have changed. */
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

/** Loaded pages, and the hash of the query they belong to. */
interface LoadedRows<Row> {
  readonly question: string;
  readonly pages: ReadonlyMap<number, readonly Row[]>;
  readonly total: number;
  readonly totalCapped: boolean;
}

/** Returns the loaded pages of the current query; if none in view is loaded, no pages but the total known before. */
function foundBy<Row>(
  question: string,
  pages: readonly number[],
  answers: readonly Answer<Omit<Page<Row>, 'next'>>[],
  before: LoadedRows<Row> | null,
): LoadedRows<Row> | null {
  const fresh = new Map<number, readonly Row[]>();
  let { total = 0, totalCapped = false } = before?.question === question ? before : {};
  answers.forEach(({ data }, index) => {
    const page = pages[index];
    if (!data || page === undefined) return;
    fresh.set(page, data.list);
    total = data.total;
    totalCapped = data.totalCapped;
  });
  if (fresh.size > 0) return { question, pages: fresh, total, totalCapped };
  return before?.question === question ? { ...before, pages: fresh } : null;
}

/** Returns the rows of the pages that could not be loaded. */
const lostRows = (pages: readonly number[], length: number): LostRows | null =>
  pages.length > 0
    ? { from: Math.min(...pages) * PAGE + 1, to: Math.min((Math.max(...pages) + 1) * PAGE, length) }
    : null;

/** Query options of one page, counted from 1. */
type PageQuery<Row> = (page: number, pageSize: number) => Question<Omit<Page<Row>, 'next'>>;

async function loadRows<Row>(pageQuery: PageQuery<Row>, most: number): Promise<readonly Row[]> {
  const loaded: Row[] = [];
  for (let page = 1; loaded.length < most; page += 1) {
    const { list } = await queryClient.fetchQuery(pageQuery(page, MAX_PAGE_SIZE));
    loaded.push(...list);
    if (list.length < MAX_PAGE_SIZE) break;
  }
  return loaded.slice(0, most);
}

/** Returns the pages in view or near it; `length` is the number of rows. */
function usePagesInView(length: { readonly current: number }) {
  const [view, setView] = useState<Span>({ from: 0, to: 0 });
  const pages = useMemo(() => {
    const wanted = [];
    for (let page = view.from; page <= view.to; page += 1) wanted.push(page);
    return wanted;
  }, [view]);
  const inView = useRef(view);
  useInsertionEffect(() => {
    inView.current = view;
  });
  const want = useCallback(
    (from: number, to: number) => {
      const near = pagesOf(from - NEAR, Math.max(to, Math.min(to + NEAR, length.current - 1)));
      // A page far from the view is dropped together with the next fetch, since each change redraws the whole list.
      const go = () =>
        setView((before) =>
          holds(before, near) && before.to - before.from <= near.to - near.from + 1 ? before : near,
        );
      // Prefetching has low priority.
      if (holds(inView.current, pagesOf(from, to))) startTransition(go);
      else go();
    },
    [length],
  );
  return { pages, want };
}

/** Reads the rows of a list endpoint. */
export function useRows<Row>(pageQuery: PageQuery<Row>): Rows<Row> {
  const kept = useRef<LoadedRows<Row> | null>(null);
  const version = useRef(0);
  // `drawnBefore`: contents of the pages in view at the last render. `missed`: pages not loaded, a row of which was
  // read.
  const drawnBefore = useRef(new Map<number, readonly Row[] | Failure | undefined>());
  const missed = useRef(new Set<number>());
  const length = useRef(0);
  const { pages, want } = usePagesInView(length);
  const pageQuestion = (page: number) => pageQuery(page + 1, PAGE);
  const answers = useAnswers(pages.map(pageQuestion));

  const question = hashKey(pageQuestion(0).queryKey);
  const found = foundBy(question, pages, answers, kept.current);
  const failed = answers.find(({ error }) => error);
  // Rows of an earlier query are not shown for one that failed, neither now nor on a retry.
  const shown = found ?? (failed ? null : kept.current);
  const list = (page: number) => shown?.pages.get(page);
  const lostPages = new Map(
    answers.flatMap(({ state, error }, index) => {
      const page = pages[index];
      return found && state === 'failed' && error && page !== undefined ? [[page, error] as const] : [];
    }),
  );
  // A refetched but unchanged page is the same object. A page that arrives before any of its rows was read changes
  // nothing drawn: redrawing all rows in view for it would drop a frame at every hundred rows.
  const contentsOf = (page: number) => list(page) ?? lostPages.get(page);
  const changed = pages.some((page) => {
    const now = contentsOf(page);
    return (missed.current.has(page) && now) || (drawnBefore.current.get(page) ?? now) !== now;
  });
  const drawing = version.current + (changed ? 1 : 0);

  // With a capped total, the list grows as the user scrolls towards its end.
  const end = pages.at(-1) ?? 0;
  const reached = shown?.totalCapped && list(end)?.length === PAGE ? (end + 2) * PAGE : 0;
  const rowCount = Math.max(shown?.total ?? 0, reached);
  useInsertionEffect(() => {
    kept.current = shown;
    drawnBefore.current = new Map(pages.map((page) => [page, contentsOf(page)]));
    version.current = drawing;
    length.current = rowCount;
    if (changed) missed.current.clear();
  });
  // A row that scrolled into view while its page arrived was read before the page was known: draw it once more.
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => {
    if (pages.some((page) => missed.current.has(page) && contentsOf(page))) redraw();
  });
  const drawn = (index: number) => {
    const page = pageOf(index);
    const rows = list(page);
    if (!rows) missed.current.add(page);
    return rows?.[index % PAGE];
  };
  const live = found !== null;
  const old = answers.some(({ state }) => state === 'notRefreshed');
  return {
    state: live ? (old ? 'notRefreshed' : 'fresh') : failed ? 'failed' : 'pending',
    total: live ? rowCount : null,
    totalCapped: live && found.totalCapped,
    at: (index) => (live ? drawn(index) : undefined),
    there: () => (live ? [...found.pages.values()].flat() : []),
    length: rowCount,
    drawn,
    keyAt: (index) => pageQuestion(pageOf(index)).queryKey,
    want,
    loading: !live && !failed && rowCount === 0,
    stale: !live && shown !== null,
    live,
    error: failed?.error ?? null,
    lost: lostRows([...lostPages.keys()], rowCount),
    isLost: (index) => lostPages.has(pageOf(index)),
    retry: async () => failed?.retry(),
    version: drawing,
    load: (most) => loadRows(pageQuery, most),
  };
}

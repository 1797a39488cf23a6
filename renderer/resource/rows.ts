import { MAX_PAGE_SIZE } from '@contract/limits';
import type { Page } from '@contract/paging';
import { type FetchQueryOptions, hashKey } from '@tanstack/react-query';
import { startTransition, useCallback, useMemo, useRef, useState } from 'react';
import { type Answer, type AnswerState, type Question, useAnswers } from '../api/answers';
import type { Failure } from '../api/bridge';
import { queryClient } from '../api/queries';

/** Rows fetched at once. */
export const PAGE = 100;
/** Rows from those in view within which a window is fetched: it is there before one comes to it. */
const NEAR = PAGE / 2;

/** Rows that could not be loaded, counted from 1, both ends included. */
interface LostRows {
  readonly from: number;
  readonly to: number;
}

/**
 * Rows of a list as one scrolls: windows are fetched, and a row that is not there yet is undefined. Everything but
 * `drawn` and `length` is of the present question: rows of the one before may be looked at while it is pending, and no more.
 */
export interface Rows<Row> {
  readonly state: AnswerState;
  /** Rows that the present question finds; null until that is known. */
  readonly total: number | null;
  readonly totalCapped: boolean;
  /** Row of the present question. */
  readonly at: (index: number) => Row | undefined;
  /** Rows of the present question that are loaded, of the pages in view or near it. */
  readonly there: () => readonly Row[];
  /** Number of rows to draw. */
  readonly length: number;
  /** Row to draw: while the present question is pending, one of the question before. */
  readonly drawn: (index: number) => Row | undefined;
  /** Says which rows are in view. */
  readonly want: (from: number, to: number) => void;
  /** Nothing can be drawn yet. */
  readonly loading: boolean;
  /** The drawn rows are those of the question before. */
  readonly stale: boolean;
  /** The drawn rows are those of the present question, and can be worked with. */
  readonly live: boolean;
  /** Reason why nothing, some rows or no newer rows could be loaded. */
  readonly error: Failure | null;
  /** Rows of a long list that could not be loaded while others are there. */
  readonly lost: LostRows | null;
  readonly isLost: (index: number) => boolean;
  readonly retry: () => Promise<unknown>;
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

/** Rows found, and the search that found them. */
interface Found<Row> {
  readonly question: string;
  readonly pages: ReadonlyMap<number, readonly Row[]>;
  readonly total: number;
  readonly totalCapped: boolean;
}

/** Pages of the present question that are there; with its total if none of them is in view but others were. */
function foundBy<Row>(
  question: string,
  pages: readonly number[],
  answers: readonly Answer<Page<Row>>[],
  before: Found<Row> | null,
): Found<Row> | null {
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

/** The rows of a list endpoint for a query; `pageQuery` makes the options of one page. */
export function useRows<Row>(pageQuery: (page: number, pageSize: number) => unknown): Rows<Row> {
  const [view, setView] = useState<Span>({ from: 0, to: 0 });
  const kept = useRef<Found<Row> | null>(null);
  const version = useRef(0);
  // What stood in the pages in view; those in which a row was asked for that was not there.
  const stood = useRef(new Map<number, readonly Row[] | Failure | undefined>());
  const missed = useRef(new Set<number>());
  const length = useRef(0);
  const pages = useMemo(() => {
    const wanted = [];
    for (let page = view.from; page <= view.to; page += 1) wanted.push(page);
    return wanted;
  }, [view]);
  const asked = (page: number) => pageQuery(page + 1, PAGE) as Question<Page<Row>>;
  const answers = useAnswers(pages.map(asked));

  const question = hashKey(asked(0).queryKey);
  const found = foundBy(question, pages, answers, kept.current);
  const failed = answers.find(({ error }) => error);
  // A question that failed is not answered by the rows of one before it, now or when it is asked again.
  if (found || failed) kept.current = found;
  const shown = found ?? kept.current;
  const list = (page: number) => shown?.pages.get(page);
  const lostPages = new Map(
    answers.flatMap(({ state, error }, index) => {
      const page = pages[index];
      return found && state === 'failed' && error && page !== undefined ? [[page, error] as const] : [];
    }),
  );
  // What was read again and is as it was is the same object. A page that comes before anybody has looked for its rows
  // changes nothing that is drawn: to draw all rows in view for it drops a frame at each hundred of them.
  const standing = (page: number) => list(page) ?? lostPages.get(page);
  const changed = pages.some((page) => {
    const now = standing(page);
    return (missed.current.has(page) && now) || (stood.current.get(page) ?? now) !== now;
  });
  stood.current = new Map(pages.map((page) => [page, standing(page)]));
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
  // Beyond a total that was not counted to its end, the list grows as one reaches for it.
  const reached = shown?.totalCapped && list(view.to)?.length === PAGE ? (view.to + 2) * PAGE : 0;
  length.current = Math.max(shown?.total ?? 0, reached);
  const drawn = (index: number) => {
    const page = pageOf(index);
    const rows = list(page);
    if (!rows) missed.current.add(page);
    return rows?.[index % PAGE];
  };
  const live = found !== null;
  const lost = [...lostPages.keys()];
  const old = answers.some(({ state }) => state === 'notRefreshed');
  return {
    state: live ? (old ? 'notRefreshed' : 'fresh') : failed ? 'failed' : 'pending',
    total: live ? length.current : null,
    totalCapped: live && found.totalCapped,
    at: (index) => (live ? drawn(index) : undefined),
    there: () => (live ? [...found.pages.values()].flat() : []),
    length: length.current,
    drawn,
    keyAt: (index) => asked(pageOf(index)).queryKey,
    want,
    loading: !live && !failed && length.current === 0,
    stale: !live && shown !== null,
    live,
    error: failed?.error ?? null,
    lost:
      lost.length > 0
        ? {
            from: Math.min(...lost) * PAGE + 1,
            to: Math.min((Math.max(...lost) + 1) * PAGE, length.current),
          }
        : null,
    isLost: (index) => lostPages.has(pageOf(index)),
    retry: async () => failed?.retry(),
    version: version.current,
    load: async (most) => {
      const loaded: Row[] = [];
      for (let page = 1; loaded.length < most; page += 1) {
        const options = pageQuery(page, MAX_PAGE_SIZE) as FetchQueryOptions<Page<Row>, Failure>;
        const { list: some } = await queryClient.fetchQuery(options);
        loaded.push(...some);
        if (some.length < MAX_PAGE_SIZE) break;
      }
      return loaded.slice(0, most);
    },
  };
}

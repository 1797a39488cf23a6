import { withoutSpans } from '@contract/rules/daySpans';
import { useMemo } from 'react';
import { useKept } from '../app/drafts';
import { ownZone, today } from '../app/zone';
import type { Asked } from './asked';

/** What a list shows of its rows, kept with its tab of the window: what is asked for, in which order, which of its tabs. */
export interface ListState<Tab extends string = never> {
  /** Under which name its columns and views are kept. */
  readonly list: string;
  /** What it is asked for, as it is kept and shown: a span of days such as this month is one. */
  readonly kept: Asked;
  /** The same as the API is asked for it: spans are the days that they mean today. */
  readonly asked: Asked;
  readonly setAsked: (asked: Asked) => void;
  readonly sort: string;
  readonly setSort: (sort: string) => void;
  readonly tab: Tab;
  readonly setTab: (tab: Tab) => void;
  /** The view it was last made to show. */
  readonly viewId: number | null;
  readonly setViewId: (id: number | null) => void;
  /** What it begins with where nothing was kept: order and tab. */
  readonly order: string;
  readonly firstTab: Tab | null;
}

interface Options<Tab> {
  /** Tells lists of one screen apart. */
  readonly within?: string;
  /** Under which name another screen hands over what is asked for. */
  readonly asked?: string;
  readonly tab?: Tab;
}

/** The state of a list; `order` is empty where its table keeps its own. */
export function useListState<Tab extends string = never>(
  list: string,
  order: string,
  { within = '', asked: askedAs = 'asked', tab: firstTab }: Options<Tab> = {},
): ListState<Tab> {
  const [kept, setAsked] = useKept<Asked>(`${within}${askedAs}`, {});
  const [sort, setSort] = useKept(`${within}sort`, order);
  const [tab, setTab] = useKept<Tab>(`${within}tab`, firstTab as Tab);
  const [viewId, setViewId] = useKept<number | null>(`${within}viewId`, null);
  const day = today();
  const asked = useMemo(() => withoutSpans(kept, day, ownZone), [kept, day]);
  const known = { list, order, firstTab: firstTab ?? null };
  return { ...known, kept, asked, setAsked, sort, setSort, tab, setTab, viewId, setViewId };
}

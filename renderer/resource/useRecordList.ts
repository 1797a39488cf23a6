import type { Api, ApiName } from '@contract/index';
import { formatSort, parseSort } from '@contract/paging';
import { useMemo } from 'react';
import type * as z from 'zod';
import { read } from '../api/queries';
import { useSpeech } from '../app/language';
import { type ColumnChoice, columnsOf } from './columns';
import { type Rows, useRows } from './rows';
import { useChosen } from './useChosen';
import { useListState } from './useListState';

/** API groups whose list can be exported. */
export type ListGroup = {
  [G in keyof Api]: Api[G] extends { list: unknown; export: unknown } ? G : never;
}[keyof Api];

/** The calls of a list that are not its group's `list` and `export`. */
interface OwnCalls {
  readonly list: ApiName;
  readonly export: ApiName;
  /** Part of the export request that carries the query, if not the URL. */
  readonly within?: 'body';
}

interface Choice<Row, Kept> {
  /** True if there are actions on selected rows. */
  readonly possible: boolean;
  /** Returns the data to keep of each selected row, for example its number. */
  readonly knownOf?: (row: Row) => Kept | null;
}

/** Definition of a list: its rows, its columns, and how it is searched and sorted. */
export type ListSpec<Row, Tab extends string, Kept> = {
  /** Name under which its columns, views and selection are stored, if not that of the group. */
  readonly list?: string;
  /** Resource whose labels its fields use, if not that of the group. */
  readonly words?: string;
  /** Distinguishes it from other lists of the same screen. */
  readonly within?: string;
  /** Name under which another screen passes on the filters. */
  readonly filtersKey?: string;
  readonly row: z.ZodObject;
  /** Constant or memoised: the columns are rebuilt when it changes. */
  readonly columns: readonly ColumnChoice<Row>[];
  readonly filters: readonly string[];
  readonly sorts: readonly string[];
  /** Initial order, for example `-eta,billNo`. */
  readonly order: string;
  /** Initial tab. The tab `all` excludes nothing; any other counts as a filter. */
  readonly tab?: Tab;
  /** Returns the query's parts besides the filters, by the current tab. */
  readonly narrow?: (tab: Tab) => Readonly<Record<string, unknown>>;
  readonly choice?: Choice<Row, Kept>;
  /** Interval in milliseconds for refetching rows that change without user action. */
  readonly every?: number | ((page: { readonly list: readonly Row[] } | undefined) => number | false);
} & (
  | { readonly group: ListGroup; readonly calls?: undefined }
  | { readonly group: keyof Api; readonly calls: OwnCalls }
);

const NOTHING = () => null;

/** State, rows, columns and selection of a list; {@link RecordList} shows them. */
export function useRecordList<
  Row extends { readonly id: number | string },
  Tab extends string = 'all',
  Kept = never,
>(spec: ListSpec<Row, Tab, Kept>) {
  const { group, list = group, words = group, within = '', row, columns: choices, sorts, choice } = spec;
  const speech = useSpeech();
  const state = useListState<Tab>(list, spec.order, {
    within,
    ...(spec.tab === undefined ? {} : { tab: spec.tab }),
    ...(spec.filtersKey === undefined ? {} : { filtersKey: spec.filtersKey }),
  });
  const { query: filters, sort, tab } = state;
  // Compared as a string: screens pass a new array at each render.
  const sortable = sorts.join();
  const columns = useMemo(
    () =>
      columnsOf<Row>(row, choices, {
        sorts: sortable.split(','),
        speech,
        label: (field) => speech.label(field, words),
      }),
    [row, choices, sortable, speech, words],
  );
  const filter: Readonly<Record<string, unknown>> = { ...filters, ...spec.narrow?.(tab) };
  const order = sort || spec.order;
  const query = { ...filter, ...(order ? { sort: order } : {}) };
  const calls: OwnCalls = spec.calls ?? {
    list: `${group}.list` as ApiName,
    export: `${group}.export` as ApiName,
  };
  const [listGroup, listCall] = calls.list.split('.') as [keyof Api, never];
  const { every } = spec;
  const rows = useRows<Row>((page, pageSize) => ({
    ...read(listGroup, listCall, { query: { ...query, page, pageSize } } as never),
    ...(every === undefined
      ? {}
      : {
          refetchInterval:
            typeof every === 'number'
              ? every
              : (question: { state: { data?: { list: readonly Row[] } } }) => every(question.state.data),
        }),
  }));
  // Rows that can be chosen have numbers for ids.
  const chosen = useChosen<Row & { id: number }, Kept>(
    `${within}${list}`,
    rows as unknown as Rows<Row & { id: number }>,
    query,
    choice?.knownOf ?? NOTHING,
    choice?.possible ?? false,
  );
  const all = state.firstTab === 'all' && tab !== state.firstTab;
  return {
    spec,
    name: list,
    words,
    calls,
    state,
    columns,
    /** The query without the order. */
    filter,
    query,
    rows,
    sort,
    onSort: (to: string) => state.setSort(to || formatSort(parseSort(spec.order))),
    chosen,
    /** True if filters or a tab exclude rows. */
    filtered: Object.keys(filters).length > 0 || all,
    clearFilters: () => {
      state.setQuery({});
      if (all) state.setTab('all' as Tab);
    },
  };
}
export type RecordListOf<Row extends { readonly id: number | string }, Tab extends string, Kept> = ReturnType<
  typeof useRecordList<Row, Tab, Kept>
>;

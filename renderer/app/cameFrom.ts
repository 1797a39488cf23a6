import type { tabOrigin } from '@contract/desktop/boot';
import type { Api } from '@contract/index';
import type { Page } from '@contract/paging';
import type * as z from 'zod';
import { create } from 'zustand';
import { queryClient, read } from '../api/queries';

/** Query of a list: the call, its parameters, and the number of rows per page. */
interface ListRequest {
  readonly group: string;
  readonly call: string;
  readonly query: Record<string, unknown>;
  readonly pageSize: number;
}

type Row = Readonly<Record<string, unknown>>;

/**
 * Position of a tab's record in the list it was opened from: the list's query, and the field of the row, its value and
 * the path prefix that make up the path of the record's screen.
 */
export type Origin = z.output<typeof tabOrigin>;

/** Fields by which a row leads to a screen: its own id, that of its owner, or its code. */
const FIELDS = ['id', 'billId', 'seaBillId', 'code'] as const;
/** Maximum time in milliseconds between opening a row, also by its menu, and its screen being in front. */
const SOON = 30_000;

const useOrigins = create<Readonly<Record<string, Origin | undefined>>>(() => ({}));
let opened: {
  readonly request: ListRequest;
  readonly index: number;
  readonly row: Row;
  readonly total: number;
  readonly totalCapped: boolean;
  readonly at: number;
} | null = null;

/** Returns the list that a tab's record was opened from; undefined if it came from a link, the palette or elsewhere. */
export const useOrigin = (path: string): Origin | undefined => useOrigins((all) => all[path]);
export const originOf = (path: string): Origin | undefined => useOrigins.getState()[path];

/** Restores the origins of the last session's tabs. */
export const restoreOrigins = (known: Readonly<Record<string, Origin | undefined>>): void =>
  useOrigins.setState(known, true);

/** Records that a row of a list is being opened: the query key of its page, and its position. */
export function rowOpened(
  queryKey: readonly unknown[] | undefined,
  row: object,
  place: { readonly index: number; readonly total: number; readonly totalCapped: boolean },
): void {
  const [group, call, input] = (queryKey ?? []) as [keyof Api, string, { query?: Record<string, unknown> }?];
  const { page: _, pageSize, ...query } = input?.query ?? {};
  if (!group || !call || typeof pageSize !== 'number') return;
  opened = { request: { group, call, query, pageSize }, row: row as Row, ...place, at: performance.now() };
}

/** Stores the list that a tab's record was just opened from; `fresh` clears the former origin of a new tab's path. */
export function keepOrigin(path: string, fresh: boolean): void {
  const from = opened;
  opened = null;
  if (fresh) useOrigins.setState({ [path]: undefined });
  if (!from) return;
  const value = /[^/=]+$/.exec(path)?.[0];
  const field = FIELDS.find((name) => String(from.row[name]) === value);
  if (!field || value === undefined || performance.now() - from.at > SOON) return;
  const { request, index, total, totalCapped } = from;
  const begins = path.slice(0, path.length - value.length);
  useOrigins.setState({ [path]: { ...request, index, total, totalCapped, field, begins, value } });
}

/** Result of stepping to a neighbour: its path, or the reason why there is none. */
export type Step = { readonly path: string } | 'first' | 'last' | 'none';

/**
 * Returns the record before or after a tab's record in its list, with the filter and order it was opened with; pages
 * are fetched as reached. If the list has changed since, the neighbours are those of the record's current
 * position.
 */
export async function stepFrom(path: string, by: 1 | -1): Promise<Step> {
  const from = originOf(path);
  if (!from) return 'none';
  const here = await indexNow(from);
  const index = here + by;
  if (index < 0) return 'first';
  const page = await pageAt(from, index);
  const row = page.list[index % from.pageSize];
  if (!row) return 'last';
  const value = String(row[from.field]);
  const to = `${from.begins}${value}`;
  const { total, totalCapped } = page;
  useOrigins.setState({ [to]: { ...from, index, total, totalCapped, value } });
  return { path: to };
}

function pageAt(from: ListRequest, index: number): Promise<Page<Row>> {
  const page = Math.floor(index / from.pageSize) + 1;
  const query = { ...from.query, page, pageSize: from.pageSize };
  const question = read(from.group as 'bill', from.call as 'list', { query });
  return queryClient.fetchQuery(question) as unknown as Promise<Page<Row>>;
}

/** Returns a record's current index on its former page; its former index if it is no longer there. */
async function indexNow(from: Origin): Promise<number> {
  const start = from.index - (from.index % from.pageSize);
  const { list } = await pageAt(from, from.index);
  if (String(list[from.index - start]?.[from.field]) === from.value) return from.index;
  const found = list.findIndex((row) => String(row[from.field]) === from.value);
  return found < 0 ? from.index : start + found;
}

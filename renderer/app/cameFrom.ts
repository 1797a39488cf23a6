import type { tabOrigin } from '@contract/desktop';
import type { Api } from '@contract/index';
import type { Page } from '@contract/paging';
import type * as z from 'zod';
import { create } from 'zustand';
import { queryClient, read } from '../api/queries';

/** A list as it was asked for: the call, what is asked, and how many rows a page has. */
interface Asked {
  readonly group: string;
  readonly call: string;
  readonly query: Record<string, unknown>;
  readonly pageSize: number;
}

type Row = Readonly<Record<string, unknown>>;

/**
 * Where in which list the record of a tab stands: which field of a row the path of its screen ends in, what stands before
 * it, and what it is there.
 */
export type Origin = z.output<typeof tabOrigin>;

/** By which a row leads to a screen: its own id, that of what it belongs to, or its code. */
const FIELDS = ['id', 'billId', 'seaBillId', 'code'] as const;
/** Milliseconds in which the screen of a row comes to the front, be it opened by the menu of the row. */
const SOON = 30_000;

const useOrigins = create<Readonly<Record<string, Origin | undefined>>>(() => ({}));
let opened: {
  readonly asked: Asked;
  readonly index: number;
  readonly row: Row;
  readonly total: number;
  readonly totalCapped: boolean;
  readonly at: number;
} | null = null;

/** The list that the record of a tab was opened from; undefined for one that came by a link, the palette or elsewhere. */
export const useOrigin = (path: string): Origin | undefined => useOrigins((all) => all[path]);
export const originOf = (path: string): Origin | undefined => useOrigins.getState()[path];

/** Takes up the lists that tabs of the last time were opened from. */
export const restoreOrigins = (known: Readonly<Record<string, Origin | undefined>>): void =>
  useOrigins.setState(known, true);

/** Hears from a list that a row of it is being opened: the key of the query that its page was read by, and its place. */
export function rowOpened(
  queryKey: readonly unknown[] | undefined,
  row: object,
  place: { readonly index: number; readonly total: number; readonly totalCapped: boolean },
): void {
  const [group, call, input] = (queryKey ?? []) as [keyof Api, string, { query?: Record<string, unknown> }?];
  const { page: _, pageSize, ...query } = input?.query ?? {};
  if (!group || !call || typeof pageSize !== 'number') return;
  opened = { asked: { group, call, query, pageSize }, row: row as Row, ...place, at: performance.now() };
}

/** Keeps with a tab the list that its record was opened from, if it was just now; a new tab knows of no other one. */
export function keepOrigin(path: string, fresh: boolean): void {
  const from = opened;
  opened = null;
  if (fresh) useOrigins.setState({ [path]: undefined });
  if (!from) return;
  const value = /[^/=]+$/.exec(path)?.[0];
  const field = FIELDS.find((name) => String(from.row[name]) === value);
  if (!field || value === undefined || performance.now() - from.at > SOON) return;
  const { asked, index, total, totalCapped } = from;
  const begins = path.slice(0, path.length - value.length);
  useOrigins.setState({ [path]: { ...asked, index, total, totalCapped, field, begins, value } });
}

/** Result of stepping to a neighbour: its place, or none on that side. */
export type Step = { readonly path: string } | 'first' | 'last' | 'none';

/**
 * The record before or after that of a tab in its list, whose filter and order are those it was opened with; pages are asked
 * for as they are reached. Where others changed the list meanwhile, the neighbours are those of the record's present place.
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

function pageAt(from: Asked, index: number): Promise<Page<Row>> {
  const page = Math.floor(index / from.pageSize) + 1;
  const query = { ...from.query, page, pageSize: from.pageSize };
  const asked = read(from.group as 'bill', from.call as 'list', { query });
  return queryClient.fetchQuery(asked) as unknown as Promise<Page<Row>>;
}

/** Where a record stands now, on the page it stood on; where it stood before if it is gone from there. */
async function indexNow(from: Origin): Promise<number> {
  const start = from.index - (from.index % from.pageSize);
  const { list } = await pageAt(from, from.index);
  if (String(list[from.index - start]?.[from.field]) === from.value) return from.index;
  const found = list.findIndex((row) => String(row[from.field]) === from.value);
  return found < 0 ? from.index : start + found;
}

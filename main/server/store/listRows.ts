import { type FieldMeta, metaOf } from '@contract/fields';
import { COUNT_CAP } from '@contract/limits';
import { perName } from '@contract/names';
import { filterParts, type Page, type PageQuery, parseSort, type SortKey, windowOf } from '@contract/paging';
import { fieldOf } from '@contract/rowFields';
import {
  type Expression,
  type ExpressionBuilder,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import type * as z from 'zod';
import { byName } from './byName';
import { type Codec, codecByName } from './codec';
import { beginsWith, contains } from './dialect';
import { beyond, cursorOf, readCursor, writeCursor } from './listCursor';
import type { Reader } from './open';

/** A table whose names are known only at run time; the list definition is responsible for them. */
type Rows = Record<string, Record<string, unknown>>;
export type ConditionBuilder = ExpressionBuilder<Rows, string>;

/** Query of a list: its page, and its filters by name. */
type ListQuery = PageQuery & Readonly<Record<string, unknown>>;

/** Definition of how a list is read from its table. */
export interface ListDefinition<S extends z.ZodObject> {
  readonly table: string;
  readonly row: S;
  readonly filters: readonly (keyof S['shape'] & string)[];
  /** Columns in which the keyword is searched. */
  readonly keyword: readonly string[];
  /** For example `-eta,billNo`; the id decides between equals. */
  readonly order: string;
  /** Columns for sorting by fields whose own columns differ. */
  readonly sortedBy?: Readonly<Record<string, string>>;
  /** Conditions that always hold, and those that hold unless the query says otherwise. */
  readonly always?: (
    where: ConditionBuilder,
    query: Readonly<Record<string, unknown>>,
  ) => Expression<SqlBool>[];
  /** Statement that calculates the rows, in place of the table. */
  readonly rows?: (query: Readonly<Record<string, unknown>>) => RawBuilder<unknown>;
  /** True if the calculated rows are sums by a few keys: all are loaded at once, since counting alone takes as long. */
  readonly few?: boolean;
  /**
   * True if the table has columns that the row leaves out, and that must not be read: then every field of the row is a
   * column.
   */
  readonly listed?: boolean;
  /** Returns the total if it is known without counting. */
  readonly total?: (db: Reader, query: Readonly<Record<string, unknown>>) => Promise<number | undefined>;
}

/**
 * Checks the cursor of a query, if it has one, without reading any row.
 * @throws Refusal VALIDATION for one that no list of this order has written.
 */
export function requireCursor<S extends z.ZodObject>(definition: ListDefinition<S>, query: ListQuery): void {
  if (query.after) readCursor(definition, query.after, sortKeys(definition, query));
}

/** Loads a page of matching rows: found by index, counted up to the cap. */
export async function listRows<S extends z.ZodObject>(
  db: Reader,
  definition: ListDefinition<S>,
  query: ListQuery,
): Promise<Page<z.output<S>>> {
  const keys = sortKeys(definition, query);
  const { offset, limit } = windowOf(query);
  const { decode } = codecFor(definition.row);
  const nextOf = (found: readonly Record<string, unknown>[]) => {
    const last = found.at(-1);
    return last && found.length === limit ? writeCursor(keys, last) : null;
  };
  const cursor = query.after ? readCursor(definition, query.after, keys) : undefined;
  if (definition.few && !cursor) {
    const all = await allRows(db, definition, query);
    const found = all.slice(offset, offset + limit);
    return { list: found.map(decode), total: all.length, totalCapped: false, next: nextOf(found) };
  }
  const counted = await countRows(db, definition, query);
  const left = counted.total - offset - limit;
  // Read from the end if that is nearer, since rows before a page are skipped one by one. Never do so for the first
  // page: rows may have been added since the count, and the page would begin with a later one.
  const found =
    !cursor && !counted.totalCapped && offset > Math.max(left, 0) && offset < counted.total
      ? await fromEnd(db, definition, query, keys, Math.max(left, 0), limit + Math.min(left, 0))
      : await window(db, definition, query, keys, cursor ?? offset, limit);
  return { list: found.map(decode), ...counted, next: nextOf(found) };
}

/**
 * All matching rows of a list with {@link ListDefinition.few}, with every column of their source, in the requested
 * order.
 */
export const allRows = <S extends z.ZodObject>(
  db: Reader,
  definition: ListDefinition<S>,
  query: ListQuery,
): Promise<Record<string, unknown>[]> =>
  window(db, definition, query, sortKeys(definition, query), 0, Number.MAX_SAFE_INTEGER);

/** Counts matching rows: exactly where the definition knows the total, else up to the cap. */
async function countRows<S extends z.ZodObject>(
  db: Reader,
  definition: ListDefinition<S>,
  query: ListQuery,
): Promise<{ total: number; totalCapped: boolean }> {
  const known = await definition.total?.(db, query);
  if (known !== undefined) return { total: known, totalCapped: false };
  let matching = sourceOf(db, definition, query)
    .select('id')
    .limit(COUNT_CAP + 1);
  for (const condition of conditions(definition, query)) matching = matching.where(condition);
  const { n } = await byName(db)
    .selectFrom(matching.as('matching'))
    .select((where) => where.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return { total: Math.min(n, COUNT_CAP), totalCapped: n > COUNT_CAP };
}

/** Counts matching rows by the values of one column. */
export async function groupRows<S extends z.ZodObject>(
  db: Reader,
  definition: ListDefinition<S>,
  query: ListQuery,
  column: keyof S['shape'] & string,
): Promise<Record<string, unknown>[]> {
  let matching = byName(db)
    .selectFrom(definition.table)
    .select((where) => [column, where.fn.countAll<number>().as('n')])
    .groupBy(column);
  for (const condition of conditions(definition, query)) matching = matching.where(condition);
  return matching.execute();
}

/** Counts matching rows in each of the given states, zero included. */
export async function countStates<S extends z.ZodObject, const N extends string>(
  db: Reader,
  definition: ListDefinition<S>,
  query: ListQuery,
  names: readonly N[],
): Promise<Record<N, number>> {
  const rows = await groupRows(db, definition, query, 'state');
  const found = new Map(rows.map(({ state, n }) => [state, Number(n)]));
  return perName(names, (state) => found.get(state) ?? 0);
}

/** Sums columns over matching rows, grouped by others: of `lines` rows, `known` have a value. */
export async function sumGroups<S extends z.ZodObject>(
  db: Reader,
  definition: ListDefinition<S>,
  query: ListQuery,
  by: readonly string[],
  sums: readonly string[],
  known: string = 'id',
): Promise<Record<string, unknown>[]> {
  let matching = byName(db)
    .selectFrom(definition.table)
    .select((where) => [
      ...by,
      where.fn.countAll<number>().as('lines'),
      where.fn.count<number>(known).as('known'),
      ...sums.map((column) => where.fn.sum<number>(column).as(column)),
    ])
    .groupBy([...by])
    .orderBy(by[0] ?? 'lines');
  for (const condition of conditions(definition, query)) matching = matching.where(condition);
  return matching.execute();
}

/** Sums expressions over matching rows; 0 for none. */
export async function sumRows<S extends z.ZodObject, N extends string>(
  db: Reader,
  definition: ListDefinition<S>,
  query: ListQuery,
  sums: Readonly<Record<N, Expression<number>>>,
): Promise<Record<N, number>> {
  let matching = sourceOf(db, definition, query).select((where) =>
    Object.entries<Expression<number>>(sums).map(([name, of]) =>
      where.fn.coalesce(where.fn.sum<number>(of), sql<number>`0`).as(name),
    ),
  );
  for (const condition of conditions(definition, query)) matching = matching.where(condition);
  return (await matching.executeTakeFirstOrThrow()) as Record<N, number>;
}

/** Sums those fields of `totals` that matching rows have; 0 for none. */
export async function totalsOf<S extends z.ZodObject, T extends z.ZodObject>(
  db: Reader,
  definition: ListDefinition<S>,
  query: ListQuery,
  totals: T,
): Promise<z.output<T>> {
  const sums = Object.keys(totals.shape).map((name) => [name, sql.ref<number>(name)]);
  return codecFor(totals).decode(await sumRows(db, definition, query, Object.fromEntries(sums)));
}

/** Iterates over all matching rows, a few thousand at a time, however many there are; exports are streamed from it. */
export async function* eachRow<S extends z.ZodObject>(
  db: Reader,
  definition: ListDefinition<S>,
  query: ListQuery,
): AsyncGenerator<z.output<S>[]> {
  const keys = sortKeys(definition, query);
  const { decode } = codecFor(definition.row);
  const chunk = 2000;
  let start: number | unknown[] = 0;
  for (;;) {
    const found = await window(db, definition, query, keys, start, chunk);
    if (found.length > 0) yield found.map(decode);
    const last = found.at(-1);
    if (found.length < chunk || !last) return;
    start = cursorOf(keys, last);
  }
}

/**
 * Loads rows from an offset, or after the values of a cursor. The ids come from an index alone; only rows of the window
 * are then fetched.
 */
async function window<S extends z.ZodObject>(
  db: Reader,
  definition: ListDefinition<S>,
  query: ListQuery,
  keys: readonly SortKey[],
  start: number | readonly unknown[],
  limit: number,
): Promise<Record<string, unknown>[]> {
  const run = (
    wanted: number,
    offset: number,
    ...extra: ((where: ConditionBuilder) => Expression<SqlBool>)[]
  ) => {
    const wheres = [...conditions(definition, query), ...extra];
    if (definition.rows) {
      // Calculating the rows twice, for ids and for fields, would be double the work.
      let rows = sourceOf(db, definition, query).selectAll().limit(wanted).offset(offset);
      for (const condition of wheres) rows = rows.where(condition);
      for (const { field, descending } of keys) rows = rows.orderBy(field, descending ? 'desc' : 'asc');
      return rows.execute();
    }
    let ids = byName(db).selectFrom(definition.table).select('id').limit(wanted).offset(offset);
    const columns = definition.listed ? columnsOf(definition.row, keys) : undefined;
    const rows = byName(db).selectFrom(definition.table);
    let page = columns ? rows.select(columns) : rows.selectAll();
    for (const condition of wheres) ids = ids.where(condition);
    for (const { field, descending } of keys) {
      ids = ids.orderBy(field, descending ? 'desc' : 'asc');
      page = page.orderBy(field, descending ? 'desc' : 'asc');
    }
    return page.where('id', 'in', ids as never).execute();
  };
  if (typeof start === 'number') return run(limit, start);

  const [first] = keys;
  const found = await run(limit, 0, beyond(keys, start));
  if (!first?.descending || start[0] === null || found.length === limit) return found;
  // Descending, null values come last; one range of the index cannot include them, a second one can.
  return [...found, ...(await run(limit - found.length, 0, (where) => where(first.field, 'is', null)))];
}

/** Loads rows by their distance from the end, in the order of the keys. */
async function fromEnd<S extends z.ZodObject>(
  db: Reader,
  definition: ListDefinition<S>,
  query: ListQuery,
  keys: readonly SortKey[],
  behind: number,
  limit: number,
): Promise<Record<string, unknown>[]> {
  const turned = keys.map(({ field, descending }) => ({ field, descending: !descending }));
  return (await window(db, definition, query, turned, behind, limit)).reverse();
}

/** Ids of all matching rows, unordered: the selection of "select all". */
export async function matchingIds<S extends z.ZodObject>(
  db: Reader,
  definition: ListDefinition<S>,
  query: ListQuery,
): Promise<number[]> {
  let matching = byName(db).selectFrom(definition.table).select('id');
  for (const condition of conditions(definition, query)) matching = matching.where(condition);
  return (await matching.execute()).map(({ id }) => Number(id));
}

/** Source of a list: its table, or the rows calculated for the query under the table's name. */
function sourceOf<S extends z.ZodObject>(db: Reader, definition: ListDefinition<S>, query: ListQuery) {
  const { table, rows } = definition;
  if (!rows) return byName(db).selectFrom(table);
  const source = sql<Record<string, unknown>>`(${rows(query)})`.as(table);
  return byName(db).selectFrom(source as never) as unknown as SelectQueryBuilder<
    Rows,
    string,
    Record<never, never>
  >;
}

/** All matching rows, with every column of their source, as a statement to be used after `from`. */
export function matchingRows<S extends z.ZodObject>(
  db: Reader,
  definition: ListDefinition<S>,
  query: ListQuery,
): RawBuilder<unknown> {
  let matching = sourceOf(db, definition, query).selectAll();
  for (const condition of conditions(definition, query)) matching = matching.where(condition);
  return sql`${matching}`;
}

/** Columns of a page: those of its row, and those that it is sorted by. */
const columnsOf = (row: z.ZodObject, keys: readonly SortKey[]): string[] => [
  ...new Set([...Object.keys(row.shape), ...keys.map(({ field }) => field)]),
];

const codecs = new WeakMap<z.ZodObject, Codec<never>>();
function codecFor<S extends z.ZodObject>(row: S): Codec<z.output<S>> {
  let codec: Codec<z.output<S>> | undefined = codecs.get(row);
  if (!codec) {
    codec = codecByName(row);
    codecs.set(row, codec as unknown as Codec<never>);
  }
  return codec;
}

/** The requested sort, or the default one; the id makes it total. */
function sortKeys<S extends z.ZodObject>(
  { order, sortedBy = {} }: ListDefinition<S>,
  { sort }: ListQuery,
): SortKey[] {
  const keys = parseSort(sort || order).map((key) => ({ ...key, field: sortedBy[key.field] ?? key.field }));
  if (keys.some(({ field }) => field === 'id')) return keys;
  return [...keys, { field: 'id', descending: keys[0]?.descending ?? false }];
}

/** Conditions of a query, each by the kind of the field it filters. */
function conditions<S extends z.ZodObject>(
  definition: ListDefinition<S>,
  query: ListQuery,
): ((where: ConditionBuilder) => Expression<SqlBool>)[] {
  const built: ((where: ConditionBuilder) => Expression<SqlBool>)[] = [];
  for (const name of definition.filters) {
    const schema = fieldOf(definition.row, name);
    for (const part of filterParts(name, schema)) {
      const value = query[part.name];
      if (value === undefined) continue;
      built.push(conditionOf(part.field, part.how, value, schema));
    }
  }
  if (query.keyword) {
    const words = query.keyword;
    built.push((where) => where.or(definition.keyword.map((column) => contains(column, words))));
  }
  const { always } = definition;
  if (always) built.push((where) => where.and(always(where, query)));
  return built;
}

function conditionOf(
  field: string,
  how: 'in' | 'is' | 'like' | 'from' | 'to',
  value: unknown,
  schema: z.ZodType,
): (where: ConditionBuilder) => Expression<SqlBool> {
  const meta = metaOf(schema);
  switch (how) {
    case 'in':
      return (where) => where(field, 'in', value as never);
    case 'is':
      return (where) => where(field, '=', value ? 1 : 0);
    case 'like':
      return () =>
        meta.kind === 'code'
          ? beginsWith(field, meta.rule.normalise(String(value)))
          : contains(field, String(value));
    case 'from':
      return (where) => where(field, '>=', scaledLimit(meta, value, Math.ceil));
    case 'to':
      return (where) => where(field, '<=', scaledLimit(meta, value, Math.floor));
  }
}

/** Converts range limits to the units of the store; amounts are compared in hundredths, as in most currencies. */
function scaledLimit(meta: FieldMeta, value: unknown, whole: (value: number) => number): unknown {
  const { kind } = meta;
  if (kind === 'count' || kind === 'size') return whole(Number(value));
  if (kind === 'weight' || kind === 'volume' || kind === 'decimal') return Math.round(Number(value) * 1000);
  if (kind === 'fixed') return Math.round(Number(value) * 10 ** meta.digits);
  return kind === 'money' ? Math.round(Number(value) * 100) : value;
}

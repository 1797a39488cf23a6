import type { FilterParts } from '../kinds/kind';

/** Keyword and filters of a list, by their names in the query. */
export type ListQuery = Readonly<Record<string, unknown>>;

/** Returns a query with some parts changed; parts without a value are removed. */
export const refined = (query: ListQuery, changed: FilterParts): ListQuery =>
  Object.fromEntries(
    Object.entries({ ...query, ...changed }).filter(
      ([, value]) => value !== undefined && value !== null && value !== '',
    ),
  );

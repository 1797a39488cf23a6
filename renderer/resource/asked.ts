import type { FilterParts } from '../kinds/kind';

/** What a list is asked for: keyword and filters, by the names of the query. */
export type Asked = Readonly<Record<string, unknown>>;

/** What a list is asked for with some parts of it changed; those without a value are not asked. */
export const refined = (asked: Asked, changed: FilterParts): Asked =>
  Object.fromEntries(
    Object.entries({ ...asked, ...changed }).filter(
      ([, value]) => value !== undefined && value !== null && value !== '',
    ),
  );

import type { PageQuery } from '@contract/paging';
import type * as z from 'zod';
import type { Context } from './context';
import { refuse } from './refusal';
import { type ListDefinition, matchingIds } from './store/listRows';

/** Which records a bulk call means: by id, or by a filter with how many the user saw. */
export type Selected =
  | { readonly ids: readonly number[] }
  | { readonly filter: PageQuery; readonly expected: number };

/** Ids that a bulk call means. When a filter no longer finds as many as the user saw, nothing is done: COUNT_CHANGED. */
export async function selectedIds<S extends z.ZodObject>(
  { read }: Pick<Context, 'read'>,
  list: ListDefinition<S>,
  selection: Selected,
): Promise<number[]> {
  if ('ids' in selection) return [...new Set(selection.ids)];
  const ids = await matchingIds(read, list, selection.filter);
  if (ids.length !== selection.expected)
    throw refuse('COUNT_CHANGED', { actual: ids.length, expected: selection.expected });
  return ids;
}

import type { PageQuery } from '@contract/paging';
import type * as z from 'zod';
import { type ListDefinition, matchingIds } from '../store/listRows';
import type { Reader } from '../store/open';
import type { Context } from './context';
import { refuse } from './refusal';

/** Which records a bulk call means: by id, or by a filter with how many the user saw. */
export type Selected =
  | { readonly ids: readonly number[] }
  | { readonly filter: PageQuery; readonly expected: number };

/**
 * What a call may choose its records from: all there is, in its own transaction; for a caller who sees a part of the data,
 * that part as it was when the call began.
 */
export const choiceOf = ({ caller, store, read }: Pick<Context, 'caller' | 'store' | 'read'>): Reader =>
  caller.warehouseIds.length > 0 ? store.read : read;

/** Ids that a bulk call means, of records that the caller sees. */
export const selectedIds = <S extends z.ZodObject>(
  context: Pick<Context, 'caller' | 'store' | 'read'>,
  list: ListDefinition<S>,
  selection: Selected,
): Promise<number[]> => selectedFrom(choiceOf(context), list, selection);

/** Ids that a bulk call means. When a filter no longer finds as many as the user saw, nothing is done: COUNT_CHANGED. */
export async function selectedFrom<S extends z.ZodObject>(
  read: Reader,
  list: ListDefinition<S>,
  selection: Selected,
): Promise<number[]> {
  if ('ids' in selection) return [...new Set(selection.ids)];
  const ids = await matchingIds(read, list, selection.filter);
  if (ids.length !== selection.expected)
    throw refuse('COUNT_CHANGED', { actual: ids.length, expected: selection.expected });
  return ids;
}

import type { PageQuery } from '@contract/paging';
import type * as z from 'zod';
import { type ListDefinition, matchingIds } from '../store/listRows';
import type { Reader } from '../store/open';
import type { Context } from './context';
import { refuse } from './refusal';

/** Selection of a bulk call: by ids, or by a filter with the number of records the user saw. */
export type BulkSelection =
  | { readonly ids: readonly number[] }
  | { readonly filter: PageQuery; readonly expected: number };

/**
 * Reader for resolving a selection: in the call's own transaction; for a caller with a limited view, that view as it
 * was when the call began.
 */
export const choiceOf = ({ caller, store, read }: Pick<Context, 'caller' | 'store' | 'read'>): Reader =>
  caller.warehouseIds.length > 0 ? store.read : read;

/** Resolves the selection of a bulk call to the ids that the caller sees. */
export const selectedIds = <S extends z.ZodObject>(
  context: Pick<Context, 'caller' | 'store' | 'read'>,
  list: ListDefinition<S>,
  selection: BulkSelection,
): Promise<number[]> => selectedFrom(choiceOf(context), list, selection);

/**
 * Resolves the selection of a bulk call to ids. Throws COUNT_CHANGED when a filter finds another number than the user
 * saw.
 */
export async function selectedFrom<S extends z.ZodObject>(
  read: Reader,
  list: ListDefinition<S>,
  selection: BulkSelection,
): Promise<number[]> {
  if ('ids' in selection) return [...new Set(selection.ids)];
  const ids = await matchingIds(read, list, selection.filter);
  if (ids.length !== selection.expected)
    throw refuse('COUNT_CHANGED', { actual: ids.length, expected: selection.expected });
  return ids;
}

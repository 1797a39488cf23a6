/** Selected rows: some by id, or all that match the filter. */
export type Selection = { readonly ids: ReadonlySet<number | string> } | 'matching';

export const NO_SELECTION: Selection = { ids: new Set() };

/** True if the row is selected. */
export const isChosen = (selection: Selection, id: number | string): boolean =>
  selection === 'matching' || selection.ids.has(id);

/** Returns the number of selected rows; `total` is the number that match. */
export const chosenCount = (selection: Selection, total: number): number =>
  selection === 'matching' ? total : selection.ids.size;

/** Returns the selection with a row added or removed. Removing one from all that match clears the selection. */
export function toggled(selection: Selection, id: number | string): Selection {
  if (selection === 'matching') return NO_SELECTION;
  const ids = new Set(selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ids };
}

/** Selected rows as a bulk call takes them: by id, or by the filter with the number of rows the user saw. */
export type BulkSelection =
  | { readonly ids: number[] }
  | { readonly filter: Readonly<Record<string, unknown>>; readonly expected: number };

/** Returns the selection of a list as a bulk call takes it; `total` is the number of rows that match the filter. */
export const selectedOf = (
  selection: Selection,
  filter: Readonly<Record<string, unknown>>,
  total: number,
): BulkSelection =>
  selection === 'matching' ? { filter, expected: total } : { ids: [...selection.ids] as number[] };

/** Returns the number of rows that a bulk call affects. */
export const countOf = (selected: BulkSelection): number =>
  'ids' in selected ? selected.ids.length : selected.expected;

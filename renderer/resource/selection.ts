/** Which rows are chosen: some by id, or all that match the filter, however many. */
export type Selection = { readonly ids: ReadonlySet<number | string> } | 'matching';

export const NONE: Selection = { ids: new Set() };

/** True when the row is among the chosen. */
export const isChosen = (selection: Selection, id: number | string): boolean =>
  selection === 'matching' || selection.ids.has(id);

/** How many are chosen, of so many that match. */
export const chosenCount = (selection: Selection, total: number): number =>
  selection === 'matching' ? total : selection.ids.size;

/** The selection with a row added or taken away. Taking one away from all that match chooses nothing more. */
export function toggled(selection: Selection, id: number | string): Selection {
  if (selection === 'matching') return NONE;
  const ids = new Set(selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ids };
}

/** The chosen as a bulk call names them: by id, or by the filter with how many the user saw. */
export type Selected =
  | { readonly ids: number[] }
  | { readonly filter: Readonly<Record<string, unknown>>; readonly expected: number };

/** What is chosen in a list that shows so many of a filter. */
export const selectedOf = (
  selection: Selection,
  filter: Readonly<Record<string, unknown>>,
  total: number,
): Selected =>
  selection === 'matching' ? { filter, expected: total } : { ids: [...selection.ids] as number[] };

/** How many a bulk call means. */
export const countOf = (selected: Selected): number =>
  'ids' in selected ? selected.ids.length : selected.expected;

import { useRef } from 'react';
import { notifyFailed } from '../ui/toaster';
import type { Rows } from './rows';
import { isChosen, type Selection, toggled } from './selection';

/** Selects rows of a table: one, a range from the last one, or all loaded ones. */
export function useRowChoice<Row extends { readonly id: number | string }>(
  rows: Rows<Row>,
  selection: Selection | undefined,
  onSelection: ((selection: Selection) => void) | undefined,
) {
  /** The row that was toggled last, and its index then. */
  const last = useRef<{ readonly index: number; readonly id: Row['id'] } | null>(null);
  /** Toggles a row; with `all`, the whole range from the row toggled before. */
  const choose = async (index: number, all: boolean) => {
    const row = rows.at(index);
    if (!selection || !onSelection || !row) return;
    const before = last.current;
    last.current = { index, id: row.id };
    // If the order has changed, the range is not the one that the user sees.
    const isSameRow = before && (rows.at(before.index)?.id ?? before.id) === before.id;
    if (!all || !isSameRow || selection === 'matching') return onSelection(toggled(selection, row.id));
    const [from, to] = [Math.min(before.index, index), Math.max(before.index, index)];
    try {
      const there = Array.from({ length: to - from + 1 }, (_, at) => rows.at(from + at));
      const loaded = there.includes(undefined) ? (await rows.load(to + 1)).slice(from) : there;
      const between = new Set(loaded.flatMap((one) => one?.id ?? []));
      const others = [...selection.ids].filter((one) => !between.has(one));
      onSelection({ ids: new Set(isChosen(selection, row.id) ? others : [...others, ...between]) });
    } catch (error) {
      notifyFailed(error);
    }
  };
  /** Selects the marked range of rows. */
  const chooseMarked = (marked: { readonly from: number; readonly to: number } | null, at: number) => {
    const first = marked && rows.at(marked.from);
    if (first) last.current = { index: marked.from, id: first.id };
    void choose(first ? marked.to : at, Boolean(first));
  };
  /** Selects all loaded rows, or clears the selection if all of them are selected. */
  const choosePage = () => {
    if (!selection || !onSelection) return;
    const ids = new Set<number | string>(rows.there().map(({ id }) => id));
    const all = selection !== 'matching' && ids.size > 0 && [...ids].every((one) => selection.ids.has(one));
    onSelection({ ids: all ? new Set() : ids });
  };
  return { choose, chooseMarked, choosePage };
}

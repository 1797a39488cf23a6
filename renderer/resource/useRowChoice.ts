import { useRef } from 'react';
import { notifyFailed } from '../ui/toaster';
import type { Rows } from './rows';
import { isChosen, type Selection, toggled } from './selection';

/** Choosing rows of a table: one, all from the last one on, those that are there. */
export function useRowChoice<Row extends { readonly id: number | string }>(
  rows: Rows<Row>,
  selection: Selection | undefined,
  onSelection: ((selection: Selection) => void) | undefined,
) {
  /** The row that was chosen or let go last, and where it stood. */
  const last = useRef<{ readonly index: number; readonly id: Row['id'] } | null>(null);
  /** Chooses a row or lets it go; on wish with all of them from the one before. */
  const choose = async (index: number, all: boolean) => {
    const row = rows.at(index);
    if (!selection || !onSelection || !row) return;
    const before = last.current;
    last.current = { index, id: row.id };
    // In another order of the rows, what lies between is not what one sees.
    const stands = before && (rows.at(before.index)?.id ?? before.id) === before.id;
    if (!all || !stands || selection === 'matching') return onSelection(toggled(selection, row.id));
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
  /** Chooses the rows between two, as they are marked. */
  const chooseMarked = (marked: { readonly from: number; readonly to: number } | null, at: number) => {
    const first = marked && rows.at(marked.from);
    if (first) last.current = { index: marked.from, id: first.id };
    void choose(first ? marked.to : at, Boolean(first));
  };
  /** Chooses the rows that are there, or lets them go where all of them are chosen. */
  const choosePage = () => {
    if (!selection || !onSelection) return;
    const ids = new Set<number | string>(rows.there().map(({ id }) => id));
    const all = selection !== 'matching' && ids.size > 0 && [...ids].every((one) => selection.ids.has(one));
    onSelection({ ids: all ? new Set() : ids });
  };
  return { choose, chooseMarked, choosePage };
}

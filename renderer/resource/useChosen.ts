import { useCallback, useRef, useState } from 'react';
import type { Rows } from './rows';
import { chosenCount, NONE, type Selection } from './selection';

/**
 * What is chosen in a list. Of each row that was ever chosen something is kept, as its number: by the time it is acted
 * on, the row itself may be out of view.
 */
export function useChosen<Row extends { readonly id: number }, Known>(
  rows: Rows<Row>,
  knownOf: (row: Row) => Known | null,
) {
  const [selection, setSelection] = useState<Selection>(NONE);
  const kept = useRef(new Map<number, Known>());
  const remember = (row: Row) => {
    const known = knownOf(row);
    if (known !== null) kept.current.set(row.id, known);
  };
  const choose = (next: Selection) => {
    if (next !== 'matching') {
      for (let index = 0; index < rows.total; index += 1) {
        const row = rows.at(index);
        if (row) remember(row);
      }
    }
    setSelection(next);
  };
  const count = chosenCount(selection, rows.total);
  return {
    selection,
    choose,
    clear: useCallback(() => setSelection(NONE), []),
    count,
    /** Ids of the chosen; none where all that match are meant. */
    ids: selection === 'matching' ? [] : ([...selection.ids] as number[]),
    remember,
    known: (id: number): Known | undefined => kept.current.get(id),
    /** Choosing all that match, where there are more than are chosen and it is known how many. */
    all:
      selection === 'matching' || rows.totalCapped || count >= rows.total
        ? undefined
        : { total: rows.total, choose: () => setSelection('matching') },
  };
}

import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import { useKept } from '../app/drafts';
import { useStableCallback } from '../ui/useStableCallback';
import type { Rows } from './rows';
import { type BulkSelection, chosenCount, type Selection, selectedOf } from './selection';

/** Selection stored beyond the window: its filter, its rows, and the data kept of each row. */
interface KeptChoice<Kept> {
  readonly of: string;
  readonly ids: readonly number[] | 'matching';
  readonly known: readonly (readonly [number, Kept])[];
}

/** Props of a table whose rows can be selected. */
export interface ChosenInTable {
  readonly selection: Selection;
  readonly onSelection: (selection: Selection) => void;
  /** Element that contains the buttons for the selected rows. */
  readonly bar: RefObject<HTMLElement | null>;
}

/** Selection of a list, with everything its bar and its table need. */
export interface ListSelection {
  /** Has no selection where there are no actions on selected rows. */
  readonly table: Pick<ChosenInTable, 'bar'> & Partial<ChosenInTable>;
  readonly clear: () => void;
  /**
   * Removes rows from the selection after an action, by id or by number. An action from a row's own menu leaves the
   * other rows selected.
   */
  readonly done: (acted: BulkSelection | number) => void;
  readonly count: number;
  /** True if the list shows the current query, so that its selection can be acted on. */
  readonly ready: boolean;
  /** Selection as a bulk call takes it; every list's calls accept all that match. */
  readonly selected: BulkSelection;
  /** Selects all that match; undefined unless there are more than the selected ones and their number is known. */
  readonly all: { readonly total: number; readonly choose: () => void } | undefined;
}

/**
 * Selection of a list: single rows, or all that match its query. It is cleared when the query changes, and kept when
 * the window is closed. `knownOf` returns the data to keep of each selected row, for example its number: the row may
 * be out of view by the time of an action. Rows can be selected only if an action on them is `possible`.
 */
export function useChosen<Row extends { readonly id: number }, Kept>(
  list: string,
  rows: Rows<Row>,
  query: Readonly<Record<string, unknown>>,
  knownOf: (row: Row) => Kept | null,
  possible: boolean,
) {
  const { sort: _, ...filter } = query;
  const of = JSON.stringify(filter);
  const [kept, setKept] = useKept<KeptChoice<Kept> | null>(`${list}.chosen`, null);
  const chosen = possible && kept?.of === of ? kept : null;
  const ids = chosen?.ids ?? NO_IDS;
  const selection = useMemo<Selection>(() => (ids === 'matching' ? ids : { ids: new Set(ids) }), [ids]);
  // Another filter clears the selection for good, even if the user returns to the first.
  useEffect(() => {
    if (kept && kept.of !== of) setKept(null);
  }, [kept, of, setKept]);
  const seen = useRef(new Map<number, Kept>(chosen?.known));
  const remember = (row: Row) => {
    const known = knownOf(row);
    if (known !== null) seen.current.set(row.id, known);
  };
  const choose = (next: Selection) => {
    if (next === 'matching') return setKept({ of, ids: 'matching', known: [] });
    for (const row of rows.there()) remember(row);
    const wanted = [...next.ids] as number[];
    const known = wanted.flatMap((id) => {
      const one = seen.current.get(id);
      return one === undefined ? [] : [[id, one] as const];
    });
    setKept(wanted.length > 0 ? { of, ids: wanted, known } : null);
  };
  const bar = useRef<HTMLElement>(null);
  // While another order of the same rows loads, their number is that of the rows drawn.
  const total = rows.total ?? rows.length;
  const count = chosenCount(selection, total);
  const done = useStableCallback((acted: BulkSelection | number) => {
    if (typeof acted === 'number') {
      if (acted >= count) setKept(null);
    } else if (!('ids' in acted)) setKept(null);
    else if (selection !== 'matching')
      choose({ ids: new Set([...selection.ids].filter((id) => !acted.ids.some((one) => one === id))) });
  });
  return {
    table: possible ? { selection, onSelection: choose, bar } : { bar },
    clear: useCallback(() => setKept(null), [setKept]),
    done,
    count,
    selected: selectedOf(selection, filter, total),
    ready: rows.live,
    remember,
    known: (id: number): Kept | undefined => seen.current.get(id),
    all:
      selection === 'matching' || rows.total === null || rows.totalCapped || count >= rows.total
        ? undefined
        : { total: rows.total, choose: () => choose('matching') },
  } satisfies ListSelection & Record<string, unknown>;
}
const NO_IDS: readonly number[] = [];

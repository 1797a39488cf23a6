import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import { useKept } from '../app/drafts';
import { useStableCallback } from '../ui/useStableCallback';
import type { Rows } from './rows';
import { chosenCount, type Selected, type Selection, selectedOf } from './selection';

/** What is chosen as it outlives the window: of which filter, which rows, and what is known of each. */
interface KeptChoice<Known> {
  readonly of: string;
  readonly ids: readonly number[] | 'matching';
  readonly known: readonly (readonly [number, Known])[];
}

/** What a table needs to choose rows in it. */
export interface ChosenInTable {
  readonly selection: Selection;
  readonly onSelection: (selection: Selection) => void;
  /** Where the buttons stand that do something with them. */
  readonly bar: RefObject<HTMLElement | null>;
}

/** What is chosen in a list, and all that its bar and its table need of it. */
export interface Chosen {
  /** Without a selection where nothing can be done with chosen rows. */
  readonly table: Pick<ChosenInTable, 'bar'> & Partial<ChosenInTable>;
  readonly clear: () => void;
  /**
   * Something was done, by the ids of the rows or with so many of them: those are chosen no longer. What was done with one
   * row by its own menu leaves the others chosen.
   */
  readonly done: (acted: Selected | number) => void;
  readonly count: number;
  /** The list is the answer to the present question: what is chosen of it can be acted on. */
  readonly ready: boolean;
  /** As a bulk call names it: there is no list whose calls could leave out all that match. */
  readonly selected: Selected;
  /** Choosing all that match, where there are more than are chosen and it is known how many. */
  readonly all: { readonly total: number; readonly choose: () => void } | undefined;
}

/**
 * What is chosen in a list: rows one by one, or all that its query finds. It is let go when the query comes to find
 * something else, and stays when the window is closed. Of each row that was ever chosen something is kept, as its number:
 * by the time it is acted on, the row itself may be out of view. Where nothing is `possible` with chosen rows, none can be.
 */
export function useChosen<Row extends { readonly id: number }, Known>(
  list: string,
  rows: Rows<Row>,
  query: Readonly<Record<string, unknown>>,
  knownOf: (row: Row) => Known | null,
  possible: boolean,
) {
  const { sort: _, ...filter } = query;
  const of = JSON.stringify(filter);
  const [kept, setKept] = useKept<KeptChoice<Known> | null>(`${list}.chosen`, null);
  const chosen = possible && kept?.of === of ? kept : null;
  const ids = chosen?.ids ?? NO_IDS;
  const selection = useMemo<Selection>(() => (ids === 'matching' ? ids : { ids: new Set(ids) }), [ids]);
  // The rows of another filter are not chosen any more, also when one comes back to them.
  useEffect(() => {
    if (kept && kept.of !== of) setKept(null);
  }, [kept, of, setKept]);
  const seen = useRef(new Map<number, Known>(chosen?.known));
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
  // Another order of the same rows finds as many, though it is not answered yet.
  const total = rows.total ?? rows.length;
  const count = chosenCount(selection, total);
  const done = useStableCallback((acted: Selected | number) => {
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
    known: (id: number): Known | undefined => seen.current.get(id),
    all:
      selection === 'matching' || rows.total === null || rows.totalCapped || count >= rows.total
        ? undefined
        : { total: rows.total, choose: () => choose('matching') },
  } satisfies Chosen & Record<string, unknown>;
}
const NO_IDS: readonly number[] = [];

import { Regions } from '@blueprintjs/table';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useKept } from '../app/drafts';
import { canTakeFocus, isMainTable } from '../ui/free';
import type { FrozenTable } from './FrozenTable';
import type { Place } from './gridKeys';

const FIRST: Place = { row: 0, col: 0 };

/** Returns the number of fully visible rows: the table's head and the scroll bar take the space of two. */
export const rowsSeen = (place: RefObject<HTMLElement | null>, rowHeight: number): number =>
  Math.max(1, Math.floor((place.current?.clientHeight ?? 0) / rowHeight) - 2);

/**
 * The focused cell of a table. It is restored when the user returns to the table (in view, and keys continue from it),
 * also after a restart, as long as the length of the list is unchanged.
 */
export function useCell(
  list: string,
  table: RefObject<FrozenTable | null>,
  place: RefObject<HTMLElement | null>,
  rows: { readonly loading: boolean; readonly total: number; readonly rowHeight: number },
) {
  const [kept, keep] = useKept<Place & { readonly total: number }>(`${list}.cell`, { ...FIRST, total: 0 });
  const [focused, setFocused] = useState<Place>(kept);
  const { loading, total, rowHeight } = rows;
  const isStarted = useRef(false);
  useEffect(() => {
    if (loading || total === 0 || isStarted.current) return;
    isStarted.current = true;
    if (kept.total !== total) setFocused(FIRST);
    else if (kept.row > 0)
      requestAnimationFrame(() => {
        // The first rows are in view without scrolling.
        if (kept.row >= rowsSeen(place, rowHeight)) table.current?.scrollToRegion(Regions.row(kept.row));
      });
  }, [loading, total, kept, table, place, rowHeight]);
  // On entering a list, the rows take the focus if nothing else has it. A tab that goes behind another loses the focus
  // of its content, and restores it later.
  const had = useRef(false);
  const there = !loading && total > 0;
  useLayoutEffect(() => {
    const frame = there
      ? requestAnimationFrame(() => {
          const rows = place.current?.querySelector<HTMLElement>('[role=grid]');
          if (rows && canTakeFocus(rows) && (had.current || isMainTable(rows)))
            rows.focus({ preventScroll: true });
        })
      : 0;
    return () => {
      cancelAnimationFrame(frame);
      had.current = place.current?.contains(document.activeElement) ?? false;
    };
  }, [place, there]);
  const focus = useCallback(
    ({ row, col }: Place) => {
      isStarted.current = true;
      setFocused({ row, col });
      keep({ row, col, total });
    },
    [keep, total],
  );
  return { focused, focus };
}

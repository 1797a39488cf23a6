import { Regions } from '@blueprintjs/table';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useKept } from '../app/drafts';
import { canTakeFocus, isMainTable } from '../ui/free';
import type { FrozenTable } from './FrozenTable';
import type { Place } from './gridKeys';

const FIRST: Place = { row: 0, col: 0 };

/** How many rows are wholly seen at once: the head of a table and the bar beneath it take the room of two. */
export const rowsSeen = (place: RefObject<HTMLElement | null>, rowHeight: number): number =>
  Math.max(1, Math.floor((place.current?.clientHeight ?? 0) / rowHeight) - 2);

/**
 * The cell of a table that has the focus. Whoever comes back to the table finds it where it was: in view, and with the
 * keys going on from it, after a restart as well, as long as the list is as long as it was.
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
  const begun = useRef(false);
  useEffect(() => {
    if (loading || total === 0 || begun.current) return;
    begun.current = true;
    if (kept.total !== total) setFocused(FIRST);
    else if (kept.row > 0)
      requestAnimationFrame(() => {
        // What stands among the first is seen without.
        if (kept.row >= rowsSeen(place, rowHeight)) table.current?.scrollToRegion(Regions.row(kept.row));
      });
  }, [loading, total, kept, table, place, rowHeight]);
  // Who comes to a list goes on by keys: where nothing else has the focus, the rows have it. A tab that goes behind
  // takes the focus from what is in it, and gives it back.
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
      begun.current = true;
      setFocused({ row, col });
      keep({ row, col, total });
    },
    [keep, total],
  );
  return { focused, focus };
}

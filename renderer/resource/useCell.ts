import { Regions } from '@blueprintjs/table';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useKept } from '../app/drafts';
import type { StillTable } from './StillTable';

interface Cell {
  readonly row: number;
  readonly col: number;
}
const FIRST: Cell = { row: 0, col: 0 };

/**
 * The cell of a table that has the focus. Whoever comes back to the table finds it where it was: in view, and with the
 * keys going on from it, after a restart as well, as long as the list is as long as it was.
 */
export function useCell(
  list: string,
  table: RefObject<StillTable | null>,
  place: RefObject<HTMLElement | null>,
  rows: { readonly loading: boolean; readonly total: number },
) {
  const [kept, keep] = useKept<Cell & { readonly total: number }>(`${list}.cell`, { ...FIRST, total: 0 });
  const [focused, setFocused] = useState<Cell>(kept);
  const { loading, total } = rows;
  const begun = useRef(false);
  useEffect(() => {
    if (loading || total === 0 || begun.current) return;
    begun.current = true;
    if (kept.total !== total) setFocused(FIRST);
    else if (kept.row > 0) requestAnimationFrame(() => table.current?.scrollToRegion(Regions.row(kept.row)));
  }, [loading, total, kept, table]);
  // A tab that goes behind takes the focus from what is in it.
  const had = useRef(false);
  useLayoutEffect(() => {
    const grid = () => place.current?.querySelector<HTMLElement>('[role=grid]');
    const frame = had.current
      ? requestAnimationFrame(() => document.activeElement === document.body && grid()?.focus())
      : 0;
    return () => {
      cancelAnimationFrame(frame);
      had.current = place.current?.contains(document.activeElement) ?? false;
    };
  }, [place]);
  const focus = useCallback(
    ({ row, col }: Cell) => {
      begun.current = true;
      setFocused({ row, col });
      keep({ row, col, total });
    },
    [keep, total],
  );
  return { focused, focus };
}

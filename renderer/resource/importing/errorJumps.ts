import { Regions } from '@blueprintjs/table';
import { useCallback, useEffect, useRef } from 'react';
import { desktop } from '../../api/bridge';
import { useStableCallback } from '../../ui/useStableCallback';
import type { FrozenTable } from '../FrozenTable';
import { PROBLEMS, type View } from './importView';

function isInView(cell: HTMLElement | null): boolean {
  const frame = cell?.closest('.bp6-table-quadrant-scroll-container')?.getBoundingClientRect();
  if (!cell || !frame) return false;
  const { top, bottom, left, right } = cell.getBoundingClientRect();
  return top >= frame.top && bottom <= frame.bottom && left >= frame.left && right <= frame.right;
}

/** Returns a function that scrolls to a cell and focuses it. */
export function useGoTo(
  id: string,
  table: React.RefObject<FrozenTable | null>,
  /** True while a cell is being edited: its input keeps the focus. */
  mending: React.RefObject<boolean>,
) {
  return useCallback(
    async (row: number, col: number) => {
      const cellOf = () => document.getElementById(`${id}-${row}-${col}`);
      if (!isInView(cellOf())) table.current?.scrollToRegion(Regions.cell(row, col));
      // The cell is drawn only after the table has scrolled and its rows have loaded.
      for (let frames = 0; frames < 30; frames += 1) {
        await new Promise(requestAnimationFrame);
        if (mending.current) return;
        const cell = cellOf()?.querySelector<HTMLElement>('[role=button]');
        if (!cell) continue;
        cell.focus({ preventScroll: true });
        return;
      }
    },
    [id, table, mending],
  );
}

/** Goes to the next cell with an error, after the last one to the first. */
export function useJump(grid: {
  jumps: number;
  session: string;
  part: number;
  view: View;
  total: number;
  names: readonly string[];
  goTo: ReturnType<typeof useGoTo>;
  mending: React.RefObject<boolean>;
}) {
  /** Current position; the row number of the file shows whether the grid still has the same row there. */
  const position = useRef({ at: -1, row: -1, column: '' });
  const step = useStableCallback(async () => {
    const { session, part, view, total, names, goTo, mending } = grid;
    if (total === 0 || mending.current) return;
    const rowAt = async (index: number): Promise<{ at: number; row: number; wrong: string[] }> => {
      const { rows } = await desktop.importing.rows({ session, part, view, offset: index, limit: 1 });
      const [found] = rows;
      // After the last row comes the first; the number of rows may just have decreased.
      if (!found) return index > 0 ? rowAt(0) : { at: 0, row: -1, wrong: [] };
      const { row, issues } = found;
      const wrong = new Set(issues.filter(({ level }) => level === 'error').map(({ column }) => column));
      return { at: index, row, wrong: names.filter((name) => wrong.has(name)) };
    };
    const { at, row, column } = position.current;
    let found = await rowAt(Math.max(0, at));
    if (at >= 0 && found.row === row) {
      const later = found.wrong.filter((one) => names.indexOf(one) > names.indexOf(column));
      found = later.length > 0 ? { ...found, wrong: later } : await rowAt(found.at + 1);
    }
    const [wrong = PROBLEMS] = found.wrong;
    if (mending.current) return;
    // An issue without a column in the file has no cell to focus.
    position.current = { at: found.at, row: found.row, column: wrong };
    await goTo(found.at, Math.max(0, names.indexOf(wrong)));
  });
  // Each step starts where the previous one ended, however fast the key is pressed.
  const steps = useRef(Promise.resolve());
  const go = useCallback(() => {
    steps.current = steps.current.then(step).catch(() => undefined);
  }, [step]);
  const { jumps, total } = grid;
  const done = useRef(0);
  useEffect(() => {
    if (jumps === done.current || total === 0) return;
    done.current = jumps;
    go();
  }, [jumps, total, go]);
  return {
    toNext: go,
    /** Makes the next jump start at the focused cell. */
    startAt: (now: typeof position.current) => {
      position.current = now;
    },
  };
}

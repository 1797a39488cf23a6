export interface Place {
  readonly row: number;
  readonly col: number;
}
/** Limits of movement in a grid. */
export interface Bounds {
  readonly lastRow: number;
  /** First and last column that can have the focus; columns outside them are skipped. */
  readonly firstCol: number;
  readonly lastCol: number;
  /** Number of rows visible at once. */
  readonly page: number;
}

/** Returns the target cell of Home, End, Page Up and Page Down; with Ctrl or Command, Home and End go by rows. */
export function farTo(key: string, mod: boolean, { row, col }: Place, bounds: Bounds): Place | undefined {
  const { lastRow, firstCol, lastCol, page } = bounds;
  if (key === 'Home') return mod ? { row: 0, col } : { row, col: firstCol };
  if (key === 'End') return mod ? { row: lastRow, col } : { row, col: lastCol };
  if (key === 'PageUp' && !mod) return { row: Math.max(0, row - page), col };
  if (key === 'PageDown' && !mod) return { row: Math.min(lastRow, row + page), col };
  return undefined;
}

/** Returns the target cell of an arrow key. */
export function nearTo(key: string, { row, col }: Place, bounds: Bounds): Place | undefined {
  const { lastRow, firstCol, lastCol } = bounds;
  if (key === 'ArrowUp') return { row: Math.max(0, row - 1), col };
  if (key === 'ArrowDown') return { row: Math.min(lastRow, row + 1), col };
  if (key === 'ArrowLeft') return { row, col: Math.max(firstCol, col - 1) };
  if (key === 'ArrowRight') return { row, col: Math.min(lastCol, col + 1) };
  return undefined;
}

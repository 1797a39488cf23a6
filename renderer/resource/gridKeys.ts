export interface Place {
  readonly row: number;
  readonly col: number;
}
/** How far one can go in a grid. */
export interface Bounds {
  readonly lastRow: number;
  /** The columns that one goes to: those beside them are passed by. */
  readonly firstCol: number;
  readonly lastCol: number;
  /** Rows that are seen at once. */
  readonly page: number;
}

/** Where Home, End and the keys of pages lead in a grid; with Ctrl or Command the former lead through its rows. */
export function farTo(key: string, mod: boolean, { row, col }: Place, bounds: Bounds): Place | undefined {
  const { lastRow, firstCol, lastCol, page } = bounds;
  if (key === 'Home') return mod ? { row: 0, col } : { row, col: firstCol };
  if (key === 'End') return mod ? { row: lastRow, col } : { row, col: lastCol };
  if (key === 'PageUp' && !mod) return { row: Math.max(0, row - page), col };
  if (key === 'PageDown' && !mod) return { row: Math.min(lastRow, row + page), col };
  return undefined;
}

/** Where an arrow leads. */
export function nearTo(key: string, { row, col }: Place, bounds: Bounds): Place | undefined {
  const { lastRow, firstCol, lastCol } = bounds;
  if (key === 'ArrowUp') return { row: Math.max(0, row - 1), col };
  if (key === 'ArrowDown') return { row: Math.min(lastRow, row + 1), col };
  if (key === 'ArrowLeft') return { row, col: Math.max(firstCol, col - 1) };
  if (key === 'ArrowRight') return { row, col: Math.min(lastCol, col + 1) };
  return undefined;
}

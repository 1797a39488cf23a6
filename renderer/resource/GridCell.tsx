import type { CSSProperties, ReactNode } from 'react';
import { fits } from './fits';

/** Cell of a table. Kept minimal, because thousands are created and removed while scrolling. */
export function GridCell(props: {
  /** Id of the grid. */
  grid: string;
  row: number;
  column: number;
  align: 'start' | 'end';
  chosen: boolean;
  children: ReactNode;
  title?: string | undefined;
  /** Additional class, for example of a cell with an error. */
  mark?: string;
  // Set by the table when it places the cell.
  className?: string;
  style?: CSSProperties & { readonly width: number };
}) {
  const { grid, row, column, align, chosen, children, title, mark = '', className, style } = props;
  const shortened = style && fits(children, style.width) ? '' : ' fc-shortened';
  return (
    // biome-ignore lint/a11y/useSemanticElements: the table lays its cells out flat, see GridRoles
    <div
      id={`${grid}-${row}-${column}`}
      role="gridcell"
      aria-colindex={column + 1}
      tabIndex={-1}
      className={`bp6-table-cell fc-cell fc-${align}${shortened}${chosen ? ' fc-chosen' : ''} ${mark} ${className ?? ''}`}
      style={style}
      title={title}
    >
      {children}
    </div>
  );
}

/** Returns the row and column of the cell that contains an element; undefined outside cells. */
export function placeOf(target: EventTarget | null): { row: number; col: number } | undefined {
  const cell = target instanceof Element ? target.closest('[role=gridcell]') : null;
  const [row, col] = cell?.id.split('-').slice(-2).map(Number) ?? [];
  return row === undefined || col === undefined ? undefined : { row, col };
}

import { type CSSProperties, type ReactNode, useRef } from 'react';
import { useGridPart } from './gridPart';

/** A cell of the table, as plain as can be: thousands of them come and go while one scrolls. */
export function GridCell(props: {
  id: string;
  column: number;
  /** Columns that are pinned. */
  pinned: number;
  align: 'start' | 'end';
  chosen: boolean;
  children: ReactNode;
  title?: string | undefined;
  /** A class of its own, as of a cell in which something is wrong. */
  mark?: string;
  // Given by the table when it places the cell.
  className?: string;
  style?: CSSProperties;
  isFocused?: boolean;
}) {
  const { id, column, pinned, align, chosen, children, title, mark = '', className, style } = props;
  const place = useRef<HTMLDivElement>(null);
  useGridPart(place, { id, role: 'gridcell', column, pinned });
  return (
    <div
      ref={place}
      tabIndex={-1}
      className={`bp6-table-cell fc-cell fc-${align}${chosen ? ' fc-chosen' : ''} ${mark} ${className ?? ''}`}
      style={style}
      title={title}
    >
      {children}
    </div>
  );
}

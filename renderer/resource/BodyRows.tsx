import type { TableBodyCells } from '@blueprintjs/table/lib/esm/tableBodyCells';
import { type CSSProperties, cloneElement, type ReactElement } from 'react';
import { placeOf } from './GridCell';

type Body = TableBodyCells['props'];
type Cell = ReactElement<{ className?: string; style?: CSSProperties }>;

interface Row {
  readonly element: ReactElement;
  readonly cells: ReadonlyMap<number, Cell>;
  readonly from: number;
  readonly to: number;
}

interface Place {
  readonly key: number;
  row: number | null;
}

/**
 * The rows of a table that are in view. A row scrolled into view reuses the elements of one scrolled out, since only
 * the texts of its cells differ: creating elements takes three times as long and makes scrolling drop frames.
 * Replaces the library's batcher, which draws twenty cells in each idle period and so fills a window in a third of a
 * second.
 */
export class BodyRows {
  #rows = new Map<number, Row>();
  #columns = new Map<number, { className: string; style: CSSProperties }>();
  #places: Place[] = [];
  #made = 0;

  /** Drops all rows, since something that cells are drawn from has changed. */
  reset = () => {
    this.#rows.clear();
    this.#columns.clear();
  };
  isDone = () => true;
  cancelOutstandingCallback = () => undefined;

  draw(body: Body): ReactElement[] {
    const { rowIndexStart: first, rowIndexEnd, grid } = body;
    const last = Math.min(rowIndexEnd, grid.numRows - 1);
    const held = placeOf(document.activeElement)?.row;
    const placed = new Set<number>();
    this.#places = this.#places.filter((place) => {
      const { row } = place;
      if (row === null) return true;
      if (row >= first && row <= last) placed.add(row);
      else {
        this.#rows.delete(row);
        // The element with the focus is never reused for another row.
        if (row === held) return false;
        place.row = null;
      }
      return true;
    });
    let free = 0;
    for (let row = first; row <= last; row++) {
      if (placed.has(row)) continue;
      while (free < this.#places.length && this.#places[free]?.row !== null) free++;
      const place = this.#places[free];
      if (place) place.row = row;
      else this.#places.push({ key: this.#made++, row });
    }
    this.#places = this.#places.filter(({ row }) => row !== null);
    return this.#places.flatMap(({ key, row }) => (row === null ? [] : this.#row(row, key, body)));
  }

  #row(row: number, key: number, body: Body): ReactElement {
    const { columnIndexStart: from, columnIndexEnd: to, grid } = body;
    const before = this.#rows.get(row);
    if (before?.from === from && before.to === to) return before.element;
    const cells = new Map<number, Cell>();
    for (let column = from; column <= to; column++) {
      const cell = before?.cells.get(column) ?? this.#cell(row, column, body);
      if (cell) cells.set(column, cell);
    }
    const { top, height } = grid.getRowRect(row);
    const paddingLeft = grid.getCumulativeWidthBefore(from);
    const element = (
      <div key={key} className="fc-line" style={{ top, height, paddingLeft }}>
        {[...cells.values()]}
      </div>
    );
    this.#rows.set(row, { element, cells, from, to });
    return element;
  }

  #cell(row: number, column: number, body: Body): Cell | undefined {
    const cell = body.cellRenderer(row, column) as Cell | undefined;
    if (!cell) return undefined;
    let position = this.#columns.get(column);
    if (!position) {
      const { width, height } = body.grid.getCellRect(row, column);
      const last = column === body.columnIndexEnd ? ' bp6-table-last-in-row' : '';
      position = {
        className: `bp6-table-cell-col-${column}${last}`,
        style: { width, height },
      };
      this.#columns.set(column, position);
    }
    return cloneElement(cell, { key: column, ...position });
  }
}

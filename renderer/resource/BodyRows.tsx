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
 * The rows of a table that are in view. A row that comes takes the elements of one that went, as its cells differ in their
 * words alone: to make new ones takes three times as long, and scrolling drops frames for it. Stands in for what the library
 * draws cells by, twenty with each idle moment, so that a full window of them stands after a third of a second.
 */
export class BodyRows {
  #rows = new Map<number, Row>();
  #columns = new Map<number, { className: string; style: CSSProperties }>();
  #places: Place[] = [];
  #made = 0;

  /** Something that cells are drawn from has changed. */
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
        // What has the focus goes with its row, and is not found in another.
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
    let said = this.#columns.get(column);
    if (!said) {
      const { width, height } = body.grid.getCellRect(row, column);
      const last = column === body.columnIndexEnd ? ' bp6-table-last-in-row' : '';
      said = {
        className: `bp6-table-cell-col-${column}${last}`,
        style: { width, height },
      };
      this.#columns.set(column, said);
    }
    return cloneElement(cell, { key: column, ...said });
  }
}

// biome-ignore lint/style/noRestrictedImports: this is what all others have it by
import { Table } from '@blueprintjs/table';
import { TableBodyCells } from '@blueprintjs/table/lib/esm/tableBodyCells';

/** Columns that a table may have at most, so that row and column of a cell make one number. */
const MOST_COLUMNS = 4096;

/**
 * Cells of a table by their place, kept while they stay in view. The library draws them by twenties, one lot with each idle
 * moment: a full window of them stands after a third of a second, and what is ticked shows as late. All that are missing take
 * a few milliseconds. It compares the names of all places three times with each step, which takes as long as drawing.
 */
class Cells<Cell> {
  #cells = new Map<number, Cell>();
  #places: [row: number, column: number][] = [];
  reset = () => this.#cells.clear();
  startNewBatch = () => {
    this.#places = [];
  };
  addArgsToBatch = (row: number, column: number) => this.#places.push([row, column]);
  removeOldAddNew = (draw: (row: number, column: number) => Cell) => {
    const before = this.#cells;
    this.#cells = new Map(
      this.#places.map(([row, column]) => {
        const place = row * MOST_COLUMNS + column;
        return [place, before.get(place) ?? draw(row, column)];
      }),
    );
  };
  getList = () => [...this.#cells.values()];
  isDone = () => true;
  cancelOutstandingCallback = () => undefined;
}

// The library draws every cell again with every step of scrolling, though it keeps those that stay in view: it takes the view
// itself for something that cells are drawn from.
const { render, componentDidUpdate } = TableBodyCells.prototype;
TableBodyCells.prototype.render = function () {
  const own = this as unknown as { batcher: object };
  if (!(own.batcher instanceof Cells)) own.batcher = new Cells();
  return render.call(this);
};
TableBodyCells.prototype.componentDidUpdate = function (before) {
  const { viewportRect } = this.props;
  componentDidUpdate.call(this, { ...before, viewportRect });
};

type Given = Table['props'];

/**
 * The library's table, standing still while its screen is behind another. Coming to the front again, it would measure and
 * draw all of itself anew, heads and cells, as for the first time: it does so only when there is more or less room by then.
 */
export class StillTable extends Table {
  #room: ResizeObserver | undefined;

  override componentDidMount(): void {
    const { locator } = this;
    // biome-ignore lint/complexity/useLiteralKeys: the library keeps it to itself, and has no other word for its own place
    const place = this['rootTableElement'];
    if (!locator || !place) {
      super.componentDidMount();
      return;
    }
    const room = new ResizeObserver(() => {
      if (this.state.viewportRect?.equals(locator.getViewportRect())) return;
      room.disconnect();
      super.componentDidMount();
    });
    room.observe(place);
    this.#room = room;
  }

  override componentDidUpdate(before: Given, stood: Table['state']): void {
    super.componentDidUpdate(before, stood);
    const { viewportRect } = this.state;
    if (before.numRows === this.props.numRows || !viewportRect || !this.grid) return;
    // The library tells what is in view when one scrolls, and not when there come to be more rows or fewer.
    this.props.onVisibleCellsChange?.(
      this.grid.getRowIndicesInRect({ rect: viewportRect }),
      this.grid.getColumnIndicesInRect(viewportRect),
    );
  }

  override componentWillUnmount(): void {
    this.#room?.disconnect();
    super.componentWillUnmount();
  }
}

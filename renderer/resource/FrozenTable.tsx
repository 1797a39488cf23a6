// biome-ignore lint/style/noRestrictedImports: wrapped here for all other modules
import { FocusMode, Regions, Table } from '@blueprintjs/table';
import { TableBodyCells } from '@blueprintjs/table/lib/esm/tableBodyCells';
import { BodyRows } from './BodyRows';

// The library redraws every cell with each scroll step, even those that stay in view, because it counts the viewport
// among the things that cells are drawn from.
const { componentDidUpdate } = TableBodyCells.prototype;
TableBodyCells.prototype.componentDidUpdate = function (before) {
  const { viewportRect } = this.props;
  componentDidUpdate.call(this, { ...before, viewportRect });
};
TableBodyCells.prototype.render = function () {
  const own = this as unknown as { batcher: unknown };
  if (!(own.batcher instanceof BodyRows)) own.batcher = new BodyRows();
  return <div className="bp6-table-body-cells">{(own.batcher as BodyRows).draw(this.props)}</div>;
};

type TableProps = Table['props'];

/**
 * Row heights that are all equal, so comparing two of these needs only one row. The library compares every row with
 * each scroll step, which costs a millisecond in a list of 100,000.
 */
class EqualHeights extends Array<number> {
  override every<Some extends number>(
    test: (height: number, row: number, all: number[]) => height is Some,
  ): this is Some[];
  override every(test: (height: number, row: number, all: number[]) => unknown): boolean;
  override every(test: (height: number, row: number, all: number[]) => unknown): boolean {
    const [height] = this;
    return height === undefined || Boolean(test(height, 0, this));
  }
}

/**
 * The library's table, frozen while its screen is behind another. Back in front, the library would measure and draw
 * all heads and cells again as for the first time; this does so only if the available size has changed.
 */
export class FrozenTable extends Table {
  static override getDerivedStateFromProps(
    ...[given, stood]: Parameters<typeof Table.getDerivedStateFromProps>
  ) {
    const next = Table.getDerivedStateFromProps(given, stood);
    const { rowHeights } = next ?? stood;
    const { numRows = 0, defaultRowHeight = 0 } = given;
    // The library keeps the row heights of the first render.
    const [height = defaultRowHeight] = rowHeights;
    if (rowHeights instanceof EqualHeights && height === defaultRowHeight) return next;
    const heights = EqualHeights.from({ length: numRows }, () => defaultRowHeight);
    return { ...(next ?? stood), rowHeights: heights };
  }

  #room: ResizeObserver | undefined;
  /** Props and state when the table was hidden, to detect changes that React does not report to a hidden table. */
  #left: readonly [TableProps, Table['state']] | undefined;

  override componentDidMount(): void {
    const { locator } = this;
    // biome-ignore lint/complexity/useLiteralKeys: the library keeps its element private
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
    if (this.#left && this.#left[0] !== this.props) this.componentDidUpdate(...this.#left);
  }

  override componentDidUpdate(before: TableProps, stood: Table['state']): void {
    super.componentDidUpdate(before, stood);
    const { viewportRect } = this.state;
    if (before.numRows === this.props.numRows || !viewportRect || !this.grid) return;
    // The library reports the visible cells on scrolling, but not when the number of rows changes.
    this.props.onVisibleCellsChange?.(
      this.grid.getRowIndicesInRect({ rect: viewportRect }),
      this.grid.getColumnIndicesInRect(viewportRect),
    );
  }

  /** Moves to a cell as an arrow key does: it alone is marked, and is scrolled into view. */
  goTo(row: number, col: number): void {
    // biome-ignore lint/complexity/useLiteralKeys: the library keeps its handler of selections private
    this['handleSelection']([Regions.cell(row, col)]);
    // biome-ignore lint/complexity/useLiteralKeys: the library keeps its handler of focus private
    this['handleFocus']({ type: FocusMode.CELL, row, col, focusSelectionIndex: 0 });
  }

  override componentWillUnmount(): void {
    this.#room?.disconnect();
    this.#left = [this.props, this.state];
    super.componentWillUnmount();
  }
}

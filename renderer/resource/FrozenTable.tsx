// biome-ignore lint/style/noRestrictedImports: this is what all others have it by
import { FocusMode, Regions, Table } from '@blueprintjs/table';
import { TableBodyCells } from '@blueprintjs/table/lib/esm/tableBodyCells';
import { BodyRows } from './BodyRows';

// The library draws every cell again with every step of scrolling, though it keeps those that stay in view: it takes the view
// itself for something that cells are drawn from.
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

type Given = Table['props'];

/**
 * Heights of rows that are all one: to know whether two of these differ, one row tells. The library asks it of each with
 * every step of scrolling, a millisecond in a list of 100,000.
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
 * The library's table, standing still while its screen is behind another. Coming to the front again, it would measure and
 * draw all of itself anew, heads and cells, as for the first time: it does so only when there is more or less room by then.
 */
export class FrozenTable extends Table {
  static override getDerivedStateFromProps(
    ...[given, stood]: Parameters<typeof Table.getDerivedStateFromProps>
  ) {
    const next = Table.getDerivedStateFromProps(given, stood);
    const { rowHeights } = next ?? stood;
    const { numRows = 0, defaultRowHeight = 0 } = given;
    // The library keeps the heights that rows had at first.
    const [height = defaultRowHeight] = rowHeights;
    if (rowHeights instanceof EqualHeights && height === defaultRowHeight) return next;
    const heights = EqualHeights.from({ length: numRows }, () => defaultRowHeight);
    return { ...(next ?? stood), rowHeights: heights };
  }

  #room: ResizeObserver | undefined;
  /** What it was given and drew last before it went behind: of what changes there, React tells nobody. */
  #left: readonly [Given, Table['state']] | undefined;

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
    if (this.#left && this.#left[0] !== this.props) this.componentDidUpdate(...this.#left);
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

  /** Goes to a cell as an arrow does: it alone is marked, and comes into view. */
  goTo(row: number, col: number): void {
    // biome-ignore lint/complexity/useLiteralKeys: the library goes by one cell at a time, and keeps the ways of it to itself
    this['handleSelection']([Regions.cell(row, col)]);
    // biome-ignore lint/complexity/useLiteralKeys: as above
    this['handleFocus']({ type: FocusMode.CELL, row, col, focusSelectionIndex: 0 });
  }

  override componentWillUnmount(): void {
    this.#room?.disconnect();
    this.#left = [this.props, this.state];
    super.componentWillUnmount();
  }
}

import type { TableLayout } from '@contract/desktop/boot';
import { useMemo } from 'react';
import { type Arrangement, filledWidths, mostPinned, pinnedOf } from './arrange';
import { type Column, useLayout } from './columns';
import type { RecordTableProps, RowWithId } from './recordTableProps';

/** Width in pixels of the check boxes and of the buttons of the row menus. */
const CHECK = 36;
const MORE = 36;
/** Width in pixels of the vertical scroll bar and the border of the table. */
const SCROLLS = 17;

/** The columns of a table as the user arranged them, between the check boxes and the row menus. */
export interface ArrangedColumns<Row> {
  readonly layout: TableLayout;
  /** All columns in their order, and those that are not hidden. */
  readonly ordered: readonly Column<Row>[];
  readonly visible: readonly Column<Row>[];
  readonly change: ReturnType<typeof useLayout<Row>>['change'];
  readonly arranged: Arrangement;
  /** Number of pinned columns, the check boxes included. */
  readonly pinned: number;
  readonly choosable: boolean;
  /** True if the rows have menus. */
  readonly acts: boolean;
  /** Number of columns before those of the data. */
  readonly lead: number;
  readonly count: number;
}

export function useArranged<Row extends RowWithId>(props: RecordTableProps<Row>): ArrangedColumns<Row> {
  const { list, columns, selection, onSelection, actions } = props;
  const { layout, ordered, visible, change } = useLayout(list, columns);
  const choosable = selection !== undefined && onSelection !== undefined;
  const acts = actions !== undefined;
  const lead = choosable ? 1 : 0;
  const arranged = { layout, names: visible.map(({ name }) => name), most: mostPinned(lead) };
  return {
    ...{ layout, ordered, visible, change, arranged, choosable, acts, lead },
    pinned: lead + pinnedOf(arranged),
    count: lead + visible.length + (acts ? 1 : 0),
  };
}

/** Returns the widths of the visible columns, which fill `room`; and those of all, in the order of the table. */
export function useWidths<Row>(columns: ArrangedColumns<Row>, room: number | undefined) {
  const { layout, visible, choosable, acts } = columns;
  return useMemo(() => {
    const [before, after] = [choosable ? [CHECK] : [], acts ? [MORE] : []];
    const beside = [...before, ...after, SCROLLS].reduce((sum, width) => sum + width, 0);
    const widths = filledWidths(
      visible.map(({ name, width, wordy }) => ({ width, wordy, set: layout.widths[name] })),
      (room ?? 0) - beside,
    );
    return { widths, all: [...before, ...widths, ...after] };
  }, [visible, layout.widths, room, choosable, acts]);
}

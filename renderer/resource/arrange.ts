import type { TableLayout } from '@contract/desktop/boot';

/** Maximum of pinned columns, the check boxes included: with more, the library loses wide ones. */
const MOST_PINNED = 3;

/** Changes to a layout when the user moves, pins or hides a column. */
type LayoutChange = Partial<Pick<TableLayout, 'order' | 'hidden' | 'frozen'>>;
/** Current state of a table: layout, names of the visible columns from the left, and maximum of pinned ones. */
export interface Arrangement {
  readonly layout: TableLayout;
  readonly names: readonly string[];
  readonly most: number;
}

/** Returns how many columns can be pinned besides the table's own leading ones. */
export const mostPinned = (lead: number): number => MOST_PINNED - lead;

/** Returns the number of pinned columns; capped, since a layout may come from a table that could pin more. */
export const pinnedOf = ({ layout, names, most }: Arrangement): number =>
  Math.min(layout.frozen, most, names.length);

const reordered = (names: readonly string[], from: number, to: number, length = 1): string[] => {
  const order = [...names];
  order.splice(to, 0, ...order.splice(from, length));
  return order;
};

/**
 * Moves a column, or adjacent ones. Columns moved among the pinned ones are pinned too, up to the maximum; columns moved
 * out of them are unpinned.
 */
export function withMoved(table: Arrangement, from: number, to: number, length = 1): LayoutChange {
  const { layout, names, most } = table;
  const pinned = pinnedOf(table);
  const among = Math.max(0, Math.min(length, pinned - from));
  const frozen = to < pinned - among ? Math.min(most, pinned - among + length) : pinned - among;
  const stays = from < pinned && to + length <= pinned;
  return {
    order: [...reordered(names, from, to, length), ...layout.hidden],
    frozen: stays ? pinned : frozen,
  };
}

/** Pins a column: it moves left, behind the pinned ones. */
export function withPinned(table: Arrangement, index: number): LayoutChange {
  const pinned = pinnedOf(table);
  const order = [...reordered(table.names, index, pinned), ...table.layout.hidden];
  return { order, frozen: pinned + 1 };
}

/** Unpins a column: it becomes the first unpinned one. */
export function withUnpinned(table: Arrangement, index: number): LayoutChange {
  const pinned = pinnedOf(table);
  const order = [...reordered(table.names, index, pinned - 1), ...table.layout.hidden];
  return { order, frozen: pinned - 1 };
}

/** Hides a column; hiding a pinned one reduces the number of pinned columns by one. */
export function withHidden(table: Arrangement, name: string): LayoutChange {
  const index = table.names.indexOf(name);
  const pinned = pinnedOf(table);
  return {
    hidden: [...table.layout.hidden, name],
    frozen: index >= 0 && index < pinned ? pinned - 1 : table.layout.frozen,
  };
}

/** Inputs for a column's width: pixels by its kind, pixels set by the user, whether its text gains from more room. */
export interface WidthInputs {
  readonly width: number;
  readonly set: number | undefined;
  readonly wordy: boolean;
}

/** Factor by which a wordy column grows before the others grow as well. */
const MOST_GROWTH = 2.5;

/**
 * Returns column widths that fill a table of `room` pixels. Widths set by the user stay; wordy columns grow first,
 * then others share the rest. Whole pixels that never add up to more than `room`, so that nothing scrolls sideways.
 */
export function filledWidths(columns: readonly WidthInputs[], room: number): number[] {
  const widths = columns.map(({ width, set }) => set ?? width);
  const share = (grows: (column: WidthInputs) => boolean, most: number) => {
    const growing = columns.flatMap((column, at) => (column.set === undefined && grows(column) ? [at] : []));
    const spare = room - widths.reduce((sum, one) => sum + one, 0);
    const whole = growing.reduce((sum, at) => sum + (widths[at] ?? 0), 0);
    if (spare <= 0 || whole === 0) return;
    const factor = Math.min(most, 1 + spare / whole);
    for (const at of growing) widths[at] = Math.floor((widths[at] ?? 0) * factor);
    // Pixels lost by rounding.
    const last = growing.at(-1);
    const left = room - widths.reduce((sum, one) => sum + one, 0);
    if (last !== undefined && factor < most) widths[last] = (widths[last] ?? 0) + left;
  };
  share(({ wordy }) => wordy, MOST_GROWTH);
  share(() => true, Number.POSITIVE_INFINITY);
  return widths;
}

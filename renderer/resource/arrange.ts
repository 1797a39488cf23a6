import type { TableLayout } from '@contract/desktop';

/** Columns that a table can pin: with more, the library loses wide ones. That of the check boxes is one of them. */
const MOST_PINNED = 3;

/** What changes of a layout when somebody moves, pins or hides a column. */
type Arranged = Partial<Pick<TableLayout, 'order' | 'hidden' | 'frozen'>>;
/** A table as it is: its layout, its visible columns from the left, and how many of them can be pinned. */
export interface Arrangement {
  readonly layout: TableLayout;
  readonly names: readonly string[];
  readonly most: number;
}

/** How many columns can be pinned besides those that the table leads with. */
export const mostPinned = (lead: number): number => MOST_PINNED - lead;

/** How many columns are pinned: a layout may come from a table that could pin more. */
export const pinnedOf = ({ layout, names, most }: Arrangement): number =>
  Math.min(layout.frozen, most, names.length);

const reordered = (names: readonly string[], from: number, to: number, length = 1): string[] => {
  const order = [...names];
  order.splice(to, 0, ...order.splice(from, length));
  return order;
};

/** A column, or some beside each other, at another place. Among the pinned it is pinned as far as there is room, and no longer when it leaves them. */
export function withMoved(table: Arrangement, from: number, to: number, length = 1): Arranged {
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

/** A column pinned: it moves to the left, after those that are. */
export function withPinned(table: Arrangement, index: number): Arranged {
  const pinned = pinnedOf(table);
  const order = [...reordered(table.names, index, pinned), ...table.layout.hidden];
  return { order, frozen: pinned + 1 };
}

/** A column no longer pinned: it stands first of those that are not. */
export function withUnpinned(table: Arrangement, index: number): Arranged {
  const pinned = pinnedOf(table);
  const order = [...reordered(table.names, index, pinned - 1), ...table.layout.hidden];
  return { order, frozen: pinned - 1 };
}

/** A column hidden; one that was pinned leaves its place to nobody. */
export function withHidden(table: Arrangement, name: string): Arranged {
  const index = table.names.indexOf(name);
  const pinned = pinnedOf(table);
  return {
    hidden: [...table.layout.hidden, name],
    frozen: index >= 0 && index < pinned ? pinned - 1 : table.layout.frozen,
  };
}

/** A column as its width is found: by its kind, as this person set it, and whether its words gain by more room. */
export interface Widened {
  readonly width: number;
  readonly set: number | undefined;
  readonly wordy: boolean;
}

/** How many times its own width a wordy column takes before the others grow as well. */
const MOST_GROWTH = 2.5;

/**
 * Widths that fill the room of a table with few columns. What this person set stays as it is; words take the room first,
 * and where there are none, or they have enough, every other column has its share. Whole pixels that never add up to more
 * than there is, so that nothing scrolls sideways.
 */
export function filledWidths(columns: readonly Widened[], room: number): number[] {
  const widths = columns.map(({ width, set }) => set ?? width);
  const share = (grows: (column: Widened) => boolean, most: number) => {
    const growing = columns.flatMap((column, at) => (column.set === undefined && grows(column) ? [at] : []));
    const spare = room - widths.reduce((sum, one) => sum + one, 0);
    const whole = growing.reduce((sum, at) => sum + (widths[at] ?? 0), 0);
    if (spare <= 0 || whole === 0) return;
    const factor = Math.min(most, 1 + spare / whole);
    for (const at of growing) widths[at] = Math.floor((widths[at] ?? 0) * factor);
    // Pixels that were lost by rounding.
    const last = growing.at(-1);
    const left = room - widths.reduce((sum, one) => sum + one, 0);
    if (last !== undefined && factor < most) widths[last] = (widths[last] ?? 0) + left;
  };
  share(({ wordy }) => wordy, MOST_GROWTH);
  share(() => true, Number.POSITIVE_INFINITY);
  return widths;
}

import { type RefObject, useLayoutEffect } from 'react';

interface GridPart {
  readonly id: string;
  readonly role: 'gridcell' | 'columnheader';
  readonly column: number;
  /** Columns that are pinned. */
  readonly pinned: number;
}

/**
 * Says of an element which part of the grid it is. The table draws pinned columns and the heads more than once, one copy
 * above the other: only the one on top has a name and a role, the others are not there for assistive technology.
 */
export function useGridPart(place: RefObject<HTMLElement | null>, part: GridPart): void {
  const { id, role, column, pinned } = part;
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const within = (name: string) => element.closest(`.bp6-table-quadrant-${name}`) !== null;
    const covered =
      role === 'gridcell'
        ? column < pinned && within('main')
        : within('main') || within('left') || (within('top') && column < pinned);
    element.toggleAttribute('aria-hidden', covered);
    if (covered) {
      element.setAttribute('aria-hidden', 'true');
      element.removeAttribute('id');
      element.removeAttribute('role');
      element.removeAttribute('aria-colindex');
      return;
    }
    element.id = id;
    element.setAttribute('role', role);
    element.setAttribute('aria-colindex', String(column + 1));
  }, [place, id, role, column, pinned]);
}

/** Makes the table within an element a grid: the library's own element has the focus, so it must bear the role. */
export function useGrid(
  place: RefObject<HTMLElement | null>,
  grid: {
    readonly label: string;
    /** Id of the element that holds the rows. */
    readonly owns: string;
    readonly rows: number;
    readonly columns: number;
    readonly choosable: boolean;
    readonly busy: boolean;
    /** Id of the cell that the keys are at, where the table knows it. */
    readonly active?: string;
  },
): void {
  // After each drawing: the table comes and goes with what there is to show.
  useLayoutEffect(() => {
    const element = place.current?.querySelector('.bp6-table-container');
    if (!element) return;
    const attributes = {
      role: 'grid',
      'aria-label': grid.label,
      'aria-owns': grid.owns,
      'aria-rowcount': String(grid.rows),
      'aria-colcount': String(grid.columns),
      'aria-multiselectable': String(grid.choosable),
      'aria-busy': String(grid.busy),
    };
    for (const [name, value] of Object.entries(attributes))
      if (element.getAttribute(name) !== value) element.setAttribute(name, value);
    // A cell out of view is not there to be named.
    if (grid.active && document.getElementById(grid.active))
      element.setAttribute('aria-activedescendant', grid.active);
    else element.removeAttribute('aria-activedescendant');
  });
}

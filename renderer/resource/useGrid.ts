import { type RefObject, useLayoutEffect } from 'react';

/** Makes the table within an element an ARIA grid: the library's own element has the focus, so it needs the role. */
export function useGrid(
  place: RefObject<HTMLElement | null>,
  grid: {
    readonly label: string;
    /** Id of the element that contains the rows. */
    readonly owns: string;
    readonly rows: number;
    readonly columns: number;
    readonly choosable: boolean;
    readonly busy: boolean;
    /** Id of the focused cell, if the table knows it. */
    readonly active?: string;
  },
): void {
  // After each render: the table is mounted only while there are rows to show.
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
    // The browser makes each scroller without a tab stop inside a tab stop itself: three more for every table.
    for (const scrolls of element.querySelectorAll('.bp6-table-quadrant-scroll-container:not([tabindex])'))
      scrolls.setAttribute('tabindex', '-1');
    // A cell out of view is not in the document.
    if (grid.active && document.getElementById(grid.active))
      element.setAttribute('aria-activedescendant', grid.active);
    else element.removeAttribute('aria-activedescendant');
  });
}

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
    if (!element) return undefined;
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
    return pointTo(element, grid.active);
  });
}

/**
 * Names the focused cell of a grid. A cell out of view is not in the document: the table draws it once it has scrolled
 * there, without rendering anything else. Returns what ends the wait for it.
 */
function pointTo(grid: Element, active: string | undefined): (() => void) | undefined {
  const point = () => {
    const isDrawn = active !== undefined && document.getElementById(active) !== null;
    if (isDrawn) grid.setAttribute('aria-activedescendant', active);
    else grid.removeAttribute('aria-activedescendant');
    return isDrawn;
  };
  if (point() || active === undefined) return undefined;
  const drawing = new MutationObserver(() => {
    if (point()) drawing.disconnect();
  });
  drawing.observe(grid, { childList: true, subtree: true });
  return () => drawing.disconnect();
}

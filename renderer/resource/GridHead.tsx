import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

/**
 * Head of a column. The table draws each head more than once, one copy above the other: only the top one has a name
 * and a role, the others are hidden from assistive technology.
 */
export function GridHead(props: {
  id: string;
  column: number;
  /** Number of pinned columns. */
  pinned: number;
  sort?: 'ascending' | 'descending' | 'none';
  /** Accessible name of a head without visible text. */
  label?: string;
  children?: ReactNode;
}) {
  const { id, column, pinned, sort, label, children } = props;
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const within = (name: string) => element.closest(`.bp6-table-quadrant-${name}`) !== null;
    const covered = within('main') || within('left') || (within('top') && column < pinned);
    const attributes = { id, role: 'columnheader', 'aria-colindex': String(column + 1) };
    for (const [name, value] of Object.entries(covered ? { 'aria-hidden': 'true' } : attributes))
      element.setAttribute(name, value);
    for (const name of covered ? Object.keys(attributes) : ['aria-hidden']) element.removeAttribute(name);
  }, [id, column, pinned]);
  const { t } = useTranslation();
  const grip = t('common.columnGrip');
  // The library's grip for moving a column has a title in English only; translate it.
  useLayoutEffect(() => {
    const title = place.current
      ?.closest('.bp6-table-header')
      ?.querySelector('.bp6-table-reorder-handle title');
    if (title && title.textContent !== grip) title.textContent = grip;
  });
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the ancestor has the role, see above
    <div ref={place} tabIndex={-1} aria-sort={sort} aria-label={label} className="fc-header-name">
      {children}
    </div>
  );
}

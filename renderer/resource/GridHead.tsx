import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useGridPart } from './gridPart';

/** The head of a column, for eyes and for assistive technology. */
export function GridHead(props: {
  id: string;
  column: number;
  /** Columns that are pinned. */
  pinned: number;
  sort?: 'ascending' | 'descending' | 'none';
  /** Of a head that shows no words. */
  label?: string;
  children?: ReactNode;
}) {
  const { id, column, pinned, sort, label, children } = props;
  const place = useRef<HTMLDivElement>(null);
  useGridPart(place, { id, role: 'columnheader', column, pinned });
  const { t } = useTranslation();
  const grip = t('common.columnGrip');
  // The library draws the grip by which a column is moved, and says what it is for in English alone.
  useLayoutEffect(() => {
    const title = place.current
      ?.closest('.bp6-table-header')
      ?.querySelector('.bp6-table-reorder-handle title');
    if (title && title.textContent !== grip) title.textContent = grip;
  });
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the role comes with the place, see useGridPart
    <div ref={place} tabIndex={-1} aria-sort={sort} aria-label={label} className="fc-header-name">
      {children}
    </div>
  );
}

import { memo } from 'react';

/** Row elements for assistive technology: the table lays its cells out flat, and these group them with `aria-owns`. */
export const GridRoles = memo(function GridRoles(props: {
  id: string;
  columns: number;
  from: number;
  to: number;
  chosen: (row: number) => boolean;
}) {
  const { id, columns, from, to, chosen } = props;
  const owned = (row: number | 'head') =>
    Array.from({ length: columns }, (_, column) => `${id}-${row}-${column}`).join(' ');
  const rows = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
  return (
    <div className="fc-roles" id={`${id}-rows`}>
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <div role="row" tabIndex={-1} aria-rowindex={1} aria-owns={owned('head')} />
      {rows.map((row) => (
        // biome-ignore lint/a11y/useSemanticElements: see above
        <div
          key={row}
          role="row"
          tabIndex={-1}
          aria-rowindex={row + 2}
          aria-selected={chosen(row)}
          aria-owns={owned(row)}
        />
      ))}
    </div>
  );
});

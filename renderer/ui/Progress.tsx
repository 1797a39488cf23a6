import { type Intent, ProgressBar } from '@blueprintjs/core';

/** How far something is, from 0 to 1, or that it is under way where `part` is left out. A screen reader says `label` of it. */
export function Progress({
  label,
  part,
  intent = 'primary',
  className = '',
}: {
  label: string;
  part?: number | undefined;
  intent?: Intent;
  className?: string;
}) {
  const known = part === undefined ? {} : { value: part };
  return (
    <ProgressBar
      aria-label={label}
      className={className}
      intent={intent}
      animate={part === undefined}
      stripes={part === undefined}
      {...known}
    />
  );
}

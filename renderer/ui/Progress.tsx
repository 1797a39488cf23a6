import { type Intent, ProgressBar } from '@blueprintjs/core';

/** Progress bar from 0 to 1; indeterminate without `part`. Screen readers read `label`. */
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

import { Tag } from '@blueprintjs/core';

/** A word in a colour that fits it; the colours are checked for contrast in both themes. */
export function StateTag({
  tone,
  children,
}: {
  tone: 'neutral' | 'info' | 'progress' | 'good' | 'warning' | 'bad';
  children: React.ReactNode;
}) {
  return (
    <Tag minimal className={`fc-tone fc-tone-${tone}`}>
      {children}
    </Tag>
  );
}

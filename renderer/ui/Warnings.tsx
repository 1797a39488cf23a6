import { Callout } from '@blueprintjs/core';

/** Texts below each other that warn, or say what keeps the user from going on; nothing without one. */
export function Warnings({
  texts,
  intent = 'warning',
}: {
  texts: readonly (string | false | undefined)[];
  intent?: 'warning' | 'danger';
}) {
  const shown = texts.filter(Boolean);
  if (shown.length === 0) return null;
  return (
    <Callout compact intent={intent}>
      {shown.map((text) => (
        <div key={text || ''}>{text}</div>
      ))}
    </Callout>
  );
}

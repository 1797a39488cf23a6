import { Callout } from '@blueprintjs/core';

/** What went wrong with the thing a form or a dialog is about, read out as it appears; nothing while nothing did. */
export function Failed({ text }: { text: string | null | undefined }) {
  if (!text) return null;
  return (
    <Callout compact intent="danger" role="alert">
      {text}
    </Callout>
  );
}

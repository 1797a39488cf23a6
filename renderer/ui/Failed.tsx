import { Callout } from '@blueprintjs/core';

/** Error message of a form or dialog, read out as it appears; renders nothing without an error. */
export function ErrorText({ text }: { text: string | null | undefined }) {
  if (!text) return null;
  return (
    <Callout compact intent="danger" role="alert">
      {text}
    </Callout>
  );
}

import { type Intent, OverlayToaster, type Toaster } from '@blueprintjs/core';
import { createRef } from 'react';

const toaster = createRef<OverlayToaster>();

/** Shows toasts; mounted once per window. */
export function Toasts() {
  return <OverlayToaster ref={toaster} position="bottom-right" maxToasts={4} canEscapeKeyClear={false} />;
}

interface Toast {
  readonly text: string;
  readonly intent?: Intent;
  readonly action?: { readonly text: string; readonly run: () => void };
  /** True if the toast stays until it is closed, for users who come to the screen later. */
  readonly stays?: boolean;
}

/**
 * Shows a toast. Success disappears after four seconds, ten with Undo; errors and `stays` remain until closed. The same
 * text is never shown twice.
 */
export function notify({ text, intent = 'none', action, stays = false }: Toast): void {
  const shown: Toaster | null = toaster.current;
  const timeout = stays || intent === 'danger' ? 0 : action ? 10_000 : 4_000;
  shown?.show(
    {
      message: text,
      intent,
      timeout,
      // A pointer above a toast keeps it there: one that only reports success must not cover what is worked on.
      ...(timeout > 0 ? { className: 'fc-passing' } : {}),
      ...(action ? { action: { text: action.text, onClick: action.run } } : {}),
    },
    `${intent}:${text}`,
  );
}

/** True if an error says that the call is in the outbox, which the user already knows. */
export const isKept = (error: unknown): boolean =>
  (error as { error?: { kept?: string } } | null)?.error?.kept !== undefined;

/** Shows the message of a thrown error as a toast. */
export const notifyFailed = (error: unknown): void => {
  if (!isKept(error))
    notify({ text: error instanceof Error ? error.message : String(error), intent: 'danger' });
};

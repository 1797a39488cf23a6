import { type Intent, OverlayToaster, type Toaster } from '@blueprintjs/core';
import { createRef } from 'react';

const toaster = createRef<OverlayToaster>();

/** Where toasts appear; stands once in the window. */
export function Toasts() {
  return <OverlayToaster ref={toaster} position="bottom-right" maxToasts={4} canEscapeKeyClear={false} />;
}

interface Toast {
  readonly text: string;
  readonly intent?: Intent;
  readonly action?: { readonly text: string; readonly run: () => void };
  /** Whoever comes to the screen later has to read it too. */
  readonly stays?: boolean;
}

/** Success goes after four seconds, ten when it offers Undo; an error, and what is to stay, until it is closed. The same text never stands twice. */
export function notify({ text, intent = 'none', action, stays = false }: Toast): void {
  const shown: Toaster | null = toaster.current;
  shown?.show(
    {
      message: text,
      intent,
      timeout: stays || intent === 'danger' ? 0 : action ? 10_000 : 4_000,
      ...(action ? { action: { text: action.text, onClick: action.run } } : {}),
    },
    `${intent}:${text}`,
  );
}

/** True if an error says that the call is in the outbox, which the user already knows. */
export const isKept = (error: unknown): boolean =>
  (error as { error?: { kept?: string } } | null)?.error?.kept !== undefined;

/** Says why something was not done, in the words of what was thrown. */
export const notifyFailed = (error: unknown): void => {
  if (!isKept(error))
    notify({ text: error instanceof Error ? error.message : String(error), intent: 'danger' });
};

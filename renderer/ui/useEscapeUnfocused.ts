import { useEffect, useRef } from 'react';

/**
 * Escape where nothing has the focus, as when the button that had it waits for an answer: the key goes to nobody then, and
 * closes what stands on top. Answers the reference of the dialog, or of what holds it.
 */
export function useEscapeUnfocused<E extends HTMLElement>(onClose: (() => void) | undefined) {
  const holder = useRef<E>(null);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.activeElement !== document.body)
        return;
      const top = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].at(-1);
      if (top && holder.current?.contains(top)) onClose?.();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [onClose]);
  return holder;
}

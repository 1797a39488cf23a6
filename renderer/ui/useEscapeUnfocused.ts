import { useEffect, useRef } from 'react';

/**
 * Escape where nothing has the focus, as when the button that had it waits for an answer: the key goes to nobody then, and
 * closes what stands on top. Answers the reference of any element within that.
 */
export function useEscapeUnfocused<E extends HTMLElement>(onClose: (() => void) | undefined) {
  const within = useRef<E>(null);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.activeElement !== document.body)
        return;
      const open = document.querySelectorAll('[role="dialog"], [role="alertdialog"]');
      if (open[open.length - 1]?.contains(within.current)) onClose?.();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [onClose]);
  return within;
}

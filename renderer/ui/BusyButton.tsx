import { Button, type ButtonProps } from '@blueprintjs/core';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { canTakeFocus } from './free';

/**
 * A button that cannot be pressed while what it began is under way, and shows so. The browser takes the focus from a button that
 * is disabled: who pressed it by key has it again once that is over, unless they went elsewhere meanwhile.
 */
export function BusyButton({
  busy,
  ...props
}: Omit<ButtonProps, 'loading' | 'ref'> & { readonly busy: boolean }) {
  const button = useRef<HTMLButtonElement>(null);
  const lost = useRef(false);
  useEffect(() => {
    const own = button.current;
    // React tells nobody of a focus that goes while it draws.
    const leave = () => {
      lost.current = own?.disabled ?? false;
    };
    own?.addEventListener('blur', leave);
    return () => own?.removeEventListener('blur', leave);
  }, []);
  useLayoutEffect(() => {
    const own = button.current;
    if (busy || !lost.current || !own) return;
    lost.current = false;
    if (canTakeFocus(own)) own.focus();
  }, [busy]);
  return <Button {...props} ref={button} loading={busy} />;
}

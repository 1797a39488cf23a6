import { Button, type ButtonProps } from '@blueprintjs/core';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { canTakeFocus } from './free';

/**
 * Button that is disabled and shows a spinner while its action is running. The browser takes the focus from a disabled
 * button; it is restored afterwards, unless the user has moved the focus.
 */
export function BusyButton({
  busy,
  ...props
}: Omit<ButtonProps, 'loading' | 'ref'> & { readonly busy: boolean }) {
  const button = useRef<HTMLButtonElement>(null);
  const lost = useRef(false);
  useEffect(() => {
    const own = button.current;
    // React reports no blur that happens during a render.
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

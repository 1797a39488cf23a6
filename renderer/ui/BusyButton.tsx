import { Button, type ButtonProps } from '@blueprintjs/core';
import { useLayoutEffect, useRef } from 'react';
import { isFree } from './free';

/**
 * A button that cannot be pressed while what it began is under way, and shows so. The browser takes the focus from a button that
 * is disabled: who pressed it by key has it again once that is over, unless they went elsewhere meanwhile.
 */
export function BusyButton({
  busy,
  ...props
}: Omit<ButtonProps, 'loading' | 'ref'> & { readonly busy: boolean }) {
  const button = useRef<HTMLButtonElement>(null);
  const had = useRef(false);
  useLayoutEffect(() => {
    const own = button.current;
    if (busy) had.current = own === document.activeElement;
    else if (had.current && own && isFree(own)) own.focus();
  }, [busy]);
  return <Button {...props} ref={button} loading={busy} />;
}

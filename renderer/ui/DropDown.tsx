import { PopoverNext, type PopoverNextProps } from '@blueprintjs/core';
import { useRef } from 'react';
import { atOnce } from './atOnce';

/**
 * What drops down from a button. Closed, it hands the focus back to the button, unless something else has it by then: a dialog
 * that was opened from a menu keeps it in its field, where it is being typed.
 */
export function DropDown(
  props: Pick<PopoverNextProps, 'placement' | 'content' | 'children' | 'isOpen' | 'onInteraction'>,
) {
  const opener = useRef<HTMLElement>(null);
  const handBack = (closed: HTMLElement) => {
    const at = document.activeElement;
    if (!at || at === document.body || closed.contains(at)) opener.current?.focus();
  };
  return (
    <PopoverNext
      {...props}
      {...atOnce}
      shouldReturnFocusOnClose={false}
      targetProps={{
        onFocus: ({ target }) => {
          opener.current = target;
        },
      }}
      onClosed={handBack}
    />
  );
}
